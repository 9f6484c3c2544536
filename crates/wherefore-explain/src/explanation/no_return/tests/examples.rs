//! Points of no return of the example models, with a table for people:
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --features cadical -p wherefore-explain --lib fates_of_the_examples -- --nocapture
//! ```

use super::Parts;
use crate::ChoicePoint;
use crate::explanation::no_return::{ChoicePoints, Steps, consequences};
use crate::explanation::{Claim, Subject};
use crate::machine::discover::{Hints, discover, restrict};
use crate::machine::enumerate::MachineProblem;
use crate::machine::path_class::Level;
use crate::machine::representative::Representatives;
use crate::machine::steps::Transitions;
use std::sync::Arc;
use std::time::Instant;
use wherefore_check::{Cone, Observer, Options, Session, Silent, Verdict};
use wherefore_diag::{FileId, SourceMap};
use wherefore_ir::{System, TermId};
use wherefore_lang::{lustre, smv};
use wherefore_solve::Stop;
use wherefore_test::{is_full, say};
use wherefore_trace::Trace;

const MACHINES: [&str; 9] = [
    "ac",
    "ac2_a",
    "ac_integer",
    "ac_reduced",
    "two_spines",
    "cruise_assist",
    "lane_keeping",
    "parking_assist",
    "emergency_brake",
];

#[expect(clippy::disallowed_methods, reason = "tests read the example models")]
fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))).expect("an example")
}

fn options(choice_point: &ChoicePoint) -> String {
    let one = |a: &crate::Alternative| {
        let (mark, leads) = (if a.taken { ">" } else { "" }, a.leads.join(", "));
        format!("{mark}{} -> {leads}: {:?}", a.action, a.consequence)
    };
    choice_point.alternatives.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn told(name: &str, system: &System, good: TermId, runs: &[&Trace], steps: &dyn Steps) -> Vec<ChoicePoints> {
    let settings = Options::default();
    let subject = Subject { system, claim: Claim::Always(good), counts: &|_| true, options: &settings };
    #[expect(clippy::disallowed_methods, reason = "this test measures time")]
    let start = Instant::now();
    let found = consequences(&subject, runs, steps, &Stop::new());
    say(&format!("{name}: {} runs, {:.2} s", runs.len(), start.elapsed().as_secs_f64()));
    for (number, (run, consequence)) in runs.iter().zip(&found).enumerate() {
        say(&format!("  {:2}  {} ticks  {:?}", number + 1, run.len(), consequence.no_return));
        match consequence.choice_points.known() {
            Some(list) => list.iter().for_each(|j| say(&format!("        {} {}: {}", j.tick, j.kind, options(j)))),
            None => say(&format!("        {:?}", consequence.choice_points)),
        }
    }
    found
}

fn machine(name: &str) -> Vec<ChoicePoints> {
    let mut system = smv::load(FileId(0), &text(&format!("{name}.smv"))).system.expect("a system");
    let good = system.properties[0].term;
    let graph = discover(&mut system, &Hints::default(), &|_| None).expect("no hints").graph;
    let cone = Cone::of(&system, &[good]).vars.into_iter().collect();
    let graph = restrict(&graph, &cone, &system.terms);
    let (options, stop): (Options, Stop) = (Options::default(), Stop::new());
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let question = MachineProblem { system: &system, graph: &graph, good, options: &options, most: 20 };
    let classes = question.classes(Level::Spine, &stop, &observer).classes;
    let runs = Representatives::new(&question, Level::Spine).runs(&classes, &stop).found;
    let runs: Vec<&Trace> = runs.iter().map(|(trace, _)| trace).collect();
    told(name, &system, good, &runs, &Transitions { graph: &graph })
}

fn program(name: &str) -> Vec<ChoicePoints> {
    let mut include = |name: &str| Ok(text(name));
    let source = SourceMap::single(name, text(name));
    let system = lustre::load_with(source, &lustre::Options { main: None }, &mut include).system.expect("a system");
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let finding = Session::new(&system, Options::default()).check(&system.properties[0], &Stop::new(), &observer);
    let Verdict::Violated(run) = finding.verdict else { panic!("{name} holds") };
    told(name, &system, system.properties[0].term, &[&run.trace], &Parts(Vec::new()))
}

#[test]
fn fates_of_the_examples() {
    for name in MACHINES.into_iter().take(if is_full() { MACHINES.len() } else { 2 }) {
        for consequence in machine(name) {
            assert!(consequence.no_return.is_known() || name == "ac_integer", "{name}: {consequence:?}");
        }
    }
    for name in ["muv.lus", "flasher.lus"] {
        assert!(program(name).iter().all(|f| f.no_return.is_known() && f.choice_points.is_known()), "{name}");
    }
}
