//! Action formulas as sets of labels.

use super::build::Builder;
use super::path::variables;
use super::{Labels, Place};
use crate::data::{Expr, ExprKind};
use crate::syntax::{Action, ActionKind, Data, Offer};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, Span};

impl Builder {
    /// The number of a set of labels.
    pub(super) fn keep(&mut self, set: Labels) -> usize {
        self.out.labels.push(set);
        self.out.labels.len() - 1
    }

    pub(super) fn set(&mut self, kind: &ActionKind, span: Span) -> Result<Labels, Diagnostic> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.set_of(kind, span))
    }

    fn set_of(&mut self, kind: &ActionKind, span: Span) -> Result<Labels, Diagnostic> {
        Ok(match kind {
            ActionKind::True => Labels::Constant(true),
            ActionKind::False => Labels::Constant(false),
            ActionKind::Val(data) => Labels::Condition(self.expr(data)?),
            ActionKind::Label(text) => Labels::Text(text.clone()),
            ActionKind::Pattern(text) => Labels::Pattern(text.clone(), span),
            ActionKind::Multi(parts) => self.multi(parts, span)?,
            ActionKind::Offers { offers, .. } => {
                let visible = self.scope.len();
                let slots: Vec<(u32, usize)> =
                    variables(offers).map(|v| (self.declare(v), self.sort(&v.sort, v.span))).collect();
                let inner = self.offers(&Action { kind: kind.clone(), span });
                self.scope.truncate(visible);
                quantified(false, &slots, inner?)
            }
            ActionKind::Not(inner) => Labels::Not(Box::new(self.set(&inner.kind, inner.span)?)),
            ActionKind::And(list) => Labels::Connective(true, self.sets(list)?),
            ActionKind::Or(list) => Labels::Connective(false, self.sets(list)?),
            ActionKind::Implies(left, right) => {
                let left = Labels::Not(Box::new(self.set(&left.kind, left.span)?));
                Labels::Connective(false, vec![left, self.set(&right.kind, right.span)?])
            }
            ActionKind::Quantifier(universal, list, body) => {
                let visible = self.scope.len();
                let slots = self.declared(list);
                let body = self.set(&body.kind, body.span);
                self.scope.truncate(visible);
                quantified(*universal, &slots, body?)
            }
        })
    }

    fn sets(&mut self, list: &[Action]) -> Result<Vec<Labels>, Diagnostic> {
        list.iter().map(|action| self.set(&action.kind, action.span)).collect()
    }

    fn multi(&mut self, parts: &[(String, Vec<Data>)], span: Span) -> Result<Labels, Diagnostic> {
        let mut list = Vec::new();
        for (name, arguments) in parts {
            let (name, arguments): (Arc<str>, _) = (Arc::from(name.as_str()), self.exprs(arguments)?);
            self.out.actions.entry((name.clone(), Some(arguments.len()))).or_insert(span);
            for (argument, expr) in arguments.iter().enumerate() {
                let place =
                    Place { action: name.clone(), arity: arguments.len(), open: false, argument, inside: Vec::new() };
                self.note(expr, place);
            }
            list.push((name, arguments));
        }
        Ok(Labels::Multi(list))
    }

    /// Offers whose variables are declared, with the condition on them.
    pub(super) fn offers(&mut self, action: &Action) -> Result<Labels, Diagnostic> {
        let ActionKind::Offers { gate, offers, open, condition } = &action.kind else {
            return self.set(&action.kind, action.span);
        };
        let name: Arc<str> = Arc::from(gate.as_str());
        let known = if *open { None } else { Some(offers.len()) };
        self.out.actions.entry((name.clone(), known)).or_insert(action.span);
        let mut list = Vec::new();
        for (argument, offer) in offers.iter().enumerate() {
            let data = match offer {
                Offer::Value(data) => Some(data.clone()),
                Offer::Variable(v) => {
                    Some(Data { kind: crate::syntax::DataKind::Apply(v.name.clone(), Vec::new()), span: v.span })
                }
                Offer::Any => None,
            };
            let expr = data.map(|data| self.expr(&data)).transpose()?;
            if let Some(expr) = &expr {
                let place =
                    Place { action: name.clone(), arity: offers.len(), open: *open, argument, inside: Vec::new() };
                self.note(expr, place);
            }
            list.push(expr);
        }
        let gate = Labels::Gate(name, list, *open);
        Ok(match condition {
            Some(condition) => Labels::Connective(true, vec![gate, Labels::Condition(self.expr(condition)?)]),
            None => gate,
        })
    }

    /// Notes that variables stand at a place: the labels there say which values they can have.
    fn note(&mut self, expr: &Expr, place: Place) {
        match &expr.kind {
            ExprKind::Slot(slot) => {
                if let Some(sort) = self.slot_sorts.get(*slot as usize) {
                    self.out.places.insert((sort.clone(), place));
                }
            }
            ExprKind::Construct(name, list) => {
                for (argument, expr) in list.iter().enumerate() {
                    let mut place = place.clone();
                    place.inside.push((name.clone(), list.len(), argument));
                    self.note(expr, place);
                }
            }
            _ => {}
        }
    }
}

fn quantified(universal: bool, slots: &[(u32, usize)], body: Labels) -> Labels {
    let quantify = |body, (slot, sort): &(u32, usize)| Labels::Quantifier(universal, *slot, *sort, Box::new(body));
    slots.iter().rev().fold(body, quantify)
}

impl Labels {
    /// Its free variables.
    pub fn free(&self) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        match self {
            Labels::Constant(_) | Labels::Text(_) | Labels::Pattern(..) => {}
            Labels::Condition(expr) => expr.free(&mut |slot| _ = found.insert(slot)),
            Labels::Multi(parts) => {
                parts.iter().flat_map(|(_, list)| list).for_each(|expr| expr.free(&mut |slot| _ = found.insert(slot)));
            }
            Labels::Gate(_, offers, _) => {
                offers.iter().flatten().for_each(|expr| expr.free(&mut |slot| _ = found.insert(slot)));
            }
            Labels::Not(inner) => found = inner.free(),
            Labels::Connective(_, list) => list.iter().for_each(|set| found.extend(set.free())),
            Labels::Quantifier(_, slot, _, body) => {
                found = body.free();
                found.remove(slot);
            }
        }
        found
    }
}
