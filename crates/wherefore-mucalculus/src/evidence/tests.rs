//! Evidence on small graphs: no strategy of all needs less, and what it says about choices, by reachability.

use super::collect::collect;
use super::{EvidenceStep, Won, evidence};
use crate::decide::Limits;
use crate::domains::domains;
use crate::expand::Expansion;
use crate::game::Player;
use crate::labels::labels;
use crate::strategy::check_strategy;
use crate::{Listed, normal, read, solve};
use std::collections::BTreeSet;
use wherefore_diag::FileId;
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

const FORMULAS: &[&str] = &[
    "[true*] <a> true",
    "<true* . a> true && <true* . b> true",
    "[true* . a] <true* . b> true",
    "nu X . mu Y . (<a> X || <b> Y)",
    "mu X . (<a> true || [true] X && <true> true)",
    "[a] <b> <a> true || <b> [b] false",
    "nu X . (<a> <b> X && [b] <true> true)",
    "mu X . nu Y . ([a] X && [b] Y && <true> true)",
    "<true . a> true && <true . b> true && <true . true . true> true",
    "[true] (<true . a> true || <true . b> true || <c> <c> true)",
    "<true* . a> <true* . b> true && <true* . c> true",
];
/// The most strategies of a game that are tried.
const MOST: usize = 3_000;

