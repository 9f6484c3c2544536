//! Whether what a transition leads to can be entered.
//!
//! All targets are entered together, so of any two neither may be inside the other and the innermost state around both must
//! be a `<parallel>`. A history stands for the state it is in.

use super::{Reader, codes};
use crate::chart::{StateId, StateKind, Transition};
use wherefore_diag::Diagnostic;

impl Reader<'_, '_> {
    /// Checks the targets of all transitions.
    pub(super) fn check_targets(&mut self) {
        let transitions = std::mem::take(&mut self.chart.transitions);
        for (index, transition) in transitions.iter().enumerate() {
            self.check_together(transition);
            let source = self.chart.state(transition.source);
            let initial = source.initial.is_some_and(|t| t.0 as usize == index);
            match source.kind {
                StateKind::History { .. } => {
                    let parent = source.parent.unwrap_or(StateId::ROOT);
                    self.check_inside(transition, parent);
                    self.check_default(transition, parent);
                }
                _ if initial => self.check_inside(transition, transition.source),
                _ => {}
            }
        }
        self.chart.transitions = transitions;
    }

    fn check_inside(&mut self, transition: &Transition, outer: StateId) {
        for target in &transition.targets {
            if !self.chart.is_inside(*target, outer) {
                let (inner, around) = (self.chart.state(*target), self.chart.state(outer));
                let headline = format!("`{}` is not inside `{}`", inner.id, around.id);
                let diagnostic = Diagnostic::at(codes::TARGET_CLASH, transition.span, headline, "cannot begin there");
                let (inner, around) = (inner.span, around.span);
                self.report.push(diagnostic.label(inner, "this state").label(around, "is not in this one"));
            }
        }
    }

    /// The default of a history must not be a history of the same state: the two could go on referring to each other.
    fn check_default(&mut self, transition: &Transition, parent: StateId) {
        let beside = |t: &&StateId| !self.chart.is_real(**t) && self.chart.state(**t).parent == Some(parent);
        if let Some(target) = transition.targets.iter().find(beside) {
            let headline = format!("the default of a history is another history of `{}`", self.chart.state(parent).id);
            let other = self.chart.state(*target).span;
            let diagnostic = Diagnostic::at(codes::TARGET_CLASH, transition.span, headline, "leads to a history");
            self.report.push(diagnostic.label(other, "this one").help("let it lead to a state"));
        }
    }

    fn check_together(&mut self, transition: &Transition) {
        let mut targets: Vec<StateId> = transition.targets.clone();
        targets.sort_unstable();
        // In document order, two states clash only if some neighbours in the list do: whatever is between two states of a
        // region is in that region too.
        for pair in targets.windows(2) {
            let [a, b] = pair else { continue };
            if !self.orthogonal(*a, *b) {
                let (first, second) = (self.chart.state(*a), self.chart.state(*b));
                let headline = format!("`{}` and `{}` cannot be active together", first.id, second.id);
                let diagnostic = Diagnostic::at(codes::TARGET_CLASH, transition.span, headline, "leads to both");
                let (first, second) = (first.span, second.span);
                self.report.push(diagnostic.label(first, "one target").label(second, "another target"));
            }
        }
    }

    fn orthogonal(&self, a: StateId, b: StateId) -> bool {
        let (a, b) = (self.stands_for(a), self.stands_for(b));
        let around = |outer: StateId, inner: StateId| outer == inner || self.chart.is_inside(inner, outer);
        if around(a, b) || around(b, a) {
            return false;
        }
        let common = self.chart.ancestors(a).find(|s| self.chart.is_inside(b, *s));
        common.is_some_and(|s| self.chart.state(s).kind == StateKind::Parallel)
    }

    fn stands_for(&self, state: StateId) -> StateId {
        match self.chart.state(state) {
            s if matches!(s.kind, StateKind::History { .. }) => s.parent.unwrap_or(state),
            _ => state,
        }
    }
}
