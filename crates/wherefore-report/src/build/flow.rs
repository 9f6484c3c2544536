//! From what the lens for data flow says to the document: elements become places.

use super::{Context, proof, recheck};
use crate::document::flow::{AlternativeSearch, Flow, Outcome, TriedAlternative};
use crate::words::proof as words;
use std::collections::BTreeSet;
use wherefore_diag::Span;
use wherefore_explain::dataflow;
use wherefore_ir::{ElementId, ElementKind};

/// Data-flow part of a class.
pub fn flow(context: &Context<'_>, flow: &dataflow::Flow) -> Flow {
    // Where an input is declared, nothing is computed.
    let is_computed = |e: &&ElementId| context.system.elements.get(**e).kind != ElementKind::Variable;
    let marked: BTreeSet<Span> =
        flow.elements.iter().filter(is_computed).filter_map(|e| context.system.span(Some(*e))).collect();
    Flow { marked: marked.into_iter().filter_map(|s| context.at(s)).collect(), causes: flow.causes }
}

/// The other ways that were tried.
pub fn alternative_search(context: &Context<'_>, search: &dataflow::AlternativeSearch) -> AlternativeSearch {
    let attempt = |a: &dataflow::TriedAlternative| TriedAlternative {
        words: a.words.clone(),
        name: a.name.clone(),
        span: context.place(a.element),
        side: a.side,
        outcome: outcome(&a.outcome),
    };
    AlternativeSearch {
        attempts: search.attempts.iter().map(attempt).collect(),
        causes: search.causes.map(|found| proof(words::evidence(&found.evidence), &found.recheck)),
    }
}

fn outcome(outcome: &dataflow::Outcome) -> Outcome {
    match outcome {
        dataflow::Outcome::New(ids) => Outcome::New(ids.clone()),
        dataflow::Outcome::Known => Outcome::Known,
        dataflow::Outcome::Impossible(done) => Outcome::Impossible(recheck(done)),
        dataflow::Outcome::Undecided(why) => Outcome::Undecided(why.clone()),
    }
}
