//! Columns of expressions in a run made by hand.

use super::*;
use crate::document::{Command, Row};

fn column(name: &str, role: Role, sort: &str) -> Column {
    Column { name: name.to_owned(), role, sort: sort.to_owned() }
}

/// A run with a state variable and a definition.
fn trace() -> Trace {
    let columns = vec![column("s", Role::State, "{OFF, ON}"), column("d", Role::Define, "boolean")];
    let names = Cells::names(&columns);
    let row = |text: &str, datum: bool| {
        let (d, words) = (Datum::Bool(datum), if datum { "TRUE" } else { "FALSE" });
        let cells =
            [(text, Datum::Text), (words, d)].map(|(t, datum)| Some(Arc::new(Cell { text: t.to_owned(), datum })));
        Row { cells: Cells::new(&names, cells.to_vec()), element: None, places: Vec::new(), transient: false }
    };
    Trace { columns: columns.clone(), rows: vec![row("OFF", false), row("ON", true)], ..Trace::default() }
}

fn shown(texts: &[&str]) -> Shown {
    Shown::parse(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).unwrap()
}

fn table(trace: &Trace) -> Vec<String> {
    let names = trace.columns.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(" | ");
    let row = |row: &Row| row.cells.known().map(|(_, cell)| cell.text.clone()).collect::<Vec<_>>().join(" | ");
    std::iter::once(names).chain(trace.rows.iter().map(row)).collect()
}

#[test]
fn expressions_are_the_first_columns() {
    let mut run = trace();
    shown(&["s = ON ? 2 : 1/2", "next(s) = ON"]).extend(&mut run).unwrap();
    assert_eq!(table(&run), ["s = ON ? 2 : 1/2 | next(s) = ON | s | d", "1/2 | TRUE | OFF | FALSE", "2 | ON | TRUE"]);
    assert_eq!(run.columns[0].sort, EXPRESSION);
}

#[test]
fn a_name_alone_is_the_column_that_is_there_and_other_definitions_go() {
    let document = |texts: &[&str]| {
        let mut report = Document::new(Command::Check, "m");
        let diagnostic = wherefore_diag::Diagnostic::new(crate::codes::DEAD_END, "a run");
        report.remarks.push(crate::document::Remark::new(diagnostic, Some(trace()), &Default::default()));
        shown(texts).add(&mut report, Defines::Declared).unwrap();
        table(report.remarks[0].trace.as_ref().unwrap())
    };
    assert_eq!(document(&["d"]), ["s | d", "OFF | FALSE", "ON | TRUE"]);
    assert_eq!(document(&["!d"]), ["!d | s", "TRUE | OFF", "FALSE | ON"]);
}

#[test]
fn mistakes_have_their_place_and_change_nothing() {
    let mut run = trace();
    let mistake = shown(&["!d", "s > 3"]).extend(&mut run).unwrap_err();
    assert_eq!((mistake.text.as_str(), mistake.error.at), ("s > 3", 0));
    assert_eq!(run, trace());
    // A run of another component.
    shown(&["speed > 3"]).extend(&mut run).unwrap();
    assert_eq!(run, trace());
    let unread = Shown::parse(&["s = ".to_owned()]).unwrap_err();
    assert_eq!(unread.error.at, 3);
}

#[test]
fn names_are_held_against_the_model() {
    let mut system = System::new("m");
    let lamp = system.terms.intern_enum(vec!["OFF".to_owned(), "ON".to_owned()]);
    system.add_var("s", wherefore_ir::Sort::Enum(lamp), wherefore_ir::Role::State, None).unwrap();
    assert_eq!(shown(&["s = ON"]).resolve(&[&system]), Ok(()));
    let mistake = shown(&["s = ONN"]).resolve(&[&system]).unwrap_err();
    assert_eq!((mistake.error.at, mistake.candidates.join(" ")), (4, "s OFF ON".to_owned()));
}
