//! Elements in another arrangement: `Mux`, `Demux`, `Concatenate`, `Create 3x3 Matrix`, `Reshape`, `Selector`.

use super::call::{Call, Outputs, one};
use super::class::{Family, internal_rule};
use super::fault::{Fault, size, undefined, unsupported};
use super::signal::{ANY, Array, MAX_ELEMENTS, Shape, Signal};
use crate::matlab::{self, Class, Value};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// How many outputs a block may have.
const MAX_WIDTH: usize = 100_000;

/// The blocks of this family.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    Some(match kind {
        "Mux" => mux,
        "Demux" => demux,
        "Concatenate" => concatenate,
        "Create 3x3 Matrix" => three_by_three,
        "Reshape" => reshape,
        "Selector" => selector,
        _ => return None,
    })
}

fn class(arrays: &[impl AsRef<Array>]) -> Class {
    let classes: Vec<Class> = arrays.iter().map(|a| a.as_ref().class).collect();
    internal_rule(&classes, Family::Selecting)
}

/// All elements in one vector.
fn mux(call: &Call<'_, '_>) -> Outputs {
    let arrays = call.arrays()?;
    if let Some(unknown) = unknown(&arrays)? {
        return one(unknown);
    }
    let elements = arrays.iter().flat_map(|a| a.elements.clone()).collect();
    one(Array::vector(class(&arrays), elements))
}

/// A result of unknown size, if one of the parts that are to be joined has none yet.
fn unknown(arrays: &[impl AsRef<Array>]) -> Result<Option<Array>, Fault> {
    let total = arrays.iter().fold(0usize, |total, a| total.saturating_add(a.as_ref().elements.len()));
    if total > MAX_ELEMENTS {
        return Err(size("the parts have too many elements together"));
    }
    let part = arrays.iter().map(AsRef::as_ref).find(|a| a.shape == ANY);
    Ok(part.map(|part| Array { class: class(arrays), ..part.clone() }))
}

/// A vector in parts: equal ones, of which the first may be one longer, or of given lengths.
fn demux(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?;
    if matches!(input.shape, Shape::Matrix { rows, columns } if rows.min(columns) > 1) {
        return Err(size(format!("a vector is needed, this has the size {}", input.shape.text())));
    }
    let input = wide_enough(call, input.into_owned())?;
    let lengths = lengths(call, input.elements.len())?;
    let mut rest = input.elements.as_slice();
    let mut outputs = Vec::new();
    for length in lengths {
        let (part, after) =
            rest.split_at_checked(length).ok_or_else(|| size("the outputs are longer than the input"))?;
        rest = after;
        outputs.push(Signal::Array(Array::vector(input.class, part.to_vec())));
    }
    if !rest.is_empty() {
        return Err(size(format!("the input has {} elements more than the outputs", rest.len())));
    }
    Ok(outputs)
}

/// While shapes are learned, a scalar may stand for a vector whose length is not known yet.
fn wide_enough(call: &Call<'_, '_>, input: Array) -> Result<Array, Fault> {
    if input.shape != ANY {
        return Ok(input);
    }
    let outputs = call.value("Outputs", "2")?;
    let numbers = outputs.elements.iter().map(|e| e.to_integer().and_then(|n| usize::try_from(n).ok()).unwrap_or(1));
    let total = numbers.fold(0usize, usize::saturating_add);
    input.expanded(Shape::Vector(total.clamp(1, MAX_WIDTH)))
}

fn lengths(call: &Call<'_, '_>, total: usize) -> Result<Vec<usize>, Fault> {
    let value = call.value("Outputs", "2")?;
    let text = call.text_or("Outputs", "2");
    if value.is_scalar() && !text.starts_with('[') {
        let count = call.count("Outputs", "2")?;
        if count == 0 || count > total {
            return Err(size(format!("{total} elements for {count} outputs")));
        }
        return Ok((0..count).map(|i| total / count + usize::from(i < total % count)).collect());
    }
    // Outputs with a length of -1 share what the others leave.
    let given: Vec<Option<usize>> = value.elements.iter().map(|e| usize::try_from(e.to_integer()?).ok()).collect();
    let taken: usize = given.iter().flatten().fold(0, |a, b| a.saturating_add(*b));
    let open = given.iter().filter(|g| g.is_none()).count();
    let left = total.checked_sub(taken).ok_or_else(|| size("the outputs are longer than the input"))?;
    let mut place = 0;
    let mut length = |given: &Option<usize>| match given {
        Some(length) => *length,
        None => {
            place += 1;
            left / open + usize::from(place <= left % open)
        }
    };
    Ok(given.iter().map(&mut length).collect())
}

