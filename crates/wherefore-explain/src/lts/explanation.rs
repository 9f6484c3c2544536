//! Why a run of an LTS fails, in the parts that all lenses report.
//!
//! The choice points of the run say most of it: what was done at them are the key events, and the one that seals the failure is
//! the point of no return. For a liveness property no choice seals the failure for good: a run that
//! goes on may still do it.

use super::explored::{Claim, Explored};
use super::listed::Listing;
use super::nearest::Near;
use super::run::{Frame, Run};
use crate::result::event::Happening;
use crate::result::explanation::{
    Differs, Explanation, Failed, FailedPart, KeyEvent, Mark, MarkKind, Nearest, PointOfNoReturn,
};
use crate::result::part::{Part, Why};
use crate::{ChoicePoint, Consequence};
use wherefore_check::{Checker, Recheck};
use wherefore_ir::actions::End;
use wherefore_ir::actions::{Formula, FormulaKind};
use wherefore_lts::route::Route;

/// A run that is explained, and where that is written down.
pub struct Explained<'a> {
    /// The run.
    pub run: &'a Run,
    /// The run that is nearest to it and does not fail.
    pub near: &'a Result<Near, Why>,
    /// The system that traces speak of.
    pub frame: &'a Frame,
    /// How much is listed.
    pub listing: &'a Listing,
}

/// Why a run fails.
pub fn explanation(
    explored: &Explored<'_, impl Route>,
    explained: &Explained<'_>,
    choice_points: Vec<ChoicePoint>,
) -> Explanation {
    let Explained { run, near, frame, listing } = explained;
    Explanation {
        failed: Part::Known(failed(explored, run, listing)),
        cause: Part::Missing(Why::ActionsDecide),
        all_causes: None,
        events: Part::Known(events(explored, run, &choice_points)),
        no_return: no_return(explored, &choice_points),
        nearest: near.as_ref().map(|near| nearest(frame, near, listing)).map_err(Why::clone).into(),
        choice_points: Part::Known(choice_points),
    }
}

fn nearest(frame: &Frame, near: &Near, listing: &Listing) -> Nearest {
    let (run, cut) = frame.trace(&near.run, listing.steps(&near.run));
    Nearest {
        run,
        cut,
        differs: near.differs.iter().map(|tick| Differs { tick: *tick as u32, var: frame.action() }).collect(),
        choices: near.run.path.steps.len(),
        minimal: near.minimal,
        recheck: if near.minimal { Recheck::By(Checker::Layers) } else { Recheck::Unasked },
    }
}

/// The formula, and where the run violates it.
fn failed(explored: &Explored<'_, impl Route>, run: &Run, listing: &Listing) -> Failed {
    let parts = match explored.claim {
        Claim::Runs(formula) => parts(explored.route, formula, run),
        Claim::Game(gamed) => vec![FailedPart { text: gamed.text.to_owned(), element: None }],
    };
    let (steps, by_state) = (run.path.steps.len(), is_by_state(explored, run));
    let ticks: Vec<usize> = match run.end {
        End::Open if by_state => vec![steps],
        End::Open => vec![steps.saturating_sub(1)],
        End::Deadlock => vec![steps],
        End::Loop(place) => listing.ticks(place..steps),
    };
    let variable = if by_state || run.end == End::Deadlock || steps == 0 { "state" } else { "action" };
    let mark = |tick: &usize| Mark { tick: *tick, variable: variable.to_owned(), kind: MarkKind::Response };
    let marks = ticks.iter().map(mark).collect();
    Failed { parts, ticks, marks }
}

/// The formula, and down to the first conjunct that the run violates.
fn parts(route: &impl Route, formula: &Formula, run: &Run) -> Vec<FailedPart> {
    let part = |formula: &Formula| FailedPart { text: formula.to_string(), element: None };
    let (mut parts, mut at) = (vec![part(formula)], formula);
    while let FormulaKind::And(list) = &at.kind {
        let Some(inner) = list.iter().find(|inner| run.violates(route, inner)) else { break };
        parts.push(part(inner));
        at = inner;
    }
    parts
}

/// Whether a run breaks the property by the state that it ends in, and not by its last action.
pub fn is_by_state(explored: &Explored<'_, impl Route>, run: &Run) -> bool {
    let (state, inner) = run.path.end();
    let is_game = matches!(explored.claim, Claim::Game(_));
    is_game && run.end == End::Open && !explored.product.is_broken(state, inner)
}

/// Key events: moves at the choice points, and how the run fails in the end.
fn events(explored: &Explored<'_, impl Route>, run: &Run, choice_points: &[ChoicePoint]) -> Vec<KeyEvent> {
    let event = |tick: usize, name: &str, what: Happening| KeyEvent {
        tick,
        name: name.to_owned(),
        var: None,
        value: None,
        what,
        is_input: true,
        side: None,
        element: None,
    };
    let taken = |choice_point: &ChoicePoint| {
        let taken = choice_point.alternatives.iter().find(|a| a.taken)?;
        Some(event(choice_point.tick, &taken.action, Happening::Decides(taken.consequence)))
    };
    let mut events: Vec<KeyEvent> = choice_points.iter().filter_map(taken).collect();
    let steps = run.path.steps.len();
    match (run.end, run.path.steps.last()) {
        (End::Open, _) if is_by_state(explored, run) => {}
        (End::Open, Some(last)) => {
            events.retain(|e| e.tick + 1 != steps);
            events.push(event(steps - 1, explored.route.labels().name(last.label), Happening::BreaksProperty));
        }
        (End::Open, None) => {}
        (End::Deadlock, _) => {
            events.push(KeyEvent { is_input: false, ..event(steps, "state", Happening::Deadlock) });
        }
        (End::Loop(place), _) => {
            events.push(KeyEvent { is_input: false, ..event(place, "state", Happening::LoopBegins) });
            events.sort_by_key(|e| e.tick);
        }
    }
    events
}

fn no_return(explored: &Explored<'_, impl Route>, choice_points: &[ChoicePoint]) -> Part<PointOfNoReturn> {
    let Explored { product, passes, .. } = explored;
    if !product.is_safety() {
        return Part::Missing(Why::Liveness);
    }
    let Some(last) = choice_points.last() else {
        let returns = passes.returning.contains(product.initial, 0);
        return Part::Known(if returns { PointOfNoReturn::NotYet } else { PointOfNoReturn::At(0) });
    };
    let seals = |consequence: Consequence| {
        matches!(consequence, Consequence::Inevitable | Consequence::InevitableIfFair | Consequence::Sealed)
    };
    Part::Known(match last.alternatives.iter().any(|a| a.taken && seals(a.consequence)) {
        true => PointOfNoReturn::At(last.tick + 1),
        false => PointOfNoReturn::NotYet,
    })
}
