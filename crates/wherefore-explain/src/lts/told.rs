//! Why a run of an LTS fails, in the parts that all lenses tell.
//!
//! The choice points of the run say most of it: what was done at them are the key events, and the one that seals the failure is
//! the point of no return. Of a property about what must happen in the end no choice seals the failure for good: a run that
//! goes on may still do it.

use super::listed::Listing;
use super::nearest::Near;
use super::run::{Frame, Run};
use crate::explanation::{
    Differs, Explanation, Failed, FailedPart, KeyEvent, Mark, MarkKind, Nearest, Sealed, Told, Untold,
};
use crate::{Fate, Junction};
use wherefore_lang::mcl::judge::End;
use wherefore_lang::mcl::{Formula, FormulaKind};
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::route::Route;

/// What proves that no run of the same length has fewer other actions.
const RECHECKED: &str = "a second look at every step of the layers";

/// Why a run fails.
pub fn explanation(
    route: &impl Route,
    formula: &Formula,
    (product, passes): (&Product, &Passes),
    (frame, listing): (&Frame, &Listing),
    (run, near): (&Run, &Told<Near>),
    junctions: Vec<Junction>,
) -> Explanation {
    let why = "the actions are the choices: the choice points say which of them decide";
    Explanation {
        failed: Ok(failed(route, formula, run, listing)),
        cause: Err(Untold(why.to_owned())),
        events: Ok(events(route, run, &junctions)),
        no_return: no_return((product, passes), &junctions),
        nearest: near.as_ref().map(|near| nearest(frame, near, listing)).map_err(Clone::clone),
        junctions: Ok(junctions),
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
        rechecked_by: if near.minimal { RECHECKED.to_owned() } else { String::new() },
    }
}

/// The formula, and down to the first conjunct that the run violates.
fn failed(route: &impl Route, formula: &Formula, run: &Run, listing: &Listing) -> Failed {
    let part = |formula: &Formula| FailedPart { text: formula.to_string(), element: None };
    let (mut parts, mut at) = (vec![part(formula)], formula);
    while let FormulaKind::And(list) = &at.kind {
        let Some(inner) = list.iter().find(|inner| run.violates(route, inner)) else { break };
        parts.push(part(inner));
        at = inner;
    }
    let steps = run.path.steps.len();
    let ticks: Vec<usize> = match run.end {
        End::Open => vec![steps.saturating_sub(1)],
        End::Deadlock => vec![steps],
        End::Loop(place) => listing.ticks(place..steps),
    };
    let variable = if run.end == End::Deadlock || steps == 0 { "state" } else { "action" };
    let mark = |tick: &usize| Mark { tick: *tick, variable: variable.to_owned(), kind: MarkKind::Response };
    let marks = ticks.iter().map(mark).collect();
    Failed { parts, ticks, marks }
}

/// What is done at the choice points, and how the run fails in the end.
fn events(route: &impl Route, run: &Run, junctions: &[Junction]) -> Vec<KeyEvent> {
    let event = |tick: usize, name: &str, what: &str| KeyEvent {
        tick,
        name: name.to_owned(),
        value: None,
        what: what.to_owned(),
        is_input: true,
        side: None,
        element: None,
    };
    let taken = |junction: &Junction| {
        let taken = junction.alternatives.iter().find(|a| a.taken)?;
        Some(event(junction.tick, &taken.action, words(taken.fate)))
    };
    let mut events: Vec<KeyEvent> = junctions.iter().filter_map(taken).collect();
    let steps = run.path.steps.len();
    match (run.end, run.path.steps.last()) {
        (End::Open, Some(last)) => {
            events.retain(|e| e.tick + 1 != steps);
            events.push(event(steps - 1, route.labels().name(last.label), "breaks the property"));
        }
        (End::Open, None) => {}
        (End::Deadlock, _) => {
            events.push(KeyEvent { is_input: false, ..event(steps, "state", "no action is possible any more") });
        }
        (End::Loop(place), _) => {
            events.push(KeyEvent { is_input: false, ..event(place, "state", "from here on it goes round for ever") });
            events.sort_by_key(|e| e.tick);
        }
    }
    events
}

/// What it means to do something, after its name.
fn words(fate: Fate) -> &'static str {
    match fate {
        Fate::Avoided => "avoids the failure",
        Fate::Open => "leaves open whether it fails",
        Fate::InevitableIfFair => "seals the failure of every fair run",
        Fate::Inevitable => "seals the failure",
        Fate::Sealed => "leads to where no later choice rules the failure out",
        Fate::Unknown => "may decide about the failure",
    }
}

fn no_return((product, passes): (&Product, &Passes), junctions: &[Junction]) -> Told<Sealed> {
    if !product.automaton.is_safety() {
        return Err(Untold(
            "the property is about what must happen in the end: a run that goes on may still do it".to_owned(),
        ));
    }
    let Some(last) = junctions.last() else {
        return Ok(if passes.returning.contains(product.initial, 0) { Sealed::NotYet } else { Sealed::At(0) });
    };
    let seals = |fate: Fate| matches!(fate, Fate::Inevitable | Fate::InevitableIfFair | Fate::Sealed);
    Ok(match last.alternatives.iter().any(|a| a.taken && seals(a.fate)) {
        true => Sealed::At(last.tick + 1),
        false => Sealed::NotYet,
    })
}
