//! An interpreter of charts, on values: the rules of execution one by one, as they are told of Stateflow.
//!
//! ```text
//! shape       who contains whom, with frames that only group left out
//! states      a state is executed, entered, left
//! flow        paths through junctions are searched, and taken
//! trigger     events and temporal logic
//! statement   actions; events and messages that they send
//! expression  values of expressions (`operators`)
//! function    calls of functions, and what they print
//! value       first values, elements, types
//! outside     what charts are given and what is seen of them
//! names       what a name means at a place
//! ```
//!
//! Several charts run together: they share stores of data, and one may call another by an event. What is executed is counted, so that
//! a chart whose step does not end is a [`Fault`].

mod expression;
mod flow;
mod function;
mod message;
mod names;
mod operators;
mod outside;
mod print;
mod shape;
mod statement;
mod states;
#[cfg(test)]
mod tests;
mod trigger;
mod value;

use super::document::{Chart, Update};
use crate::matlab::{Number, Value};
use indexmap::IndexMap;
use message::Mail;
use shape::Shape;
use std::rc::Rc;
use wherefore_diag::Span;

/// How many statements and transitions one step may look at.
const MAX_WORK: usize = 200_000;
/// How deep events, calls and states may be nested in one step.
const MAX_DEPTH: usize = 400;

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
}

/// Why a piece of work ends before its end.
enum Halt {
    /// What an action has caused makes the rest of the work pointless: early return.
    Return,
    /// The run cannot go on.
    Fault(Fault),
}

type Step<T> = Result<T, Halt>;

/// What a chart is executed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    /// It wakes up without an event.
    Tick,
    /// An event of its list.
    Event(usize),
    /// A state is entered.
    Entered(usize),
    /// A state is left.
    Exited(usize),
    /// A datum is written.
    Changed(usize),
}

/// A chart that runs.
#[derive(Clone)]
struct Instance<'c> {
    chart: &'c Chart,
    shape: Rc<Shape>,
    /// Whether it has been entered.
    awake: bool,
    active: Vec<bool>,
    /// The child of each state that was active last.
    last: Vec<Option<usize>>,
    data: Vec<Value>,
    /// Variables that are assigned without being declared, as MATLAB allows it.
    undeclared: IndexMap<String, Value>,
    /// Values of inputs and outputs at the begin of the step, for `hasChanged`.
    before: Vec<Value>,
    mail: Vec<Mail>,
    /// How often it has woken up.
    ticks: u64,
    /// How often each event has occurred.
    counts: Vec<u64>,
    /// What these were, and the time, when each state was entered.
    since: Vec<Since>,
    /// The last signals of input events.
    signals: Vec<Option<Number>>,
    /// The last values of output events that are edges.
    edges: Vec<bool>,
    /// What is executed at present, from the outside to the inside.
    occasions: Vec<Occasion>,
}

#[derive(Clone)]
struct Since {
    ticks: u64,
    counts: Vec<u64>,
    time: Number,
}

impl Default for Since {
    fn default() -> Since {
        Since { ticks: 0, counts: Vec::new(), time: Number::zero() }
    }
}

/// Charts that run together.
#[derive(Clone)]
pub struct Machine<'c> {
    instances: Vec<Instance<'c>>,
    /// The chart that is executed.
    current: usize,
    /// Stores of the diagram, by name.
    stores: IndexMap<String, Value>,
    /// Values of parameters.
    parameters: IndexMap<String, Value>,
    /// The time.
    now: Number,
    /// What was logged since it was asked for.
    log: Vec<String>,
    frames: Vec<function::Frame>,
    /// Who is called by output events: of a chart by its place, the event by its place, the called chart and its event.
    calls: Vec<(usize, usize, usize, usize)>,
    /// Outputs that are inputs of charts that are called, each by chart and port.
    lines: Vec<((usize, usize), (usize, usize))>,
    /// Where output messages arrive, by chart and message.
    mail_lines: Vec<((usize, usize), (usize, usize))>,
    work: usize,
    depth: usize,
}

