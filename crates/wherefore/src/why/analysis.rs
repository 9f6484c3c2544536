//! The call of the analysis: arguments become settings, and what it cannot follow becomes a diagnostic.

use crate::args::Why;
use crate::codes::UNUSABLE_HINT;
use crate::run::{Subject, Work};
use crate::suggest::nearest;
use std::sync::PoisonError;
use wherefore_diag::{Diagnostic, Span};
use wherefore_explain::machine::discover::{HintError, HintProblem, Hints};
use wherefore_explain::machine::{Settings, why};
use wherefore_ir::Property;
use wherefore_report::text::fit;

/// Candidates named in a message.
const MOST_NAMED: usize = 12;

/// What is to be done for a property.
pub fn work(arguments: &Why, subject: &Subject, property: Property) -> Work {
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
        let note = |findings| *draft.lock().unwrap_or_else(PoisonError::into_inner) = Some(findings);
        why((&system, &session), &property, &settings, &line_of, (stop, observer), &note).map_err(|e| complain(&e))
    })
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
