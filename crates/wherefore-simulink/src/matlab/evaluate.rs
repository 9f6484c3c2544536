//! Values of expressions.

mod functions;
mod index;
mod join;
mod linear;
mod operators;
mod work;

use super::{Expr, ExprKind, Number, ScriptError, UnaryOp, Value};
use num_traits::ToPrimitive;
use work::{Reason, Work};

/// The value of an expression. Names are looked up first; what has no value is a constant, such as `pi`, or a function. The
/// field `a` of `p` is looked up as `p.a`.
///
/// # Errors
///
/// If the expression has no value, at the least part of it that has none.
pub fn evaluate(expr: &Expr, names: &dyn Fn(&str) -> Option<Value>) -> Result<Value, ScriptError> {
    Evaluator { names, work: Work::new() }.value(expr, None)
}

struct Evaluator<'a> {
    names: &'a dyn Fn(&str) -> Option<Value>,
    work: Work,
}

/// What `end` means: the last index of a value in one of several positions.
#[derive(Clone, Copy)]
struct Indexed<'a> {
    value: &'a Value,
    position: usize,
    positions: usize,
}

impl Evaluator<'_> {
    /// The height of trees is bounded where they are built by the parser; others are taken to be no higher.
    fn value(&self, expr: &Expr, end: Option<Indexed<'_>>) -> Result<Value, ScriptError> {
        let reason = |message: String| ScriptError::new(expr.at.clone(), message);
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::scalar(number.clone())),
            ExprKind::Text(text) => Ok(Value::text(text)),
            ExprKind::Name(name) => self.name(name).map_err(reason),
            ExprKind::Unary(op, operand) => self.unary(*op, &self.value(operand, end)?).map_err(reason),
            ExprKind::Binary(op, left, right) => {
                let left = self.value(left, end)?;
                if let Some(decided) = operators::decided(*op, &left).map_err(reason)? {
                    return Ok(decided);
                }
                let right = self.value(right, end)?;
                operators::binary(*op, &left, &right, &self.work).map_err(reason)
            }
            ExprKind::Apply { function, arguments } => self.apply(expr, function, arguments, end),
            ExprKind::Matrix(rows) => self.matrix(expr, rows, end),
            ExprKind::Range { from, step, to } => {
                let from = self.value(from, end)?;
                let step = step.as_ref().map(|step| self.value(step, end)).transpose()?;
                let to = self.value(to, end)?;
                functions::range(&from, step.as_ref(), &to, &self.work).map_err(reason)
            }
            ExprKind::End => match end {
                Some(end) => Ok(Value::integer(index::last(&end))),
                None => Err(reason("`end` has a meaning only as an index".to_string())),
            },
            ExprKind::Colon => Err(reason("`:` has a meaning only as an index".to_string())),
            ExprKind::Cell(_) => Err(reason("cells are not taken".to_string())),
            ExprKind::Field(..) => match expr.dotted_name() {
                Some(name) => self.name(&name).map_err(reason),
                None => Err(reason("only a variable can have fields".to_string())),
            },
        }
    }

    fn name(&self, name: &str) -> Reason<Value> {
        if let Some(value) = (self.names)(name) {
            self.work.elements(value.elements.len())?;
            return Ok(value);
        }
        match functions::call(name, &[], &self.work) {
            Some(result) => result,
            None => Err(format!("`{name}` has no value")),
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Value) -> Reason<Value> {
        self.work.elements(operand.elements.len())?;
        operators::unary(op, operand)
    }

    fn matrix(&self, expr: &Expr, rows: &[Vec<Expr>], end: Option<Indexed<'_>>) -> Result<Value, ScriptError> {
        let reason = |message: String| ScriptError::new(expr.at.clone(), message);
        let mut joined = Vec::new();
        for row in rows {
            let parts = row.iter().map(|part| self.value(part, end)).collect::<Result<Vec<_>, _>>()?;
            joined.push(join::beside(&parts, &self.work).map_err(reason)?);
        }
        join::below(&joined, &self.work).map_err(reason)
    }

    fn apply(
        &self,
        expr: &Expr,
        function: &str,
        arguments: &[Expr],
        end: Option<Indexed<'_>>,
    ) -> Result<Value, ScriptError> {
        let reason = |message: String| ScriptError::new(expr.at.clone(), message);
        let Some(value) = (self.names)(function) else {
            let values = arguments.iter().map(|a| self.value(a, end)).collect::<Result<Vec<_>, _>>()?;
            for value in &values {
                self.work.elements(value.elements.len()).map_err(reason)?;
            }
            let unknown = || Err(format!("`{function}` is neither a variable with a value nor a known function"));
            return functions::call(function, &values, &self.work).unwrap_or_else(unknown).map_err(reason);
        };
        self.work.elements(value.elements.len()).map_err(reason)?;
        let mut indices = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let end = Indexed { value: &value, position, positions: arguments.len() };
            indices.push(match argument.kind {
                ExprKind::Colon => index::Index::All,
                _ => {
                    let index = self.value(argument, Some(end))?;
                    index::Index::of(&index).map_err(|message| ScriptError::new(argument.at.clone(), message))?
                }
            });
        }
        index::select(&value, &indices, &self.work).map_err(reason)
    }
}

/// A scalar that is a whole number and not negative, such as a size.
fn whole(value: &Value) -> Reason<usize> {
    let number = value.as_scalar().and_then(Number::finite).filter(|exact| exact.is_integer());
    match number {
        // Negative sizes mean zero in MATLAB.
        Some(exact) if exact.numer().sign() == num_bigint::Sign::Minus => Ok(0),
        Some(exact) => exact.numer().to_usize().ok_or_else(|| format!("the number {value} is too large")),
        None if value.is_scalar() => Err(format!("{value} is not a whole number")),
        None => Err(format!("a single number is needed here, but the size is {}", value.size())),
    }
}
