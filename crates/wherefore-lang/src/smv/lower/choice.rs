//! Choices: `case`, `?:`, sets, ranges, `union`, and indexing, which is a choice by the index.

use super::Lowerer;
use super::exhaustive::plainly_exhaustive;
use super::expr::{Chain, Operand};
use super::hazard::Hazard;
use super::val::{Guarded, Val, ValId, ValueShape};
use crate::smv::ast::{Branch, ExprId};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::{Interval, Ty};
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{ElementKind, ObligationKind, TermId, Value};
use wherefore_syntax::{Checked, Reported};

impl Lowerer<'_, '_> {
    /// `case` and `?:`. A case without a branch that always applies carries the hazard that none does; its last branch
    /// then stands for what remains.
    pub(super) fn choice(
        &mut self,
        branches: &[Branch],
        otherwise: Option<ExprId>,
        (scope, span): (InstanceId, Span),
        wanted: Option<&Ty>,
    ) -> Checked<ValId> {
        let mut lowered: Vec<(Operand, Operand)> = Vec::with_capacity(branches.len() + 1);
        let mut failed = false;
        for branch in branches {
            let condition = self.condition(branch.condition, scope, "the condition of a branch");
            let value =
                self.expr_for(branch.value, scope, wanted).map(|val| Operand { val, span: self.span(branch.value) });
            match (condition, value) {
                (Ok(condition), Ok(value)) => lowered.push((condition, value)),
                _ => failed = true,
            }
        }
        if let Some(otherwise) = otherwise {
            let truth = self.system.terms.bool(true);
            let span = self.span(otherwise);
            let condition = Operand { val: self.term_val(truth, Ty::Bool, Vec::new()), span };
            match self.expr_for(otherwise, scope, wanted) {
                Ok(val) => lowered.push((condition, Operand { val, span })),
                Err(_) => failed = true,
            }
        }
        if failed {
            return Err(Reported);
        }
        self.guarded_choice(&lowered, span)
    }

    fn guarded_choice(&mut self, branches: &[(Operand, Operand)], span: Span) -> Checked<ValId> {
        let ty = self.common_type(branches)?;
        let mut guarded = Vec::with_capacity(branches.len());
        let mut exhaustive = false;
        for (condition, value) in branches {
            let term = self.own_term(condition.val);
            let decided = self.system.terms.constant(term).and_then(Value::as_bool);
            if decided == Some(false) {
                continue;
            }
            let element = self.branch_element(*condition, *value);
            guarded.push(Guarded { condition: term, value: value.val, span: value.span, element });
            if decided == Some(true) {
                exhaustive = true;
                break;
            }
        }
        if guarded.is_empty() {
            let headline = "no branch of the case can apply";
            return Err(self.error(codes::OUT_OF_RANGE, span, headline, "every condition is FALSE"));
        }
        if !exhaustive {
            let conditions: Vec<TermId> = guarded.iter().map(|g| g.condition).collect();
            exhaustive = plainly_exhaustive(&self.system.terms, &conditions);
        }
        let hazards = self.choice_hazards(branches, exhaustive, span);
        let set = guarded.iter().any(|g| self.val(g.value).set);
        // A branch that always applies is still the branch that is executed, at its line.
        if let ([only], true) = (guarded.as_slice(), hazards.is_empty())
            && only.element.is_none()
        {
            return Ok(only.value);
        }
        Ok(self.add_val(Val { shape: ValueShape::Choice(guarded), ty, set, hazards }))
    }

    fn branch_element(&mut self, condition: Operand, value: Operand) -> Option<wherefore_ir::ElementId> {
        let parent = self.owner?;
        let name = self.excerpt(condition.span);
        Some(self.add_element(ElementKind::Branch, name, condition.span.to(value.span), parent))
    }

    /// The type that all branch values have in common.
    fn common_type(&mut self, branches: &[(Operand, Operand)]) -> Checked<Ty> {
        let Some((_, first)) = branches.first() else { return Err(Reported) };
        let mut ty = self.ty(first.val);
        for (_, value) in &branches[1..] {
            let other = self.ty(value.val);
            match ty.joined(&other) {
                Some(joined) => ty = joined,
                None => return Err(self.branches_differ(*first, *value)),
            }
        }
        Ok(ty)
    }

