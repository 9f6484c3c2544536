//! Trees of expressions, and mistakes with their places.

use super::Number;
use std::fmt;
use std::ops::Range;

/// An expression and its place, in bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub at: Range<usize>,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A number, never negative.
    Number(Number),
    /// A text in single or double quotes.
    Text(String),
    /// A variable, a constant such as `pi`, or a function without arguments.
    Name(String),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A function with arguments, or a variable with indices: only the names that have values can tell. `Fcn` blocks may
    /// write square brackets, `u[1]`. The name of a field is written with its dots, `p.a(1)`.
    Apply {
        /// The name before the brackets.
        function: String,
        /// What stands in the brackets.
        arguments: Vec<Expr>,
    },
    /// Rows of elements; rows without elements are left out.
    Matrix(Vec<Vec<Expr>>),
    /// Rows of a cell array, in braces.
    Cell(Vec<Vec<Expr>>),
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
    /// A field, `p.a`.
    Field(Box<Expr>, String),
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~` or `!`
    Not,
    /// `'` or `.'`, which agree on real numbers.
    Transpose,
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `\`
    LeftDivide,
    /// `^`
    Power,
    /// `.*`
    ElementMultiply,
    /// `./`
    ElementDivide,
    /// `.\`
    ElementLeftDivide,
    /// `.^`
    ElementPower,
    /// `==`
    Equal,
    /// `~=` or `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&`
    And,
    /// `|`
    Or,
    /// `&&`
    ShortAnd,
    /// `||`
    ShortOr,
}

impl UnaryOp {
    /// How the operator is written.
    pub fn sign(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "~",
            UnaryOp::Transpose => "'",
        }
    }
}

impl BinaryOp {
    /// How the operator is written.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::LeftDivide => "\\",
            BinaryOp::Power => "^",
            BinaryOp::ElementMultiply => ".*",
            BinaryOp::ElementDivide => "./",
            BinaryOp::ElementLeftDivide => ".\\",
            BinaryOp::ElementPower => ".^",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "~=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::ShortAnd => "&&",
            BinaryOp::ShortOr => "||",
        }
    }
}

impl Expr {
    /// The name with its dots, if the expression is a variable or a field of one.
    pub fn dotted_name(&self) -> Option<String> {
        let mut fields = Vec::new();
        let mut expr = self;
        loop {
            match &expr.kind {
                ExprKind::Field(base, field) => {
                    fields.push(field.as_str());
                    expr = base;
                }
                ExprKind::Name(name) => {
                    fields.push(name);
                    fields.reverse();
                    return Some(fields.join("."));
                }
                _ => return None,
            }
        }
    }
}

impl Expr {
    /// The parts of this expression, from left to right.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, operand) | ExprKind::Field(operand, _) => vec![operand],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Apply { arguments, .. } => arguments.iter().collect(),
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => rows.iter().flatten().collect(),
            ExprKind::Range { from, step, to } => {
                std::iter::once(&**from).chain(step.as_deref()).chain(std::iter::once(&**to)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The names that occur, fields with their dots, each as often as it occurs; those of functions are among them.
    pub fn names(&self) -> Vec<String> {
        let (mut found, mut open) = (Vec::new(), vec![self]);
        while let Some(expr) = open.pop() {
            if let Some(name) = expr.dotted_name() {
                found.push(name);
                continue;
            }
            if let ExprKind::Apply { function, .. } = &expr.kind {
                found.push(function.clone());
            }
            open.extend(expr.parts().into_iter().rev());
        }
        found
    }
}

/// What is wrong with a text or with an evaluation, and where, in bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// Where.
    pub at: Range<usize>,
    /// What, as one sentence without a full stop.
    pub message: String,
}

impl ScriptError {
    /// A mistake at a place.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> ScriptError {
        ScriptError { at, message: message.into() }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScriptError {}
