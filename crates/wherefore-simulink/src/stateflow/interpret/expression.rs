//! Values of expressions.

use super::operators::{combine, last_index, unary};
use super::trigger::unknown;
use super::{Machine, Step, fault};
use crate::matlab::{Class, Number, Value};
use crate::stateflow::action::{BinaryOp, Expr, ExprKind, TemporalOp};
use crate::stateflow::document::Language;
use wherefore_diag::Span;

impl Machine<'_> {
    pub(super) fn truth(&mut self, expr: &Expr, place: Option<usize>, origin: Option<usize>) -> Step<bool> {
        let value = self.value(expr, place, origin)?;
        // A condition holds if no element is zero.
        Ok(!value.is_empty() && value.elements.iter().all(|n| !n.is_zero() && !n.is_nan()))
    }

    pub(super) fn number(&mut self, expr: &Expr, place: Option<usize>, origin: Option<usize>) -> Step<Number> {
        let value = self.value(expr, place, origin)?;
        value.as_scalar().cloned().ok_or_else(|| fault("a single number is needed here", Some(expr.span)))
    }

    pub(super) fn values(&mut self, list: &[Expr], place: Option<usize>, origin: Option<usize>) -> Step<Vec<Value>> {
        list.iter().map(|e| self.value(e, place, origin)).collect()
    }

    pub(super) fn value(&mut self, expr: &Expr, place: Option<usize>, origin: Option<usize>) -> Step<Value> {
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::scalar(number.clone())),
            ExprKind::Boolean(truth) => Ok(Value::boolean(*truth)),
            ExprKind::Text(text) => Ok(Value::text(text)),
            ExprKind::Name(name) => self.named(name, place, expr.span),
            ExprKind::Unary(op, operand) => {
                let operand = self.value(operand, place, origin)?;
                // Integers after C are exact until they are stored.
                let is_exact = self.here()?.chart.language == Language::C && operand.class.is_integer();
                unary(*op, if is_exact { operand.cast(Class::Double) } else { operand }, expr.span)
            }
            ExprKind::Binary(op @ (BinaryOp::ShortAnd | BinaryOp::ShortOr), left, right) => {
                let decided = *op == BinaryOp::ShortOr;
                if self.truth(left, place, origin)? == decided {
                    return Ok(Value::boolean(decided));
                }
                Ok(Value::boolean(self.truth(right, place, origin)?))
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, place, origin, expr.span),
            ExprKind::Apply { function, arguments } => self.apply(function, arguments, place, origin, expr.span),
            ExprKind::Index { name, indices } => {
                let value = self.named(name, place, expr.span)?;
                let indices = self.indices(&value, indices, true, place, origin)?;
                super::value::element(&value, &indices, expr.span)
            }
            ExprKind::Matrix(rows) => self.matrix(rows, place, origin, expr.span),
            ExprKind::Range { from, step, to } => {
                let mut parts = vec![self.value(from, place, origin)?];
                if let Some(step) = step {
                    parts.push(self.value(step, place, origin)?);
                }
                parts.push(self.value(to, place, origin)?);
                combine(if parts.len() == 3 { "v0:v1:v2" } else { "v0:v1" }, &parts, expr.span)
            }
            ExprKind::Colon | ExprKind::End => Err(fault("this has a meaning only as an index", Some(expr.span))),
            ExprKind::Temporal(TemporalOp::Count, _, base) => {
                Ok(Value::scalar(self.passed(base, place, origin, expr.span)?))
            }
            ExprKind::Temporal(operator, Some(count), base) => {
                Ok(Value::boolean(self.counted(*operator, count, base, place, origin)?))
            }
            ExprKind::Temporal(..) => Err(fault("a number is missing here", Some(expr.span))),
            ExprKind::In(name) => {
                let state = self.state_named(name, place, expr.span)?;
                Ok(Value::boolean(self.is_on(Some(state))))
            }
        }
    }

    /// A datum, a variable of a function, what a message carries, the time, or a function without arguments.
    fn named(&mut self, name: &str, place: Option<usize>, span: Span) -> Step<Value> {
        if let Some(value) = self.variable(name, place)? {
            return Ok(value);
        }
        if name == "t" && !self.now.is_nan() {
            return Ok(Value::scalar(self.now.clone()));
        }
        if self.function_named(name, place).is_none()
            && let Some(value) = self.parameters.get(name)
        {
            return Ok(value.clone());
        }
        self.call_function(name, &[], 1, place, span)?.into_iter().next().ok_or_else(|| unknown(name, span))
    }

    /// The value of a datum or of a variable of a function.
    pub(super) fn variable(&self, name: &str, place: Option<usize>) -> Step<Option<Value>> {
        let frame = self.frames.last().filter(|f| Some(f.function) == place);
        if let Some(value) = frame.and_then(|f| f.variables.get(name)) {
            return Ok(Some(value.clone()));
        }
        if let Some(datum) = self.datum_named(name, place) {
            return self.datum_value(datum).map(Some);
        }
        if let Some(value) = self.here()?.undeclared.get(name) {
            return Ok(Some(value.clone()));
        }
        if let Some(message) = name.strip_suffix(".data").map(|m| self.message_named(m, place)).transpose()?.flatten() {
            return self.content(message).map(Some);
        }
        Ok(None)
    }

    /// A function with arguments, or a datum with indices.
    fn apply(
        &mut self,
        function: &str,
        arguments: &[Expr],
        place: Option<usize>,
        origin: Option<usize>,
        span: Span,
    ) -> Step<Value> {
        if let Some(value) = self.variable(function, place)? {
            let indices = self.indices(&value, arguments, false, place, origin)?;
            return super::value::element(&value, &indices, span);
        }
        let about = match arguments.first().map(|a| &a.kind) {
            Some(ExprKind::Name(name)) => Some(name.as_str()),
            _ => None,
        };
        if let Some(value) = about.map(|n| self.about(function, n, arguments, place, origin)).transpose()?.flatten() {
            return Ok(value);
        }
        let values = self.values(arguments, place, origin)?;
        let results = self.call_function(function, &values, 1, place, span)?;
        results.into_iter().next().ok_or_else(|| fault(format!("`{function}` has no result"), Some(span)))
    }

    /// Operators on names: of messages, and of data that change.
    fn about(
        &mut self,
        function: &str,
        name: &str,
        arguments: &[Expr],
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<Option<Value>> {
        if let Some(message) = self.message_named(name, place)? {
            return Ok(match function {
                "receive" => Some(Value::boolean(self.receive(message)?)),
                "isvalid" => Some(Value::boolean(self.is_valid(message)?)),
                "length" => Some(Value::integer(self.waiting(message)?)),
                _ => None,
            });
        }
        let Some((before, now)) = self.datum_named(name, place).map(|d| self.changed(d)).transpose()?.flatten() else {
            return Ok(None);
        };
        let limit = match arguments.get(1) {
            Some(limit) if function.starts_with("hasChanged") => Some(self.value(limit, place, origin)?),
            _ => None,
        };
        let same = |a: &Value, b: &Option<Value>| b.as_ref().is_some_and(|b| a.elements == b.elements);
        Ok(match function {
            "hasChanged" => Some(Value::boolean(before != now)),
            "hasChangedFrom" => Some(Value::boolean(before != now && same(&before, &limit))),
            "hasChangedTo" => Some(Value::boolean(before != now && same(&now, &limit))),
            _ => None,
        })
    }

    /// Indices of a value, from 0; `end` and `:` are those of the value.
    pub(super) fn indices(
        &mut self,
        value: &Value,
        list: &[Expr],
        zero_based: bool,
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<Vec<Vec<usize>>> {
        let count = list.len();
        let mut found = Vec::new();
        for (position, index) in list.iter().enumerate() {
            let size = match (count, position) {
                (1, _) => value.elements.len(),
                (_, 0) => value.rows,
                _ => value.columns,
            };
            let numbers = match &index.kind {
                ExprKind::Colon => {
                    found.push((0..size).collect());
                    continue;
                }
                _ => self.value(&last_index(index, size), place, origin)?,
            };
            let mut places = Vec::new();
            for number in &numbers.elements {
                let whole = number.to_integer().and_then(|n| n.checked_sub(i64::from(!zero_based)));
                let inside = whole.and_then(|n| usize::try_from(n).ok()).filter(|n| *n < size);
                places.push(inside.ok_or_else(|| {
                    fault(format!("the index {number} is outside of {}", value.size()), Some(index.span))
                })?);
            }
            found.push(places);
        }
        Ok(found)
    }

    fn matrix(&mut self, rows: &[Vec<Expr>], place: Option<usize>, origin: Option<usize>, span: Span) -> Step<Value> {
        let (mut parts, mut text) = (Vec::new(), String::from("["));
        for row in rows {
            for element in row {
                text.push_str(&format!("v{} ", parts.len()));
                parts.push(self.value(element, place, origin)?);
            }
            text.push(';');
        }
        text.push(']');
        combine(&text, &parts, span)
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        place: Option<usize>,
        origin: Option<usize>,
        span: Span,
    ) -> Step<Value> {
        let one = self.value(left, place, origin)?;
        let other = self.value(right, place, origin)?;
        self.operate(op, &one, &other, span)
    }
}
