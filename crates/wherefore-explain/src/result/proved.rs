//! Proofs that nothing else exists: no other class, no other cause.

use wherefore_check::{Evidence, Recheck};

/// A proof, and the solver that checked it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The proof.
    pub evidence: Evidence,
    /// Whether that was re-checked.
    pub recheck: Recheck,
}
