//! Whether the cases of a `merge` or a `match` cover all values.
//!
//! For patterns this is the usual question about a matrix: rows of patterns cover all rows of values of the given types if, for
//! each constructor of the first type, the rows that fit it cover its fields and the rest.
//!
//! ```text
//! Some(A)      Some, with A or B inside: covered by the first two rows
//! Some(B)      None: covered by the last row
//! None
//! ```

use super::super::ast::{Expr, Name, Pattern};
use super::super::types::Ty;
use super::instance::ContextId;
use super::{Checker, codes};
use wherefore_diag::Span;
use wherefore_syntax::Checked;

/// How many constructors may be looked at for one `match`.
const STEP_LIMIT: usize = 10_000;

static ANY: Pattern = Pattern::Any;

impl<'a> Checker<'a, '_> {
    /// Refuses a `merge` in which a value of its clock has no case.
    pub(super) fn merge_covers(&mut self, clock: &'a Name, ty: &Ty, cases: &'a [(Name, Expr)]) -> Checked<()> {
        let values: Vec<String> = match ty {
            Ty::Bool => vec!["true".to_owned(), "false".to_owned()],
            Ty::Enum(e) => e.values.clone(),
            Ty::Data(d) => d.tag.values.clone(),
            other => {
                let headline = format!("`{}` is `{}` and cannot be the clock of a merge", clock.text, other.show());
                return Err(self.error(codes::TYPE_CLASH, clock.span, headline, "the clock"));
            }
        };
        if let Some((case, _)) = cases.iter().find(|(case, _)| !values.contains(&case.text)) {
            self.member(ty, case)?;
        }
        let missing = values.into_iter().find(|v| !cases.iter().any(|(case, _)| case.text == *v));
        missing.map_or(Ok(()), |value| {
            let headline = format!("this merge has no case for `{value}`");
            Err(self.error(codes::INCOMPLETE, clock.span, headline, "not all of its values have a case"))
        })
    }

    /// Refuses a `match` in which a value has no case.
    pub(super) fn match_covers(
        &mut self,
        scrutinee: &'a Expr,
        cases: &'a [(Pattern, Expr)],
        context: ContextId,
        span: Span,
    ) -> Checked<()> {
        let ty = self.ty(scrutinee, context)?;
        let rows = cases.iter().map(|(pattern, _)| vec![pattern]).collect();
        let mut steps = 0;
        if self.rows_cover(rows, vec![ty], &mut steps) {
            return Ok(());
        }
        if steps > STEP_LIMIT {
            return Err(self.error(codes::TOO_MANY, span, "a match with too many combinations of patterns", "here"));
        }
        let headline = "this match has no case for some values";
        Err(self.error(codes::INCOMPLETE, scrutinee.span, headline, "not all of its values have a case"))
    }

    /// The constructor that a pattern asks for, with the patterns of its fields.
    fn asked<'p>(&self, pattern: &'p Pattern) -> Option<(&'p str, &'p [Pattern])> {
        match pattern {
            Pattern::Any => None,
            Pattern::Name(name) if self.tables.constructors.contains_key(name.text.as_str()) => Some((&name.text, &[])),
            Pattern::Name(_) => None,
            Pattern::Constructor(name, fields) => Some((&name.text, fields)),
        }
    }

    fn rows_cover(&self, rows: Vec<Vec<&Pattern>>, types: Vec<Ty>, steps: &mut usize) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.rows_cover_in(&rows, &types, steps))
    }

    fn rows_cover_in(&self, rows: &[Vec<&Pattern>], types: &[Ty], steps: &mut usize) -> bool {
        *steps += 1;
        let Some((first, rest)) = types.split_first() else { return !rows.is_empty() };
        if *steps > STEP_LIMIT || rows.is_empty() {
            return false;
        }
        let heads = || rows.iter().filter_map(|row| row.first().and_then(|p| self.asked(p)));
        if heads().next().is_none() {
            let tails = rows.iter().map(|row| row.iter().skip(1).copied().collect()).collect();
            return self.rows_cover(tails, rest.to_vec(), steps);
        }
        let values = match first {
            Ty::Enum(e) => &e.values,
            Ty::Data(d) => &d.tag.values,
            _ => return false,
        };
        values.iter().enumerate().all(|(index, value)| {
            let fields: Vec<Ty> = match first {
                Ty::Data(d) => d.variants.get(index).into_iter().flatten().map(|(_, ty)| ty.clone()).collect(),
                _ => Vec::new(),
            };
            let fitting = rows.iter().filter_map(|row| self.row_for(row, value, fields.len())).collect();
            let types = fields.iter().chain(rest).cloned().collect();
            self.rows_cover(fitting, types, steps)
        })
    }

    /// Patterns of a row for the fields of a constructor and the rest, if its first pattern fits the constructor.
    fn row_for<'p>(&self, row: &[&'p Pattern], value: &str, count: usize) -> Option<Vec<&'p Pattern>> {
        let (first, rest) = row.split_first()?;
        let mut fields: Vec<&'p Pattern> = match self.asked(first) {
            None => vec![&ANY; count],
            Some((name, fields)) if name == value => fields.iter().collect(),
            Some(_) => return None,
        };
        fields.extend(rest);
        Some(fields)
    }
}
