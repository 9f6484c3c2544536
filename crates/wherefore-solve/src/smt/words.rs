//! Bounded integers as words of bits, for solvers without integers.
//!
//! Every integer term has an interval that its value never leaves, as in the bit-blaster, and is written as a bit-vector in two's complement
//! just wide enough for it. An operator is computed in a width that holds its operands and its result, so nothing wraps around. A variable
//! without bounds and a real have no words: a term with one is refused before anything is written.

use super::sexp::{NodeId, Tree};
use super::{print, value};
use crate::SolveError;
use crate::blast::{Bounds, checked_width};
use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashMap;
use std::ops::Neg;
use wherefore_ir::{FloatFormat, Op, Rounding, Sort, TermId, Terms, Value};

/// The intervals of the integer terms met so far.
#[derive(Default)]
pub(super) struct Words {
    bounds: FxHashMap<TermId, Bounds>,
}

/// An operand: its name and its interval.
#[derive(Clone, Copy)]
struct Number<'a> {
    name: &'a str,
    bounds: &'a Bounds,
}

impl Words {
    /// Finds the interval of a term whose operands have theirs. Refuses what has no word.
    pub fn learn(&mut self, terms: &Terms, term: TermId) -> Result<(), SolveError> {
        let sort = terms.sort(term);
        if sort == Sort::Real || matches!(terms.op(term), Op::ToReal | Op::Floor) {
            return Err(SolveError::Unsupported("reals".to_owned()));
        }
        if sort.is_integer() && !self.bounds.contains_key(&term) {
            let bounds = self.bounds_of(terms, term)?;
            checked_width(&bounds)?;
            self.bounds.insert(term, bounds);
        }
        Ok(())
    }

    fn bounds_of(&self, terms: &Terms, term: TermId) -> Result<Bounds, SolveError> {
        let of = |i: usize| self.bounds_at(terms.operands(term)[i]);
        Ok(match terms.op(term) {
            Op::Const(id) => match terms.value(id) {
                Value::Int(n) => Bounds::new(n.clone(), n.clone()),
                other => return Err(SolveError::Unsupported(format!("the number {other:?}"))),
            },
            Op::Var(v) | Op::Next(v) => match terms.var(v).sort {
                Sort::Range { lo, hi } => Bounds::new(lo, hi.max(lo)),
                _ => return Err(SolveError::Unsupported("integers without bounds".to_owned())),
            },
            Op::Neg => of(0)?.neg(),
            Op::Ite => of(1)?.hull(of(2)?),
            Op::Add => {
                let rest = 1..terms.operands(term).len();
                rest.map(of).try_fold(of(0)?.clone(), |sum, next| next.map(|next| &sum + next))?
            }
            Op::Sub => of(0)? - of(1)?,
            Op::Mul => of(0)? * of(1)?,
            Op::Div(_) => of(0)?.quotient(of(1)?),
            Op::Mod(rounding) => of(0)?.remainder(of(1)?, rounding),
            Op::BvToNat => Bounds::new(0, power(bits_of(terms, term)) - 1),
            Op::BvToInt => {
                let half = power(bits_of(terms, term) - 1);
                Bounds::new(-&half, half - 1)
            }
            op => return Err(SolveError::Unsupported(format!("the operator {op:?}"))),
        })
    }

    fn bounds_at(&self, term: TermId) -> Result<&Bounds, SolveError> {
        let unknown = || SolveError::Unsupported("a number without an interval".to_owned());
        self.bounds.get(&term).ok_or_else(unknown)
    }

    /// The sort of a term.
    pub fn sort(&self, terms: &Terms, term: TermId) -> Result<String, SolveError> {
        match terms.sort(term).is_integer() {
            true => Ok(format!("(_ BitVec {})", width(self.bounds_at(term)?))),
            false => print::sort(terms, terms.sort(term)),
        }
    }

    /// A literal.
    pub fn constant(&self, terms: &Terms, value: &Value) -> Result<String, SolveError> {
        match value {
            Value::Int(n) => Ok(literal(n, width(&Bounds::new(n.clone(), n.clone())))),
            other => print::constant(terms, other),
        }
    }

    /// A non-leaf term over the names of its operands.
    pub fn application(&self, terms: &Terms, term: TermId, names: &[String]) -> Result<String, SolveError> {
        let (op, operands) = (terms.op(term), terms.operands(term));
        let has_numbers = operands.iter().any(|t| terms.sort(*t).is_integer());
        if !has_numbers && !terms.sort(term).is_integer() {
            return print::application(terms, term, names);
        }
        let number = |i: usize| Ok(Number { name: &names[i], bounds: self.bounds_at(operands[i])? });
        match (op, names) {
            // In two's complement as they are, or with a sign that is never set.
            (Op::BvToInt, [a]) => Ok(a.clone()),
            (Op::BvToNat, [a]) => Ok(format!("((_ zero_extend 1) {a})")),
            (Op::IntToBv(to), [_]) => Ok(number(0)?.fit(u64::from(to))),
            (Op::ToFloat(format), [_]) => Ok(rounded(format, number(0)?)),
            (Op::Eq, [..]) => Ok(compared("=", number(0)?, number(1)?)),
            (Op::Lt, [..]) => Ok(compared("bvslt", number(0)?, number(1)?)),
            (Op::Le, [..]) => Ok(compared("bvsle", number(0)?, number(1)?)),
            (Op::Ite, [condition, ..]) => {
                let to = width(self.bounds_at(term)?);
                Ok(format!("(ite {condition} {} {})", number(1)?.fit(to), number(2)?.fit(to)))
            }
            _ => {
                let numbers = (0..names.len()).map(number).collect::<Result<Vec<_>, SolveError>>()?;
                calculated(op, &numbers, self.bounds_at(term)?)
            }
        }
    }
}

