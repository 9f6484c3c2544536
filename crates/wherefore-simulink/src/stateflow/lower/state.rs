//! States: how they are executed, entered and left.
//!
//! An action can send an event, and what the event does can end what the action was a part of. So everything here has two ends: the
//! point at which it is completed, and the points at which it was given up (early return).

use super::Run;
use super::action::Context;
use super::flow::{End, Origin, Path};
use super::store::Branch;
use crate::stateflow::action::When;
use crate::stateflow::document::Node;
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
}
