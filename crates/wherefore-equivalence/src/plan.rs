//! Test suites of a model: words over its input classes, each class by inputs of it that take turns.
//!
//! The suites are those of the smallest transducer of the model. They find every implementation that differs, provided that it
//! is as the hypothesis says; the model's own answers are what is expected.

use super::branch::{ExecutionError, Executor};
use super::oracle::internal;
use super::representatives::representatives;
use super::rotation::{self, Chosen};
use super::run::shown;
use super::transducer::{Common, Explored, Transducer, common, explore, profile, transducer};
use super::valuation::with_inputs;
use super::{Confirmation, Method, Suite, TestCase, Written, condition};
use std::collections::BTreeSet;
use wherefore_fsm::{Bound, Fsm};
use wherefore_ir::{TermId, Value};
use wherefore_trace::{Evaluator, show_short};

/// Suites with more prefixes than this are not run for a confirmation.
const MOST_PREFIXES: usize = 200_000;

/// Content of a plan beside its interface.
pub(super) struct Planned {
    pub profile: super::Profile,
    pub bound: usize,
    pub hypothesis: Vec<String>,
    pub start: Vec<Vec<String>>,
    pub suites: Vec<Suite>,
}

/// The suites of a machine for implementations with a number of states more than it has.
pub(super) fn plan(
    executor: &mut Executor,
    methods: &[Method],
    extra: usize,
    most: usize,
) -> Result<Planned, ExecutionError> {
    let explored = explore(executor, 0, most)?;
    let (profile, transducer) = match &explored {
        Some(explored) => profile(executor, 0, explored)?,
        None => Default::default(),
    };
    let first = executor.initial(0)?;
    let is_seen = |seen: &super::branch::Observation| seen.iter().any(Option::is_some);
    let start = first.iter().filter(|(s, _)| is_seen(s)).map(|(s, _)| shown(executor, s)).collect();
    let Some(transducer) = transducer else {
        let reason = "the model has first states that look different, or too many states or input classes".to_owned();
        let suites = methods.iter().map(|m| Suite { method: *m, cases: Err(reason.clone()) }).collect();
        return Ok(Planned { profile, bound: 0, hypothesis: Vec::new(), start, suites });
    };
    let bound = transducer.machine.states() + extra;
    let mut examples = Vec::new();
    for class in &transducer.classes {
        examples.push(condition::example(executor, *class)?);
    }
    let machine = &transducer.machine;
    let room = rotation::room(&transducer.whole, transducer.classes.len());
    let inputs = representatives(executor, &transducer.classes, &examples, room)?;
    let cells = places(executor, &inputs, &transducer.cells)?;
    let mut suites = Vec::new();
    for method in methods {
        let cases = words(machine, *method, Bound::states(bound));
        let cases = cases.map(|words| {
            let tests = rotation::rotated(&transducer.whole, &words, &cells);
            tests.iter().map(|test| case(executor, &transducer, &inputs, test)).collect()
        });
        suites.push(Suite { method: *method, cases });
    }
    let hypothesis = hypothesis(&transducer, bound);
    Ok(Planned { profile, bound, hypothesis, start, suites })
}

fn hypothesis(transducer: &Transducer, bound: usize) -> Vec<String> {
    let mut sentences = vec![
        match bound {
            1 => "the implementation, made smallest, has one state".to_owned(),
            _ => format!("the implementation, made smallest, has at most {bound} states"),
        },
        "it does the same for all inputs of a class that is listed, in every state".to_owned(),
        "it can be set back to its first state before each test".to_owned(),
    ];
    if !transducer.is_deterministic {
        sentences.push("each test is repeated until everything was seen that the implementation can do".to_owned());
    }
    sentences
}

/// The words of a suite, or why none were made.
fn words(machine: &Fsm, method: Method, bound: Bound) -> Result<Vec<Vec<usize>>, String> {
    let suite = match method {
        Method::W => wherefore_fsm::w_method(machine, bound),
        Method::Wp => wherefore_fsm::wp_method(machine, bound),
        Method::H => wherefore_fsm::h_method(machine, bound),
        Method::Spyh => wherefore_fsm::spyh_method(machine, bound),
    };
    suite.map(|s| s.words).map_err(|e| e.to_string())
}

