//! A small random generator with a seed that can be set, and what the random tests share.
//!
//! `WHEREFORE_SEED=n` runs a test with another seed; a failing test says which seed it ran with.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use wherefore_ir::{Sort, Terms, Value};

/// The generator of a test: each has its own stream.
pub struct Random {
    seed: u64,
    state: wherefore_test::Random,
}

impl Random {
    pub fn new(stream: u64) -> Random {
        let seed = wherefore_test::setting("WHEREFORE_SEED", 20_240_607);
        Random { seed, state: wherefore_test::Random::stream(seed, stream) }
    }

    pub fn next(&mut self) -> u64 {
        self.state.draw()
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state.below(bound.max(1))
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// A value of a sort; small numbers are likelier than large ones.
    pub fn value(&mut self, terms: &Terms, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.one_in(2)),
            Sort::Enum(id) => Value::Enum(id, self.below(terms.enumeration(id).values.len()) as u32),
            Sort::Range { lo, hi } => Value::int(lo + self.below((hi - lo + 1) as usize) as i64),
            Sort::Int => Value::Int(self.integer()),
            Sort::Real => {
                let denominator = self.below(12) as i64 + 1;
                Value::Real(BigRational::new(self.integer(), denominator.into()))
            }
            Sort::BitVec(width) => {
                let limbs: Vec<u32> = (0..width.div_ceil(32)).map(|_| self.next() as u32).collect();
                Value::bits(width, BigUint::new(limbs))
            }
            Sort::Float(format) => Value::float(format, self.float_bits(format)),
        }
    }

    fn integer(&mut self) -> BigInt {
        let small = BigInt::from(self.below(41) as i64 - 20);
        if self.one_in(6) { small * BigInt::from(self.next()) * BigInt::from(self.next()) } else { small }
    }

    fn float_bits(&mut self, format: wherefore_ir::FloatFormat) -> u64 {
        let bits = if self.one_in(4) { u64::MAX << self.below(64) } else { self.next() };
        if format == wherefore_ir::FloatFormat::Single { bits >> 32 } else { bits }
    }
}

impl Drop for Random {
    #[expect(clippy::print_stderr, clippy::disallowed_macros, reason = "a failing random test must name its seed")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("set WHEREFORE_SEED={} to run this again", self.seed);
        }
    }
}
