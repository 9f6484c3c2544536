//! Cubes over state bits: a sorted list of (bit, value), meaning that all of them hold.

/// A bit of the state: its position in the table of bits, and the value it has.
pub(super) type BitLit = (u32, bool);

/// A conjunction of bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cube(pub(super) Vec<BitLit>);

impl Cube {
    /// Whether every state of `other` is a state of this one.
    pub(super) fn covers(&self, other: &Cube) -> bool {
        let mut rest = other.0.iter();
        self.0.iter().all(|lit| rest.any(|l| l == lit))
    }

    /// The literals that are to be kept, in order.
    pub(super) fn filtered(&self, keep: &[bool]) -> Cube {
        Cube(self.0.iter().zip(keep).filter(|(_, k)| **k).map(|(l, _)| *l).collect())
    }

    /// The cube without the literal at a position: a larger set of states.
    pub(super) fn without(&self, position: usize) -> Cube {
        let mut literals = self.0.clone();
        literals.remove(position);
        Cube(literals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_with_fewer_literals_covers_more() {
        let cube = |list: &[BitLit]| Cube(list.to_vec());
        let small = cube(&[(0, true), (3, false), (5, true)]);
        assert!(small.without(1).covers(&small));
        assert!(!small.covers(&small.without(1)));
        assert!(!cube(&[(3, true)]).covers(&small));
        assert!(cube(&[]).covers(&small));
    }
}
