//! Transitions before priority decides among them, for checks without properties.

use super::Lowering;
use super::cells::Store;
use super::event::Phase;
use super::layout::Offer;
use super::select::Selection;
use crate::chart::{ActionKind, Destination, EventId, ExprKind, SESSION, Transition, TransitionId};
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_diag::Span;
use wherefore_ir::triggers::{OwnEvent, Rivals, TriggeredTransition, Triggers};
use wherefore_ir::{ElementId, ElementKind, TermId};

/// Pairs of transitions that are looked at.
const MOST_RIVALS: usize = 200;
/// Events by which the platform says that an invoked chart has ended, reserved by the standard.
const INVOCATION_ENDED: &str = "done.invoke.";

/// Whether a transition has a guard, and one that is not written as a constant.
fn is_guarded(transition: &Transition) -> bool {
    transition.cond.as_ref().is_some_and(|cond| !matches!(cond.kind, ExprKind::Bool(_)))
}

/// The name of an event without that of its session.
fn local(event: &str) -> &str {
    event.rsplit(SESSION).next().unwrap_or(event)
}

impl Lowering<'_> {
    /// Notes when transitions are triggered. The control graph has been drawn: its transitions keep their elements.
    pub(super) fn note_triggers(&mut self, phase: &Phase, selection: &Selection) {
        let before = &self.before();
        let is_asked = |t: &TransitionId| !self.chart.transition(*t).deferred && !self.handles_errors(*t);
        let leaving: Vec<TransitionId> = self.chart.leaving().filter(is_asked).collect();
        let drawn = self.drawn();
        let transitions = leaving.iter().map(|id| self.triggered(*id, (before, phase, selection), &drawn));
        let transitions: Vec<TriggeredTransition> = transitions.collect();
        let rivals = self.rivalries(&leaving, &transitions, selection);
        let events = self.own_events(before, phase, selection);
        self.system.annexes.triggers = Some(Arc::new(Triggers { transitions, rivals, events }));
    }

    /// Whether a transition is there for errors of the platform. Most of these are not part of the model, so that it is no news if
    /// such a transition is never taken.
    fn handles_errors(&self, id: TransitionId) -> bool {
        let events = &self.chart.transition(id).events;
        let is_error = |prefix: &str| prefix == "error" || prefix.starts_with("error.");
        !events.is_empty() && events.iter().all(|d| is_error(local(&d.prefix)))
    }

    /// The elements of transitions in the graph, by the places where they are written.
    fn drawn(&self) -> BTreeMap<Span, ElementId> {
        let graph = self.system.annexes.control.iter();
        let elements = graph.flat_map(|g| &g.transitions).filter_map(|t| t.element);
        elements.filter_map(|e| Some((self.system.span(Some(e))?, e))).collect()
    }

    fn triggered(
        &mut self,
        id: TransitionId,
        (before, phase, selection): (&Store, &Phase, &Selection),
        drawn: &BTreeMap<Span, ElementId>,
    ) -> TriggeredTransition {
        let chart = self.chart;
        let transition = chart.transition(id);
        let known = drawn.get(&transition.span).map(|e| (self.system.elements.get(*e).name.clone(), *e));
        let (name, element) = known.unwrap_or_else(|| {
            let title = self.title(id);
            (title.name, title.element)
        });
        let withheld = transition.cond.as_ref().map(|_| {
            let event = self.event_is_there(before, phase, transition);
            let not = self.system.terms.not(selection.enabled[id.0 as usize]);
            self.system.terms.and([event, before.inside[transition.source.0 as usize], not])
        });
        TriggeredTransition { element, name, taken: selection.taken[id.0 as usize], withheld }
    }

    fn event_is_there(&mut self, before: &Store, phase: &Phase, transition: &Transition) -> TermId {
        if transition.is_eventless() { phase.running } else { self.trigger(before, phase, transition) }
    }

    /// Pairs that priority decides between: both guarded and of one state, or of states that are active together, where leaving
    /// one leaves the other. A transition without a guard, or with a constant one, after others of its state is what remains, and
    /// no rival.
    fn rivalries(
        &mut self,
        leaving: &[TransitionId],
        transitions: &[TriggeredTransition],
        selection: &Selection,
    ) -> Vec<Rivals> {
        let mut found = Vec::new();
        let never = self.system.terms.bool(false);
        for (winner, a) in leaving.iter().enumerate() {
            for (loser, b) in leaving.iter().enumerate() {
                let Some(same_state) = self.is_rivalry(*a, *b) else { continue };
                if same_state && transitions[loser].withheld == Some(never) {
                    continue;
                }
                let (a, b) = (a.0 as usize, b.0 as usize);
                let could = if same_state { selection.enabled[b] } else { selection.selected[b] };
                let not = self.system.terms.not(selection.taken[b]);
                let both = self.system.terms.and([selection.taken[a], could, not]);
                if both != never && found.len() < MOST_RIVALS {
                    found.push(Rivals { winner, loser, same_state, both });
                }
            }
        }
        found
    }

    /// Whether priority decides between two transitions, and if so, whether they start in the same state.
    fn is_rivalry(&self, a: TransitionId, b: TransitionId) -> Option<bool> {
        let (one, other) = (self.chart.transition(a), self.chart.transition(b));
        if a == b || !self.shape.rival(self.chart, a, b) {
            return None;
        }
        if one.source == other.source {
            return (a < b && is_guarded(one) && is_guarded(other)).then_some(true);
        }
        let nested = self.chart.is_inside(one.source, other.source) || self.chart.is_inside(other.source, one.source);
        let apart = !nested && self.shape.together(self.chart, one.source, other.source);
        (apart && self.shape.conflict(self.chart, a, b)).then_some(false)
    }

    /// The events that the chart's own instructions send to it, each at the first of them.
    fn own_events(&mut self, before: &Store, phase: &Phase, selection: &Selection) -> Vec<OwnEvent> {
        let mut sent: BTreeMap<EventId, Span> = BTreeMap::new();
        let chart = self.chart;
        chart.actions(&mut |action| {
            let event = match &action.kind {
                ActionKind::Raise(event) => Some(*event),
                ActionKind::Send(id) if chart.send(*id).to != Destination::Elsewhere => Some(chart.send(*id).event),
                _ => None,
            };
            // That an invoked chart has ended is said by the platform, and need not interest anybody.
            if let Some(event) = event.filter(|e| !local(chart.event(*e)).starts_with(INVOCATION_ENDED)) {
                sent.entry(event).or_insert(action.span);
            }
        });
        sent.into_iter().map(|(event, span)| self.own_event(event, span, (before, phase, selection))).collect()
    }

    fn own_event(
        &mut self,
        event: EventId,
        span: Span,
        (before, phase, selection): (&Store, &Phase, &Selection),
    ) -> OwnEvent {
        let name = self.chart.event(event).to_owned();
        let mut ways: Vec<TermId> = Vec::new();
        for (queue, reading) in self.queues(phase) {
            let Some(index) = queue.events.iter().position(|e| *e == event) else { continue };
            let first = self.is_value(before.get(queue.slots[0]), queue.sort, index as u32 + 1);
            ways.push(self.system.terms.and([reading, first]));
        }
        for (offer, cond) in self.layout.offers.iter().zip(&phase.offers) {
            if matches!(offer, Offer::Timer(send) if self.chart.send(*send).event == event) {
                ways.push(*cond);
            }
        }
        let read = self.system.terms.or(ways);
        let hears = |t: &TransitionId| self.chart.transition(*t).is_triggered_by(&name);
        let reacting = self.chart.leaving().filter(hears).map(|t| selection.enabled[t.0 as usize]);
        let reacting: Vec<TermId> = reacting.collect();
        let some = self.system.terms.or(reacting);
        let heard = self.system.terms.and([read, some]);
        let element = self.element(ElementKind::Operator, &name, span);
        OwnEvent { element, name, read, heard }
    }
}
