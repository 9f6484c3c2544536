//! Expressions of a reader as columns of the runs in a document, so that every format shows them.
//!
//! `--show 'pt > 24'` puts a column `pt > 24` before the variables of every run. A name by itself stands for the column that is
//! there, which is then shown even where it would be left out. Models of contracts have runs of several components: an expression
//! is shown in those that have all its names.

use crate::build::{Defines, vocabulary};
use crate::document::{Cell, Cells, Class, Column, Datum, Document, EXACT, Role, Trace, Verdict};
use crate::expression::{Expression, ExpressionError, Table, Value};
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_ir::System;

/// The type of such a column, in words.
pub const EXPRESSION: &str = "expression";

/// The most expressions.
const MOST: usize = 100;

/// Expressions that are shown in runs.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    list: Vec<(String, Expression)>,
}

/// A mistake in one of the expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShowError {
    /// The expression.
    pub text: String,
    /// Where it is, and what.
    pub error: ExpressionError,
    /// Names that could be meant, if a name is not known.
    pub candidates: Vec<String>,
}

impl Shown {
    /// Reads expressions; each is shown once.
    pub fn parse(texts: &[String]) -> Result<Shown, ShowError> {
        let mut list: Vec<(String, Expression)> = Vec::new();
        for text in texts.iter().map(|text| text.trim()) {
            let mistake = |error| ShowError { text: text.to_owned(), error, candidates: Vec::new() };
            if list.len() >= MOST {
                let message = format!("at most {MOST} expressions are shown");
                return Err(mistake(ExpressionError { at: 0, message }));
            }
            if !list.iter().any(|(known, _)| known == text) {
                list.push((text.to_owned(), Expression::parse(text).map_err(mistake)?));
            }
        }
        Ok(Shown { list })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Holds the names against these systems: a mistake is one that no run of them has.
    pub fn resolve(&self, systems: &[&System]) -> Result<(), ShowError> {
        let known: Vec<(BTreeSet<String>, BTreeSet<String>)> = systems.iter().map(|s| vocabulary(s)).collect();
        for (text, expression) in &self.list {
            let names = expression.names();
            let is_known = |(variables, values): &(BTreeSet<String>, BTreeSet<String>), name: &str| {
                variables.contains(name) || values.contains(name)
            };
            if known.iter().any(|words| names.iter().all(|(_, name)| is_known(words, name))) {
                continue;
            }
            // The first name that is nowhere; where each is somewhere, the first that is not where the others are.
            let nowhere = names.iter().find(|(_, name)| !known.iter().any(|words| is_known(words, name)));
            let apart = || known.first().and_then(|words| names.iter().find(|(_, name)| !is_known(words, name)));
            let Some((at, name)) = nowhere.or_else(apart) else { continue };
            let message = format!("no run of the model has a variable or value `{name}`");
            let error = ExpressionError { at: *at, message };
            let candidates =
                known.iter().flat_map(|(variables, values)| variables.iter().chain(values)).cloned().collect();
            return Err(ShowError { text: text.clone(), error, candidates });
        }
        Ok(())
    }

    /// Adds the columns to every run of a document. Definitions that nobody asked for are taken out of the runs again, unless
    /// `defines` says that all are shown.
    pub fn add(&self, report: &mut Document, defines: Defines) -> Result<(), ShowError> {
        if self.is_empty() {
            return Ok(());
        }
        let mut first = Ok(());
        each_run(report, &mut |trace| {
            let added = self.extend(trace);
            if defines == Defines::Declared {
                self.drop_defines(trace);
            }
            first = std::mem::replace(&mut first, Ok(())).and(added);
        });
        first
    }

    fn extend(&self, trace: &mut Trace) -> Result<(), ShowError> {
        let mut columns: Vec<(String, Vec<Option<Arc<Cell>>>)> = Vec::new();
        let mut asked = Vec::new();
        for (text, expression) in &self.list {
            let run = Run::new(trace, expression);
            let names = expression.names();
            if !names.iter().all(|(_, name)| run.has(name) || run.is_symbol(name)) {
                continue;
            }
            asked.push(text.clone());
            if let [(_, name)] = names.as_slice()
                && run.has(name)
                && name == text
            {
                continue;
            }
            let mistake = |error| ShowError { text: text.clone(), error, candidates: Vec::new() };
            columns.push((text.clone(), cells(&expression.values(&run).map_err(mistake)?)));
        }
        prepend(trace, &columns);
        trace.asked = asked;
        Ok(())
    }

    fn drop_defines(&self, trace: &mut Trace) {
        let is_kept = |c: &Column| c.role != Role::Define || c.sort == EXPRESSION || trace.asked.contains(&c.name);
        let kept: Vec<bool> = trace.columns.iter().map(is_kept).collect();
        if kept.iter().all(|kept| *kept) {
            return;
        }
        let mut flags = kept.iter();
        trace.columns.retain(|_| flags.next().copied().unwrap_or(true));
        let names = Cells::names(&trace.columns);
        for row in &mut trace.rows {
            let cells = row.cells.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell.clone()).collect();
            row.cells = Cells::new(&names, cells);
        }
    }
}

