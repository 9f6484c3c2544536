//! Evidence: the part of a graph that a winning strategy needs.
//!
//! Plays in which the winner keeps to the strategy take some transitions: those that the strategy chooses, and all that the other
//! player can choose on the way. Together they are the evidence, a graph with the same initial state, labels and values (after
//! Cranen, Luttik, Willemse, "Evidence for Fixpoint Logic", 2015). The strategy wins on the evidence alone, since it never leaves
//! it. And it wins on every graph between the evidence and the whole one: what is added there was there when the strategy
//! was judged, so the other player gains nothing. A transition that the other player could choose is therefore never left
//! out, although the formula may have the same value without it.
//!
//! `[b] <a> true` that holds needs every `b` and one `a` behind each; `[b] <a> true` that fails needs one `b`, behind which no `a` is.

mod avoid;
pub mod choices;
mod collect;
pub mod configurations;
mod endless;
mod least;
#[cfg(test)]
mod tests;

use crate::decide::NoDecision;
use crate::expand::Expansion;
use crate::game::Player;
use crate::strategy::check_strategy;
use wherefore_stop::Stop;

/// A transition of the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvidenceStep {
    /// Where it begins.
    pub from: u32,
    /// The label.
    pub label: u32,
    /// Where it ends.
    pub to: u32,
    /// Whether the winner's strategy chooses it; otherwise the other player can, somewhere.
    pub is_chosen: bool,
}

/// The part of a graph that a winning strategy needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Its transitions in order.
    pub transitions: Vec<EvidenceStep>,
    /// How many states it has, the initial one among them.
    pub states: usize,
    /// Whether each of its transitions was tried and is needed: no strategy wins on a part of it.
    pub is_least: bool,
    /// Transitions of the graph that are not in it, begin at one of its states where the winner has the choice, and give the win
    /// away: behind none of them the winner wins any more.
    pub avoiding: Vec<(u32, u32, u32)>,
}

impl Evidence {
    fn new(transitions: Vec<EvidenceStep>, initial: u32, is_least: bool) -> Evidence {
        let ends = || transitions.iter().flat_map(|step| [step.from, step.to]).chain([initial]);
        let mut seen = vec![false; ends().max().map_or(0, |last| last as usize + 1)];
        let states = ends().filter(|state| !std::mem::replace(&mut seen[*state as usize], true)).count();
        Evidence { transitions, states, is_least, avoiding: Vec::new() }
    }

    /// Whether a transition is in it.
    pub fn contains(&self, from: u32, label: u32, to: u32) -> bool {
        self.transitions.binary_search_by_key(&(from, label, to), |s| (s.from, s.label, s.to)).is_ok()
    }
}

/// A position that is won, and the strategy that wins from there.
pub struct Won<'s> {
    pub first: u32,
    pub player: Player,
    /// The winner of each position.
    pub winner: &'s [Player],
}

/// The evidence of a strategy, after the strategy is changed so that it needs as little as can be had cheaply.
pub fn evidence(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    strategy: &mut [u32],
    stop: &Stop,
) -> Result<Evidence, NoDecision> {
    let initial = expansion.graph.initial();
    let all = collect::collect(expansion, won, strategy)?;
    let mut evidence = match least::least(expansion, won, &all, strategy, stop)? {
        Some(needed) => Evidence::new(needed, initial, true),
        None => Evidence::new(all, initial, false),
    };
    check_strategy(&expansion.game, won.first, won.player, strategy)
        .map_err(|wrong| NoDecision::Refuted(format!("the strategy of the evidence is wrong: {wrong:?}")))?;
    evidence.avoiding = avoid::avoiding(expansion, won, strategy, &evidence)?;
    Ok(evidence)
}
