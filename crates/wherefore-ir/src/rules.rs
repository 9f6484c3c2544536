//! The sort rule of each operator: how many operands, of which sorts, giving which.

use crate::{Op, Sort, TermId, Terms};
use std::fmt;

/// Operands that do not fit their operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortError {
    /// The operator.
    pub op: Op,
    /// The sorts it was given.
    pub found: Vec<Sort>,
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operator {:?} cannot take operands of sorts {:?}", self.op, self.found)
    }
}

impl std::error::Error for SortError {}

/// The sort of `op` applied to `operands`.
pub(crate) fn result_sort(terms: &Terms, op: Op, operands: &[TermId]) -> Result<Sort, SortError> {
    let sorts: Vec<Sort> = operands.iter().map(|t| terms.sort(*t)).collect();
    rule(terms, op, &sorts).ok_or(SortError { op, found: sorts })
}

fn rule(terms: &Terms, op: Op, sorts: &[Sort]) -> Option<Sort> {
    use Op::*;
    match op {
        Const(id) => sorts.is_empty().then(|| terms.value(id).sort()),
        Var(v) | Next(v) => sorts.is_empty().then(|| terms.var(v).sort),
        Not | X | F | G | Y | Z | O | H | EX | AX | EF | AF | EG | AG => all(sorts, 1, Sort::Bool),
        And | Or => sorts.iter().all(|s| *s == Sort::Bool).then_some(Sort::Bool),
        Xor | Implies | U | R | S | T | EU | AU => all(sorts, 2, Sort::Bool),
        Ite => match sorts {
            [Sort::Bool, a, b] => a.join(*b),
            _ => None,
        },
        Eq => match sorts {
            [a, b] => a.join(*b).map(|_| Sort::Bool),
            _ => None,
        },
        Lt | Le => numeric(sorts, 2..=2).map(|_| Sort::Bool),
        Neg => numeric(sorts, 1..=1),
        Add => numeric(sorts, 2..=usize::MAX),
        Sub | Mul => numeric(sorts, 2..=2),
        Div(_) | Mod(_) => numeric(sorts, 2..=2).filter(|s| *s == Sort::Int),
        RealDiv => numeric(sorts, 2..=2).filter(|s| *s != Sort::Int),
        ToReal => (sorts.len() == 1 && sorts[0].is_integer()).then_some(Sort::Real),
        Floor => all(sorts, 1, Sort::Real).map(|_| Sort::Int),
        FpEq => numeric(sorts, 2..=2).filter(|s| s.is_float()).map(|_| Sort::Bool),
        FpFinite => numeric(sorts, 1..=1).filter(|s| s.is_float()).map(|_| Sort::Bool),
        ToFloat(format) => matches!(sorts, [Sort::Range { .. }]).then_some(Sort::Float(format)),
        IntToBv(width) => (sorts.len() == 1 && sorts[0].is_integer() && width > 0).then_some(Sort::BitVec(width)),
        _ => bit_vector_rule(op, sorts),
    }
}

fn bit_vector_rule(op: Op, sorts: &[Sort]) -> Option<Sort> {
    use Op::*;
    let widths: Vec<u32> =
        sorts.iter().map(|s| if let Sort::BitVec(w) = s { Some(*w) } else { None }).collect::<Option<_>>()?;
    match (op, widths.as_slice()) {
        (BvNot | BvNeg, [w]) => Some(Sort::BitVec(*w)),
        (BvUlt | BvUle | BvSlt | BvSle, [a, b]) if a == b => Some(Sort::Bool),
        (BvConcat, [a, b]) => a.checked_add(*b).map(Sort::BitVec),
        (BvExtract { hi, lo }, [w]) if lo <= hi && hi < *w => Some(Sort::BitVec(hi - lo + 1)),
        (BvZeroExtend(n) | BvSignExtend(n), [w]) => w.checked_add(n).map(Sort::BitVec),
        (BvToNat | BvToInt, [_]) => Some(Sort::Int),
        (
            BvAnd | BvOr | BvXor | BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvShl | BvLshr | BvAshr,
            [a, b],
        ) if a == b => Some(Sort::BitVec(*a)),
        _ => None,
    }
}

fn all(sorts: &[Sort], count: usize, sort: Sort) -> Option<Sort> {
    (sorts.len() == count && sorts.iter().all(|s| *s == sort)).then_some(sort)
}

/// All integers, giving `Int`, or all reals, giving `Real`, or all floats of one format, giving that.
fn numeric(sorts: &[Sort], count: std::ops::RangeInclusive<usize>) -> Option<Sort> {
    let sort = match *sorts.first()? {
        first if first.is_integer() => Sort::Int,
        first @ (Sort::Real | Sort::Float(_)) => first,
        _ => return None,
    };
    let fits = |s: &Sort| if sort == Sort::Int { s.is_integer() } else { *s == sort };
    (count.contains(&sorts.len()) && sorts.iter().all(fits)).then_some(sort)
}
