//! Lassos as classes of an inquiry.

use super::Lassos;
use crate::context::Context;
use crate::explanation::no_return::Steps;
use crate::explanation::{Claim, Subject};
use crate::lens::Classifier;
use crate::machine::control::Scope;
use crate::machine::steps::Transitions;
use crate::machine::suspects::told;
use crate::{Completeness, Inquiry};
use std::borrow::Cow;
use wherefore_ir::Property;
use wherefore_trace::Trace;

/// Classifies runs that break an LTL property.
pub(in crate::machine) struct LassoClassifier<'a> {
    pub(in crate::machine) scope: Scope<'a>,
    pub(in crate::machine) property: Cow<'a, Property>,
    /// Whether the way to the loop counts. What is done for ever is what levels below 1 are about.
    pub(in crate::machine) with_spine: bool,
    /// The run of the verdict.
    pub(in crate::machine) shown: Trace,
    /// Notes on that run.
    pub(in crate::machine) notes: Vec<String>,
    pub(in crate::machine) context: &'a Context<'a>,
}

impl LassoClassifier<'_> {
    fn lassos(&self) -> Lassos<'_> {
        let Context { options, limits, .. } = self.context;
        let (Scope { system, graph, .. }, with_spine) = (&self.scope, self.with_spine);
        Lassos { system, graph, property: &self.property, with_spine, options, most: limits.max_classes }
    }

    fn undivided(&self, mut inquiry: Inquiry) -> Inquiry {
        inquiry.undivide(self.scope.undivided);
        inquiry
    }
}

impl Classifier for LassoClassifier<'_> {
    fn property(&self) -> &Property {
        &self.property
    }

    fn subject(&self) -> Subject<'_> {
        let claim = Claim::Path { formula: self.property.term, assuming: None };
        Subject::new(&self.scope.system, claim, self.context.options)
    }

    fn steps(&self) -> Box<dyn Steps + '_> {
        Box::new(Transitions { graph: &self.scope.graph })
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn first(&self) -> Option<Inquiry> {
        let lassos = self.lassos();
        let found = lassos.first(&self.shown);
        Some(self.undivided(lassos.report(&found, Completeness::unknown(self.context.stop))))
    }

    fn classes(&self, _: &dyn Fn(&Inquiry)) -> Inquiry {
        let lassos = self.lassos();
        let (found, completeness) = lassos.search(&self.shown, self.context.stop, self.context.observer);
        let suspects = told(lassos.graph, || lassos.suspects(&found));
        self.undivided(Inquiry { suspects, ..lassos.report(&found, completeness) })
    }

    fn draw(&self, inquiry: &mut Inquiry) {
        self.scope.draw(inquiry);
    }
}
