//! Intervals of integers that fit 64 bits: the types of integer expressions in front ends.
//!
//! A missing bound means that no bound exists, or none that fits, so that every operation is total and its result holds all
//! values that can occur. Two other kinds of intervals are not this one, for good reasons:
//!
//! * `passes/narrow/interval.rs`, the domain of an abstract interpretation: it has an empty interval, stands for Boolean
//!   values as well, and keeps bounds beyond 64 bits, so that a sum which comes back into range is not lost on the way.
//! * `Bounds` of the bit-blaster: never empty, never without bounds, of any size, since the widths of words follow from it.

/// The integers from `lo` to `hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// No number below this.
    pub lo: Option<i64>,
    /// No number above this.
    pub hi: Option<i64>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { lo: None, hi: None };

    /// The integers `lo..=hi`.
    pub fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo: Some(lo), hi: Some(hi) }
    }

    /// Both bounds, if there are both.
    pub fn bounds(self) -> Option<(i64, i64)> {
        Some((self.lo?, self.hi?))
    }

    /// The smallest interval that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { lo: both(self.lo, other.lo, i64::min), hi: both(self.hi, other.hi, i64::max) }
    }

    /// The numbers in both; the bounds cross if no number is in both.
    pub fn meet(self, other: Interval) -> Interval {
        Interval { lo: either(self.lo, other.lo, i64::max), hi: either(self.hi, other.hi, i64::min) }
    }

    /// Whether a number lies in it.
    pub fn contains(self, value: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= value) && self.hi.is_none_or(|hi| value <= hi)
    }

    /// Whether every value of `self` is one of `other`.
    pub fn within(self, other: Interval) -> bool {
        let above = other.lo.is_none_or(|bound| self.lo.is_some_and(|lo| bound <= lo));
        let below = other.hi.is_none_or(|bound| self.hi.is_some_and(|hi| hi <= bound));
        above && below
    }

    /// Whether the two have no value in common.
    pub fn disjoint(self, other: Interval) -> bool {
        let apart = |hi: Option<i64>, lo: Option<i64>| matches!((hi, lo), (Some(h), Some(l)) if h < l);
        apart(self.hi, other.lo) || apart(other.hi, self.lo)
    }

    /// The negated numbers.
    #[expect(clippy::should_implement_trait, reason = "an operator would promise exact arithmetic")]
    pub fn neg(self) -> Interval {
        Interval { lo: self.hi.and_then(i64::checked_neg), hi: self.lo.and_then(i64::checked_neg) }
    }

    /// The sums.
    #[expect(clippy::should_implement_trait, reason = "an operator would promise exact arithmetic")]
    pub fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Interval { lo: sum(self.lo, other.lo), hi: sum(self.hi, other.hi) }
    }

    /// The differences.
    #[expect(clippy::should_implement_trait, reason = "an operator would promise exact arithmetic")]
    pub fn sub(self, other: Interval) -> Interval {
        let difference = |a: Option<i64>, b: Option<i64>| a?.checked_sub(b?);
        Interval { lo: difference(self.lo, other.hi), hi: difference(self.hi, other.lo) }
    }

    /// The products.
    #[expect(clippy::should_implement_trait, reason = "an operator would promise exact arithmetic")]
    pub fn mul(self, other: Interval) -> Interval {
        let corners = |(a, b): (i64, i64), (c, d): (i64, i64)| {
            let products = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some(Interval::new(*products.iter().min()?, *products.iter().max()?))
        };
        let product = self.bounds().zip(other.bounds()).and_then(|(x, y)| corners(x, y));
        product.unwrap_or(Interval::ALL)
    }

    /// The quotients, rounded toward zero: never farther from zero than the dividend. Division by zero gives zero, as in terms.
    #[expect(clippy::should_implement_trait, reason = "an operator would promise exact arithmetic")]
    pub fn div(self, other: Interval) -> Interval {
        match (self.bounds(), other.bounds()) {
            (Some((a, b)), Some((c, d))) if c >= 0 && a >= 0 => {
                Interval::new(if c == 0 { 0 } else { a / d }, b / c.max(1))
            }
            (Some(_), _) => self.magnitude().map_or(Interval::ALL, |m| Interval::new(-m, m)),
            _ => Interval::ALL,
        }
    }

    /// The remainders by divisors other than zero, with the sign of the dividend: nearer to zero than the divisor, and not
    /// farther than the dividend.
    #[expect(clippy::should_implement_trait, reason = "an operator would promise exact arithmetic")]
    pub fn rem(self, other: Interval) -> Interval {
        let below = other.magnitude().map(|m| (m - 1).max(0));
        let (positive, negative) = (self.hi.is_none_or(|hi| hi > 0), self.lo.is_none_or(|lo| lo < 0));
        let up = if positive { either(below, self.hi, i64::min) } else { Some(0) };
        let down = if negative { either(below, self.lo.and_then(i64::checked_neg), i64::min) } else { Some(0) };
        Interval { lo: down.map(|d| -d), hi: up }
    }

    /// The remainders as terms have them: by zero the remainder is the dividend.
    pub fn rem_total(self, other: Interval) -> Interval {
        let proper = self.rem(other);
        if other.contains(0) { proper.hull(self) } else { proper }
    }

    /// The absolute values.
    pub fn abs(self) -> Interval {
        let lo = match (self.lo, self.hi) {
            (Some(lo), _) if lo >= 0 => Some(lo),
            (_, Some(hi)) if hi <= 0 => hi.checked_neg(),
            _ => Some(0),
        };
        Interval { lo, hi: self.magnitude() }
    }

    /// The smaller ones of pairs.
    pub fn min(self, other: Interval) -> Interval {
        Interval { lo: both(self.lo, other.lo, i64::min), hi: either(self.hi, other.hi, i64::min) }
    }

    /// The larger ones of pairs.
    pub fn max(self, other: Interval) -> Interval {
        Interval { lo: either(self.lo, other.lo, i64::max), hi: both(self.hi, other.hi, i64::max) }
    }

    /// The largest distance from zero.
    fn magnitude(self) -> Option<i64> {
        let (lo, hi) = self.bounds()?;
        Some(lo.checked_abs()?.max(hi.checked_abs()?))
    }
}

