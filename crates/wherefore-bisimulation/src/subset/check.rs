//! Check of a list of pairs of sets: whether it shows that two graphs have the same traces or failures.
//!
//! No code of the search is used. Sets are of blocks of a bisimulation, and every step is taken from the states of the graph
//! itself: a list that contains the first pair, of which both sides offer the same, and that no label leads out of.

use super::{Observation, Sets};
use crate::graph::{Graph, HIDDEN};
use std::collections::{BTreeMap, BTreeSet};

/// Why a list of pairs shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongSets {
    /// The first pair is not in it.
    Initial,
    /// In this pair one side has a label that the other has not.
    Labels(usize),
    /// In this pair one side can refuse what the other cannot.
    Refusals(usize),
    /// Label that leads from this pair to one that is not in the list.
    Open(usize, u32),
}

/// Checks a list of pairs; sets are of the blocks that `block` gives for states.
pub fn check_sets(
    graph: &Graph,
    block: &[u32],
    initial: [u32; 2],
    observation: Observation,
    list: &[Sets],
) -> Result<(), WrongSets> {
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    block.iter().zip(0..).for_each(|(block, state)| members.entry(*block).or_default().push(state));
    let checker = Checker { graph, block, members, observation };
    let listed: BTreeSet<&Sets> = list.iter().collect();
    let first = initial.map(|state| checker.weakly(BTreeSet::from_iter(block.get(state as usize).copied())));
    if !listed.contains(&first) {
        return Err(WrongSets::Initial);
    }
    for (place, pair) in list.iter().enumerate() {
        let [one, two] = [0, 1].map(|side| checker.after(&pair[side]));
        if !one.keys().eq(two.keys()) {
            return Err(WrongSets::Labels(place));
        }
        if observation == Observation::Failures && checker.least(&pair[0]) != checker.least(&pair[1]) {
            return Err(WrongSets::Refusals(place));
        }
        for ((label, one), two) in one.into_iter().zip(two.into_values()) {
            if !listed.contains(&[one, two]) {
                return Err(WrongSets::Open(place, label));
            }
        }
    }
    Ok(())
}

struct Checker<'g> {
    graph: &'g Graph,
    block: &'g [u32],
    members: BTreeMap<u32, Vec<u32>>,
    observation: Observation,
}

impl Checker<'_> {
    fn states<'s>(&'s self, set: impl IntoIterator<Item = &'s u32> + 's) -> impl Iterator<Item = u32> + 's {
        set.into_iter().filter_map(|block| self.members.get(block)).flatten().copied()
    }

    fn weakly(&self, mut set: BTreeSet<u32>) -> Vec<u32> {
        let mut open: Vec<u32> = set.iter().copied().collect();
        while let (true, Some(block)) = (self.observation.is_weak(), open.pop()) {
            for step in self.states(&[block]).flat_map(|state| self.graph.steps(state)) {
                let to = self.block[step.to as usize];
                if step.label == HIDDEN && set.insert(to) {
                    open.push(to);
                }
            }
        }
        set.into_iter().collect()
    }

    fn after(&self, set: &[u32]) -> BTreeMap<u32, Vec<u32>> {
        let mut found: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for step in self.states(set).flat_map(|state| self.graph.steps(state)) {
            if step.label != HIDDEN || !self.observation.is_weak() {
                found.entry(step.label).or_default().insert(self.block[step.to as usize]);
            }
        }
        found.into_iter().map(|(label, set)| (label, self.weakly(set))).collect()
    }

    /// The least sets of labels that a state without hidden steps offers.
    fn least(&self, set: &[u32]) -> BTreeSet<BTreeSet<u32>> {
        let offers = |state: u32| self.graph.steps(state).iter().map(|step| step.label).collect::<BTreeSet<u32>>();
        let all: BTreeSet<BTreeSet<u32>> =
            self.states(set).map(offers).filter(|offered| !offered.contains(&HIDDEN)).collect();
        let is_least = |offered: &BTreeSet<u32>| !all.iter().any(|other| other != offered && other.is_subset(offered));
        all.iter().filter(|offered| is_least(offered)).cloned().collect()
    }
}
