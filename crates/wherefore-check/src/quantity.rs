//! Numbers of steps between two formulas: the least, and the greatest before one must have arrived.
//!
//! BDDs find the number; it is then stated as two formulas of CTL, which are decided and re-checked like any other. With
//! `EBF 0..n q` written out as `q | EX (q | EX ...)`:
//!
//! ```text
//! least number n        AG (p -> !EBF 0..n-1 q) holds,    AG (p -> !EBF 0..n q) does not: the run that is shown
//! greatest number n     AG (p -> ABF 0..n q) holds,       AG (p -> ABF 0..n-1 q) does not: the run that is shown
//! no least number       AG (p -> !EF q) holds
//! no greatest number    AG (p -> AF q) does not hold; where fairness alone makes it hold there is no re-check
//! ```
//!
//! As in NuSMV, only reachable states that begin a fair path count; and the greatest number is undefined if no state of either end is
//! among them.

use crate::context::Session;
use crate::engine::bdd::{Machine, Steps};
use crate::{Checker, Cone, Counterexample, NoAnswer, Observer, Recheck, Verdict, ctl};
use std::sync::Arc;
use wherefore_ir::{Op, Property, PropertyKind, Quantity, QuantityKind, System, TermId, Terms};
use wherefore_solve::Stop;

/// A number of steps that was found.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The number.
    pub steps: Steps,
    /// Whether it was re-checked.
    pub recheck: Recheck,
    /// A run with a path of this number of steps, or with one that does not arrive.
    pub run: Option<Box<Counterexample>>,
}

impl Session {
    /// The number of steps that a quantity of the system asks for.
    pub fn measure(
        &self,
        quantity: &Quantity,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<Measured, NoAnswer> {
        let mut system = self.system.as_ref().clone();
        let ends = [quantity.from, quantity.to];
        let reading = system.terms.and(ends);
        let cone = Arc::new(Cone::of_paths(&system, reading));
        if !cone.is_finite() {
            return Err(NoAnswer::Unsupported("numbers of steps with unbounded data".to_owned()));
        }
        let context = self.context(stop, observer);
        let find = |machine: &mut Machine| machine.distance(quantity.kind, ends, observer.as_ref());
        let steps = self.cache.with(&cone, context.solvers.memory, stop, find)?;
        let statements = Statements::of(&mut system, quantity, steps);
        let session = Session::new(&system, self.options.clone());
        let (recheck, run) = statements.confirm(&session, stop, observer)?;
        Ok(Measured { steps, recheck: self.options.recheck.admit(recheck)?, run })
    }
}

/// What a number of steps says.
#[derive(Default)]
struct Statements {
    /// One of these holds; empty if there is nothing to hold.
    true_ones: Vec<TermId>,
    /// Does not hold.
    false_one: Option<TermId>,
    /// Whether the false one may hold after all, because of fairness.
    is_fair: bool,
}

impl Statements {
    fn of(system: &mut System, quantity: &Quantity, steps: Steps) -> Statements {
        let is_fair = !system.justice.is_empty() || !system.compassion.is_empty();
        let (terms, Quantity { kind, from, to, .. }) = (&mut system.terms, quantity);
        let mut bounded = |n: u32| {
            let inside = match kind {
                QuantityKind::Least => {
                    let arrives = within(terms, *to, n, Op::EX);
                    terms.not(arrives)
                }
                QuantityKind::Most => within(terms, *to, n, Op::AX),
            };
            whenever(terms, *from, inside)
        };
        match (steps, kind) {
            (Steps::Number(n), QuantityKind::Least) => {
                let true_ones = n.checked_sub(1).map(&mut bounded).into_iter().collect();
                Statements { true_ones, false_one: Some(bounded(n)), is_fair: false }
            }
            (Steps::Number(n), QuantityKind::Most) => {
                let true_ones = vec![bounded(n)];
                Statements { true_ones, false_one: n.checked_sub(1).map(bounded), is_fair: false }
            }
            (Steps::Infinite, QuantityKind::Least) => {
                let arrives = terms.apply(Op::EF, &[*to]);
                let never = terms.not(arrives);
                Statements { true_ones: vec![whenever(terms, *from, never)], ..Statements::default() }
            }
            (Steps::Infinite, QuantityKind::Most) => {
                let arrives = terms.apply(Op::AF, &[*to]);
                let false_one = Some(whenever(terms, *from, arrives));
                Statements { true_ones: Vec::new(), false_one, is_fair }
            }
            (Steps::Undefined, _) => {
                let mut never = |end: TermId| {
                    let not = terms.not(end);
                    terms.apply(Op::AG, &[not])
                };
                Statements { true_ones: vec![never(*from), never(*to)], ..Statements::default() }
            }
        }
    }

    /// Decides the statements: who re-checked the true one, and the run that refutes the false one.
    fn confirm(
        &self,
        session: &Session,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<(Recheck, Option<Box<Counterexample>>), NoAnswer> {
        let decide = |term: TermId| {
            let (name, text) = ("steps".to_owned(), String::new());
            let property = Property { name, kind: PropertyKind::Ctl, term, text, element: None };
            ctl::decide(session, &property, stop, observer).1
        };
        let mut recheck = Recheck::By(Checker::Replay);
        if !self.true_ones.is_empty() {
            let mut proofs = self.true_ones.iter().map(|term| decide(*term));
            recheck = proofs.find_map(proved).unwrap_or_else(|| Err(disagreement()))?;
        }
        let Some(term) = self.false_one else { return Ok((recheck, None)) };
        match decide(term) {
            Verdict::Violated(run) => Ok((recheck, Some(run))),
            Verdict::Undetermined(cause) => Ok((Recheck::Missing(cause), None)),
            _ if self.is_fair => {
                let what = "a number of steps that is infinite although every fair path arrives";
                Ok((Recheck::Missing(NoAnswer::Unsupported(what.to_owned())), None))
            }
            _ => Err(disagreement()),
        }
    }
}

/// The re-check of a statement that holds; nothing if it does not hold.
fn proved(verdict: Verdict) -> Option<Result<Recheck, NoAnswer>> {
    match verdict {
        Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Some(Ok(recheck)),
        Verdict::Violated(_) => None,
        Verdict::Undetermined(cause) => Some(Ok(Recheck::Missing(cause))),
    }
}

fn disagreement() -> NoAnswer {
    NoAnswer::Refuted("a number of steps that the formulas about it contradict".to_owned())
}

/// `AG (from -> inside)`.
fn whenever(terms: &mut Terms, from: TermId, inside: TermId) -> TermId {
    let not = terms.not(from);
    let body = terms.or([not, inside]);
    terms.apply(Op::AG, &[body])
}

/// `to` within `n` steps of the operator.
fn within(terms: &mut Terms, to: TermId, n: u32, step: Op) -> TermId {
    let mut term = to;
    for _ in 0..n {
        let later = terms.apply(step, &[term]);
        term = terms.or([to, later]);
    }
    term
}
