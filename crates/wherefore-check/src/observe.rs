//! Progress of engines, reported to observers. The engines do not know the time; an observer may.

use std::fmt;

/// The name of an engine, or of work that is done beside the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineId(&'static str);

impl EngineId {
    /// Bounded model checking.
    pub const BMC: EngineId = EngineId("bmc");
    /// k-induction.
    pub const INDUCTION: EngineId = EngineId("k-induction");
    /// Property-directed reachability.
    pub const PDR: EngineId = EngineId("pdr");
    /// BDDs.
    pub const BDD: EngineId = EngineId("bdd");
    /// Spacer.
    pub const SPACER: EngineId = EngineId("spacer");
    /// Bounded search and induction, then PDR, on a propositional solver.
    pub const SAT: EngineId = EngineId("sat");
    /// Bounded search and induction on an SMT solver.
    pub const SMT: EngineId = EngineId("smt");
    /// Bounded search and induction on Bitwuzla.
    pub const BITWUZLA: EngineId = EngineId("bitwuzla");
    /// A bound on the visits to fair states.
    pub const K_LIVENESS: EngineId = EngineId("k-liveness");
    /// The search for lassos of a CTL formula.
    pub const LASSO: EngineId = EngineId("lasso");
    /// The re-check of a proof.
    pub const CERTIFICATE: EngineId = EngineId("certificate");
    /// The replay of a run.
    pub const REPLAY: EngineId = EngineId("replay");

    /// The name of another engine.
    pub const fn new(name: &'static str) -> EngineId {
        EngineId(name)
    }

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// Where the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Building formulas, clauses or diagrams.
    Encode,
    /// An engine searching.
    Search,
    /// Replaying a run that an engine found.
    Replay,
    /// Having a proof re-checked by another solver.
    Certify,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A property's turn has come.
    Property(String),
    /// An engine entered a stage.
    Enter {
        /// The engine.
        engine: EngineId,
        /// The stage.
        stage: Stage,
    },
    /// An engine left a stage.
    Leave {
        /// The engine.
        engine: EngineId,
        /// The stage.
        stage: Stage,
    },
    /// An engine reached a depth.
    Depth {
        /// The engine.
        engine: EngineId,
        /// Steps, frames or layers.
        depth: u32,
    },
}

/// Receives events from any thread.
pub trait Observer: Sync + Send {
    /// Called when something happens; must be quick.
    fn event(&self, event: Event);
}

/// Runs `work` between `Enter` and `Leave`.
pub fn within<T>(observer: &dyn Observer, engine: EngineId, stage: Stage, work: impl FnOnce() -> T) -> T {
    observer.event(Event::Enter { engine, stage });
    let result = work();
    observer.event(Event::Leave { engine, stage });
    result
}

/// An observer that ignores everything.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: Event) {}
}
