//! XML: the tree of a document, and where in the text each decoded character came from.
//!
//! The parser is `roxmltree`: a tree with byte ranges, nothing fetched, no entities of one's own. What it reads are decoded
//! values; a diagnostic about an expression must point at the characters that were typed. So values and contents are decoded
//! here a second time, out of the source, with a table of the places where the two part (`text`).

mod text;

pub use text::Text;

use crate::Reporter;
use roxmltree::{Attribute, Document, Error, Node, ParsingOptions, TextPos};
use std::ops::Range;
use text::Decoder;
use wherefore_diag::{Code, Diagnostic, FileId, Span};

/// What a language says about documents that are not read.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The code of text that is no well-formed XML.
    pub malformed: &'static Code,
    /// The code of nesting beyond the limit.
    pub too_deep: &'static Code,
    /// What to do about a document type declaration.
    pub no_declaration: &'static str,
}

/// How deep elements may be nested: reading, typing and lowering walk a document by recursion.
const MAX_DEPTH: usize = 200;
/// How many nodes a document may have.
const MAX_NODES: u32 = 4_000_000;
/// How many attributes an element may have; the parser compares each with all before it.
const MAX_ATTRIBUTES: usize = 256;

/// A text with its file.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// The file.
    pub file: FileId,
    /// All of its text.
    pub text: &'t str,
}

impl<'t> Source<'t> {
    /// A range of the file.
    pub fn span(self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start as u32, range.end as u32)
    }

    /// The start tag of an element.
    pub fn start_tag(self, node: Node) -> Span {
        let start = node.range().start;
        self.span(start..start_tag_end(self.text, start))
    }

    /// The name of an attribute.
    pub fn attribute_name(self, attribute: Attribute) -> Span {
        self.span(attribute.range_qname())
    }

    /// The value of an attribute, decoded.
    pub fn attribute(self, attribute: Attribute) -> Text {
        let range = attribute.range_value();
        let mut decoder = Decoder::new(self);
        decoder.references(range.clone(), true);
        decoder.finish(range.end)
    }

    /// The characters directly inside an element, up to its first element; comments are left out.
    pub fn content(self, node: Node) -> Text {
        let range = node.range();
        let mut at = start_tag_end(self.text, range.start);
        let mut decoder = Decoder::new(self);
        while let Some(rest) = self.text.get(at..range.end).filter(|r| !r.is_empty()) {
            let plain = rest.find('<').unwrap_or(rest.len());
            if plain > 0 {
                decoder.references(at..at + plain, false);
            }
            let Some(length) = rest.get(plain..).and_then(|markup| decoder.markup(markup, at + plain)) else {
                at += plain;
                break;
            };
            at += plain + length;
        }
        decoder.finish(at)
    }
}

/// The offset just past the start tag that begins at `start`.
fn start_tag_end(text: &str, start: usize) -> usize {
    let mut quote = None;
    let bytes = text.as_bytes().get(start..).unwrap_or(&[]);
    for (i, b) in bytes.iter().enumerate() {
        match (quote, b) {
            (Some(q), b) if q == *b => quote = None,
            (None, b'"' | b'\'') => quote = Some(*b),
            (None, b'>') => return start + i + 1,
            _ => {}
        }
    }
    text.len()
}

/// Parses a document; what is wrong with it is reported.
pub fn parse<'t>(source: Source<'t>, dialect: &Dialect, report: &mut Reporter) -> Option<Document<'t>> {
    if source.text.len() >= u32::MAX as usize {
        report.push(Diagnostic::new(dialect.malformed, "a document of 4 GB or more is not read"));
        return None;
    }
    if let Some(at) = crowded(source.text) {
        let headline = format!("an element has more than {MAX_ATTRIBUTES} attributes");
        report.push(Diagnostic::at(dialect.malformed, source.span(at..at + 1), headline, "here"));
        return None;
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    match Document::parse_with_options(source.text, options) {
        Ok(document) => shallow(source, &document, dialect, report).then_some(document),
        Err(error) => {
            report.push(malformed(source, dialect, &error));
            None
        }
    }
}

