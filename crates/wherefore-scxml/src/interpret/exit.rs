//! Leaving states: histories are recorded for all of them first, then exit actions run from the inside outward.

use super::Interpreter;
use crate::chart::{StateId, StateKind, TransitionId};

impl Interpreter<'_> {
    pub(super) fn exit_states(&mut self, transitions: &[TransitionId]) {
        let exit = self.compute_exit_set(transitions);
        for s in &exit {
            self.record_history(*s);
        }
        for s in exit.into_iter().rev() {
            for block in &self.chart.state(s).onexit {
                self.execute_content(block);
            }
            self.configuration.remove(&s);
            self.states_to_invoke.remove(&s);
            if self.invokes(s) {
                self.cancelled.insert(s);
            }
        }
    }

    /// Whether a state invokes a chart.
    pub(super) fn invokes(&self, state: StateId) -> bool {
        self.chart.invocations.iter().any(|i| i.state == state)
    }

    fn record_history(&mut self, state: StateId) {
        let chart = self.chart;
        for h in &chart.state(state).histories {
            let deep = chart.state(*h).kind == StateKind::History { deep: true };
            let remembered = |s: &StateId| match deep {
                true => chart.is_leaf(*s) && chart.is_inside(*s, state),
                false => chart.state(*s).parent == Some(state),
            };
            let states = self.configuration.iter().copied().filter(remembered).collect();
            self.history_value.insert(*h, states);
            self.touched = true;
        }
    }
}
