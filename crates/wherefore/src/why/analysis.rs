//! The call of the analysis: arguments become settings, and what it cannot follow becomes a diagnostic.

use crate::args::Why;
use crate::codes::UNUSABLE_HINT;
use crate::run::{self, Draft, Subject, Work};
use crate::suggest::nearest;
use std::sync::PoisonError;
use wherefore_diag::{Diagnostic, Span};
use wherefore_explain::machine::discover::{HintError, HintProblem, Hints};
use wherefore_explain::machine::key::Level;
use wherefore_explain::machine::{Settings, why};
use wherefore_explain::{Asked, Findings, contract, dataflow};
use wherefore_report::text::fit;

/// Candidates named in a message.
const MOST_NAMED: usize = 12;

/// What is to be done for a property: by the lens for contracts if it is a check of a refinement, by that for data flow if the
/// model is a program of blocks, else by that for machines.
pub fn work(arguments: &Why, subject: &Subject, asked: &run::Asked) -> Work {
    let (property, given) = (asked.property.clone(), asked.given.as_ref().map(|run| run.trace.clone()));
    if let Some(refinement) = subject.refinement.clone() {
        let options = subject.options.clone();
        return Box::new(move |stop, observer, draft| {
            let note = |findings| keep(draft, findings);
            let asked = Asked { property: &property, given: given.as_ref() };
            Ok(contract::why(&refinement, asked, &options, (stop, observer), &note))
        });
    }
    if subject.system.network.is_some() {
        return program(arguments, subject, asked);
    }
    let settings = Settings {
        level: arguments.level,
        max_classes: arguments.max_classes as usize,
        hints: Hints {
            control: arguments.control.iter().filter(|n| !n.is_empty()).cloned().collect(),
            label: arguments.transition_var.clone(),
            flat: false,
        },
        options: subject.options.clone(),
    };
    let (system, session, sources) = (subject.system.clone(), subject.session.clone(), subject.sources.clone());
    Box::new(move |stop, observer, draft| {
        let line_of = |span: Span| sources.location(span).map(|l| l.line as usize);
        let note = |findings| keep(draft, findings);
        let asked = Asked { property: &property, given: given.as_ref() };
        why((&system, &session), asked, &settings, &line_of, (stop, observer), &note).map_err(|e| complain(&e))
    })
}

/// The same for a program of blocks. Of its levels the first tells causes apart, and every coarser one the inputs that act.
fn program(arguments: &Why, subject: &Subject, asked: &run::Asked) -> Work {
    let (property, given) = (asked.property.clone(), asked.given.as_ref().map(|run| run.trace.clone()));
    let settings = dataflow::Settings {
        level: if arguments.level == Level::Spine { 1 } else { 2 },
        max_classes: arguments.max_classes as usize,
        options: subject.options.clone(),
    };
    let (system, session) = (subject.system.clone(), subject.session.clone());
    Box::new(move |stop, observer, draft| {
        let note = |findings| keep(draft, findings);
        let asked = Asked { property: &property, given: given.as_ref() };
        Ok(dataflow::why((&system, &session), asked, &settings, (stop, observer), &note))
    })
}

fn keep(draft: &Draft, findings: Findings) {
    *draft.lock().unwrap_or_else(PoisonError::into_inner) = Some(findings);
}

fn complain(error: &HintError) -> Diagnostic {
    let diagnostic = Diagnostic::new(UNUSABLE_HINT, error.to_string());
    let HintProblem::Unknown { candidates } = &error.problem else { return diagnostic };
    let names: Vec<&str> = candidates.iter().map(String::as_str).collect();
    match nearest(&error.name, names.iter().copied()) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
        None if names.is_empty() => diagnostic,
        None => diagnostic.help(format!("candidates are {}", fit::list(&names, MOST_NAMED))),
    }
}
