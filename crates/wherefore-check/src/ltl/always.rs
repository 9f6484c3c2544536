//! `AG p` as `G p`: where `p` is about states, a fair infinite run that breaks the one breaks the other.

use super::{Found, Subject};
use crate::race::Lane;
use crate::session::{EngineChoice, Session};
use crate::{Cause, Observer, Verdict};
use std::sync::Arc;
use wherefore_ir::{Op, Property, PropertyKind, TermId};
use wherefore_solve::Stop;

/// The name of the lane.
const NAME: &str = "lasso";

/// A formula that is to hold at every tick of every fair infinite run.
pub(crate) struct Always {
    session: Session,
    property: Property,
}

impl Always {
    /// About the body of a property of branching time.
    pub(crate) fn new(session: &Session, property: &Property, body: TermId) -> Always {
        let mut system = session.system.as_ref().clone();
        let term = system.terms.apply(Op::G, &[body]);
        let property = Property { kind: PropertyKind::Ltl, term, ..property.clone() };
        Always { session: Session::new(&system, session.options.clone()), property }
    }

    /// Looks for lassos and, on finite data, for a proof that there are none.
    pub(crate) fn lane(&self, observer: &Arc<dyn Observer>) -> Result<Lane<Found>, Cause> {
        let subject = self.subject()?;
        let lane = match self.session.options.engine {
            EngineChoice::Auto | EngineChoice::Sat if subject.finite => subject.sat_lane(observer),
            _ => subject.smt_lane(observer),
        };
        Ok(Lane { name: NAME, run: lane.run })
    }

    /// Checks what the lane says.
    pub(crate) fn settle(&self, found: Found, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Verdict, Cause> {
        self.subject()?.settle(found, stop, observer)
    }

    fn subject(&self) -> Result<Subject<'_>, Cause> {
        Subject::new(&self.session, &self.property)
    }
}
