//! Values that are known before the run: sizes of arrays, bounds of ranges, indices.
//!
//! Constants, parameters that are given constants, and indices are followed; everything else has no value here, which is no
//! error by itself.

use super::super::ast::{Binary, Expr, ExprKind, Unary};
use super::Checker;
use super::instance::{Bound, ContextId, Definition};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// A value that is known before the run.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(in super::super) enum Constant {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    /// A value of an enumeration, by its number.
    Member(usize),
}

/// How many names may stand for each other.
const CHAIN_LIMIT: usize = 200;

impl<'a> Checker<'a, '_> {
    /// The value of an expression, if it is known before the run.
    pub fn constant(&mut self, expr: &'a Expr, context: ContextId) -> Option<Constant> {
        self.known(expr, context, 0)
    }

    /// The value of an expression that is a known integer.
    pub fn integer(&mut self, expr: &'a Expr, context: ContextId) -> Option<BigInt> {
        match self.constant(expr, context)? {
            Constant::Int(n) => Some(n),
            _ => None,
        }
    }

    fn known(&mut self, expr: &'a Expr, context: ContextId, depth: usize) -> Option<Constant> {
        // What is left open is no constant, whatever stands there.
        if self.holes.at(expr.span).is_some() {
            return None;
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &expr.kind {
            ExprKind::Bool(b) => Some(Constant::Bool(*b)),
            ExprKind::Int(n) => Some(Constant::Int(n.clone())),
            ExprKind::Real(r) => Some(Constant::Real(r.clone())),
            ExprKind::Name(name) => self.known_name(name, context, depth),
            ExprKind::Unary(op, e) => match (op, self.known(e, context, depth)?) {
                (Unary::Not, Constant::Bool(b)) => Some(Constant::Bool(!b)),
                (Unary::Minus, Constant::Int(n)) => Some(Constant::Int(-n)),
                (Unary::Minus, Constant::Real(r)) => Some(Constant::Real(-r)),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => self.known_binary(*op, a, b, context, depth),
            ExprKind::If { condition, then, otherwise, .. } => match self.known(condition, context, depth)? {
                Constant::Bool(true) => self.known(then, context, depth),
                Constant::Bool(false) => self.known(otherwise, context, depth),
                _ => None,
            },
            ExprKind::List(items) => match items.as_slice() {
                [only] => self.known(only, context, depth),
                _ => None,
            },
            _ => None,
        })
    }

    fn known_name(&mut self, name: &str, context: ContextId, depth: usize) -> Option<Constant> {
        if let Some(binding) = self.binding(context, name) {
            return match &binding.value {
                Bound::Value(value, _) => Some(value.clone()),
                _ => None,
            };
        }
        let (scope, index) = self.find(self.context(context).scope, name)?;
        let own = self.scope(scope).context;
        match self.scope(scope).streams[index].definition {
            _ if depth > CHAIN_LIMIT => None,
            Definition::Value { expr, offset: 0 } => self.known(expr, own, depth + 1),
            Definition::Port { expr, offset: 0, context, .. } => self.known(expr, context, depth + 1),
            _ => None,
        }
    }

    fn known_binary(
        &mut self,
        op: Binary,
        a: &'a Expr,
        b: &'a Expr,
        context: ContextId,
        depth: usize,
    ) -> Option<Constant> {
        let left = self.known(a, context, depth)?;
        match (op, &left) {
            (Binary::And, Constant::Bool(false)) => return Some(Constant::Bool(false)),
            (Binary::Or | Binary::Implies, Constant::Bool(known)) if *known == (op == Binary::Or) => {
                return Some(Constant::Bool(true));
            }
            _ => {}
        }
        let right = self.known(b, context, depth)?;
        combine(op, left, right)
    }
}

fn combine(op: Binary, left: Constant, right: Constant) -> Option<Constant> {
    use Binary::*;
    let compared = match op {
        Equal => Some(left == right),
        Unequal => Some(left != right),
        Less => Some(left < right),
        LessEqual => Some(left <= right),
        Greater => Some(left > right),
        GreaterEqual => Some(left >= right),
        _ => None,
    };
    match (compared, left, right) {
        (Some(truth), a, b) => {
            (std::mem::discriminant(&a) == std::mem::discriminant(&b)).then_some(Constant::Bool(truth))
        }
        (None, Constant::Bool(a), Constant::Bool(b)) => match op {
            And => Some(Constant::Bool(a && b)),
            Or => Some(Constant::Bool(a || b)),
            Xor => Some(Constant::Bool(a != b)),
            Implies => Some(Constant::Bool(!a || b)),
            _ => None,
        },
        (None, Constant::Int(a), Constant::Int(b)) => integers(op, a, b),
        (None, Constant::Real(a), Constant::Real(b)) => match op {
            Plus => Some(Constant::Real(a + b)),
            Minus => Some(Constant::Real(a - b)),
            Times => Some(Constant::Real(a * b)),
            Divide if !b.is_zero() => Some(Constant::Real(a / b)),
            _ => None,
        },
        _ => None,
    }
}

fn integers(op: Binary, a: BigInt, b: BigInt) -> Option<Constant> {
    let value = match op {
        Binary::Plus => a + b,
        Binary::Minus => a - b,
        // A product of products could grow without bound; more bits than this are of no use for sizes and bounds.
        Binary::Times if a.bits() + b.bits() <= 4096 => a * b,
        // The remainder is not negative, as in SMT-LIB.
        Binary::IntDivide | Binary::Mod if !b.is_zero() => {
            let rest = ((&a % &b) + b.abs()) % b.abs();
            if op == Binary::Mod { rest } else { (a - rest) / b }
        }
        _ => return None,
    };
    Some(Constant::Int(value))
}
