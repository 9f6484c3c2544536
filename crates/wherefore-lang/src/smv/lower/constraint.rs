//! `INIT`, `INVAR`, `TRANS`, `FAIRNESS` and `COMPASSION`.

use super::Lowerer;
use super::context::{Context, FAIRNESS, INIT, INVAR, TRANS};
use super::hazard::Hazard;
use crate::smv::ast::{ConstraintKind, ExprId, Item};
use crate::smv::resolve::InstanceId;
use wherefore_ir::{Compassion, Constraint, ElementId, ElementKind, TermId, When};
use wherefore_syntax::Checked;

/// A lowered condition with its element.
struct Condition {
    term: TermId,
    hazards: Vec<Hazard>,
    element: ElementId,
}

impl Lowerer<'_, '_> {
    pub(super) fn constraints(&mut self) {
        for index in 0..self.model.instances.len() {
            let scope = InstanceId(index as u32);
            let items = self.model.instances[index].items.clone();
            for item in items {
                let _reported = match item {
                    Item::Constraint { kind, expr } => self.constraint(*kind, *expr, scope),
                    Item::Compassion { premise, conclusion } => self.compassion(*premise, *conclusion, scope),
                    _ => Ok(()),
                };
            }
        }
    }

    fn lower_condition(&mut self, expr: ExprId, scope: InstanceId, context: Context) -> Checked<Condition> {
        let name = format!("{} {}", context.name, self.excerpt(self.span(expr)));
        let element = self.add_element(ElementKind::Constraint, name, self.span(expr), self.component(scope));
        let owner = self.owner.replace(element);
        let operand = self.condition(expr, scope, context.name);
        self.owner = owner;
        let operand = operand?;
        self.admit(operand.val, expr, scope, context)?;
        let (term, hazards) = (self.own_term(operand.val), self.hazards(operand.val));
        Ok(Condition { term, hazards, element })
    }

    fn constraint(&mut self, kind: ConstraintKind, expr: ExprId, scope: InstanceId) -> Checked<()> {
        let context = match kind {
            ConstraintKind::Init => INIT,
            ConstraintKind::Invar => INVAR,
            ConstraintKind::Trans => TRANS,
            ConstraintKind::Justice => FAIRNESS,
        };
        let Condition { term, hazards, element } = self.lower_condition(expr, scope, context)?;
        // Where the condition has no meaning it must not exclude anything: the obligation has to see that state.
        let safe = self.all_safe(&hazards);
        let term = match kind {
            ConstraintKind::Justice => self.in_states(term),
            _ => self.system.terms.implies(safe, term),
        };
        let constraint = Constraint { term, element: Some(element) };
        match kind {
            ConstraintKind::Init => self.system.init.push(constraint),
            ConstraintKind::Invar => self.system.invar.push(constraint),
            ConstraintKind::Trans => self.system.trans.push(constraint),
            ConstraintKind::Justice => self.system.justice.push(constraint),
        }
        let when = if kind == ConstraintKind::Init { When::Initially } else { When::Always };
        self.oblige(&hazards, when, Some(element));
        Ok(())
    }

    fn compassion(&mut self, premise: ExprId, conclusion: ExprId, scope: InstanceId) -> Checked<()> {
        let first = self.lower_condition(premise, scope, FAIRNESS)?;
        let second = self.lower_condition(conclusion, scope, FAIRNESS)?;
        let (premise, consequence) = (self.in_states(first.term), self.in_states(second.term));
        self.system.compassion.push(Compassion { premise, consequence, element: Some(first.element) });
        self.oblige(&first.hazards, When::Always, Some(first.element));
        self.oblige(&second.hazards, When::Always, Some(second.element));
        Ok(())
    }
}
