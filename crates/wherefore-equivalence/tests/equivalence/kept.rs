//! Machines whose output keeps an input for later: random pairs against sets of states, followed input by input.
//!
//! Such a cell is forgotten by the search as soon as it is seen, and yet every run begins with a value of it. `INIT` gives that
//! value, a choice of values, or a condition on it. `WHEREFORE_CASES=1000` for a long sweep.

use crate::random::generator;
use crate::support::{model, options};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wherefore_equivalence::{Comparison, Difference, Options, Outcome, compare};
use wherefore_ir::{System, Value};
use wherefore_solve::Stop;
use wherefore_test::{below, cases, say, seed};
use wherefore_trace::Trace;

/// Inputs go from 0 to this, and what is kept to one more.
const TOP: i64 = 2;

/// Update of the output in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    Keeps,
    Is(i64),
    IsInput,
    IsHidden,
}

/// A machine that walks through its states in a circle. The hidden cell keeps the last input.
#[derive(Clone, Debug, PartialEq)]
struct Machine {
    rules: Vec<Rule>,
    /// Where the last state leads.
    back: usize,
    /// The first values of the output and of the hidden cell, and how they are written.
    first: [Vec<i64>; 2],
    wording: usize,
}

/// State, output, hidden cell.
type Place = (usize, i64, i64);

impl Machine {
    fn random(rng: &mut u64) -> Machine {
        let states = 1 + below(rng, 3);
        let rules = (0..states).map(|_| rule(rng)).collect();
        let first = [0, 1].map(|_| {
            let least = below(rng, 4) as i64;
            (least..=if below(rng, 3) == 0 { TOP + 1 } else { least }).collect()
        });
        Machine { rules, back: below(rng, states), first, wording: below(rng, 3) }
    }

    fn mutant(&self, rng: &mut u64) -> Machine {
        let mut other = self.clone();
        other.wording = below(rng, 3);
        let state = below(rng, self.rules.len());
        match below(rng, 4) {
            0 => {}
            1 => other.back = state,
            2 => other.first[1] = vec![below(rng, 4) as i64],
            _ => other.rules[state] = rule(rng),
        }
        other
    }

    fn text(&self) -> String {
        let last = self.rules.len() - 1;
        let next = |rule: &Rule| match rule {
            Rule::Keeps => "out".to_owned(),
            Rule::Is(value) => value.to_string(),
            Rule::IsInput => "i".to_owned(),
            Rule::IsHidden => "hidden".to_owned(),
        };
        let branches = self.rules.iter().enumerate().map(|(s, r)| format!("s = {s} : {}; ", next(r)));
        let branches: String = branches.collect();
        let begins = |name: &str, values: &[i64]| match (self.wording, values) {
            (0, [one]) => format!("ASSIGN init({name}) := {one};\n"),
            (0, many) => format!("INIT {name} >= {}\n", many[0]),
            (1, [one]) => format!("INIT !({name} < {one}) & !({name} > {one})\n"),
            (_, many) => {
                let words: Vec<String> = many.iter().map(ToString::to_string).collect();
                format!("INIT {name} in {{{}}}\n", words.join(", "))
            }
        };
        format!(
            "MODULE main\nIVAR i : 0..{TOP};\nVAR s : 0..{last}; out : 0..{}; hidden : 0..{};\nASSIGN\n init(s) := 0;\n \
             next(s) := s = {last} ? {} : s + 1;\n next(hidden) := i;\n next(out) := case {branches}TRUE : out; esac;\n{}{}",
            TOP + 1,
            TOP + 1,
            self.back,
            begins("out", &self.first[0]),
            begins("hidden", &self.first[1]),
        )
    }

    fn first(&self) -> BTreeSet<Place> {
        let [out, hidden] = &self.first;
        out.iter().flat_map(|o| hidden.iter().map(|h| (0, *o, *h))).collect()
    }

    fn step(&self, (state, out, hidden): Place, input: i64) -> Place {
        let next = if state + 1 == self.rules.len() { self.back } else { state + 1 };
        let out = match self.rules[state] {
            Rule::Keeps => out,
            Rule::Is(value) => value,
            Rule::IsInput => input,
            Rule::IsHidden => hidden,
        };
        (next, out, input)
    }
}

fn rule(rng: &mut u64) -> Rule {
    match below(rng, 6) {
        0 => Rule::Is(below(rng, 4) as i64),
        1 => Rule::Keeps,
        2 => Rule::IsHidden,
        _ => Rule::IsInput,
    }
}

/// Places by what is seen in them.
fn by_output(places: impl Iterator<Item = Place>) -> BTreeMap<i64, BTreeSet<Place>> {
    let mut found: BTreeMap<i64, BTreeSet<Place>> = BTreeMap::new();
    places.for_each(|place| _ = found.entry(place.1).or_default().insert(place));
    found
}

