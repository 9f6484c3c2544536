//! Logical operators, on Boolean values and bit by bit on words.
//!
//! `&`, `|` and `->` decide from left to right for the purpose of hazards: in `y != 0 & x / y = 2` the division needs to
//! be safe only where `y != 0` holds.

use super::Lowerer;
use super::expr::{Chain, Operand};
use super::hazard::Hazard;
use super::val::ValId;
use crate::expression;
use crate::smv::ast::{Binary, ExprId};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::Ty;
use wherefore_ir::{Op, TermId};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    pub(super) fn not(&mut self, operand: ExprId, scope: InstanceId) -> Checked<ValId> {
        let operand = self.operand(operand, scope)?;
        let (ty, term) = (self.ty(operand.val), self.own_term(operand.val));
        let term = match ty {
            Ty::Bool => self.system.terms.not(term),
            Ty::Word { .. } => self.system.terms.apply(Op::BvNot, &[term]),
            _ => return Err(self.not_logical("!", operand)),
        };
        let hazards = self.hazards(operand.val);
        Ok(self.term_val(term, ty, hazards))
    }

    fn not_logical(&mut self, operator: &str, operand: Operand) -> wherefore_syntax::Reported {
        let ty = self.ty(operand.val);
        let headline = format!("`{operator}` needs truth values or words, found {}", self.describe(&ty));
        let mut diagnostic =
            wherefore_diag::Diagnostic::at(codes::TYPE_CLASH, operand.span, headline, self.describe(&ty));
        if ty.is_integer() {
            diagnostic = diagnostic.help("truth values are written TRUE and FALSE, not 1 and 0");
        }
        self.reporter.push(diagnostic)
    }

    /// All operands of a chain. Every one is lowered even if one fails, so that all mistakes are shown.
    fn operands(&mut self, chain: Chain<'_>) -> Checked<Vec<Operand>> {
        let lowered: Vec<Checked<Operand>> = chain.operands().map(|e| self.operand(e, chain.scope)).collect();
        lowered.into_iter().collect()
    }

    /// A conjunction or disjunction of any length as one term.
    pub(super) fn junction(&mut self, operator: Binary, chain: Chain<'_>) -> Checked<ValId> {
        let operands = self.operands(chain)?;
        if operands.iter().any(|o| self.ty(o.val) != Ty::Bool) {
            return self.word_junction(operator, &operands);
        }
        let terms: Vec<TermId> = operands.iter().map(|o| self.own_term(o.val)).collect();
        let hazards = self.junction_hazards(operator, &operands, &terms);
        let term = match operator {
            Binary::And => self.system.terms.and(terms),
            _ => self.system.terms.or(terms),
        };
        Ok(self.term_val(term, Ty::Bool, hazards))
    }

    fn word_junction(&mut self, operator: Binary, operands: &[Operand]) -> Checked<ValId> {
        let mut left = operands[0];
        for right in &operands[1..] {
            let val = self.logical(operator, left, *right)?;
            left = Operand { val, span: left.span.to(right.span) };
        }
        Ok(left.val)
    }

    /// Each operand's hazards, guarded by what the operands before it must be for it to matter.
    fn junction_hazards(&mut self, operator: Binary, operands: &[Operand], terms: &[TermId]) -> Vec<Hazard> {
        let mut all = Vec::new();
        let (mut guard, mut counted) = (self.system.terms.bool(true), 0);
        for (index, operand) in operands.iter().enumerate() {
            if self.val(operand.val).hazards.is_empty() {
                continue;
            }
            let before: Vec<TermId> = terms[counted..index]
                .iter()
                .map(|t| if operator == Binary::And { *t } else { self.system.terms.not(*t) })
                .collect();
            guard = self.system.terms.and(std::iter::once(guard).chain(before));
            counted = index;
            let hazards = self.hazards(operand.val);
            let guarded = self.guarded(guard, hazards);
            self.merge(&mut all, guarded);
        }
        all
    }

    /// `a -> b -> c`, from the right.
    pub(super) fn implications(&mut self, chain: Chain<'_>) -> Checked<ValId> {
        let mut operands = self.operands(chain)?;
        let Some(mut right) = operands.pop() else { return Err(wherefore_syntax::Reported) };
        while let Some(left) = operands.pop() {
            let val = self.logical(Binary::Implies, left, right)?;
            right = Operand { val, span: left.span.to(right.span) };
        }
        Ok(right.val)
    }

    /// A logical operator on two Boolean values or two words of the same type.
    pub(super) fn logical(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        for (operand, ty) in [(a, &left), (b, &right)] {
            if !matches!(ty, Ty::Bool | Ty::Word { .. }) {
                return Err(self.not_logical(operator.spelling(), operand));
            }
        }
        if left != right {
            return Err(self.clash(operator.spelling(), a, b));
        }
        let (x, y) = (self.own_term(a.val), self.own_term(b.val));
        if left != Ty::Bool {
            let term = self.word_logical(operator, x, y);
            return Ok(self.result(term, left, &[a, b]));
        }
        let term = expression::connective(&mut self.system.terms, operator, x, y);
        let val = self.result(term, Ty::Bool, &[a, b]);
        if matches!(operator, Binary::Implies | Binary::And | Binary::Or) && !self.val(b.val).hazards.is_empty() {
            let guard = if operator == Binary::Or { self.system.terms.not(x) } else { x };
            let mut hazards = self.hazards(a.val);
            let later = self.hazards(b.val);
            let later = self.guarded(guard, later);
            self.merge(&mut hazards, later);
            self.vals[val.index()].hazards = hazards;
        }
        Ok(val)
    }

    fn word_logical(&mut self, operator: Binary, x: TermId, y: TermId) -> TermId {
        let terms = &mut self.system.terms;
        match operator {
            Binary::And => terms.apply(Op::BvAnd, &[x, y]),
            Binary::Or => terms.apply(Op::BvOr, &[x, y]),
            Binary::Xor => terms.apply(Op::BvXor, &[x, y]),
            Binary::Implies => {
                let negated = terms.apply(Op::BvNot, &[x]);
                terms.apply(Op::BvOr, &[negated, y])
            }
            _ => {
                let different = terms.apply(Op::BvXor, &[x, y]);
                terms.apply(Op::BvNot, &[different])
            }
        }
    }
}
