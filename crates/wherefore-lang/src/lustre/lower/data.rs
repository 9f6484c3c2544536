//! Enumerations and data types: constructors, testers and `match`.
//!
//! A value of a data type is its constructor and the fields of all constructors; those of the others have no meaning and are
//! never compared.

use super::super::ast::{Expr, ExprKind, Pattern};
use super::super::check::Test;
use super::super::check::instance::ContextId;
use super::super::resolve::Constructor;
use super::super::types::Ty;
use super::{At, Built, Fail, Lowerer};
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};

impl<'a> Lowerer<'a, '_> {
    pub(super) fn construction(&mut self, expr: &'a Expr, ty: &Ty, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::Call { node, arguments, .. } = &expr.kind else { return Err(Fail::Reported) };
        self.constructed(&node.text, arguments, ty, expr.span, at, leaf)
    }

    /// A value of an enumeration, or a constructor without fields.
    pub(super) fn constructor_value(&mut self, expr: &'a Expr, name: &'a str, at: At, leaf: usize) -> Built<BlockId> {
        let Some(ty) = self.check.constructor_type(name, expr.span)? else {
            return Err(self.check.undefined(name, expr.span, at.context).into());
        };
        self.constructed(name, &[], &ty, expr.span, at, leaf)
    }

    /// The number of a value or constructor in its type.
    fn constructor(&self, name: &str) -> Built<usize> {
        match self.check.tables.constructors.get(name) {
            Some(Constructor::Value { index, .. } | Constructor::Variant { index, .. }) => Ok(*index),
            None => Err(Fail::Reported),
        }
    }

    fn constructed(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        ty: &Ty,
        span: Span,
        at: At,
        leaf: usize,
    ) -> Built<BlockId> {
        let scalar = ty.leaf(leaf);
        let index = self.constructor(name)?;
        if leaf == 0 {
            let Ty::Enum(of) = scalar else { return Err(Fail::Reported) };
            let value = self.member(&of, index);
            return Ok(self.constant_block(value, span));
        }
        let Ty::Data(data) = ty else { return Err(Fail::Reported) };
        let offset = data.offset(index);
        let size: usize = data.variants.get(index).map_or(0, |f| f.iter().map(|(_, ty)| ty.size()).sum());
        if (offset..offset + size).contains(&leaf) {
            return self.item_value(arguments, at, leaf - offset);
        }
        let value = scalar.any_value(&mut self.builder.system.terms);
        Ok(self.constant_block(value, span))
    }

    /// Whether a block has this value.
    pub(super) fn is_value(&mut self, block: BlockId, value: Value, span: Span) -> Built<BlockId> {
        let value = self.constant_block(value, span);
        self.operator(Op::Eq, &[block, value], "=", span)
    }

    pub(super) fn tester(&mut self, expr: &'a Expr, at: At) -> Built<BlockId> {
        let ExprKind::Call { arguments, node, .. } = &expr.kind else { return Err(Fail::Reported) };
        let Some(argument) = arguments.first() else { return Err(Fail::Reported) };
        let name = node.text.strip_suffix('?').unwrap_or(&node.text);
        let tag = self.value(argument, at, 0)?;
        let index = self.constructor(name)?;
        let Sort::Enum(id) = self.builder.sort(tag) else { return Err(Fail::Reported) };
        let value = self.constant_block(Value::Enum(id, index as u32), node.span);
        self.operator(Op::Eq, &[tag, value], &node.text, expr.span)
    }

    pub(super) fn match_value(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::Match(scrutinee, cases) = &expr.kind else { return Err(Fail::Reported) };
        let mut result: Option<BlockId> = None;
        for (index, (pattern, value)) in cases.iter().enumerate().rev() {
            let context = self.check.match_context(expr, index, at.context)?;
            let block = self.value(value, At::new(context), leaf)?;
            let condition = self.matches(scrutinee, at.context, pattern)?;
            result = Some(match (result, condition) {
                // The cases cover all values (`cover.rs`), so the last needs no condition.
                (None, _) | (_, None) => block,
                (Some(otherwise), Some(condition)) => {
                    self.operator(Op::Ite, &[condition, block, otherwise], "match", expr.span)?
                }
            });
        }
        result.ok_or(Fail::Reported)
    }

    /// Whether a value matches a pattern; nothing if it always does.
    pub(super) fn matches(
        &mut self,
        scrutinee: &'a Expr,
        context: ContextId,
        pattern: &'a Pattern,
    ) -> Built<Option<BlockId>> {
        let mut list = Vec::new();
        for Test { leaf, of, member, span } in self.check.matched(scrutinee, pattern, context)?.tests {
            let value = self.member(&of, member);
            let tag = self.value(scrutinee, At::new(context), leaf)?;
            list.push(self.is_value(tag, value, span)?);
        }
        if list.is_empty() {
            return Ok(None);
        }
        self.conjunction(&list, scrutinee.span).map(Some)
    }
}
