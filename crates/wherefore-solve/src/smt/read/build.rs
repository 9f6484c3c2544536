//! Builds IR terms from SMT-LIB functions and operands.
//!
//! SMT-LIB chains and folds: `(< a b c)`, `(- a b c)`, `(=> a b c)`, `(bvadd a b c)`; the IR takes two. Division is total
//! in the IR and left open by SMT-LIB where the divisor is zero, so only a divisor known not to be zero is read.

use super::super::print;
use super::super::sexp::{NodeId, Sexp, Tree};
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use wherefore_ir::{EnumId, Op, Rounding, Sort, TermId, Terms, Value, VarId};

/// Makes terms; knows which of them are the numbers of enumerations.
pub(super) struct Builder<'t> {
    terms: &'t mut Terms,
    numbers: FxHashMap<TermId, (VarId, EnumId)>,
}

/// How a function of two operands extends to more.
enum Fold {
    /// `(f (f a b) c)`.
    Left(Op),
    /// `(and (f a b) (f b c))`.
    Chain(Op),
    /// The operator with the operands of each pair exchanged.
    Flipped(Op),
}

impl<'t> Builder<'t> {
    pub fn new(terms: &'t mut Terms) -> Builder<'t> {
        Builder { terms, numbers: FxHashMap::default() }
    }

    pub fn constant(&mut self, value: Value) -> TermId {
        self.terms.mk_const(value)
    }

    /// A variable as the solver saw it: an enumeration as its number.
    pub fn variable(&mut self, var: VarId) -> TermId {
        let now = self.terms.now(var);
        let Sort::Enum(id) = self.terms.var(var).sort else { return now };
        let (count, width) = (self.terms.enumeration(id).values.len() as u32, print::enum_width(self.terms, id));
        let mut number = self.constant(Value::bits(width, 0u8));
        for index in 1..count {
            let (value, bits) = (self.constant(Value::Enum(id, index)), self.constant(Value::bits(width, index)));
            let is = self.terms.eq(now, value);
            number = self.terms.ite(is, bits, number);
        }
        self.numbers.insert(number, (var, id));
        number
    }

    /// A function applied to operands.
    pub fn apply(&mut self, tree: &Tree, head: NodeId, operands: &[TermId]) -> Option<TermId> {
        match tree.get(head) {
            Sexp::Atom(word) => self.named(word, operands),
            Sexp::List(list) => {
                let words: Vec<&str> = list.iter().map(|n| tree.atom(*n)).collect();
                let index = |i: usize| words.get(i)?.parse::<u32>().ok();
                let op = match words[..] {
                    ["_", "extract", _, _] => Op::BvExtract { hi: index(2)?, lo: index(3)? },
                    ["_", "zero_extend", _] => Op::BvZeroExtend(index(2)?),
                    ["_", "sign_extend", _] => Op::BvSignExtend(index(2)?),
                    ["_", "int2bv" | "int_to_bv", _] => Op::IntToBv(index(2)?),
                    _ => return None,
                };
                self.terms.mk(op, operands).ok()
            }
        }
    }

    fn named(&mut self, word: &str, operands: &[TermId]) -> Option<TermId> {
        match (word, operands) {
            ("and", list) => self.boolean(list).map(|()| self.terms.and(list.iter().copied())),
            ("or", list) => self.boolean(list).map(|()| self.terms.or(list.iter().copied())),
            ("not", [a]) => self.boolean(operands).map(|()| self.terms.not(*a)),
            ("=>", [premises @ .., last]) => {
                self.boolean(operands)?;
                Some(premises.iter().rev().fold(*last, |goal, p| self.terms.implies(*p, goal)))
            }
            ("ite", [_, _, _]) => self.terms.mk(Op::Ite, operands).ok(),
            ("-", [a]) => self.terms.mk(Op::Neg, &[*a]).ok(),
            ("distinct", [a, b]) => {
                let equal = self.compare(Op::Eq, *a, *b)?;
                Some(self.terms.not(equal))
            }
            ("div", [a, b]) => self.divide(Op::Div(Rounding::Euclid), *a, *b),
            ("mod", [a, b]) => self.divide(Op::Mod(Rounding::Euclid), *a, *b),
            ("/", [a, b]) => self.divide(Op::RealDiv, *a, *b),
            ("ubv_to_int", [a]) => self.terms.mk(Op::BvToNat, &[*a]).ok(),
            ("sbv_to_int", [a]) => self.terms.mk(Op::BvToInt, &[*a]).ok(),
            (word, [a]) => {
                let op = print::words().find(|(op, w)| *w == word && *op != Op::Sub)?.0;
                self.terms.mk(op, &[*a]).ok()
            }
            (word, operands) => self.folded(fold(word)?, operands),
        }
    }

    fn boolean(&self, operands: &[TermId]) -> Option<()> {
        operands.iter().all(|t| self.terms.sort(*t) == Sort::Bool).then_some(())
    }

    fn divide(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let zero = match self.terms.constant(b)? {
            Value::Int(n) => n.is_zero(),
            Value::Real(r) => r.is_zero(),
            _ => true,
        };
        if zero { None } else { self.terms.mk(op, &[a, b]).ok() }
    }

    fn folded(&mut self, fold: Fold, operands: &[TermId]) -> Option<TermId> {
        let (op, flipped) = match fold {
            Fold::Left(op) => {
                let (first, rest) = operands.split_first()?;
                return rest.iter().try_fold(*first, |a, b| self.terms.mk(op, &[a, *b]).ok());
            }
            Fold::Chain(op) => (op, false),
            Fold::Flipped(op) => (op, true),
        };
        let mut pairs = Vec::new();
        for pair in operands.windows(2) {
            let (a, b) = if flipped { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            pairs.push(self.compare(op, a, b)?);
        }
        Some(self.terms.and(pairs))
    }

    /// A comparison; for the number of an enumeration with a constant, the disjunction of its values that satisfy it.
    fn compare(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let plain = self.terms.mk(op, &[a, b]).ok()?;
        let (var, id, other, left) = match (self.numbers.get(&a), self.numbers.get(&b)) {
            (Some((var, id)), None) => (*var, *id, b, true),
            (None, Some((var, id))) => (*var, *id, a, false),
            _ => return Some(plain),
        };
        let Some(Value::BitVec(width, bits)) = self.terms.constant(other).cloned() else { return Some(plain) };
        let count = self.terms.enumeration(id).values.len() as u32;
        let reading = |n: BigInt| match op {
            Op::BvSlt | Op::BvSle => Value::signed(width, &n.to_biguint().unwrap_or_default()),
            _ => n,
        };
        let bound = reading(bits.into());
        let satisfies = |index: &u32| {
            let number = reading((*index).into());
            let (x, y) = if left { (&number, &bound) } else { (&bound, &number) };
            match op {
                Op::Eq => x == y,
                Op::BvUlt | Op::BvSlt => x < y,
                _ => x <= y,
            }
        };
        let now = self.terms.now(var);
        let values: Vec<TermId> =
            (0..count).filter(satisfies).map(|i| self.terms.mk_const(Value::Enum(id, i))).collect();
        let equal: Vec<TermId> = values.into_iter().map(|v| self.terms.eq(now, v)).collect();
        Some(self.terms.or(equal))
    }
}

/// Functions of two or more operands.
fn fold(word: &str) -> Option<Fold> {
    Some(match word {
        "=" => Fold::Chain(Op::Eq),
        "<" => Fold::Chain(Op::Lt),
        "<=" => Fold::Chain(Op::Le),
        ">" => Fold::Flipped(Op::Lt),
        ">=" => Fold::Flipped(Op::Le),
        "bvult" => Fold::Chain(Op::BvUlt),
        "bvule" => Fold::Chain(Op::BvUle),
        "bvslt" => Fold::Chain(Op::BvSlt),
        "bvsle" => Fold::Chain(Op::BvSle),
        "bvugt" => Fold::Flipped(Op::BvUlt),
        "bvuge" => Fold::Flipped(Op::BvUle),
        "bvsgt" => Fold::Flipped(Op::BvSlt),
        "bvsge" => Fold::Flipped(Op::BvSle),
        "-" => Fold::Left(Op::Sub),
        // Unary words and those with a meaning of their own are not in this list by the time it is asked.
        word => Fold::Left(print::words().find(|(_, w)| *w == word)?.0),
    })
}
