//! The generator of random tests: a seed means the same on every machine.

/// The generator xorshift64* of Vigna (2016).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Another sequence for each seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Another sequence for each stream of a seed.
    pub fn stream(seed: u64, stream: u64) -> Random {
        Random((seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(1))
    }

    /// Any number; the upper half of its bits is the better one.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below a limit that is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((self.draw() >> 33) % limit as u64) as usize
    }

    /// A number of a range, both ends included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most + 1 - least)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// The numbers below n in a random order.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for place in (1..n).rev() {
            order.swap(place, self.below(place + 1));
        }
        order
    }
}

/// A number below a limit, and the next state of a generator that is the same on every machine.
pub fn below(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded expectations of random tests depend on these numbers.
    #[test]
    fn sequences_stay_as_they_are() {
        let mut random = Random::new(1);
        assert_eq!([0; 6].map(|_| random.below(100)), [37, 88, 73, 55, 46, 99]);
        let mut state = 1;
        assert_eq!([0; 6].map(|_| below(&mut state, 100)), [74, 53, 96, 70, 34, 95]);
    }

    #[test]
    fn an_order_has_every_number_once() {
        let mut order = Random::new(7).order(20);
        assert_ne!(order, (0..20).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..20).collect::<Vec<_>>());
    }
}
