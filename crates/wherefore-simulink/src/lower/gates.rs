//! Gates of the network, and conversions between classes.

use super::Lowerer;
use crate::matlab::{Class, Number};
use crate::signal::{bits, sort};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementId, Op, Rounding, Sort, Value};

/// How a number becomes an integer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conversion {
    pub rounding: Round,
    /// Whether what lies outside becomes the nearest bound; otherwise it wraps.
    pub saturates: bool,
}

/// How a fraction is rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Round {
    Floor,
    Ceiling,
    Zero,
    /// Halves away from zero.
    Nearest,
    /// Halves to the even neighbour.
    Convergent,
}

impl Round {
    pub fn named(name: &str) -> Round {
        match name {
            "Ceiling" | "ceil" => Round::Ceiling,
            "Zero" | "fix" => Round::Zero,
            "Nearest" | "Round" | "round" => Round::Nearest,
            "Convergent" => Round::Convergent,
            _ => Round::Floor,
        }
    }
}

impl Lowerer<'_, '_> {
    /// What gates that are made now are written as: a part of the current block, or the block.
    pub(crate) fn origin(&mut self) -> Option<ElementId> {
        self.part.or_else(|| self.current.map(|id| self.element(id)))
    }

    /// An operator that belongs to the current block. Operands are of fitting sorts by construction; if they are not, the
    /// first operand stands for the result and the validator of the system refuses it.
    pub(crate) fn op(&mut self, op: Op, inputs: &[BlockId]) -> BlockId {
        if self.folds
            && let Some(block) = self.folded(op, inputs)
        {
            return block;
        }
        let element = self.origin();
        match self.builder.apply(op, inputs, element) {
            Ok(block) => block,
            Err(_) => {
                if let Some(id) = self.current {
                    self.unfit(id, "the classes of its inputs do not fit");
                }
                inputs.first().copied().unwrap_or_else(|| self.builder.constant(Value::Bool(false), element))
            }
        }
    }

    pub(crate) fn truth(&mut self, value: bool) -> BlockId {
        let element = self.origin();
        self.builder.constant(Value::Bool(value), element)
    }

    /// A number of a class; what is no number is zero.
    pub(crate) fn number(&mut self, number: &Number, class: Class) -> BlockId {
        let element = self.origin();
        let exact = number.finite().cloned().unwrap_or_else(|| BigRational::from(BigInt::from(0)));
        let value = match sort(class) {
            Sort::Bool => Value::Bool(!number.is_zero()),
            Sort::Real => Value::Real(exact),
            _ => Value::Int(exact.floor().to_integer()),
        };
        self.builder.constant(value, element)
    }

    pub(crate) fn integer(&mut self, value: BigInt) -> BlockId {
        let element = self.origin();
        self.builder.constant(Value::Int(value), element)
    }

    fn real(&mut self, value: BigRational) -> BlockId {
        self.number(&Number::Finite(value), Class::Double)
    }

    /// The sort of a block: bounded integers count as integers.
    pub(crate) fn sort_of(&self, block: BlockId) -> Sort {
        let sort = self.builder.sort(block);
        if sort.is_integer() { Sort::Int } else { sort }
    }

    /// A block as a real number.
    pub(crate) fn as_real(&mut self, block: BlockId) -> BlockId {
        match self.sort_of(block) {
            Sort::Bool => {
                let (one, zero) =
                    (self.number(&Number::one(), Class::Double), self.number(&Number::zero(), Class::Double));
                self.op(Op::Ite, &[block, one, zero])
            }
            Sort::Int => self.op(Op::ToReal, &[block]),
            _ => block,
        }
    }

    /// A truth value or an integer as an integer; a real is left as it is.
    pub(crate) fn as_integer(&mut self, block: BlockId) -> BlockId {
        match self.sort_of(block) {
            Sort::Bool => {
                let (one, zero) = (self.integer(BigInt::one()), self.integer(BigInt::from(0)));
                self.op(Op::Ite, &[block, one, zero])
            }
            _ => block,
        }
    }

    /// Whether a block is not zero.
    pub(crate) fn as_truth(&mut self, block: BlockId) -> BlockId {
        match self.sort_of(block) {
            Sort::Bool => block,
            Sort::Int => {
                let zero = self.integer(BigInt::from(0));
                let equal = self.op(Op::Eq, &[block, zero]);
                self.op(Op::Not, &[equal])
            }
            _ => {
                let zero = self.number(&Number::zero(), Class::Double);
                let equal = self.op(Op::Eq, &[block, zero]);
                self.op(Op::Not, &[equal])
            }
        }
    }

