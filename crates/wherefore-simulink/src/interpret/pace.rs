//! The sample times of blocks that name none.
//!
//! A block takes the longest sample time whose runs include those of all its inputs, which is the shortest of them if the others
//! are multiples of it. A constant has none, and gives none. All blocks of a subsystem that has a sample time, or that is executed on
//! condition, have the same: that which one of them names, or that of the inputs of the subsystem; for triggers and actions only
//! of the input that controls it.

use super::diagram::{Diagram, Node};
use super::fault::{Problem, unsupported};
use super::rate::{Pace, common_divisor};
use super::role::Role;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What was found.
pub(super) struct Found {
    /// Nodes without one run in every tick.
    pub(super) paces: Vec<Option<Pace>>,
    /// Rate transitions that give what they were given one run before.
    pub(super) delays: BTreeSet<usize>,
}

impl Pace {
    /// Whether every run at the other pace is one at this as well.
    fn includes(&self, other: &Pace) -> bool {
        (&other.period / &self.period).is_integer() && ((&other.offset - &self.offset) / &self.period).is_integer()
    }
}

struct Search<'d, 'm> {
    diagram: &'d Diagram<'m>,
    own: Vec<Option<Pace>>,
    /// The regions by their owners.
    regions: BTreeMap<usize, usize>,
    /// The place that each node is a part of as a whole, by the place of the node.
    wholes: Vec<Option<usize>>,
    /// The pace that is named within each such place.
    named: Vec<Option<Pace>>,
    always: Pace,
    paces: Vec<Option<Pace>>,
}

/// Finds the pace of every node.
pub(super) fn inherited(diagram: &Diagram<'_>, own: Vec<Option<Pace>>, always: Pace) -> Result<Found, Problem> {
    let count = diagram.places.len();
    let paces = vec![None; own.len()];
    let regions =
        diagram.regions.iter().enumerate().filter_map(|(index, region)| Some((region.owner?, index))).collect();
    let mut search = Search { diagram, own, regions, wholes: Vec::new(), named: vec![None; count], always, paces };
    search.wholes = (0..count).map(|place| search.whole(place)).collect();
    search.find_named()?;
    search.find_transitions();
    search.settle(false);
    search.settle(true);
    search.found()
}

impl Search<'_, '_> {
    /// The outermost place around a place (or itself) that runs as a whole.
    fn whole(&self, place: usize) -> Option<usize> {
        let mut found = None;
        let mut here = Some(place);
        while let Some(index) = here {
            let place = self.diagram.places.get(index)?;
            let owner = place.owner.and_then(|owner| self.own.get(owner)?.as_ref());
            if owner.is_some() || self.condition(index).is_some() {
                found = Some(index);
            }
            here = place.parent;
        }
        found
    }

    /// The condition of the subsystem whose content a place is.
    fn condition(&self, place: usize) -> Option<&super::conditional::Condition> {
        let owner = self.diagram.places.get(place)?.owner?;
        Some(&self.diagram.regions.get(*self.regions.get(&owner)?)?.condition)
    }

    fn whole_of(&self, node: &Node<'_>) -> Option<usize> {
        self.wholes.get(node.system).copied().flatten()
    }

