//! Choices on a run: where it is still open whether the run comes to show the verdict.
//!
//! Along a run the winner can be at several positions of the game, at any one that leads on without a step: together they are a
//! *configuration* of the run. A transition takes each modality among them to a position behind it; those that the winner still wins are
//! the next configuration. If there is none, the transition *avoids* what is shown. As soon as the winner could be where the
//! other player has something to choose, or where the game is over, no transition of the run counts any more: the state itself shows the
//! verdict there, and the configuration is *settled*.
//!
//! A transition *seals* what is shown if no configuration that comes later has one that avoids it; after some of these every way on comes
//! to a settled one. The others leave it *open*. For a formula that single runs violate these are the choices of neighbourhoods in
//! Barbon, Leroy, Salaün, "Debugging of concurrent systems using counterexample analysis" (2017): a test follows the same runs
//! by the automaton of the formula.
//!
//! `[true* . put] <true* . get> true` that fails because of a `lose`: at every state before it there is the configuration `[true* . put]`,
//! at the state behind it `<true* . get> true` is settled.

use super::Won;
use crate::decide::NoDecision;
use crate::expand::{Expansion, FALSE, TRUE};
use crate::play::PlayStep;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use wherefore_stop::Stop;

/// The most configurations that are looked at, and the most transitions of these.
const MOST_CONFIGURATIONS: usize = 200_000;
const MOST_TRANSITIONS: usize = 2_000_000;

/// What a transition does to what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Afterwards what is shown cannot come any more.
    Avoids,
    /// Afterwards what is shown can still come, and still be avoided.
    Open,
    /// No later transition avoids it.
    Seals,
    /// No later transition avoids it, and every way on comes to it.
    Settles,
}

/// A transition that can be taken at a place of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The label.
    pub label: u32,
    /// Where it ends.
    pub to: u32,
    /// What it does.
    pub effect: Effect,
}

/// A place on a run with a transition that avoids what is shown, or seals it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoicePoint {
    /// After how many steps of the run.
    pub tick: usize,
    /// All transitions there, in order.
    pub choices: Vec<Choice>,
}

/// The choices on a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Those places of the run, in order.
    pub points: Vec<ChoicePoint>,
    /// The tick of the run at which its state shows the verdict; none if the run does not come so far.
    pub settled: Option<usize>,
    /// What transitions with each label do at all such places that runs can come to, not only at those of this run.
    pub uses: BTreeSet<(u32, Effect)>,
}

/// The choices on a run; none if there is too much to look at.
pub fn choices(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    run: &[PlayStep],
    stop: &Stop,
) -> Result<Option<Choices>, NoDecision> {
    let Some(known) = Configurations::of(expansion, won, stop)? else { return Ok(None) };
    let (open, settling) = (known.open(), known.settling());
    // Where it is sealed from the beginning, the first state has the last choice.
    let is_point = |at: usize, is_first: bool, row: &[Choice]| {
        (open[at] || is_first) && row.iter().any(|choice| choice.effect != Effect::Open)
    };
    let mut found = Choices::default();
    for at in 0..known.rows.len() {
        let row = known.choices(at, &open, &settling);
        if is_point(at, at == 0, &row) {
            found.uses.extend(row.iter().map(|c| (c.label, c.effect)));
        }
    }
    let mut at = 0;
    for tick in 0..=run.len() {
        let Some(Some(row)) = known.rows.get(at) else {
            found.settled = Some(tick);
            break;
        };
        let choices = known.choices(at, &open, &settling);
        if is_point(at, tick == 0, &choices) {
            found.points.push(ChoicePoint { tick, choices });
        }
        let taken = run.get(tick).and_then(|step| row.iter().find(|m| (m.label, m.state) == (step.label, step.state)));
        match taken.and_then(|m| m.next) {
            Some(next) => at = next,
            None => break,
        }
    }
    Ok(Some(found))
}

/// A transition between configurations.
#[derive(Clone, Copy)]
struct Move {
    label: u32,
    state: u32,
    /// The next configuration; none if the transition avoids what is shown.
    next: Option<usize>,
}

/// The configurations that runs can come to; the first is that of the initial state.
struct Configurations {
    /// The transitions of each, in order; none of one that is settled.
    rows: Vec<Option<Vec<Move>>>,
}

