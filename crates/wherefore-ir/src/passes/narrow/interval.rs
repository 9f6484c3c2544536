//! Intervals of integers, and of Boolean values as 0 and 1.
//!
//! The outermost numbers stand for no bound. Bounds beyond [`LIMIT`] are moved outwards, which only ever adds values, so that
//! no sum of bounds overflows; products saturate.

use crate::{Sort, Value};
use std::ops::Not;

const FAR_DOWN: i128 = i128::MIN;
const FAR_UP: i128 = i128::MAX;

/// Bounds of larger size are not kept.
const LIMIT: i128 = 1 << 80;

/// The integers from `lo` to `hi`; none if `lo` is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Interval {
    lo: i128,
    hi: i128,
}

impl Interval {
    pub(super) const NONE: Interval = Interval { lo: FAR_UP, hi: FAR_DOWN };
    pub(super) const ALL: Interval = Interval { lo: FAR_DOWN, hi: FAR_UP };
    pub(super) const FALSE: Interval = Interval { lo: 0, hi: 0 };
    pub(super) const TRUE: Interval = Interval { lo: 1, hi: 1 };
    pub(super) const EITHER: Interval = Interval { lo: 0, hi: 1 };

    pub(super) fn new(lo: i128, hi: i128) -> Interval {
        if lo > hi {
            return Interval::NONE;
        }
        let lo = if lo < -LIMIT { FAR_DOWN } else { lo.min(LIMIT) };
        let hi = if hi > LIMIT { FAR_UP } else { hi.max(-LIMIT) };
        Interval { lo, hi }
    }

    pub(super) fn point(value: i128) -> Interval {
        Interval::new(value, value)
    }

    /// No number above this.
    pub(super) fn at_most(hi: i128) -> Interval {
        Interval::new(FAR_DOWN, hi)
    }

    /// No number below this.
    pub(super) fn at_least(lo: i128) -> Interval {
        Interval::new(lo, FAR_UP)
    }

    pub(super) fn truth(value: bool) -> Interval {
        if value { Interval::TRUE } else { Interval::FALSE }
    }

    /// Values of a term of this sort. Sorts other than integers and Booleans are not followed: everything.
    pub(super) fn of_sort(sort: Sort) -> Interval {
        match sort {
            Sort::Bool => Interval::EITHER,
            Sort::Range { lo, hi } => Interval::new(lo.into(), hi.into()),
            _ => Interval::ALL,
        }
    }

    pub(super) fn of_value(value: &Value) -> Interval {
        match value {
            Value::Bool(b) => Interval::truth(*b),
            Value::Int(n) => i128::try_from(n).ok().filter(|n| n.abs() <= LIMIT).map_or(Interval::ALL, Interval::point),
            _ => Interval::ALL,
        }
    }

    pub(super) fn lo(self) -> i128 {
        self.lo
    }

    pub(super) fn hi(self) -> i128 {
        self.hi
    }

    pub(super) fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    /// Whether both bounds are numbers.
    pub(super) fn is_bounded(self) -> bool {
        !self.is_empty() && self.lo != FAR_DOWN && self.hi != FAR_UP
    }

    pub(super) fn is_inside(self, other: Interval) -> bool {
        self.is_empty() || (other.lo <= self.lo && self.hi <= other.hi)
    }

    /// The only value.
    pub(super) fn only(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    pub(super) fn meet(self, other: Interval) -> Interval {
        Interval::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Interval::new(self.lo.min(other.lo), self.hi.max(other.hi)),
        }
    }

    pub(super) fn neg(self) -> Interval {
        self.unless_empty(self, |_| Interval::new(self.hi.saturating_neg(), self.lo.saturating_neg()))
    }

    pub(super) fn add(self, other: Interval) -> Interval {
        self.unless_empty(other, |o| Interval::new(self.lo.saturating_add(o.lo), self.hi.saturating_add(o.hi)))
    }

    pub(super) fn sub(self, other: Interval) -> Interval {
        self.add(other.neg())
    }

    pub(super) fn mul(self, other: Interval) -> Interval {
        self.unless_empty(other, |o| {
            let corners = [(self.lo, o.lo), (self.lo, o.hi), (self.hi, o.lo), (self.hi, o.hi)];
            let products = corners.map(|(a, b)| Interval::point_or_far(a.saturating_mul(b)));
            products.into_iter().fold(Interval::NONE, Interval::join)
        })
    }

    /// A corner of a product, which may lie beyond what is kept.
    fn point_or_far(value: i128) -> Interval {
        match value {
            v if v > LIMIT => Interval { lo: LIMIT, hi: FAR_UP },
            v if v < -LIMIT => Interval { lo: FAR_DOWN, hi: -LIMIT },
            v => Interval::point(v),
        }
    }

    /// Without one value, where that is a bound.
    pub(super) fn without(self, value: i128) -> Interval {
        match (self.lo == value, self.hi == value) {
            (true, true) => Interval::NONE,
            (true, false) => Interval::new(self.lo + 1, self.hi),
            (false, true) => Interval::new(self.lo, self.hi - 1),
            (false, false) => self,
        }
    }

    /// The largest absolute value.
    pub(super) fn size(self) -> i128 {
        self.lo.saturating_abs().max(self.hi.saturating_abs())
    }

    pub(super) fn less(self, other: Interval) -> Interval {
        self.unless_empty(other, |o| match (self.hi < o.lo, self.lo >= o.hi) {
            (true, _) => Interval::TRUE,
            (_, true) => Interval::FALSE,
            _ => Interval::EITHER,
        })
    }

    pub(super) fn equal(self, other: Interval) -> Interval {
        self.unless_empty(other, |o| match (self.only(), o.only()) {
            (Some(a), Some(b)) => Interval::truth(a == b),
            _ if self.meet(o).is_empty() => Interval::FALSE,
            _ => Interval::EITHER,
        })
    }

    pub(super) fn unless_empty(self, other: Interval, result: impl FnOnce(Interval) -> Interval) -> Interval {
        if self.is_empty() || other.is_empty() { Interval::NONE } else { result(other) }
    }
}

/// Negation of Boolean values.
impl Not for Interval {
    type Output = Interval;

    fn not(self) -> Interval {
        Interval::TRUE.sub(self)
    }
}
