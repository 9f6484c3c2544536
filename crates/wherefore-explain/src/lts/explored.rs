//! A graph with everything that the passes found out about a property on it.
//!
//! The states of the graph are those of the model, or, for a formula that was decided as a game, configurations of runs: these stand
//! for states of the model, and only those are shown.

use super::run::{Run, are_runs, replay};
use std::borrow::Cow;
use wherefore_ir::actions::Formula;
use wherefore_lts::Memory;
use wherefore_lts::configured::Configured;
use wherefore_lts::passes::Passes;
use wherefore_lts::path::{Path, Step};
use wherefore_lts::product::Product;
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::set::Set;

/// A graph that the passes have gone over.
pub struct Explored<'a, R> {
    /// The graph.
    pub route: &'a R,
    /// The product of the graph with the property.
    pub product: &'a Product,
    /// Results of the passes.
    pub passes: &'a Passes,
    /// The neighbourhoods.
    pub neighbourhoods: &'a Set,
    /// The property.
    pub claim: Claim<'a>,
}

/// A property, by how it is decided.
#[derive(Clone, Copy)]
pub enum Claim<'a> {
    /// By single runs.
    Runs(&'a Formula),
    /// As a game.
    Game(&'a Gamed<'a>),
}

/// A property that was decided as a game.
pub struct Gamed<'a> {
    /// The model.
    pub model: &'a Memory,
    /// The configurations of its runs.
    pub configured: &'a Configured,
    /// The formula.
    pub text: &'a str,
    /// Whether runs fail in states that steps lead on from: what is done there may be part of the failure.
    pub goes_on: bool,
}

impl<R: Route> Explored<'_, R> {
    /// Replays runs; refuses if one of them is no counterexample. That a run refutes a formula alone is seen by the formula; of a game it is
    /// known of the configurations that the run comes to.
    pub fn replay(&self, runs: &[&Run]) -> Result<(), Interrupted> {
        let gamed = match self.claim {
            Claim::Runs(formula) => return replay(self.route, formula, runs),
            Claim::Game(gamed) => gamed,
        };
        let in_model: Vec<Cow<'_, Run>> = runs.iter().map(|run| self.in_model(run)).collect();
        let fails = |run: &&Run| run.path.states().any(|(state, inner)| self.passes.violated.contains(state, inner));
        if are_runs(gamed.model, &in_model.iter().map(AsRef::as_ref).collect::<Vec<_>>())? && runs.iter().all(fails) {
            return Ok(());
        }
        Err(Interrupted::Refuted("a run that should fail does not when replayed".to_owned()))
    }
}

impl<R> Explored<'_, R> {
    /// The state of the model that a state stands for.
    pub fn origin(&self, state: u32) -> u32 {
        match self.claim {
            Claim::Runs(_) => state,
            Claim::Game(gamed) => gamed.configured.origin(state),
        }
    }

    /// The states that stand for a state of the model.
    pub fn of_origin(&self, state: u32) -> std::ops::Range<u32> {
        match self.claim {
            Claim::Runs(_) => state..state.saturating_add(1),
            Claim::Game(gamed) => gamed.configured.of_origin(state),
        }
    }

    /// A run as one of the model.
    pub fn in_model<'r>(&self, run: &'r Run) -> Cow<'r, Run> {
        let Claim::Game(gamed) = self.claim else { return Cow::Borrowed(run) };
        let origin = |state| gamed.configured.origin(state);
        let (state, inner) = run.path.start;
        let steps = run.path.steps.iter().map(|step| Step { state: origin(step.state), ..*step }).collect();
        Cow::Owned(Run { path: Path { start: (origin(state), inner), steps }, end: run.end })
    }
}
