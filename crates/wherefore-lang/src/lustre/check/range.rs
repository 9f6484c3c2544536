//! Subranges and refinement types: what they say about the leaves of a value.

use super::super::ast::{Expr, ExprKind, Name, Type, TypeKind};
use super::super::resolve::{Tables, TypeDecl};
use super::super::types::Ty;
use super::instance::{Bound, Context, ContextId, LeafId, PROGRAM, ScopeId, Stream};
use super::{Checker, address};
use num_traits::ToPrimitive;
use std::rc::Rc;
use wherefore_syntax::{Checked, Reported};

/// Statement of a type about a value.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Restriction<'a> {
    /// A leaf lies within a subrange, whose bounds are read in a scope.
    Range { ty: &'a Type, scope: ScopeId, leaf: usize },
    /// A predicate holds, in a context in which its variable is the value.
    Predicate(&'a Expr, ContextId),
}

/// A part of a value: from which leaf on, where its type is read, and where the value.
#[derive(Clone, Copy)]
struct Place<'b, 'a> {
    scope: ScopeId,
    base: &'b Bound<'a>,
    offset: usize,
    context: ContextId,
}

/// Whether a type restricts the values of its base.
pub(in super::super) fn has_restriction(tables: &Tables<'_>, ty: &Type) -> bool {
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

impl<'a> Checker<'a, '_> {
    /// The body of a type without parameters.
    pub(super) fn alias(&self, name: &str) -> Option<&'a Type> {
        match self.tables.types.get(name) {
            Some((TypeDecl::Alias { body, parameters: [] }, _)) => *body,
            _ => None,
        }
    }

    /// The bounds of a type that is a subrange and nothing else.
    pub fn plain_range(&mut self, ty: &'a Type, scope: ScopeId) -> Option<(i64, i64)> {
        let (mut ty, mut scope) = (ty, scope);
        for _ in 0..100 {
            match &ty.kind {
                TypeKind::Subrange(Some(low), Some(high)) => {
                    let context = self.scope(scope).context;
                    let low = self.integer(low, context)?.to_i64()?;
                    let high = self.integer(high, context)?.to_i64()?;
                    return (low <= high).then_some((low, high));
                }
                TypeKind::Named(name, arguments) if arguments.is_empty() => {
                    ty = self.alias(&name.text)?;
                    scope = PROGRAM;
                }
                _ => return None,
            }
        }
        None
    }

    /// Restrictions of its declared type on a stream.
    pub fn restrictions_of_stream(&mut self, scope: ScopeId, stream: usize) -> Checked<Rc<[Restriction<'a>]>> {
        let (context, Stream { name, ty, declared, .. }) =
            (self.scope(scope).context, &self.scope(scope).streams[stream]);
        let key = (address(*name), context);
        let Some(declared) = declared.filter(|ty| has_restriction(self.tables, ty)) else { return Ok(Rc::default()) };
        let base = Bound::Leaves(LeafId { scope, stream, leaf: 0 }, ty.clone());
        self.restrictions(key, |this, list| {
            this.restrict(declared, Place { scope, base: &base, offset: 0, context }, list)
        })
    }

    /// Restrictions of its written type on a choice or an ascription, and the condition of a choice.
    pub fn restrictions_of_expr(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Rc<[Restriction<'a>]>> {
        let (written, choice) = match &expr.kind {
            ExprKind::Any { variable, ty, predicate: Some(predicate), .. } => (ty, Some((variable, predicate))),
            ExprKind::Any { ty, .. } | ExprKind::Ascribed(_, ty) => (ty, None),
            _ => return Err(Reported),
        };
        if self.open.contains(&address(expr)) {
            return Err(self.refuse("a value of a type whose condition needs such a value", expr.span));
        }
        let scope = self.context(context).scope;
        let base = Bound::Part { expr, context, offset: 0, ty: self.resolve_type(written, scope)? };
        self.restrictions((address(expr), context), |this, list| {
            this.restrict(written, Place { scope, base: &base, offset: 0, context }, list)?;
            let Some((variable, predicate)) = choice else { return Ok(()) };
            let mut inner = this.context(context).clone();
            variable.iter().for_each(|v| inner.bind(&v.text, base.clone()));
            this.predicate(predicate, inner, list)
        })
    }

    /// The restrictions that `find` lists, found once for each key.
    fn restrictions(
        &mut self,
        key: (usize, ContextId),
        find: impl FnOnce(&mut Self, &mut Vec<Restriction<'a>>) -> Checked<()>,
    ) -> Checked<Rc<[Restriction<'a>]>> {
        if let Some(known) = self.restrictions.get(&key) {
            return Ok(known.clone());
        }
        let mut list = Vec::new();
        self.open.push(key.0);
        let found = find(self, &mut list);
        self.open.pop();
        found?;
        Ok(self.restrictions.entry(key).or_insert(list.into()).clone())
    }

    fn predicate(&mut self, predicate: &'a Expr, context: Context<'a>, list: &mut Vec<Restriction<'a>>) -> Checked<()> {
        let context = self.add_context(context);
        self.expect_bool(predicate, context)?;
        list.push(Restriction::Predicate(predicate, context));
        Ok(())
    }

    fn restrict(&mut self, ty: &'a Type, at: Place<'_, 'a>, list: &mut Vec<Restriction<'a>>) -> Checked<()> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.restrict_kind(ty, at, list))
    }

    fn restrict_kind(&mut self, ty: &'a Type, at: Place<'_, 'a>, list: &mut Vec<Restriction<'a>>) -> Checked<()> {
        match &ty.kind {
            TypeKind::Subrange(low, high) => {
                let context = self.scope(at.scope).context;
                for bound in low.iter().chain(high) {
                    self.expect(bound, context, &Ty::Int, ty.span)?;
                }
                list.push(Restriction::Range { ty, scope: at.scope, leaf: at.offset });
                Ok(())
            }
            TypeKind::Refined { variable, base: inner, predicate } => {
                self.restrict(inner, at, list)?;
                let bound = shifted(at.base, at.offset, self.resolve_type(inner, at.scope)?);
                let clock = self.context(at.context).clock;
                let mut context = Context { clock, ..self.context(self.scope(at.scope).context).clone() };
                context.bind(&variable.text, bound);
                self.predicate(predicate, context, list)
            }
            TypeKind::Record(fields) => self.restrict_parts(fields.iter().map(|(_, field)| field), at, list),
            TypeKind::Tuple(parts) => self.restrict_parts(parts.iter(), at, list),
            TypeKind::Array(element, count) => {
                let count = self.array_size(count, at.scope)?;
                self.restrict_parts(std::iter::repeat_n(element.as_ref(), count), at, list)
            }
            TypeKind::Named(name, arguments) => self.restrict_named(name, arguments, at, list),
            _ => Ok(()),
        }
    }

    /// Restrictions of values side by side.
    fn restrict_parts(
        &mut self,
        parts: impl Iterator<Item = &'a Type>,
        at: Place<'_, 'a>,
        list: &mut Vec<Restriction<'a>>,
    ) -> Checked<()> {
        let mut offset = at.offset;
        for part in parts {
            self.restrict(part, Place { offset, ..at }, list)?;
            offset += self.resolve_type(part, at.scope)?.size();
        }
        Ok(())
    }

    fn restrict_named(
        &mut self,
        name: &'a Name,
        arguments: &'a [Type],
        at: Place<'_, 'a>,
        list: &mut Vec<Restriction<'a>>,
    ) -> Checked<()> {
        let declared = self.tables.types.get(name.text.as_str()).copied();
        let Some((TypeDecl::Alias { parameters, body: Some(body) }, _)) = declared else { return Ok(()) };
        if !has_restriction(self.tables, body) {
            return Ok(());
        }
        if parameters.is_empty() {
            return self.restrict(body, Place { scope: PROGRAM, ..at }, list);
        }
        let given = arguments.iter().map(|t| self.resolve_type(t, at.scope)).collect::<Checked<_>>()?;
        let scope = self.open_type(&name.text, parameters, given);
        self.restrict(body, Place { scope, ..at }, list)
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
