//! Which of many formulas are ever true? Each gets a run on which it is, or a proof that there is none.
//!
//! A bounded search looks for all of them at once: at each depth, a run that makes any of those true that were not seen before. A run
//! is evaluated for all formulas at all of its ticks, so that few runs show many of them. What is left is looked up in the set of
//! reachable states, if that is found with little work, and then one proof is tried. Long runs drawn by chance show what lies deeper; in
//! a large system they come first, because a search takes long there. At last each formula gets a proof of its own, on its own cone. The
//! amount of work is the same on every machine; proofs are re-checked, runs are replayed.

mod diagrams;

use crate::context::Session;
use crate::engine::Family;
use crate::invariant::InvariantQuery;
use crate::simulate::Walks;
use crate::unroll::Unroller;
use crate::{Cone, Evidence, NoAnswer, Observer, Proof, Recheck, Verdict, induction, pdr};
use std::sync::Arc;
use wherefore_ir::{System, TermId};
use wherefore_solve::{Engine, Stop};
use wherefore_trace::{Evaluator, Trace, replay};

/// Whether a formula is ever true.
#[derive(Clone, Debug)]
pub enum Occurrence {
    /// True at this tick of a run, which was replayed.
    Seen {
        /// The run.
        trace: Arc<Trace>,
        /// The tick, from 0.
        tick: usize,
    },
    /// True in no reachable state.
    Never {
        /// The proof.
        evidence: Evidence,
        /// Whether that was re-checked.
        recheck: Recheck,
    },
    /// Whether it is ever true is not known.
    Open(NoAnswer),
}

/// How much work the search for occurrences may do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps within which runs are looked for.
    pub depth: u32,
    /// Conflicts that one question of the bounded search may cost.
    pub conflicts: u64,
    /// Instructions of the evaluator that runs drawn by chance may take.
    pub drawn: u64,
    /// Looks at the stop signal that the set of reachable states, and each run to one of them, may take.
    pub diagrams: u64,
    /// Obligations that a proof by PDR may look at.
    pub obligations: u64,
    /// Ticks that a proof by induction may look at, where data is not finite.
    pub induction: u32,
}

/// Instructions of the evaluator for runs drawn by chance: some seconds at most.
pub(crate) const DRAWN: u64 = 100_000_000;

impl Default for Effort {
    fn default() -> Effort {
        Effort { depth: 20, conflicts: 20_000, drawn: DRAWN, diagrams: 20_000, obligations: 3_000, induction: 4 }
    }
}

impl Session {
    /// Whether each of these formulas, which speak of one tick, is ever true.
    pub fn occurrences(
        &self,
        formulas: &[TermId],
        effort: Effort,
        (stop, observer): (&Stop, &Arc<dyn Observer>),
    ) -> Vec<Occurrence> {
        let mut system = self.system.as_ref().clone();
        let never = formulas.iter().map(|f| system.terms.not(*f)).collect();
        let found = vec![None; formulas.len()];
        let system = Arc::new(system);
        let mut search = OccurrenceSearch { session: self, system: system.clone(), formulas, never, found, effort };
        // What one way does not settle, for whatever reason, is left to the next.
        let mut walks = (effort.drawn > 0).then(|| Walks::new(&system)).flatten();
        if let Some(walks) = walks.as_mut().filter(|walks| walks.is_large()) {
            search.drawn(walks, stop).ok();
        }
        search.bounded(stop).ok();
        search.diagrams(stop, observer).ok();
        while !search.open().is_empty() && search.prove_together(stop, observer).is_ok_and(|more| more) {}
        if let Some(walks) = walks.as_mut().filter(|walks| !walks.is_large()) {
            search.drawn(walks, stop).ok();
        }
        for index in search.open() {
            let stopped = || NoAnswer::Stopped(stop.reason().unwrap_or_default());
            if search.found[index].is_none()
                && let Err(cause) =
                    if stop.is_fired() { Err(stopped()) } else { search.prove(&[index], stop, observer) }
            {
                search.found[index] = Some(Occurrence::Open(cause));
            }
        }
        let open = || Occurrence::Open(NoAnswer::Effort);
        search.found.into_iter().map(|answer| answer.unwrap_or_else(open)).collect()
    }
}

struct OccurrenceSearch<'a> {
    session: &'a Session,
    /// The system of the session, with the negated formulas in its arena.
    system: Arc<System>,
    formulas: &'a [TermId],
    never: Vec<TermId>,
    found: Vec<Option<Occurrence>>,
    effort: Effort,
}

