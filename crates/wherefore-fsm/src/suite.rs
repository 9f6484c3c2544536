//! Parts that all methods for test suites share: the suite, the bound for which it is complete, and the reasons why
//! none can be made.

use crate::Fsm;
use std::fmt;

/// Input words to apply, each from the initial state.
///
/// A suite for the bound m is *complete*: an implementation whose minimal observable form, with refusals as
/// observations, has at most m states passes it exactly if it is equivalent to the reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// The words in ascending order; none is a prefix of another.
    pub words: Vec<Vec<usize>>,
}

impl Suite {
    /// How many words there are: each needs a reset.
    pub fn cases(&self) -> usize {
        self.words.len()
    }

    /// How many inputs there are in all words together.
    pub fn length(&self) -> usize {
        self.words.iter().map(Vec::len).sum()
    }
}

/// For which implementations a suite is to be complete, and how large it may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// States that the minimal observable form of an implementation has at most; below the states of the reference it
    /// means as many as these.
    pub states: usize,
    /// Distinct prefixes that the words of the suite have at most: suites grow exponentially with the additional
    /// states.
    pub prefixes: usize,
}

impl Bound {
    /// Implementations with at most `states` states, and at most four million prefixes.
    pub fn states(states: usize) -> Self {
        Self { states, prefixes: 1 << 22 }
    }

    /// States of an implementation beyond those of the reference, at most.
    pub(crate) fn additional(&self, reference: &Fsm) -> usize {
        self.states.saturating_sub(reference.states())
    }
}

/// Why there is no suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodError {
    /// The reference has several next states for the same input and output: make it observable first.
    NotObservable,
    /// The reference has equivalent or unreachable states: minimise it first.
    NotMinimal,
    /// The method is for deterministic references only.
    NotDeterministic,
    /// The suite would have more prefixes than the bound allows.
    TooLarge {
        /// The most prefixes that the bound allows.
        prefixes: usize,
    },
}

impl fmt::Display for MethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotObservable => write!(f, "the reference is not observable"),
            Self::NotMinimal => write!(f, "the reference is not minimal"),
            Self::NotDeterministic => write!(f, "the method needs a deterministic reference"),
            Self::TooLarge { prefixes } => write!(f, "the suite would have more than {prefixes} prefixes"),
        }
    }
}

impl std::error::Error for MethodError {}
