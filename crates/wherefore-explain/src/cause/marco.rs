//! All minimal causes and all minimal corrections of a run (MARCO: Liffiton, Previti, Malik and Marques-Silva 2016).
//!
//! A small solver, the map, knows which sets of literals have not been looked at. It proposes a largest one. If that is
//! enough for the failure, a minimal cause lies inside: it is found by deletion, and no set that contains it is proposed again.
//! If not, the set is as large as one can be that leaves room for the property: what is missing from it is a minimal
//! correction, and no set within it is proposed again. When the map is used up, every set has been judged.
//!
//! ```text
//! literals a b c, causes ab and bc      abc: enough, cause ab      ac: not enough, correction b
//!                                       bc: enough, cause bc       b: not enough, correction ac     nothing left
//! ```
//!
//! The map is always the same solver and deletion has one outcome, so that the order of proposals, and with it what is found
//! when the list is cut, does not depend on the solver that judges. In the end another solver judges every cause and every
//! correction again; the list is withdrawn if one does not pass.

use super::query::CauseQuery;
use super::shrink::shrink_some;
use super::soft::Soft;
use super::unrolling::Unrolling;
use super::verify::SolverPair;
use super::{Causes, MinimalCause, unchecked};
use crate::subsets::Subsets;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_ir::VarId;
use wherefore_solve::{Engine, Lit, Stop};

/// Finds all of them, at most `most` of each.
pub(super) fn all(
    shape: &Unrolling,
    softs: &[Soft],
    means: &SolverPair,
    stop: &Stop,
    most: usize,
) -> Result<Causes, NoAnswer> {
    let mut question = CauseQuery::new(shape, (means.finder)()?, stop)?;
    let literals = softs.iter().map(|s| question.literal(s)).collect::<Result<Vec<Lit>, NoAnswer>>()?;
    // Which sets have not been judged.
    let mut map = Subsets::new(Engine::Batsat, softs.len())?;
    let (mut causes, mut corrections) = (Vec::new(), Vec::new());
    let exhaustive = loop {
        let Some(seed) = largest(&mut map, stop)? else { break true };
        if causes.len() >= most || corrections.len() >= most {
            break false;
        }
        match shrink_some(&mut question, &literals, &seed) {
            Ok(Some(found)) if found.minimal => {
                map.demand([], &found.kept)?;
                causes.push(unchecked(&mut question, softs, found)?);
            }
            Ok(None) => {
                let inside: BTreeSet<usize> = seed.into_iter().collect();
                let missing: Vec<usize> = (0..softs.len()).filter(|p| !inside.contains(p)).collect();
                map.demand(&missing, [])?;
                corrections.push(missing);
            }
            Ok(Some(_)) | Err(NoAnswer::Effort | NoAnswer::GaveUp(_) | NoAnswer::Memory) => break false,
            Err(cause) => return Err(cause),
        }
    };
    causes.sort_by(|a: &MinimalCause, b| (a.size(), keys(a)).cmp(&(b.size(), keys(b))));
    let recheck = means.verified_all(shape, &causes, &rests(softs, &corrections), stop)?;
    causes.iter_mut().for_each(|cause| cause.recheck.clone_from(&recheck));
    let corrections = minimal_sets(corrections.iter().map(|missing| places(softs, missing)).collect());
    Ok(Causes { causes, corrections, exhaustive, most })
}

fn keys(cause: &MinimalCause) -> Vec<(u32, VarId, &super::Bound)> {
    cause.kept.iter().map(|k| (k.tick, k.var, &k.bound)).collect()
}

/// For each correction the literals that stay.
fn rests(softs: &[Soft], corrections: &[Vec<usize>]) -> Vec<Vec<Soft>> {
    let rest = |missing: &Vec<usize>| {
        let stays = softs.iter().enumerate().filter(|(place, _)| missing.binary_search(place).is_err());
        stays.map(|(_, soft)| soft.clone()).collect()
    };
    corrections.iter().map(rest).collect()
}

/// The choices that literals are about.
fn places(softs: &[Soft], literals: &[usize]) -> BTreeSet<(u32, VarId)> {
    literals.iter().filter_map(|p| softs.get(*p)).map(|s| (s.tick, s.var)).collect()
}

/// A correction in one direction of a number can contain one in the other: only the smallest sets of choices are listed.
fn minimal_sets(sets: BTreeSet<BTreeSet<(u32, VarId)>>) -> Vec<Vec<(VarId, u32)>> {
    let mut sets: Vec<BTreeSet<(u32, VarId)>> = sets.into_iter().collect();
    sets.sort_by_key(BTreeSet::len);
    let mut kept: Vec<BTreeSet<(u32, VarId)>> = Vec::new();
    for set in sets {
        if !kept.iter().any(|k| k.is_subset(&set)) {
            kept.push(set);
        }
    }
    kept.into_iter().map(|set| set.into_iter().map(|(tick, var)| (var, tick)).collect()).collect()
}

/// A set that has not been judged and cannot be made larger, in order; none if all are judged.
fn largest(map: &mut Subsets, stop: &Stop) -> Result<Option<Vec<usize>>, NoAnswer> {
    let Some(mut model) = map.model(&[], stop)? else { return Ok(None) };
    let mut decided: Vec<Lit> = Vec::new();
    for place in (0..map.elements.len()).rev() {
        let element = map.elements[place];
        decided.push(element);
        if !model[place] {
            match map.model(&decided, stop)? {
                Some(larger) => model = larger,
                None => {
                    decided.pop();
                }
            }
        }
    }
    let chosen: BTreeSet<Lit> = decided.into_iter().collect();
    Ok(Some((0..map.elements.len()).filter(|p| chosen.contains(&map.elements[*p])).collect()))
}
