//! Gates whose value is plain to see.
//!
//! A chart is executed on blocks, and most ways through it end where a condition is plainly false. These are found here:
//! constants are calculated with, a choice between equal values is that value, a formula beside its negation is false.

use super::Lowerer;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Op, TermId, Value};

impl Lowerer<'_, '_> {
    /// The value of a block that never changes.
    pub(crate) fn known(&self, block: BlockId) -> Option<Value> {
        self.builder.system.terms.constant(self.builder.value(block)).cloned()
    }

    /// The truth of a block that never changes.
    pub(crate) fn known_truth(&self, block: BlockId) -> Option<bool> {
        self.builder.system.terms.constant(self.builder.value(block)).and_then(Value::as_bool)
    }

    fn term(&self, block: BlockId) -> TermId {
        self.builder.value(block)
    }

    /// A block with the value of a gate that need not be built.
    pub(crate) fn folded(&mut self, op: Op, inputs: &[BlockId]) -> Option<BlockId> {
        match (op, inputs) {
            (Op::And, list) => self.folded_junction(Op::And, true, list),
            (Op::Or, list) => self.folded_junction(Op::Or, false, list),
            (Op::Not, [a]) => self.folded_not(*a),
            (Op::Implies, [a, b]) => {
                let not = self.op(Op::Not, &[*a]);
                Some(self.op(Op::Or, &[not, *b]))
            }
            (Op::Ite, [c, a, b]) => self.folded_choice(*c, *a, *b),
            (Op::Eq, [a, b]) if self.term(*a) == self.term(*b) => Some(self.truth(true)),
            (op, list) => {
                let values: Option<Vec<Value>> = list.iter().map(|b| self.known(*b)).collect();
                let value = calculated(op, &values?)?;
                let element = self.origin();
                Some(self.builder.constant(value, element))
            }
        }
    }

    fn folded_junction(&mut self, op: Op, neutral: bool, list: &[BlockId]) -> Option<BlockId> {
        let mut kept: Vec<BlockId> = Vec::new();
        for block in list {
            match self.known_truth(*block) {
                Some(value) if value == neutral => {}
                Some(value) => return Some(self.truth(value)),
                None if kept.iter().any(|k| self.term(*k) == self.term(*block)) => {}
                None if kept.iter().any(|k| self.contradicts(*k, *block)) => return Some(self.truth(!neutral)),
                None => kept.push(*block),
            }
        }
        match kept.as_slice() {
            [] => Some(self.truth(neutral)),
            [only] => Some(*only),
            fewer if fewer.len() < list.len() => Some(self.op(op, fewer)),
            _ => None,
        }
    }

    /// Whether one is the negation of the other, as it is written.
    pub(crate) fn contradicts(&self, a: BlockId, b: BlockId) -> bool {
        self.negated(a) == Some(self.term(b)) || self.negated(b) == Some(self.term(a))
    }

    fn negated(&self, block: BlockId) -> Option<TermId> {
        let terms = &self.builder.system.terms;
        let term = self.term(block);
        (terms.op(term) == Op::Not).then(|| terms.operands(term).first().copied()).flatten()
    }

    fn folded_not(&mut self, block: BlockId) -> Option<BlockId> {
        if let Some(value) = self.known_truth(block) {
            return Some(self.truth(!value));
        }
        let found = self.builder.network().block(self.builder.network().origin(block));
        match (found.gate, found.inputs.as_slice()) {
            (Gate::Apply(Op::Not), [inner]) => Some(*inner),
            _ => None,
        }
    }

    fn folded_choice(&mut self, condition: BlockId, yes: BlockId, no: BlockId) -> Option<BlockId> {
        match self.known_truth(condition) {
            Some(true) => return Some(yes),
            Some(false) => return Some(no),
            None if self.term(yes) == self.term(no) => return Some(yes),
            None => {}
        }
        match (self.known_truth(yes), self.known_truth(no)) {
            (Some(true), Some(false)) => Some(condition),
            (Some(false), Some(true)) => Some(self.op(Op::Not, &[condition])),
            _ => None,
        }
    }
}

/// What an operator makes of constants; none if it is not calculated here.
fn calculated(op: Op, values: &[Value]) -> Option<Value> {
    match (op, values) {
        (Op::Eq, [a, b]) => Some(Value::Bool(a == b)),
        (Op::Lt, [a, b]) => Some(Value::Bool(number(a)? < number(b)?)),
        (Op::Le, [a, b]) => Some(Value::Bool(number(a)? <= number(b)?)),
        (Op::Add, [a, b]) => of_sort(a, number(a)? + number(b)?),
        (Op::Sub, [a, b]) => of_sort(a, number(a)? - number(b)?),
        (Op::Mul, [a, b]) => of_sort(a, number(a)? * number(b)?),
        (Op::Neg, [a]) => of_sort(a, -number(a)?),
        (Op::RealDiv, [a, b]) if !number(b)?.is_zero() => Some(Value::Real(number(a)? / number(b)?)),
        (Op::ToReal, [a]) => Some(Value::Real(number(a)?)),
        (Op::Floor, [a]) => Some(Value::Int(number(a)?.floor().to_integer())),
        (Op::Mod(wherefore_ir::Rounding::Euclid), [Value::Int(a), Value::Int(b)]) if *b > BigInt::from(0) => {
            Some(Value::Int(((a % b) + b) % b))
        }
        _ => None,
    }
}

fn number(value: &Value) -> Option<BigRational> {
    match value {
        Value::Int(n) => Some(BigRational::from_integer(n.clone())),
        Value::Real(r) => Some(r.clone()),
        _ => None,
    }
}

/// A number as a value of the same sort as another.
fn of_sort(like: &Value, number: BigRational) -> Option<Value> {
    // Numbers that only grow would make constants of any size.
    if number.numer().bits() + number.denom().bits() > 4096 {
        return None;
    }
    match like {
        Value::Int(_) => Some(Value::Int(number.to_integer())),
        Value::Real(_) => Some(Value::Real(number)),
        _ => None,
    }
}
