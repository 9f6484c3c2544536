//! A chart as a part of the network of its diagram.
//!
//! One step of the chart is executed once, on blocks instead of values: every variable has a block for its value, every way through
//! the chart has a block for its condition, and where ways meet again a variable is a choice between its values on them.
//!
//! ```text
//! uses, layout    the variables: which states are active, data, counters, queues
//! store           a point of the execution: its condition and the values of all variables
//! state, enter    states are executed, entered and left, with early return
//! flow            paths through junctions, with backtracking
//! event           broadcasts, triggers, counts of time, messages
//! action, loops   statements, with the names of `resolve`
//! expr            expressions, with `arithmetic` and `index`
//! call, says      functions, and what the chart says
//! step            one step, from memories to memories, with what it takes from outside (`surroundings`) and gives out (`built`)
//! charts          all charts of a diagram
//! graph           names of paths, and the state machines, for explanations by paths
//! ```

mod action;
mod arithmetic;
mod built;
mod call;
mod charts;
mod enter;
mod event;
mod expr;
mod flow;
mod graph;
mod index;
mod layout;
mod loops;
mod resolve;
mod says;
mod state;
mod step;
mod store;
mod surroundings;
mod uses;

use super::document::{Chart, Datum, Node, Scope};
use crate::codes;
use crate::flat::{Flat, InstanceId};
use crate::lower::{Lowerer, Signal};
use crate::matlab::{Class, Number};
use crate::signal::{Named, Shape, Type, named};
use layout::Layout;
use says::Part;
use std::collections::BTreeMap;
use store::Branch;
use surroundings::Outside;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::{BlockId, CallId};
use wherefore_ir::{Element, ElementId, ElementKind, Obligation, ObligationKind, Op, TermId, When};
use wherefore_syntax::{Checked, Reported};

/// A chart that was built.
#[derive(Debug)]
pub(crate) struct Built {
    /// Its outputs by port.
    pub outputs: Vec<Signal>,
    /// What is seen of it.
    pub seen: Seen,
    /// Its states by their paths, and its data by their names: whether they are active, and their values, behind the step.
    pub named: BTreeMap<String, BlockId>,
}

/// A chart before its first step, when all charts have been initialised and none has been executed.
#[derive(Debug)]
pub(crate) struct Started {
    call: CallId,
    layout: Layout,
    step: Option<Number>,
    initial: store::Store,
    begin: store::Store,
    sayings: Vec<Saying>,
    moves: Vec<Move>,
    state_elements: BTreeMap<usize, ElementId>,
    transition_elements: BTreeMap<usize, ElementId>,
}

/// A store of the diagram at the place where the diagram is executed now.
#[derive(Clone, Debug)]
pub(crate) struct SharedStore {
    pres: Vec<BlockId>,
    now: Vec<BlockId>,
}

/// What a chart does at a tick, as terms over state and inputs of the tick: for judges of the translation.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The path of its block.
    pub chart: String,
    /// What it says when it is initialised, in the order in which it is said.
    pub first_lines: Vec<Line>,
    /// What it says in a step, in the order in which it is said.
    pub lines: Vec<Line>,
    /// Its states by their paths, with whether they are active behind the step.
    pub states: Vec<(String, TermId)>,
    /// Its data by their names, with their values behind the step.
    pub data: Vec<(String, TermId)>,
}

/// Something that is said at the ticks at which a condition holds.
#[derive(Clone, Debug)]
pub struct Line {
    /// The condition.
    pub when: TermId,
    /// What is said.
    pub words: Vec<Word>,
}

/// A part of what is said.
#[derive(Clone, Debug)]
pub enum Word {
    /// These characters.
    Text(String),
    /// A number, and how it is written: `%d`, `%.0f`.
    Number(TermId, String),
}

/// Something that is said, in blocks.
#[derive(Clone, Debug)]
struct Saying {
    when: BlockId,
    parts: Vec<Part>,
}

