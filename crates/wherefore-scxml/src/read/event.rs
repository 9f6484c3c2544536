//! The events of a chart, and which of them come from outside.
//!
//! Standard SCXML does not say what the environment sends. A document can, with `<wf:event>`; otherwise every name that a
//! transition waits for is taken to come from outside, except what the chart sends or raises itself and what the standard
//! brings about (`done.state.*`, `done.invoke.*` and `error.*`): `done` alone is such an event only in a chart of which a state
//! can be done or that invokes something. A descriptor also hears longer names: of these the ones that `_event.name` is
//! compared with make a difference. One made-up name stands for all events that only a wildcard matches.
//!
//! An event that leaves the chart may not arrive. The processor then says so with `error.communication`, at a time that the
//! chart does not determine, so that this is an event of the environment too.

use super::node::extension;
use super::transition::is_event;
use super::types::Declared;
use super::{Reader, WHOLE, codes};
use crate::chart::{Binary, Chart, Descriptor, Destination, EventId, Expr, ExprKind, StateId, StateKind};
use indexmap::{IndexMap, IndexSet};
use roxmltree::Node;
use wherefore_diag::Diagnostic;

/// The event of an event that could not be sent.
const FAILURE: &str = "error.communication";

impl<'d, 't> Reader<'d, 't> {
    /// The event of this name.
    pub(super) fn event(&mut self, name: &str) -> EventId {
        EventId(self.events.insert_full(name.to_owned()).0 as u32)
    }

    /// Works out all events and the environment.
    pub(super) fn settle_events(&mut self, root: Node<'d, 't>) {
        for id in self.chart.state_ids() {
            let finishes = matches!(self.chart.state(id).kind, StateKind::Compound | StateKind::Parallel);
            if finishes && self.can_finish(id) {
                let name = self.chart.state(id).done_name.clone();
                self.event(&name);
            }
        }
        if self.chart.handles_errors {
            self.event("error.execution");
            self.event("error.communication");
        }
        let declared: Vec<Node> = root.children().filter(|n| extension(*n) == Some("event")).collect();
        let assumed = declared.is_empty();
        self.chart.assumed = assumed;
        if assumed {
            self.assume_environment()
        } else {
            self.declare_environment(&declared)
        }
        self.settle_invocations();
        self.expect_failures();
        // Where something could not be read, events are missing, and what is said about them would be wrong.
        if self.report.failed() {
            return;
        }
        if assumed {
            self.say_environment(root);
        }
        self.say_outputs();
    }

    /// Whether a state can be done: a child is final, or all regions can be done.
    fn can_finish(&self, id: StateId) -> bool {
        let state = self.chart.state(id);
        match state.kind {
            StateKind::Parallel => state.children.iter().all(|c| self.can_finish(*c)),
            StateKind::Compound => state.children.iter().any(|c| self.chart.state(*c).kind == StateKind::Final),
            _ => false,
        }
    }

    fn declare_environment(&mut self, declared: &[Node<'d, 't>]) {
        for node in declared {
            let Ok(text) = self.required(*node, "name") else { continue };
            let Ok(name) = self.event_name(&text.value, text.whole()) else { continue };
            let event = self.event(&name);
            if self.chart.environment.contains(&event) {
                let headline = format!("the event `{name}` is declared twice");
                self.error(codes::DUPLICATE, text.whole(), headline, "again");
                continue;
            }
            self.chart.environment.push(event);
            node.children().filter(|n| extension(*n) == Some("param")).for_each(|param| self.declare_field(param));
        }
    }

    fn declare_field(&mut self, node: Node) {
        let Ok(name) = self.required(node, "name") else { return };
        let Declared { ty: declared, bounds } = self.field_type(node);
        // The made-up name of the whole is how its type can be declared.
        let id = match name.value.trim() {
            WHOLE => self.names.whole(name.whole()),
            other => self.field(other, name.whole()),
        };
        let Some((_, field)) = self.names.fields.get_index_mut(id.0 as usize) else { return };
        let both = field.declared.is_some() && declared.is_some();
        let clash = both && (field.declared != declared || field.bounds != bounds);
        field.declared = field.declared.take().or(declared);
        field.bounds = field.bounds.take().or(bounds);
        if clash {
            let headline = format!("the field `{}` is declared with two types", name.value.trim());
            self.error(codes::DUPLICATE, name.whole(), headline, "one name has one type in all events");
        }
    }

