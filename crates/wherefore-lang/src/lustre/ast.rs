//! The tree of a Lustre program, as written.
//!
//! One tree for the dialects of Kind 2 and JKind. What the parser understands but lowering may not support has a form here
//! too, so that the message can name it; what is not even understood is an error of the parser.

mod operator;
mod walk;

pub use operator::{Binary, Unary};
pub use walk::with_nested;

use num_rational::BigRational;
use wherefore_diag::Span;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A whole program: the declarations in order, included files in place.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub decls: Vec<Decl>,
}

#[derive(Clone, Debug)]
pub enum Decl {
    /// `type T = ...;`; without a body an abstract type.
    Type { name: Name, parameters: Vec<Name>, body: Option<Type> },
    /// `const c : t = e;`; without a value a free constant.
    Const(Const),
    /// A node or function.
    Node(Box<Node>),
    /// `contract c (..) returns (..); let .. tel`.
    Contract(Box<ContractDecl>),
    /// An algebraic data type: `datatype D<T> = A | B (val: int)`.
    Datatype { name: Name, parameters: Vec<Name>, variants: Vec<Variant> },
}

/// A constructor of a data type with its fields.
#[derive(Clone, Debug)]
pub struct Variant {
    pub name: Name,
    pub fields: Vec<(Name, Type)>,
}

#[derive(Clone, Debug)]
pub struct Const {
    pub name: Name,
    pub ty: Option<Type>,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Bool,
    Int,
    Real,
    /// `int8`, `uint64`, ...
    Machine {
        signed: bool,
        width: u32,
    },
    /// `subrange [l, h] of int`; `*` for a missing bound.
    Subrange(Option<Box<Expr>>, Option<Box<Expr>>),
    /// `enum { A, B }`.
    Enum(Vec<Name>),
    /// `struct { f: t; .. }`, `record { .. }` or `{ f: t; .. }`.
    Record(Vec<(Name, Type)>),
    /// `t ^ n`, or JKind's `t[n]`.
    Array(Box<Type>, Box<Expr>),
    /// `[t1, t2]`.
    Tuple(Vec<Type>),
    /// `subtype { x: t | p }` or `x: t | p` in a signature.
    Refined {
        variable: Name,
        base: Box<Type>,
        predicate: Box<Expr>,
    },
    /// A declared type, with arguments if it is generic.
    Named(Name, Vec<Type>),
    /// Something that exists and is not supported: "set", "map".
    Other(&'static str),
}

/// A parameter, an output or a local.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub ty: Type,
    /// `const` before it.
    pub is_const: bool,
    /// `when c` after its type.
    pub clock: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub name: Name,
    /// `function` rather than `node`.
    pub is_function: bool,
    /// `imported`: it has no body.
    pub is_imported: bool,
    /// `rec`.
    pub is_recursive: bool,
    pub type_parameters: Vec<Name>,
    pub inputs: Vec<Variable>,
    pub outputs: Vec<Variable>,
    pub contract: Vec<ContractItem>,
    pub locals: Vec<Variable>,
    pub constants: Vec<Const>,
    pub body: Vec<Item>,
    /// `--%MAIN` or `--!MAIN`.
    pub is_main: bool,
    /// From `node` to `tel`.
    pub span: Span,
}

