//! Choices: `if`, `merge`, `current`, and calls that tick only sometimes.

use super::super::ast::{Expr, ExprKind, Name};
use super::super::check::Constant;
use super::super::check::instance::{ContextId, LeafId};
use super::time::Delayed;
use super::{At, Built, Fail, Lowerer};
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementKind, Op};

impl<'a> Lowerer<'a, '_> {
    pub(super) fn if_value(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::If { condition, then, otherwise, is_lazy } = &expr.kind else { return Err(Fail::Reported) };
        if self.check.context(at.context).bindings.is_some()
            && let Some(Constant::Bool(known)) = self.check.constant(condition, at.context)
        {
            return self.value(if known { then } else { otherwise }, at, leaf);
        }
        let (yes, no) = self.check.branches(expr, condition, *is_lazy, at.context);
        let guarded = at.guarded && !is_lazy;
        let condition = self.value(condition, at, 0)?;
        let then = self.value(then, At { context: yes, guarded }, leaf)?;
        let otherwise = self.value(otherwise, At { context: no, guarded }, leaf)?;
        self.operator(Op::Ite, &[condition, then, otherwise], "if", expr.span)
    }

    /// Whether the stream of a `merge` has the value of a case.
    pub(super) fn case_condition(&mut self, stream: &'a Name, case: &'a Name, context: ContextId) -> Built<BlockId> {
        let Some((scope, index)) = self.check.find(self.check.context(context).scope, &stream.text) else {
            return Err(self.check.undefined(&stream.text, stream.span, context).into());
        };
        let block = self.leaf(LeafId { scope, stream: index, leaf: 0 })?;
        match case.text.as_str() {
            "true" => Ok(block),
            "false" => self.operator(Op::Not, &[block], "not", case.span),
            _ => {
                let ty = self.check.stream_type(scope, index)?;
                let (of, number) = self.check.member(&ty, case)?;
                let value = self.member(&of, number);
                self.is_value(block, value, case.span)
            }
        }
    }

    pub(super) fn merge(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::Merge { clock, cases } = &expr.kind else { return Err(Fail::Reported) };
        let mut result = None;
        for (index, (case, value)) in cases.iter().enumerate().rev() {
            let context = self.check.case_context(expr, index, at.context);
            let block = self.value(value, At::new(context), leaf)?;
            result = Some(match result {
                // The last case needs no condition: the values of a clock are covered by its cases (`cover.rs`).
                None => block,
                Some(otherwise) => {
                    let condition = self.case_condition(clock, case, at.context)?;
                    self.operator(Op::Ite, &[condition, block, otherwise], "merge", expr.span)?
                }
            });
        }
        result.ok_or(Fail::Reported)
    }

    /// `current e`: the last value of e at a tick of its clock; arbitrary before the first.
    pub(super) fn current(&mut self, e: &'a Expr, whole: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let slower = self.check.slower(e, at.context);
        let block = self.value(e, At::new(slower), leaf)?;
        let slow = self.check.context(slower).clock;
        let Some(active) = self.active(slow)? else { return Ok(block) };
        self.held(whole, at, leaf, (active, block, None))
    }

    /// `condact` and `activate`: the result of the call while it ticks, otherwise the last one, at first the given one.
    pub(super) fn activation(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let (clock, initial) = match &expr.kind {
            ExprKind::Condact { clock, initial, .. } => (Some(clock), initial),
            ExprKind::Activate { clock, initial, .. } => (clock.as_ref(), initial),
            _ => return Err(Fail::Reported),
        };
        let result = self.call_value(expr, at, leaf)?;
        let Some(clock) = clock else { return Ok(result) };
        let is_condact = matches!(expr.kind, ExprKind::Condact { .. });
        // Without an initial value the result is only read while the call ticks.
        if initial.is_empty() && !is_condact {
            return Ok(result);
        }
        let init = if initial.is_empty() { None } else { Some(self.item_value(initial, at, leaf)?) };
        let active = self.value(clock, At::new(at.context), 0)?;
        self.held(expr, at, leaf, (active, result, init))
    }

    /// `if active then block else (init -> pre itself)`.
    fn held(
        &mut self,
        whole: &'a Expr,
        at: At,
        leaf: usize,
        (active, block, init): (BlockId, BlockId, Option<BlockId>),
    ) -> Built<BlockId> {
        let clock = self.check.context(at.context).clock;
        self.first_of(clock)?;
        let ty = self.check.ty(whole, at.context)?.leaf(leaf);
        let sort = self.sort(&ty);
        let element = self.element(ElementKind::Operator, "condact", whole.span);
        let pre = self.builder.pre_of_later("", sort, element);
        self.read_signed(&ty, pre);
        let kept = match init {
            Some(init) => self.arrow(init, pre, clock, whole.span)?,
            None => pre,
        };
        let result = self.apply(Op::Ite, &[active, block, kept], element, whole.span)?;
        self.defer(pre, Delayed::Block(result), clock);
        Ok(result)
    }
}
