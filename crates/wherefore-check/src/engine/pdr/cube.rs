//! Cubes over state bits: a sorted list of (bit, value), meaning that all of them hold.

use wherefore_solve::Lit;

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

    /// The literals that hold in a state, in order.
    pub(super) fn met_by(&self, state: &[bool]) -> Cube {
        Cube(self.0.iter().copied().filter(|(bit, value)| state[*bit as usize] == *value).collect())
    }

    /// The literals that are to be kept, in order.
    pub(super) fn filtered(&self, keep: &[bool]) -> Cube {
        Cube(self.0.iter().zip(keep).filter(|(_, k)| **k).map(|(l, _)| *l).collect())
    }

    /// The cube without a literal: a larger set of states.
    pub(super) fn without(&self, literal: BitLit) -> Cube {
        Cube(self.0.iter().copied().filter(|l| *l != literal).collect())
    }
}

/// A bit with its value, in the solver that has these literals for the bits.
pub(super) fn literal(bits: &[Lit], bit: u32, value: bool) -> Lit {
    let literal = bits[bit as usize];
    if value { literal } else { !literal }
}

/// All literals of a cube.
pub(super) fn placed(cube: &Cube, bits: &[Lit]) -> Vec<Lit> {
    cube.0.iter().map(|(bit, value)| literal(bits, *bit, *value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_with_fewer_literals_covers_more() {
        let cube = |list: &[BitLit]| Cube(list.to_vec());
        let small = cube(&[(0, true), (3, false), (5, true)]);
        assert!(small.without((3, false)).covers(&small));
        assert!(!small.covers(&small.without((3, false))));
        assert_eq!(small.met_by(&[true, true, true, true, true, true]), cube(&[(0, true), (5, true)]));
        assert!(!cube(&[(3, true)]).covers(&small));
        assert!(cube(&[]).covers(&small));
    }
}
