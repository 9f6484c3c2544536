//! A property that was decided as a game: its verdict, and the run that a play of the refuter takes in the graph.

use super::evidence::{Shown, evidence};
use super::run::{Frame, Run};
use super::settings::Findings;
use wherefore_check::{Checker, Counterexample, Evidence, Finder, Finding, Recheck, Verdict};
use wherefore_ir::actions::End;
use wherefore_lts::Csr;
use wherefore_lts::path::{Path, Step};

/// The name of the engine in reports.
const ENGINE: &str = "game";
/// The most steps of a run that are written.
const MOST_WRITTEN: usize = 1_000_000;

/// A run that a play takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Label and next state of each step.
    pub steps: Vec<(u32, u32)>,
    /// After how many steps it begins to repeat itself.
    pub repeats: Option<usize>,
}

/// Winner of the game, as a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The property holds: a strategy of so many positions, which was checked.
    Holds(u64),
    /// The formula fails; a play of the refuting strategy, as a run.
    Fails(Played),
}

/// Findings about a property that was decided as a game, with the part of the graph that shows the verdict.
pub fn played(graph: &Csr, name: &str, text: String, outcome: Outcome, shown: Option<&Shown>) -> Findings {
    let evidence = shown.map(|shown| evidence(graph, shown, matches!(outcome, Outcome::Holds(_))));
    let outcome = match outcome {
        Outcome::Holds(positions) => Err(positions),
        Outcome::Fails(played) => Ok(run(graph.initial, &played)),
    };
    let mut frame = Frame::new(&graph.labels, graph.states(), outcome.iter());
    frame.ask(name, text);
    let (verdict, cut) = match outcome {
        Ok(run) => {
            let (trace, cut) = frame.trace(&run, MOST_WRITTEN);
            (Verdict::Violated(Box::new(Counterexample { trace, claims: Vec::new(), shortest: false })), cut)
        }
        Err(positions) => {
            let evidence = Evidence::Strategy { positions };
            (Verdict::Holds { evidence, recheck: Recheck::By(Checker::Strategy) }, 0)
        }
    };
    let finding = Finding { property: name.to_owned(), verdict, finder: Finder::Engine(ENGINE.to_owned()) };
    Findings { system: frame.system, cut, evidence, findings: crate::Findings { finding, inquiry: None } }
}

fn run(initial: u32, played: &Played) -> Run {
    let steps = played.steps.iter().map(|(label, state)| Step { label: *label, state: *state, inner: 0 }).collect();
    let end = played.repeats.map_or(End::Open, End::Loop);
    Run { path: Path { start: (initial, 0), steps }, end }
}
