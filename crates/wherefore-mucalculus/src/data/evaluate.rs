//! The value of an expression.
//!
//! Nothing is typed beforehand: an operator that is given something else than it takes is a [`Fault`] at its place, and so is a
//! comparison of values of different forms. `&&`, `||`, `=>` and `if` look at their right sides only where they must.

use super::{Builtin, Expr, ExprKind, Fault, Function, Value};
use crate::syntax::Operator;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How deep defined functions may call each other.
const DEEPEST: u32 = 2_000;
/// How many steps the value of one expression may take.
const MOST_STEPS: u32 = 10_000_000;
/// How many items a list or set may have.
const MOST_ITEMS: usize = 100_000;

/// What names mean.
#[derive(Clone, Copy, Debug)]
pub struct Meaning<'a> {
    /// The functions that the document defines.
    pub functions: &'a [Function],
    /// The values of each sort that is quantified over.
    pub domains: &'a [Vec<Value>],
}

/// Values of variables; the last entry of a variable counts.
pub type Scope = Vec<(u32, Value)>;

struct Run<'a> {
    meaning: Meaning<'a>,
    scope: Scope,
    depth: u32,
    steps: u32,
}

/// The value of an expression.
pub fn value(meaning: Meaning<'_>, scope: Scope, expr: &Expr) -> Result<Value, Fault> {
    Run { meaning, scope, depth: 0, steps: 0 }.value(expr)
}

/// The value of a condition.
pub fn truth(meaning: Meaning<'_>, scope: Scope, expr: &Expr) -> Result<bool, Fault> {
    Run { meaning, scope, depth: 0, steps: 0 }.truth(expr)
}

fn fault<T>(at: &Expr, words: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { span: at.span, words: words.into() })
}

