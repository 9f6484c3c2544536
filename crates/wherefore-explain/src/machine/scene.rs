//! State machines as pictures: states nested as they are in the source, transitions between them, and runs through both.
//!
//! A region that stands beside others is a frame; one that is alone in its state, or alone at all, needs none. In a
//! machine with too many states those are drawn that the runs pass, then the others in order.

use super::path_class::Level;
use super::run::{Path, PathReader};
use crate::result::scene::{BoxShape, MOST_BOXES, Scene, SceneArrow, SceneBox, SceneKind, Shot, Way};
use crate::{Inquiry, Suspect};
use std::collections::BTreeSet;
use wherefore_ir::System;
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_trace::Trace;

/// Draws the machines that an inquiry is about, with the ways of its classes; nothing if the model has no machines.
pub(super) fn draw(system: &System, graph: &ControlGraph, inquiry: &mut Inquiry) {
    let Ok(reader) = PathReader::new(system, graph) else { return };
    let runs: Vec<Locations> = inquiry.classes.iter().map(|c| Locations::of(&reader, &c.representative)).collect();
    let mut scene = Scene::new(SceneKind::Machine);
    let sketch = Sketch::new(&mut scene, graph, None, &runs.iter().collect::<Vec<_>>());
    if scene.boxes.is_empty() {
        return;
    }
    for (class, run) in inquiry.classes.iter_mut().zip(&runs) {
        class.way = sketch.way(graph, run, class.representative.loop_start.is_some());
    }
    sketch.suspect(&mut scene, graph, inquiry.suspects());
    inquiry.scene = Some(scene);
}

/// Where a run is at each tick, and how it got there.
pub struct Locations {
    states: Vec<Vec<StateId>>,
    path: Path,
}

impl Locations {
    /// Reads them off a run.
    pub fn of(reader: &PathReader<'_>, run: &Trace) -> Locations {
        let active = |values: &[_]| reader.location(values).into_iter().flatten().collect();
        Locations { states: run.steps.iter().map(|s| active(&s.values)).collect(), path: reader.path(run) }
    }

    fn visited(&self) -> impl Iterator<Item = StateId> + '_ {
        self.states.iter().flatten().copied()
    }
}

/// The places of states and transitions in a scene; none for those that were left out.
pub struct Sketch {
    states: Vec<Option<usize>>,
    transitions: Vec<Option<usize>>,
}

impl Sketch {
    /// Adds the machines of a graph to a scene, inside a box of it if one is given.
    pub fn new(scene: &mut Scene, graph: &ControlGraph, within: Option<usize>, runs: &[&Locations]) -> Sketch {
        let kept = kept(graph, runs);
        scene.left_out += graph.states.len() - kept.len();
        let starts: BTreeSet<StateId> = runs.iter().flat_map(|r| r.states.first()).flatten().copied().collect();
        let mut states: Vec<Option<usize>> = vec![None; graph.states.len()];
        for region in graph.region_ids() {
            let outer = match graph.region(region).parent {
                Some(state) => states.get(state.0 as usize).copied().flatten(),
                None => within,
            };
            let parent = if is_alone(graph, region) { outer } else { frame(scene, graph, region, outer) };
            for state in graph.states_of(region).filter(|s| kept.contains(s)) {
                let known = graph.state(state);
                let shape = if starts.contains(&state) { BoxShape::Initial } else { BoxShape::State };
                let drawn = SceneBox { parent, element: known.element, ..SceneBox::new(&known.name, shape) };
                states[state.0 as usize] = Some(scene.add(drawn));
            }
        }
        let transitions = (0..graph.transitions.len() as u32).map(|t| connect(scene, graph, TransitionId(t), &states));
        let transitions = transitions.collect();
        Sketch { states, transitions }
    }

    /// A run on the scene. The cause of a finite run is its spine; a lasso is what it takes for ever, so all of it counts.
    pub fn way(&self, graph: &ControlGraph, run: &Locations, is_lasso: bool) -> Way {
        let key: BTreeSet<TransitionId> = match is_lasso {
            true => run.path.transitions().collect(),
            false => run.path.key(graph, Level::Spine).transitions().collect(),
        };
        let ends = key.iter().flat_map(|t| [graph.transition(*t).source, graph.transition(*t).target]);
        let passed: BTreeSet<StateId> = ends.collect();
        Way {
            shots: self.shots(run),
            cause_boxes: passed.iter().filter_map(|s| self.state(*s)).collect(),
            cause_arrows: key.iter().filter_map(|t| self.transition(*t)).collect(),
            culprits: Vec::new(),
        }
    }

    /// Active elements at each tick of a run.
    pub(crate) fn shots(&self, run: &Locations) -> Vec<Shot> {
        let taken = run.path.per_tick(|t| [t]);
        let shot = |(states, taken): (&Vec<StateId>, &Vec<TransitionId>)| Shot {
            boxes: states.iter().filter_map(|s| self.state(*s)).collect(),
            arrows: taken.iter().filter_map(|t| self.transition(*t)).collect(),
            values: Vec::new(),
        };
        run.states.iter().zip(&taken).map(shot).collect()
    }

    /// Notes which transitions are suspects: by their own name, or by that of the rule that they come from.
    pub fn suspect(&self, scene: &mut Scene, graph: &ControlGraph, suspects: &[Suspect]) {
        for (transition, place) in graph.transitions.iter().zip(&self.transitions) {
            let found = suspects.iter().position(|s| s.name == transition.name || s.name == transition.rule);
            if let Some(arrow) = place.and_then(|p| scene.arrows.get_mut(p)) {
                arrow.suspect = found;
            }
        }
    }

    fn state(&self, state: StateId) -> Option<usize> {
        self.states.get(state.0 as usize).copied().flatten()
    }

    fn transition(&self, transition: TransitionId) -> Option<usize> {
        self.transitions.get(transition.0 as usize).copied().flatten()
    }
}

/// The states that are drawn: those on runs and those around them, then the others as long as there is room.
fn kept(graph: &ControlGraph, runs: &[&Locations]) -> BTreeSet<StateId> {
    let all = (0..graph.states.len() as u32).map(StateId);
    let mut kept = BTreeSet::new();
    for state in runs.iter().flat_map(|r| r.visited()).chain(all) {
        if kept.len() >= MOST_BOXES {
            break;
        }
        let mut around = Some(state);
        while let Some(state) = around.filter(|s| kept.insert(*s)) {
            around = graph.region(graph.state(state).region).parent;
        }
    }
    kept
}

/// Whether a region has no other beside it.
fn is_alone(graph: &ControlGraph, region: RegionId) -> bool {
    let parent = graph.region(region).parent;
    graph.regions.iter().filter(|r| r.parent == parent).count() == 1
}

fn frame(scene: &mut Scene, graph: &ControlGraph, region: RegionId, parent: Option<usize>) -> Option<usize> {
    let known = graph.region(region);
    let drawn = SceneBox { parent, element: known.element, ..SceneBox::new(&known.name, BoxShape::Frame) };
    Some(scene.add(drawn))
}

fn connect(
    scene: &mut Scene,
    graph: &ControlGraph,
    transition: TransitionId,
    states: &[Option<usize>],
) -> Option<usize> {
    let known = graph.transition(transition);
    let place = |state: StateId| states.get(state.0 as usize).copied().flatten();
    let (from, to) = (place(known.source)?, place(known.target)?);
    let element = known.guard.or(known.element);
    Some(scene.connect(SceneArrow { element, ..SceneArrow::new(from, to, &known.name) }))
}
