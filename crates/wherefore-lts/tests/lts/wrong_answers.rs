//! Wrong answers of the passes are planted: which ones the tally refuses, and which it cannot see.
//!
//! One product state is taken from or added to one of the three sets, and all moves are counted again. A lie shows if some
//! move, or another set, contradicts it:
//!
//! - *reachable without x* always shows: a reachable state has a move to x, or x is the initial one.
//! - *reachable with y* shows if y is bad or a forbidden end, has a move to a state that is not reachable, or to a live or returning one while y
//!   is neither. Otherwise nothing that is counted changes, unless y is in the other sets too.
//! - *live without x* shows if x is a violation or returning, if it has a move to another live state, or if a live state
//!   outside of R has a move to x, which then seems correct.
//! - *live with y* shows if y has a move to another state, which then seems correct while y is not returning, or if a
//!   state that is not live has a move to y. It does not show for an end, or a state with loops only, that just live
//!   states lead to.
//! - *returning without x* always shows: x has a correct move or one to another returning state.
//! - *returning with y* shows if y is bad or not live, or if a reachable state outside of R has a move to y. It does not show
//!   if y is met from R only: the incorrect moves to y are then taken for neutral ones.
//!
//! The test works out from single moves what must show, and the tally must refuse exactly that.

#![expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test says how many lies it planted")]

use crate::formulas::{Random, formula, seed};
use crate::support::{Analysis, Lts, random_formula, random_lts};
use std::sync::Arc;
use wherefore_lts::passes::Passes;
use wherefore_lts::route::{Interrupted, Reached};
use wherefore_lts::set::Set;
use wherefore_lts::tally::Tally;
use wherefore_test::cases;

/// A product state.
type At = (u32, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    ReachableWithout,
    ReachableWith,
    LiveWithout,
    LiveWith,
    ReturningWithout,
    ReturningWith,
}

use Lie::{LiveWith, LiveWithout, ReachableWith, ReachableWithout, ReturningWith, ReturningWithout};

const LIES: [Lie; 6] = [ReachableWithout, ReachableWith, LiveWithout, LiveWith, ReturningWithout, ReturningWith];

/// The set with one product state more or less.
fn flipped(set: &Set, (state, inner): At) -> Arc<Set> {
    let set = set.clone();
    if set.contains(state, inner) {
        set.remove(state, inner as usize / 64, 1 << (inner % 64));
    } else {
        set.insert(state, inner);
    }
    Arc::new(set)
}

/// The passes with one lie in them.
fn with_lie(passes: &Passes, lie: Lie, at: At) -> Passes {
    let change = |set: &Arc<Set>, kinds: [Lie; 2]| if kinds.contains(&lie) { flipped(set, at) } else { set.clone() };
    Passes {
        reachable: Reached { set: change(&passes.reachable.set, [ReachableWithout, ReachableWith]), levels: None },
        violated: passes.violated.clone(),
        avoiding: passes.avoiding.clone(),
        live: Reached { set: change(&passes.live.set, [LiveWithout, LiveWith]), levels: None },
        returning: change(&passes.returning, [ReturningWithout, ReturningWith]),
        inevitable: passes.inevitable.clone(),
    }
}

/// The product states about which a lie is possible.
fn victims(analysis: &Analysis, lie: Lie) -> Vec<At> {
    let passes = &analysis.passes;
    let all = (0..analysis.product.shape.states())
        .flat_map(|s| (0..analysis.product.automaton.states()).map(move |q| (s, q)));
    let (reachable, live, returning) = (&passes.reachable.set, &passes.live.set, &passes.returning);
    match lie {
        ReachableWithout => reachable.iter().collect(),
        ReachableWith => all.filter(|at| !reachable.contains(at.0, at.1)).collect(),
        LiveWithout => live.iter().collect(),
        LiveWith => reachable.minus(live).iter().collect(),
        ReturningWithout => returning.iter().collect(),
        ReturningWith => live.minus(returning).iter().collect(),
    }
}

/// A system with the moves of its product, for looking at single ones.
struct Moves<'a> {
    analysis: &'a Analysis,
}

