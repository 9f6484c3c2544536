//! Transitions: what triggers them, and where they lead.

use super::node::elements;
use super::{Checked, Reader, codes};
use crate::chart::{Descriptor, Expr, StateId, Transition};
use crate::script::Mode;
use crate::xml::Text;
use roxmltree::Node;
use std::ops::Range;
use wherefore_diag::Diagnostic;

impl<'d, 't> Reader<'d, 't> {
    /// Reads a transition that has one way.
    pub(super) fn transition(&mut self, node: Node<'d, 't>, source: StateId) -> Checked<Transition> {
        let mut all = self.transitions(node, source);
        match (all.pop(), all.is_empty()) {
            (Some(only), true) => only,
            _ => Err(self.refuse("a choice of targets", self.tag(node))),
        }
    }

    /// Reads a transition, as one for each of the targets among which it leaves the choice to chance.
    pub(super) fn transitions(&mut self, node: Node<'d, 't>, source: StateId) -> Vec<Checked<Transition>> {
        match self.attribute(node, "event").map_or(Ok(Vec::new()), |text| self.descriptors(&text)) {
            Ok(events) => self.alternatives(node, source, events, "target"),
            Err(reported) => vec![Err(reported)],
        }
    }

    /// Reads a transition with these events, whose targets are in an attribute.
    pub(super) fn triggered(
        &mut self,
        node: Node<'d, 't>,
        source: StateId,
        events: Vec<Descriptor>,
        way: &str,
    ) -> Checked<Transition> {
        let cond = self.condition(node);
        let targets = self.attribute(node, way).map_or(Ok(Vec::new()), |text| self.targets(&text));
        let internal = self.is_internal(node);
        let content = self.block(node);
        let transition = Transition {
            source,
            events,
            cond: cond?,
            deferred: false,
            targets: targets?,
            internal,
            content,
            name: self.name_in_reports(node),
            span: self.tag(node),
        };
        if source == StateId::ROOT && !transition.targets.is_empty() {
            let headline = "a transition of the whole document leads somewhere";
            return Err(self.error(codes::STRUCTURE, transition.span, headline, "only content is allowed here"));
        }
        let idle = transition.targets.is_empty() && elements(node).next().is_none();
        if idle && transition.events.is_empty() && transition.cond.is_none() {
            let headline = "a transition without event, condition and target";
            return Err(self.error(codes::STRUCTURE, transition.span, headline, "it would be taken for ever"));
        }
        Ok(transition)
    }

    pub(super) fn is_internal(&mut self, node: Node) -> bool {
        self.choice(node, "type", &["external", "internal"]) == Some("internal")
    }

    /// The name that the document gives a transition.
    pub(super) fn name_in_reports(&self, node: Node) -> Option<String> {
        let name = self.extension_attribute(node, "name").map(|t| t.value.trim().to_owned());
        name.filter(|n| !n.is_empty())
    }

    /// The condition of a transition; an empty one is none, unless the chart hears of the mistake.
    pub(super) fn condition(&mut self, node: Node) -> Checked<Option<Expr>> {
        let text = match self.chart.handles_errors {
            true => self.attribute(node, "cond"),
            false => self.filled(node, "cond"),
        };
        text.map(|text| self.expression(&text, Mode::Plain)).transpose()
    }

    fn descriptors(&mut self, text: &Text) -> Checked<Vec<Descriptor>> {
        let ranges = words(&text.value);
        if ranges.is_empty() {
            return Err(self.error(codes::DESCRIPTOR, text.whole(), "an event attribute names no event", "empty"));
        }
        let mut descriptors = Vec::new();
        for range in ranges {
            let word = text.value.get(range.clone()).unwrap_or("");
            let span = text.span(range);
            let prefix = match word {
                "*" | ".*" => "",
                _ => word.strip_suffix(".*").or_else(|| word.strip_suffix('.')).unwrap_or(word),
            };
            if !matches!(word, "*" | ".*") && !is_event(prefix) {
                let headline = format!("`{word}` is no event descriptor");
                let diagnostic = Diagnostic::at(codes::DESCRIPTOR, span, headline, "not a descriptor");
                let help = "descriptors are event names, with .* at the end if longer names are meant too, or * alone";
                return Err(self.report.push(diagnostic.help(help)));
            }
            descriptors.push(Descriptor { prefix: prefix.to_owned(), exact: false, span });
        }
        Ok(descriptors)
    }

    /// The states whose ids a text lists.
    pub(super) fn targets(&mut self, text: &Text) -> Checked<Vec<StateId>> {
        let ranges = words(&text.value);
        if ranges.is_empty() {
            return Err(self.error(codes::UNKNOWN_TARGET, text.whole(), "no state is named", "empty"));
        }
        let mut targets = Vec::new();
        for range in ranges {
            let word = text.value.get(range.clone()).unwrap_or("");
            match self.names.states.get(word) {
                Some(state) if targets.contains(state) => {}
                Some(state) => targets.push(*state),
                None => {
                    let headline = format!("no state has the id `{word}`");
                    let diagnostic = Diagnostic::at(codes::UNKNOWN_TARGET, text.span(range), headline, "not a state");
                    return Err(self.report.push(match self.names.close_state(word) {
                        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                        None => diagnostic,
                    }));
                }
            }
        }
        Ok(targets)
    }
}

/// Whether a text is an event name: tokens between dots, none of them empty.
pub(super) fn is_event(text: &str) -> bool {
    text.split('.').all(|token| !token.is_empty() && !token.contains(['*', ' ', '\t', '\n', '\r']))
}

/// Where the words of a text are.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
        match (start, c.is_whitespace()) {
            (None, false) => start = Some(i),
            (Some(s), true) => {
                words.push(s..i);
                start = None;
            }
            _ => {}
        }
    }
    words
}
