//! The lens for state machines: invariants by the path of a run, LTL properties by what is done for ever.

use super::control::{Control, Scope, control};
use super::discover::HintError;
use super::invariant::{Claimed, Invariants};
use super::lasso::LassoClassifier;
use super::observer::{needs_observer, observe};
use super::path_class::Level;
use super::settings::Settings;
use crate::Grouping;
use crate::context::Context;
use crate::external_trace::{Decided, PropertyRequest, linear, up_to_failure};
use crate::lens::{Classifier, Lens, Violation};
use std::borrow::Cow;
use wherefore_check::{Cone, Session};
use wherefore_diag::Span;
use wherefore_ir::{Property, PropertyKind, System, TermId};
use wherefore_trace::Trace;

/// The lens for state machines.
pub struct MachineLens<'a> {
    session: &'a Session,
    settings: &'a Settings,
    control: Control,
}

impl<'a> MachineLens<'a> {
    /// Looks for the machines of a system, which `session` is about. `line_of` gives the line of a place in the source, for
    /// transitions without a name.
    pub fn new(
        system: &System,
        session: &'a Session,
        settings: &'a Settings,
        line_of: &dyn Fn(Span) -> Option<usize>,
        context: &Context<'_>,
    ) -> Result<MachineLens<'a>, HintError> {
        Ok(MachineLens { session, settings, control: control(system, &settings.hints, line_of, context)? })
    }

    fn invariants<'s>(&'s self, violation: Violation<'s>, good: TermId, context: &'s Context<'s>) -> Invariants<'s> {
        let Violation { property, run, .. } = violation;
        let shown = up_to_failure(&self.control.system, run, good).unwrap_or_else(|| run.clone());
        let plain = Claimed { system: &self.control.system, good };
        let (scope, good, shown, observed) = match self.observed(good, &shown) {
            Some((scope, good, shown)) => (scope, good, shown, Some(plain)),
            None => (self.control.of_invariant(property, good), good, shown, None),
        };
        // Of a case distinction only the branch of the last step counts.
        let level = if scope.grouping == Grouping::Path { self.settings.listed() } else { Level::Last };
        let is_chosen = scope.grouping == Grouping::Path && self.settings.level.is_none();
        Invariants { scope, property, good, observed, level, is_chosen, shown, context }
    }

    /// The machines with an observer of a property that needs one, and the run up to where it shows a failure.
    fn observed(&self, good: TermId, shown: &Trace) -> Option<(Scope<'_>, TermId, Trace)> {
        let system = &self.control.system;
        let observed = needs_observer(system, good).then(|| observe(system, good))?;
        let shown = observed.prolonged(shown)?;
        let cone = Cone::of(&observed.system, &[observed.good]);
        let scope = self.control.scope(Cow::Owned(observed.system), cone);
        scope.undivided.is_none().then_some((scope, observed.good, shown))
    }

    fn lassos<'s>(&'s self, violation: Violation<'s>, context: &'s Context<'s>) -> Option<LassoClassifier<'s>> {
        let Violation { property, run, .. } = violation;
        let mut notes = Vec::new();
        let (system, property, shown) = match self.along(&violation) {
            Some((system, property)) => {
                let session = Session::new(&system, context.options.clone());
                let shown = PropertyRequest::from(&property).prolonged(&system, &session, run, context, &mut notes);
                (Cow::Owned(system), Cow::Owned(property), shown)
            }
            None if property.kind == PropertyKind::Ltl => {
                (Cow::Borrowed(&self.control.system), Cow::Borrowed(property), run.clone())
            }
            None => return None,
        };
        let cone = Cone::of_paths(&system, property.term);
        let with_spine = matches!(self.settings.listed(), Level::Spine | Level::Suffix(_));
        Some(LassoClassifier { scope: self.control.scope(system, cone), property, with_spine, shown, notes, context })
    }

    /// LTL property that a given run breaks along itself, for a CTL property, and the system with its terms.
    fn along(&self, violation: &Violation<'_>) -> Option<(System, Property)> {
        let property = Some(violation.property).filter(|p| violation.is_given() && p.kind == PropertyKind::Ctl)?;
        let mut system = self.control.system.clone();
        let term = linear(&mut system.terms, property.term)?;
        Some((system, Property { kind: PropertyKind::Ltl, term, ..property.clone() }))
    }
}

impl Lens for MachineLens<'_> {
    fn system(&self) -> &System {
        &self.control.system
    }

    fn session(&self) -> &Session {
        self.session
    }

    fn verdict(&self, asked: &PropertyRequest<'_>, context: &Context<'_>) -> Decided {
        let mut decided = asked.verdict(&self.control.system, self.session, context);
        decided.notes.splice(0..0, self.control.notes.iter().cloned());
        decided
    }

    fn classifier<'s>(
        &'s self,
        violation: Violation<'s>,
        context: &'s Context<'s>,
    ) -> Option<Box<dyn Classifier + 's>> {
        match self.session.invariant(violation.property, context.stop, context.observer) {
            Some(good) => Some(Box::new(self.invariants(violation, good, context))),
            None => Some(Box::new(self.lassos(violation, context)?)),
        }
    }
}
