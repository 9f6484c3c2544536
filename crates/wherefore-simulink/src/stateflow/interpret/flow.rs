//! Paths through junctions are searched, and taken.

use super::shape::scope;
use super::states::Guard;
use super::{Machine, Step};
use crate::stateflow::document::Node;

/// What a search has found.
pub(super) enum Found {
    /// A path to a state or to a history junction.
    Path(Vec<usize>),
    /// None: no transition is possible, or the flow graph has come to its end.
    Nothing,
}

impl Machine<'_> {
    /// Searches a path to a state: transitions in their order, each with the action of its condition, from junction to junction, and
    /// back where it does not go on. A junction without a way out ends the search.
    pub(super) fn search(&mut self, list: Vec<usize>, origin: Option<usize>, guard: Guard) -> Step<Found> {
        let chart = self.here()?.chart;
        let mut path: Vec<usize> = Vec::new();
        let mut open = vec![list.into_iter()];
        while let Some(level) = open.last_mut() {
            let Some(place) = level.next() else {
                open.pop();
                path.pop();
                continue;
            };
            let Some(transition) = chart.transitions.get(place) else { continue };
            self.tick_work(transition.span)?;
            if !self.is_possible(place, origin)? {
                continue;
            }
            self.actions(&transition.label.condition_action, transition.parent, origin, guard)?;
            path.push(place);
            let junction = match transition.destination {
                Node::State(_) => return Ok(Found::Path(path)),
                Node::Junction(junction) => junction,
            };
            if chart.junctions.get(junction).is_some_and(|j| j.is_history) {
                return Ok(Found::Path(path));
            }
            let further = chart.outgoing(Node::Junction(junction), false);
            if further.is_empty() {
                return Ok(Found::Nothing);
            }
            open.push(further.into_iter());
        }
        Ok(Found::Nothing)
    }

    /// Whether the trigger and the condition of a transition hold.
    fn is_possible(&mut self, place: usize, origin: Option<usize>) -> Step<bool> {
        let chart = self.here()?.chart;
        let Some(transition) = chart.transitions.get(place) else { return Ok(false) };
        let mut triggered = transition.label.triggers.is_empty();
        for trigger in &transition.label.triggers {
            triggered = triggered || self.is_triggered(trigger, transition.parent, origin)?;
        }
        match &transition.label.condition {
            _ if !triggered => Ok(false),
            Some(condition) => self.truth(condition, transition.parent, origin),
            None => Ok(true),
        }
    }

    /// Takes a path: states are left, transition actions are executed, states are entered. Without an origin it is a default path.
    pub(super) fn take(&mut self, path: &[usize], origin: Option<usize>) -> Step<()> {
        let here = self.here()?;
        let chart = here.chart;
        let scopes = path.iter().map(|t| scope(chart, *t));
        let common = scopes.reduce(|one, other| here.shape.common(one, other)).flatten();
        let Some(destination) = path.last().and_then(|t| chart.transitions.get(*t)).map(|t| t.destination) else {
            return Ok(());
        };
        if let Some(origin) = origin {
            match here.shape.chain(common, origin).first().copied() {
                Some(outermost) => self.leave(outermost)?,
                None => self.leave_inside(origin)?,
            }
        }
        for place in path {
            let Some(transition) = chart.transitions.get(*place) else { continue };
            self.actions(
                &transition.label.transition_action,
                transition.parent,
                origin.or(common),
                Guard::Vacant(common),
            )?;
        }
        self.arrive(common, destination)
    }

    fn arrive(&mut self, common: Option<usize>, destination: Node) -> Step<()> {
        let here = self.here()?;
        let state = match destination {
            Node::State(state) => Some(state),
            Node::Junction(junction) => {
                super::shape::holder(here.chart, here.chart.junctions.get(junction).and_then(|j| j.parent))
            }
        };
        let chain = state.map(|s| here.shape.chain(common, s)).unwrap_or_default();
        self.inside(common, &chain)
    }
}
