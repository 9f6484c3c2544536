//! Arrays, tuples and records.
//!
//! An element with an index that is known is that element; with one that is not, it is a chain of choices. An element that does
//! not exist can have any value, another one at every place that reads it: the last link of the chain is an arbitrary value
//! unless the index evidently stays within bounds. An index that is a constant out of bounds is an error, except where it
//! depends on the index of a bounded quantifier or of an equation for all elements.

use super::super::ast::{Binary, Expr, ExprKind, Step};
use super::super::check::instance::ContextId;
use super::super::codes;
use super::super::types::Ty;
use super::{At, Built, Fail, Lowerer};
use num_traits::ToPrimitive;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};
use wherefore_syntax::Checked;

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
        let ty = self.check.ty(base, at.context)?;
        match (&ty, self.check.integer(index, at.context)) {
            (Ty::Tuple(list), Some(n)) => {
                let n = n.to_usize().unwrap_or(0);
                let offset: usize = list.iter().take(n).map(Ty::size).sum();
                self.value(base, at, offset + leaf)
            }
            (Ty::Array(element, count), Some(n)) => match n.to_usize() {
                Some(n) if n < *count => self.value(base, at, n * element.size() + leaf),
                _ => {
                    self.no_element(&n.to_string(), *count, index.span, at.context)?;
                    Ok(self.arbitrary(&element.leaf(leaf), &self.check.quote(whole.span), whole.span))
                }
            },
            (Ty::Array(_, 0), None) => Err(self.check.refuse("an element of an empty array", whole.span).into()),
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
        let headline = format!("`{}` may be out of bounds", self.check.quote(index.span));
        self.check.error(codes::INDEX_BOUNDS, index.span, headline, "the element can have any value then");
        self.arbitrary(ty, &self.check.quote(whole.span), whole.span)
    }

    /// Says that an element does not exist.
    fn no_element(&mut self, index: &str, count: usize, span: Span, context: ContextId) -> Checked<()> {
        let headline = format!("an array of {count} has no element {index}");
        if self.check.context(context).bindings.is_some() {
            self.check.error(codes::INDEX_BOUNDS, span, headline, "it can have any value");
            return Ok(());
        }
        Err(self.check.error(codes::INDEX, span, headline, "out of bounds"))
    }

    /// Whether an index evidently stays within bounds: by its type, or as a remainder.
    fn stays_below(&mut self, index: &'a Expr, number: BlockId, count: usize, context: ContextId) -> bool {
        if let Sort::Range { lo, hi } = self.builder.sort(number) {
            return lo >= 0 && u64::try_from(hi).is_ok_and(|hi| hi < count as u64);
        }
        match &index.kind {
            ExprKind::Binary(Binary::Mod, _, divisor) => {
                let known = self.check.integer(divisor, context).and_then(|n| n.to_usize());
                known.is_some_and(|n| n > 0 && n <= count)
            }
            ExprKind::List(items) => match items.as_slice() {
                [only] => self.stays_below(only, number, count, context),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_number(&mut self, block: BlockId, n: usize, span: Span) -> Built<BlockId> {
        self.is_value(block, Value::int(n as i64), span)
    }

    /// A leaf of a structure of which one part is replaced.
    pub(super) fn update_value(
        &mut self,
        whole: &'a Expr,
        (base, path, value): (&'a Expr, &'a [Step], &'a Expr),
        at: At,
        leaf: usize,
    ) -> Built<BlockId> {
        let mut ty = self.check.ty(base, at.context)?;
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
        let known = self.check.integer(index, at.context).map(|n| n.to_usize());
        match (ty, known) {
            (Ty::Array(element, count), Some(Some(n))) if n < *count => {
                Ok(Part::Known(element.as_ref().clone(), n * element.size()))
            }
            (Ty::Array(_, count), Some(_)) => {
                self.no_element(&format!("`{}`", self.check.quote(index.span)), *count, index.span, at.context)?;
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
