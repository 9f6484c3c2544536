//! One line: `(source, label, target)`, read from both ends.
//!
//! This is the innermost loop of the reader. It allocates nothing and does not look at the label.

use super::fault::{Spot, Wrong};
use super::number::{digits, digits_back};

/// A transition as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub source: u32,
    /// Without the quotes around it.
    pub label: &'a [u8],
    pub target: u32,
}

#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The first place at or after `at` that is no blank.
#[inline]
pub(super) fn blanks(line: &[u8], mut at: usize) -> usize {
    while line.get(at).is_some_and(|b| is_blank(*b)) {
        at += 1;
    }
    at
}

/// The last place at or before `at` after something that is no blank.
#[inline]
fn blanks_back(line: &[u8], mut at: usize) -> usize {
    while at > 0 && is_blank(line[at - 1]) {
        at -= 1;
    }
    at
}

/// Reads a line without its line break; `None` if it is blank.
#[inline]
pub(super) fn parse(line: &[u8], states: u32) -> Result<Option<Line<'_>>, Spot> {
    let open = blanks(line, 0);
    if line.get(open) != Some(&b'(') {
        return if open == line.len() { Ok(None) } else { Err(unopened(line, open)) };
    }
    let start = blanks(line, open + 1);
    let (source, stop) = digits(line, start);
    let comma = blanks(line, stop);
    let end = blanks_back(line, line.len());
    if stop == start || line.get(comma) != Some(&b',') || line[end - 1] != b')' {
        return Err(malformed(line, start, stop, comma, end));
    }
    let last = blanks_back(line, end - 1);
    let (target, first) = digits_back(line, last);
    let before = blanks_back(line, first);
    if first == last || line[before - 1] != b',' || before - 1 <= comma {
        return Err(untargeted(line, comma, before, first, last));
    }
    if source >= u64::from(states) {
        return Err(Spot::new(start..stop, Wrong::Range { states }));
    }
    if target >= u64::from(states) {
        return Err(Spot::new(first..last, Wrong::Range { states }));
    }
    let label = label(line, comma + 1, before - 1)?;
    Ok(Some(Line { source: source as u32, label, target: target as u32 }))
}

/// Text between the commas, without blanks and quotes around it.
#[inline]
fn label(line: &[u8], from: usize, to: usize) -> Result<&[u8], Spot> {
    let start = blanks(&line[..to], from);
    let label = &line[start..blanks_back(&line[..to], to).max(start)];
    match label {
        [] => Err(Spot::new(from..to + 1, Wrong::Line("a label"))),
        [b'"', inner @ .., b'"'] => Ok(inner),
        _ => Ok(label),
    }
}

#[cold]
fn unopened(line: &[u8], at: usize) -> Spot {
    Spot::new(at..line.len(), Wrong::Line("an opening parenthesis"))
}

/// The source, its comma or the closing parenthesis is missing.
#[cold]
fn malformed(line: &[u8], start: usize, stop: usize, comma: usize, end: usize) -> Spot {
    if stop == start {
        Spot::new(start..start + 1, Wrong::Line("the number of a state"))
    } else if line.get(comma) != Some(&b',') {
        let field = line[comma..].iter().position(|b| *b == b',').map_or(comma + 1, |n| comma + n);
        let chance = line[comma..field.min(line.len())].contains(&b'/');
        Spot::new(comma..field, if chance { Wrong::Probabilistic } else { Wrong::Line("a comma") })
    } else {
        Spot::new(end..end, Wrong::Line("a closing parenthesis at the end"))
    }
}

/// There is no number between a second comma and the closing parenthesis.
#[cold]
fn untargeted(line: &[u8], comma: usize, before: usize, first: usize, last: usize) -> Spot {
    let field = line[..last].iter().rposition(|b| *b == b',').unwrap_or(comma);
    let start = blanks(line, field + 1);
    if field > comma && line[start.min(last)..last].contains(&b'/') {
        Spot::new(start..last, Wrong::Probabilistic)
    } else if field <= comma {
        Spot::new(comma..last.max(comma + 1), Wrong::Line("a label and a target after the source"))
    } else if first == last {
        Spot::new(start..last.max(start + 1), Wrong::Line("the number of a state"))
    } else {
        Spot::new(before - 1..before, Wrong::Line("a comma before the target"))
    }
}

/// Whether a line that has no line break may be a whole one. `(0, "a(1,2)` is what is left of `(0, "a(1,2)", 5)`, and
/// looks like a transition: then its label has a quote or a parenthesis that is not closed.
pub(super) fn is_closed(line: &[u8]) -> bool {
    let (mut quoted, mut depth) = (false, 0usize);
    for byte in line {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    !quoted && depth == 0
}
