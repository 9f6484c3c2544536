//! Classes that only exist because of a detour: with the loops of its run removed, the failure is of another class.

use super::path_class::{Level, PathKey};
use super::run::PathReader;
use wherefore_ir::control::ControlGraph;
use wherefore_ir::{Role, System, Value};
use wherefore_trace::{Step, Trace, replay};

/// The key of a run after every loop between equal states is cut out, if that changes it.
pub fn derived_from(
    reader: &PathReader<'_>,
    system: &System,
    graph: &ControlGraph,
    trace: &Trace,
    level: Level,
) -> Option<PathKey> {
    let short = without_loops(system, trace);
    if short.len() == trace.len() {
        return None;
    }
    // Inputs that are tied to those of the tick before may not follow on what is left.
    if replay(system, &short).is_err() {
        return None;
    }
    let (before, after) = (reader.path(trace).key(graph, level), reader.path(&short).key(graph, level));
    (before != after).then_some(after)
}

/// The run with everything between two equal states left out. A step out of the second is one out of the first as well.
fn without_loops(system: &System, trace: &Trace) -> Trace {
    let state = |step: &Step| -> Vec<Option<Value>> {
        system.vars().filter(|(_, r)| *r != Role::Input).map(|(v, _)| step.get(v).cloned()).collect()
    };
    let mut kept: Vec<(Vec<Option<Value>>, Step)> = Vec::new();
    for step in &trace.steps {
        let here = state(step);
        if let Some(place) = kept.iter().position(|(s, _)| *s == here) {
            kept.truncate(place);
        }
        kept.push((here, step.clone()));
    }
    Trace::finite(kept.into_iter().map(|(_, s)| s).collect())
}
