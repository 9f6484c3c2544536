//! The verdict on a property of a labelled transition system, without any question behind it.

use super::explored::{Claim, Explored};
use super::run::{Frame, Run};
use super::settings::{Findings, LtsError, Settings};
use wherefore_check::{Checker, Counterexample, Evidence, Finder, Finding, NoAnswer, Recheck, Verdict};
use wherefore_ir::actions::Formula;
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::route::Route;
use wherefore_lts::set::Set;
use wherefore_lts::tally::Tally;

/// The name of the engine in reports.
pub const ENGINE: &str = "graph";
/// The most steps of the run that breaks the property: those that can be written to a file.
const MOST_WRITTEN: usize = 1_000_000;

/// The verdict alone. One that holds is looked at again, transition by transition; a run that fails is replayed.
pub fn verdict(
    route: &impl Route,
    product: &Product,
    (name, formula): (&str, &Formula),
    settings: &Settings,
) -> Result<Findings, LtsError> {
    let passes = Passes::verdict(route, product)?;
    let nowhere = Set::new(product.shape);
    let claim = Claim::Runs(formula);
    let explored = Explored { route, product, passes: &passes, neighbourhoods: &nowhere, claim };
    let run = if passes.fails() {
        Some(explored.shortest()?)
    } else {
        Tally::count(route, product, &passes)?;
        None
    };
    explored.replay(&run.iter().collect::<Vec<_>>())?;
    let mut frame = Frame::new(route.labels(), route.size().states, run.iter());
    frame.ask(name, formula.to_string());
    let (verdict, cut) = match &run {
        Some(run) => violated(&frame, run, product.automaton.is_safety()),
        None => (holds(product, &passes, settings), 0),
    };
    let finding = Finding { property: name.to_owned(), verdict, finder: Finder::Engine(ENGINE.to_owned()) };
    Ok(Findings { system: frame.system, cut, evidence: None, findings: crate::Findings { finding, inquiry: None } })
}

/// The verdict on a run that fails, and how much of the run is left out.
pub fn violated(frame: &Frame, run: &Run, shortest: bool) -> (Verdict, usize) {
    let (trace, cut) = frame.trace(run, MOST_WRITTEN);
    (Verdict::Violated(Box::new(Counterexample { trace, claims: Vec::new(), shortest })), cut)
}

/// The verdict on a property that no run violates.
pub fn holds(product: &Product, passes: &Passes, settings: &Settings) -> Verdict {
    let states = passes.reachable.set.count();
    let evidence = Evidence::Closed { states };
    match product.automaton.is_safety() {
        true => Verdict::Holds { evidence, recheck: Recheck::By(Checker::Transitions) },
        false => {
            let cause = NoAnswer::Unsupported("that no run waits for ever has no second look".to_owned());
            match settings.recheck.admit(Recheck::Missing(cause)) {
                Ok(recheck) => Verdict::Holds { evidence, recheck },
                Err(cause) => Verdict::Undetermined(cause),
            }
        }
    }
}
