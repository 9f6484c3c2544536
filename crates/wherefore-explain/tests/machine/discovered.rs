//! Machines written as text, found again by their form, and asked for their classes: the same as by enumeration.

use crate::support::ask::{Route, classes, truth};
use crate::support::keys::{Classes, by_names, named};
use crate::support::lower::Lowered;
use crate::support::machine::Plan;
use crate::support::{on_random_machines, smv};
use std::sync::atomic::{AtomicU64, Ordering};
use wherefore_diag::FileId;
use wherefore_explain::machine::discover::{Hints, discover};
use wherefore_explain::machine::path_class::Level;
use wherefore_ir::control::ControlGraph;
use wherefore_test::{counted, say};

/// The machine that is found in a text.
fn found(text: &str) -> Lowered {
    let loaded = wherefore_lang::smv::load(FileId(0), text);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let mut system = loaded.system.expect("a system, as there is no error");
    let good = system.properties[0].term;
    let discovery = discover(&mut system, &Hints::default(), &|_| None).expect("no hint, no wrong hint");
    Lowered { system, graph: discovery.graph, good }
}

/// Whether the regions are those that were written. A region that never moves does not count, and one whose transitions
/// all need another's state is taken to live there.
fn is_as_written(plan: &Plan, graph: &ControlGraph) -> bool {
    let written: Vec<&str> = plan.regions.iter().map(|r| r.name.as_str()).collect();
    let found: Vec<&str> = graph.regions.iter().map(|r| r.name.as_str()).collect();
    written == found && graph.regions.iter().all(|r| r.parent.is_none())
}

fn by_name(graph: &ControlGraph, classes: &Classes<usize>) -> Classes<String> {
    by_names(classes, |s| graph.states[s].name.clone(), |t| graph.transitions[t].name.clone())
}

#[test]
fn machines_found_in_their_text() {
    let (compared, other) = (AtomicU64::new(0), AtomicU64::new(0));
    on_random_machines(120, |plan, _| {
        let Some(text) = smv::text(plan) else { return };
        let found = found(&text);
        if !is_as_written(plan, &found.graph) {
            other.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let truth = truth(plan).expect("a small machine");
        for level in [Level::Spine, Level::Last, Level::Ends, Level::Final] {
            let expected = named(plan, &truth.classes(level), str::to_owned);
            let said = by_name(&found.graph, &classes(&found, level, Route::KeyedReachability));
            assert_eq!(said, expected, "left: found in the text, right: enumeration, level {}\n{text}", level.word());
        }
        compared.fetch_add(1, Ordering::Relaxed);
    });
    say(&format!("{} machines found in another form", other.into_inner()));
    counted(compared.into_inner(), "machines compared");
}