/// A path that is taken.
#[derive(Clone, Debug)]
struct Move {
    when: BlockId,
    origin: flow::Origin,
    around: Option<usize>,
    goal: Node,
    segments: Vec<usize>,
    name: String,
    /// Whether it is taken before the first step.
    is_first: bool,
}

/// The execution of one step of a chart.
pub(crate) struct Run<'r, 'a, 'm> {
    low: &'r mut Lowerer<'a, 'm>,
    id: InstanceId,
    chart: &'m Chart,
    layout: Layout,
    /// The length of a step in seconds.
    step: Option<Number>,
    /// The event that is worked on; none if the chart was woken up without one.
    event: Option<usize>,
    /// How many events are worked on, besides the one that woke the chart up.
    depth: usize,
    /// How many functions are being executed.
    calls: usize,
    work: usize,
    sayings: Vec<Saying>,
    moves: Vec<Move>,
    /// Whether the chart is being initialised.
    is_first: bool,
    /// The values of choices when the chart has been entered, for every way to enter it; none where they are not known.
    entered: Vec<Option<Vec<u32>>>,
    /// A block that is always true.
    always: BlockId,
    /// Blocks that tell whether a variable has a value.
    asked: BTreeMap<(BlockId, u32), BlockId>,
    state_elements: BTreeMap<usize, ElementId>,
    transition_elements: BTreeMap<usize, ElementId>,
}

/// The chart of a block.
pub(crate) fn chart_of<'m>(flat: &Flat<'m>, id: InstanceId) -> Option<&'m Chart> {
    let instance = flat.get(id);
    flat.charts.iter().find(|chart| chart.block_path() == instance.path)
}

/// The types of the outputs of a chart.
pub(crate) fn output_types(flat: &Flat<'_>, id: InstanceId) -> Vec<Option<Type>> {
    let Some(chart) = chart_of(flat, id) else { return Vec::new() };
    let scope = &flat.get(id).scope;
    let mut outputs: Vec<&Datum> = chart.data.iter().filter(|d| d.scope == Scope::Output).collect();
    outputs.sort_by_key(|d| d.port);
    let of = |datum: &Datum| {
        let initial = datum.initial.as_ref().filter(|p| !p.text.trim().is_empty()).and_then(|p| scope.value(p).ok());
        let class = if let Named::Class(class) = named(Some(&datum.type_name)) { class } else { Class::Double };
        let value = |p: &crate::document::Parameter| scope.value(p).map_err(|e| e.message);
        let (rows, columns) = layout::size(datum, initial.as_ref(), value).unwrap_or((1, 1));
        Some(Type::Array(class, shape(rows, columns)))
    };
    outputs.into_iter().map(of).collect()
}

fn shape(rows: usize, columns: usize) -> Shape {
    match (rows, columns) {
        (1, n) | (n, 1) => Shape::Vector(n),
        (rows, columns) => Shape::Matrix(rows, columns),
    }
}

impl<'r, 'a, 'm> Run<'r, 'a, 'm> {
    /// The execution of a chart, of which nothing is known yet.
    fn new(low: &'r mut Lowerer<'a, 'm>, id: InstanceId, chart: &'m Chart) -> Self {
        low.folds = true;
        low.part = None;
        let always = low.truth(true);
        Run {
            always,
            low,
            id,
            chart,
            layout: Layout::default(),
            step: None,
            event: None,
            depth: 0,
            calls: 0,
            work: 0,
            sayings: Vec::new(),
            moves: Vec::new(),
            is_first: false,
            entered: Vec::new(),
            asked: BTreeMap::new(),
            state_elements: BTreeMap::new(),
            transition_elements: BTreeMap::new(),
        }
    }

