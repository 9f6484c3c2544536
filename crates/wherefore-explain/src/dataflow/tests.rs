//! What the search claims, against all runs of small random programs.

use super::cover::Situations;
use super::monitor::Monitor;
use super::search::{Question, Search};
use super::{Outcome, Program};
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_ir::network::{BlockId, NetworkBuilder};
use wherefore_ir::{Op, Property, PropertyKind, Role, Sort, System, TermId, Value, VarId};
use wherefore_solve::Stop;
use wherefore_test::{below, cases, seed};
use wherefore_trace::{Evaluator, Step, Trace};

/// Ticks of the runs that are all tried.
const TICKS: usize = 4;

/// A program with two inputs, gates and guarded delays; the last gate must always be true.
fn program(state: &mut u64) -> System {
    let mut builder = NetworkBuilder::new(System::new("random"), "main", None);
    let mut blocks: Vec<BlockId> =
        ["a", "b"].iter().map(|name| builder.input(name, Sort::Bool, None).unwrap()).collect();
    for place in 0..6 {
        let pick = |state: &mut u64| blocks[below(state, blocks.len())];
        let (x, y, z) = (pick(state), pick(state), pick(state));
        let made = match below(state, 6) {
            0 => builder.apply(Op::And, &[x, y], None),
            1 => builder.apply(Op::Or, &[x, y], None),
            2 => builder.apply(Op::Not, &[x], None),
            3 => builder.apply(Op::Ite, &[x, y, z], None),
            _ => {
                let start = builder.constant(Value::Bool(below(state, 2) == 0), None);
                let (first, pre) = (builder.first(None), builder.pre(x, None));
                builder.arrow(first, (start, pre), None)
            }
        };
        let made = made.unwrap();
        builder.name(made, &format!("s{place}"));
        blocks.push(made);
    }
    let sink = blocks[blocks.len() - 1];
    let term = builder.value(sink);
    let text = "the last gate".to_owned();
    let property = Property { name: "p".to_owned(), kind: PropertyKind::Invariant, term, text, element: None };
    builder.system.properties.push(property);
    builder.sink("p", sink);
    builder.finish()
}

/// All runs of a system whose variables are Boolean and whose first state is settled, with one word of inputs each.
fn runs(system: &System, inputs: &[VarId]) -> Vec<Trace> {
    let updates: Vec<(VarId, TermId)> = system.next.iter().map(|(v, u)| (*v, u.term)).collect();
    let evaluator = Evaluator::new(&system.terms, &updates.iter().map(|(_, t)| *t).collect::<Vec<_>>()).unwrap();
    let starts = |var: VarId| system.init.iter().any(|c| system.terms.op(c.term) == Op::Var(var));
    let mut found = Vec::new();
    for word in 0..1_usize << (TICKS * inputs.len()) {
        let mut step = Step::empty(system);
        system.vars().filter(|(_, r)| *r == Role::State).for_each(|(v, _)| step.set(v, Value::Bool(starts(v))));
        let mut steps = Vec::new();
        for tick in 0..TICKS {
            for (place, input) in inputs.iter().enumerate() {
                step.set(*input, Value::Bool(word >> (tick * inputs.len() + place) & 1 == 1));
            }
            steps.push(step.clone());
            let next = evaluator.evaluate(&step.values, None);
            updates.iter().zip(next).for_each(|((v, _), value)| step.set(*v, value.unwrap()));
        }
        found.push(Trace::finite(steps));
    }
    found
}

/// At every tick of every run where the property fails, the truth of the formulas.
fn at_failures(system: &System, good: TermId, formulas: &[TermId]) -> Vec<Vec<bool>> {
    let inputs: Vec<VarId> = system.input_vars().collect();
    let roots: Vec<TermId> = formulas.iter().copied().chain([good]).collect();
    let evaluator = Evaluator::new(&system.terms, &roots).unwrap();
    let steps = runs(system, &inputs).into_iter().flat_map(|r| r.steps);
    let truths =
        steps.map(|s| evaluator.truths(&s.values, None).into_iter().map(Option::unwrap).collect::<Vec<bool>>());
    truths.filter(|t| !t[formulas.len()]).map(|mut t| (t.pop(), t).1).collect()
}

#[test]
fn what_is_called_impossible_never_happens_and_every_failure_is_in_a_known_situation() {
    let (mut state, mut looked, mut impossible) = (seed(7), 0, 0);
    while looked < cases(3) {
        let system = program(&mut state);
        let good = system.properties[0].term;
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let (options, stop) = (Options::default(), Stop::new());
        let session = Session::new(&system, options.clone());
        let Verdict::Violated(run) = session.always(good, &stop, &observer).1 else { continue };
        looked += 1;
        let program = Program::new(&system).unwrap();
        let sink = program.network.sink("p").unwrap();
        let question =
            Question { program: &program, good, sink, options: &options, most: 50, stop: &stop, observer: &observer };
        let mut search = Search::new(&question, run.trace);
        search.exhaust(&question, &mut |_| {});
        for tried in search.attempts.iter().filter(|t| matches!(t.outcome, Outcome::Impossible(_))) {
            let mut monitor = Monitor::new(&system);
            let formula = tried.way.formula(&program, &mut monitor);
            assert!(at_failures(&monitor.system, good, &[formula]).iter().all(|t| !t[0]), "{}", tried.way.words);
            impossible += 1;
        }
        let mut situations = Situations::new(&system);
        situations.exhaust(&question, &mut search).unwrap();
        let seen = at_failures(&situations.system, good, &situations.covered);
        assert!(seen.iter().all(|t| t.contains(&true)), "a failure in no known situation");
    }
    assert!(impossible > 0 || looked < 6, "nothing was called impossible");
}