fn concatenate(call: &Call<'_, '_>) -> Outputs {
    let arrays = call.arrays()?;
    if let Some(unknown) = unknown(&arrays)? {
        return one(unknown);
    }
    if call.text_or("Mode", "Vector") == "Vector" {
        let elements: Vec<BigRational> = arrays.iter().flat_map(|a| a.elements.clone()).collect();
        let count = elements.len();
        let shape = if arrays.iter().any(|a| matches!(a.shape, Shape::Matrix { rows: 1, columns } if columns > 1)) {
            Shape::Matrix { rows: 1, columns: count }
        } else if arrays.iter().any(|a| matches!(a.shape, Shape::Matrix { rows, columns: 1 } if rows > 1)) {
            Shape::Matrix { rows: count, columns: 1 }
        } else {
            Shape::Vector(count)
        };
        return one(Array { class: class(&arrays), shape, elements });
    }
    match call.count("ConcatenateDimension", "1")? {
        1 => one(stacked(&arrays)?),
        2 => one(side_by_side(&arrays)?),
        _ => Err(unsupported("more than two dimensions")),
    }
}

/// Nine scalars, given row by row.
fn three_by_three(call: &Call<'_, '_>) -> Outputs {
    let arrays = call.arrays()?;
    let classes: Vec<Class> = arrays.iter().map(|a| a.class).collect();
    if arrays.len() != 9 || arrays.iter().any(|a| !a.is_scalar()) {
        return Err(size("nine scalars are needed"));
    }
    // Matrices are stored column by column.
    let columns = (0..3usize).map(|column| arrays.iter().skip(column).step_by(3));
    let elements = columns.flatten().flat_map(|a| a.elements.clone()).collect();
    one(Array {
        class: internal_rule(&classes, Family::Arithmetic),
        shape: Shape::Matrix { rows: 3, columns: 3 },
        elements,
    })
}

/// One below the other.
fn stacked(arrays: &[impl AsRef<Array>]) -> Result<Array, Fault> {
    let columns = arrays.first().map_or(0, |a| a.as_ref().shape.columns());
    if arrays.iter().any(|a| a.as_ref().shape.columns() != columns) {
        return Err(size("matrices of different widths"));
    }
    let rows = arrays.iter().map(|a| a.as_ref().shape.rows()).sum();
    let mut elements = Vec::new();
    for column in 0..columns {
        for array in arrays {
            for row in 0..array.as_ref().shape.rows() {
                elements.push(array.as_ref().cell(row, column)?.clone());
            }
        }
    }
    Ok(Array { class: class(arrays), shape: Shape::Matrix { rows, columns }, elements })
}

/// One beside the other.
fn side_by_side(arrays: &[impl AsRef<Array>]) -> Result<Array, Fault> {
    let rows = arrays.first().map_or(0, |a| a.as_ref().shape.rows());
    if arrays.iter().any(|a| a.as_ref().shape.rows() != rows) {
        return Err(size("matrices of different heights"));
    }
    let columns = arrays.iter().map(|a| a.as_ref().shape.columns()).sum();
    let elements = arrays.iter().flat_map(|a| a.as_ref().elements.clone()).collect();
    Ok(Array { class: class(arrays), shape: Shape::Matrix { rows, columns }, elements })
}

fn reshape(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?;
    let count = input.elements.len();
    let dimensionality = call.text_or("OutputDimensionality", "1-D array");
    if input.shape == ANY && dimensionality != "Customize" {
        return one(input.into_owned());
    }
    let shape = match dimensionality {
        "1-D array" => Shape::Vector(count),
        "Column vector (2-D)" | "Column vector" => Shape::Matrix { rows: count, columns: 1 },
        "Row vector (2-D)" | "Row vector" => Shape::Matrix { rows: 1, columns: count },
        "Customize" => custom(call)?,
        other => return Err(unsupported(format!("the dimensionality `{other}`"))),
    };
    if input.shape == ANY && shape.len() <= MAX_WIDTH {
        return one(input.expanded(shape)?);
    }
    one(input.reshaped(shape)?)
}