/// The width of words in two's complement for an interval.
fn width(bounds: &Bounds) -> u64 {
    bounds.width() + u64::from(!bounds.signed())
}

fn bits_of(terms: &Terms, term: TermId) -> u32 {
    match terms.sort(terms.operands(term)[0]) {
        Sort::BitVec(width) => width,
        _ => 1,
    }
}

fn power(exponent: u32) -> BigInt {
    BigInt::one() << exponent
}

/// A number in two's complement.
fn literal(n: &BigInt, width: u64) -> String {
    let modulus = BigInt::one() << width;
    let unsigned = ((n % &modulus) + &modulus) % &modulus;
    format!("(_ bv{unsigned} {width})")
}

impl Number<'_> {
    /// In this width: longer by its sign, or its low bits.
    fn fit(self, to: u64) -> String {
        resized(self.name, width(self.bounds), to)
    }
}

fn resized(name: &str, from: u64, to: u64) -> String {
    match () {
        () if to > from => format!("((_ sign_extend {}) {name})", to - from),
        () if to < from => format!("((_ extract {} 0) {name})", to - 1),
        () => name.to_owned(),
    }
}

fn compared(word: &str, a: Number, b: Number) -> String {
    let to = width(&a.bounds.hull(b.bounds));
    format!("({word} {} {})", a.fit(to), b.fit(to))
}

/// The float nearest to a number.
fn rounded(format: FloatFormat, a: Number) -> String {
    format!("((_ to_fp {} {}) RNE {})", format.exponent_bits(), format.precision(), a.name)
}

fn calculated(op: Op, numbers: &[Number], result: &Bounds) -> Result<String, SolveError> {
    let to = width(result);
    let fold = |word: &str| {
        let fitted = numbers.iter().map(|n| n.fit(to));
        fitted.reduce(|left, right| format!("({word} {left} {right})")).unwrap_or_default()
    };
    Ok(match (op, numbers) {
        (Op::Neg, [a]) => format!("(bvneg {})", a.fit(to)),
        (Op::Add, _) => fold("bvadd"),
        (Op::Sub, _) => fold("bvsub"),
        (Op::Mul, _) => fold("bvmul"),
        (Op::Div(rounding), [a, b]) => division(*a, *b, result, rounding, true),
        (Op::Mod(rounding), [a, b]) => division(*a, *b, result, rounding, false),
        _ => return Err(SolveError::Unsupported(format!("the operator {op:?}"))),
    })
}

/// Quotient or remainder. SMT-LIB rounds toward zero, and its remainder has the sign of the dividend.
fn division(a: Number, b: Number, result: &Bounds, rounding: Rounding, is_quotient: bool) -> String {
    // Wide enough for the divisor with its sign changed, too.
    let wide = a.bounds.hull(b.bounds).hull(&-b.bounds).hull(result);
    let wide = width(&wide);
    let (x, y) = (a.fit(wide), b.fit(wide));
    let (quotient, rest) = (format!("(bvsdiv {x} {y})"), format!("(bvsrem {x} {y})"));
    let [zero, one] = [0, 1].map(|n| literal(&n.into(), wide));
    let made_up = |up: &str, down: &str| {
        let sided = format!("(ite (bvslt {y} {zero}) {up} {down})");
        format!("(ite (bvslt {rest} {zero}) {sided} {})", if is_quotient { &quotient } else { &rest })
    };
    let proper = match (rounding, is_quotient) {
        (Rounding::Truncate, true) => quotient,
        (Rounding::Truncate, false) => rest,
        // The rest of a negative dividend is made up by one more divisor.
        (Rounding::Euclid, true) if wide > 1 => {
            made_up(&format!("(bvadd {quotient} {one})"), &format!("(bvsub {quotient} {one})"))
        }
        (Rounding::Euclid, true) => quotient,
        (Rounding::Euclid, false) => made_up(&format!("(bvsub {rest} {y})"), &format!("(bvadd {rest} {y})")),
    };
    let by_zero = if is_quotient { &zero } else { &x };
    resized(&format!("(ite (= {y} {zero}) {by_zero} {proper})"), wide, width(result))
}

/// Constraint of a name to the values of its sort; `None` if every word is one.
pub(super) fn bounds(terms: &Terms, sort: Sort, name: &str) -> Option<String> {
    let Sort::Range { lo, hi } = sort else { return print::bounds(terms, sort, name) };
    if lo > hi {
        return Some("false".to_owned());
    }
    let width = width(&Bounds::new(lo, hi));
    let [lo, hi] = [lo, hi].map(|n| literal(&n.into(), width));
    Some(format!("(and (bvsle {lo} {name}) (bvsle {name} {hi}))"))
}

/// The value of this sort at a node; `None` if it is something else.
pub(super) fn read(terms: &Terms, tree: &Tree, node: NodeId, sort: Sort) -> Option<Value> {
    let Sort::Range { .. } = sort else { return value::read(terms, tree, node, sort) };
    let (width, bits) = value::bits(tree, node)?;
    let value = Value::Int(Value::signed(width, &bits));
    value.fits(sort).then_some(value)
}
