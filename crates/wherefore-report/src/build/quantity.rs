//! Numbers of steps in a document.

use super::{Context, cause, recheck, trace};
use crate::document::{Quantity, Recheck};
use wherefore_check::{Measured, NoAnswer, Steps};

/// A number of steps that was asked for, and what was found.
pub fn quantity(context: &Context<'_>, asked: &wherefore_ir::Quantity, found: &Result<Measured, NoAnswer>) -> Quantity {
    let (outcome, steps) = match found.as_ref().map(|m| m.steps) {
        Ok(Steps::Number(n)) => ("steps", Some(n)),
        Ok(Steps::Infinite) => ("infinite", None),
        Ok(Steps::Undefined) => ("undefined", None),
        Err(_) => ("undetermined", None),
    };
    let measured = found.as_ref().ok();
    Quantity {
        name: asked.name.clone(),
        kind: asked.kind.word(),
        text: asked.text.clone(),
        place: context.place(asked.element),
        outcome,
        steps,
        cause: found.as_ref().err().map(cause),
        recheck: measured.map_or_else(Recheck::default, |m| recheck(&m.recheck)),
        trace: measured.and_then(|m| m.run.as_deref()).map(|run| trace(context, run, None)),
    }
}
