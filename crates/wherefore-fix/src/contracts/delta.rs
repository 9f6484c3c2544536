//! What an edit changes in a refinement.
//!
//! The ports of a refinement are the same before and after an edit, in the same order, so formulas of the changed one are copied into
//! the arena of the original, where equal formulas are equal terms, and runs of one can be looked at in the other.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::import::import;
use wherefore_ir::refinement::{Conjunct, ContractId, Refinement, Side};
use wherefore_ir::{Constraint, Op, Property, System, TermId, Terms};

/// A refinement after an edit.
#[derive(Clone)]
pub(crate) struct Changed {
    /// With the terms in an arena that extends that of the original.
    pub refinement: Refinement,
    /// The sides of contracts that are not what they were.
    pub sides: Vec<(ContractId, Side)>,
    /// Wires that have another source.
    pub wires: Vec<usize>,
    /// The names of checks that ask something else than before, or that are new.
    pub checks: BTreeSet<String>,
}

impl Changed {
    /// Whether anything is changed.
    pub fn is_any(&self) -> bool {
        !self.sides.is_empty() || !self.wires.is_empty() || !self.checks.is_empty()
    }
}

/// Compares a refinement with what it is after an edit; none if the two have not the same shape.
pub(crate) fn changed(old: &Refinement, new: &Refinement) -> Option<Changed> {
    if !is_same_shape(old, new) {
        return None;
    }
    let mut copy = Copy { from: &new.system.terms, into: old.system.terms.clone(), done: FxHashMap::default() };
    let mut refinement = new.clone();
    refinement.contracts.iter_mut().for_each(|contract| {
        copy.conjuncts(&mut contract.assumptions);
        copy.conjuncts(&mut contract.guarantees);
    });
    copy.conjuncts(&mut refinement.granted);
    refinement.wires.iter_mut().for_each(|wire| wire.source = copy.term(wire.source));
    let mut system = new.system.clone();
    system.elements = old.system.elements.clone();
    copy.constraints(&mut system.invar);
    copy.constraints(&mut system.init);
    copy.constraints(&mut system.trans);
    system.properties.iter_mut().for_each(|p| p.term = copy.term(p.term));
    system.defines.clear();
    system.obligations.clear();
    system.terms = copy.into;
    refinement.system = system;
    let terms = |list: &[Conjunct]| -> Vec<TermId> { list.iter().map(|c| c.term).collect() };
    let mut sides = Vec::new();
    for (place, (was, is)) in old.contracts.iter().zip(&refinement.contracts).enumerate() {
        for side in [Side::Assumption, Side::Guarantee] {
            if terms(was.side(side)) != terms(is.side(side)) {
                sides.push((ContractId(place as u32), side));
            }
        }
    }
    let wires = old.wires.iter().zip(&refinement.wires).enumerate();
    let wires: Vec<usize> = wires.filter(|(_, (was, is))| was.source != is.source).map(|(at, _)| at).collect();
    let checks = asked_anew(&old.system, &refinement.system);
    Some(Changed { refinement, sides, wires, checks })
}

/// The properties that are not the same question as before.
fn asked_anew(old: &System, new: &System) -> BTreeSet<String> {
    let terms = |list: &[Constraint]| -> BTreeSet<TermId> { list.iter().map(|c| c.term).collect() };
    let is_same_system = terms(&old.invar) == terms(&new.invar)
        && terms(&old.trans) == terms(&new.trans)
        && terms(&old.init) == terms(&new.init);
    let is_same = |p: &&Property| is_same_system && old.property(&p.name).is_some_and(|o| o.term == p.term);
    new.properties.iter().filter(|p| !is_same(p)).map(|p| p.name.clone()).collect()
}

/// Whether two refinements have the same parts, ports, wires and contracts by name.
fn is_same_shape(old: &Refinement, new: &Refinement) -> bool {
    let vars = |r: &Refinement| -> Vec<_> {
        r.system.terms.vars().map(|(id, var)| (id, var.name.clone(), var.sort, r.system.role(id))).collect()
    };
    let contracts = |r: &Refinement| -> Vec<_> { r.contracts.iter().map(|c| (c.owner, c.name.clone())).collect() };
    let wires = |r: &Refinement| -> Vec<_> { r.wires.iter().map(|w| w.target).collect() };
    let enumerations = vars(old).iter().all(|(_, _, sort, _)| match sort {
        wherefore_ir::Sort::Enum(id) => {
            old.system.terms.enumeration(*id).values == new.system.terms.enumeration(*id).values
        }
        _ => true,
    });
    enumerations
        && vars(old) == vars(new)
        && contracts(old) == contracts(new)
        && wires(old) == wires(new)
        && old.parts.len() == new.parts.len()
        && old.granted.len() == new.granted.len()
}

/// Copies terms from one arena into another one with the same variables.
struct Copy<'a> {
    from: &'a Terms,
    into: Terms,
    done: FxHashMap<TermId, TermId>,
}

impl Copy<'_> {
    fn term(&mut self, term: TermId) -> TermId {
        let copied = import(self.from, &mut self.into, &[term], &mut self.done, |terms, op| match op {
            Op::Next(var) => terms.next(var),
            Op::Var(var) => terms.now(var),
            _ => terms.bool(false),
        });
        copied.first().copied().unwrap_or(term)
    }

    fn conjuncts(&mut self, list: &mut [Conjunct]) {
        list.iter_mut().for_each(|c| c.term = self.term(c.term));
    }

    fn constraints(&mut self, list: &mut [Constraint]) {
        list.iter_mut().for_each(|c| c.term = self.term(c.term));
    }
}
