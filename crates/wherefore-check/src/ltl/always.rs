//! `AG p` as `G p`: where `p` is about states, a fair infinite run that breaks the one breaks the other.

use super::Subject;
use crate::context::Session;
use crate::engine::{Answer, Answers, EngineContext, Family, Goal};
use crate::portfolio::portfolio;
use crate::race::Lane;
use crate::{EngineId, NoAnswer, Verdict};
use std::sync::Arc;
use wherefore_ir::{Op, Property, PropertyKind, TermId};

/// A formula that is to hold at every tick of every fair infinite run.
pub(crate) struct Always {
    session: Session,
    property: Property,
}

impl Always {
    /// About the body of a CTL property.
    pub(crate) fn new(session: &Session, property: &Property, body: TermId) -> Always {
        let mut system = session.system.as_ref().clone();
        let term = system.terms.apply(Op::G, &[body]);
        let property = Property { kind: PropertyKind::Ltl, term, ..property.clone() };
        Always { session: Session::new(&system, session.options.clone()), property }
    }

    /// The first engine that looks for lassos and does not know CTL itself.
    pub(crate) fn lane(&self) -> Option<Lane> {
        let subject = self.subject().ok()?;
        let mut engines = portfolio(&self.session.options, Goal::Linear, subject.finite).into_iter();
        let engine = engines.find(|e| {
            let can = e.capabilities();
            can.branching == Answers::None && can.linear.has_violations()
        })?;
        Some(Lane { id: EngineId::LASSO, ..Lane::new(engine, &Arc::new(subject.problem())) })
    }

    /// Checks what an engine of a family says.
    pub(crate) fn settle(&self, family: Family, answer: Answer, context: &EngineContext) -> Result<Verdict, NoAnswer> {
        self.subject()?.settle(family, answer, context)
    }

    fn subject(&self) -> Result<Subject<'_>, NoAnswer> {
        Subject::new(&self.session, &self.property)
    }
}
