//! Whether a set of labels has a label in it, for given values. What was asked once is remembered.

use super::{Expansion, fault};
use crate::codes;
use crate::data::evaluate::{self, Scope};
use crate::data::{Expr, Value};
use crate::decide::NoDecision;
use crate::normal::{Labels, Part};
use crate::play::PlayStep;
use std::sync::Arc;
use wherefore_diag::Diagnostic;

impl Expansion<'_> {
    /// Whether the set with these values has the label in it.
    pub(super) fn contains(&mut self, set: usize, scope: u32, label: u32) -> Result<bool, NoDecision> {
        const YES: u8 = 2;
        const NO: u8 = 1;
        let key = (set as u32, scope);
        let known = self.known.get(&key).and_then(|list| list.get(label as usize)).copied().unwrap_or(0);
        if known != 0 {
            return Ok(known == YES);
        }
        let normal = self.normal;
        let mut values = self.scope(&normal.labels_free[set], scope);
        let found = self.is_in(&normal.labels[set], &mut values, label)?;
        let count = self.labels.len();
        let list = self.known.entry(key).or_insert_with(|| {
            self.known_bytes += count as u64 + 64;
            vec![0; count]
        });
        if let Some(entry) = list.get_mut(label as usize) {
            *entry = if found { YES } else { NO };
        }
        Ok(found)
    }

    fn is_in(&self, set: &Labels, scope: &mut Scope, label: u32) -> Result<bool, NoDecision> {
        match set {
            Labels::Constant(value) => Ok(*value),
            Labels::Condition(expr) => evaluate::truth(self.meaning(), scope.clone(), expr).map_err(fault),
            Labels::Text(text) => Ok(self.graph.label(label) == text),
            Labels::Pattern(text, span) => self.graph.matches(text, label).ok_or_else(|| {
                let headline = format!("the pattern '{text}' cannot be used on this graph");
                NoDecision::Wrong(Box::new(Diagnostic::at(codes::UNSUPPORTED, *span, headline, "not read")))
            }),
            Labels::Multi(parts) => self.is_multi(parts, scope, label),
            Labels::Gate(name, offers, open) => self.is_gate(name, offers, *open, scope, label),
            Labels::Not(inner) => Ok(!self.is_in(inner, scope, label)?),
            Labels::Connective(all, list) => {
                for set in list {
                    if self.is_in(set, scope, label)? != *all {
                        return Ok(!all);
                    }
                }
                Ok(*all)
            }
            Labels::Quantifier(universal, slot, sort, body) => {
                for value in self.domains.get(*sort).into_iter().flatten() {
                    scope.push((*slot, value.clone()));
                    let found = self.is_in(body, scope, label);
                    scope.pop();
                    if found? != *universal {
                        return Ok(!universal);
                    }
                }
                Ok(*universal)
            }
        }
    }

    fn is_multi(&self, parts: &[(Arc<str>, Vec<Expr>)], scope: &Scope, label: u32) -> Result<bool, NoDecision> {
        let Some(label) = self.labels.get(label as usize) else { return Ok(false) };
        let named = |name: &Arc<str>, arity: usize| label.parts.iter().any(|(n, v)| n == name && v.len() == arity);
        if label.parts.len() != parts.len() || !parts.iter().all(|(name, list)| named(name, list.len())) {
            return Ok(false);
        }
        let mut meant: Vec<(Arc<str>, Vec<Value>)> = Vec::with_capacity(parts.len());
        for (name, list) in parts {
            meant.push((name.clone(), list.iter().map(|e| self.of(e, scope)).collect::<Result<_, _>>()?));
        }
        meant.sort();
        Ok(meant == label.parts)
    }

    fn is_gate(
        &self,
        name: &Arc<str>,
        offers: &[Option<Expr>],
        open: bool,
        scope: &Scope,
        label: u32,
    ) -> Result<bool, NoDecision> {
        let Some([(gate, values)]) = self.labels.get(label as usize).map(|l| l.parts.as_slice()) else {
            return Ok(false);
        };
        if gate != name || values.len() < offers.len() || !open && values.len() > offers.len() {
            return Ok(false);
        }
        for (offer, value) in offers.iter().zip(values) {
            if let Some(expr) = offer
                && self.of(expr, scope)? != *value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn of(&self, expr: &Expr, scope: &Scope) -> Result<Value, NoDecision> {
        evaluate::value(self.meaning(), scope.clone(), expr).map_err(fault)
    }
}

impl Expansion<'_> {
    /// Whether the moves of a position are steps of the graph.
    pub fn is_modality(&self, position: u32) -> bool {
        let item = self.key(position).map(|(_, item)| item);
        item.is_some_and(|(part, _)| matches!(self.normal.parts[part], Part::Modality(..)))
    }

    /// The steps of the graph that the moves of a position take, each with the position that it leads to. None where the moves
    /// stay at their state, and where no step of the graph has a label that counts.
    pub fn transitions(&mut self, position: u32, steps: &mut Vec<(PlayStep, u32)>) -> Result<(), NoDecision> {
        steps.clear();
        let Some((state, item)) = self.key(position) else { return Ok(()) };
        let normal = self.normal;
        let (Part::Modality(_, set, _), Some(first)) =
            (&normal.parts[item.0], self.game.moves(position).first().copied())
        else {
            return Ok(());
        };
        // What follows a modality is the same behind each of its steps: an end, or a part at the state that is reached.
        let next = self.key(first).map(|(_, item)| item);
        let scope = self.projected(item, &normal.labels_free[*set], &[]);
        let mut all = Vec::new();
        self.graph.visit(state, &mut |label, state| all.push(PlayStep { label, state }));
        for step in all {
            if !self.contains(*set, scope, step.label)? {
                continue;
            }
            let to = match next {
                Some((part, scope)) => {
                    self.keys.get_index_of(&(step.state, part as u32, scope)).map(|at| at as u32 + 2)
                }
                None => Some(first),
            };
            steps.extend(to.map(|to| (step, to)));
        }
        Ok(())
    }
}
