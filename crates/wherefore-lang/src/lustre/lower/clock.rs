//! Clocks: when a part of the program ticks.
//!
//! The base clock ticks always. A slower one ticks when a faster one does and a condition holds; what it runs has its memories
//! kept in between, and its first tick is the first at which it is active. A restart makes a tick a first one again.
//!
//! ```text
//! active = faster.active and c
//! first  = faster.first -> pre (first and not active)        (of a restart: faster.first or c, if faster is active)
//! ```
//!
//! A memory is not cleared by a restart: what stands to the right of `->` is not seen at such a tick, and a `pre` that is
//! seen keeps its value where Kind 2 lets it be arbitrary.

use super::super::ast::{Binary, Expr, ExprKind, Name, Pattern, Unary};
use super::time::Delayed;
use super::{At, Built, ClockId, ContextId, Lowerer, address, codes};
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};
use wherefore_syntax::Reported;

/// Condition for a clock to tick.
#[derive(Clone, Debug)]
pub(super) enum Condition<'a> {
    /// The base clock: no condition.
    Base,
    /// Condition: the expression is true.
    Holds(&'a Expr, ContextId),
    /// This expression, and that none before it does: branches, of which the last may have no condition.
    First { before: Rc<[&'a Expr]>, own: Option<&'a Expr>, context: ContextId, span: Span },
    /// A stream has this value.
    Case { stream: &'a Name, case: &'a Name, context: ContextId },
    /// A value matches the pattern with this index and none before.
    Matches { scrutinee: &'a Expr, cases: &'a [(Pattern, Expr)], index: usize, context: ContextId },
    /// Always, and it begins anew where this expression holds.
    Restart(&'a Expr, ContextId),
}

#[derive(Clone, Debug)]
pub(super) struct Clock<'a> {
    faster: Option<ClockId>,
    condition: Condition<'a>,
    /// The context to go back to for what runs on the faster clock.
    outer: Option<ContextId>,
    active: Option<Option<BlockId>>,
    first: Option<BlockId>,
}

impl Clock<'_> {
    pub(super) fn base() -> Self {
        Clock { faster: None, condition: Condition::Base, outer: None, active: Some(None), first: None }
    }
}

