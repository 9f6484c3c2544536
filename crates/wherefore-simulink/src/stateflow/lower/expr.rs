//! Expressions.
//!
//! A number as it is written takes the class of what it meets. Integers calculate in their class, rounded and brought into its
//! bounds; anything else is a double.

use super::Run;
use super::action::Context;
use super::call::Part;
use super::flow::Origin;
use super::resolve::Meaning;
use super::state::Alive;
use super::store::{Branch, Val};
use crate::lower::gates::{Conversion, Round};
use crate::matlab::{Class, Number};
use crate::stateflow::action::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::stateflow::document::Language;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Rounding, Sort, Value};
use wherefore_syntax::Checked;

impl Val {
    pub fn scalar(class: Class, element: BlockId) -> Val {
        Val { class, rows: 1, columns: 1, elements: vec![element], literal: false, text: None }
    }

    pub fn nothing() -> Val {
        Val { class: Class::Double, rows: 0, columns: 0, elements: Vec::new(), literal: false, text: None }
    }

    pub fn text(parts: Vec<Part>) -> Val {
        Val { class: Class::Text, text: Some(parts.into()), ..Val::nothing() }
    }
}

impl Run<'_, '_, '_> {
    /// The value of a condition.
    pub(super) fn evaluate(
        &mut self,
        branch: Branch,
        expr: &Expr,
        scope: Option<usize>,
        origin: Origin,
    ) -> Checked<(Val, Branch)> {
        self.value(branch, expr, Context { scope, origin, alive: Alive::Always })
    }

    /// The value of an expression, and the point behind it: functions may do something.
    pub(super) fn value(&mut self, branch: Branch, expr: &Expr, context: Context) -> Checked<(Val, Branch)> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.value_here(branch, expr, context))
    }

    fn value_here(&mut self, branch: Branch, expr: &Expr, context: Context) -> Checked<(Val, Branch)> {
        match &expr.kind {
            ExprKind::Number(number) => {
                let element = self.low.number(number, Class::Double);
                Ok((Val { literal: true, ..Val::scalar(Class::Double, element) }, branch))
            }
            ExprKind::Boolean(value) => Ok((Val::scalar(Class::Boolean, self.low.truth(*value)), branch)),
            ExprKind::Text(text) => Ok((Val::text(vec![Part::Text(text.clone())]), branch)),
            ExprKind::Name(name) => self.named(branch, name, expr.span, context),
            ExprKind::Unary(op, inner) => {
                let (value, branch) = self.value(branch, inner, context)?;
                Ok((self.unary(*op, value, expr.span)?, branch))
            }
            ExprKind::Binary(BinaryOp::ShortAnd, a, b) => self.short(branch, a, b, (true, context)),
            ExprKind::Binary(BinaryOp::ShortOr, a, b) => self.short(branch, a, b, (false, context)),
            ExprKind::Binary(op, a, b) => {
                let (a, branch) = self.value(branch, a, context)?;
                let (b, branch) = self.value(branch, b, context)?;
                Ok((self.binary(*op, a, b, expr.span)?, branch))
            }
            ExprKind::Apply { function, arguments } => {
                if self.is_indexed(&branch, function, context.scope) {
                    return self.element(branch, function, arguments, (false, expr.span, context));
                }
                let (values, branch) = self.call(branch, function, arguments, (1, expr.span, context))?;
                match values.into_iter().next() {
                    Some(value) => Ok((value, branch)),
                    None => Err(self.refuse(expr.span, &format!("`{function}` has no result"))),
                }
            }
            ExprKind::Index { name, indices } => self.element(branch, name, indices, (true, expr.span, context)),
            ExprKind::Matrix(rows) => self.matrix(branch, rows, expr.span, context),
            ExprKind::Range { from, step, to } => self.range(branch, (from, step.as_deref(), to), expr.span, context),
            ExprKind::Temporal(op, number, base) => {
                self.temporal(branch, (*op, number.as_deref(), base), expr.span, context)
            }
            ExprKind::In(name) => {
                let Some(state) = self.state_named(name, context.scope) else {
                    return Err(self.refuse(expr.span, &format!("no state has the name `{name}`")));
                };
                let truth = self.is_active(&branch, state);
                Ok((Val::scalar(Class::Boolean, truth), branch))
            }
            ExprKind::Colon | ExprKind::End => Err(self.refuse(expr.span, "ranges of indices are not supported")),
        }
    }

    /// Whether a state is active at a point.
    pub(super) fn is_active(&mut self, branch: &Branch, state: usize) -> BlockId {
        let place = self.layout.of_state.get(state).copied().flatten();
        match place.and_then(|(v, value)| Some((branch.store.choices.get(v)?.clone(), value))) {
            Some((choice, value)) => self.is_choice(&choice, value),
            None => self.low.truth(false),
        }
    }

    fn is_indexed(&self, branch: &Branch, name: &str, scope: Option<usize>) -> bool {
        matches!(self.meaning_of(branch, name, scope), Meaning::Datum(_) | Meaning::Variable)
    }

    fn named(&mut self, branch: Branch, name: &str, span: Span, context: Context) -> Checked<(Val, Branch)> {
        match self.meaning_of(&branch, name, context.scope) {
            Meaning::Variable => {
                let value = branch.store.frames.last().and_then(|f| f.get(name)).cloned();
                Ok((value.unwrap_or_else(Val::nothing), branch))
            }
            Meaning::Datum(place) => {
                let cells = branch.store.cells.get(place.first..place.first + place.rows * place.columns);
                let elements = cells.map(<[BlockId]>::to_vec).unwrap_or_default();
                let (rows, columns) = (place.rows, place.columns);
                Ok((Val { class: place.class, rows, columns, elements, literal: false, text: None }, branch))
            }
            Meaning::MessageData(queue) => {
                let class = self.layout.cells.get(queue.current).map_or(Class::Double, |c| c.class);
                Ok((Val::scalar(class, branch.store.cells[queue.current]), branch))
            }
            Meaning::Function(_) => {
                let (values, branch) = self.call(branch, name, &[], (1, span, context))?;
                Ok((values.into_iter().next().unwrap_or_else(Val::nothing), branch))
            }
            _ => self.of_workspace(branch, name, span),
        }
    }

    /// A variable of the workspace, the time, or a constant of MATLAB.
    fn of_workspace(&mut self, branch: Branch, name: &str, span: Span) -> Checked<(Val, Branch)> {
        if let (Some(clock), "t") = (self.layout.clock, name) {
            let Some(step) = self.step.clone() else {
                return Err(self.refuse(span, "the time is asked for, and the model does not say how long a step is"));
            };
            let (ticks, step) = (branch.store.cells[clock], self.low.number(&step, Class::Double));
            let time = self.low.calculate(Op::Mul, ticks, step);
            return Ok((Val::scalar(Class::Double, time), branch));
        }
        let scope = std::rc::Rc::clone(&self.low.flat.get(self.id).scope);
        let constant = || crate::matlab::evaluate(&crate::matlab::parse(name).ok()?, &|_| None).ok();
        let Some(value) =
            scope.find(name).or_else(constant).filter(|v| v.elements.iter().all(|n| n.finite().is_some()))
        else {
            return Err(self.refuse(span, &format!("`{name}` has no value")));
        };
        let elements = value.elements.iter().map(|n| self.low.number(n, value.class)).collect();
        let (class, rows, columns) = (value.class, value.rows, value.columns);
        Ok((Val { class, rows, columns, elements, literal: false, text: None }, branch))
    }

    fn element(
        &mut self,
        branch: Branch,
        name: &str,
        indices: &[Expr],
        (zero_based, span, context): (bool, Span, Context),
    ) -> Checked<(Val, Branch)> {
        let (whole, mut branch) = self.named(branch, name, span, context)?;
        let mut list = Vec::new();
        for index in indices {
            if let ([_], ExprKind::Colon) = (indices, &index.kind) {
                let rows = whole.elements.len();
                return Ok((Val { rows, columns: 1, ..whole }, branch));
            }
            let value = match &index.kind {
                ExprKind::End => {
                    let last = self.low.number(&Number::integer(whole.elements.len() as i64), Class::Double);
                    Val::scalar(Class::Double, last)
                }
                _ => {
                    let (value, after) = self.value(branch, index, context)?;
                    branch = after;
                    value
                }
            };
            list.push(value);
        }
        let place = super::layout::Place { first: 0, class: whole.class, rows: whole.rows, columns: whole.columns };
        let chosen = self.chosen(place, &list, zero_based, (branch.when, span))?;
        let mut result: Option<BlockId> = None;
        for (position, condition) in chosen.into_iter().rev() {
            let Some(element) = whole.elements.get(position).copied() else { continue };
            result = Some(match result {
                None => element,
                Some(other) => self.join(condition, element, other),
            });
        }
        match result {
            Some(element) => Ok((Val::scalar(whole.class, element), branch)),
            None => Err(self.refuse(span, &format!("`{name}` has no such element"))),
        }
    }

    fn matrix(&mut self, branch: Branch, rows: &[Vec<Expr>], span: Span, context: Context) -> Checked<(Val, Branch)> {
        let mut branch = branch;
        let mut values: Vec<Vec<Val>> = Vec::new();
        for row in rows {
            let mut list = Vec::new();
            for expr in row {
                let (value, after) = self.value(branch, expr, context)?;
                branch = after;
                list.push(value);
            }
            values.push(list);
        }
        let columns = values.first().map_or(0, Vec::len);
        let fits = values.iter().all(|r| r.len() == columns && r.iter().all(|v| v.elements.len() == 1));
        if !fits {
            return Err(self.refuse(span, "a matrix of parts that are no numbers is not supported"));
        }
        let integer = values.iter().flatten().find(|v| !v.literal && v.class != Class::Double).map(|v| v.class);
        let class = integer.unwrap_or(Class::Double);
        let mut elements = Vec::new();
        for column in 0..columns {
            for row in &values {
                let Some(element) = row.get(column).and_then(|v| v.elements.first()) else { continue };
                elements.push(self.in_class(*element, class));
            }
        }
        Ok((Val { class, rows: values.len(), columns, elements, literal: false, text: None }, branch))
    }

    fn range(
        &mut self,
        branch: Branch,
        (from, step, to): (&Expr, Option<&Expr>, &Expr),
        span: Span,
        context: Context,
    ) -> Checked<(Val, Branch)> {
        let mut numbers = Vec::new();
        let mut branch = branch;
        for expr in [Some(from), step, Some(to)].into_iter().flatten() {
            let (value, after) = self.value(branch, expr, context)?;
            branch = after;
            let number = value.elements.first().and_then(|b| self.low.known(*b));
            let whole = match number {
                Some(Value::Int(n)) => i64::try_from(n).ok(),
                Some(Value::Real(r)) if r.is_integer() => i64::try_from(r.to_integer()).ok(),
                _ => None,
            };
            let Some(whole) = whole else {
                return Err(self.refuse(span, "a range whose bounds are not known is not supported"));
            };
            numbers.push(whole);
        }
        let (first, step, last) = match numbers.as_slice() {
            [a, b] => (*a, 1, *b),
            [a, s, b] if *s != 0 => (*a, *s, *b),
            _ => return Err(self.refuse(span, "a range without end")),
        };
        let mut elements = Vec::new();
        let mut at = first;
        while (step > 0 && at <= last) || (step < 0 && at >= last) {
            if elements.len() > 1000 {
                return Err(self.refuse(span, "a range of so many numbers is not supported"));
            }
            elements.push(self.low.number(&Number::integer(at), Class::Double));
            at += step;
        }
        let columns = elements.len();
        Ok((Val { class: Class::Double, rows: 1, columns, elements, literal: false, text: None }, branch))
    }

    /// `a && b`: what functions in `b` do happens only if it is looked at.
    fn short(&mut self, branch: Branch, a: &Expr, b: &Expr, (and, context): (bool, Context)) -> Checked<(Val, Branch)> {
        let (first, branch) = self.value(branch, a, context)?;
        let one = self.truth_of(&first, a.span)?;
        let origin = (branch.when, std::rc::Rc::clone(&branch.facts));
        let (yes, no) = self.fork(branch, one)?;
        let (go_on, done) = if and { (yes, no) } else { (no, yes) };
        let Some(branch) = go_on else {
            let truth = self.low.truth(!and);
            let ends = done.into_iter().collect();
            return Ok((Val::scalar(Class::Boolean, truth), self.merge(origin, ends)?));
        };
        let (second, branch) = self.value(branch, b, context)?;
        let other = self.truth_of(&second, b.span)?;
        let op = if and { Op::And } else { Op::Or };
        let truth = self.low.op(op, &[one, other]);
        let ends = done.into_iter().chain([branch]).collect();
        Ok((Val::scalar(Class::Boolean, truth), self.merge(origin, ends)?))
    }

    /// Whether a value is true: all of its elements are not zero.
    pub(super) fn truth_of(&mut self, value: &Val, span: Span) -> Checked<BlockId> {
        if value.elements.is_empty() {
            return Err(self.refuse(span, "a condition that has no value"));
        }
        let truths: Vec<BlockId> = value.elements.iter().map(|b| self.low.as_truth(*b)).collect();
        Ok(self.low.all(&truths))
    }

    /// How numbers become integers.
    fn conversion(&self) -> Conversion {
        let rounding = if self.chart.language == Language::Matlab { Round::Nearest } else { Round::Zero };
        Conversion { rounding, saturates: self.chart.saturates }
    }

    /// Whether results are exact until they are stored.
    fn is_exact(&self) -> bool {
        self.chart.language == Language::C
    }

    /// The class of a result.
    fn result_class(&self, a: &Val, b: &Val) -> Class {
        let strong = |v: &Val| !v.literal && v.class.is_integer();
        match (strong(a), strong(b)) {
            (true, true) if self.is_exact() => Class::Int64,
            (true, true) => crate::signal::common([a.class, b.class], Class::Double).unwrap_or(Class::Double),
            _ if self.is_exact() => Class::Double,
            (true, false) => a.class,
            (false, true) => b.class,
            _ => Class::Double,
        }
    }

    /// A number in a class.
    pub(super) fn in_class(&mut self, element: BlockId, class: Class) -> BlockId {
        let how = self.conversion();
        self.low.convert(element, class, how)
    }

    /// A number as an integer, for indices.
    pub(super) fn whole(&mut self, element: BlockId) -> BlockId {
        match self.low.sort_of(element) {
            Sort::Real => self.low.round(element, Round::Nearest),
            _ => self.low.as_integer(element),
        }
    }

    fn unary(&mut self, op: UnaryOp, value: Val, span: Span) -> Checked<Val> {
        let mut value = value;
        match op {
            UnaryOp::Plus => {}
            UnaryOp::Not => {
                let truths: Vec<BlockId> = value.elements.iter().map(|b| self.low.as_truth(*b)).collect();
                value.elements = truths.into_iter().map(|b| self.low.not(b)).collect();
                value.class = Class::Boolean;
                value.literal = false;
            }
            UnaryOp::Minus => {
                let class = match value.class {
                    Class::Boolean => Class::Double,
                    class if class.is_integer() && self.is_exact() => Class::Int64,
                    class => class,
                };
                let mut elements = Vec::new();
                for element in value.elements {
                    let number = self.low.as_integer(element);
                    let negated = self.low.op(Op::Neg, &[number]);
                    elements.push(if self.is_exact() { negated } else { self.in_class(negated, class) });
                }
                value.elements = elements;
                value.class = class;
            }
            UnaryOp::Transpose if value.rows == 1 || value.columns == 1 => {
                std::mem::swap(&mut value.rows, &mut value.columns);
            }
            UnaryOp::Transpose => return Err(self.refuse(span, "a transposed matrix is not supported")),
        }
        Ok(value)
    }

    /// An operator on two values, element by element.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Val, b: Val, span: Span) -> Checked<Val> {
        if a.text.is_some() || b.text.is_some() {
            return self.joined_text(op, a, b, span);
        }
        let (one, other) = (a.elements.len(), b.elements.len());
        if one != other && one != 1 && other != 1 || one == 0 || other == 0 {
            return Err(self.refuse(span, &format!("values of {one} and {other} elements do not fit")));
        }
        if matches!(op, BinaryOp::Multiply | BinaryOp::Divide) && one > 1 && other > 1 {
            return Err(self.refuse(span, "products of matrices are not supported"));
        }
        let (rows, columns) = if one >= other { (a.rows, a.columns) } else { (b.rows, b.columns) };
        let class = self.result_class(&a, &b);
        let mut elements = Vec::new();
        let mut truth = false;
        for index in 0..one.max(other) {
            let (Some(x), Some(y)) = (pick(&a, index), pick(&b, index)) else { continue };
            let (x, y) = self.fitted((x, a.literal), (y, b.literal));
            let (element, is_truth) = self.combined(op, x, y, class, span)?;
            truth = is_truth;
            elements.push(element);
        }
        let literal = a.literal && b.literal && !truth;
        let class = if truth { Class::Boolean } else { class };
        Ok(Val { class, rows, columns, elements, literal, text: None })
    }

    /// A whole number as it is written becomes an integer where it meets one.
    fn fitted(&mut self, (x, x_literal): (BlockId, bool), (y, y_literal): (BlockId, bool)) -> (BlockId, BlockId) {
        let is_integer = |run: &Self, b: BlockId| run.low.sort_of(b) == Sort::Int;
        match (x_literal, y_literal) {
            (true, false) if is_integer(self, y) => (self.literal_integer(x), y),
            (false, true) if is_integer(self, x) => (x, self.literal_integer(y)),
            _ => (x, y),
        }
    }

    fn literal_integer(&mut self, block: BlockId) -> BlockId {
        match self.low.known(block) {
            Some(Value::Real(r)) if r.is_integer() => self.low.integer(r.to_integer()),
            _ => block,
        }
    }

    fn combined(&mut self, op: BinaryOp, x: BlockId, y: BlockId, class: Class, span: Span) -> Checked<(BlockId, bool)> {
        let compared = match op {
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "~=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            _ => "",
        };
        if !compared.is_empty() {
            return Ok((self.low.compare(compared, x, y), true));
        }
        let result = match op {
            BinaryOp::Add => self.low.calculate(Op::Add, x, y),
            BinaryOp::Subtract => self.low.calculate(Op::Sub, x, y),
            BinaryOp::Multiply | BinaryOp::ElementMultiply => self.low.calculate(Op::Mul, x, y),
            BinaryOp::Divide | BinaryOp::ElementDivide if class == Class::Int64 && self.is_exact() => {
                let quotient = self.low.divide(x, y);
                self.low.round(quotient, Round::Zero)
            }
            BinaryOp::Divide | BinaryOp::ElementDivide => self.low.divide(x, y),
            BinaryOp::Power | BinaryOp::ElementPower => self.low.power(x, y),
            BinaryOp::Remainder => {
                let (x, y) = (self.whole(x), self.whole(y));
                self.low.op(Op::Mod(Rounding::Truncate), &[x, y])
            }
            BinaryOp::And | BinaryOp::Or if self.chart.language == Language::Matlab => {
                let (x, y) = (self.low.as_truth(x), self.low.as_truth(y));
                let op = if op == BinaryOp::And { Op::And } else { Op::Or };
                return Ok((self.low.op(op, &[x, y]), true));
            }
            _ => return Err(self.refuse(span, "operators on bits are not supported")),
        };
        if self.is_exact() {
            return Ok((result, false));
        }
        let how = Conversion { saturates: true, ..self.conversion() };
        Ok((self.low.convert(result, class, how), false))
    }
}

fn pick(value: &Val, index: usize) -> Option<BlockId> {
    value.elements.get(if value.elements.len() == 1 { 0 } else { index }).copied()
}