    fn find_named(&mut self) -> Result<(), Problem> {
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            let inside = node.inside.and_then(|place| self.wholes.get(place).copied().flatten());
            let (Some(own), Some(whole)) = (self.own.get(index).cloned().flatten(), self.whole_of(node).or(inside))
            else {
                continue;
            };
            let Some(named) = self.named.get_mut(whole) else { continue };
            match named {
                Some(known) if *known != own => {
                    let reason = "several sample times in a subsystem that runs as a whole";
                    return Err(unsupported(reason).at(&node.path, &node.block.sid));
                }
                _ => *named = Some(own),
            }
        }
        Ok(())
    }

    /// A rate transition without a sample time takes that of the blocks behind it.
    fn find_transitions(&mut self) {
        let mut found: Vec<(usize, Pace)> = Vec::new();
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            let named = self.whole_of(node).and_then(|whole| self.named.get(whole)?.clone());
            let Some(pace) = self.own.get(index).cloned().flatten().or(named) else { continue };
            let sources = node.inputs.iter().copied().chain(node.control.iter().map(|(_, source)| Some(*source)));
            let before = sources.flatten().map(|source| source.node);
            let is_it = |n: &usize| self.diagram.nodes.get(*n).is_some_and(|n| n.kind == "RateTransition");
            found.extend(before.filter(is_it).filter(|_| node.kind != "From").map(|n| (n, pace.clone())));
        }
        let targets: BTreeSet<usize> = found.iter().map(|(node, _)| *node).collect();
        for node in targets {
            if self.own.get(node).is_some_and(Option::is_none) {
                let paces: Vec<&Pace> = found.iter().filter(|(n, _)| *n == node).map(|(_, pace)| pace).collect();
                let shared = self.shared(&paces);
                super::run::put(&mut self.own, node, shared);
            }
        }
    }

    /// The pace of something that depends on others.
    fn shared(&self, paces: &[&Pace]) -> Option<Pace> {
        let (first, others) = paces.split_first()?;
        let mut period = first.period.clone();
        for pace in others {
            let distance = (&pace.offset - &first.offset).abs();
            period = common_divisor(&common_divisor(&period, &pace.period), &distance);
        }
        let runs = (&first.offset / &period).floor();
        Some(Pace { offset: &first.offset - runs * &period, period })
    }

    /// Goes through all nodes, and again through those that depend on one that has changed, until nothing does any more.
    fn settle(&mut self, in_the_end: bool) {
        let mut dependents: Vec<Vec<usize>> = vec![Vec::new(); self.diagram.nodes.len()];
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            for source in self.sources(node) {
                if let Some(list) = dependents.get_mut(source) {
                    list.push(index);
                }
            }
        }
        let mut open: VecDeque<usize> = (0..self.diagram.nodes.len()).collect();
        while let Some(index) = open.pop_front() {
            let Some(node) = self.diagram.nodes.get(index) else { continue };
            let pace = self.pace(index, node, in_the_end);
            if self.paces.get(index) != Some(&pace) {
                super::run::put(&mut self.paces, index, pace);
                open.extend(dependents.get(index).into_iter().flatten());
            }
        }
    }

    /// The nodes whose paces a node depends on: for a part of a whole, those before the whole.
    fn sources(&self, node: &Node<'_>) -> Vec<usize> {
        let inside = node.inside.and_then(|place| self.wholes.get(place).copied().flatten());
        let Some(whole) = self.whole_of(node).or(inside) else {
            return node.inputs.iter().flatten().map(|source| source.node).collect();
        };
        let owner = self.diagram.places.get(whole).and_then(|place| self.diagram.nodes.get(place.owner?));
        let (Some(owner), Some(condition)) = (owner, self.condition(whole)) else { return Vec::new() };
        let is_moved = condition.action || condition.trigger.is_some();
        let control = owner.control.iter().map(|(_, source)| source.node);
        control.chain(owner.inputs.iter().flatten().map(|source| source.node).filter(|_| !is_moved)).collect()
    }

    fn pace(&self, index: usize, node: &Node<'_>, in_the_end: bool) -> Option<Pace> {
        let is_fixed = matches!(node.kind.as_str(), "Constant" | "Ground" | "M-S-Function");
        if is_fixed || matches!(node.role, Role::Absent) {
            return None;
        }
        let inside = node.inside.and_then(|place| self.wholes.get(place).copied().flatten());
        let whole = self.whole_of(node).or(inside);
        let named = match whole {
            Some(whole) => self.named.get(whole).cloned().flatten(),
            None => self.own.get(index).cloned().flatten(),
        };
        let begins = matches!(node.role, Role::External { .. }) || (node.kind == "InportShadow" && node.system == 0);
        let ends = in_the_end && (whole.is_some() || matches!(node.role, Role::State(_)));
        let always = || Some(self.always.clone());
        match named {
            Some(named) => Some(named),
            None if begins && whole.is_none() => always(),
            None => self.of_inputs(self.sources(node)).or_else(|| if ends { always() } else { None }),
        }
    }

    fn of_inputs(&self, nodes: Vec<usize>) -> Option<Pace> {
        let paces: Vec<&Pace> = nodes.into_iter().filter_map(|node| self.paces.get(node)?.as_ref()).collect();
        self.shared(&paces)
    }

    fn found(mut self) -> Result<Found, Problem> {
        let mut delays = BTreeSet::new();
        let mut slow = Vec::new();
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            if node.kind != "RateTransition" {
                continue;
            }
            let before = node.inputs.first().copied().flatten().and_then(|s| self.paces.get(s.node)?.clone());
            let (Some(before), Some(after)) = (before, self.paces.get(index).cloned().flatten()) else { continue };
            let is_free = ["Integrity", "Deterministic"].iter().any(|p| node.block.parameters.get(p) == Some("off"));
            if is_free || before.includes(&after) {
                continue;
            }
            if !after.includes(&before) || node.region != 0 {
                let reason = "a deterministic transition between these rates";
                return Err(unsupported(reason).at(&node.path, &node.block.sid));
            }
            delays.insert(index);
            slow.push((index, before));
        }
        for (index, pace) in slow {
            super::run::put(&mut self.paces, index, Some(pace));
        }
        Ok(Found { paces: self.paces, delays })
    }
}
