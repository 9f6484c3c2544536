//! Subranges and refinement types.
//!
//! Streams of the environment stay within their types by assumption. Streams that the program computes must be shown to: a
//! property for each stream.

use super::super::ast::{Expr, Type, TypeKind};
use super::super::resolve::{Tables, TypeDecl};
use super::super::types::Ty;
use super::goal::GoalLabel;
use super::scope::{Definition, Kind, Leaf};
use super::{At, Bound, Built, ClockId, Context, Fail, LeafId, Lowerer, ScopeId};
use num_traits::ToPrimitive;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};

/// Whether a type restricts the values of its base.
pub(super) fn has_restriction(tables: &Tables<'_>, ty: &Type) -> bool {
    let mut todo = vec![(ty, 0)];
    while let Some((ty, depth)) = todo.pop() {
        match &ty.kind {
            TypeKind::Subrange(..) | TypeKind::Refined { .. } => return true,
            TypeKind::Record(fields) => todo.extend(fields.iter().map(|(_, ty)| (ty, depth))),
            TypeKind::Array(base, _) => todo.push((base, depth)),
            TypeKind::Tuple(list) => todo.extend(list.iter().map(|ty| (ty, depth))),
            TypeKind::Named(name, arguments) => {
                todo.extend(arguments.iter().map(|ty| (ty, depth)));
                if let Some((TypeDecl::Alias { body: Some(body), .. }, _)) = tables.types.get(name.text.as_str())
                    && depth < 100
                {
                    todo.push((body, depth + 1));
                }
            }
            _ => {}
        }
    }
    false
}

