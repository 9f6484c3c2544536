//! Values drawn by chance for the variables of a system, the same ones every time.
//!
//! A number is mostly one that the system mentions, or a neighbour of one: that is where things change. Runs with such values prove
//! nothing about other runs.

use num_bigint::{BigInt, BigUint};
use wherefore_ir::{Op, Sort, System, Terms, Value};

/// Distance of an unbounded number from zero, where the system mentions none.
const NEAR: i64 = 3;

/// A source of values.
pub struct Draw {
    numbers: Vec<BigInt>,
    state: u64,
}

impl Draw {
    /// A source for a system; the same seed gives the same values.
    pub fn new(system: &System, seed: u64) -> Draw {
        Draw { numbers: Draw::numbers(system), state: seed }
    }

    /// The integers that a system mentions, in order.
    pub fn numbers(system: &System) -> Vec<BigInt> {
        let constants = system.terms.ids().filter(|term| matches!(system.terms.op(*term), Op::Const(_)));
        let mut found: Vec<BigInt> = Vec::new();
        for term in constants {
            if let Some(Value::Int(n)) = system.terms.constant(term) {
                found.push(n.clone());
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// A value of a sort.
    pub fn value(&mut self, terms: &Terms, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(2) == 1),
            Sort::Enum(id) => {
                let count = terms.enumeration(id).values.len() as u64;
                Value::Enum(id, self.below(count) as u32)
            }
            Sort::Range { lo, hi } => Value::Int(self.number(Some((lo, hi)))),
            Sort::Int => Value::Int(self.number(None)),
            Sort::Real => Value::Real(self.number(None).into()),
            Sort::BitVec(width) => {
                let bits = BigUint::from(self.below(u64::MAX));
                Value::bits(width, bits % (BigUint::from(1u8) << width))
            }
            Sort::Float(format) => Value::float(format, 0),
        }
    }

    /// A place in a list of so many; 0 in an empty one.
    pub fn place(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// A number that the system mentions, a neighbour of one, or any within the bounds.
    fn number(&mut self, bounds: Option<(i64, i64)>) -> BigInt {
        let (lo, hi) = bounds.unwrap_or((-NEAR, NEAR));
        let width = hi.saturating_sub(lo).saturating_add(1).max(1) as u64;
        let any = BigInt::from(lo) + BigInt::from(self.below(width));
        let place = self.place(self.numbers.len() + 1);
        let near = self.numbers.get(place).cloned().map(|n| n + BigInt::from(self.below(3)) - 1);
        let is_inside = |n: &BigInt| bounds.is_none_or(|(lo, hi)| *n >= BigInt::from(lo) && *n <= BigInt::from(hi));
        if self.below(3) == 0 { any } else { near.filter(is_inside).unwrap_or(any) }
    }

    /// A number below a bound, which looks drawn by chance (SplitMix64, after Steele, Lea and Flood 2014).
    fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_of_their_sorts_and_the_same_for_the_same_seed() {
        let system = wherefore_ir::text::parse("system \"s\"\nvar n : 0..9 state\ninit (= n 7)\nnext n = n\n");
        let system = system.expect("a system");
        assert_eq!(Draw::numbers(&system), [BigInt::from(7)]);
        let sorts = [Sort::Bool, Sort::Range { lo: -2, hi: 4 }, Sort::Int, Sort::Real, Sort::BitVec(5)];
        let drawn = |seed: u64| {
            let mut draw = Draw::new(&system, seed);
            let value = |_: usize| sorts.map(|sort| (sort, draw.value(&system.terms, sort)));
            (0..50).map(value).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert!(drawn(3).iter().flatten().all(|(sort, value)| value.fits(*sort)));
        let high = |row: &[(Sort, Value); 5]| row[2].1 == Value::int(7);
        assert!(drawn(4).iter().any(high), "a number that is mentioned is drawn");
    }
}
