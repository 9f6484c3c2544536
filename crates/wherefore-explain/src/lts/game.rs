//! A property that was decided as a game: its verdict, and the run that a play of the refuter takes in the graph.
//!
//! Where the configurations of its runs are known, they are a product like that of a property that single runs violate, and the same
//! questions are asked of it.

use super::evidence::{Shown, evidence, shown_run};
use super::explored::{Claim, Explored, Gamed};
use super::run::{Frame, Run};
use super::settings::{Findings, Settings};
use super::why::{Question, inquire};
use std::sync::Arc;
use wherefore_check::{Checker, Counterexample, Evidence, Finder, Finding, Recheck, Verdict};
use wherefore_ir::actions::End;
use wherefore_lts::configured::Configured;
use wherefore_lts::path::{Path, Step};
use wherefore_lts::route::{Interrupted, Size};
use wherefore_lts::tally::Tally;
use wherefore_lts::{Csr, Memory};
use wherefore_solve::Stop;

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

/// A property that fails as a game, with the configurations of its runs.
pub struct Refuted<'a> {
    /// Its name.
    pub name: &'a str,
    /// The formula.
    pub text: &'a str,
    /// A play of the refuting strategy.
    pub played: &'a Played,
    /// The part of the graph that shows the verdict.
    pub shown: &'a Shown,
    /// The configurations.
    pub configured: &'a Configured,
}

/// Finds every choice that decides about the failure of a property that was decided as a game.
pub fn inquired(
    graph: &Arc<Csr>,
    refuted: &Refuted<'_>,
    settings: &Settings,
    stop: &Stop,
) -> Result<Findings, Interrupted> {
    let Refuted { name, text, played, shown, configured } = *refuted;
    let (model, route, product) =
        (Memory::new(graph.clone(), stop.clone()), configured.route(stop), configured.product());
    settings.afford(&route, product.automaton.states())?;
    let passes = configured.passes(&route, &product)?;
    let tally = Tally::count(&route, &product, &passes)?;
    let goes_on = configured.settled().any(|state| graph.out.degree(configured.origin(state)) > 0);
    let gamed = Gamed { model: &model, configured, text, goes_on };
    let claim = Claim::Game(&gamed);
    let explored = Explored { route: &route, product: &product, passes: &passes, neighbourhoods: &tally.set, claim };
    let size = Size { states: graph.states(), transitions: graph.transitions() as u64, initial: graph.initial };
    let question = Question { name, text: text.to_owned(), size, play: Some(played), engine: ENGINE };
    let (findings, run) = inquire(explored, &tally, question, settings)?;
    let steps = run.path.steps.iter().map(|step| (step.label, configured.origin(step.state)));
    let is_play = steps.eq(played.steps.iter().copied());
    let mut evidence = evidence(graph, shown, false);
    if !is_play {
        evidence.run = Some(shown_run(graph, shown));
    }
    Ok(Findings { evidence: Some(evidence), ..findings })
}

fn run(initial: u32, played: &Played) -> Run {
    let steps = played.steps.iter().map(|(label, state)| Step { label: *label, state: *state, inner: 0 }).collect();
    let end = played.repeats.map_or(End::Open, End::Loop);
    Run { path: Path { start: (initial, 0), steps }, end }
}