impl Moves<'_> {
    /// Where the moves of a product state lead; none for moves after which nothing can fail.
    fn from(&self, (state, inner): At) -> Vec<Option<At>> {
        if self.analysis.product.automaton.bad() == Some(inner) {
            return Vec::new();
        }
        let to =
            |edge: &wherefore_lts::row::Edge| Some((edge.end, self.analysis.product.moves.step(inner, edge.label)?));
        self.analysis.row(state).iter().map(to).collect()
    }

    /// Whether one of these has a move to a product state that is another one.
    fn enter(&self, among: &Set, to: At) -> bool {
        among.iter().any(|from| from != to && self.from(from).contains(&Some(to)))
    }

    /// Whether something contradicts a lie, as the head of this file says.
    fn show(&self, lie: Lie, at: At) -> bool {
        let passes = &self.analysis.passes;
        let (reachable, live, returning) = (&passes.reachable.set, &passes.live.set, &passes.returning);
        let (moves, has) = (self.from(at), |set: &Set, at: At| set.contains(at.0, at.1));
        let leads = |set: &Set| moves.iter().flatten().any(|to| *to != at && has(set, *to));
        let is_bad = self.analysis.product.automaton.bad() == Some(at.1);
        match lie {
            ReachableWithout | ReturningWithout => true,
            ReachableWith => {
                let unreached = moves.iter().flatten().any(|to| *to != at && !has(reachable, *to));
                let ends = self.analysis.row(at.0).is_empty() && self.analysis.product.automaton.on_deadlock(at.1);
                is_bad || ends || unreached || leads(live) || leads(returning)
            }
            LiveWithout => {
                let other = has(&passes.violated, at) || has(returning, at);
                other || leads(live) || self.enter(&live.minus(returning), at)
            }
            LiveWith => moves.iter().any(|to| *to != Some(at)) || self.enter(&reachable.minus(live), at),
            ReturningWith => is_bad || !has(live, at) || self.enter(&reachable.minus(returning), at),
        }
    }
}

/// Plants every lie of one sort; how many were planted and how many refused.
fn plant(analysis: &Analysis, lie: Lie, context: &str) -> (u64, u64) {
    let mut counts = (0, 0);
    for at in victims(analysis, lie) {
        let told = Tally::count(&analysis.route, &analysis.product, &with_lie(&analysis.passes, lie, at));
        let shows = Moves { analysis }.show(lie, at);
        match told {
            Ok(_) => assert!(!shows, "{context}: {lie:?} of {at:?} was believed"),
            Err(why) => {
                let Interrupted::Refuted(words) = why else { panic!("{context}: {why}") };
                assert!(words.contains("contradict each other"), "{context}: {words}");
                assert!(shows, "{context}: {lie:?} of {at:?} was refused, but no move shows it");
                counts.1 += 1;
            }
        }
        counts.0 += 1;
    }
    counts
}

#[test]
fn wrong_answers_are_refused_where_a_move_shows_them() {
    let seed = seed();
    let mut random = Random(seed);
    let mut counts = [(0, 0); 6];
    for case in 0..cases(300) {
        let (lts, text) = (random_lts(&mut random), random_formula(&mut random, case));
        let analysis = Analysis::of(&lts, &formula(&text));
        let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on\n{}", lts.text());
        for (count, lie) in counts.iter_mut().zip(LIES) {
            let (planted, refused) = plant(&analysis, lie, &context);
            *count = (count.0 + planted, count.1 + refused);
        }
    }
    for ((planted, refused), lie) in counts.into_iter().zip(LIES) {
        println!("{lie:?}: {planted} planted, {refused} refused");
        assert!(
            cases(300) < 300 || refused > planted / 4 && planted > 50,
            "{lie:?}: {planted} planted, {refused} refused"
        );
    }
    assert_eq!(counts[4].0, counts[4].1, "a state that is missing in R always shows");
}

/// The limit of the check, by example: a set that is too large is believed where no move shows it.
#[test]
fn a_state_too_many_can_be_believed() {
    let edges = vec![(0, "a", 1), (0, "b", 2), (2, "b", 2)];
    let analysis = Analysis::of(&Lts { initial: 0, states: 3, edges }, &formula("[true* . a] false"));
    let bad = (1, analysis.product.automaton.bad().unwrap());
    let believed = |lie, at| {
        let told = with_lie(&analysis.passes, lie, at);
        Tally::count(&analysis.route, &analysis.product, &told).ok().map(|tally| tally.uses)
    };
    let truth = analysis.tally.uses;
    assert_eq!((truth.correct, truth.incorrect, truth.neutral), (1, 1, 0));
    // A state with a loop only, met from live states only, can fail.
    let uses = believed(LiveWith, (2, 0)).unwrap();
    assert_eq!((uses.correct, uses.incorrect, uses.neutral), (0, 3, 0));
    // A set that is too small is not: the violation itself, the initial state.
    assert_eq!(believed(LiveWithout, bad), None);
    assert_eq!(believed(ReturningWith, bad), None);
    assert_eq!(believed(ReachableWithout, (0, 0)), None);
}
