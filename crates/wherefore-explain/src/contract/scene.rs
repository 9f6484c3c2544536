//! A refinement as a picture: the component as a frame, its parts inside, and the wires between them.
//!
//! Inputs from the environment are boxes at the left, outputs of the component are boxes at the right. A wire leads from
//! the owner of every port that it reads to the owner of the one that it feeds; its label is the name of that port. What is shown
//! on a part is what it puts out.

use super::blame::Blame;
use crate::result::scene::{BoxShape, Scene, SceneArrow, SceneBox, SceneKind, Shot, Way};
use crate::result::suspect::SuspectKind;
use crate::{Inquiry, Suspect};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::refinement::{Direction, PartId, Port, Refinement, Wire};
use wherefore_ir::{ElementId, VarId, walk};
use wherefore_trace::{Trace, show};

/// Draws a refinement, with the failing run if there is one.
pub(super) fn draw(refinement: &Refinement, blame: &Blame, inquiry: &mut Inquiry) {
    let sketch = Sketch::new(refinement, inquiry.suspects());
    for class in &mut inquiry.classes {
        let kept = class.explanation.cause.known().into_iter().flat_map(|c| &c.kept).map(|k| k.var).collect();
        class.way = sketch.way(refinement, &class.representative, &kept, blame);
    }
    inquiry.scene = Some(sketch.scene);
}

/// Subject of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Part(PartId),
    Port(VarId),
}

struct Sketch {
    scene: Scene,
    boxes: BTreeMap<Subject, usize>,
    /// The variables that each arrow reads and feeds.
    wires: Vec<(VarId, VarId)>,
}

impl Sketch {
    fn new(refinement: &Refinement, suspects: &[Suspect]) -> Sketch {
        let mut scene = Scene::new(SceneKind::Components);
        let frame = SceneBox { element: refinement.element, ..SceneBox::new(&refinement.component, BoxShape::Frame) };
        let parent = Some(scene.add(frame));
        let mut boxes = BTreeMap::new();
        for port in refinement.ports.iter().filter(|p| p.owner.is_none()) {
            let shape = match port.direction {
                Direction::Input => BoxShape::Input,
                Direction::Output => BoxShape::Sink,
                Direction::Parameter => BoxShape::Constant,
            };
            let drawn = SceneBox { parent, element: port.element, ..SceneBox::new(&port.name, shape) };
            boxes.insert(Subject::Port(port.var), scene.add(drawn));
        }
        for (place, part) in refinement.parts.iter().enumerate() {
            let detail = if part.component == part.name { String::new() } else { part.component.clone() };
            let element = part.element;
            let suspect = stated(refinement, PartId(place as u32), suspects);
            let drawn = SceneBox { parent, detail, element, suspect, ..SceneBox::new(&part.name, BoxShape::Component) };
            boxes.insert(Subject::Part(PartId(place as u32)), scene.add(drawn));
        }
        let mut sketch = Sketch { scene, boxes, wires: Vec::new() };
        refinement.wires.iter().for_each(|wire| sketch.connect(refinement, wire, suspects));
        sketch
    }

    fn connect(&mut self, refinement: &Refinement, wire: &Wire, suspects: &[Suspect]) {
        let target = refinement.port(wire.target);
        let Some(to) = self.owner(target) else { return };
        let owners: BTreeMap<VarId, &Port> = refinement.ports.iter().map(|p| (p.var, p)).collect();
        for var in walk::variables(&refinement.system.terms, [wire.source]) {
            let Some((source, from)) = owners.get(&var).and_then(|port| Some((port, self.owner(port)?))) else {
                continue;
            };
            let same =
                |s: &Suspect| s.kind == SuspectKind::Connection && s.element.is_some() && s.element == wire.element;
            let detail = format!(
                "{} = {}",
                refinement.qualified(target.owner, &target.name),
                refinement.qualified(source.owner, &source.name)
            );
            self.scene.connect(SceneArrow {
                detail,
                element: wire.element,
                suspect: suspects.iter().position(same),
                ..SceneArrow::new(from, to, &target.name)
            });
            self.wires.push((var, target.var));
        }
    }

    /// The box that a port belongs to.
    fn owner(&self, port: &Port) -> Option<usize> {
        let subject = port.owner.map_or(Subject::Port(port.var), Subject::Part);
        self.boxes.get(&subject).copied()
    }

    /// The values at each tick. `kept` are the variables of the cause; the wires between ports whose values change, or of which
    /// one is on the cause, are active.
    fn way(&self, refinement: &Refinement, run: &Trace, kept: &BTreeSet<VarId>, blame: &Blame) -> Way {
        let mut shots: Vec<Shot> = Vec::new();
        for (tick, step) in run.steps.iter().enumerate() {
            let before = tick.checked_sub(1).and_then(|t| run.steps.get(t));
            let is_new = |var: VarId| before.is_some_and(|b| b.get(var) != step.get(var));
            let moved = |ends: &(VarId, VarId)| is_new(ends.0) || is_new(ends.1);
            let arrows: Vec<usize> =
                self.wires.iter().enumerate().filter(|(_, ends)| moved(ends)).map(|(place, _)| place).collect();
            let boxes: BTreeSet<usize> =
                refinement.ports.iter().filter(|p| is_new(p.var)).filter_map(|p| self.owner(p)).collect();
            shots.push(Shot { boxes: boxes.into_iter().collect(), arrows, values: self.values(refinement, run, tick) });
        }
        let on_cause = |ends: &(VarId, VarId)| kept.contains(&ends.0) || kept.contains(&ends.1);
        let causes = self.wires.iter().enumerate().filter(|(_, ends)| on_cause(ends)).map(|(place, _)| place);
        let passed: BTreeSet<usize> =
            refinement.ports.iter().filter(|p| kept.contains(&p.var)).filter_map(|p| self.owner(p)).collect();
        let culprits = blame.alone().into_iter().filter_map(|p| self.boxes.get(&Subject::Part(p)).copied());
        Way {
            shots,
            cause_boxes: passed.into_iter().collect(),
            cause_arrows: causes.collect(),
            culprits: culprits.collect(),
        }
    }

    /// Values of the ports of the component and of the outputs of parts.
    fn values(&self, refinement: &Refinement, run: &Trace, tick: usize) -> Vec<(usize, String)> {
        let mut texts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let Some(step) = run.steps.get(tick) else { return Vec::new() };
        for port in &refinement.ports {
            let (Some(owner), Some(value)) = (self.owner(port), step.get(port.var)) else { continue };
            let text = show(&refinement.system.terms, port.var, value);
            let text = match (port.owner, port.direction) {
                (None, _) => text,
                (Some(_), Direction::Output) => format!("{}={text}", port.name),
                (Some(_), _) => continue,
            };
            texts.entry(owner).or_default().push(text);
        }
        texts.into_iter().map(|(place, texts)| (place, texts.join(", "))).collect()
    }
}

/// The first suspect that is a contract of a part, or a conjunct of one.
fn stated(refinement: &Refinement, part: PartId, suspects: &[Suspect]) -> Option<usize> {
    let contracts = || refinement.contracts.iter().filter(|c| c.owner == Some(part));
    let conjuncts = contracts().flat_map(|c| c.assumptions.iter().chain(&c.guarantees)).filter_map(|c| c.element);
    let own: BTreeSet<ElementId> = contracts().filter_map(|c| c.element).chain(conjuncts).collect();
    let prefix = format!("{}.", refinement.part(part).name);
    suspects.iter().position(|s| s.name.starts_with(&prefix) && s.element.is_some_and(|e| own.contains(&e)))
}
