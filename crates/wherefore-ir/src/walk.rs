//! Walks over terms, as loops.
//!
//! Operands have smaller ids than the terms that use them, so a post-order is the set of reachable terms in increasing
//! order of ids. No walk here recurses.

use crate::{Op, TermId, Terms, VarId};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::{BTreeMap, BTreeSet};

/// Every term reachable from the roots, operands before users.
pub fn postorder(terms: &Terms, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
    let mut seen = IndexSet::<TermId, FxBuildHasher>::default();
    let mut stack: Vec<TermId> = roots.into_iter().collect();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.operands(term).iter().filter(|t| !seen.contains(*t)));
        }
    }
    let mut order: Vec<TermId> = seen.into_iter().collect();
    order.sort_unstable();
    order
}

/// The variables that occur in the roots, now or in the next state.
pub fn variables(terms: &Terms, roots: impl IntoIterator<Item = TermId>) -> BTreeSet<VarId> {
    let leaf = |t: &TermId| match terms.op(*t) {
        Op::Var(v) | Op::Next(v) => Some(v),
        _ => None,
    };
    postorder(terms, roots).iter().filter_map(leaf).collect()
}

/// The operands of nested conjunctions below a term, left to right.
pub fn conjuncts(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::And => stack.extend(terms.operands(term).iter().rev()),
            _ => found.push(term),
        }
    }
    found
}

/// Whether what these variables are computed from, by `sources`, includes a variable.
pub fn reaches(sources: &BTreeMap<VarId, BTreeSet<VarId>>, from: &BTreeSet<VarId>, goal: VarId) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::new(), from.iter().copied().collect::<Vec<VarId>>());
    while let Some(var) = waiting.pop() {
        if var == goal {
            return true;
        }
        if seen.insert(var) {
            waiting.extend(sources.get(&var).into_iter().flatten());
        }
    }
    false
}

/// Rebuilds `roots` bottom-up. `leaf` may replace any term before its operands are looked at; what it leaves is rebuilt
/// from its rewritten operands. The memory `done` may be kept between calls with the same `leaf`.
pub fn rewrite(
    terms: &mut Terms,
    roots: &[TermId],
    done: &mut FxHashMap<TermId, TermId>,
    mut leaf: impl FnMut(&mut Terms, TermId) -> Option<TermId>,
) -> Vec<TermId> {
    let mut stack: Vec<TermId> = roots.iter().rev().copied().collect();
    while let Some(&term) = stack.last() {
        if done.contains_key(&term) {
            stack.pop();
            continue;
        }
        if let Some(replacement) = leaf(terms, term) {
            done.insert(term, replacement);
            stack.pop();
            continue;
        }
        let waiting: Vec<TermId> = terms.operands(term).iter().filter(|t| !done.contains_key(*t)).copied().collect();
        if waiting.is_empty() {
            let operands: Vec<TermId> = terms.operands(term).iter().map(|t| done[t]).collect();
            let rebuilt = rebuild(terms, term, &operands);
            done.insert(term, rebuilt);
            stack.pop();
        } else {
            stack.extend(waiting);
        }
    }
    roots.iter().map(|t| done[t]).collect()
}

/// A term with the same operator on other operands, simplified where there is a named constructor.
pub(crate) fn rebuild(terms: &mut Terms, term: TermId, operands: &[TermId]) -> TermId {
    match (terms.op(term), operands) {
        (_, operands) if operands == terms.operands(term) => term,
        (Op::Not, [a]) => terms.not(*a),
        (Op::And, list) => terms.and(list.iter().copied()),
        (Op::Or, list) => terms.or(list.iter().copied()),
        (Op::Implies, [a, b]) => terms.implies(*a, *b),
        (Op::Eq, [a, b]) => terms.eq(*a, *b),
        (Op::Ite, [c, a, b]) => terms.ite(*c, *a, *b),
        (op, operands) => terms.apply(op, operands),
    }
}

/// The term one tick later: each variable replaced by its next value. `None` if it speaks of the next state already or of
/// a variable that `has_next` refuses, as inputs are.
pub fn shift(terms: &mut Terms, root: TermId, has_next: impl Fn(VarId) -> bool) -> Option<TermId> {
    if terms.has_next(root) || !variables(terms, [root]).into_iter().all(has_next) {
        return None;
    }
    let shifted = rewrite(terms, &[root], &mut FxHashMap::default(), |terms, term| match terms.op(term) {
        Op::Var(v) => Some(terms.next(v)),
        _ => None,
    });
    Some(shifted[0])
}
