//! Inverse matrices, by cofactors: exact, and of small matrices only, because the number of products grows fast; and a warning
//! about divisors.

use super::{Lowerer, Signal};
use crate::codes;
use crate::flat::InstanceId;
use crate::matlab::{Class, Number};
use crate::signal::Type;
use num_traits::Zero;
use wherefore_diag::Diagnostic;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Value};
use wherefore_syntax::Checked;

/// The most rows of a matrix that is inverted.
const MOST_ROWS: usize = 5;

impl Lowerer<'_, '_> {
    /// The inverse of a square matrix; of a scalar its reciprocal. Where there is none its elements are those of a division by zero.
    pub(super) fn inverse(&mut self, id: InstanceId, matrix: &Signal) -> Checked<Signal> {
        let (class, shape) = matrix.array();
        let (rows, columns) = shape.rows_columns();
        if rows != columns {
            return Err(self.unfit(id, &format!("a matrix of the size {shape} has no inverse")));
        }
        if rows > MOST_ROWS {
            let what = format!("the inverse of a matrix with more than {MOST_ROWS} rows is not supported");
            return Err(self.unsupported(id, &what));
        }
        let all: Vec<usize> = (0..rows).collect();
        let whole = self.determinant(matrix, rows, &all, &all);
        let mut elements = Vec::with_capacity(rows * rows);
        for column in 0..rows {
            for row in 0..rows {
                // The element at a place belongs to the minor at the mirrored one.
                let without = |index: usize| all.iter().copied().filter(|i| *i != index).collect::<Vec<_>>();
                let minor = self.determinant(matrix, rows, &without(column), &without(row));
                let minor = if (row + column) % 2 == 0 { minor } else { self.op(Op::Neg, &[minor]) };
                elements.push(self.divide(minor, whole));
            }
        }
        let class = if class == Class::Single { class } else { Class::Double };
        Ok(Signal { ty: Type::Array(class, shape), elements })
    }

    /// The determinant of some rows and columns of a matrix, by its first row.
    fn determinant(&mut self, matrix: &Signal, order: usize, rows: &[usize], columns: &[usize]) -> BlockId {
        let Some((first, rest)) = rows.split_first() else { return self.number(&Number::one(), Class::Double) };
        let mut total: Option<BlockId> = None;
        for (place, column) in columns.iter().enumerate() {
            let others: Vec<usize> = columns.iter().copied().filter(|c| c != column).collect();
            let minor = self.determinant(matrix, order, rest, &others);
            let element = self.as_real(matrix.elements[column * order + first]);
            let product = self.calculate(Op::Mul, element, minor);
            total = Some(match total {
                Some(sum) => self.calculate(if place % 2 == 0 { Op::Add } else { Op::Sub }, sum, product),
                None => product,
            });
        }
        total.unwrap_or_else(|| self.number(&Number::zero(), Class::Double))
    }

    /// Says once for each block that it divides by something that is not known to be another number than zero.
    pub(super) fn warn_of_zero(&mut self, divisor: BlockId) {
        let terms = &self.builder.system.terms;
        let is_zero = match terms.constant(self.builder.value(divisor)) {
            Some(Value::Real(number)) => Some(number.is_zero()),
            Some(Value::Int(number)) => Some(number.is_zero()),
            _ => None,
        };
        let Some(id) = self.current.filter(|id| is_zero != Some(false) && self.warned.insert(*id)) else { return };
        let instance = self.flat.get(id);
        let verb = if is_zero.is_some() { "is" } else { "may be" };
        let headline = format!("`{}`: what it divides by {verb} zero", instance.path);
        self.report.push(Diagnostic::at(codes::DIVISION, instance.block.span, headline, "divides"));
    }
}
