//! Transitions with which the winner would give the win away.
//!
//! At a state of the evidence the winner is at some positions of the game. Behind each of them lie the modalities among which the
//! winner can choose there. A transition that leaves the evidence avoids what is shown if the winner has the choice of a step at that state,
//! and at none of the positions is there a modality that takes it to a position where the winner still wins.
//! For `[true* . a] false` these are the transitions behind which no `a` can come.

use super::collect::visited;
use super::{Evidence, Won};
use crate::decide::NoDecision;
use crate::expand::{Expansion, FALSE, TRUE};

/// The most transitions that are listed.
const MOST_LISTED: usize = 10_000;

/// Transitions that avoid, in order.
pub fn avoiding(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    strategy: &[u32],
    evidence: &Evidence,
) -> Result<Vec<(u32, u32, u32)>, NoDecision> {
    let (mut winning, mut steps, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for position in modalities(expansion, won, strategy) {
        let Some(state) = expansion.state(position) else { continue };
        states.push(state);
        expansion.transitions(position, &mut steps)?;
        let still = steps.iter().filter(|(_, to)| won.winner[*to as usize] == won.player);
        winning.extend(still.map(|(step, _)| (state, step.label, step.state)));
    }
    // Both come in runs that are in order, or nearly.
    states.sort();
    states.dedup();
    winning.sort();
    let mut found = Vec::new();
    for state in states {
        expansion.graph.visit(state, &mut |label, to| {
            if winning.binary_search(&(state, label, to)).is_err() && !evidence.contains(state, label, to) {
                found.push((state, label, to));
            }
        });
        if found.len() > MOST_LISTED {
            break;
        }
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_LISTED);
    Ok(found)
}

/// The modalities among which the winner can choose where plays of the strategy come.
fn modalities(expansion: &Expansion<'_>, won: &Won<'_>, strategy: &[u32]) -> Vec<u32> {
    let (game, mut found) = (&expansion.game, Vec::new());
    let mut seen = vec![false; game.positions()];
    let mut open = visited(expansion, won, strategy);
    while let Some(position) = open.pop() {
        if matches!(position, TRUE | FALSE) || std::mem::replace(&mut seen[position as usize], true) {
            continue;
        }
        // Fixpoints have one move, whoever owns them.
        let (is_own, moves) = (game.owner(position) == won.player, game.moves(position));
        match expansion.is_modality(position) {
            true if is_own => found.push(position),
            false if is_own || moves.len() == 1 => open.extend(moves),
            _ => {}
        }
    }
    found
}