/// A part of a body.
#[derive(Clone, Debug)]
pub enum Item {
    /// `a, b = e;` or `A[i] = e;`.
    Equation(Equation),
    /// `assert e;`.
    Assert(Expr),
    /// `--%PROPERTY "name" e;` or `check "name" e;`.
    Property(Goal),
    /// `if c then items [elsif ..] else items fi`.
    If { branches: Vec<(Expr, Vec<Item>)>, otherwise: Vec<Item>, span: Span },
    /// `when c then items else items end`: branches that are active only when chosen; also `cond | c: items .. end`.
    When { branches: Vec<(Expr, Vec<Item>)>, otherwise: Option<Vec<Item>>, span: Span },
    /// `frame (x, y) x = init; let items tel`.
    Frame { variables: Vec<Name>, initial: Vec<Equation>, body: Vec<Item>, span: Span },
    /// Something that exists and is not supported: "automaton".
    Other(&'static str, Span),
}

#[derive(Clone, Debug)]
pub struct Equation {
    pub left: Vec<Target>,
    pub right: Expr,
    /// The whole equation.
    pub span: Span,
}

/// A left-hand side.
#[derive(Clone, Debug)]
pub struct Target {
    pub name: Name,
    /// The index variables of `A[i][j] = ..`.
    pub indices: Vec<Name>,
}

/// Something to be checked.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The name that the source gives it.
    pub name: Option<Name>,
    pub expr: Expr,
    /// `provided g`.
    pub provided: Option<Expr>,
    /// `check reachable e`: asks for a run, not for all.
    pub reachable: bool,
    /// `within n`, `from n`, `at n`.
    pub bounds: Vec<(&'static str, Expr)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct ContractDecl {
    pub name: Name,
    pub type_parameters: Vec<Name>,
    pub inputs: Vec<Variable>,
    pub outputs: Vec<Variable>,
    pub items: Vec<ContractItem>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ContractItem {
    /// `const c = e;`
    Const(Const),
    /// `var x : t = e;`; or `a, b = e` after declarations.
    Var {
        variables: Vec<Variable>,
        value: Option<Expr>,
        span: Span,
    },
    /// `assume "n" e;`
    Assume {
        goal: Goal,
        weakly: bool,
    },
    /// `guarantee "n" e;`
    Guarantee {
        goal: Goal,
        weakly: bool,
    },
    Mode {
        name: Name,
        requires: Vec<Goal>,
        ensures: Vec<Goal>,
    },
    Import {
        contract: Name,
        type_arguments: Vec<Type>,
        inputs: Vec<Expr>,
        outputs: Vec<Expr>,
        span: Span,
    },
    /// Something that exists and is not supported.
    Other(&'static str, Span),
}

/// An expression. Chains of one operator lean to the left, a hundred thousand levels deep if the source is so long; copying and
/// dropping such a tree runs on a stack that grows.
#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// With the parentheses around it.
    pub span: Span,
}

impl Clone for Expr {
    fn clone(&self) -> Expr {
        let copy = || Expr { kind: self.kind.clone(), span: self.span };
        stacker::maybe_grow(64 * 1024, 1024 * 1024, copy)
    }
}

impl Drop for Expr {
    fn drop(&mut self) {
        let is_leaf = matches!(self.kind, ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Name(_));
        if !is_leaf {
            let kind = std::mem::replace(&mut self.kind, ExprKind::Bool(false));
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || drop(kind));
        }
    }
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Bool(bool),
    /// An integer, as large as it is written.
    Int(num_bigint::BigInt),
    /// A decimal.
    Real(BigRational),
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `if c then a else b`; `is_lazy` for Kind 2's `when c then a else b`.
    If {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
        is_lazy: bool,
    },
    /// `f(a, b)` or `f@<t>(a)`.
    Call {
        node: Name,
        type_arguments: Vec<Type>,
        arguments: Vec<Expr>,
    },
    /// `condact(c, f(a), init..)`; without initial values where the language allows it.
    Condact {
        clock: Box<Expr>,
        node: Name,
        arguments: Vec<Expr>,
        initial: Vec<Expr>,
    },
    /// `(activate f every c [initial default e])(a)` and `(restart f every c)(a)`, or both.
    Activate {
        node: Name,
        arguments: Vec<Expr>,
        clock: Option<Box<Expr>>,
        restart: Option<Box<Expr>>,
        initial: Vec<Expr>,
    },
    /// `e when c`, `e when A(c)`, `e when not c`: the expression and its clock.
    When {
        expr: Box<Expr>,
        clock: Box<Expr>,
    },
    /// `merge (c; a; b)` (cases true and false) or `merge c (A -> e) ..`.
    Merge {
        clock: Name,
        cases: Vec<(Name, Expr)>,
    },
    /// `(a, b)`: a list of streams.
    List(Vec<Expr>),
    /// `'(a, b)`: a tuple. (`{a, b}` was one in old programs and is a set in new ones; it is refused.)
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    Array(Vec<Expr>),
    /// `e ^ n`.
    Repeat(Box<Expr>, Box<Expr>),
    /// `a[i]` or `t[0]`.
    Index(Box<Expr>, Box<Expr>),
    /// `r.f`.
    Field(Box<Expr>, Name),
    /// `T { f = e; .. }`.
    Record {
        ty: Name,
        type_arguments: Vec<Type>,
        fields: Vec<(Name, Expr)>,
    },
    /// `a[i := e]`, `r{f := e}`, `(r with f = e)`: a path of steps and the new value.
    Update {
        base: Box<Expr>,
        path: Vec<Step>,
        value: Box<Expr>,
    },
    /// `forall (i: t; ..) e`.
    Quantified {
        is_forall: bool,
        variables: Vec<Variable>,
        body: Box<Expr>,
    },
    /// `real(e)`, `int(e)`, `floor(e)`, `uint8 e`, ...
    Cast(Type, Box<Expr>),
    /// `floor(e)`, which rounds where `int(e)` may not.
    Floor(Box<Expr>),
    /// `any { x: t | p }`, `any@<t>`; the same with `choose`.
    Any {
        is_choose: bool,
        variable: Option<Name>,
        ty: Type,
        predicate: Option<Box<Expr>>,
    },
    /// `::mode` or `contract::mode`: whether the mode's requirements hold.
    Mode(Vec<Name>),
    /// `match e with | pattern : e .. end`.
    Match(Box<Expr>, Vec<(Pattern, Expr)>),
    /// `(e : t)`.
    Ascribed(Box<Expr>, Type),
    /// Something that exists and is not supported, with what can be said of it: "sets".
    Other(&'static str),
}

/// A step into a structure.
#[derive(Clone, Debug)]
pub enum Step {
    Field(Name),
    Index(Expr),
}

/// A pattern of `match`.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// `_`.
    Any,
    /// A variable or a constructor without fields.
    Name(Name),
    Constructor(Name, Vec<Pattern>),
}
