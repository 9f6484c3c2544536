//! Claims of the search, against all runs of small random programs.

use super::cover::Situations;
use super::keys::canonical;
use super::lens::cut;
use super::monitor::Monitor;
use super::search::{DataflowProblem, FailureSearch, acting};
use super::{DataflowLens, Outcome, Program};
use crate::external_trace::up_to_failure;
use crate::{Class, Context, Shorter, id, inquire};
use std::collections::{BTreeMap, BTreeSet};
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

/// At the tick of every run where the property first fails, the truth of the formulas.
fn at_failures(system: &System, good: TermId, formulas: &[TermId]) -> Vec<Vec<bool>> {
    let inputs: Vec<VarId> = system.input_vars().collect();
    let roots: Vec<TermId> = formulas.iter().copied().chain([good]).collect();
    let evaluator = Evaluator::new(&system.terms, &roots).unwrap();
    let truths = |s: &Step| evaluator.truths(&s.values, None).into_iter().map(Option::unwrap).collect::<Vec<bool>>();
    let failure = |run: Trace| run.steps.iter().map(truths).find(|t| !t[formulas.len()]);
    runs(system, &inputs).into_iter().filter_map(failure).map(|mut t| (t.pop(), t).1).collect()
}

#[test]
fn what_is_called_impossible_never_happens_and_every_failure_is_in_a_known_situation() {
    let (mut state, mut looked, mut impossible) = (seed(7), 0, 0);
    while looked < cases(15) {
        let system = program(&mut state);
        let good = system.properties[0].term;
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let (options, stop) = (Options::default(), Stop::new());
        let session = Session::new(&system, options.clone());
        let Verdict::Violated(run) = session.always(good, &stop, &observer).1 else { continue };
        looked += 1;
        let program = Program::new(&system).unwrap();
        let sink = program.network.sink("p").unwrap();
        let cut = cut(&system, good);
        let context = Context::new(&stop, &observer, &options).with_max_classes(50);
        let question = DataflowProblem { program: &program, cut: &cut, good, sink, context: &context };
        let mut search = FailureSearch::new(&question, up_to_failure(&system, &run.trace, good).unwrap());
        search.exhaust(&question, &mut |_| {});
        for tried in search.attempts.iter().filter(|t| matches!(t.outcome, Outcome::Impossible(_))) {
            let mut monitor = Monitor::new(&system);
            let formula = tried.way.formula(&program, &mut monitor);
            assert!(at_failures(&monitor.system, good, &[formula]).iter().all(|t| !t[0]), "{}", tried.way.words);
            impossible += 1;
        }
        let mut situations = Situations::new(&cut);
        situations.exhaust(&question, &mut search).unwrap();
        let seen = at_failures(&situations.system, good, &situations.covered);
        assert!(seen.iter().all(|t| t.contains(&true)), "a failure in no known situation");
    }
    assert!(impossible > 0 || looked < 6, "nothing was called impossible");
}

/// The least steps of a run of each class, by the id of the class: every run of at most `longest` steps is looked at,
/// up to its first failure.
fn least(question: &DataflowProblem<'_>, level: u32, longest: u32) -> BTreeMap<String, usize> {
    let system = question.program.system;
    let inputs: Vec<VarId> = system.input_vars().collect();
    let failing: BTreeSet<Vec<Vec<Option<Value>>>> = runs(system, &inputs)
        .iter()
        .filter_map(|run| up_to_failure(system, run, question.good))
        .filter(|run| run.len() <= longest as usize + 1)
        .map(|run| run.steps.into_iter().map(|s| s.values).collect())
        .collect();
    let mut least: BTreeMap<String, usize> = BTreeMap::new();
    for values in failing {
        let steps: Vec<Step> = values.into_iter().map(|values| Step { values, element: None }).collect();
        let last = steps.len() - 1;
        let (run, causes) = FailureSearch::examine(question, Trace::finite(steps)).unwrap();
        let identities = match level {
            1 => causes.iter().map(|c| canonical(question.program, &c.key())).collect(),
            _ => vec![acting(system, run.minimal(question).unwrap()).join("\n")],
        };
        for identity in identities {
            let known = least.entry(id::stable(&format!("dataflow {level} {identity}"))).or_insert(last);
            *known = last.min(*known);
        }
    }
    least
}

fn assert_told_apart(classes: &[Class]) {
    let ids: BTreeSet<&str> = classes.iter().map(|c| c.id.as_str()).collect();
    let keys: BTreeSet<&str> = classes.iter().map(|c| c.key.as_str()).collect();
    assert_eq!((ids.len(), keys.len()), (classes.len(), classes.len()), "{keys:#?}");
}

#[test]
fn each_class_has_names_of_its_own_and_a_shortest_run_that_fails_at_its_end() {
    let (mut state, mut looked, mut proved, mut open) = (seed(11), 0, 0, 0);
    while looked < cases(15) {
        let system = program(&mut state);
        let property = &system.properties[0];
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let (options, stop) = (Options::default(), Stop::new());
        let program = Program::new(&system).unwrap();
        let sink = program.network.sink("p").unwrap();
        let (good, cut) = (property.term, cut(&system, property.term));
        let context = Context::new(&stop, &observer, &options).with_max_classes(50);
        let question = DataflowProblem { program: &program, cut: &cut, good, sink, context: &context };
        for level in [1, 2] {
            let session = Session::new(&system, options.clone());
            let lens = DataflowLens { system: &system, session: &session, level };
            let found = inquire(&lens, property, &context);
            let Some(inquiry) = found.inquiry else { break };
            looked += u64::from(level == 1);
            assert_told_apart(&inquiry.classes);
            let longest = inquiry.classes.iter().map(|c| c.length).max().unwrap_or(0);
            let least = least(&question, level, longest);
            for class in &inquiry.classes {
                let run = &class.representative;
                assert_eq!(up_to_failure(&system, run, good).map(|r| r.len()), Some(run.len()), "{}", class.key);
                let is_short = class.length < TICKS as u32;
                match class.shorter {
                    Shorter::Impossible if is_short => {
                        assert_eq!(
                            least.get(&class.id),
                            Some(&(class.length as usize)),
                            "level {level}: {}",
                            class.key
                        );
                        proved += 1;
                    }
                    Shorter::Impossible => assert_eq!(least.get(&class.id), None, "{}", class.key),
                    Shorter::NotRuledOut => open += 1,
                }
            }
        }
    }
    assert!(proved > 0 && open * 5 <= proved, "{proved} proved, {open} not");
}
