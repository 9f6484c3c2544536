//! Progress, told to whoever wants to know. The engines do not know the time; an observer may.

/// Where the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Building formulas, clauses or diagrams.
    Encode,
    /// An engine searching.
    Search,
    /// Re-checking an answer: replay, certificate.
    Recheck,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A property's turn has come.
    Property(String),
    /// An engine entered a stage.
    Enter {
        /// The engine.
        engine: &'static str,
        /// The stage.
        stage: Stage,
    },
    /// An engine left a stage.
    Leave {
        /// The engine.
        engine: &'static str,
        /// The stage.
        stage: Stage,
    },
    /// An engine reached a depth.
    Depth {
        /// The engine.
        engine: &'static str,
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
pub fn within<T>(observer: &dyn Observer, engine: &'static str, stage: Stage, work: impl FnOnce() -> T) -> T {
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
