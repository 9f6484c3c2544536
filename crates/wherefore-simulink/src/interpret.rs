//! Runs a block diagram on values, tick by tick, straight from the document.
//!
//! It is the judge of the lowering, with which it shares only the document, the values of parameters, and the names of
//! library blocks. Nothing is inferred and nothing ordered beforehand: values carry their class and size, and a block is
//! computed when somebody needs its output.
//!
//! ```text
//! diagram    Model -> nodes                      every block of every subsystem (`connect`: what drives what)
//! learn      first tick -> classes and sizes     of what delays give before they have got anything
//! rate       sample times -> when nodes run      (`pace`: what those inherit that name none)
//! run        inputs, memory -> outputs           one tick (`region`: subsystems that are executed on condition)
//! role       kind of block -> what it does       `arithmetic`, `math`, `logic`, `routing`, `lookup`, `delay`, ...
//! ```

mod arithmetic;
mod bus;
mod call;
mod chart;
mod class;
mod conditional;
mod connect;
mod delay;
mod diagram;
mod discrete;
mod expression;
mod fault;
mod learn;
mod logic;
mod lookup;
mod math;
mod matrix;
mod memory;
mod outside;
mod pace;
mod properties;
mod rate;
mod region;
mod role;
mod routing;
mod run;
mod select;
mod signal;
#[cfg(test)]
mod tests;
mod watch;

pub use fault::Problem;
pub use outside::Input;
pub use properties::{Check, Purpose};
pub use signal::{Array, Shape, Signal};

use crate::document::Model;
use crate::matlab::Value;
use crate::stateflow::interpret::Machine;
use diagram::Diagram;
use indexmap::IndexMap;
use learn::Templates;
use memory::Memory;
use num_rational::BigRational;
use run::Run;

/// Choices for a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name of the model, with which paths begin; archives do not have it inside.
    pub name: String,
    /// Paths or identifiers of blocks whose outputs are given from outside.
    pub open: Vec<String>,
    /// Whether all charts are entered before the first tick, also those that do not say so.
    pub enter_charts: bool,
    /// What is done with numbers of thousands of digits, which loops with products soon have.
    pub long: Long,
}

/// What is done with numbers that are too long to be computed exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Long {
    /// They count as undefined.
    #[default]
    IsUndefined,
    /// They are rounded to doubles, so that results are no longer exact.
    IsRounded,
}

/// What happened in one tick.
#[derive(Clone, Debug)]
pub struct Tick {
    /// The outports of the model by their numbers, with their names.
    pub outputs: Vec<(String, Signal)>,
    /// What the model demands of itself, in the order of the document.
    pub checks: Vec<Check>,
    /// The outputs of all blocks that were executed and have a value, by the identifier of the block (its path in files
    /// without identifiers) and the number of the port, from 1.
    pub signals: IndexMap<(String, usize), Signal>,
    /// Operations without a value that nothing in this tick depended on.
    pub undefined: Vec<Problem>,
    /// What charts have printed, and the arguments of functions that they call and that are not known.
    pub log: Vec<String>,
}

/// A diagram that runs.
pub struct Interpreter<'m> {
    diagram: Diagram<'m>,
    step: Option<BigRational>,
    inputs: Vec<Input>,
    templates: Option<Templates>,
    memory: Memory<'m>,
}

impl<'m> Interpreter<'m> {
    /// Prepares a model; `given` has values for variables that the model does not define.
    pub fn new(
        model: &'m Model,
        given: &IndexMap<String, Value>,
        options: &Options,
    ) -> Result<Interpreter<'m>, Problem> {
        let mut diagram = Diagram::new(model, given, options)?;
        let step = diagram.schedule(model)?;
        let inputs = diagram.inputs()?;
        let memory = Memory::new(diagram.nodes.len(), diagram.regions.len(), diagram.charts.machine.clone());
        Ok(Interpreter { diagram, step, inputs, templates: None, memory })
    }

    /// What has to be given in each tick: the inports of the model by their numbers, then the outputs of other free blocks in
    /// the order of the document.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The charts as they are after the last tick, in the order of their blocks in the document; none if there are no charts.
    pub fn charts(&self) -> Option<&Machine<'m>> {
        self.memory.charts()
    }

    /// The time between two ticks, if anything says it.
    pub fn step_size(&self) -> Option<&BigRational> {
        self.step.as_ref()
    }

    /// One tick. If there is a problem, the tick has not taken place.
    pub fn step(&mut self, inputs: &[Signal]) -> Result<Tick, Problem> {
        if inputs.len() != self.inputs.len() {
            let message = format!("{} signals are given, {} are needed", inputs.len(), self.inputs.len());
            return Err(Problem::Size { block: String::new(), sid: String::new(), message });
        }
        let templates = match self.templates.take() {
            Some(templates) => templates,
            None => learn::learn(&self.diagram, inputs, self.step.as_ref())?,
        };
        let mut memory = self.memory.clone();
        let tick = tick(&self.diagram, &mut memory, &templates, inputs, self.step.as_ref());
        self.templates = Some(templates);
        let tick = tick?;
        self.memory = memory;
        Ok(tick)
    }
}

/// Computes everything, and then what is remembered for the next tick.
fn tick<'m>(
    diagram: &Diagram<'m>,
    memory: &mut Memory<'m>,
    templates: &Templates,
    inputs: &[Signal],
    step: Option<&BigRational>,
) -> Result<Tick, Problem> {
    let mut run = Run::new(diagram, memory, templates, inputs, step);
    run.all()?;
    let undefined = run.undefined()?;
    let outputs = run.root_outputs()?;
    let checks = run.checks()?;
    let signals = run.signals();
    run.remember()?;
    let log = memory.end();
    Ok(Tick { outputs, checks, signals, undefined, log })
}
