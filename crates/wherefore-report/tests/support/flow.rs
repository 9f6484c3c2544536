//! An inquiry into a synchronous program made by hand: the first counterexample of `examples/muv.lus`, shortened.

use super::inquiry::{asked, bare, class, stopped};
use std::sync::Arc;
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_report::document::flow::{AlternativeSearch, Flow, Outcome, Side, TriedAlternative};
use wherefore_report::document::*;

/// The program that spans point into.
pub const PROGRAM: &str = "\
node MUV (active, action : bool) returns (alarm : bool);
let
  begins  = active and (false -> pre not active);
  once    = begins or (false -> pre once);
\tact_n   = if once
            then action
            else true;
  goes_on = active;
  alarm   = not (act_n or goes_on);
tel
-- what is asked


node Observer (active, alarm : bool) returns (ok : bool);
let ok = Falling(active) => alarm; tel
";

/// Where a text stands in the program; it ends where another does.
pub fn span(from: &str, to: &str) -> Option<Place> {
    let start = PROGRAM.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = start + PROGRAM[start..].find(to).unwrap_or_else(|| panic!("{to}")) + to.len();
    Place::of(Span::new(FileId(0), start as u32, end as u32), &SourceMap::single("muv.lus", PROGRAM))
}

/// An event.
pub fn event(side: Side, name: &str, tick: u32, value: bool, comment: &str) -> Event {
    let text = if value { "TRUE" } else { "FALSE" }.to_owned();
    Event {
        side: Some(side),
        name: name.to_owned(),
        tick,
        value: Some(Cell { text, datum: Datum::Bool(value) }),
        comment: comment.to_owned(),
        is_input: comment.starts_with("input"),
        span: span("alarm   =", ";"),
    }
}

fn attempt(name: &str, words: &str, outcome: Outcome) -> TriedAlternative {
    let side = if name == "ok" { Side::Property } else { Side::Model };
    TriedAlternative { words: words.to_owned(), name: name.to_owned(), span: span("once    =", ";"), side, outcome }
}

/// The run of two ticks.
fn run() -> Trace {
    let column = |name: &str| Column { name: name.to_owned(), role: Role::Input, sort: "boolean".to_owned() };
    let cell =
        |b: bool| Some(Arc::new(Cell { text: if b { "TRUE" } else { "FALSE" }.to_owned(), datum: Datum::Bool(b) }));
    let columns = vec![column("active"), column("action")];
    let names = Cells::names(&columns);
    let row = |active: bool| Row {
        cells: Cells::new(&names, vec![cell(active), cell(false)]),
        element: None,
        places: Vec::new(),
        transient: false,
    };
    let rows = vec![row(true), row(false)];
    Trace { rows, columns, shortest: true, last_inputs_matter: true, is_synchronous: true, ..Trace::default() }
}

fn events() -> Vec<Event> {
    let (property, model) = (Side::Property, Side::Model);
    vec![
        event(property, "active", 0, true, "input"),
        event(property, "Observer/ok", 1, false, "the right side was false while the left side was true"),
        event(property, "active", 1, false, "input"),
        event(model, "MUV/once", 1, false, "initial value and never set"),
        event(model, "MUV/act_n", 1, true, "condition false, so its second input"),
        event(model, "active", 1, false, "input"),
    ]
}

fn flow() -> Flow {
    Flow {
        marked: [
            span("once    =", ";"),
            span("act_n   =", ";"),
            span("else true", "true"),
            span("alarm   =", ";"),
            span("ok = Falling", ";"),
        ]
        .into_iter()
        .flatten()
        .collect(),
        causes: 2,
    }
}

/// A class with this flow and these events.
pub fn flowing(id: &str, (flow, events): (Flow, Vec<Event>)) -> Class {
    let mut class = class(id, "active", &[], None);
    (class.key, class.last, class.length) = ("once is false at the end".to_owned(), None, 1);
    class.last_step = None;
    (class.path, class.trace, class.explanation.flow) = (vec!["active".to_owned()], run(), Some(flow));
    class.explanation.events = Some(events);
    class.explanation.missing.retain(|m| m.part != Part::KeyEvents);
    class
}

/// Two classes, and six other ways.
pub fn muv() -> Inquiry {
    let mut inquiry =
        bare(vec![flowing("aa11", (flow(), events())), flowing("bb22", (flow(), events()))], stopped(Some(1)));
    "begins came too late".clone_into(&mut inquiry.classes[1].key);
    let (new, known) = (Outcome::New(vec!["bb22".to_owned()]), Outcome::Known);
    let (never, open) = (
        Outcome::Impossible(Recheck { by: Some("z3"), missing: None }),
        Outcome::Undecided("timeout after 5s".to_owned()),
    );
    inquiry.alternative_search = Some(AlternativeSearch {
        attempts: vec![
            attempt("MUV/once", "`once` is true through its second input one tick before the failure", new),
            attempt("MUV/act_n", "`act_n` is true through `action`", never.clone()),
            attempt("MUV/alarm", "`goes_on` is true", never),
            attempt("MUV/begins", "`begins` is false because `active` is", known),
            attempt("ok", "the left side is true", open),
        ],
        ..AlternativeSearch::default()
    });
    inquiry
}

/// A report on it.
pub fn program(inquiry: Inquiry) -> Document {
    let mut report = asked("ok", inquiry);
    report.model = Model { path: "muv.lus".to_owned(), language: Some("lustre") };
    report.sources = Arc::new(SourceMap::single("muv.lus", PROGRAM));
    report
}
