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
    /// From where the property fails in any case: known for safety properties, and of other ones for some states.
    pub inevitable: Option<Arc<Set>>,
}

impl Passes {
    /// Whether the property fails.
    pub fn fails(&self) -> bool {
        !self.violated.is_empty()
    }

    /// Runs the passes that a verdict needs: those behind them find nothing.
    pub fn verdict(route: &impl Route, product: &Product) -> Result<Passes, Interrupted> {
        let Begun { reachable, violated, avoiding, live } = Begun::run(route, product)?;
        Ok(Passes {
            reachable,
            violated,
            avoiding,
            live,
            returning: Arc::new(Set::new(product.shape)),
            inevitable: None,
        })
    }

    /// Runs the passes.
    pub fn run(route: &impl Route, product: &Product) -> Result<Passes, Interrupted> {
        let begun = Begun::run(route, product)?;
        let ended = product.automaton.is_safety().then(|| begun.violated.clone());
        begun.finish(route, product, ended.as_ref())
    }

    /// Runs the passes where it is known in which states runs fail, and which of these nothing leaves.
    pub fn given(
        route: &impl Route,
        product: &Product,
        violated: Arc<Set>,
        ended: &Arc<Set>,
    ) -> Result<Passes, Interrupted> {
        let reachable = reachable(route, product)?;
        let live = route.spread(&backward(product, &violated, &reachable.set, true))?;
        Begun { reachable, violated, avoiding: Vec::new(), live }.finish(route, product, Some(ended))
    }
}

/// Results of the first passes, which decide whether the property fails.
struct Begun {
    reachable: Reached,
    violated: Arc<Set>,
    avoiding: Vec<Arc<Set>>,
    live: Reached,
}

impl Begun {
    fn run(route: &impl Route, product: &Product) -> Result<Begun, Interrupted> {
        let reachable = reachable(route, product)?;
        let (violated, avoiding) = violations(route, product, &reachable.set)?;
        let live = route.spread(&backward(product, &violated, &reachable.set, true))?;
        Ok(Begun { reachable, violated, avoiding, live })
    }

    /// Runs the other passes. In the states of `ended` the property has failed for good.
    fn finish(self, route: &impl Route, product: &Product, ended: Option<&Arc<Set>>) -> Result<Passes, Interrupted> {
        let Begun { reachable, violated, avoiding, live } = self;
        let correct = Arc::new(sources_of_correct(route, product, &reachable.set, &live.set)?);
        let returning = route.spread(&backward(product, &correct, &live.set, false))?.set;
        // From a state of R there is a run that does not fail: it cannot be attracted.
        let doomed = Arc::new(live.set.minus(&returning));
        let attracted = |ended| route.attract(&backward(product, ended, &doomed, false), OnUndefined::Escapes);
        let inevitable = ended.map(attracted).transpose()?;
        Ok(Passes { reachable, violated, avoiding, live, returning, inevitable })
    }
}

/// The product states that runs come to.
fn reachable(route: &impl Route, product: &Product) -> Result<Reached, Interrupted> {
    route.spread(&Spread {
        moves: product.moves.clone(),
        direction: Direction::Forward,
        from: Arc::new(Set::single(product.shape, product.initial, 0)),
        within: None,
        limit: None,
        levels: true,
    })
}

/// A set that grows against the moves, within another.
fn backward(product: &Product, from: &Arc<Set>, within: &Arc<Set>, levels: bool) -> Spread {
    Spread {
        moves: product.moves.clone(),
        direction: Direction::Backward,
        from: from.clone(),
        within: Some(within.clone()),
        limit: None,
        levels,
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
