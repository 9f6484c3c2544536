//! The syntax tree of a specification. Its operators are those of SMV, whatever word they are written with.
//!
//! Parentheses leave no trace in it. Chains of operators on one level are one node with a list, so that the depth of the
//! tree is the nesting that a person wrote, which the parser limits.

use crate::smv::ast::{Binary, Unary};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use wherefore_diag::Span;

/// A name where it is declared or used.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A whole specification.
#[derive(Debug, Default)]
pub struct Specification {
    /// Its components in the order of the source.
    pub components: Vec<Component>,
}

/// A component.
#[derive(Debug)]
pub struct Component {
    /// Its name.
    pub name: Name,
    /// Whether it is marked as the whole.
    pub is_system: bool,
    /// Its ports and parameters.
    pub ports: Vec<Port>,
    /// Its definitions.
    pub defines: Vec<Define>,
    /// Assumptions about its parameters.
    pub parameter_assumptions: Vec<Expr>,
    /// Its contracts.
    pub contracts: Vec<Contract>,
    /// Its assertions.
    pub assertions: Vec<Define>,
    /// How it is made of parts.
    pub refinement: Option<Refinement>,
}

/// Direction of a port: which side decides its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `INPUT PORT`
    Input,
    /// `OUTPUT PORT`
    Output,
    /// `PARAMETER`
    Parameter,
}

/// A port or a parameter.
#[derive(Debug)]
pub struct Port {
    /// Its name.
    pub name: Name,
    /// Direction of the port.
    pub direction: Direction,
    /// Type that the port ranges over.
    pub ty: Type,
}

/// A type with its place.
#[derive(Clone, Debug)]
pub struct Type {
    /// Kind of the type.
    pub kind: TypeKind,
    /// Where it is written.
    pub span: Span,
}

/// Kind of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `boolean`, and `event`.
    Boolean,
    /// `integer`
    Integer,
    /// `real`
    Real,
    /// `continuous`
    Continuous,
    /// `{a, b}`
    Symbols(Vec<String>),
    /// `{1, 3, 7}`, in increasing order.
    Numbers(Vec<i64>),
    /// `0..14`
    Range(i64, i64),
    /// `unsigned word[8]`
    Word {
        /// Read as two's complement.
        signed: bool,
        /// How many bits.
        width: u32,
    },
}

/// `DEFINE name := e`, or an assertion.
#[derive(Debug)]
pub struct Define {
    /// Its name.
    pub name: Name,
    /// Expression that the name stands for.
    pub value: Expr,
}

/// A contract.
#[derive(Debug)]
pub struct Contract {
    /// Its name.
    pub name: Name,
    /// From its first word to its last.
    pub span: Span,
    /// The assumption.
    pub assume: Expr,
    /// The guarantee.
    pub guarantee: Expr,
}

/// The section `REFINEMENT`.
#[derive(Debug)]
pub struct Refinement {
    /// The place of the keyword.
    pub span: Span,
    /// The parts.
    pub subs: Vec<Sub>,
    /// The connections.
    pub connections: Vec<Connection>,
    /// Which contracts are refined by which.
    pub refined: Vec<Refined>,
    /// Definitions over the ports of the parts.
    pub defines: Vec<Define>,
    /// Constraints on all runs.
    pub constraints: Vec<Expr>,
}

/// `SUB name: component`
#[derive(Debug)]
pub struct Sub {
    /// Name of the part.
    pub name: Name,
    /// Component of which it is an instance.
    pub component: Name,
}

/// `CONNECTION target := source`
#[derive(Debug)]
pub struct Connection {
    /// The part of the target; none for the component itself.
    pub part: Option<Name>,
    /// The port of the target.
    pub port: Name,
    /// Source that it is connected to.
    pub source: Expr,
    /// The target as an expression.
    pub target: Expr,
}

/// `CONTRACT name REFINEDBY part.contract, ...`
#[derive(Debug)]
pub struct Refined {
    /// The contract of the whole.
    pub contract: Name,
    /// The contracts of parts.
    pub premises: Vec<(Name, Name)>,
}

/// An expression with the tokens that it is made of.
#[derive(Debug)]
pub struct Expr {
    /// Kind of the expression.
    pub kind: ExprKind,
    /// Index of its first token.
    pub first: usize,
    /// Index of its last token.
    pub last: usize,
}

/// Kind of an expression.
#[derive(Debug)]
pub enum ExprKind {
    /// `TRUE` or `FALSE`.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A real.
    Real(BigRational),
    /// A word constant.
    Bits {
        /// Read as two's complement.
        signed: bool,
        /// How many bits.
        width: u32,
        /// Its bits.
        bits: BigUint,
    },
    /// A port, a definition or a value: `name` or `part.name`.
    Path {
        /// The part.
        part: Option<String>,
        /// The name.
        name: String,
    },
    /// A prefix operator.
    Unary(Unary, Box<Expr>),
    /// `never e`
    Never(Box<Expr>),
    /// `next(e)`
    Next(Box<Expr>),
    /// `change(e)`
    Change(Box<Expr>),
    /// `a and b and c`: operators of one level of binding, left to right, but `implies` right to left.
    Chain(Box<Expr>, Vec<(Binary, Expr)>),
    /// `c ? a : b`
    Choice(Box<[Expr; 3]>),
    /// `case c : a; TRUE : b; esac`
    Case(Vec<(Expr, Expr)>),
    /// `a in {b, 1..3}`
    In(Box<Expr>, Vec<Member>),
}

/// A member of the set behind `in`.
#[derive(Debug)]
pub enum Member {
    /// A value.
    One(Expr),
    /// The integers between two.
    Between(Expr, Expr),
}

impl Expr {
    /// The operands of top-level conjunctions, left to right.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        let mut stack = vec![self];
        while let Some(e) = stack.pop() {
            match &e.kind {
                ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Binary::And) => {
                    stack.extend(rest.iter().rev().map(|(_, e)| e));
                    stack.push(first);
                }
                _ => found.push(e),
            }
        }
        found
    }
}
