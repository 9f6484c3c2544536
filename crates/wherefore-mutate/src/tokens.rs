//! The tokens of a text as far as mutation needs them: where they are, and which bracket closes which.
//!
//! Comments are no tokens, so what lies between two operands is the operator and nothing else, whatever is written around it.

use wherefore_diag::Span;

/// Where tokens are, in order.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    list: Vec<Span>,
    /// For a round bracket, the index of the one that it belongs to.
    partners: Vec<Option<usize>>,
}

impl Tokens {
    /// The tokens of a text, in order, with their spelling.
    pub fn new<'t>(tokens: impl Iterator<Item = (Span, &'t str)>) -> Tokens {
        let mut found = Tokens::default();
        let mut open = Vec::new();
        for (at, (span, spelling)) in tokens.enumerate() {
            found.list.push(span);
            found.partners.push(None);
            match spelling {
                "(" => open.push(at),
                ")" => {
                    let Some(first) = open.pop() else { continue };
                    found.pair(first, at);
                }
                _ => {}
            }
        }
        found
    }

    fn pair(&mut self, first: usize, last: usize) {
        for (at, other) in [(first, last), (last, first)] {
            if let Some(partner) = self.partners.get_mut(at) {
                *partner = Some(other);
            }
        }
    }

    /// The index of the first token that begins at an offset or behind it.
    fn from(&self, offset: u32) -> usize {
        self.list.partition_point(|t| t.start < offset)
    }

    /// The index of the last token that ends at an offset or before it.
    fn until(&self, offset: u32) -> Option<usize> {
        self.list.partition_point(|t| t.end <= offset).checked_sub(1)
    }

    /// The place without the brackets around all of it.
    pub fn inside(&self, span: Span) -> Span {
        let (mut first, Some(mut last)) = (self.from(span.start), self.until(span.end)) else { return span };
        while first < last && self.partners.get(first) == Some(&Some(last)) {
            (first, last) = (first + 1, last - 1);
        }
        match (self.list.get(first), self.list.get(last)) {
            (Some(first), Some(last)) if first.start < last.end => first.to(*last),
            _ => span,
        }
    }

    /// The pairs of brackets directly around a place, the innermost first.
    pub fn brackets(&self, span: Span) -> Vec<(Span, Span)> {
        let mut pairs = Vec::new();
        let (mut before, mut after) = (self.until(span.start), self.from(span.end));
        while let Some(open) = before.filter(|open| self.partners.get(*open) == Some(&Some(after)) && *open < after) {
            let (Some(first), Some(last)) = (self.list.get(open), self.list.get(after)) else { break };
            pairs.push((*first, *last));
            (before, after) = (open.checked_sub(1), after + 1);
        }
        pairs
    }

    /// The first token behind an offset.
    pub fn next(&self, offset: u32) -> Option<Span> {
        self.list.get(self.from(offset)).copied()
    }

    /// The first token at or behind the beginning of a place.
    pub fn first(&self, span: Span) -> Option<Span> {
        self.list.get(self.from(span.start)).copied().filter(|t| t.end <= span.end)
    }

    /// The tokens between two places, from the first to the last.
    pub fn between(&self, left: Span, right: Span) -> Option<Span> {
        let first = self.list.get(self.from(left.end))?;
        let last = self.list.get(self.until(right.start)?)?;
        (first.start >= left.end && last.end <= right.start && first.start < last.end).then(|| first.to(*last))
    }
}
