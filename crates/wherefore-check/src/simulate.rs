//! Runs that are computed, not searched for: what a step leaves open is given from outside or drawn by chance.
//!
//! A [`Simulator`] computes what the model determines. A [`Drawing`] adds to it what is open, and `Walks` makes long runs so. They
//! prove nothing about other runs, and what they give is replayed like any other run.

mod drawing;
mod walks;

pub use drawing::Drawing;
pub(crate) use walks::Walks;

use wherefore_ir::{Op, Role, System, TermId, Value, VarId, walk};
use wherefore_trace::{Evaluator, Step};

/// What a system determines of the next step of a run.
pub struct Simulator<'a> {
    system: &'a System,
    updates: Evaluator,
    firsts: Vec<(VarId, First)>,
}

/// The first value of a variable.
enum First {
    Constant(Value),
    Computed(Evaluator),
}

impl<'a> Simulator<'a> {
    /// Prepares a system; none if one of its terms has no value at a tick.
    pub fn new(system: &'a System) -> Option<Simulator<'a>> {
        let updates: Vec<TermId> = system.next.values().map(|u| u.term).collect();
        let updates = Evaluator::new(&system.terms, &updates).ok()?;
        let firsts = system.init.iter().flat_map(|c| walk::conjuncts(&system.terms, c.term));
        let firsts = firsts.filter_map(|t| first_value(system, t)).collect();
        Some(Simulator { system, updates, firsts })
    }

    /// Sets the first values that the model gives; the rest of the step stays.
    pub fn begin(&self, step: &mut Step) {
        for (var, first) in &self.firsts {
            let value = match first {
                First::Constant(value) => Some(value.clone()),
                First::Computed(value) => value.evaluate(&step.values, None).pop().flatten(),
            };
            if let Some(value) = value.filter(|v| v.fits(self.system.terms.var(*var).sort)) {
                step.set(*var, value);
            }
        }
    }

    /// Sets the values that the step before determines; none if one of them is not a value of its variable.
    pub fn follow(&self, before: &Step, step: &mut Step) -> Option<()> {
        for (var, value) in self.system.next.keys().zip(self.updates.evaluate(&before.values, None)) {
            step.set(*var, value.filter(|v| v.fits(self.system.terms.var(*var).sort))?);
        }
        for (var, role) in self.system.vars() {
            if role == Role::Frozen {
                step.set(var, before.get(var)?.clone());
            }
        }
        Some(())
    }

    /// Whether the value of a variable is determined, at first ticks or at later ones.
    fn determines(&self, var: VarId, is_first: bool) -> bool {
        match is_first {
            true => self.firsts.iter().any(|(first, _)| *first == var),
            false => self.system.next.contains_key(&var) || self.system.role(var) == Role::Frozen,
        }
    }
}

/// The variable that a formula on the first tick gives a value, and that value.
fn first_value(system: &System, conjunct: TermId) -> Option<(VarId, First)> {
    let terms = &system.terms;
    let variable = |term: TermId| match terms.op(term) {
        Op::Var(var) => Some(var),
        _ => None,
    };
    match (terms.op(conjunct), terms.operands(conjunct)) {
        (Op::Eq, [a, b]) => {
            let (var, value) = variable(*a).map(|v| (v, *b)).or_else(|| variable(*b).map(|v| (v, *a)))?;
            Some((var, First::Computed(Evaluator::new(terms, &[value]).ok()?)))
        }
        (Op::Var(var), _) => Some((var, First::Constant(Value::Bool(true)))),
        (Op::Not, [a]) => Some((variable(*a)?, First::Constant(Value::Bool(false)))),
        _ => None,
    }
}
