//! Comparisons of random pairs of small graphs, against brute force: the verdict, the length of what is shown, and the formula, which the
//! model checker for the mu-calculus must find true of one graph and false of the other.

mod naive;

use wherefore_bisimulation::{
    Bisimulation, End, Equivalence, Graph, HIDDEN, Observation, Outcome, Pair, Run, RunStep, Side, compare,
};
use wherefore_diag::FileId;
use wherefore_mucalculus::{Limits, Listed, decide, read};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

const LABELS: u32 = 4;

type Transition = (u32, u32, u32);

fn name(label: u32) -> String {
    if label == HIDDEN { "tau".to_owned() } else { format!("\"L {label}\"") }
}

/// Two graphs, side by side: drawn apart, or the second made from the first by copying states and changing one transition.
fn pair(random: &mut Random) -> (Pair, Vec<Transition>, u32) {
    let states = random.between(1, 5) as u32;
    let labels = random.between(2, LABELS as usize);
    let graph = |random: &mut Random, first: u32, count: u32| {
        let edges = random.between(0, 3 * count as usize);
        let state = |random: &mut Random| first + random.below(count as usize) as u32;
        (0..edges).map(|_| (state(random), random.below(labels) as u32, state(random))).collect::<Vec<Transition>>()
    };
    let mut all = graph(random, 0, states);
    let others = random.between(1, 5) as u32;
    if random.chance(30) {
        all.extend(graph(random, states, others));
        return (Pair { graph: Graph::new(states + others, &all), first: 0, second: states }, all, states);
    }
    // A copy, with a step that leads to a new state of the same kind, or with hidden steps put in; and often a changed transition.
    let mut copy: Vec<Transition> = all.iter().map(|(from, label, to)| (from + states, *label, to + states)).collect();
    let new = 2 * states;
    let twin = states + random.below(states as usize) as u32;
    if random.chance(50) {
        let own: Vec<Transition> = copy.iter().filter(|t| t.0 == twin).map(|t| (new, t.1, t.2)).collect();
        copy.extend(own);
    } else {
        copy.push((new, HIDDEN, twin));
    }
    copy.iter_mut().filter(|t| t.2 == twin && t.0 != new).for_each(|t| t.2 = if t.1 == 1 { new } else { t.2 });
    if random.chance(50) && !copy.is_empty() {
        let place = random.below(copy.len());
        copy[place].2 = states + random.below(states as usize + 1) as u32;
    }
    all.extend(copy);
    (Pair { graph: Graph::new(new + 1, &all), first: 0, second: states }, all, states)
}