    fn branches_differ(&mut self, first: Operand, other: Operand) -> Reported {
        let (one, two) = (self.describe(&self.ty(first.val)), self.describe(&self.ty(other.val)));
        let headline = format!("a choice between {one} and {two} has no type");
        self.reporter.push(Diagnostic::at(codes::TYPE_CLASH, other.span, headline, two).label(first.span, one))
    }

    /// The hazards of the branches under their conditions, and of no branch applying.
    fn choice_hazards(&mut self, branches: &[(Operand, Operand)], exhaustive: bool, span: Span) -> Vec<Hazard> {
        let mut all = Vec::new();
        let mut none_before = self.system.terms.bool(true);
        let silent = |l: &Self, v: ValId| l.val(v).hazards.is_empty();
        let all_silent = branches.iter().all(|(c, v)| silent(self, c.val) && silent(self, v.val));
        if all_silent && exhaustive {
            return all;
        }
        for (condition, value) in branches {
            let term = self.own_term(condition.val);
            let hazards = self.hazards(condition.val);
            let hazards = self.guarded(none_before, hazards);
            self.merge(&mut all, hazards);
            if !silent(self, value.val) {
                let here = self.system.terms.and([none_before, term]);
                let hazards = self.hazards(value.val);
                let hazards = self.guarded(here, hazards);
                self.merge(&mut all, hazards);
            }
            let not = self.system.terms.not(term);
            none_before = self.system.terms.and([none_before, not]);
        }
        if !exhaustive {
            let conditions: Vec<TermId> = branches.iter().map(|(c, _)| self.own_term(c.val)).collect();
            let safe = self.system.terms.or(conditions);
            let message = "it can happen that no branch of this `case` applies".to_owned();
            let hazard = self.hazard(ObligationKind::CaseNotExhaustive, safe, message, span);
            all.extend(hazard);
        }
        all
    }

    /// `{a, b, c}`.
    pub(super) fn set(
        &mut self,
        items: &[ExprId],
        (scope, span): (InstanceId, Span),
        wanted: Option<&Ty>,
    ) -> Checked<ValId> {
        let operands: Vec<Operand> = items
            .iter()
            .map(|e| self.expr_for(*e, scope, wanted).map(|val| Operand { val, span: self.span(*e) }))
            .collect::<Checked<_>>()?;
        self.set_of(&operands, span)
    }

    fn set_of(&mut self, operands: &[Operand], span: Span) -> Checked<ValId> {
        let Some(first) = operands.first() else {
            return Err(self.error(codes::EMPTY_TYPE, span, "an empty set has no value to choose", "empty"));
        };
        let mut ty = self.ty(first.val);
        for operand in operands {
            match ty.joined(&self.ty(operand.val)) {
                Some(joined) if !joined.is_array() => ty = joined,
                _ => return Err(self.clash("union", *first, *operand)),
            }
        }
        let vals: Vec<ValId> = operands.iter().map(|o| o.val).collect();
        let hazards = self.all_hazards(&vals);
        if let ([only], false) = (vals.as_slice(), self.val(vals[0]).set) {
            // A set of one value is that value.
            return Ok(*only);
        }
        Ok(self.add_val(Val { shape: ValueShape::Set(operands.to_vec()), ty, set: true, hazards }))
    }

    pub(super) fn union(&mut self, chain: Chain<'_>, wanted: Option<&Ty>) -> Checked<ValId> {
        let items: Vec<ExprId> = chain.operands().collect();
        self.set(&items, (chain.scope, chain.span), wanted)
    }

