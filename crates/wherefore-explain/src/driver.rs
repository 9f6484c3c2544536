//! The one course of an inquiry, for every lens: verdict, given run, classes, explanation, each with a draft.
//!
//! A given run is explained before any class is searched for: a limit on time costs the classes, not the run that was asked
//! about. Every draft has what is noted so far, the given run beside the classes, and the scene.

use crate::context::Context;
use crate::explanation::explain::{explain_classes, explain_run};
use crate::external_trace::{Decided, PropertyRequest};
use crate::lens::{Classifier, Lens, Violation, explainer};
use crate::result::class::Class;
use crate::result::external_trace::ExternalTrace;
use crate::result::inquiry::{Findings, Inquiry};
use std::cell::RefCell;
use wherefore_check::{Finding, Verdict};

/// Decides a property and finds out why it is so: if it is violated, every way in which that happens, as far as the lens looks
/// into properties of its kind.
pub fn inquire<'a>(lens: &dyn Lens, asked: impl Into<PropertyRequest<'a>>, context: &Context<'_>) -> Findings {
    let asked = asked.into();
    let Decided { finding, notes } = lens.verdict(&asked, context);
    // The following work may take longer than the verdict did.
    (context.draft)(Findings { finding: finding.clone(), inquiry: None });
    let inquiry = match &finding.verdict {
        Verdict::Violated(run) => {
            let violation = Violation { property: asked.property, run: &run.trace, finder: &finding.finder };
            let classifier = lens.classifier(violation, context);
            classifier.map(|classifier| {
                let is_given = violation.is_given();
                let notes = notes.into_iter().chain(classifier.notes()).collect();
                let given = RefCell::default();
                Course { finding: &finding, classifier: &*classifier, context, is_given, notes, given }.run()
            })
        }
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => {
            let note = |inquiry: &Inquiry| draft(context, &finding, noted(&notes, inquiry.clone()));
            lens.holding(asked.property, context, &note).map(|inquiry| noted(&notes, inquiry))
        }
        Verdict::Undetermined(_) => None,
    };
    Findings { finding, inquiry }
}

/// An inquiry into a violated property under way.
struct Course<'a> {
    finding: &'a Finding,
    classifier: &'a dyn Classifier,
    context: &'a Context<'a>,
    /// Whether the run of the verdict was given.
    is_given: bool,
    /// Notes beside what the lens says.
    notes: Vec<String>,
    /// The given run, as far as it is explained by itself.
    given: RefCell<Option<ExternalTrace>>,
}

impl Course<'_> {
    fn run(mut self) -> Inquiry {
        if let Some(first) = self.classifier.first() {
            self.note(&first);
            if self.is_given && !self.classifier.is_single() {
                let more = self.explain_given(&first);
                self.notes.extend(more);
            }
        }
        let found = self.classifier.classes(&|inquiry| self.note(inquiry));
        let mut inquiry = noted(&self.notes, found);
        self.show(&inquiry);
        explain_classes(&explainer(self.classifier, self.context), &mut inquiry, &|inquiry| self.show(inquiry));
        if let Some(given) = self.given.take() {
            given.confirm(&mut inquiry);
        }
        self.finish(inquiry)
    }

    /// Explains the given run part by part; what is to be noted.
    fn explain_given(&self, first: &Inquiry) -> Vec<String> {
        let ExternalTrace { mut run, classes } = match self.classifier.given(first) {
            Ok(given) => given,
            Err(note) => return note.into_iter().collect(),
        };
        let keep = |run: &Class| {
            *self.given.borrow_mut() = Some(ExternalTrace { run: run.clone(), classes: classes.clone() });
        };
        let seen = |run: &Class| {
            keep(run);
            self.note(first);
        };
        let notes = explain_run(&explainer(self.classifier, self.context), &mut run, &seen);
        keep(&run);
        notes
    }

    /// Hands out what the lens knows.
    fn note(&self, inquiry: &Inquiry) {
        self.show(&noted(&self.notes, inquiry.clone()));
    }

    fn show(&self, inquiry: &Inquiry) {
        let mut inquiry = inquiry.clone();
        if let Some(given) = self.given.borrow().clone() {
            given.join(&mut inquiry);
        }
        draft(self.context, self.finding, self.finish(inquiry));
    }

    /// The inquiry with its scene, and with the given run where that is the one class.
    fn finish(&self, mut inquiry: Inquiry) -> Inquiry {
        self.classifier.draw(&mut inquiry);
        if self.is_given && self.classifier.is_single() {
            inquiry.given = inquiry.classes.first().cloned().map(ExternalTrace::new);
        }
        inquiry
    }
}

/// An inquiry with what was to be said before it.
fn noted(notes: &[String], mut inquiry: Inquiry) -> Inquiry {
    inquiry.notes.splice(0..0, notes.iter().cloned());
    inquiry
}

fn draft(context: &Context<'_>, finding: &Finding, inquiry: Inquiry) {
    (context.draft)(Findings { finding: finding.clone(), inquiry: Some(inquiry) });
}
