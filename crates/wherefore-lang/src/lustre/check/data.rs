//! Enumerations and data types: types of constructors, testers and `match`, and what a pattern asks and binds.

use super::super::ast::{Expr, ExprKind, Name, Pattern};
use super::super::resolve::{Constructor, TypeDecl};
use super::super::types::{Enumeration, Ty};
use super::instance::{Bound, Condition, Context, ContextId};
use super::types::enumeration;
use super::{Checker, address, codes};
use std::rc::Rc;
use wherefore_diag::Span;
use wherefore_syntax::{Checked, Reported};

/// Question of a pattern: whether a leaf is this value of an enumeration.
#[derive(Clone, Debug)]
pub(in super::super) struct Test {
    pub leaf: usize,
    pub of: Rc<Enumeration>,
    pub member: usize,
    pub span: Span,
}

/// Meaning of a pattern for values of a type.
#[derive(Debug, Default)]
pub(in super::super) struct Matched<'a> {
    pub tests: Vec<Test>,
    /// Names with the leaves they stand for.
    names: Vec<(&'a str, usize, Ty)>,
}

impl<'a> Checker<'a, '_> {
    /// Whether a called name is a constructor of a data type.
    pub fn is_constructor(&self, name: &str) -> bool {
        !self.tables.nodes.contains_key(name)
            && matches!(self.tables.constructors.get(name), Some(Constructor::Variant { .. }))
    }

    /// Whether a called name asks for a constructor: `Circle?(s)`, or `Up(d)` as the clock of a `when`.
    pub fn is_tester(&self, name: &str) -> bool {
        let is_value = matches!(self.tables.constructors.get(name), Some(Constructor::Value { .. }));
        name.strip_suffix('?').is_some_and(|n| self.tables.constructors.contains_key(n))
            || (is_value && !self.tables.nodes.contains_key(name))
    }

    /// The type of a value of an enumeration, or of a constructor without fields.
    pub fn constructor_type(&mut self, name: &str, span: Span) -> Checked<Option<Ty>> {
        match self.tables.constructors.get(name).copied() {
            Some(Constructor::Value { name, values, .. }) => {
                let shown = name.map_or_else(|| "enum".to_owned(), str::to_owned);
                Ok(Some(enumeration(shown, values)))
            }
            Some(Constructor::Variant { data, .. }) => self.data_type(data, span).map(Some),
            None => Ok(None),
        }
    }

    fn data_type(&mut self, name: &'a str, span: Span) -> Checked<Ty> {
        let Some((decl, _)) = self.tables.types.get(name).copied() else { return Err(Reported) };
        let TypeDecl::Data { parameters, .. } = decl else { return Err(Reported) };
        if !parameters.is_empty() {
            return Err(self.refuse("constructors of data types with parameters", span));
        }
        self.declared_type(name, decl, parameters, Vec::new(), span)
    }

    pub(super) fn construction_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Call { node, arguments, .. } = &expr.kind else { return Err(Reported) };
        let Some(Constructor::Variant { data, index }) = self.tables.constructors.get(node.text.as_str()).copied()
        else {
            return Err(Reported);
        };
        let ty = self.data_type(data, node.span)?;
        let wanted: Vec<Ty> = match &ty {
            Ty::Data(data) => data.variants.get(index).map(|f| f.iter().map(|(_, ty)| ty.clone()).collect()),
            _ => None,
        }
        .unwrap_or_default();
        if wanted.len() != arguments.len() {
            let headline = format!("`{}` has {} fields, {} given", node.text, wanted.len(), arguments.len());
            return Err(self.error(codes::ARITY, expr.span, headline, "here"));
        }
        for (argument, wanted) in arguments.iter().zip(&wanted) {
            self.expect(argument, context, wanted, node.span)?;
        }
        Ok(ty)
    }

    /// The enumeration that a name is a value of, and its number there.
    pub fn member(&mut self, ty: &Ty, name: &'a Name) -> Checked<(Rc<Enumeration>, usize)> {
        let values = match ty {
            Ty::Enum(e) => Some(e),
            Ty::Data(d) => Some(&d.tag),
            _ => None,
        };
        let found = values.and_then(|e| Some((e.clone(), e.values.iter().position(|v| *v == name.text)?)));
        found.ok_or_else(|| {
            let headline = format!("`{}` is no value of `{}`", name.text, ty.show());
            self.error(codes::TYPE_CLASH, name.span, headline, "here")
        })
    }

    pub(super) fn tester_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Call { arguments, node, .. } = &expr.kind else { return Err(Reported) };
        let [argument] = arguments.as_slice() else {
            return Err(self.error(codes::ARITY, expr.span, format!("`{}` takes one argument", node.text), "here"));
        };
        match self.ty(argument, context)? {
            Ty::Data(_) | Ty::Enum(_) => Ok(Ty::Bool),
            found => Err(self.clash(argument, "a value of a data type", &found, None)),
        }
    }

    /// Where a case of a `match` is read: with the names of its pattern, ticking only when it is chosen.
    pub fn match_context(&mut self, expr: &'a Expr, index: usize, context: ContextId) -> Checked<ContextId> {
        let ExprKind::Match(scrutinee, cases) = &expr.kind else { return Err(Reported) };
        let Some((pattern, _)) = cases.get(index) else { return Err(Reported) };
        let names = self.matched(scrutinee, pattern, context)?.names;
        let condition = Condition::Matches { scrutinee, cases, index, context };
        Ok(self.derive(context, (address(expr), index), |this, inner: &mut Context<'a>| {
            inner.clock = this.slow_clock(context, condition);
            for (name, offset, ty) in names {
                inner.bind(name, Bound::Part { expr: scrutinee, context, offset, ty });
            }
        }))
    }

    /// Meaning of a pattern for a value: its questions, and the names that it binds.
    pub fn matched(&mut self, scrutinee: &'a Expr, pattern: &'a Pattern, context: ContextId) -> Checked<Matched<'a>> {
        let ty = self.ty(scrutinee, context)?;
        let mut matched = Matched::default();
        self.pattern(pattern, &ty, 0, &mut matched)?;
        Ok(matched)
    }

    fn pattern(&mut self, pattern: &'a Pattern, ty: &Ty, offset: usize, matched: &mut Matched<'a>) -> Checked<()> {
        let (name, patterns): (&'a Name, Option<&'a [Pattern]>) = match pattern {
            Pattern::Any => return Ok(()),
            Pattern::Name(name) if self.tables.constructors.contains_key(name.text.as_str()) => (name, None),
            Pattern::Name(name) => {
                matched.names.push((&name.text, offset, ty.clone()));
                return Ok(());
            }
            Pattern::Constructor(name, patterns) => (name, Some(patterns)),
        };
        let (of, member) = self.member(ty, name)?;
        matched.tests.push(Test { leaf: offset, of, member, span: name.span });
        let (Ty::Data(data), Some(patterns)) = (ty, patterns) else { return Ok(()) };
        let fields = data.variants.get(member).map_or(&[][..], Vec::as_slice);
        if fields.len() != patterns.len() {
            let headline = format!("`{}` has {} fields, {} given", name.text, fields.len(), patterns.len());
            return Err(self.error(codes::ARITY, name.span, headline, "in this pattern"));
        }
        let mut at = offset + data.offset(member);
        for (pattern, (_, ty)) in patterns.iter().zip(fields) {
            self.pattern(pattern, ty, at, matched)?;
            at += ty.size();
        }
        Ok(())
    }

    pub(super) fn match_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Match(scrutinee, cases) = &expr.kind else { return Err(Reported) };
        let case = |this: &mut Self, index: usize| Ok((&cases[index].1, this.match_context(expr, index, context)?));
        let ty = self.common(cases.len(), case)?;
        let ty = ty.ok_or_else(|| self.error(codes::ARITY, expr.span, "a match without cases", "here"))?;
        self.match_covers(scrutinee, cases, context, expr.span)?;
        Ok(ty)
    }
}
