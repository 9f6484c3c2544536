//! Do the contracts make sense by themselves, before anything is asked of them together?
//!
//! A contract whose assumption nobody can meet promises nothing; one whose assumption and guarantee exclude each other cannot be
//! implemented; contracts of parts that exclude each other make every check hold. Where conjuncts exclude each other a minimal
//! core is found by deletion: a conjunct that is left out and not missed is not part of the contradiction.

use super::candidates::cone;
use super::edits::unwired;
use super::judge::{Answer, Judge};
use super::sides::{contract_name, promise, qualified};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Cause, Observer, Options};
use wherefore_ir::refinement::{Check, Contract, ContractId, Refinement, Side};
use wherefore_ir::{ElementId, System, TermId};
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
    refinement: &Refinement,
    options: &Options,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Vec<Ailment>, Cause> {
    let judge = Judge::new(options, stop, observer);
    let mut found = Vec::new();
    for id in (0..refinement.contracts.len() as u32).map(ContractId) {
        found.extend(contract(refinement, id, &judge)?);
    }
    let mut wholes = BTreeSet::new();
    for check in refinement.checks.iter().filter(|c| c.side == Side::Guarantee && wholes.insert(c.whole)) {
        found.extend(together(refinement, check, &judge)?);
    }
    Ok(found)
}

/// One thing that can be left out of a contradiction.
#[derive(Clone)]
struct Item {
    name: String,
    element: Option<ElementId>,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Formula(TermId),
    /// A restriction of the system, by its place.
    Invar(usize),
}

fn contract(refinement: &Refinement, id: ContractId, judge: &Judge<'_>) -> Result<Option<Ailment>, Cause> {
    let system = unwired(refinement);
    let contract = refinement.contract(id);
    let assumptions = items(refinement, contract, Side::Assumption);
    let both = [assumptions.clone(), items(refinement, contract, Side::Guarantee)].concat();
    // A contract that can be kept has an assumption that can be met: one question is enough for the healthy.
    if !both.is_empty() && is_contradiction(&system, &both, judge)? {
        let is_assumption = !assumptions.is_empty() && is_contradiction(&system, &assumptions, judge)?;
        let (illness, all) = if is_assumption { (Illness::Assumption, assumptions) } else { (Illness::Contract, both) };
        let core = core(&system, all, judge)?;
        return Ok(Some(Ailment { illness, contract: contract_name(refinement, id), core }));
    }
    Ok(None)
}

fn items(refinement: &Refinement, contract: &Contract, side: Side) -> Vec<Item> {
    let item = |c: &wherefore_ir::refinement::Conjunct| Item {
        name: qualified(refinement, contract, &c.name),
        element: c.element,
        what: What::Formula(c.term),
    };
    contract.side(side).iter().map(item).collect()
}

/// The left-hand side of a refinement as a whole.
fn together(refinement: &Refinement, check: &Check, judge: &Judge<'_>) -> Result<Option<Ailment>, Cause> {
    let mut system = refinement.system.clone();
    let mut all = items(refinement, refinement.contract(check.whole), Side::Assumption);
    for id in &check.premises {
        let contract = refinement.contract(*id);
        for guarantee in &contract.guarantees {
            let single = Contract { guarantees: vec![guarantee.clone()], ..contract.clone() };
            let term = promise(&mut system.terms, &single);
            let name = qualified(refinement, contract, &guarantee.name);
            all.push(Item { name, element: guarantee.element, what: What::Formula(term) });
        }
    }
    if !is_contradiction(&system, &all, judge)? {
        return Ok(None);
    }
    let formulas: Vec<TermId> =
        all.iter().filter_map(|i| if let What::Formula(t) = i.what { Some(t) } else { None }).collect();
    let near = cone(refinement, &formulas);
    for wire in refinement.wires.iter().filter(|w| near.contains(&refinement.port(w.target).var)) {
        let name = super::change::port_name(refinement, wire.target);
        all.push(Item { name, element: wire.element, what: What::Invar(wire.invar) });
    }
    let core = core(&system, all, judge)?;
    Ok(Some(Ailment { illness: Illness::Refinement, contract: contract_name(refinement, check.whole), core }))
}

/// Whether the items exclude each other in a system; wires that are no item stay.
fn is_contradiction(system: &System, items: &[Item], judge: &Judge<'_>) -> Result<bool, Cause> {
    excluded(system, items, &BTreeSet::new(), judge)
}

fn excluded(system: &System, items: &[Item], cut: &BTreeSet<usize>, judge: &Judge<'_>) -> Result<bool, Cause> {
    let mut system = system.clone();
    let mut place = 0;
    system.invar.retain(|_| {
        place += 1;
        !cut.contains(&(place - 1))
    });
    let terms = &mut system.terms;
    let formulas: Vec<TermId> =
        items.iter().filter_map(|i| if let What::Formula(t) = i.what { Some(t) } else { None }).collect();
    let formula = terms.and(formulas);
    match judge.satisfiable(&mut system, formula) {
        Answer::Yes(_) => Ok(false),
        Answer::No => Ok(true),
        Answer::Unknown(cause) => Err(cause),
    }
}

/// A minimal part of a contradiction: each item is left out once.
fn core(system: &System, mut items: Vec<Item>, judge: &Judge<'_>) -> Result<Vec<(String, Option<ElementId>)>, Cause> {
    let mut cut = BTreeSet::new();
    let mut at = 0;
    while at < items.len() {
        let left_out = items.remove(at);
        let mut fewer = cut.clone();
        if let What::Invar(place) = left_out.what {
            fewer.insert(place);
        }
        if excluded(system, &items, &fewer, judge)? {
            cut = fewer;
        } else {
            items.insert(at, left_out);
            at += 1;
        }
    }
    Ok(items.into_iter().map(|i| (i.name, i.element)).collect())
}
