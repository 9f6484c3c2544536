//! Features that a chart makes use of: only these become part of the transition system.

use crate::chart::{
    ActionKind, ChannelId, Chart, DataId, Destination, EventId, Expr, ExprKind, FieldId, SendId, StateId, StateKind,
    Transition,
};
use std::collections::{BTreeMap, BTreeSet};

/// Features in use.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// Events for the internal queue, in order of their names' numbers.
    pub internal: BTreeSet<EventId>,
    /// Instructions that put an event into the internal queue, each time they stand there.
    pub internal_sites: usize,
    /// Sends to the chart's own external queue.
    pub own: Vec<SendId>,
    /// Sends to other sessions, by the way they take.
    pub channels: BTreeMap<ChannelId, Vec<SendId>>,
    /// Sends to one of the queues after a delay.
    pub delayed: Vec<SendId>,
    /// `_event.name` is read.
    pub event_name: bool,
    /// `_event.type` is read.
    pub event_type: bool,
    /// The fields of `_event.data` that are read.
    pub fields: BTreeSet<FieldId>,
    /// Data that may be read when the environment has sent nothing: by properties, when states are entered or left, and by
    /// transitions that the machine takes by itself.
    pub asked: BTreeSet<DataId>,
    /// Some transition has no event.
    pub eventless: bool,
}

impl Uses {
    pub fn new(chart: &Chart) -> Uses {
        let mut uses = Uses::default();
        chart.actions(&mut |action| match &action.kind {
            ActionKind::Raise(event) | ActionKind::Fault(event) => uses.pushes(*event),
            ActionKind::Send(id) => uses.sends(chart, *id),
            _ => {}
        });
        uses.delayed.sort();
        uses.delayed.dedup();
        for state in chart.state_ids().filter(|s| chart.state(*s).kind == StateKind::Final) {
            done_states(chart, state).filter_map(|s| done_event(chart, s)).for_each(|e| uses.pushes(e));
        }
        uses.faults(chart);
        chart.expressions(&mut |e| e.visit(&mut |e| uses.reads(e, false)));
        chart.properties.iter().for_each(|p| p.formula.visit(&mut |e| uses.reads(e, true)));
        let leaving: Vec<&Transition> = chart.leaving().map(|t| chart.transition(t)).collect();
        uses.eventless = leaving.iter().any(|t| t.is_eventless());
        let given: BTreeSet<EventId> = uses.events_of_its_own(chart);
        let unasked = |t: &&Transition| t.is_eventless() || given.iter().any(|e| t.is_triggered_by(chart.event(*e)));
        let mut visit = |e: &Expr| e.visit(&mut |e| uses.reads(e, true));
        chart.entries(&mut visit);
        leaving.into_iter().filter(unasked).for_each(|t| t.expressions(&mut visit));
        uses
    }

    /// Whether the machine can take steps of its own between two events of the environment.
    pub fn runs_on(&self) -> bool {
        self.eventless || !self.internal.is_empty() || !self.own.is_empty() || !self.channels.is_empty()
    }

    /// The events that do not come from the environment.
    fn events_of_its_own(&self, chart: &Chart) -> BTreeSet<EventId> {
        let sent =
            self.own.iter().chain(&self.delayed).chain(self.channels.values().flatten()).map(|s| chart.send(*s).event);
        self.internal.iter().copied().chain(sent).collect()
    }

    /// Whether some steps do not take an event of the environment, and so no new inputs.
    pub fn looks_back(&self) -> bool {
        self.runs_on() || !self.delayed.is_empty()
    }

    fn pushes(&mut self, event: EventId) {
        self.internal.insert(event);
        self.internal_sites += 1;
    }

    fn sends(&mut self, chart: &Chart, id: SendId) {
        let send = chart.send(id);
        if let Destination::Channel(channel) = send.to {
            self.channels.entry(channel).or_default().push(id);
        }
        match (send.to, send.delay) {
            (Destination::Elsewhere, _) => {}
            (_, Some(_)) => self.delayed.push(id),
            (Destination::Own, None) => self.own.push(id),
            (Destination::Channel(_), None) => {}
            (Destination::Internal, None) => self.pushes(send.event),
        }
    }

    /// Expressions that cannot be evaluated raise an error where they stand.
    fn faults(&mut self, chart: &Chart) {
        let mut found = 0;
        chart.expressions(&mut |e| found += usize::from(has_fault(e)));
        if let (Some(event), true) = (chart.find_event("error.execution"), found > 0) {
            self.internal.insert(event);
            self.internal_sites += found;
        }
    }

    fn reads(&mut self, expr: &Expr, asked: bool) {
        match expr.kind {
            ExprKind::EventName => self.event_name = true,
            ExprKind::EventType => self.event_type = true,
            ExprKind::EventField(field) => {
                self.fields.insert(field);
            }
            ExprKind::Data(data) if asked => {
                self.asked.insert(data);
            }
            _ => {}
        }
    }
}

/// Whether some part of an expression cannot be evaluated.
pub(crate) fn has_fault(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |e| found |= matches!(e.kind, ExprKind::Fault));
    found
}

/// The states that may be done when this final state is entered: its parent, and a parallel state around that; in XState all
/// parallel states that follow each other around it.
pub(super) fn done_states(chart: &Chart, end: StateId) -> impl Iterator<Item = StateId> + use<> {
    let parent = chart.state(end).parent.filter(|p| *p != StateId::ROOT);
    let parallel = |s: &StateId| chart.state(*s).kind == StateKind::Parallel;
    let levels = if chart.is_xstate() { usize::MAX } else { 1 };
    let around = parent.and_then(|p| chart.state(p).parent).filter(parallel);
    let outward = std::iter::successors(around, |s| chart.state(*s).parent.filter(parallel)).take(levels);
    // The parent itself is a parallel state only in XState, which looks at it as at those around it.
    let all: Vec<StateId> = match parent.filter(|p| parallel(p) && !chart.is_xstate()) {
        Some(parent) => vec![parent],
        None => parent.into_iter().chain(outward).collect(),
    };
    all.into_iter()
}

/// The done event of a state, if some transition could react to it.
pub(super) fn done_event(chart: &Chart, state: StateId) -> Option<EventId> {
    chart.find_event(&chart.state(state).done_name)
}
