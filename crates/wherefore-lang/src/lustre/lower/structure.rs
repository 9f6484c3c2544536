//! Arrays, tuples and records.
//!
//! An element with an index that is known is that element; with one that is not, it is a chain of choices. An element that does
//! not exist can have any value, another one at every place that reads it: the last link of the chain is an arbitrary value
//! unless the index evidently stays within bounds. An index that is a constant out of bounds is an error, except where it
//! depends on the index of a bounded quantifier or of an equation for all elements.

use super::super::ast::{Binary, Expr, ExprKind, Name, Step};
use super::super::types::Ty;
use super::{At, Built, ContextId, Fail, Lowerer, codes};
use num_traits::ToPrimitive;
use std::rc::Rc;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};
use wherefore_syntax::{Checked, Reported};

/// Where a step leads.
enum Part {
    /// To a part of this type that begins at this leaf.
    Known(Ty, usize),
    /// To an element that is only known in the run: the one that the leaf lies in, if the block is its number.
    Open(Ty, usize, BlockId),
    /// Out of bounds: nothing is replaced.
    Nowhere,
}

impl<'a> Lowerer<'a, '_> {
    pub(super) fn array_type(&mut self, expr: &'a Expr, items: &'a [Expr], context: ContextId) -> Checked<Ty> {
        let Some(first) = items.first() else {
            return Err(self.error(codes::BAD_TYPE, expr.span, "an array without elements", "of which type?"));
        };
        let ty = self.ty(first, context)?;
        for item in items.iter().skip(1) {
            self.same(first, context, item, context)?;
        }
        Ok(Ty::Array(Rc::new(ty), items.len()))
    }

    pub(super) fn index_type(&mut self, base: &'a Expr, index: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ty = self.ty(base, context)?;
        let found = self.ty(index, context)?;
        match &ty {
            Ty::Array(element, _) => match found {
                Ty::Int => Ok(element.as_ref().clone()),
                _ => Err(self.clash(index, "an integer", &found, None)),
            },
            Ty::Tuple(list) => {
                let known = match self.constant(index, context) {
                    Some(Value::Int(n)) => n.to_usize(),
                    _ => None,
                };
                match known.and_then(|n| list.get(n)) {
                    Some(ty) => Ok(ty.clone()),
                    None => {
                        let headline = format!("a tuple of {} has no such component", list.len());
                        Err(self.error(codes::ARITY, index.span, headline, "its number"))
                    }
                }
            }
            _ => Err(self.clash(base, "an array or a tuple", &ty, None)),
        }
    }

    pub(super) fn field_type(&mut self, base: &'a Expr, name: &'a Name, context: ContextId) -> Checked<Ty> {
        let ty = self.ty(base, context)?;
        match ty.field(&name.text) {
            Some((field, _)) => Ok(field),
            None => {
                let headline = format!("`{}` has no field `{}`", ty.show(), name.text);
                Err(self.error(codes::UNDEFINED, name.span, headline, "no such field"))
            }
        }
    }

    pub(super) fn record_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Record { ty: name, type_arguments, fields } = &expr.kind else { return Err(Reported) };
        let ty = self.named_type(name, type_arguments, self.context(context).scope)?;
        let Ty::Record(record) = &ty else {
            return Err(self.error(codes::TYPE_CLASH, name.span, format!("`{}` is not a record", name.text), "here"));
        };
        for (field, wanted) in &record.fields {
            let Some((_, value)) = fields.iter().find(|(n, _)| n.text == *field) else {
                let headline = format!("the field `{field}` has no value");
                return Err(self.error(codes::ARITY, expr.span, headline, "in this record"));
            };
            self.expect(value, context, wanted, name.span)?;
        }
        for (field, _) in fields {
            if !record.fields.iter().any(|(n, _)| *n == field.text) {
                let headline = format!("`{}` has no field `{}`", name.text, field.text);
                return Err(self.error(codes::UNDEFINED, field.span, headline, "no such field"));
            }
        }
        Ok(ty)
    }

    pub(super) fn record_value(&mut self, expr: &'a Expr, ty: &Ty, at: At, leaf: usize) -> Built<BlockId> {
        let (ExprKind::Record { fields, .. }, Ty::Record(record)) = (&expr.kind, ty) else {
            return Err(Fail::Reported);
        };
        let mut rest = leaf;
        for (field, ty) in &record.fields {
            let size = ty.size();
            if rest < size {
                let (_, value) = fields.iter().find(|(n, _)| n.text == *field).ok_or(Fail::Reported)?;
                return self.value(value, at, rest);
            }
            rest -= size;
        }
        Err(Fail::Reported)
    }

    pub(super) fn index_value(
        &mut self,
        whole: &'a Expr,
        (base, index): (&'a Expr, &'a Expr),
        at: At,
        leaf: usize,
    ) -> Built<BlockId> {
        let ty = self.ty(base, at.context)?;
        let known = match self.constant(index, at.context) {
            Some(Value::Int(n)) => Some(n),
            _ => None,
        };
        match (&ty, known) {
            (Ty::Tuple(list), Some(n)) => {
                let n = n.to_usize().unwrap_or(0);
                let offset: usize = list.iter().take(n).map(Ty::size).sum();
                self.value(base, at, offset + leaf)
            }
            (Ty::Array(element, count), Some(n)) => match n.to_usize() {
                Some(n) if n < *count => self.value(base, at, n * element.size() + leaf),
                _ => {
                    self.no_element(&n.to_string(), *count, index.span, at.context)?;
                    Ok(self.arbitrary(&element.leaf(leaf), &self.quote(whole.span), whole.span))
                }
            },
            (Ty::Array(_, 0), None) => Err(self.unsupported("an element of an empty array", whole.span)),
            (Ty::Array(element, count), None) => {
                let number = self.value(index, at, 0)?;
                let mut elements = Vec::new();
                for n in 0..*count {
                    elements.push(self.value(base, at, n * element.size() + leaf)?);
                }
                let last = match self.stays_below(index, number, *count, at.context) {
                    true => elements.pop(),
                    false => None,
                };
                let mut block = match last {
                    Some(last) => last,
                    None => self.out_of_bounds(whole, index, &element.leaf(leaf)),
                };
                for (n, then) in elements.into_iter().enumerate().rev() {
                    let is_n = self.is_number(number, n, whole.span)?;
                    block = self.operator(Op::Ite, &[is_n, then, block], "[]", whole.span)?;
                }
                Ok(block)
            }
            _ => Err(Fail::Reported),
        }
    }

    /// Value of an index out of bounds.
    fn out_of_bounds(&mut self, whole: &'a Expr, index: &'a Expr, ty: &Ty) -> BlockId {
        let headline = format!("`{}` may be out of bounds", self.quote(index.span));
        self.error(codes::INDEX_BOUNDS, index.span, headline, "the element can have any value then");
        self.arbitrary(ty, &self.quote(whole.span), whole.span)
    }

    /// Says that an element does not exist.
    fn no_element(&mut self, index: &str, count: usize, span: Span, context: ContextId) -> Checked<()> {
        let headline = format!("an array of {count} has no element {index}");
        if self.context(context).bindings.is_some() {
            self.error(codes::INDEX_BOUNDS, span, headline, "it can have any value");
            return Ok(());
        }
        Err(self.error(codes::INDEX, span, headline, "out of bounds"))
    }

    /// Whether an index evidently stays within bounds: by its type, or as a remainder.
    fn stays_below(&mut self, index: &'a Expr, number: BlockId, count: usize, context: ContextId) -> bool {
        if let Sort::Range { lo, hi } = self.builder.sort(number) {
            return lo >= 0 && u64::try_from(hi).is_ok_and(|hi| hi < count as u64);
        }
        match &index.kind {
            ExprKind::Binary(Binary::Mod, _, divisor) => match self.constant(divisor, context) {
                Some(Value::Int(n)) => n.to_usize().is_some_and(|n| n > 0 && n <= count),
                _ => false,
            },
            ExprKind::List(items) => match items.as_slice() {
                [only] => self.stays_below(only, number, count, context),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_number(&mut self, block: BlockId, n: usize, span: Span) -> Built<BlockId> {
        let value = self.constant_block(Value::int(n as i64), span);
        self.operator(Op::Eq, &[block, value], "=", span)
    }

    pub(super) fn update_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Update { base, path, value } = &expr.kind else { return Err(Reported) };
        let ty = self.ty(base, context)?;
        let mut part = ty.clone();
        for step in path {
            part = match (step, &part) {
                (Step::Field(name), _) => match part.field(&name.text) {
                    Some((field, _)) => field,
                    None => {
                        let headline = format!("`{}` has no field `{}`", part.show(), name.text);
                        return Err(self.error(codes::UNDEFINED, name.span, headline, "no such field"));
                    }
                },
                (Step::Index(index), Ty::Array(element, _)) => {
                    self.expect(index, context, &Ty::Int, expr.span)?;
                    element.as_ref().clone()
                }
                (Step::Index(index), Ty::Tuple(list)) => {
                    let known = match self.constant(index, context) {
                        Some(Value::Int(n)) => n.to_usize().and_then(|n| list.get(n).cloned()),
                        _ => None,
                    };
                    known.ok_or_else(|| {
                        self.error(codes::ARITY, index.span, "a tuple has no such component", "its number")
                    })?
                }
                (Step::Index(_), _) => return Err(self.clash(base, "an array", &part, None)),
            };
        }
        self.expect(value, context, &part, expr.span)?;
        Ok(ty)
    }

    /// A leaf of a structure of which one part is replaced.
    pub(super) fn update_value(
        &mut self,
        whole: &'a Expr,
        (base, path, value): (&'a Expr, &'a [Step], &'a Expr),
        at: At,
        leaf: usize,
    ) -> Built<BlockId> {
        let mut ty = self.ty(base, at.context)?;
        let (mut rest, mut conditions) = (leaf, Vec::new());
        for step in path {
            let (part, offset) = match self.part(step, &ty, rest, at)? {
                Part::Known(part, offset) => (part, offset),
                Part::Open(part, offset, number) => {
                    conditions.push(self.is_number(number, offset / part.size().max(1), whole.span)?);
                    (part, offset)
                }
                Part::Nowhere => return self.value(base, at, leaf),
            };
            if rest < offset || rest >= offset + part.size() {
                return self.value(base, at, leaf);
            }
            (ty, rest) = (part, rest - offset);
        }
        let new = self.value(value, at, rest)?;
        if conditions.is_empty() {
            return Ok(new);
        }
        let condition = self.conjunction(&conditions, whole.span)?;
        let old = self.value(base, at, leaf)?;
        self.operator(Op::Ite, &[condition, new, old], ":=", whole.span)
    }

    /// The part that a step leads to, seen from one leaf.
    fn part(&mut self, step: &'a Step, ty: &Ty, leaf: usize, at: At) -> Built<Part> {
        let index = match step {
            Step::Field(name) => {
                let (part, offset) = ty.field(&name.text).ok_or(Fail::Reported)?;
                return Ok(Part::Known(part, offset));
            }
            Step::Index(index) => index,
        };
        let known = match self.constant(index, at.context) {
            Some(Value::Int(n)) => Some(n.to_usize()),
            _ => None,
        };
        match (ty, known) {
            (Ty::Array(element, count), Some(Some(n))) if n < *count => {
                Ok(Part::Known(element.as_ref().clone(), n * element.size()))
            }
            (Ty::Array(_, count), Some(_)) => {
                self.no_element(&format!("`{}`", self.quote(index.span)), *count, index.span, at.context)?;
                Ok(Part::Nowhere)
            }
            (Ty::Array(element, _), None) => {
                let size = element.size().max(1);
                let number = self.value(index, at, 0)?;
                Ok(Part::Open(element.as_ref().clone(), leaf / size * size, number))
            }
            (Ty::Tuple(list), Some(Some(n))) => {
                let part = list.get(n).cloned().ok_or(Fail::Reported)?;
                Ok(Part::Known(part, list.iter().take(n).map(Ty::size).sum()))
            }
            _ => Err(Fail::Reported),
        }
    }
}
