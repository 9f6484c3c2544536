//! The step that fails: which transitions it takes, or what stays where it is.
//!
//! Only what a step takes can have let it through. A run can fail in a step that takes nothing, because data moved on or because
//! a reaction is missing; then the machines that stayed are named, with the transitions whose guards were false there.
//!
//! A chart speaks to its environment only at rest, and so do its properties. Its last step is all that happened since it
//! rested; of that the last microstep that takes something counts.

use super::discover::executed;
use super::run::{Path, PathReader};
use super::stayed_out::stayed_out;
use crate::result::explanation::{Failed, Mark};
pub use crate::result::last_step::{KeptOutBy, LastStep, StayedOut, Stays, Taken};
use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, RegionId, StateId, Transition, TransitionId};
use wherefore_ir::{ElementId, System, TermId, VarId, walk};
use wherefore_trace::{Evaluator, Trace};

impl LastStep {
    /// The last step of a finite run; none if it has no step, goes round for ever, or nothing is known about control.
    pub fn of(system: &System, graph: &ControlGraph, trace: &Trace, path: &Path) -> Option<LastStep> {
        // Parts of a property are no machines: they say nothing about what a step takes.
        let has_machine = graph.regions.iter().any(|region| !region.writes.is_empty());
        if trace.loop_start.is_some() || !has_machine || path.moves.is_empty() {
            return None;
        }
        let end = path.moves.len() - 1;
        let moved = |k: &usize| path.moves[*k].taken.iter().any(Option::is_some);
        let rested = rested(system, trace, end);
        let step = (rested..=end).rev().find(moved).unwrap_or(end);
        let is_written = |t: &&TransitionId| !graph.region(graph.transition(**t).region).writes.is_empty();
        let taken = path.moves[step].taken.iter().flatten().filter(is_written);
        let taken: Vec<Taken> = taken.map(|t| told(system, graph, *t)).collect();
        let stays = if taken.is_empty() { stays(system, graph, trace, step) } else { Vec::new() };
        let stayed_out = stayed_out(system, graph, (trace, path), (rested, step));
        Some(LastStep { tick: step + 1, taken, stays, stayed_out })
    }

    /// Transitions taken that can have had a part in what fails: the values that show the failure, and what these are
    /// computed from, speak of their regions. All of them, where it is not known what shows the failure.
    pub fn with_part_in(&self, system: &System, failed: Option<&Failed>) -> Vec<&Taken> {
        let marks = failed.map_or(&[][..], |f| &f.marks);
        // A mark elsewhere, or on what is no variable, says that the failure does not show in this one step.
        let here = |m: &Mark| system.terms.find_var(&m.variable).filter(|_| m.tick == self.tick);
        let shown: Option<BTreeSet<VarId>> = marks.iter().map(here).collect();
        let Some(shown) = shown.filter(|s| !s.is_empty()) else { return self.taken.iter().collect() };
        let cone = cone(system, shown);
        self.taken.iter().filter(|t| !t.control.is_disjoint(&cone)).collect()
    }
}

/// The last tick up to `end` at which the machine rested; for a system that always rests, `end`.
fn rested(system: &System, trace: &Trace, end: usize) -> usize {
    let Some(rest) = system.annexes.rest.and_then(|rest| Evaluator::new(&system.terms, &[rest]).ok()) else {
        return end;
    };
    let at_rest = |k: &usize| rest.truths(&trace.steps[*k].values, None).first() == Some(&Some(true));
    (0..=end).rev().find(at_rest).unwrap_or(0)
}

fn told(system: &System, graph: &ControlGraph, id: TransitionId) -> Taken {
    let transition = graph.transition(id);
    let active = graph.states_of(transition.region).map(|s| graph.state(s).active);
    let mut control = walk::variables(&system.terms, active);
    if control.is_empty() {
        // The branches of a case distinction: what counts is the variable that they give a value.
        control.extend(graph.region(transition.region).writes.iter().copied());
    }
    Taken { name: transition.name.clone(), elements: written(transition), control }
}

/// Where a transition is written, its guard first if that is written apart.
pub(super) fn written(transition: &Transition) -> Vec<ElementId> {
    transition.guard.into_iter().chain(transition.element).collect()
}

fn stays(system: &System, graph: &ControlGraph, trace: &Trace, step: usize) -> Vec<Stays> {
    let (before, after) = (&trace.steps[step].values, &trace.steps[step + 1].values);
    // The machines of a chart have no case distinction in the source.
    let assigned = |region: RegionId| {
        let var = system.terms.find_var(&graph.region(region).name).filter(|_| system.annexes.control.is_none())?;
        executed(system, var, (before, after))
    };
    let Ok(reader) = PathReader::new(system, graph) else { return Vec::new() };
    let told = |(region, at): (RegionId, StateId)| {
        // Where `enabled` speaks of the next state, the guard is not known.
        let exits = graph.exits(at).map(|t| graph.transition(t)).filter(|t| !system.terms.has_next(t.enabled));
        let exits: Vec<_> = exits.collect();
        let guards: Vec<TermId> = exits.iter().map(|t| t.enabled).collect();
        let truths = Evaluator::new(&system.terms, &guards).map(|e| e.truths(before, None)).unwrap_or_default();
        let disabled = exits.iter().zip(truths).filter(|(_, truth)| *truth == Some(false));
        Stays {
            region: graph.region(region).name.clone(),
            state: graph.state(at).name.clone(),
            disabled: disabled.map(|(t, _)| t.name.clone()).collect(),
            element: assigned(region),
        }
    };
    let is_written = |(region, _): &(RegionId, StateId)| !graph.region(*region).writes.is_empty();
    reader.active(before).into_iter().filter(is_written).map(told).collect()
}

/// The variables that can have a say in the next values of some variables, those included.
fn cone(system: &System, shown: BTreeSet<VarId>) -> BTreeSet<VarId> {
    let mut bound = shown;
    loop {
        let about = |list: &[wherefore_ir::Constraint]| {
            let each = list.iter().map(|c| walk::variables(&system.terms, [c.term]));
            each.filter(|vars| !vars.is_disjoint(&bound)).flatten().collect::<BTreeSet<VarId>>()
        };
        let (more, before) = ([about(&system.invar), about(&system.trans)], bound.len());
        bound.extend(more.into_iter().flatten());
        if bound.len() == before {
            break;
        }
    }
    let read = bound.iter().filter_map(|v| system.next.get(v)).map(|update| update.term);
    let read = walk::variables(&system.terms, read);
    bound.extend(read);
    bound
}