impl<'a> Lowerer<'a, '_> {
    /// The body of a type without parameters.
    pub(super) fn alias(&self, name: &str) -> Option<&'a Type> {
        match self.tables.types.get(name) {
            Some((TypeDecl::Alias { body, parameters: [] }, _)) => *body,
            _ => None,
        }
    }

    /// The bounds of a type that is a subrange and nothing else.
    pub(super) fn plain_range(&mut self, ty: &'a Type, scope: ScopeId) -> Option<(i64, i64)> {
        let (mut ty, mut scope) = (ty, scope);
        for _ in 0..100 {
            match &ty.kind {
                TypeKind::Subrange(Some(low), Some(high)) => {
                    let context = self.scope(scope).context;
                    let mut bound = |e: &'a Expr| match self.constant(e, context) {
                        Some(Value::Int(n)) => n.to_i64(),
                        _ => None,
                    };
                    let (low, high) = (bound(low)?, bound(high)?);
                    return (low <= high).then_some((low, high));
                }
                TypeKind::Named(name, arguments) if arguments.is_empty() => {
                    ty = self.alias(&name.text)?;
                    scope = ScopeId(0);
                }
                _ => return None,
            }
        }
        None
    }

    /// Assumes or asks that a stream stays within its type.
    pub(super) fn restrict(&mut self, scope: ScopeId, index: usize) -> Built<()> {
        let stream = &self.scope(scope).streams[index];
        let Some(declared) = stream.declared else { return Ok(()) };
        if !has_restriction(self.tables, declared) {
            return Ok(());
        }
        let is_free = matches!(stream.definition, Definition::Free);
        let is_used = stream.leaves.iter().all(|l| matches!(l, Leaf::Done(_)));
        if stream.kind == Kind::Const && !is_used {
            return Ok(());
        }
        let (ty, name) = (stream.ty.clone(), stream.name);
        let clock = self.context(self.scope(scope).context).clock;
        let base = Bound::Leaves(LeafId { scope, stream: index, leaf: 0 }, ty);
        let mut list = Vec::new();
        self.restrictions(declared, scope, &base, 0, clock, &mut list)?;
        if list.is_empty() {
            return Ok(());
        }
        let block = self.conjunction(&list, declared.span)?;
        let text = format!("{}: {}", name.text, self.quote(declared.span));
        if is_free {
            return self.assume(block, text, declared.span, scope, clock);
        }
        let goal = GoalLabel { name: format!("{}: range", name.text), text, span: name.span, premise: None };
        self.ask(block, goal, scope, clock)
    }

    /// Restrictions of a type on the leaves of a value from an offset on.
    pub(super) fn restrictions(
        &mut self,
        ty: &'a Type,
        scope: ScopeId,
        base: &Bound<'a>,
        offset: usize,
        clock: ClockId,
        list: &mut Vec<BlockId>,
    ) -> Built<()> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.restrictions_in(ty, scope, base, offset, clock, list))
    }

    fn restrictions_in(
        &mut self,
        ty: &'a Type,
        scope: ScopeId,
        base: &Bound<'a>,
        offset: usize,
        clock: ClockId,
        list: &mut Vec<BlockId>,
    ) -> Built<()> {
        match &ty.kind {
            TypeKind::Subrange(..) => self.within(ty, scope, base, offset, list),
            TypeKind::Refined { variable, base: inner, predicate } => {
                self.restrictions(inner, scope, base, offset, clock, list)?;
                let part = self.resolve_type(inner, scope)?;
                let bound = shifted(base, offset, part);
                let mut context = Context { clock, ..self.context(self.scope(scope).context).clone() };
                Lowerer::bind(&mut context, &variable.text, bound);
                let context = self.add_context(context);
                self.expect_bool(predicate, context)?;
                list.push(self.value(predicate, At::new(context), 0)?);
                Ok(())
            }
            TypeKind::Record(fields) => {
                let mut offset = offset;
                for (_, field) in fields {
                    self.restrictions(field, scope, base, offset, clock, list)?;
                    offset += self.resolve_type(field, scope)?.size();
                }
                Ok(())
            }
            TypeKind::Tuple(parts) => {
                let mut offset = offset;
                for part in parts {
                    self.restrictions(part, scope, base, offset, clock, list)?;
                    offset += self.resolve_type(part, scope)?.size();
                }
                Ok(())
            }
            TypeKind::Array(element, count) => {
                let (size, count) = (self.resolve_type(element, scope)?.size(), self.array_size(count, scope)?);
                (0..count).try_for_each(|i| self.restrictions(element, scope, base, offset + i * size, clock, list))
            }
            TypeKind::Named(name, arguments) => {
                self.named_restrictions(name, arguments, scope, base, offset, clock, list)
            }
            _ => Ok(()),
        }
    }

    /// Restriction of a subrange on a leaf, unless its sort says so already.
    fn within(
        &mut self,
        ty: &'a Type,
        scope: ScopeId,
        base: &Bound<'a>,
        offset: usize,
        list: &mut Vec<BlockId>,
    ) -> Built<()> {
        let TypeKind::Subrange(low, high) = &ty.kind else { return Ok(()) };
        let block = self.bound_leaf(base, offset)?;
        if let (Sort::Range { lo, hi }, Some((low, high))) = (self.builder.sort(block), self.plain_range(ty, scope))
            && low <= lo
            && hi <= high
        {
            return Ok(());
        }
        let at = self.at(scope);
        for bound in low.iter().chain(high) {
            self.expect(bound, at.context, &Ty::Int, ty.span)?;
        }
        if let Some(low) = low {
            let low = self.value(low, at, 0)?;
            list.push(self.operator(Op::Le, &[low, block], "<=", ty.span)?);
        }
        if let Some(high) = high {
            let high = self.value(high, at, 0)?;
            list.push(self.operator(Op::Le, &[block, high], "<=", ty.span)?);
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a recursion over types")]
    fn named_restrictions(
        &mut self,
        name: &'a super::Name,
        arguments: &'a [Type],
        scope: ScopeId,
        base: &Bound<'a>,
        offset: usize,
        clock: ClockId,
        list: &mut Vec<BlockId>,
    ) -> Built<()> {
        let Some((TypeDecl::Alias { parameters, body: Some(body) }, _)) =
            self.tables.types.get(name.text.as_str()).copied()
        else {
            return Ok(());
        };
        if !has_restriction(self.tables, body) {
            return Ok(());
        }
        if parameters.is_empty() {
            return self.restrictions(body, ScopeId(0), base, offset, clock, list);
        }
        let mut given = Vec::new();
        for argument in arguments {
            given.push(self.resolve_type(argument, scope)?);
        }
        let inner = self.open_scope(&name.text, self.builder.current(), ClockId(0));
        self.scope_mut(inner).is_type = true;
        self.scope_mut(inner).types = parameters.iter().map(|p| p.text.as_str()).zip(given).collect();
        self.restrictions(body, inner, base, offset, clock, list)
    }

    /// A leaf of what a name is bound to.
    pub(super) fn bound_leaf(&mut self, base: &Bound<'a>, leaf: usize) -> Built<BlockId> {
        match base {
            Bound::Leaves(first, _) => self.leaf(LeafId { leaf: first.leaf + leaf, ..*first }),
            Bound::Part { expr, context, offset, .. } => self.value(expr, At::new(*context), offset + leaf),
            Bound::Value(..) => Err(Fail::Reported),
        }
    }
}

/// A part of what a name is bound to.
fn shifted<'a>(base: &Bound<'a>, by: usize, ty: Ty) -> Bound<'a> {
    match base {
        Bound::Leaves(first, _) => Bound::Leaves(LeafId { leaf: first.leaf + by, ..*first }, ty),
        Bound::Part { expr, context, offset, .. } => Bound::Part { expr, context: *context, offset: offset + by, ty },
        other => other.clone(),
    }
}
