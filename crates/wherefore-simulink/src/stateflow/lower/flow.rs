//! Flow graphs: the search for a path through junctions, with backtracking.
//!
//! Segments are tried in their order. A segment whose condition holds is followed at once, with its condition action; if no segment
//! goes on behind it, the search goes back to the junction before and tries the next one there. What condition actions did stays done.

use super::Run;
use super::action::Context;
use super::state::Alive;
use super::store::Branch;
use crate::stateflow::document::Node;
use wherefore_syntax::Checked;

/// How many segments a path may have: more than this come from loops.
const LONGEST_PATH: usize = 300;

/// Where a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// At a state.
    State(usize),
    /// With the default transitions of a state, or of the chart.
    Default(Option<usize>),
    /// In a function.
    Function(usize),
}

/// A path to a state or to a history.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub segments: Vec<usize>,
    pub goal: Node,
}

/// How a search ends, if it does not fail.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// A state or a history is reached.
    Reached(Path),
    /// A junction is reached that nothing leaves: the graph is done.
    Stopped,
    /// What searched is no longer active.
    GivenUp,
}

impl Run<'_, '_, '_> {
    /// Searches from transitions that begin at one place. Returns the point at which none of them leads anywhere; other ends are
    /// put aside.
    pub(super) fn search(
        &mut self,
        branch: Branch,
        transitions: &[usize],
        origin: Origin,
        ends: &mut Vec<(Branch, End)>,
    ) -> Checked<Option<Branch>> {
        self.search_from(branch, transitions, (origin, &mut Vec::new()), ends)
    }

    fn search_from(
        &mut self,
        branch: Branch,
        transitions: &[usize],
        (origin, path): (Origin, &mut Vec<usize>),
        ends: &mut Vec<(Branch, End)>,
    ) -> Checked<Option<Branch>> {
        let mut rest = Some(branch);
        for transition in transitions {
            let Some(branch) = rest.take() else { break };
            let (valid, invalid) = self.is_valid(branch, *transition, origin)?;
            let mut failed: Vec<Branch> = invalid;
            if let Some(branch) = valid {
                path.push(*transition);
                let grown = stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
                    self.go_on(branch, *transition, (origin, path), ends)
                });
                path.pop();
                failed.extend(grown?);
            }
            rest = self.gather(failed)?;
        }
        Ok(rest)
    }

    /// Follows a segment whose condition holds. Returns the point at which it leads nowhere.
    fn go_on(
        &mut self,
        branch: Branch,
        transition: usize,
        (origin, path): (Origin, &mut Vec<usize>),
        ends: &mut Vec<(Branch, End)>,
    ) -> Checked<Option<Branch>> {
        let Some(segment) = self.chart.transitions.get(transition) else { return Ok(Some(branch)) };
        let alive = match origin {
            Origin::State(state) => Alive::State(Some(state)),
            Origin::Default(parent) => Alive::State(parent),
            Origin::Function(_) => Alive::Always,
        };
        self.focus_transition(transition);
        let done =
            self.statements(branch, &segment.label.condition_action, Context { scope: segment.parent, alive, origin })?;
        ends.extend(done.off.into_iter().map(|b| (b, End::GivenUp)));
        let Some(branch) = done.on else { return Ok(None) };
        let is_history = |j: usize| self.chart.junctions.get(j).is_some_and(|j| j.is_history);
        let junction = match segment.destination {
            Node::Junction(junction) if !is_history(junction) => junction,
            goal => {
                ends.push((branch, End::Reached(Path { segments: path.clone(), goal })));
                return Ok(None);
            }
        };
        let next = self.chart.outgoing(Node::Junction(junction), false);
        if next.is_empty() {
            ends.push((branch, End::Stopped));
            return Ok(None);
        }
        if path.len() >= LONGEST_PATH {
            self.overrun(&branch, segment.span, "a loop of transitions goes round too often");
            ends.push((branch, End::GivenUp));
            return Ok(None);
        }
        self.search_from(branch, &next, (origin, path), ends)
    }

    /// The point at which a segment may be followed, and those at which it may not.
    fn is_valid(
        &mut self,
        branch: Branch,
        transition: usize,
        origin: Origin,
    ) -> Checked<(Option<Branch>, Vec<Branch>)> {
        let Some(segment) = self.chart.transitions.get(transition) else { return Ok((None, vec![branch])) };
        self.focus_transition(transition);
        let label = &segment.label;
        let mut invalid = Vec::new();
        let mut valid = if label.triggers.is_empty() { vec![branch.clone()] } else { Vec::new() };
        if valid.is_empty() {
            let mut rest = Some(branch);
            for trigger in &label.triggers {
                let Some(branch) = rest.take() else { break };
                let (yes, no) = self.triggered(branch, trigger, origin, segment.parent)?;
                valid.extend(yes);
                rest = no;
            }
            invalid.extend(rest);
        }
        let Some(branch) = self.gather(valid)? else { return Ok((None, invalid)) };
        let Some(condition) = &label.condition else { return Ok((Some(branch), invalid)) };
        let (value, branch) = self.evaluate(branch, condition, segment.parent, origin)?;
        let truth = self.truth_of(&value, condition.span)?;
        let (yes, no) = self.fork(branch, truth)?;
        invalid.extend(no);
        Ok((yes, invalid))
    }
}
