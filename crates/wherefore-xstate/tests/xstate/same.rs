//! XState, the interpreter and the lowered system do the same with random machines, step by step.

use super::follow::{End, Follow};
use super::make;
use super::oracle::{self, Case};
use super::run::{self, Happening, Seen};
use std::collections::BTreeMap;
use wherefore_diag::FileId;
use wherefore_scxml::chart::{Chart, Descriptor, Rules};
use wherefore_test::{Random, cases, counted, say, seed};

/// Steps of a run.
const STEPS: usize = 25;

/// A machine that is read, with things to happen to it.
pub struct Machine {
    pub text: String,
    pub chart: Chart,
    pub first: BTreeMap<String, bool>,
    pub list: Vec<Happening>,
}

/// Reads a machine and draws what happens to it; why it is not read.
pub fn prepare(text: String, random: &mut Random) -> Result<Machine, String> {
    let (chart, diagnostics) = wherefore_xstate::parse(FileId(0), &text);
    let chart =
        chart.ok_or_else(|| diagnostics.iter().find(|d| d.is_error()).map_or(String::new(), |d| d.headline.clone()))?;
    if let Some(note) = diagnostics.iter().find(|d| d.code.id == "xstate-order") {
        return Err(note.headline.clone());
    }
    let first = run::guards(&chart, random);
    let list = Happening::random(&chart, random, STEPS);
    Ok(Machine { text, chart, first, list })
}

/// Holds all machines against XState; says how many steps were compared.
pub fn compare(machines: &[Machine]) -> Option<usize> {
    let library = oracle::library(machines.first().map_or(Rules::XState, |m| m.chart.rules))?;
    let case = |m: &Machine| Case { machine: m.text.clone(), first: m.first.clone(), list: m.list.clone() };
    let answers = oracle::run(&library, &machines.iter().map(case).collect::<Vec<_>>());
    let mut compared = 0;
    for (machine, theirs) in machines.iter().zip(answers) {
        let ours = run::interpreted(&machine.chart, &machine.first, &machine.list);
        for (place, (our, their)) in ours.iter().zip(&theirs).enumerate() {
            let before = place.checked_sub(1).map(|i| &machine.list[i]);
            let last = place.checked_sub(1).map(|i| &ours[i]);
            assert_eq!(
                our, their,
                "ours, and XState's, after {before:?} (step {place}, first {:?}, from {last:?}) of\n{}",
                machine.first, machine.text
            );
            compared += 1;
        }
        assert_eq!(ours.len(), theirs.len(), "{}", machine.text);
    }
    Some(compared)
}

/// Follows the lowered system with the interpreter; microsteps, or why there is no such system.
pub fn follow(machine: &Machine) -> Result<usize, String> {
    let loaded = wherefore_xstate::load(FileId(0), &machine.text);
    let Some(system) = loaded.system else {
        return Err(loaded.diagnostics.iter().find(|d| d.is_error()).map_or(String::new(), |d| d.headline.clone()));
    };
    let chart = &machine.chart;
    let problems = wherefore_ir::validate(&system);
    assert!(problems.is_empty(), "{problems:?}\n{}", machine.text);
    let start = Follow::new(chart, &machine.text, Some(&system), &BTreeMap::new(), 150);
    let mut follow = start.unwrap_or_else(|end| panic!("{end:?}\n{}", machine.text));
    match run_lowered(&mut follow, machine) {
        Err(End::Difference(what)) => panic!("{what}\n{}", machine.text),
        _ => Ok(follow.compared),
    }
}

fn run_lowered(follow: &mut Follow<'_>, machine: &Machine) -> Result<(), End> {
    follow.settle()?;
    for happening in &machine.list {
        match run::event_of(&machine.chart, &happening.step) {
            Some(event) => follow.event(&event, &BTreeMap::new())?,
            None => follow.fire(0)?,
        }
        follow.settle()?;
    }
    Ok(())
}

/// Random machines that are read, and why the others are not; most are.
fn drawn(seed: u64, count: u64, make: fn(&mut Random) -> String) -> Vec<Machine> {
    let mut machines = Vec::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for case in 0..count {
        let mut random = Random::stream(seed, case + 1);
        let text = make(&mut random);
        match prepare(text, &mut random) {
            Ok(machine) => machines.push(machine),
            Err(why) => *refused.entry(why).or_default() += 1,
        }
    }
    say(&format!("{} machines; refused: {refused:?}", machines.len()));
    assert!(machines.len() * 2 > count as usize, "too many are refused");
    machines
}

