//! The model as boxes and arrows, with the way of each class through it.
//!
//! Every lens draws its own kind of model into the same few types: a state machine with its hierarchy, the blocks of a program,
//! components and wires, the choices in a labelled transition system. How it looks and where things stand is left to the report.

use super::choice_point::Consequence;
use wherefore_ir::ElementId;

/// A picture of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Kind of model that is shown.
    pub kind: SceneKind,
    /// The boxes; one that contains others stands before them.
    pub boxes: Vec<SceneBox>,
    /// The arrows.
    pub arrows: Vec<SceneArrow>,
    /// How many boxes were left out because there are too many.
    pub left_out: usize,
}

/// The kinds of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneKind {
    /// States and transitions, nested and parallel.
    Machine,
    /// Blocks and what flows between them.
    Blocks,
    /// Components and the wires between them.
    Components,
    /// States and labelled transitions without structure.
    Graph,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneBox {
    /// Label in the model.
    pub label: String,
    /// More about it, in words; empty if there is nothing.
    pub detail: String,
    /// The box that contains it.
    pub parent: Option<usize>,
    /// Shape of the box.
    pub shape: BoxShape,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// The suspect that it is, as a place in the list of suspects.
    pub suspect: Option<usize>,
}

/// Shape of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoxShape {
    /// A state, or a state that contains others.
    State,
    /// A state in which runs begin.
    Initial,
    /// A parallel region, a called node, a component with its parts: a frame around others.
    Frame,
    /// A choice of the environment.
    Input,
    /// A value that never changes.
    Constant,
    /// A delay or another block with memory.
    Memory,
    /// A choice between inputs.
    Switch,
    /// Any other block.
    Block,
    /// The block that the property asks about.
    Sink,
    /// A component without parts.
    Component,
    /// A state at which a choice decides about the failure.
    ChoicePoint,
    /// A state from which the failure is certain, or one in which it has happened.
    Bad,
    /// A state from which it cannot happen any more.
    Good,
}

/// An arrow from a box to a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneArrow {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Label in the model: a transition, an action, a stream; empty if it has no name.
    pub label: String,
    /// More about it, in words: a guard, an event; empty if there is nothing.
    pub detail: String,
    /// Effect of taking it on the failure, if the lens knows.
    pub consequence: Option<Consequence>,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// The suspect that it is, as a place in the list of suspects.
    pub suspect: Option<usize>,
}

/// The way of one class through the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Active elements at each tick of its run.
    pub shots: Vec<Shot>,
    /// The boxes that its cause passes through.
    pub cause_boxes: Vec<usize>,
    /// The arrows that its cause passes along.
    pub cause_arrows: Vec<usize>,
    /// The boxes to blame.
    pub culprits: Vec<usize>,
}

/// A tick on the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// The boxes where the run is, or that take part.
    pub boxes: Vec<usize>,
    /// The arrows taken into this tick, or along which something flows at it.
    pub arrows: Vec<usize>,
    /// Values that boxes have at this tick, as text.
    pub values: Vec<(usize, String)>,
}

/// The most boxes of a scene.
pub const MOST_BOXES: usize = 2_000;

impl Scene {
    /// A scene with nothing on it.
    pub fn new(kind: SceneKind) -> Scene {
        Scene { kind, boxes: Vec::new(), arrows: Vec::new(), left_out: 0 }
    }

    /// Adds a box and gives its place.
    pub fn add(&mut self, drawn: SceneBox) -> usize {
        self.boxes.push(drawn);
        self.boxes.len() - 1
    }

    /// Adds an arrow and gives its place.
    pub fn connect(&mut self, arrow: SceneArrow) -> usize {
        self.arrows.push(arrow);
        self.arrows.len() - 1
    }

    /// Whether every place in a way is one of the scene.
    pub fn admits(&self, way: &Way) -> bool {
        let (boxes, arrows) = (self.boxes.len(), self.arrows.len());
        let is_shot = |s: &Shot| {
            s.boxes.iter().chain(s.values.iter().map(|(b, _)| b)).all(|b| *b < boxes)
                && s.arrows.iter().all(|a| *a < arrows)
        };
        way.shots.iter().all(is_shot)
            && way.cause_boxes.iter().chain(&way.culprits).all(|b| *b < boxes)
            && way.cause_arrows.iter().all(|a| *a < arrows)
    }
}

impl SceneBox {
    /// A box with a name and a shape.
    pub fn new(label: impl Into<String>, shape: BoxShape) -> SceneBox {
        SceneBox { label: label.into(), detail: String::new(), parent: None, shape, element: None, suspect: None }
    }
}

impl SceneArrow {
    /// An arrow with a name.
    pub fn new(from: usize, to: usize, label: impl Into<String>) -> SceneArrow {
        let (label, detail) = (label.into(), String::new());
        SceneArrow { from, to, label, detail, consequence: None, element: None, suspect: None }
    }
}
