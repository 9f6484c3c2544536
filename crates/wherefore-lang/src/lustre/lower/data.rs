//! Enumerations and data types: constructors, testers and `match`.
//!
//! A value of a data type is its constructor and the fields of all constructors; those of the others have no meaning and are
//! never compared.

use super::super::ast::{Expr, ExprKind, Name, Pattern};
use super::super::resolve::{Constructor, TypeDecl};
use super::super::types::{Data, Ty};
use super::clock::Condition;
use super::types::enumeration;
use super::{At, Bound, Built, Context, ContextId, Fail, Lowerer, address, codes};
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Value};
use wherefore_syntax::{Checked, Reported};

impl<'a> Lowerer<'a, '_> {
    /// Whether a called name is a constructor of a data type.
    pub(super) fn is_constructor(&self, name: &str) -> bool {
        !self.tables.nodes.contains_key(name)
            && matches!(self.tables.constructors.get(name), Some(Constructor::Variant { .. }))
    }

    /// Whether a called name asks for a constructor: `Circle?(s)`, or `Up(d)` as the clock of a `when`.
    pub(super) fn is_tester(&self, name: &str) -> bool {
        let is_value = matches!(self.tables.constructors.get(name), Some(Constructor::Value { .. }));
        name.strip_suffix('?').is_some_and(|n| self.tables.constructors.contains_key(n))
            || (is_value && !self.tables.nodes.contains_key(name))
    }

    /// The type of a value of an enumeration, or of a constructor without fields.
    pub(super) fn constructor_type(&mut self, name: &str, context: ContextId, span: Span) -> Checked<Option<Ty>> {
        match self.tables.constructors.get(name).copied() {
            Some(Constructor::Value { name, values, .. }) => {
                let shown = name.map_or_else(|| "enum".to_owned(), str::to_owned);
                Ok(Some(enumeration(shown, values)))
            }
            Some(Constructor::Variant { data, .. }) => self.data_type(data, context, span).map(Some),
            None => Ok(None),
        }
    }

    fn data_type(&mut self, name: &'a str, _context: ContextId, span: Span) -> Checked<Ty> {
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
        let ty = self.data_type(data, context, node.span)?;
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

    pub(super) fn construction(&mut self, expr: &'a Expr, ty: &Ty, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::Call { node, arguments, .. } = &expr.kind else { return Err(Fail::Reported) };
        self.constructed(&node.text, arguments, ty, expr.span, at, leaf)
    }

    /// A value of an enumeration, or a constructor without fields.
    pub(super) fn constructor_value(&mut self, expr: &'a Expr, name: &'a str, at: At, leaf: usize) -> Built<BlockId> {
        let Some(ty) = self.constructor_type(name, at.context, expr.span)? else {
            return Err(self.undefined_text(name, expr.span, at.context));
        };
        self.constructed(name, &[], &ty, expr.span, at, leaf)
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
        let index = match self.tables.constructors.get(name) {
            Some(Constructor::Value { index, .. } | Constructor::Variant { index, .. }) => *index,
            None => return Err(Fail::Reported),
        };
        if leaf == 0 {
            let sort = scalar.sort(&mut self.builder.system.terms);
            let wherefore_ir::Sort::Enum(id) = sort else { return Err(Fail::Reported) };
            return Ok(self.constant_block(Value::Enum(id, index as u32), span));
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

    /// The value of an enumeration of this name.
    pub(super) fn enum_value(&mut self, ty: &Ty, name: &'a Name) -> Built<Value> {
        let values = match ty {
            Ty::Enum(e) => e.clone(),
            Ty::Data(d) => d.tag.clone(),
            other => {
                let headline = format!("`{}` is no value of `{}`", name.text, other.show());
                return Err(self.error(codes::TYPE_CLASH, name.span, headline, "here").into());
            }
        };
        let Some(index) = values.values.iter().position(|v| *v == name.text) else {
            let headline = format!("`{}` is no value of `{}`", name.text, ty.show());
            return Err(self.error(codes::TYPE_CLASH, name.span, headline, "here").into());
        };
        let id = self.builder.system.terms.intern_enum(values.values.clone());
        Ok(Value::Enum(id, index as u32))
    }

    pub(super) fn has_tag(&mut self, tag: BlockId, data: &Data, index: usize, span: Span) -> Built<BlockId> {
        let id = self.builder.system.terms.intern_enum(data.tag.values.clone());
        let value = self.constant_block(Value::Enum(id, index as u32), span);
        self.operator(Op::Eq, &[tag, value], "=", span)
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

    pub(super) fn tester(&mut self, expr: &'a Expr, at: At) -> Built<BlockId> {
        let ExprKind::Call { arguments, node, .. } = &expr.kind else { return Err(Fail::Reported) };
        let Some(argument) = arguments.first() else { return Err(Fail::Reported) };
        let name = node.text.strip_suffix('?').unwrap_or(&node.text);
        let tag = self.value(argument, at, 0)?;
        let index = match self.tables.constructors.get(name) {
            Some(Constructor::Value { index, .. } | Constructor::Variant { index, .. }) => *index,
            None => return Err(Fail::Reported),
        };
        let wherefore_ir::Sort::Enum(id) = self.builder.sort(tag) else { return Err(Fail::Reported) };
        let value = self.constant_block(Value::Enum(id, index as u32), node.span);
        self.operator(Op::Eq, &[tag, value], &node.text, expr.span)
    }

    /// Where a case of a `match` is read: with the names of its pattern, ticking only when it is chosen.
    fn match_context(&mut self, expr: &'a Expr, index: usize, context: ContextId) -> Checked<ContextId> {
        let ExprKind::Match(scrutinee, cases) = &expr.kind else { return Err(Reported) };
        let Some((pattern, _)) = cases.get(index) else { return Err(Reported) };
        let ty = self.ty(scrutinee, context)?;
        let mut names = Vec::new();
        self.pattern_names(pattern, &ty, 0, &mut names)?;
        let condition = Condition::Matches { scrutinee, cases, index, context };
        Ok(self.derive(context, (address(expr), index), |this, inner: &mut Context<'a>| {
            inner.clock = this.slow_clock(context, condition);
            for (name, offset, ty) in names {
                Lowerer::bind(inner, name, Bound::Part { expr: scrutinee, context, offset, ty });
            }
        }))
    }

    /// The names that a pattern binds, with the leaves they stand for.
    fn pattern_names(
        &mut self,
        pattern: &'a Pattern,
        ty: &Ty,
        offset: usize,
        names: &mut Vec<(&'a str, usize, Ty)>,
    ) -> Checked<()> {
        match pattern {
            Pattern::Any => Ok(()),
            Pattern::Name(name) if self.tables.constructors.contains_key(name.text.as_str()) => {
                self.enum_value(ty, name).map(|_| ()).map_err(|_| Reported)
            }
            Pattern::Name(name) => {
                names.push((&name.text, offset, ty.clone()));
                Ok(())
            }
            Pattern::Constructor(name, patterns) => {
                self.enum_value(ty, name).map_err(|_| Reported)?;
                let Ty::Data(data) = ty else { return Ok(()) };
                let index = data.tag.values.iter().position(|v| *v == name.text).ok_or(Reported)?;
                let fields = data.variants.get(index).cloned().unwrap_or_default();
                if fields.len() != patterns.len() {
                    let headline = format!("`{}` has {} fields, {} given", name.text, fields.len(), patterns.len());
                    return Err(self.error(codes::ARITY, name.span, headline, "in this pattern"));
                }
                let mut at = offset + data.offset(index);
                for (pattern, (_, ty)) in patterns.iter().zip(&fields) {
                    self.pattern_names(pattern, ty, at, names)?;
                    at += ty.size();
                }
                Ok(())
            }
        }
    }

    pub(super) fn match_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Match(scrutinee, cases) = &expr.kind else { return Err(Reported) };
        let mut first: Option<(&'a Expr, ContextId, Ty)> = None;
        for (index, (_, value)) in cases.iter().enumerate() {
            let inner = self.match_context(expr, index, context)?;
            match &first {
                None => {
                    let ty = self.ty(value, inner)?;
                    first = Some((value, inner, ty));
                }
                Some((e, c, _)) => {
                    self.same(e, *c, value, inner)?;
                }
            }
        }
        if !cases.is_empty() {
            self.match_covers(scrutinee, cases, context, expr.span)?;
        }
        let found = first.map(|(.., ty)| ty);
        found.ok_or_else(|| self.error(codes::ARITY, expr.span, "a match without cases", "here"))
    }

    pub(super) fn match_value(&mut self, expr: &'a Expr, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::Match(scrutinee, cases) = &expr.kind else { return Err(Fail::Reported) };
        let mut result: Option<BlockId> = None;
        for (index, (pattern, value)) in cases.iter().enumerate().rev() {
            let context = self.match_context(expr, index, at.context)?;
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
        let ty = self.ty(scrutinee, context)?;
        let mut list = Vec::new();
        self.match_conditions(scrutinee, context, pattern, (&ty, 0), &mut list)?;
        if list.is_empty() {
            return Ok(None);
        }
        self.conjunction(&list, scrutinee.span).map(Some)
    }

    fn match_conditions(
        &mut self,
        scrutinee: &'a Expr,
        context: ContextId,
        pattern: &'a Pattern,
        (ty, offset): (&Ty, usize),
        list: &mut Vec<BlockId>,
    ) -> Built<()> {
        let (name, patterns): (&'a Name, &'a [Pattern]) = match pattern {
            Pattern::Any => return Ok(()),
            Pattern::Name(name) if self.tables.constructors.contains_key(name.text.as_str()) => (name, &[]),
            Pattern::Name(_) => return Ok(()),
            Pattern::Constructor(name, patterns) => (name, patterns),
        };
        let value = self.enum_value(ty, name)?;
        let tag = self.value(scrutinee, At::new(context), offset)?;
        let value = self.constant_block(value, name.span);
        list.push(self.operator(Op::Eq, &[tag, value], "=", name.span)?);
        let Ty::Data(data) = ty else { return Ok(()) };
        let index = data.tag.values.iter().position(|v| *v == name.text).ok_or(Fail::Reported)?;
        let mut at = offset + data.offset(index);
        for (pattern, (_, ty)) in patterns.iter().zip(data.variants.get(index).into_iter().flatten()) {
            self.match_conditions(scrutinee, context, pattern, (ty, at), list)?;
            at += ty.size();
        }
        Ok(())
    }
}
