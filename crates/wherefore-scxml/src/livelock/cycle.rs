//! Description of a livelock: every transition of the cycle in order, with what it takes and what it raises.

use super::Step;
use crate::chart::{Action, ActionKind, Block, Chart, Destination, EventId, Transition};
use crate::codes;
use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, Span};

/// How many places are shown.
const SHOWN: usize = 8;

/// The diagnostic for steps that are taken again and again after an event, or after the start.
pub(super) fn describe(chart: &Chart, event: Option<&str>, cycle: &[Step]) -> Diagnostic {
    let headline = match event {
        Some(event) => format!("the reaction to `{event}` never ends"),
        None => "the chart never comes to rest after its start".to_owned(),
    };
    let mut diagnostic = Diagnostic::new(codes::LIVELOCK, headline);
    let mut shown: BTreeSet<Span> = BTreeSet::new();
    for (span, text) in transitions(chart, cycle).chain(raises(chart, cycle)) {
        if shown.len() < SHOWN && shown.insert(span) {
            diagnostic = diagnostic.label(span, text);
        }
    }
    diagnostic.note("these steps are taken again and again, whatever the data are, before any other external event")
}

fn transitions<'a>(chart: &'a Chart, cycle: &'a [Step]) -> impl Iterator<Item = (Span, String)> + 'a {
    cycle.iter().flat_map(move |step| {
        step.transitions.iter().map(move |t| {
            let transition = chart.transition(*t);
            (transition.span, label(chart, transition, step.event.as_deref()))
        })
    })
}

fn label(chart: &Chart, transition: &Transition, event: Option<&str>) -> String {
    let taken = event.map_or("taken without an event".to_owned(), |event| format!("taken on `{event}`"));
    let mut names: Vec<String> = Vec::new();
    transition.content.visit(&mut |action| {
        names.extend(raised(chart, action).map(|event| format!("`{}`", chart.event(event))));
    });
    if names.is_empty() { taken } else { format!("{taken}, raises {}", names.join(", ")) }
}

/// Where events of the cycle are raised when states are entered or left.
fn raises<'a>(chart: &'a Chart, cycle: &'a [Step]) -> impl Iterator<Item = (Span, String)> + 'a {
    let events: BTreeSet<&str> = cycle.iter().filter_map(|step| step.event.as_deref()).collect();
    let states: BTreeSet<_> = cycle.iter().flat_map(|step| &step.configuration).collect();
    states.into_iter().flat_map(move |state| {
        let mut found = Vec::new();
        let mut look = |block: &Block| {
            block.visit(&mut |action| {
                let event = raised(chart, action).map(|event| chart.event(event));
                let event = event.filter(|event| events.contains(event));
                found.extend(event.map(|event| (action.span, format!("this raises `{event}`"))));
            });
        };
        let state = chart.state(*state);
        state.onentry.iter().chain(&state.onexit).for_each(&mut look);
        found
    })
}

/// The event that an instruction puts in the internal queue.
fn raised(chart: &Chart, action: &Action) -> Option<EventId> {
    match &action.kind {
        ActionKind::Raise(event) => Some(*event),
        ActionKind::Send(send) if chart.send(*send).to == Destination::Internal => Some(chart.send(*send).event),
        _ => None,
    }
}
