//! Judges: which solver re-checks whose answer, and the status of an answer that none could re-check.
//!
//! Solvers fall into families that share no reasoning code. An answer is re-checked by a family that had no part in finding
//! it: [`judges`] leaves the finder's family out, whatever the caller asks for. A judge that finds the answer wrong withdraws
//! it ([`NoAnswer::Refuted`]). If no judge is installed or none comes to a decision, the answer stands and says so
//! ([`Recheck::Missing`]), unless the user wants none of that ([`Demand::Required`]) or an engine from outside gave it.

use crate::certify::fixpoint::Fixpoints;
use crate::solvers::{Maker, Solvers, sat};
use crate::{Checker, Demand, Evidence, Family, FixpointSet, NoAnswer, Options, Recheck, Verdict};
use std::sync::Arc;
use wherefore_solve::Engine;

/// A solver that may judge.
pub struct Judge {
    /// Name of the judge.
    pub checker: Checker,
    /// A fresh one.
    pub make: Maker,
}

impl Judge {
    fn new(checker: Checker, solvers: &Solvers) -> Option<(Family, Judge)> {
        let (family, make) = match checker {
            Checker::Sat => (Family::Sat, sat(Engine::best())),
            Checker::Batsat => (Family::Sat, sat(Engine::Batsat)),
            Checker::Z3 => (Family::Z3, solvers.z3()),
            Checker::Cvc5 => (Family::Cvc5, solvers.cvc5()),
            Checker::Bitwuzla => (Family::Bitwuzla, solvers.bitwuzla()),
            _ => return None,
        };
        Some((family, Judge { checker, make }))
    }
}

/// The solvers that may re-check an answer, best first, and what is wanted of them.
pub struct Judges {
    /// Best first. Later ones are asked when an earlier one is not installed or gives up.
    pub list: Vec<Judge>,
    demand: Demand,
}

/// The judges of an answer that this family found. Propositional ones have a say only where all data is finite.
pub fn judges(found_by: Family, finite: bool, options: &Options) -> Judges {
    let preferred: &[Checker] = match (found_by, finite) {
        (Family::Z3, true) => &[Checker::Batsat, Checker::Cvc5, Checker::Bitwuzla],
        (Family::Z3, false) => &[Checker::Cvc5],
        (Family::Cvc5, true) => &[Checker::Batsat, Checker::Z3, Checker::Bitwuzla],
        (Family::Cvc5, false) => &[Checker::Z3],
        (Family::Bdd | Family::External, _) => &[Checker::Sat, Checker::Z3, Checker::Cvc5, Checker::Bitwuzla],
        // Not the best propositional solver, which it has inside.
        (Family::Bitwuzla, true) => &[Checker::Batsat, Checker::Z3, Checker::Cvc5],
        (Family::Bitwuzla, false) => &[Checker::Z3, Checker::Cvc5],
        (Family::Sat, _) => &[Checker::Z3, Checker::Cvc5],
    };
    let solvers = options.solvers();
    let candidates = preferred.iter().filter_map(|checker| Judge::new(*checker, &solvers));
    let list = candidates.filter(|(family, _)| *family != found_by).map(|(_, judge)| judge).collect();
    // An unknown engine cannot be trusted.
    let demand = if found_by == Family::External { Demand::Required } else { options.recheck };
    Judges { list, demand }
}

impl Judges {
    /// These judges, whichever engine found the answer; for tests that plant one.
    pub fn of(list: Vec<Judge>) -> Judges {
        Judges { list, demand: Demand::Wanted }
    }

    /// Has the judges look at an answer until one comes to a decision.
    pub fn review(&self, verify: impl Fn(&Maker) -> Result<(), NoAnswer>) -> Result<Recheck, NoAnswer> {
        self.review_as(|_, make| verify(make))
    }