type Transitions = Vec<(u32, &'static str, u32)>;

fn random_graph(random: &mut Random) -> (u32, Transitions) {
    let states = 2 + random.below(4) as u32;
    let mut transitions: Transitions = Vec::new();
    for _ in 0..=random.below(3 * states as usize) {
        let (from, to) = (random.below(states as usize) as u32, random.below(states as usize) as u32);
        let step = (from, ["a", "b", "c"][random.below(3)], to);
        if !transitions.iter().any(|t| (t.0, t.2) == (from, to)) {
            transitions.push(step);
        }
    }
    (states, transitions)
}

/// Calls `visit` with the game of a formula on a graph.
fn on_game(text: &str, transitions: &Transitions, visit: impl FnOnce(&mut Expansion<'_>, u32)) {
    let document = read(FileId(0), text).expect("a formula");
    let normal = normal::of(&document).expect("a meaning");
    let graph = Listed::new(0, transitions);
    let labels = labels(&graph);
    assert!(domains(&normal, &labels).is_ok_and(|domains| domains.is_empty()));
    let mut expansion = Expansion::new(&normal, &graph, &labels, &[], Limits::default());
    let first = expansion.build(&Stop::new()).expect("a game");
    visit(&mut expansion, first);
}

/// All strategies of a player that differ in a position where there is something to choose; none if there are too many.
fn strategies(expansion: &Expansion<'_>, player: Player) -> Vec<Vec<u32>> {
    let game = &expansion.game;
    let mut found = vec![(0..game.positions() as u32).map(|p| game.moves(p)[0]).collect::<Vec<u32>>()];
    for position in (0..game.positions() as u32).filter(|p| game.owner(*p) == player && game.moves(*p).len() > 1) {
        let with = |strategy: &Vec<u32>, to: u32| {
            let mut strategy = strategy.clone();
            strategy[position as usize] = to;
            strategy
        };
        found =
            found.iter().flat_map(|s| game.moves(position).iter().map(|to| with(s, *to)).collect::<Vec<_>>()).collect();
        if found.len() > MOST {
            return Vec::new();
        }
    }
    found
}

fn set(steps: &[EvidenceStep]) -> BTreeSet<(u32, u32, u32)> {
    steps.iter().map(|s| (s.from, s.label, s.to)).collect()
}

#[test]
fn no_strategy_needs_a_part_of_the_evidence() {
    let seed = seed(32);
    let (mut compared, mut tried, mut improved) = (0, 0, 0);
    for case in 0..cases(300) {
        let mut random = Random::new(seed.wrapping_mul(999_983).wrapping_add(case));
        let (_, transitions) = random_graph(&mut random);
        let text = FORMULAS[random.below(FORMULAS.len())];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {transitions:?}");
        on_game(text, &transitions, |expansion, first| {
            let solved = solve(&expansion.game, &Stop::new()).expect("solved");
            let player = solved.winner[first as usize];
            let won = Won { first, player, winner: &solved.winner };
            let mut strategy = solved.strategy.clone();
            let before = set(&collect(expansion, &won, &strategy).expect("collected"));
            let found = evidence(expansion, &won, &mut strategy, &Stop::new()).expect("evidence");
            assert!(found.is_least, "{place}: too large for small graphs");
            let own = set(&found.transitions);
            assert!(own.is_subset(&before), "{place}: {own:?} is no part of {before:?}");
            improved += usize::from(own.len() < before.len());
            compared += 1;
            for other in strategies(expansion, player) {
                if check_strategy(&expansion.game, first, player, &other).is_err() {
                    continue;
                }
                tried += 1;
                let needed = set(&collect(expansion, &won, &other).expect("collected"));
                assert!(needed == own || !needed.is_subset(&own), "{place}: {needed:?} is enough, not {own:?}");
            }
        });
    }
    counted(compared, "games with evidence");
    counted(tried, "strategies that win");
    counted(improved, "games whose first strategy needs more than the evidence");
}

/// Whether an `a` can come from a state on.
fn comes(transitions: &Transitions, state: u32) -> bool {
    let (mut seen, mut next) = (vec![state], 0);
    while let Some(at) = seen.get(next).copied() {
        next += 1;
        for (_, label, to) in transitions.iter().filter(|t| t.0 == at) {
            if *label == "a" {
                return true;
            }
            if !seen.contains(to) {
                seen.push(*to);
            }
        }
    }
    false
}

#[test]
fn choices_that_avoid_an_action_are_those_behind_which_it_cannot_come() {
    let seed = seed(33);
    let mut avoiding = 0;
    for case in 0..cases(300) {
        let mut random = Random::new(seed.wrapping_mul(999_979).wrapping_add(case));
        let (_, transitions) = random_graph(&mut random);
        let (text, wanted) = [("[true* . a] false", false), ("<true* . a> true", true)][random.below(2)];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {transitions:?}");
        if !comes(&transitions, 0) {
            continue;
        }
        let document = read(FileId(0), text).expect("a formula");
        let graph = Listed::new(0, &transitions);
        let decision =
            crate::decide_with_evidence(&document, &graph, Limits::default(), &Stop::new()).expect("decided");
        assert_eq!(decision.holds, wanted, "{place}");
        let (evidence, play) = (decision.evidence.expect("evidence"), decision.play.expect("a run"));
        assert_eq!(evidence.transitions.len(), play.steps.len(), "{place}: the evidence is one run");
        let mut on_run: Vec<u32> = vec![0];
        on_run.extend(play.steps.iter().map(|step| step.state));
        on_run.pop();
        let label = |label: u32| crate::Graph::label(&graph, label);
        let found: BTreeSet<_> = evidence.avoiding.iter().map(|(from, l, to)| (*from, label(*l), *to)).collect();
        let avoids = |t: &&(u32, &str, u32)| on_run.contains(&t.0) && t.1 != "a" && !comes(&transitions, t.2);
        let expected: BTreeSet<_> = transitions.iter().filter(avoids).copied().collect();
        assert_eq!(found, expected, "{place}");
        avoiding += found.len();
    }
    counted(avoiding, "transitions that avoid the action");
}

/// The transitions that begin where the initial state leads.
fn reachable(transitions: &Transitions) -> BTreeSet<(u32, &'static str, u32)> {
    let (mut seen, mut next) = (vec![0], 0);
    while let Some(at) = seen.get(next).copied() {
        next += 1;
        for (_, _, to) in transitions.iter().filter(|t| t.0 == at) {
            if !seen.contains(to) {
                seen.push(*to);
            }
        }
    }
    transitions.iter().filter(|t| seen.contains(&t.0)).copied().collect()
}

#[test]
fn whatever_the_other_player_can_choose_is_in_the_evidence() {
    let seed = seed(34);
    let (mut held, mut failed) = (0, 0);
    for case in 0..cases(300) {
        let mut random = Random::new(seed.wrapping_mul(999_961).wrapping_add(case));
        let (_, transitions) = random_graph(&mut random);
        // The player who wins these has no step to choose but the last: the other one goes wherever the graph leads.
        let (text, wanted) = [("[true*] <true> true", true), ("<true*> [true] false", false)][random.below(2)];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {transitions:?}");
        let document = read(FileId(0), text).expect("a formula");
        let graph = Listed::new(0, &transitions);
        let decision =
            crate::decide_with_evidence(&document, &graph, Limits::default(), &Stop::new()).expect("decided");
        if decision.holds != wanted {
            continue;
        }
        let evidence = decision.evidence.expect("evidence");
        let label = |label: u32| crate::Graph::label(&graph, label);
        let found: BTreeSet<_> = evidence.transitions.iter().map(|s| (s.from, label(s.label), s.to)).collect();
        let expected: BTreeSet<_> = reachable(&transitions);
        assert_eq!(found, expected.iter().map(|(from, label, to)| (*from, *label, *to)).collect(), "{place}");
        (held, failed) = (held + usize::from(wanted), failed + usize::from(!wanted));
    }
    counted(held, "formulas that hold of whole graphs");
    counted(failed, "formulas that fail on whole graphs");
}
