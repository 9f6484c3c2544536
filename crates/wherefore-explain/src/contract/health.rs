//! Do the contracts make sense by themselves, before anything is asked of them together?

use std::sync::Arc;
use wherefore_check::{Cause, Observer, Options};
use wherefore_ir::ElementId;
use wherefore_ir::refinement::Refinement;
use wherefore_solve::Stop;

/// What is wrong with contracts by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illness {
    /// No behaviour satisfies the assumption: the contract promises nothing.
    Assumption,
    /// No behaviour satisfies assumption and guarantee together: nothing implements the contract where it is used.
    Contract,
    /// The contracts of the parts, the wires and the assumption of the whole exclude each other: every check holds vacuously.
    Refinement,
}

/// A minimal set of conjuncts that exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ailment {
    /// What kind it is.
    pub illness: Illness,
    /// The contract, `part.contract`.
    pub contract: String,
    /// The conjuncts, and wires, that cannot all be true: none can be left out. Names with their parts.
    pub core: Vec<(String, Option<ElementId>)>,
}

/// Looks at every contract alone and at each refinement as a whole.
pub fn examine(
    _refinement: &Refinement,
    _options: &Options,
    _stop: &Stop,
    _observer: &Arc<dyn Observer>,
) -> Result<Vec<Ailment>, Cause> {
    Ok(Vec::new())
}
