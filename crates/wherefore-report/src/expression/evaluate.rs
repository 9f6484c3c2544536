//! Values of expressions at the steps of a run.

use super::{ExpressionError, Kind, Node, Operator, Value};
use num_rational::BigRational;
use num_traits::Zero;
use std::cmp::Ordering;

/// The largest number that is computed, in bits.
const LARGEST: u64 = 16_384;

/// A run as a table.
pub trait Table {
    /// How many steps it has.
    fn steps(&self) -> usize;
    /// The step after the last, if it goes on.
    fn loop_start(&self) -> Option<usize>;
    /// Whether it has a variable of this name.
    fn has(&self, name: &str) -> bool;
    /// The value of a variable, if it is known.
    fn value(&self, step: usize, name: &str) -> Option<Value>;
    /// Whether a variable can have this value.
    fn is_symbol(&self, name: &str) -> bool;
}

type Found = Result<Option<Value>, ExpressionError>;

/// Value at a step.
pub(super) fn at(node: &Node, run: &impl Table, step: usize) -> Found {
    match &node.kind {
        Kind::Constant(value) => Ok(Some(value.clone())),
        Kind::Name(name) if run.has(name) => Ok(run.value(step, name)),
        Kind::Name(name) if run.is_symbol(name) => Ok(Some(Value::Symbol(name.clone()))),
        Kind::Name(name) => {
            Err(ExpressionError::new(node.at, format!("the run has no variable or value called `{name}`")))
        }
        Kind::Not(inner) => Ok(truth(inner, run, step)?.map(|value| Value::Bool(!value))),
        Kind::Minus(inner) => Ok(quantity(inner, run, step)?.map(|value| Value::Number(-value))),
        Kind::Shift(by, inner) => match shifted(run, step, *by) {
            Some(step) => at(inner, run, step),
            // What stands there is looked at all the same, so that a mistake in it is found.
            None => at(inner, run, step).map(|_| None),
        },
        Kind::Choice(condition, yes, no) => {
            let (condition, yes, no) = (truth(condition, run, step)?, at(yes, run, step)?, at(no, run, step)?);
            Ok(condition.and_then(|condition| if condition { yes } else { no }))
        }
        Kind::Binary(operator, left, right) => binary(node.at, *operator, (left, right), run, step),
    }
}

/// Collects the names below a node, from left to right.
pub(super) fn names<'a>(node: &'a Node, found: &mut Vec<(usize, &'a str)>) {
    match &node.kind {
        Kind::Constant(_) => {}
        Kind::Name(name) => found.push((node.at, name)),
        Kind::Not(inner) | Kind::Minus(inner) | Kind::Shift(_, inner) => names(inner, found),
        Kind::Binary(_, left, right) => [left, right].into_iter().for_each(|part| names(part, found)),
        Kind::Choice(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| names(part, found)),
    }
}

fn shifted(run: &impl Table, step: usize, by: i8) -> Option<usize> {
    if by < 0 {
        return step.checked_sub(1);
    }
    if step + 1 < run.steps() { Some(step + 1) } else { run.loop_start().filter(|start| *start < run.steps()) }
}

fn binary(place: usize, operator: Operator, (left, right): (&Node, &Node), run: &impl Table, step: usize) -> Found {
    match operator {
        Operator::Iff | Operator::Implies | Operator::Or | Operator::Xor | Operator::And => {
            let sides = (truth(left, run, step)?, truth(right, run, step)?);
            Ok(connected(operator, sides).map(Value::Bool))
        }
        Operator::Equal | Operator::Different => {
            let (Some(left), Some(right)) = (at(left, run, step)?, at(right, run, step)?) else { return Ok(None) };
            if std::mem::discriminant(&left) != std::mem::discriminant(&right) {
                return Err(ExpressionError::new(place, format!("{} is compared with {}", kind(&left), kind(&right))));
            }
            Ok(Some(Value::Bool((left == right) == (operator == Operator::Equal))))
        }
        _ => {
            let (Some(left), Some(right)) = (quantity(left, run, step)?, quantity(right, run, step)?) else {
                return Ok(None);
            };
            computed(place, operator, &left, &right)
        }
    }
}

/// A connective; one side may be enough.
fn connected(operator: Operator, sides: (Option<bool>, Option<bool>)) -> Option<bool> {
    match (operator, sides) {
        (Operator::And, (Some(false), _) | (_, Some(false))) => Some(false),
        (Operator::Or, (Some(true), _) | (_, Some(true))) => Some(true),
        (Operator::Implies, (Some(false), _) | (_, Some(true))) => Some(true),
        (_, (Some(left), Some(right))) => Some(match operator {
            Operator::And => left && right,
            Operator::Or => left || right,
            Operator::Implies => !left || right,
            Operator::Xor => left != right,
            _ => left == right,
        }),
        _ => None,
    }
}

fn computed(place: usize, operator: Operator, left: &BigRational, right: &BigRational) -> Found {
    let order = left.cmp(right);
    let value = match operator {
        Operator::Less => return Ok(Some(Value::Bool(order == Ordering::Less))),
        Operator::AtMost => return Ok(Some(Value::Bool(order != Ordering::Greater))),
        Operator::Greater => return Ok(Some(Value::Bool(order == Ordering::Greater))),
        Operator::AtLeast => return Ok(Some(Value::Bool(order != Ordering::Less))),
        Operator::Over | Operator::Modulo if right.is_zero() => return Ok(None),
        Operator::Over => left / right,
        Operator::Modulo => left - (left / right).floor() * right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        _ => left + right,
    };
    if value.numer().bits().max(value.denom().bits()) > LARGEST {
        return Err(ExpressionError::new(place, "the result is too large"));
    }
    Ok(Some(Value::Number(value)))
}

fn truth(node: &Node, run: &impl Table, step: usize) -> Result<Option<bool>, ExpressionError> {
    match at(node, run, step)? {
        Some(Value::Bool(value)) => Ok(Some(value)),
        Some(other) => {
            Err(ExpressionError::new(node.at, format!("a truth value is expected, and this is {}", kind(&other))))
        }
        None => Ok(None),
    }
}

fn quantity(node: &Node, run: &impl Table, step: usize) -> Result<Option<BigRational>, ExpressionError> {
    match at(node, run, step)? {
        Some(Value::Number(value)) => Ok(Some(value)),
        Some(other) => {
            Err(ExpressionError::new(node.at, format!("a number is expected, and this is {}", kind(&other))))
        }
        None => Ok(None),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::Symbol(_) => "a symbol",
    }
}