    fn prepare(&mut self) -> Checked<()> {
        let chart = self.chart;
        if let Some(mistake) = chart.mistakes.first() {
            return Err(self.refuse(mistake.span, &mistake.message));
        }
        if chart.update == super::document::Update::Continuous {
            let path = self.low.flat.get(self.id).path.clone();
            let headline = format!("`{path}` is a chart in continuous time");
            let diagnostic = Diagnostic::at(codes::CONTINUOUS, chart.span, headline, "continuous");
            return Err(self.low.report.push(diagnostic.help("give the chart a sample time")));
        }
        let own = chart.sample_time.as_ref().and_then(|p| self.low.flat.get(self.id).scope.value(p).ok());
        let own = own.and_then(|v| v.as_scalar().cloned());
        let is_length = |n: &Number| n.finite().is_some() && !n.is_negative() && !n.is_zero();
        if self.low.rates.tick.is_some() {
            return Err(self.refuse(chart.span, "a chart in a diagram of several rates is not supported"));
        }
        self.step = own.filter(is_length).or_else(|| self.low.step.clone());
        let outside = &mut Outside { flat: self.low.flat, types: self.low.types, id: self.id, step: self.step.clone() };
        match Layout::new(chart, outside) {
            Ok(layout) => self.layout = layout,
            Err((span, what)) => return Err(self.refuse(span, &what)),
        }
        Ok(())
    }

    /// Refuses the chart because of something in it.
    fn refuse(&mut self, span: Span, what: &str) -> Reported {
        let path = self.low.flat.get(self.id).path.clone();
        let help = format!("take its outputs as free: `--open '{path}'`");
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, format!("`{path}`: {what}"), "not supported");
        self.low.report.push(diagnostic.help(help))
    }

    /// States that something must hold under a condition.
    fn demand(&mut self, when: BlockId, holds: BlockId, span: Span, kind: ObligationKind, message: &str) {
        let needed = self.low.op(Op::Implies, &[when, holds]);
        if self.low.known_truth(needed) == Some(true) {
            return;
        }
        let term = self.low.builder.value(needed);
        let element = self.low.origin();
        let message = message.to_owned();
        let obligation = Obligation { kind, when: When::Always, term, message, span: Some(span), element };
        if !self.low.builder.system.obligations.contains(&obligation) {
            self.low.builder.system.obligations.push(obligation);
        }
    }

    /// States that a point is never reached: beyond it the execution is cut off.
    fn overrun(&mut self, branch: &Branch, span: Span, message: &str) {
        let never = self.low.truth(false);
        self.demand(branch.when, never, span, ObligationKind::NoRest, message);
    }

    fn element_of(&mut self, kind: ElementKind, name: &str, span: Span) -> ElementId {
        let path = &self.low.flat.get(self.id).path;
        let name = format!("{path}/{name}");
        let parent = self.low.elements.get(&self.id).copied();
        self.low.builder.system.elements.add(Element { kind, name, span: Some(span), parent })
    }

    fn state_element(&mut self, state: usize) -> Option<ElementId> {
        if let Some(element) = self.state_elements.get(&state) {
            return Some(*element);
        }
        let span = self.chart.states.get(state)?.span;
        let element = self.element_of(ElementKind::State, &self.chart.path(state), span);
        self.state_elements.insert(state, element);
        Some(element)
    }

    fn transition_element(&mut self, transition: usize) -> Option<ElementId> {
        if let Some(element) = self.transition_elements.get(&transition) {
            return Some(*element);
        }
        let segment = self.chart.transitions.get(transition)?;
        let element = self.element_of(ElementKind::Transition, &self.chart.ends_and_label(segment), segment.span);
        self.transition_elements.insert(transition, element);
        Some(element)
    }

    /// What is made now belongs to a state.
    fn focus_state(&mut self, state: usize) {
        self.low.part = self.state_element(state);
    }

    /// What is made now belongs to a transition.
    fn focus_transition(&mut self, transition: usize) {
        self.low.part = self.transition_element(transition);
    }
}
