//! From kinds to types, all but the ranges of integers.
//!
//! A number that is not declared is taken as an integer for now; `ranges` says which. A slot that was never used in a
//! way that shows its kind is a Boolean if the environment chooses it, and otherwise zero for ever. Arrays have scalars
//! in them, and are values of data items, not of fields; other arrays are refused.

use super::super::chart::{Chart, Type};
use super::super::codes;
use super::Types;
use super::check::Check;
use super::kinds::{Kind, Node};
use super::texts::enumerations;
use super::uses::{self, Slot};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{Diagnostic, Span};

/// The most values in one data item.
const LARGEST: usize = 65_536;
/// The most texts in the types of all items together.
const MOST_TEXTS: usize = 1 << 20;

/// Problem with the size of a type.
enum Oversize {
    UnknownLength,
    TooMany,
    Nested,
    InField,
    TooManyTexts,
}

const NESTED: &str = "give each row, or each column, an item of its own";

/// The types of all slots; none if there were errors.
pub(super) fn shapes(check: &mut Check<'_>) -> Option<Types> {
    let texts = enumerations(check);
    literals(check);
    let read = uses::read(check.chart);
    let mut list = Vec::new();
    let mut written = 0;
    for slot in Slot::all(check.chart) {
        match shape(check, &texts, slot) {
            Ok(Type::Array(..)) if matches!(slot, Slot::Field(id) if read.contains(&id)) => {
                report(check, slot, &Oversize::InField);
            }
            Ok(ty) => {
                written += texts_in(&ty);
                list.push(ty);
            }
            Err(wrong) => report(check, slot, &wrong),
        }
        if written > MOST_TEXTS {
            report(check, slot, &Oversize::TooManyTexts);
            break;
        }
    }
    if check.reporter.failed() {
        return None;
    }
    let events = check.chart.events.clone();
    let fields = list.split_off(check.chart.data.len());
    Some(Types { data: list, fields, events })
}

fn shape(check: &Check<'_>, texts: &BTreeMap<Node, Vec<String>>, slot: Slot) -> Result<Type, Oversize> {
    let mut lengths = Vec::new();
    let mut node = check.kinds.find(check.slots[slot.index(check.chart)]);
    while let Kind::Array(element, length) = check.kinds.kind(node) {
        lengths.push(length.ok_or(Oversize::UnknownLength)?);
        node = check.kinds.find(element);
        if lengths.len() > 1 {
            return Err(Oversize::Nested);
        }
    }
    let count = lengths.iter().try_fold(1_usize, |product, length| product.checked_mul(*length));
    if count.is_none_or(|count| count > LARGEST) {
        return Err(Oversize::TooMany);
    }
    let leaf = match check.kinds.kind(node) {
        Kind::Bool => Type::Bool,
        Kind::Text => Type::Enum(texts.get(&node).cloned().unwrap_or_default()),
        Kind::Unknown if check.chosen[slot.index(check.chart)] => Type::Bool,
        Kind::Unknown => Type::Range { lo: 0, hi: 0 },
        Kind::Number | Kind::Array(..) => declared_leaf(check.chart, slot).cloned().unwrap_or(Type::Int),
    };
    Ok(lengths.into_iter().rev().fold(leaf, |ty, length| Type::Array(Box::new(ty), length)))
}

fn declared_leaf(chart: &Chart, slot: Slot) -> Option<&Type> {
    let mut ty = slot.declared(chart)?;
    while let Type::Array(element, _) = ty {
        ty = element;
    }
    Some(ty)
}

/// Reports array literals with arrays in them, unless they are the value of a slot, which is reported; and elements of
/// arrays without any.
fn literals(check: &mut Check<'_>) {
    let slots: BTreeSet<Node> = check.slots.iter().map(|node| check.kinds.find(*node)).collect();
    let nested = |node: Node| match check.kinds.kind(node) {
        Kind::Array(element, _) => matches!(check.kinds.kind(element), Kind::Array(..)),
        _ => false,
    };
    let outermost = |node: Node| !slots.contains(&check.kinds.find(node));
    let arrays = check.arrays.iter().filter(|(node, _)| nested(*node) && outermost(*node));
    let deep: Vec<Span> = arrays.map(|(_, span)| *span).collect();
    let is_empty = |node: Node| matches!(check.kinds.kind(node), Kind::Array(_, Some(0)));
    let bare: Vec<Span> = check.indexed.iter().filter(|(node, _)| is_empty(*node)).map(|(_, span)| *span).collect();
    for span in deep {
        let diagnostic = Diagnostic::at(codes::TYPE_SIZE, span, "an array of arrays", "arrays are inside");
        check.reporter.push(diagnostic.help(NESTED));
    }
    for span in bare {
        let headline = "a place in an array that has no elements";
        let diagnostic = Diagnostic::at(codes::TYPE_SIZE, span, headline, "there is no such place");
        check.reporter.push(diagnostic.help("arrays do not grow: start it with as many elements as it will ever have"));
    }
}

fn texts_in(ty: &Type) -> usize {
    match ty {
        Type::Enum(values) => values.len(),
        Type::Array(element, _) => texts_in(element),
        _ => 0,
    }
}

fn report(check: &mut Check<'_>, slot: Slot, wrong: &Oversize) {
    let name = slot.name(check.chart);
    let (headline, label, help) = match wrong {
        Oversize::UnknownLength => (
            format!("`{name}` is an array whose length is not known"),
            "used as an array, and never given one",
            "declare it, for instance with type=\"int32[5]\", or start it with an array",
        ),
        Oversize::TooMany => (
            format!("`{name}` has too many values"),
            "beyond the limit",
            "at most 65536 elements are allowed in an array",
        ),
        Oversize::TooManyTexts => (
            "the enumerations of all data items together are too large".to_owned(),
            "beyond the limit here",
            "items that are assigned to or compared with one another share all their texts: keep them apart",
        ),
        Oversize::Nested => (format!("`{name}` is an array of arrays"), "its elements are arrays", NESTED),
        Oversize::InField => (
            format!("`{name}` is an array, and an event cannot carry one"),
            "the field has an array in it",
            "let the event carry each element that matters in a field of its own",
        ),
    };
    let diagnostic = Diagnostic::at(codes::TYPE_SIZE, slot.span(check.chart), headline, label);
    check.reporter.push(diagnostic.help(help));
}
