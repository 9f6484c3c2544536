//! Why a diagram, a block or a tick has no value.

use std::fmt;

/// Why a diagram does not run, or a tick has no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A block, or a setting of it, whose meaning is not known here.
    Unsupported {
        /// The path of the block.
        block: String,
        /// Its identifier.
        sid: String,
        /// What is not supported.
        reason: String,
    },
    /// Blocks whose outputs depend on themselves within one tick.
    AlgebraicLoop {
        /// The paths of the blocks, in the order of the data flow.
        blocks: Vec<String>,
    },
    /// An operation without a value: a division by zero, a root of a negative number.
    Undefined {
        /// The path of the block.
        block: String,
        /// Its identifier.
        sid: String,
        /// What has no value.
        what: String,
    },
    /// A parameter without a value.
    Parameter {
        /// The path of the block.
        block: String,
        /// Its identifier.
        sid: String,
        /// The name of the parameter.
        parameter: String,
        /// Why it has none.
        message: String,
    },
    /// Sizes that do not fit.
    Size {
        /// The path of the block.
        block: String,
        /// Its identifier.
        sid: String,
        /// What does not fit.
        message: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unsupported { block, reason, .. } => write!(f, "{block}: not supported: {reason}"),
            Problem::AlgebraicLoop { blocks } => write!(f, "algebraic loop: {}", blocks.join(", ")),
            Problem::Undefined { block, what, .. } => write!(f, "{block}: undefined: {what}"),
            Problem::Parameter { block, parameter, message, .. } => {
                write!(f, "{block}: parameter {parameter}: {message}")
            }
            Problem::Size { block, message, .. } => write!(f, "{block}: size: {message}"),
        }
    }
}

impl std::error::Error for Problem {}

/// A problem of a block that does not know its own path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Unsupported(String),
    Undefined(String),
    Parameter { name: String, message: String },
    Size(String),
}

pub(super) fn unsupported(reason: impl Into<String>) -> Fault {
    Fault::Unsupported(reason.into())
}

pub(super) fn undefined(what: impl Into<String>) -> Fault {
    Fault::Undefined(what.into())
}

pub(super) fn size(message: impl Into<String>) -> Fault {
    Fault::Size(message.into())
}

impl Fault {
    /// The problem, now that the block is known.
    pub(super) fn at(self, block: &str, sid: &str) -> Problem {
        let (block, sid) = (block.to_owned(), sid.to_owned());
        match self {
            Fault::Unsupported(reason) => Problem::Unsupported { block, sid, reason },
            Fault::Undefined(what) => Problem::Undefined { block, sid, what },
            Fault::Parameter { name, message } => Problem::Parameter { block, sid, parameter: name, message },
            Fault::Size(message) => Problem::Size { block, sid, message },
        }
    }
}