    /// Two blocks in the same sort of numbers: integers if both are, or else reals.
    pub(crate) fn same_sort(&mut self, a: BlockId, b: BlockId) -> (BlockId, BlockId) {
        if self.sort_of(a) == Sort::Real || self.sort_of(b) == Sort::Real {
            return (self.as_real(a), self.as_real(b));
        }
        (self.as_integer(a), self.as_integer(b))
    }

    /// A number in a class.
    pub(crate) fn convert(&mut self, block: BlockId, class: Class, how: Conversion) -> BlockId {
        match sort(class) {
            Sort::Bool => self.as_truth(block),
            Sort::Real => self.as_real(block),
            _ => {
                let whole = match self.sort_of(block) {
                    Sort::Real => self.round(block, how.rounding),
                    _ => self.as_integer(block),
                };
                self.fit(whole, class, how.saturates)
            }
        }
    }

    /// As [`convert`](Self::convert), where the number is known to lie in the class.
    pub(crate) fn cast(&mut self, block: BlockId, class: Class) -> BlockId {
        if self.sort_of(block) == sort(class) {
            return block;
        }
        self.convert(block, class, Conversion { rounding: Round::Floor, saturates: false })
    }

    /// A real rounded to an integer.
    pub(crate) fn round(&mut self, block: BlockId, how: Round) -> BlockId {
        let half = || BigRational::new(BigInt::one(), BigInt::from(2));
        match how {
            Round::Floor => self.op(Op::Floor, &[block]),
            Round::Ceiling => self.mirrored(block, |this, b| this.op(Op::Floor, &[b])),
            Round::Zero => self.away(block, BigRational::from(BigInt::from(0))),
            Round::Nearest => self.away(block, half()),
            Round::Convergent => {
                let half = self.real(half());
                let shifted = self.op(Op::Add, &[block, half]);
                let up = self.op(Op::Floor, &[shifted]);
                let back = self.op(Op::ToReal, &[up]);
                let tie = self.op(Op::Eq, &[shifted, back]);
                let (two, one) = (self.integer(BigInt::from(2)), self.integer(BigInt::one()));
                let rest = self.op(Op::Mod(Rounding::Euclid), &[up, two]);
                let odd = self.op(Op::Eq, &[rest, one]);
                let both = self.op(Op::And, &[tie, odd]);
                let down = self.op(Op::Sub, &[up, one]);
                self.op(Op::Ite, &[both, down, up])
            }
        }
    }

    /// `-f(-x)`.
    fn mirrored(&mut self, block: BlockId, f: impl FnOnce(&mut Self, BlockId) -> BlockId) -> BlockId {
        let negated = self.op(Op::Neg, &[block]);
        let result = f(self, negated);
        self.op(Op::Neg, &[result])
    }

    /// The magnitude plus something, rounded down, with the sign of the number.
    fn away(&mut self, block: BlockId, more: BigRational) -> BlockId {
        let zero = self.number(&Number::zero(), Class::Double);
        let more = self.real(more);
        let negative = self.op(Op::Lt, &[block, zero]);
        let up = self.op(Op::Add, &[block, more]);
        let above = self.op(Op::Floor, &[up]);
        let below = self.mirrored(block, |this, b| {
            let up = this.op(Op::Add, &[b, more]);
            this.op(Op::Floor, &[up])
        });
        self.op(Op::Ite, &[negative, below, above])
    }

    /// An integer brought into the bounds of a class.
    pub(crate) fn fit(&mut self, block: BlockId, class: Class, saturates: bool) -> BlockId {
        let Some((least, greatest)) = class.bounds() else { return block };
        if self.lies_within(block, &least, &greatest) {
            return block;
        }
        let low = self.integer(least.clone());
        if saturates {
            let high = self.integer(greatest);
            let below = self.op(Op::Lt, &[block, low]);
            let above = self.op(Op::Lt, &[high, block]);
            let capped = self.op(Op::Ite, &[above, high, block]);
            return self.op(Op::Ite, &[below, low, capped]);
        }
        let size = self.integer(BigInt::one() << bits(class));
        let shifted = self.op(Op::Sub, &[block, low]);
        let rest = self.op(Op::Mod(Rounding::Euclid), &[shifted, size]);
        self.op(Op::Add, &[rest, low])
    }

