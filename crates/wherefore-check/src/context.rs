//! One system, how it is to be checked, and what is shared between its properties.

use crate::certify::closure::{self, Closures};
use crate::certify::fixpoint::Reached;
use crate::engine::bdd::Cache;
use crate::engine::{Engine, EngineContext};
use crate::solvers::{Maker, Solvers};
use crate::{Checker, Demand, NoAnswer, Observer, Start};
use std::sync::{Arc, OnceLock};
use wherefore_ir::System;
use wherefore_solve::{SolverPrograms, Stop};
use wherefore_trace::Trace;

/// Which engines may be used, beside those of [`Options::engines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// Picked by the model; several at once.
    #[default]
    Auto,
    /// BDDs.
    Bdd,
    /// Propositional satisfiability: bounded search, induction, PDR.
    Sat,
    /// SMT: bounded search, induction, Spacer.
    Smt,
    /// Bitwuzla: bounded search and induction on words. Takes part only where it is chosen.
    Bitwuzla,
    /// No engine but the given ones.
    Given,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Engines to use.
    pub engine: EngineChoice,
    /// Engines from outside that take part in what they can do.
    pub engines: Vec<Arc<dyn Engine>>,
    /// Deepest bounded search, in steps.
    pub max_depth: u32,
    /// Policy for an answer that no judge could re-check.
    pub recheck: Demand,
    /// Bytes that BDDs and each solver process may use.
    pub memory: Option<u64>,
    /// How solver programs are found and started.
    pub programs: SolverPrograms,
    /// Whether engines work one after the other on the thread of the caller, each with a share of the effort, as they do where
    /// there are no threads.
    pub one_thread: bool,
}

impl Default for Options {
    fn default() -> Options {
        let (engine, recheck) = (EngineChoice::default(), Demand::default());
        let programs = SolverPrograms::default();
        let one_thread = cfg!(target_family = "wasm");
        Options { engine, engines: Vec::new(), max_depth: 10_000, recheck, memory: None, programs, one_thread }
    }
}

impl Options {
    /// Makes solvers within these limits.
    pub fn solvers(&self) -> Solvers {
        Solvers { memory: self.memory, programs: self.programs.clone() }
    }
}

/// A system being checked. BDDs and reachable sets are shared between its properties.
#[derive(Clone)]
pub struct Session {
    pub(crate) system: Arc<System>,
    pub(crate) options: Options,
    pub(crate) cache: Arc<Cache>,
    pub(crate) known: Arc<Known>,
}

impl Session {
    /// Prepares a system; nothing runs yet.
    pub fn new(system: &System, options: Options) -> Session {
        Session { system: Arc::new(system.clone()), options, cache: Arc::default(), known: Arc::default() }
    }

    /// How it is checked.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Context in which engines work.
    pub(crate) fn context(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> EngineContext {
        let Options { max_depth, one_thread, .. } = self.options;
        let (stop, observer, solvers) = (stop.clone(), observer.clone(), self.options.solvers());
        EngineContext { stop, observer, max_depth, solvers, cache: self.cache.clone(), one_thread }
    }

    /// Has a judge find that a set holds all first states and that no step leaves it, unless it has found that before.
    pub(crate) fn closed(
        &self,
        reached: &Reached,
        checker: Checker,
        make: &Maker,
        stop: &Stop,
    ) -> Result<(), NoAnswer> {
        self.known.closures.confirm(reached, checker, || closure::closed(&self.system, reached, make, stop))
    }
}

/// Facts about the runs of a session's system, each computed once.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) start: OnceLock<Start>,
    pub(crate) lifeless: OnceLock<bool>,
    pub(crate) total: OnceLock<bool>,
    pub(crate) serial: OnceLock<bool>,
    pub(crate) ending: OnceLock<Option<Trace>>,
    /// Sets of states that were found to be closed.
    pub(crate) closures: Closures,
}

impl Known {
    /// The answer that is known, or the one that is found. What is not found out counts as no, and is not asked again unless the
    /// search was stopped from outside.
    pub(crate) fn ask(
        &self,
        cell: fn(&Known) -> &OnceLock<bool>,
        stop: &Stop,
        find: impl FnOnce() -> Result<bool, NoAnswer>,
    ) -> bool {
        if let Some(known) = cell(self).get() {
            return *known;
        }
        let found = find() == Ok(true);
        if stop.is_fired() { found } else { *cell(self).get_or_init(|| found) }
    }
}
