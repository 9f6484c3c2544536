//! The untils of ACTL as least fixpoints. Hidden steps count as steps along the way, whatever its set says.
//!
//! ```text
//! E [F {a} U G]      mu X . G || F && <a or tau> X
//! E [F {a} U {b} G]  mu X . F && (<b> G || <a or tau> X)
//! A [F {a} U G]      mu X . G || F && <true> true && [a or tau] X && [neither] false
//! A [F {a} U {b} G]  mu X . F && <true> true && [a or tau, not b] X && [b alone] G && [both] (G || X) && [neither] false
//! ```

use super::build::Builder;
use super::{Labels, Part, PartId};
use crate::syntax::{Action, Formula};
use wherefore_diag::{Diagnostic, Span};

/// An until whose operands are parts already.
struct Until {
    before: PartId,
    end: PartId,
    along: Labels,
    last: Option<Labels>,
    /// The fixpoint itself.
    again: PartId,
    positive: bool,
    span: Span,
}

impl Builder {
    /// An until, or its negation if not positive.
    pub(super) fn until(
        &mut self,
        all: bool,
        (left, right): (&Formula, &Formula),
        (along, last): (&Action, Option<&Action>),
        positive: bool,
        span: Span,
    ) -> Result<PartId, Diagnostic> {
        let along = self.set(&along.kind, along.span)?;
        let along = Labels::Connective(false, vec![along, Labels::Multi(Vec::new())]);
        let last = last.map(|last| self.set(&last.kind, last.span)).transpose()?;
        let again = self.unfold(!positive, span)?;
        self.within(again, |this| {
            let (before, end) = (this.formula(left, positive)?, this.formula(right, positive)?);
            let until = Until { before, end, along, last, again, positive, span };
            if all { this.all_ways(until) } else { this.some_way(until) }
        })?;
        Ok(again)
    }

    fn some_way(&mut self, until: Until) -> Result<PartId, Diagnostic> {
        let Until { before, end, along, last, again, positive, span } = until;
        let on = self.labelled(!positive, along, again, span)?;
        match last {
            None => {
                let on = self.part(Part::Connective(positive, vec![before, on]), span)?;
                self.part(Part::Connective(!positive, vec![end, on]), span)
            }
            Some(last) => {
                let end = self.labelled(!positive, last, end, span)?;
                let either = self.part(Part::Connective(!positive, vec![end, on]), span)?;
                self.part(Part::Connective(positive, vec![before, either]), span)
            }
        }
    }

    fn all_ways(&mut self, until: Until) -> Result<PartId, Diagnostic> {
        let Until { before, end, along, last, again, positive, span } = until;
        let not = |set: &Labels| Labels::Not(Box::new(set.clone()));
        let both = |a: Labels, b: Labels| Labels::Connective(true, vec![a, b]);
        let constant = self.part(Part::Constant(positive), span)?;
        let goes_on = self.labelled(!positive, Labels::Constant(true), constant, span)?;
        let mut list = vec![before, goes_on];
        let never = self.part(Part::Constant(!positive), span)?;
        let Some(last) = last else {
            list.push(self.labelled(positive, along.clone(), again, span)?);
            list.push(self.labelled(positive, not(&along), never, span)?);
            let on = self.part(Part::Connective(positive, list), span)?;
            return self.part(Part::Connective(!positive, vec![end, on]), span);
        };
        let either = self.part(Part::Connective(!positive, vec![end, again]), span)?;
        list.push(self.labelled(positive, both(along.clone(), not(&last)), again, span)?);
        list.push(self.labelled(positive, both(last.clone(), not(&along)), end, span)?);
        list.push(self.labelled(positive, both(along.clone(), last.clone()), either, span)?);
        list.push(self.labelled(positive, both(not(&along), not(&last)), never, span)?);
        self.part(Part::Connective(positive, list), span)
    }

    /// What follows all steps with a label of a set, or some.
    fn labelled(&mut self, all: bool, set: Labels, next: PartId, span: Span) -> Result<PartId, Diagnostic> {
        let set = self.keep(set);
        self.part(Part::Modality(all, set, next), span)
    }
}
