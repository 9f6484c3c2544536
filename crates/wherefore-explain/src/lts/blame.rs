//! Evidence against actions: what they do at neighbourhoods.
//!
//! A move *seals* the failure if it leaves the states from which the failure can still be avoided. The last of these moves
//! may be the very action that breaks the property: that is the symptom, and it is counted apart. An open move *gives up* a
//! choice if an action that would have avoided the failure before it does not avoid it after it. Actions of processes
//! that have no part in the failure give up nothing: what avoided it before them does so after them. So those that do give
//! something up made the failure possible.

use super::explored::Explored;
use super::gates::Gates;
use super::round::Leaving;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_lts::neighbourhood::{Choice, Tag, TaggedState, places};
use wherefore_lts::route::{Interrupted, Route};

/// The most open moves that are followed to see what they give up.
const MOST_FOLLOWED: usize = 200_000;
/// States behind these moves that are looked at together: each comes with all of its choices.
const LOOKED_AT: usize = 1_024;
/// The most pairs of an action and a gate that it gives up.
const MOST_PAIRS: usize = 100_000;

/// What an action does at neighbourhoods, in numbers of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Seals the failure, without being it.
    pub seals: u64,
    /// Breaks the property there and then.
    pub breaks: u64,
    /// Gives up a choice that avoids the failure.
    pub gives_up: u64,
}

impl Deeds {
    /// Both together.
    pub fn plus(self, more: Deeds) -> Deeds {
        Deeds {
            seals: self.seals + more.seals,
            breaks: self.breaks + more.breaks,
            gives_up: self.gives_up + more.gives_up,
        }
    }
}

/// Evidence against the actions of a graph.
#[derive(Debug, Default)]
pub struct Blame {
    /// By label.
    pub deeds: BTreeMap<u32, Deeds>,
    /// How often a gate gives up a gate.
    pub given_up: BTreeMap<(u32, u32), u64>,
    /// Of a system that is judged by its rounds, how often each label stays where a round can end without the failure.
    pub stays: Option<BTreeMap<u32, u64>>,
    /// Open moves that were followed.
    followed: usize,
}

impl Blame {
    /// Evidence in a system that is judged by its rounds.
    pub fn in_rounds(counts: &BTreeMap<u32, Leaving>) -> Blame {
        let deeds = |c: &Leaving| Deeds { seals: c.leaves, breaks: c.breaks, gives_up: 0 };
        let guilty = counts.iter().filter(|(_, c)| c.leaves + c.breaks > 0);
        Blame {
            deeds: guilty.map(|(label, c)| (*label, deeds(c))).collect(),
            stays: Some(counts.iter().map(|(label, c)| (*label, c.stays)).collect()),
            ..Blame::default()
        }
    }

    /// Looks at neighbourhoods.
    pub fn add(
        &mut self,
        explored: &Explored<'_, impl Route>,
        gates: &Gates,
        neighbourhoods: &[TaggedState],
    ) -> Result<(), Interrupted> {
        for choice in neighbourhoods.iter().flat_map(|n| &n.choices).filter(|c| c.tag == Tag::Incorrect) {
            let deeds = self.deeds.entry(choice.edge.label).or_default();
            let breaks = choice.inner.is_some_and(|q| explored.product.is_broken(choice.edge.end, q));
            *(if breaks { &mut deeds.breaks } else { &mut deeds.seals }) += 1;
        }
        self.follow(explored, gates, neighbourhoods)
    }

    /// Follows open moves from where something avoids the failure.
    fn follow(
        &mut self,
        explored: &Explored<'_, impl Route>,
        gates: &Gates,
        neighbourhoods: &[TaggedState],
    ) -> Result<(), Interrupted> {
        let mut moves: Vec<(&TaggedState, &Choice, (u32, u32))> = Vec::new();
        for place in neighbourhoods.iter().filter(|n| n.choices.iter().any(|c| c.tag == Tag::Correct)) {
            let open = place.choices.iter().filter(|c| c.tag == Tag::Neutral);
            moves.extend(open.filter_map(|c| Some((place, c, (c.edge.end, c.inner?)))));
        }
        moves.truncate(MOST_FOLLOWED.saturating_sub(self.followed));
        self.followed += moves.len();
        let mut ends: Vec<(u32, u32)> = moves.iter().map(|(_, _, end)| *end).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut behind: BTreeMap<(u32, u32), BTreeSet<u32>> = BTreeMap::new();
        for part in ends.chunks(LOOKED_AT) {
            let places = places(explored.route, explored.product, explored.passes, part)?;
            behind.extend(part.iter().copied().zip(places.iter().map(avoiding)));
        }
        for (place, choice, end) in moves {
            let Some(after) = behind.get(&end) else { continue };
            let lost: BTreeSet<u32> = avoiding(place).difference(after).map(|label| gates.of(*label)).collect();
            if !lost.is_empty() {
                self.deeds.entry(choice.edge.label).or_default().gives_up += 1;
            }
            lost.into_iter().for_each(|gate| self.pair((gates.of(choice.edge.label), gate)));
        }
        Ok(())
    }

    fn pair(&mut self, pair: (u32, u32)) {
        if self.given_up.len() < MOST_PAIRS || self.given_up.contains_key(&pair) {
            *self.given_up.entry(pair).or_default() += 1;
        }
    }
}

/// The labels that avoid the failure at a state.
fn avoiding(place: &TaggedState) -> BTreeSet<u32> {
    place.choices.iter().filter(|c| c.tag == Tag::Correct).map(|c| c.edge.label).collect()
}
