//! The table of a trace: values become cells once and are shared while they do not change.

use super::{Defines, moves};
use crate::document::{Cell, Cells, Column, Datum, EXACT, Role, Row};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_ir::{Define, System, Value, VarId};
use wherefore_trace::{Trace, define_values, show, show_plain, show_sort};

/// The most rows of a run, and the most cells.
const MOST_ROWS: usize = 10_000;
const MOST_CELLS: usize = 1_000_000;

/// The columns and rows of a run; of one with too many rows the first of them.
pub fn build(system: &System, trace: &Trace, defines: Defines) -> (Vec<Column>, Vec<Row>) {
    let shown: Vec<usize> = (0..system.defines.len()).filter(|i| is_shown(&system.defines[*i], defines)).collect();
    let vars = written_vars(system);
    let mut columns: Vec<Column> = vars.iter().map(|var| variable(system, *var)).collect();
    columns.extend(shown.iter().map(|i| definition(system, &system.defines[*i])));
    // Computed only where they are shown: a model may have thousands of definitions.
    let computed = if shown.is_empty() { Vec::new() } else { define_values(system, trace) };
    let names = Cells::names(&columns);
    let most = MOST_ROWS.min(MOST_CELLS / columns.len().max(1)).max(1);
    let mut rows: Vec<Row> = Vec::with_capacity(trace.len().min(most));
    for (tick, step) in trace.steps.iter().take(most).enumerate() {
        let before = rows.last();
        let mut cells = Vec::with_capacity(columns.len());
        for var in &vars {
            cells.push(step.get(*var).map(|v| shared(before, cells.len(), v, show(&system.terms, *var, v))));
        }
        for index in &shown {
            let value = computed[tick].get(*index).and_then(Option::as_ref);
            cells.push(value.map(|v| shared(before, cells.len(), v, show_plain(&system.terms, v))));
        }
        let element = step.element.map(|e| system.elements.get(e).name.clone());
        let places = system.span(step.element).into_iter().collect();
        rows.push(Row { cells: Cells::new(&names, cells), element, places, transient: false });
    }
    moves::note(system, trace, &mut rows);
    (columns, rows)
}

/// The names that an expression over a run may use: variables and definitions, and the values of enumerations.
pub fn vocabulary(system: &System) -> (BTreeSet<String>, BTreeSet<String>) {
    let variables = written_vars(system).into_iter().map(|var| system.terms.var(var).name.clone());
    let names = variables.chain(system.defines.iter().map(|define| define.name.clone())).collect();
    let values = system.terms.enumerations().flat_map(|(_, sort)| sort.values.iter().cloned()).collect();
    (names, values)
}

/// The variables that mean something to a reader. A system without elements has no source that could know better.
fn written_vars(system: &System) -> Vec<VarId> {
    let is_written = |v: &VarId| system.elements.is_empty() || !system.terms.var(*v).is_hidden();
    system.vars().map(|(v, _)| v).filter(is_written).collect()
}

fn is_shown(define: &Define, defines: Defines) -> bool {
    defines == Defines::All || define.declared.is_some()
}

/// The cell of the row before if it says the same, else a new one.
fn shared(before: Option<&Row>, column: usize, value: &Value, text: String) -> Arc<Cell> {
    match before.and_then(|b| b.cells[column].as_ref()) {
        Some(cell) if cell.text == text => cell.clone(),
        _ => Arc::new(Cell { datum: datum(value), text }),
    }
}

/// A value for programs.
pub fn datum(value: &Value) -> Datum {
    match value {
        Value::Bool(b) => Datum::Bool(*b),
        Value::Int(n) => i64::try_from(n).ok().filter(|n| (-EXACT..=EXACT).contains(n)).map_or(Datum::Text, Datum::Int),
        _ => Datum::Text,
    }
}

fn variable(system: &System, var: VarId) -> Column {
    let declared = system.terms.var(var);
    let role = match system.role(var) {
        wherefore_ir::Role::State => Role::State,
        wherefore_ir::Role::Input => Role::Input,
        wherefore_ir::Role::Frozen => Role::Frozen,
    };
    let sign = if declared.signed { "signed " } else { "" };
    Column { name: declared.name.clone(), role, sort: format!("{sign}{}", show_sort(&system.terms, declared.sort)) }
}

fn definition(system: &System, define: &Define) -> Column {
    let role = if define.declared.is_some() { Role::State } else { Role::Define };
    let sort = show_sort(&system.terms, define.declared.unwrap_or(system.terms.sort(define.term)));
    Column { name: define.name.clone(), role, sort }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::{Element, ElementKind, Purpose, Sort};
    use wherefore_trace::Step;

    #[test]
    fn large_integers_are_text_and_additions_of_front_ends_are_hidden() {
        let mut system = System::new("main");
        let element = Element { kind: ElementKind::Variable, name: "x".to_owned(), span: None, parent: None };
        let element = system.elements.add(element);
        let x = system.add_var("x", Sort::Int, wherefore_ir::Role::State, Some(element)).unwrap();
        let added = system.add_auxiliary("ok", Sort::Bool, wherefore_ir::Role::State, Purpose::Monitor);
        let step = |n: i64| {
            let mut step = Step::empty(&system);
            step.set(x, Value::int(n));
            step.set(added, Value::Bool(true));
            step
        };
        let trace = Trace::finite(vec![step(EXACT), step(EXACT), step(EXACT + 1)]);
        let (columns, rows) = build(&system, &trace, Defines::All);
        assert_eq!(columns.iter().map(|c| (c.name.as_str(), c.sort.as_str())).collect::<Vec<_>>(), [("x", "integer")]);
        let cell = |row: usize| rows[row].cells[0].as_ref().unwrap();
        assert_eq!((&cell(0).datum, &cell(2).datum), (&Datum::Int(EXACT), &Datum::Text));
        assert!(Arc::ptr_eq(cell(0), cell(1)) && cell(2).text == "9007199254740993");
    }
}
