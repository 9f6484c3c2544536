//! Zielonka's algorithm on a set of positions.

use super::{NONE, Solver};
use crate::game::Player;
use wherefore_stop::StopReason;

/// In place of the number of a game: part of the attractor that is being built.
const LEAVING: u32 = u32::MAX;

impl Solver<'_> {
    /// Winner of each of these positions in the game that they are on their own; the moves are in `strategy`.
    ///
    /// Each of them must have a move to another of them.
    pub(super) fn zielonka(&mut self, positions: Vec<u32>) -> Result<Vec<(u32, Player)>, StopReason> {
        let mut won = Vec::with_capacity(positions.len());
        let mut left = positions;
        while !left.is_empty() {
            self.poll()?;
            let number = self.enter(&left);
            let first = left.iter().map(|p| self.game.priority(*p)).min().unwrap_or(0);
            let player = Player::of(first);
            let others = left.iter().map(|p| self.game.priority(*p)).filter(|p| Player::of(*p) != player);
            let Some(limit) = others.min() else {
                left.iter().for_each(|p| self.any_move(*p, number));
                won.extend(left.drain(..).map(|p| (p, player)));
                break;
            };
            let top: Vec<u32> = left.iter().copied().filter(|p| self.game.priority(*p) < limit).collect();
            top.iter().for_each(|p| self.any_move(*p, number));
            let attracted = self.attract(top, player, number);
            let rest: Vec<u32> = left.iter().copied().filter(|p| self.inside[*p as usize] == number).collect();
            let inner = self.zielonka(rest)?;
            let lost: Vec<u32> = inner.iter().filter(|(_, w)| *w != player).map(|(p, _)| *p).collect();
            if lost.is_empty() {
                won.extend(attracted.into_iter().map(|p| (p, player)));
                won.extend(inner);
                left.clear();
                break;
            }
            let number = self.enter(&left);
            let lost = self.attract(lost, player.other(), number);
            won.extend(lost.iter().map(|p| (*p, player.other())));
            left.retain(|p| self.inside[*p as usize] == number);
        }
        won.iter().for_each(|(p, _)| self.inside[*p as usize] = 0);
        Ok(won)
    }

    /// Makes these positions a game of their own.
    fn enter(&mut self, positions: &[u32]) -> u32 {
        self.games += 1;
        positions.iter().for_each(|p| self.inside[*p as usize] = self.games);
        self.games
    }

    /// Any move inside the game.
    fn any_move(&mut self, position: u32, number: u32) {
        let inside = self.game.moves(position).iter().find(|to| self.inside[**to as usize] == number);
        self.strategy[position as usize] = inside.copied().unwrap_or(NONE);
    }

    /// Positions of a game from which a player can force a play into some of them; they leave the game.
    fn attract(&mut self, mut found: Vec<u32>, player: Player, number: u32) -> Vec<u32> {
        self.attractors += 1;
        found.iter().for_each(|p| self.inside[*p as usize] = LEAVING);
        let mut next = 0;
        while let Some(position) = found.get(next).copied() {
            next += 1;
            for place in self.before(position) {
                let before = self.from[place];
                if self.inside[before as usize] != number {
                    continue;
                }
                if self.game.owner(before) == player {
                    self.strategy[before as usize] = position;
                } else if self.one_less(before, number) {
                    continue;
                }
                self.inside[before as usize] = LEAVING;
                found.push(before);
            }
        }
        found.iter().for_each(|p| self.inside[*p as usize] = 0);
        found
    }

    /// Counts one more move of a position that leads into the attractor; whether there is a move that does not.
    fn one_less(&mut self, position: u32, number: u32) -> bool {
        let place = position as usize;
        if self.counted_for[place] != self.attractors {
            self.counted_for[place] = self.attractors;
            let inside = |to: &&u32| matches!(self.inside[**to as usize], at if at == number || at == LEAVING);
            self.counted[place] = self.game.moves(position).iter().filter(inside).count() as u32;
        }
        self.counted[place] -= 1;
        self.counted[place] > 0
    }
}
