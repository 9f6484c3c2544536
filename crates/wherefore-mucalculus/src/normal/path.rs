//! Modalities over paths: a repetition is a fixpoint, a choice leads to one formula by several ways.

use super::build::Builder;
use super::{Part, PartId};
use crate::syntax::{Action, ActionKind, Formula, Offer, Regular, RegularKind, Variable};
use wherefore_diag::Diagnostic;

impl Builder {
    /// `[R] F` or `<R> F`, or its negation if not positive.
    pub(super) fn modality(
        &mut self,
        path: &Regular,
        inner: &Formula,
        all: bool,
        positive: bool,
    ) -> Result<PartId, Diagnostic> {
        let visible = self.scope.len();
        let mut taken = Vec::new();
        steps(path, &mut |action| {
            if let ActionKind::Offers { offers, .. } = &action.kind {
                taken.extend(variables(offers).cloned());
            }
        });
        taken.iter().for_each(|variable| _ = self.declare(variable));
        let built = self.formula(inner, positive).and_then(|next| self.path(path, all == positive, next));
        self.scope.truncate(visible);
        built
    }

    /// What follows all ways along a path if `all`, else some way.
    pub(super) fn path(&mut self, path: &Regular, all: bool, next: PartId) -> Result<PartId, Diagnostic> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.followed(path, all, next))
    }

    fn followed(&mut self, path: &Regular, all: bool, next: PartId) -> Result<PartId, Diagnostic> {
        match &path.kind {
            RegularKind::Empty => Ok(next),
            RegularKind::Action(action) => self.step(action, all, next),
            RegularKind::Sequence(list) => list.iter().rev().try_fold(next, |next, part| self.path(part, all, next)),
            RegularKind::Choice(list) => {
                let ways = list.iter().map(|part| self.path(part, all, next)).collect::<Result<Vec<_>, _>>()?;
                self.part(Part::Connective(all, ways), path.span)
            }
            RegularKind::Repeat(inner, least, None) => {
                let again = self.unfold(all, path.span)?;
                let mut once = 0;
                self.within(again, |this| {
                    once = this.path(inner, all, again)?;
                    this.part(Part::Connective(all, vec![next, once]), path.span)
                })?;
                match least {
                    0 => Ok(again),
                    _ => (1..*least).try_fold(once, |next, _| self.path(inner, all, next)),
                }
            }
            RegularKind::Repeat(inner, least, Some(most)) => {
                let mut rest = next;
                for _ in *least..*most {
                    let once = self.path(inner, all, rest)?;
                    rest = self.part(Part::Connective(all, vec![next, once]), path.span)?;
                }
                (0..*least).try_fold(rest, |next, _| self.path(inner, all, next))
            }
        }
    }

    /// One step. Variables of its offers get their values there.
    fn step(&mut self, action: &Action, all: bool, next: PartId) -> Result<PartId, Diagnostic> {
        let slots: Vec<(u32, usize)> = match &action.kind {
            ActionKind::Offers { offers, .. } => variables(offers)
                .filter_map(|v| {
                    let slot = self.scope.iter().rev().find(|(name, _)| *name == v.name)?.1;
                    Some((slot, self.sort(&v.sort, v.span)))
                })
                .collect(),
            _ => Vec::new(),
        };
        let set = match (&action.kind, slots.is_empty()) {
            (ActionKind::Offers { .. }, false) => self.offers(action)?,
            _ => self.set(&action.kind, action.span)?,
        };
        let set = self.keep(set);
        let body = self.part(Part::Modality(all, set, next), action.span)?;
        self.quantifiers(all, &slots, body, action.span)
    }
}

pub(super) fn variables(offers: &[Offer]) -> impl Iterator<Item = &Variable> {
    offers.iter().filter_map(|offer| match offer {
        Offer::Variable(variable) => Some(variable),
        Offer::Value(_) | Offer::Any => None,
    })
}

/// Calls `visit` with each step of a path.
fn steps<'r>(path: &'r Regular, visit: &mut dyn FnMut(&'r Action)) {
    match &path.kind {
        RegularKind::Empty => {}
        RegularKind::Action(action) => visit(action),
        RegularKind::Sequence(list) | RegularKind::Choice(list) => list.iter().for_each(|part| steps(part, visit)),
        RegularKind::Repeat(inner, ..) => steps(inner, visit),
    }
}
