//! Passing runs to compare failing ones with: the same beginning, another transition, no failure.
//!
//! Random runs say little about a failure, since most of them never come near it. A run that goes along with a failing one
//! up to some step and then takes another way shows what the failing one should have done. There is at most one for each
//! step of each failing run; steps near the failure are tried first.

use super::enumerate::Question;
use super::key::Move;
use super::run::{Path, Reader};
use wherefore_check::{Cause, Model, Unroller, solvers};
use wherefore_ir::{Role, System, TermId};
use wherefore_solve::{Lit, Stop};
use wherefore_trace::{Step, Trace};

/// The most questions to ask.
const MOST: usize = 200;

/// A step at which a failing run is to be left.
struct Fork<'a> {
    steps: &'a [Step],
    /// The transitions that are not to be taken.
    instead_of: Move,
    /// The tick before the step.
    at: usize,
    /// The ticks up to there as formulas, the last without its inputs.
    same: Vec<TermId>,
    /// Another transition.
    other: TermId,
}

/// The control paths of passing runs for these failing ones. Fewer if the search is stopped.
pub fn passing(question: &Question<'_>, failing: &[(&Trace, &Path)], stop: &Stop) -> Result<Vec<Path>, Cause> {
    let mut system = question.system.clone();
    let forks = forks(&mut system, question, failing);
    let model = Model::whole(&system);
    let reader = Reader::new(&system, question.graph)?;
    let make = solvers::bounded(model.is_finite(), question.options.memory);
    let mut unroller = Unroller::new(&model, make()?)?;
    unroller.assert_init()?;
    let mut runs: Vec<Trace> = Vec::new();
    for fork in &forks {
        let found = branch(&mut unroller, question, fork, stop)?;
        runs.extend(found.filter(|run| !runs.contains(run)));
    }
    Ok(runs.iter().map(|run| reader.path(run)).collect())
}

/// Where to leave the failing runs: short runs first, because ticks are added as they are needed and a run must not have to
/// go on after the length asked for.
fn forks<'a>(system: &mut System, question: &Question<'_>, failing: &[(&'a Trace, &Path)]) -> Vec<Fork<'a>> {
    let mut order: Vec<_> = failing.to_vec();
    order.sort_by_key(|(trace, _)| trace.len());
    let each = (MOST / order.len().max(1)).max(1);
    let mut forks: Vec<Fork<'a>> = Vec::new();
    for (trace, path) in order {
        for (at, step) in path.moves.iter().enumerate().rev().take(each) {
            let again = |f: &Fork<'_>| {
                f.instead_of == *step && f.steps.len() == trace.len() && f.steps[..=at] == trace.steps[..=at]
            };
            if forks.len() < MOST && !forks.iter().any(again) {
                let same = (0..=at).map(|tick| equal(system, &trace.steps[tick], tick < at)).collect();
                let other = another(system, question, step);
                forks.push(Fork { steps: &trace.steps, instead_of: step.clone(), at, same, other });
            }
        }
    }
    forks
}

/// That a tick has the values of a step.
fn equal(system: &mut System, step: &Step, with_inputs: bool) -> TermId {
    let vars: Vec<_> = system.vars().filter(|(_, role)| with_inputs || *role != Role::Input).map(|(v, _)| v).collect();
    let mut parts = Vec::new();
    for var in vars {
        if let Some(value) = step.get(var) {
            let (now, value) = (system.terms.now(var), system.terms.mk_const(value.clone()));
            parts.push(system.terms.eq(now, value));
        }
    }
    system.terms.and(parts)
}

/// That a step does not do the same to control.
fn another(system: &mut System, question: &Question<'_>, step: &Move) -> TermId {
    let graph = question.graph;
    let mut same = Vec::new();
    for region in graph.region_ids() {
        let active = graph.around(region);
        let mut takes = |t| system.terms.and(active.iter().copied().chain([graph.transition(t).taken]));
        match step.taken[region.0 as usize] {
            Some(taken) => same.push(takes(taken)),
            None => {
                let any: Vec<TermId> = graph.transitions_of(region).map(takes).collect();
                let some = system.terms.or(any);
                same.push(system.terms.not(some));
            }
        }
    }
    let same = system.terms.and(same);
    system.terms.not(same)
}

/// A run that leaves a failing one at a fork and does not fail within the same length.
fn branch(
    unroller: &mut Unroller<'_>,
    question: &Question<'_>,
    fork: &Fork<'_>,
    stop: &Stop,
) -> Result<Option<Trace>, Cause> {
    let last = fork.steps.len() as u32 - 1;
    unroller.reach(last)?;
    let mut assumptions: Vec<Lit> = Vec::new();
    for (tick, same) in fork.same.iter().enumerate() {
        assumptions.push(unroller.literal(*same, tick as u32)?);
    }
    assumptions.push(unroller.literal(fork.other, fork.at as u32)?);
    for tick in 0..=last {
        assumptions.push(unroller.literal(question.good, tick)?);
    }
    let found = unroller.is_sat(&assumptions, None, stop)?;
    found.then(|| unroller.trace(last)).transpose()
}
