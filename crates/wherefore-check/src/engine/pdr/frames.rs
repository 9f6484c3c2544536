//! The clauses of each frame, kept at the highest frame they are known to hold in.

use super::cube::Cube;
use crate::Cone;
use wherefore_ir::{TermId, Terms, VarId};
use wherefore_solve::bit_term;

/// Excluded cubes by frame; index 0, the first ticks, stays empty. The last row holds what was passed on beyond the last
/// frame by propagation, and becomes the next frame.
pub(super) struct Frames {
    rows: Vec<Vec<Cube>>,
}

impl Frames {
    pub(super) fn new() -> Frames {
        Frames { rows: vec![Vec::new(), Vec::new()] }
    }

    /// Opens the next frame and gives its number, from 1.
    pub(super) fn push(&mut self) -> usize {
        self.rows.push(Vec::new());
        self.last()
    }

    /// The last open frame.
    pub(super) fn last(&self) -> usize {
        self.rows.len() - 2
    }

    /// Adds an excluded cube, and drops those at or below its frame that it covers.
    pub(super) fn add(&mut self, cube: Cube, level: usize) {
        for row in &mut self.rows[..=level] {
            row.retain(|old| !cube.covers(old));
        }
        self.rows[level].push(cube);
    }

    /// Whether a clause of this frame or a later one excludes the cube.
    pub(super) fn blocks(&self, cube: &Cube, level: usize) -> bool {
        self.rows[level..].iter().flatten().any(|known| known.covers(cube))
    }

    /// Removes and gives the cubes kept at a frame.
    pub(super) fn take(&mut self, level: usize) -> Vec<Cube> {
        std::mem::take(&mut self.rows[level])
    }

    pub(super) fn is_empty_at(&self, level: usize) -> bool {
        self.rows[level].is_empty()
    }

    /// The clauses kept after a frame, as a formula. They hold in that frame and are inductive once it is empty; with
    /// the property, which every frame implies, they are the invariant.
    pub(super) fn invariant(&self, level: usize, model: &Cone, bits: &[(VarId, u32)]) -> (Terms, TermId) {
        let mut terms = model.system.terms.clone();
        let mut clauses = Vec::new();
        for cube in self.rows[level + 1..].iter().flatten() {
            let literals: Vec<TermId> = cube
                .0
                .iter()
                .map(|(bit, value)| {
                    let (var, index) = bits[*bit as usize];
                    let term = bit_term(&mut terms, var, index);
                    if *value { terms.not(term) } else { term }
                })
                .collect();
            clauses.push(terms.or(literals));
        }
        let term = terms.and(clauses);
        (terms, term)
    }
}
