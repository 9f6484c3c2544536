//! Changes that must not matter do not: networks written otherwise, and runs that begin later.

use crate::causes_hold::draw;
use crate::random::Build;
use crate::support::{Choices, Stepper, start, variable};
use std::collections::BTreeSet;
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::patterns::Patterns;
use wherefore_explain::dataflow::replay::Replay;
use wherefore_explain::dataflow::structural::{StructuralCause, causes};
use wherefore_ir::System;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_test::{below, cases, counted, seed};

/// A leaf: the name of its input, or none for an initial value, and the tick.
type Leaves = BTreeSet<(String, u32)>;

fn leaves(system: &System, program: &Program<'_>, cause: &StructuralCause) -> Leaves {
    let name = |b: BlockId| variable(system, b).map_or_else(String::new, |v| system.terms.var(v).name.clone());
    cause.leaves(program).into_iter().map(|l| (name(cause.nodes[l].block), cause.nodes[l].tick)).collect()
}

/// The leaves of all causes of the value of the sink; `None` if there are too many causes.
fn all_leaves(system: &System, sink: BlockId, ticks: u32, bits: &[(String, u32, bool)]) -> Option<BTreeSet<Leaves>> {
    let mut program = Program::new(system).unwrap();
    program.patterns = Patterns::none();
    let choices = Choices::new(system, ticks);
    let on = bits.iter().filter(|(.., on)| *on);
    let inputs =
        on.fold(0u64, |all, (name, tick, _)| all | 1 << choices.bit(system.terms.find_var(name).unwrap(), *tick));
    let trace = Stepper::new(system).run(&choices, inputs, &start(system, &choices, false));
    let replay = Replay::new(&program, &trace).unwrap();
    let found = causes(&program, &replay, sink, 200);
    found.exhaustive.then(|| found.causes.iter().map(|c| leaves(system, &program, c)).collect())
}

#[test]
fn spelling_does_not_matter() {
    let mut state = seed(17);
    let mut compared = 0;
    for case in 0..cases(300) {
        let (mut recipes, ticks) = draw(&mut state, true);
        recipes.list.truncate(6);
        let bits: Vec<(String, u32, bool)> = (0..ticks)
            .flat_map(|t| (0..recipes.inputs).map(move |i| (format!("x{i}"), t)))
            .map(|(name, t)| (name, t, below(&mut state, 2) == 1))
            .collect();
        // Delays may point beyond what was kept.
        let last = recipes.inputs + recipes.list.len() - 1;
        for recipe in &mut recipes.list {
            if let crate::random::Recipe::Delay(_, of) = recipe {
                *of = (*of).min(last);
            }
        }
        let ask = |how: Build| {
            let (system, sink) = recipes.build(how);
            all_leaves(&system, sink, ticks, &bits)
        };
        let Some(plain) = ask(Build::Plain) else { continue };
        for how in [Build::DoubleNegation, Build::DeMorgan, Build::Irrelevant] {
            // An operand that is read twice is negated twice, each with a choice of its own: there may be too many causes.
            let Some(other) = ask(how) else { continue };
            assert_eq!(other, plain, "case {case}: {recipes:?}");
            compared += 1;
        }
    }
    counted(compared, "other spellings compared");
}

/// Whether a cause rests on the beginning of the run.
fn rests_on_the_beginning(program: &Program<'_>, cause: &StructuralCause) -> bool {
    let gate = |b: BlockId| program.network.block(b).gate;
    cause.nodes.iter().any(|n| n.tick == 0 && matches!(gate(n.block), Gate::Arrow | Gate::First | Gate::Pre(_)))
}

type Shifted = BTreeSet<(BlockId, u32, u32)>;

fn shifted(cause: &StructuralCause, by: u32) -> Shifted {
    cause.nodes.iter().map(|n| (n.block, n.tick + by, n.shape)).collect()
}

#[test]
fn a_run_that_begins_later_has_the_same_causes() {
    let mut state = seed(19);
    let mut compared = 0;
    for case in 0..cases(300) {
        let (recipes, ticks) = draw(&mut state, true);
        let (system, sink) = recipes.build(Build::Plain);
        let mut program = Program::new(&system).unwrap();
        program.patterns = Patterns::none();
        let (short, long) = (Choices::new(&system, ticks), Choices::new(&system, ticks + 1));
        let stepper = Stepper::new(&system);
        let memories = start(&system, &short, false);
        let inputs = below(&mut state, 1 << short.bits()) as u64;
        let replay = Replay::new(&program, &stepper.run(&short, inputs, &memories)).unwrap();
        let found = causes(&program, &replay, sink, 100);
        for idle in 0..1u64 << recipes.inputs {
            let trace = stepper.run(&long, inputs << recipes.inputs | idle, &memories);
            let later = Replay::new(&program, &trace).unwrap();
            let idles = |b: BlockId| (0..ticks).all(|t| replay.value(b, t) == later.value(b, t + 1));
            let is_delay = |b: &BlockId| matches!(program.network.block(*b).gate, Gate::Pre(_) | Gate::First);
            if !found.exhaustive || !program.network.ids().filter(|b| !is_delay(b)).all(idles) {
                continue;
            }
            let of_later = causes(&program, &later, sink, 2_000);
            let all: BTreeSet<Shifted> = of_later.causes.iter().map(|c| shifted(c, 0)).collect();
            for cause in found.causes.iter().filter(|c| !rests_on_the_beginning(&program, c)) {
                assert!(!of_later.exhaustive || all.contains(&shifted(cause, 1)), "case {case}: {recipes:?}");
                compared += 1;
            }
        }
    }
    counted(compared, "causes found again one tick later");
}
