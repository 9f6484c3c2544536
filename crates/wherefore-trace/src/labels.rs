//! Truth of temporal formulas along a trace.
//!
//! Every subformula gets a row with one Boolean value per position, subformulas first. Future operators are one backward
//! sweep, past operators one forward sweep. A Boolean value may be missing; connectives then follow Kleene, with
//! `false < missing < true`, `and` the smaller and `or` the larger.
//!
//! # Finite traces
//! Values beyond the end are missing. A formula that is false all the same is false on every continuation: the
//! trace is an informative bad prefix (Kupferman and Vardi, "Model checking of safety properties", 2001).
//!
//! # Lassos
//! An `until` around a loop is a least fixpoint: assume false at the far end, sweep the loop once, and the value at
//! its head is final, because going round is `x -> b | (a & x)` and that is stable after one application. The second
//! sweep spreads it. `release` is the dual.
//!
//! Past operators see the whole history, and in the second round of a loop that history is longer than in the first.
//! So the loop is unrolled until nothing changes from one round to the next. A formula is *periodic from* a position:
//!
//! * an atom from the loop's start; a connective or future operator from where its operands are;
//! * `Y` and `Z` one position later than their operand;
//! * `O H S T` one whole period later than their operands: a round without a decision hands on what it was given, a
//!   round with one decides the same way every time.
//!
//! Positions up to the latest such start, and one period more, are laid out; the end goes back to that start. It is
//! never more than (past depth + 1) rounds (Latvala, Biere, Heljanko, Junttila, "Simple is better: efficient bounded
//! model checking for past LTL", 2005).
//!
//! Worked example: steps `0 1`, loop back to 0, `p` true at step 1 only. In the first round `Y p` is false at step 0,
//! later it is true there. `Y p` is periodic from position 1, so three positions are laid out, and the end goes back
//! to 1:
//!
//! ```text
//! position   0  1  2  (back to 1)
//! step       0  1  0
//! p          f  t  f
//! Y p        f  f  t
//! ```
//!
//! # CTL
//! A trace is one path. It can show that an `E` formula is true and that an `A` formula is false. The opposite it
//! shows only where the state itself decides: `EG p` is false where `p` is, `AF p` is true where `p` is. All other
//! values are missing.

mod kleene;

use crate::{Evaluator, Trace};
use kleene::{and, not, or};
use rustc_hash::FxHashMap;
use std::fmt;
use wherefore_ir::{Op, Sort, TermId, Terms, walk};

/// A Boolean value, or missing.
pub type Truth = Option<bool>;

/// Why a formula cannot be labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelError {
    /// A temporal operator stands inside a term that is not Boolean.
    NotBoolean(TermId),
    /// Formula and trace together need more memory than is reasonable.
    TooLarge,
    /// The trace has no step, or its loop starts outside it.
    Malformed,
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabelError::NotBoolean(_) => f.write_str("a temporal operator stands inside a term that is not Boolean"),
            LabelError::TooLarge => f.write_str("formula and trace are too large to evaluate together"),
            LabelError::Malformed => f.write_str("the trace has no step, or its loop starts outside it"),
        }
    }
}

impl std::error::Error for LabelError {}

/// Cells in all rows together.
const MOST_CELLS: usize = 1 << 31;

/// The truth of a formula and of its temporal subformulas at each position.
#[derive(Clone, Debug)]
pub struct Labels {
    path: Path,
    rows: FxHashMap<TermId, Vec<Truth>>,
}

/// The positions laid out: which step each shows, and where the last one goes on.
#[derive(Clone, Debug)]
struct Path {
    steps: Vec<usize>,
    back: Option<usize>,
}

impl Labels {
    /// Evaluates an LTL or CTL formula along a trace.
    pub fn new(terms: &Terms, trace: &Trace, formula: TermId) -> Result<Labels, LabelError> {
        if trace.is_empty() || trace.loop_start.is_some_and(|l| l >= trace.len()) {
            return Err(LabelError::Malformed);
        }
        let temporal = |t: TermId| terms.has_ltl(t) || terms.has_ctl(t);
        let order: Vec<TermId> =
            walk::postorder(terms, [formula]).into_iter().filter(|t| temporal(*t) || *t == formula).collect();
        let path = Path::lay_out(terms, trace, &order)?;
        let mut labels = Labels { path, rows: FxHashMap::default() };
        labels.atoms(terms, trace, &order)?;
        for term in order.into_iter().filter(|t| temporal(*t)) {
            let row = labels.row_of(terms, term).ok_or(LabelError::NotBoolean(term))?;
            labels.rows.insert(term, row);
        }
        Ok(labels)
    }

