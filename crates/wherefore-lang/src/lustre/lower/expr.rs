//! Expressions, one leaf at a time.

use super::super::ast::{Binary, Expr, ExprKind, Unary};
use super::super::check::instance::{Bound, ContextId, Kind, LeafId};
use super::super::check::{Constant, address};
use super::super::types::Ty;
use super::arithmetic::Operands;
use super::{At, Built, Fail, Lowerer};
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Value};

impl<'a> Lowerer<'a, '_> {
    /// The block of a leaf of an expression.
    pub(super) fn value(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let key = (address(expr), at.context, leaf);
        if let Some(known) = self.demand.values.get(&key) {
            return Ok(*known);
        }
        let ty = self.check.ty(expr, at.context)?;
        if let Some(place) = self.check.holes.at(expr.span) {
            let block = self.left_open(place, &ty, leaf);
            self.demand.values.insert(key, block);
            return Ok(block);
        }
        // Where an index is bound, conditions on it are decided here: `if i = 0 then .. else A[i - 1]`.
        let folded =
            if self.check.context(at.context).bindings.is_some() { self.folded(expr, at.context, &ty) } else { None };
        let block = match folded {
            Some(block) => block,
            None => stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.kind(expr, at, leaf, &ty))?,
        };
        self.demand.values.insert(key, block);
        Ok(block)
    }

    fn folded(&mut self, expr: &'a Expr, context: ContextId, ty: &Ty) -> Option<BlockId> {
        if !matches!(ty, Ty::Bool | Ty::Int | Ty::Real) {
            return None;
        }
        let constant = self.check.constant(expr, context)?;
        let value = self.known(constant, ty)?;
        Some(self.constant_block(value, expr.span))
    }

    /// The value that a constant is as one of a type.
    fn known(&mut self, constant: Constant, ty: &Ty) -> Option<Value> {
        match (constant, ty) {
            (Constant::Bool(b), _) => Some(Value::Bool(b)),
            (Constant::Int(n), _) => Some(Value::Int(n)),
            (Constant::Real(r), _) => Some(Value::Real(r)),
            (Constant::Member(number), Ty::Enum(of)) => Some(self.member(of, number)),
            (Constant::Member(_), _) => None,
        }
    }

    fn kind(&mut self, expr: &'a Expr, at: At, leaf: usize, ty: &Ty) -> Built<BlockId> {
        use ExprKind::*;
        match &expr.kind {
            Bool(b) => Ok(self.constant_block(Value::Bool(*b), expr.span)),
            Int(n) => Ok(self.constant_block(Value::Int(n.clone()), expr.span)),
            Real(r) => Ok(self.constant_block(Value::Real(r.clone()), expr.span)),
            Name(name) => self.name_value(expr, name, at, leaf),
            Unary(op, e) => self.unary(*op, e, expr, at, leaf),
            Binary(op, a, b) => self.binary(*op, (a, b), expr, at, leaf),
            If { .. } => self.if_value(expr, at, leaf),
            Call { node, .. } if self.check.is_constructor(&node.text) => self.construction(expr, ty, at, leaf),
            Call { node, .. } if self.check.is_tester(&node.text) => self.tester(expr, at),
            Call { .. } => self.call_value(expr, at, leaf),
            Condact { .. } | Activate { .. } => self.activation(expr, at, leaf),
            When { expr, .. } => {
                let context = self.check.faster(at.context);
                self.value(expr, At { context, guarded: false }, leaf)
            }
            Merge { .. } => self.merge(expr, at, leaf),
            List(items) | Tuple(items) => self.item_value(items, at, leaf),
            Array(items) => {
                let size = self.element_size(ty);
                let item = items.get(leaf / size).ok_or(Fail::Reported)?;
                self.value(item, at, leaf % size)
            }
            Repeat(element, _) => {
                let size = self.element_size(ty);
                self.value(element, at, leaf % size)
            }
            Index(base, index) => self.index_value(expr, (base, index), at, leaf),
            Field(base, name) => {
                let (_, offset) = self.check.ty(base, at.context)?.field(&name.text).ok_or(Fail::Reported)?;
                self.value(base, at, offset + leaf)
            }
            Record { .. } => self.record_value(expr, ty, at, leaf),
            Update { base, path, value } => self.update_value(expr, (base, path, value), at, leaf),
            Quantified { .. } => self.quantified(expr, at),
            Cast(_, e) | Floor(e) => self.cast(e, ty, expr, at),
            Any { .. } => self.any_value(expr, ty, at, leaf),
            Mode(path) => self.mode_value(path, expr.span, at),
            Match(..) => self.match_value(expr, at, leaf),
            Ascribed(e, ty) => self.ascribed(expr, e, ty, at, leaf),
            Other(what) => Err(self.check.refuse(what, expr.span).into()),
        }
    }

    fn element_size(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Array(element, _) => element.size().max(1),
            other => other.size().max(1),
        }
    }

    /// A leaf of values side by side.
    pub(super) fn item_value(&mut self, items: &'a [Expr], at: At, leaf: usize) -> Built<BlockId> {
        let mut rest = leaf;
        for item in items {
            let size = self.check.ty(item, at.context)?.size();
            if rest < size {
                return self.value(item, at, rest);
            }
            rest -= size;
        }
        Err(Fail::Reported)
    }

    fn name_value(&mut self, expr: &'a Expr, name: &'a str, at: At, leaf: usize) -> Built<BlockId> {
        if let Some(binding) = self.check.binding(at.context, name) {
            return match &binding.value {
                Bound::Value(constant, ty) => {
                    let value = self.known(constant.clone(), ty).ok_or(Fail::Reported)?;
                    Ok(self.constant_block(value, expr.span))
                }
                Bound::Leaves(first, _) => self.leaf(LeafId { leaf: first.leaf + leaf, ..*first }),
                Bound::Part { expr, context, offset, .. } => {
                    self.value(expr, At { context: *context, guarded: false }, offset + leaf)
                }
            };
        }
        if let Some((scope, stream)) = self.check.find(self.check.context(at.context).scope, name) {
            return self.leaf(LeafId { scope, stream, leaf });
        }
        self.constructor_value(expr, name, at, leaf)
    }

    fn unary(&mut self, op: Unary, e: &'a Expr, whole: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        match op {
            Unary::Not => {
                let block = self.value(e, at, 0)?;
                self.operator(Op::Not, &[block], "not", whole.span)
            }
            Unary::Minus => self.minus(e, whole, at),
            Unary::Complement => {
                let block = self.value(e, at, 0)?;
                self.operator(Op::BvNot, &[block], "!", whole.span)
            }
            Unary::Pre => self.pre(e, whole.span, at, leaf),
            Unary::Last => self.last(e, at, leaf),
            Unary::Current => self.current(e, whole, at, leaf),
        }
    }

    fn binary(&mut self, op: Binary, (a, b): Operands<'a>, whole: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let clock = self.check.context(at.context).clock;
        match op {
            Binary::Arrow => {
                let init = self.value(a, at, leaf)?;
                let then = self.value(b, At { guarded: true, ..at }, leaf)?;
                self.arrow(init, then, clock, whole.span)
            }
            Binary::Fby => {
                let init = self.value(a, at, leaf)?;
                let then = self.pre(b, whole.span, At { guarded: true, ..at }, leaf)?;
                self.arrow(init, then, clock, whole.span)
            }
            Binary::And | Binary::Or | Binary::Implies => self.connective(op, (a, b), whole.span, at),
            Binary::Equal | Binary::Unequal => self.equality(op, (a, b), whole.span, at),
            _ => self.arithmetic(op, (a, b), whole.span, at),
        }
    }

    /// `and`, `or`, `=>`. Where an index is bound, an operand that decides alone is taken alone: the other may speak of
    /// elements that do not exist.
    fn connective(&mut self, op: Binary, (a, b): Operands<'a>, span: Span, at: At) -> Built<BlockId> {
        let (gate, word) = match op {
            Binary::And => (Op::And, "and"),
            Binary::Or => (Op::Or, "or"),
            _ => (Op::Implies, "=>"),
        };
        if self.check.context(at.context).bindings.is_some()
            && let Some(Constant::Bool(known)) = self.check.constant(a, at.context)
        {
            return match (op, known) {
                (Binary::And, true) | (Binary::Or, false) | (Binary::Implies, true) => self.value(b, at, 0),
                (Binary::And, false) => Ok(self.constant_block(Value::Bool(false), span)),
                _ => Ok(self.constant_block(Value::Bool(true), span)),
            };
        }
        let (left, right) = (self.value(a, at, 0)?, self.value(b, at, 0)?);
        self.operator(gate, &[left, right], word, span)
    }

    /// `last x`: the value of x one tick before on the clock of its node; at first what its frame says.
    fn last(&mut self, e: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let (scope, stream) = self.check.last(e, at.context)?;
        let own = self.at(scope);
        self.keep(LeafId { scope, stream, leaf }, own)
    }

    /// A leaf of the results of a call.
    pub(super) fn call_value(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let scope = self.check.callee(expr, at.context)?;
        let (mut rest, mut found) = (leaf, None);
        for stream in self.check.scope(scope).of_kind(Kind::Output) {
            let size = self.check.scope(scope).streams[stream].ty.size();
            if rest < size {
                found = Some(stream);
                break;
            }
            rest -= size;
        }
        let stream = found.ok_or(Fail::Reported)?;
        self.leaf(LeafId { scope, stream, leaf: rest })
    }

    pub(super) fn quantified(&mut self, expr: &'a Expr, at: At) -> Built<BlockId> {
        let ExprKind::Quantified { is_forall, body, .. } = &expr.kind else { return Err(Fail::Reported) };
        let mut list = Vec::new();
        for context in self.check.cases(expr, at.context)? {
            list.push(self.value(body, At { context, ..at }, 0)?);
        }
        let (gate, word) = if *is_forall { (Op::And, "forall") } else { (Op::Or, "exists") };
        self.operator(gate, &list, word, expr.span)
    }
}
