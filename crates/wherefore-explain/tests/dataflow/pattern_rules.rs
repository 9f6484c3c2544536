//! The rule of each pattern is that of its gates: for every sequence of its ports, the implicants that it offers are exactly
//! the smallest sets of port values that force its output, found by trying all sequences on the gates.

use crate::forms::{Form, recognised, refused};
use crate::gates::primes;
use crate::support::{Choices, Net, table, variable};
use std::collections::BTreeSet;
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::patterns::Kind;
use wherefore_ir::network::BlockId;
use wherefore_ir::{System, Value};

/// The most port values of a run.
const LITERALS: u32 = 10;

fn build(form: &Form) -> (System, BlockId) {
    let mut net = Net::new();
    let ports: Vec<BlockId> = (0..form.ports).map(|i| net.input(&format!("p{i}"))).collect();
    let root = (form.build)(&mut net, &ports);
    (net.finish(root), root)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Latch { .. } => "latch",
        Kind::Edge { stream, .. } if stream.on => "rising edge",
        Kind::Edge { .. } => "falling edge",
        Kind::Confirmator { .. } => "confirmator",
        Kind::Counter { .. } => "counter",
    }
}

/// The input that a port is, through wires.
fn origin(system: &System, block: BlockId) -> BlockId {
    let network = system.annexes.network.as_deref().unwrap();
    let mut at = block;
    while variable(system, at).is_none() {
        at = network.block(at).inputs[0];
    }
    at
}

fn check(form: &Form, ticks: u32) {
    let (system, root) = build(form);
    let program = Program::new(&system).unwrap();
    let choices = Choices::new(&system, ticks);
    let rows = table(&program, &choices, false);
    let last = ticks - 1;
    let outputs: Vec<Value> = rows.iter().map(|r| r.value(root, last).clone()).collect();
    for (row, replay) in rows.iter().enumerate() {
        let expected = primes(&outputs, row, choices.bits());
        let all = program.satisfied_at_most(replay, (root, last), usize::MAX);
        let set = |places: &Vec<(BlockId, u32)>| {
            let bit = |(b, t): &(BlockId, u32)| choices.bit(variable(&system, origin(&system, *b)).unwrap(), *t);
            places.iter().fold(0u64, |set, p| set | 1 << bit(p))
        };
        let offered: BTreeSet<u64> = all.iter().map(|(_, places)| set(places)).collect();
        assert_eq!(
            offered,
            expected,
            "{}, {ticks} ticks, row {row:b}, output {}",
            form.name,
            outputs[row] == Value::Bool(true)
        );
        let few = program.satisfied(replay, root, last);
        assert!(!few.is_empty() && few.iter().all(|f| all.contains(f)), "{}: a few of all", form.name);
        let numbers = |list: &[(u32, Vec<(BlockId, u32)>)]| list.iter().map(|(n, _)| *n).collect::<BTreeSet<u32>>();
        assert_eq!(numbers(&few), numbers(&all), "{}: every shape that holds is offered", form.name);
        let shapes: BTreeSet<u32> = program.implicants(root, &outputs[row]).iter().map(|s| s.number).collect();
        assert!(numbers(&all).is_subset(&shapes), "{}: shapes", form.name);
    }
}

#[test]
fn the_rules_of_patterns_are_those_of_their_gates() {
    for form in recognised() {
        for ticks in 1..=LITERALS / form.ports as u32 {
            check(&form, ticks.min(7));
        }
    }
}

#[test]
fn patterns_are_recognised() {
    for form in recognised() {
        let (system, root) = build(&form);
        let program = Program::new(&system).unwrap();
        let found = program.patterns.at(root).map(|p| kind(p.kind));
        assert_eq!(found, Some(form.kind), "{}", form.name);
    }
}

#[test]
fn what_only_looks_like_a_pattern_is_left_to_its_gates() {
    for form in refused() {
        let (system, root) = build(&form);
        let program = Program::new(&system).unwrap();
        assert!(program.patterns.at(root).is_none(), "{}: {:?}", form.name, program.patterns.at(root));
    }
}