impl Run<'_> {
    fn value(&mut self, expr: &Expr) -> Result<Value, Fault> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return fault(expr, "this takes more than 10,000,000 steps");
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.step(expr))
    }

    fn step(&mut self, expr: &Expr) -> Result<Value, Fault> {
        match &expr.kind {
            ExprKind::Constant(value) => Ok(value.clone()),
            ExprKind::Slot(slot) => match self.scope.iter().rev().find(|(s, _)| s == slot) {
                Some((_, value)) => Ok(value.clone()),
                None => fault(expr, "this variable has no value here"),
            },
            ExprKind::Operator(operator, list) => self.operator(*operator, list, expr),
            ExprKind::Builtin(builtin, list) => self.builtin(*builtin, list, expr),
            ExprKind::Defined(function, list) => {
                let arguments = self.values(list)?;
                self.call(*function, &arguments, expr)
            }
            ExprKind::Construct(name, list) => Ok(Value::Term(name.clone(), self.values(list)?.into())),
            ExprKind::Recognise(name, inner) => match self.value(inner)? {
                Value::Term(made, _) => Ok(Value::Bool(made == *name)),
                other => fault(inner, format!("`{other}` is made by no constructor")),
            },
            ExprKind::Project(which, inner) => self.project(which, inner),
            ExprKind::List(list) => Ok(Value::List(self.values(list)?.into())),
            ExprKind::Set(list) => Ok(Value::Set(Arc::new(self.values(list)?.into_iter().collect()))),
            ExprKind::Quantifier(universal, slot, domain, body) => self.quantifier(*universal, *slot, *domain, body),
        }
    }

    fn values(&mut self, list: &[Expr]) -> Result<Vec<Value>, Fault> {
        list.iter().map(|e| self.value(e)).collect()
    }

    fn truth(&mut self, expr: &Expr) -> Result<bool, Fault> {
        match self.value(expr)? {
            Value::Bool(value) => Ok(value),
            other => fault(expr, format!("`{other}` is no Boolean")),
        }
    }

    fn number(&mut self, expr: &Expr) -> Result<i64, Fault> {
        match self.value(expr)? {
            Value::Number(value) => Ok(value),
            other => fault(expr, format!("`{other}` is no number")),
        }
    }

    fn items(&mut self, expr: &Expr) -> Result<Arc<[Value]>, Fault> {
        match self.value(expr)? {
            Value::List(items) => Ok(items),
            other => fault(expr, format!("`{other}` is no list")),
        }
    }

    fn quantifier(&mut self, universal: bool, slot: u32, domain: usize, body: &Expr) -> Result<Value, Fault> {
        let values = self.meaning.domains.get(domain).map_or(&[][..], Vec::as_slice);
        for value in values {
            self.scope.push((slot, value.clone()));
            let found = self.truth(body);
            self.scope.pop();
            if found? != universal {
                return Ok(Value::Bool(!universal));
            }
        }
        Ok(Value::Bool(universal))
    }

    fn project(&mut self, which: &[(Arc<str>, usize)], inner: &Expr) -> Result<Value, Fault> {
        let value = self.value(inner)?;
        let Value::Term(made, arguments) = &value else { return fault(inner, format!("`{value}` has no such part")) };
        let found = which.iter().find(|(name, _)| name == made).and_then(|(_, place)| arguments.get(*place));
        found.map_or_else(|| fault(inner, format!("`{value}` has no such part")), |v| Ok(v.clone()))
    }

    /// The first equation that fits.
    fn call(&mut self, function: usize, arguments: &[Value], at: &Expr) -> Result<Value, Fault> {
        let Some(function) = self.meaning.functions.get(function) else {
            return fault(at, "this function is not defined");
        };
        if self.depth >= DEEPEST {
            return fault(at, format!("`{}` calls itself more than {DEEPEST} levels deep", function.name));
        }
        let outer = std::mem::take(&mut self.scope);
        self.depth += 1;
        let mut result = None;
        for rule in &function.rules {
            self.scope.clear();
            if rule.patterns.len() != arguments.len() || !self.fits(&rule.patterns, arguments) {
                continue;
            }
            match rule.condition.as_ref().map_or(Ok(true), |c| self.truth(c)) {
                Ok(true) => result = Some(self.value(&rule.right)),
                Ok(false) => continue,
                Err(fault) => result = Some(Err(fault)),
            }
            break;
        }
        self.depth -= 1;
        self.scope = outer;
        result.unwrap_or_else(|| fault(at, format!("no equation of `{}` applies", function.name)))
    }

    /// Whether arguments look like the left side of an equation; its variables get their values.
    fn fits(&mut self, patterns: &[Expr], arguments: &[Value]) -> bool {
        patterns.iter().zip(arguments).all(|(pattern, argument)| match (&pattern.kind, argument) {
            (ExprKind::Slot(slot), _) => match self.scope.iter().find(|(s, _)| s == slot) {
                Some((_, known)) => known == argument,
                None => {
                    self.scope.push((*slot, argument.clone()));
                    true
                }
            },
            (ExprKind::Construct(name, parts), Value::Term(made, given)) => {
                name == made && parts.len() == given.len() && self.fits(parts, given)
            }
            (ExprKind::List(parts), Value::List(given)) => parts.len() == given.len() && self.fits(parts, given),
            (ExprKind::Operator(Operator::Prepend, parts), Value::List(given)) => {
                match (parts.as_slice(), given.split_first()) {
                    ([head, tail], Some((first, rest))) => {
                        self.fits(std::slice::from_ref(head), std::slice::from_ref(first))
                            && self.fits(std::slice::from_ref(tail), &[Value::List(rest.into())])
                    }
                    _ => false,
                }
            }
            (ExprKind::Constant(value), _) => value == argument,
            _ => false,
        })
    }

    fn builtin(&mut self, builtin: Builtin, list: &[Expr], at: &Expr) -> Result<Value, Fault> {
        let (Some(first), last) = (list.first(), list.last()) else { return fault(at, "an argument is missing") };
        let last = last.unwrap_or(first);
        let number = |found: Option<i64>| {
            found.map_or_else(|| fault(at, "this number leaves 63 bits"), |n| Ok(Value::Number(n)))
        };
        match builtin {
            Builtin::If => match (self.truth(first)?, list.get(1)) {
                (true, Some(then)) => self.value(then),
                _ => self.value(last),
            },
            Builtin::Max => Ok(Value::Number(self.number(first)?.max(self.number(last)?))),
            Builtin::Min => Ok(Value::Number(self.number(first)?.min(self.number(last)?))),
            Builtin::Abs => number(self.number(first)?.checked_abs()),
            Builtin::Succ => number(self.number(first)?.checked_add(1)),
            Builtin::Pred => number(self.number(first)?.checked_sub(1)),
            Builtin::Exp => {
                let (base, exponent) = (self.number(first)?, self.number(last)?);
                number(u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)))
            }
            Builtin::Convert(least) => {
                let number = self.number(first)?;
                if number < least { fault(at, format!("{number} is too small")) } else { Ok(Value::Number(number)) }
            }
            Builtin::Head | Builtin::LastOf => {
                let items = self.items(first)?;
                let found = if builtin == Builtin::Head { items.first() } else { items.last() };
                found.map_or_else(|| fault(at, "the list is empty"), |v| Ok(v.clone()))
            }
            Builtin::Tail | Builtin::AllButLast => {
                let items = self.items(first)?;
                let found = if builtin == Builtin::Tail { items.split_first() } else { items.split_last() };
                found.map_or_else(|| fault(at, "the list is empty"), |(_, rest)| Ok(Value::List(rest.into())))
            }
        }
    }

    fn operator(&mut self, operator: Operator, list: &[Expr], at: &Expr) -> Result<Value, Fault> {
        match (operator, list) {
            (Operator::Not, [a]) => Ok(Value::Bool(!self.truth(a)?)),
            (Operator::Negate, [a]) => match self.number(a)?.checked_neg() {
                Some(number) => Ok(Value::Number(number)),
                None => fault(at, "this number leaves 63 bits"),
            },
            (Operator::Size, [a]) => match self.value(a)? {
                Value::List(items) => Ok(Value::Number(items.len() as i64)),
                Value::Set(items) => Ok(Value::Number(items.len() as i64)),
                other => fault(a, format!("`{other}` is no list or set")),
            },
            (Operator::And, [a, b]) => Ok(Value::Bool(self.truth(a)? && self.truth(b)?)),
            (Operator::Or, [a, b]) => Ok(Value::Bool(self.truth(a)? || self.truth(b)?)),
            (Operator::Implies, [a, b]) => Ok(Value::Bool(!self.truth(a)? || self.truth(b)?)),
            (_, [a, b]) => {
                let (left, right) = (self.value(a)?, self.value(b)?);
                match binary(operator, &left, &right) {
                    Some(value) => Ok(value),
                    None => fault(
                        at,
                        format!("the operator does not take `{left}` and `{right}`, or its result is too large"),
                    ),
                }
            }
            _ => fault(at, "an operand is missing"),
        }
    }
}

