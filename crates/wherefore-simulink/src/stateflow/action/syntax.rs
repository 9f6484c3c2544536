//! Trees of actions.

use crate::matlab::Number;
pub use crate::matlab::UnaryOp;
use wherefore_diag::Span;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number, never negative.
    Number(Number),
    /// `true` or `false`.
    Boolean(bool),
    /// A text in quotes; escapes are kept as they are written.
    Text(String),
    /// A datum, with its dots: `x`, `M.data`, `S.x`; `t` is the time. A function may also be called without brackets.
    Name(String),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `f(x)`: a function with arguments, or, in MATLAB, a datum with indices from 1. Names tell.
    Apply {
        /// The name before the brackets, with its dots.
        function: String,
        /// What stands in the brackets.
        arguments: Vec<Expr>,
    },
    /// `x[0]`, `x[1][2]`: an element of a datum with indices from 0.
    Index {
        /// The datum.
        name: String,
        /// The indices.
        indices: Vec<Expr>,
    },
    /// Rows of elements.
    Matrix(Vec<Vec<Expr>>),
    /// Numbers at equal distances.
    Range {
        /// The first.
        from: Box<Expr>,
        /// The distance; 1 if it is not given.
        step: Option<Box<Expr>>,
        /// The bound that no number is beyond.
        to: Box<Expr>,
    },
    /// All indices, `x(:)`.
    Colon,
    /// The last index, `x(end)`.
    End,
    /// `after(3, sec)`, `temporalCount(tick)`, as a truth or a number.
    Temporal(TemporalOp, Option<Box<Expr>>, Base),
    /// `in(A.B)`: whether a state is active.
    In(String),
}

/// An operator with two operands: those of MATLAB that charts have, and those of C, which the expressions of blocks lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    ElementMultiply,
    ElementDivide,
    ElementPower,
    Remainder,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// `&&`: the right side is looked at only if the left one is true.
    ShortAnd,
    /// `||`: the right side is looked at only if the left one is false.
    ShortOr,
    /// `&`: of truths in MATLAB; of bits in C.
    And,
    /// `|`: of truths in MATLAB; of bits in C.
    Or,
    /// `^` of bits, in C.
    Xor,
}

/// An operator of temporal logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalOp {
    /// At least so many.
    After,
    /// Less than so many.
    Before,
    /// Exactly so many.
    At,
    /// A positive multiple of so many.
    Every,
    /// How many: `temporalCount(tick)`, `elapsed(sec)`, `count(c)`.
    Count,
}

impl TemporalOp {
    /// Its word in a chart.
    pub fn word(self) -> &'static str {
        match self {
            TemporalOp::After => "after",
            TemporalOp::Before => "before",
            TemporalOp::At => "at",
            TemporalOp::Every => "every",
            TemporalOp::Count => "temporalCount",
        }
    }
}

/// What is counted since a state was entered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// Times that the chart wakes up.
    Tick,
    /// Seconds.
    Seconds,
    /// Thousandths of a second.
    Milliseconds,
    /// Millionths of a second.
    Microseconds,
    /// Times that an event occurs, by its name.
    Event(String),
}

impl Base {
    /// Its word in a chart.
    pub fn word(&self) -> &str {
        match self {
            Base::Tick => "tick",
            Base::Seconds => "sec",
            Base::Milliseconds => "msec",
            Base::Microseconds => "usec",
            Base::Event(name) => name,
        }
    }
}

/// What makes a transition or an `on` section look at its condition; several are alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// What it is.
    pub kind: TriggerKind,
    /// Where it stands.
    pub span: Span,
}

/// What a trigger is.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerKind {
    /// An event or a message by its name, with its dots.
    Event(String),
    /// `after(3, tick)`, never with [`TemporalOp::Count`].
    Temporal(TemporalOp, Expr, Base),
    /// `tick`: the chart wakes up.
    Tick,
    /// `enter(S)`: a state is entered.
    Entered(String),
    /// `exit(S)`: a state is left.
    Exited(String),
    /// `change(x)`: a datum is written.
    Changed(String),
}

/// A statement and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `x = 1`, `x += 1`, `x++`, `[a, b] = f(x)`.
    Assign {
        /// What is assigned: one, or the results of a function in order.
        targets: Vec<Target>,
        /// `+` of `+=`.
        operator: Option<BinaryOp>,
        /// The new value.
        value: Expr,
    },
    /// `E` or `S.E`: an event that is broadcast, to a state if there are dots; or a function called without brackets.
    Broadcast(String),
    /// `send(E)`, `send(E, S)`, `send(M)`.
    Send {
        /// The event or message, with its dots.
        what: String,
        /// The state that it is sent to, with its dots.
        to: Option<String>,
    },
    /// `f(x)`: a function called for what it does.
    Call(Expr),
    /// Alternatives; the last one may be without a condition.
    If {
        /// Conditions with what is done.
        branches: Vec<(Expr, Vec<Statement>)>,
        /// What is done otherwise.
        otherwise: Vec<Statement>,
    },
    /// Something done while a condition holds.
    While(Expr, Vec<Statement>),
    /// Something done for each column of a value.
    For(String, Expr, Vec<Statement>),
    /// The end of a loop.
    Break,
    /// The end of one round of a loop.
    Continue,
    /// The end of a function.
    Return,
}

/// What is assigned.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The datum, with its dots; `~` takes a result that is not wanted.
    pub name: String,
    /// Indices of an element; empty for all.
    pub indices: Vec<Expr>,
    /// Whether indices begin at 0, `x[0]`.
    pub zero_based: bool,
    /// Where it stands.
    pub span: Span,
}

/// When statements of a state are executed.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// When the state is entered.
    Entry,
    /// When the state stays.
    During,
    /// When the state is left.
    Exit,
    /// Data and events that only this state may change.
    Bind,
    /// When something occurs while the state stays.
    On(Trigger),
}

/// Statements of a state with their times, `en, du: x = 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// When.
    pub when: Vec<When>,
    /// What; empty for `bind`.
    pub statements: Vec<Statement>,
    /// Where it stands, with its head.
    pub span: Span,
}

/// `trigger[condition]{condition action}/{transition action}`, each part optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransitionLabel {
    /// Alternatives; without any, every event will do.
    pub triggers: Vec<Trigger>,
    /// What must hold.
    pub condition: Option<Expr>,
    /// What is done as soon as the condition holds.
    pub condition_action: Vec<Statement>,
    /// What is done when the whole path is taken, after states are left and before others are entered.
    pub transition_action: Vec<Statement>,
}

/// The head of a function: `[a, b] = f(x, y)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The name.
    pub name: String,
    /// The arguments.
    pub inputs: Vec<String>,
    /// The results.
    pub outputs: Vec<String>,
}
