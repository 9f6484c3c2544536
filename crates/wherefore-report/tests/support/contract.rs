//! A diagnosis made by hand: the airbag of `examples/airbag.oss`, with the run that its paper prints.

use super::inquiry::{bare, class, complete};
use super::{holds, property, report};
use std::sync::Arc;
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_report::document::*;

/// The contracts that spans point into.
pub const CONTRACTS: &str = "COMPONENT AirBagSystem system
   guarantee:
    always (sen_front and sen_left and sen_right implies then exploded) and
    always (sen_back implies in the future exploded);
COMPONENT AirBagController
    always (collision implies in the future explode_cmd);
";

/// The span of a text.
pub fn span(text: &str) -> Option<Place> {
    let at = CONTRACTS.find(text)? as u32;
    let span = Span::new(FileId(0), at, at + text.len() as u32);
    Place::of(span, &SourceMap::single("airbag.oss", CONTRACTS))
}

/// The run: what the sensors see stays, the airbag fires in states 1 and 4.
pub fn printed() -> Trace {
    let names = ["sen_front", "sen_left", "sen_right", "sen_back", "exploded", "controller.explode_cmd"];
    let column = |name: &str| Column { name: name.to_owned(), role: Role::State, sort: "boolean".to_owned() };
    let cell =
        |b: bool| Some(Arc::new(Cell { text: if b { "TRUE" } else { "FALSE" }.to_owned(), datum: Datum::Bool(b) }));
    let columns: Vec<Column> = names.iter().map(|n| column(n)).collect();
    let shared = Cells::names(&columns);
    let row = |fires: bool| Row {
        cells: Cells::new(&shared, names.iter().map(|n| cell(n.starts_with("sen") || fires)).collect()),
        element: None,
        places: Vec::new(),
        transient: false,
    };
    let rows = [true, false, false, true, false].map(row).into();
    Trace { rows, columns, loop_start: Some(2), ..Trace::default() }
}

/// A cell of the run.
pub fn mark(tick: usize, variable: &str) -> Mark {
    let kind = if variable.starts_with("sen") { MarkKind::Trigger } else { MarkKind::Response };
    Mark { tick, variable: variable.to_owned(), kind }
}

/// False part of the first conjunct, and when.
pub fn told() -> Explanation {
    let sensors = ["sen_front", "sen_left", "sen_right"].map(|s| mark(0, s));
    let part = FailedPart { text: "then exploded".to_owned(), span: span("then exploded") };
    let marks = sensors.into_iter().chain([1, 2, 4].map(|tick| mark(tick, "exploded"))).collect();
    let event = Event {
        side: None,
        name: "exploded".to_owned(),
        tick: 1,
        value: Some(Cell { text: "FALSE".to_owned(), datum: Datum::Bool(false) }),
        comment: "becomes FALSE".to_owned(),
        is_input: false,
        span: None,
    };
    let mut told = Explanation::unexplained("not asked");
    told.missing.retain(|m| !matches!(m.part, Part::Failed | Part::KeyEvents));
    told.failed = Some(Failed { parts: vec![part], ticks: vec![1, 2, 4], marks });
    told.events = Some(vec![event]);
    told
}

