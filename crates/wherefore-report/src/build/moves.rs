//! Moves in a run of a model that brings its state machines: which transitions a step takes, and whether the machine is
//! at rest. Both are read off the values by the evaluator.

use crate::document::{Row, TOGETHER};
use wherefore_explain::machine::run::PathReader;
use wherefore_ir::System;
use wherefore_ir::control::{Transition, TransitionId};
use wherefore_trace::{Evaluator, Trace};

/// Notes it in the rows of the run.
pub fn note(system: &System, trace: &Trace, rows: &mut [Row]) {
    transitions(system, trace, rows);
    let at_rest = system.annexes.rest.and_then(|rest| Evaluator::new(&system.terms, &[rest]).ok());
    for (row, step) in rows.iter_mut().zip(&trace.steps) {
        let truth = at_rest.as_ref().and_then(|e| e.truths(&step.values, None).first().copied().flatten());
        row.transient = truth == Some(false);
    }
}

fn transitions(system: &System, trace: &Trace, rows: &mut [Row]) {
    let Some(graph) = &system.annexes.control else { return };
    let Ok(reader) = PathReader::new(system, graph) else { return };
    let taken: Vec<Vec<TransitionId>> = if system.annexes.network.is_some() {
        // In a synchronous program the inputs of a tick take a transition, and its values are those behind it.
        trace.steps.iter().map(|step| reader.leaving(&step.values)).collect()
    } else {
        let steps = reader.path(trace).moves.into_iter().map(|step| step.taken.into_iter().flatten().collect());
        std::iter::once(Vec::new()).chain(steps).collect()
    };
    for (row, taken) in rows.iter_mut().zip(taken).filter(|(_, taken)| !taken.is_empty()) {
        let taken: Vec<&Transition> = taken.iter().map(|t| graph.transition(*t)).collect();
        let names: Vec<&str> = taken.iter().map(|t| t.name.as_str()).collect();
        row.element = Some(names.join(TOGETHER));
        row.places = taken.iter().filter_map(|t| system.span(t.guard).or(system.span(t.element))).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Defines, table};
    use wherefore_ir::Value;
    use wherefore_trace::{Step, Trace};

    #[test]
    fn transitions_and_rest_are_read_off_the_values() {
        let system = wherefore_ir::text::parse(
            "system \"a\"\nvar x : bool state\nrest x\ncontrol\nregion 0 \"r\" writes\n\
             location 0 0 \"A\" active x\nlocation 1 0 \"B\" active (not x)\n\
             transition 0 0 \"t\" named rule \"t\" from 0 to 1 enabled x taken (and x (not (next x)))",
        )
        .unwrap();
        let step = |b| Step { values: vec![Some(Value::Bool(b))], element: None };
        let (_, rows) = table::build(&system, &Trace::finite([true, false, true].map(step).into()), Defines::Declared);
        let found: Vec<_> = rows.iter().map(|r| (r.element.as_deref(), r.transient)).collect();
        assert_eq!(found, [(None, false), (Some("t"), true), (None, false)]);
    }
}