impl<'c> Machine<'c> {
    /// Charts before their first step.
    ///
    /// # Errors
    ///
    /// If something about a chart is outside of what is executed, or a first value has no meaning.
    pub fn new(charts: &[&'c Chart], parameters: IndexMap<String, Value>) -> Result<Machine<'c>, Fault> {
        let mut machine = Machine {
            instances: Vec::new(),
            current: 0,
            stores: IndexMap::new(),
            parameters,
            now: Number::zero(),
            log: Vec::new(),
            frames: Vec::new(),
            calls: Vec::new(),
            lines: Vec::new(),
            mail_lines: Vec::new(),
            work: 0,
            depth: 0,
        };
        for chart in charts {
            let instance = machine.instance(chart)?;
            machine.instances.push(instance);
        }
        Ok(machine)
    }

    fn instance(&self, chart: &'c Chart) -> Result<Instance<'c>, Fault> {
        let refusal = |message: &str, span| Err(Fault { message: message.to_owned(), span: Some(span) });
        if chart.update == Update::Continuous {
            return refusal("the chart is in continuous time", chart.span);
        }
        if let Some(mistake) = chart.mistakes.first() {
            return refusal(&mistake.message, mistake.span);
        }
        let mut data = Vec::new();
        for datum in &chart.data {
            data.push(value::initial(datum, &self.parameters)?);
        }
        let states = chart.states.len();
        Ok(Instance {
            chart,
            shape: Rc::new(Shape::new(chart)),
            awake: false,
            active: vec![false; states],
            last: vec![None; states],
            before: data.clone(),
            data,
            undeclared: IndexMap::new(),
            mail: chart.messages.iter().map(|_| Mail::default()).collect(),
            ticks: 0,
            counts: vec![0; chart.events.len()],
            since: vec![Since::default(); states],
            signals: vec![None; chart.events.len()],
            edges: vec![false; chart.events.len()],
            occasions: Vec::new(),
        })
    }

    /// Enters a chart before its first step, whether it says so or not.
    ///
    /// # Errors
    ///
    /// If its actions have no meaning or do not end.
    pub fn enter(&mut self, chart: usize) -> Result<(), Fault> {
        if self.instances.get(chart).is_none_or(|i| i.awake) {
            return Ok(());
        }
        self.within(chart, |m| m.occasion(Occasion::Tick))
    }

    /// One step of a chart that has no input events: it wakes up.
    ///
    /// # Errors
    ///
    /// If its actions have no meaning or do not end.
    pub fn step(&mut self, chart: usize) -> Result<(), Fault> {
        self.within(chart, |m| m.wake(Occasion::Tick))
    }

    /// One step of a chart with input events, whose signals are given in their order: it wakes up once for each event that occurs.
    ///
    /// # Errors
    ///
    /// If its actions have no meaning or do not end.
    pub fn trigger(&mut self, chart: usize, signals: &[Number]) -> Result<(), Fault> {
        for event in self.occurring(chart, signals) {
            self.call(chart, event)?;
        }
        Ok(())
    }

    /// One step of a chart for an input event, by its place in the document.
    ///
    /// # Errors
    ///
    /// If its actions have no meaning or do not end.
    pub fn call(&mut self, chart: usize, event: usize) -> Result<(), Fault> {
        self.within(chart, |m| m.wake(Occasion::Event(event)))
    }

    /// Runs something in a chart as a step of its own.
    fn within(&mut self, chart: usize, run: impl FnOnce(&mut Self) -> Step<()>) -> Result<(), Fault> {
        if chart >= self.instances.len() {
            return Err(Fault { message: "there is no such chart".to_owned(), span: None });
        }
        self.current = chart;
        self.work = 0;
        self.depth = 0;
        self.frames.clear();
        let result = stacker::maybe_grow(1 << 20, 32 << 20, || run(self));
        if let Some(instance) = self.instances.get_mut(chart) {
            instance.occasions.clear();
            instance.mail.iter_mut().for_each(Mail::sleep);
        }
        match result {
            Ok(()) | Err(Halt::Return) => Ok(()),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }

    /// The chart that is executed wakes up.
    fn wake(&mut self, occasion: Occasion) -> Step<()> {
        if let Some(here) = self.instances.get_mut(self.current) {
            here.before = here.data.clone();
            here.ticks += 1;
        }
        self.occasion(occasion)
    }

    /// Executes the current chart for an occasion.
    fn occasion(&mut self, occasion: Occasion) -> Step<()> {
        self.count(occasion);
        self.nested(|m| {
            m.here_mut()?.occasions.push(occasion);
            let result = m.whole();
            m.here_mut()?.occasions.pop();
            result
        })
    }

    /// Counts an event.
    fn count(&mut self, occasion: Occasion) {
        if let Occasion::Event(event) = occasion
            && let Some(count) = self.instances.get_mut(self.current).and_then(|i| i.counts.get_mut(event))
        {
            *count += 1;
        }
    }

    fn here(&self) -> Step<&Instance<'c>> {
        self.instances.get(self.current).ok_or_else(|| fault("there is no such chart", None))
    }

    fn here_mut(&mut self) -> Step<&mut Instance<'c>> {
        self.instances.get_mut(self.current).ok_or_else(|| fault("there is no such chart", None))
    }

    /// One level deeper.
    fn nested<T>(&mut self, run: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        if self.depth >= MAX_DEPTH {
            return Err(fault("events or calls are nested too deeply in one step: they may never end", None));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(1 << 18, 4 << 20, || run(self));
        self.depth -= 1;
        result
    }

    /// One more piece of work.
    fn tick_work(&mut self, span: Span) -> Step<()> {
        self.work += 1;
        if self.work > MAX_WORK {
            return Err(fault("a step of the chart does not end", Some(span)));
        }
        Ok(())
    }
}

fn fault(message: impl Into<String>, span: Option<Span>) -> Halt {
    Halt::Fault(Fault { message: message.into(), span })
}
