//! The data of a document: all names first, then their initial values.
//!
//! Data anywhere in the document can be used everywhere. The item and index of a `<foreach>` and the variables of a
//! `<script>` are data too, declared where they are first mentioned unless a `<data>` does it.

use super::node::{descendants, element, plain};
use super::types::{Declared, commented_type};
use super::{Reader, codes};
use crate::chart::{Bounds, Data, DataId, Expr, ExprKind, StateId, Type};
use crate::script::{self, MistakeKind, Mode};
use crate::xml::Text;
use num_rational::BigRational;
use roxmltree::Node;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::unique;

impl<'d, 't> Reader<'d, 't> {
    /// Finds all data, and whether the chart handles errors.
    pub(super) fn declare(&mut self, root: Node<'d, 't>) {
        let states: BTreeMap<_, _> =
            self.nodes.iter().enumerate().map(|(i, n)| (n.id().get(), StateId(i as u32))).collect();
        // Declarations come first, wherever they are: a loop over a declared item does not declare it again.
        for node in descendants(root).filter(|n| element(*n) == Some("data")) {
            let state = node.ancestors().find_map(|n| states.get(&n.id().get()).copied());
            self.declare_data(node, state.unwrap_or(StateId::ROOT));
        }
        for node in descendants(root) {
            match element(node) {
                Some("foreach") => self.declare_loop(node),
                Some("assign") => self.declare_randoms(node),
                Some("script") => self.declare_variables(node),
                Some("var") => self.declare_variable(node, &states),
                Some("transition") => self.note_errors(node),
                _ => {}
            }
        }
        self.declare_robot(root);
        self.names.lenient = self.chart.handles_errors;
    }

    fn note_errors(&mut self, node: Node) {
        let events = plain(node, "event").map_or("", |a| a.value());
        let handled = events.split_whitespace().any(|e| e.split('.').next() == Some("error"));
        self.chart.handles_errors |= handled;
    }

    fn declare_data(&mut self, node: Node<'d, 't>, state: StateId) {
        let Ok(text) = self.required(node, "id") else { return };
        let name = text.value.trim().to_owned();
        if !is_name(&name) {
            self.error(codes::STRUCTURE, text.whole(), format!("`{name}` is no name"), "expected an identifier");
            return;
        }
        if self.names.objects.contains(&name) {
            let headline = format!("two data items have the id `{name}`");
            self.error(codes::DUPLICATE, text.whole(), headline, "again");
            return;
        }
        if let Some(first) = self.names.data.get(&name) {
            let first = self.chart.datum(*first).span;
            let headline = format!("two data items have the id `{name}`");
            let diagnostic = Diagnostic::at(codes::DUPLICATE, text.whole(), headline, "again");
            self.report.push(diagnostic.label(first, "first here"));
            return;
        }
        if self.declare_object(node, &name, state) {
            return;
        }
        let Declared { ty: declared, bounds } = self.declared_type(node);
        let (input, choice) = self.chooser(node, &name);
        let data = Data {
            declared,
            bounds,
            commented: commented_type(node, &name),
            input,
            choice,
            output: self.flag(node, "output"),
            any: self.is_any(node) || plain(node, "src").is_some(),
            ..Data::new(&name, self.tag(node))
        };
        let id = self.add(data, state);
        self.declarations.insert(id, node);
    }

    /// Declares the values of an object, if the item starts as one.
    fn declare_object(&mut self, node: Node<'d, 't>, name: &str, state: StateId) -> bool {
        let text = match (self.attribute(node, "expr"), self.content(node)) {
            (Some(text), None) | (None, Some(text)) => text,
            _ => return false,
        };
        // What is said of an item besides its value would have to be said of each value.
        let alone = node.attributes().all(|a| matches!(a.name(), "id" | "expr"));
        let values = if alone { script::object(&text, &mut self.names) } else { None };
        for (path, value) in values.iter().flatten() {
            let mut full = name.to_owned();
            for part in path {
                self.names.objects.insert(full.clone());
                full = format!("{full}.{part}");
            }
            if !self.names.data.contains_key(&full) {
                let data = Data { init: Some(value.clone()), ..Data::new(&full, value.span) };
                self.add(data, state);
            }
        }
        values.is_some()
    }

    pub(super) fn add(&mut self, data: Data, state: StateId) -> DataId {
        let id = DataId(self.chart.data.len() as u32);
        self.names.data.insert(data.name.clone(), id);
        self.chart.data.push(data);
        if let Some(state) = self.chart.states.get_mut(state.0 as usize) {
            state.data.push(id);
        }
        id
    }

    /// Declares a name that is used like a variable, unless it is one.
    fn declare_implicitly(&mut self, name: &str, span: Span) {
        if is_name(name) && !self.names.data.contains_key(name) {
            self.add(Data::new(name, span), StateId::ROOT);
        }
    }

    /// Declares a number for each `Math.random()` in the value of an assignment. It is evaluated at most once in a microstep,
    /// which a loop or a condition might do more often.
    fn declare_randoms(&mut self, node: Node<'d, 't>) {
        let repeated = node.ancestors().any(|n| element(n) == Some("foreach"));
        let Some(text) = self.attribute(node, "expr").filter(|_| !repeated) else { return };
        for span in script::randoms(&text) {
            let name = unique("random".to_owned(), |name| self.names.data.contains_key(name));
            let [lo, hi] = [0, 1].map(|n| BigRational::from_integer(n.into()));
            let bounds = Some(Bounds { lo, hi });
            let data = Data { declared: Some(Type::Real), bounds, input: true, random: true, ..Data::new(&name, span) };
            let id = self.add(data, StateId::ROOT);
            self.names.randoms.insert(span.start, id);
            let headline = "`Math.random()` is read as any number from 0 to below 1";
            self.report.push(Diagnostic::at(codes::READ_AS, span, headline, "whatever its probability"));
        }
    }

