//! The states of a document, numbered in its order, and what is said of the document as a whole.

use super::node::{element, elements, plain};
use super::{Checked, Reader, codes};
use crate::chart::{State, StateId, StateKind};
use roxmltree::Node;
use wherefore_diag::Diagnostic;

/// The most events that a document may let wait in a queue: every place in it is part of a state.
const LONGEST_QUEUE: u32 = 64;
/// The most microsteps that a document may allow from one external event to rest.
const MOST_MICROSTEPS: u32 = 100_000;

impl<'d, 't> Reader<'d, 't> {
    /// Reads the attributes of the root.
    pub(super) fn read_root(&mut self, root: Node) -> Checked<()> {
        let name = self.attribute(root, "name").map(|t| t.value.trim().to_owned());
        self.chart.name = name.filter(|n| !n.is_empty()).unwrap_or_else(|| "scxml".to_owned());
        self.names.name = plain(root, "name").map(|a| a.value().to_owned());
        self.chart.late_binding = self.choice(root, "binding", &["early", "late"]) == Some("late");
        self.chart.queue = self.count(root, "queue", LONGEST_QUEUE);
        self.chart.microsteps = self.count(root, "microsteps", MOST_MICROSTEPS);
        self.read_datamodel(root);
        Ok(())
    }

    fn read_datamodel(&mut self, root: Node) {
        let Some(text) = self.attribute(root, "datamodel") else { return };
        let model = text.value.trim();
        if model == "null" {
            self.is_null = self.refuse_data(root);
        }
        self.names.words = model == "jexl";
        if !matches!(model, "null" | "ecmascript" | "") {
            let headline = format!("the data model `{model}` is read as ECMAScript");
            self.report.push(Diagnostic::at(codes::DATAMODEL, text.whole(), headline, "another language"));
        }
    }

    /// A positive number among our own attributes.
    fn count(&mut self, node: Node, name: &str, most: u32) -> Option<u32> {
        let text = self.extension_attribute(node, name)?;
        let value = text.value.trim();
        let count = value.parse().ok().filter(|n| (1..=most).contains(n));
        if count.is_none() {
            let large = value.bytes().all(|b| b.is_ascii_digit()) && value.bytes().any(|b| b != b'0');
            let fault = if large { format!("more than {most}") } else { "no positive number".to_owned() };
            let headline = format!("`{value}` is {fault}");
            let diagnostic =
                Diagnostic::at(codes::BAD_DECLARATION, text.whole(), headline, "expected a number such as 8");
            self.report.push(diagnostic.help(format!("`wf:{name}` is a number from 1 to {most}")));
        }
        count
    }

    /// Numbers the states.
    pub(super) fn outline(&mut self, root: Node<'d, 't>) {
        self.state(root, None);
        if let Some(span) = self.chart.states.first().filter(|s| s.children.is_empty()).map(|s| s.span) {
            self.error(codes::STRUCTURE, span, "the document has no state", "nothing to be in");
        }
        self.make_up_ids();
    }

    fn state(&mut self, node: Node<'d, 't>, parent: Option<StateId>) -> StateId {
        let id = StateId(self.chart.states.len() as u32);
        let kind = self.state_kind(node, parent);
        let name = if parent.is_none() { None } else { self.state_name(node, id) };
        self.chart.states.push(State {
            kind,
            named: name.is_some(),
            id: name.unwrap_or_default(),
            parent,
            children: Vec::new(),
            histories: Vec::new(),
            end: id,
            initial: None,
            transitions: Vec::new(),
            onentry: Vec::new(),
            onexit: Vec::new(),
            data: Vec::new(),
            done_name: String::new(),
            done: Vec::new(),
            span: self.tag(node),
        });
        self.nodes.push(node);
        let (mut children, mut histories) = (Vec::new(), Vec::new());
        for (name, child) in elements(node) {
            match name {
                "state" | "parallel" | "final" => children.push(self.state(child, Some(id))),
                "history" => {
                    let history = self.state(child, Some(id));
                    self.names.histories.insert(history);
                    histories.push(history);
                }
                _ => {}
            }
        }
        if let (true, Some(history)) = (children.is_empty(), histories.first()) {
            let span = self.chart.state(*history).span;
            self.error(codes::STRUCTURE, span, "a history in a state without states", "nothing to remember");
        }
        let end = StateId(self.chart.states.len() as u32);
        let state = &mut self.chart.states[id.0 as usize];
        (state.children, state.histories, state.end) = (children, histories, end);
        id
    }

    fn state_kind(&mut self, node: Node, parent: Option<StateId>) -> StateKind {
        let has_states = elements(node).any(|(n, _)| matches!(n, "state" | "parallel" | "final"));
        match element(node) {
            _ if parent.is_none() => StateKind::Root,
            Some("final") => StateKind::Final,
            Some("history") => {
                StateKind::History { deep: self.choice(node, "type", &["shallow", "deep"]) == Some("deep") }
            }
            Some("parallel") if has_states => StateKind::Parallel,
            _ if has_states => StateKind::Compound,
            _ => StateKind::Atomic,
        }
    }

    fn state_name(&mut self, node: Node, state: StateId) -> Option<String> {
        let text = self.attribute(node, "id")?;
        let name = text.value.trim().to_owned();
        let span = text.whole();
        if name.is_empty() || name.contains(char::is_whitespace) {
            self.error(codes::STRUCTURE, span, format!("`{name}` is no id of a state"), "an id has no blanks");
            return None;
        }
        if let Some(first) = self.names.states.insert(name.clone(), state) {
            let diagnostic =
                Diagnostic::at(codes::DUPLICATE, span, format!("two states have the id `{name}`"), "again");
            self.report.push(diagnostic.label(self.chart.state(first).span, "first here"));
        }
        Some(name)
    }

    /// Gives an id to every state without one; the root is called as the document.
    fn make_up_ids(&mut self) {
        for index in 0..self.chart.states.len() {
            if self.chart.states[index].named {
                continue;
            }
            let word = element(self.nodes[index]).unwrap_or("state");
            let mut id = if index == 0 { self.chart.name.clone() } else { format!("{word}_{index}") };
            while index > 0 && self.names.states.contains_key(&id) {
                id.push('_');
            }
            self.chart.states[index].id = id;
        }
        for state in &mut self.chart.states {
            state.done_name = format!("done.state.{}", state.id);
        }
    }
}
