//! Words whose bits should stand together.
//!
//! Two words that are compared, added or copied are related bit by bit. With their bits side by side such a relation has a
//! diagram that grows with the width; with one word above the other it grows with the number of values.

use crate::Cone;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, TermId, Terms, VarId, walk};
use wherefore_solve::bit_count;

/// Narrower variables stay as they are: their relations are small in any order.
const NARROWEST: u32 = 8;
/// The most words whose bits are mixed.
const MOST: usize = 8;

/// The variables in their order, words that belong together as one group at the place of the first.
pub(super) fn grouped(model: &Cone, order: Vec<VarId>) -> Vec<Vec<VarId>> {
    let mut groups = related(model);
    let mut ordered: Vec<Vec<VarId>> = Vec::new();
    let mut done: BTreeSet<VarId> = BTreeSet::new();
    for var in order.iter().copied() {
        if done.contains(&var) {
            continue;
        }
        let members = groups.remove(&var).unwrap_or_else(|| BTreeSet::from([var]));
        let group: Vec<VarId> = order.iter().copied().filter(|v| members.contains(v) && !done.contains(v)).collect();
        done.extend(&group);
        ordered.push(group);
    }
    ordered
}

/// For every wide variable the words that it is related with, itself included.
fn related(model: &Cone) -> BTreeMap<VarId, BTreeSet<VarId>> {
    let terms = &model.system.terms;
    let formulas = model.step.iter().chain(&model.invar).chain(&model.init).copied();
    let mut words: BTreeMap<TermId, BTreeSet<VarId>> = BTreeMap::new();
    let mut groups: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
    for term in walk::postorder(terms, formulas) {
        let own = words_of(terms, term, &words);
        if is_relation(terms.op(term)) {
            join(&mut groups, &own);
        } else if !own.is_empty() {
            words.insert(term, own);
        }
    }
    groups
}

/// The wide variables that a number is computed from bit by bit, or that a relation is about.
fn words_of(terms: &Terms, term: TermId, known: &BTreeMap<TermId, BTreeSet<VarId>>) -> BTreeSet<VarId> {
    let operands = terms.operands(term);
    let parts = match terms.op(term) {
        Op::Var(var) | Op::Next(var) if bit_count(terms, var).is_some_and(|n| n >= NARROWEST) => {
            return BTreeSet::from([var]);
        }
        Op::Ite => operands.get(1..).unwrap_or_default(),
        op if is_relation(op) || is_bitwise(op) => operands,
        _ => &[],
    };
    let mut all: BTreeSet<VarId> = BTreeSet::new();
    all.extend(parts.iter().filter_map(|part| known.get(part)).flatten().take(MOST));
    all
}

fn is_relation(op: Op) -> bool {
    matches!(op, Op::Eq | Op::Lt | Op::Le | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle)
}

fn is_bitwise(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::BvAdd | Op::BvSub | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot)
}

/// Words that are related belong to one group, as long as it is not too large.
fn join(groups: &mut BTreeMap<VarId, BTreeSet<VarId>>, words: &BTreeSet<VarId>) {
    let mut all = words.clone();
    for word in words {
        all.extend(groups.get(word).into_iter().flatten().copied());
    }
    if words.len() < 2 || all.len() > MOST {
        return;
    }
    for word in &all {
        groups.insert(*word, all.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::{Role, Sort, System, Update};

    #[test]
    fn words_that_are_copied_and_compared_are_one_group() {
        let mut system = System::new("words");
        let word = |system: &mut System, name: &str| system.add_var(name, Sort::BitVec(16), Role::State, None).unwrap();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| word(&mut system, name));
        let flag = system.add_var("flag", Sort::Bool, Role::State, None).unwrap();
        let [now_a, now_b, now_d] = [a, b, d].map(|v| system.terms.now(v));
        let copied = system.terms.mk(Op::BvAdd, &[now_a, now_a]).unwrap();
        system.next.insert(b, Update { term: copied, element: None });
        let equal = system.terms.mk(Op::Eq, &[now_b, now_d]).unwrap();
        system.next.insert(flag, Update { term: equal, element: None });
        let model = Cone::whole(&system);
        assert_eq!(grouped(&model, vec![c, d, flag, b, a]), [vec![c], vec![d, b, a], vec![flag]]);
    }
}
