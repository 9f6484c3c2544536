//! The control graph of a chart: its regions, and in which of them a transition is an edge.
//!
//! A transition is an edge of its domain's region, from the child it starts in to the child it leads to. What it does
//! further inside is entering and leaving, which goes with that edge. A transition that only executes its content is an
//! internal edge from a state to itself; a graph can show one of two edges of one region that a step would take.

use super::Lowering;
use super::cells::Store;
use super::enter::Plan;
use super::select::Selection;
use crate::chart::{ActionKind, Block, DataId, StateId, StateKind, TransitionId};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::control::{self, ControlGraph, ControlState, Region, RegionId};
use wherefore_ir::{ElementId, ElementKind, TermId, VarId};

/// Title of a transition in every place where it is drawn.
pub(super) struct Title {
    pub name: String,
    named: bool,
    pub element: ElementId,
}

/// One edge: a child of the region, another, and when it is taken.
struct Edge {
    region: StateId,
    ends: (StateId, StateId),
    taken: TermId,
    internal: bool,
}

impl Lowering<'_> {
    /// Draws the control graph.
    pub(super) fn draw(&mut self, selection: &Selection) {
        let before = self.before();
        let edges = self.edges(selection, &before);
        let drawn: BTreeSet<StateId> =
            self.layout.regions.keys().copied().chain(edges.iter().map(|(_, e)| e.region)).collect();
        let mut graph = ControlGraph::default();
        let mut places: BTreeMap<StateId, control::StateId> = BTreeMap::new();
        for (index, region) in drawn.iter().enumerate() {
            let parent = self.home(*region, &drawn).and_then(|s| places.get(&s)).copied();
            let name = if *region == StateId::ROOT { &self.chart.name } else { &self.chart.state(*region).id };
            let name = name.clone();
            let element = Some(self.element(ElementKind::State, &name, self.chart.state(*region).span));
            let writes = self.writes(*region);
            graph.regions.push(Region { name, parent, writes, element });
            for child in &self.chart.state(*region).children {
                places.insert(*child, control::StateId(graph.states.len() as u32));
                let state = self.chart.state(*child);
                let element = Some(self.element(ElementKind::State, &state.id, state.span));
                let active = before.inside[child.0 as usize];
                let (region, name) = (RegionId(index as u32), state.id.clone());
                graph.states.push(ControlState { region, name, active, element });
            }
        }
        self.connect(&mut graph, edges, &places);
        self.system.annexes.control = Some(graph);
    }

    /// Puts edges into the graph, region by region.
    fn connect(
        &mut self,
        graph: &mut ControlGraph,
        mut edges: Vec<(TransitionId, Edge)>,
        places: &BTreeMap<StateId, control::StateId>,
    ) {
        let titles: BTreeMap<TransitionId, Title> =
            edges.iter().map(|(t, _)| *t).collect::<BTreeSet<_>>().into_iter().map(|t| (t, self.title(t))).collect();
        edges.sort_by_key(|(transition, edge)| (edge.region, *transition));
        let mut used = BTreeSet::new();
        let pairs = edges.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let several: BTreeSet<TransitionId> = pairs.map(|pair| pair[0].0).collect();
        for (id, edge) in edges {
            let (Some(title), Some(source), Some(target)) =
                (titles.get(&id), places.get(&edge.ends.0), places.get(&edge.ends.1))
            else {
                continue;
            };
            let mut name = title.name.clone();
            if several.contains(&id) {
                let (source, target) = (&self.chart.state(edge.ends.0).id, &self.chart.state(edge.ends.1).id);
                name = format!("{name} from {source} to {target}");
            }
            while !used.insert(name.clone()) {
                name.push('\'');
            }
            graph.transitions.push(control::Transition {
                region: graph.state(*source).region,
                source: *source,
                target: *target,
                name,
                named: title.named,
                rule: title.name.clone(),
                enabled: edge.taken,
                taken: edge.taken,
                internal: edge.internal,
                element: Some(title.element),
                guard: None,
            });
        }
    }

    /// Every edge. An internal transition of a region is an edge only if no other edge stands before it.
    fn edges(&mut self, selection: &Selection, before: &Store) -> Vec<(TransitionId, Edge)> {
        let (mut edges, mut moving) = (Vec::new(), BTreeMap::<StateId, Vec<TermId>>::new());
        let never = self.system.terms.bool(false);
        let taken = |t: &TransitionId| selection.taken[t.0 as usize];
        let all: Vec<TransitionId> = self.chart.leaving().filter(|t| taken(t) != never).collect();
        for id in &all {
            let Some(domain) = self.shape.domain(*id).filter(|d| self.chart.is_region(*d)) else { continue };
            moving.entry(domain).or_default().push(taken(id));
            self.moves((*id, domain), taken(id), selection.plans.get(id), before, &mut edges);
        }
        // What acts in all regions of a parallel state leaves and enters inside the state around it.
        let apart = |t: &TransitionId| self.shape.domain(*t).is_none_or(|d| !self.chart.is_region(d));
        let mut inner: Vec<TransitionId> = all.into_iter().filter(apart).collect();
        inner.sort_by_key(|t| self.shape.domain(*t).is_none());
        for id in inner {
            let domain = self.shape.domain(id);
            let place = match domain {
                Some(domain) => self.compound_around(domain),
                None => self.region_around(self.chart.transition(id).source),
            };
            let (Some((region, state)), internal) = (place, domain.is_none()) else { continue };
            let before = moving.entry(region).or_default();
            let other = self.system.terms.or(before.iter().copied());
            before.push(taken(&id));
            let first = self.system.terms.not(other);
            let taken = self.system.terms.and([taken(&id), first]);
            edges.push((id, Edge { region, ends: (state, state), taken, internal }));
        }
        edges
    }

    /// The edges of a transition that leaves and enters: one, unless it starts in its whole domain or a history of the
    /// domain decides where it leads.
    fn moves(
        &mut self,
        (id, domain): (TransitionId, StateId),
        taken: TermId,
        plan: Option<&Plan>,
        before: &Store,
        edges: &mut Vec<(TransitionId, Edge)>,
    ) {
        let transition = self.chart.transition(id);
        let children = &self.chart.state(domain).children;
        let holds = |child: &StateId, state: StateId| *child == state || self.chart.is_inside(state, *child);
        // With the rules of XState 6 the domain may be beside the source: then it is left wherever it is.
        let whole = !self.chart.is_inside(transition.source, domain);
        let starts: Vec<StateId> = match whole {
            true => children.clone(),
            false => children.iter().copied().filter(|c| holds(c, transition.source)).collect(),
        };
        let target = transition.targets.first().copied();
        let ends: Vec<StateId> = children.iter().copied().filter(|c| target.is_some_and(|t| holds(c, t))).collect();
        let decided = ends.is_empty();
        let ends = if decided { children.clone() } else { ends };
        for source in &starts {
            for target in &ends {
                let mut conditions = vec![taken];
                if starts.len() > 1 {
                    conditions.push(before.inside[source.0 as usize]);
                }
                if decided {
                    let entered = plan.and_then(|p| p.entered.get(target)).copied();
                    conditions.push(entered.unwrap_or_else(|| self.system.terms.bool(false)));
                }
                let taken = self.system.terms.and(conditions);
                if taken != self.system.terms.bool(false) {
                    edges.push((id, Edge { region: domain, ends: (*source, *target), taken, internal: false }));
                }
            }
        }
    }

    /// The nearest region around a state, and its child that the state is in, or is.
    fn region_around(&self, state: StateId) -> Option<(StateId, StateId)> {
        let mut child = state;
        loop {
            let parent = self.chart.state(child).parent?;
            if self.layout.regions.contains_key(&parent) {
                return Some((parent, child));
            }
            child = parent;
        }
    }

    /// The nearest state around a state of whose children one is active, and that child.
    fn compound_around(&self, state: StateId) -> Option<(StateId, StateId)> {
        let outward = std::iter::once(state).chain(self.chart.ancestors(state));
        let mut pairs = outward.filter_map(|s| Some((self.chart.state(s).parent?, s)));
        pairs.find(|(parent, _)| self.chart.is_region(*parent))
    }

    /// The control state in which a region lives.
    fn home(&self, region: StateId, drawn: &BTreeSet<StateId>) -> Option<StateId> {
        let mut state = region;
        loop {
            let parent = self.chart.state(state).parent?;
            if drawn.contains(&parent) {
                return Some(state);
            }
            state = parent;
        }
    }

    /// Name of a transition for people: the one they gave it, or its ends, its event and its line.
    pub(super) fn title(&mut self, id: TransitionId) -> Title {
        let transition = self.chart.transition(id);
        let named = transition.name.is_some();
        let name = transition.name.clone().unwrap_or_else(|| {
            let mut words = self.chart.state(transition.source).id.clone();
            let targets: Vec<&str> = transition.targets.iter().map(|t| self.chart.state(*t).id.as_str()).collect();
            if !targets.is_empty() {
                words += &format!(" -> {}", targets.join(" "));
            }
            let events: Vec<&str> =
                transition.events.iter().map(|d| if d.is_wildcard() { "*" } else { d.prefix.as_str() }).collect();
            if !events.is_empty() {
                words += &format!(" on {}", events.join(" "));
            }
            format!("{words} (line {})", self.line(transition.span))
        });
        let element = self.element(ElementKind::Transition, &name, transition.span);
        Title { name, named, element }
    }

    /// The variables that the transitions of a region write. Where nothing runs beside it, that is everything but the regions
    /// around it; otherwise only what they, and the states inside, are seen to write.
    fn writes(&self, region: StateId) -> Vec<VarId> {
        let alone = self.chart.states.iter().all(|s| s.kind != StateKind::Parallel);
        let within = |s: StateId| s == region || self.chart.is_inside(s, region);
        let around: BTreeSet<StateId> = self.chart.ancestors(region).collect();
        let mut cells = BTreeSet::new();
        let regions = self.layout.regions.iter();
        cells.extend(
            regions.filter(|(s, _)| if alone { !around.contains(s) } else { within(**s) }).map(|(_, r)| r.cell),
        );
        let histories = self.layout.histories.iter().filter(|(h, _)| alone || within(**h));
        cells.extend(histories.flat_map(|(_, m)| m.regions.values().copied().chain(m.recorded)));
        let assigned = if alone { None } else { Some(self.assigned(region)) };
        for (index, places) in self.layout.data.iter().enumerate() {
            if assigned.as_ref().is_none_or(|a| a.contains(&DataId(index as u32))) {
                cells.extend(places.iter().copied());
            }
        }
        cells.into_iter().filter_map(|c| self.layout.cells[c.0].var).collect()
    }

    /// The data that are assigned by transitions of a region, and by states inside it.
    fn assigned(&self, region: StateId) -> BTreeSet<DataId> {
        let states = (region.0 + 1..self.chart.state(region).end.0).map(|s| self.chart.state(StateId(s)));
        let mut blocks: Vec<&Block> = states.flat_map(|s| s.onentry.iter().chain(&s.onexit)).collect();
        let inside = |t: &&crate::chart::Transition| t.source == region || self.chart.is_inside(t.source, region);
        blocks.extend(self.chart.transitions.iter().filter(inside).map(|t| &t.content));
        let finalizers = self.chart.finalizers.iter().filter(|f| self.chart.is_inside(f.state, region));
        blocks.extend(finalizers.map(|f| &f.content));
        let mut found = BTreeSet::new();
        for block in blocks {
            block.visit(&mut |action| match &action.kind {
                ActionKind::Assign { data, .. } => {
                    found.insert(*data);
                }
                ActionKind::Foreach { item, index, .. } => found.extend([*item].into_iter().chain(*index)),
                _ => {}
            });
        }
        found
    }
}
