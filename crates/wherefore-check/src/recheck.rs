//! State of an answer that was to be re-checked: by which solver it was, or why it was not.

use crate::NoAnswer;

/// The code that re-checked an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Checker {
    /// The best propositional solver of this build.
    Sat,
    /// The propositional solver that every build has.
    Batsat,
    /// z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// Bitwuzla.
    Bitwuzla,
    /// z3 and cvc5, each without the help of the other.
    Z3AndCvc5,
    /// z3 and Bitwuzla, each without the help of the other.
    Z3AndBitwuzla,
    /// cvc5 and Bitwuzla, each without the help of the other.
    Cvc5AndBitwuzla,
    /// The evaluator of runs.
    Replay,
    /// A pass over all transitions of an explicit graph.
    Transitions,
    /// A pass over the layers of a search for nearest runs.
    Layers,
    /// A pass over every move that a strategy of a game allows.
    Strategy,
}

impl Checker {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Checker::Sat => "sat",
            Checker::Batsat => "batsat",
            Checker::Z3 => "z3",
            Checker::Cvc5 => "cvc5",
            Checker::Bitwuzla => "bitwuzla",
            Checker::Z3AndBitwuzla => "z3 and bitwuzla, each alone",
            Checker::Cvc5AndBitwuzla => "cvc5 and bitwuzla, each alone",
            Checker::Z3AndCvc5 => "z3 and cvc5, each alone",
            Checker::Replay => "replay",
            Checker::Transitions => "a second look at every transition",
            Checker::Layers => "a second look at every step of the layers",
            Checker::Strategy => "a second look at every move of the strategy",
        }
    }
}

/// Whether an answer was re-checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recheck {
    /// Re-checked, with the same result.
    By(Checker),
    /// Not re-checked although it was to be, for this reason.
    Missing(NoAnswer),
    /// Never re-checked: the answer claims no more than its finder saw.
    Unasked,
}

impl Recheck {
    /// The checker, if there was one.
    pub fn checker(&self) -> Option<Checker> {
        match self {
            Recheck::By(checker) => Some(*checker),
            Recheck::Missing(_) | Recheck::Unasked => None,
        }
    }

    /// The checker, or the reason for its absence: for answers that further reasoning rests on.
    pub fn confirmed(self) -> Result<Checker, NoAnswer> {
        match self {
            Recheck::By(checker) => Ok(checker),
            Recheck::Missing(cause) => Err(cause),
            Recheck::Unasked => Err(NoAnswer::Unsupported("an answer that is never re-checked".to_owned())),
        }
    }
}

/// Policy for an answer that no judge could re-check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Demand {
    /// The answer is given, and says so.
    #[default]
    Wanted,
    /// The answer is withheld.
    Required,
    /// No judge is asked: the answer is a first one, and what is used of it is asked for again.
    Deferred,
}

impl Demand {
    /// The re-check, unless it is missing and was required.
    pub fn admit(self, recheck: Recheck) -> Result<Recheck, NoAnswer> {
        match (self, recheck) {
            (Demand::Required, Recheck::Missing(why)) => Err(NoAnswer::Unconfirmed(Box::new(why))),
            (_, recheck) => Ok(recheck),
        }
    }
}
