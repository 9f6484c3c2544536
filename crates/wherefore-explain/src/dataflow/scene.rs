//! A program as a picture: the blocks that the property depends on, in the frames of their calls, with the cause of each class.
//!
//! Active at a tick are the blocks of the cause that have a value there, and the arcs between two of them. An arc out
//! of a delay is one tick long: it is active at the tick at which it ends.

use super::blocks::{BlockKind, Drawn, look, text};
use super::{Flow, Program};
use crate::result::scene::{BoxShape, Scene, SceneArrow, SceneBox, SceneKind, Shot, Way};
use crate::{Class, Inquiry, Suspect};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::network::{BlockId, CallId};
use wherefore_ir::{ElementId, ElementKind};

/// Draws the blocks below the one that a property asks for, with the ways of the classes.
pub(super) fn draw(program: &Program<'_>, sink: BlockId, inquiry: &mut Inquiry) {
    let sketch = Sketch::new(program, sink, inquiry.suspects());
    for class in &mut inquiry.classes {
        class.way = sketch.way(program, class);
    }
    inquiry.scene = Some(sketch.scene);
}

struct Sketch {
    scene: Scene,
    /// The boxes of blocks.
    boxes: BTreeMap<BlockId, usize>,
}

impl Sketch {
    fn new(program: &Program<'_>, sink: BlockId, suspects: &[Suspect]) -> Sketch {
        let drawn = Drawn::cone(program, sink);
        let mut scene = Scene { left_out: drawn.left_out, ..Scene::new(SceneKind::Blocks) };
        let frames = frames(program, &drawn, &mut scene);
        let named: BTreeMap<ElementId, usize> =
            suspects.iter().enumerate().rev().filter_map(|(i, s)| Some((s.element?, i))).collect();
        let mut boxes = BTreeMap::new();
        for id in &drawn.blocks {
            let block = program.network.block(*id);
            let (shape, label, detail) = face(program, *id, *id == sink);
            let suspect = block.element.and_then(|e| named.get(&equation(program, e)).copied());
            let parent = frames.get(&block.call).copied();
            boxes.insert(*id, scene.add(SceneBox { label, detail, parent, shape, element: block.element, suspect }));
        }
        let place = |place: usize| drawn.blocks.get(place).and_then(|id| boxes.get(id)).copied();
        for (source, target, port) in &drawn.arcs {
            if let (Some(from), Some(to)) = (place(*source), place(*target)) {
                scene.connect(SceneArrow::new(from, to, *port));
            }
        }
        Sketch { scene, boxes }
    }

    fn way(&self, program: &Program<'_>, class: &Class) -> Way {
        let Some(flow) = &class.flow else { return Way::default() };
        let mut shots = vec![Shot::default(); class.representative.len()];
        for spot in &flow.spots {
            let Some((place, shot)) = self.boxes.get(&spot.block).zip(shots.get_mut(spot.tick as usize)) else {
                continue;
            };
            shot.boxes.push(*place);
            shot.values.push((*place, text(program.system, spot.block, &spot.value)));
        }
        let cause_arrows = self.cause_arrows(flow);
        let mut before = BTreeSet::new();
        for shot in &mut shots {
            shot.boxes.sort_unstable();
            shot.values.sort();
            let now: BTreeSet<usize> = shot.boxes.iter().copied().collect();
            let flows = |arrow: &&usize| {
                let SceneArrow { from, to, .. } = &self.scene.arrows[**arrow];
                now.contains(to) && (now.contains(from) || before.contains(from))
            };
            shot.arrows = cause_arrows.iter().filter(flows).copied().collect();
            before = now;
        }
        let cause_boxes: BTreeSet<usize> = shots.iter().flat_map(|s| s.boxes.iter().copied()).collect();
        Way { shots, cause_boxes: cause_boxes.into_iter().collect(), cause_arrows, culprits: Vec::new() }
    }

    /// The arrows that a cause passes along.
    fn cause_arrows(&self, flow: &Flow) -> Vec<usize> {
        let place = |block: &BlockId| self.boxes.get(block).copied();
        let active: BTreeSet<(usize, usize)> =
            flow.arcs.iter().filter_map(|(a, b)| Some((place(a)?, place(b)?))).collect();
        let arrows = self.scene.arrows.iter().enumerate();
        arrows.filter(|(_, a)| active.contains(&(a.from, a.to))).map(|(place, _)| place).collect()
    }
}

/// A frame for every call but the main one.
fn frames(program: &Program<'_>, drawn: &Drawn, scene: &mut Scene) -> BTreeMap<CallId, usize> {
    let mut frames = BTreeMap::new();
    for id in &drawn.calls {
        let call = program.network.call(*id);
        if call.path.is_empty() {
            continue;
        }
        let parent = call.parent.and_then(|p| frames.get(&p).copied());
        // The frames around it show the rest of its path.
        let name = call.path.rsplit('/').next().unwrap_or_default();
        let frame = SceneBox { parent, element: call.element, ..SceneBox::new(name, BoxShape::Frame) };
        frames.insert(*id, scene.add(frame));
    }
    frames
}

/// Look of a block: its name if it has one, and otherwise what it does; with a name, what it does is said below.
fn face(program: &Program<'_>, id: BlockId, is_sink: bool) -> (BoxShape, String, String) {
    let (kind, symbol) = look(program, id);
    let shape = match kind {
        _ if is_sink => BoxShape::Sink,
        BlockKind::Input => BoxShape::Input,
        BlockKind::Constant => BoxShape::Constant,
        BlockKind::Delay | BlockKind::Latch => BoxShape::Memory,
        BlockKind::Init | BlockKind::Switch => BoxShape::Switch,
        BlockKind::Wire | BlockKind::Operator => BoxShape::Block,
    };
    match &program.network.block(id).name {
        Some(name) if kind == BlockKind::Constant => (shape, symbol, name.clone()),
        Some(name) => (shape, name.clone(), symbol),
        None => (shape, symbol, String::new()),
    }
}

/// The equation that an element is part of, or the element itself.
fn equation(program: &Program<'_>, element: ElementId) -> ElementId {
    let mut at = element;
    loop {
        let known = program.system.elements.get(at);
        match (known.kind, known.parent) {
            (ElementKind::Equation, _) | (_, None) => return at,
            (_, Some(parent)) => at = parent,
        }
    }
}
