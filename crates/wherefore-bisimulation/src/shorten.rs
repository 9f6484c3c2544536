//! Parts of a formula that are not needed, left out.
//!
//! The formula of a refinement holds at every state of a block; here only two states count. Each conjunct, and each condition on the
//! states of a way, is left out if what remains still holds at the first state and not at the second.

use crate::evaluate::{Judge, Unjudged};
use crate::formula::{Formula, FormulaId, Formulas};

/// Operators of a formula of which parts are left out one by one.
const MOST_OPERATORS: u64 = 400;

/// The formula without the parts that are not needed.
pub fn shorten(
    formulas: &mut Formulas,
    mut id: FormulaId,
    (first, second): (u32, u32),
    judge: &mut Judge<'_>,
) -> Result<FormulaId, Unjudged> {
    if formulas.size(id) > MOST_OPERATORS {
        return Ok(id);
    }
    let mut place = 0;
    loop {
        let mut left = place;
        let Some(shorter) = without(formulas, id, &mut left) else { return Ok(id) };
        if judge.tells_apart(formulas, shorter, first, second)? {
            id = shorter;
        } else {
            place += 1;
        }
    }
}

/// The formula without the part at a place, counted from its outside; none if it has no such part. `left` counts down to 0.
fn without(formulas: &mut Formulas, id: FormulaId, left: &mut usize) -> Option<FormulaId> {
    match formulas.get(id).clone() {
        Formula::True => None,
        Formula::Not(inner) => without(formulas, inner, left).map(|inner| formulas.not(inner)),
        Formula::And(list) => {
            for place in 0..list.len() {
                let rest = |part: Option<FormulaId>| {
                    let others = list.iter().enumerate().filter(move |(other, _)| *other != place);
                    others.map(|(_, id)| *id).chain(part).collect::<Vec<_>>()
                };
                let found = match take(left) {
                    true => Some(rest(None)),
                    false => without(formulas, list[place], left).map(|part| rest(Some(part))),
                };
                if let Some(parts) = found {
                    return Some(formulas.all(parts));
                }
            }
            None
        }
        Formula::Next(label, inner) => {
            without(formulas, inner, left).map(|inner| formulas.add(Formula::Next(label, inner)))
        }
        Formula::Until { meanwhile, label, then } => {
            let (meanwhile, then) = match condition(formulas, meanwhile, left) {
                Some(meanwhile) => (meanwhile, then),
                None => (meanwhile, without(formulas, then, left)?),
            };
            Some(formulas.add(Formula::Until { meanwhile, label, then }))
        }
        Formula::ForEver(inner) => condition(formulas, inner, left).map(|inner| formulas.add(Formula::ForEver(inner))),
    }
}

/// A condition left out, or a part of it.
fn condition(formulas: &mut Formulas, id: FormulaId, left: &mut usize) -> Option<FormulaId> {
    if id == Formulas::TRUE {
        return None;
    }
    if take(left) { Some(Formulas::TRUE) } else { without(formulas, id, left) }
}

/// Whether the place is reached; else one less is left.
fn take(left: &mut usize) -> bool {
    let is_here = *left == 0;
    *left = left.saturating_sub(1);
    is_here
}
