//! How finely neighbourhoods are told apart.
//!
//! Each level looks at less than the one before, so a class of a finer level lies within one class of a coarser level.
//! Data multiply choices, and actions of processes that have no part in the failure multiply them again: a graph with
//! five decisions may offer thousands of different sets of choices. The level that is shown, unless one is asked for, has
//! no more classes than there are different decisions: which gates avoid the failure, and which seal it.

use crate::machine::path_class;

/// How finely neighbourhoods are told apart, finest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// By all choices that a neighbourhood offers.
    Neighbourhood,
    /// By the choices that decide: those that avoid the failure, and those that seal it.
    Decision,
    /// By the gates of these choices: labels without their data.
    Gate,
    /// By the kind of the neighbourhood.
    Kind,
}

impl Level {
    /// All of them, finest first.
    pub const ALL: [Level; 4] = [Level::Neighbourhood, Level::Decision, Level::Gate, Level::Kind];

    /// The word in reports, which never changes.
    pub fn word(self) -> &'static str {
        match self {
            Level::Neighbourhood => "neighbourhood",
            Level::Decision => "decision",
            Level::Gate => "gate",
            Level::Kind => "kind",
        }
    }

    /// The number by which it is asked for.
    pub fn number(self) -> u8 {
        match self {
            Level::Neighbourhood => 1,
            Level::Decision => 2,
            Level::Gate => 3,
            Level::Kind => 4,
        }
    }

    /// The next coarser one.
    pub(super) fn coarser(self) -> Option<Level> {
        Level::ALL.into_iter().find(|level| *level > self)
    }
}

/// The level with the same number. Graphs have none between the first and the second.
impl From<path_class::Level> for Level {
    fn from(level: path_class::Level) -> Level {
        match level {
            path_class::Level::Spine | path_class::Level::Suffix(_) => Level::Neighbourhood,
            path_class::Level::Last => Level::Decision,
            path_class::Level::Ends => Level::Gate,
            path_class::Level::Final => Level::Kind,
        }
    }
}

/// Number of classes at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelCount {
    /// The level.
    pub level: Level,
    /// How many classes it has.
    pub classes: usize,
}