impl OccurrenceSearch<'_> {
    fn open(&self) -> Vec<usize> {
        (0..self.found.len()).filter(|index| self.found[*index].is_none()).collect()
    }

    /// Looks for short runs.
    fn bounded(&mut self, stop: &Stop) -> Result<(), NoAnswer> {
        let model = Cone::whole(&self.system);
        let mut terms = model.system.terms.clone();
        let mut run = Unroller::new(&model, self.session.options.solvers().bounded(model.is_finite())()?)?;
        run.assert_init()?;
        for depth in 0..=self.effort.depth {
            run.reach(depth)?;
            loop {
                let open = self.open();
                if open.is_empty() {
                    return Ok(());
                }
                let some = terms.or(open.iter().map(|index| self.formulas[*index]));
                let some = run.solver.literal(&terms, some, depth)?;
                if !run.is_sat(&[some], Some(self.effort.conflicts), stop)? {
                    break;
                }
                self.see(run.trace(depth)?)?;
                if self.open().len() == open.len() {
                    return Err(NoAnswer::Refuted("a run does not show what it was found for".to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Draws runs by chance.
    fn drawn(&mut self, walks: &mut Walks<'_>, stop: &Stop) -> Result<(), NoAnswer> {
        while !self.open().is_empty()
            && let Some(run) = walks.next_run(self.effort.drawn, stop)
        {
            let open = self.open().len();
            self.see(run)?;
            if self.open().len() < open {
                walks.was_new();
            }
        }
        Ok(())
    }

    /// Notes what a run shows, once it was replayed.
    fn see(&mut self, trace: Trace) -> Result<(), NoAnswer> {
        replay(&self.system, &trace).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
        let open = self.open();
        let formulas: Vec<TermId> = open.iter().map(|index| self.formulas[*index]).collect();
        let evaluator = Evaluator::new(&self.system.terms, &formulas);
        let evaluator = evaluator.map_err(|_| NoAnswer::Unsupported("a temporal formula".to_owned()))?;
        let ticks: Vec<Vec<Option<bool>>> = trace.steps.iter().map(|s| evaluator.truths(&s.values, None)).collect();
        let trace = Arc::new(trace);
        for (place, index) in open.into_iter().enumerate() {
            if let Some(tick) = ticks.iter().position(|truths| truths[place] == Some(true)) {
                self.found[index] = Some(Occurrence::Seen { trace: trace.clone(), tick });
            }
        }
        Ok(())
    }

    /// Proves that no formula that is left is ever true, in one proof. True if a run showed one of them instead, so that it is worth
    /// asking again for the others.
    fn prove_together(&mut self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<bool, NoAnswer> {
        let open = self.open();
        self.prove(&open, stop, observer)?;
        let left = self.open().len();
        Ok(left > 0 && left < open.len())
    }

    /// Proves that none of these formulas is ever true, or notes what a run shows that makes one of them true.
    fn prove(&mut self, which: &[usize], stop: &Stop, observer: &Arc<dyn Observer>) -> Result<(), NoAnswer> {
        let mut system = self.system.as_ref().clone();
        let never = system.terms.and(which.iter().map(|index| self.never[*index]));
        let system = Arc::new(system);
        let question = InvariantQuery::about(self.session, system.clone(), never);
        // A violation in the cone that the rest of the system does not allow: nothing is left out then.
        let verdict = match self.attempt(&question, &Cone::of(&system, &[never]), never, (stop, observer))? {
            None => self.attempt(&question, &Cone::whole(&system), never, (stop, observer))?,
            decided => decided,
        };
        match verdict {
            Some(Verdict::Holds { evidence, recheck }) => {
                for index in which {
                    let (evidence, recheck) = (evidence.clone(), recheck.clone());
                    self.found[*index] = Some(Occurrence::Never { evidence, recheck });
                }
                Ok(())
            }
            Some(Verdict::Violated(run)) => self.see(run.trace),
            Some(Verdict::Undetermined(cause)) => Err(cause),
            _ => Err(NoAnswer::Refuted("a formula that is true in a part of the system only".to_owned())),
        }
    }

    /// The verdict on a formula that should always be true, in a part of the system; nothing if it is violated only there.
    fn attempt(
        &self,
        question: &InvariantQuery,
        model: &Cone,
        never: TermId,
        (stop, observer): (&Stop, &Arc<dyn Observer>),
    ) -> Result<Option<Verdict>, NoAnswer> {
        let finite = model.is_finite();
        let (family, proof) = if finite {
            let limits = (Engine::best(), self.effort.obligations);
            (Family::Sat, pdr::attempt(model, never, limits, stop, observer.as_ref())?)
        } else {
            let make = self.session.options.solvers().z3();
            let proof = induction::prove(model, never, self.effort.induction, &make, stop, observer.as_ref())?;
            (Family::Z3, proof)
        };
        match proof {
            Proof::Safe(certificate) => {
                question.confirm((family, finite), certificate, stop, observer.as_ref()).map(Some)
            }
            Proof::Unsafe { depth, shortest, .. } => {
                question.demonstrate(depth, shortest, &self.session.context(stop, observer))
            }
        }
    }
}
