//! Places of `next`, inputs and temporal operators: what may occur where.
//!
//! Definitions are lowered once and used in many places, so the question is asked of the finished value. Only when the
//! answer is no is the source searched for the smallest expression to blame.

use super::Lowerer;
use super::val::{ValId, ValueShape};
use crate::smv::ast::ExprId;
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Op, TermId};
use wherefore_syntax::Checked;

/// Something that is not allowed everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    Next,
    Input,
    Ltl,
    Ctl,
}

/// A place in a model and what it allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The place in words: "INIT", "the value of x := e".
    pub name: &'static str,
    pub allowed: &'static [Feature],
}

pub(super) const INIT: Context = Context { name: "INIT", allowed: &[] };
pub(super) const INVAR: Context = Context { name: "INVAR", allowed: &[] };
pub(super) const TRANS: Context = Context { name: "TRANS", allowed: &[Feature::Next, Feature::Input] };
/// A memory of the last step makes fairness of inputs one of states.
pub(super) const FAIRNESS: Context = Context { name: "a fairness condition", allowed: &[Feature::Input] };
pub(super) const ASSIGN_NOW: Context = Context { name: "an assignment `x := e`", allowed: &[] };
pub(super) const ASSIGN_INIT: Context = Context { name: "an assignment `init(x) := e`", allowed: &[] };
pub(super) const ASSIGN_NEXT: Context =
    Context { name: "an assignment `next(x) := e`", allowed: &[Feature::Next, Feature::Input] };
pub(super) const INVARIANT: Context = Context { name: "INVARSPEC", allowed: &[Feature::Next, Feature::Input] };
pub(super) const LTL: Context = Context { name: "LTLSPEC", allowed: &[Feature::Next, Feature::Input, Feature::Ltl] };
pub(super) const COMPUTE: Context = Context { name: "COMPUTE", allowed: &[Feature::Ctl] };
pub(super) const CTL: Context = Context { name: "CTLSPEC", allowed: &[Feature::Ctl] };

impl Lowerer<'_, '_> {
    /// Reports what a value uses and its context does not allow.
    pub(super) fn admit(&mut self, val: ValId, expr: ExprId, scope: InstanceId, context: Context) -> Checked<()> {
        for feature in [Feature::Next, Feature::Input, Feature::Ltl, Feature::Ctl] {
            if context.allowed.contains(&feature) || !self.uses(val, feature) {
                continue;
            }
            let span = self.blame(expr, scope, feature);
            let (code, headline, label) = match feature {
                Feature::Next => (codes::NEXT_NOT_ALLOWED, "next() is not allowed in", "speaks of the next state"),
                Feature::Input => (codes::INPUT_NOT_ALLOWED, "an input is not allowed in", "depends on an input"),
                Feature::Ltl => (codes::TEMPORAL_NOT_ALLOWED, "an LTL operator is not allowed in", "LTL"),
                Feature::Ctl => (codes::TEMPORAL_NOT_ALLOWED, "a CTL operator is not allowed in", "CTL"),
            };
            let headline = format!("{headline} {}", context.name);
            return Err(self.reporter.push(Diagnostic::at(code, span, headline, label)));
        }
        Ok(())
    }

    /// Whether a feature occurs in a value.
    pub(super) fn uses(&mut self, val: ValId, feature: Feature) -> bool {
        if feature == Feature::Input && self.inputs.is_empty() {
            return false;
        }
        let found = self.terms_of(val);
        if feature == Feature::Input {
            self.mark_input_terms();
            return found.iter().any(|t| self.input_terms[t.index()]);
        }
        let terms = &self.system.terms;
        found.iter().any(|t| match feature {
            Feature::Next => terms.has_next(*t),
            Feature::Ltl => terms.has_ltl(*t),
            _ => terms.has_ctl(*t),
        })
    }

    /// Continues the table of terms in which inputs occur up to the newest term.
    fn mark_input_terms(&mut self) {
        let terms = &self.system.terms;
        for term in terms.ids().skip(self.input_terms.len()) {
            let direct = matches!(terms.op(term), Op::Var(v) if self.inputs.contains(&v));
            let marked = direct || terms.operands(term).iter().any(|t| self.input_terms[t.index()]);
            self.input_terms.push(marked);
        }
    }

    /// Every term in a tree of choices.
    pub(super) fn terms_of(&self, val: ValId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut stack = vec![val];
        while let Some(val) = stack.pop() {
            if !seen.insert(val) {
                continue;
            }
            match &self.val(val).shape {
                ValueShape::Term(term) => found.push(*term),
                ValueShape::Literal(_) | ValueShape::Between(..) => {}
                ValueShape::Choice(branches) => {
                    found.extend(branches.iter().map(|b| b.condition));
                    stack.extend(branches.iter().map(|b| b.value));
                }
                ValueShape::Set(members) => stack.extend(members.iter().map(|m| m.val)),
                ValueShape::Array(_, members) => stack.extend(members),
            }
        }
        found
    }

    /// The smallest part of an expression in which a feature occurs.
    fn blame(&mut self, expr: ExprId, scope: InstanceId, feature: Feature) -> Span {
        self.reporter.mute(true);
        let owner = self.owner.take();
        let mut smallest = expr;
        while let Some(part) = self.part_with(smallest, scope, feature) {
            smallest = part;
        }
        self.owner = owner;
        self.reporter.mute(false);
        self.span(smallest)
    }

    fn part_with(&mut self, expr: ExprId, scope: InstanceId, feature: Feature) -> Option<ExprId> {
        let file = self.file;
        file.expr(expr).parts().into_iter().find(|part| {
            let val = self.expr(*part, scope);
            val.is_ok_and(|v| self.uses(v, feature))
        })
    }
}
