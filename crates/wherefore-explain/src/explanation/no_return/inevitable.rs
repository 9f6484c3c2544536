//! Is a failure certain from here?
//!
//! The failure is *inevitable* at a tick if every run from its state that goes on for ever, or ends in a dead end, breaks
//! the claim. The contrary is shown by an [`Escape`]: a lasso on which the claim holds, or a run to a dead end on which it
//! does. It is shown to be inevitable by a depth to which no run keeps the claim, and before which none ends. With finitely
//! many choices at each tick one of the two exists; it is looked for at growing depths, up to a limit.
//!
//! Escapes are replayed by the evaluator. Every "no such run" that an answer rests on is a *claim*, which another solver
//! finds once more at the end (`verify`).

use super::layout::{Fact, Ground, Layout, equals};
use std::collections::BTreeMap;
use wherefore_check::{Family, NoAnswer, Options, judges};
use wherefore_ir::{Constraint, System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Step, Trace, replay};

/// The depths at which escapes are looked for.
const DEPTHS: [u32; 6] = [2, 4, 8, 16, 32, 64];
/// With unbounded data no deeper than this.
const DEEPEST_UNBOUNDED: u32 = 16;

/// Possible futures of a tick.
#[derive(Clone, Debug)]
pub(super) enum Avoidability {
    /// The claim breaks within this number of ticks, whatever happens.
    Inevitable(u32),
    /// The failure can be avoided: an escape shows it.
    Avoidable(Box<Escape>),
}

/// A run from a tick on that keeps the claim for ever, or as long as it lasts.
#[derive(Clone, Debug)]
pub(super) struct Escape {
    /// A lasso, or a run to a dead end.
    pub(super) run: Trace,
    /// The depth at which a lasso was found.
    pub(super) depth: Option<u32>,
}

impl Escape {
    /// The tick after the first; none if the run ends there.
    pub(super) fn second(&self) -> Option<&Step> {
        self.run.successor(0).and_then(|next| self.run.steps.get(next))
    }
}

/// Decides whether a failure is certain.
pub(super) struct Oracle<'a> {
    pub(super) layout: Layout<'a>,
    /// The system of the model; its arena grows with the questions.
    pub(super) system: System,
    pub(super) options: &'a Options,
    pub(super) stop: &'a Stop,
    /// Whether it is known that every tick at which the claim holds has a successor.
    pub(super) lively: Option<bool>,
    known: BTreeMap<Vec<Fact>, Result<Avoidability, NoAnswer>>,
    /// Lists of facts that no run has.
    claims: Vec<Vec<Fact>>,
    /// Formulas: a tick has a certain successor; used by claims.
    pub(super) successors: Vec<TermId>,
}

