//! Everything that an inquiry is given beside its question: the signal that ends it, the observer, how engines work,
//! how much is listed, and the receiver of drafts on the way.

use crate::result::inquiry::Findings;
use std::sync::Arc;
use wherefore_check::{Observer, Options};
use wherefore_solve::Stop;

/// How much is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most classes to list.
    pub max_classes: usize,
    /// The most minimal causes, and the most minimal corrections, of each run; none if one cause is all that is asked for.
    pub most_causes: Option<usize>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_classes: 100, most_causes: None }
    }
}

/// Context in which every stage of an inquiry works.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Ends the work when it is fired.
    pub stop: &'a Stop,
    /// Receives reports of what engines do.
    pub observer: &'a Arc<dyn Observer>,
    /// How engines work.
    pub options: &'a Options,
    /// How much is listed.
    pub limits: Limits,
    /// Receives the findings so far after each stage, for a caller who cannot wait for the rest.
    pub draft: &'a dyn Fn(Findings),
}

impl<'a> Context<'a> {
    /// A context with the usual limits, for a caller who waits for the end.
    pub fn new(stop: &'a Stop, observer: &'a Arc<dyn Observer>, options: &'a Options) -> Context<'a> {
        Context { stop, observer, options, limits: Limits::default(), draft: &|_| {} }
    }

    /// The context with another limit on the classes to list.
    #[must_use]
    pub fn with_max_classes(self, max_classes: usize) -> Context<'a> {
        Context { limits: Limits { max_classes, ..self.limits }, ..self }
    }
}
