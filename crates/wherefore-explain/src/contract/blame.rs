//! Which parts would have had to behave otherwise on this run?
//!
//! Choices of the environment on the run are kept, at every tick. Some parts are set free and the others keep their
//! outputs. If then everything can be satisfied, the contracts and the conjunct that fails, the free parts form a correction
//! set: they could have avoided the failure. The smallest such sets are the culprits (minimal correction sets, after Reiter
//! 1987; Liffiton and Sakallah 2008).

use super::candidates::cone;
use super::edits::environment;
use super::follow::{Fixed, follow};
use super::judge::{Answer, Judge};
use super::sides::{left, right};
use std::collections::BTreeSet;
use wherefore_ir::VarId;
use wherefore_ir::refinement::{Check, Direction, PartId, Refinement};
use wherefore_trace::Trace;

/// Correction sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Blame {
    /// The minimal sets, smallest first.
    pub(super) sets: Vec<BTreeSet<PartId>>,
    /// Whether some question stayed open, so that sets may be missing.
    pub(super) open: bool,
}

/// Larger sets explain nothing.
const LARGEST: usize = 3;
/// With more parts than this only the smallest sets are looked for.
const MOST_PARTS: usize = 4;
/// More questions than this are not asked.
const MOST_QUESTIONS: usize = 40;

impl Blame {
    /// The parts that could have avoided the failure alone.
    pub(super) fn alone(&self) -> BTreeSet<PartId> {
        self.sets.iter().filter(|s| s.len() == 1).flatten().copied().collect()
    }

    /// The parts of any set.
    pub(super) fn any(&self) -> BTreeSet<PartId> {
        self.sets.iter().flatten().copied().collect()
    }
}

/// Finds the minimal sets of parts whose outputs must change on the run.
pub(super) fn blame(refinement: &Refinement, check: &Check, run: &Trace, judge: &Judge<'_>) -> Blame {
    let mut refinement = refinement.clone();
    let (left, right) = (left(&mut refinement, check), right(&refinement, check));
    let good = refinement.system.terms.and([left, right]);
    let cone = cone(&refinement, &[left, right]);
    let parts: Vec<(PartId, Vec<VarId>)> = (0..refinement.parts.len() as u32)
        .map(|p| (PartId(p), outputs(&refinement, PartId(p)).into_iter().filter(|v| cone.contains(v)).collect()))
        .filter(|(_, outputs): &(_, Vec<VarId>)| !outputs.is_empty())
        .collect();
    let mut blame = Blame::default();
    let begin = judge.asked();
    for set in subsets(parts.len()) {
        let free: BTreeSet<PartId> = set.iter().map(|p| parts[*p].0).collect();
        if blame.sets.iter().any(|s| s.is_subset(&free)) {
            continue;
        }
        // With many parts the larger sets cost too much for what they say.
        if parts.len() > MOST_PARTS && blame.sets.first().is_some_and(|s| s.len() < free.len()) {
            break;
        }
        if judge.asked() - begin >= MOST_QUESTIONS || judge.stop.is_fired() {
            blame.open = true;
            break;
        }
        let mut always = environment(&refinement);
        always.extend(parts.iter().filter(|(p, _)| !free.contains(p)).flat_map(|(_, outputs)| outputs));
        let mut system = refinement.system.clone();
        follow(&mut system, run, &Fixed { always, until: None });
        match judge.satisfiable(&mut system, good) {
            Answer::Yes(_) => blame.sets.push(free),
            Answer::No => {}
            Answer::Unknown(_) => blame.open = true,
        }
    }
    blame
}

/// Variables that a part decides.
pub(super) fn outputs(refinement: &Refinement, part: PartId) -> Vec<VarId> {
    let own = refinement.ports.iter().filter(|p| p.owner == Some(part) && p.direction == Direction::Output);
    own.map(|p| p.var).collect()
}

/// The subsets of `0..count` by size, the empty one first, up to the largest that is of use.
fn subsets(count: usize) -> Vec<Vec<usize>> {
    let mut list: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..LARGEST {
        let end = list.len();
        for at in from..end {
            let start = list[at].last().map_or(0, |l| l + 1);
            let longer: Vec<Vec<usize>> =
                (start..count).map(|next| list[at].iter().copied().chain([next]).collect()).collect();
            list.extend(longer);
        }
        from = end;
    }
    list
}
