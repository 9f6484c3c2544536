//! Evidence of which no part is evidence.
//!
//! A smaller game: the winner may take the transitions that are left and no others, and has lost where the other player can take one
//! that is not left. Whoever wins it has evidence among them. A transition without which the winner loses is needed, and stays needed
//! when others go; so each is tried once.

use super::{EvidenceStep, Won};
use crate::decide::NoDecision;
use crate::expand::{Expansion, FALSE, TRUE};
use crate::game::{Game, Player};
use crate::solve::solve;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use wherefore_stop::Stop;

/// The most transitions times positions and moves of the smaller game.
const MOST_WORK: usize = 4_000_000;
/// Positions of the smaller game in which the winner has won, or lost.
const WON: u32 = 0;
const LOST: u32 = 1;
/// No transition.
const NONE: u32 = u32::MAX;

/// A part of `all` that is evidence and of which no part is, and its strategy; none if it takes too long to find.
pub fn least(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    all: &[EvidenceStep],
    strategy: &mut [u32],
    stop: &Stop,
) -> Result<Option<Vec<EvidenceStep>>, NoDecision> {
    let Some(small) = Small::new(expansion, won, all)? else { return Ok(None) };
    let mut left = vec![true; all.len()];
    let Some((mut used, mut moves)) = small.play(&left, stop)? else { return Ok(None) };
    left = used.iter().map(|u| *u != Use::Never).collect();
    for step in (0..all.len()).rev() {
        if !left[step] {
            continue;
        }
        if stop.is_fired() {
            return Err(NoDecision::Stopped(stop.reason().unwrap_or_default()));
        }
        left[step] = false;
        if let Some(found) = small.play(&left, stop)? {
            (used, moves) = found;
            left = used.iter().map(|u| *u != Use::Never).collect();
        } else {
            left[step] = true;
        }
    }
    // Where all are needed the strategy stays as it is: it was made to win soon.
    if left.iter().all(|is_left| *is_left) {
        return Ok(Some(all.to_vec()));
    }
    for (position, to) in moves {
        strategy[position as usize] = to;
    }
    let needed = all.iter().zip(&used).filter(|(_, u)| **u != Use::Never);
    Ok(Some(needed.map(|(step, u)| EvidenceStep { is_chosen: *u == Use::Chosen, ..*step }).collect()))
}

/// Taker of a transition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Never,
    Chosen,
    Other,
}

/// For each transition who takes it, and the winner's moves in the whole game.
type Played = (Vec<Use>, Vec<(u32, u32)>);

/// The smaller game, with the number of the transition that each move takes.
struct Small {
    player: Player,
    /// The position of the whole game.
    positions: Vec<u32>,
    owners: Vec<(Player, u32)>,
    moves: Vec<Vec<(u32, u32)>>,
    /// How many transitions there are.
    transitions: usize,
}

impl Small {
    /// The game in which all transitions are left; none if it is too large.
    fn new(expansion: &mut Expansion<'_>, won: &Won<'_>, all: &[EvidenceStep]) -> Result<Option<Small>, NoDecision> {
        let player = won.player;
        let mut numbers: IndexSet<u32, FxBuildHasher> = IndexSet::default();
        numbers.extend(if player == Player::Prover { [TRUE, FALSE] } else { [FALSE, TRUE] });
        numbers.insert(won.first);
        let owners =
            vec![(player, u32::from(player == Player::Refuter)), (player, u32::from(player == Player::Prover))];
        let ends = vec![vec![(WON, NONE)], vec![(LOST, NONE)]];
        let mut small = Small { player, positions: Vec::new(), owners, moves: ends, transitions: all.len() };
        let (mut next, mut work) = (2, 0);
        while let Some(position) = numbers.get_index(next).copied() {
            next += 1;
            let moves = match moves(expansion, won, all, position)? {
                Some(moves) => moves,
                None => vec![(numbers[1], NONE)],
            };
            work += 1 + moves.len();
            if work.saturating_mul(all.len().max(1)) > MOST_WORK {
                return Ok(None);
            }
            small.owners.push((expansion.game.owner(position), expansion.game.priority(position)));
            small.moves.push(moves.into_iter().map(|(to, step)| (numbers.insert_full(to).0 as u32, step)).collect());
        }
        small.positions = numbers.into_iter().collect();
        Ok(Some(small))
    }

