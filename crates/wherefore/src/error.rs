//! Why a project has no answer at all. What is merely not known is part of an answer: [`Verdict::Undetermined`](crate::Verdict).

use std::fmt;
use wherefore_check::{BrokenObligation, NoAnswer};
use wherefore_diag::{Diagnostic, SourceMap, render};
use wherefore_equivalence::CompareError;
use wherefore_explain::machine::discover::HintError;

/// Why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    Unreadable {
        /// Its path.
        path: std::path::PathBuf,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// The name of a file does not determine its language.
    UnknownLanguage(std::path::PathBuf),
    /// The text is no model.
    Model {
        /// The errors, located.
        diagnostics: Vec<Diagnostic>,
        /// The texts that the places are in.
        sources: Box<SourceMap>,
    },
    /// A graph cannot be read, or a formula over it.
    Graph(String),
    /// The model makes no sense: a value leaves its range, a case distinction is not complete.
    Broken(Vec<BrokenObligation>),
    /// Whether the model makes sense was not decided.
    Undetermined(NoAnswer),
    /// The model has no property of this name.
    UnknownProperty(String),
    /// A hint about control is of no use for this model.
    Hint(HintError),
    /// Models of this kind cannot be asked this.
    NotAsked {
        /// The question.
        question: &'static str,
        /// The kind of model.
        model: &'static str,
    },
    /// Two models cannot be compared, or no suite can be made.
    Refused(CompareError),
    /// A text is no run of the model.
    Run(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unreadable { path, cause } => write!(f, "cannot read `{}`: {cause}", path.display()),
            Error::UnknownLanguage(path) => {
                write!(f, "the name `{}` does not tell the language of the model", path.display())
            }
            Error::Model { diagnostics, sources } => match diagnostics.first() {
                Some(first) => f.write_str(&render(first, sources, wherefore_diag::Style::Plain)),
                None => f.write_str("the text is no model"),
            },
            Error::Graph(why) | Error::Run(why) => f.write_str(why),
            Error::Broken(list) => match list.first() {
                Some(first) => write!(f, "the model makes no sense: {}", first.obligation.message),
                None => f.write_str("the model makes no sense"),
            },
            Error::Undetermined(cause) => write!(f, "it is not known whether the model makes sense: {cause}"),
            Error::UnknownProperty(name) => write!(f, "the model has no property called `{name}`"),
            Error::Hint(error) => write!(f, "{error}"),
            Error::NotAsked { question, model } => write!(f, "{question} cannot be asked of {model}"),
            Error::Refused(refusal) => write!(f, "{refusal}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unreadable { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

impl From<HintError> for Error {
    fn from(error: HintError) -> Error {
        Error::Hint(error)
    }
}

impl From<CompareError> for Error {
    fn from(refusal: CompareError) -> Error {
        Error::Refused(refusal)
    }
}
