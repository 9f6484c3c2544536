//! Where and why a file is no run of the model, in words. States count from 1, as the file counts them.

use super::read::ExternalTraces;
use crate::codes::NOT_A_RUN;
use wherefore_diag::Diagnostic;
use wherefore_explain::external_trace::{Clash, Contradiction};
use wherefore_ir::System;
use wherefore_report::text::fit;
use wherefore_trace::{Fault, ReplayError};

/// Values named in a message.
const MOST_NAMED: usize = 8;

/// The complaint about a run with all its values that does not replay.
pub fn departed(system: &System, error: &ReplayError, given: &ExternalTraces, index: usize) -> Diagnostic {
    let called = given.called(index);
    let headline = match Departure::of(error, given, index) {
        Departure::Step(step) => format!("{called} is no run of the model: it departs from it at step {}", step + 1),
        Departure::Back { from, .. } => {
            format!("{called} is no run of the model: it cannot go back from step {} to its loop", from + 1)
        }
    };
    let diagnostic = Diagnostic::new(NOT_A_RUN, headline);
    let phrase = error.fault.phrase();
    let values: Vec<String> = error.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let values = if values.is_empty() { String::new() } else { format!(", where {}", values.join(", ")) };
    let diagnostic = match system.span(error.element) {
        None => diagnostic.note(format!("{phrase}: {}{values}", error.subject)),
        // Where the source shows the formula, what is wrong and the values are enough.
        Some(span) => diagnostic.label(span, "not kept").note(format!("{phrase}{values}")),
    };
    match line(system, error, given, index) {
        Some(line) => diagnostic.note(given.located(line, "the value that does not fit")),
        None => diagnostic,
    }
}

/// Where a run with all its values departs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Departure {
    /// At this step: of a step that cannot be taken, the one that it leads to.
    Step(usize),
    /// On the way from the last step to the head of the loop.
    Back { from: usize, head: usize },
}

impl Departure {
    fn of(error: &ReplayError, given: &ExternalTraces, index: usize) -> Departure {
        let is_move = matches!(error.fault, Fault::Trans | Fault::Update | Fault::Frozen);
        let trace = given.runs.get(index).map(|bound| &bound.trace);
        match trace.and_then(|t| t.successor(error.step)).filter(|_| is_move) {
            Some(head) if head <= error.step => Departure::Back { from: error.step, head },
            Some(next) => Departure::Step(next),
            None => Departure::Step(error.step),
        }
    }

    /// The step that has the values that do not fit.
    fn target(self) -> usize {
        match self {
            Departure::Step(step) => step,
            Departure::Back { head, .. } => head,
        }
    }
}

/// The line of the file that departs: of a step, the one with the value that follows; else one with a value involved.
fn line(system: &System, error: &ReplayError, given: &ExternalTraces, index: usize) -> Option<usize> {
    let origin = &given.runs.get(index)?.origin;
    let target = Departure::of(error, given, index).target();
    let next = |name: &str| name.strip_prefix("next(").and_then(|n| n.strip_suffix(')')).map(str::to_owned);
    let following = error.values.iter().find_map(|(name, _)| Some((next(name)?, target)));
    let (name, step) = following.or_else(|| error.values.last().map(|(name, _)| (name.clone(), error.step)))?;
    origin.line(step, system.terms.find_var(&name)?)
}

/// The complaint about a run that lacks values and cannot be completed.
pub fn contradicted(system: &System, why: &Contradiction, given: &ExternalTraces, index: usize) -> Diagnostic {
    let called = given.called(index);
    let headline = match why.closing {
        true => format!("{called} is no run of the model: it cannot go back from step {} to its loop", why.step + 1),
        false => format!("{called} is no run of the model: it departs from it at step {}", why.step + 1),
    };
    let mut diagnostic = Diagnostic::new(NOT_A_RUN, headline);
    if let Some(span) = system.span(why.element) {
        diagnostic = diagnostic.label(span, "not kept, whatever the values are that the file leaves out");
    }
    diagnostic = diagnostic.note(words(why));
    let last = why.clashes.iter().rev().find_map(|c| Some((c.line?, c)));
    match last {
        Some((line, clash)) => {
            let message = format!("{} = {} at step {}", clash.name, clash.value, clash.step + 1);
            diagnostic.note(given.located(line, &message))
        }
        None => diagnostic,
    }
}

/// The values that exclude each other, the last step first.
fn words(why: &Contradiction) -> String {
    let (now, before): (Vec<&Clash>, Vec<&Clash>) = why.clashes.iter().partition(|c| c.step == why.step);
    let list = |clashes: &[&Clash]| {
        let one = |c: &&Clash| format!("{} = {} at step {}", c.name, c.value, c.step + 1);
        let words: Vec<String> = clashes.iter().map(one).collect();
        fit::list(&words.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMED)
    };
    let rest = if why.closing { ", and goes back to the loop" } else { "" };
    let fewer = if why.minimal { "" } else { "; fewer of these values may do" };
    match (now.is_empty(), before.is_empty()) {
        (true, true) => format!("no run of the model has so many steps{rest}"),
        (false, true) => format!("no run of the model has {}{rest}{fewer}", list(&now)),
        (true, false) => {
            format!("no run of the model has {} and goes on to step {}{rest}{fewer}", list(&before), why.step + 1)
        }
        (false, false) => format!("no run of the model has {} after {}{rest}{fewer}", list(&now), list(&before)),
    }
}
