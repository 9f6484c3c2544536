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
use wherefore_report::cause::{Cause, CauseKind};
use wherefore_report::codes;
use wherefore_report::view::*;

/// The source that spans point into.
pub const SOURCE: &str = "MODULE main\nVAR x : 0..7;\nASSIGN next(x) := x + 1;\nINVARSPEC x < 3\n";

/// A report with these properties and remarks.
pub fn report(properties: Vec<Property>, remarks: Vec<Remark>) -> Report {
    Report {
        command: Command::Check,
        model: Model { path: "m.smv".to_owned(), language: Some("smv") },
        sources: Arc::new(SourceMap::single("m.smv", SOURCE)),
        remarks,
        dropped: 0,
        runs: Runs::Ordinary,
        obligations: Obligations::Met,
        properties,
        result: None,
        unfinished: Vec::new(),
        stats: None,
    }
}

/// A property with this verdict.
pub fn property(name: &str, text: &str, verdict: Verdict) -> Property {
    let span = Some(Span::new(FileId(0), 61, 66));
    Property {
        name: name.to_owned(),
        kind: "invariant",
        text: text.to_owned(),
        span,
        verdict,
        engine: "bmc".to_owned(),
        seconds: 0.25,
        given: false,
        contract: None,
        inquiry: None,
        since: None,
        left_out: LeftOut::default(),
    }
}

/// A proof.
pub fn holds() -> Verdict {
    Verdict::Holds(Certificate { statement: "inductive invariant".to_owned(), rechecked_by: "z3".to_owned() })
}

/// No answer.
pub fn undetermined() -> Verdict {
    Verdict::Undetermined(Cause::new(CauseKind::Bound, "no answer within 20 steps"))
}

/// A run: `x` counts up from 0, `go` alternates, and a word is too wide for a number.
pub fn run(length: usize, loop_start: Option<usize>) -> Trace {
    let column = |name: &str, role, sort: &str| Column { name: name.to_owned(), role, sort: sort.to_owned() };
    let cell = |text: String, datum| Some(Arc::new(Cell { text, datum }));
    let row = |k: usize| Row {
        cells: vec![
            cell(k.to_string(), Datum::Int(k as i64)),
            cell("0ud8_5".to_owned(), Datum::Text),
            cell(if k.is_multiple_of(2) { "TRUE" } else { "FALSE" }.to_owned(), Datum::Bool(k.is_multiple_of(2))),
        ],
        element: None,
        places: Vec::new(),
        transient: false,
    };
    Trace {
        columns: vec![
            column("x", Role::State, "0..7"),
            column("mode.word", Role::State, "word[8]"),
            column("go", Role::Input, "boolean"),
        ],
        rows: (0..length).map(row).collect(),
        left_out: 0,
        loop_start,
        claims: Vec::new(),
        shortest: true,
        last_inputs_matter: false,
        by_event: false,
    }
}

/// A broken obligation with its run.
pub fn broken() -> Remark {
    let span = Span::new(FileId(0), 44, 49);
    let diagnostic =
        Diagnostic::at(codes::OUT_OF_RANGE, span, "8 does not fit `x`, which is 0..7", "here").note("a fact");
    Remark { diagnostic, trace: Some(run(2, None)) }
}

/// Says loudly that a test did not run.
#[expect(clippy::disallowed_macros, clippy::print_stderr, reason = "a skipped test must be seen")]
pub fn skipped(why: &str) {
    eprintln!("SKIPPED: {why}");
}
