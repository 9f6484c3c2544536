//! Specifications.
//!
//! An INVARSPEC that speaks of the next state or of an input is about steps, not states ([`super::steps`]). It becomes an invariant over a
//! monitor, a state variable that is true at first and afterwards says whether the formula held in the step just made.
//!
//! `COMPUTE` asks for a number and has no verdict: it becomes a quantity of the system.

use super::Lowerer;
use super::context::{COMPUTE, CTL, INVARIANT, LTL};
use super::names::Target;
use crate::smv::ast::{ExprId, Ident, Item, SpecKind};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use wherefore_diag::Span;
use wherefore_ir::{ElementKind, Op, Property, PropertyKind, Quantity, QuantityKind, TermId, Terms, When};
use wherefore_syntax::{Checked, unique};

/// A formula that says of every path what `AG` does, with one `AG` at its top: `!EF q` is `AG !q`, and `AG p & AG q` is `AG (p &
/// q)`. Other formulas stay as they are.
fn always(terms: &mut Terms, formula: TermId) -> TermId {
    let mut bodies = Vec::new();
    let mut waiting = vec![(formula, true)];
    while let Some((term, truth)) = waiting.pop() {
        match (terms.op(term), truth, terms.operands(term)) {
            (Op::Not, _, [a]) => waiting.push((*a, !truth)),
            (Op::And, true, list) | (Op::Or, false, list) => waiting.extend(list.iter().rev().map(|t| (*t, truth))),
            (Op::AG, true, [body]) => bodies.push(*body),
            (Op::EF, false, [body]) => {
                let body = *body;
                bodies.push(terms.not(body));
            }
            _ => return formula,
        }
    }
    let body = terms.and(bodies);
    terms.apply(Op::AG, &[body])
}

impl Lowerer<'_, '_> {
    pub(super) fn specs(&mut self) {
        let (mut count, mut computes) = (0, 0);
        for index in 0..self.model.instances.len() {
            let scope = InstanceId(index as u32);
            let items = self.model.instances[index].items.clone();
            for item in items {
                match item {
                    Item::Compute { kind, name, from, to, context, span } => {
                        computes += 1;
                        let _reported = self.quantity((*kind, *name, *span), [*from, *to], (scope, *context), computes);
                    }
                    Item::Spec { kind, name, formula, context } => {
                        count += 1;
                        let _reported = self.spec(*kind, *name, *formula, (scope, *context), count);
                    }
                    _ => {}
                }
            }
        }
    }

    fn quantity(
        &mut self,
        (kind, name, span): (QuantityKind, Option<Ident>, Span),
        ends: [ExprId; 2],
        (scope, context): (InstanceId, Option<ExprId>),
        number: usize,
    ) -> Checked<()> {
        let scope = match context {
            Some(path) => self.spec_scope(path, scope)?,
            None => scope,
        };
        let base = match name {
            Some(name) => self.model.instance(scope).qualified(self.file.name(name.symbol)),
            None => format!("compute_{number}"),
        };
        let name = unique(base, |name| self.system.annexes.quantities.iter().any(|q| q.name == name));
        let element = self.add_element(ElementKind::Property, name.clone(), span, self.component(scope));
        let mut terms = Vec::new();
        for end in ends {
            let owner = self.owner.replace(element);
            let operand = self.condition(end, scope, "an end of the paths of COMPUTE");
            self.owner = owner;
            let operand = operand?;
            self.admit(operand.val, end, scope, COMPUTE)?;
            let hazards = self.hazards(operand.val);
            terms.push(self.own_term(operand.val));
            self.oblige(&hazards, When::Always, Some(element));
        }
        let text = self.spec_text(span, scope);
        if let [from, to] = terms[..] {
            let quantity = Quantity { name, kind, from, to, text, element: Some(element) };
            self.system.annexes.quantities.push(quantity);
        }
        Ok(())
    }

    /// The source of a specification, with the instance in which it is read.
    fn spec_text(&self, span: Span, scope: InstanceId) -> String {
        let (text, path) = (self.source(span), &self.model.instance(scope).path);
        if path.is_empty() { text } else { format!("{text} IN {path}") }
    }

    fn spec(
        &mut self,
        kind: SpecKind,
        name: Option<Ident>,
        formula: ExprId,
        (scope, context): (InstanceId, Option<ExprId>),
        number: usize,
    ) -> Checked<()> {
        let scope = match context {
            Some(path) => self.spec_scope(path, scope)?,
            None => scope,
        };
        let span = self.span(formula);
        let name = self.spec_name(name, scope, number);
        let element = self.add_element(ElementKind::Property, name.clone(), span, self.component(scope));
        let (place, kind) = match kind {
            SpecKind::Invariant => (INVARIANT, PropertyKind::Invariant),
            SpecKind::Ltl => (LTL, PropertyKind::Ltl),
            SpecKind::Ctl => (CTL, PropertyKind::Ctl),
        };
        let owner = self.owner.replace(element);
        let operand = self.condition(formula, scope, "a specification");
        self.owner = owner;
        let operand = operand?;
        self.admit(operand.val, formula, scope, place)?;
        let hazards = self.hazards(operand.val);
        let mut term = self.own_term(operand.val);
        if kind == PropertyKind::Ctl {
            term = always(&mut self.system.terms, term);
        }
        if kind == PropertyKind::Invariant && self.is_about_steps(formula, scope) {
            term = self.monitor(term);
        }
        self.oblige(&hazards, When::Always, Some(element));
        let text = self.spec_text(span, scope);
        self.system.properties.push(Property { name, kind, term, text, element: Some(element) });
        Ok(())
    }

    fn spec_scope(&mut self, path: ExprId, scope: InstanceId) -> Checked<InstanceId> {
        match self.follow(path, scope)? {
            Some(Target::Instance(instance)) => Ok(instance),
            _ => {
                let span = self.span(path);
                let headline = format!("`{}` is not a module instance", self.excerpt(span));
                Err(self.error(codes::BAD_CONTEXT, span, headline, "not an instance"))
            }
        }
    }

    /// The given name inside its instance, or `spec_N` by the order of all specifications; made unique if need be.
    fn spec_name(&self, name: Option<Ident>, scope: InstanceId, number: usize) -> String {
        let base = match name {
            Some(name) => self.model.instance(scope).qualified(self.file.name(name.symbol)),
            None => format!("spec_{number}"),
        };
        unique(base, |name| self.system.properties.iter().any(|p| p.name == name))
    }
}
