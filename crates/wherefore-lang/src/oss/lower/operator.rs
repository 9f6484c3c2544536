//! Infix operators: connectives, temporal operators with two operands, arithmetic.

use super::super::ast::{Binary, Expr};
use super::super::codes;
use super::val::{Operand, Val};
use super::{Lowerer, Place};
use num_traits::Zero;
use wherefore_diag::Diagnostic;
use wherefore_ir::{Op, Rounding, Sort, TermId, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_> {
    /// Operators of one level, left to right.
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(Binary, Expr)], place: Place) -> Checked<Val> {
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
    pub(super) fn implies(&mut self, list: &[Expr], place: Place) -> Checked<Val> {
        let operands: Vec<Checked<TermId>> =
            list.iter().map(|e| self.condition("an operand of `implies`", e, place)).collect();
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
        let terms = &mut self.out.system.terms;
        Ok(Val::plain(match operator {
            Binary::And => terms.and([x, y]),
            Binary::Or => terms.or([x, y]),
            Binary::Xor => terms.xor(x, y),
            Binary::Until => terms.apply(Op::U, &[x, y]),
            Binary::Releases => terms.apply(Op::R, &[x, y]),
            Binary::Since => terms.apply(Op::S, &[x, y]),
            Binary::Triggered => terms.apply(Op::T, &[x, y]),
            _ => terms.eq(x, y),
        }))
    }

    /// Two numbers of the same sort: integers become reals beside a real.
    pub(super) fn numbers(&mut self, a: &Val, b: &Val) -> Option<(TermId, TermId, Sort)> {
        let (Val::Term { term: x, .. }, Val::Term { term: y, .. }) = (a, b) else { return None };
        let terms = &mut self.out.system.terms;
        match (terms.sort(*x), terms.sort(*y)) {
            (s, t) if s.is_integer() && t.is_integer() => Some((*x, *y, Sort::Int)),
            (Sort::Real, Sort::Real) => Some((*x, *y, Sort::Real)),
            (Sort::Real, t) if t.is_integer() => Some((*x, as_real(terms, *y), Sort::Real)),
            (s, Sort::Real) if s.is_integer() => Some((as_real(terms, *x), *y, Sort::Real)),
            _ => None,
        }
    }

    /// Two words of the same width that are read in the same way.
    pub(super) fn words(&self, a: &Val, b: &Val) -> Option<(TermId, TermId, bool)> {
        let (Val::Term { term: x, signed: s }, Val::Term { term: y, signed: t }) = (a, b) else { return None };
        let (left, right) = (self.out.system.terms.sort(*x), self.out.system.terms.sort(*y));
        (left == right && s == t && matches!(left, Sort::BitVec(_))).then_some((*x, *y, *s))
    }

    fn arithmetic(&mut self, operator: Binary, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<Val> {
        if let Some((x, y, signed)) = self.words(a.val, b.val) {
            self.divisor(operator, b.expr, y)?;
            let op = match (operator, signed) {
                (Binary::Add, _) => Op::BvAdd,
                (Binary::Sub, _) => Op::BvSub,
                (Binary::Mul, _) => Op::BvMul,
                (Binary::Div, true) => Op::BvSdiv,
                (Binary::Div, false) => Op::BvUdiv,
                (_, true) => Op::BvSrem,
                (_, false) => Op::BvUrem,
            };
            return Ok(Val::Term { term: self.out.system.terms.apply(op, &[x, y]), signed });
        }
        let Some((x, y, sort)) = self.numbers(a.val, b.val) else { return Err(self.clash(spelling(operator), a, b)) };
        self.divisor(operator, b.expr, y)?;
        let terms = &mut self.out.system.terms;
        Ok(Val::plain(match (operator, sort) {
            (Binary::Add, _) => terms.add(x, y),
            (Binary::Sub, _) => terms.sub(x, y),
            (Binary::Mul, _) => terms.mul(x, y),
            (Binary::Div, Sort::Real) => terms.apply(Op::RealDiv, &[x, y]),
            (Binary::Div, _) => terms.apply(Op::Div(Rounding::Truncate), &[x, y]),
            (_, Sort::Real) => return Err(self.clash("mod", a, b)),
            (_, _) => terms.apply(Op::Mod(Rounding::Truncate), &[x, y]),
        }))
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
        let sort = self.sort_of(val);
        match (val, sort) {
            (Val::Term { term, signed }, Some(Sort::BitVec(_))) => {
                Ok(Val::Term { term: self.out.system.terms.apply(Op::BvNeg, &[*term]), signed: *signed })
            }
            (Val::Term { term, .. }, Some(sort)) if sort.is_integer() || sort == Sort::Real => {
                Ok(Val::plain(self.out.system.terms.neg(*term)))
            }
            _ => {
                let found = self.describe(val);
                let headline = format!("`-` needs a number, not {found}");
                Err(self.error(codes::TYPE_CLASH, self.span(expr), headline, &found))
            }
        }
    }
}

/// An integer as a real; a constant stays a constant.
pub(super) fn as_real(terms: &mut wherefore_ir::Terms, term: TermId) -> TermId {
    match terms.constant(term) {
        Some(Value::Int(n)) => {
            let value = Value::Real(n.clone().into());
            terms.mk_const(value)
        }
        _ => terms.apply(Op::ToReal, &[term]),
    }
}

/// The operator in the words of a message.
pub(super) fn spelling(operator: Binary) -> &'static str {
    match operator {
        Binary::Iff => "iff",
        Binary::Or => "or",
        Binary::Xor => "xor",
        Binary::And => "and",
        Binary::Until => "until",
        Binary::Releases => "releases",
        Binary::Since => "since",
        Binary::Triggered => "triggered",
        Binary::Eq => "=",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Mod => "mod",
    }
}
