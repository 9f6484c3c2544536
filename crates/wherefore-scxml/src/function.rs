//! Expressions outside of XML: functions of a context and an event, and properties over data.
//!
//! A chart that is read from another format than SCXML has its data in a *context*. A [`Scope`] knows what is in it, and reads
//! the same part of ECMAScript that expressions of SCXML may use.

use crate::chart::{DataId, Expr, Field, FieldId, StateId};
use crate::script::{self, Mode, Names};
use crate::xml::Text;
use wherefore_diag::{Diagnostic, Span};

/// What names in functions and properties stand for.
#[derive(Debug, Default)]
pub struct Scope {
    names: Names,
}

/// A member of the object that a function gives.
#[derive(Debug)]
pub struct Member {
    /// Its key.
    pub key: String,
    /// Where the key is written.
    pub span: Span,
    /// Its value, or why it is not read.
    pub value: Result<Expr, Box<Diagnostic>>,
}

/// A function that says what happens.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it does.
    pub statements: Vec<Statement>,
    /// How many parameters it has.
    pub parameters: usize,
}

/// A statement of such a function.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A choice.
    If {
        /// The condition.
        cond: Part,
        /// If it is true.
        yes: Vec<Statement>,
        /// If it is false.
        no: Vec<Statement>,
    },
    /// The end of the function, with what it gives.
    Return(Part),
    /// An event for the machine itself.
    Raise {
        /// The event.
        event: Part,
        /// Its delay and id.
        options: Option<Part>,
        /// Where it is written.
        span: Span,
    },
    /// A delayed event is taken back.
    Cancel {
        /// Its id.
        id: Part,
        /// Where it is written.
        span: Span,
    },
    /// Something with effects outside of the machine only.
    Outside {
        /// As it is written.
        words: String,
        /// Where it is written.
        span: Span,
        /// A transition is enabled by it.
        enables: bool,
    },
}

/// An expression in such a function.
#[derive(Clone, Debug)]
pub struct Part {
    /// As it is written, on one line.
    pub words: String,
    /// Where it is written.
    pub span: Span,
    /// Its value, or why it is not read.
    pub value: Result<Expr, Box<Diagnostic>>,
    /// Its members, if it is an object whose keys are known.
    pub members: Option<Vec<(String, Part)>>,
    /// Its elements, if it is a list.
    pub list: Option<Vec<Part>>,
    /// What it is made of, if its value is not read and it joins others.
    pub logic: Option<Logic>,
    /// Something is spread out in it.
    pub spread: bool,
    /// Whether the expression is `undefined`, or missing.
    pub nothing: bool,
}

/// A condition that is made of others.
#[derive(Clone, Debug)]
pub enum Logic {
    /// All are true.
    All(Vec<Part>),
    /// One is true.
    Any(Vec<Part>),
    /// The other is false.
    Not(Box<Part>),
}

impl Part {
    /// The member with a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Part> {
        self.members.iter().flatten().rev().find(|(k, _)| k == key).map(|(_, part)| part)
    }
}

impl Scope {
    /// Functions are those of version 6 from here on: they are given one object, whatever they ask for.
    pub fn of_version_six(&mut self) {
        self.names.structured = true;
    }

    /// Reads a function of version 6 that says what happens.
    ///
    /// # Errors
    ///
    /// Why it is not read: it is none, or does more than choose.
    pub fn outcome(&mut self, text: &Text) -> Result<Function, Box<Diagnostic>> {
        let fields = self.names.fields.len();
        let read = script::outcome(text, &mut self.names);
        if read.is_err() {
            self.names.fields.truncate(fields);
        }
        read.map_err(|mistake| mistake.diagnostic)
    }

    /// Declares a value of the context by the path that leads to it, such as `user.age`.
    pub fn declare(&mut self, path: &str, data: DataId) {
        self.names.data.insert(path.to_owned(), data);
        for (dot, _) in path.match_indices('.') {
            self.names.objects.extend(path.get(..dot).map(str::to_owned));
        }
    }

    /// The value of the context at the end of a path.
    pub fn find(&self, path: &str) -> Option<DataId> {
        self.names.data.get(path).copied()
    }

    /// Declares a name of a state, for `In()`.
    pub fn declare_state(&mut self, name: &str, state: StateId, is_history: bool) {
        self.names.states.entry(name.to_owned()).or_insert(state);
        if is_history {
            self.names.histories.insert(state);
        }
    }

    /// The field of events of this name.
    pub fn field(&mut self, name: &str, span: Span) -> FieldId {
        self.names.field(name, span)
    }

    /// All fields that were asked for.
    pub fn fields(&self) -> Vec<Field> {
        self.names.fields.values().cloned().collect()
    }

    /// Reads a function that gives a value.
    ///
    /// # Errors
    ///
    /// Why it is not read: it is none, or one that needs an engine.
    pub fn function(&mut self, text: &Text) -> Result<Expr, Box<Diagnostic>> {
        let fields = self.names.fields.len();
        let read = script::function(text, &mut self.names);
        if read.is_err() {
            self.names.fields.truncate(fields);
        }
        read.map_err(|mistake| mistake.diagnostic)
    }

    /// Reads a function that gives an object, member by member.
    ///
    /// # Errors
    ///
    /// Why it is not read: it is none, or does more than give an object.
    pub fn members(&mut self, text: &Text) -> Result<Vec<Member>, Box<Diagnostic>> {
        let pieces = script::members(text, &mut self.names).map_err(|mistake| mistake.diagnostic)?;
        let member = |piece: script::Piece| Member {
            key: piece.key,
            span: piece.span,
            value: piece.value.map_err(|mistake| mistake.diagnostic),
        };
        Ok(pieces.into_iter().map(member).collect())
    }

    /// Reads a property: an invariant, or a formula of linear temporal logic. Values of the context stand there with or without
    /// `context` before them.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn property(&mut self, text: &Text, temporal: bool) -> Result<Expr, Box<Diagnostic>> {
        let first = |path: &String| path.split('.').next().unwrap_or_default().to_owned();
        let words: Vec<String> = self.names.data.keys().map(first).collect();
        self.names.aliases = words.into_iter().map(|word| (word.clone(), format!("context.{word}"))).collect();
        for whole in ["context", "event"] {
            self.names.aliases.entry(whole.to_owned()).or_insert_with(|| whole.to_owned());
        }
        let mode = if temporal { Mode::Temporal } else { Mode::Invariant };
        let read = script::expression(text, mode, &mut self.names);
        self.names.aliases.clear();
        read.map_err(|mistake| mistake.diagnostic)
    }
}
