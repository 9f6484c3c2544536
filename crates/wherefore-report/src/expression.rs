//! Expressions of a reader over the values of a run: `s = ON & pt > 24`, `next(t) - t`, `"odd name" = 3`.
//!
//! Expressions speak of what a report shows, so they are the same for models of all languages, and no model is needed to evaluate them.
//! Numbers are exact, `/` is not rounded. Mistakes are found with their place.

mod evaluate;
mod parse;
mod value;

pub use evaluate::Table;
pub use value::Value;

/// The longest expression that is read, in bytes.
const LONGEST: usize = 2000;

/// An expression that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    root: Node,
}

/// A mistake in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Where it is, as an offset into the text.
    pub at: usize,
    /// What it is.
    pub message: String,
}

impl ExpressionError {
    fn new(at: usize, message: impl Into<String>) -> ExpressionError {
        ExpressionError { at, message: message.into() }
    }
}

/// A part of an expression, with its place.
#[derive(Clone, Debug, PartialEq)]
struct Node {
    at: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Constant(Value),
    /// A variable, or a value of an enumeration.
    Name(String),
    Not(Box<Node>),
    Minus(Box<Node>),
    /// The value this many steps later, or earlier.
    Shift(i8, Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
    Choice(Box<Node>, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Iff,
    Implies,
    Or,
    Xor,
    And,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

impl Expression {
    /// Reads an expression.
    ///
    /// ```
    /// use wherefore_report::expression::Expression;
    ///
    /// assert!(Expression::parse("s = ON -> pt > 24").is_ok());
    /// let mistake = Expression::parse("s = ON -> ").unwrap_err();
    /// assert_eq!((mistake.at, mistake.message.as_str()), (10, "a value or a name is expected here"));
    /// ```
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        if text.len() > LONGEST {
            return Err(ExpressionError::new(0, format!("an expression has at most {LONGEST} bytes")));
        }
        Ok(Expression { root: parse::parse(text)? })
    }

    /// The names in it, of variables or values, each with its place.
    pub fn names(&self) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        evaluate::names(&self.root, &mut found);
        found
    }

    /// Its value at each step of a run; none where a value is not known or there is no such step.
    pub fn values(&self, run: &impl Table) -> Result<Vec<Option<Value>>, ExpressionError> {
        (0..run.steps()).map(|step| evaluate::at(&self.root, run, step)).collect()
    }
}

#[cfg(test)]
mod tests;