/// A bound that needs both.
fn both(a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64) -> Option<i64> {
    Some(pick(a?, b?))
}

/// A bound that either gives.
fn either(a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64) -> Option<i64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(pick(a, b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Operation = fn(Interval, Interval) -> Interval;
    type Value = fn(i64, i64) -> Option<i64>;

    /// Small intervals, some without a bound, each with values to try.
    fn small() -> Vec<(Interval, Vec<i64>)> {
        let values = |lo: i64, hi: i64| (lo..=hi).collect::<Vec<i64>>();
        let bounded = (-4..=4).flat_map(|lo| (lo..=4).map(move |hi| (Interval::new(lo, hi), values(lo, hi))));
        let above = (-4..=4).map(|lo| (Interval { lo: Some(lo), hi: None }, values(lo, 9)));
        let below = (-4..=4).map(|hi| (Interval { lo: None, hi: Some(hi) }, values(-9, hi)));
        bounded.chain(above).chain(below).chain([(Interval::ALL, values(-9, 9))]).collect()
    }

    /// Every pair of small intervals and every pair of values in them: the result must lie in the computed interval.
    fn check(name: &str, interval: Operation, value: Value) {
        let all = small();
        for ((a, xs), (b, ys)) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let computed = interval(*a, *b);
            for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
                let fits = value(x, y).is_none_or(|v| computed.contains(v));
                assert!(fits, "{x} {name} {y} is outside {computed:?} for {a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn intervals_hold_every_result() {
        check("+", Interval::add, |x, y| Some(x + y));
        check("-", Interval::sub, |x, y| Some(x - y));
        check("*", Interval::mul, |x, y| Some(x * y));
        check("/", Interval::div, |x, y| Some(x.checked_div(y).unwrap_or(0)));
        check("rem", Interval::rem, i64::checked_rem);
        check("mod", Interval::rem_total, |x, y| Some(x.checked_rem(y).unwrap_or(x)));
        check("min", Interval::min, |x, y| Some(x.min(y)));
        check("max", Interval::max, |x, y| Some(x.max(y)));
        check("abs", |a, _| a.abs(), |x, _| Some(x.abs()));
        check("neg", |a, _| a.neg(), |x, _| Some(-x));
        check("hull", Interval::hull, |x, _| Some(x));
    }

    /// Bounds that do not fit 64 bits are left out, and nothing overflows.
    #[test]
    fn extreme_bounds_are_left_out() {
        let far = Interval::new(i64::MIN, i64::MAX);
        let operations: [Operation; 7] =
            [Interval::add, Interval::sub, Interval::mul, Interval::div, Interval::rem, Interval::rem_total, |a, _| {
                a.abs()
            }];
        for operation in operations {
            for other in [far, Interval::new(-1, 1), Interval::new(i64::MIN, -1), Interval::ALL] {
                operation(far, other);
                operation(other, far);
            }
        }
        assert_eq!(far.add(Interval::new(1, 1)), Interval { lo: Some(i64::MIN + 1), hi: None });
        assert_eq!(far.neg(), Interval { lo: Some(-i64::MAX), hi: None });
    }

    #[test]
    fn meeting_and_comparing() {
        let (small, large) = (Interval::new(0, 3), Interval { lo: Some(2), hi: None });
        assert_eq!(small.meet(large), Interval::new(2, 3));
        assert!(small.within(Interval::ALL) && !Interval::ALL.within(small) && !small.disjoint(large));
        assert!(Interval::new(0, 1).disjoint(large));
    }
}
