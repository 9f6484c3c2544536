//! The types of data that SCXML does not have.
//!
//! What is declared is fixed. The rest is inferred in three steps: *kinds* (truth value, number, text, array) by unification
//! over all assignments and operators; *enumerations*, the texts that can be in a class of texts; *ranges*, the integers that
//! arrive in an item, by an interval fixpoint, where a number is real as soon as something real arrives. Integers may become
//! reals, but not the other way round.
//!
//! An item may be without a value at first, and an event may lack a field. Such a slot has room for the value that is as
//! false as no value: `false`, 0, or the empty text.

mod check;
mod components;
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

use super::chart::{Binary, Chart, DataId, EVENT_TYPES, Expr, ExprKind, FieldId, Type, Unary};
use indexmap::IndexSet;
use number::{Facts, Number, value};
use uses::Slot;
use wherefore_diag::Diagnostics;

/// The types of a chart.
#[derive(Clone, Debug)]
pub struct Types {
    data: Vec<Type>,
    fields: Vec<Type>,
    events: Vec<String>,
}

/// Infers the types of all data items and fields; there are none if and only if there are errors.
pub fn infer(chart: &Chart) -> (Option<Types>, Diagnostics) {
    let uses = uses::uses(chart);
    let mut check = check::Check::new(chart);
    uses.iter().for_each(|item| check.apply(*item));
    let Some(mut types) = shape::shapes(&mut check) else { return (None, check.reporter.into_diagnostics()) };
    let numbers = ranges::ranges(chart, &types, &uses);
    for (ty, number) in types.data.iter_mut().chain(&mut types.fields).zip(numbers) {
        set_number(ty, number);
    }
    let mut reporter = check.reporter;
    reals::reals(chart, &types, &uses, &mut reporter);
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

    /// The values of `_event.name`: the names of all events of the chart, and texts that it is compared with.
    pub fn event_names(&self) -> &[String] {
        &self.events
    }

    /// The type of an expression of the chart for which this was inferred. A text has the type that holds it alone.
    pub fn of(&self, _chart: &Chart, expr: &Expr) -> Type {
        // What cannot be evaluated has any type.
        self.known(expr).unwrap_or(Type::Bool)
    }

    fn slot(&self, slot: Slot) -> &Type {
        match slot {
            Slot::Data(id) => self.datum(id),
            Slot::Field(id) => self.field(id),
        }
    }

    fn known(&self, expr: &Expr) -> Option<Type> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.dispatch(expr))
    }

    fn dispatch(&self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Bool(_) | ExprKind::In(_) | ExprKind::Unary(Unary::Not, _) | ExprKind::Temporal(..) => {
                Some(Type::Bool)
            }
            ExprKind::Binary(operator, ..) if !is_arithmetic(*operator) => Some(Type::Bool),
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Length(_)
            | ExprKind::Unary(Unary::Neg, _)
            | ExprKind::Binary(..)
            | ExprKind::Call(..) => Some(value(self, expr).to_type()),
            ExprKind::Text(text) => Some(Type::Enum(vec![text.clone()])),
            ExprKind::Data(id) => Some(self.datum(*id).clone()),
            ExprKind::EventField(id) => Some(self.field(*id).clone()),
            ExprKind::EventName => Some(Type::Enum(self.events.clone())),
            ExprKind::EventType => Some(Type::Enum(EVENT_TYPES.map(str::to_owned).to_vec())),
            ExprKind::Index(array, _) => match self.known(array)? {
                Type::Array(element, _) => Some(*element),
                _ => None,
            },
            ExprKind::Array(items) => {
                let element = items.iter().filter_map(|item| self.known(item)).reduce(join);
                Some(Type::Array(Box::new(element.unwrap_or(Type::Bool)), items.len()))
            }
            ExprKind::Conditional(_, a, b) => self.known(a).into_iter().chain(self.known(b)).reduce(join),
            ExprKind::Fault => None,
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
        match self.known(array) {
            Some(Type::Array(_, length)) => length,
            _ => 0,
        }
    }
}

/// The type that has the values of both, which are of one kind.
fn join(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Bool, Type::Bool) => Type::Bool,
        (Type::Enum(a), Type::Enum(b)) => {
            Type::Enum(a.into_iter().chain(b).collect::<IndexSet<String>>().into_iter().collect())
        }
        (Type::Array(a, length), Type::Array(b, _)) => Type::Array(Box::new(join(*a, *b)), length),
        (a, b) => Number::of_type(&a).join(Number::of_type(&b)).to_type(),
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

/// Whether an item or field that is not declared may be without a value, or with one that the chart does not know.
fn starts_open(chart: &Chart, slot: Slot) -> bool {
    match slot {
        Slot::Data(id) => chart.datum(id).init.is_none() || chart.datum(id).input || chart.late_binding,
        Slot::Field(_) => true,
    }
}

fn is_arithmetic(operator: Binary) -> bool {
    matches!(operator, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem)
}
