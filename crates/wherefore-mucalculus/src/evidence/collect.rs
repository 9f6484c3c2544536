//! Transitions that plays of a strategy take.

use super::{EvidenceStep, Won};
use crate::decide::NoDecision;
use crate::expand::{Expansion, FALSE, TRUE};
use rustc_hash::FxHashSet;

/// The positions that plays of a strategy visit.
pub fn visited(expansion: &Expansion<'_>, won: &Won<'_>, strategy: &[u32]) -> Vec<u32> {
    let game = &expansion.game;
    let mut seen = vec![false; game.positions()];
    let mut found = vec![won.first];
    seen[won.first as usize] = true;
    let mut next = 0;
    while let Some(position) = found.get(next).copied() {
        next += 1;
        let chosen = [strategy[position as usize]];
        let moves = if game.owner(position) == won.player { &chosen } else { game.moves(position) };
        for to in moves {
            if !std::mem::replace(&mut seen[*to as usize], true) {
                found.push(*to);
            }
        }
    }
    found
}

/// All transitions that plays of a strategy take, in order. Of several that lead to the same position the strategy takes one,
/// if there is one of these that is needed anyway.
pub fn collect(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    strategy: &[u32],
) -> Result<Vec<EvidenceStep>, NoDecision> {
    let (mut taken, mut choosing, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for position in visited(expansion, won, strategy) {
        if expansion.game.owner(position) == won.player {
            choosing.push(position);
            continue;
        }
        let Some(from) = expansion.state(position) else { continue };
        expansion.transitions(position, &mut steps)?;
        let kept = steps.iter().filter(|(_, to)| !matches!(*to, TRUE | FALSE));
        taken.extend(kept.map(|(step, _)| EvidenceStep { from, label: step.label, to: step.state, is_chosen: false }));
    }
    taken.sort_unstable();
    taken.dedup();
    // Positions at one state stay in their order: only these compete for a transition.
    choosing.sort_by_key(|position| expansion.state(*position));
    let mut chosen: Vec<EvidenceStep> = Vec::new();
    let mut here: FxHashSet<EvidenceStep> = FxHashSet::default();
    for position in choosing {
        let Some(from) = expansion.state(position) else { continue };
        if chosen.last().is_some_and(|last| last.from != from) {
            here.clear();
        }
        expansion.transitions(position, &mut steps)?;
        steps.retain(|(_, to)| *to == strategy[position as usize]);
        let own = |is_chosen| {
            move |(step, _): &(crate::play::PlayStep, u32)| EvidenceStep {
                from,
                label: step.label,
                to: step.state,
                is_chosen,
            }
        };
        let is_there =
            steps.iter().any(|s| taken.binary_search(&own(false)(s)).is_ok() || here.contains(&own(true)(s)));
        if let (false, Some(step)) = (is_there, steps.first()) {
            chosen.push(own(true)(step));
            here.insert(own(true)(step));
        }
    }
    taken.extend(chosen);
    taken.sort();
    Ok(taken)
}
