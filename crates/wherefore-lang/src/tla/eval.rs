//! The value of a formula in a state.

use super::TlaError;
use super::scope::{Meaning, Scope};
use super::tree::{Expr, Kind};
use super::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Operators that are written as names, with how many arguments they take.
pub(super) const OPERATORS: &[(&str, usize)] = &[("Len", 1), ("Head", 1), ("Tail", 1), ("Cardinality", 1)];
/// Evaluation goes no deeper.
const DEEPEST: usize = 300;
/// The most parts that are evaluated in one state.
const LONGEST: usize = 2_000_000;
/// The most elements of an interval.
const WIDEST: i64 = 100_000;

type Found = Result<Value, TlaError>;

/// Evaluates formulas in states.
pub struct Judge<'s> {
    scope: &'s Scope,
    /// The values of the variables; none where names that mean nothing are model values.
    state: Option<&'s [Value]>,
    bound: Vec<(String, Value)>,
    depth: usize,
    left: usize,
}

/// The value of a formula without variables; names are model values.
pub(super) fn closed(expr: &Expr) -> Option<Value> {
    let scope = Scope::default();
    Judge { scope: &scope, state: None, bound: Vec::new(), depth: 0, left: LONGEST }.eval(expr).ok()
}

impl<'s> Judge<'s> {
    /// For one state: the values of the variables, in their order.
    pub fn new(scope: &'s Scope, state: &'s [Value]) -> Judge<'s> {
        Judge { scope, state: Some(state), bound: Vec::new(), depth: 0, left: LONGEST }
    }

    /// Whether the formula is true.
    pub fn holds(&mut self, expr: &Expr) -> Result<bool, TlaError> {
        match self.eval(expr)? {
            Value::Bool(value) => Ok(value),
            other => Err(wrong(expr, format!("a Boolean is needed here, and this is {}", other.kind()))),
        }
    }

    /// The value of a formula.
    pub fn eval(&mut self, expr: &Expr) -> Found {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.depth >= DEEPEST {
            return Err(wrong(expr, "the formula is too large to be evaluated in a state"));
        }
        self.depth += 1;
        let found = self.kind(expr);
        self.depth -= 1;
        found
    }

    fn kind(&mut self, expr: &Expr) -> Found {
        match &expr.kind {
            Kind::Value(value) => Ok(value.clone()),
            Kind::Name(name) => self.name(name, &[], expr),
            Kind::Call(name, arguments) => self.call(name, arguments, expr),
            Kind::Unary(sign, inner) => self.unary(sign, inner),
            Kind::Binary(sign, left, right) => self.binary(sign, left, right, expr),
            Kind::And(list) => self.junction(list, false),
            Kind::Or(list) => self.junction(list, true),
            Kind::Apply(function, argument) => {
                let map = self.function(function)?;
                let at = self.eval(argument)?;
                map.get(&at).cloned().ok_or_else(|| wrong(expr, format!("there is no value at {at}")))
            }
            Kind::Set(list) => self.list(list).map(Value::set),
            Kind::Tuple(list) => self.list(list).map(Value::tuple),
            Kind::Merge(list) => self.merge(list),
            Kind::Record(fields) => {
                let pairs = fields.iter().map(|(name, value)| Ok((Value::text(name), self.eval(value)?)));
                pairs.collect::<Result<Vec<_>, TlaError>>().map(Value::function)
            }
            Kind::Quantified(for_all, bounds, body) => {
                let mut value = *for_all;
                self.each(bounds, &mut |judge| {
                    value = judge.holds(body)?;
                    Ok(value == *for_all)
                })?;
                Ok(Value::Bool(value))
            }
            Kind::Function(bounds, body) => self.function_of(bounds, body),
            Kind::Image(body, bounds) => {
                let mut values = BTreeSet::new();
                self.each(bounds, &mut |judge| {
                    values.insert(judge.eval(body)?);
                    Ok(true)
                })?;
                Ok(Value::Set(Arc::new(values)))
            }
            Kind::Filter(name, set, body) => {
                let mut values = BTreeSet::new();
                for element in self.set(set)?.iter() {
                    if self.with(name, element.clone(), |judge| judge.holds(body))? {
                        values.insert(element.clone());
                    }
                }
                Ok(Value::Set(Arc::new(values)))
            }
            Kind::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                if self.holds(condition)? { self.eval(then) } else { self.eval(otherwise) }
            }
        }
    }

    fn list(&mut self, list: &[Expr]) -> Result<Vec<Value>, TlaError> {
        list.iter().map(|item| self.eval(item)).collect()
    }

    fn junction(&mut self, list: &[Expr], decides: bool) -> Found {
        for item in list {
            if self.holds(item)? == decides {
                return Ok(Value::Bool(decides));
            }
        }
        Ok(Value::Bool(!decides))
    }

    fn merge(&mut self, list: &[Expr]) -> Found {
        let mut all = BTreeMap::new();
        for part in list {
            for (argument, value) in self.function(part)?.iter() {
                all.entry(argument.clone()).or_insert_with(|| value.clone());
            }
        }
        Ok(Value::Function(Arc::new(all)))
    }

    fn with<T>(&mut self, name: &str, value: Value, work: impl FnOnce(&mut Self) -> T) -> T {
        self.bound.push((name.to_owned(), value));
        let found = work(self);
        self.bound.pop();
        found
    }

    /// Does something for each choice of bound variables, until it says no; whether it never did.
    fn each(
        &mut self,
        bounds: &[(String, Expr)],
        work: &mut dyn FnMut(&mut Self) -> Result<bool, TlaError>,
    ) -> Result<bool, TlaError> {
        let Some(((name, set), rest)) = bounds.split_first() else { return work(self) };
        for element in self.set(set)?.iter() {
            if !self.with(name, element.clone(), |judge| judge.each(rest, work))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn function_of(&mut self, bounds: &[(String, Expr)], body: &Expr) -> Found {
        let (mut map, count) = (BTreeMap::new(), bounds.len());
        self.each(bounds, &mut |judge| {
            let from = judge.bound.len().saturating_sub(count);
            let mut at: Vec<Value> = judge.bound.iter().skip(from).map(|(_, value)| value.clone()).collect();
            let at = if count == 1 { at.pop().unwrap_or(Value::Bool(false)) } else { Value::tuple(at) };
            map.insert(at, judge.eval(body)?);
            Ok(true)
        })?;
        Ok(Value::Function(Arc::new(map)))
    }

    fn name(&mut self, name: &str, arguments: &[Expr], expr: &Expr) -> Found {
        if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(value.clone());
        }
        match (self.scope.find(name), self.state) {
            (Some(Meaning::Variable(place)), Some(state)) => {
                state.get(place).cloned().ok_or_else(|| wrong(expr, format!("`{name}` has no value")))
            }
            (Some(Meaning::Value(value)), _) => Ok(value),
            (Some(Meaning::Definition(definition)), _) => {
                let body = definition.body.as_ref().map_err(|why| wrong(expr, why.message.clone()))?;
                let values = self.list(arguments)?;
                // A definition sees its parameters and nothing that is bound where it is used.
                let inner = definition.parameters.iter().cloned().zip(values).collect();
                let outer = std::mem::replace(&mut self.bound, inner);
                let found = self.eval(body).map_err(|why| wrong(expr, format!("in `{name}`: {}", why.message)));
                self.bound = outer;
                found
            }
            (_, None) if arguments.is_empty() => Ok(Value::Model(name.into())),
            _ => Err(wrong(expr, format!("nothing is called `{name}`"))),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr], expr: &Expr) -> Found {
        match (name, arguments) {
            ("Cardinality", [set]) => Ok(Value::Int(self.set(set)?.len() as i64)),
            ("Len", [list]) => Ok(Value::Int(self.function(list)?.len() as i64)),
            ("Head", [list]) => {
                let map = self.function(list)?;
                map.get(&Value::Int(1)).cloned().ok_or_else(|| wrong(expr, "the head of an empty sequence"))
            }
            ("Tail", [list]) => Ok(Value::tuple(self.function(list)?.values().skip(1).cloned())),
            _ => self.name(name, arguments, expr),
        }
    }

    fn unary(&mut self, sign: &str, inner: &Expr) -> Found {
        match sign {
            "~" => Ok(Value::Bool(!self.holds(inner)?)),
            "-" => match self.number(inner)?.checked_neg() {
                Some(number) => Ok(Value::Int(number)),
                None => Err(overflow(inner)),
            },
            _ => Ok(Value::set(self.function(inner)?.keys().cloned())),
        }
    }

    fn binary(&mut self, sign: &str, left: &Expr, right: &Expr, expr: &Expr) -> Found {
        let truth = |value: bool| Ok(Value::Bool(value));
        match sign {
            "=>" => truth(!self.holds(left)? || self.holds(right)?),
            "<=>" => truth(self.holds(left)? == self.holds(right)?),
            "=" | "#" | "/=" => {
                let (one, two) = (self.eval(left)?, self.eval(right)?);
                if !one.is_comparable(&two) {
                    return Err(wrong(expr, format!("{} is compared with {}", one.kind(), two.kind())));
                }
                truth((one == two) == (sign == "="))
            }
            "\\in" | "\\notin" => {
                let one = self.eval(left)?;
                let is_in = match endless(right, &one) {
                    Some(is_in) => is_in,
                    None => self.set(right)?.contains(&one),
                };
                truth(is_in == (sign == "\\in"))
            }
            "\\subseteq" => truth(self.set(left)?.is_subset(&*self.set(right)?)),
            "\\cup" => Ok(Value::set(self.set(left)?.union(&*self.set(right)?).cloned())),
            "\\cap" => Ok(Value::set(self.set(left)?.intersection(&*self.set(right)?).cloned())),
            "\\" => Ok(Value::set(self.set(left)?.difference(&*self.set(right)?).cloned())),
            ":>" => Ok(Value::function([(self.eval(left)?, self.eval(right)?)])),
            _ => self.arithmetic(sign, left, right, expr),
        }
    }

    fn arithmetic(&mut self, sign: &str, left: &Expr, right: &Expr, expr: &Expr) -> Found {
        let (one, two) = (self.number(left)?, self.number(right)?);
        let number = |value: Option<i64>| value.map(Value::Int).ok_or_else(|| overflow(expr));
        match sign {
            "<" => Ok(Value::Bool(one < two)),
            ">" => Ok(Value::Bool(one > two)),
            "<=" | "=<" => Ok(Value::Bool(one <= two)),
            ">=" => Ok(Value::Bool(one >= two)),
            "+" => number(one.checked_add(two)),
            "-" => number(one.checked_sub(two)),
            "*" => number(one.checked_mul(two)),
            "\\div" | "%" if two <= 0 => Err(wrong(expr, "the divisor is not positive")),
            "\\div" => number(one.checked_div_euclid(two)),
            "%" => number(one.checked_rem_euclid(two)),
            ".." if two.saturating_sub(one) > WIDEST => Err(wrong(expr, "the interval has too many numbers")),
            ".." => {
                self.left = self.left.saturating_sub(two.saturating_sub(one).max(0) as usize);
                Ok(Value::set((one..=two).map(Value::Int)))
            }
            _ => Err(wrong(expr, format!("`{sign}` is not supported"))),
        }
    }

    fn number(&mut self, expr: &Expr) -> Result<i64, TlaError> {
        match self.eval(expr)? {
            Value::Int(number) => Ok(number),
            other => Err(wrong(expr, format!("a number is needed here, and this is {}", other.kind()))),
        }
    }

    fn set(&mut self, expr: &Expr) -> Result<Arc<BTreeSet<Value>>, TlaError> {
        match self.eval(expr)? {
            Value::Set(set) => Ok(set),
            other => Err(wrong(expr, format!("a set is needed here, and this is {}", other.kind()))),
        }
    }

    fn function(&mut self, expr: &Expr) -> Result<Arc<BTreeMap<Value, Value>>, TlaError> {
        match self.eval(expr)? {
            Value::Function(map) => Ok(map),
            other => Err(wrong(expr, format!("a function is needed here, and this is {}", other.kind()))),
        }
    }
}

/// Whether a value is in a set that is not finite.
fn endless(set: &Expr, value: &Value) -> Option<bool> {
    match &set.kind {
        Kind::Name(name) if name == "Nat" => Some(matches!(value, Value::Int(number) if *number >= 0)),
        Kind::Name(name) if name == "Int" => Some(matches!(value, Value::Int(_))),
        Kind::Name(name) if name == "STRING" => Some(matches!(value, Value::Text(_))),
        _ => None,
    }
}

fn wrong(expr: &Expr, message: impl Into<String>) -> TlaError {
    TlaError::new(expr.range.clone(), message)
}

fn overflow(expr: &Expr) -> TlaError {
    wrong(expr, "a number beyond 64 bits")
}
