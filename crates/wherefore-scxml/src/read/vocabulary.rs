//! Which elements and attributes there are, and where they may stand.
//!
//! Everything of the SCXML namespace, and of ours, must be known: an element or attribute that is skipped would change what
//! the document means. Other namespaces may be ignored, as the standard says, and are mentioned once.

use super::node::{element, is_scxml, is_variable};
use super::robot::{ROBOT, stands_for};
use super::{Checked, Reader, Reported, codes};
use crate::xml::{SCXML, WHEREFORE, XINCLUDE};
use roxmltree::{Attribute, Node};
use std::collections::BTreeSet;
use wherefore_diag::Diagnostic;
use wherefore_syntax::nearest;

/// An element: its attributes, those of our namespace, and the elements it may stand in.
pub(super) struct Element {
    pub name: &'static str,
    attributes: &'static [&'static str],
    extensions: &'static [&'static str],
    parents: &'static [&'static str],
}

const STATES: &[&str] = &["scxml", "state", "parallel"];
/// Where instructions may stand.
pub(super) const BLOCKS: &[&str] = &["onentry", "onexit", "transition", "target", "if", "foreach", "finalize"];

/// An element without attributes of our namespace.
pub(super) const fn plain(
    name: &'static str,
    attributes: &'static [&'static str],
    parents: &'static [&'static str],
) -> Element {
    Element { name, attributes, extensions: &[], parents }
}

/// The elements of the standard.
const ELEMENTS: &[Element] = &[
    Element {
        name: "scxml",
        attributes: &["initial", "name", "datamodel", "binding", "version", "exmode", "model_src"],
        extensions: &["queue", "microsteps"],
        parents: &[],
    },
    plain("state", &["id", "initial"], STATES),
    plain("parallel", &["id"], STATES),
    plain("final", &["id"], &["scxml", "state"]),
    plain("initial", &["id"], &["state"]),
    plain("history", &["id", "type"], &["state", "parallel"]),
    Element {
        name: "transition",
        attributes: &["event", "cond", "target", "type"],
        extensions: &["name"],
        parents: &["scxml", "state", "parallel", "initial", "history"],
    },
    plain("onentry", &[], &["state", "parallel", "final"]),
    plain("onexit", &[], &["state", "parallel", "final"]),
    plain("datamodel", &[], STATES),
    Element {
        name: "data",
        attributes: &["id", "expr", "src", "type"],
        extensions: &["type", "range", "values", "input", "choice", "output", "init"],
        parents: &["datamodel"],
    },
    Element { name: "target", attributes: &["id", "prob"], extensions: &["name"], parents: &["transition"] },
    plain("assign", &["location", "expr"], BLOCKS),
    plain("raise", &["event"], BLOCKS),
    plain(
        "send",
        &[
            "event",
            "eventexpr",
            "target",
            "targetexpr",
            "type",
            "typeexpr",
            "id",
            "idlocation",
            "delay",
            "delayexpr",
            "namelist",
        ],
        BLOCKS,
    ),
    plain("cancel", &["sendid", "sendidexpr"], BLOCKS),
    plain("if", &["cond"], BLOCKS),
    plain("elseif", &["cond"], &["if"]),
    plain("else", &[], &["if"]),
    plain("foreach", &["array", "item", "index"], BLOCKS),
    plain("log", &["label", "expr", "level"], BLOCKS),
    plain("script", &["src"], &["scxml", "onentry", "onexit", "transition", "target", "if", "foreach", "finalize"]),
    plain("donedata", &[], &["final"]),
    plain("param", &["name", "expr", "location"], &["donedata", "send", "invoke"]),
    plain("content", &["expr"], &["donedata", "send", "invoke"]),
    plain(
        "invoke",
        &["type", "typeexpr", "src", "srcexpr", "id", "idlocation", "namelist", "autoforward"],
        &["state", "parallel"],
    ),
    plain("finalize", &[], &["invoke"]),
];

/// The elements of Commons SCXML.
const COMMONS: &[Element] = &[plain("var", &["name", "expr"], BLOCKS)];

/// The elements of our namespace.
const EXTENSIONS: &[Element] = &[
    plain("event", &["name"], &["scxml"]),
    plain("chart", &["src"], &["scxml"]),
    plain("param", &["name", "type", "range", "values"], &["event"]),
    plain("invariant", &["name", "expr"], &["scxml"]),
    plain("ltl", &["name", "expr"], &["scxml"]),
];