impl Configurations {
    fn of(expansion: &mut Expansion<'_>, won: &Won<'_>, stop: &Stop) -> Result<Option<Configurations>, NoDecision> {
        let mut numbers: IndexSet<(u32, Box<[u32]>), FxBuildHasher> = IndexSet::default();
        let initial = expansion.graph.initial();
        let Some(first) = closed(expansion, won, &[won.first]) else { return Ok(None) };
        numbers.insert((initial, first));
        let (mut rows, mut transitions): (Vec<Option<Vec<Move>>>, usize) = (Vec::new(), 0);
        while let Some((state, modalities)) = numbers.get_index(rows.len()).cloned() {
            if stop.is_fired() {
                return Err(NoDecision::Stopped(stop.reason().unwrap_or_default()));
            }
            if modalities.is_empty() {
                rows.push(None);
                continue;
            }
            let behind = behind(expansion, won, &modalities)?;
            let mut row = Vec::new();
            let mut steps = Vec::new();
            expansion.graph.visit(state, &mut |label, to| steps.push((label, to)));
            steps.sort_unstable();
            steps.dedup();
            for (label, to) in steps {
                let next = match behind.get(&(label, to)).map(|list| closed(expansion, won, list)) {
                    Some(Some(modalities)) => Some(numbers.insert_full((to, modalities)).0),
                    Some(None) => return Ok(None),
                    None => None,
                };
                row.push(Move { label, state: to, next });
            }
            transitions += row.len();
            if numbers.len() > MOST_CONFIGURATIONS || transitions > MOST_TRANSITIONS {
                return Ok(None);
            }
            rows.push(Some(row));
        }
        Ok(Some(Configurations { rows }))
    }

    fn moves(&self, at: usize) -> &[Move] {
        self.rows[at].as_deref().unwrap_or_default()
    }

    /// From which a transition that avoids can be reached.
    fn open(&self) -> Vec<bool> {
        let mut open: Vec<bool> =
            (0..self.rows.len()).map(|at| self.moves(at).iter().any(|m| m.next.is_none())).collect();
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
    fn settling(&self) -> Vec<bool> {
        let before = self.before();
        let mut left: Vec<usize> = (0..self.rows.len()).map(|at| self.moves(at).len()).collect();
        let mut settling: Vec<bool> = self.rows.iter().map(Option::is_none).collect();
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
        let mut before = vec![Vec::new(); self.rows.len()];
        for at in 0..self.rows.len() {
            self.moves(at).iter().filter_map(|m| m.next).for_each(|next| before[next].push(at));
        }
        before
    }

    fn choices(&self, at: usize, open: &[bool], settling: &[bool]) -> Vec<Choice> {
        let effect = |next: Option<usize>| match next {
            None => Effect::Avoids,
            Some(next) if open[next] => Effect::Open,
            Some(next) if settling[next] => Effect::Settles,
            Some(_) => Effect::Seals,
        };
        self.moves(at).iter().map(|m| Choice { label: m.label, to: m.state, effect: effect(m.next) }).collect()
    }
}

/// Where the modalities of a configuration lead that the winner still wins, by transition.
fn behind(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    modalities: &[u32],
) -> Result<FxHashMap<(u32, u32), Vec<u32>>, NoDecision> {
    let mut behind: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
    let mut steps = Vec::new();
    for position in modalities {
        expansion.transitions(*position, &mut steps)?;
        for (step, to) in steps.iter().filter(|(_, to)| won.winner[*to as usize] == won.player) {
            behind.entry((step.label, step.state)).or_default().push(*to);
        }
    }
    Ok(behind)
}

/// The modalities of the winner that positions lead to without a step; empty if the game is over at one of these positions,
/// or the other player has something to choose there. None if the game can go on for ever without a step.
fn closed(expansion: &Expansion<'_>, won: &Won<'_>, positions: &[u32]) -> Option<Box<[u32]>> {
    let game = &expansion.game;
    let is_won = |position: &u32| won.winner[*position as usize] == won.player;
    let mut open: Vec<u32> = positions.to_vec();
    let (mut seen, mut found): (FxHashMap<u32, Vec<u32>>, Vec<u32>) = (FxHashMap::default(), Vec::new());
    let mut meet_again = false;
    while let Some(position) = open.pop() {
        if matches!(position, TRUE | FALSE) {
            return Some(Box::default());
        }
        if seen.contains_key(&position) {
            meet_again = true;
            continue;
        }
        let (is_own, moves) = (game.owner(position) == won.player, game.moves(position));
        let next: Vec<u32> = match expansion.is_modality(position) {
            true if is_own => {
                found.push(position);
                Vec::new()
            }
            // Fixpoints have one move, whoever owns them.
            false if is_own || moves.len() == 1 => moves.iter().copied().filter(is_won).collect(),
            true | false => return Some(Box::default()),
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