fn binary(operator: Operator, left: &Value, right: &Value) -> Option<Value> {
    match (operator, left, right) {
        (Operator::Equal, _, _) => comparable(left, right).then(|| Value::Bool(left == right)),
        (Operator::Unequal, _, _) => comparable(left, right).then(|| Value::Bool(left != right)),
        (_, Value::Number(a), Value::Number(b)) => arithmetic(operator, *a, *b),
        (Operator::In, _, Value::List(items)) => Some(Value::Bool(items.contains(left))),
        (Operator::In, _, Value::Set(items)) => Some(Value::Bool(items.contains(left))),
        (Operator::Prepend, _, Value::List(items)) => list(std::iter::once(left).chain(items.iter())),
        (Operator::Append, Value::List(items), _) => list(items.iter().chain(std::iter::once(right))),
        (Operator::Concat, Value::List(a), Value::List(b)) => list(a.iter().chain(b.iter())),
        (Operator::At, Value::List(items), Value::Number(place)) => items.get(usize::try_from(*place).ok()?).cloned(),
        (Operator::Add, Value::Set(a), Value::Set(b)) => set(a.union(b)),
        (Operator::Subtract, Value::Set(a), Value::Set(b)) => set(a.difference(b)),
        (Operator::Multiply, Value::Set(a), Value::Set(b)) => set(a.intersection(b)),
        (Operator::LessEqual, Value::Set(a), Value::Set(b)) => Some(Value::Bool(a.is_subset(b))),
        _ => None,
    }
}

/// Whether two values can be of one sort.
fn comparable(left: &Value, right: &Value) -> bool {
    std::mem::discriminant(left) == std::mem::discriminant(right)
}

fn list<'v>(items: impl Iterator<Item = &'v Value>) -> Option<Value> {
    let items: Vec<Value> = items.take(MOST_ITEMS + 1).cloned().collect();
    (items.len() <= MOST_ITEMS).then(|| Value::List(items.into()))
}

fn set<'v>(items: impl Iterator<Item = &'v Value>) -> Option<Value> {
    let items: BTreeSet<Value> = items.take(MOST_ITEMS + 1).cloned().collect();
    (items.len() <= MOST_ITEMS).then(|| Value::Set(Arc::new(items)))
}

fn arithmetic(operator: Operator, a: i64, b: i64) -> Option<Value> {
    Some(match operator {
        Operator::Less => Value::Bool(a < b),
        Operator::LessEqual => Value::Bool(a <= b),
        Operator::Greater => Value::Bool(a > b),
        Operator::GreaterEqual => Value::Bool(a >= b),
        Operator::Add => Value::Number(a.checked_add(b)?),
        Operator::Subtract => Value::Number(a.checked_sub(b)?),
        Operator::Multiply => Value::Number(a.checked_mul(b)?),
        Operator::Div if b > 0 => Value::Number(a.div_euclid(b)),
        Operator::Mod if b > 0 => Value::Number(a.rem_euclid(b)),
        _ => return None,
    })
}
