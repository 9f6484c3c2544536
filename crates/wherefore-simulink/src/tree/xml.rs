//! Sections out of XML: the text that the container makes of an archive.

use super::{MAX_DEPTH, Node};
use crate::codes;
use crate::document::Parameters;
use wherefore_diag::{FileId, Span};
use wherefore_syntax::Reporter;
use wherefore_syntax::xml::{self, Dialect, Source};

const DIALECT: Dialect = Dialect {
    malformed: codes::XML,
    too_deep: codes::TOO_DEEP,
    no_declaration: "Simulink writes none: save the model anew",
};

/// The sections of the parts of an archive.
pub(super) fn parse(file: FileId, text: &str, report: &mut Reporter) -> Option<Vec<Node>> {
    let source = Source { file, text };
    let document = xml::parse(source, &DIALECT, report)?;
    Some(document.root_element().children().filter(|n| n.is_element()).map(|n| section(source, n, 0)).collect())
}

/// An element as a section; its depth is bounded by the parser.
fn section(source: Source<'_>, element: roxmltree::Node<'_, '_>, depth: usize) -> Node {
    let kind = element.tag_name().name().to_owned();
    let mut node = Node { kind, fields: Parameters::default(), children: Vec::new(), span: source.start_tag(element) };
    for attribute in element.attributes() {
        node.set(attribute.name(), attribute.value().to_owned(), source.span(attribute.range_value()));
    }
    for child in element.children().filter(|c| c.is_element()) {
        match field_name(child) {
            Some(name) => {
                let (content, tag) = (source.content(child), source.start_tag(child));
                // An empty field is where something would be put in.
                let is_empty = content.value.is_empty();
                let span = if is_empty { Span::new(tag.file, tag.end, tag.end) } else { content.whole() };
                node.set(&name, content.value.clone(), span);
            }
            None if depth < MAX_DEPTH => node.children.push(section(source, child, depth + 1)),
            None => {}
        }
    }
    node
}

/// The name of an element that is a field: `<P Name="Gain">`, or one with nothing but text inside.
fn field_name(element: roxmltree::Node<'_, '_>) -> Option<String> {
    if element.tag_name().name() == "P" {
        return element.attribute("Name").map(str::to_owned);
    }
    let plain = element.attributes().len() == 0 && element.first_element_child().is_none();
    let named = plain && !matches!(element.tag_name().name(), "System" | "Line" | "Branch" | "Block" | "Mask");
    named.then(|| element.tag_name().name().to_owned())
}
