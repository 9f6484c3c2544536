//! Facts about contracts that are read off the failing run itself, without a solver: other conjuncts that it breaks,
//! the conjunct in pieces, its variables.

use crate::explanation::failed::is_inside;
use crate::explanation::truths::{skeleton, truth, variables};
use crate::result::contract::{Failure, Part};
use crate::result::explanation::Mark;
use wherefore_ir::refinement::{Check, Conjunct, Refinement};
use wherefore_ir::{Element, ElementId, Op, TermId, VarId};
use wherefore_trace::Trace;

/// Evidence of the run against the conjunct that fails: the terms of it that break the promise, outermost first, and
/// the cells that show it.
pub(super) fn read(
    refinement: &Refinement,
    check: &Check,
    run: &Trace,
    (failing, marks): (impl Iterator<Item = TermId>, &[Mark]),
) -> Failure {
    let conjunct = refinement.consequent(check);
    let terms = &refinement.system.terms;
    let failing = elements(refinement, conjunct, failing);
    let names: Vec<String> =
        variables(terms, conjunct.term).into_iter().map(|v: VarId| terms.var(v).name.clone()).collect();
    let mut causes: Vec<String> = Vec::new();
    for mark in marks.iter().filter(|m| names.contains(&m.variable)) {
        if !causes.contains(&mark.variable) {
            causes.push(mark.variable.clone());
        }
    }
    causes.sort_by_key(|v| names.iter().position(|n| n == v));
    Failure {
        also: also(refinement, check, run),
        pieces: pieces(refinement, conjunct, &failing),
        variables: names,
        failing,
        causes,
        waits: skeleton(terms, conjunct.term).iter().any(|t| matches!(terms.op(*t), Op::F | Op::U)),
        ..Failure::default()
    }
}

/// Other conjuncts of the same side of the same contract that the run violates.
fn also(refinement: &Refinement, check: &Check, run: &Trace) -> Vec<String> {
    let contract = refinement.contract(check.contract);
    let others = contract.side(check.side).iter().enumerate().filter(|(place, _)| *place != check.conjunct);
    let broken = others.filter(|(_, c)| truth(&refinement.system.terms, run, c.term) == Some(false));
    broken.map(|(_, c)| refinement.qualified(contract.owner, &c.name)).collect()
}

/// The elements of the conjunct that stand for its failing terms, outermost first.
fn elements(refinement: &Refinement, conjunct: &Conjunct, failing: impl Iterator<Item = TermId>) -> Vec<ElementId> {
    let system = &refinement.system;
    let mut list: Vec<ElementId> = Vec::new();
    for id in failing.flat_map(|term| system.elements.of(term)) {
        if is_inside(system, *id, conjunct.element) && !list.contains(id) {
            list.push(*id);
        }
    }
    list
}

/// The text of the conjunct, the outermost failing part apart.
fn pieces(refinement: &Refinement, conjunct: &Conjunct, failing: &[ElementId]) -> Vec<Part> {
    let text = conjunct.text.as_str();
    let whole = |fails: bool| vec![Part { text: text.to_owned(), fails }];
    let Some(element) = failing.first() else { return whole(true) };
    let Element { name, .. } = refinement.system.elements.get(*element);
    // The promise stands behind what it waits for, so that the last occurrence is meant.
    let Some(at) = text.rfind(name.as_str()).filter(|_| !name.is_empty()) else { return whole(true) };
    let cut = [(&text[..at], false), (name.as_str(), true), (&text[at + name.len()..], false)];
    let kept = cut.into_iter().filter(|(text, _)| !text.is_empty());
    kept.map(|(text, fails)| Part { text: text.to_owned(), fails }).collect()
}
