//! Does every reachable state begin a fair infinite run?
//!
//! Where it does, `AG p` says of a model what the invariant `p` says: a state that breaks `p` lies on a fair run. Decision
//! diagrams give the reachable states and a core of fair runs with the ways into it; another solver finds that no step
//! leaves the first, and that all of them lead into the second ([`crate::certify::ctl`]).

use crate::context::Session;
use crate::{Cone, Family, NoAnswer, Observer, certify, judges};
use std::sync::Arc;
use wherefore_solve::Stop;

/// Whether every reachable state begins a fair infinite run.
pub(crate) fn is_serial(session: &Session, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<bool, NoAnswer> {
    let system = session.system.as_ref();
    let model = Arc::new(Cone::of_fairness(system));
    if !model.is_finite() {
        return Ok(false);
    }
    let memory = session.options.memory;
    let found = session.cache.with(&model, memory, stop, |machine| machine.serial(observer.as_ref()))?;
    let Some(certificate) = found else { return Ok(false) };
    let Some(reached) = &certificate.reached else { return Ok(false) };
    let judges = judges(Family::Bdd, true, &session.options);
    let recheck = judges.review_as(|checker, make| {
        session.closed(reached, checker, make, stop)?;
        certify::ctl::recheck_serial(system, &certificate, make, stop)
    })?;
    recheck.confirmed().map(|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bdd::Machine;
    use crate::{Options, Silent};
    use wherefore_ir::{Constraint, Role, Sort, System};

    /// A bit that may change at will, and how a session sees it with one more restriction on steps.
    fn bit(step: fn(&mut System, wherefore_ir::VarId) -> Option<wherefore_ir::TermId>) -> System {
        let mut system = System::new("bit");
        let x = system.add_var("x", Sort::Bool, Role::State, None).expect("a new name");
        if let Some(term) = step(&mut system, x) {
            system.trans.push(Constraint { term, element: None });
        }
        system
    }

    #[test]
    fn dead_ends_are_seen_and_a_certificate_of_another_system_is_refused() {
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let free = bit(|_, _| None);
        let dead = bit(|system, x| {
            let now = system.terms.now(x);
            Some(system.terms.not(now))
        });
        let serial = |system: &System| {
            is_serial(&Session::new(system, Options::default()), &Stop::new(), &observer).expect("a small system")
        };
        assert!(serial(&free) && !serial(&dead));
        let mut machine = Machine::new(Arc::new(Cone::of_fairness(&free)), None, &Stop::new()).expect("a small system");
        let certificate = machine.serial(&Silent).expect("a small system").expect("every state goes on");
        let judge = crate::solvers::Solvers::default().bounded(true);
        let recheck = |system| certify::ctl::recheck_serial(system, &certificate, &judge, &Stop::new());
        assert_eq!(recheck(&free), Ok(()));
        assert!(matches!(recheck(&dead), Err(NoAnswer::Refuted(_))));
    }
}
