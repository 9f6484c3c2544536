//! Generalisation: drop literals from an excluded cube as long as it stays excluded.

use super::cube::Cube;
use super::solvers::Solvers;
use crate::NoAnswer;

/// After this many failed drops the cube is taken as it is: more effort rarely pays.
const PATIENCE: usize = 12;

/// A larger cube that no first tick meets and that is inductive relative to `level`.
pub(super) fn generalise(solvers: &mut Solvers<'_>, core: Cube, level: usize) -> Result<Cube, NoAnswer> {
    let mut cube = core;
    let (mut position, mut failures) = (0, 0);
    while position < cube.0.len() && cube.0.len() > 1 && failures < PATIENCE {
        let candidate = cube.without(position);
        if !solvers.init_meets(&candidate)? && solvers.is_inductive(&candidate, level)? {
            cube = solvers.core_of_last_query()?;
            position = position.min(cube.0.len());
        } else {
            position += 1;
            failures += 1;
        }
    }
    Ok(cube)
}
