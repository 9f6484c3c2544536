//! What an edit changes, in one piece and no more than that, so that two ways to write the same change are found to be one.

use crate::Mutant;

/// The text that is replaced, by its place, and what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    start: usize,
    end: usize,
    text: String,
}

impl Key {
    /// The change that a mutant makes; nothing if it makes none.
    pub fn new(mutant: &Mutant, text: &str) -> Option<Key> {
        let (first, last) = (mutant.edits.first()?, mutant.edits.last()?);
        let (mut start, mut end) = (first.span.start as usize, last.span.end as usize);
        let mut new = String::new();
        let mut at = start;
        for edit in &mutant.edits {
            new.push_str(text.get(at..edit.span.start as usize)?);
            new.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        let old = text.get(start..end)?;
        let before: usize = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let (old, mut new) = (old.get(before..)?, new.get(before..)?);
        start += before;
        let ends = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
        let after: usize = ends.map(|(a, _)| a.len_utf8()).sum();
        end -= after;
        new = new.get(..new.len() - after)?;
        (start < end || !new.is_empty()).then(|| Key { start, end, text: new.to_owned() })
    }
}
