//! Tables with one or two dimensions.

use super::arithmetic::{first, second};
use super::call::{Call, Outputs};
use super::fault::{Fault, size, unsupported};
use super::signal::{Array, Shape};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The blocks of this family.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    Some(match kind {
        "Lookup_n-D" => table,
        "Lookup" => old_table,
        "Lookup2D" => old_table_2d,
        _ => return None,
    })
}

/// What stands between the points of a table, and beyond them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Linear { clips: bool },
    Below,
    Above,
    Nearest,
}

fn table(call: &Call<'_, '_>) -> Outputs {
    let clips = call.text_or("ExtrapMethod", "Linear") == "Clip";
    let method = match call.text_or("InterpMethod", "Linear") {
        "Linear" | "Linear point-slope" | "Linear Lagrange" => Method::Linear { clips },
        "Flat" | "None - Flat" => Method::Below,
        "Nearest" => Method::Nearest,
        other => return Err(unsupported(format!("interpolation by `{other}`"))),
    };
    if call.text_or("DataSpecification", "Table and breakpoints") != "Table and breakpoints" {
        return Err(unsupported("a table in an object"));
    }
    match call.count("NumberOfTableDimensions", "2")? {
        1 => {
            let points = breakpoints(call, 1, call.parameter("Table", "tanh([-5:5])")?.elements.len())?;
            one_dimension(call, &points, "Table", method)
        }
        2 => {
            let table = call.parameter("Table", "[4 5 6; 16 19 20; 10 18 23]")?;
            let rows = breakpoints(call, 1, table.shape.rows())?;
            let columns = breakpoints(call, 2, table.shape.columns())?;
            two_dimensions(call, &rows, &columns, "Table", method)
        }
        n => Err(unsupported(format!("a table with {n} dimensions"))),
    }
}

fn breakpoints(call: &Call<'_, '_>, dimension: usize, count: usize) -> Result<Vec<BigRational>, Fault> {
    let name = format!("BreakpointsForDimension{dimension}");
    if call.text_or("BreakpointsSpecification", "Explicit values") == "Even spacing" {
        let start = call.number(&format!("{name}FirstPoint"), "1")?;
        let step = call.number(&format!("{name}Spacing"), "1")?;
        return Ok((0..count).map(|i| &start + &step * BigRational::from_integer(BigInt::from(i))).collect());
    }
    Ok(call.parameter(&name, "[1:3]")?.elements)
}

fn old_method(call: &Call<'_, '_>) -> Result<Method, Fault> {
    Ok(match call.text_or("LookUpMeth", "Interpolation-Extrapolation") {
        "Interpolation-Extrapolation" => Method::Linear { clips: false },
        "Interpolation-Use End Values" => Method::Linear { clips: true },
        "Use Input Nearest" => Method::Nearest,
        "Use Input Below" => Method::Below,
        "Use Input Above" => Method::Above,
        other => return Err(unsupported(format!("interpolation by `{other}`"))),
    })
}

/// The parameter that holds the values of a table in old files.
fn old_values(call: &Call<'_, '_>) -> &'static str {
    if call.text("OutputValues").is_some() { "OutputValues" } else { "Table" }
}

fn old_table(call: &Call<'_, '_>) -> Outputs {
    let points = call.parameter("InputValues", "[-5:5]")?.elements;
    one_dimension(call, &points, old_values(call), old_method(call)?)
}

fn old_table_2d(call: &Call<'_, '_>) -> Outputs {
    let rows = call.parameter("RowIndex", "[1:3]")?.elements;
    let columns = call.parameter("ColumnIndex", "[1:3]")?.elements;
    two_dimensions(call, &rows, &columns, old_values(call), old_method(call)?)
}

/// A place in a list of points: the interval, and how far in it.
struct Place {
    index: usize,
    fraction: BigRational,
}

fn locate(points: &[BigRational], value: &BigRational, method: Method) -> Result<Place, Fault> {
    if points.windows(2).any(|pair| matches!(pair, [a, b] if a >= b)) {
        return Err(size("the breakpoints do not increase"));
    }
    let last = points.len().checked_sub(1).ok_or_else(|| size("a table without breakpoints"))?;
    // The last interval also serves what lies beyond it.
    let index = points.partition_point(|p| p <= value).saturating_sub(1).min(last.saturating_sub(1));
    let fraction = match (points.get(index), points.get(index.saturating_add(1))) {
        (Some(a), Some(b)) => (value - a) / (b - a),
        _ => BigRational::zero(),
    };
    Ok(Place { index, fraction: weight(fraction, method) })
}

/// The weight of the upper end of an interval.
fn weight(fraction: BigRational, method: Method) -> BigRational {
    let (zero, one) = (BigRational::zero(), BigRational::one());
    let half = BigRational::new(BigInt::one(), BigInt::from(2));
    let step = |up: bool| if up { BigRational::one() } else { BigRational::zero() };
    match method {
        Method::Linear { clips: false } => fraction,
        Method::Linear { clips: true } => fraction.clamp(zero, one),
        Method::Below => step(fraction >= one),
        Method::Above => step(fraction > zero),
        Method::Nearest => step(fraction >= half),
    }
}

fn one_dimension(call: &Call<'_, '_>, points: &[BigRational], values: &str, method: Method) -> Outputs {
    let values = call.parameter(values, "[1:3]")?.elements;
    if values.len() != points.len() || values.is_empty() {
        return Err(size(format!("{} breakpoints for {} values", points.len(), values.len())));
    }
    call.keep(&[call.input(0)?], |x| {
        let place = locate(points, first(x)?, method)?;
        between(&place, |i| values.get(i).cloned())
    })
}

/// The value at a place, from the values at both ends of the interval.
fn between(place: &Place, value: impl Fn(usize) -> Option<BigRational>) -> Result<BigRational, Fault> {
    let lower = value(place.index).ok_or_else(|| size("a table that is too short"))?;
    if place.fraction.is_zero() {
        return Ok(lower);
    }
    let upper = value(place.index.saturating_add(1)).ok_or_else(|| size("a table that is too short"))?;
    Ok(&lower + &place.fraction * (upper - &lower))
}

fn two_dimensions(
    call: &Call<'_, '_>,
    rows: &[BigRational],
    columns: &[BigRational],
    values: &str,
    method: Method,
) -> Outputs {
    let values = call.parameter(values, "0")?;
    let values: Array = values.reshaped(Shape::Matrix { rows: rows.len(), columns: columns.len() })?;
    call.keep(&[call.input(0)?, call.input(1)?], |x| {
        let row = locate(rows, first(x)?, method)?;
        let column = locate(columns, second(x)?, method)?;
        between(&column, |c| between(&row, |r| values.cell(r, c).ok().cloned()).ok())
    })
}