/// Does something to every run of a document.
fn each_run(report: &mut Document, act: &mut impl FnMut(&mut Trace)) {
    for property in &mut report.properties {
        if let Verdict::Violated(trace) = &mut property.verdict {
            act(trace);
        }
        let Some(inquiry) = &mut property.inquiry else { continue };
        let given = inquiry.given.iter_mut().map(|given| &mut given.run);
        for Class { trace, explanation, .. } in inquiry.classes.iter_mut().chain(given) {
            act(trace);
            explanation.nearest.iter_mut().for_each(|nearest| act(&mut nearest.trace));
        }
    }
    let fixes = report.fixes.iter_mut().flat_map(|fixes| &mut fixes.ranked);
    fixes.flat_map(|fix| fix.changed_run.iter_mut().chain(&mut fix.rerun)).for_each(&mut *act);
    report.quantities.iter_mut().filter_map(|quantity| quantity.trace.as_mut()).for_each(&mut *act);
    report.remarks.iter_mut().filter_map(|remark| remark.trace.as_mut()).for_each(act);
}

/// Puts columns before the others.
fn prepend(trace: &mut Trace, columns: &[(String, Vec<Option<Arc<Cell>>>)]) {
    if columns.is_empty() {
        return;
    }
    let heads =
        columns.iter().map(|(name, _)| Column { name: name.clone(), role: Role::Define, sort: EXPRESSION.to_owned() });
    trace.columns.splice(0..0, heads);
    let names = Cells::names(&trace.columns);
    for (step, row) in trace.rows.iter_mut().enumerate() {
        let new = columns.iter().map(|(_, cells)| cells.get(step).cloned().flatten());
        row.cells = Cells::new(&names, new.chain(row.cells.iter().cloned()).collect());
    }
}

/// Values as cells, which are shared while they do not change.
fn cells(values: &[Option<Value>]) -> Vec<Option<Arc<Cell>>> {
    let mut cells: Vec<Option<Arc<Cell>>> = Vec::with_capacity(values.len());
    for value in values {
        let new = value.as_ref().map(cell);
        let shared = cells.last().filter(|before| **before == new).cloned();
        cells.push(shared.unwrap_or(new));
    }
    cells
}

fn cell(value: &Value) -> Arc<Cell> {
    let exact = |n: &i64| (-EXACT..=EXACT).contains(n);
    let (text, datum) = match value {
        Value::Bool(value) => (if *value { "TRUE" } else { "FALSE" }.to_owned(), Datum::Bool(*value)),
        Value::Number(number) if number.is_integer() => {
            (number.to_string(), number.to_i64().filter(exact).map_or(Datum::Text, Datum::Int))
        }
        other => (other.to_string(), Datum::Text),
    };
    Arc::new(Cell { text, datum })
}

/// A run as the evaluator of an expression sees it.
struct Run<'a> {
    trace: &'a Trace,
    places: BTreeMap<&'a str, usize>,
    /// The names in the expression that are values and no variables.
    symbols: BTreeSet<&'a str>,
}

impl<'a> Run<'a> {
    fn new(trace: &'a Trace, expression: &'a Expression) -> Run<'a> {
        let places: BTreeMap<&str, usize> =
            trace.columns.iter().enumerate().map(|(place, column)| (column.name.as_str(), place)).collect();
        let others = expression.names().into_iter().map(|(_, name)| name).filter(|name| !places.contains_key(name));
        let symbols = others.filter(|name| is_value(trace, name)).collect();
        Run { trace, places, symbols }
    }
}

/// Whether a variable has or can have this value.
fn is_value(trace: &Trace, name: &str) -> bool {
    let of_type = |c: &Column| c.sort.trim_matches(['{', '}']).split(',').any(|word| word.trim() == name);
    trace.columns.iter().any(of_type)
        || trace.rows.iter().any(|row| row.cells.known().any(|(_, cell)| bare(&cell.text) == name))
}

/// A value without the quotation marks that an odd name stands in.
fn bare(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

impl Table for Run<'_> {
    fn steps(&self) -> usize {
        self.trace.rows.len()
    }

    fn loop_start(&self) -> Option<usize> {
        self.trace.loop_start
    }

    fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    fn value(&self, step: usize, name: &str) -> Option<Value> {
        let cell = self.trace.rows.get(step)?.cells.get(*self.places.get(name)?)?.as_ref()?;
        Some(match cell.datum {
            Datum::Bool(value) => Value::Bool(value),
            _ => Value::read(bare(&cell.text)),
        })
    }

    fn is_symbol(&self, name: &str) -> bool {
        self.symbols.contains(name)
    }
}

#[cfg(test)]
mod tests;
