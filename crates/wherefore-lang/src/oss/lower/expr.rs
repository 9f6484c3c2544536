//! Expressions: names, constants, prefix operators and values one step later.
//!
//! Every Boolean part is remembered with its tokens, so that a diagnosis can point at the part of a formula that failed.

use super::super::ast::{Expr, ExprKind};
use super::super::codes;
use super::super::resolve::Meaning;
use super::val::Val;
use super::{Lowerer, Place};
use crate::expression;
use crate::smv::ast::Unary;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Element, ElementId, ElementKind, Op, Sort, TermId, Value};
use wherefore_syntax::{Checked, Reported, nearest};

impl Lowerer<'_> {
    /// The meaning of an expression.
    pub(super) fn expr(&mut self, expr: &Expr, place: Place) -> Checked<Val> {
        let val = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.kind(expr, place))?;
        if let Val::Term { term, .. } = &val
            && self.out.system.terms.sort(*term) == Sort::Bool
            && self.out.system.terms.constant(*term).is_none()
        {
            self.parts.push((*term, expr.first, expr.last));
        }
        Ok(val)
    }

    fn kind(&mut self, expr: &Expr, place: Place) -> Checked<Val> {
        let terms = &mut self.out.system.terms;
        match &expr.kind {
            ExprKind::Bool(value) => Ok(Val::plain(terms.bool(*value))),
            ExprKind::Int(value) => Ok(Val::plain(terms.int(value.clone()))),
            ExprKind::Real(value) => Ok(Val::plain(terms.mk_const(Value::Real(value.clone())))),
            ExprKind::Bits { signed, width, bits } => {
                let term = terms.mk_const(Value::bits(*width, bits.clone()));
                Ok(Val::Term { term, signed: *signed })
            }
            ExprKind::Path { part, name } => self.path(part.as_deref(), name, place, self.span(expr)),
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, place),
            ExprKind::Never(operand) => self.never(operand, place),
            ExprKind::Next(operand) => self.next(operand, place),
            ExprKind::Change(operand) => self.change(operand, place),
            ExprKind::Chain(first, rest) => self.chain(first, rest, place),
            ExprKind::Choice(parts) => {
                let [condition, then, other] = parts.as_ref();
                self.choice(condition, then, other, place)
            }
            ExprKind::Case(branches) => self.case(branches, place),
            ExprKind::In(operand, members) => self.membership(operand, members, place),
        }
    }

    fn path(&mut self, part: Option<&str>, name: &str, place: Place, span: Span) -> Checked<Val> {
        let scope = self.owners.get(place.owner).and_then(|c| self.resolved.scopes.get(*c));
        let Some(scope) = scope else { return Err(self.undefined(name, place, span)) };
        if let Some(part) = part {
            let index = match scope.names.get(part) {
                Some(Meaning::Part(index)) if place.inside => *index,
                _ => return Err(self.undefined(part, place, span)),
            };
            return self
                .port(index + 1, name)
                .ok_or(())
                .map_err(|()| self.undefined(name, Place { owner: index + 1, inside: false }, span));
        }
        match scope.names.get(name) {
            Some(Meaning::Port(_)) => match self.port(place.owner, name) {
                Some(val) => Ok(val),
                None => Err(self.undefined(name, place, span)),
            },
            Some(Meaning::Define(index)) => self.define((place.owner, false, *index), span),
            Some(Meaning::Inner(index)) if place.inside => self.define((place.owner, true, *index), span),
            _ if self.resolved.literals.contains(name) => Ok(Val::Literal(name.to_owned())),
            _ => Err(self.undefined(name, place, span)),
        }
    }

    /// The value of a port.
    fn port(&mut self, owner: usize, name: &str) -> Option<Val> {
        let id = *self.ports.get(owner)?.get(name)?;
        let var = self.out.ports.get(id.0 as usize)?.var;
        let terms = &mut self.out.system.terms;
        let signed = terms.var(var).signed;
        Some(Val::Term { term: terms.now(var), signed })
    }

    fn undefined(&mut self, name: &str, place: Place, span: Span) -> Reported {
        let known: Vec<String> = self
            .owners
            .get(place.owner)
            .and_then(|c| self.resolved.scopes.get(*c))
            .map(|s| s.names.keys().chain(&self.resolved.literals).cloned().collect())
            .unwrap_or_default();
        let owner = self.syntax(place.owner).map_or("", |c| c.name.text.as_str());
        let headline = format!("`{name}` is no port, definition or value that `{owner}` knows");
        let diagnostic = Diagnostic::at(codes::UNDEFINED, span, headline, "not declared");
        self.report.push(match nearest(name, known.iter().map(String::as_str)) {
            Some(close) if close != name => diagnostic.help(format!("did you mean `{close}`?")),
            Some(_) => diagnostic.help("ports of parts and definitions of a refinement are not visible here"),
            None => diagnostic,
        })
    }

    /// Value of a definition; worked out once.
    fn define(&mut self, key: (usize, bool, usize), span: Span) -> Checked<Val> {
        let (owner, inside, index) = key;
        match self.defines.get(&key) {
            Some(Some(val)) => return Ok(val.clone()),
            Some(None) => {
                return Err(self.error(codes::RECURSIVE, span, "a definition uses itself", "comes back here"));
            }
            None => {}
        }
        let Some(component) = self.syntax(owner) else { return Err(Reported) };
        let define = match inside {
            true => component.refinement.as_ref().and_then(|r| r.defines.get(index)),
            false => component.defines.get(index),
        };
        let Some(define) = define else { return Err(Reported) };
        self.defines.insert(key, None);
        let outer = std::mem::take(&mut self.parts);
        let val = self.expr(&define.value, Place { owner, inside });
        let parent = self.owner_elements.get(owner).copied();
        let element = self.element(ElementKind::Definition, define.name.text.clone(), define.name.span, parent);
        self.record_parts(element);
        self.parts = outer;
        let val = val?;
        self.defines.insert(key, Some(val.clone()));
        Ok(val)
    }

    /// Gives every remembered part of a formula an element below `parent`.
    pub(super) fn record_parts(&mut self, parent: ElementId) {
        for (term, first, last) in std::mem::take(&mut self.parts) {
            let name = self.text.quote(first, last, super::LONGEST_NAME);
            let span = Some(self.text.span(first, last));
            let element = Element { kind: ElementKind::Operator, name, span, parent: Some(parent) };
            let element = self.out.system.elements.add(element);
            self.out.system.elements.record(term, element);
        }
    }

    fn unary(&mut self, operator: Unary, operand: &Expr, place: Place) -> Checked<Val> {
        let val = self.expr(operand, place)?;
        let word = match operator {
            Unary::Neg => return self.minus(operand, &val),
            Unary::Not => "not",
            Unary::G => "always",
            Unary::F => "in the future",
            Unary::X => "then",
            Unary::H => "historically",
            Unary::O => "in the past",
            Unary::Y => "previously",
            other => other.spelling(),
        };
        let term = self.truth(&format!("the operand of `{word}`"), operand, &val)?;
        let terms = &mut self.out.system.terms;
        Ok(Val::plain(match operator {
            Unary::Not => terms.not(term),
            _ => terms.apply(expression::prefix(operator), &[term]),
        }))
    }

    /// `never e`
    fn never(&mut self, operand: &Expr, place: Place) -> Checked<Val> {
        let term = self.condition("the operand of `not`", operand, place)?;
        let terms = &mut self.out.system.terms;
        let not = terms.not(term);
        Ok(Val::plain(terms.apply(Op::G, &[not])))
    }

    /// `next(e)`: of a formula with temporal operators the same as `then e`.
    fn next(&mut self, operand: &Expr, place: Place) -> Checked<Val> {
        let first = self.parts.len();
        let val = self.expr(operand, place)?;
        let Val::Term { term, signed } = val else { return Ok(val) };
        let terms = &mut self.out.system.terms;
        if !terms.has_ltl(term) && !terms.has_next(term) {
            // The parts inside are about the next step too.
            let inner: Vec<TermId> = self.parts.iter().skip(first).map(|(t, ..)| *t).collect();
            for (index, term) in inner.into_iter().enumerate() {
                let later = self.shift(term);
                if let Some(part) = self.parts.get_mut(first + index) {
                    part.0 = later;
                }
            }
            return Ok(Val::Term { term: self.shift(term), signed });
        }
        self.one_step_later(operand, term).map(Val::plain)
    }

    /// `change(e)`: the next value is another.
    fn change(&mut self, operand: &Expr, place: Place) -> Checked<Val> {
        let val = self.expr(operand, place)?;
        let Val::Term { term, .. } = val else { return Ok(Val::plain(self.out.system.terms.bool(false))) };
        let terms = &self.out.system.terms;
        let later = match terms.has_ltl(term) || terms.has_next(term) {
            true => self.one_step_later(operand, term)?,
            false => self.shift(term),
        };
        let same = self.out.system.terms.eq(later, term);
        Ok(Val::plain(self.out.system.terms.not(same)))
    }

    /// A term that speaks of more than one step, one step later: possible for Boolean values only.
    fn one_step_later(&mut self, operand: &Expr, term: TermId) -> Checked<TermId> {
        let terms = &mut self.out.system.terms;
        if terms.sort(term) == Sort::Bool {
            return Ok(terms.apply(Op::X, &[term]));
        }
        let headline = "a value more than one step ahead";
        Err(self.error(codes::TOO_FAR, self.span(operand), headline, "speaks of the next step already"))
    }

    /// A term of the present, one step later. Parameters stay as they are.
    fn shift(&mut self, term: TermId) -> TermId {
        expression::later(&mut self.out.system.terms, &mut self.shifted, &self.frozen, term)
    }
}
