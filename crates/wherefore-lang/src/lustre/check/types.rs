//! From written types to types of expressions.

use super::super::ast::{Expr, Name, Type, TypeKind, Variant};
use super::super::resolve::TypeDecl;
use super::super::types::{Data, Enumeration, LEAF_LIMIT, Record, Ty};
use super::instance::{ContextId, Origin, PROGRAM, ScopeId};
use super::{BASE, Checker, address, codes};
use num_traits::ToPrimitive;
use std::rc::Rc;
use wherefore_diag::Span;
use wherefore_syntax::Checked;

impl<'a> Checker<'a, '_> {
    /// Meaning of a written type in a scope.
    pub(super) fn resolve_type(&mut self, ty: &'a Type, scope: ScopeId) -> Checked<Ty> {
        let key = (address(ty), scope);
        if let Some(known) = self.types.get(&key) {
            return Ok(known.clone());
        }
        let resolved = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.type_kind(ty, scope))?;
        if resolved.size() > LEAF_LIMIT {
            let headline = format!("a stream of this type would have {} parts", resolved.size());
            return Err(self.error(codes::TOO_MANY, ty.span, headline, "too large"));
        }
        self.types.insert(key, resolved.clone());
        Ok(resolved)
    }

    fn type_kind(&mut self, ty: &'a Type, scope: ScopeId) -> Checked<Ty> {
        match &ty.kind {
            TypeKind::Bool => Ok(Ty::Bool),
            TypeKind::Int => Ok(Ty::Int),
            TypeKind::Subrange(..) => self.refuse_empty_range(ty, scope).map(|()| Ty::Int),
            TypeKind::Real => Ok(Ty::Real),
            TypeKind::Machine { signed, width } if (1..=1024).contains(width) => {
                Ok(Ty::Machine { signed: *signed, width: *width })
            }
            TypeKind::Machine { width, .. } => {
                let headline = format!("a machine integer cannot have {width} bits");
                Err(self.error(codes::BAD_TYPE, ty.span, headline, "between 1 and 1024 are possible"))
            }
            TypeKind::Enum(values) => Ok(enumeration(self.quote(ty.span), values)),
            TypeKind::Record(fields) => self.record(None, fields, scope),
            TypeKind::Array(base, size) => {
                let base = self.resolve_type(base, scope)?;
                let count = self.array_size(size, scope)?;
                Ok(Ty::Array(Rc::new(base), count))
            }
            TypeKind::Tuple(list) => {
                let list: Vec<Ty> = list.iter().map(|t| self.resolve_type(t, scope)).collect::<Checked<_>>()?;
                Ok(Ty::Tuple(list.into()))
            }
            TypeKind::Refined { base, .. } => self.resolve_type(base, scope),
            TypeKind::Named(name, arguments) => self.named_type(name, arguments, scope),
            TypeKind::Other(what) => Err(self.refuse(what, ty.span)),
        }
    }

    fn refuse_empty_range(&mut self, ty: &'a Type, scope: ScopeId) -> Checked<()> {
        let TypeKind::Subrange(low, high) = &ty.kind else { return Ok(()) };
        let context = self.scope(scope).context;
        let low = low.as_ref().and_then(|e| self.integer(e, context));
        let high = high.as_ref().and_then(|e| self.integer(e, context));
        match (low, high) {
            (Some(low), Some(high)) if low > high => {
                let headline = format!("there is no number between {low} and {high}");
                Err(self.error(codes::BAD_TYPE, ty.span, headline, "a type without values"))
            }
            _ => Ok(()),
        }
    }

    fn record(&mut self, name: Option<&str>, fields: &'a [(Name, Type)], scope: ScopeId) -> Checked<Ty> {
        let fields = fields.iter().map(|(n, t)| Ok((n.text.clone(), self.resolve_type(t, scope)?)));
        let fields = fields.collect::<Checked<Vec<_>>>()?;
        Ok(Ty::Record(Rc::new(Record { name: name.map(str::to_owned), fields })))
    }

    /// The size of an array: a constant, not negative.
    pub(super) fn array_size(&mut self, size: &'a Expr, scope: ScopeId) -> Checked<usize> {
        let context = self.scope(scope).context;
        self.count(size, context)
    }

    pub(super) fn count(&mut self, size: &'a Expr, context: ContextId) -> Checked<usize> {
        let Some(n) = self.integer(size, context) else {
            let headline = "arrays whose size is not a known number: this is not supported";
            return Err(self.error(codes::UNSUPPORTED, size.span, headline, "not a constant with a value"));
        };
        match n.to_usize() {
            Some(count) if count <= LEAF_LIMIT => Ok(count),
            Some(_) => {
                let headline = format!("an array of {n} elements is too large");
                Err(self.error(codes::TOO_MANY, size.span, headline, "its size"))
            }
            None => {
                let headline = format!("an array cannot have {n} elements");
                Err(self.error(codes::BAD_TYPE, size.span, headline, "its size"))
            }
        }
    }

    /// Meaning of a type with a name: a parameter, or a declared type.
    pub(super) fn named_type(&mut self, name: &'a Name, arguments: &'a [Type], scope: ScopeId) -> Checked<Ty> {
        let mut next = Some(scope);
        while let Some(id) = next {
            if let Some(ty) = self.scope(id).types.get(name.text.as_str()) {
                return Ok(ty.clone());
            }
            next = self.scope(id).outer;
        }
        let Some((decl, _)) = self.tables.types.get(name.text.as_str()).copied() else {
            let headline = format!("there is no type `{}`", name.text);
            return Err(self.error(codes::UNDEFINED, name.span, headline, "not known here"));
        };
        let (TypeDecl::Alias { parameters, .. } | TypeDecl::Data { parameters, .. }) = decl;
        if parameters.len() != arguments.len() {
            let headline = format!("`{}` takes {} types, {} given", name.text, parameters.len(), arguments.len());
            return Err(self.error(codes::ARITY, name.span, headline, "here"));
        }
        let given: Vec<Ty> = arguments.iter().map(|t| self.resolve_type(t, scope)).collect::<Checked<_>>()?;
        self.declared_type(&name.text, decl, parameters, given, name.span)
    }

    /// Meaning of a declared type for these arguments.
    pub(super) fn declared_type(
        &mut self,
        name: &'a str,
        decl: TypeDecl<'a>,
        parameters: &'a [Name],
        given: Vec<Ty>,
        span: Span,
    ) -> Checked<Ty> {
        let key = name.as_ptr() as usize;
        let unfolding = self.tables.types.get_full(name).map_or(key, |(i, ..)| i);
        if self.open.contains(&unfolding) || self.open.len() > 500 {
            let headline = format!("the type `{name}` contains itself");
            return Err(self.error(codes::RECURSIVE, span, headline, "recursive types are not supported"));
        }
        let inner = if parameters.is_empty() { PROGRAM } else { self.open_type(name, parameters, given) };
        self.open.push(unfolding);
        let ty = match decl {
            TypeDecl::Alias { body: None, .. } => Ok(Ty::Abstract(name.into())),
            TypeDecl::Alias { body: Some(body), .. } => self.resolve_type(body, inner),
            TypeDecl::Data { variants, .. } => self.data(name, variants, inner),
        };
        self.open.pop();
        Ok(rename(name, ty?))
    }

    /// A scope with the parameters of a declared type.
    pub(super) fn open_type(&mut self, name: &'a str, parameters: &'a [Name], given: Vec<Ty>) -> ScopeId {
        let scope = self.open_scope(name, Origin::Type, BASE);
        self.scope_mut(scope).types = parameters.iter().map(|p| p.text.as_str()).zip(given).collect();
        scope
    }

    fn data(&mut self, name: &'a str, variants: &'a [Variant], scope: ScopeId) -> Checked<Ty> {
        let values = variants.iter().map(|v| v.name.text.clone()).collect();
        let tag = Rc::new(Enumeration { name: name.to_owned(), values });
        if variants.iter().all(|v| v.fields.is_empty()) {
            return Ok(Ty::Enum(tag));
        }
        let mut fields = Vec::new();
        for variant in variants {
            let own = variant.fields.iter().map(|(n, t)| Ok((n.text.clone(), self.resolve_type(t, scope)?)));
            fields.push(own.collect::<Checked<Vec<_>>>()?);
        }
        Ok(Ty::Data(Rc::new(Data { name: name.to_owned(), tag, variants: fields })))
    }

    /// The type parameters of a node: what the call says, or what its arguments have in their places.
    pub(super) fn unify(&mut self, written: &'a Type, found: &Ty, parameters: &'a [Name], scope: ScopeId) {
        match (&written.kind, found) {
            (TypeKind::Named(name, _), _) if parameters.iter().any(|p| p.text == name.text) => {
                self.scope_mut(scope).types.entry(&name.text).or_insert_with(|| found.clone());
            }
            (TypeKind::Array(base, _), Ty::Array(element, _)) => self.unify(base, element, parameters, scope),
            (TypeKind::Refined { base, .. }, _) => self.unify(base, found, parameters, scope),
            (TypeKind::Tuple(list), Ty::Tuple(items)) => {
                list.iter().zip(items.iter()).for_each(|(w, f)| self.unify(w, f, parameters, scope));
            }
            (TypeKind::Record(fields), Ty::Record(record)) => {
                let pairs = fields.iter().zip(&record.fields);
                pairs.for_each(|((_, w), (_, f))| self.unify(w, f, parameters, scope));
            }
            _ => {}
        }
    }
}

/// The type of an enumeration.
pub(super) fn enumeration(name: String, values: &[Name]) -> Ty {
    Ty::Enum(Rc::new(Enumeration { name, values: values.iter().map(|v| v.text.clone()).collect() }))
}

/// Gives an anonymous type the name it is declared with.
fn rename(name: &str, ty: Ty) -> Ty {
    match ty {
        Ty::Enum(e) => Ty::Enum(Rc::new(Enumeration { name: name.to_owned(), values: e.values.clone() })),
        Ty::Record(r) => Ty::Record(Rc::new(Record { name: Some(name.to_owned()), fields: r.fields.clone() })),
        other => other,
    }
}