fn same_as_xstate(machines: &[Machine]) {
    let Some(compared) = compare(machines) else { return };
    counted(compared, "steps as in XState");
    let moved = |m: &&Machine| {
        run::interpreted(&m.chart, &m.first, &m.list).iter().collect::<Vec<_>>().windows(2).any(|w| w[0] != w[1])
    };
    counted(machines.iter().filter(moved).count(), "machines that did something");
    let is_endless = |m: &&Machine| run::interpreted(&m.chart, &m.first, &m.list).contains(&Seen::Endless);
    say(&format!("{} of them without end", machines.iter().filter(is_endless).count()));
}

fn lowered_as_run(machines: &[Machine]) {
    let (mut compared, mut refused) = (0, BTreeMap::<String, usize>::new());
    for machine in machines {
        match follow(machine) {
            Ok(steps) => compared += steps,
            Err(why) => *refused.entry(why).or_default() += 1,
        }
    }
    say(&format!("refused: {refused:?}"));
    counted(compared, "microsteps of lowered machines as they run");
}

#[test]
fn random_machines_do_what_xstate_does() {
    same_as_xstate(&drawn(seed(1), cases(300), make::machine));
}

#[test]
fn random_machines_do_what_version_six_does() {
    same_as_xstate(&drawn(seed(6), cases(200), make::machine_six));
}

#[test]
fn random_machines_are_lowered_as_they_run() {
    lowered_as_run(&drawn(seed(2), cases(150), make::machine));
}

#[test]
fn random_machines_of_version_six_are_lowered_as_they_run() {
    lowered_as_run(&drawn(seed(7), cases(100), make::machine_six));
}

/// A lie about charts.
type Lie = (&'static str, fn(&mut Chart));

#[test]
fn other_rules_are_noticed() {
    let lies: [Lie; 6] = [
        ("the rules of SCXML", |chart| chart.rules = Rules::Scxml),
        ("names match as prefixes", |chart| descriptors(chart).for_each(|d| d.exact = false)),
        ("everything is entered again", |chart| chart.transitions.iter_mut().for_each(|t| t.internal = false)),
        ("the last transition first", |chart| chart.states.iter_mut().for_each(|s| s.transitions.reverse())),
        ("nothing is invoked", |chart| chart.sources.iter_mut().for_each(|s| s.ends = false)),
        ("exits do nothing", |chart| chart.states.iter_mut().for_each(|s| s.onexit.clear())),
    ];
    notice(&drawn(seed(5), cases(200), make::machine), &lies);
}

#[test]
fn other_rules_for_version_six_are_noticed() {
    let lies: [Lie; 8] = [
        ("the rules of version 5", |chart| chart.rules = Rules::XState),
        ("the rules of SCXML", |chart| chart.rules = Rules::Scxml),
        ("actions at the end assign what they want", |chart| chart.forgetful.clear()),
        ("nothing is assigned at the end", |chart| chart.forgetful = chart.state_ids().collect()),
        ("a function that gives nothing takes its event", |chart| {
            chart.transitions.iter_mut().for_each(|t| t.cond = None)
        }),
        ("everything is entered again", |chart| chart.transitions.iter_mut().for_each(|t| t.internal = false)),
        ("the last transition first", |chart| chart.states.iter_mut().for_each(|s| s.transitions.reverse())),
        ("timers start after the actions of the state", |chart| {
            chart.states.iter_mut().flat_map(|s| &mut s.onentry).for_each(|b| b.0.reverse());
        }),
    ];
    let mut machines = drawn(seed(8), cases(110), make::machine_six);
    machines.extend(super::written::machines_six(&mut Random::new(seed(9))));
    notice(&machines, &lies);
}

#[test]
fn each_difference_of_the_versions_is_noticed() {
    let five: [Lie; 1] = [("the rules of version 5", |chart| chart.rules = Rules::XState)];
    // What a transition sees, alone and beside another; where it acts.
    for name in ["before_exit", "parallel_contexts", "cross_region"] {
        notice(&super::written::machine_six(name, &mut Random::new(seed(12))), &five);
    }
}

/// Every lie is noticed on some machine.
fn notice(machines: &[Machine], lies: &[Lie]) {
    let Some(library) = oracle::library(machines.first().map_or(Rules::XState, |m| m.chart.rules)) else { return };
    let case = |m: &Machine| Case { machine: m.text.clone(), first: m.first.clone(), list: m.list.clone() };
    let answers = oracle::run(&library, &machines.iter().map(case).collect::<Vec<_>>());
    for (words, lie) in lies {
        let caught = machines.iter().zip(&answers).filter(|(machine, theirs)| {
            let mut chart = machine.chart.clone();
            lie(&mut chart);
            run::interpreted(&chart, &machine.first, &machine.list) != **theirs
        });
        counted(caught.count(), &format!("machines on which it is noticed that {words}"));
    }
}

fn descriptors(chart: &mut Chart) -> impl Iterator<Item = &mut Descriptor> {
    chart.transitions.iter_mut().flat_map(|t| &mut t.events)
}
