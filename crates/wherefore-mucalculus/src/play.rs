//! A run of the graph along which a formula is seen to fail: a play of the refuter's strategy.

use crate::decide::NoDecision;
use crate::expand::{Expansion, FALSE, TRUE};
use crate::game::Player;
use rustc_hash::FxHashMap;

/// A step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayStep {
    /// The label.
    pub label: u32,
    /// The state after it.
    pub state: u32,
}

/// A play, as the steps that it takes in the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The steps.
    pub steps: Vec<PlayStep>,
    /// After how many steps the run begins to repeat itself; `None` if it ends.
    pub repeats: Option<usize>,
    /// Whether the other player never had a choice: then the run alone refutes the formula.
    pub forced: bool,
}

/// The play where the prover takes the first move everywhere.
pub fn play(expansion: &mut Expansion<'_>, first: u32, strategy: &[u32]) -> Result<Play, NoDecision> {
    let mut play = Play { steps: Vec::new(), repeats: None, forced: true };
    let mut met: FxHashMap<u32, usize> = FxHashMap::default();
    let mut position = first;
    while position != FALSE && position != TRUE {
        if let Some(before) = met.insert(position, play.steps.len()) {
            play.repeats = Some(before).filter(|before| *before < play.steps.len());
            break;
        }
        let moves = expansion.game.moves(position);
        let to = match expansion.game.owner(position) {
            Player::Refuter => strategy.get(position as usize).copied(),
            Player::Prover => {
                play.forced &= moves.len() == 1;
                moves.first().copied()
            }
        };
        let Some(to) = to else { break };
        play.steps.extend(expansion.step(position, to)?);
        position = to;
    }
    Ok(play)
}
