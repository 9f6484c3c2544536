//! Questions to the lens, and the comparison of its answers with the slow enumeration.

use super::brute::Truth;
use super::keys::{Classes, of_lens};
use super::lower::{Lowered, lower};
use super::machine::Plan;
use super::random;
use std::sync::Arc;
use wherefore_check::{EngineChoice, NoAnswer, Observer, Options, Silent};
use wherefore_explain::Completeness;
use wherefore_explain::machine::enumerate::{Enumeration, MachineProblem};
use wherefore_explain::machine::path_class::Level;
use wherefore_solve::Stop;

/// More places than this are not visited one by one.
const MOST: usize = 20_000;

/// How the lens is to find classes.
#[derive(Clone, Copy, Debug)]
pub enum Route {
    /// By sets of states, on BDDs.
    KeyedReachability,
    /// By bounded search, with a proof by this engine.
    Search(EngineChoice),
}

/// All classes by enumeration; `None` for a machine that is too large.
pub fn truth(plan: &Plan) -> Option<Truth> {
    Truth::of(plan, MOST)
}

/// The machine of a seed. Random properties mostly hold or fail at once, so it is the one of several with most classes; one
/// seed in four is left to chance.
pub fn machine(seed: u64) -> Plan {
    if seed.is_multiple_of(4) {
        return random::plan(seed);
    }
    let classes = |plan: &Plan| {
        let count = truth(plan).map_or(0, |t| t.classes(Level::Spine).len());
        if count > 80 { 0 } else { count }
    };
    let candidates = (0..6).map(|n| random::plan(1_000 * seed + n));
    candidates.max_by_key(classes).expect("there are candidates")
}

fn ask(lowered: &Lowered, level: Level, route: Route) -> Enumeration {
    let engine = if let Route::Search(engine) = route { engine } else { EngineChoice::Bdd };
    let options = Options { engine, ..Options::default() };
    let Lowered { system, graph, good } = lowered;
    let question = MachineProblem { system, graph, good: *good, options: &options, most: usize::MAX };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    match route {
        Route::KeyedReachability => question.by_worklist(level, &Stop::new(), &observer),
        Route::Search(_) => question.by_search(level, &Stop::new(), &observer),
    }
}

/// The classes that the lens finds; the list must be complete.
pub fn classes(lowered: &Lowered, level: Level, route: Route) -> Classes<usize> {
    let found = ask(lowered, level, route);
    let complete = matches!(found.completeness, Completeness::Complete { .. });
    assert!(complete, "{route:?} at level {}: {found:?}", level.word());
    of_lens(&found)
}

/// Where the inputs of the first tick are restricted, engines that think in sets of states may claim runs that there are
/// not; these claims are withdrawn. So the lens may give up on such a machine, but what it says is true.
pub fn check_or_given_up(lowered: &Lowered, truth: &Truth, level: Level, route: Route) {
    let found = ask(lowered, level, route);
    match &found.completeness {
        Completeness::Complete { .. } => assert_eq!(of_lens(&found), truth.classes(level), "{route:?}"),
        Completeness::Stopped { cause: NoAnswer::Refuted(_) | NoAnswer::Unsupported(_), .. } => {
            let expected = truth.classes(level);
            let known = |(key, length): (&_, &_)| expected.get(key) == Some(length);
            assert!(of_lens(&found).iter().all(known), "{route:?}: {found:?}");
        }
        other => panic!("{route:?}: {other:?}"),
    }
}

/// The lens finds the classes that enumeration finds.
pub fn check(lowered: &Lowered, truth: &Truth, level: Level, route: Route) {
    let found = classes(lowered, level, route);
    let (left, right) = (&found, &truth.classes(level));
    assert_eq!(left, right, "left: {route:?}, right: enumeration, level {}", level.word());
}

/// Every route and enumeration agree on a machine at a level; the classes.
pub fn agreed(plan: &Plan, level: Level) -> Classes<usize> {
    let lowered = lower(plan);
    let truth = truth(plan).expect("a small machine");
    for route in [Route::KeyedReachability, Route::Search(EngineChoice::Sat), Route::Search(EngineChoice::Bdd)] {
        check(&lowered, &truth, level, route);
    }
    truth.classes(level)
}
