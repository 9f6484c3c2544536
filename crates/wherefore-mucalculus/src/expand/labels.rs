//! Whether a set of labels has a label in it, for given values. What was asked once is remembered.

use super::plan::Moves;
use super::plan::Resolved;
use super::{Expansion, end, fault};
use crate::codes;
use crate::data::evaluate::{self, Scope};
use crate::data::{Expr, Value};
use crate::decide::NoDecision;
use crate::game::Player;
use crate::normal::Labels;
use crate::play::PlayStep;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;
use wherefore_diag::Diagnostic;

/// The sets of labels that were asked about, each for given values, and what is known of each label.
#[derive(Default)]
pub struct Sets {
    sets: IndexSet<(u32, u32), FxBuildHasher>,
    known: Vec<Vec<u8>>,
    bytes: u64,
}

impl Sets {
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

const NO: u8 = 1;
const YES: u8 = 2;

impl Expansion<'_> {
    /// The number of a set of labels with values.
    pub(super) fn set(&mut self, set: usize, scope: u32) -> u32 {
        let (number, is_new) = self.sets.sets.insert_full((set as u32, scope));
        if is_new {
            self.sets.known.push(vec![0; self.labels.len()]);
            self.sets.bytes += self.labels.len() as u64 + 80;
        }
        number as u32
    }

    /// Whether a set, by its number, has the label in it.
    pub(super) fn contains(&mut self, number: u32, label: u32) -> Result<bool, NoDecision> {
        match self.sets.known[number as usize].get(label as usize) {
            Some(0) | None => {}
            Some(known) => return Ok(*known == YES),
        }
        let (set, scope) = self.sets.sets.get_index(number as usize).copied().unwrap_or_default();
        let normal = self.normal;
        let mut values = self.scope(&normal.labels_free[set as usize], scope);
        let found = self.is_in(&normal.labels[set as usize], &mut values, label)?;
        if let Some(entry) = self.sets.known[number as usize].get_mut(label as usize) {
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
        let item = (position as usize).checked_sub(2).and_then(|place| self.items.get(place));
        let plan = item.and_then(|item| self.plans.known(*item));
        plan.is_some_and(|plan| matches!(plan.moves, Moves::Steps { .. }))
    }

    /// Whether the game is over behind every step of a modality, whatever the state there is.
    pub fn ends_everywhere(&mut self, position: u32) -> Result<bool, NoDecision> {
        let Some(place) = (position as usize).checked_sub(2).filter(|place| *place < self.items.len()) else {
            return Ok(false);
        };
        Ok(match self.plan(self.items[place])?.moves {
            Moves::Steps { after: Resolved::Known(_), .. } => true,
            Moves::Steps { after: Resolved::Open(item), .. } => matches!(self.plan(item)?.moves, Moves::Over(_)),
            Moves::Over(_) | Moves::Here { .. } => false,
        })
    }

    /// Whether the first of several things that the owner of a position can choose there loses at once.
    pub fn gives_up(&mut self, position: u32) -> Result<bool, NoDecision> {
        let Some(place) = (position as usize).checked_sub(2).filter(|place| *place < self.items.len()) else {
            return Ok(false);
        };
        let plan = self.plan(self.items[place])?;
        let Moves::Here { begin, .. } = plan.moves else { return Ok(false) };
        let lost = end(plan.owner == Player::Refuter);
        let first = self.position(self.states[place], self.plans.chosen(begin))?;
        Ok(first == lost && self.game.moves(position) != [lost])
    }

    /// The steps of the graph that the moves of a position take, each with the position that it leads to. None where the moves
    /// stay at their state.
    pub fn transitions(&mut self, position: u32, steps: &mut Vec<(PlayStep, u32)>) -> Result<(), NoDecision> {
        steps.clear();
        let Some(place) = (position as usize).checked_sub(2).filter(|place| *place < self.items.len()) else {
            return Ok(());
        };
        let Moves::Steps { set, after } = self.plan(self.items[place])?.moves else { return Ok(()) };
        let mut all = Vec::new();
        self.graph.visit(self.states[place], &mut |label, state| all.push(PlayStep { label, state }));
        for step in all {
            if self.contains(set, step.label)? {
                // Every position that a step leads to is there: this makes no new one.
                let to = self.after(step.state, after)?;
                if self.game.moves(position).binary_search(&to).is_ok() {
                    steps.push((step, to));
                }
            }
        }
        Ok(())
    }
}
