//! Test suites in floats, by way of reals.
//!
//! In exact reals the classes of inputs are found in a moment; in floats the last question, whether there is yet another class, may
//! never be answered. So the suites are those of the model in reals, with every input rounded to the nearest float; the model
//! itself, run in floats on them, says what is expected. What rounding does at the edge of a class is then in the expected outputs.

use super::branch::{Executor, Observation};
use super::compare::{plan, ports};
use super::interface;
use super::joint::{self, Joint};
use super::run::shown;
use super::simulate::{Simulator, translate};
use super::valuation::{holds, with_inputs};
use super::{CompareError, Method, Numbers, Options, Side, TestCase, TestPlan, floats, oracle};
use std::collections::BTreeSet;
use wherefore_ir::{FloatFormat, System, Value};
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Step, show_short};

/// Test suites of a model that is read in floats; nothing if it has none in reals, or if it cannot be run on their inputs.
pub(super) fn planned(
    system: &System,
    methods: &[Method],
    extra_states: usize,
    (options, format): (&Options, FloatFormat),
    stop: &Stop,
) -> Result<Option<TestPlan>, CompareError> {
    let exact = Options { float: None, ..options.clone() };
    let Ok(mut found) = plan(system, methods, extra_states, &exact, stop) else { return Ok(None) };
    if !found.profile.is_deterministic || found.profile.refused.is_some() {
        return Ok(None);
    }
    let reals = joint::joint(&[system], &interface::matched(&[system], &exact)?)?;
    let read = floats::read(system, Side::Reference, format)?;
    let systems = [&read];
    let matched = interface::matched(&systems, options)?;
    let joint = joint::joint(&systems, &matched)?;
    let mut executor = Executor::new(&joint, &BTreeSet::new(), &options.programs, stop)?;
    let Ok(first) = executor.initial(0) else { return Ok(None) };
    let [(seen, state)] = first.as_slice() else { return Ok(None) };
    let state = executor.filled(0, state, seen)?;
    let simulator = Simulator::new(&read, &joint, 0, &matched)?;
    let Some((_, start)) = simulator.start(&state) else { return Ok(None) };
    let domain = Evaluator::new(&joint.terms, &joint.domain).map_err(|e| oracle::internal(&e.to_string()))?;
    let machine = Machine { executor: &executor, simulator, start, domain, reals: &reals };
    for case in found.suites.iter_mut().filter_map(|s| s.cases.as_mut().ok()).flatten() {
        if stop.is_fired() || machine.run(case).is_none() {
            return Ok(None);
        }
    }
    found.start = [seen].into_iter().filter(|s| s.iter().any(Option::is_some)).map(|s| shown(&executor, s)).collect();
    found.numbers = Numbers::Floats(format);
    found.interface = ports(&joint, &matched, &systems);
    found.notes.push(floats::FINITE.to_owned());
    found.notes.push(
        "input classes and states are those in exact reals; what is expected was found by runs in floats".to_owned(),
    );
    Ok(Some(found))
}

/// A model that is run in floats.
struct Machine<'a> {
    executor: &'a Executor,
    simulator: Simulator<'a>,
    start: Step,
    domain: Evaluator,
    /// The model in reals, whose values the inputs of tests are.
    reals: &'a Joint,
}

impl Machine<'_> {
    /// Runs a test; nothing if an input is not taken.
    fn run(&self, case: &mut TestCase) -> Option<()> {
        let joint = &self.executor.joint;
        let mut at = self.start.clone();
        let mut expected = Vec::new();
        for inputs in &mut case.inputs {
            let sorts = joint.inputs.iter().map(|var| joint.terms.var(*var).sort);
            let rounded = inputs.iter().zip(sorts).map(|(v, sort)| translate(&self.reals.terms, &joint.terms, v, sort));
            *inputs = rounded.collect::<Option<Vec<Value>>>()?;
            let mut reactions = self.is_lawful(inputs).then(|| self.simulator.reactions(&at, inputs, None))?;
            let done = reactions.pop().filter(|_| reactions.is_empty())?;
            at = done.end;
            expected.push(self.texts(&done.seen));
        }
        let text = |values: &Vec<Value>| values.iter().map(|v| show_short(&joint.terms, v)).collect();
        case.shown = case.inputs.iter().map(text).collect();
        case.expected = vec![expected];
        Some(())
    }

    fn texts(&self, seen: &Observation) -> Option<Vec<String>> {
        Some(shown(self.executor, seen))
    }

    fn is_lawful(&self, inputs: &[Value]) -> bool {
        holds(&self.domain, &with_inputs(&self.executor.joint, inputs))
    }
}
