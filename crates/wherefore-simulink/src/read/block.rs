//! One block of a diagram.

use super::{Parts, mask};
use crate::document::{Block, Parameters};
use crate::tree::Node;
use wherefore_syntax::{Checked, Reporter};

impl Parts<'_> {
    pub(super) fn block(&self, node: &Node, depth: usize, report: &mut Reporter) -> Checked<Block> {
        let kind = node.get("BlockType").unwrap_or("").to_owned();
        let system = node.child("System").map(|s| self.system(s, depth + 1, report)).transpose()?;
        let parameters = self.parameters(node, &kind);
        Ok(Block {
            name: node.get("Name").unwrap_or("").to_owned(),
            sid: node.get("SID").unwrap_or("").to_owned(),
            mask: mask::mask(node, &parameters),
            position: corners(parameters.get("Position").unwrap_or("")),
            span: node.span,
            kind,
            parameters,
            system,
        })
    }

    /// The parameters of a block over those that blocks of its type have in this file.
    fn parameters(&self, node: &Node, kind: &str) -> Parameters {
        let mut parameters = self.defaults.get(kind).cloned().unwrap_or_default();
        let instance = node.child("InstanceData").map(|d| &d.fields);
        for fields in [Some(&node.fields), instance].into_iter().flatten() {
            parameters.0.extend(fields.0.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        // Newer files count ports in a section of its own.
        if let Some(counts) = node.child("PortCounts") {
            let count = |name: &str| counts.get(name).unwrap_or("0").to_owned();
            let names = ["in", "out", "enable", "trigger", "state", "lconn", "rconn", "ifaction", "reset"];
            let text = format!("[{}]", names.map(count).join(", "));
            parameters.0.insert("Ports".to_owned(), crate::document::Parameter { text, span: counts.span });
        }
        parameters
    }
}

fn corners(text: &str) -> [i32; 4] {
    let numbers = numbers(text);
    [0, 1, 2, 3].map(|i| numbers.get(i).copied().unwrap_or(0))
}

/// The whole numbers of a list in brackets.
pub(super) fn numbers(text: &str) -> Vec<i32> {
    let split = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '.' | 'e' | '+')));
    split.filter_map(|t| t.parse::<f64>().ok()).map(|n| n.clamp(-1e6, 1e6) as i32).collect()
}
