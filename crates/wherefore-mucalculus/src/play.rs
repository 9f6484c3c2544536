//! A run of the graph along which a formula is seen to fail, or to hold: a play of the winner's strategy.

use crate::decide::NoDecision;
use crate::evidence::{Evidence, Won};
use crate::expand::{Expansion, FALSE, TRUE};
use crate::game::Player;

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
    /// Whether the other player never had a choice: then the run alone shows the verdict.
    pub forced: bool,
}

/// The play of a winner's strategy where the other player takes the first move everywhere; its steps are those of the evidence, if
/// there is one.
pub fn play(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    strategy: &[u32],
    evidence: Option<&Evidence>,
) -> Result<Play, NoDecision> {
    let mut play = Play { steps: Vec::new(), repeats: None, forced: true };
    // After how many steps of the run each position was met.
    let mut met = vec![u32::MAX; expansion.game.positions()];
    let (mut position, mut steps) = (won.first, Vec::new());
    while position != FALSE && position != TRUE {
        let before = std::mem::replace(&mut met[position as usize], play.steps.len() as u32);
        if before != u32::MAX {
            play.repeats = Some(before as usize).filter(|before| *before < play.steps.len());
            break;
        }
        let is_own = expansion.game.owner(position) == won.player;
        if !is_own && expansion.gives_up(position)? {
            play.forced = false;
            break;
        }
        let game = &expansion.game;
        let moves = game.moves(position);
        play.forced &= is_own || moves.len() == 1;
        let chosen = if is_own { strategy.get(position as usize) } else { moves.first() };
        let (Some(to), from) = (chosen.copied(), expansion.state(position).unwrap_or(0)) else { break };
        expansion.transitions(position, &mut steps)?;
        let is_evident = |step: &PlayStep| evidence.is_none_or(|e| e.contains(from, step.label, step.state));
        // A step with which the other player loses at once is no part of evidence.
        let lost = if won.player == Player::Prover { TRUE } else { FALSE };
        let is_lost = evidence.is_some() && !is_own && to == lost;
        steps.retain(|(step, after)| *after == to && is_evident(step) && !is_lost);
        play.steps.extend(steps.first().map(|(step, _)| *step));
        position = to;
    }
    Ok(play)
}
