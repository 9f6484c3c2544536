//! Audience of a variable: people who read the source, or an analysis.
//!
//! The name of an auxiliary variable begins with `$`, so that it clashes with no name of most sources; nothing is decided by
//! that. A source may have such names itself: `$x` is an identifier of ECMAScript, and so of statecharts.

/// Whether the source knows a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Visibility {
    /// The source declares it.
    #[default]
    Source,
    /// A front end, an engine or an analysis added it, for this.
    Auxiliary(Purpose),
}

/// Purpose of an auxiliary variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// The last value of an input, kept because the model speaks of it between two inputs. People see it, as `x.last`.
    LastInput,
    /// A value of an earlier tick: the stream behind a `pre`, the state that a loop comes back to.
    Memory,
    /// The truth of a formula, followed along a run: it held in the last step, was kept so far, is still owed.
    Monitor,
    /// Bookkeeping of the semantics of a source: the first tick, queues, timers, history.
    Bookkeeping,
    /// A value that neither the source nor the environment decides.
    Choice,
    /// A switch that takes a part of the model out of it.
    Switch,
    /// A place holder of a term in computations.
    StandIn,
    /// The value of an expression of the source that is left open.
    Hole,
}

impl Purpose {
    /// Every purpose with the word for it.
    pub const WORDS: &[(Purpose, &str)] = &[
        (Purpose::LastInput, "last-input"),
        (Purpose::Memory, "memory"),
        (Purpose::Monitor, "monitor"),
        (Purpose::Bookkeeping, "bookkeeping"),
        (Purpose::Choice, "choice"),
        (Purpose::Switch, "switch"),
        (Purpose::StandIn, "stand-in"),
        (Purpose::Hole, "hole"),
    ];

    /// The word for the purpose.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(p, _)| *p == self).map_or("auxiliary", |(_, w)| w)
    }
}

impl Visibility {
    /// Whether reports leave the variable out: people who know the source would not know it.
    pub fn is_hidden(self) -> bool {
        !matches!(self, Visibility::Source | Visibility::Auxiliary(Purpose::LastInput))
    }
}
