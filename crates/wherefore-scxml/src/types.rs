//! The types of data that SCXML does not have.
//!
//! Declared types are fixed. The rest is inferred in three steps: *kinds* (Boolean, number, text, array) by unification
//! over all assignments and operators; *enumerations*, the texts that can be in a class of texts; *ranges*, the integers that
//! arrive in an item, by an interval fixpoint, where a number is real as soon as something real arrives. Integers may become
//! reals, but not the other way round.
//!
//! An item may be without a value at first, and an event may lack a field. Such a slot has room for the value that is as
//! false as no value: `false`, 0, or the empty text. What the environment chooses can be anything of its kind: every
//! integer, and beside the texts that the chart mentions some that stand for all others.

mod check;
mod choices;
mod kinds;
mod note;
mod number;
mod ranges;
mod reals;
mod shape;
#[cfg(test)]
mod tests;
mod texts;
mod uses;

use super::chart::{Chart, DataId, Expr, ExprKind, FieldId, Type};
use number::{Facts, Number};
use uses::Slot;
use wherefore_diag::Diagnostics;
use wherefore_syntax::holes::Holes;

/// The types of a chart.
#[derive(Clone, Debug)]
pub struct Types {
    data: Vec<Type>,
    fields: Vec<Type>,
    events: Vec<String>,
}

/// Infers the types of all data items and fields; none are returned if and only if there are errors.
pub fn infer(chart: &Chart) -> (Option<Types>, Diagnostics) {
    infer_with_holes(chart, &Holes::none())
}

/// As [`infer`], where some expressions are left open: an integer there can be any integer.
pub(crate) fn infer_with_holes(chart: &Chart, holes: &Holes) -> (Option<Types>, Diagnostics) {
    let uses = uses::uses(chart);
    let mut check = check::Check::new(chart);
    uses.iter().for_each(|item| check.apply(*item));
    let Some(mut types) = shape::shapes(&mut check) else { return (None, check.reporter.into_diagnostics()) };
    let numbers = ranges::ranges((chart, holes), &types, &uses, &check.chosen);
    for (ty, number) in types.data.iter_mut().chain(&mut types.fields).zip(numbers) {
        set_number(ty, number);
    }
    let mut reporter = check.reporter;
    reals::reals(chart, &types, &uses, &mut reporter);
    choices::choices(chart, &types, &mut reporter);
    if reporter.failed() {
        return (None, reporter.into_diagnostics());
    }
    if let Some(note) = note::note(chart, &types, &uses) {
        reporter.push(note);
    }
    (Some(types), reporter.into_diagnostics())
}

impl Types {
    /// The type of a data item.
    pub fn datum(&self, id: DataId) -> &Type {
        &self.data[id.0 as usize]
    }

    /// The type of a field of `_event.data`.
    pub fn field(&self, id: FieldId) -> &Type {
        &self.fields[id.0 as usize]
    }

    /// The values of `_event.name`: the names of all events of the chart.
    pub fn event_names(&self) -> &[String] {
        &self.events
    }

    fn slot(&self, slot: Slot) -> &Type {
        match slot {
            Slot::Data(id) => self.datum(id),
            Slot::Field(id) => self.field(id),
        }
    }
}

impl Facts for Types {
    fn data(&self, id: DataId) -> Number {
        Number::of_type(self.datum(id))
    }

    fn field(&self, id: FieldId) -> Number {
        Number::of_type(self.field(id))
    }

    fn length(&self, array: &Expr) -> usize {
        let mut ahead = vec![array];
        while let Some(array) = ahead.pop() {
            match &array.kind {
                ExprKind::Array(items) => return items.len(),
                ExprKind::Data(id) => return length(self.datum(*id)),
                ExprKind::EventField(id) => return length(self.field(*id)),
                ExprKind::Conditional(_, a, b) => ahead.extend([&**a, &**b]),
                _ => {}
            }
        }
        0
    }
}

fn length(ty: &Type) -> usize {
    match ty {
        Type::Array(_, length) => *length,
        _ => 0,
    }
}

/// Puts a range where a type has a number.
fn set_number(ty: &mut Type, number: Number) {
    match ty {
        Type::Array(element, _) => set_number(element, number),
        Type::Int => *ty = number.to_type(),
        Type::Bool | Type::Range { .. } | Type::Real | Type::Enum(_) => {}
    }
}

/// Whether an item or field that is not declared may be without a value.
fn starts_open(chart: &Chart, slot: Slot) -> bool {
    match slot {
        Slot::Data(id) => chart.datum(id).init.is_none() || chart.datum(id).input || chart.late_binding,
        Slot::Field(_) => true,
    }
}
