//! How to inquire into a state machine.

use super::discover::Hints;
use super::key::Level;

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How finely runs are told apart.
    pub level: Level,
    /// What the user said about control.
    pub hints: Hints,
}
