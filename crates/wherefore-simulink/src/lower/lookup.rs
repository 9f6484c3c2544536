//! Tables: piecewise linear functions of one input.

use super::{Lowerer, Signal};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number, Value};
use num_rational::BigRational;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// How many points a table may have: each is a case distinction.
const MOST_POINTS: usize = 1000;

/// A table with exact points.
struct Table {
    points: Vec<(BigRational, BigRational)>,
    method: Method,
    clipped: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Method {
    Linear,
    /// The value at the point below.
    Flat,
    /// The value at the nearest point.
    Nearest,
}

impl Lowerer<'_, '_> {
    pub(super) fn lookup(&mut self, id: InstanceId) -> Checked<Signal> {
        let table = self.table(id)?;
        let input = self.input(id, 0)?;
        self.element_wise(id, &[input], |this, b| {
            let x = this.as_real(b[0]);
            this.interpolated(&table, x)
        })
    }

    fn table(&mut self, id: InstanceId) -> Checked<Table> {
        if !matches!(self.text(id, "NumberOfTableDimensions"), "" | "1") || self.instance(id).inputs.len() > 1 {
            return Err(self.unsupported(id, "tables with more than one dimension are not supported"));
        }
        let first = |this: &mut Self, names: [&str; 2]| match this.parameter(id, names[0])? {
            Some(value) => Ok(Some(value)),
            None => this.parameter(id, names[1]),
        };
        let xs = first(self, ["BreakpointsForDimension1", "InputValues"])?;
        let ys = first(self, ["Table", "OutputValues"])?;
        let (Some(xs), Some(ys)) = (xs.as_ref().and_then(exact), ys.as_ref().and_then(exact)) else {
            return Err(self.unsupported(id, "the table has no points"));
        };
        let ascending = xs.windows(2).all(|w| w[0] < w[1]);
        if xs.len() != ys.len() || xs.len() < 2 || xs.len() > MOST_POINTS || !ascending {
            return Err(self.unsupported(id, "its points do not form an ascending table of at most 1000 points"));
        }
        let method = match self.text(id, "InterpMethod") {
            "Flat" | "None - Flat" => Method::Flat,
            "Nearest" => Method::Nearest,
            "" | "Linear" | "Linear point-slope" | "Linear Lagrange" => Method::Linear,
            other => return Err(self.unsupported(id, &format!("the interpolation {other} is not supported"))),
        };
        let clipped = self.text(id, "ExtrapMethod").starts_with("Clip") || method != Method::Linear;
        Ok(Table { points: xs.into_iter().zip(ys).collect(), method, clipped })
    }

    /// The value of a table, from the last interval to the first.
    fn interpolated(&mut self, table: &Table, x: BlockId) -> BlockId {
        let last = table.points.len() - 1;
        let mut result = match table.clipped {
            true => self.exact(&table.points[last].1),
            false => self.piece(table, last - 1, x),
        };
        let ends = if table.clipped { last } else { last - 1 };
        for index in (0..ends).rev() {
            let end = self.exact(&table.points[index + 1].0);
            let before = self.compare("<", x, end);
            let piece = self.piece(table, index, x);
            result = self.choose(before, piece, result);
        }
        if !table.clipped {
            return result;
        }
        let (start, first) = (self.exact(&table.points[0].0), self.exact(&table.points[0].1));
        let below = self.compare("<", x, start);
        self.choose(below, first, result)
    }

    /// One interval.
    fn piece(&mut self, table: &Table, index: usize, x: BlockId) -> BlockId {
        let ((x0, y0), (x1, y1)) = (&table.points[index], &table.points[index + 1]);
        match table.method {
            Method::Flat => self.exact(y0),
            Method::Nearest => {
                let middle = self.exact(&((x0 + x1) / BigRational::from_integer(2.into())));
                let (low, high) = (self.exact(y0), self.exact(y1));
                let nearer = self.compare("<", x, middle);
                self.choose(nearer, low, high)
            }
            Method::Linear => {
                let slope = (y1 - y0) / (x1 - x0);
                let offset = self.exact(&(y0 - &slope * x0));
                let slope = self.exact(&slope);
                let product = self.calculate(Op::Mul, slope, x);
                self.calculate(Op::Add, product, offset)
            }
        }
    }

    fn exact(&mut self, number: &BigRational) -> BlockId {
        self.number(&Number::Finite(number.clone()), Class::Double)
    }
}

/// The numbers of a value, if all are finite.
fn exact(value: &Value) -> Option<Vec<BigRational>> {
    value.elements.iter().map(|n| n.finite().cloned()).collect()
}
