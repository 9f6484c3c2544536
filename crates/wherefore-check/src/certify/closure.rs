//! Sets of states that hold all reachable ones, checked once and then built upon.
//!
//! Whether a set holds every first state, and whether no step leaves it, are the expensive questions of a re-check, and they are the
//! same for all properties whose proofs rest on one set. [`Closures`] remembers which judge has answered them for which set; a
//! property then takes the one question of what it adds. A set is known by its identity, never by its look: what is remembered
//! holds the very arena that was judged, and nobody else can change it.
//!
//! Example: of two invariants of one model, both found by BDDs, the first takes three questions and the second one:
//! that the reachable states satisfy it.

use super::fixpoint::Reached;
use super::refute;
use crate::unroll::Unroller;
use crate::{Checker, Cone, NoAnswer};
use std::sync::{Arc, Mutex, PoisonError};
use wherefore_ir::{Sort, System, TermId, Terms};
use wherefore_solve::{Solver, Stop};

/// The closed sets of one system, with the judges that found them so.
#[derive(Default)]
pub(crate) struct Closures(Mutex<Vec<(Reached, Checker)>>);

impl Closures {
    /// Has a judge find that a set is closed, unless the same judge has found it before.
    pub(crate) fn confirm(
        &self,
        reached: &Reached,
        checker: Checker,
        judge: impl FnOnce() -> Result<(), NoAnswer>,
    ) -> Result<(), NoAnswer> {
        if !self.is_known(reached, checker) {
            judge()?;
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((reached.clone(), checker));
        }
        Ok(())
    }

    fn is_known(&self, reached: &Reached, checker: Checker) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|(set, by)| *by == checker && set.is_same(reached))
    }
}

impl Reached {
    /// Whether both are the same set of the same arena, by identity.
    fn is_same(&self, other: &Reached) -> bool {
        Arc::ptr_eq(&self.terms, &other.terms) && self.term == other.term
    }
}

/// Checks that every first tick of a system is in a set, and that no step leaves it.
pub(crate) fn closed(
    system: &System,
    reached: &Reached,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let mut model = extended(system, reached)?;
    let outside = model.system.terms.not(reached.term);
    let mut first = Unroller::new(&model, make()?)?;
    first.assert_init()?;
    let out = first.premise(outside, 0)?;
    refute(&mut first, out, stop, "the invariant does not hold at first")?;

    let mut step = Unroller::new(&model, make()?)?;
    step.reach(1)?;
    let inside = step.premise(reached.term, 0)?;
    step.solver.clause(&[inside])?;
    let out = step.premise(outside, 1)?;
    refute(&mut step, out, stop, "a step leaves the invariant")
}

/// Checks that a formula holds at every tick of a set.
pub(crate) fn implies(
    system: &System,
    reached: &Reached,
    good: TermId,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let mut model = extended(system, reached)?;
    let bad = model.system.terms.not(good);
    let mut tick = Unroller::new(&model, make()?)?;
    let inside = tick.premise(reached.term, 0)?;
    tick.solver.clause(&[inside])?;
    let bad = tick.premise(bad, 0)?;
    refute(&mut tick, bad, stop, "the invariant does not imply the property")
}

/// The whole system with the arena of a set; refused if the set is not one of its ticks.
fn extended(system: &System, reached: &Reached) -> Result<Cone, NoAnswer> {
    if !reached.terms.extends(&system.terms) || !is_about_one_tick(&reached.terms, reached.term) {
        return Err(NoAnswer::Refuted("the invariant is not about states of this system".to_owned()));
    }
    let mut system = system.clone();
    system.terms = (*reached.terms).clone();
    Ok(Cone::whole(&system))
}

