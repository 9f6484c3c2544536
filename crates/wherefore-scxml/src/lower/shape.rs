//! Facts about a chart before it runs: where transitions act, and which exclude each other.
//!
//! The domain of a transition is the state inside which it leaves and enters everything. In the standard it depends on what
//! a history remembers; here it is fixed, and the one case in which it is not is refused: a transition from inside a state
//! to a history of that state which remembers all levels, or whose default leads deeper than the children. With fixed
//! domains two transitions conflict if and only if one domain lies in the other.

use crate::chart::{Chart, StateId, StateKind, Transition, TransitionId};
use crate::codes;
use std::collections::BTreeSet;
use wherefore_diag::Diagnostic;
use wherefore_syntax::Reporter;

/// Fixed facts about a chart.
#[derive(Debug)]
pub(super) struct Shape {
    /// The states without states inside, in document order.
    pub leaves: Vec<StateId>,
    /// For each transition the state inside which it acts; none if it only executes its content.
    pub domains: Vec<Option<StateId>>,
    /// For each state whether more than one leaf inside it can be active at once.
    pub forks: Vec<bool>,
    /// For each transition the events that trigger it.
    triggers: Vec<BTreeSet<usize>>,
}

impl Shape {
    pub fn new(chart: &Chart, reporter: &mut Reporter) -> Shape {
        let leaves = chart.state_ids().filter(|s| chart.is_real(*s) && chart.state(*s).children.is_empty()).collect();
        let domains = (0..chart.transitions.len() as u32).map(|t| domain(chart, TransitionId(t), reporter)).collect();
        let mut forks = vec![false; chart.states.len()];
        for state in chart.state_ids().rev() {
            let parallel = chart.state(state).kind == StateKind::Parallel && chart.state(state).children.len() > 1;
            forks[state.0 as usize] = parallel || chart.state(state).children.iter().any(|c| forks[c.0 as usize]);
        }
        let heard = |t: &Transition| {
            let events = chart.events.iter().enumerate();
            events.filter(|(_, e)| t.is_triggered_by(e)).map(|(i, _)| i).collect()
        };
        let triggers = chart.transitions.iter().map(heard).collect();
        Shape { leaves, domains, forks, triggers }
    }

    /// Whether more than one leaf inside a state can be active at once.
    pub fn forks(&self, state: StateId) -> bool {
        self.forks[state.0 as usize]
    }

    /// The state inside which a transition acts.
    pub fn domain(&self, transition: TransitionId) -> Option<StateId> {
        self.domains[transition.0 as usize]
    }

    /// Whether two transitions cannot be taken together: they would leave the same states.
    pub fn conflict(&self, chart: &Chart, a: TransitionId, b: TransitionId) -> bool {
        let (Some(a), Some(b)) = (self.domain(a), self.domain(b)) else { return false };
        a == b || chart.is_inside(a, b) || chart.is_inside(b, a)
    }

    /// Whether one event can trigger both transitions, or both need none.
    pub fn rival(&self, chart: &Chart, a: TransitionId, b: TransitionId) -> bool {
        let (one, other) = (&self.triggers[a.0 as usize], &self.triggers[b.0 as usize]);
        (chart.transition(a).is_eventless() && chart.transition(b).is_eventless()) || !one.is_disjoint(other)
    }

    /// Whether leaves inside one state and leaves inside another, different ones, can be active at once.
    pub fn together(&self, chart: &Chart, a: StateId, b: StateId) -> bool {
        let (outer, inner) = if a <= b { (a, b) } else { (b, a) };
        if outer == inner || chart.is_inside(inner, outer) {
            let between = |s: &StateId| *s == outer || chart.is_inside(*s, outer);
            let parallel = |s: StateId| chart.state(s).kind == StateKind::Parallel && chart.state(s).children.len() > 1;
            return self.forks(inner) || chart.ancestors(inner).take_while(between).any(parallel);
        }
        let common = chart.ancestors(outer).find(|s| chart.is_inside(inner, *s));
        common.is_some_and(|s| chart.state(s).kind == StateKind::Parallel)
    }
}

/// The domain of a transition, after the standard's function of that name.
fn domain(chart: &Chart, id: TransitionId, reporter: &mut Reporter) -> Option<StateId> {
    let transition = chart.transition(id);
    let owner = chart.state(transition.source);
    if transition.targets.is_empty() || owner.initial == Some(id) {
        return None;
    }
    let source = transition.source;
    if chart.is_xstate() {
        return xstate_domain(chart, transition, reporter);
    }
    let mut targets = Vec::new();
    for target in &transition.targets {
        targets.push(fixed_target(chart, transition, *target, reporter));
    }
    if transition.internal && owner.kind == StateKind::Compound && targets.iter().all(|t| chart.is_inside(*t, source)) {
        return Some(source);
    }
    let around = |s: &StateId| chart.is_region(*s) && targets.iter().all(|t| chart.is_inside(*t, *s));
    chart.ancestors(source).find(around)
}

/// The domain of a transition in XState. One that stays in its source leaves what is inside it, and so does one whose target is
/// the source; any other acts inside the nearest state around all its ends.
fn xstate_domain(chart: &Chart, transition: &Transition, reporter: &mut Reporter) -> Option<StateId> {
    let source = transition.source;
    let mut targets = Vec::new();
    for target in &transition.targets {
        targets.push(fixed_target(chart, transition, *target, reporter));
    }
    let stays = |t: &StateId| *t == source || chart.is_inside(*t, source);
    let domain = match transition.internal && targets.iter().all(stays) {
        true => Some(source),
        false => chart.ancestors(source).find(|s| targets.iter().all(|t| chart.is_inside(*t, *s))),
    };
    domain.map(|domain| if transition.internal { chart.narrowed(domain, &transition.targets) } else { domain })
}

/// A state that stands for a target when the domain is computed: for a history some state that it leads to, which must not
/// make a difference.
fn fixed_target(chart: &Chart, transition: &Transition, target: StateId, reporter: &mut Reporter) -> StateId {
    let (StateKind::History { deep }, Some(parent)) = (chart.state(target).kind, chart.state(target).parent) else {
        return target;
    };
    let default = chart.state(target).initial.map(|t| chart.transition(t).targets.as_slice()).unwrap_or_default();
    let shallow = !deep && default.iter().all(|t| chart.state(*t).parent == Some(parent));
    // In XState a transition to what the source itself is does not leave it.
    let own = chart.is_xstate() && transition.internal && chart.state(transition.source).parent == Some(parent);
    if chart.is_inside(transition.source, parent) && (!shallow || own) {
        let place = transition.span;
        let name = &chart.state(parent).id;
        let headline = match own {
            true => format!("a transition from a state of `{name}` to a history of `{name}` that does not reenter it"),
            false => {
                format!("a transition from inside `{name}` to a history of `{name}` that goes deeper than one level")
            }
        };
        let label = "what it leaves depends on what is remembered";
        reporter.push(
            Diagnostic::at(codes::UNSUPPORTED, place, headline, label)
                .help(format!("let the transition start from `{name}` itself, or use a shallow history")),
        );
    }
    chart.state(parent).children.first().copied().unwrap_or(parent)
}
