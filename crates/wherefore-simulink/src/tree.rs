//! What both containers have in common: sections with fields and sections inside.
//!
//! ```text
//! <Block BlockType="Gain"><P Name="Gain">2</P></Block>        Block { BlockType Gain  Gain "2" }
//! ```

mod mdl;
mod xml;

use crate::document::{Parameter, Parameters};
use wherefore_diag::{FileId, Span};
use wherefore_syntax::Reporter;

/// How deep sections may be nested: they are walked by recursion.
const MAX_DEPTH: usize = 200;

/// A section.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Its name: `Block`, `Line`.
    pub kind: String,
    /// Names with values.
    pub fields: Parameters,
    /// The sections inside, in order.
    pub children: Vec<Node>,
    /// Where it begins.
    pub span: Span,
}

impl Node {
    /// The sections inside of this kind.
    pub fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Node> {
        self.children.iter().filter(move |c| c.kind == kind)
    }

    /// The first section inside of this kind.
    pub fn child(&self, kind: &str) -> Option<&Node> {
        self.children.iter().find(|c| c.kind == kind)
    }

    /// The text of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.get(name)
    }

    /// Sets a field; the last value counts.
    fn set(&mut self, name: &str, text: String, span: Span) {
        self.fields.0.insert(name.to_owned(), Parameter { text, span });
    }
}

/// The parts of a diagram, each a section: the text of an archive (`container`), or the one of a `.mdl` file.
pub(crate) fn parse(file: FileId, text: &str, report: &mut Reporter) -> Option<Vec<Node>> {
    if text.trim_start().starts_with('<') { xml::parse(file, text, report) } else { mdl::parse(file, text, report) }
}
