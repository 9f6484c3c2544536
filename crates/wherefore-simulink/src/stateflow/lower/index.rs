//! Elements of data: indices, matrices, ranges.

use super::Run;
use super::action::Context;
use super::layout::Place;
use super::resolve::Meaning;
use super::store::{Branch, Val};
use crate::matlab::{Class, Number};
use crate::stateflow::action::{Expr, ExprKind};
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ObligationKind, Op, Value};
use wherefore_syntax::Checked;

impl Run<'_, '_, '_> {
    pub(super) fn is_indexed(&self, branch: &Branch, name: &str, scope: Option<usize>) -> bool {
        matches!(self.meaning_of(branch, name, scope), Meaning::Datum(_) | Meaning::Variable)
    }

    pub(super) fn element(
        &mut self,
        branch: Branch,
        name: &str,
        indices: &[Expr],
        (zero_based, span, context): (bool, Span, Context),
    ) -> Checked<(Val, Branch)> {
        let (whole, mut branch) = self.named(branch, name, span, context)?;
        let mut list = Vec::new();
        for index in indices {
            if let ([_], ExprKind::Colon) = (indices, &index.kind) {
                let rows = whole.elements.len();
                return Ok((Val { rows, columns: 1, ..whole }, branch));
            }
            let value = match &index.kind {
                ExprKind::End => {
                    let last = self.low.number(&Number::integer(whole.elements.len() as i64), Class::Double);
                    Val::scalar(Class::Double, last)
                }
                _ => {
                    let (value, after) = self.value(branch, index, context)?;
                    branch = after;
                    value
                }
            };
            list.push(value);
        }
        let place = super::layout::Place { first: 0, class: whole.class, rows: whole.rows, columns: whole.columns };
        let chosen = self.chosen(place, &list, zero_based, (branch.when, span))?;
        let mut result: Option<BlockId> = None;
        for (position, condition) in chosen.into_iter().rev() {
            let Some(element) = whole.elements.get(position).copied() else { continue };
            result = Some(match result {
                None => element,
                Some(other) => self.join(condition, element, other),
            });
        }
        match result {
            Some(element) => Ok((Val::scalar(whole.class, element), branch)),
            None => Err(self.refuse(span, &format!("`{name}` has no such element"))),
        }
    }

    pub(super) fn matrix(
        &mut self,
        branch: Branch,
        rows: &[Vec<Expr>],
        span: Span,
        context: Context,
    ) -> Checked<(Val, Branch)> {
        let mut branch = branch;
        let mut values: Vec<Vec<Val>> = Vec::new();
        for row in rows {
            let mut list = Vec::new();
            for expr in row {
                let (value, after) = self.value(branch, expr, context)?;
                branch = after;
                list.push(value);
            }
            values.push(list);
        }
        let columns = values.first().map_or(0, Vec::len);
        let fits = values.iter().all(|r| r.len() == columns && r.iter().all(|v| v.elements.len() == 1));
        if !fits {
            return Err(self.refuse(span, "a matrix of parts that are no numbers is not supported"));
        }
        let integer = values.iter().flatten().find(|v| !v.literal && v.class != Class::Double).map(|v| v.class);
        let class = integer.unwrap_or(Class::Double);
        let mut elements = Vec::new();
        for column in 0..columns {
            for row in &values {
                let Some(element) = row.get(column).and_then(|v| v.elements.first()) else { continue };
                elements.push(self.in_class(*element, class));
            }
        }
        Ok((Val { class, rows: values.len(), columns, elements, literal: false, text: None }, branch))
    }

    pub(super) fn range(
        &mut self,
        branch: Branch,
        (from, step, to): (&Expr, Option<&Expr>, &Expr),
        span: Span,
        context: Context,
    ) -> Checked<(Val, Branch)> {
        let mut numbers = Vec::new();
        let mut branch = branch;
        for expr in [Some(from), step, Some(to)].into_iter().flatten() {
            let (value, after) = self.value(branch, expr, context)?;
            branch = after;
            let number = value.elements.first().and_then(|b| self.low.known(*b));
            let whole = match number {
                Some(Value::Int(n)) => i64::try_from(n).ok(),
                Some(Value::Real(r)) if r.is_integer() => i64::try_from(r.to_integer()).ok(),
                _ => None,
            };
            let Some(whole) = whole else {
                return Err(self.refuse(span, "a range whose bounds are not known is not supported"));
            };
            numbers.push(whole);
        }
        let (first, step, last) = match numbers.as_slice() {
            [a, b] => (*a, 1, *b),
            [a, s, b] if *s != 0 => (*a, *s, *b),
            _ => return Err(self.refuse(span, "a range without end")),
        };
        let mut elements = Vec::new();
        let mut at = first;
        while (step > 0 && at <= last) || (step < 0 && at >= last) {
            if elements.len() > 1000 {
                return Err(self.refuse(span, "a range of so many numbers is not supported"));
            }
            elements.push(self.low.number(&Number::integer(at), Class::Double));
            at += step;
        }
        let columns = elements.len();
        Ok((Val { class: Class::Double, rows: 1, columns, elements, literal: false, text: None }, branch))
    }

    /// Which elements indices mean, each with its condition; all without indices.
    pub(super) fn chosen(
        &mut self,
        place: Place,
        indices: &[Val],
        zero_based: bool,
        (when, span): (BlockId, Span),
    ) -> Checked<Vec<(usize, BlockId)>> {
        let yes = self.low.truth(true);
        let (rows, columns) = (place.rows, place.columns);
        match indices {
            [] => Ok((0..rows * columns).map(|i| (i, yes)).collect()),
            [index] => self.along(index, rows * columns, zero_based, (when, span)),
            [row, column] => {
                let rows_chosen = self.along(row, rows, zero_based, (when, span))?;
                let columns_chosen = self.along(column, columns, zero_based, (when, span))?;
                let mut found = Vec::new();
                for (column, second) in &columns_chosen {
                    for (row, first) in &rows_chosen {
                        let both = self.low.all(&[*first, *second]);
                        found.push((column * rows + row, both));
                    }
                }
                Ok(found)
            }
            _ => Err(self.refuse(span, "more than two indices are not supported")),
        }
    }

    /// The positions that one index means.
    fn along(
        &mut self,
        index: &Val,
        count: usize,
        zero_based: bool,
        (when, span): (BlockId, Span),
    ) -> Checked<Vec<(usize, BlockId)>> {
        let [element] = index.elements.as_slice() else {
            return Err(self.refuse(span, "an index that is no single number"));
        };
        let base = i64::from(!zero_based);
        let number = self.whole(*element);
        let mut found = Vec::new();
        for position in 0..count {
            let constant = self.low.integer((position as i64 + base).into());
            let condition = self.low.op(Op::Eq, &[number, constant]);
            if self.low.known_truth(condition) != Some(false) {
                found.push((position, condition));
            }
        }
        let (least, most) = (self.low.integer(base.into()), self.low.integer((count as i64 + base - 1).into()));
        let (low, high) = (self.low.op(Op::Le, &[least, number]), self.low.op(Op::Le, &[number, most]));
        let inside = self.low.all(&[low, high]);
        self.demand(when, inside, span, ObligationKind::IndexOutOfBounds, "an index is out of bounds");
        Ok(found)
    }
}
