//! Whether a strategy wins, move by move.
//!
//! The positions that can be reached while a player keeps to the strategy, and the other moves at will, are searched: every move
//! must be one of the game, and no cycle may have the other player's priority as its smallest. The judge shares the game with
//! the solver and nothing else.

use crate::game::{Game, Player};
use crate::part::{Inside, Part};

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
    if first as usize >= game.positions() {
        return Err(WrongStrategy::NoSuchMove(first));
    }
    check_from(game, &[first], player, strategy)
}

/// Checks that each player has a winning strategy from every position that is said to be theirs.
pub fn check_winners(game: &Game, winner: &[Player], strategy: &[u32]) -> Result<(), WrongStrategy> {
    for player in [Player::Prover, Player::Refuter] {
        let own: Vec<u32> = (0..game.positions() as u32).filter(|p| winner.get(*p as usize) == Some(&player)).collect();
        check_from(game, &own, player, strategy)?;
    }
    Ok(())
}

fn check_from(game: &Game, from: &[u32], player: Player, strategy: &[u32]) -> Result<usize, WrongStrategy> {
    let part = Part::reached(game, from, |position, row| {
        let moves = game.moves(position);
        let chosen = strategy.get(position as usize).filter(|to| moves.contains(to));
        match (game.owner(position) == player, chosen) {
            (false, _) => row.extend_from_slice(moves),
            (true, Some(to)) => row.push(*to),
            (true, None) => return Err(WrongStrategy::NoSuchMove(position)),
        }
        Ok(())
    })?;
    part.cycles(game, |component, lowest| {
        let position = |place: &u32| part.positions[*place as usize];
        let dominant = component.iter().map(position).find(|position| game.priority(*position) == lowest);
        match dominant.filter(|_| Player::of(lowest) != player) {
            Some(position) => Err(WrongStrategy::LosingCycle(position)),
            None => Ok(Inside::Wanted),
        }
    })?;
    Ok(part.positions.len())
}
