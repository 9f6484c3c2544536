//! Elements and their attributes.

use super::{Reader, Reported, codes};
use crate::xml::{SCXML, Text, WHEREFORE};
use roxmltree::{Attribute, Node};
use wherefore_diag::{Diagnostic, Span};

/// Whether a namespace is that of SCXML, or of what the root takes for it. Documents without a namespace are read as if they
/// had it.
pub(super) fn is_scxml(node: Node, namespace: Option<&str>) -> bool {
    let root = node.document().root_element().tag_name().namespace();
    namespace.is_none() || namespace == Some(SCXML) || namespace == root
}

/// The name of an element of SCXML.
pub(super) fn element<'t>(node: Node<'_, 't>) -> Option<&'t str> {
    let name = node.tag_name();
    (node.is_element() && (is_scxml(node, name.namespace()) || is_variable(node))).then_some(name.name())
}

/// Whether an element is the `<var>` of Commons SCXML, which declares a variable and assigns to it.
pub(super) fn is_variable(node: Node) -> bool {
    let name = node.tag_name();
    name.name() == "var" && name.namespace().is_some_and(|n| n.ends_with("://commons.apache.org/scxml"))
}

/// The name of an element of our own namespace.
pub(super) fn extension<'t>(node: Node<'_, 't>) -> Option<&'t str> {
    let name = node.tag_name();
    (node.is_element() && name.namespace() == Some(WHEREFORE)).then_some(name.name())
}

/// The elements of SCXML inside an element, with their names.
pub(super) fn elements<'d, 't>(node: Node<'d, 't>) -> impl Iterator<Item = (&'t str, Node<'d, 't>)> {
    node.children().filter_map(|child| element(child).map(|name| (name, child)))
}

/// The first element of SCXML of this name inside an element.
pub(super) fn child<'d, 't>(node: Node<'d, 't>, name: &str) -> Option<Node<'d, 't>> {
    elements(node).find(|(n, _)| *n == name).map(|(_, child)| child)
}

/// The elements of a document, in its order, without those of documents inside it.
pub(super) fn descendants<'d, 't>(root: Node<'d, 't>) -> impl Iterator<Item = Node<'d, 't>> {
    let mut end = None;
    root.descendants().filter(move |node| {
        let inside = end.is_some_and(|end| node.range().start < end);
        if !inside && *node != root && element(*node) == Some("scxml") {
            end = Some(node.range().end);
        }
        node.is_element() && end.is_none_or(|end| node.range().start >= end)
    })
}

/// An attribute of SCXML.
pub(super) fn plain<'d, 't>(node: Node<'d, 't>, name: &str) -> Option<Attribute<'d, 't>> {
    node.attributes().find(|a| a.name() == name && is_scxml(node, a.namespace()))
}

impl<'d, 't> Reader<'d, 't> {
    /// The start tag of an element.
    pub(super) fn tag(&self, node: Node) -> Span {
        self.source.start_tag(node)
    }

    /// The name in the start tag of an element.
    pub(super) fn name_of(&self, node: Node) -> Span {
        let start = node.range().start + 1;
        let rest = self.source.text.get(start..).unwrap_or("");
        let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(rest.len());
        self.source.span(start..start + length)
    }

    /// The value of an attribute of SCXML.
    pub(super) fn attribute(&self, node: Node, name: &str) -> Option<Text> {
        plain(node, name).map(|a| self.source.attribute(a))
    }

    /// The value of an attribute of SCXML; one that is empty is read as if it were not there.
    pub(super) fn filled(&mut self, node: Node, name: &str) -> Option<Text> {
        let text = self.attribute(node, name)?;
        if !text.value.trim().is_empty() {
            return Some(text);
        }
        let span = self.source.span(plain(node, name)?.range());
        let headline = format!("the attribute `{name}` is empty and read as if it were not there");
        self.report.push(Diagnostic::at(codes::EMPTY, span, headline, "here").help("leave it out"));
        None
    }

    /// The value of an attribute of our own namespace.
    pub(super) fn extension_attribute(&self, node: Node, name: &str) -> Option<Text> {
        node.attributes()
            .find(|a| a.namespace() == Some(WHEREFORE) && a.name() == name)
            .map(|a| self.source.attribute(a))
    }

    /// The value of an attribute that must be there.
    pub(super) fn required(&mut self, node: Node, name: &str) -> Result<Text, Reported> {
        match self.attribute(node, name) {
            Some(text) => Ok(text),
            None => {
                let headline = format!("<{}> needs the attribute `{name}`", node.tag_name().name());
                let span = self.tag(node);
                Err(self.error(codes::STRUCTURE, span, headline, "missing here"))
            }
        }
    }

    /// The characters in an element, unless they are only blanks.
    pub(super) fn content(&self, node: Node) -> Option<Text> {
        let text = self.source.content(node);
        (!text.value.trim().is_empty()).then_some(text)
    }

    /// One of the words that an attribute may be; the first is meant where it is missing.
    pub(super) fn choice(&mut self, node: Node, name: &str, words: &[&'static str]) -> Option<&'static str> {
        let Some(text) = self.attribute(node, name) else { return words.first().copied() };
        let found = words.iter().find(|w| **w == text.value.trim()).copied();
        if found.is_none() {
            let headline = format!("`{}` is no value of `{name}`", text.value.trim());
            let diagnostic = Diagnostic::at(codes::STRUCTURE, text.whole(), headline, "not one of them");
            self.report.push(diagnostic.help(format!("write one of: {}", words.join(", "))));
        }
        found
    }

    /// Refuses an element or attribute by its name.
    pub(super) fn refuse(&mut self, what: &str, span: Span) -> Reported {
        self.error(codes::UNSUPPORTED, span, format!("{what} is not supported"), "not supported")
    }
}
