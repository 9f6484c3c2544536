//! The tree of a formula.

use super::value::Value;
use std::ops::Range;

/// A formula or a part of one.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind, with the parts.
    pub kind: Kind,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// Kinds of formulas.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A literal.
    Value(Value),
    /// A variable, a definition, a constant, or a model value.
    Name(String),
    /// A definition with arguments, or an operator that is written like one.
    Call(String, Vec<Expr>),
    /// `~`, `-`, `DOMAIN`.
    Unary(&'static str, Box<Expr>),
    /// An operator between two.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `f @@ g @@ h`: the functions together, the first where several have an argument.
    Merge(Vec<Expr>),
    /// All of these.
    And(Vec<Expr>),
    /// Any of these.
    Or(Vec<Expr>),
    /// `f[x]`; several arguments are a tuple.
    Apply(Box<Expr>, Box<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `<<a, b>>`.
    Tuple(Vec<Expr>),
    /// `[a |-> 1]`, and `r.a` is an application to the string.
    Record(Vec<(String, Expr)>),
    /// `\A x \in S: P`, or `\E` where the first is false.
    Quantified(bool, Vec<(String, Expr)>, Box<Expr>),
    /// `[x \in S |-> e]`.
    Function(Vec<(String, Expr)>, Box<Expr>),
    /// `{x \in S: P}`.
    Filter(String, Box<Expr>, Box<Expr>),
    /// `{e: x \in S}`.
    Image(Box<Expr>, Vec<(String, Expr)>),
    /// `IF a THEN b ELSE c`.
    If(Box<[Expr; 3]>),
}
