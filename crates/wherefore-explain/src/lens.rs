//! Differences between the lenses; [`driver`](crate::driver) does everything else, in one order for all of them.
//!
//! A [`Lens`] knows a kind of model. It decides a property, and gives for a violated one a [`Classifier`]: it sorts failing
//! runs into classes, and says against what they are explained.
//!
//! ```text
//! Lens::verdict ── holds ─────► Lens::holding
//!        └──────── violated ──► Lens::classifier ──► first ──► [the given run, explained] ──► classes ──► explanation
//! ```
//!
//! After each stage the findings are handed out as a draft, with the scene drawn. Both traits can be implemented elsewhere; a
//! lens that knows nothing but classes says `system`, `session` and `classifier`, and its classifier says `property`,
//! `subject` and `classes`.
//!
//! The lens for labelled transition systems ([`lts`](crate::lts)) stands apart. Its formula is about labels of a graph, not a
//! property of a system; there is no session, no solver and no given run; and its classes, their explanations and the system
//! that its traces speak of come out of the same passes over the graph, or not at all.

use crate::context::Context;
use crate::explanation::Subject;
use crate::explanation::explain::{ClassExplainer, Plain};
use crate::explanation::no_return::Steps;
use crate::external_trace::{Decided, PropertyRequest};
use crate::result::external_trace::ExternalTrace;
use crate::result::inquiry::Inquiry;
use wherefore_check::{Finder, Session};
use wherefore_ir::{Property, System};
use wherefore_trace::Trace;

/// A kind of model, with a way to look at the failures of its properties.
pub trait Lens {
    /// The model as a system.
    fn system(&self) -> &System;

    /// The engines that decide properties of the system.
    fn session(&self) -> &Session;

    /// Decides a property: by the given run if that shows a violation, else by the engines.
    fn verdict(&self, asked: &PropertyRequest<'_>, context: &Context<'_>) -> Decided {
        asked.verdict(self.system(), self.session(), context)
    }

    /// Findings about a property that holds. `note` hands out a draft.
    fn holding(&self, _: &Property, _: &Context<'_>, _note: &dyn Fn(&Inquiry)) -> Option<Inquiry> {
        None
    }

    /// Classifier of the runs that violate a property; none if the lens does not look into properties of its kind.
    fn classifier<'s>(&'s self, violation: Violation<'s>, context: &'s Context<'s>)
    -> Option<Box<dyn Classifier + 's>>;
}

/// A property that is violated, and the run that shows it.
#[derive(Clone, Copy, Debug)]
pub struct Violation<'a> {
    /// The property.
    pub property: &'a Property,
    /// The run.
    pub run: &'a Trace,
    /// Engine that found the run.
    pub finder: &'a Finder,
}

impl Violation<'_> {
    /// Whether the run was given instead of found.
    pub fn is_given(&self) -> bool {
        *self.finder == Finder::ExternalTrace
    }
}

/// Sorts the failing runs of one property into classes.
pub trait Classifier {
    /// The property that runs are explained by, for its words.
    fn property(&self) -> &Property;

    /// Subject against which failing runs are explained.
    fn subject(&self) -> Subject<'_>;

    /// The words for what can be done in a step, where there are others than the inputs.
    fn steps(&self) -> Box<dyn Steps + '_> {
        Box::new(Plain)
    }

    /// Notes on the question itself.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Findings about the run of the verdict before any other is searched for; `None` if there are no findings. A given
    /// run is explained by itself only if there are some.
    fn first(&self) -> Option<Inquiry> {
        None
    }

    /// The given run as a class, or a note on why it is not one: unless said otherwise, the first class of `first`.
    fn given(&self, first: &Inquiry) -> Result<ExternalTrace, Option<String>> {
        first.classes.first().cloned().map(ExternalTrace::new).ok_or(None)
    }

    /// Whether there is one class alone, and the run of the verdict stands for it. A given run is then explained as that class.
    fn is_single(&self) -> bool {
        false
    }

    /// All classes in the order to be read, as far as they are found, whether there are others, suspects and fix sets.
    /// Parts of an explanation that are set here are left alone later. `note` hands out a draft.
    fn classes(&self, note: &dyn Fn(&Inquiry)) -> Inquiry;

    /// Draws the model with the ways of the classes through it.
    fn draw(&self, _: &mut Inquiry) {}
}

/// Explains the runs of a classifier.
pub fn explainer<'s>(classifier: &'s dyn Classifier, context: &'s Context<'s>) -> ClassExplainer<'s> {
    ClassExplainer {
        subject: classifier.subject(),
        asked: classifier.property(),
        steps: classifier.steps(),
        most_causes: context.limits.most_causes,
        stop: context.stop,
    }
}
