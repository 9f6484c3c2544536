//! The state of an analysis of points of no return: its subject, and the solvers that answer.

use super::inevitable::Oracle;
use super::layout::Fact;
use super::safe::Safety;
use super::{Steps, Subject};
use crate::Alternative;
use std::collections::BTreeMap;
use wherefore_check::NoAnswer;
use wherefore_ir::Value;
use wherefore_trace::Trace;

/// An analysis of points of no return.
pub(super) struct Explainer<'a> {
    pub(super) subject: &'a Subject<'a>,
    pub(super) steps: &'a dyn Steps,
    pub(super) oracle: Oracle<'a>,
    pub(super) safety: Safety,
    /// Effects of inputs, for runs that choose the same in the same state.
    pub(super) shared: BTreeMap<Choosing, Vec<Alternative>>,
}

/// A state with what is done there, the ticks until the failure, and what is chosen.
type Choosing = (Vec<Fact>, Option<u32>, Vec<Option<Value>>);

impl Explainer<'_> {
    /// Fact: a run begins with the state of a tick.
    pub(super) fn here(&mut self, run: &Trace, tick: usize) -> Result<Fact, NoAnswer> {
        let step = run.steps.get(tick).ok_or_else(|| NoAnswer::Refuted("a run without this tick".to_owned()))?;
        Ok(Fact::Given(self.oracle.state(step), 0))
    }
}
