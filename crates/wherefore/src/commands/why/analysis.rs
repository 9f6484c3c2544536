//! The call of the analysis: arguments become settings, and what it cannot follow becomes a diagnostic.

use crate::args::{self, Why};
use crate::codes::UNUSABLE_HINT;
use crate::run::{self, Draft, Subject, Work};
use std::sync::PoisonError;
use wherefore::lens::{self, Focus, Ways};
use wherefore_diag::Diagnostic;
use wherefore_explain::machine::Settings;
use wherefore_explain::machine::discover::{HintError, HintProblem, Hints};
use wherefore_explain::{Context, Findings, Limits, PropertyRequest};
use wherefore_report::text::fit;
use wherefore_syntax::nearest;

/// Candidates named in a message.
const MOST_NAMED: usize = 12;
/// The most minimal causes, and the most corrections, that are listed of one run: more are not read.
const MOST_CAUSES: usize = 50;

/// Work to be done for a property.
pub fn work(arguments: &Why, subject: &Subject, asked: &run::PropertyRequest) -> Work {
    let (property, given) = (asked.property.clone(), asked.given.as_ref().map(|run| run.trace.clone()));
    let limits = limits(arguments);
    let hints = Hints {
        control: arguments.control.iter().filter(|n| !n.is_empty()).cloned().collect(),
        label: arguments.transition_var.clone(),
        flat: false,
    };
    let ways = match arguments.ways {
        args::Ways::Auto => Ways::Auto,
        args::Ways::Transitions => Ways::Transitions,
        args::Ways::Blocks => Ways::Blocks,
    };
    let focus = Focus { machine: Settings { level: arguments.level, hints }, ways };
    let subject = subject.clone();
    Box::new(move |stop, observer, draft| {
        let draft = |findings| keep(draft, findings);
        let context = Context { stop, observer, options: &subject.options, limits, draft: &draft };
        let asked = PropertyRequest { property: &property, given: given.as_ref() };
        lens::why(&subject, asked, &focus, &context).map_err(|e| complain(&e))
    })
}

/// How much is listed.
fn limits(arguments: &Why) -> Limits {
    let most_causes = arguments.all_causes.then_some(MOST_CAUSES);
    Limits { max_classes: arguments.max_classes as usize, most_causes }
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
