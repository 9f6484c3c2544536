//! Where transitions lead, and the order in which they are tried.
//!
//! A transition belongs to the innermost state around all of its arrow. An arrow that is led elsewhere keeps this state, so that
//! the file says the same of it as before: only states with which its source has just this state in common can be its targets.

use super::ChartSites;
use crate::{Edit, Operator, Site};
use wherefore_lang::simulink::stateflow::document::{Node, Transition};

impl ChartSites<'_, '_, '_> {
    /// Makes a transition lead to other states; a default transition has those beside its own.
    pub(super) fn target(&mut self, transition: &Transition, site: &Site) {
        let (Some(place), Node::State(own)) = (transition.numbers.destination, transition.destination) else { return };
        let operator = if transition.is_default() { Operator::Ivr } else { Operator::Ct };
        let old = self.chart.node_name(transition.destination);
        for other in self.near(transition, own) {
            let Some(state) = self.chart.states.get(other) else { continue };
            let what = format!("{} leads to `{}` instead of `{old}`", site.words, state.name);
            self.inventory.finder.replace(operator, place, state.id.to_string(), what, site);
        }
    }

    /// States that one could take for the target: those beside it, from the next one on, and then others.
    fn near(&self, transition: &Transition, own: usize) -> Vec<usize> {
        let beside: Vec<usize> = self.chart.children(self.chart.parent(own));
        let at = beside.iter().position(|s| *s == own).unwrap_or(0);
        let (before, behind) = beside.split_at(at.min(beside.len()));
        let mut found: Vec<usize> = behind.iter().chain(before).copied().collect();
        let rest: Vec<usize> = (0..self.chart.states.len()).filter(|s| !found.contains(s)).collect();
        found.extend(rest);
        found.retain(|s| *s != own && self.fits(transition, *s));
        found.truncate(self.inventory.finder.reach.most());
        found
    }

    /// Whether the arrow of a transition could end at a state without belonging to another one.
    fn fits(&self, transition: &Transition, state: usize) -> bool {
        if !self.chart.states.get(state).is_some_and(|s| s.is_state()) {
            return false;
        }
        let around = self.chart.parent(state);
        let source = match transition.source {
            None => return around == transition.parent,
            Some(Node::State(source)) if transition.is_inner() => Some(source),
            Some(Node::State(source)) => self.chart.parent(source),
            Some(Node::Junction(junction)) => self.chart.junctions.get(junction).and_then(|j| j.parent),
        };
        self.common(source, around) == transition.parent
    }

    /// The innermost state that is around two, each of them included; none for the chart.
    fn common(&self, a: Option<usize>, b: Option<usize>) -> Option<usize> {
        let outwards = |from: Option<usize>| std::iter::successors(from, |s| self.chart.parent(*s));
        let others: Vec<usize> = outwards(b).collect();
        outwards(a).find(|s| others.contains(s))
    }

    /// Two transitions that follow each other are tried in the other order.
    pub(super) fn orders(&mut self) {
        if !self.chart.has_explicit_order {
            return;
        }
        let states = (0..self.chart.states.len()).map(Node::State);
        let nodes: Vec<Node> = states.chain((0..self.chart.junctions.len()).map(Node::Junction)).collect();
        for node in nodes {
            for list in [self.chart.outgoing(node, false), self.chart.outgoing(node, true)] {
                list.windows(2).for_each(|pair| self.exchanged(pair));
            }
        }
    }

    fn exchanged(&mut self, pair: &[usize]) {
        let transitions: Vec<&Transition> = pair.iter().filter_map(|t| self.chart.transitions.get(*t)).collect();
        let [first, second] = transitions.as_slice() else { return };
        let (Some(a), Some(b)) = (first.numbers.order, second.numbers.order) else { return };
        if first.order.max(second.order) == u32::MAX {
            return;
        }
        let (site, other) = (self.site(first), self.site(second));
        let edits = [(a, second.order), (b, first.order)].map(|(span, order)| Edit { span, text: order.to_string() });
        let what = format!("{} is tried behind `{}`", site.words, other.element.unwrap_or_default());
        self.inventory.finder.add(Operator::Oex, edits.into(), a, what, &site);
    }
}
