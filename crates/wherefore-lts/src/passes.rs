//! The three passes: what can be reached, what can still fail, what can still be saved.
//!
//! *Reachable* spreads forwards from the initial state and stops at violations. *Live* spreads backwards from the
//! violations: from its states the property can fail. A move from live to not live is *correct*: it avoids the failure. The
//! *returning* states, R in the literature, spread backwards from the sources of correct moves inside live: from them the
//! failure can still be avoided. A move into R is *neutral*, one to a live state outside of R is *incorrect*. For a safety
//! property, live states outside of R fail whatever happens, if the run is fair; those that are attracted by the violations
//! fail in any case. For a liveness property they only stay live for ever.

use crate::moves::Direction;
use crate::product::Product;
use crate::route::{Interrupted, Leaving, OnUndefined, Reached, Route, Spread};
use crate::set::Set;
use crate::violation::violations;
use std::sync::Arc;

/// Results of the passes.
#[derive(Debug)]
pub struct Passes {
    /// Reachable product states, with the steps from the initial state.
    pub reachable: Reached,
    /// Where the property is violated.
    pub violated: Arc<Set>,
    /// For each action that is waited for, the states of the graph from which it can be avoided for ever.
    pub avoiding: Vec<Arc<Set>>,
    /// From where it can fail, with the steps to the nearest violation.
    pub live: Reached,
    /// From where the failure can still be avoided: R.
    pub returning: Arc<Set>,
    /// From where the property fails in any case: known for safety properties.
    pub inevitable: Option<Arc<Set>>,
}

impl Passes {
    /// Whether the property fails.
    pub fn fails(&self) -> bool {
        !self.violated.is_empty()
    }

    /// Runs the passes.
    pub fn run(route: &impl Route, product: &Product) -> Result<Passes, Interrupted> {
        let start = Set::single(product.shape, product.initial, 0);
        let spread = |direction, from: Arc<Set>, within: Option<&Arc<Set>>, levels| Spread {
            moves: product.moves.clone(),
            direction,
            from,
            within: within.cloned(),
            limit: None,
            levels,
        };
        let reachable = route.spread(&spread(Direction::Forward, Arc::new(start), None, true))?;
        let (violated, avoiding) = violations(route, product, &reachable.set)?;
        let backward =
            |from: &Arc<Set>, within, levels| spread(Direction::Backward, from.clone(), Some(within), levels);
        let live = route.spread(&backward(&violated, &reachable.set, true))?;
        let correct = Arc::new(sources_of_correct(route, product, &reachable.set, &live.set)?);
        let returning = route.spread(&backward(&correct, &live.set, false))?.set;
        // From a state of R there is a run that does not fail: it cannot be attracted.
        let doomed = Arc::new(live.set.minus(&returning));
        let inevitable = match product.automaton.is_safety() {
            true => Some(route.attract(&backward(&violated, &doomed, false), OnUndefined::Escapes)?),
            false => None,
        };
        Ok(Passes { reachable, violated, avoiding, live, returning, inevitable })
    }
}

/// The live product states with a move to one that is not: a step back from the reachable ones that are not live, and
/// those whose automaton state some label leads to where nothing can fail.
fn sources_of_correct(
    route: &impl Route,
    product: &Product,
    reachable: &Set,
    live: &Arc<Set>,
) -> Result<Set, Interrupted> {
    let safe = Arc::new(reachable.minus(live));
    let step = Spread {
        moves: product.moves.clone(),
        direction: Direction::Backward,
        from: safe.clone(),
        within: Some(live.clone()),
        limit: Some(1),
        levels: false,
    };
    let sources = route.spread(&step)?.set.minus(&safe);
    let drops = product.dropping();
    if drops.contains(&true) {
        let among = Set::new(product.shape);
        live.iter().filter(|(_, q)| drops[*q as usize]).for_each(|(s, q)| among.insert(s, q));
        let kernel = Leaving::new(product.moves.clone(), &among, live, OnUndefined::Escapes);
        route.sweep(Some(&among), &kernel)?;
        sources.join(&kernel.found);
    }
    Ok(sources)
}