    fn declare_loop(&mut self, node: Node) {
        for attribute in ["item", "index"] {
            if let Some(text) = self.attribute(node, attribute) {
                self.declare_implicitly(text.value.trim(), text.whole());
            }
        }
    }

    /// Declares what `<var>` of Commons SCXML does: a variable of one state.
    fn declare_variable(&mut self, node: Node<'d, 't>, states: &BTreeMap<u32, StateId>) {
        let Ok(text) = self.required(node, "name") else { return };
        let name = text.value.trim();
        self.declare_implicitly(name, text.whole());
        let state = node.ancestors().find_map(|n| states.get(&n.id().get()).copied()).unwrap_or(StateId::ROOT);
        if *self.variables.entry(name.to_owned()).or_insert(state) != state {
            self.refuse("a variable of two states", text.whole());
        }
    }

    fn declare_variables(&mut self, node: Node) {
        let Some(text) = self.content(node) else { return };
        for (name, span) in script::declared(&text) {
            self.declare_implicitly(&name, span);
        }
    }

    /// Whether a data item is chosen anew with every event, and whether by the machine itself.
    fn chooser(&mut self, node: Node, name: &str) -> (bool, bool) {
        let (input, choice) = (self.flag(node, "input"), self.flag(node, "choice"));
        if input
            && choice
            && let Some(text) = self.extension_attribute(node, "choice")
        {
            let headline = format!("`{name}` is declared as an input and as a choice");
            let diagnostic = Diagnostic::at(codes::BAD_DECLARATION, text.whole(), headline, "and an input");
            self.report.push(diagnostic.help("the environment chooses an input, the machine itself chooses a choice"));
        }
        (input || choice, choice)
    }

    fn flag(&mut self, node: Node, name: &str) -> bool {
        let Some(text) = self.extension_attribute(node, name) else { return false };
        let value = text.value.trim();
        if !matches!(value, "true" | "false") {
            let headline = format!("`{value}` is neither true nor false");
            self.error(codes::BAD_DECLARATION, text.whole(), headline, "expected true or false");
        }
        value == "true"
    }

    fn is_any(&mut self, node: Node) -> bool {
        let Some(text) = self.extension_attribute(node, "init") else { return false };
        if text.value.trim() != "any" {
            let headline = format!("`{}` is no value of `wf:init`", text.value.trim());
            let diagnostic = Diagnostic::at(codes::BAD_DECLARATION, text.whole(), headline, "expected any");
            self.report.push(diagnostic.help("a first value is written as expr=\"...\""));
        }
        true
    }

    /// Reads the initial values of all data.
    pub(super) fn read_initial_values(&mut self) {
        for (id, node) in self.declarations.clone() {
            let init = self.initial_value(node);
            self.chart.data[id.0 as usize].init = init;
        }
    }

    fn initial_value(&mut self, node: Node) -> Option<Expr> {
        if let Some(text) = self.attribute(node, "src") {
            let value = plain(node, "expr").map(|a| self.source.span(a.range()));
            if let Some(value) = value.or_else(|| self.content(node).map(|content| content.whole())) {
                self.error(codes::STRUCTURE, value, "a data item has two values", "and `src`");
            } else if self.chart.handles_errors {
                self.refuse("data in another file where the chart handles errors", text.whole());
            } else {
                let headline = "what is in another file is read as any value";
                self.report.push(Diagnostic::at(codes::READ_AS, text.whole(), headline, "not looked at"));
            }
            return None;
        }
        let content = self.content(node);
        let expr = self.filled(node, "expr");
        match (expr, content) {
            (Some(_), Some(content)) => {
                self.error(codes::STRUCTURE, content.whole(), "a data item has two values", "and `expr`");
                None
            }
            (Some(text), None) => self.expression(&text, Mode::Plain).ok(),
            (None, Some(content)) => self.inline_value(&content),
            (None, None) => None,
        }
    }

    /// The value of characters in an element: what they mean as an expression, or else the text itself, its blanks made one.
    pub(super) fn inline_value(&mut self, content: &Text) -> Option<Expr> {
        let faults = self.names.faults.len();
        let read = script::expression(content, Mode::Plain, &mut self.names);
        let failed = self.names.faults.len() > faults;
        self.names.faults.truncate(faults);
        let mistake = match read {
            Ok(expr) if !failed => return Some(expr),
            Ok(_) => None,
            Err(mistake) => Some(mistake),
        };
        if let Some(mistake) = mistake.filter(|m| m.kind == MistakeKind::Unsupported) {
            self.report.push(*mistake.diagnostic);
            return None;
        }
        let words: Vec<&str> = content.value.split_whitespace().collect();
        Some(Expr { kind: ExprKind::Text(words.join(" ")), span: content.whole() })
    }
}

/// Whether a text is an identifier.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    chars.next().is_some_and(start) && chars.all(|c| start(c) || c.is_numeric())
}
