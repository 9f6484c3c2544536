//! How to inquire into a state machine.

use super::discover::Hints;
use super::path_class::Level;

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How finely runs are distinguished.
    pub level: Level,
    /// Hints of the user about control.
    pub hints: Hints,
}
