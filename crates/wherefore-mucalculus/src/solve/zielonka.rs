//! Zielonka's algorithm on a set of positions.

use super::{NONE, Solver, mark};
use crate::game::Player;
use wherefore_stop::StopReason;

/// In place of the number of a game: part of the attractor that is being built.
const LEAVING: u32 = u32::MAX;

impl Solver<'_> {
    /// Claims each of these positions for its winner in the game that they are on their own; the moves are in `strategy`.
    ///
    /// Each of them must have a move to another of them.
    pub(super) fn zielonka(&mut self, mut left: Vec<u32>) -> Result<(), StopReason> {
        while !left.is_empty() {
            self.poll()?;
            let number = self.enter(&left);
            let first = left.iter().map(|p| self.game.priority(*p)).min().unwrap_or(0);
            let player = Player::of(first);
            let others = left.iter().map(|p| self.game.priority(*p)).filter(|p| Player::of(*p) != player);
            let Some(limit) = others.min() else {
                left.iter().for_each(|p| self.any_move(*p, number));
                self.claim(&left, player);
                left.iter().for_each(|p| self.inside[*p as usize] = 0);
                break;
            };
            let top: Vec<u32> = left.iter().copied().filter(|p| self.game.priority(*p) < limit).collect();
            top.iter().for_each(|p| self.any_move(*p, number));
            // What is attracted belongs to the player unless the other one wins something of the rest.
            let attracted = self.attract(top, player, number);
            self.claim(&attracted, player);
            drop(attracted);
            let rest: Vec<u32> = left.iter().copied().filter(|p| self.inside[*p as usize] == number).collect();
            self.zielonka(rest)?;
            let other = mark(player.other());
            let lost: Vec<u32> = left.iter().copied().filter(|p| self.claimed[*p as usize] == other).collect();
            if lost.is_empty() {
                break;
            }
            let number = self.enter(&left);
            let lost = self.attract(lost, player.other(), number);
            self.claim(&lost, player.other());
            left.retain(|p| self.inside[*p as usize] == number);
        }
        Ok(())
    }

    fn claim(&mut self, positions: &[u32], player: Player) {
        positions.iter().for_each(|p| self.claimed[*p as usize] = mark(player));
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
        found.iter().for_each(|p| self.inside[*p as usize] = LEAVING);
        let (mut next, mut counted) = (0, Vec::new());
        while let Some(position) = found.get(next).copied() {
            next += 1;
            for place in self.before(position) {
                let before = self.from[place];
                if self.inside[before as usize] != number {
                    continue;
                }
                if self.game.owner(before) == player {
                    self.strategy[before as usize] = position;
                } else if self.one_less(before, number, &mut counted) {
                    continue;
                }
                self.inside[before as usize] = LEAVING;
                found.push(before);
            }
        }
        counted.iter().for_each(|p: &u32| self.counted[*p as usize] = 0);
        found.iter().for_each(|p| self.inside[*p as usize] = 0);
        found
    }

    /// Counts one more move of a position that leads into the attractor; whether there is a move that does not.
    fn one_less(&mut self, position: u32, number: u32, counted: &mut Vec<u32>) -> bool {
        let place = position as usize;
        if self.counted[place] == 0 {
            let inside = |to: &&u32| matches!(self.inside[**to as usize], at if at == number || at == LEAVING);
            self.counted[place] = self.game.moves(position).iter().filter(inside).count() as u32;
            if self.counted[place] > 1 {
                counted.push(position);
            }
        }
        self.counted[place] -= 1;
        self.counted[place] > 0
    }
}
