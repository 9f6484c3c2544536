//! From what the lens for data flow says to its view: elements become places.

use crate::view::flow::{Attempt, Flow, Survey};
use std::collections::BTreeSet;
use wherefore_diag::Span;
use wherefore_explain::dataflow;
use wherefore_ir::{ElementId, ElementKind, System};

/// The view of what is said about a class.
pub fn flow(system: &System, flow: &dataflow::Flow) -> Flow {
    // Where an input is declared, nothing is computed.
    let is_computed = |e: &&ElementId| system.elements.get(**e).kind != ElementKind::Variable;
    let marked: BTreeSet<Span> =
        flow.elements.iter().filter(is_computed).filter_map(|e| system.span(Some(*e))).collect();
    Flow { marked: marked.into_iter().collect(), causes: flow.causes }
}

/// The view of the other ways that were tried.
pub fn survey(system: &System, survey: &dataflow::Survey) -> Survey {
    let attempt = |a: &dataflow::Attempt| Attempt {
        words: a.words.clone(),
        name: a.name.clone(),
        span: system.span(a.element),
        side: a.side,
        outcome: a.outcome.clone(),
    };
    Survey { attempts: survey.attempts.iter().map(attempt).collect(), causes: survey.causes.clone() }
}
