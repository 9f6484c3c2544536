//! A run that was given instead of found, beside the classes of failing runs.

use super::class::Class;

/// The run that was given, explained.
#[derive(Clone, Debug)]
pub struct ExternalTrace {
    /// The run with its key and its explanation, as if it were a class of its own.
    pub run: Class,
    /// The ids of the classes that it belongs to: one, unless it fails in several ways at once.
    pub classes: Vec<String>,
}

impl ExternalTrace {
    /// A run that belongs to one class.
    pub fn new(run: Class) -> ExternalTrace {
        let classes = vec![run.id.clone()];
        ExternalTrace { run, classes }
    }
}
