//! The last step of a run, against random machines that are run concretely: the transitions that step takes, and no
//! others; where it takes none, the regions that stay and their transitions, all with false guards.

use crate::support::lower::{Lowered, lower};
use crate::support::machine::{Choice, Plan};
use crate::support::on_random_machines;
use crate::support::walk::{Config, first, inputs, is_active, is_legal, steps};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use wherefore_explain::machine::last::LastStep;
use wherefore_explain::machine::run::PathReader;
use wherefore_ir::{Sort, Value};
use wherefore_test::{below, counted};
use wherefore_trace::{Step, Trace};

const STEPS: usize = 12;

/// A configuration with inputs, as values of the system.
fn row(plan: &Plan, lowered: &Lowered, config: &Config, inputs: &[i64]) -> Step {
    let mut step = Step::empty(&lowered.system);
    let mut set = |name: &str, number: i64| {
        let var = lowered.system.terms.find_var(name).expect("a variable of the machine");
        let value = match lowered.system.terms.var(var).sort {
            Sort::Bool => Value::Bool(number != 0),
            Sort::Enum(id) => Value::Enum(id, number as u32),
            _ => Value::int(number),
        };
        step.set(var, value);
    };
    for (region, state) in plan.regions.iter().zip(&config.control) {
        let place = plan.states_of(plan.states[*state].region).iter().position(|s| s == state).unwrap_or_default();
        set(&region.name, place as i64);
    }
    plan.data.iter().zip(&config.data).for_each(|(v, n)| set(&v.name, *n));
    plan.inputs.iter().zip(inputs).for_each(|(v, n)| set(&v.name, *n));
    step
}

/// Follows a random run and compares what is said of each of its steps, as if it were the last; how many took something, and
/// how many nothing.
fn compare(plan: &Plan, seed: u64) -> (usize, usize) {
    let lowered = lower(plan);
    let reader = PathReader::new(&lowered.system, &lowered.graph).expect("a machine");
    let (mut state, mut counts) = (seed, (0, 0));
    let starts = first(plan);
    if starts.is_empty() {
        return counts;
    }
    let (mut config, fitting) = starts[below(&mut state, starts.len())].clone();
    let mut chosen = fitting[below(&mut state, fitting.len())].clone();
    let mut rows = vec![row(plan, &lowered, &config, &chosen)];
    let all = inputs(plan);
    for _ in 0..STEPS {
        let Some(step) = steps(plan, &config, &chosen).into_iter().next() else { break };
        let legal: Vec<&Vec<i64>> = all.iter().filter(|i| is_legal(plan, &step.after, i)).collect();
        if legal.is_empty() {
            break;
        }
        let next = legal[below(&mut state, legal.len())].clone();
        rows.push(row(plan, &lowered, &step.after, &next));
        let trace = Trace::finite(rows.clone());
        let path = reader.path(&trace);
        let said = LastStep::of(&lowered.system, &lowered.graph, &trace, &path).expect("a run with a step");
        let names: BTreeSet<&str> = said.taken.iter().map(|t| t.name.as_str()).collect();
        let taken: BTreeSet<&str> = step.taken.iter().flatten().map(|t| plan.transitions[*t].name.as_str()).collect();
        assert_eq!((names, said.tick), (taken.clone(), rows.len() - 1));
        if taken.is_empty() {
            counts.1 += 1;
            stays(plan, &config, &said);
        } else {
            counts.0 += 1;
            assert!(said.stays.is_empty());
        }
        (config, chosen) = (step.after, next);
    }
    counts
}

/// Every active region is said to stay, with all transitions that leave its state.
fn stays(plan: &Plan, config: &Config, said: &LastStep) {
    let active = (0..plan.regions.len()).filter(|r| is_active(plan, config, *r));
    let expected: Vec<(&str, &str, BTreeSet<&str>)> = active
        .map(|r| {
            let at = config.control[r];
            let exits = plan.exits(at).into_iter().map(|t| plan.transitions[t].name.as_str());
            (plan.regions[r].name.as_str(), plan.states[at].name.as_str(), exits.collect())
        })
        .collect();
    let told = said
        .stays
        .iter()
        .map(|s| (s.region.as_str(), s.state.as_str(), s.disabled.iter().map(String::as_str).collect::<BTreeSet<_>>()));
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn the_last_step_is_told_as_it_was() {
    let (moved, stayed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    on_random_machines(60, |plan, seed| {
        if plan.choice == Choice::Rank {
            let (some, none) = compare(plan, seed);
            moved.fetch_add(some, Ordering::Relaxed);
            stayed.fetch_add(none, Ordering::Relaxed);
        }
    });
    counted(moved.into_inner(), "steps with a transition");
    counted(stayed.into_inner(), "steps without a transition");
}