/// The inputs after which two machines show different things, as few as there can be; none if there are no such.
fn shortest(machines: &[Machine; 2]) -> Option<usize> {
    let firsts = [0, 1].map(|m: usize| by_output(machines[m].first().into_iter()));
    if !firsts[0].keys().eq(firsts[1].keys()) {
        return Some(0);
    }
    let pairs = firsts[0].iter().map(|(seen, own)| [own.clone(), firsts[1][seen].clone()]);
    let mut open: VecDeque<([BTreeSet<Place>; 2], usize)> = pairs.map(|pair| (pair, 0)).collect();
    let mut known: BTreeSet<[BTreeSet<Place>; 2]> = open.iter().map(|(pair, _)| pair.clone()).collect();
    while let Some((pair, depth)) = open.pop_front() {
        for input in 0..=TOP {
            let after = [0, 1].map(|m: usize| by_output(pair[m].iter().map(|place| machines[m].step(*place, input))));
            if !after[0].keys().eq(after[1].keys()) {
                return Some(depth + 1);
            }
            for (seen, own) in &after[0] {
                let next = [own.clone(), after[1][seen].clone()];
                if known.insert(next.clone()) {
                    open.push_back((next, depth + 1));
                }
            }
        }
    }
    None
}

fn compared(systems: &[System; 2]) -> Result<Comparison, String> {
    let asked = Options { outputs: vec!["out".to_owned()], most_differences: 100, ..options() };
    compare(&systems[0], &systems[1], &asked, &Stop::new()).map_err(|refusal| format!("{refusal:?}"))
}

/// Asserts that the runs of a difference show what it says they show.
fn shown(systems: &[System; 2], difference: &Difference) {
    let runs = [&difference.reference_run, &difference.implementation_run];
    for (side, (system, run)) in systems.iter().zip(runs).enumerate() {
        let Some(run) = run else { continue };
        let start = difference.start.as_ref().map(|texts| texts[0].clone());
        assert_eq!(start, output(system, run, 0), "what is seen at first");
        for (tick, reaction) in difference.reactions.iter().enumerate() {
            let seen = if side == 0 { &reaction.reference } else { &reaction.implementation };
            assert_eq!(seen.as_ref().map(|texts| texts[0].clone()), output(system, run, tick + 1), "at tick {tick}");
        }
    }
}

fn output(system: &System, run: &Trace, tick: usize) -> Option<String> {
    let value = run.value(tick, system.terms.find_var("out")?)?;
    if let Value::Int(number) = value { Some(number.to_string()) } else { None }
}

#[test]
fn machines_that_keep_inputs_are_judged_as_their_states_are() {
    let (seed, count, mut different) = (seed(1), cases(60), 0);
    for case in 0..count {
        let rng = &mut generator(seed, case);
        let reference = Machine::random(rng);
        let machines = [reference.clone(), reference.mutant(rng)];
        let told = || format!("case {case} of seed {seed}:\n{}\n{}", machines[0].text(), machines[1].text());
        let systems = [0, 1].map(|m: usize| model(&machines[m].text()));
        let found = compared(&systems).unwrap_or_else(|refusal| panic!("{refusal}, {}", told()));
        match (&found.outcome, shortest(&machines)) {
            (Outcome::Equivalent { .. }, None) => {}
            (Outcome::Different { complete: Ok(()) }, Some(length)) => {
                assert_eq!(found.differences[0].reactions.len(), length, "{}", told());
                found.differences.iter().for_each(|d| shown(&systems, d));
                different += 1;
            }
            (outcome, expected) => panic!("{outcome:?}, but they differ after {expected:?}: {}", told()),
        }
    }
    say(&format!("{count} pairs, {different} different"));
    assert!(different * 10 >= count && different < count, "the pairs are one-sided");
}

/// The smallest of the kind: the second step of one keeps what the other sets back.
#[test]
fn a_first_value_that_is_not_the_default_is_that_of_the_run() {
    let text = |other: &str| {
        format!(
            "MODULE main\nIVAR level : 0..2;\nVAR armed : boolean; shown : 0..3;\nASSIGN\n init(armed) := FALSE;\n \
             next(armed) := TRUE;\n init(shown) := 3;\n next(shown) := armed ? level : {other};\n"
        )
    };
    let systems = ["shown", "0"].map(|other| model(&text(other)));
    let asked = Options { outputs: vec!["shown".to_owned()], ..options() };
    let found = compare(&systems[0], &systems[1], &asked, &Stop::new());
    let found = found.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(matches!(found.outcome, Outcome::Different { complete: Ok(()) }));
    let first = &found.differences[0];
    assert_eq!((first.reactions.len(), &first.start), (1, &Some(vec!["3".to_owned()])));
}
