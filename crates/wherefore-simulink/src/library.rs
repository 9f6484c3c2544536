//! Blocks of libraries that are known by name, so that a link needs no file behind it.

use crate::document::Block;

/// Types of masks by which a subsystem is known, whatever is inside.
const MASKS: [(&str, &str); 10] = [
    ("ContractBlock", "ContractBlock"),
    ("ContractGuaranteeBlock", "ContractGuaranteeBlock"),
    ("ContractAssumeBlock", "ContractAssumeBlock"),
    ("ContractModeBlock", "ContractModeBlock"),
    ("ContractRequireBlock", "ContractRequireBlock"),
    ("ContractEnsureBlock", "ContractEnsureBlock"),
    ("CMBlock", "Model Info"),
    ("DocBlock", "DocBlock"),
    ("Sigbuilder block", "Signal Builder"),
    ("Stateflow", "Chart"),
];

/// What a block is: its type, or for a link the name of the block in the library, or for some masks the type of the mask.
pub fn kind(block: &Block) -> String {
    match block.kind.as_str() {
        "Reference" => {
            let source = block.parameters.get("SourceBlock").unwrap_or("");
            one_line(last_of_path(source))
        }
        "SubSystem" => {
            let chart = block.parameters.get("SFBlockType").is_some_and(|kind| kind != "NONE");
            let mask = block.mask.as_ref().map_or("", |m| m.kind.as_str());
            let known = MASKS.iter().find(|(name, _)| *name == mask).map(|(_, kind)| *kind);
            if chart { "Chart" } else { known.unwrap_or("SubSystem") }.to_owned()
        }
        kind => kind.to_owned(),
    }
}

/// The last name of a path; a slash that is part of a name is written twice.
fn last_of_path(path: &str) -> &str {
    let mut start = 0;
    let bytes = path.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => at += 2,
            (b'/', _) => {
                at += 1;
                start = at;
            }
            _ => at += 1,
        }
    }
    path.get(start..).unwrap_or(path)
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::last_of_path;

    #[test]
    fn slashes_within_names_are_doubled() {
        assert_eq!(last_of_path("simulink/Logic and Bit\nOperations/Compare\nTo Constant"), "Compare\nTo Constant");
        assert_eq!(last_of_path("lib/a//b"), "a//b");
        assert_eq!(last_of_path("alone"), "alone");
    }
}
