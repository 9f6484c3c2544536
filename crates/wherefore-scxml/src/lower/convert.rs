//! Values of different sorts brought together: integers and reals, texts of different enumerations.

use super::Lowering;
use crate::chart::Function;
use num_bigint::BigInt;
use num_rational::BigRational;
use wherefore_ir::{EnumId, Op, Sort, TermId, Value};

impl Lowering<'_> {
    /// Equality of numbers, of truths, or of texts by what they are.
    pub(super) fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let (Sort::Enum(x), Sort::Enum(y)) = (self.system.terms.sort(a), self.system.terms.sort(b)) else {
            let (a, b) = self.alike(a, b);
            let fits = self.system.terms.sort(a).join(self.system.terms.sort(b)).is_some();
            return if fits { self.system.terms.eq(a, b) } else { self.system.terms.bool(false) };
        };
        if x == y {
            return self.system.terms.eq(a, b);
        }
        let names = self.system.terms.enumeration(x).values.clone();
        let mut same = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let Some(other) = self.position(y, name) else { continue };
            let left = self.is_value(a, x, index as u32);
            let right = self.is_value(b, y, other);
            same.push(self.system.terms.and([left, right]));
        }
        self.system.terms.or(same)
    }

    /// Whether a term has this value of its enumeration.
    pub(super) fn is_value(&mut self, term: TermId, sort: EnumId, index: u32) -> TermId {
        let value = self.system.terms.mk_const(Value::Enum(sort, index));
        self.system.terms.eq(term, value)
    }

    /// The place of a name in an enumeration.
    pub(super) fn position(&self, sort: EnumId, name: &str) -> Option<u32> {
        self.system.terms.enumeration(sort).values.iter().position(|v| v == name).map(|i| i as u32)
    }

    /// If-then-else between values that may be of different sorts.
    pub(super) fn choice(&mut self, cond: TermId, a: TermId, b: TermId) -> TermId {
        let (a, b) = match (self.system.terms.sort(a), self.system.terms.sort(b)) {
            (Sort::Enum(x), Sort::Enum(y)) if x != y => {
                let mut values = self.system.terms.enumeration(x).values.clone();
                let more = self.system.terms.enumeration(y).values.clone();
                values.extend(more.into_iter().filter(|v| !values.contains(v)).collect::<Vec<_>>());
                let union = Sort::Enum(self.system.terms.intern_enum(values));
                (self.converted(a, union).0, self.converted(b, union).0)
            }
            _ => self.alike(a, b),
        };
        self.system.terms.ite(cond, a, b)
    }

    /// Two numbers, both as reals if one is.
    pub(super) fn alike(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.system.terms.sort(a), self.system.terms.sort(b)) {
            (Sort::Real, _) | (_, Sort::Real) => (self.real(a), self.real(b)),
            _ => (a, b),
        }
    }

    pub(super) fn real(&mut self, a: TermId) -> TermId {
        match (self.system.terms.sort(a), self.system.terms.constant(a)) {
            (Sort::Real, _) => a,
            (_, Some(Value::Int(n))) => {
                let value = Value::Real(BigRational::from(n.clone()));
                self.system.terms.mk_const(value)
            }
            _ => self.system.terms.apply(Op::ToReal, &[a]),
        }
    }

    pub(super) fn negated(&mut self, a: TermId) -> TermId {
        match self.system.terms.constant(a) {
            Some(Value::Real(n)) => {
                let value = Value::Real(-n.clone());
                self.system.terms.mk_const(value)
            }
            _ => self.system.terms.neg(a),
        }
    }

    /// A value for a place of this sort, and when it fits.
    pub(super) fn converted(&mut self, value: TermId, sort: Sort) -> (TermId, TermId) {
        let yes = self.system.terms.bool(true);
        match (self.system.terms.sort(value), sort) {
            (Sort::Enum(from), Sort::Enum(to)) if from != to => self.renamed(value, from, to),
            (from, Sort::Real) if from.is_integer() => (self.real(value), yes),
            _ => {
                let fits = self.system.terms.within(value, sort);
                (value, fits)
            }
        }
    }

    /// A value of one enumeration as a value of another, and whether it has one there.
    fn renamed(&mut self, value: TermId, from: EnumId, to: EnumId) -> (TermId, TermId) {
        let names = self.system.terms.enumeration(from).values.clone();
        let mut result = self.system.terms.mk_const(Value::Enum(to, 0));
        let mut fits = Vec::new();
        for (index, name) in names.iter().enumerate().rev() {
            let Some(other) = self.position(to, name) else { continue };
            let here = self.is_value(value, from, index as u32);
            let there = self.system.terms.mk_const(Value::Enum(to, other));
            result = self.system.terms.ite(here, there, result);
            fits.push(here);
        }
        let fits = if fits.len() == names.len() { self.system.terms.bool(true) } else { self.system.terms.or(fits) };
        (result, fits)
    }

    /// A function of these values.
    pub(super) fn apply(&mut self, function: Function, values: &[TermId]) -> TermId {
        let Some((first, others)) = values.split_first() else { return self.system.terms.int(0) };
        match function {
            Function::Min | Function::Max => others.iter().fold(*first, |best, value| {
                let (best, value) = self.alike(best, *value);
                let less = self.system.terms.lt(value, best);
                let (a, b) = if function == Function::Min { (value, best) } else { (best, value) };
                self.system.terms.ite(less, a, b)
            }),
            Function::Abs => {
                let negated = self.negated(*first);
                let negative = self.is_negative(*first);
                self.system.terms.ite(negative, negated, *first)
            }
            _ => self.rounded(function, *first),
        }
    }

    fn is_negative(&mut self, value: TermId) -> TermId {
        let zero = self.system.terms.int(0);
        let (value, zero) = self.alike(value, zero);
        self.system.terms.lt(value, zero)
    }

    fn rounded(&mut self, function: Function, value: TermId) -> TermId {
        if self.system.terms.sort(value) != Sort::Real {
            return value;
        }
        match function {
            Function::Floor => self.system.terms.apply(Op::Floor, &[value]),
            Function::Ceil => {
                let negated = self.negated(value);
                let floor = self.system.terms.apply(Op::Floor, &[negated]);
                self.system.terms.neg(floor)
            }
            Function::Round => {
                let half = BigRational::new(BigInt::from(1), BigInt::from(2));
                let half = self.system.terms.mk_const(Value::Real(half));
                let moved = self.system.terms.add(value, half);
                self.system.terms.apply(Op::Floor, &[moved])
            }
            _ => {
                let (down, up) = (self.rounded(Function::Floor, value), self.rounded(Function::Ceil, value));
                let negative = self.is_negative(value);
                self.system.terms.ite(negative, up, down)
            }
        }
    }
}
