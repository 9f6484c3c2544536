//! `next` and the temporal operators.
//!
//! Bounded operators are written out as NuSMV does: `G [1,2] p` is `X (p & X p)`, and `H` and `O` likewise with `Y`. So what
//! they ask about before the first state is false, of `H` too: `H [1,1] TRUE` is false at first. The bounded operators of
//! CTL are written out with `EX` and `AX`: `EBF 1..2 p` is `EX (p | EX p)`.

use super::Lowerer;
use super::context::Feature;
use super::expr::Operand;
use super::hazard::Hazard;
use super::val::ValId;
use crate::expression;
use crate::smv::ast::{Binary, ExprId, Quantifier, Unary};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::Ty;
use wherefore_diag::Span;
use wherefore_ir::{Op, TermId};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// `next(e)`: the value of `e` one step later.
    pub(super) fn next(&mut self, operand: ExprId, scope: InstanceId, span: Span) -> Checked<ValId> {
        let operand = Operand { val: self.expr(operand, scope)?, span: self.span(operand) };
        if let Ty::WordArray { width } = self.ty(operand.val) {
            let mut elements = Vec::new();
            for index in 0..1usize << width {
                let val = self.part(operand, index)?;
                elements.push(self.next_of(Operand { val, ..operand }, span)?);
            }
            return Ok(self.word_array(width, elements));
        }
        self.single(operand.val, operand.span)?;
        self.next_of(operand, span)
    }

    fn next_of(&mut self, operand: Operand, span: Span) -> Checked<ValId> {
        if self.uses(operand.val, Feature::Next) {
            return Err(self.error(codes::NEXT_NOT_ALLOWED, span, "next() inside next()", "two steps ahead"));
        }
        if self.uses(operand.val, Feature::Input) {
            let headline = "an input has no next value";
            return Err(self.error(codes::INPUT_NOT_ALLOWED, operand.span, headline, "depends on an input"));
        }
        if self.uses(operand.val, Feature::Ltl) || self.uses(operand.val, Feature::Ctl) {
            let headline = "a temporal operator inside next()";
            return Err(self.error(codes::TEMPORAL_NOT_ALLOWED, operand.span, headline, "temporal"));
        }
        let (ty, term) = (self.ty(operand.val), self.own_term(operand.val));
        let term = self.shift(term);
        let hazards = self.hazards(operand.val);
        let hazards = hazards.into_iter().map(|h| Hazard { safe: self.shift(h.safe), fault: h.fault }).collect();
        Ok(self.term_val(term, ty, hazards))
    }

    /// A term one step later. Frozen variables stay as they are.
    pub(super) fn shift(&mut self, term: TermId) -> TermId {
        expression::later(&mut self.system.terms, &mut self.shifted, &self.frozen, term)
    }

    pub(super) fn temporal(&mut self, operator: Unary, operand: ExprId, scope: InstanceId) -> Checked<ValId> {
        let op = expression::prefix(operator);
        let operand = self.condition(operand, scope, &format!("the operand of `{}`", operator.spelling()))?;
        let term = self.own_term(operand.val);
        let term = self.system.terms.apply(op, &[term]);
        let hazards = self.hazards(operand.val);
        Ok(self.term_val(term, Ty::Bool, hazards))
    }

    pub(super) fn temporal_binary(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        if self.ty(a.val) != Ty::Bool || self.ty(b.val) != Ty::Bool {
            return Err(self.clash(operator.spelling(), a, b));
        }
        let (x, y) = (self.own_term(a.val), self.own_term(b.val));
        let term = expression::connective(&mut self.system.terms, operator, x, y);
        Ok(self.result(term, Ty::Bool, &[a, b]))
    }

    pub(super) fn path_until(
        &mut self,
        quantifier: Quantifier,
        hold: ExprId,
        goal: ExprId,
        scope: InstanceId,
    ) -> Checked<ValId> {
        let hold = self.condition(hold, scope, "an operand of `U`")?;
        let goal = self.condition(goal, scope, "an operand of `U`")?;
        let op = if quantifier == Quantifier::All { Op::AU } else { Op::EU };
        let (x, y) = (self.own_term(hold.val), self.own_term(goal.val));
        let term = self.system.terms.apply(op, &[x, y]);
        let val = self.result(term, Ty::Bool, &[hold, goal]);
        Ok(val)
    }

    /// `A [p BU low..high q]`, written out: `p & AX (p & AX q)` for the steps before `low`, and `q | p & AX ...` from there on.
    pub(super) fn path_until_within(
        &mut self,
        quantifier: Quantifier,
        (hold, goal): (ExprId, ExprId),
        (low, high): (u32, u32),
        scope: InstanceId,
        span: Span,
    ) -> Checked<ValId> {
        self.ordered(low, Some(high), span)?;
        let hold = self.condition(hold, scope, "an operand of `BU`")?;
        let goal = self.condition(goal, scope, "an operand of `BU`")?;
        let (p, q) = (self.own_term(hold.val), self.own_term(goal.val));
        let step = if quantifier == Quantifier::All { Op::AX } else { Op::EX };
        let terms = &mut self.system.terms;
        let mut term = q;
        for number in (0..high).rev() {
            let later = terms.apply(step, &[term]);
            let goes_on = terms.and([p, later]);
            term = if number >= low { terms.or([q, goes_on]) } else { goes_on };
        }
        Ok(self.result(term, Ty::Bool, &[hold, goal]))
    }

    fn ordered(&mut self, low: u32, high: Option<u32>, span: Span) -> Checked<()> {
        if high.is_some_and(|h| h < low) {
            let headline = "the bounds of a temporal operator are in the wrong order";
            return Err(self.error(codes::EMPTY_TYPE, span, headline, "no step lies between them"));
        }
        Ok(())
    }

    /// `G [low,high] p` and its like, written out from the inside.
    pub(super) fn bounded(
        &mut self,
        operator: Unary,
        (low, high): (u32, Option<u32>),
        operand: ExprId,
        scope: InstanceId,
        span: Span,
    ) -> Checked<ValId> {
        self.ordered(low, high, span)?;
        let operand = self.condition(operand, scope, "the operand of a temporal operator")?;
        let body = self.own_term(operand.val);
        let step = match operator {
            Unary::H | Unary::O => Op::Y,
            Unary::Ef | Unary::Eg => Op::EX,
            Unary::Af | Unary::Ag => Op::AX,
            _ => Op::X,
        };
        let terms = &mut self.system.terms;
        let mut term = match high {
            None => terms.apply(expression::prefix(operator), &[body]),
            Some(_) => body,
        };
        for _ in low..high.unwrap_or(low) {
            let later = terms.apply(step, &[term]);
            term = match operator {
                Unary::G | Unary::H | Unary::Eg | Unary::Ag => terms.and([body, later]),
                _ => terms.or([body, later]),
            };
        }
        for _ in 0..low {
            term = terms.apply(step, &[term]);
        }
        let hazards = self.hazards(operand.val);
        Ok(self.term_val(term, Ty::Bool, hazards))
    }
}
