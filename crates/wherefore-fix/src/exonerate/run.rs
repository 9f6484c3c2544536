//! The values of a run of one system in another one with the same names.

use wherefore_ir::{Sort, System, Terms, Value, VarId};
use wherefore_trace::Trace;

/// Reads runs of one system as runs of another one.
#[derive(Clone, Debug)]
pub(super) struct Translation {
    /// For each variable of the other system, the one of this name.
    same: Vec<Option<VarId>>,
}

impl Translation {
    pub(super) fn new(original: &System, other: &System) -> Translation {
        let same = other.terms.vars().map(|(_, declared)| original.terms.find_var(&declared.name)).collect();
        Translation { same }
    }

    /// The value of a variable of the other system; nothing if the run has none that fits.
    pub(super) fn value(
        &self,
        (original, trace): (&Terms, &Trace),
        other: &Terms,
        tick: usize,
        var: VarId,
    ) -> Option<Value> {
        let same = (*self.same.get(var.index())?)?;
        let value = trace.value(tick, same)?;
        match (value, other.var(var).sort) {
            (Value::Enum(from, index), Sort::Enum(into)) => {
                let name = original.enumeration(*from).values.get(*index as usize)?;
                let place = other.enumeration(into).values.iter().position(|v| v == name)?;
                Some(Value::Enum(into, place as u32))
            }
            (value, sort) => value.fits(sort).then(|| value.clone()),
        }
    }
}