    /// A winning strategy that takes what is left; none if there is none.
    fn play(&self, left: &[bool], stop: &Stop) -> Result<Option<Played>, NoDecision> {
        let is_left = |step: u32| left.get(step as usize).copied().unwrap_or(true);
        let mut game = Game::default();
        for ((owner, priority), moves) in self.owners.iter().zip(&self.moves) {
            let mut open: Vec<u32> = moves.iter().filter(|(_, step)| is_left(*step)).map(|(to, _)| *to).collect();
            if open.is_empty() || *owner != self.player && open.len() < moves.len() {
                open = vec![LOST];
            }
            open.sort_unstable();
            open.dedup();
            game.push(*owner, *priority, &open);
        }
        let first = if self.positions.len() > 2 { 2 } else { WON };
        let solution = solve(&game, stop).map_err(NoDecision::Stopped)?;
        if solution.winner[first as usize] != self.player {
            return Ok(None);
        }
        Ok(Some(self.follow(first, &solution.strategy, is_left)))
    }

    /// Transitions and moves of the plays of a strategy.
    fn follow(&self, first: u32, strategy: &[u32], is_left: impl Fn(u32) -> bool) -> Played {
        let (mut used, mut moves) = (vec![Use::Never; self.transitions], Vec::new());
        let (mut seen, mut open) = (vec![false; self.moves.len()], vec![first]);
        let mut own = Vec::new();
        seen[first as usize] = true;
        while let Some(place) = open.pop() {
            let all = &self.moves[place as usize];
            let targets: Vec<u32> = if self.owners[place as usize].0 == self.player {
                let to = strategy[place as usize];
                own.push((place, to));
                vec![to]
            } else {
                all.iter().filter(|m| m.1 != NONE).for_each(|m| used[m.1 as usize] = Use::Other);
                all.iter().map(|m| m.0).collect()
            };
            for to in targets {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push(to);
                }
            }
        }
        for (place, to) in own {
            moves.push((self.positions[place as usize], self.positions[to as usize]));
            let fitting: Vec<u32> = self.moves[place as usize]
                .iter()
                .filter(|m| m.0 == to && m.1 != NONE && is_left(m.1))
                .map(|m| m.1)
                .collect();
            if !fitting.iter().any(|step| used[*step as usize] != Use::Never)
                && let Some(step) = fitting.first()
            {
                used[*step as usize] = Use::Chosen;
            }
        }
        (used, moves)
    }
}

/// The moves of a position with the transitions that they take; none where the winner has lost.
fn moves(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    all: &[EvidenceStep],
    position: u32,
) -> Result<Option<Vec<(u32, u32)>>, NoDecision> {
    if won.winner[position as usize] != won.player {
        return Ok(None);
    }
    let mut steps = Vec::new();
    expansion.transitions(position, &mut steps)?;
    let (game, from) = (&expansion.game, expansion.state(position).unwrap_or(0));
    let is_other = game.owner(position) != won.player;
    let ends = game.moves(position).iter().any(|to| matches!(*to, TRUE | FALSE));
    if steps.is_empty() || ends && is_other {
        return Ok(Some(game.moves(position).iter().map(|to| (*to, NONE)).collect()));
    }
    let place = |label: u32, to: u32| {
        all.binary_search_by_key(&(from, label, to), |s| (s.from, s.label, s.to)).ok().map(|place| place as u32)
    };
    let known = steps.iter().map(|(step, to)| Some((*to, place(step.label, step.state)?)));
    let inside: Vec<(u32, u32)> = known.flatten().collect();
    Ok((!is_other || inside.len() == steps.len()).then_some(inside))
}
