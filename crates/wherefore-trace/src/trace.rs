//! The trace itself: a table of values, one row per tick, one column per variable.
//!
//! A row holds the state and the input of its tick, so that row `k` is all that a term without `next` can speak of. A
//! lasso does not repeat the head of its loop: the rows are `s_0 .. s_n`, and after row `n` the run goes on at row
//! `loop_start`. Writers repeat the head where their format does.
//!
//! ```text
//! rows 0 1 2, loop_start 1    stands for the run    0 1 2 1 2 1 2 ...
//! ```
//!
//! A value may be missing: other tools print no input at the last tick, and their traces may be partial. Replay
//! decides what that means; here it is only stored.

use wherefore_ir::{ElementId, System, Value, VarId};

/// One tick of a run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Step {
    /// The value of each variable, indexed by [`VarId`]: states, frozen variables and inputs.
    pub values: Vec<Option<Value>>,
    /// The model element taken into this step, once an explanation has found it.
    pub element: Option<ElementId>,
}

impl Step {
    /// A step in which no variable has a value yet.
    pub fn empty(system: &System) -> Step {
        Step { values: vec![None; system.terms.var_count()], element: None }
    }

    /// The value of a variable; `None` if it is missing or the variable is unknown.
    pub fn get(&self, var: VarId) -> Option<&Value> {
        self.values.get(var.index())?.as_ref()
    }

    /// Gives a variable a value, making room for it if need be.
    pub fn set(&mut self, var: VarId, value: Value) {
        if self.values.len() <= var.index() {
            self.values.resize(var.index() + 1, None);
        }
        self.values[var.index()] = Some(value);
    }
}

/// A run of a system, finite or a lasso. It belongs to the system whose variable ids it uses.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trace {
    /// The ticks in order; a sound trace has at least one.
    pub steps: Vec<Step>,
    /// Where the run goes on after the last step; `None` for a finite trace.
    pub loop_start: Option<usize>,
}

impl Trace {
    /// A finite trace.
    pub fn finite(steps: Vec<Step>) -> Trace {
        Trace { steps, loop_start: None }
    }

    /// A trace that goes on at `loop_start` after its last step.
    pub fn lasso(steps: Vec<Step>, loop_start: usize) -> Trace {
        Trace { steps, loop_start: Some(loop_start) }
    }

    /// The run of a system that has only the first `variables` of its variables.
    pub fn of_first(&self, variables: usize) -> Trace {
        let own =
            |step: &Step| Step { values: step.values.iter().take(variables).cloned().collect(), element: step.element };
        Trace { steps: self.steps.iter().map(own).collect(), loop_start: self.loop_start }
    }

    /// How many ticks it shows.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it shows none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The value of a variable at a tick; `None` if it is missing.
    pub fn value(&self, step: usize, var: VarId) -> Option<&Value> {
        self.steps.get(step)?.get(var)
    }

    /// The index of the step after `step`: none after the last step of a finite trace.
    pub fn successor(&self, step: usize) -> Option<usize> {
        if step + 1 < self.steps.len() { Some(step + 1) } else { self.loop_start.filter(|l| *l < self.steps.len()) }
    }

    /// The variables whose value at `step` differs from the step before; at the first step, all that have a value.
    pub fn changes(&self, step: usize) -> impl Iterator<Item = VarId> + '_ {
        let now = self.steps.get(step).map_or(&[][..], |s| &s.values);
        let before = step.checked_sub(1).and_then(|s| self.steps.get(s));
        let vars = (0..now.len() as u32).map(VarId);
        vars.filter(move |v| now[v.index()].as_ref() != before.and_then(|b| b.get(*v)))
    }
}
