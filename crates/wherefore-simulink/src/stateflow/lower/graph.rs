//! Names of paths, and the state machines of a chart.

use super::flow::{Origin, Path};
use super::layout::{CellKind, around};
use super::step::Memories;
use super::store::{Branch, Store};
use super::{Move, Run};
use crate::stateflow::document::{EventScope, Node, StateKind};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::control::{self, ControlGraph, ControlState, Region, RegionId};
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Constraint, VarId};

/// How many edges the state machines of a chart may have; a chart with more has none.
const MOST_EDGES: usize = 500;
/// The state of a machine before the chart is entered.
const BEFORE: &str = "not entered";

/// The states of machines: by the machine, and the child or none before the chart is entered.
type Places = BTreeMap<(Option<usize>, Option<usize>), control::StateId>;

/// An edge: a path with the states of a machine that it leads from and to.
struct Edge {
    place: usize,
    region: Option<usize>,
    ends: (Option<usize>, usize),
    enabled: BlockId,
    taken: BlockId,
}

impl Run<'_, '_, '_> {
    /// A path: its ends; with the labels of its segments if other transitions have the same ends.
    fn path_name(&self, path: &Path, origin: Origin) -> String {
        let source = match origin {
            Origin::State(state) => self.chart.node_name(Node::State(state)),
            _ => String::new(),
        };
        let ends = format!("{source} -> {}", self.chart.node_name(path.goal)).trim_start().to_owned();
        let begins = |t: &crate::stateflow::document::Transition| match origin {
            Origin::State(state) => t.source == Some(Node::State(state)),
            _ => false,
        };
        let others = self.chart.transitions.iter().filter(|t| begins(t) && t.destination == path.goal).count();
        if path.segments.len() == 1 && others == 1 || !matches!(origin, Origin::State(_)) {
            return ends;
        }
        let labels = path.segments.iter().filter_map(|s| self.chart.transitions.get(*s));
        let labels: Vec<String> = labels.map(|t| t.line()).filter(|t| !t.is_empty()).collect();
        if labels.is_empty() { ends } else { format!("{ends}: {}", labels.join(" ")) }
    }

    /// Gives the condition of a path that is taken its name.
    pub(super) fn name_move(&mut self, branch: Branch, path: &Path, origin: Origin, around: Option<usize>) -> Branch {
        let name = self.path_name(path, origin);
        if let Some(first) = path.segments.first() {
            self.focus_transition(*first);
        }
        let element = self.low.part;
        let when = match self.low.known_truth(branch.when) {
            Some(_) => branch.when,
            None => self.low.builder.wire(&name, branch.when, element),
        };
        let (goal, segments) = (path.goal, path.segments.clone());
        self.moves.push(Move { when, origin, around, goal, segments, name, is_first: self.is_first });
        Branch { when, ..branch }
    }

    /// Draws the state machines of the chart: one for each state, or chart, of whose children one is active.
    ///
    /// A path is an edge from the child that was active before the step to the one that is active behind it. Where a machine moves
    /// several times in one step, because events are sent, several inputs make events or states are parallel, the last path stands for all of them.
    pub(super) fn draw(&mut self, memories: &Memories, before: &Store, behind: &Store) {
        let regions: Vec<Option<usize>> = self.layout.of_children.keys().copied().collect();
        let mut edges = Vec::new();
        for region in &regions {
            self.edges_of(*region, before, behind, &mut edges);
            if edges.len() > MOST_EDGES {
                return;
            }
        }
        let mut graph = self.low.builder.system.annexes.control.take().unwrap_or_default();
        let mut places = Places::new();
        for region in &regions {
            self.add_region(&mut graph, *region, (memories, before), &mut places);
        }
        let mut names: BTreeSet<String> = graph.transitions.iter().map(|t| t.name.clone()).collect();
        let ends: Vec<(usize, Option<usize>)> = edges.iter().map(|e| (e.place, e.region)).collect();
        for (index, edge) in edges.into_iter().enumerate() {
            let several = ends.iter().enumerate().any(|(i, e)| i != index && *e == (edge.place, edge.region));
            self.add_edge(&mut graph, edge, several, (&places, &mut names));
        }
        self.low.builder.system.annexes.control = Some(graph);
    }

    /// The paths that move a machine, by the states they lead from and to.
    fn edges_of(&mut self, region: Option<usize>, before: &Store, behind: &Store, edges: &mut Vec<Edge>) {
        let inputs = self.chart.events.iter().filter(|e| e.scope == EventScope::Input).count();
        // A parallel state that is entered anew by another one has its turn again.
        let parallel = self.chart.states.iter().any(|s| matches!(s.kind, StateKind::Parallel));
        let often = self.layout.uses.broadcasts || inputs > 1 || parallel;
        let Some(variable) = self.layout.of_children.get(&region).copied() else { return };
        let is_top = self.machine_around(region).is_none();
        let begins = is_top && self.entered_at(variable).is_none();
        let is_own = |m: &Move| m.around == region && (matches!(m.origin, Origin::State(_)) || begins && !m.is_first);
        let own: Vec<(usize, Move)> = self.moves.iter().cloned().enumerate().filter(|(_, m)| is_own(m)).collect();
        let children = self.children(region);
        for (position, (place, path)) in own.iter().enumerate() {
            let by_default = !matches!(path.origin, Origin::State(_));
            // A default transition behind a path is a part of it, unless the machine is only being entered.
            let is_path = |m: &Move| matches!(m.origin, Origin::State(_));
            let all: Vec<BlockId> = own[position + 1..].iter().map(|(_, m)| m.when).collect();
            let paths: Vec<BlockId> =
                own[position + 1..].iter().filter(|(_, m)| is_path(m)).map(|(_, m)| m.when).collect();
            let (first, other) =
                (self.unless(path.when, &all), if often { self.unless(path.when, &paths) } else { path.when });
            let origin = match path.origin {
                Origin::State(state) if !often => self.child_with(region, state),
                _ => None,
            };
            let goal = match path.goal {
                Node::State(state) if !often => self.child_with(region, state),
                _ => None,
            };
            let fits = |fixed: Option<usize>, value: usize| {
                fixed.is_none_or(|f| children.get(value.wrapping_sub(1)) == Some(&f))
            };
            let least = usize::from(!is_top || !by_default && !often);
            let most = if by_default { 0 } else { children.len() };
            for from in (least..=most).filter(|v| fits(origin, *v)) {
                for to in (1..=children.len()).filter(|v| fits(goal, *v)) {
                    let start = self.is_at(before, region, (variable, from as u32));
                    let end = self.is_at(behind, region, (variable, to as u32));
                    let last = if from == 0 { first } else { other };
                    let taken = self.low.all(&[last, start, end]);
                    // Where the path alone says where it ends, its condition is enough.
                    let enabled = if goal.is_some() { self.low.all(&[last, start]) } else { taken };
                    if self.low.known_truth(taken) == Some(false) || edges.len() > MOST_EDGES {
                        continue;
                    }
                    let ends = (children.get(from.wrapping_sub(1)).copied(), children[to - 1]);
                    edges.push(Edge { place: *place, region, ends, enabled, taken });
                }
            }
        }
    }

    /// Whether a child of a machine is active; 0 stands for none of them. What the outermost machine remembers before the chart
    /// is entered means nothing: until then the machines count as being where they are entered, if that is one place.
    fn is_at(&mut self, store: &Store, region: Option<usize>, (variable, child): (usize, u32)) -> BlockId {
        let here = self.is_choice(&store.choices[variable], child);
        let awake = self.is_choice(&store.choices[self.layout.awake], 1);
        let asleep = self.low.not(awake);
        let is_inner = self.machine_around(region).is_some();
        match self.entered_at(variable) {
            Some(start) if start == child && child > 0 => self.low.any(&[asleep, here]),
            Some(_) => self.low.all(&[awake, here]),
            None if is_inner => here,
            None if child > 0 => self.low.all(&[awake, here]),
            None => self.low.any(&[asleep, here]),
        }
    }

    /// The value of a choice once the chart has been entered, if the chart is entered in one way.
    fn entered_at(&self, variable: usize) -> Option<u32> {
        let (first, others) = self.entered.split_first()?;
        let first = first.as_ref().filter(|first| others.iter().all(|o| o.as_ref() == Some(first)))?;
        first.get(variable).copied()
    }

    /// Whether something holds and none of some others.
    fn unless(&mut self, holds: BlockId, others: &[BlockId]) -> BlockId {
        let some = self.low.any(others);
        let none = self.low.not(some);
        self.low.all(&[holds, none])
    }

    /// The child of a machine that a state is, or is inside of.
    fn child_with(&self, region: Option<usize>, state: usize) -> Option<usize> {
        let mut chain = std::iter::once(state).chain(self.chart.ancestors(state));
        chain.find(|s| {
            let state = self.chart.states.get(*s);
            state.is_some_and(|s| s.is_state() && around(self.chart, s.parent) == region)
        })
    }

    /// The machine that a machine lives in, and the state of it.
    fn machine_around(&self, region: Option<usize>) -> Option<(Option<usize>, usize)> {
        let mut state = region?;
        loop {
            let parent = around(self.chart, self.chart.states.get(state)?.parent);
            if self.layout.of_children.contains_key(&parent) {
                return Some((parent, state));
            }
            state = parent?;
        }
    }

    fn add_region(
        &mut self,
        graph: &mut ControlGraph,
        region: Option<usize>,
        (memories, before): (&Memories, &Store),
        places: &mut Places,
    ) {
        let path = self.low.flat.get(self.id).path.clone();
        let name = region.map_or_else(|| path.clone(), |s| format!("{path}/{}", self.chart.path(s)));
        let element = match region {
            Some(state) => self.state_element(state),
            None => self.low.elements.get(&self.id).copied(),
        };
        let home = self.machine_around(region);
        let parent = home.and_then(|(machine, state)| places.get(&(machine, Some(state)))).copied();
        let id = RegionId(graph.regions.len() as u32);
        let writes = self.written(region, memories);
        graph.regions.push(Region { name, parent, writes, element });
        let Some(variable) = self.layout.of_children.get(&region).copied() else { return };
        let children = self.children(region);
        let is_entered =
            self.chart.executes_at_initialization || parent.is_some() || self.entered_at(variable).is_some();
        let first = (!is_entered).then_some((0, None));
        let others = children.iter().enumerate().map(|(i, s)| (i as u32 + 1, Some(*s)));
        for (value, state) in first.into_iter().chain(others) {
            let active = self.is_at(before, region, (variable, value));
            let active = self.low.builder.value(active);
            let element = state.and_then(|s| self.state_element(s));
            let name = state.map_or_else(|| BEFORE.to_owned(), |s| self.chart.node_name(Node::State(s)));
            places.insert((region, state), control::StateId(graph.states.len() as u32));
            graph.states.push(ControlState { region: id, name, active, element });
            if state.is_none() || parent.is_none() && self.entered_at(variable) == Some(value) {
                // Implied by what the memories hold at first; said so that the start of the machine can be seen.
                self.low.builder.system.init.push(Constraint { term: active, element: None });
            }
        }
    }

    fn add_edge(
        &mut self,
        graph: &mut ControlGraph,
        edge: Edge,
        several: bool,
        (places, names): (&Places, &mut BTreeSet<String>),
    ) {
        let source = places.get(&(edge.region, edge.ends.0)).copied();
        let target = places.get(&(edge.region, Some(edge.ends.1))).copied();
        let (Some(source), Some(target), Some(path)) = (source, target, self.moves.get(edge.place).cloned()) else {
            return;
        };
        let rule = path.name.clone();
        let mut name = rule.clone();
        if several {
            name = format!("{name} from {} to {}", graph.state(source).name, graph.state(target).name);
        }
        while !names.insert(name.clone()) {
            name.push('\'');
        }
        let (enabled, taken) = (self.low.builder.value(edge.enabled), self.low.builder.value(edge.taken));
        let element = path.segments.first().and_then(|s| self.transition_element(*s));
        graph.transitions.push(control::Transition {
            region: graph.state(source).region,
            source,
            target,
            name,
            named: true,
            rule,
            enabled,
            taken,
            internal: false,
            element,
            guard: None,
        });
    }

    /// The variables that a machine writes: where others run beside it, only what its own actions assign.
    fn written(&self, region: Option<usize>, memories: &Memories) -> Vec<VarId> {
        let is_inside = |state: Option<usize>| {
            region.is_none()
                || state.is_some_and(|s| Some(s) == region || self.chart.ancestors(s).any(|a| Some(a) == region))
        };
        let alone = self.layout.variables.len() == self.layout.of_children.len() + self.layout.of_history.len() + 1;
        let assigned = super::uses::uses_within(self.chart, &is_inside).assigned;
        let is_written = |name: &str| {
            let name = name.split(['[', '.']).next().unwrap_or(name);
            alone || assigned.iter().any(|a| a.rsplit('.').next() == Some(name))
        };
        let mut pres: Vec<BlockId> = Vec::new();
        for (variable, pre) in self.layout.variables.iter().zip(&memories.choices) {
            let own = variable.states.first().is_some_and(|s| is_inside(Some(*s)));
            pres.extend(pre.filter(|_| own && variable.states.iter().all(|s| Some(*s) != region)));
        }
        for (cell, pre) in self.layout.cells.iter().zip(&memories.cells) {
            let own = matches!(cell.kind, CellKind::Counter(_)) && alone || is_written(&cell.name);
            pres.extend(pre.filter(|_| own));
        }
        let gates = pres.into_iter().map(|b| self.low.builder.network().block(b).gate);
        gates.filter_map(|gate| if let Gate::Pre(var) = gate { Some(var) } else { None }).collect()
    }
}
