//! Fingerprints: how a reader of logs knows a failure again.
//!
//! The id of a class depends on level and key alone, and its fingerprint on these and the property: other classes, lines above
//! and times do not matter. A property without a name is taken by its text, because properties above it would change the number
//! that stands for it (see [`lasting`](crate::stable_name)). One thing in a key moves with lines too: a transition without a name is
//! called by its line. There the key is taken instead of the id, with the text of the line in the place of its number:
//!
//! ```text
//! <t1,line 23>    <t1,s = ON & hot : OFF;>
//! ```
//!
//! Code scanning of GitHub knows one fingerprint by name, which its upload adds where it is missing: a hash of the first line
//! marked. Classes that end with the same transition mark the same line, and would be one there; so that one is written too.

use crate::stable_name::hash;
use std::collections::BTreeMap;
use wherefore_diag::SourceFile;

/// The fingerprints of classes, of differences, and of properties without classes.
pub const CLASS: &str = "wherefore/class/v1";
/// See [`CLASS`].
pub const DIFFERENCE: &str = "wherefore/difference/v1";
/// See [`CLASS`].
pub const PROPERTY: &str = "wherefore/property/v1";
/// The one that GitHub knows.
const GITHUB: &str = "primaryLocationLineHash";
/// Beginning of the name of a transition without a name.
const LINE: &str = "line ";

/// The fingerprint of a failure, given everything that distinguishes it from others.
pub fn of(name: &'static str, parts: &[&str]) -> BTreeMap<&'static str, String> {
    let text = hash(std::iter::once(name).chain(parts.iter().copied()));
    let all = [(name, text.clone()), (GITHUB, text)];
    all.into_iter().take(if name == PROPERTY { 1 } else { 2 }).collect()
}

/// Identity of a class: its id, or where that moves with lines, its key without them.
pub fn identity(id: &str, key: &str, model: Option<&SourceFile>) -> String {
    let Some(model) = model.filter(|_| key.contains(LINE)) else { return id.to_owned() };
    let mut out = String::new();
    let mut rest = key;
    while let Some((before, after)) = rest.split_once(LINE) {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        out.push_str(before);
        let words = after[..digits].parse().ok().and_then(|line| in_words(model, line));
        out.push_str(words.as_deref().unwrap_or(LINE));
        rest = if words.is_some() { &after[digits..] } else { after };
    }
    out + rest
}

/// A line by its text, and where there are several of the same text, by which of them it is.
fn in_words(model: &SourceFile, number: u32) -> Option<String> {
    let bare = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = bare(model.line(number)?);
    let earlier = (1..number).filter(|n| model.line(*n).is_some_and(|line| bare(line) == text)).count();
    Some(if earlier == 0 { text } else { format!("{text} #{}", earlier + 1) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::{FileId, SourceMap};

    #[test]
    fn lines_of_a_key_are_taken_by_their_text() {
        let sources = SourceMap::single("m.smv", "x : a;\ny : b;\nx  : a;\n");
        let more = SourceMap::single("m.smv", "\n-- more\nx : a;\n\ny : b;\nx : a;\n");
        let of = |map: &SourceMap, key: &str| identity("id", key, map.get(FileId(0)));
        assert_eq!(of(&sources, "<line 1,t4,line 3/2>"), "<x : a;,t4,x : a; #2/2>");
        assert_eq!(of(&sources, "<line 1,line 2>"), of(&more, "<line 3,line 5>"));
        assert_ne!(of(&sources, "<line 1>"), of(&sources, "<line 3>"));
        assert_eq!((of(&sources, "<t1>").as_str(), of(&sources, "<line 99>").as_str()), ("id", "<line 99>"));
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(of(CLASS, &["ab", "c"]), of(CLASS, &["a", "bc"]));
        assert_ne!(of(CLASS, &["ab"])[CLASS], of(PROPERTY, &["ab"])[PROPERTY]);
        assert_eq!(of(CLASS, &["ab"])[GITHUB], of(CLASS, &["ab"])[CLASS]);
        assert!(!of(PROPERTY, &["ab"]).contains_key(GITHUB));
    }
}
