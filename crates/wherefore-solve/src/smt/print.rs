//! Writes one operator as SMT-LIB, over names for its operands.
//!
//! Enumerations become bit-vectors just wide enough: next to integers or datatypes that was as fast or faster with every
//! solver tried, every solver knows them, and a finite model stays inside QF_BV, where z3 is five times faster. A bounded
//! integer is an `Int`. Where SMT-LIB leaves a value open (division by zero) or rounds another way, the text spells out
//! what the comment at [`Op`] fixes.

use super::float;
use crate::SolveError;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::fmt;
use wherefore_ir::text::SMT_LIB;
use wherefore_ir::{EnumId, Op, Rounding, Sort, TermId, Terms, Value};

/// The width of the bit-vectors that stand for an enumeration.
pub(super) fn enum_width(terms: &Terms, id: EnumId) -> u32 {
    terms.enumeration(id).values.len().saturating_sub(1).checked_ilog2().unwrap_or(0) + 1
}

/// A sort.
pub(super) fn sort(terms: &Terms, sort: Sort) -> Result<String, SolveError> {
    Ok(match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Enum(id) => format!("(_ BitVec {})", enum_width(terms, id)),
        Sort::Range { .. } | Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Float(format) => float::sort(format),
    })
}

/// Constraint of a name to the values of its sort; `None` if every value of the SMT sort is one.
pub(super) fn bounds(terms: &Terms, sort: Sort, name: &str) -> Option<String> {
    match sort {
        Sort::Range { lo, hi } => {
            Some(format!("(and (<= {} {name}) (<= {name} {}))", integer(&lo.into()), integer(&hi.into())))
        }
        Sort::Enum(id) => {
            let (count, width) = (terms.enumeration(id).values.len(), enum_width(terms, id));
            (count as u64 != 1 << width).then(|| format!("(bvule {name} (_ bv{} {width}))", count.saturating_sub(1)))
        }
        _ => None,
    }
}

/// An integer literal.
pub(super) fn integer(n: &BigInt) -> String {
    if n.is_negative() { format!("(- {})", n.magnitude()) } else { n.to_string() }
}

/// A literal.
pub(super) fn constant(terms: &Terms, value: &Value) -> Result<String, SolveError> {
    Ok(match value {
        Value::Bool(b) => b.to_string(),
        Value::Enum(id, index) => format!("(_ bv{index} {})", enum_width(terms, *id)),
        Value::Int(n) => integer(n),
        Value::Real(r) => {
            let magnitude = match (r.numer().magnitude(), r.denom()) {
                (n, d) if *d == BigInt::from(1) => format!("{n}.0"),
                (n, d) => format!("(/ {n}.0 {d}.0)"),
            };
            if r.is_negative() { format!("(- {magnitude})") } else { magnitude }
        }
        Value::BitVec(width, bits) => format!("(_ bv{bits} {width})"),
        Value::Float(format, bits) => float::constant(*format, *bits),
    })
}

/// A non-leaf term over the names of its operands.
pub(super) fn application(terms: &Terms, term: TermId, names: &[String]) -> Result<String, SolveError> {
    let op = terms.op(term);
    if let Some(text) = float::application(terms, term, names) {
        return Ok(text);
    }
    Ok(match (op, names) {
        (Op::And, []) => "true".to_owned(),
        (Op::Or, []) => "false".to_owned(),
        (Op::And | Op::Or, [one]) => one.clone(),
        (Op::Div(_) | Op::Mod(_) | Op::RealDiv, [a, b]) => division(terms, term, a, b),
        (Op::BvToInt, [a]) => {
            let Sort::BitVec(width) = terms.sort(terms.operands(term)[0]) else { return Err(unsupported(op)) };
            let (top, excess) = (width - 1, BigInt::from(1) << width);
            format!("(ite (= ((_ extract {top} {top}) {a}) #b1) (- (bv2nat {a}) {excess}) (bv2nat {a}))")
        }
        _ => Applied(&head(op).ok_or_else(|| unsupported(op))?, names).to_string(),
    })
}

struct Applied<'a>(&'a str, &'a [String]);

impl fmt::Display for Applied<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.0)?;
        self.1.iter().try_for_each(|name| write!(f, " {name}"))?;
        write!(f, ")")
    }
}

fn unsupported(op: Op) -> SolveError {
    SolveError::Unsupported(format!("the operator {op:?}"))
}

/// Division and remainder, total. A divisor that is known keeps the text linear.
fn division(terms: &Terms, term: TermId, a: &str, b: &str) -> String {
    let op = terms.op(term);
    let (zero, by_zero) = match op {
        Op::RealDiv => ("0.0", "0.0"),
        Op::Mod(_) => ("0", a),
        _ => ("0", "0"),
    };
    let quotient = match op {
        Op::RealDiv => format!("(/ {a} {b})"),
        Op::Div(rounding) => rounded(rounding, "div", a, b),
        Op::Mod(rounding) => rounded(rounding, "mod", a, b),
        _ => String::new(),
    };
    let divisor = terms.constant(terms.operands(term)[1]).map(|value| match value {
        Value::Int(n) => n.is_zero(),
        Value::Real(r) => r.is_zero(),
        _ => false,
    });
    match divisor {
        Some(true) => by_zero.to_owned(),
        Some(false) => quotient,
        None => format!("(ite (= {b} {zero}) {by_zero} {quotient})"),
    }
}

/// SMT-LIB leaves a remainder that is not negative. Toward zero, both results change sign with the dividend.
fn rounded(rounding: Rounding, word: &str, a: &str, b: &str) -> String {
    match rounding {
        Rounding::Euclid => format!("({word} {a} {b})"),
        Rounding::Truncate => format!("(ite (>= {a} 0) ({word} {a} {b}) (- ({word} (- {a}) {b})))"),
    }
}

/// The SMT-LIB function for an operator that has one.
fn head(op: Op) -> Option<String> {
    Some(match op {
        Op::BvExtract { hi, lo } => format!("(_ extract {hi} {lo})"),
        Op::BvZeroExtend(n) => format!("(_ zero_extend {n})"),
        Op::BvSignExtend(n) => format!("(_ sign_extend {n})"),
        Op::IntToBv(width) => format!("(_ int2bv {width})"),
        _ => words().find(|(o, _)| *o == op)?.1.to_owned(),
    })
}

/// Operators that mean the same in SMT-LIB, and their words there.
pub(super) fn words() -> impl Iterator<Item = (Op, &'static str)> {
    let others = [(Op::Neg, "-"), (Op::Floor, "to_int"), (Op::BvToNat, "bv2nat")];
    SMT_LIB.iter().copied().chain(others)
}
