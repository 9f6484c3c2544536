//! A state is executed, entered, left.

use super::flow::Found;
use super::shape::is_parallel;
use super::{Halt, Machine, Occasion, Since, Step};
use crate::stateflow::action::{Section, When};

/// What must hold after an action, or the rest of the work is left.
#[derive(Clone, Copy)]
pub(super) enum Guard {
    /// Nothing: the action of a function.
    Free,
    /// A state, or the chart, is still active.
    Active(Option<usize>),
    /// A state, or the chart, is still active, and no other child of it has become active.
    Vacant(Option<usize>),
}

/// Which sections of a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Entry,
    During,
    Exit,
}

impl Machine<'_> {
    /// Executes all of the current chart.
    pub(super) fn whole(&mut self) -> Step<()> {
        let here = self.here()?;
        let is_flow_graph = here.shape.children(None).is_empty();
        if !here.awake || is_flow_graph {
            self.here_mut()?.awake = true;
            return caught(self.inside(None, &[]));
        }
        self.execute_children(None)
    }

    pub(super) fn is_on(&self, state: Option<usize>) -> bool {
        let Ok(here) = self.here() else { return false };
        state.map_or(here.awake, |s| here.active.get(s).copied().unwrap_or(false))
    }

    pub(super) fn holds(&self, guard: Guard) -> bool {
        match guard {
            Guard::Free => true,
            Guard::Active(state) => self.is_on(state),
            Guard::Vacant(state) => {
                let Ok(here) = self.here() else { return false };
                let children = here.shape.children(state);
                let taken = !is_parallel(here.chart, state) && children.iter().any(|c| self.is_on(Some(*c)));
                self.is_on(state) && !taken
            }
        }
    }

    /// Executes the active children of a state, or of the chart.
    fn execute_children(&mut self, parent: Option<usize>) -> Step<()> {
        let here = self.here()?;
        let parallel = is_parallel(here.chart, parent);
        for child in here.shape.children(parent).to_vec() {
            if self.is_on(Some(child)) {
                self.execute(child)?;
                if !parallel {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Executes an active state: outer transitions, actions, inner transitions, children.
    pub(super) fn execute(&mut self, state: usize) -> Step<()> {
        self.nested(|m| caught(m.execute_parts(state)))
    }

    fn execute_parts(&mut self, state: usize) -> Step<()> {
        if self.try_leaving(state, false)? {
            return Ok(());
        }
        self.sections(state, Phase::During)?;
        if self.try_leaving(state, true)? {
            return Ok(());
        }
        self.execute_children(Some(state))
    }

    /// Looks at the outer or inner transitions of a state; whether a path to a state was taken.
    fn try_leaving(&mut self, state: usize, inner: bool) -> Step<bool> {
        let chart = self.here()?.chart;
        let list = chart.outgoing(crate::stateflow::document::Node::State(state), inner);
        match self.search(list, Some(state), Guard::Active(Some(state)))? {
            Found::Path(path) => {
                self.take(&path, Some(state))?;
                Ok(true)
            }
            Found::Nothing => Ok(false),
        }
    }

    /// Executes the sections of a label for which it is time.
    fn sections(&mut self, state: usize, phase: Phase) -> Step<()> {
        let chart = self.here()?.chart;
        let Some(own) = chart.states.get(state) else { return Ok(()) };
        for section in &own.sections {
            if self.is_time(section, phase, state)? {
                self.actions(&section.statements, Some(state), Some(state), Guard::Active(Some(state)))?;
            }
        }
        if !self.is_on(Some(state)) {
            return Err(Halt::Return);
        }
        Ok(())
    }

    fn is_time(&mut self, section: &Section, phase: Phase, state: usize) -> Step<bool> {
        for when in &section.when {
            let is_now = match when {
                When::Entry => phase == Phase::Entry,
                When::During => phase == Phase::During,
                When::Exit => phase == Phase::Exit,
                When::Bind => false,
                When::On(trigger) => phase == Phase::During && self.is_triggered(trigger, Some(state), Some(state))?,
            };
            if is_now {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Enters a state, and then what is inside of it: the states that are named, and others by default.
    pub(super) fn enter_state(&mut self, state: usize, towards: &[usize]) -> Step<()> {
        self.nested(|m| {
            let was_on = m.is_on(Some(state));
            if !was_on {
                m.activate(state)?;
                m.sections(state, Phase::Entry)?;
                m.implicitly(Occasion::Entered(state))?;
                if !m.is_on(Some(state)) {
                    return Err(Halt::Return);
                }
            }
            // An event may have entered it already, with all that is inside.
            if was_on && towards.is_empty() { Ok(()) } else { m.inside(Some(state), towards) }
        })
    }

    fn activate(&mut self, state: usize) -> Step<()> {
        let now = self.now.clone();
        let here = self.here_mut()?;
        let since = Since { ticks: here.ticks, counts: here.counts.clone(), time: now };
        if let Some(slot) = here.since.get_mut(state) {
            *slot = since;
        }
        if let Some(slot) = here.active.get_mut(state) {
            *slot = true;
        }
        let parent = here.shape.parent(state);
        if let Some(slot) = parent.and_then(|p| here.last.get_mut(p)) {
            *slot = Some(state);
        }
        Ok(())
    }

    /// Enters the inside of a state, or of the chart.
    pub(super) fn inside(&mut self, parent: Option<usize>, towards: &[usize]) -> Step<()> {
        let here = self.here()?;
        let chart = here.chart;
        if is_parallel(chart, parent) {
            for child in here.shape.children(parent).to_vec() {
                let named = towards.split_first().filter(|(first, _)| **first == child);
                self.enter_state(child, named.map_or(&[], |(_, rest)| rest))?;
            }
            return Ok(());
        }
        if let Some((first, rest)) = towards.split_first() {
            return self.enter_state(*first, rest);
        }
        let remembered = parent.filter(|p| chart.history(*p).is_some()).and_then(|p| *here.last.get(p)?);
        if let Some(child) = remembered {
            return self.enter_state(child, &[]);
        }
        match self.search(chart.defaults(parent), parent, Guard::Active(parent))? {
            Found::Path(path) => self.take(&path, None),
            Found::Nothing => Ok(()),
        }
    }

    /// Leaves a state: first what is inside of it.
    pub(super) fn leave(&mut self, state: usize) -> Step<()> {
        self.nested(|m| {
            m.leave_inside(state)?;
            m.sections(state, Phase::Exit)?;
            if let Some(slot) = m.here_mut()?.active.get_mut(state) {
                *slot = false;
            }
            m.implicitly(Occasion::Exited(state))
        })
    }

    /// Leaves the active children of a state, the last ones first.
    pub(super) fn leave_inside(&mut self, state: usize) -> Step<()> {
        let children: Vec<usize> = self.here()?.shape.children(Some(state)).iter().rev().copied().collect();
        for child in children {
            if self.is_on(Some(child)) {
                self.leave(child)?;
            }
        }
        Ok(())
    }
}

/// An early return ends here.
fn caught(result: Step<()>) -> Step<()> {
    match result {
        Err(Halt::Return) => Ok(()),
        other => other,
    }
}
