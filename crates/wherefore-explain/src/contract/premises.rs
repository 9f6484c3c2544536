//! Role of the contracts of the parts: on a failing run, or for a proof.
//!
//! On a run a contract is *vacuous* if its assumption is false there or nothing that its guarantees wait for happens; it is
//! *pending* at a position if something that it has promised by then comes only later; else it is *kept*. In a proof a
//! contract is *used* if the check no longer holds without it and without those found unused before: what remains is a minimal
//! set of contracts from which the conjunct follows.

use super::judge::{Answer, Judge};
use super::sides::{all, gap, left_with, right};
use crate::explanation::truths::{Truths, skeleton, truth};
use crate::result::contract::{Premise, PremiseState};
use std::collections::BTreeSet;
use wherefore_ir::refinement::{Check, Conjunct, Contract, ContractId, Refinement};
use wherefore_ir::{Op, TermId, Terms};
use wherefore_trace::Trace;

/// The contracts of a check, each with what `state` says of it.
pub(super) fn list(
    refinement: &Refinement,
    check: &Check,
    mut state: impl FnMut(ContractId) -> PremiseState,
) -> Vec<Premise> {
    let premise = |id: &ContractId| Premise {
        name: refinement.contract_name(*id),
        state: state(*id),
        element: refinement.contract(*id).element,
    };
    check.premises.iter().map(premise).collect()
}

/// State of a contract on a failing run whose failure shows at a tick.
pub(super) fn on_run(terms: &mut Terms, contract: &Contract, run: &Trace, tick: usize) -> PremiseState {
    let assumption = all(terms, &contract.assumptions);
    if truth(terms, run, assumption) == Some(false) {
        return PremiseState::Vacuous;
    }
    let mut triggered = contract.guarantees.is_empty();
    for conjunct in &contract.guarantees {
        let Ok(truths) = Truths::new(terms, run, conjunct.term) else { return PremiseState::Kept };
        if is_pending(&truths, conjunct.term, tick) {
            return PremiseState::Pending;
        }
        triggered |= is_triggered(&truths, conjunct.term);
    }
    if triggered { PremiseState::Kept } else { PremiseState::Vacuous }
}

/// State of each guarantee of a contract on a failing run, as if it were the only one.
pub(super) fn each_on_run(terms: &mut Terms, contract: &Contract, run: &Trace, tick: usize) -> Vec<PremiseState> {
    let mut alone = |conjunct: &Conjunct| {
        let own = Contract { guarantees: vec![conjunct.clone()], ..contract.clone() };
        on_run(terms, &own, run, tick)
    };
    contract.guarantees.iter().map(&mut alone).collect()
}

/// Whether what a formula waits for ever happens; a formula that waits for nothing always says something.
pub(super) fn is_triggered(truths: &Truths<'_>, formula: TermId) -> bool {
    let terms = truths.terms;
    let body = match (terms.op(formula), terms.operands(formula)) {
        (Op::G, [body]) => *body,
        _ => formula,
    };
    match (terms.op(body), terms.operands(body)) {
        (Op::Implies, [a, _]) => (0..truths.count()).any(|p| truths.at(*a, p) != Some(false)),
        _ => true,
    }
}

/// Whether an eventuality of a formula is promised at a position and not fulfilled there.
fn is_pending(truths: &Truths<'_>, formula: TermId, tick: usize) -> bool {
    let terms = truths.terms;
    let due = promised(terms, formula);
    let open = |t: &TermId| match (terms.op(*t), terms.operands(*t)) {
        (Op::F, [a]) => truths.at(*a, tick) == Some(false),
        (Op::U, [_, b]) => truths.at(*b, tick) == Some(false),
        _ => false,
    };
    due.iter().any(|(trigger, response)| {
        let asked = trigger
            .is_none_or(|t| (0..=tick).any(|p| truths.at(t, p) == Some(true) && is_open(truths, *response, p, tick)));
        asked && skeleton(terms, *response).iter().any(open)
    })
}

/// Whether nothing from a position up to a tick fulfils a response.
fn is_open(truths: &Truths<'_>, response: TermId, from: usize, tick: usize) -> bool {
    let terms = truths.terms;
    let goal = match (terms.op(response), terms.operands(response)) {
        (Op::F, [a]) => *a,
        (Op::U, [_, b]) => *b,
        _ => return from == tick,
    };
    (from..=tick).all(|p| truths.at(goal, p) == Some(false))
}

/// Triggers and responses of a formula.
fn promised(terms: &Terms, formula: TermId) -> Vec<(Option<TermId>, TermId)> {
    let body = match (terms.op(formula), terms.operands(formula)) {
        (Op::G, [body]) => *body,
        _ => formula,
    };
    let part = |t: TermId| match (terms.op(t), terms.operands(t)) {
        (Op::Implies, [a, b]) => (Some(*a), *b),
        _ => (None, t),
    };
    match terms.op(body) {
        Op::And => terms.operands(body).iter().map(|t| part(*t)).collect(),
        _ => vec![part(body)],
    }
}

/// Role of each contract in a proof, in the order of the premises. A contract that is not known to be needed stays in
/// the questions about the others, so that those found needed are.
pub(super) fn in_proof(refinement: &Refinement, check: &Check, judge: &Judge<'_>) -> Vec<PremiseState> {
    let (mut dropped, mut states) = (BTreeSet::new(), Vec::new());
    for id in &check.premises {
        let mut without = refinement.clone();
        let left = left_with(&mut without, check, |c| c != *id && !dropped.contains(&c));
        let right = right(&without, check);
        let gap = gap(&mut without.system.terms, left, right);
        states.push(match judge.satisfiable(&mut without.system, gap) {
            Answer::No => {
                dropped.insert(*id);
                PremiseState::Unused
            }
            Answer::Yes(_) => PremiseState::Used,
            Answer::Unknown(_) => PremiseState::Open,
        });
    }
    states
}
