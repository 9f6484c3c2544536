//! Whether a strategy wins, move by move.
//!
//! The positions that can be reached while a player keeps to the strategy, and the other moves at will, are searched: every move
//! must be one of the game, and no cycle may have the other player's priority as its smallest. The judge shares the game with
//! the solver and nothing else; its components are found in two passes, there and back.

use crate::game::{Game, Player};

/// Why a strategy is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongStrategy {
    /// Position at which the strategy names no move, or one that the game does not have.
    NoSuchMove(u32),
    /// The other player can stay on a cycle through this position, which wins for them.
    LosingCycle(u32),
}

/// Checks that a strategy wins from a position; how many positions it can lead to.
pub fn check_strategy(game: &Game, first: u32, player: Player, strategy: &[u32]) -> Result<usize, WrongStrategy> {
    let judge = Judge::new(game, first, player, strategy)?;
    let all: Vec<u32> = (0..judge.positions.len() as u32).collect();
    let mut groups = vec![u32::MAX; judge.positions.len()];
    let (mut open, mut number) = (vec![all], 0);
    while let Some(set) = open.pop() {
        set.iter().for_each(|p| groups[*p as usize] = number);
        for component in judge.components(&set, &mut groups, number) {
            let priority = |p: &u32| game.priority(judge.positions[*p as usize]);
            let Some(lowest) = component.iter().min_by_key(|p| priority(p)).copied() else { continue };
            if Player::of(priority(&lowest)) != player {
                return Err(WrongStrategy::LosingCycle(judge.positions[lowest as usize]));
            }
            let rest: Vec<u32> = component.iter().copied().filter(|p| priority(p) > priority(&lowest)).collect();
            component.iter().for_each(|p| groups[*p as usize] = u32::MAX);
            open.push(rest);
        }
        // Each set takes three numbers: before both passes, between them, and behind them.
        number += 3;
    }
    Ok(judge.positions.len())
}

/// What can be reached, numbered anew.
struct Judge {
    positions: Vec<u32>,
    next: Rows,
    before: Rows,
}

/// Lists side by side.
struct Rows {
    offsets: Vec<u32>,
    ends: Vec<u32>,
}

impl Rows {
    fn of(&self, place: u32) -> &[u32] {
        &self.ends[self.offsets[place as usize] as usize..self.offsets[place as usize + 1] as usize]
    }

    fn reversed(&self) -> Rows {
        let count = self.offsets.len() - 1;
        // How many there are before the end of each place; filling from the end moves that to where the place begins.
        let mut offsets = vec![0; count + 1];
        self.ends.iter().for_each(|end| offsets[*end as usize] += 1);
        (1..=count).for_each(|place| offsets[place] += offsets[place - 1]);
        let mut ends = vec![0; self.ends.len()];
        for place in (0..count as u32).rev() {
            for end in self.of(place) {
                offsets[*end as usize] -= 1;
                ends[offsets[*end as usize] as usize] = place;
            }
        }
        Rows { offsets, ends }
    }
}

impl Judge {
    fn new(game: &Game, first: u32, player: Player, strategy: &[u32]) -> Result<Judge, WrongStrategy> {
        if first as usize >= game.positions() {
            return Err(WrongStrategy::NoSuchMove(first));
        }
        let mut numbers = vec![u32::MAX; game.positions()];
        numbers[first as usize] = 0;
        let mut positions = vec![first];
        let mut next = Rows { offsets: vec![0], ends: Vec::new() };
        let mut at = 0;
        while let Some(position) = positions.get(at).copied() {
            at += 1;
            let moves = game.moves(position);
            let chosen = strategy.get(position as usize).filter(|to| moves.contains(to));
            let moves = match (game.owner(position) == player, chosen) {
                (false, _) => moves,
                (true, Some(to)) => std::slice::from_ref(to),
                (true, None) => return Err(WrongStrategy::NoSuchMove(position)),
            };
            for to in moves {
                if numbers[*to as usize] == u32::MAX {
                    numbers[*to as usize] = positions.len() as u32;
                    positions.push(*to);
                }
                next.ends.push(numbers[*to as usize]);
            }
            next.offsets.push(next.ends.len() as u32);
        }
        let before = next.reversed();
        Ok(Judge { positions, next, before })
    }

    /// The components with a cycle inside the group that a set is.
    fn components(&self, set: &[u32], groups: &mut [u32], group: u32) -> Vec<Vec<u32>> {
        let order = self.finished(set, groups, group);
        let mut found = Vec::new();
        for root in order.into_iter().rev() {
            if groups[root as usize] != group + 1 {
                continue;
            }
            groups[root as usize] = group + 2;
            let mut component = vec![root];
            let mut at = 0;
            while let Some(place) = component.get(at).copied() {
                at += 1;
                for before in self.before.of(place) {
                    if groups[*before as usize] == group + 1 {
                        groups[*before as usize] = group + 2;
                        component.push(*before);
                    }
                }
            }
            if component.len() > 1 || self.next.of(root).contains(&root) {
                found.push(component);
            }
        }
        found
    }

    /// The places of a group in the order in which a search in depth leaves them; their group is then one higher.
    fn finished(&self, set: &[u32], groups: &mut [u32], group: u32) -> Vec<u32> {
        let mut order = Vec::with_capacity(set.len());
        let mut path: Vec<(u32, u32)> = Vec::new();
        for root in set {
            if groups[*root as usize] != group {
                continue;
            }
            groups[*root as usize] = group + 1;
            path.push((*root, 0));
            while let Some((place, tried)) = path.last_mut() {
                match self.next.of(*place).get(*tried as usize) {
                    Some(to) => {
                        *tried += 1;
                        if groups[*to as usize] == group {
                            groups[*to as usize] = group + 1;
                            path.push((*to, 0));
                        }
                    }
                    None => {
                        order.push(*place);
                        path.pop();
                    }
                }
            }
        }
        order
    }
}
