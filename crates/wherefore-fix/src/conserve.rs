//! Does an edit change anything but failing runs?
//!
//! On a run of the model on which the property never fails, the changed model must do the same. First the stronger question is asked
//! that needs no infinite runs: before the model has failed, the two do the same. An edit that acts some steps before the failure
//! does not pass it; then whole runs are asked about, as an LTL formula: `G good -> G !differ`.

use crate::join::{Joined, join};
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Options, Recheck, Session, Verdict};
use wherefore_ir::{Constraint, Op, Property, PropertyKind, Purpose, Role, Sort, System, TermId, Update, VarId};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// Whether an edit leaves alone what did not fail.
#[derive(Clone, Debug, PartialEq)]
pub enum Conservation {
    /// Proved: it changes nothing but failing runs.
    Proved(Recheck),
    /// A run on which the property does not fail, and which changes too.
    Changes(Box<Trace>),
    /// Not known.
    Unknown(NoAnswer),
}

impl Conservation {
    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self, Conservation::Proved(_))
    }
}

/// Asks about a changed model; `mended` are the properties of the model that it mends.
pub(crate) fn conservation(
    (old, new): (&System, &System),
    mended: &[Property],
    options: &Options,
    limits: (&Stop, &Arc<dyn Observer>),
) -> Conservation {
    match join(old, new) {
        Ok(joined) => Question { joined, mended, options, limits }.answer(),
        Err(cause) => Conservation::Unknown(cause),
    }
}

struct Question<'a> {
    joined: Joined,
    mended: &'a [Property],
    options: &'a Options,
    limits: (&'a Stop, &'a Arc<dyn Observer>),
}

impl Question<'_> {
    fn answer(mut self) -> Conservation {
        let session = Session::new(&self.joined.system, self.options.clone());
        let goods: Option<Vec<TermId>> = self.mended.iter().map(|p| session.as_invariant(p)).collect();
        let variables = self.joined.system.terms.var_count();
        let claim = match &goods {
            Some(goods) => {
                let good = self.joined.system.terms.and(goods.iter().copied());
                let before = self.before_failure(good);
                if let Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } = before {
                    return Conservation::Proved(recheck);
                }
                self.joined.system.terms.apply(Op::G, &[good])
            }
            None if self.mended.iter().all(|p| p.kind == PropertyKind::Ltl) => {
                self.joined.system.terms.and(self.mended.iter().map(|p| p.term))
            }
            None => {
                return Conservation::Unknown(NoAnswer::Unsupported("CTL says nothing about single runs".to_owned()));
            }
        };
        match self.whole_runs(claim) {
            Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Conservation::Proved(recheck),
            Verdict::Violated(run) => Conservation::Changes(Box::new(run.trace.of_first(variables))),
            Verdict::Undetermined(cause) => Conservation::Unknown(cause),
        }
    }

    /// Whether the two do the same up to the first failure.
    fn before_failure(&self, good: TermId) -> Verdict {
        let mut system = self.joined.system.clone();
        let failed = monitor(&mut system, "failed");
        let bad = system.terms.not(good);
        remember(&mut system, failed, bad);
        let differed = monitor(&mut system, "differed");
        remember(&mut system, differed, self.joined.differ);
        let (failed, differed) = (system.terms.now(failed), system.terms.now(differed));
        let not_differed = system.terms.not(differed);
        let fine = system.terms.or([failed, bad, not_differed]);
        Session::new(&system, self.options.clone()).always(fine, self.limits.0, self.limits.1).1
    }

    /// Whether the two do the same on every run of which the claim is true.
    fn whole_runs(&self, claim: TermId) -> Verdict {
        let mut system = self.joined.system.clone();
        let mut differ = self.joined.differ;
        if system.terms.has_next(differ) {
            let differed = monitor(&mut system, "differed");
            remember(&mut system, differed, differ);
            differ = system.terms.now(differed);
        }
        let same = system.terms.not(differ);
        let always = system.terms.apply(Op::G, &[same]);
        let term = system.terms.implies(claim, always);
        let (name, text) = ("conserved".to_owned(), String::new());
        let property = Property { name, kind: PropertyKind::Ltl, term, text, element: None };
        Session::new(&system, self.options.clone()).decide(&property, self.limits.0, self.limits.1).1
    }
}

/// A variable that is false at first.
fn monitor(system: &mut System, name: &str) -> VarId {
    let var = system.add_auxiliary(name, Sort::Bool, Role::State, Purpose::Monitor);
    let now = system.terms.now(var);
    let term = system.terms.not(now);
    system.init.push(Constraint { term, element: None });
    var
}

/// The variable becomes true after the first tick at which the formula is, and stays so.
fn remember(system: &mut System, var: VarId, formula: TermId) {
    let now = system.terms.now(var);
    let term = system.terms.or([now, formula]);
    if !system.terms.has_next(term) {
        system.next.insert(var, Update { term, element: None });
        return;
    }
    let next = system.terms.next(var);
    let term = system.terms.eq(next, term);
    system.trans.push(Constraint { term, element: None });
}

/// Whether two models that differ in a few edits do the same on every run; `None` if that is not known.
pub fn same_runs(
    (old, new): (&System, &System),
    options: &Options,
    limits: (&Stop, &Arc<dyn Observer>),
) -> Option<bool> {
    let joined = join(old, new).ok()?;
    let mut system = joined.system;
    let differed = monitor(&mut system, "differed");
    remember(&mut system, differed, joined.differ);
    let now = system.terms.now(differed);
    let same = system.terms.not(now);
    match Session::new(&system, options.clone()).always(same, limits.0, limits.1).1 {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Some(true),
        Verdict::Violated(_) => Some(false),
        Verdict::Undetermined(_) => None,
    }
}
