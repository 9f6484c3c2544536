//! How to inquire into a state machine.

use super::discover::Hints;
use super::path_class::Level;

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How finely runs are distinguished, if that is asked for. Otherwise classes are those of level 1, and a coarser level to
    /// show them at is chosen where they are too many.
    pub level: Option<Level>,
    /// Hints of the user about control.
    pub hints: Hints,
}

impl Settings {
    /// The level of the classes that are listed.
    pub fn listed(&self) -> Level {
        self.level.unwrap_or(Level::Spine)
    }
}