    fn assume_environment(&mut self) {
        let own: Vec<String> = self.own.iter().filter_map(|e| self.events.get_index(e.0 as usize).cloned()).collect();
        let mut descriptors = IndexMap::new();
        for descriptor in self.chart.transitions.iter().flat_map(|t| &t.events) {
            descriptors.entry(descriptor.prefix.clone()).or_insert_with(|| descriptor.clone());
        }
        let descriptors: Vec<Descriptor> = descriptors.into_values().collect();
        for descriptor in &descriptors {
            let name = &descriptor.prefix;
            let is_platform = name.is_empty() || self.is_brought_about(name);
            let brought_about = is_platform || own.iter().any(|e| descriptor.matches(e));
            if !brought_about {
                let event = self.event(&descriptor.prefix);
                self.chart.environment.push(event);
            }
        }
        for name in names_asked_for(&self.chart) {
            let given = self.is_brought_about(&name) || own.contains(&name);
            if is_event(&name) && !given && descriptors.iter().any(|d| d.matches(&name)) {
                let event = self.event(&name);
                self.send_from_outside(event);
            }
        }
        let wildcard = descriptors.iter().any(|d| d.prefix.is_empty());
        if wildcard || self.chart.environment.is_empty() {
            let mut name = "other".to_owned();
            while self.events.contains(&name) || descriptors.iter().any(|d| !d.prefix.is_empty() && d.matches(&name)) {
                name.push('_');
            }
            let event = self.event(&name);
            self.chart.environment.push(event);
        }
    }

    /// Whether the standard brings about the event of this name, or longer ones that begin with it.
    fn is_brought_about(&self, name: &str) -> bool {
        let mut parts = name.split('.');
        match (parts.next(), parts.next()) {
            (Some("error"), _) | (Some("done"), Some("state" | "invoke")) => true,
            (Some("done"), None) => {
                !self.invoked.is_empty() || self.events.iter().any(|e| e.starts_with("done.state."))
            }
            _ => false,
        }
    }

    /// Sending to others and invoking them may fail, if the chart would hear of it.
    fn expect_failures(&mut self) {
        let leaves = self.chart.sends.iter().any(|s| s.to == Destination::Elsewhere);
        let invokes = !self.invoked.is_empty();
        for (failure, can_be) in [(FAILURE, leaves || invokes), ("error.execution", invokes)] {
            if can_be && self.is_heard(failure) {
                let failure = self.event(failure);
                self.send_from_outside(failure);
            }
        }
    }

    /// Whether some transition waits for an event.
    pub(super) fn is_heard(&self, event: &str) -> bool {
        self.chart.transitions.iter().any(|t| t.is_triggered_by(event))
    }

    pub(super) fn send_from_outside(&mut self, event: EventId) {
        if !self.chart.environment.contains(&event) {
            self.chart.environment.push(event);
        }
    }

    fn say_environment(&mut self, root: Node) {
        let names = self.chart.environment.iter().filter_map(|e| self.events.get_index(e.0 as usize));
        let names: Vec<&str> = names.map(String::as_str).collect();
        let (shown, more) =
            (names.iter().take(12).copied().collect::<Vec<_>>().join(", "), names.len().saturating_sub(12));
        let shown = if more == 0 { shown } else { format!("{shown} and {more} more") };
        let headline = format!("the environment is taken to send: {shown}");
        let diagnostic = Diagnostic::at(codes::ENVIRONMENT, self.name_of(root), headline, "no events are declared");
        self.report.push(diagnostic.help("declare what it sends with <wf:event name=\"...\"/>"));
    }

    fn say_outputs(&mut self) {
        let Some((_, span)) = self.outputs.first() else { return };
        let names: Vec<&str> = self.outputs.keys().take(12).map(String::as_str).collect();
        let headline = format!("sent to others and not seen again: {}", names.join(", "));
        self.report.push(Diagnostic::at(codes::OUTPUT, *span, headline, "leaves the chart"));
    }
}

/// The texts that `_event.name` is compared with: if its value goes anywhere but into a comparison with a constant, all
/// texts of the chart.
fn names_asked_for(chart: &Chart) -> IndexSet<String> {
    let (mut texts, mut compared) = (IndexSet::new(), IndexSet::new());
    let (mut mentions, mut comparisons) = (0, 0);
    let mut visit = |expr: &Expr| match &expr.kind {
        ExprKind::Text(text) => _ = texts.insert(text.clone()),
        ExprKind::EventName => mentions += 1,
        ExprKind::Binary(Binary::Eq | Binary::Ne, a, b) => {
            if let (ExprKind::EventName, ExprKind::Text(text)) | (ExprKind::Text(text), ExprKind::EventName) =
                (&a.kind, &b.kind)
            {
                comparisons += 1;
                compared.insert(text.clone());
            }
        }
        _ => {}
    };
    chart.expressions(&mut |expr| expr.visit(&mut visit));
    chart.properties.iter().for_each(|property| property.formula.visit(&mut visit));
    if mentions > comparisons { texts } else { compared }
}