    /// As [`review`](Self::review), for a question that depends on what the judge has found before.
    pub(crate) fn review_as(
        &self,
        verify: impl Fn(Checker, &Maker) -> Result<(), NoAnswer>,
    ) -> Result<Recheck, NoAnswer> {
        if self.demand == Demand::Deferred {
            return Ok(Recheck::Missing(NoAnswer::Effort));
        }
        let mut last = NoAnswer::Unsupported("there is no solver to re-check with".to_owned());
        for Judge { checker, make } in &self.list {
            match verify(*checker, make) {
                Ok(()) => return Ok(Recheck::By(*checker)),
                Err(refuted @ NoAnswer::Refuted(_)) => return Err(refuted),
                Err(stopped @ NoAnswer::Stopped(_)) => return self.missing(stopped),
                // Nobody needs to have it: what it lacks is not why an answer is not re-checked.
                Err(_) if *checker == Checker::Bitwuzla => {}
                Err(cause) => last = cause,
            }
        }
        self.missing(last)
    }

    /// Has the fixpoints of a formula re-checked; without them no judge can.
    pub(crate) fn review_fixpoints(
        &self,
        certificate: Result<Box<Fixpoints>, NoAnswer>,
        verify: impl Fn(&Fixpoints, Checker, &Maker) -> Result<(), NoAnswer>,
    ) -> Result<Verdict, NoAnswer> {
        let (fixpoints, recheck) = match certificate {
            Ok(fixpoints) => {
                let recheck = self.review_as(|checker, make| verify(&fixpoints, checker, make))?;
                (Some(Arc::new(FixpointSet(*fixpoints))), recheck)
            }
            Err(cause) => (None, self.missing(cause)?),
        };
        Ok(Verdict::Holds { evidence: Evidence::Fixpoints(fixpoints), recheck })
    }

    /// The state of an answer that no judge has re-checked.
    pub fn missing(&self, why: NoAnswer) -> Result<Recheck, NoAnswer> {
        self.demand.admit(Recheck::Missing(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILIES: [Family; 6] =
        [Family::Sat, Family::Bdd, Family::Z3, Family::Cvc5, Family::Bitwuzla, Family::External];

    fn family(checker: Checker) -> Family {
        Judge::new(checker, &Solvers::default()).expect("a solver").0
    }

    #[test]
    fn every_family_is_judged_by_others_only() {
        for found_by in FAMILIES {
            for finite in [true, false] {
                let judges = judges(found_by, finite, &Options::default());
                assert!(!judges.list.is_empty(), "{found_by:?} has no judge");
                assert!(judges.list.iter().all(|j| family(j.checker) != found_by), "{found_by:?} judges itself");
            }
        }
    }

    #[test]
    fn a_missing_recheck_is_said_or_withholds_the_answer() {
        let out_of_memory = |_: &Maker| Err(NoAnswer::Memory);
        let wanted = judges(Family::Sat, true, &Options::default());
        assert_eq!(wanted.review(out_of_memory), Ok(Recheck::Missing(NoAnswer::Memory)));
        let required = judges(Family::Sat, true, &Options { recheck: Demand::Required, ..Options::default() });
        assert_eq!(required.review(out_of_memory), Err(NoAnswer::Unconfirmed(Box::new(NoAnswer::Memory))));
    }

    #[test]
    fn a_refusal_and_a_stop_end_the_review_and_a_judge_that_gives_up_does_not() {
        let judges = judges(Family::Sat, true, &Options::default());
        let refuted = NoAnswer::Refuted("wrong".to_owned());
        assert_eq!(judges.review(|_| Err(refuted.clone())), Err(refuted.clone()));
        let stopped = NoAnswer::Stopped(wherefore_solve::StopReason::Interrupted);
        assert_eq!(judges.review(|_| Err(stopped.clone())), Ok(Recheck::Missing(stopped.clone())));
        let asked = std::cell::Cell::new(0);
        let second = |_: &Maker| {
            asked.set(asked.get() + 1);
            if asked.get() == 1 { Err(NoAnswer::Effort) } else { Ok(()) }
        };
        assert_eq!(judges.review(second), Ok(Recheck::By(Checker::Cvc5)));
    }
}