    /// The truth of a labelled term at a position. Position `k` shows step `k` for every step of the trace; later
    /// ones are further rounds of the loop. Missing for other terms and positions.
    pub fn at(&self, term: TermId, position: usize) -> Truth {
        self.rows.get(&term).and_then(|row| *row.get(position)?)
    }

    /// The position after this one.
    pub fn successor(&self, position: usize) -> Option<usize> {
        if position + 1 < self.path.steps.len() { Some(position + 1) } else { self.path.back }
    }

    /// The step that a position shows.
    pub fn step(&self, position: usize) -> usize {
        self.path.steps[position]
    }

    /// How many positions are laid out.
    pub fn positions(&self) -> usize {
        self.path.steps.len()
    }

    /// Rows of the largest subterms without temporal operators, all from one evaluator.
    fn atoms(&mut self, terms: &Terms, trace: &Trace, order: &[TermId]) -> Result<(), LabelError> {
        let temporal = |t: TermId| terms.has_ltl(t) || terms.has_ctl(t);
        let mut atoms: Vec<TermId> = order
            .iter()
            .flat_map(|t| if temporal(*t) { terms.operands(*t) } else { std::slice::from_ref(t) })
            .copied()
            .filter(|t| !temporal(*t))
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        if let Some(atom) = atoms.iter().find(|t| terms.sort(**t) != Sort::Bool) {
            return Err(LabelError::NotBoolean(*atom));
        }
        let evaluator = Evaluator::new(terms, &atoms).map_err(|e| LabelError::NotBoolean(e.0))?;
        let truths = |step: usize| {
            let next = trace.successor(step).map(|s| trace.steps[s].values.as_slice());
            evaluator.truths(&trace.steps[step].values, next)
        };
        let by_step: Vec<Vec<Truth>> = (0..trace.len()).map(truths).collect();
        for (index, atom) in atoms.into_iter().enumerate() {
            let row = self.path.steps.iter().map(|s| by_step[*s][index]).collect();
            self.rows.insert(atom, row);
        }
        Ok(())
    }

    /// The row of a term whose operands have theirs; `None` if it is no connective or temporal operator.
    fn row_of(&self, terms: &Terms, term: TermId) -> Option<Vec<Truth>> {
        let rows: Vec<&[Truth]> =
            terms.operands(term).iter().map(|t| self.rows.get(t).map(Vec::as_slice)).collect::<Option<_>>()?;
        let op = terms.op(term);
        if terms.sort(term) != Sort::Bool {
            return None;
        }
        match rows.as_slice() {
            [a] if op != Op::And && op != Op::Or => self.path.unary(op, a),
            [a, b] if op.is_ltl() || op.is_ctl() => self.path.binary(op, a, b),
            rows => (0..self.positions()).map(|i| connective(op, rows, i)).collect(),
        }
    }
}

/// A connective at one position; the outer `None` if the operator is not one.
fn connective(op: Op, rows: &[&[Truth]], position: usize) -> Option<Truth> {
    let mut values = rows.iter().map(|r| r[position]);
    let both = |f: fn(bool, bool) -> bool| Some(f(rows[0][position]?, rows[1][position]?));
    Some(match (op, rows.len()) {
        (Op::And, _) => values.fold(Some(true), and),
        (Op::Or, _) => values.fold(Some(false), or),
        (Op::Implies, 2) => or(not(rows[0][position]), rows[1][position]),
        (Op::Xor, 2) => both(|a, b| a != b),
        (Op::Eq, 2) => both(|a, b| a == b),
        (Op::Ite, 3) => match values.next()? {
            Some(true) => rows[1][position],
            Some(false) => rows[2][position],
            None => rows[1][position].filter(|v| rows[2][position] == Some(*v)),
        },
        _ => return None,
    })
}

