//! States are entered and left.

use super::Run;
use super::action::Context;
use super::flow::{End, Origin};
use super::state::Ends;
use super::store::{Branch, Choice};
use crate::stateflow::action::{Statement, When};
use crate::stateflow::document::{Decomposition, Node};
use wherefore_syntax::Checked;

impl Run<'_, '_, '_> {
    pub(super) fn enter_goal(&mut self, branch: Branch, around: Option<usize>, goal: Node) -> Checked<Ends> {
        let target = match goal {
            Node::State(state) => Some(state),
            Node::Junction(junction) => {
                super::layout::around(self.chart, self.chart.junctions.get(junction).and_then(|j| j.parent))
            }
        };
        // The states from the one below the surrounding to the target.
        let mut chain: Vec<usize> = target.into_iter().collect();
        chain.extend(target.into_iter().flat_map(|t| self.chart.ancestors(t)));
        chain.retain(|s| self.chart.states.get(*s).is_some_and(|s| s.is_state()));
        let end = around.and_then(|a| chain.iter().position(|s| *s == a)).unwrap_or(chain.len());
        chain.truncate(end);
        chain.reverse();
        self.enter_along(branch, around, &chain)
    }

    /// Enters children of a state that is active already: one by one along a chain, or by default.
    fn enter_along(&mut self, branch: Branch, parent: Option<usize>, chain: &[usize]) -> Checked<Ends> {
        let Some((next, rest)) = chain.split_first() else { return self.enter_children(branch, parent) };
        if self.chart.decomposition(parent) == Decomposition::Exclusive {
            return self.enter(branch, *next, rest);
        }
        self.enter_all(branch, parent, Some((*next, rest)))
    }

    /// Enters all children, one of them along a chain.
    fn enter_all(&mut self, branch: Branch, parent: Option<usize>, along: Option<(usize, &[usize])>) -> Checked<Ends> {
        let mut ends = Ends::at(branch);
        for child in self.children(parent) {
            let rest = along.filter(|(state, _)| *state == child).map_or(&[][..], |(_, rest)| rest);
            let Some(branch) = ends.on.take() else { break };
            let entered = self.enter(branch, child, rest)?;
            ends.off.extend(entered.off);
            ends.on = entered.on;
        }
        Ok(ends)
    }

    /// Enters a state: marks it, executes its entry actions, enters its children.
    ///
    /// A state that is active already stays as it is: a parallel one whose sibling is entered anew, or one that an event has entered
    /// meanwhile. Only the rest of the way is gone.
    fn enter(&mut self, branch: Branch, state: usize, rest: &[usize]) -> Checked<Ends> {
        let (active, inactive) = self.fork_active(branch, state)?;
        let mut ends = match inactive {
            Some(branch) => self.enter_anew(branch, state, rest)?,
            None => Ends::default(),
        };
        let Some(branch) = active else { return Ok(ends) };
        let gone = match rest {
            [] => Ends::at(branch),
            rest => self.enter_along(branch, Some(state), rest)?,
        };
        ends.off.extend(gone.off);
        ends.on = self.gather(ends.on.into_iter().chain(gone.on).collect())?;
        Ok(ends)
    }

    fn enter_anew(&mut self, mut branch: Branch, state: usize, rest: &[usize]) -> Checked<Ends> {
        self.mark(&mut branch, state, true);
        self.reset_counters(&mut branch, state);
        let ends = self.sections(branch, state, &When::Entry)?;
        let rest = rest.to_vec();
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            self.then(ends, |run, branch| run.enter_along(branch, Some(state), &rest))
        })
    }

    /// Enters the children of a state, or of the chart: by history, by default transitions, or all.
    pub(super) fn enter_children(&mut self, branch: Branch, parent: Option<usize>) -> Checked<Ends> {
        let children = self.children(parent);
        if self.chart.decomposition(parent) == Decomposition::Parallel {
            return self.enter_all(branch, parent, None);
        }
        let defaults = self.defaults(parent);
        let history = parent.and_then(|p| self.layout.of_history.get(&p)).copied();
        let Some(history) = history else { return self.enter_default(branch, parent, &defaults) };
        let mut ends = Ends::default();
        let mut on = Vec::new();
        for (value, branch) in self.cases(branch, history)? {
            let child = (value as usize).checked_sub(1).and_then(|i| children.get(i).copied());
            let entered = match child {
                Some(child) => self.enter(branch, child, &[])?,
                None => self.enter_default(branch, parent, &defaults)?,
            };
            on.extend(entered.on);
            ends.off.extend(entered.off);
        }
        ends.on = self.gather(on)?;
        Ok(ends)
    }

    fn defaults(&self, parent: Option<usize>) -> Vec<usize> {
        let chart = self.chart;
        let is_default = |t: &crate::stateflow::document::Transition| {
            t.is_default() && super::layout::around(chart, t.parent) == parent
        };
        let list = chart.transitions.iter().enumerate().filter(|(_, t)| is_default(t));
        let mut found: Vec<(u32, usize)> = list.map(|(i, t)| (t.order, i)).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, i)| i).collect()
    }

    fn enter_default(&mut self, branch: Branch, parent: Option<usize>, defaults: &[usize]) -> Checked<Ends> {
        if defaults.is_empty() {
            return Ok(Ends::at(branch));
        }
        let origin = Origin::Default(parent);
        let mut found = Vec::new();
        let mut on: Vec<Branch> = self.search(branch, defaults, origin, &mut found)?.into_iter().collect();
        let mut ends = Ends::default();
        for (branch, end) in found {
            match end {
                End::Reached(path) => {
                    let taken = self.take(branch, &path, origin)?;
                    on.extend(taken.on);
                    ends.off.extend(taken.off);
                }
                End::Stopped => on.push(branch),
                End::GivenUp => ends.off.push(branch),
            }
        }
        ends.on = self.gather(on)?;
        Ok(ends)
    }

    /// Leaves what a path from a state leads out of: of parallel states only the one that the path begins in.
    pub(super) fn leave_for(&mut self, branch: Branch, around: Option<usize>, state: usize) -> Checked<Ends> {
        let inside = |s: &usize| super::layout::around(self.chart, self.chart.parent(*s)) == around;
        let chain = std::iter::once(state).chain(self.chart.ancestors(state));
        let child = chain.filter(|s| self.chart.states.get(*s).is_some_and(|s| s.is_state())).find(inside);
        match child {
            Some(child) if self.chart.decomposition(around) == Decomposition::Parallel => {
                self.leave_if_active(branch, child)
            }
            _ => self.leave_children(branch, around),
        }
    }

    /// Leaves the children of a state, or of the chart, that are active.
    pub(super) fn leave_children(&mut self, branch: Branch, parent: Option<usize>) -> Checked<Ends> {
        let children = self.children(parent);
        let Some(variable) = self.layout.of_children.get(&parent).copied() else {
            let mut ends = Ends::at(branch);
            for child in children.into_iter().rev() {
                ends = self.then(ends, |run, branch| run.leave_if_active(branch, child))?;
            }
            return Ok(ends);
        };
        let mut ends = Ends::default();
        let mut on = Vec::new();
        for (value, branch) in self.cases(branch, variable)? {
            let child = (value as usize).checked_sub(1).and_then(|i| children.get(i).copied());
            let left = match child {
                Some(child) => self.leave(branch, child)?,
                None => Ends::at(branch),
            };
            on.extend(left.on);
            ends.off.extend(left.off);
        }
        ends.on = self.gather(on)?;
        Ok(ends)
    }

    fn leave_if_active(&mut self, branch: Branch, state: usize) -> Checked<Ends> {
        let (active, inactive) = self.fork_active(branch, state)?;
        let mut ends = match active {
            Some(branch) => self.leave(branch, state)?,
            None => Ends::default(),
        };
        ends.on = self.gather(ends.on.into_iter().chain(inactive).collect())?;
        Ok(ends)
    }

    /// Leaves a state: its children, then its exit actions.
    fn leave(&mut self, branch: Branch, state: usize) -> Checked<Ends> {
        let ends = stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.leave_children(branch, Some(state)))?;
        let mut ends = self.then(ends, |run, branch| run.sections(branch, state, &When::Exit))?;
        if let Some(branch) = &mut ends.on {
            self.mark(branch, state, false);
        }
        Ok(ends)
    }

    /// The actions of a state for a time.
    fn sections(&mut self, branch: Branch, state: usize, time: &When) -> Checked<Ends> {
        let mut ends = Ends::at(branch);
        let Some(sections) = self.chart.states.get(state).map(|s| &s.sections) else { return Ok(ends) };
        self.focus_state(state);
        for section in sections.iter().filter(|s| s.when.contains(time)) {
            let statements: &[Statement] = &section.statements;
            let context = Context::of_state(state);
            ends = self.then(ends, |run, branch| run.statements(branch, statements, context))?;
        }
        Ok(ends)
    }

    fn mark(&mut self, branch: &mut Branch, state: usize, active: bool) {
        let Some((variable, value)) = self.layout.of_state.get(state).copied().flatten() else { return };
        branch.store.choices[variable] = Choice::Known(if active { value } else { 0 }, None);
        let parent = super::layout::around(self.chart, self.chart.states.get(state).and_then(|s| s.parent));
        if let Some(history) = parent.and_then(|p| self.layout.of_history.get(&p)).filter(|_| active) {
            branch.store.choices[*history] = Choice::Known(value, None);
        }
    }
}
