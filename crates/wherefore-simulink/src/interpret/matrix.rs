//! Products of matrices.

use super::call::{Call, Outputs, one};
use super::class::Family;
use super::fault::{Fault, size, undefined, unsupported};
use super::signal::{ANY, Array, Shape, truth};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// How many products of elements one product of matrices may take.
const MAX_WORK: usize = 1_000_000;
/// How large a matrix may be that is inverted.
const MAX_ORDER: usize = 100;

/// A block that multiplies matrices in the order of its inputs.
pub(super) fn product(call: &Call<'_, '_>, operators: &[char]) -> Outputs {
    let arrays = (0..operators.len()).map(|i| call.input(i)).collect::<Result<Vec<_>, Fault>>()?;
    let classes: Vec<_> = arrays.iter().map(|a| a.class).collect();
    let class = call.class(Family::Arithmetic, &classes)?;
    let mut result: Option<Array> = None;
    for (operator, array) in operators.iter().zip(&arrays) {
        let factor = match operator {
            '/' => inverse(call, array)?,
            _ => array.as_ref().clone(),
        };
        result = Some(match result {
            None => factor,
            Some(before) => {
                let (shape, elements) = multiply(&before, &factor)?;
                Array { class: before.class, shape, elements }
            }
        });
    }
    let result = result.ok_or_else(|| size("no input"))?;
    one(call.finish(class, result.shape, result.elements)?)
}

/// The inverse of a matrix, by elimination.
fn inverse(call: &Call<'_, '_>, array: &Array) -> Result<Array, Fault> {
    let order = array.shape.rows();
    if array.is_scalar() {
        let quotient = call.lenient(super::arithmetic::divide(&BigRational::one(), array.only()?))?;
        return Ok(Array { elements: vec![quotient], ..array.clone() });
    }
    if order != array.shape.columns() || order > MAX_ORDER {
        return Err(unsupported(format!("the inverse of a matrix of the size {}", array.shape.text())));
    }
    let mut rows = Vec::with_capacity(order);
    for row in 0..order {
        let left = (0..order).map(|column| array.cell(row, column).cloned()).collect::<Result<Vec<_>, Fault>>()?;
        rows.push((left, (0..order).map(|column| truth(row == column)).collect::<Vec<_>>()));
    }
    match eliminate(rows) {
        Some(columns) => Ok(Array { elements: columns, ..array.clone() }),
        None if call.learning => Ok(array.clone()),
        None => Err(undefined("the inverse of a singular matrix")),
    }
}

/// Turns the left half of each row into the unit matrix; the right halves are then the inverse, given column by column.
fn eliminate(mut rows: Vec<(Vec<BigRational>, Vec<BigRational>)>) -> Option<Vec<BigRational>> {
    let order = rows.len();
    for step in 0..order {
        let pivot =
            (step..order).find(|row| rows.get(*row).and_then(|r| r.0.get(step)).is_some_and(|e| !e.is_zero()))?;
        rows.swap(step, pivot);
        let factor = rows.get(step)?.0.get(step)?.recip();
        let (left, right) = rows.get_mut(step)?;
        left.iter_mut().chain(right.iter_mut()).for_each(|e| *e *= &factor);
        let (left, right) = rows.get(step)?.clone();
        for row in rows.iter_mut().enumerate().filter(|(index, _)| *index != step).map(|(_, row)| row) {
            let factor = row.0.get(step)?.clone();
            row.0.iter_mut().zip(&left).for_each(|(e, p)| *e -= &factor * p);
            row.1.iter_mut().zip(&right).for_each(|(e, p)| *e -= &factor * p);
        }
    }
    (0..order).flat_map(|column| rows.iter().map(move |row| row.1.get(column).cloned())).collect()
}

/// The product of two matrices. A vector of one dimension is a column or a row, whichever fits.
pub(super) fn multiply(a: &Array, b: &Array) -> Result<(Shape, Vec<BigRational>), Fault> {
    if a.shape == ANY || b.shape == ANY {
        return Ok((ANY, vec![BigRational::zero()]));
    }
    if a.is_scalar() || b.is_scalar() {
        let (factor, other) = if a.is_scalar() { (a.only()?, b) } else { (b.only()?, a) };
        return Ok((other.shape, other.elements.iter().map(|e| e * factor).collect()));
    }
    let wrong = || size(format!("a product of {} and {}", a.shape.text(), b.shape.text()));
    let (left, right) = oriented(a, b).ok_or_else(wrong)?;
    let (rows, inner, columns) = (left.shape.rows(), left.shape.columns(), right.shape.columns());
    if rows.saturating_mul(inner).saturating_mul(columns) > MAX_WORK {
        return Err(size("the matrices are too large"));
    }
    let mut elements = Vec::with_capacity(rows.saturating_mul(columns));
    for column in 0..columns {
        for row in 0..rows {
            let mut total = BigRational::zero();
            for k in 0..inner {
                total += left.cell(row, k)? * right.cell(k, column)?;
            }
            elements.push(total);
        }
    }
    let has_vector = matches!(a.shape, Shape::Vector(_)) || matches!(b.shape, Shape::Vector(_));
    let shape = match (has_vector, rows.min(columns)) {
        (true, 1) => Shape::Vector(elements.len()),
        _ => Shape::Matrix { rows, columns },
    };
    Ok((shape, elements))
}

/// Both as matrices whose inner dimensions agree.
fn oriented(a: &Array, b: &Array) -> Option<(Array, Array)> {
    let matrix = |array: &Array, rows, columns| array.reshaped(Shape::Matrix { rows, columns }).ok();
    let (left, right) = match (a.shape, b.shape) {
        (Shape::Vector(n), Shape::Matrix { rows, .. }) if rows == n => (matrix(a, 1, n)?, b.clone()),
        (Shape::Vector(n), Shape::Matrix { .. }) => (matrix(a, n, 1)?, b.clone()),
        (Shape::Matrix { columns, .. }, Shape::Vector(n)) if columns == n => (a.clone(), matrix(b, n, 1)?),
        (Shape::Matrix { .. }, Shape::Vector(n)) => (a.clone(), matrix(b, 1, n)?),
        (Shape::Matrix { .. }, Shape::Matrix { .. }) => (a.clone(), b.clone()),
        (Shape::Vector(_), Shape::Vector(_)) => return None,
    };
    (left.shape.columns() == right.shape.rows()).then_some((left, right))
}
