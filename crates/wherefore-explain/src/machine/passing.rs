//! Passing runs to compare failing ones with: the same beginning, another transition, no failure.
//!
//! Random runs say little about a failure, since most of them never come near it. A run that goes along with a failing one
//! up to some step and then takes another way shows what the failing one should have done. There is at most one for each
//! step of each failing run; steps near the failure are tried first.

use super::enumerate::MachineProblem;
use super::path_class::Move;
use super::run::{Path, PathReader};
use super::steps::Choices;
use wherefore_check::{Cone, NoAnswer, Unroller};
use wherefore_ir::control::RegionId;
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
pub fn passing(question: &MachineProblem<'_>, failing: &[(&Trace, &Path)], stop: &Stop) -> Result<Vec<Path>, NoAnswer> {
    let mut system = question.system.clone();
    let choices = Choices::new(&mut system, question.graph);
    let forks = forks(&mut system, &choices, failing);
    let model = Cone::whole(&system);
    let reader = PathReader::new(&system, question.graph)?;
    let make = question.options.solvers().bounded(model.is_finite());
    let mut unroller = Unroller::new(&model, make()?)?;
    unroller.assert_init()?;
    let mut search = PassingSearch { question, choices: &choices, reader, unroller, stop };
    let mut paths: Vec<Path> = Vec::new();
    for fork in &forks {
        let found = search.branch(fork)?;
        paths.extend(found.filter(|path| !paths.contains(path)));
    }
    Ok(paths)
}

/// Where to leave the failing runs: short runs first, because ticks are added as they are needed and a run must not have to
/// go on after the length asked for.
fn forks<'a>(system: &mut System, choices: &Choices<'_>, failing: &[(&'a Trace, &Path)]) -> Vec<Fork<'a>> {
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
                let other = another(system, choices, step);
                forks.push(Fork { steps: &trace.steps, instead_of: step.clone(), at, same, other });
            }
        }
    }
    forks
}

/// Formula: a tick has the values of a step.
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

/// Formula: a step does something else to control.
fn another(system: &mut System, choices: &Choices<'_>, step: &Move) -> TermId {
    let regions = choices.graph.region_ids();
    let same = system.terms.and(regions.map(|r| choices.does(r, step.taken[r.0 as usize])));
    system.terms.not(same)
}

/// The search for runs, one fork after another.
struct PassingSearch<'a, 'm> {
    question: &'a MachineProblem<'a>,
    choices: &'a Choices<'a>,
    reader: PathReader<'a>,
    unroller: Unroller<'m>,
    stop: &'a Stop,
}

impl PassingSearch<'_, '_> {
    /// A run that leaves a failing one at a fork and does not fail within the same length. Which of them a solver finds first
    /// is chance; among all of them, this is the one whose transitions come first, by their names, step by step.
    fn branch(&mut self, fork: &Fork<'_>) -> Result<Option<Path>, NoAnswer> {
        let last = fork.steps.len() as u32 - 1;
        self.unroller.reach(last)?;
        let mut assumptions: Vec<Lit> = Vec::new();
        for (tick, same) in fork.same.iter().enumerate() {
            assumptions.push(self.unroller.literal(*same, tick as u32)?);
        }
        assumptions.push(self.unroller.literal(fork.other, fork.at as u32)?);
        for tick in 0..=last {
            assumptions.push(self.unroller.literal(self.question.good, tick)?);
        }
        let Some(mut run) = self.run(&assumptions, last)? else { return Ok(None) };
        for tick in fork.at..last as usize {
            for region in self.choices.graph.region_ids() {
                run = self.settle(run, (tick, region), &mut assumptions)?;
            }
        }
        Ok(Some(self.reader.path(&run)))
    }

    fn run(&mut self, assumptions: &[Lit], last: u32) -> Result<Option<Trace>, NoAnswer> {
        let found = self.unroller.is_sat(assumptions, None, self.stop)?;
        found.then(|| self.unroller.trace(last)).transpose()
    }

    /// Lets a region take the first transition that it can take at a tick, and holds on to that.
    fn settle(
        &mut self,
        run: Trace,
        (tick, region): (usize, RegionId),
        assumptions: &mut Vec<Lit>,
    ) -> Result<Trace, NoAnswer> {
        let (now, next) = (&run.steps[tick].values, &run.steps[tick + 1].values);
        let at = self.reader.location(now)[region.0 as usize];
        let taken = self.reader.step(now, next).taken[region.0 as usize];
        for better in self.choices.before(at, taken) {
            let wish = self.choices.does(region, Some(better));
            assumptions.push(self.unroller.literal(wish, tick as u32)?);
            if let Some(run) = self.run(assumptions, run.len() as u32 - 1)? {
                return Ok(run);
            }
            assumptions.pop();
        }
        let kept = self.choices.does(region, taken);
        assumptions.push(self.unroller.literal(kept, tick as u32)?);
        Ok(run)
    }
}
