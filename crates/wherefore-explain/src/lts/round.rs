//! Rounds: what decides in a system that fails sooner or later whatever it does.
//!
//! Where nothing ever rules the failure out, it is sealed in the initial state, and no later choice is a neighbourhood. That
//! is right and helps nobody: a protocol that runs for ever is judged by its rounds. A round begins in a state, its home, and
//! ends where the run comes back to it. The escape is the last state of the run from which it can come back without the
//! failure. Behind it no run comes back to the home before it fails.

use super::classes::BATCH;
use super::explored::Explored;
use super::run::Run;
use crate::result::lts::Round;
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_ir::actions::End;
use wherefore_lts::moves::Direction;
use wherefore_lts::neighbourhood::{Choice, places};
use wherefore_lts::route::{Interrupted, Route, Spread};
use wherefore_lts::set::Set;

/// The states at the beginning of a run that are tried as home.
const MOST_HOMES: usize = 8;
/// The most product states whose moves are counted.
const MOST_COUNTED: usize = 200_000;
/// The most actions that are listed.
const MOST_BACK: usize = 20;

/// A round, and the product states from which a run can come back to its home without the failure.
pub struct Rounds {
    /// The round of the run that is shown.
    pub round: Round,
    set: Arc<Set>,
}

/// The round that a run fails in; none if the failure can be ruled out, or if no state of its beginning can be reached again.
pub fn rounds(explored: &Explored<'_, impl Route>, run: &Run) -> Result<Option<Rounds>, Interrupted> {
    let Explored { product, passes, .. } = explored;
    let is_sealed = product.is_safety() && !passes.returning.contains(product.initial, 0);
    if !is_sealed || run.end != End::Open {
        return Ok(None);
    }
    for home in 0..run.path.steps.len().min(MOST_HOMES) {
        if let Some(found) = explored.round(run, home)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

impl<R: Route> Explored<'_, R> {
    fn round(&self, run: &Run, home: usize) -> Result<Option<Rounds>, Interrupted> {
        let Some((state, _)) = run.path.at(home) else { return Ok(None) };
        let state = self.origin(state);
        let set = self.back_to(state)?;
        // From a state before one that can come back the run can come back too.
        let behind = &run.path.steps[home..];
        let escape = home + behind.partition_point(|step| set.contains(step.state, step.inner));
        let (Some(at), Some(taken)) = (run.path.at(escape), run.path.steps.get(escape)) else { return Ok(None) };
        if !set.contains(at.0, at.1) {
            return Ok(None);
        }
        let place = places(self.route, self.product, self.passes, &[at])?.remove(0);
        let leads_back = |c: &&Choice| c.inner.is_some_and(|q| set.contains(c.edge.end, q));
        let mut back: Vec<u32> = place.choices.iter().filter(leads_back).map(|c| c.edge.label).collect();
        back.dedup();
        if back.is_empty() {
            return Ok(None);
        }
        let name = |label: u32| self.route.labels().name(label).to_owned();
        let round = Round {
            home,
            state,
            escape,
            at: self.origin(at.0),
            taken: name(taken.label),
            back_total: back.len(),
            back: back.into_iter().take(MOST_BACK).map(name).collect(),
        };
        Ok(Some(Rounds { round, set }))
    }

    /// The product states from which a state of the model is reached before the failure.
    fn back_to(&self, state: u32) -> Result<Arc<Set>, Interrupted> {
        let within = Arc::new(self.passes.live.set.minus(&self.passes.violated));
        let from = Set::new(self.product.shape);
        let inner = |state| (0..self.product.automaton.states()).map(move |q| (state, q));
        let all = self.of_origin(state).flat_map(inner);
        all.filter(|(s, q)| within.contains(*s, *q)).for_each(|(s, q)| from.insert(s, q));
        let spread = Spread {
            moves: self.product.moves.clone(),
            direction: Direction::Backward,
            from: Arc::new(from),
            within: Some(within),
            limit: None,
            levels: false,
        };
        Ok(self.route.spread(&spread)?.set)
    }

    /// How often each label leaves the states from which a run can come back, other than by the failure itself, and how
    /// often it stays among them.
    pub fn leaving(&self, rounds: &Rounds) -> Result<BTreeMap<u32, Leaving>, Interrupted> {
        let mut found: BTreeMap<u32, Leaving> = BTreeMap::new();
        let mut all = rounds.set.iter().take(MOST_COUNTED);
        loop {
            let batch: Vec<(u32, u32)> = all.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(found);
            }
            let places = places(self.route, self.product, self.passes, &batch)?;
            for choice in places.iter().flat_map(|p| &p.choices) {
                let counts = found.entry(choice.edge.label).or_default();
                let stays = choice.inner.is_some_and(|q| rounds.set.contains(choice.edge.end, q));
                let breaks = choice.inner.is_some_and(|q| self.product.is_broken(choice.edge.end, q));
                counts.leaves += u64::from(!stays && !breaks);
                counts.breaks += u64::from(breaks);
                counts.stays += u64::from(stays);
            }
        }
    }
}

/// How often a label leaves the states from which a run can come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaving {
    /// Moves that leave them, other than by the failure itself.
    pub leaves: u64,
    /// Moves that are the failure.
    pub breaks: u64,
    /// Moves that stay among them.
    pub stays: u64,
}