    /// `l..h` as a set.
    pub(super) fn range_set(&mut self, Chain { first, rest, scope, span }: Chain<'_>) -> Checked<ValId> {
        let [(_, last)] = rest else {
            return Err(self.error(codes::SYNTAX, span, "a range has two bounds", "more than two"));
        };
        let low = self.constant_int(first, scope, "a bound")?;
        let high = self.constant_int(*last, scope, "a bound")?;
        if low > high {
            let headline = format!("the range {low}..{high} is empty");
            return Err(self.error(codes::EMPTY_TYPE, span, headline, "no value"));
        }
        if low == high {
            return Ok(self.int_val(low));
        }
        let ty = Ty::Int(Interval::new(low, high));
        Ok(self.add_val(Val { shape: ValueShape::Between(low, high), ty, set: true, hazards: Vec::new() }))
    }

    /// `a[i]`: an element if `i` is a constant, else a choice among all elements.
    pub(super) fn index(&mut self, base: ExprId, index: ExprId, scope: InstanceId, span: Span) -> Checked<ValId> {
        let array = self.expr(base, scope)?;
        if matches!(self.ty(array), Ty::WordArray { .. }) {
            return self.read(Operand { val: array, span: self.span(base) }, index, scope);
        }
        let ValueShape::Array(low, elements) = self.val(array).shape.clone() else {
            let found = self.describe(&self.ty(array));
            let headline = format!("only arrays can be indexed, found {found}");
            return Err(self.error(codes::TYPE_CLASH, self.span(base), headline, found));
        };
        let index = self.operand(index, scope)?;
        let Ty::Int(interval) = self.ty(index.val) else {
            let found = self.describe(&self.ty(index.val));
            let headline = format!("an index must be an integer, found {found}");
            return Err(self.error(codes::TYPE_CLASH, index.span, headline, found));
        };
        let bounds = Interval::new(low, low + elements.len() as i64 - 1);
        if interval.disjoint(bounds) {
            let headline = format!("the index is always outside {}", self.describe(&Ty::Int(bounds)));
            return Err(self.error(codes::OUT_OF_RANGE, index.span, headline, self.describe(&Ty::Int(interval))));
        }
        if let Some((value, other)) = interval.bounds()
            && value == other
        {
            return Ok(elements[(value - low) as usize]);
        }
        self.select(index, interval, bounds, &elements, span)
    }

    fn select(
        &mut self,
        index: Operand,
        interval: Interval,
        bounds: Interval,
        elements: &[ValId],
        span: Span,
    ) -> Checked<ValId> {
        let low = bounds.lo.unwrap_or(0);
        let at = self.own_term(index.val);
        let mut ty = self.ty(elements[0]);
        let mut guarded = Vec::new();
        let possible = elements.iter().enumerate().filter(|(i, _)| interval.contains(low + *i as i64));
        for (offset, element) in possible {
            let Some(joined) = ty.join(&self.ty(*element)).filter(|t| !t.is_array()) else {
                return Err(self.error(
                    codes::UNSUPPORTED,
                    span,
                    "a row of an array chosen by a variable",
                    "not supported",
                ));
            };
            ty = joined;
            let here = self.system.terms.int(low + offset as i64);
            let condition = self.system.terms.eq(at, here);
            guarded.push(Guarded { condition, value: *element, span, element: None });
        }
        let mut hazards = self.all_hazards(&[index.val]);
        for branch in &guarded {
            let more = self.hazards(branch.value);
            let more = self.guarded(branch.condition, more);
            self.merge(&mut hazards, more);
        }
        hazards.extend(self.index_hazard(index, interval, bounds));
        let set = guarded.iter().any(|g| self.val(g.value).set);
        Ok(self.add_val(Val { shape: ValueShape::Choice(guarded), ty, set, hazards }))
    }

    /// The hazard that an index lies outside its array, if it can.
    fn index_hazard(&mut self, index: Operand, interval: Interval, bounds: Interval) -> Option<Hazard> {
        let (lo, hi) = bounds.bounds().filter(|_| !interval.within(bounds))?;
        let at = self.own_term(index.val);
        let safe = self.between(at, lo, hi);
        let message = format!("the index `{}` can lie outside {lo}..{hi}", self.excerpt(index.span));
        self.hazard(ObligationKind::IndexOutOfBounds, safe, message, index.span)
    }
}
