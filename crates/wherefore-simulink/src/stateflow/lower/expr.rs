//! Expressions.
//!
//! A number as it is written takes the class of what it meets. Integers calculate in their class, rounded and brought into its
//! bounds; anything else is a double.

use super::Run;
use super::action::Context;
use super::flow::Origin;
use super::resolve::Meaning;
use super::says::Part;
use super::state::Alive;
use super::store::{Branch, Val};
use crate::matlab::Class;
use crate::stateflow::action::{BinaryOp, Expr, ExprKind};
use wherefore_diag::Span;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
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

    pub(super) fn named(&mut self, branch: Branch, name: &str, span: Span, context: Context) -> Checked<(Val, Branch)> {
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
}
