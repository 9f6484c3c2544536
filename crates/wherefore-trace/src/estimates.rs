//! Runs of systems in which variables stand for values of functions: the run with the values that the functions give.

use crate::{Evaluator, Step, Trace};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use wherefore_ir::{Estimate, Role, System, TermId, Value, VarId};

/// The run in which every estimate has the value of its function, in floating point, and everything that the system computes
/// follows; inputs and what nothing computes are those of the given run. None where a function is not defined.
pub fn with_functions(system: &System, trace: &Trace) -> Option<Trace> {
    let updates: Vec<(VarId, TermId)> = system.next.iter().map(|(var, update)| (*var, update.term)).collect();
    let next = Evaluator::new(&system.terms, &updates.iter().map(|(_, t)| *t).collect::<Vec<_>>()).ok()?;
    let mut steps: Vec<Step> = Vec::with_capacity(trace.len());
    for recorded in &trace.steps {
        let mut step = recorded.clone();
        if let Some(before) = steps.last() {
            let values = next.evaluate(&before.values, None);
            for ((var, _), value) in updates.iter().zip(values) {
                if system.role(*var) == Role::State {
                    step.set(*var, value?);
                }
            }
        }
        // An estimate may be an argument of those behind it.
        for estimate in &system.annexes.estimates {
            let value = value(system, estimate, &step)?;
            step.set(estimate.value, value);
        }
        steps.push(step);
    }
    Some(Trace { steps, loop_start: None })
}

fn value(system: &System, estimate: &Estimate, step: &Step) -> Option<Value> {
    let arguments = Evaluator::new(&system.terms, &estimate.arguments).ok()?.evaluate(&step.values, None);
    let number = |value: Option<Value>| match value? {
        Value::Real(exact) => exact.to_f64(),
        _ => None,
    };
    let arguments = arguments.into_iter().map(number).collect::<Option<Vec<f64>>>()?;
    BigRational::from_float(estimate.function.apply(&arguments)).map(Value::Real)
}