impl<'a> Oracle<'a> {
    /// An oracle that was not asked yet.
    pub(super) fn new(ground: &'a Ground, options: &'a Options, stop: &'a Stop) -> Result<Oracle<'a>, NoAnswer> {
        let make = options.solvers().bounded(ground.model.is_finite());
        let layout = Layout::new(ground, &make, stop)?;
        let system = ground.model.system.clone();
        let lively = ground.is_total.then_some(true);
        let (known, claims, successors) = (BTreeMap::new(), Vec::new(), Vec::new());
        Ok(Oracle { layout, system, options, stop, lively, known, claims, successors })
    }

    /// Formula: the first tick has the state of a step.
    pub(super) fn state(&mut self, step: &Step) -> TermId {
        let states = self.layout.ground.states().filter_map(|v| step.get(v).map(|value| (v, value)));
        equals(&mut self.system.terms, states)
    }

    /// Whether a run has all this.
    pub(super) fn ask(&mut self, facts: &[Fact]) -> Result<bool, NoAnswer> {
        self.layout.ask(&self.system.terms, facts)
    }

    /// Possible futures of the first tick of runs that satisfy all these facts.
    pub(super) fn outlook(&mut self, from: &[Fact]) -> Result<Avoidability, NoAnswer> {
        if let Some(known) = self.known.get(from) {
            return known.clone();
        }
        let found = self.search(from);
        if !matches!(found, Err(NoAnswer::Stopped(_))) {
            self.known.insert(from.to_vec(), found.clone());
        }
        found
    }

    fn search(&mut self, from: &[Fact]) -> Result<Avoidability, NoAnswer> {
        let is_finite = self.layout.ground.model.is_finite();
        let with = |more: &[Fact]| from.iter().chain(more).copied().collect::<Vec<Fact>>();
        let depths = DEPTHS.into_iter().filter(|d| is_finite || *d <= DEEPEST_UNBOUNDED);
        for depth in depths {
            if self.ask(&with(&[Fact::Kept(depth), Fact::Closed(depth)]))? {
                return self.lasso(from, depth);
            }
            if let Some(run) = self.dead_end(from, depth)? {
                self.replayed(from, &run)?;
                return Ok(Avoidability::Avoidable(Box::new(Escape { run, depth: None })));
            }
            if !self.ask(&with(&[Fact::Kept(depth)]))? {
                return Ok(Avoidability::Inevitable(depth));
            }
        }
        Err(NoAnswer::Bound(if is_finite { DEPTHS[DEPTHS.len() - 1] } else { DEEPEST_UNBOUNDED }))
    }

    /// The lasso of the last answer, replayed.
    fn lasso(&mut self, from: &[Fact], depth: u32) -> Result<Avoidability, NoAnswer> {
        let trace = self.layout.trace(&self.system.terms, depth)?;
        let states: Vec<_> = self.layout.ground.states().collect();
        let same = |a: usize, b: usize| states.iter().all(|v| trace.value(a, *v) == trace.value(b, *v));
        let ends = (1..trace.len()).find_map(|end| (0..end).find(|start| same(*start, end)).map(|start| (start, end)));
        let (start, end) = ends.ok_or_else(|| NoAnswer::Refuted("a closed lasso without a loop".to_owned()))?;
        let run = Trace::lasso(trace.steps[..end].to_vec(), start);
        self.replayed(from, &run)?;
        Ok(Avoidability::Avoidable(Box::new(Escape { run, depth: Some(depth) })))
    }

    /// Replays an escape: a run of the model from these facts on, at whose every tick the claim holds.
    fn replayed(&self, from: &[Fact], run: &Trace) -> Result<(), NoAnswer> {
        let ground = self.layout.ground;
        let list = |terms: &[TermId]| terms.iter().map(|term| Constraint { term: *term, element: None }).collect();
        let mut system = self.system.clone();
        let always: Vec<TermId> = ground.model.invar.iter().copied().chain([ground.good]).collect();
        (system.init, system.invar, system.trans) = (Vec::new(), list(&always), list(&ground.model.step));
        system.next.clear();
        let refuted = |what: String| NoAnswer::Refuted(format!("an escape that is none: {what}"));
        replay(&system, run).map_err(|e| refuted(e.to_string()))?;
        for fact in from {
            let Fact::Given(term, tick) = fact else { continue };
            let now = (0..*tick).try_fold(0, |at, _| run.successor(at)).and_then(|at| Some((at, run.steps.get(at)?)));
            let Some((at, now)) = now else { return Err(refuted("it ends too early".to_owned())) };
            let next = run.successor(at).and_then(|n| run.steps.get(n)).map(|s| s.values.as_slice());
            let evaluator = Evaluator::new(&system.terms, &[*term]).map_err(|e| refuted(e.to_string()))?;
            if evaluator.truths(&now.values, next) != [Some(true)] {
                return Err(refuted("it does not begin as asked for".to_owned()));
            }
        }
        Ok(())
    }

    /// Notes that an answer rests on this: the failure comes within `depth` ticks. Returns the numbers of what is to be
    /// checked.
    pub(super) fn doomed(&mut self, from: &[Fact], depth: u32) -> Vec<usize> {
        let with = |fact: Fact| from.iter().copied().chain([fact]).collect::<Vec<Fact>>();
        let mut numbers = vec![self.claim(with(Fact::Kept(depth)))];
        match self.lively {
            _ if self.layout.ground.is_total => {}
            Some(true) => numbers.push(self.claim(vec![Fact::Stuck(0)])),
            _ => numbers.push(self.claim(with(Fact::Stuck(depth)))),
        }
        numbers
    }

    /// Notes that no run has all this; its number.
    pub(super) fn claim(&mut self, facts: Vec<Fact>) -> usize {
        let known = self.claims.iter().position(|c| *c == facts);
        known.unwrap_or_else(|| {
            self.claims.push(facts);
            self.claims.len() - 1
        })
    }

    /// Has another solver find once more that no run has what was claimed, each claim on its own.
    pub(super) fn verify(&self) -> Vec<Result<(), NoAnswer>> {
        let is_finite = self.layout.ground.model.is_finite();
        let judges = judges(Family::of_bounded(is_finite), is_finite, self.options);
        let mut verdicts: Vec<Result<(), NoAnswer>> = vec![Err(NoAnswer::Effort); self.claims.len()];
        let verdict = std::cell::RefCell::new(&mut verdicts);
        let outcome = judges.review(|make| {
            let mut layout = Layout::new(self.layout.ground, make, self.stop)?;
            for term in &self.successors {
                layout.add_successor(&self.system.terms, *term)?;
            }
            let mut open = None;
            for (place, claim) in self.claims.iter().enumerate() {
                let answer = match layout.ask(&self.system.terms, claim) {
                    Ok(false) => Ok(()),
                    Ok(true) => Err(NoAnswer::Refuted("what no run was to have, another solver finds".to_owned())),
                    Err(cause) => Err(cause),
                };
                open = open.or(answer.clone().err().filter(|c| !matches!(c, NoAnswer::Refuted(_))));
                if let Some(slot) = verdict.borrow_mut().get_mut(place)
                    && !matches!(slot, Ok(()) | Err(NoAnswer::Refuted(_)))
                {
                    *slot = answer;
                }
            }
            open.map_or(Ok(()), Err)
        });
        // The last judge's reason stands where no judge decided.
        drop(outcome);
        verdicts
    }
}
