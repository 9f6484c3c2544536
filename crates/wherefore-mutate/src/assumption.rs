//! Assumptions about the inputs of a model, of a few simple shapes, and how they are written into its text.
//!
//! ```text
//! Apart       between two ticks at which one of some things happens lies at least a number of ticks: 4 from one action to the next
//! Exclusive   no two of some inputs at the same tick
//! With        one input only together with another
//! After       one input not before another was there
//! First       an input at the first tick
//! Within      bounds of a number
//! ```
//!
//! The shapes know no language; [`Environment`] finds the place where the language of a text has assumptions, and writes them in the
//! style that the text has.

use crate::{Mutant, lustre};
use num_bigint::BigInt;
use wherefore_diag::Span;
use wherefore_lang::Language;
use wherefore_lang::include::Include;

/// What is assumed of inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Assumption {
    /// Two ticks at which one of these happens are at least a number of ticks apart.
    Apart {
        /// What happens; at one tick it counts once.
        events: Vec<InputEvent>,
        /// The distance, at least 2.
        ticks: u32,
    },
    /// At most one of these inputs is true.
    Exclusive(Vec<String>),
    /// The first input is true only if the second one is.
    With(String, String),
    /// The first input is not true before the second one was; both at once will do.
    After(String, String),
    /// The input has this value at the first tick.
    First(String, bool),
    /// The number lies within bounds.
    Within {
        /// The input.
        input: String,
        /// The least value.
        least: Option<BigInt>,
        /// The greatest value.
        most: Option<BigInt>,
    },
}

/// Something that an input does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InputEvent {
    /// The input.
    pub input: String,
    /// Whether it counts when the input changes, rather than when it is true; before the first tick it was false.
    pub is_change: bool,
}

impl Assumption {
    /// The inputs that it is about.
    pub fn inputs(&self) -> Vec<&str> {
        match self {
            Assumption::Apart { events, .. } => events.iter().map(|event| event.input.as_str()).collect(),
            Assumption::Exclusive(inputs) => inputs.iter().map(String::as_str).collect(),
            Assumption::With(one, two) | Assumption::After(one, two) => vec![one, two],
            Assumption::First(input, _) | Assumption::Within { input, .. } => vec![input],
        }
    }
}

/// What an input of a model can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// True or false.
    Truth,
    /// An integer.
    Number,
}

/// A number that the question mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its value.
    pub value: BigInt,
    /// Where it is written.
    pub span: Span,
}

/// The place where a text says what it assumes of its inputs.
#[derive(Debug)]
pub struct Environment {
    pub(crate) program: lustre::Surroundings,
}

impl Environment {
    /// That of the part of a text with this name, which is the main one; none where the language has no such place, or the part is
    /// not in the text itself.
    pub fn of(
        language: Language,
        (name, text): (&str, &str),
        main: &str,
        include: &mut Include<'_>,
    ) -> Option<Environment> {
        match language {
            Language::Lustre => {
                let program = lustre::Surroundings::of((name, text), main, include)?;
                Some(Environment { program })
            }
            Language::Smv | Language::Scxml | Language::XState | Language::Oss | Language::Aut | Language::Simulink => {
                None
            }
            Language::Btor2 | Language::Aiger => None,
        }
    }

    /// The inputs that assumptions can be about.
    pub fn inputs(&self) -> &[(String, InputKind)] {
        &self.program.inputs
    }

    /// Numbers that the question mentions.
    pub fn asked(&self) -> &[Asked] {
        &self.program.asked
    }

    /// The stream that is true as long as everything is so that is assumed, where it is the condition of a property; none where
    /// assumptions restrict the runs.
    pub fn condition(&self) -> Option<&str> {
        self.program.condition.as_ref().map(|condition| condition.stream.as_str())
    }

    /// The same, with assumptions as restrictions of the runs.
    #[must_use]
    pub fn without_condition(mut self) -> Environment {
        self.program.condition = None;
        self
    }

    /// The edits that write an assumption, in the order of the source.
    pub fn assume(&self, assumption: &Assumption) -> Vec<Mutant> {
        self.program.assume(assumption)
    }

    /// The edit that asks with another number.
    pub fn ask(&self, asked: &Asked, value: &BigInt) -> Mutant {
        self.program.ask(asked, value)
    }
}

/// A text with some edits made, which are in the order of the source and apart from each other.
pub fn applied(text: &str, mutants: &[Mutant]) -> String {
    let Some(first) = mutants.first() else { return text.to_owned() };
    let mut edits: Vec<_> = mutants.iter().flat_map(|mutant| mutant.edits.iter().cloned()).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    Mutant { edits, ..first.clone() }.apply(text)
}
