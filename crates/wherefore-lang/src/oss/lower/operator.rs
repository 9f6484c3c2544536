//! Infix operators: connectives, temporal operators with two operands, arithmetic.

use super::super::ast::Expr;
use super::super::codes;
use super::super::parse::WORDS;
use super::val::{Operand, Val};
use super::{Lowerer, Place};
use crate::expression;
use crate::smv::ast::Binary;
use num_traits::Zero;
use wherefore_diag::Diagnostic;
use wherefore_ir::{Sort, TermId, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_> {
    /// Operators of one level: implications right to left, everything else left to right.
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(Binary, Expr)], place: Place) -> Checked<Val> {
        if rest.first().is_some_and(|(operator, _)| *operator == Binary::Implies) {
            return self.implies(first, rest, place);
        }
        let mut left = self.expr(first, place)?;
        let mut at = 0;
        while let Some((operator, operand)) = rest.get(at) {
            if matches!(operator, Binary::And | Binary::Or) {
                let run = rest.iter().skip(at).take_while(|(op, _)| op == operator).count();
                left = self.junction(*operator, first, &left, rest.get(at..at + run).unwrap_or_default(), place)?;
                at += run;
                continue;
            }
            let right = self.expr(operand, place)?;
            let (a, b) = (Operand { expr: first, val: &left }, Operand { expr: operand, val: &right });
            left = self.binary(*operator, a, b)?;
            at += 1;
        }
        Ok(left)
    }

    /// `a and b and c`: one conjunction of all.
    fn junction(
        &mut self,
        operator: Binary,
        first: &Expr,
        left: &Val,
        rest: &[(Binary, Expr)],
        place: Place,
    ) -> Checked<Val> {
        let word = if operator == Binary::And { "an operand of `and`" } else { "an operand of `or`" };
        let mut operands = vec![self.truth(word, first, left)];
        for (_, operand) in rest {
            operands.push(self.condition(word, operand, place));
        }
        let operands: Vec<TermId> = operands.into_iter().collect::<Checked<_>>()?;
        let terms = &mut self.out.system.terms;
        Ok(Val::plain(if operator == Binary::And { terms.and(operands) } else { terms.or(operands) }))
    }

    /// `a implies b implies c`, right to left.
    fn implies(&mut self, first: &Expr, rest: &[(Binary, Expr)], place: Place) -> Checked<Val> {
        let list = std::iter::once(first).chain(rest.iter().map(|(_, e)| e));
        let operands: Vec<Checked<TermId>> =
            list.map(|e| self.condition("an operand of `implies`", e, place)).collect();
        let mut operands: Vec<TermId> = operands.into_iter().collect::<Checked<_>>()?;
        let mut term = operands.pop().unwrap_or_else(|| self.out.system.terms.bool(true));
        while let Some(left) = operands.pop() {
            term = self.out.system.terms.implies(left, term);
        }
        Ok(Val::plain(term))
    }

    fn binary(&mut self, operator: Binary, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<Val> {
        match operator {
            Binary::Eq => self.equal(a, b).map(Val::plain),
            Binary::Ne => {
                let equal = self.equal(a, b)?;
                Ok(Val::plain(self.out.system.terms.not(equal)))
            }
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => self.order(operator, a, b).map(Val::plain),
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Mod => self.arithmetic(operator, a, b),
            _ => self.connective(operator, a, b),
        }
    }

    fn connective(&mut self, operator: Binary, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<Val> {
        let word = format!("an operand of `{}`", spelling(operator));
        let (x, y) = (self.truth(&word, a.expr, a.val)?, self.truth(&word, b.expr, b.val)?);
        Ok(Val::plain(expression::connective(&mut self.out.system.terms, operator, x, y)))
    }

    /// Two numbers of the same sort: integers become reals beside a real.
    pub(super) fn numbers(&mut self, a: &Val, b: &Val) -> Option<(TermId, TermId)> {
        let (Val::Term { term: x, .. }, Val::Term { term: y, .. }) = (a, b) else { return None };
        let terms = &mut self.out.system.terms;
        match (terms.sort(*x), terms.sort(*y)) {
            (s, t) if s.is_integer() && t.is_integer() => Some((*x, *y)),
            (Sort::Real, Sort::Real) => Some((*x, *y)),
            (Sort::Real, t) if t.is_integer() => Some((*x, expression::as_real(terms, *y))),
            (s, Sort::Real) if s.is_integer() => Some((expression::as_real(terms, *x), *y)),
            _ => None,
        }
    }

    /// Two numbers of the same sort, or two words that are read in the same way; and whether they are signed words.
    pub(super) fn quantities(&mut self, a: &Val, b: &Val) -> Option<(TermId, TermId, bool)> {
        self.words(a, b).or_else(|| self.numbers(a, b).map(|(x, y)| (x, y, false)))
    }

    /// Two words of the same width that are read in the same way.
    pub(super) fn words(&self, a: &Val, b: &Val) -> Option<(TermId, TermId, bool)> {
        let (Val::Term { term: x, signed: s }, Val::Term { term: y, signed: t }) = (a, b) else { return None };
        let (left, right) = (self.out.system.terms.sort(*x), self.out.system.terms.sort(*y));
        (left == right && s == t && matches!(left, Sort::BitVec(_))).then_some((*x, *y, *s))
    }

    fn arithmetic(&mut self, operator: Binary, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<Val> {
        let Some((x, y, signed)) = self.quantities(a.val, b.val) else {
            return Err(self.clash(operator.spelling(), a, b));
        };
        self.divisor(operator, b.expr, y)?;
        let terms = &mut self.out.system.terms;
        if operator == Binary::Mod && terms.sort(x) == Sort::Real {
            return Err(self.clash("mod", a, b));
        }
        Ok(Val::Term { term: expression::arithmetic(terms, operator, signed, x, y), signed })
    }

    /// Division by zero has no value, and nothing could be proved about free ports to exclude it.
    fn divisor(&mut self, operator: Binary, expr: &Expr, term: TermId) -> Checked<()> {
        if !matches!(operator, Binary::Div | Binary::Mod) || self.is_nonzero(term) {
            return Ok(());
        }
        let span = self.span(expr);
        if self.is_zero(term) {
            return Err(self.error(codes::DIVISION, span, "division by zero", "always zero"));
        }
        let headline = "division by something that can be 0 is not supported";
        let diagnostic = Diagnostic::at(codes::DIVISION, span, headline, "can be 0");
        Err(self.report.push(diagnostic.help("divide by a constant, or by a port whose type has no 0")))
    }

    fn is_zero(&self, term: TermId) -> bool {
        match self.out.system.terms.constant(term) {
            Some(Value::Int(n)) => n.is_zero(),
            Some(Value::Real(n)) => n.is_zero(),
            Some(Value::BitVec(_, bits)) => bits.is_zero(),
            _ => false,
        }
    }

    /// `-a`
    pub(super) fn minus(&mut self, expr: &Expr, val: &Val) -> Checked<Val> {
        let is_quantity = |s: Sort| s.is_integer() || matches!(s, Sort::Real | Sort::BitVec(_));
        match val {
            Val::Term { term, signed } if self.sort_of(val).is_some_and(is_quantity) => {
                let term = expression::negative(&mut self.out.system.terms, *term);
                Ok(Val::Term { term, signed: *signed })
            }
            _ => {
                let found = self.describe(val);
                let headline = format!("`-` needs a number, not {found}");
                Err(self.error(codes::TYPE_CLASH, self.span(expr), headline, &found))
            }
        }
    }
}

/// The operator in the words of a message.
fn spelling(operator: Binary) -> &'static str {
    WORDS.iter().find(|(_, o)| *o == operator).map_or(operator.spelling(), |(word, _)| word)
}