fn holds(text: &str, all: &[Transition], initial: u32) -> bool {
    let names: Vec<String> = (0..LABELS).map(|label| name(label).trim_matches('"').to_owned()).collect();
    let list: Vec<(u32, &str, u32)> = all.iter().map(|t| (t.0, names[t.1 as usize].as_str(), t.2)).collect();
    let document = read(FileId(0), text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
    decide(&document, &Listed::new(initial, &list), Limits::default(), &Stop::new()).expect("a verdict").holds
}

/// The states after some hidden steps and a label.
fn after(graph: &Graph, state: u32, hidden: u32, label: u32) -> Vec<u32> {
    let mut now = vec![state];
    for label in (0..hidden).map(|_| HIDDEN).chain([label]) {
        now = now.iter().flat_map(|s| graph.steps(*s)).filter(|s| s.label == label).map(|s| s.to).collect();
        now.sort_unstable();
        now.dedup();
    }
    now
}

fn check_run(pair: &Pair, run: &Run, is_weak: bool) -> Result<(), String> {
    let mut now = [pair.first, pair.second];
    for RunStep { label, states, hidden } in &run.steps {
        for side in 0..2 {
            let stays = *label == HIDDEN && states[side] == now[side];
            if !stays && !after(&pair.graph, now[side], hidden[side], *label).contains(&states[side]) {
                return Err(format!("no step {label} to {states:?} from {now:?}"));
            }
        }
        now = *states;
    }
    let most = if is_weak { pair.graph.states() } else { 0 };
    let can = |side: Side, label: u32| (0..=most).any(|n| !after(&pair.graph, now[side as usize], n, label).is_empty());
    let has = |side: Side, label: u32| !after(&pair.graph, now[side as usize], 0, label).is_empty();
    let is_shown = match &run.end {
        End::Can(side, label) => {
            can(*side, *label) && (run.has_choices || !can(side.other(), *label) || !run.steps.is_empty())
        }
        End::ForEver(side) => !after(&pair.graph, now[*side as usize], pair.graph.states(), HIDDEN).is_empty(),
        End::Refuses(side, refused) => !has(*side, HIDDEN) && !refused.iter().any(|label| has(*side, *label)),
    };
    if is_shown { Ok(()) } else { Err(format!("the end {:?} is not seen at {now:?}", run.end)) }
}

/// Compares random pairs; how many were equal and different.
fn sweep(equivalence: Equivalence, expected: impl Fn(&Pair) -> Option<usize>) {
    let seed = seed(30);
    let (mut equal, mut different, mut longest) = (0, 0, 0);
    for case in 0..cases(150) {
        let mut random = Random::stream(seed, case);
        let (pair, all, _) = pair(&mut random);
        let place = format!(
            "WHEREFORE_SEED={seed}, case {case}: {equivalence:?} on {all:?}, {} and {}",
            pair.first, pair.second
        );
        let parted = expected(&pair);
        let outcome =
            compare(&pair, equivalence, 1 << 30, &Stop::new()).unwrap_or_else(|why| panic!("{place}: {why:?}"));
        let found = match outcome {
            Outcome::Equal(_) => {
                assert_eq!(parted, None, "{place}");
                equal += 1;
                continue;
            }
            Outcome::Different(found) => found,
        };
        different += 1;
        let Some(parted) = parted else { panic!("{place}: they are equal") };
        let text = found.text(&name, 1 << 20).expect("a text");
        let (one, two) = match found.side {
            Side::First => (pair.first, pair.second),
            Side::Second => (pair.second, pair.first),
        };
        assert!(holds(&text, &all, one), "{place}: {text} is not true of the one");
        assert!(!holds(&text, &all, two), "{place}: {text} is not false of the other");
        let is_weak = equivalence != Equivalence::Bisimulation(Bisimulation::Strong)
            && equivalence != Equivalence::Runs(Observation::Traces);
        check_run(&pair, &found.run, is_weak).unwrap_or_else(|why| panic!("{place}: {text}: {why}"));
        let labels = found.run.steps.iter().filter(|step| !is_weak || step.label != HIDDEN).count();
        let length = labels + usize::from(matches!(found.run.end, End::Can(..)));
        match equivalence {
            Equivalence::Runs(_) => assert_eq!(length, parted, "{place}: {text}"),
            Equivalence::Bisimulation(Bisimulation::Strong) => assert!(length <= parted, "{place}: {text}"),
            Equivalence::Bisimulation(_) => {}
        }
        longest = longest.max(length);
    }
    counted(equal, "pairs are equal");
    counted(different, "pairs differ");
    counted(longest, "steps show the longest difference");
}

fn bisimulation(kind: Bisimulation) {
    sweep(Equivalence::Bisimulation(kind), |pair| {
        let round = naive::rounds(&pair.graph, kind)[pair.first as usize][pair.second as usize];
        (round > 0).then_some(round as usize)
    });
}

fn runs(observation: Observation) {
    sweep(Equivalence::Runs(observation), |pair| {
        naive::parted(&pair.graph, pair.first, pair.second, LABELS, observation)
    });
}

#[test]
fn strong_bisimulation_is_the_greatest_relation() {
    bisimulation(Bisimulation::Strong);
}

#[test]
fn branching_bisimulation_is_the_greatest_relation() {
    bisimulation(Bisimulation::Branching);
}

#[test]
fn branching_bisimulation_with_divergence_is_the_greatest_relation() {
    bisimulation(Bisimulation::DivergenceBranching);
}

#[test]
fn traces_are_those_of_all_sets() {
    runs(Observation::Traces);
}

#[test]
fn weak_traces_are_those_of_all_sets() {
    runs(Observation::WeakTraces);
}

#[test]
fn failures_are_those_of_all_sets() {
    runs(Observation::Failures);
}