impl<'a> Lowerer<'a, '_> {
    /// A clock that is slower than that of a context.
    pub(super) fn slow_clock(&mut self, context: ContextId, condition: Condition<'a>) -> ClockId {
        let faster = Some(self.context(context).clock);
        self.clocks.push(Clock { faster, condition, outer: Some(context), active: None, first: None });
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
    pub(super) fn faster(&self, context: ContextId) -> ContextId {
        let clock = &self.clocks[self.context(context).clock.0 as usize];
        match clock.outer {
            // Only a context of the same scope: a called node does not see the clock of its caller.
            Some(outer) if self.context(outer).scope == self.context(context).scope => outer,
            _ => context,
        }
    }

    /// Whether a context ticks on this clock: as a case of a `merge` does, the operand of `current`, or the right-hand side of
    /// a stream that is declared with it.
    pub(super) fn is_on(&self, clock: &Expr, context: ContextId) -> bool {
        let own = &self.clocks[self.context(context).clock.0 as usize];
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
    pub(super) fn slower(&mut self, expr: &'a Expr, context: ContextId) -> ContextId {
        match self.clock_of(expr, context) {
            Some(clock) => self.slow_context(context, (address(clock), usize::MAX), Condition::Holds(clock, context)),
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

    /// Whether a clock ticks; nothing if it always does.
    pub(super) fn active(&mut self, clock: ClockId) -> Built<Option<BlockId>> {
        let Clock { faster, condition, active, .. } = self.clocks[clock.0 as usize].clone();
        if let Some(active) = active {
            return Ok(active);
        }
        let faster = match faster {
            Some(faster) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.active(faster))?,
            None => None,
        };
        let active = match (faster, self.condition(&condition)?) {
            (Some(faster), Some((own, span))) => Some(self.operator(Op::And, &[faster, own], "and", span)?),
            (faster, own) => own.map(|(block, _)| block).or(faster),
        };
        self.clocks[clock.0 as usize].active = Some(active);
        Ok(active)
    }

    fn condition(&mut self, condition: &Condition<'a>) -> Built<Option<(BlockId, Span)>> {
        match condition {
            Condition::Base | Condition::Restart(..) => Ok(None),
            Condition::Holds(expr, context) => Ok(Some((self.value(expr, At::new(*context), 0)?, expr.span))),
            Condition::Case { stream, case, context } => {
                Ok(Some((self.case_condition(stream, case, *context)?, case.span)))
            }
            Condition::First { before, own, context, span } => {
                let mut list = Vec::new();
                for expr in before.iter() {
                    let block = self.value(expr, At::new(*context), 0)?;
                    list.push(self.operator(Op::Not, &[block], "not", expr.span)?);
                }
                if let Some(own) = own {
                    list.push(self.value(own, At::new(*context), 0)?);
                }
                Ok(Some((self.conjunction(&list, *span)?, *span)))
            }
            Condition::Matches { scrutinee, cases, index, context } => {
                let mut list = Vec::new();
                for (pattern, _) in cases.iter().take(*index) {
                    if let Some(block) = self.matches(scrutinee, *context, pattern)? {
                        list.push(self.operator(Op::Not, &[block], "not", scrutinee.span)?);
                    }
                }
                if let Some((pattern, _)) = cases.get(*index) {
                    list.extend(self.matches(scrutinee, *context, pattern)?);
                }
                Ok(Some((self.conjunction(&list, scrutinee.span)?, scrutinee.span)))
            }
        }
    }

    /// The conjunction of some blocks.
    pub(super) fn conjunction(&mut self, list: &[BlockId], span: Span) -> Built<BlockId> {
        match list {
            [] => Ok(self.constant_block(Value::Bool(true), span)),
            [only] => Ok(*only),
            _ => self.operator(Op::And, list, "and", span),
        }
    }

    /// Whether this is the first tick of a clock. Never needs anything under construction except for restarts.
    pub(super) fn first_of(&mut self, clock: ClockId) -> Built<BlockId> {
        let Clock { faster, condition, first, .. } = self.clocks[clock.0 as usize].clone();
        if let Some(first) = first {
            return Ok(first);
        }
        let Some(faster) = faster else {
            let block = self.builder.first(None);
            self.clocks[clock.0 as usize].first = Some(block);
            return Ok(block);
        };
        let faster = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.first_of(faster))?;
        let first = match condition {
            Condition::Restart(expr, context) => {
                let mut restart = self.value(expr, At::new(context), 0)?;
                // A restart while nothing ticks is not seen.
                if let Some(active) = self.active(clock)? {
                    restart = self.operator(Op::And, &[active, restart], "restart", expr.span)?;
                }
                self.operator(Op::Or, &[faster, restart], "restart", expr.span)?
            }
            _ => self.not_yet_active(clock, faster)?,
        };
        self.clocks[clock.0 as usize].first = Some(first);
        Ok(first)
    }

    /// `faster -> pre (first and not active)`; what is delayed is built later.
    fn not_yet_active(&mut self, clock: ClockId, faster: BlockId) -> Built<BlockId> {
        let yes = self.builder.constant(Value::Bool(true), None);
        let pre = self.builder.pre_of_later("inactive", Sort::Bool, None);
        let first = match self.builder.arrow(faster, (yes, pre), None) {
            Ok(first) => first,
            Err(e) => return Err(self.error(codes::TYPE_CLASH, Span::default(), e.to_string(), "here").into()),
        };
        self.defer(pre, Delayed::Inactive(first, clock), ClockId(0));
        Ok(first)
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
