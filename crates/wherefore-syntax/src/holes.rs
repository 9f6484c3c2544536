//! Places of a text that are left open: an expression there is read, and then stands for any value.
//!
//! Whether somebody writes brackets around an expression is a matter of taste, so places are compared without those that
//! enclose the whole of them: `(a + b)` and `a + b` are one place, `(a) + (b)` keeps its brackets.

use wherefore_diag::Span;

/// The places of a text that are left open.
#[derive(Clone, Debug, Default)]
pub struct Holes {
    /// The text that they are places of; empty if there is none.
    text: String,
    spans: Vec<Span>,
}

impl Holes {
    /// No place.
    pub fn none() -> Holes {
        Holes::default()
    }

    /// These places of a text.
    pub fn new(text: &str, spans: &[Span]) -> Holes {
        let kept = if spans.is_empty() { "" } else { text };
        Holes { text: kept.to_owned(), spans: spans.iter().map(|span| bare(text, *span)).collect() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The places, without brackets.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The open place at a span of the same text, without brackets.
    pub fn at(&self, span: Span) -> Option<Span> {
        let around = |hole: &&Span| hole.file == span.file && span.start <= hole.start && hole.end <= span.end;
        let hole = self.spans.iter().find(around)?;
        let place = if *hole == span { span } else { bare(&self.text, span) };
        self.spans.contains(&place).then_some(place)
    }
}

/// A span without white space at its ends and without brackets around the whole of it.
pub fn bare(text: &str, span: Span) -> Span {
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    while let Some(inside) = text.get(start..end) {
        let trimmed = inside.trim();
        start += inside.len() - inside.trim_start().len();
        end = start + trimmed.len();
        if !is_bracketed(trimmed) {
            break;
        }
        (start, end) = (start + 1, end - 1);
    }
    Span::new(span.file, start as u32, end as u32)
}

/// Whether the first character is an opening bracket whose partner is the last one.
fn is_bracketed(text: &str) -> bool {
    if !text.starts_with('(') || !text.ends_with(')') {
        return false;
    }
    let mut depth = 0usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::FileId;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let span = bare(text, Span::new(FileId(0), 0, text.len() as u32));
        assert_eq!(&text[span.start as usize..span.end as usize], expected);
    }

    #[test]
    fn brackets_around_the_whole_are_no_part_of_a_place() {
        check(" ( (a + b) ) ", "a + b");
        check("(a) + (b)", "(a) + (b)");
        check("((a) + (b))", "(a) + (b)");
        check("()", "");
        check("(", "(");
        check("", "");
    }

    #[test]
    fn a_place_is_found_with_and_without_its_brackets() {
        let text = "x := (a + b);";
        let span = |start, end| Span::new(FileId(0), start, end);
        let holes = Holes::new(text, &[span(5, 12)]);
        assert_eq!(holes.at(span(6, 11)), Some(span(6, 11)));
        assert_eq!(holes.at(span(5, 12)), Some(span(6, 11)));
        assert_eq!(holes.at(span(6, 7)), None);
        assert_eq!(holes.at(span(0, 13)), None);
    }
}
