//! Certificates, checked again by a solver that did not find them, on the whole system.
//!
//! An invariant takes three plain questions: does it hold at first, does every step keep it, does it imply the property.
//! A k-induction takes two: the first k ticks, and the step. The fixpoints of a CTL formula ([`fixpoint`]) take three: one
//! state, the first tick, one step ([`ctl`]). A certificate that fails is an error in this program; the
//! verdict is withdrawn, never softened.

mod choice;
pub mod ctl;
mod duty;
pub mod file;
pub mod fixpoint;
mod rules;

use crate::unroll::Unroller;
use crate::{Certificate, Cone, NoAnswer};
use wherefore_ir::{Sort, System, TermId, Terms};
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
            if !terms.extends(&system.terms) || !is_about_states(terms, *term) {
                return Err(NoAnswer::Refuted("the invariant is not about states of this system".to_owned()));
            }
            let mut system = system.clone();
            system.terms = (**terms).clone();
            invariant(&Cone::whole(&system), good, *term, make, stop)
        }
        Certificate::Induction { k } => induction(&Cone::whole(system), good, *k, make, stop),
    }
}

/// Whether a term is a formula about one tick.
fn is_about_states(terms: &Terms, term: TermId) -> bool {
    let temporal = || terms.has_next(term) || terms.has_ltl(term) || terms.has_ctl(term);
    term.index() < terms.len() && terms.sort(term) == Sort::Bool && !temporal()
}

fn invariant(
    model: &Cone,
    good: TermId,
    invariant: TermId,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let mut first = Unroller::new(model, make()?)?;
    first.assert_init()?;
    let outside = !first.literal(invariant, 0)?;
    refute(&mut first, outside, stop, "the invariant does not hold at first")?;

    let mut step = Unroller::new(model, make()?)?;
    let inside = step.literal(invariant, 0)?;
    step.solver.clause(&[inside])?;
    let bad = !step.literal(good, 0)?;
    refute(&mut step, bad, stop, "the invariant does not imply the property")?;
    step.reach(1)?;
    let outside = !step.literal(invariant, 1)?;
    refute(&mut step, outside, stop, "a step leaves the invariant")
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
