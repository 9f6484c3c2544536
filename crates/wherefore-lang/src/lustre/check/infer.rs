//! Types of expressions.
//!
//! Types are strict, as in Kind 2 and JKind: an integer is not a real, machine integers have one width and sign. The type of an
//! expression is worked out once for each scope; to work it out is to check everything inside it.

use super::super::ast::{Binary, Expr, ExprKind, Name, Type, TypeKind, Unary};
use super::super::types::Ty;
use super::instance::{Bound, ContextId, ScopeId};
use super::{Checker, Constant, address, codes};
use num_traits::Zero;
use std::rc::Rc;
use wherefore_diag::Span;
use wherefore_syntax::Checked;

impl<'a> Checker<'a, '_> {
    /// The type of an expression.
    pub fn ty(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let key = (address(expr), self.context(context).scope);
        if let Some(known) = self.types.get(&key) {
            return Ok(known.clone());
        }
        let ty = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.ty_of(expr, context))?;
        self.types.insert(key, ty.clone());
        Ok(ty)
    }

    fn ty_of(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        use ExprKind::*;
        match &expr.kind {
            Bool(_) => Ok(Ty::Bool),
            Int(_) => Ok(Ty::Int),
            Real(_) => Ok(Ty::Real),
            Name(name) => self.name_type(name, expr.span, context),
            Unary(op, e) => self.unary_type(*op, e, context),
            Binary(op, a, b) => self.binary_type(*op, a, b, expr.span, context),
            If { condition, then, otherwise, is_lazy } => {
                self.expect_bool(condition, context)?;
                let (yes, no) = self.branches(expr, condition, *is_lazy, context);
                self.same(then, yes, otherwise, no)
            }
            Call { node, .. } if self.is_constructor(&node.text) => self.construction_type(expr, context),
            Call { node, .. } if self.is_tester(&node.text) => self.tester_type(expr, context),
            Call { .. } | Condact { .. } | Activate { .. } => self.call_type(expr, context),
            When { expr, clock } => {
                if !self.is_on(clock, context) {
                    return Err(self.ill_clocked("`when` outside `merge` and `current`", clock.span));
                }
                let outer = self.faster(context);
                self.ty(clock, outer)?;
                self.ty(expr, outer)
            }
            Merge { clock, cases } => self.merge_type(expr, clock, cases, context),
            List(items) => self.list_type(items, context),
            Tuple(items) => {
                let list = items.iter().map(|e| self.ty(e, context)).collect::<Checked<Vec<_>>>()?;
                Ok(Ty::Tuple(list.into()))
            }
            Array(items) => self.array_type(expr, items, context),
            Repeat(element, count) => {
                let element = self.ty(element, context)?;
                Ok(Ty::Array(Rc::new(element), self.count(count, context)?))
            }
            Index(base, index) => self.index_type(base, index, context),
            Field(base, name) => self.field_type(base, name, context),
            Record { .. } => self.record_type(expr, context),
            Update { .. } => self.update_type(expr, context),
            Quantified { variables, body, .. } => self.quantified_type(expr, variables, body, context),
            Cast(to, e) => self.cast_type(to, e, context),
            Floor(e) => {
                self.expect(e, context, &Ty::Real, expr.span)?;
                Ok(Ty::Int)
            }
            Any { is_choose: true, .. } => Err(self.refuse("a deterministic choice", expr.span)),
            Any { ty, .. } => {
                self.restrictions_of_expr(expr, context)?;
                self.resolve_type(ty, self.context(context).scope)
            }
            Mode(path) => self.mode(path, expr.span, context).map(|_| Ty::Bool),
            Match(..) => self.match_type(expr, context),
            Ascribed(e, ty) => {
                let ty = self.resolve_type(ty, self.context(context).scope)?;
                self.expect(e, context, &ty, expr.span)?;
                self.restrictions_of_expr(expr, context).map(|_| ty)
            }
            Other(what) => Err(self.refuse(what, expr.span)),
        }
    }

    fn name_type(&mut self, name: &'a str, span: Span, context: ContextId) -> Checked<Ty> {
        if let Some(binding) = self.binding(context, name) {
            let (Bound::Value(_, ty) | Bound::Leaves(_, ty) | Bound::Part { ty, .. }) = &binding.value;
            return Ok(ty.clone());
        }
        if let Some((scope, index)) = self.find(self.context(context).scope, name) {
            if let Some(clock) = self.scope(scope).streams[index].clock
                && !self.is_on(clock, context)
            {
                let what = format!("`{name}`, which is declared with a clock, on another one");
                return Err(self.ill_clocked(&what, span));
            }
            return self.stream_type(scope, index);
        }
        match self.constructor_type(name, span)? {
            Some(ty) => Ok(ty),
            None => Err(self.undefined(name, span, context)),
        }
    }

    /// Checks that an expression has a type. `reason` is the place that asks for it.
    pub(super) fn expect(&mut self, expr: &'a Expr, context: ContextId, ty: &Ty, reason: Span) -> Checked<Ty> {
        let found = self.ty(expr, context)?;
        if found != *ty {
            let text = format!("`{}` is expected because of this", ty.show());
            return Err(self.clash(expr, &format!("`{}`", ty.show()), &found, Some((reason, text))));
        }
        Ok(found)
    }

    /// Checks that a value of an expression has the type of a stream.
    pub(super) fn fits(&mut self, expr: &'a Expr, found: &Ty, name: &'a Name, wanted: &Ty) -> Checked<()> {
        if wanted == found {
            return Ok(());
        }
        let reason = (name.span, format!("`{}` is `{}`", name.text, wanted.show()));
        Err(self.clash(expr, &format!("`{}`", wanted.show()), found, Some(reason)))
    }

    pub(super) fn expect_bool(&mut self, expr: &'a Expr, context: ContextId) -> Checked<()> {
        match self.ty(expr, context)? {
            Ty::Bool => Ok(()),
            found => Err(self.clash(expr, "a truth value", &found, None)),
        }
    }

    /// The common type of two expressions.
    pub(super) fn same(&mut self, a: &'a Expr, in_a: ContextId, b: &'a Expr, in_b: ContextId) -> Checked<Ty> {
        let left = self.ty(a, in_a)?;
        let right = self.ty(b, in_b)?;
        if left != right {
            let text = format!("this is `{}`", left.show());
            return Err(self.clash(b, &format!("`{}`", left.show()), &right, Some((a.span, text))));
        }
        Ok(left)
    }

    /// The common type of some expressions, each in a context; nothing if there are none.
    pub(super) fn common(
        &mut self,
        count: usize,
        case: impl Fn(&mut Self, usize) -> Checked<(&'a Expr, ContextId)>,
    ) -> Checked<Option<Ty>> {
        let mut first: Option<(&'a Expr, ContextId)> = None;
        let mut ty = None;
        for index in 0..count {
            let (expr, context) = case(self, index)?;
            let (e, c) = *first.get_or_insert((expr, context));
            ty = Some(self.same(e, c, expr, context)?);
        }
        Ok(ty)
    }

    fn unary_type(&mut self, op: Unary, e: &'a Expr, context: ContextId) -> Checked<Ty> {
        match op {
            Unary::Not => self.expect_bool(e, context).map(|()| Ty::Bool),
            Unary::Minus => match self.ty(e, context)? {
                ty if ty.is_number() => Ok(ty),
                ty => Err(self.clash(e, "a number", &ty, None)),
            },
            Unary::Complement => match self.ty(e, context)? {
                ty @ Ty::Machine { .. } => Ok(ty),
                ty => Err(self.clash(e, "a machine integer", &ty, None)),
            },
            Unary::Pre => self.ty(e, context),
            Unary::Last => self.last(e, context).and_then(|_| self.ty(e, context)),
            Unary::Current => {
                let slower = self.slower(e, context);
                self.ty(e, slower)
            }
        }
    }

    /// The stream that `last` is about.
    pub fn last(&mut self, e: &'a Expr, context: ContextId) -> Checked<(ScopeId, usize)> {
        let ExprKind::Name(name) = &e.kind else {
            return Err(self.refuse("`last` of an expression", e.span));
        };
        self.find(self.context(context).scope, name).ok_or_else(|| self.undefined(name, e.span, context))
    }

    fn binary_type(&mut self, op: Binary, a: &'a Expr, b: &'a Expr, span: Span, context: ContextId) -> Checked<Ty> {
        use Binary::*;
        match op {
            And | Or | Xor | Implies => {
                let left = self.expect_bool(a, context);
                self.expect_bool(b, context)?;
                left.map(|()| Ty::Bool)
            }
            Equal | Unequal => self.same(a, context, b, context).map(|_| Ty::Bool),
            Arrow | Fby => self.same(a, context, b, context),
            Less | LessEqual | Greater | GreaterEqual => self.numbers(a, b, context).map(|_| Ty::Bool),
            Plus | Minus | Times => self.numbers(a, b, context),
            Divide | IntDivide | Mod => {
                let ty = self.numbers(a, b, context)?;
                let fits = if op == Divide { ty != Ty::Int } else { ty != Ty::Real };
                if !fits {
                    let wanted = if op == Divide { "a real or a machine integer" } else { "an integer" };
                    let reason = (span, "the division".to_owned());
                    return Err(self.clash(a, wanted, &ty, Some(reason)));
                }
                self.warn_division(b, context);
                Ok(ty)
            }
            BitAnd | BitOr => match self.same(a, context, b, context)? {
                ty @ Ty::Machine { .. } => Ok(ty),
                ty => Err(self.clash(a, "a machine integer", &ty, None)),
            },
            ShiftLeft | ShiftRight => match (self.ty(a, context)?, self.ty(b, context)?) {
                (ty @ Ty::Machine { width, .. }, Ty::Machine { width: amount, .. }) if width == amount => Ok(ty),
                (Ty::Machine { width, .. }, found) => {
                    Err(self.clash(b, &format!("a machine integer of {width} bits"), &found, None))
                }
                (found, _) => Err(self.clash(a, "a machine integer", &found, None)),
            },
        }
    }

    fn numbers(&mut self, a: &'a Expr, b: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ty = self.ty(a, context)?;
        if !ty.is_number() {
            return Err(self.clash(a, "a number", &ty, None));
        }
        self.same(a, context, b, context)
    }

    fn warn_division(&mut self, divisor: &'a Expr, context: ContextId) {
        let known = match (self.constant(divisor, context), &divisor.kind) {
            (None, ExprKind::Cast(_, e)) => self.constant(e, context),
            (known, _) => known,
        };
        let is_zero = match known {
            Some(Constant::Int(n)) => Some(n.is_zero()),
            Some(Constant::Real(r)) => Some(r.is_zero()),
            _ => None,
        };
        if is_zero != Some(false) {
            let verb = if is_zero.is_some() { "is" } else { "may be" };
            let headline = format!("`{}` {verb} zero", self.quote(divisor.span));
            self.error(codes::DIVISION, divisor.span, headline, "the divisor");
        }
    }

    fn list_type(&mut self, items: &'a [Expr], context: ContextId) -> Checked<Ty> {
        if let [only] = items {
            return self.ty(only, context);
        }
        let mut parts = Vec::new();
        for item in items {
            parts.extend_from_slice(self.ty(item, context)?.parts());
        }
        Ok(Ty::List(parts.into()))
    }

    fn cast_type(&mut self, to: &'a Type, e: &'a Expr, context: ContextId) -> Checked<Ty> {
        let scope = self.context(context).scope;
        let target = self.resolve_type(to, scope)?;
        let found = self.ty(e, context)?;
        let fits = match (&target, &found) {
            (Ty::Int | Ty::Real, _) => found.is_number(),
            (Ty::Machine { .. }, Ty::Int | Ty::Machine { .. }) => true,
            _ => false,
        };
        if !fits || matches!(to.kind, TypeKind::Named(..)) {
            let reason = (to.span, format!("converted to `{}`", target.show()));
            return Err(self.clash(e, "a number", &found, Some(reason)));
        }
        Ok(target)
    }

    fn merge_type(
        &mut self,
        expr: &'a Expr,
        clock: &'a Name,
        cases: &'a [(Name, Expr)],
        context: ContextId,
    ) -> Checked<Ty> {
        let values = self.name_type(&clock.text, clock.span, context)?;
        self.merge_covers(clock, &values, cases)?;
        let ty = self.common(cases.len(), |this, i| Ok((&cases[i].1, this.case_context(expr, i, context))))?;
        ty.ok_or_else(|| self.error(codes::ARITY, expr.span, "a merge without cases", "here"))
    }
}