    /// Whether the sort of a block shows that it lies within bounds.
    fn lies_within(&self, block: BlockId, least: &BigInt, greatest: &BigInt) -> bool {
        match self.builder.sort(block) {
            Sort::Range { lo, hi } => *least <= BigInt::from(lo) && BigInt::from(hi) <= *greatest,
            _ => false,
        }
    }

    pub(crate) fn not(&mut self, block: BlockId) -> BlockId {
        self.op(Op::Not, &[block])
    }

    /// The conjunction of some truth values.
    pub(crate) fn all(&mut self, list: &[BlockId]) -> BlockId {
        match list {
            [] => self.truth(true),
            [only] => *only,
            several => self.op(Op::And, several),
        }
    }

    /// The disjunction of some truth values.
    pub(crate) fn any(&mut self, list: &[BlockId]) -> BlockId {
        match list {
            [] => self.truth(false),
            [only] => *only,
            several => self.op(Op::Or, several),
        }
    }

    /// `if condition then yes else no`, of numbers of any sorts.
    pub(crate) fn choose(&mut self, condition: BlockId, yes: BlockId, no: BlockId) -> BlockId {
        if self.sort_of(yes) == self.sort_of(no) {
            return self.op(Op::Ite, &[condition, yes, no]);
        }
        let (yes, no) = self.same_sort(yes, no);
        self.op(Op::Ite, &[condition, yes, no])
    }

    /// A comparison: `<`, `<=`, `>`, `>=`, `==`, `~=`.
    pub(crate) fn compare(&mut self, operator: &str, a: BlockId, b: BlockId) -> BlockId {
        let both_truth = self.sort_of(a) == Sort::Bool && self.sort_of(b) == Sort::Bool;
        let (a, b) = match operator {
            "==" | "~=" | "!=" if both_truth => (a, b),
            _ => match self.whole(operator, a, b) {
                Some(whole) => whole,
                None => self.same_sort(a, b),
            },
        };
        match operator {
            "<" => self.op(Op::Lt, &[a, b]),
            "<=" => self.op(Op::Le, &[a, b]),
            ">" => self.op(Op::Lt, &[b, a]),
            ">=" => self.op(Op::Le, &[b, a]),
            "==" => self.op(Op::Eq, &[a, b]),
            _ => {
                let equal = self.op(Op::Eq, &[a, b]);
                self.not(equal)
            }
        }
    }

    /// An integer and a real constant as two integers of which the comparison says the same: `n < 2.5` is `n < 3`.
    fn whole(&mut self, operator: &str, a: BlockId, b: BlockId) -> Option<(BlockId, BlockId)> {
        match (self.sort_of(a), self.sort_of(b)) {
            (Sort::Int, Sort::Real) => Some((a, self.whole_bound(operator, b)?)),
            (Sort::Real, Sort::Int) => {
                let turned = match operator {
                    "<" => ">",
                    "<=" => ">=",
                    ">" => "<",
                    ">=" => "<=",
                    other => other,
                };
                Some((self.whole_bound(turned, a)?, b))
            }
            _ => None,
        }
    }

    /// The integer that stands for a real constant on the right of a comparison of integers.
    fn whole_bound(&mut self, operator: &str, bound: BlockId) -> Option<BlockId> {
        let Some(Value::Real(exact)) = self.known(bound) else { return None };
        let whole = match operator {
            "<" | ">=" => exact.ceil(),
            "<=" | ">" => exact.floor(),
            _ if exact.is_integer() => exact,
            _ => return None,
        };
        Some(self.integer(whole.to_integer()))
    }

    /// A sum, difference or product of two numbers.
    pub(crate) fn calculate(&mut self, op: Op, a: BlockId, b: BlockId) -> BlockId {
        let (a, b) = self.same_sort(a, b);
        self.op(op, &[a, b])
    }

    /// A quotient, of reals.
    pub(crate) fn divide(&mut self, a: BlockId, b: BlockId) -> BlockId {
        self.warn_of_zero(b);
        self.quotient(a, b)
    }

    /// A quotient that matters only where the divisor is not zero.
    pub(crate) fn quotient(&mut self, a: BlockId, b: BlockId) -> BlockId {
        let (a, b) = (self.as_real(a), self.as_real(b));
        self.op(Op::RealDiv, &[a, b])
    }
}
