//! Key events of a run. Ticks count from 0, values are text as the model writes it.

use super::choice_point::Consequence;
use wherefore_ir::{ElementId, Value, VarId};

/// Something that happened on the run and matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyEvent {
    /// The tick.
    pub tick: usize,
    /// Name of the variable, block or transition in the model.
    pub name: String,
    /// The value there, if it has one.
    pub value: Option<Value>,
    /// The variable that the block reads or remembers, if it does nothing else: its values are written as that one's.
    pub var: Option<VarId>,
    /// The event itself.
    pub what: Happening,
    /// Whether it is a choice of the environment.
    pub is_input: bool,
    /// Side to which the event belongs, in a program with an observer.
    pub side: Option<Side>,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// Which of the two lists of a program with an observer an event is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The property and what observes it.
    Property,
    /// The model that is observed.
    Model,
}

/// Event on a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happening {
    /// The promise becomes due.
    Due,
    /// The promise is broken.
    Fails,
    /// A transition is taken.
    Taken,
    /// A variable has a value that the run did not show before.
    Is(String),
    /// A variable keeps its value.
    Stays(String),
    /// A variable gets another value.
    Becomes(String),
    /// A number, of which only bounds matter.
    Within {
        /// The number.
        value: String,
        /// Its bounds.
        bounds: Vec<Limit>,
    },

    /// An action means this for the failure.
    Decides(Consequence),
    /// An action breaks the property.
    BreaksProperty,
    /// No action is possible any more.
    Deadlock,
    /// The run goes round for ever.
    LoopBegins,
    /// Two models show different values.
    Differs {
        /// The value in the reference.
        reference: String,
        /// The value in the implementation.
        implementation: String,
    },

    /// An input of a program.
    Input(String),
    /// An initial value.
    Initial(String),
    /// An initial value that nothing fixes.
    Unfixed(String),
    /// A constant that is selected.
    Constant(String),
    /// A switch passes on this one of its inputs, from 0, since its condition is true for the first only.
    Switched {
        /// The input.
        input: usize,
        /// Its value.
        value: String,
    },
    /// A call puts out a value.
    Output {
        /// The node that is called.
        node: String,
        /// The port.
        port: String,
    },
    /// An implication is false; the sides by their names, where they have one.
    ImplicationFails {
        /// The left side, which is true.
        left: Option<String>,
        /// The right side, which is false.
        right: Option<String>,
    },
    /// An operator of the property has its value in this way: in words.
    InThisWay(String),
    /// A latch is on, or off, since a tick.
    LatchedSince {
        /// Whether it is on.
        on: bool,
        /// Tick since when it holds.
        tick: u32,
    },
    /// A latch has its initial value.
    LatchedInitially {
        /// Whether it is on.
        on: bool,
    },
    /// An edge, or none.
    Edge {
        /// The stream.
        stream: String,
        /// Whether the edge is rising.
        rising: bool,
        /// Whether it is there.
        found: EdgeFound,
    },
    /// A stream has lasted a number of ticks.
    Lasted {
        /// The stream.
        stream: Leveled,
        /// The ticks.
        ticks: u64,
    },
    /// A stream was interrupted at a tick: it has this value there.
    Interrupted {
        /// The stream.
        stream: Leveled,
        /// The tick.
        tick: u32,
    },
    /// The run is too short for a stream to have lasted that number of ticks.
    TooShort {
        /// The name of the stream.
        stream: String,
        /// The ticks.
        ticks: u64,
    },
    /// A stream had its value at a number of ticks.
    Counted {
        /// The stream.
        stream: Leveled,
        /// The ticks.
        ticks: u64,
        /// The first of them.
        since: u32,
    },
    /// A counter was reset, and has not counted that number of ticks since.
    Reset {
        /// The name of the stream that is counted.
        stream: String,
        /// The ticks that it lacks.
        ticks: u64,
        /// When it was reset.
        tick: u32,
    },
    /// A stream had its value at fewer ticks.
    CountedFewer {
        /// The stream.
        stream: Leveled,
        /// The ticks that it lacks.
        ticks: u64,
    },
    /// The run has fewer ticks.
    FewerTicks(u64),
}

/// A bound of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At least this.
    AtLeast(String),
    /// At most this.
    AtMost(String),
}

/// A stream of Boolean values at a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leveled {
    /// The name of the stream.
    pub name: String,
    /// The value.
    pub on: bool,
}

/// Whether an edge is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeFound {
    /// Against the value before.
    Here,
    /// At the first tick.
    AtFirst,
    /// None: the value now is this one.
    NotNow(bool),
    /// None: the value before was this one.
    NotBefore(bool),
    /// None at the first tick.
    NotAtFirst,
}
