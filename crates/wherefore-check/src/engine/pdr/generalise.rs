//! Generalisation: drop literals from an excluded cube as long as it stays excluded.
//!
//! A literal cannot be dropped if some state of the larger cube has a predecessor outside of it. That predecessor is a
//! *counterexample to generalisation*: often it cannot be reached either, and a clause that excludes it makes the drop possible.
//! If it cannot be excluded, the cube is widened until it contains it.
//!
//! After Hassan, Bradley and Somenzi (2013).

use super::Pdr;
use super::cube::{BitLit, Cube};
use crate::NoAnswer;
use std::collections::BTreeSet;

/// After this many failed drops the cube is taken as it is: more effort rarely pays.
const PATIENCE: usize = 12;

/// Counterexamples to generalisation that are excluded for one literal.
const MOST_EXCLUDED: usize = 3;

impl Pdr<'_> {
    /// A larger cube that no first tick meets and that is inductive relative to `level`. `depth` says how often the exclusion
    /// of one cube may lead to that of another.
    pub(super) fn generalise(&mut self, core: Cube, level: usize, depth: usize) -> Result<Cube, NoAnswer> {
        let (mut cube, mut kept) = (core.clone(), BTreeSet::new());
        for literal in core.0 {
            if cube.0.len() <= 1 || kept.len() >= PATIENCE {
                break;
            }
            if !cube.0.contains(&literal) {
                continue;
            }
            match self.widened(cube.without(literal), &kept, level, depth)? {
                Some(wider) => cube = wider,
                None => {
                    kept.insert(literal);
                }
            }
        }
        Ok(cube)
    }

    /// The cube, or a larger one with the literals that are to be kept, if it can be excluded.
    fn widened(
        &mut self,
        mut cube: Cube,
        kept: &BTreeSet<BitLit>,
        level: usize,
        depth: usize,
    ) -> Result<Option<Cube>, NoAnswer> {
        let mut excluded = 0;
        loop {
            if cube.0.is_empty() || self.solvers.init_meets(&cube)? {
                return Ok(None);
            }
            if self.solvers.is_inductive(&cube, level)? {
                return self.solvers.core_of_last_query().map(Some);
            }
            if depth == 0 {
                return Ok(None);
            }
            let (before, state) = self.solvers.last_predecessor(&cube)?;
            let may = excluded < MOST_EXCLUDED && level > 0 && !self.solvers.init_meets(&before)?;
            if may && self.solvers.is_inductive(&before, level - 1)? {
                excluded += 1;
                self.exclude(level, depth - 1)?;
            } else {
                excluded = 0;
                cube = cube.met_by(&state);
                if !kept.iter().all(|literal| cube.0.contains(literal)) {
                    return Ok(None);
                }
            }
        }
    }
}
