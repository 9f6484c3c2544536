//! How many wishes have to be given up at least: core-guided search with partial max-resolution (PMRES, Narodytska and Bacchus
//! 2014).
//!
//! All wishes are assumed. While they contradict what is asserted, the solver names a core: wishes that cannot all be granted,
//! so at least one of them has to be given up. The core is taken out, and weaker wishes come in that are all granted exactly
//! if no more than one of the core is given up. Each core is one more wish given up, and when no contradiction is left, as
//! many were needed. The work follows the number of cores, not the number of wishes: a run of a thousand ticks that has to
//! differ in three choices takes four questions.
//!
//! ```text
//! core a b c                      at least one of a, b, c is given up
//! d1 -> b & d2,   d2 -> c         d1: all wishes after a are granted; d2: all after b
//! new: a | d1,  b | d2            a given up: b and c are granted; b given up: c is granted
//! ```

use super::passing::Passing;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_solve::Lit;

/// How often a core is asked for again with nothing but itself.
const TRIMS: usize = 4;

/// Result when as few wishes as possible are given up.
pub(super) struct Optimum {
    /// Number of wishes that are given up.
    pub(super) given_up: usize,
    /// Literals that hold together on exactly the runs that give up that number.
    pub(super) left: Vec<Lit>,
}

/// As few of these wishes as possible are given up; the last answer of the solver is a run that does so. None if there is
/// no run at all.
pub(super) fn optimum(passing: &mut Passing<'_>, wishes: &[Lit]) -> Result<Option<Optimum>, NoAnswer> {
    let mut best = Optimum { given_up: 0, left: wishes.to_vec() };
    while !passing.is_possible(&best.left)? {
        if !give_up(passing, &mut best.left)? {
            return Ok(None);
        }
        best.given_up += 1;
    }
    Ok(Some(best))
}

/// Takes the core of the last answer out and weaker wishes in; no if it is empty.
fn give_up(passing: &mut Passing<'_>, left: &mut Vec<Lit>) -> Result<bool, NoAnswer> {
    let core = trimmed(passing)?;
    let inside: BTreeSet<Lit> = core.iter().copied().collect();
    left.retain(|l| !inside.contains(l));
    left.extend(relaxed(passing, &core)?);
    Ok(!core.is_empty())
}

/// Whether at least `many` of these wishes have to be given up.
pub(super) fn are_as_many(passing: &mut Passing<'_>, wishes: &[Lit], many: usize) -> Result<bool, NoAnswer> {
    let mut left = wishes.to_vec();
    for _ in 0..many {
        if passing.is_possible(&left)? {
            return Ok(false);
        }
        give_up(passing, &mut left)?;
    }
    Ok(true)
}

/// The core of the last answer, asked for again as long as it gets smaller.
fn trimmed(passing: &mut Passing<'_>) -> Result<Vec<Lit>, NoAnswer> {
    let mut core = passing.unroller.solver.core()?;
    for _ in 0..TRIMS {
        let smaller = match passing.is_possible(&core) {
            Ok(false) => passing.unroller.solver.core()?,
            Ok(true) => return Err(NoAnswer::Refuted("a core is no contradiction".to_owned())),
            Err(cause @ NoAnswer::Stopped(_)) => return Err(cause),
            Err(_) => break,
        };
        if smaller.len() >= core.len() {
            break;
        }
        core = smaller;
    }
    core.sort_unstable();
    Ok(core)
}

/// Wishes that are all granted exactly if at most one of the core is given up.
fn relaxed(passing: &mut Passing<'_>, core: &[Lit]) -> Result<Vec<Lit>, NoAnswer> {
    let solver = passing.unroller.solver.as_mut();
    let mut wishes = Vec::new();
    let Some((last, others)) = core.split_last() else { return Ok(wishes) };
    // All wishes behind the one at hand.
    let mut behind = *last;
    for (place, wish) in others.iter().enumerate().rev() {
        let weaker = solver.fresh()?;
        solver.clause(&[!weaker, *wish, behind])?;
        wishes.push(weaker);
        if place > 0 {
            let all = solver.fresh()?;
            solver.clause(&[!all, *wish])?;
            solver.clause(&[!all, behind])?;
            behind = all;
        }
    }
    Ok(wishes)
}
