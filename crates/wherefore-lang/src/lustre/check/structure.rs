//! Types of arrays, tuples and records, of their parts, and of copies with a part replaced.

use super::super::ast::{Expr, ExprKind, Name, Step};
use super::super::types::Ty;
use super::instance::ContextId;
use super::{Checker, codes};
use num_traits::ToPrimitive;
use std::rc::Rc;
use wherefore_syntax::{Checked, Reported};

impl<'a> Checker<'a, '_> {
    pub(super) fn array_type(&mut self, expr: &'a Expr, items: &'a [Expr], context: ContextId) -> Checked<Ty> {
        match self.common(items.len(), |_, i| Ok((&items[i], context)))? {
            Some(ty) => Ok(Ty::Array(Rc::new(ty), items.len())),
            None => Err(self.error(codes::BAD_TYPE, expr.span, "an array without elements", "of which type?")),
        }
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
                let known = self.integer(index, context).and_then(|n| n.to_usize());
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
        self.field(&ty, name)
    }

    fn field(&mut self, ty: &Ty, name: &'a Name) -> Checked<Ty> {
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

    pub(super) fn update_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let ExprKind::Update { base, path, value } = &expr.kind else { return Err(Reported) };
        let ty = self.ty(base, context)?;
        let mut part = ty.clone();
        for step in path {
            part = match (step, &part) {
                (Step::Field(name), _) => self.field(&part, name)?,
                (Step::Index(index), Ty::Array(element, _)) => {
                    self.expect(index, context, &Ty::Int, expr.span)?;
                    element.as_ref().clone()
                }
                (Step::Index(index), Ty::Tuple(list)) => {
                    let known = self.integer(index, context).and_then(|n| n.to_usize());
                    known.and_then(|n| list.get(n).cloned()).ok_or_else(|| {
                        self.error(codes::ARITY, index.span, "a tuple has no such component", "its number")
                    })?
                }
                (Step::Index(_), _) => return Err(self.clash(base, "an array", &part, None)),
            };
        }
        self.expect(value, context, &part, expr.span)?;
        Ok(ty)
    }
}
