//! The lens for contracts: which conjunct is not met, whose contract is too weak, at which step.

mod diagnosis;
mod health;
mod why;

pub use diagnosis::{Branch, Diagnosis, Edit, EditKind, Failure, KeyEvent, Mark, MarkKind, Part, Premise, PremiseState};
pub use health::{Ailment, Illness, examine};
pub use why::why;
