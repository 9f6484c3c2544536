//! The counterexamples of a labelled transition system as a picture: states with the choices in them, and the runs of the
//! classes.
//!
//! If all states of the counterexamples fit they are drawn; otherwise those on the runs of the classes, with everything that
//! could have been done where a choice decides. A state of the model stands there once for each state of the property that goes
//! with it.

use super::choice_points::consequence;
use super::explored::Explored;
use super::run::Run;
use crate::Inquiry;
use crate::result::scene::{BoxShape, Scene, SceneArrow, SceneBox, SceneKind, Shot, Way};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_lts::neighbourhood::{Choice, Tag, TaggedState};
use wherefore_lts::route::{Interrupted, Route};

/// More states than this are not asked for at once.
const BATCH: usize = 1_000;
/// Where more states are drawn, those in which the failure is avoided are left out: everything leads there.
const MOST_WITH_GOOD: usize = 200;

/// Draws at most this number of states, of `total` that the counterexamples have, and the runs of the classes among
/// them.
pub(super) fn draw<R: Route>(
    explored: &Explored<'_, R>,
    total: u64,
    most: usize,
    runs: &[&Run],
    inquiry: &mut Inquiry,
) -> Result<(), Interrupted> {
    let states = if total <= most as u64 { explored.states()? } else { on_runs(runs, most) };
    let mut sketch = Sketch::new(explored, &states, most);
    for batch in states.chunks(BATCH) {
        for place in explored.places(batch)? {
            sketch.expand(explored, &place);
        }
    }
    sketch.scene.left_out = (total as usize).saturating_sub(states.len());
    for (class, run) in inquiry.classes.iter_mut().zip(runs) {
        class.way = sketch.way(explored, run, class.representative.len());
    }
    let suspects = inquiry.suspects();
    for arrow in &mut sketch.scene.arrows {
        arrow.suspect = suspects.iter().position(|s| s.name == arrow.label);
    }
    inquiry.scene = Some(sketch.scene);
    Ok(())
}

/// The states on runs, each once.
fn on_runs(runs: &[&Run], most: usize) -> Vec<(u32, u32)> {
    let mut seen = BTreeSet::new();
    let all = runs.iter().flat_map(|r| r.path.states());
    all.filter(|at| seen.insert(*at)).take(most).collect()
}

#[derive(Debug)]
struct Sketch {
    scene: Scene,
    most: usize,
    with_good: bool,
    /// The boxes of states; the second number is `None` where the failure is avoided.
    boxes: BTreeMap<(u32, Option<u32>), usize>,
    /// The arrows by their ends and their label.
    arrows: BTreeMap<(usize, u32, usize), usize>,
}

impl Sketch {
    fn new<R: Route>(explored: &Explored<'_, R>, states: &[(u32, u32)], most: usize) -> Sketch {
        let scene = Scene::new(SceneKind::Graph);
        let with_good = states.len() <= MOST_WITH_GOOD;
        let mut sketch = Sketch { scene, most, with_good, boxes: BTreeMap::new(), arrows: BTreeMap::new() };
        for at in states {
            sketch.state(explored, *at);
        }
        if let Some(first) = sketch.scene.boxes.first_mut().filter(|b| b.shape == BoxShape::State) {
            first.shape = BoxShape::Initial;
        }
        sketch
    }

    /// The box of a state from which the failure can be reached.
    fn state<R: Route>(&mut self, explored: &Explored<'_, R>, (state, inner): (u32, u32)) -> usize {
        let (passes, automaton) = (explored.passes, &explored.product.automaton);
        let violated = passes.violated.contains(state, inner) || automaton.bad() == Some(inner);
        let shape = match () {
            () if violated || !passes.returning.contains(state, inner) => BoxShape::Bad,
            () if explored.neighbourhoods.contains(state, inner) => BoxShape::ChoicePoint,
            () => BoxShape::State,
        };
        self.add(explored, (state, Some(inner)), shape)
    }

    fn add<R>(&mut self, explored: &Explored<'_, R>, key: (u32, Option<u32>), shape: BoxShape) -> usize {
        let (scene, name) = (&mut self.scene, explored.origin(key.0).to_string());
        *self.boxes.entry(key).or_insert_with(|| scene.add(SceneBox::new(name, shape)))
    }

    /// Draws the moves of a state: those to states that are drawn, and where a choice decides all of them.
    fn expand<R: Route>(&mut self, explored: &Explored<'_, R>, place: &TaggedState) {
        let source = self.state(explored, (place.state, place.inner));
        for choice in &place.choices {
            if let Some(target) = self.target(explored, place, choice) {
                let label = explored.route.labels().name(choice.edge.label);
                let arrow =
                    SceneArrow { consequence: Some(consequence(choice)), ..SceneArrow::new(source, target, label) };
                let place = self.scene.connect(arrow);
                self.arrows.insert((source, choice.edge.label, target), place);
            }
        }
    }

    fn target<R: Route>(&mut self, explored: &Explored<'_, R>, place: &TaggedState, choice: &Choice) -> Option<usize> {
        let is_good = choice.tag == Tag::Correct || choice.inner.is_none();
        let key = (choice.edge.end, choice.inner.filter(|_| !is_good));
        let is_wanted = place.kind.is_some() && self.boxes.len() < self.most && (self.with_good || !is_good);
        match (self.boxes.get(&key), key.1) {
            (Some(known), _) => Some(*known),
            (None, Some(inner)) if is_wanted => Some(self.state(explored, (key.0, inner))),
            (None, None) if is_wanted => Some(self.add(explored, key, BoxShape::Good)),
            (None, _) => None,
        }
    }

    /// The run of a class, tick by tick. What decides are the choices on it.
    fn way<R: Route>(&self, explored: &Explored<'_, R>, run: &Run, ticks: usize) -> Way {
        let states: Vec<(u32, u32)> = run.path.states().collect();
        let known = |(state, inner): (u32, u32)| self.boxes.get(&(state, Some(inner))).copied();
        let mut way = Way::default();
        for (tick, at) in states.iter().enumerate().take(ticks) {
            let before =
                tick.checked_sub(1).and_then(|t| Some((states.get(t).copied()?, run.path.steps.get(t)?.label)));
            let taken = before.and_then(|(source, label)| {
                self.arrows.get(&(known(source)?, label, known(*at)?)).map(|arrow| (source, *arrow))
            });
            if let Some((source, arrow)) = taken.filter(|((s, q), _)| explored.neighbourhoods.contains(*s, *q)) {
                way.cause_boxes.extend(known(source));
                way.cause_arrows.push(arrow);
            }
            let arrows = taken.into_iter().map(|(_, arrow)| arrow).collect();
            way.shots.push(Shot { boxes: known(*at).into_iter().collect(), arrows, values: Vec::new() });
        }
        for list in [&mut way.cause_boxes, &mut way.cause_arrows] {
            list.sort_unstable();
            list.dedup();
        }
        way
    }
}
