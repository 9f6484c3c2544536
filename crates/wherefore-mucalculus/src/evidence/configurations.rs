//! Configurations of runs: where the winner can be in the game after the steps that a run has taken.
//!
//! Along a run the winner can be at several positions of the game, at any one that leads on without a step: together they are a
//! *configuration* of the run. A transition takes each modality among them to a position behind it; those that the winner still wins are
//! the next configuration. If there is none, the transition *avoids* what is shown. As soon as the winner could be where the
//! other player has something to choose, or where the game is over, no transition of the run counts any more: the state itself shows the
//! verdict there, and the configuration is *settled*.
//!
//! From every configuration the winner comes to a settled one, or goes round for ever and wins by that: a run that does the same shows
//! the verdict. A configuration where this can begin is *endless*.
//!
//! `[true* . put] <true* . get> true` that fails because of a `lose`: at every state before it there is the configuration `[true* . put]`,
//! at the state behind it `<true* . get> true` is settled.

use super::Won;
use super::endless::endless;
use crate::decide::NoDecision;
use crate::expand::{Expansion, FALSE, TRUE};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use wherefore_stop::Stop;

/// The most configurations that are looked at, and the most transitions of these.
pub const MOST_CONFIGURATIONS: usize = 200_000;
/// The most transitions of configurations that are looked at.
pub const MOST_TRANSITIONS: usize = 2_000_000;

/// The configurations that runs can come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configurations {
    /// All of them; the first is that of the initial state.
    pub all: Vec<Configuration>,
    /// Runs that never end and show the verdict, step by step: each names the next. They are never left.
    pub onward: Vec<Onward>,
}

/// A configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The state of the graph.
    pub state: u32,
    /// Its transitions in order; none where it is settled.
    pub moves: Option<Vec<Move>>,
    /// Of a settled one whether the actions of the run alone settle it, whatever the state is.
    pub is_broken: bool,
    /// The first of the steps by which a run goes on for ever and shows the verdict, if there are such steps from here.
    pub endless: Option<usize>,
}

/// A transition of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The label.
    pub label: u32,
    /// The state behind it.
    pub state: u32,
    /// The next configuration; none if the transition avoids what is shown.
    pub next: Option<usize>,
}

/// A step of a run that never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onward {
    /// The label.
    pub label: u32,
    /// The state behind it.
    pub state: u32,
    /// The step after this one.
    pub next: usize,
}

/// What tells configurations apart: the state, the modalities of the winner, and whether the run alone has settled it.
type Key = (u32, Box<[u32]>, bool);

impl Configurations {
    /// The configurations of the positions that the winner wins; none if there are too many.
    pub(crate) fn of(
        expansion: &mut Expansion<'_>,
        won: &Won<'_>,
        stop: &Stop,
    ) -> Result<Option<Configurations>, NoDecision> {
        let mut numbers: IndexSet<Key, FxBuildHasher> = IndexSet::default();
        let initial = expansion.graph.initial();
        let Some(first) = closed(expansion, won, &[won.first]) else { return Ok(None) };
        numbers.insert((initial, first, false));
        let (mut all, mut transitions): (Vec<Configuration>, usize) = (Vec::new(), 0);
        while let Some((state, modalities, is_broken)) = numbers.get_index(all.len()).cloned() {
            if stop.is_fired() {
                return Err(NoDecision::Stopped(stop.reason().unwrap_or_default()));
            }
            if modalities.is_empty() {
                all.push(Configuration { state, moves: None, is_broken, endless: None });
                continue;
            }
            let behind = behind(expansion, won, &modalities)?;
            let mut moves = Vec::new();
            let mut steps = Vec::new();
            expansion.graph.visit(state, &mut |label, to| steps.push((label, to)));
            steps.sort_unstable();
            steps.dedup();
            for (label, to) in steps {
                let next = match behind.get(&(label, to)) {
                    Some(Behind { is_broken: true, .. }) => Some(numbers.insert_full((to, Box::default(), true)).0),
                    Some(Behind { positions, .. }) => match closed(expansion, won, positions) {
                        Some(modalities) => Some(numbers.insert_full((to, modalities, false)).0),
                        None => return Ok(None),
                    },
                    None => None,
                };
                moves.push(Move { label, state: to, next });
            }
            transitions += moves.len();
            if numbers.len() > MOST_CONFIGURATIONS || transitions > MOST_TRANSITIONS {
                return Ok(None);
            }
            all.push(Configuration { state, moves: Some(moves), is_broken, endless: None });
        }
        let modalities: Vec<&[u32]> = numbers.iter().map(|(_, modalities, _)| &**modalities).collect();
        let (starts, onward) = endless(expansion, won, &modalities)?;
        all.iter_mut().zip(starts).for_each(|(configuration, start)| configuration.endless = start);
        Ok(Some(Configurations { all, onward }))
    }

    /// The transitions of a configuration.
    pub fn moves(&self, at: usize) -> &[Move] {
        self.all[at].moves.as_deref().unwrap_or_default()
    }

