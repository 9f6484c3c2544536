//! A chart as it is drawn. Names in actions are not resolved here: whether `E` is an event or a function is told by the lists of the
//! chart, from the place of the action outwards.
//!
//! Things that belong together name each other by their places in the lists of the chart.

use super::action::{Mistake, Section, Signature, Statement, TransitionLabel};
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
    pub mistakes: Vec<Mistake>,
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

/// What a datum is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// An input of the block.
    Input,
    /// An output of the block.
    Output,
    /// Kept from step to step.
    Local,
    /// Never assigned.
    Constant,
    /// A variable of the workspace or of a mask.
    Parameter,
    /// Has no value from one call of a function to the next.
    Temporary,
    /// A store of the diagram.
    DataStore,
    /// An argument of a function.
    FunctionInput,
    /// A result of a function.
    FunctionOutput,
    /// A scope that is not known here.
    Other,
}

/// A datum.
#[derive(Clone, Debug)]
pub struct Datum {
    /// The identifier in the chart.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub scope: Scope,
    /// Its type as it is written: `double`, `int32`, `Inherit: Same as Simulink`.
    pub type_name: String,
    /// Its size, an expression of MATLAB; none if it is inherited or single.
    pub size: Option<Parameter>,
    /// Its first value, an expression of MATLAB.
    pub initial: Option<Parameter>,
    /// Its place among the data of the same scope of the chart, from 1: the number of the port.
    pub port: usize,
    /// Whether it changes in continuous time.
    pub is_continuous: bool,
    /// The state or function that it belongs to, by its place in the list; none for the chart.
    pub parent: Option<usize>,
    /// Where the datum is written.
    pub span: Span,
}

/// Who sends an event to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventScope {
    /// From the diagram.
    Input,
    /// To the diagram.
    Output,
    /// Inside of the chart.
    Local,
}

/// What makes an event of the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// A signal that becomes positive.
    Rising,
    /// A signal that ceases to be positive.
    Falling,
    /// Both.
    Either,
    /// A call.
    FunctionCall,
}

/// An event.
#[derive(Clone, Debug)]
pub struct Event {
    /// The identifier in the chart.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Who sends it to whom.
    pub scope: EventScope,
    /// What makes it.
    pub trigger: Trigger,
    /// Its place among the events of the same scope, from 1: its element of the trigger port, or its port behind the outputs.
    pub port: usize,
    /// The state that it belongs to, by its place in the list; none for the chart.
    pub parent: Option<usize>,
    /// Where the event is written.
    pub span: Span,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// The identifier in the chart.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Who sends it to whom.
    pub scope: EventScope,
    /// The type of what it carries.
    pub type_name: String,
    /// The first value of what it carries.
    pub initial: Option<Parameter>,
    /// How many of them may wait.
    pub queue_length: Option<usize>,
    /// Whether the queue belongs to the chart that receives.
    pub uses_own_queue: bool,
    /// Its number among all inputs or outputs that are data or messages, from 1.
    pub port: usize,
    /// The state that it belongs to, by its place in the list; none for the chart.
    pub parent: Option<usize>,
    /// Where the message is written.
    pub span: Span,
}

impl Chart {
    /// The children of a state, or of the chart: in the order in which parallel ones have their turn.
    pub fn children(&self, parent: Option<usize>) -> Vec<usize> {
        let is_child = |(_, s): &(usize, &State)| s.parent == parent && s.is_state();
        let mut found: Vec<usize> = self.states.iter().enumerate().filter(is_child).map(|(i, _)| i).collect();
        found.sort_by_key(|i| self.states.get(*i).and_then(|s| s.order).unwrap_or(u32::MAX));
        found
    }

    /// The states around a state, from the inside to the outside, without itself.
    pub fn ancestors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(state), |s| self.parent(*s))
    }

    /// The state around a state.
    pub fn parent(&self, state: usize) -> Option<usize> {
        // A parent stands before its children, so that this ends.
        self.states.get(state).and_then(|s| s.parent).filter(|p| *p < state)
    }

    /// The names of a state and of those around it, with dots.
    pub fn path(&self, state: usize) -> String {
        let mut names: Vec<&str> = std::iter::once(state)
            .chain(self.ancestors(state))
            .filter_map(|s| self.states.get(s).map(|s| s.name.as_str()))
            .collect();
        names.reverse();
        names.join(".")
    }

    /// How the children of a state, or of the chart, relate.
    pub fn decomposition(&self, parent: Option<usize>) -> Decomposition {
        parent.and_then(|p| self.states.get(p)).map_or(self.decomposition, |s| s.decomposition)
    }

    /// The transitions that begin at a place, in their order: those that leave it, or its inner ones.
    pub fn outgoing(&self, source: Node, inner: bool) -> Vec<usize> {
        self.ordered(|t| t.source == Some(source) && t.is_inner() == inner)
    }

    /// The default transitions of a state, or of the chart, in their order.
    pub fn defaults(&self, parent: Option<usize>) -> Vec<usize> {
        self.ordered(|t| t.is_default() && t.parent == parent)
    }

    fn ordered(&self, chosen: impl Fn(&Transition) -> bool) -> Vec<usize> {
        let list = self.transitions.iter().enumerate().filter(|(_, t)| chosen(t));
        let mut found: Vec<(u32, usize)> = list.map(|(i, t)| (t.order, i)).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, i)| i).collect()
    }

    /// The history junction of a state.
    pub fn history(&self, state: usize) -> Option<usize> {
        self.junctions.iter().position(|j| j.is_history && j.parent == Some(state))
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
