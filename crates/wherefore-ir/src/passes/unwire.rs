//! Wires: a variable that a restriction on all ticks computes from others is replaced by what it is computed from.
//!
//! Contracts speak about ports, and every port of a part is a variable that a wire makes equal to another: half of the
//! variables say nothing of their own. Each is replaced, everywhere, by the term of its wire, and its next value by that term
//! one tick later. So formulas of different parts about the same signal become the same formula. The range of the variable
//! stays: it becomes a restriction of the term.
//!
//! ```text
//! before   invar (= a b)   invar (= b (and c d))   formula (G (implies a (next b)))
//! after    formula (G (implies (and c d) (and (next c) (next d))))                      only c and d remain
//! ```
//!
//! *Takes* a system, the variables that matter, and a formula. *Gives* the system and the formula without wires; definitions,
//! obligations and properties of the system stay as they were and are not to be asked about any more. *Promises* that the formula holds of the result exactly if it holds of the original.
//! The variables keep their ids and have no restriction any more: to show a run of the result as one of the original, their
//! values are computed from the others ([`Wires::pairs`]).

use super::checked;
use crate::{Constraint, Op, Role, Sort, System, TermId, Terms, VarId, walk};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Variables that were replaced, each with the term that has its value, over variables that were not.
#[derive(Clone, Debug, Default)]
pub struct Wires(Vec<(VarId, TermId)>);

/// A system and a formula without wires.
#[derive(Clone, Debug)]
pub struct Unwired {
    /// The system.
    pub system: System,
    /// The formula.
    pub formula: TermId,
    /// The variables that are left, of those that matter.
    pub vars: Vec<VarId>,
    /// The variables that are not.
    pub wires: Wires,
}

/// Replaces all wires between these variables.
pub fn unwired(mut system: System, vars: &[VarId], formula: TermId) -> Unwired {
    let found = definitions(&system, vars);
    let replaceable = found.into_iter().filter(|(v, e)| fits(&system.terms, *v, *e)).collect();
    let mut now = FxHashMap::default();
    let mut wires = Wires::default();
    for (var, term) in in_order(&system.terms, &replaceable) {
        let (done, next) = (&mut FxHashMap::default(), FxHashMap::default());
        let term = replaced(&mut system.terms, term, (&now, &next), done);
        now.insert(var, term);
        wires.0.push((var, term));
    }
    let formula = wires.apply(&mut system, formula, &now);
    let vars = vars.iter().copied().filter(|v| !now.contains_key(v)).collect();
    Unwired { system: checked("unwire", system), formula, vars, wires }
}

/// Variables with a restriction on all ticks `v = e`, where `e` is about the state and does not come back to `v`.
pub fn definitions(system: &System, vars: &[VarId]) -> BTreeMap<VarId, TermId> {
    let terms = &system.terms;
    let inside: BTreeSet<VarId> = vars.iter().copied().collect();
    let mut found = BTreeMap::new();
    let mut sources: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
    for conjunct in system.invar.iter().flat_map(|c| walk::conjuncts(terms, c.term)) {
        let (Op::Eq, [a, b]) = (terms.op(conjunct), terms.operands(conjunct)) else { continue };
        for (side, other) in [(*a, *b), (*b, *a)] {
            let Op::Var(var) = terms.op(side) else { continue };
            let read = walk::variables(terms, [other]);
            let is_new = inside.contains(&var) && !sources.contains_key(&var);
            let follows = |v: &VarId| inside.contains(v) && changes_with(system, *v, var);
            if is_new && read.iter().all(follows) && !walk::reaches(&sources, &read, var) {
                sources.insert(var, read);
                found.insert(var, other);
                break;
            }
        }
    }
    found
}

/// Whether a variable may be computed from a source: states from states and parameters, parameters from parameters.
fn changes_with(system: &System, source: VarId, var: VarId) -> bool {
    match system.role(var) {
        Role::State => system.role(source) != Role::Input,
        Role::Frozen => system.role(source) == Role::Frozen,
        Role::Input => false,
    }
}

/// Whether a term may stand wherever the variable does: the sorts are the same, or both are integers.
fn fits(terms: &Terms, var: VarId, term: TermId) -> bool {
    let is_integer = |sort: Sort| matches!(sort, Sort::Int | Sort::Range { .. });
    let (left, right) = (terms.var(var).sort, terms.sort(term));
    left == right || (is_integer(left) && is_integer(right))
}

/// The definitions, each after those that it reads.
fn in_order(terms: &Terms, definitions: &BTreeMap<VarId, TermId>) -> Vec<(VarId, TermId)> {
    let (mut order, mut done) = (Vec::new(), BTreeSet::new());
    let mut stack: Vec<VarId> = definitions.keys().rev().copied().collect();
    while let Some(&var) = stack.last() {
        let term = definitions.get(&var).filter(|_| !done.contains(&var));
        let Some(term) = term else {
            stack.pop();
            continue;
        };
        let read = walk::variables(terms, [*term]);
        let waiting: Vec<VarId> =
            read.into_iter().filter(|v| definitions.contains_key(v) && !done.contains(v)).collect();
        if waiting.is_empty() {
            done.insert(var);
            order.push((var, *term));
        }
        stack.extend(waiting);
    }
    order
}

/// A term with other terms for variables and for their next values.
fn replaced(
    terms: &mut Terms,
    root: TermId,
    (now, next): (&FxHashMap<VarId, TermId>, &FxHashMap<VarId, TermId>),
    done: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    let leaf = |terms: &mut Terms, term: TermId| match terms.op(term) {
        Op::Var(v) => now.get(&v).copied(),
        Op::Next(v) => next.get(&v).copied(),
        _ => None,
    };
    walk::rewrite(terms, &[root], done, leaf)[0]
}

impl Wires {
    /// The variables, each with the term that has its value.
    pub fn pairs(&self) -> &[(VarId, TermId)] {
        &self.0
    }

    /// Replaces the variables in the whole system and in a formula.
    fn apply(&self, system: &mut System, formula: TermId, now: &FxHashMap<VarId, TermId>) -> TermId {
        let mut next = FxHashMap::default();
        for (var, term) in &self.0 {
            // A term about the state can be moved to the next tick.
            next.extend(walk::shift(&mut system.terms, *term, |_| true).map(|later| (*var, later)));
        }
        let System { terms, init, invar, trans, justice, compassion, next: updates, .. } = system;
        let mut done = FxHashMap::default();
        let mut change = |term: &mut TermId| *term = replaced(terms, *term, (now, &next), &mut done);
        let lists = [init, &mut *invar, &mut *trans, justice];
        lists.into_iter().flatten().for_each(|c| change(&mut c.term));
        compassion.iter_mut().for_each(|pair| {
            change(&mut pair.premise);
            change(&mut pair.consequence);
        });
        updates.values_mut().for_each(|update| change(&mut update.term));
        let mut formula = formula;
        change(&mut formula);
        for (var, term) in &self.0 {
            if let Some((update, later)) = updates.shift_remove(var).zip(next.get(var)) {
                let term = terms.eq(*later, update.term);
                trans.push(Constraint { term, element: update.element });
            }
            let term = terms.within(*term, terms.var(*var).sort);
            invar.push(Constraint { term, element: None });
        }
        formula
    }
}
