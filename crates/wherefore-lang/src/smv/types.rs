//! Types of expressions during lowering.
//!
//! An integer type is an interval, so typing is at the same time the interval analysis that decides which range checks
//! are needed. A symbolic type is the ordered list of values an expression can have; integers may stand among the
//! symbols, because SMV lets `{0, 1, idle}` be a type and `case c : 0; TRUE : idle; esac` be an expression.

use super::ast::{File, Symbol};
use std::rc::Rc;

/// A range of integers; a missing bound means that there is none, or none that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub lo: Option<i64>,
    pub hi: Option<i64>,
}

/// One value of a symbolic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Member {
    Name(Symbol),
    Int(i64),
}

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    Int(Interval),
    Real,
    Word { signed: bool, width: u32 },
    Symbolic(Rc<[Member]>),
    Array,
}

/// The largest integer range that is mixed with symbols.
pub(super) const LARGEST_MIX: i64 = 4096;

impl Interval {
    pub const ALL: Interval = Interval { lo: None, hi: None };

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

    /// What lies in both; the bounds cross if nothing does.
    pub fn meet(self, other: Interval) -> Interval {
        let tighter = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (a, b) => a.or(b),
        };
        Interval { lo: tighter(self.lo, other.lo, i64::max), hi: tighter(self.hi, other.hi, i64::min) }
    }

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

    pub fn neg(self) -> Interval {
        Interval { lo: self.hi.and_then(i64::checked_neg), hi: self.lo.and_then(i64::checked_neg) }
    }

    pub fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Interval { lo: sum(self.lo, other.lo), hi: sum(self.hi, other.hi) }
    }

    pub fn mul(self, other: Interval) -> Interval {
        let corners = |(a, b): (i64, i64), (c, d): (i64, i64)| {
            let products = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some(Interval::new(*products.iter().min()?, *products.iter().max()?))
        };
        let product = self.bounds().zip(other.bounds()).and_then(|(x, y)| corners(x, y));
        product.unwrap_or(Interval::ALL)
    }

    /// The quotient, rounded toward zero: never farther from zero than the dividend.
    pub fn div(self, other: Interval) -> Interval {
        match (self.bounds(), other.bounds()) {
            // Division by zero gives zero in the transition system; that it does not happen is an obligation.
            (Some((a, b)), Some((c, d))) if c >= 0 && a >= 0 => {
                Interval::new(if c == 0 { 0 } else { a / d }, b / c.max(1))
            }
            (Some(_), _) => self.magnitude().map_or(Interval::ALL, |m| Interval::new(-m, m)),
            _ => Interval::ALL,
        }
    }

    /// The remainder with the sign of the dividend.
    pub fn rem(self, other: Interval) -> Interval {
        let Some(largest) = other.magnitude().map(|m| (m - 1).max(0)) else {
            return if self.lo.is_some_and(|lo| lo >= 0) {
                Interval { lo: Some(0), hi: self.hi }
            } else {
                Interval::ALL
            };
        };
        let lo = if self.lo.is_some_and(|lo| lo >= 0) { 0 } else { -largest };
        let hi = if self.hi.is_some_and(|hi| hi <= 0) { 0 } else { largest.min(self.hi.unwrap_or(largest)) };
        // By the constant zero the remainder is the dividend; that is an obligation anyway.
        Interval::new(lo, hi.max(lo)).hull(if other.contains(0) { self } else { Interval::new(lo, hi.max(lo)) })
    }

    /// The largest absolute value.
    fn magnitude(self) -> Option<i64> {
        let (lo, hi) = self.bounds()?;
        Some(lo.checked_abs()?.max(hi.checked_abs()?))
    }
}

fn both(a: Option<i64>, b: Option<i64>, f: fn(i64, i64) -> i64) -> Option<i64> {
    Some(f(a?, b?))
}

