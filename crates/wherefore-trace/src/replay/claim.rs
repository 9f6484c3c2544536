//! Claims: what a single trace leaves open about a CTL property.
//!
//! The walk starts with "the property is false at the first position" and goes down only where the labels are missing.
//! The walk stops at a subformula that one path cannot decide: that is a claim.
//!
//! ```text
//! AG EF home, on a finite trace to a trap     AG EF home is false at step 0
//!                                          <- EF home is false at the last step     (claimed)
//! ```

use crate::Labels;
use std::collections::BTreeSet;
use wherefore_ir::{Op, TermId, Terms};

/// A Boolean value that the trace relies on and does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The step it is about.
    pub step: usize,
    /// The subformula.
    pub formula: TermId,
    /// Value that is claimed.
    pub value: bool,
}

/// Claims that together make `formula` false at the first position, in the order of steps. Where one of several would
/// do, the first operand and the last position are taken: counterexamples end where things have gone wrong.
pub(super) fn claims(terms: &Terms, labels: &Labels, formula: TermId) -> Vec<Claim> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut stack = vec![(formula, 0, false)];
    while let Some((term, position, value)) = stack.pop() {
        if !seen.insert((term, position, value)) || labels.at(term, position) == Some(value) {
            continue;
        }
        let needed = needs(terms, labels, term, position, value);
        if needed.is_empty() {
            found.insert(Claim { step: labels.step(position), formula: term, value });
        }
        stack.extend(needed);
    }
    found.into_iter().collect()
}

type Need = (TermId, usize, bool);

/// Needs that would give `term` the value at the position; nothing if it has to be claimed itself.
fn needs(terms: &Terms, labels: &Labels, term: TermId, position: usize, value: bool) -> Vec<Need> {
    let operands = terms.operands(term);
    let open = |t: &TermId, at: usize| labels.at(*t, at).is_none();
    let first_open = |list: &[TermId]| list.iter().find(|t| open(t, position)).map(|t| (*t, position, value));
    match (terms.op(term), value) {
        (Op::Not, _) => vec![(operands[0], position, !value)],
        (Op::And, true) | (Op::Or, false) => {
            operands.iter().filter(|t| open(t, position)).map(|t| (*t, position, value)).collect()
        }
        (Op::And, false) | (Op::Or, true) => first_open(operands).into_iter().collect(),
        (Op::Implies, false) => vec![(operands[0], position, true), (operands[1], position, false)],
        (Op::Implies, true) if open(&operands[1], position) => vec![(operands[1], position, true)],
        (Op::Implies, true) => vec![(operands[0], position, false)],
        (Op::AX, false) | (Op::EX, true) => {
            let next = labels.successor(position).filter(|p| open(&operands[0], *p));
            next.map(|p| (operands[0], p, value)).into_iter().collect()
        }
        (Op::AG, false) | (Op::EF, true) => {
            let last = reachable(labels, position).rev().find(|p| open(&operands[0], *p));
            last.map(|p| (operands[0], p, value)).into_iter().collect()
        }
        (Op::AF, false) | (Op::EG, true) => throughout(labels, term, operands[0], position, value),
        _ => Vec::new(),
    }
}

/// The operand has the value at every position from here on: where it is open that is needed; after the end of a
/// finite trace the term itself is.
fn throughout(labels: &Labels, term: TermId, operand: TermId, position: usize, value: bool) -> Vec<Need> {
    let last = labels.positions() - 1;
    let is_finite = labels.successor(last).is_none();
    let contradicted = reachable(labels, position).any(|p| labels.at(operand, p) == Some(!value));
    if contradicted || (is_finite && position == last) {
        return Vec::new();
    }
    let open = reachable(labels, position).filter(|p| labels.at(operand, *p).is_none());
    open.map(|p| (operand, p, value)).chain(is_finite.then_some((term, last, value))).collect()
}

/// The positions at or after this one, going round the loop if there is one.
fn reachable(labels: &Labels, position: usize) -> std::ops::Range<usize> {
    let back = labels.successor(labels.positions() - 1).unwrap_or(position);
    back.min(position)..labels.positions()
}
