//! Winning regions and strategies: the recursive algorithm of Zielonka on one strongly connected component after the other.
//!
//! Winners that are decided spread backwards at once, so that a component is only looked at where nothing behind it decides it; there,
//! neighbouring priorities of one player count as one, and positions with a move to themselves need no care of their own. The
//! recursion goes one level deeper for each change between priorities of the two players, so it is as deep as the formula
//! alternates, not as the game is large.

pub(crate) mod components;
mod zielonka;

use crate::game::{Game, Player};
use components::Components;
use wherefore_stop::{Stop, StopReason};

/// Nobody.
const NONE: u32 = u32::MAX;

/// Winner of each position, and the moves of a winning strategy for each player.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The winner of each position.
    pub winner: Vec<Player>,
    /// The move of each position that its winner owns; elsewhere nothing of meaning.
    pub strategy: Vec<u32>,
}

/// Solves a game.
///
/// The game must be [valid](Game::is_valid).
pub fn solve(game: &Game, stop: &Stop) -> Result<Solution, StopReason> {
    let mut solver = Solver::new(game, stop);
    for position in 0..game.positions() as u32 {
        if game.moves(position) == [position] {
            solver.decide(position, Player::of(game.priority(position)), position);
        }
    }
    solver.spread();
    let mut components = Components::new(game.positions());
    for root in 0..game.positions() as u32 {
        while let Some(component) = components.next(game, root, &|p| solver.winner[p as usize] != 0) {
            solver.poll()?;
            solver.component(component)?;
        }
    }
    let Solver { winner, strategy, .. } = solver;
    Ok(Solution { winner: winner.into_iter().map(player).collect(), strategy })
}

struct Solver<'a> {
    game: &'a Game,
    stop: &'a Stop,
    /// For each position where those with a move to it begin, and those.
    offsets: Vec<u32>,
    from: Vec<u32>,
    /// 0 for nobody, 1 for the prover, 2 for the refuter.
    winner: Vec<u8>,
    strategy: Vec<u32>,
    /// How many moves of a position do not lead to a win of the other player.
    open_moves: Vec<u32>,
    /// Positions that are decided and have not yet decided others.
    fresh: Vec<u32>,
    /// The innermost game that has a position in it; 0 for none.
    inside: Vec<u32>,
    /// The number of the next such game.
    games: u32,
    /// For each position that the attractor was seen to be a move away from: how many moves do not yet lead into it. 0 elsewhere.
    counted: Vec<u32>,
    /// The winner of each position in the innermost game that it was in.
    claimed: Vec<u8>,
}

fn mark(player: Player) -> u8 {
    match player {
        Player::Prover => 1,
        Player::Refuter => 2,
    }
}

fn player(mark: u8) -> Player {
    if mark == 1 { Player::Prover } else { Player::Refuter }
}

impl<'a> Solver<'a> {
    fn new(game: &'a Game, stop: &'a Stop) -> Solver<'a> {
        let count = game.positions();
        let (offsets, from) = game.reversed();
        let open_moves = (0..count as u32).map(|p| game.moves(p).len() as u32).collect();
        let (winner, strategy, fresh) = (vec![0; count], vec![NONE; count], Vec::new());
        // Where winners spread to all positions the rest is not needed.
        let (inside, counted, claimed) = (Vec::new(), Vec::new(), Vec::new());
        let games = 0;
        Solver { game, stop, offsets, from, winner, strategy, open_moves, fresh, inside, games, counted, claimed }
    }

    fn poll(&self) -> Result<(), StopReason> {
        if self.stop.is_fired() { Err(self.stop.reason().unwrap_or_default()) } else { Ok(()) }
    }

    fn before(&self, position: u32) -> std::ops::Range<usize> {
        self.offsets[position as usize] as usize..self.offsets[position as usize + 1] as usize
    }

    fn decide(&mut self, position: u32, winner: Player, to: u32) {
        self.winner[position as usize] = mark(winner);
        self.strategy[position as usize] = to;
        self.fresh.push(position);
    }

    /// Decides every position whose owner can move to a win, or can only move to a loss.
    fn spread(&mut self) {
        while let Some(position) = self.fresh.pop() {
            let winner = player(self.winner[position as usize]);
            for place in self.before(position) {
                let before = self.from[place];
                if self.winner[before as usize] != 0 {
                    continue;
                }
                self.open_moves[before as usize] -= 1;
                if self.game.owner(before) == winner || self.open_moves[before as usize] == 0 {
                    self.decide(before, winner, position);
                }
            }
        }
    }

    /// Decides what is left of a component.
    fn component(&mut self, mut component: Vec<u32>) -> Result<(), StopReason> {
        component.retain(|p| self.winner[*p as usize] == 0);
        if component.is_empty() {
            return Ok(());
        }
        if self.inside.is_empty() {
            let count = self.game.positions();
            (self.inside, self.counted, self.claimed) = (vec![0; count], vec![0; count], vec![0; count]);
        }
        self.zielonka(component.clone())?;
        for position in component {
            let (winner, to) = (player(self.claimed[position as usize]), self.strategy[position as usize]);
            self.decide(position, winner, to);
        }
        self.spread();
        Ok(())
    }
}
