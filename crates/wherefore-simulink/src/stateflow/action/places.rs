//! Where in the file a character of a label stands: a label is written with escapes, `&quot;` in XML and `\"` in the older form.

use crate::document::Parameter;
use std::ops::Range;
use wherefore_diag::Span;

/// A text that knows where each of its bytes stands in the file.
#[derive(Clone, Debug)]
pub struct Text<'t> {
    /// The text as it is meant.
    pub value: &'t str,
    whole: Span,
    /// For every byte of the text the offset in the file, and behind them where the text ends; empty if they cannot be matched.
    offsets: Vec<u32>,
}

impl<'t> Text<'t> {
    /// The text of a parameter of a file.
    pub fn new(parameter: &'t Parameter, file: &str) -> Text<'t> {
        let value = parameter.text.as_str();
        let offsets = offsets(value, parameter.span, file).unwrap_or_default();
        Text { value, whole: parameter.span, offsets }
    }

    /// A text without escapes: it stands in the file as it is.
    pub fn plain(value: &'t str, whole: Span) -> Text<'t> {
        let offsets = (0..=value.len() as u32).map(|i| whole.start.saturating_add(i)).collect();
        Text { value, whole, offsets }
    }

    /// The bytes of the text that stand in a place; none if it is not known where they stand.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        let before = |offset: u32| self.offsets.partition_point(|o| *o < offset).min(self.value.len());
        (!self.offsets.is_empty()).then(|| before(span.start)..before(span.end))
    }

    /// The place of some bytes of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        let offset = |at: usize| self.offsets.get(at).copied();
        let first = offset(range.start).or_else(|| self.offsets.last().map(|o| o + 1));
        let Some(start) = first else { return self.whole };
        let last = range.end.checked_sub(1).filter(|last| *last >= range.start).and_then(offset);
        // A byte may be written by several: the next one begins behind them.
        let end = offset(range.end).filter(|_| last.is_some()).or(last.map(|_| self.whole.end)).unwrap_or(start);
        Span::new(self.whole.file, start, end.max(start))
    }
}

/// For every byte of a text the offset in the file, where the text stands in a span, written with escapes; and behind them its end.
fn offsets(value: &str, span: Span, file: &str) -> Option<Vec<u32>> {
    let in_xml = file.trim_start().starts_with('<');
    // The span of a field of XML leaves out blanks around it.
    let blanks = value.len() - value.trim_start().len();
    let skipped = if in_xml { blanks } else { 0 };
    let mut offsets = vec![span.start; skipped];
    let mut at = span.start as usize;
    let text = if in_xml { value.trim() } else { value };
    for c in text.chars() {
        let (length, before) = written(file.get(at..span.end as usize)?, c, in_xml)?;
        offsets.extend(std::iter::repeat_n((at + before) as u32, c.len_utf8()));
        at += before + length;
    }
    offsets.resize(value.len() + 1, at as u32);
    Some(offsets)
}

/// How many bytes write a character, and how many stand before it without meaning.
fn written(rest: &str, c: char, in_xml: bool) -> Option<(usize, usize)> {
    let mut before = 0;
    loop {
        let here = rest.get(before..)?;
        let first = here.chars().next()?;
        if in_xml {
            let marks = ["<![CDATA[", "]]>"];
            if let Some(mark) = marks.iter().find(|m| here.starts_with(**m)) {
                before += mark.len();
                continue;
            }
            return match first {
                '&' => Some((here.find(';')? + 1, before)),
                '\r' if here.starts_with("\r\n") => Some((2, before)),
                _ if first == c || first.is_whitespace() => Some((first.len_utf8(), before)),
                _ => None,
            };
        }
        match first {
            '\\' => return Some((1 + here.chars().nth(1)?.len_utf8(), before)),
            // The text goes on in further quotes.
            '"' => before += 1,
            _ if first == c => return Some((first.len_utf8(), before)),
            _ if first.is_whitespace() => before += first.len_utf8(),
            _ => return None,
        }
    }
}