    /// From which a transition that avoids can be reached.
    pub fn open(&self) -> Vec<bool> {
        let mut open: Vec<bool> =
            (0..self.all.len()).map(|at| self.moves(at).iter().any(|m| m.next.is_none())).collect();
        let before = self.before();
        let mut found: Vec<usize> = (0..open.len()).filter(|at| open[*at]).collect();
        while let Some(at) = found.pop() {
            for from in &before[at] {
                if !std::mem::replace(&mut open[*from], true) {
                    found.push(*from);
                }
            }
        }
        open
    }

    /// From which every way on comes to a settled one.
    pub fn settling(&self) -> Vec<bool> {
        let before = self.before();
        let mut left: Vec<usize> = (0..self.all.len()).map(|at| self.moves(at).len()).collect();
        let mut settling: Vec<bool> = self.all.iter().map(|c| c.moves.is_none()).collect();
        let mut found: Vec<usize> = (0..settling.len()).filter(|at| settling[*at]).collect();
        while let Some(at) = found.pop() {
            for from in &before[at] {
                left[*from] -= 1;
                if left[*from] == 0 {
                    settling[*from] = true;
                    found.push(*from);
                }
            }
        }
        settling
    }

    /// Where the transitions to each begin, one entry for each transition.
    fn before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.all.len()];
        for at in 0..self.all.len() {
            self.moves(at).iter().filter_map(|m| m.next).for_each(|next| before[next].push(at));
        }
        before
    }
}

/// Where a transition leads.
#[derive(Default)]
struct Behind {
    /// The positions that the winner still wins.
    positions: Vec<u32>,
    /// Whether the game is over with it, whatever the state behind it is.
    is_broken: bool,
}

/// Where the modalities of a configuration lead that the winner still wins, by transition.
fn behind(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    modalities: &[u32],
) -> Result<FxHashMap<(u32, u32), Behind>, NoDecision> {
    let mut behind: FxHashMap<(u32, u32), Behind> = FxHashMap::default();
    let mut steps = Vec::new();
    for position in modalities {
        expansion.transitions(*position, &mut steps)?;
        let ends_all = expansion.ends_everywhere(*position)?;
        for (step, to) in steps.iter().filter(|(_, to)| won.winner[*to as usize] == won.player) {
            let found = behind.entry((step.label, step.state)).or_default();
            found.positions.push(*to);
            found.is_broken |= ends_all;
        }
    }
    Ok(behind)
}

/// The modalities of the winner that positions lead to without a step; empty if the game is over at one of these positions,
/// or the other player has something to choose there. None if the game can go on for ever without a step.
fn closed(expansion: &Expansion<'_>, won: &Won<'_>, positions: &[u32]) -> Option<Box<[u32]>> {
    let mut open: Vec<u32> = positions.to_vec();
    let (mut seen, mut found): (FxHashMap<u32, Vec<u32>>, Vec<u32>) = (FxHashMap::default(), Vec::new());
    let mut meet_again = false;
    while let Some(position) = open.pop() {
        if seen.contains_key(&position) {
            meet_again = true;
            continue;
        }
        let next = match at(expansion, won, position) {
            At::Over => return Some(Box::default()),
            At::Modality => {
                found.push(position);
                Vec::new()
            }
            At::Here(next) => next,
        };
        open.extend(&next);
        seen.insert(position, next);
    }
    if meet_again && has_cycle(&seen) {
        return None;
    }
    found.sort_unstable();
    Some(found.into_boxed_slice())
}

/// How the game goes on at a position that the winner wins.
pub enum At {
    /// The game is over, or the other player has something to choose.
    Over,
    /// By a step that the winner chooses.
    Modality,
    /// Without a step, to one of these.
    Here(Vec<u32>),
}

/// How the game goes on at a position that the winner wins.
pub fn at(expansion: &Expansion<'_>, won: &Won<'_>, position: u32) -> At {
    let game = &expansion.game;
    if matches!(position, TRUE | FALSE) {
        return At::Over;
    }
    let (is_own, moves) = (game.owner(position) == won.player, game.moves(position));
    match expansion.is_modality(position) {
        true if is_own => At::Modality,
        // Fixpoints have one move, whoever owns them.
        false if is_own || moves.len() == 1 => {
            At::Here(moves.iter().copied().filter(|p| won.winner[*p as usize] == won.player).collect())
        }
        true | false => At::Over,
    }
}

/// Whether positions lead back to themselves, given where each leads.
fn has_cycle(next: &FxHashMap<u32, Vec<u32>>) -> bool {
    let mut into: FxHashMap<u32, usize> = FxHashMap::default();
    next.values().flatten().for_each(|to| *into.entry(*to).or_default() += 1);
    let mut open: Vec<u32> = next.keys().copied().filter(|position| !into.contains_key(position)).collect();
    let mut done = 0;
    while let Some(position) = open.pop() {
        done += 1;
        for to in &next[&position] {
            if let Some(left) = into.get_mut(to) {
                *left -= 1;
                if *left == 0 {
                    open.push(*to);
                }
            }
        }
    }
    done < next.len()
}
