//! Do the contracts make sense by themselves, before anything is asked of them together?
//!
//! A contract whose assumption cannot be met promises nothing; one whose assumption and guarantee exclude each other cannot
//! be implemented; contracts of parts that exclude each other make every check hold. Where conjuncts exclude each other a
//! minimal core is found by deletion: a conjunct that is left out and not missed is not part of the contradiction.
//!
//! A question without an answer costs no more than itself: what is found out besides is kept, and the cause is reported
//! with it.

use super::candidates::cone;
use super::edits::unwired;
use super::judge::{Answer, Judge};
use super::sides::promise;
use super::{Inconsistency, InconsistencyKind};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Evidence, NoAnswer, Observer, Options, Recheck, Verdict};
use wherefore_ir::refinement::{Check, Conjunct, Contract, ContractId, Refinement, Side};
use wherefore_ir::{ElementId, System, TermId};
use wherefore_solve::Stop;

/// Looks at every contract alone and at each refinement as a whole: what is wrong, and why something is not known if that is so.
pub fn examine(
    refinement: &Refinement,
    options: &Options,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> (Vec<Inconsistency>, Option<NoAnswer>) {
    let judge = Judge::new(options, stop, observer);
    let (mut found, mut open) = (Vec::new(), None);
    let mut keep = |result: Result<Option<Inconsistency>, NoAnswer>| match result {
        Ok(ailment) => found.extend(ailment),
        Err(cause) => open = open.take().or(Some(cause)),
    };
    for id in (0..refinement.contracts.len() as u32).map(ContractId) {
        keep(contract(refinement, id, &judge));
    }
    let mut wholes = BTreeSet::new();
    for check in refinement.checks.iter().filter(|c| c.side == Side::Guarantee && wholes.insert(c.whole)) {
        keep(together(refinement, check, &judge));
    }
    (found, open)
}

/// A conjunct that says nothing, with the proof.
#[derive(Clone, Debug)]
pub struct IdleConjunct {
    /// Name of the contract.
    pub contract: String,
    /// Name of the conjunct, with its part.
    pub name: String,
    /// Which side of its contract it is on.
    pub side: Side,
    /// Whether only what the contract assumes makes it say nothing.
    pub by_assumption: bool,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// Why that is known.
    pub evidence: Evidence,
    /// Whether that was re-checked.
    pub recheck: Recheck,
}

/// Conjuncts that say nothing.
#[derive(Clone, Debug, Default)]
pub struct IdleConjuncts {
    /// The conjuncts.
    pub found: Vec<IdleConjunct>,
    /// How many were asked about.
    pub asked: usize,
    /// Conjuncts of which it is not known: the name, where it is written, and why.
    pub open: Vec<(String, Option<ElementId>, NoAnswer)>,
}

/// Looks for conjuncts that every behaviour keeps, or every one that keeps the assumption of their contract.
pub fn idle_conjuncts(
    refinement: &Refinement,
    options: &Options,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> IdleConjuncts {
    let judge = Judge::new(options, stop, observer);
    let system = unwired(refinement);
    let mut all = IdleConjuncts::default();
    for id in (0..refinement.contracts.len() as u32).map(ContractId) {
        let contract = refinement.contract(id);
        let assumptions = items(refinement, contract, Side::Assumption);
        let assumed: Vec<TermId> = contract.side(Side::Assumption).iter().map(|c| c.term).collect();
        // Below an assumption that nothing keeps everything follows: that is said already.
        let is_kept = is_contradiction(&system, &assumptions, &judge).is_ok_and(|excluded| !excluded);
        for side in [Side::Assumption, Side::Guarantee] {
            let by_assumption = side == Side::Guarantee && is_kept && !assumed.is_empty();
            let premises = [Some(&[][..]), by_assumption.then_some(assumed.as_slice())];
            for conjunct in contract.side(side).iter().filter(|c| system.terms.constant(c.term).is_none()) {
                all.asked += 1;
                let about = (refinement.contract_name(id), refinement.qualified(contract.owner, &conjunct.name), side);
                all.ask(&system, conjunct, about, &premises, &judge);
            }
        }
    }
    all
}

impl IdleConjuncts {
    /// Asks whether a conjunct follows from nothing at all, or else from the premises.
    fn ask(
        &mut self,
        system: &System,
        conjunct: &Conjunct,
        (contract, name, side): (String, String, Side),
        premises: &[Option<&[TermId]>; 2],
        judge: &Judge<'_>,
    ) {
        for (by_assumption, premise) in [false, true].into_iter().zip(premises) {
            let Some(premise) = premise else { return };
            let mut system = system.clone();
            let not = system.terms.not(conjunct.term);
            let broken = system.terms.and(premise.iter().copied().chain([not]));
            match judge.verdict(&mut system, broken) {
                Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                    let element = conjunct.element;
                    let idle = IdleConjunct { contract, name, side, by_assumption, element, evidence, recheck };
                    return self.found.push(idle);
                }
                Verdict::Violated(_) => {}
                Verdict::Undetermined(cause) => self.open.push((name.clone(), conjunct.element, cause)),
            }
        }
    }
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

fn contract(refinement: &Refinement, id: ContractId, judge: &Judge<'_>) -> Result<Option<Inconsistency>, NoAnswer> {
    let system = unwired(refinement);
    let contract = refinement.contract(id);
    let assumptions = items(refinement, contract, Side::Assumption);
    let both = [assumptions.clone(), items(refinement, contract, Side::Guarantee)].concat();
    // A contract that can be kept has an assumption that can be met: one question is enough for the healthy.
    if !both.is_empty() && is_contradiction(&system, &both, judge)? {
        // Not to know that of the assumption alone leaves what is known of both.
        let is_assumption =
            !assumptions.is_empty() && is_contradiction(&system, &assumptions, judge).is_ok_and(|excluded| excluded);
        let (illness, all) = if is_assumption {
            (InconsistencyKind::Assumption, assumptions)
        } else {
            (InconsistencyKind::Contract, both)
        };
        let (core, minimal) = core(&system, all, judge);
        return Ok(Some(Inconsistency { illness, contract: refinement.contract_name(id), core, minimal }));
    }
    Ok(None)
}

fn items(refinement: &Refinement, contract: &Contract, side: Side) -> Vec<Item> {
    let item = |c: &wherefore_ir::refinement::Conjunct| Item {
        name: refinement.qualified(contract.owner, &c.name),
        element: c.element,
        what: What::Formula(c.term),
    };
    contract.side(side).iter().map(item).collect()
}

/// The left-hand side of a refinement as a whole.
fn together(refinement: &Refinement, check: &Check, judge: &Judge<'_>) -> Result<Option<Inconsistency>, NoAnswer> {
    let mut system = refinement.system.clone();
    let mut all = items(refinement, refinement.contract(check.whole), Side::Assumption);
    all.extend(refinement.granted.iter().map(|c| Item {
        name: c.name.clone(),
        element: c.element,
        what: What::Formula(c.term),
    }));
    for id in &check.premises {
        let contract = refinement.contract(*id);
        for guarantee in &contract.guarantees {
            let single = Contract { guarantees: vec![guarantee.clone()], ..contract.clone() };
            let term = promise(&mut system.terms, &single);
            let name = refinement.qualified(contract.owner, &guarantee.name);
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
        let name = refinement.port_name(wire.target).to_owned();
        all.push(Item { name, element: wire.element, what: What::Invar(wire.invar) });
    }
    let (core, minimal) = core(&system, all, judge);
    Ok(Some(Inconsistency {
        illness: InconsistencyKind::Refinement,
        contract: refinement.contract_name(check.whole),
        core,
        minimal,
    }))
}

/// Whether the items exclude each other in a system; wires that are no item stay.
fn is_contradiction(system: &System, items: &[Item], judge: &Judge<'_>) -> Result<bool, NoAnswer> {
    excluded(system, items, &BTreeSet::new(), judge)
}

fn excluded(system: &System, items: &[Item], cut: &BTreeSet<usize>, judge: &Judge<'_>) -> Result<bool, NoAnswer> {
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

/// A part of a contradiction, and whether it is known to be minimal: each item is left out once. One of which it is not known
/// whether it can be left out stays.
fn core(system: &System, mut items: Vec<Item>, judge: &Judge<'_>) -> (Vec<(String, Option<ElementId>)>, bool) {
    let (mut cut, mut minimal) = (BTreeSet::new(), true);
    let mut at = 0;
    while at < items.len() {
        let left_out = items.remove(at);
        let mut fewer = cut.clone();
        if let What::Invar(place) = left_out.what {
            fewer.insert(place);
        }
        let answer = excluded(system, &items, &fewer, judge);
        minimal &= answer.is_ok();
        if answer.is_ok_and(|still| still) {
            cut = fewer;
        } else {
            items.insert(at, left_out);
            at += 1;
        }
    }
    (items.into_iter().map(|i| (i.name, i.element)).collect(), minimal)
}
