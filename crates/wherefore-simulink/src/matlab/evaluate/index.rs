//! Indices into values: `x(2)`, `x(1, :)`, `x([1 end])`, and truth values that select.

use super::work::{Reason, Work};
use super::{Indexed, operators};
use crate::matlab::{Class, Value};

/// What stands in one position between the brackets.
pub(super) enum Index {
    /// `:`
    All,
    /// Places counted from 0, and the size that they were given in.
    Places { places: Vec<usize>, rows: usize, columns: usize },
}

impl Index {
    /// The places that a value names.
    pub(super) fn of(value: &Value) -> Reason<Index> {
        if value.class == Class::Boolean {
            let chosen = operators::truths(value)?.into_iter().enumerate().filter(|(_, truth)| *truth);
            let places: Vec<usize> = chosen.map(|(place, _)| place).collect();
            let count = places.len();
            let (rows, columns) = if value.rows == 1 { (1, count) } else { (count, 1) };
            return Ok(Index::Places { places, rows, columns });
        }
        let place = |number: &crate::matlab::Number| {
            let place = number.to_integer().and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1));
            place.ok_or_else(|| format!("{number} is no index, which are 1, 2, ..."))
        };
        let places = value.elements.iter().map(place).collect::<Reason<Vec<_>>>()?;
        Ok(Index::Places { places, rows: value.rows, columns: value.columns })
    }

    fn places(&self, length: usize) -> Vec<usize> {
        match self {
            Index::All => (0..length).collect(),
            Index::Places { places, .. } => places.clone(),
        }
    }
}

/// The last index that fits.
pub(super) fn last(end: &Indexed<'_>) -> usize {
    match (end.positions, end.position) {
        (0 | 1, _) => end.value.elements.len(),
        (_, 0) => end.value.rows,
        (_, 1) => end.value.columns,
        _ => 1,
    }
}

/// The elements that the indices select.
pub(super) fn select(value: &Value, indices: &[Index], work: &Work) -> Reason<Value> {
    match indices {
        [] => Ok(value.clone()),
        [index] => by_place(value, index, work),
        [rows, columns] => by_row_and_column(value, rows, columns, work),
        _ => Err("values have two dimensions at most".to_string()),
    }
}

fn by_place(value: &Value, index: &Index, work: &Work) -> Reason<Value> {
    let length = value.elements.len();
    let places = index.places(length);
    work.copies(places.len(), value)?;
    let (rows, columns) = match index {
        Index::All => (length, 1),
        // Vectors keep their direction; the indices have theirs only if one of the two is no vector.
        Index::Places { rows, columns, .. } => {
            let vectors = value.is_vector() && !value.is_scalar() && (*rows == 1 || *columns == 1);
            match (vectors, value.rows == 1) {
                (true, true) => (1, places.len()),
                (true, false) => (places.len(), 1),
                _ => (*rows, *columns),
            }
        }
    };
    let beyond = |place: usize| format!("the index {} is beyond the {length} elements", place + 1);
    let element = |place: usize| value.elements.get(place).cloned().ok_or_else(|| beyond(place));
    let elements = places.into_iter().map(element).collect::<Reason<Vec<_>>>()?;
    Ok(Value { class: value.class, rows, columns, elements })
}

fn by_row_and_column(value: &Value, rows: &Index, columns: &Index, work: &Work) -> Reason<Value> {
    let rows = rows.places(value.rows);
    let columns = columns.places(value.columns);
    let count = rows.len().saturating_mul(columns.len());
    work.copies(count, value)?;
    let mut elements = Vec::with_capacity(count);
    for &column in &columns {
        for &row in &rows {
            let beyond = || format!("the index ({}, {}) is beyond the size {}", row + 1, column + 1, value.size());
            elements.push(value.get(row, column).ok_or_else(beyond)?.clone());
        }
    }
    Ok(Value { class: value.class, rows: rows.len(), columns: columns.len(), elements })
}
