//! The document behind a chart: which element begins at a place, and in which piece of text an expression is written.

use super::script::Script;
use crate::{Edit, Tokens, markup};
use roxmltree::{Attribute, Node};
use std::collections::BTreeMap;
use wherefore_diag::Span;
use wherefore_lang::scxml::{Source, Text, tokens};

/// A text as it is written anywhere in a document, attributes too.
pub(super) fn escaped(text: &str) -> String {
    markup::escaped(text).replace('"', "&quot;").replace('\'', "&apos;")
}

/// Where an expression can be written.
#[derive(Clone, Copy)]
enum Carrier<'d, 't> {
    Attribute(Attribute<'d, 't>),
    Content(Node<'d, 't>),
}

/// A document, by places.
pub(super) struct Document<'d, 't> {
    source: Source<'t>,
    elements: BTreeMap<u32, Node<'d, 't>>,
    /// Values of attributes and contents of elements without elements, by where they begin.
    carriers: BTreeMap<u32, Carrier<'d, 't>>,
}

impl<'d, 't> Document<'d, 't> {
    pub fn new(source: Source<'t>, tree: &'d roxmltree::Document<'t>) -> Document<'d, 't> {
        let (mut elements, mut carriers) = (BTreeMap::new(), BTreeMap::new());
        for node in tree.descendants().filter(Node::is_element) {
            elements.insert(node.range().start as u32, node);
            for attribute in node.attributes() {
                carriers.insert(attribute.range_value().start as u32, Carrier::Attribute(attribute));
            }
            if node.first_element_child().is_none() {
                carriers.insert(source.start_tag(node).end, Carrier::Content(node));
            }
        }
        Document { source, elements, carriers }
    }

    /// The text that an expression is written in, with its tokens; nothing if it is not written in one piece.
    pub fn script(&self, span: Span) -> Option<Script> {
        let (start, carrier) = self.carriers.range(..=span.start).next_back()?;
        let text: Text = match carrier {
            Carrier::Attribute(attribute) => self.source.attribute(*attribute),
            Carrier::Content(node) => self.source.content(*node),
        };
        let before = self.source.text.get(*start as usize..span.start as usize)?;
        let is_quoted = before.rfind("<![CDATA[") > before.rfind("]]>");
        let tokens = tokens(&text);
        let tokens = Tokens::new(tokens.iter().map(|(span, spelled)| (*span, spelled.as_str())));
        let delimiter = match carrier {
            Carrier::Attribute(_) => self.source.text.get(..*start as usize)?.chars().next_back(),
            Carrier::Content(_) => None,
        };
        Some(Script { tokens, is_quoted, delimiter })
    }

    fn node(&self, start_tag: Span) -> Option<Node<'d, 't>> {
        self.elements.get(&start_tag.start).copied()
    }

    /// The whole element with this start tag.
    pub fn element(&self, start_tag: Span) -> Option<Span> {
        self.node(start_tag).map(|n| self.source.span(n.range()))
    }

    /// The element around one that is alone in it.
    pub fn around_alone(&self, start_tag: Span, name: &str) -> Option<Span> {
        let parent = self.node(start_tag)?.parent_element()?;
        let is_alone = parent.children().filter(Node::is_element).count() == 1;
        (is_alone && parent.tag_name().name() == name).then(|| self.source.span(parent.range()))
    }

    /// The name in a start tag.
    pub fn tag_name(&self, start_tag: Span) -> Option<Span> {
        self.node(start_tag)?;
        let rest = self.source.text.get(start_tag.start as usize + 1..)?;
        let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))? as u32;
        Some(Span::new(start_tag.file, start_tag.start + 1, start_tag.start + 1 + length))
    }

    /// The edit that puts something in before the end of an element.
    pub fn put_in(&self, start_tag: Span, content: &str) -> Option<Edit> {
        let (node, name) = (self.node(start_tag)?, self.tag_name(start_tag)?);
        let tag = self.source.start_tag(node);
        let name = self.source.text.get(name.start as usize..name.end as usize)?;
        let range = node.range();
        if tag.end as usize == range.end {
            let slash = Span::new(tag.file, tag.end.checked_sub(2)?, tag.end);
            return Some(Edit { span: slash, text: format!(">{content}</{name}>") });
        }
        let end = range.start + self.source.text.get(range.clone())?.rfind("</")?;
        Some(Edit { span: self.source.span(end..end), text: content.to_owned() })
    }

    /// An attribute with the blanks before it.
    pub fn attribute(&self, start_tag: Span, name: &str) -> Option<Span> {
        let attribute = self.node(start_tag)?.attributes().find(|a| a.name() == name)?;
        let range = attribute.range();
        let before = self.source.text.get(..range.start)?;
        Some(self.source.span(before.trim_end().len()..range.end))
    }

    /// The edit that puts something in at the beginning of an element.
    pub fn put_first(&self, start_tag: Span, content: &str) -> Option<Edit> {
        let node = self.node(start_tag)?;
        let tag = self.source.start_tag(node);
        if tag.end as usize == node.range().end {
            return self.put_in(start_tag, content);
        }
        Some(Edit { span: Span::new(tag.file, tag.end, tag.end), text: content.to_owned() })
    }

    /// The start tag of the element around one.
    pub fn parent(&self, start_tag: Span) -> Option<Span> {
        self.node(start_tag)?.parent_element().map(|parent| self.source.start_tag(parent))
    }

    /// The words of an attribute.
    pub fn words(&self, start_tag: Span, name: &str) -> Vec<Span> {
        let attribute = self.node(start_tag).and_then(|n| n.attributes().find(|a| a.name() == name));
        let Some(text) = attribute.map(|a| self.source.attribute(a)) else { return Vec::new() };
        let mut words = Vec::new();
        let mut at = 0;
        for word in text.value.split(char::is_whitespace) {
            if !word.is_empty() {
                words.push(text.span(at..at + word.len()));
            }
            at +=
                word.len() + text.value.get(at + word.len()..).and_then(|r| r.chars().next()).map_or(0, char::len_utf8);
        }
        words
    }
}
