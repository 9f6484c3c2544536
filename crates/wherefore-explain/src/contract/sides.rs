//! The two sides of a check as terms: what may be relied on, and what is asked for.

use wherefore_ir::refinement::{Check, Contract, ContractId, Refinement};
use wherefore_ir::{TermId, Terms};

/// A conjunction of conjuncts.
pub fn all<'a>(
    terms: &mut Terms,
    conjuncts: impl IntoIterator<Item = &'a wherefore_ir::refinement::Conjunct>,
) -> TermId {
    let list: Vec<TermId> = conjuncts.into_iter().map(|c| c.term).collect();
    terms.and(list)
}

/// Formula of a contract: its assumption implies its guarantee.
pub fn promise(terms: &mut Terms, contract: &Contract) -> TermId {
    let assumption = all(terms, &contract.assumptions);
    let guarantee = all(terms, &contract.guarantees);
    terms.implies(assumption, guarantee)
}

/// The left-hand side of a check: what is granted, what the whole assumes, and those contracts of parts that `keep` wants.
pub(super) fn left_with(
    refinement: &mut Refinement,
    check: &Check,
    mut keep: impl FnMut(ContractId) -> bool,
) -> TermId {
    let Refinement { system, contracts, granted, .. } = refinement;
    let terms = &mut system.terms;
    let mut list = vec![all(terms, granted.iter()), all(terms, contracts[check.whole.0 as usize].assumptions.iter())];
    for id in check.premises.iter().filter(|id| keep(**id)) {
        list.push(promise(terms, &contracts[id.0 as usize]));
    }
    terms.and(list)
}

/// The left-hand side of a check.
pub fn left(refinement: &mut Refinement, check: &Check) -> TermId {
    left_with(refinement, check, |_| true)
}

/// Right-hand side: the formula that is asked for.
pub fn right(refinement: &Refinement, check: &Check) -> TermId {
    refinement.consequent(check).term
}

/// Formula of a run that breaks a check: the left-hand side and not the right-hand side.
pub(super) fn gap(terms: &mut Terms, left: TermId, right: TermId) -> TermId {
    let wrong = terms.not(right);
    terms.and([left, wrong])
}

/// Assumption and guarantee of a contract together.
pub(super) fn both(terms: &mut Terms, contract: &Contract) -> TermId {
    all(terms, contract.assumptions.iter().chain(&contract.guarantees))
}
