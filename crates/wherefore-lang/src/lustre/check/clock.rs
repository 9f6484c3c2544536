//! Clocks of expressions: which contexts tick together, and which expressions may be read where.
//!
//! A context is on one clock. Branches that tick only when they are chosen, cases of `merge` and `match` and the operand of
//! `current` are read in contexts of their own, on slower clocks.

use super::super::ast::{Binary, Equation, Expr, ExprKind, Unary};
use super::super::codes;
use super::super::types::Ty;
use super::instance::{Bound, Clock, ClockId, Condition, ContextId, ScopeId};
use super::{Checker, Constant, address};
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::Reported;

impl<'a> Checker<'a, '_> {
    /// A clock that is slower than that of a context.
    pub(super) fn slow_clock(&mut self, context: ContextId, condition: Condition<'a>) -> ClockId {
        let faster = Some(self.context(context).clock);
        self.clocks.push(Clock { faster, condition, outer: Some(context) });
        ClockId(self.clocks.len() as u32 - 1)
    }

    /// A context like another, on a slower clock.
    pub(super) fn slow_context(
        &mut self,
        context: ContextId,
        key: (usize, usize),
        condition: Condition<'a>,
    ) -> ContextId {
        self.derive(context, key, |this, inner| inner.clock = this.slow_clock(context, condition))
    }

    /// Where the operand of `when` is read: on the faster clock, if the context is on the slower one.
    pub fn faster(&self, context: ContextId) -> ContextId {
        let clock = self.clock(self.context(context).clock);
        match clock.outer {
            // Only a context of the same scope: a called node does not see the clock of its caller.
            Some(outer) if self.context(outer).scope == self.context(context).scope => outer,
            _ => context,
        }
    }

    /// Whether a context ticks on this clock: as a case of a `merge` does, the operand of `current`, or the right-hand side of
    /// a stream that is declared with it.
    pub(super) fn is_on(&self, clock: &Expr, context: ContextId) -> bool {
        let own = self.clock(self.context(context).clock);
        let is_here = own.outer.is_some_and(|outer| self.context(outer).scope == self.context(context).scope);
        is_here
            && match &own.condition {
                Condition::Holds(expr, _) => self.quote(inner(expr).span) == self.quote(inner(clock).span),
                Condition::Case { stream, case, .. } => is_case(clock, &stream.text, &case.text),
                _ => false,
            }
    }

    /// Refuses a slower stream where a faster one is expected: it has no value at the other ticks.
    pub(super) fn ill_clocked(&mut self, what: &str, span: Span) -> Reported {
        let headline = format!("{what}: this is not supported");
        let diagnostic =
            Diagnostic::at(codes::UNSUPPORTED, span, headline, "has no value while its clock does not tick");
        self.report.push(diagnostic.help("use it inside `merge` on its clock, or give an initial value"))
    }

    /// Where an expression is read that has a slower clock of its own, as the operand of `current` has.
    pub fn slower(&mut self, expr: &'a Expr, context: ContextId) -> ContextId {
        match self.clock_of(expr, context) {
            Some(clock) => self.context_on(clock, context),
            None => context,
        }
    }

    /// The clock that an expression brings: that of a `when` or of a stream that is declared with one.
    pub(super) fn clock_of(&self, expr: &'a Expr, context: ContextId) -> Option<&'a Expr> {
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                ExprKind::When { clock, .. } => return Some(clock),
                ExprKind::Activate { clock: Some(clock), initial, .. } if initial.is_empty() => return Some(clock),
                ExprKind::Name(name) => {
                    let found = self.find(self.context(context).scope, name);
                    let clock = found.and_then(|(scope, index)| self.scope(scope).streams[index].clock);
                    if clock.is_some() {
                        return clock;
                    }
                }
                ExprKind::Unary(op, e) if *op != Unary::Current => todo.push(e),
                ExprKind::Binary(_, a, b) => todo.extend([b.as_ref(), a]),
                ExprKind::If { condition, then, otherwise, .. } => todo.extend([otherwise.as_ref(), then, condition]),
                ExprKind::Call { arguments, .. } => todo.extend(arguments),
                ExprKind::List(items) => todo.extend(items),
                _ => {}
            }
        }
        None
    }

    /// Where the branches of an `if` are read: each on its own clock if only the chosen one ticks.
    pub fn branches(
        &mut self,
        whole: &'a Expr,
        condition: &'a Expr,
        is_lazy: bool,
        context: ContextId,
    ) -> (ContextId, ContextId) {
        if !is_lazy {
            return (context, context);
        }
        let yes = Condition::Holds(condition, context);
        let no = Condition::First { before: Rc::from([condition]), own: None, context, span: condition.span };
        let yes = self.slow_context(context, (address(whole), 0), yes);
        (yes, self.slow_context(context, (address(whole), 1), no))
    }

    /// Where a case of a `merge` is read.
    pub fn case_context(&mut self, merge: &'a Expr, index: usize, context: ContextId) -> ContextId {
        let ExprKind::Merge { clock, cases } = &merge.kind else { return context };
        let Some((case, _)) = cases.get(index) else { return context };
        let condition = Condition::Case { stream: clock, case, context };
        self.slow_context(context, (address(merge), index), condition)
    }

    /// Where a branch is read that ticks only when it is chosen. The last has no condition of its own.
    pub fn arm_context(&mut self, conditions: &[&'a Expr], index: usize, context: ContextId, span: Span) -> ContextId {
        let before: Rc<[&'a Expr]> = conditions.iter().take(index).copied().collect();
        let own = conditions.get(index).copied();
        let condition = Condition::First { before, own, context, span };
        let key = conditions.first().map_or(0, |c| address(*c));
        self.slow_context(context, (key, index), condition)
    }

    /// Where the right-hand side of a stream is read: on its own clock if it is declared with one.
    pub fn stream_context(&mut self, scope: ScopeId, stream: usize) -> ContextId {
        let context = self.scope(scope).context;
        match self.scope(scope).streams[stream].clock {
            Some(clock) => self.context_on(clock, context),
            None => context,
        }
    }

    /// A context like another, on a clock that ticks when an expression holds.
    pub(super) fn context_on(&mut self, clock: &'a Expr, context: ContextId) -> ContextId {
        self.slow_context(context, (address(clock), usize::MAX), Condition::Holds(clock, context))
    }

    /// The context of one element of `A[i][j] = e`.
    pub fn indexed(
        &mut self,
        context: ContextId,
        equation: &'a Equation,
        names: &[&'a str],
        indices: &[usize],
        key: usize,
    ) -> ContextId {
        self.derive(context, (address(equation), key), |_, inner| {
            for (name, index) in names.iter().zip(indices) {
                inner.bind(name, Bound::Value(Constant::Int((*index).into()), Ty::Int));
            }
        })
    }
}

/// An expression without the parentheses around it.
fn inner(expr: &Expr) -> &Expr {
    let mut expr = expr;
    while let ExprKind::List(items) = &expr.kind {
        let [only] = items.as_slice() else { break };
        expr = only;
    }
    expr
}

/// Whether a clock is the case of a stream: `c`, `not c`, `A(c)`.
fn is_case(clock: &Expr, stream: &str, case: &str) -> bool {
    let is_stream = |e: &Expr| matches!(&inner(e).kind, ExprKind::Name(name) if name == stream);
    match &inner(clock).kind {
        ExprKind::Name(_) => case == "true" && is_stream(clock),
        ExprKind::Unary(Unary::Not, e) => case == "false" && is_stream(e),
        ExprKind::Call { node, arguments, .. } => {
            node.text == case && matches!(arguments.as_slice(), [e] if is_stream(e))
        }
        ExprKind::Binary(Binary::Equal, a, b) => {
            is_stream(a) && matches!(&inner(b).kind, ExprKind::Name(name) if name == case)
        }
        _ => false,
    }
}
