//! Terms of one arena in another.

use crate::{Op, Sort, TermId, Terms, Value, walk};
use rustc_hash::FxHashMap;

/// The sort in another arena: enumerations are found there by their values.
pub fn sort(from: &Terms, into: &mut Terms, sort: Sort) -> Sort {
    match sort {
        Sort::Enum(id) => Sort::Enum(into.intern_enum(from.enumeration(id).values.clone())),
        other => other,
    }
}

/// Copies `roots` from one arena into another. `leaf` says what each variable, now or next, becomes. The memory `done` may be
/// kept between calls with the same `leaf`.
pub fn import(
    from: &Terms,
    into: &mut Terms,
    roots: &[TermId],
    done: &mut FxHashMap<TermId, TermId>,
    mut leaf: impl FnMut(&mut Terms, Op) -> TermId,
) -> Vec<TermId> {
    for term in walk::postorder(from, roots.iter().copied()) {
        if done.contains_key(&term) {
            continue;
        }
        let copy = match from.op(term) {
            Op::Const(id) => match from.value(id) {
                Value::Enum(id, index) => {
                    let values = from.enumeration(*id).values.clone();
                    let id = into.intern_enum(values);
                    into.mk_const(Value::Enum(id, *index))
                }
                other => into.mk_const(other.clone()),
            },
            op @ (Op::Var(_) | Op::Next(_)) => leaf(into, op),
            op => {
                let operands: Vec<TermId> = from.operands(term).iter().map(|t| done[t]).collect();
                into.apply(op, &operands)
            }
        };
        done.insert(term, copy);
    }
    roots.iter().map(|t| done[t]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enumerations_are_found_by_their_values() {
        let (mut a, mut b) = (Terms::new(), Terms::new());
        b.intern_enum(vec!["other".to_owned()]);
        let id = a.intern_enum(vec!["low".to_owned(), "high".to_owned()]);
        let x = a.declare("x", Sort::Enum(id)).expect("a new name");
        let high = a.mk_const(Value::Enum(id, 1));
        let now = a.now(x);
        let term = a.eq(now, high);
        let there = sort(&a, &mut b, Sort::Enum(id));
        let y = b.declare("y", there).expect("a new name");
        let copy = import(&a, &mut b, &[term], &mut FxHashMap::default(), |terms, _| terms.now(y))[0];
        let Sort::Enum(other) = there else { panic!("an enumeration") };
        assert_ne!(id, other);
        let (now, high) = (b.now(y), b.mk_const(Value::Enum(other, 1)));
        assert_eq!(copy, b.eq(now, high));
    }
}
