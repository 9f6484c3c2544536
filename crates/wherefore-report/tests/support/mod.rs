//! Reports made by hand, with everything that a report can hold.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod autx;
pub mod contract;
pub mod equivalence;
pub mod flow;
pub mod inquiry;
pub mod lts;
pub mod sarif;

use std::sync::Arc;
use wherefore_diag::{Diagnostic, FileId, SourceMap, Span};
use wherefore_report::codes;
use wherefore_report::document::equivalence::Outcome;
use wherefore_report::document::*;
use wherefore_report::no_answer::{CauseKind, NoAnswer};

/// The source that spans point into.
pub const SOURCE: &str = "MODULE main\nVAR x : 0..7;\nASSIGN next(x) := x + 1;\nINVARSPEC x < 3\n";

/// The sources of a report with this one file.
pub fn sources(name: &str, text: &str) -> SourceMap {
    SourceMap::single(name, text)
}

/// A place in the source of [`report`].
pub fn place(start: u32, end: u32) -> Option<Place> {
    Place::of(Span::new(FileId(0), start, end), &sources("m.smv", SOURCE))
}

/// A report with these properties and remarks.
pub fn report(properties: Vec<Property>, remarks: Vec<Remark>) -> Document {
    Document {
        model: Model { path: "m.smv".to_owned(), language: Some("smv") },
        sources: Arc::new(sources("m.smv", SOURCE)),
        remarks,
        obligations: Obligations::Met,
        properties,
        ..Document::new(Command::Check, "")
    }
}

/// A report as the answer to another question: every property of `why` has the fields of an inquiry.
pub fn of_command(command: Command, mut report: Document) -> Document {
    report.command = command;
    report.result = Outcome::unknown(command);
    for property in &mut report.properties {
        let inquiry = property.inquiry.take().unwrap_or_default();
        property.inquiry = (command == Command::Why).then_some(inquiry);
    }
    report
}

/// A property with this verdict.
pub fn property(name: &str, text: &str, verdict: Verdict) -> Property {
    Property {
        name: name.to_owned(),
        kind: "invariant",
        text: text.to_owned(),
        is_existential: false,
        span: place(61, 66),
        verdict,
        engine: "bmc".to_owned(),
        seconds: 0.25,
        given: false,
        evidence_graph: None,
        contract: None,
        inquiry: None,
        left_out: LeftOut::default(),
    }
}

/// A proof.
pub fn holds() -> Verdict {
    Verdict::Holds(Certificate {
        statement: "inductive invariant".to_owned(),
        recheck: Recheck { by: Some("z3"), missing: None },
    })
}

/// No answer.
pub fn undetermined() -> Verdict {
    Verdict::Undetermined(NoAnswer::new(CauseKind::Bound, "no answer within 20 steps"))
}

/// A run: `x` counts up from 0, `go` alternates, and a word is too wide for a number.
pub fn run(length: usize, loop_start: Option<usize>) -> Trace {
    let column = |name: &str, role, sort: &str| Column { name: name.to_owned(), role, sort: sort.to_owned() };
    let cell = |text: String, datum| Some(Arc::new(Cell { text, datum }));
    let columns = vec![
        column("x", Role::State, "0..7"),
        column("mode.word", Role::State, "word[8]"),
        column("go", Role::Input, "boolean"),
    ];
    let names = Cells::names(&columns);
    let values = |k: usize| {
        vec![
            cell(k.to_string(), Datum::Int(k as i64)),
            cell("0ud8_5".to_owned(), Datum::Text),
            cell(if k.is_multiple_of(2) { "TRUE" } else { "FALSE" }.to_owned(), Datum::Bool(k.is_multiple_of(2))),
        ]
    };
    let row =
        |k: usize| Row { cells: Cells::new(&names, values(k)), element: None, places: Vec::new(), transient: false };
    Trace { rows: (0..length).map(row).collect(), columns, loop_start, shortest: true, ..Trace::default() }
}

/// A broken obligation with its run.
pub fn broken() -> Remark {
    let span = Span::new(FileId(0), 44, 49);
    let diagnostic =
        Diagnostic::at(codes::OUT_OF_RANGE, span, "8 does not fit `x`, which is 0..7", "here").note("a fact");
    Remark::new(diagnostic, Some(run(2, None)), &sources("m.smv", SOURCE))
}