impl Path {
    fn lay_out(terms: &Terms, trace: &Trace, order: &[TermId]) -> Result<Path, LabelError> {
        let fits = |count: usize| if count.saturating_mul(order.len()) > MOST_CELLS { None } else { Some(count) };
        let Some(loop_start) = trace.loop_start else {
            let count = fits(trace.len()).ok_or(LabelError::TooLarge)?;
            return Ok(Path { steps: (0..count).collect(), back: None });
        };
        let period = trace.len() - loop_start;
        let mut starts: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut latest = loop_start;
        for term in order {
            let operands = terms.operands(*term).iter().map(|t| starts.get(t).copied().unwrap_or(loop_start));
            let start = operands.max().unwrap_or(loop_start)
                + match terms.op(*term) {
                    Op::Y | Op::Z => 1,
                    Op::O | Op::H | Op::S | Op::T => period,
                    _ => 0,
                };
            starts.insert(*term, start);
            latest = latest.max(start);
        }
        let count = fits(latest + period).ok_or(LabelError::TooLarge)?;
        let step = |p: usize| if p < loop_start { p } else { loop_start + (p - loop_start) % period };
        Ok(Path { steps: (0..count).map(step).collect(), back: Some(latest) })
    }

    fn unary(&self, op: Op, a: &[Truth]) -> Option<Vec<Truth>> {
        let (yes, no) = (Some(true), Some(false));
        Some(match op {
            Op::Not => a.iter().map(|v| not(*v)).collect(),
            Op::X => self.next(a),
            Op::F => self.backward(no, |i, later| or(a[i], later)),
            Op::G => self.backward(yes, |i, later| and(a[i], later)),
            Op::Y => self.previous(a, no),
            Op::Z => self.previous(a, yes),
            Op::O => self.forward(no, |i, before| or(a[i], before)),
            Op::H => self.forward(yes, |i, before| and(a[i], before)),
            Op::EX => shown(self.next(a), true),
            Op::EF => shown(self.unary(Op::F, a)?, true),
            Op::EG => settled(shown(self.unary(Op::G, a)?, true), false, |i| a[i]),
            Op::AX => shown(self.next(a), false),
            Op::AF => settled(shown(self.unary(Op::F, a)?, false), true, |i| a[i]),
            Op::AG => shown(self.unary(Op::G, a)?, false),
            _ => return None,
        })
    }

    fn binary(&self, op: Op, a: &[Truth], b: &[Truth]) -> Option<Vec<Truth>> {
        let (yes, no) = (Some(true), Some(false));
        Some(match op {
            Op::U => self.backward(no, |i, later| or(b[i], and(a[i], later))),
            Op::R => self.backward(yes, |i, later| and(b[i], or(a[i], later))),
            Op::S => self.forward(no, |i, before| or(b[i], and(a[i], before))),
            Op::T => self.forward(yes, |i, before| and(b[i], or(a[i], before))),
            Op::EU => settled(shown(self.binary(Op::U, a, b)?, true), false, |i| or(a[i], b[i])),
            Op::AU => settled(shown(self.binary(Op::U, a, b)?, false), true, |i| b[i]),
            _ => return None,
        })
    }

    fn next(&self, a: &[Truth]) -> Vec<Truth> {
        let beyond = self.back.and_then(|b| a[b]);
        a.iter().skip(1).copied().chain([beyond]).collect()
    }

    fn previous(&self, a: &[Truth], first: Truth) -> Vec<Truth> {
        std::iter::once(first).chain(a.iter().copied()).take(a.len()).collect()
    }

    fn forward(&self, before: Truth, f: impl Fn(usize, Truth) -> Truth) -> Vec<Truth> {
        let mut value = before;
        let step = |i| {
            value = f(i, value);
            value
        };
        (0..self.steps.len()).map(step).collect()
    }

    /// `seed` is what is assumed at the far end of a loop: false for a least, true for a greatest fixpoint.
    fn backward(&self, seed: Truth, f: impl Fn(usize, Truth) -> Truth) -> Vec<Truth> {
        let end = self.steps.len();
        let beyond = self.back.and_then(|back| (back..end).rev().fold(seed, |later, i| f(i, later)));
        let mut row = vec![None; end];
        let mut value = beyond;
        for i in (0..end).rev() {
            value = f(i, value);
            row[i] = value;
        }
        row
    }
}

/// Values of a path quantifier that one path shows: only this value.
fn shown(mut row: Vec<Truth>, value: bool) -> Vec<Truth> {
    row.iter_mut().for_each(|v| *v = v.filter(|v| *v == value));
    row
}

/// Adds what the state at a position settles on its own: the formula is `value` where `local` is.
fn settled(mut row: Vec<Truth>, value: bool, local: impl Fn(usize) -> Truth) -> Vec<Truth> {
    row.iter_mut().enumerate().filter(|(i, _)| local(*i) == Some(value)).for_each(|(_, v)| *v = Some(value));
    row
}
