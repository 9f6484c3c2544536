//! Values that a quantifier ranges over.
//!
//! A graph does not say which values a sort has; its labels show some. They are, by the sort of the variable:
//!
//! - `Bool`: both.
//! - `Nat`, `Pos`, `Int`: every number in a label or in the formula, and the neighbours of each. A number between or beyond
//!   them is in no label; the neighbours stand for it in comparisons, but not in all of arithmetic (`n * n == 49`). Where others may
//!   matter, the decision names the sort.
//! - Sorts that the document defines as constants, `struct a | b`: those.
//! - Any other sort: the values that labels have at the places where a variable of that sort is an argument of an action.
//!
//! Without such a place there are no values, and the quantifier is refused.

use crate::data::Value;
use crate::labels::{Label, each_value};
use crate::normal::{Normal, Place};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Values of one sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The sort, as it is written.
    pub sort: String,
    /// Its values, in order.
    pub values: Vec<Value>,
    /// Whether the sort may have others: nothing but labels shows these. Of numbers [`Decision::unsure`](crate::Decision) says more.
    pub may_have_others: bool,
}

/// The values of each sort that is quantified over; the place of a quantifier over one that has none.
pub(crate) fn domains(normal: &Normal, labels: &[Label]) -> Result<Vec<Domain>, usize> {
    let domain = |(number, sort): (usize, &String)| match values(normal, sort, labels) {
        (values, _) if values.is_empty() => Err(number),
        (values, may_have_others) => {
            Ok(Domain { sort: sort.clone(), values: values.into_iter().collect(), may_have_others })
        }
    };
    normal.sorts.iter().enumerate().map(domain).collect()
}

/// The least number of a sort of numbers.
fn least_number(meant: &str) -> Option<i64> {
    match meant {
        "Nat" | "nat" | "natural" => Some(0),
        "Pos" => Some(1),
        "Int" | "int" | "integer" => Some(i64::MIN),
        _ => None,
    }
}

/// Whether a sort that is quantified over, by its number, is one of numbers.
pub(crate) fn is_numeric(normal: &Normal, sort: usize) -> bool {
    normal.sorts.get_index(sort).is_some_and(|name| least_number(normal.meant(name)).is_some())
}

/// Whether a sort that is quantified over, by its number, has values that are made of others: labels need not show all of them.
pub(crate) fn is_structured(normal: &Normal, sort: usize) -> bool {
    let meant = normal.sorts.get_index(sort).map_or("", |name| normal.meant(name));
    meant.contains('(') || normal.is_constructed(meant)
}

/// The values of a sort, and whether labels alone show them.
fn values(normal: &Normal, sort: &str, labels: &[Label]) -> (BTreeSet<Value>, bool) {
    let meant = normal.meant(sort);
    if matches!(meant, "Bool" | "bool" | "boolean") {
        return ([false, true].map(Value::Bool).into(), false);
    }
    if let Some(least) = least_number(meant) {
        return (numbers(normal, labels, least), false);
    }
    if let Some(constants) = normal.constants(meant) {
        return (constants.iter().map(|name| Value::Term(name.clone(), Arc::from([]))).collect(), false);
    }
    let mut found = BTreeSet::new();
    for (of, place) in &normal.places {
        if normal.meant(of) == meant {
            labels.iter().for_each(|label| at(label, place, &mut found));
        }
    }
    (found, true)
}

/// The values of a label at a place.
fn at(label: &Label, place: &Place, found: &mut BTreeSet<Value>) {
    for (name, values) in &label.parts {
        if **name == *place.action && (values.len() == place.arity || place.open && values.len() >= place.arity) {
            let first = values.get(place.argument);
            let inner = place.inside.iter().try_fold(first, |value, (name, arity, argument)| match value {
                Some(Value::Term(made, list)) if **made == **name && list.len() == *arity => Some(list.get(*argument)),
                _ => None,
            });
            found.extend(inner.flatten().cloned());
        }
    }
}

fn numbers(normal: &Normal, labels: &[Label], least: i64) -> BTreeSet<Value> {
    let mut found: BTreeSet<i64> = normal.numbers.clone();
    found.extend([least.max(0)]);
    for label in labels {
        each_value(label, &mut |value| {
            if let Value::Number(number) = value {
                found.insert(*number);
            }
        });
    }
    let near = found.iter().flat_map(|n| [n.saturating_sub(1), *n, n.saturating_add(1)]);
    near.filter(|n| *n >= least).map(Value::Number).collect()
}
