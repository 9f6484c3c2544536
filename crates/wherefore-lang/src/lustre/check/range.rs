//! Subranges and refinement types: what they say about the leaves of a value.

use super::super::ast::{Expr, Name, Type, TypeKind};
use super::super::resolve::{Tables, TypeDecl};
use super::super::types::Ty;
use super::Checker;
use super::instance::{Bound, ClockId, Context, ContextId, LeafId, PROGRAM, ScopeId};
use num_traits::ToPrimitive;
use wherefore_syntax::Checked;

/// Statement of a type about a value.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Restriction<'a> {
    /// A leaf lies within a subrange, whose bounds are read in a scope.
    Range { ty: &'a Type, scope: ScopeId, leaf: usize },
    /// A predicate holds, in a context in which its variable is the value.
    Predicate(&'a Expr, ContextId),
}

/// A part of a value: from which leaf on, and where its type is read.
#[derive(Clone, Copy)]
struct Place<'b, 'a> {
    scope: ScopeId,
    base: &'b Bound<'a>,
    offset: usize,
    clock: ClockId,
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

    /// Restrictions of a type on a value.
    pub fn restrictions(
        &mut self,
        ty: &'a Type,
        scope: ScopeId,
        base: &Bound<'a>,
        clock: ClockId,
    ) -> Checked<Vec<Restriction<'a>>> {
        let mut list = Vec::new();
        self.restrict(ty, Place { scope, base, offset: 0, clock }, &mut list)?;
        Ok(list)
    }

    /// Where the predicate of a choice is read, with the chosen value.
    pub fn choice_context(
        &mut self,
        variable: Option<&'a Name>,
        predicate: &'a Expr,
        chosen: Bound<'a>,
        context: ContextId,
    ) -> Checked<ContextId> {
        let mut inner = self.context(context).clone();
        if let Some(variable) = variable {
            inner.bind(&variable.text, chosen);
        }
        let inner = self.add_context(inner);
        self.expect_bool(predicate, inner)?;
        Ok(inner)
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
                let mut context = Context { clock: at.clock, ..self.context(self.scope(at.scope).context).clone() };
                context.bind(&variable.text, bound);
                let context = self.add_context(context);
                self.expect_bool(predicate, context)?;
                list.push(Restriction::Predicate(predicate, context));
                Ok(())
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