/// Where an element has more attributes than any should.
fn crowded(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        at += rest.find('<')?;
        let rest = text.get(at..)?;
        let skipped =
            [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].into_iter().find(|(o, _)| rest.starts_with(o));
        if let Some((_, close)) = skipped {
            at += rest.find(close)? + close.len();
            continue;
        }
        let end = start_tag_end(text, at);
        let quotes = text.get(at..end)?.bytes().filter(|b| matches!(b, b'"' | b'\'')).count();
        if quotes > 2 * MAX_ATTRIBUTES && attributes(text.get(at..end)?) > MAX_ATTRIBUTES {
            return Some(at);
        }
        at = end;
    }
    None
}

/// How many quoted values a tag has.
fn attributes(tag: &str) -> usize {
    let (mut quote, mut count) = (None, 0);
    for b in tag.bytes() {
        match (quote, b) {
            (Some(q), b) if q == b => quote = None,
            (None, b'"' | b'\'') => (quote, count) = (Some(b), count + 1),
            _ => {}
        }
    }
    count
}

/// Whether no element is nested too deeply.
fn shallow(source: Source, document: &Document, dialect: &Dialect, report: &mut Reporter) -> bool {
    let mut depth = 0_usize;
    let mut node = document.root_element();
    loop {
        if depth > MAX_DEPTH {
            let headline = format!("elements are nested more than {MAX_DEPTH} deep");
            report.push(Diagnostic::at(dialect.too_deep, source.start_tag(node), headline, "too deep"));
            return false;
        }
        if let Some(child) = node.first_element_child() {
            (node, depth) = (child, depth + 1);
            continue;
        }
        loop {
            if let Some(next) = node.next_sibling_element() {
                node = next;
                break;
            }
            match node.parent_element() {
                Some(parent) if depth > 0 => (node, depth) = (parent, depth - 1),
                _ => return true,
            }
        }
    }
}

/// The offset of a line and column, both from 1.
fn offset(text: &str, position: TextPos) -> usize {
    let line = position.row.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start..).unwrap_or("");
    start + rest.char_indices().nth(position.col.saturating_sub(1) as usize).map_or(rest.len(), |(i, _)| i)
}

fn malformed(source: Source, dialect: &Dialect, error: &Error) -> Diagnostic {
    let text = source.text;
    let at = match error {
        Error::NoRootNode | Error::UnclosedRootNode | Error::UnexpectedEndOfStream => text.len(),
        Error::DtdDetected => text.find("<!DOCTYPE").unwrap_or(0),
        other => offset(text, other.pos()),
    };
    let length = text.get(at..).and_then(|r| r.chars().next()).map_or(0, char::len_utf8);
    let span = match error {
        Error::DtdDetected => source.span(at..(at + "<!DOCTYPE".len()).min(text.len())),
        _ => source.span(at..at + length),
    };
    let code = dialect.malformed;
    match error {
        Error::DtdDetected => {
            Diagnostic::at(code, span, "document type declarations are not read", "here").help(dialect.no_declaration)
        }
        Error::NodesLimitReached => Diagnostic::at(code, span, "the document has too many elements", "here"),
        Error::UnexpectedEndOfStream | Error::UnclosedRootNode => {
            Diagnostic::at(code, span, "the document ends in the middle", "something is still open here")
        }
        Error::NoRootNode => Diagnostic::at(code, span, "the document has no element", "here"),
        Error::UnexpectedCloseTag(expected, found, _) => {
            let headline = format!("</{found}> where </{expected}> was expected");
            Diagnostic::at(code, span, headline, format!("<{expected}> is still open"))
        }
        _ => other_mistake(error, code, span, text.get(at..).is_some_and(|r| r.starts_with('<'))),
    }
}

/// A mistake in the parser's own words, without the place, which is shown anyway.
fn other_mistake(error: &Error, code: &'static Code, span: Span, at_bracket: bool) -> Diagnostic {
    let said = error.to_string();
    let said = said.rsplit_once(" at ").map_or(said.as_str(), |(head, _)| head);
    let headline = format!("no well-formed XML: {}", said.replace('\'', "`"));
    let diagnostic = Diagnostic::at(code, span, headline, "here");
    match error {
        Error::InvalidChar(..) | Error::InvalidAttributeValue(_) if at_bracket => {
            diagnostic.help("in the value of an attribute < is written &lt; and & is written &amp;")
        }
        _ => diagnostic,
    }
}
