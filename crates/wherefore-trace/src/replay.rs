//! Replay: is this a run of the system?
//!
//! Each step is checked on its own: values fit their sorts, the first state is initial, every state meets the
//! invariants, neighbours are related by updates and constraints, frozen variables keep their value. The way from the
//! end of a lasso back to its loop is a step like any other. Nothing is searched for and nothing is assumed, so what
//! replays is a run.
//!
//! Whether the run also shows what it claims is asked in [`property`].

mod claim;
mod error;
mod property;

pub use claim::Claim;
pub use error::{Fault, ReplayError};
pub use property::{Outcome, replay_invariant, replay_property, replay_violation};

use crate::{Evaluator, Step, Trace};
use wherefore_ir::{Constraint, Role, Sort, System, TermId, Value, VarId};

/// Checks that a trace is a run of the system. Values are looked at before anything is computed with them; in each of
/// the two passes the error is the first in the order of steps.
///
/// Inputs may be missing at the last tick of a finite trace, as long as nothing depends on them; every other value
/// must be there.
pub fn replay(system: &System, trace: &Trace) -> Result<(), ReplayError> {
    let replay = Replay::new(system, trace)?;
    (0..trace.len()).try_for_each(|step| replay.values(step, &trace.steps[step]))?;
    (0..trace.len()).try_for_each(|step| replay.step(step))
}

struct Replay<'a> {
    system: &'a System,
    trace: &'a Trace,
    init: Evaluator,
    invar: Evaluator,
    trans: Evaluator,
    updates: Evaluator,
}

impl<'a> Replay<'a> {
    fn new(system: &'a System, trace: &'a Trace) -> Result<Replay<'a>, ReplayError> {
        let broken = |what: &str| ReplayError::new(Fault::Malformed, 0, what);
        if trace.is_empty() {
            return Err(broken("the trace has no step"));
        }
        if trace.loop_start.is_some_and(|l| l >= trace.len()) {
            return Err(broken("the loop starts outside the trace"));
        }
        let compile = |roots: Vec<TermId>| {
            Evaluator::new(&system.terms, &roots).map_err(|e| ReplayError::new(Fault::Unsupported, 0, e.to_string()))
        };
        let terms = |list: &[Constraint]| compile(list.iter().map(|c| c.term).collect());
        Ok(Replay {
            system,
            trace,
            init: terms(&system.init)?,
            invar: terms(&system.invar)?,
            trans: terms(&system.trans)?,
            updates: compile(system.next.values().map(|u| u.term).collect())?,
        })
    }

    fn step(&self, index: usize) -> Result<(), ReplayError> {
        let now = &self.trace.steps[index];
        let next = self.trace.successor(index).map(|s| &self.trace.steps[s]);
        if index == 0 {
            self.constraints(Fault::Init, &self.init, &self.system.init, index, None)?;
        }
        self.constraints(Fault::Invar, &self.invar, &self.system.invar, index, None)?;
        match next {
            None => Ok(()),
            Some(next) => {
                self.frozen(index, now, next)?;
                self.functions(index, now, next)?;
                self.constraints(Fault::Trans, &self.trans, &self.system.trans, index, Some(next))
            }
        }
    }

    fn values(&self, index: usize, step: &Step) -> Result<(), ReplayError> {
        let open_end = self.trace.successor(index).is_none();
        let count = self.system.terms.var_count();
        if step.values.len() > count {
            let text = format!("{} values for {count} variables", step.values.len());
            return Err(ReplayError::new(Fault::Malformed, index, text));
        }
        for (var, role) in self.system.vars() {
            let name = || format!("`{}`", self.system.terms.var(var).name);
            match step.get(var) {
                Some(value) if self.fits(var, value) => {}
                Some(_) => {
                    let error = ReplayError::new(Fault::WrongSort, index, name());
                    return Err(error.with_now(self.system, step, var));
                }
                None if open_end && role == Role::Input => {}
                None => return Err(ReplayError::new(Fault::MissingValue, index, name())),
            }
        }
        Ok(())
    }

    fn fits(&self, var: VarId, value: &Value) -> bool {
        let sort = self.system.terms.var(var).sort;
        let inside = match (value, sort) {
            (Value::Enum(_, index), Sort::Enum(id)) => {
                (*index as usize) < self.system.terms.enumeration(id).values.len()
            }
            (Value::BitVec(width, bits), _) => bits.bits() <= u64::from(*width),
            _ => true,
        };
        inside && value.fits(sort)
    }

    fn constraints(
        &self,
        fault: Fault,
        evaluator: &Evaluator,
        list: &[Constraint],
        index: usize,
        next: Option<&Step>,
    ) -> Result<(), ReplayError> {
        let now = &self.trace.steps[index];
        let truths = evaluator.truths(&now.values, next.map(|n| n.values.as_slice()));
        let bad = truths.iter().zip(list).find(|(truth, _)| **truth != Some(true));
        match bad {
            None => Ok(()),
            Some((truth, constraint)) => {
                let fault = if truth.is_none() { Fault::Undetermined } else { fault };
                Err(ReplayError::about(self.system, fault, index, constraint.term, constraint.element).with_term(
                    self.system,
                    now,
                    next,
                    constraint.term,
                ))
            }
        }
    }

    fn frozen(&self, index: usize, now: &Step, next: &Step) -> Result<(), ReplayError> {
        let mut frozen = self.system.vars().filter(|(_, role)| *role == Role::Frozen).map(|(v, _)| v);
        match frozen.find(|v| now.get(*v) != next.get(*v)) {
            None => Ok(()),
            Some(var) => {
                let name = format!("`{}`", self.system.terms.var(var).name);
                let error = ReplayError::new(Fault::Frozen, index, name).with_element(self.system.var_element(var));
                Err(error.with_now(self.system, now, var).with_next(self.system, next, var))
            }
        }
    }

    fn functions(&self, index: usize, now: &Step, next: &Step) -> Result<(), ReplayError> {
        let values = self.updates.evaluate(&now.values, None);
        for ((var, update), value) in self.system.next.iter().zip(values) {
            if value.is_some() && value.as_ref() == next.get(*var) {
                continue;
            }
            let fault = if value.is_none() { Fault::Undetermined } else { Fault::Update };
            let mut error = ReplayError::about(self.system, fault, index, update.term, update.element)
                .with_term(self.system, now, None, update.term)
                .with_next(self.system, next, *var);
            if let Some(value) = value {
                error = error.expecting(self.system, *var, &value);
            }
            return Err(error);
        }
        Ok(())
    }
}
