//! Certificates, checked again by a solver that did not find them, on the whole system.
//!
//! An invariant takes three plain questions: does it hold at first, does every step keep it, does it imply the property.
//! A k-induction takes two: the first k ticks, and the step. The fixpoints of a CTL formula ([`fixpoint`]) take three: one
//! state, the first tick, one step ([`ctl`]). A certificate that fails is an error in this program; the
//! verdict is withdrawn, never softened.

mod choice;
pub(crate) mod closure;
pub mod ctl;
mod duty;
pub mod file;
pub mod fixpoint;
mod rules;

use crate::unroll::Unroller;
use crate::{Certificate, Cone, NoAnswer};
use fixpoint::Reached;
use wherefore_ir::{System, TermId};
use wherefore_solve::{Solver, Stop};

/// Checks that the certificate proves `good` for the whole system.
pub fn recheck(
    system: &System,
    good: TermId,
    certificate: &Certificate,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    match certificate {
        Certificate::Invariant { terms, term } => {
            let reached = Reached { terms: terms.clone(), term: *term };
            closure::closed(system, &reached, make, stop)?;
            closure::implies(system, &reached, good, make, stop)
        }
        Certificate::Induction { k } => induction(&Cone::whole(system), good, *k, make, stop),
    }
}

fn induction(
    model: &Cone,
    good: TermId,
    k: u32,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let mut base = Unroller::new(model, make()?)?;
    base.assert_init()?;
    for tick in 0..=k {
        base.reach(tick)?;
        let bad = !base.literal(good, tick)?;
        refute(&mut base, bad, stop, "the base case of the induction fails")?;
    }
    let mut step = Unroller::new(model, make()?)?;
    step.reach(k)?;
    for tick in 0..k {
        let holds = step.literal(good, tick)?;
        step.solver.clause(&[holds])?;
    }
    let bad = !step.literal(good, k)?;
    refute(&mut step, bad, stop, "the step of the induction fails")
}

fn refute(unroller: &mut Unroller<'_>, bad: wherefore_solve::Lit, stop: &Stop, words: &str) -> Result<(), NoAnswer> {
    match unroller.is_sat(&[bad], None, stop)? {
        false => Ok(()),
        true => Err(NoAnswer::Refuted(words.to_owned())),
    }
}