fn custom(call: &Call<'_, '_>) -> Result<Shape, Fault> {
    let value = call.value("OutputDimensions", "[1,1]")?;
    let sizes: Option<Vec<usize>> = value.elements.iter().map(|e| usize::try_from(e.to_integer()?).ok()).collect();
    match sizes.as_deref() {
        Some([n]) => Ok(Shape::Vector(*n)),
        Some([rows, columns]) => Ok(Shape::Matrix { rows: *rows, columns: *columns }),
        _ => Err(unsupported("these dimensions")),
    }
}

fn selector(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?;
    if input.shape == ANY && call.text_or("IndexOptions", "").contains("Select all") {
        return one(input.into_owned());
    }
    match call.count("NumberOfDimensions", "1")? {
        1 => {
            let places = places(call, 0, 1, input.elements.len())?;
            let element = |place: &usize| Ok(pick(input.as_ref(), *place)?.clone());
            let elements = places.iter().map(element).collect::<Result<Vec<_>, Fault>>()?;
            one(Array::vector(input.class, elements))
        }
        2 => {
            let rows = places(call, 0, 2, input.shape.rows())?;
            let columns = places(call, 1, 2, input.shape.columns())?;
            if rows.len().saturating_mul(columns.len()) > MAX_ELEMENTS {
                return Err(size("too many elements are selected"));
            }
            let mut elements = Vec::new();
            for column in &columns {
                for row in &rows {
                    let element = if input.shape == ANY { input.at(0) } else { input.cell(*row, *column) };
                    elements.push(element?.clone());
                }
            }
            let shape = Shape::Matrix { rows: rows.len(), columns: columns.len() };
            one(Array { class: input.class, shape, elements })
        }
        _ => Err(unsupported("more than two dimensions")),
    }
}

fn pick(input: &Array, place: usize) -> Result<&BigRational, Fault> {
    let place = if input.shape == ANY { 0 } else { place };
    input.elements.get(place).ok_or_else(|| size(format!("there is no element {}", place.saturating_add(1))))
}

/// The places along one dimension, from 0.
fn places(call: &Call<'_, '_>, dimension: usize, dimensions: usize, length: usize) -> Result<Vec<usize>, Fault> {
    let options = list(call.text_or("IndexOptions", "Index vector (dialog)"), dimensions);
    let option = options.get(dimension).map_or("Index vector (dialog)", String::as_str);
    if option == "Select all" {
        return Ok((0..length).collect());
    }
    let first = if call.text_or("IndexMode", "One-based") == "Zero-based" { 0 } else { 1 };
    let indices = entry(call, "Indices", "1", dimension, dimensions)?;
    let indices = indices.elements.iter().map(|e| place(e.to_integer(), first)).collect::<Result<Vec<_>, Fault>>()?;
    match option {
        "Index vector (dialog)" => Ok(indices),
        "Starting index (dialog)" => {
            let sizes = entry(call, "OutputSizes", "1", dimension, dimensions)?;
            let count = sizes.as_scalar().and_then(|n| usize::try_from(n.to_integer()?).ok());
            let count = count
                .filter(|c| *c <= length || call.learning)
                .ok_or_else(|| size("an output size that does not fit"))?;
            let start = indices.first().copied().unwrap_or(0);
            Ok((start..start.saturating_add(count)).collect())
        }
        other => Err(unsupported(format!("the index option `{other}`"))),
    }
}

fn place(index: Option<i64>, first: i64) -> Result<usize, Fault> {
    let place = index.and_then(|i| i.checked_sub(first)).and_then(|i| i.to_usize());
    place.ok_or_else(|| undefined("an index that is no place"))
}

/// The value for one dimension of a parameter that lists one for each.
fn entry(call: &Call<'_, '_>, name: &str, default: &str, dimension: usize, dimensions: usize) -> Result<Value, Fault> {
    let wrong = |message| Fault::Parameter { name: name.to_owned(), message };
    let entries = list(call.text(name).unwrap_or(default), dimensions);
    let text = entries.get(dimension).ok_or_else(|| wrong("there are not enough entries".to_owned()))?;
    let expr = matlab::parse(text).map_err(|m| wrong(m.message))?;
    matlab::evaluate(&expr, &|name| call.node.scope.find(name)).map_err(|m| wrong(m.message))
}

/// A text with one entry for each dimension, separated by commas outside of brackets.
fn list(text: &str, dimensions: usize) -> Vec<String> {
    if dimensions == 1 {
        return vec![text.to_owned()];
    }
    super::conditional::split(text)
}
