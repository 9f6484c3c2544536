//! Values that are known before the run: sizes of arrays, bounds of ranges, indices.
//!
//! Constants, parameters that are given constants, and indices are followed; everything else has no value here, which is no
//! error by itself.

use super::super::ast::{Binary, Expr, ExprKind, Unary};
use super::scope::Definition;
use super::{Bound, ContextId, Lowerer};
use num_traits::{Signed, Zero};
use wherefore_ir::Value;

/// How many names may stand for each other.
const CHAIN_LIMIT: usize = 200;

impl<'a> Lowerer<'a, '_> {
    /// The value of an expression, if it is known before the run.
    pub(super) fn constant(&mut self, expr: &'a Expr, context: ContextId) -> Option<Value> {
        self.known(expr, context, 0)
    }

    fn known(&mut self, expr: &'a Expr, context: ContextId, depth: usize) -> Option<Value> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &expr.kind {
            ExprKind::Bool(b) => Some(Value::Bool(*b)),
            ExprKind::Int(n) => Some(Value::Int(n.clone())),
            ExprKind::Real(r) => Some(Value::Real(r.clone())),
            ExprKind::Name(name) => self.known_name(name, context, depth),
            ExprKind::Unary(op, e) => match (op, self.known(e, context, depth)?) {
                (Unary::Not, Value::Bool(b)) => Some(Value::Bool(!b)),
                (Unary::Minus, Value::Int(n)) => Some(Value::Int(-n)),
                (Unary::Minus, Value::Real(r)) => Some(Value::Real(-r)),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => self.known_binary(*op, a, b, context, depth),
            ExprKind::If { condition, then, otherwise, .. } => match self.known(condition, context, depth)? {
                Value::Bool(true) => self.known(then, context, depth),
                Value::Bool(false) => self.known(otherwise, context, depth),
                _ => None,
            },
            ExprKind::List(items) => match items.as_slice() {
                [only] => self.known(only, context, depth),
                _ => None,
            },
            _ => None,
        })
    }

    fn known_name(&mut self, name: &str, context: ContextId, depth: usize) -> Option<Value> {
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
    ) -> Option<Value> {
        let left = self.known(a, context, depth)?;
        match (op, &left) {
            (Binary::And, Value::Bool(false)) => return Some(Value::Bool(false)),
            (Binary::Or | Binary::Implies, Value::Bool(known)) if *known == (op == Binary::Or) => {
                return Some(Value::Bool(true));
            }
            _ => {}
        }
        let right = self.known(b, context, depth)?;
        combine(op, left, right)
    }
}

fn combine(op: Binary, left: Value, right: Value) -> Option<Value> {
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
        (Some(truth), a, b) => (std::mem::discriminant(&a) == std::mem::discriminant(&b)).then_some(Value::Bool(truth)),
        (None, Value::Bool(a), Value::Bool(b)) => match op {
            And => Some(Value::Bool(a && b)),
            Or => Some(Value::Bool(a || b)),
            Xor => Some(Value::Bool(a != b)),
            Implies => Some(Value::Bool(!a || b)),
            _ => None,
        },
        (None, Value::Int(a), Value::Int(b)) => integers(op, a, b),
        (None, Value::Real(a), Value::Real(b)) => match op {
            Plus => Some(Value::Real(a + b)),
            Minus => Some(Value::Real(a - b)),
            Times => Some(Value::Real(a * b)),
            Divide if !b.is_zero() => Some(Value::Real(a / b)),
            _ => None,
        },
        _ => None,
    }
}

fn integers(op: Binary, a: num_bigint::BigInt, b: num_bigint::BigInt) -> Option<Value> {
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
    Some(Value::Int(value))
}
