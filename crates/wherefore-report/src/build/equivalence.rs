//! From what the lens for two models found to the document, and what it cannot work with to a diagnostic.

use super::inquiry::suspect;
use super::picture::two_models;
use super::{Context, cause, proof, trace};
use crate::codes::UNUSABLE_INTERFACE;
use crate::document::equivalence::{Comparison, Difference, DifferenceDetails, Equivalence, NearestInputs};
use crate::document::{Missing, Model, Part, Trace};
use crate::no_answer::{CauseKind, NoAnswer};
use crate::words::{missing, proof as words};
use wherefore_check::{self as check, Counterexample};
use wherefore_diag::Diagnostic;
use wherefore_equivalence as lens;
use wherefore_ir::{ElementId, System};

/// Two models that are compared.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first.
    pub reference: Model,
    /// The second.
    pub implementation: Model,
}

/// Document of a comparison of a reference with an implementation.
pub fn comparison(
    reference: &Context<'_>,
    implementation: &Context<'_>,
    models: Pair,
    found: &lens::Comparison,
    seconds: f64,
) -> Comparison {
    let verdict = match &found.outcome {
        lens::Outcome::Equivalent { invariant, recheck } => {
            Equivalence::Equivalent(proof(words::equivalence(*invariant), recheck))
        }
        lens::Outcome::Different { complete } => Equivalence::Different(complete.as_ref().copied().map_err(limit)),
        lens::Outcome::Undetermined(why) => Equivalence::Undetermined(limit(why)),
    };
    let mut differences: Vec<Difference> =
        found.differences.iter().map(|d| difference(reference, implementation, d)).collect();
    if found.reference.is_deterministic && found.implementation.is_deterministic {
        // Outputs of the other machine stand in its run.
        differences.iter_mut().for_each(|d| d.others.clear());
    }
    let ways = found.differences.iter().map(|d| d.details.way.clone()).collect();
    Comparison {
        reference: models.reference,
        implementation: models.implementation,
        verdict,
        interface: Some(found.interface.clone()),
        numbers: Some(found.numbers),
        reference_profile: profile(&found.reference),
        implementation_profile: profile(&found.implementation),
        differences,
        suspects: found.suspects.iter().map(|s| suspect(implementation, s)).collect(),
        confirmations: found.confirmations.clone(),
        notes: found.notes.clone(),
        picture: found.scene.as_ref().map(|s| two_models((reference.system, implementation.system), s, ways)),
        graphs: None,
        pairs: found.pairs,
        questions: found.questions,
        seconds,
    }
}

/// A machine by itself; none if it was not looked at.
fn profile(found: &lens::Profile) -> Option<lens::Profile> {
    (found.state_classes > 0).then(|| found.clone())
}

/// Cause of a missing answer in a document; what limits an inquiry is another option than what limits a comparison.
fn limit(why: &check::NoAnswer) -> NoAnswer {
    match why {
        check::NoAnswer::Classes(most) => {
            NoAnswer::new(CauseKind::SizeLimit, format!("the limit of {most} was reached"))
        }
        why => cause(why),
    }
}

/// Document of a comparison that did not come to an end.
pub fn unfinished(models: Pair, why: &check::NoAnswer, seconds: f64) -> Comparison {
    Comparison {
        reference: models.reference,
        implementation: models.implementation,
        verdict: Equivalence::Undetermined(limit(why)),
        interface: None,
        numbers: None,
        reference_profile: None,
        implementation_profile: None,
        differences: Vec::new(),
        suspects: Vec::new(),
        confirmations: Vec::new(),
        notes: Vec::new(),
        picture: None,
        graphs: None,
        pairs: 0,
        questions: 0,
        seconds,
    }
}

fn difference(reference: &Context<'_>, implementation: &Context<'_>, found: &lens::Difference) -> Difference {
    let runs = [
        found.reference_run.as_ref().map(|t| run(reference, t)),
        found.implementation_run.as_ref().map(|t| run(implementation, t)),
    ];
    let (enough, nearest) = (found.details.enough.known().cloned(), found.details.nearest.known().map(nearest));
    found.with(runs, DifferenceDetails { enough, nearest, missing: missing(&found.details) })
}

fn nearest(found: &lens::NearestInputs) -> NearestInputs {
    let (reactions, differs) = (found.reactions.clone(), found.differs.clone());
    NearestInputs { reactions, differs, choices: found.choices }
}

/// The parts of the explanation that are missing.
fn missing(found: &lens::DifferenceDetails) -> Vec<Missing> {
    let why = &found.explanation;
    let reasons = [
        missing::known(&why.failed).err(),
        missing::known(&found.enough).err(),
        missing::known(&why.events).err(),
        missing::known(&why.no_return).err(),
        missing::known(&why.choice_points).err(),
        missing::known(&found.nearest).err(),
    ];
    let parts = Part::OF_EXPLANATION.into_iter().zip(reasons);
    parts.filter_map(|(part, reason)| Some(Missing { part, reason: reason? })).collect()
}

fn run(context: &Context<'_>, found: &wherefore_trace::Trace) -> Trace {
    let run = Counterexample { trace: found.clone(), claims: Vec::new(), shortest: false };
    trace(context, &run, None)
}

/// CompareError: what a model or a question lacks to be compared or tested.
pub fn refusal(system: &System, what: &str, element: Option<ElementId>, help: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(UNUSABLE_INTERFACE, what);
    let diagnostic = match system.span(element) {
        Some(span) => diagnostic.label(span, "this one"),
        None => diagnostic,
    };
    if help.is_empty() { diagnostic } else { diagnostic.help(help) }
}
