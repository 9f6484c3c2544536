//! Runs that refute a formula alone are as short as they can be: against distances between all pairs of states.

use wherefore_diag::FileId;
use wherefore_mucalculus::{Limits, Listed, NoDecision, decide, read};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

type Transitions = Vec<(u32, &'static str, u32)>;

/// No way.
const FAR: usize = 1_000;

/// Steps between all states along some of the transitions; a way from a state to itself has one step at least.
fn distances(states: usize, transitions: &Transitions, counts: &dyn Fn(&str) -> bool) -> Vec<Vec<usize>> {
    let mut steps = vec![vec![FAR; states]; states];
    for (from, label, to) in transitions.iter().filter(|t| counts(t.1)) {
        let _ = label;
        steps[*from as usize][*to as usize] = 1;
    }
    for over in 0..states {
        for from in 0..states {
            for to in 0..states {
                steps[from][to] = steps[from][to].min(steps[from][over] + steps[over][to]);
            }
        }
    }
    steps
}

/// The least number of steps of a run to a state and what it needs there: along transitions that count on the way.
fn least(states: usize, on_the_way: &[Vec<usize>], there: &dyn Fn(usize) -> usize) -> Option<usize> {
    let way = |to: usize| if to == 0 { 0 } else { on_the_way[0][to] };
    (0..states).map(|state| way(state) + there(state)).min().filter(|steps| *steps < FAR)
}

/// Formulas, each with the length of the shortest run that refutes it alone.
fn expected(states: usize, transitions: &Transitions) -> [(&'static str, Option<usize>); 4] {
    let all = distances(states, transitions, &|_| true);
    let quiet = distances(states, transitions, &|label| label != "a");
    let can =
        |state: usize, counts: &dyn Fn(&str) -> bool| transitions.iter().any(|t| t.0 as usize == state && counts(t.1));
    let dead = |state: usize| if can(state, &|_| true) { FAR } else { 0 };
    let acts = |state: usize| if can(state, &|label| label == "a") { 1 } else { FAR };
    [
        ("[true* . a] false", least(states, &all, &acts)),
        ("mu X . ([!a] X && <true> true)", least(states, &quiet, &|state| dead(state).min(quiet[state][state]))),
        ("nu X . mu Y . ([a] X && [!a] Y)", least(states, &all, &|state| quiet[state][state])),
        (
            "nu X . mu Y . ([a] X && [!a] Y && <true> true)",
            least(states, &all, &|state| dead(state).min(quiet[state][state])),
        ),
    ]
}

#[test]
fn runs_that_refute_alone_are_shortest() {
    let seed = seed(33);
    let (mut ended, mut looping) = (0, 0);
    for case in 0..cases(400) {
        let mut random = Random::new(seed.wrapping_mul(1_000_033).wrapping_add(case));
        let states = 1 + random.below(7);
        let state = |random: &mut Random| random.below(states) as u32;
        let step = |random: &mut Random| (state(random), ["a", "b", "c"][random.below(3)], state(random));
        let transitions: Transitions = (0..random.below(3 * states)).map(|_| step(&mut random)).collect();
        let graph = Listed::new(0, &transitions);
        for (text, steps) in expected(states, &transitions) {
            let place = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {transitions:?}");
            let document = read(FileId(0), text).expect("a formula");
            let decision = decide(&document, &graph, Limits::default(), &Stop::new());
            let decision = decision.unwrap_or_else(|why: NoDecision| panic!("{place}: {why:?}"));
            assert_eq!(decision.holds, steps.is_none(), "{place}");
            let Some(play) = decision.play else { continue };
            assert!(play.forced, "{place}: the run does not decide alone");
            assert_eq!(Some(play.steps.len()), steps, "{place}: {:?}", play.steps);
            ended += usize::from(play.repeats.is_none());
            looping += usize::from(play.repeats.is_some());
        }
    }
    counted(ended, "runs that end");
    counted(looping, "runs that repeat for ever");
}
