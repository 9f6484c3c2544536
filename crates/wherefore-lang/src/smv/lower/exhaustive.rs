//! Decides plain cases of exhaustiveness, so that most case distinctions need no proof.
//!
//! Two patterns are seen: some condition and its negation are both there, or the conditions compare one term with
//! constants and every value of the term's sort is among them. Everything else is left to an engine.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use wherefore_ir::{Op, Sort, TermId, Terms, Value};

/// Sorts with more values than this are not counted.
const MOST_VALUES: usize = 4096;

/// Whether it is plain that one of the conditions always holds.
pub(super) fn plainly_exhaustive(terms: &Terms, conditions: &[TermId]) -> bool {
    let mut seen = BTreeSet::new();
    let mut values: IndexMap<TermId, BTreeSet<&Value>, FxBuildHasher> = IndexMap::default();
    let mut stack = conditions.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            Op::Or => stack.extend(terms.operands(term)),
            Op::Eq => {
                if let [a, b] = terms.operands(term) {
                    let sides = [(a, b), (b, a)];
                    let constant = sides.iter().find_map(|(x, y)| terms.constant(**x).map(|v| (**y, v)));
                    if let Some((other, value)) = constant {
                        values.entry(other).or_default().insert(value);
                    }
                }
            }
            _ => {}
        }
    }
    let negated = |t: &TermId| terms.op(*t) == Op::Not && seen.contains(&terms.operands(*t)[0]);
    seen.iter().any(negated) || values.iter().any(|(term, found)| covers(terms, *term, found))
}

fn covers(terms: &Terms, term: TermId, found: &BTreeSet<&Value>) -> bool {
    match terms.sort(term) {
        Sort::Enum(id) => found.len() == terms.enumeration(id).values.len(),
        Sort::Range { lo, hi } => {
            let inside = found.iter().filter(|v| v.fits(Sort::Range { lo, hi })).count();
            hi.checked_sub(lo).is_some_and(|d| (d as usize) < MOST_VALUES && inside == d as usize + 1)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(make: impl Fn(&mut Terms, TermId, TermId) -> Vec<TermId>, expected: bool) {
        let mut terms = Terms::new();
        let x = terms.declare("x", Sort::Range { lo: 0, hi: 1 }).map(|v| terms.now(v));
        let b = terms.declare("b", Sort::Bool).map(|v| terms.now(v));
        let (Some(x), Some(b)) = (x, b) else { panic!("two names that are new") };
        let conditions = make(&mut terms, x, b);
        assert_eq!(plainly_exhaustive(&terms, &conditions), expected);
    }

    fn equals(terms: &mut Terms, x: TermId, value: i64) -> TermId {
        let value = terms.int(value);
        terms.eq(x, value)
    }

    #[test]
    fn sees_all_values_and_negations() {
        check(|t, x, _| vec![equals(t, x, 0), equals(t, x, 1)], true);
        check(|t, x, _| vec![equals(t, x, 0), equals(t, x, 2)], false);
        check(|t, _, b| vec![b, t.not(b)], true);
        check(|t, x, b| vec![b, equals(t, x, 0)], false);
    }
}
