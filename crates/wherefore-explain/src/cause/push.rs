//! Bounds pushed outwards: from the value that a number had to the last one that is still enough.
//!
//! A weaker bound leaves more runs, so what is enough is so from some number on: it is looked for in steps of doubled
//! length, then by halving. A run on which the property holds shows at once how far the bound cannot go. Since the cause is
//! minimal, no bound can be dropped; and since pushing one only weakens the cause, none of those pushed before could go any
//! further. So the outcome depends on the order of the bounds alone, which is that of reading.
//!
//! ```text
//! t(3) >= 30     29 28 26 22: a run with t(3) = 23 is good     24: enough     t(3) >= 24
//! ```
//!
//! Reals have no last number: of them the constants of the model are tried, and the bound stays where none helps.

use super::Bound;
use super::bound::{limits, number, value};
use super::query::CauseQuery;
use super::soft::Soft;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_ir::{Terms, Value};
use wherefore_solve::Lit;

/// The most doublings of a step: larger steps say nothing.
const MOST_DOUBLINGS: u32 = 256;

/// Pushes every bound of a cause outwards, in order.
pub(super) fn push(question: &mut CauseQuery<'_>, kept: &mut [Soft]) -> Result<(), NoAnswer> {
    let marks = landmarks(&question.shape.model.system.terms);
    let mut literals = kept.iter().map(|s| question.literal(s)).collect::<Result<Vec<Lit>, NoAnswer>>()?;
    for place in 0..kept.len() {
        let others: Vec<Lit> = (0..kept.len()).filter(|p| *p != place).map(|p| literals[p]).collect();
        let mut pusher = Pusher { question, others, soft: &mut kept[place] };
        match pusher.push(&marks) {
            Ok(()) | Err(NoAnswer::Effort | NoAnswer::GaveUp(_) | NoAnswer::Memory) => {}
            Err(cause) => return Err(cause),
        }
        literals[place] = question.literal(&kept[place])?;
    }
    Ok(())
}

struct Pusher<'p, 'q> {
    question: &'p mut CauseQuery<'q>,
    others: Vec<Lit>,
    soft: &'p mut Soft,
}

impl Pusher<'_, '_> {
    fn push(&mut self, marks: &[BigRational]) -> Result<(), NoAnswer> {
        match &self.soft.bound {
            Bound::Is(_) => Ok(()),
            Bound::AtLeast(Value::Real(from)) => {
                let further = marks.iter().rev().filter(|m| *m < from).cloned().collect();
                self.push_mark(further)
            }
            Bound::AtMost(Value::Real(from)) => {
                let further = marks.iter().filter(|m| *m > from).cloned().collect();
                self.push_mark(further)
            }
            Bound::AtLeast(value) | Bound::AtMost(value) => match self.number(value) {
                Some(from) => self.push_number(&from),
                None => Ok(()),
            },
        }
    }

    fn number(&self, value: &Value) -> Option<BigInt> {
        number(&self.question.terms, self.soft.var, value)
    }

    /// Whether the cause is still enough with this bound; if so it is taken over.
    fn takes(&mut self, bound: Bound) -> Result<bool, NoAnswer> {
        let weaker = Soft { bound, ..self.soft.clone() };
        let literal = self.question.literal(&weaker)?;
        self.others.push(literal);
        let answer = self.question.is_enough(&self.others);
        self.others.pop();
        let is_enough = answer?;
        if is_enough {
            *self.soft = weaker;
        }
        Ok(is_enough)
    }

    /// The bound on the same side with another value.
    fn with(&self, value: Value) -> Bound {
        if matches!(self.soft.bound, Bound::AtLeast(_)) { Bound::AtLeast(value) } else { Bound::AtMost(value) }
    }

    /// The farthest integer. Distances count outwards: `near` is enough, `far` is not.
    fn push_number(&mut self, from: &BigInt) -> Result<(), NoAnswer> {
        let is_lower = matches!(self.soft.bound, Bound::AtLeast(_));
        let (least, greatest) = limits(&self.question.terms, self.soft.var);
        let edge = if is_lower { least.map(|l| from - l) } else { greatest.map(|g| g - from) };
        let (mut near, mut far, mut step) = (BigInt::ZERO, edge, BigInt::from(1));
        for _ in 0..MOST_DOUBLINGS {
            let distance = match &far {
                Some(far) if far - &near <= BigInt::from(1) => return Ok(()),
                Some(far) if &near + &step >= *far => (&near + far) / 2,
                _ => &near + &step,
            };
            let target = if is_lower { from - &distance } else { from + &distance };
            let Some(target) = value(&self.question.terms, self.soft.var, target) else { return Ok(()) };
            if self.takes(self.with(target))? {
                near = distance;
                step *= 2;
            } else {
                let met = self.question.value(self.soft.var, self.soft.tick)?;
                let met = self.number(&met).map(|n| if is_lower { from - n } else { n - from });
                far = met.filter(|m| *m > near && *m <= distance).or(Some(distance));
                step = BigInt::from(1) << MOST_DOUBLINGS;
            }
        }
        Ok(())
    }

    /// The farthest of these marks, nearest first.
    fn push_mark(&mut self, marks: Vec<BigRational>) -> Result<(), NoAnswer> {
        // The first `near` marks are enough; the one at `far` is not, or does not exist.
        let (mut near, mut far) = (0, marks.len());
        while near < far {
            let middle = (near + far) / 2;
            if self.takes(self.with(Value::Real(marks[middle].clone())))? {
                near = middle + 1;
            } else {
                far = middle;
            }
        }
        Ok(())
    }
}

/// The numbers that the model speaks of, in order.
fn landmarks(terms: &Terms) -> Vec<BigRational> {
    let mut marks = BTreeSet::from([BigRational::from(BigInt::ZERO)]);
    for id in terms.ids() {
        match terms.constant(id) {
            Some(Value::Int(n)) => marks.extend([BigRational::from(n.clone())]),
            Some(Value::Real(r)) => marks.extend([r.clone()]),
            _ => {}
        }
    }
    marks.into_iter().collect()
}
