//! A chart as it is drawn. Names in actions are not resolved here: whether `E` is an event or a function is told by the lists of the
//! chart, from the place of the action outwards.
//!
//! Things that belong together name each other by their places in the lists of the chart.

mod items;
mod names;
mod walk;

pub use items::{Datum, Event, EventScope, Message, Scope, Trigger};

use super::action::{ActionError, Dialect, Section, Signature, Statement, TransitionLabel};
use crate::document::Parameter;
use wherefore_diag::Span;

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The identifier in the file.
    pub id: u32,
    /// The path of its block in the model, without the name of the model: `Sub/Chart`.
    pub name: String,
    /// The language of its actions.
    pub language: Language,
    /// Whether `&`, `|` and `^` are operators on bits, in C.
    pub has_bits: bool,
    /// How its outermost states relate.
    pub decomposition: Decomposition,
    /// When it wakes up.
    pub update: Update,
    /// The time between two steps, an expression of MATLAB; none if it is inherited.
    pub sample_time: Option<Parameter>,
    /// Whether its default transitions are taken before the first step.
    pub executes_at_initialization: bool,
    /// Whether the orders that are written count; otherwise the picture decides.
    pub has_explicit_order: bool,
    /// Whether integers stay at their bounds instead of wrapping around.
    pub saturates: bool,
    /// Which rules restrict where actions may stand.
    pub kind: Kind,
    /// The states, boxes and functions; each behind its parent.
    pub states: Vec<State>,
    /// The junctions.
    pub junctions: Vec<Junction>,
    /// The transitions, in the order of the file.
    pub transitions: Vec<Transition>,
    /// The data, in the order of the file.
    pub data: Vec<Datum>,
    /// The events, in the order of the file.
    pub events: Vec<Event>,
    /// The messages, in the order of the file.
    pub messages: Vec<Message>,
    /// Where the chart is written.
    pub span: Span,
    /// What could not be read, with its place.
    pub mistakes: Vec<ActionError>,
}

/// The language of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The one after C: `x[0]` is an element, `x != y` a comparison.
    C,
    /// MATLAB.
    Matlab,
}

/// How the children of a state relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decomposition {
    /// One of them is active.
    Exclusive,
    /// All of them are active.
    Parallel,
}

/// When a chart wakes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// With its inputs, or by its input events.
    Inherited,
    /// At its own sample time.
    Discrete,
    /// In continuous time.
    Continuous,
}

/// The rules that a chart keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All that there is.
    Classic,
    /// Actions on transitions only.
    Mealy,
    /// Actions in states only.
    Moore,
}

/// A state, or another thing with a border.
#[derive(Clone, Debug)]
pub struct State {
    /// The identifier in the chart.
    pub id: u32,
    /// Its name, without those of its parents.
    pub name: String,
    /// What it is.
    pub kind: StateKind,
    /// The state around it, by its place in the list.
    pub parent: Option<usize>,
    /// How its children relate.
    pub decomposition: Decomposition,
    /// Its turn among parallel states, from 1.
    pub order: Option<u32>,
    /// What it does, in the order of its label.
    pub sections: Vec<Section>,
    /// All of its label.
    pub label: Parameter,
    /// Left, top, width, height.
    pub position: [f64; 4],
    /// Whether its inside is drawn on a page of its own.
    pub is_subchart: bool,
    /// Where the state is written.
    pub span: Span,
}

/// What a thing with a border is.
#[derive(Clone, Debug)]
pub enum StateKind {
    /// A state of which one at a time is active.
    Exclusive,
    /// A state that is active together with its siblings.
    Parallel,
    /// A frame that only groups.
    Box,
    /// A function.
    Function(Box<Function>),
}

/// A function of a chart. Its inputs and outputs are also data whose parent is the function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, inputs and outputs.
    pub signature: Signature,
    /// What it does.
    pub body: FunctionBody,
}

/// How a function is defined.
#[derive(Clone, Debug)]
pub enum FunctionBody {
    /// By a flow graph: transitions and junctions whose parent is the function.
    Graphical,
    /// By a text of MATLAB.
    Matlab {
        /// The statements without the head; empty if the text has a mistake.
        statements: Vec<Statement>,
        /// Inputs and outputs as the head of the text names them.
        signature: Option<Signature>,
        /// The whole text.
        script: Parameter,
    },
    /// By a truth table.
    TruthTable,
    /// By a subsystem of blocks.
    Subsystem,
}

/// A junction.
#[derive(Clone, Debug)]
pub struct Junction {
    /// The identifier in the chart.
    pub id: u32,
    /// Whether it stands for the child that was active last; otherwise it connects transitions.
    pub is_history: bool,
    /// The state around it, by its place in the list.
    pub parent: Option<usize>,
    /// The centre.
    pub position: [f64; 2],
    /// The radius.
    pub radius: f64,
    /// Where the junction is written.
    pub span: Span,
}

/// Where a transition begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A state, by its place in the list.
    State(usize),
    /// A junction, by its place in the list.
    Junction(usize),
}

/// A transition, or a segment of one between junctions.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The identifier in the chart.
    pub id: u32,
    /// Where it begins; none for a default transition.
    pub source: Option<Node>,
    /// Where it ends.
    pub destination: Node,
    /// The innermost state that contains all of the arrow, by its place in the list. A transition that belongs to its own source
    /// is an inner one; one that belongs to its destination ends at the inside of the border.
    pub parent: Option<usize>,
    /// Its turn among those that begin at the same place, from 1.
    pub order: u32,
    /// Where the number of its source, of its destination and its turn are written.
    pub numbers: Numbers,
    /// What its label says.
    pub label: TransitionLabel,
    /// All of its label as it is written.
    pub text: Parameter,
    /// The points of the arrow: begin, middle, end.
    pub points: [[f64; 2]; 3],
    /// Where the label stands.
    pub label_position: [f64; 2],
    /// Where the transition is written.
    pub span: Span,
}

/// Where the numbers of a transition are written, as far as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The identifier of its source.
    pub source: Option<Span>,
    /// The identifier of its destination.
    pub destination: Option<Span>,
    /// Its turn.
    pub order: Option<Span>,
}

impl Chart {
    /// How its actions are read.
    pub fn dialect(&self) -> Dialect {
        Dialect { language: self.language, bits: self.has_bits }
    }
}

impl Transition {
    /// Whether it is taken when its parent is entered.
    pub fn is_default(&self) -> bool {
        self.source.is_none()
    }

    /// Whether it begins at the inside of the border of a state.
    pub fn is_inner(&self) -> bool {
        matches!((self.source, self.parent), (Some(Node::State(source)), Some(parent)) if source == parent)
    }
}

impl State {
    /// Whether it can be active: it is no box and no function.
    pub fn is_state(&self) -> bool {
        matches!(self.kind, StateKind::Exclusive | StateKind::Parallel)
    }

    /// The function that it is.
    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            StateKind::Function(function) => Some(function),
            _ => None,
        }
    }
}
