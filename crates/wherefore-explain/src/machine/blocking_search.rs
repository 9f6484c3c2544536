//! All classes by bounded search: find a failing run, name its class, forbid the class, ask again; then prove that no
//! failing run is left.
//!
//! Depths are searched in order, so the first run of a class is a shortest one. A class is forbidden by one conjunction over
//! the memory of [`History`]. When a depth has nothing new to give, a prover is asked whether any failure outside the
//! classes remains: no completes the list, a run says at which depth to go on, and no answer means one depth more.
//! Unbounded data makes no difference: the memory is finite.

use super::history::History;
use super::path_class::{Level, PathKey};
use super::run::PathReader;
use crate::result::proved::Proved;
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_check::{Cone, EngineId, Event, NoAnswer, Observer, Options, Session, Unroller, Verdict};
use wherefore_ir::TermId;
use wherefore_ir::control::ControlGraph;
use wherefore_solve::{Lit, Stop};

/// A search under way.
pub struct Bounded<'a> {
    graph: &'a ControlGraph,
    good: TermId,
    level: Level,
    options: Options,
    /// The system with memory; its arena grows with the classes.
    pub history: History,
    /// The classes found, with the steps of a shortest run.
    pub classes: BTreeMap<PathKey, u32>,
    formulas: Vec<TermId>,
    /// All classes with runs of fewer steps are found.
    pub depth: u32,
}

enum Rest {
    /// No failure is outside the classes.
    Nothing(Proved),
    /// The nearest one is this many steps away.
    At(u32),
    /// Whether a failure is outside the classes is not known.
    Unknown(NoAnswer),
}

impl<'a> Bounded<'a> {
    /// Prepares a search for runs that break `good`.
    pub fn new(history: History, graph: &'a ControlGraph, good: TermId, level: Level, options: Options) -> Bounded<'a> {
        let (classes, formulas) = (BTreeMap::new(), Vec::new());
        Bounded { graph, good, level, options, history, classes, formulas, depth: 0 }
    }

    /// Searches until no class is left, more than `most` are found, or it is stopped.
    pub fn run(&mut self, most: usize, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Proved, NoAnswer> {
        let model = Cone::whole(&self.history.system);
        // The solver knows terms by their ids: what is added from here on must come after what the model added.
        self.history.system.terms = model.system.terms.clone();
        let make = self.options.solvers().bounded(model.is_finite());
        let mut unroller = Unroller::new(&model, make()?)?;
        unroller.assert_init()?;
        let mut ask_from = 1;
        while self.depth <= self.options.max_depth {
            observer.event(Event::Depth { engine: EngineId::BMC, depth: self.depth });
            if self.exhaust_depth(&mut unroller, most, stop)? {
                ask_from = self.depth + 2;
            }
            self.depth += 1;
            if self.depth < ask_from {
                continue;
            }
            match self.rest(stop, observer) {
                Rest::Nothing(proved) => return Ok(proved),
                Rest::At(depth) if depth >= self.depth => self.depth = depth,
                Rest::At(_) => return Err(NoAnswer::Refuted("a failure was overlooked".to_owned())),
                // An answer that was withheld is found again at every depth.
                Rest::Unknown(cause @ (NoAnswer::Stopped(_) | NoAnswer::Refuted(_) | NoAnswer::Unconfirmed(_))) => {
                    return Err(cause);
                }
                Rest::Unknown(_) => ask_from = 2 * self.depth,
            }
        }
        Err(NoAnswer::Bound(self.options.max_depth))
    }

    /// Finds all new classes with runs of the current depth; whether there was any.
    fn exhaust_depth(&mut self, unroller: &mut Unroller<'_>, most: usize, stop: &Stop) -> Result<bool, NoAnswer> {
        unroller.reach(self.depth)?;
        let bad = !unroller.literal(self.good, self.depth)?;
        for formula in self.formulas.clone() {
            self.forbid(unroller, bad, formula)?;
        }
        let before = self.classes.len();
        while unroller.is_sat(&[bad], None, stop)? {
            let formula = self.name(unroller)?;
            if self.classes.len() > most {
                return Err(NoAnswer::Classes(most));
            }
            self.forbid(unroller, bad, formula)?;
        }
        Ok(self.classes.len() > before)
    }

    /// Names the class of the run in the solver's model, and gives the formula of the class.
    fn name(&mut self, unroller: &mut Unroller<'_>) -> Result<TermId, NoAnswer> {
        let trace = unroller.trace(self.depth)?;
        let reader = PathReader::new(&self.history.system, self.graph)?;
        let key = reader.path(&trace).key(self.graph, self.level);
        let formula = self.history.class(self.graph, &key);
        if self.classes.insert(key, self.depth).is_some() {
            return Err(NoAnswer::Refuted("the memory of a run does not tell its class".to_owned()));
        }
        self.formulas.push(formula);
        Ok(formula)
    }

    /// A failure at the current depth must be outside a class.
    fn forbid(&self, unroller: &mut Unroller<'_>, bad: Lit, formula: TermId) -> Result<(), NoAnswer> {
        let inside = unroller.solver.literal(&self.history.system.terms, formula, self.depth)?;
        Ok(unroller.solver.clause(&[!bad, !inside])?)
    }

    /// Asks a prover for a failure outside the classes.
    fn rest(&mut self, stop: &Stop, observer: &Arc<dyn Observer>) -> Rest {
        let outside = self.covered();
        match Session::new(&self.history.system, self.options.clone()).always(outside, stop, observer).1 {
            Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                Rest::Nothing(Proved { evidence, recheck })
            }
            Verdict::Violated(run) => Rest::At(run.trace.len() as u32 - 1),
            Verdict::Undetermined(cause) => Rest::Unknown(cause),
        }
    }

    /// The property, or one of the classes.
    fn covered(&mut self) -> TermId {
        let parts: Vec<TermId> = self.formulas.iter().copied().chain([self.good]).collect();
        self.history.system.terms.or(parts)
    }
}
