//! An observer: a bit that remembers whether every tick so far has kept a property.
//!
//! A property of a synchronous program speaks of a tick together with its inputs, and these are what takes a transition. So the
//! transition that breaks it is taken in the step that leaves the tick, and a run that ends at the tick does not have it. With
//! the observer a run ends one tick later, where nothing is read any more.
//!
//! ```text
//! tick      0          1          2           3
//! inputs    enter 20   enter 24   (not read)
//! state     OFF        IDLE       ON
//! kept      true       true       false        broken at tick 1, by IDLE -> ON
//! ```

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wherefore_ir::{Constraint, Op, Purpose, Role, Sort, System, TermId, Terms, Value, VarId, walk};
use wherefore_trace::{Evaluator, Step, Trace};

/// A system with an observer.
pub(super) struct Observed {
    /// The system. Ids of variables and terms are those of the given one.
    pub(super) system: System,
    /// Whether the property was kept so far.
    pub(super) good: TermId,
    kept: VarId,
}

/// Whether a property needs an observer: it reads inputs of the tick, and machines of a synchronous program move by them.
pub(super) fn needs_observer(system: &System, good: TermId) -> bool {
    let annexes = &system.annexes;
    let mut read = walk::variables(&system.terms, [good]).into_iter();
    annexes.network.is_some() && annexes.control.is_some() && read.any(|v| system.role(v) == Role::Input)
}

/// Adds an observer of a formula over one tick. A run need not go on behind the tick that breaks it, so nothing restricts the
/// step that leaves that tick, nor what follows.
pub(super) fn observe(system: &System, formula: TermId) -> Observed {
    let mut system = system.clone();
    let kept = system.add_auxiliary("kept", Sort::Bool, Role::State, Purpose::Monitor);
    let (good, later) = (system.terms.now(kept), system.terms.next(kept));
    for (list, bound) in [(&mut system.invar, good), (&mut system.trans, later)] {
        for constraint in list {
            constraint.term = system.terms.implies(bound, constraint.term);
        }
    }
    system.init.push(Constraint { term: good, element: None });
    let formula = on_what_is_kept(&mut system, formula);
    let both = system.terms.and([good, formula]);
    let term = system.terms.eq(later, both);
    system.trans.push(Constraint { term, element: None });
    Observed { system, good, kept }
}

/// A formula with the next values of memories in place of what they are computed from, where it has that: what a machine gives out is
/// mostly what it remembers. A system in which a transition leaves the memories alone is then judged by what they hold.
fn on_what_is_kept(system: &mut System, formula: TermId) -> TermId {
    let mut memories: BTreeMap<TermId, VarId> = BTreeMap::new();
    for (var, update) in &system.next {
        let is_plain = matches!(system.terms.op(update.term), Op::Var(_) | Op::Const(_));
        if !is_plain {
            memories.entry(update.term).or_insert(*var);
        }
    }
    let later = |terms: &mut Terms, term: TermId| memories.get(&term).map(|var| terms.next(*var));
    let rewritten = walk::rewrite(&mut system.terms, &[formula], &mut FxHashMap::default(), later);
    rewritten.first().copied().unwrap_or(formula)
}

impl Observed {
    /// A run that ends at the tick that breaks the property, with the tick behind it; none if its values cannot be worked out.
    pub(super) fn prolonged(&self, run: &Trace) -> Option<Trace> {
        let (vars, updates): (Vec<VarId>, Vec<TermId>) = self.system.next.iter().map(|(v, u)| (*v, u.term)).unzip();
        let evaluator = Evaluator::new(&self.system.terms, &updates).ok()?;
        let mut steps = run.steps.clone();
        steps.iter_mut().for_each(|step| step.set(self.kept, Value::Bool(true)));
        let last = steps.last()?;
        let mut behind = Step { values: last.values.clone(), element: None };
        for (var, value) in vars.iter().zip(evaluator.evaluate(&last.values, None)) {
            behind.set(*var, value?);
        }
        behind.set(self.kept, Value::Bool(false));
        steps.push(behind);
        Some(Trace::finite(steps))
    }
}

#[cfg(test)]
mod tests;
