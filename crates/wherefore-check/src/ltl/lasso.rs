//! Liveness to safety: a fair infinite run of a finite system is a lasso, and a lasso is a tick that was seen before.
//!
//! The system gets a copy of its state that is taken once, at a tick of its own choice, and kept: `saved` says that it was
//! taken before this tick. From that tick on, bits note which fairness conditions were met. The lasso is closed when the
//! state is that of the copy again and every condition was met on the way (Biere, Artho and Schuppan 2002). So bounded search
//! for "closed" finds shortest lassos, and a proof that it never happens proves that there is no fair run, if the state is
//! finite. With unbounded data only the lassos count.
//!
//! ```text
//! tick        0   1   2   3
//! x           5   6   7   6        the copy is taken at tick 1
//! saved       f   f   t   t
//! copy of x   -   -   6   6        closed at tick 3: the run is 5 (6 7) (6 7) ...
//! ```
//!
//! Frozen variables need no copy, nor does a variable that a restriction on all ticks computes from others.

use super::tableau::Product;
use super::wires::{self, Wires};
use crate::{Cause, Model};
use wherefore_ir::{Constraint, Role, Sort, System, TermId, Value, VarId};
use wherefore_trace::{Step, Trace};

/// A system that looks for lassos of a product.
pub(crate) struct Lasso {
    /// The variables that matter, with all restrictions.
    pub(crate) model: Model,
    /// No lasso is closed.
    pub(crate) good: TermId,
    pub(super) saved: VarId,
    wires: Wires,
}

/// The liveness-to-safety construction.
pub(crate) fn lasso(product: &Product) -> Lasso {
    let mut system = product.system.clone();
    let justice: Vec<TermId> = system.justice.drain(..).map(|c| c.term).collect();
    let pairs = std::mem::take(&mut system.compassion);
    let before = system.terms.var_count();
    let saved = system.add_hidden_var("saved", Sort::Bool, Role::State);
    let mut closed = vec![system.terms.now(saved)];
    start(&mut system, saved);
    for var in copied(product) {
        closed.push(copy(&mut system, saved, var));
    }
    for term in justice {
        closed.push(seen(&mut system, saved, term));
    }
    for pair in pairs {
        let (premise, consequence) =
            (seen(&mut system, saved, pair.premise), seen(&mut system, saved, pair.consequence));
        closed.push(system.terms.implies(premise, consequence));
    }
    let closed = system.terms.and(closed);
    let good = system.terms.not(closed);
    let bits = system.vars().map(|(v, _)| v).skip(before);
    let vars = product.vars.iter().copied().chain(bits).collect();
    Lasso { model: Model::restricted(system, vars), good, saved, wires: product.wires.clone() }
}

/// `saved` is false at first, and never false again.
fn start(system: &mut System, saved: VarId) {
    let (now, next) = (system.terms.now(saved), system.terms.next(saved));
    let (init, keep) = (system.terms.not(now), system.terms.implies(now, next));
    system.init.push(Constraint { term: init, element: None });
    system.trans.push(Constraint { term: keep, element: None });
}

/// Adds the copy of a variable; that the two are equal.
fn copy(system: &mut System, saved: VarId, var: VarId) -> TermId {
    let sort = system.terms.var(var).sort;
    let shadow = system.add_hidden_var(&format!("copy{}", var.0), sort, Role::State);
    let terms = &mut system.terms;
    let (is_saved, will_be, now) = (terms.now(saved), terms.next(saved), terms.now(var));
    let (old, new) = (terms.now(shadow), terms.next(shadow));
    let kept = terms.ite(is_saved, old, now);
    let (same, equal) = (terms.eq(new, kept), terms.eq(old, now));
    let term = terms.implies(will_be, same);
    system.trans.push(Constraint { term, element: None });
    equal
}

/// Adds a bit that says that a formula about the state was true since the copy was taken, before this tick.
fn seen(system: &mut System, saved: VarId, formula: TermId) -> TermId {
    let bit = system.add_hidden_var(&format!("seen{}", formula.0), Sort::Bool, Role::State);
    let terms = &mut system.terms;
    let (will_be, now, next) = (terms.next(saved), terms.now(bit), terms.next(bit));
    let either = terms.or([now, formula]);
    let met = terms.and([will_be, either]);
    let (init, step) = (terms.not(now), terms.eq(next, met));
    system.init.push(Constraint { term: init, element: None });
    system.trans.push(Constraint { term: step, element: None });
    now
}

/// The variables that a state is known by: no inputs, nothing frozen, nothing that others determine.
fn copied(product: &Product) -> Vec<VarId> {
    let system = &product.system;
    let determined = wires::definitions(system, &product.vars);
    let is_copied = |v: &VarId| system.role(*v) == Role::State && !determined.contains_key(v);
    product.vars.iter().copied().filter(is_copied).collect()
}

impl Lasso {
    /// The run of the system itself: up to the tick before the closing one, back to the tick of the copy.
    pub(crate) fn cut(&self, original: &System, trace: &Trace) -> Result<Trace, Cause> {
        let refuted = || Cause::Refuted("a closed lasso without a loop".to_owned());
        let is_open = |step: &Step| step.get(self.saved) == Some(&Value::Bool(false));
        let taken = trace.steps.iter().rposition(is_open).ok_or_else(refuted)?;
        let last = trace.len().checked_sub(1).filter(|last| taken < *last).ok_or_else(refuted)?;
        let mut trace = Trace::lasso(trace.steps[..last].to_vec(), taken).of_first(original.terms.var_count());
        self.wires.restore(&self.model.system.terms, &mut trace)?;
        Ok(trace)
    }
}