/// Whether a term is a formula about one tick.
fn is_about_one_tick(terms: &Terms, term: TermId) -> bool {
    let temporal = || terms.has_next(term) || terms.has_ltl(term) || terms.has_ctl(term);
    term.index() < terms.len() && terms.sort(term) == Sort::Bool && !temporal()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bdd::Machine;
    use crate::{EngineChoice, Observer, Options, Session, Silent, Verdict};
    use wherefore_ir::text;

    /// 0 -> 1 -> 2 -> 0, of 0..7, with two invariants.
    fn ring() -> System {
        let lines = [
            "system \"ring\"",
            "var x : 0..7 state",
            "init (= x 0)",
            "next x = (ite (= x 2) 0 (ite (< x 2) (+ x 1) x))",
            "property \"low\" invariant (< x 3) text \"low\"",
            "property \"odd\" invariant (or (< x 2) (= x 2)) text \"odd\"",
        ];
        text::parse(&lines.join("\n")).expect("a system")
    }

    fn reached(system: &System) -> Reached {
        let model = Arc::new(Cone::whole(system));
        Machine::new(model, None, &Stop::new()).and_then(|mut m| m.written(&Silent)).expect("a small system")
    }

    /// The set with another formula, in an arena that has it.
    fn changed(right: &Reached, change: impl FnOnce(&mut Terms, TermId) -> TermId) -> Reached {
        let mut terms = (*right.terms).clone();
        let term = change(&mut terms, right.term);
        Reached { terms: Arc::new(terms), term }
    }

    fn judge(system: &System, set: &Reached) -> Result<(), NoAnswer> {
        closed(system, set, &crate::solvers::Solvers::default().bounded(true), &Stop::new())
    }

    fn without(value: i64) -> impl FnOnce(&mut Terms, TermId) -> TermId {
        move |terms, set| {
            let (x, value) = (terms.find_var("x").expect("declared"), terms.int(value));
            let now = terms.now(x);
            let other = terms.eq(now, value);
            let other = terms.not(other);
            terms.and([set, other])
        }
    }

    #[test]
    fn a_set_without_a_reachable_state_and_a_flipped_one_are_refused() {
        let system = ring();
        let right = reached(&system);
        assert_eq!(judge(&system, &right), Ok(()));
        let refused = |set: &Reached| matches!(judge(&system, set), Err(NoAnswer::Refuted(_)));
        for value in 0..3 {
            assert!(refused(&changed(&right, without(value))), "without {value}");
        }
        assert!(refused(&changed(&right, |terms, set| terms.not(set))));
        assert!(refused(&changed(&right, |terms, _| terms.bool(false))));
        assert_eq!(judge(&system, &changed(&right, without(7))), Ok(()), "7 is never reached");
    }

    #[test]
    fn what_is_known_of_one_set_is_not_known_of_another() {
        let system = ring();
        let (closures, right) = (Closures::default(), reached(&system));
        let asked = std::cell::Cell::new(0);
        let confirm = |set: &Reached, checker| {
            closures.confirm(set, checker, || {
                asked.set(asked.get() + 1);
                judge(&system, set)
            })
        };
        let answers = [confirm(&right, Checker::Sat), confirm(&right, Checker::Sat)];
        assert_eq!((answers, asked.get()), ([Ok(()), Ok(())], 1));
        assert_eq!((confirm(&right, Checker::Z3), asked.get()), (Ok(()), 2));
        let look_alike = changed(&right, |_, set| set);
        assert_eq!((confirm(&look_alike, Checker::Sat), asked.get()), (Ok(()), 3));
        let wrong = changed(&right, without(1));
        for again in 4..6 {
            assert!(matches!(confirm(&wrong, Checker::Sat), Err(NoAnswer::Refuted(_))));
            assert_eq!(asked.get(), again, "a refusal is not remembered as an answer");
        }
        assert!(matches!(confirm(&Reached { term: wrong.term, ..right }, Checker::Sat), Err(NoAnswer::Refuted(_))));
    }

    #[test]
    fn two_properties_share_one_set() {
        let system = ring();
        let options = Options { engine: EngineChoice::Bdd, ..Options::default() };
        let (session, observer) = (Session::new(&system, options), Arc::new(Silent) as Arc<dyn Observer>);
        for property in &system.properties {
            let verdict = session.check(property, &Stop::new(), &observer).verdict;
            assert!(matches!(&verdict, Verdict::Holds { recheck, .. } if recheck.checker().is_some()), "{verdict:?}");
        }
        assert_eq!(session.known.closures.0.lock().expect("nobody panicked").len(), 1);
    }
}