impl Ty {
    pub fn range(lo: i64, hi: i64) -> Ty {
        Ty::Int(Interval::new(lo, hi))
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Ty::Int(_))
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Real)
    }

    /// The values of a symbolic type, or of an integer range small enough to be listed among symbols.
    pub fn members(&self) -> Option<Rc<[Member]>> {
        match self {
            Ty::Symbolic(list) => Some(list.clone()),
            Ty::Int(interval) => {
                let (lo, hi) = interval.bounds()?;
                (hi.checked_sub(lo)? < LARGEST_MIX).then(|| (lo..=hi).map(Member::Int).collect())
            }
            _ => None,
        }
    }

    /// The type of an expression that can be either; `None` if there is no such type.
    pub fn join(&self, other: &Ty) -> Option<Ty> {
        match (self, other) {
            (a, b) if a == b => Some(a.clone()),
            (Ty::Int(a), Ty::Int(b)) => Some(Ty::Int(a.hull(*b))),
            (Ty::Int(_), Ty::Real) | (Ty::Real, Ty::Int(_)) => Some(Ty::Real),
            (Ty::Symbolic(_), Ty::Symbolic(_) | Ty::Int(_)) | (Ty::Int(_), Ty::Symbolic(_)) => {
                let (a, b) = (self.members()?, other.members()?);
                let extra: Vec<Member> = b.iter().filter(|m| !a.contains(m)).copied().collect();
                match extra.is_empty() {
                    true => Some(Ty::Symbolic(a)),
                    false => Some(Ty::Symbolic(a.iter().copied().chain(extra).collect())),
                }
            }
            _ => None,
        }
    }

    /// The type in the words of a message.
    pub fn describe(&self, file: &File) -> String {
        match self {
            Ty::Bool => "boolean".to_owned(),
            Ty::Int(Interval { lo: Some(lo), hi: Some(hi) }) if lo == hi => format!("the integer {lo}"),
            Ty::Int(Interval { lo: Some(lo), hi: Some(hi) }) => format!("{lo}..{hi}"),
            Ty::Int(_) => "integer".to_owned(),
            Ty::Real => "real".to_owned(),
            Ty::Word { signed: true, width } => format!("signed word[{width}]"),
            Ty::Word { signed: false, width } => format!("unsigned word[{width}]"),
            Ty::Symbolic(list) => {
                let mut names: Vec<String> = list.iter().take(8).map(|m| m.text(file)).collect();
                if list.len() > 8 {
                    names.push("...".to_owned());
                }
                format!("{{{}}}", names.join(", "))
            }
            Ty::Array => "an array".to_owned(),
        }
    }
}

impl Member {
    /// The value as written.
    pub fn text(self, file: &File) -> String {
        match self {
            Member::Name(symbol) => file.name(symbol).to_owned(),
            Member::Int(value) => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of small intervals and every pair of values in them: the result must lie in the computed interval.
    fn check(name: &str, interval: fn(Interval, Interval) -> Interval, value: fn(i64, i64) -> Option<i64>) {
        let all: Vec<(i64, i64)> = (-4..=4).flat_map(|lo| (lo..=4).map(move |hi| (lo, hi))).collect();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let computed = interval(Interval::new(a.0, a.1), Interval::new(b.0, b.1));
            for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                let fits = value(x, y).is_none_or(|v| computed.contains(v));
                assert!(fits, "{x} {name} {y} is outside {computed:?} for {a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn intervals_hold_every_result() {
        check("+", Interval::add, |x, y| Some(x + y));
        check("*", Interval::mul, |x, y| Some(x * y));
        check("/", Interval::div, |x, y| Some(x.checked_div(y).unwrap_or(0)));
        check("mod", Interval::rem, |x, y| Some(x.checked_rem(y).unwrap_or(x)));
        check("-", |a, b| a.add(b.neg()), |x, y| Some(x - y));
    }

    #[test]
    fn joins_mix_symbols_and_integers() {
        let idle = Ty::Symbolic([Member::Name(Symbol(0))].into());
        let mixed = idle.join(&Ty::range(0, 1));
        assert_eq!(mixed.and_then(|t| t.members()).map(|m| m.len()), Some(3));
        assert_eq!(idle.join(&Ty::Bool), None);
        assert_eq!(Ty::range(0, 1).join(&Ty::range(5, 6)), Some(Ty::range(0, 6)));
    }
}
