//! States: how they are executed, entered and left.
//!
//! An action can send an event, and what the event does can end what the action was a part of. So everything here has two ends: the
//! point at which it is completed, and the points at which it was given up (early return).

use super::Run;
use super::action::Context;
use super::flow::{End, Origin, Path};
use super::store::{Branch, Choice};
use crate::stateflow::action::{Statement, When};
use crate::stateflow::document::{Decomposition, Node};
use wherefore_syntax::Checked;

/// Where something ends.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// It was completed.
    pub on: Option<Branch>,
    /// It was given up.
    pub off: Vec<Branch>,
}

impl Ends {
    pub fn at(branch: Branch) -> Ends {
        Ends { on: Some(branch), off: Vec::new() }
    }

    /// All ends.
    pub fn all(self) -> Vec<Branch> {
        self.on.into_iter().chain(self.off).collect()
    }
}

/// What must be so for actions to go on after an event was sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alive {
    /// Nothing.
    Always,
    /// A state, or the chart, is active.
    State(Option<usize>),
    /// A state, or the chart, is active and none of its children is.
    Between(Option<usize>),
}

impl Run<'_, '_, '_> {
    pub(super) fn children(&self, state: Option<usize>) -> Vec<usize> {
        self.layout.children.get(&state).cloned().unwrap_or_default()
    }

    /// The point at which a state is active, and the point at which it is not.
    pub(super) fn fork_active(&mut self, branch: Branch, state: usize) -> Checked<(Option<Branch>, Option<Branch>)> {
        match self.layout.of_state.get(state).copied().flatten() {
            Some((variable, value)) => self.fork_choice(branch, variable, value),
            None => Ok((None, Some(branch))),
        }
    }

    /// Whether actions go on.
    pub(super) fn fork_alive(&mut self, branch: Branch, alive: Alive) -> Checked<(Option<Branch>, Vec<Branch>)> {
        let (state, between) = match alive {
            Alive::Always => return Ok((Some(branch), Vec::new())),
            Alive::State(state) => (state, false),
            Alive::Between(state) => (state, true),
        };
        let (on, off) = match state {
            Some(state) => self.fork_active(branch, state)?,
            None => (Some(branch), None),
        };
        let mut ended: Vec<Branch> = off.into_iter().collect();
        let Some(branch) = on else { return Ok((None, ended)) };
        let variable = self.layout.of_children.get(&state).copied().filter(|_| between);
        let Some(variable) = variable else { return Ok((Some(branch), ended)) };
        let (on, off) = self.fork_choice(branch, variable, 0)?;
        ended.extend(off);
        Ok((on, ended))
    }

    /// Executes a state that is active: transitions that leave it, what it does meanwhile, inner transitions, children.
    pub(super) fn execute(&mut self, branch: Branch, state: usize) -> Checked<Branch> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.execute_here(branch, state))
    }

    fn execute_here(&mut self, branch: Branch, state: usize) -> Checked<Branch> {
        let origin = (branch.when, std::rc::Rc::clone(&branch.facts));
        let mut ends = Vec::new();
        let outer = self.chart.outgoing(Node::State(state), false);
        let stays = self.follow(branch, &outer, state, &mut ends)?;
        if let Some(branch) = stays {
            let done = self.during(branch, state)?;
            ends.extend(done.off);
            if let Some(branch) = done.on {
                let inner = self.chart.outgoing(Node::State(state), true);
                if let Some(branch) = self.follow(branch, &inner, state, &mut ends)? {
                    ends.push(self.execute_children(branch, Some(state))?);
                }
            }
        }
        self.merge(origin, ends)
    }

    /// Looks for a transition of a state and takes it. The point at which there is none is returned, other ends are put aside.
    fn follow(
        &mut self,
        branch: Branch,
        transitions: &[usize],
        state: usize,
        ends: &mut Vec<Branch>,
    ) -> Checked<Option<Branch>> {
        if transitions.is_empty() {
            return Ok(Some(branch));
        }
        let origin = Origin::State(state);
        let mut found = Vec::new();
        let mut stays: Vec<Branch> = self.search(branch, transitions, origin, &mut found)?.into_iter().collect();
        for (branch, end) in found {
            match end {
                End::Reached(path) => ends.extend(self.take(branch, &path, origin)?.all()),
                End::Stopped => stays.push(branch),
                End::GivenUp => ends.push(branch),
            }
        }
        self.gather(stays)
    }

    fn during(&mut self, branch: Branch, state: usize) -> Checked<Ends> {
        let Some(sections) = self.chart.states.get(state).map(|s| &s.sections) else { return Ok(Ends::at(branch)) };
        let mut ends = Ends::at(branch);
        for section in sections {
            let always = section.when.contains(&When::During);
            let Some(branch) = ends.on.take() else { break };
            let mut heard = Vec::new();
            let mut unheard = Some(branch);
            for when in section.when.iter().filter(|_| !always) {
                let When::On(trigger) = when else { continue };
                let Some(branch) = unheard.take() else { break };
                let (yes, no) = self.triggered(branch, trigger, Origin::State(state), Some(state))?;
                heard.extend(yes);
                unheard = no;
            }
            if always {
                heard.extend(unheard.take());
            }
            // A section that has no time to be executed in leaves everything as it is.
            let Some(branch) = self.gather(heard)? else {
                ends.on = unheard;
                continue;
            };
            let done = self.statements(branch, &section.statements, Context::of_state(state))?;
            ends.off.extend(done.off);
            ends.on = self.gather(done.on.into_iter().chain(unheard).collect())?;
        }
        Ok(ends)
    }

    /// Executes the children of a state, or of the chart, that are active.
    pub(super) fn execute_children(&mut self, branch: Branch, parent: Option<usize>) -> Checked<Branch> {
        let origin = (branch.when, std::rc::Rc::clone(&branch.facts));
        let children = self.children(parent);
        if let Some(variable) = self.layout.of_children.get(&parent).copied() {
            let mut ends = Vec::new();
            for (value, branch) in self.cases(branch, variable)? {
                let child = (value as usize).checked_sub(1).and_then(|i| children.get(i).copied());
                ends.push(match child {
                    Some(child) => self.execute(branch, child)?,
                    None => branch,
                });
            }
            return self.merge(origin, ends);
        }
        let mut branch = branch;
        for child in children {
            let (active, inactive) = self.fork_active(branch, child)?;
            let mut ends: Vec<Branch> = inactive.into_iter().collect();
            if let Some(active) = active {
                ends.push(self.execute(active, child)?);
            }
            branch = self.merge((origin.0, std::rc::Rc::clone(&origin.1)), ends)?;
        }
        Ok(branch)
    }

    /// Takes a path: leaves states, executes the actions of transitions, enters states.
    pub(super) fn take(&mut self, branch: Branch, path: &Path, origin: Origin) -> Checked<Ends> {
        let around = self.surrounding(path);
        let branch = self.name_move(branch, path, origin, around);
        let mut ends = Ends::at(branch);
        if let Origin::State(state) = origin {
            ends = self.then(ends, |run, branch| run.leave_for(branch, around, state))?;
        }
        for segment in &path.segments {
            let Some(transition) = self.chart.transitions.get(*segment) else { continue };
            let statements = &transition.label.transition_action;
            if statements.is_empty() {
                continue;
            }
            let context = Context { scope: transition.parent, alive: Alive::Between(around), origin };
            ends = self.then(ends, |run, branch| {
                run.focus_transition(*segment);
                run.statements(branch, statements, context)
            })?;
        }
        self.then(ends, |run, branch| run.enter_goal(branch, around, path.goal))
    }

    /// Leaves what a path from a state leads out of: of parallel states only the one that the path begins in.
    fn leave_for(&mut self, branch: Branch, around: Option<usize>, state: usize) -> Checked<Ends> {
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

    /// Goes on where something was completed.
    pub(super) fn then(
        &mut self,
        mut ends: Ends,
        next: impl FnOnce(&mut Self, Branch) -> Checked<Ends>,
    ) -> Checked<Ends> {
        let Some(branch) = ends.on.take() else { return Ok(ends) };
        let more = next(self, branch)?;
        ends.off.extend(more.off);
        ends.on = more.on;
        Ok(ends)
    }

    /// The innermost state that contains all of a path.
    pub(super) fn surrounding(&self, path: &Path) -> Option<usize> {
        let places = path.segments.iter().filter_map(|s| self.chart.transitions.get(*s)).map(|t| t.parent);
        let chain = |place: Option<usize>| {
            let place = super::layout::around(self.chart, place);
            place.into_iter().chain(place.into_iter().flat_map(|p| self.chart.ancestors(p))).collect::<Vec<usize>>()
        };
        let mut common: Option<Vec<usize>> = None;
        for place in places {
            let around = chain(place);
            common = Some(match common {
                None => around,
                Some(list) => list.into_iter().filter(|s| around.contains(s)).collect(),
            });
        }
        common.and_then(|list| list.into_iter().find(|s| self.chart.states.get(*s).is_some_and(|s| s.is_state())))
    }

    fn enter_goal(&mut self, branch: Branch, around: Option<usize>, goal: Node) -> Checked<Ends> {
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
            // A child that is active already, because another one is entered anew, stays as it is.
            let (active, inactive) = self.fork_active(branch, child)?;
            let entered = match inactive {
                Some(branch) => self.enter(branch, child, rest)?,
                None => Ends::default(),
            };
            ends.off.extend(entered.off);
            ends.on = self.gather(entered.on.into_iter().chain(active).collect())?;
        }
        Ok(ends)
    }

    /// Enters a state: marks it, executes its entry actions, enters its children.
    fn enter(&mut self, mut branch: Branch, state: usize, rest: &[usize]) -> Checked<Ends> {
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