/// Why the first conjunct fails, beyond that.
pub fn failure() -> Failure {
    let names = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    Failure {
        sentences: vec![
            "AirBagSystem must make exploded true one step after sen_front, sen_left and sen_right are true."
                .to_owned(),
            "In state 1 they are; in state 2 exploded is FALSE.".to_owned(),
        ],
        also: Vec::new(),
        failing: [span("always (sen_front and sen_left and sen_right implies then exploded)"), span("then exploded")]
            .into_iter()
            .flatten()
            .collect(),
        pieces: vec![
            Piece { text: "always (sen_front implies ".to_owned(), fails: false },
            Piece { text: "then exploded".to_owned(), fails: true },
            Piece { text: ")".to_owned(), fails: false },
        ],
        variables: names(&["sen_front", "sen_left", "sen_right", "exploded"]),
        causes: names(&["exploded"]),
        system_lost: PointOfNoReturn::At(1),
        all_lost: PointOfNoReturn::At(2),
        blame: vec![names(&["controller"])],
        edits: vec![Edit {
            kind: EditKind::Strengthen,
            target: "controller.I2G2".to_owned(),
            owner: "AirBagController".to_owned(),
            before: "in the future explode_cmd".to_owned(),
            after: "then explode_cmd".to_owned(),
            words:
                "Writing `then explode_cmd` instead of `in the future explode_cmd` in controller.I2G2 closes the gap."
                    .to_owned(),
            span: span("always (collision implies in the future explode_cmd)"),
        }],
        relevant: names(&["sen_front", "sen_left", "sen_right", "exploded", "controller.explode_cmd"]),
        ..Failure::default()
    }
}

/// Diagnosis of the lens, with or without a failure.
pub fn diagnosis(failure: Option<Failure>) -> Diagnosis {
    let branch = |depth, name: &str, component: &str| Branch {
        depth,
        name: name.to_owned(),
        component: component.to_owned(),
        culprit: failure.is_some() && name == "controller",
        span: None,
    };
    let (first, second) = match &failure {
        Some(_) => (PremiseState::Kept, PremiseState::Pending),
        None => (PremiseState::Unused, PremiseState::Used),
    };
    let premise = |name: &str, state| Premise { name: name.to_owned(), state, span: None };
    Diagnosis {
        text: "always (sen_front and sen_left and sen_right implies then exploded)".to_owned(),
        span: span("always (sen_front and sen_left and sen_right implies then exploded)"),
        tree: vec![
            branch(0, "AirBagSystem", "AirBagSystem"),
            branch(1, "plausibilization", "CollisionPlausibilization"),
            branch(1, "controller", "AirBagController"),
        ],
        premises: vec![premise("plausibilization.I1", first), premise("controller.I2", second)],
        failure,
    }
}

/// A check with this diagnosis.
pub fn check(name: &str, verdict: Verdict, diagnosis: Diagnosis) -> Property {
    let run = verdict.trace().filter(|_| diagnosis.failure.is_some()).cloned();
    let of_run = |trace| Class {
        trace,
        explanation: told(),
        guards: Vec::new(),
        last_step: None,
        ..class("c1c2", name, &[name], None)
    };
    let classes: Vec<Class> = run.map(of_run).into_iter().collect();
    let mut diagnosis = diagnosis;
    for (failure, class) in diagnosis.failure.iter_mut().zip(&classes) {
        failure.take_over(&class.explanation);
    }
    let mut inquiry = Inquiry { contract: Some(diagnosis), ..bare(classes, complete()) };
    inquiry.enumeration = inquiry.enumeration.filter(|_| verdict.trace().is_some());
    inquiry.enumeration.iter_mut().for_each(|list| list.level = "contract".to_owned());
    let consequent = Consequent {
        component: "AirBagSystem".to_owned(),
        contract: "O1".to_owned(),
        side: Side::Guarantee,
        conjunct: name.to_owned(),
        owner: "AirBagSystem".to_owned(),
    };
    Property {
        kind: "ltl",
        evidence_graph: None,
        contract: Some(consequent),
        inquiry: Some(inquiry),
        ..property(name, "always (sen_front implies then exploded)", verdict)
    }
}

/// A report of `why` with a check that fails and one that holds.
pub fn airbag() -> Document {
    let failing = check("O1G1", Verdict::Violated(printed()), diagnosis(Some(failure())));
    let holding = check("O1G2", holds(), diagnosis(None));
    let mut report = report(vec![failing, holding], Vec::new());
    report.command = Command::Why;
    report.model = Model { path: "airbag.oss".to_owned(), language: Some("oss") };
    report.sources = Arc::new(SourceMap::single("airbag.oss", CONTRACTS));
    report
}
