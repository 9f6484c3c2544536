//! The two sides of a check as terms: what may be relied on, and what is asked for.

use wherefore_ir::refinement::{Check, Contract, ContractId, Refinement};
use wherefore_ir::{TermId, Terms};

/// A conjunction of conjuncts.
pub(super) fn all<'a>(
    terms: &mut Terms,
    conjuncts: impl IntoIterator<Item = &'a wherefore_ir::refinement::Conjunct>,
) -> TermId {
    let list: Vec<TermId> = conjuncts.into_iter().map(|c| c.term).collect();
    terms.and(list)
}

/// What a contract says: its assumption implies its guarantee.
pub(super) fn promise(terms: &mut Terms, contract: &Contract) -> TermId {
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
pub(super) fn left(refinement: &mut Refinement, check: &Check) -> TermId {
    left_with(refinement, check, |_| true)
}

/// What is asked for.
pub(super) fn right(refinement: &Refinement, check: &Check) -> TermId {
    refinement.consequent(check).term
}

/// `part.contract`, or the name alone for a contract of the whole.
pub(super) fn contract_name(refinement: &Refinement, id: ContractId) -> String {
    let contract = refinement.contract(id);
    qualified(refinement, contract, &contract.name)
}

/// A name of something inside a contract, with its part.
pub(super) fn qualified(refinement: &Refinement, contract: &Contract, name: &str) -> String {
    match contract.owner {
        Some(part) => format!("{}.{name}", refinement.part(part).name),
        None => name.to_owned(),
    }
}
