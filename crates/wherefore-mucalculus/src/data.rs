//! Values, and expressions whose names are resolved.

pub mod evaluate;

use crate::syntax::Operator;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use wherefore_diag::Span;

/// A value that an argument of a label or a variable of a formula has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A name, or a constructor with its arguments.
    Term(Arc<str>, Arc<[Value]>),
    /// A list.
    List(Arc<[Value]>),
    /// A finite set.
    Set(Arc<BTreeSet<Value>>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |values: &mut dyn Iterator<Item = &Value>| values.map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Term(name, arguments) if arguments.is_empty() => write!(f, "{name}"),
            Value::Term(name, arguments) => write!(f, "{name}({})", joined(&mut arguments.iter())),
            Value::List(items) => write!(f, "[{}]", joined(&mut items.iter())),
            Value::Set(items) => write!(f, "{{{}}}", joined(&mut items.iter())),
        }
    }
}

/// An expression, with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Forms of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Constant(Value),
    /// A variable by its number.
    Slot(u32),
    Operator(Operator, Vec<Expr>),
    /// A function that every specification has.
    Builtin(Builtin, Vec<Expr>),
    /// A function that the document defines, by its number.
    Defined(usize, Vec<Expr>),
    /// A constructor.
    Construct(Arc<str>, Vec<Expr>),
    /// Whether a value is made by this constructor.
    Recognise(Arc<str>, Box<Expr>),
    /// The argument of a value that one of these constructors made.
    Project(Vec<(Arc<str>, usize)>, Box<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    /// A quantifier with its variable and the number of its sort.
    Quantifier(bool, u32, usize, Box<Expr>),
}

/// Functions that every specification has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    If,
    Max,
    Min,
    Abs,
    Succ,
    Pred,
    Exp,
    Head,
    Tail,
    LastOf,
    AllButLast,
    /// A change of sort between numbers: the least value that the result may have.
    Convert(i64),
}

/// The function of this name with so many arguments.
pub fn builtin(name: &str, arity: usize) -> Option<Builtin> {
    Some(match (name, arity) {
        ("if", 3) => Builtin::If,
        ("max", 2) => Builtin::Max,
        ("min", 2) => Builtin::Min,
        ("abs", 1) => Builtin::Abs,
        ("succ", 1) => Builtin::Succ,
        ("pred", 1) => Builtin::Pred,
        ("exp", 2) => Builtin::Exp,
        ("head", 1) => Builtin::Head,
        ("tail", 1) => Builtin::Tail,
        ("rhead", 1) => Builtin::LastOf,
        ("rtail", 1) => Builtin::AllButLast,
        ("Int2Nat" | "Pos2Nat", 1) => Builtin::Convert(0),
        ("Int2Pos" | "Nat2Pos", 1) => Builtin::Convert(1),
        ("Nat2Int" | "Pos2Int", 1) => Builtin::Convert(i64::MIN),
        _ => return None,
    })
}

/// A function that the document defines.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// Its equations, in the order in which they are tried.
    pub rules: Vec<Rule>,
}

/// An equation, used from left to right.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What the arguments must look like; variables stand for anything.
    pub patterns: Vec<Expr>,
    pub condition: Option<Expr>,
    pub right: Expr,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub span: Span,
    pub words: String,
}

impl Expr {
    /// The expressions of which this one is made.
    pub fn inner(&self) -> &[Expr] {
        match &self.kind {
            ExprKind::Constant(_) | ExprKind::Slot(_) => &[],
            ExprKind::Operator(_, list)
            | ExprKind::Builtin(_, list)
            | ExprKind::Defined(_, list)
            | ExprKind::Construct(_, list)
            | ExprKind::List(list)
            | ExprKind::Set(list) => list,
            ExprKind::Recognise(_, inner) | ExprKind::Project(_, inner) | ExprKind::Quantifier(.., inner) => {
                std::slice::from_ref(inner)
            }
        }
    }

    /// Calls `visit` with the number of each free variable.
    pub fn free(&self, visit: &mut dyn FnMut(u32)) {
        match &self.kind {
            ExprKind::Slot(slot) => visit(*slot),
            ExprKind::Quantifier(_, bound, _, body) => body.free(&mut |slot| {
                if slot != *bound {
                    visit(slot);
                }
            }),
            _ => self.inner().iter().for_each(|e| e.free(visit)),
        }
    }
}
