//! Integers that stay within bounds become ranges, so that a system that counts to ten is finite.
//!
//! ```text
//! before   var n : int state      init (= n 0)   next n = (ite (< n 10) (+ n 1) n)
//! after    var n : 0..10 state    init (= n 0)   next n = (ite (< n 10) (+ n 1) n)
//!          obligation out-of-range always (and (<= 0 ..) (<= .. 10)) message "`n` leaves 0..10"
//! ```
//!
//! The bounds are those of an interval analysis (Cousot and Cousot 1977): the least intervals that hold the first values and
//! are closed under the updates, reached by widening to the constants of the model and improved by narrowing
//! (`fixpoint.rs`). An update is evaluated branch by branch, each knowing its condition (`eval.rs`, `assume.rs`).
//!
//! *Takes* any system. A variable is narrowed if it is a state variable with an update and its first value is bounded by
//! `init`, or is free and never read (`guard.rs`): the memory of a `pre` behind `->`. *Promises* the same runs, except that a
//! first value which is never read lies in the range.
//!
//! *Gives*, beside the ranges, what shows that they are right: that the next value stays in range is an obligation, which
//! engines prove before they look at any property. The intervals that are used are closed under one step from any tick,
//! reachable or not, so that one question to a solver settles all of these obligations. Traces map back as they are: the
//! arena is rebuilt term by term and every id of a variable or term keeps its meaning.

mod assume;
mod eval;
mod facts;
mod fixpoint;
mod guard;
mod interval;
mod transfer;

#[cfg(test)]
mod tests;

use super::checked;
use crate::{Obligation, ObligationKind, Op, Sort, System, Terms, VarId, When};
use std::collections::BTreeMap;

/// The widest range that is given to a variable, as the difference of its bounds.
const WIDEST: i128 = 65_535;

/// The system in which integers that are proved to stay within bounds are ranges; as it was if no integer is.
pub fn narrowed(mut system: System) -> System {
    let ranges = fixpoint::ranges(&system);
    if ranges.is_empty() {
        return system;
    }
    let Some(terms) = with_ranges(&system.terms, &ranges) else { return system };
    system.terms = terms;
    for (var, (lo, hi)) in ranges {
        oblige(&mut system, var, (lo, hi));
    }
    checked("narrow", system)
}

/// A copy of the arena in which variables have ranges, and the terms over them the sorts that follow. All ids are the same:
/// different terms stay different, and they are made in the same order.
fn with_ranges(terms: &Terms, ranges: &BTreeMap<VarId, (i64, i64)>) -> Option<Terms> {
    let mut copy = Terms::new();
    for (_, sort) in terms.enumerations() {
        copy.intern_enum(sort.values.clone());
    }
    for (var, declared) in terms.vars() {
        let sort = ranges.get(&var).map_or(declared.sort, |(lo, hi)| Sort::Range { lo: *lo, hi: *hi });
        copy.declare_like(declared, sort)?;
    }
    for term in terms.ids() {
        let made = match terms.op(term) {
            Op::Const(id) => copy.mk_const(terms.value(id).clone()),
            op => copy.mk(op, terms.operands(term)).ok()?,
        };
        if made != term || copy.op(made) != terms.op(term) {
            return None;
        }
    }
    Some(copy)
}

/// States that the next value of a variable lies in its range, unless its sort says so already.
///
/// The obligation belongs to no element: one that does is asked without the restrictions of that element, on which the
/// analysis may rely.
fn oblige(system: &mut System, var: VarId, (lo, hi): (i64, i64)) {
    let Some(update) = system.next.get(&var).copied() else { return };
    let term = system.terms.within(update.term, Sort::Range { lo, hi });
    if term == system.terms.bool(true) {
        return;
    }
    let name = system.terms.var(var).spelling().to_owned();
    let span = system.span(update.element.or(system.var_element(var)));
    let message = format!("`{name}` leaves {lo}..{hi}");
    let (kind, when) = (ObligationKind::OutOfRange, When::Always);
    system.obligations.push(Obligation { kind, when, term, message, span, element: None });
}
