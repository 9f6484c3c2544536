//! Data, events and messages.

use crate::document::Parameter;
use wherefore_diag::Span;

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