impl Reader<'_, '_> {
    /// Checks all elements from the root on. Nothing more can be read if the root is something else.
    pub(super) fn check_vocabulary(&mut self, root: Node) -> Checked<()> {
        if element(root) != Some("scxml") {
            let headline = format!("the document is <{}>, not <scxml>", root.tag_name().name());
            let diagnostic = Diagnostic::at(codes::STRUCTURE, self.tag(root), headline, "the outermost element");
            return Err(self.report.push(diagnostic.help(format!("SCXML has the namespace \"{SCXML}\""))));
        }
        let namespace = root.tag_name().namespace();
        if let Some(other) = namespace.filter(|n| *n != SCXML) {
            let headline = format!("the namespace `{other}` is taken for that of SCXML");
            let diagnostic = Diagnostic::at(codes::NAMESPACE, self.tag(root), headline, "another namespace");
            self.report.push(diagnostic.help(format!("the namespace of SCXML is \"{SCXML}\"")));
        }
        let mut mentioned = BTreeSet::new();
        self.check_attributes(root, ELEMENTS, &mut mentioned);
        self.check_children(root, &mut mentioned);
        Ok(())
    }

    fn check_children(&mut self, parent: Node, mentioned: &mut BTreeSet<String>) {
        // A document that is invoked is one of its own.
        let invoked = parent.parent().and_then(element) == Some("invoke");
        if invoked && element(parent) == Some("content") {
            return;
        }
        for node in parent.children().filter(Node::is_element) {
            let table = match node.tag_name().namespace() {
                namespace if is_scxml(node, namespace) => ELEMENTS,
                _ if is_variable(node) => COMMONS,
                Some(WHEREFORE) => EXTENSIONS,
                Some(XINCLUDE) => {
                    let span = self.tag(node);
                    self.refuse("the inclusion of another file", span);
                    continue;
                }
                other => {
                    self.mention(other.unwrap_or(""), node, mentioned);
                    continue;
                }
            };
            if self.check_element(node, parent, table).is_ok() {
                self.check_attributes(node, table, mentioned);
                self.check_children(node, mentioned);
            }
        }
    }

    /// Whether an element is known and may stand where it does. What is inside one that may not is not looked at.
    fn check_element(&mut self, node: Node, parent: Node, table: &[Element]) -> Checked<()> {
        let (name, outer) = (node.tag_name().name(), stands_for(parent.tag_name().name()));
        let span = self.tag(node);
        let known = table.iter().chain(ROBOT.iter().map(|e| &e.element)).find(|e| e.name == name);
        if known.is_some_and(|known| known.parents.contains(&outer)) {
            return Ok(());
        }
        if matches!(outer, "data" | "assign" | "content") {
            return Err(self.refuse("XML as a value", span));
        }
        let Some(known) = known else { return Err(self.unknown_element(node, table)) };
        let headline = format!("<{name}> cannot stand in <{outer}>");
        let inside: Vec<String> = known.parents.iter().map(|p| format!("<{p}>")).collect();
        let diagnostic = Diagnostic::at(codes::STRUCTURE, span, headline, "not here");
        Err(self.report.push(diagnostic.help(format!("it may stand in {}", inside.join(", ")))))
    }

    fn unknown_element(&mut self, node: Node, table: &[Element]) -> Reported {
        let (name, span) = (node.tag_name().name(), self.name_of(node));
        let written = self.source.text.get(span.start as usize..span.end as usize).unwrap_or(name);
        let headline = format!("<{written}> is not supported");
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, self.tag(node), headline, "no such element is known");
        self.report.push(match nearest(name, table.iter().map(|e| e.name)) {
            Some(near) => diagnostic.help(format!("did you mean <{}>?", written.replace(name, near))),
            None => diagnostic,
        })
    }

    fn check_attributes(&mut self, node: Node, table: &[Element], mentioned: &mut BTreeSet<String>) {
        let name = node.tag_name().name();
        let mut elements = table.iter().chain(ROBOT.iter().map(|e| &e.element));
        let Some(known) = elements.find(|e| e.name == name) else { return };
        for attribute in node.attributes() {
            let allowed = match attribute.namespace() {
                namespace if is_scxml(node, namespace) => known.attributes,
                Some(WHEREFORE) => known.extensions,
                Some(roxmltree::NS_XML_URI) => continue,
                other => {
                    self.mention(other.unwrap_or(""), node, mentioned);
                    continue;
                }
            };
            if !allowed.contains(&attribute.name()) {
                self.unknown_attribute(node, attribute, allowed);
            }
        }
    }

    fn unknown_attribute(&mut self, node: Node, attribute: Attribute, allowed: &[&'static str]) {
        let span = self.source.attribute_name(attribute);
        let what = self.source.text.get(attribute.range_qname()).unwrap_or("");
        let headline = format!("the attribute `{what}` of <{}> is not supported", node.tag_name().name());
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not an attribute of this element");
        self.report.push(match nearest(attribute.name(), allowed.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{}`?", what.replace(attribute.name(), near))),
            None => diagnostic,
        });
    }

    fn mention(&mut self, namespace: &str, node: Node, mentioned: &mut BTreeSet<String>) {
        if mentioned.insert(namespace.to_owned()) {
            let headline = format!("what is in the namespace `{namespace}` is ignored");
            let diagnostic = Diagnostic::at(codes::FOREIGN, self.tag(node), headline, "here for the first time");
            self.report.push(diagnostic);
        }
    }
}