fn case(executor: &Executor, transducer: &Transducer, all: &[Vec<Vec<Value>>], test: &[Chosen]) -> TestCase {
    let inputs: Vec<Vec<Value>> = test.iter().map(|(class, which)| all[*class][*which].clone()).collect();
    let word: Vec<usize> = test.iter().map(|(class, _)| *class).collect();
    let text = |values: &Vec<Value>| values.iter().map(|v| show_short(&executor.joint.terms, v)).collect();
    let allowed: BTreeSet<Vec<usize>> = transducer.machine.language(&word);
    let seen = |output: &usize| transducer.observations.get(*output).map(|o| shown(executor, o));
    TestCase {
        shown: inputs.iter().map(text).collect(),
        inputs,
        expected: allowed.iter().map(|outputs| outputs.iter().map(seen).collect()).collect(),
    }
}

/// Results of suites on an implementation: those that are made of the cells of both models, with the states of both as
/// bound, and those that are written for the reference alone.
pub(super) fn confirmations(
    executor: &mut Executor,
    explored: [&Explored; 2],
    methods: &[Method],
) -> Result<Vec<Confirmation>, ExecutionError> {
    let Some(common) = common(executor, explored)? else { return Ok(Vec::new()) };
    let alone = alone(executor, explored[0], &common)?;
    let [reference, implementation] = &common.machines;
    let bound = reference.states().max(implementation.states());
    let mut found = Vec::new();
    for method in methods {
        let bound = Bound { states: bound, prefixes: MOST_PREFIXES };
        let Ok(words) = words(reference, *method, bound) else { continue };
        let suite = wherefore_fsm::Suite { words };
        let passes = wherefore_fsm::passes(&suite, reference, implementation).is_none();
        let written = alone.as_ref().and_then(|alone| alone.written(*method, &common));
        found.push(Confirmation { method: *method, cases: suite.cases(), length: suite.length(), passes, written });
    }
    Ok(found)
}

/// The reference by itself, as test suites are written for it.
struct Alone {
    machine: Fsm,
    whole: Fsm,
    /// For each of its input classes its cells in which the inputs lie that stand for the class.
    own: Vec<Vec<usize>>,
    /// For each of its input classes the cells of both models in which the inputs lie that stand for the class.
    cells: Vec<Vec<usize>>,
}

impl Alone {
    /// Result on the implementation of the suite that is written for the reference.
    fn written(&self, method: Method, common: &Common) -> Option<Written> {
        let bound = Bound { states: self.machine.states(), prefixes: MOST_PREFIXES };
        let words = words(&self.machine, method, bound).ok()?;
        let cells = |test: &Vec<Chosen>| test.iter().map(|(class, which)| self.cells[*class][*which]).collect();
        let tests = rotation::rotated(&self.whole, &words, &self.own);
        let suite = wherefore_fsm::Suite { words: tests.iter().map(cells).collect() };
        let [reference, implementation] = &common.machines;
        let passes = wherefore_fsm::passes(&suite, reference, implementation).is_none();
        Some(Written { cases: suite.cases(), length: suite.length(), passes })
    }
}

/// The reference by itself; none if there are no suites for it.
fn alone(executor: &mut Executor, explored: &Explored, common: &Common) -> Result<Option<Alone>, ExecutionError> {
    let Some(transducer) = transducer(executor, 0, explored)? else { return Ok(None) };
    let mut examples = Vec::new();
    for class in &transducer.classes {
        examples.push(condition::example(executor, *class)?);
    }
    let room = rotation::room(&transducer.whole, transducer.classes.len());
    let inputs = representatives(executor, &transducer.classes, &examples, room)?;
    let own = places(executor, &inputs, &transducer.cells)?;
    let cells = places(executor, &inputs, &common.cells)?;
    Ok(Some(Alone { machine: transducer.machine, whole: transducer.whole, own, cells }))
}

/// For inputs the cells in which they lie.
fn places(
    executor: &Executor,
    inputs: &[Vec<Vec<Value>>],
    cells: &[TermId],
) -> Result<Vec<Vec<usize>>, ExecutionError> {
    let evaluator = Evaluator::new(&executor.joint.terms, cells).map_err(|e| internal(&e.to_string()))?;
    let cell = |inputs: &Vec<Value>| -> Result<usize, ExecutionError> {
        let truths = evaluator.truths(&with_inputs(&executor.joint, inputs), None);
        let place = truths.iter().position(|truth| *truth == Some(true));
        place.ok_or_else(|| internal("an input that lies in no cell").into())
    };
    inputs.iter().map(|class| class.iter().map(cell).collect()).collect()
}
