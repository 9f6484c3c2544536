//! Inquiries made by hand: the air conditioner of `examples/ac.smv`, and machines with as many classes as wanted.

use super::{property, report, sources};
use std::sync::Arc;
use wherefore_diag::{FileId, Span};
use wherefore_report::document::*;
use wherefore_report::no_answer::{CauseKind, NoAnswer};

/// The guards that spans point into.
pub const GUARDS: &str =
    "MODULE main\nDEFINE\n  t4 := s = IDLE &\te = enter & t >= 24;\n  t5 := s = ON & e = enter & t <= 26;\n";

/// A place among them.
pub fn guard(start: usize, end: usize) -> Option<Place> {
    Place::of(Span::new(FileId(0), start as u32, end as u32), &sources("ac.smv", GUARDS))
}

/// A report of `why` on one violated property.
pub fn asked(name: &str, inquiry: Inquiry) -> Document {
    let trace = inquiry.classes.first().map_or_else(|| walk(&["t1"]), |c| c.trace.clone());
    let mut violated = property(name, "s = ON -> pt > 24", Verdict::Violated(trace));
    violated.inquiry = Some(inquiry);
    let mut report = report(vec![violated], Vec::new());
    report.command = Command::Why;
    report.sources = Arc::new(sources("ac.smv", GUARDS));
    report
}

/// A run that takes these transitions, one a step.
pub fn walk(transitions: &[&str]) -> Trace {
    let column = |name: &str, role, sort: &str| Column { name: name.to_owned(), role, sort: sort.to_owned() };
    let cell = |text: String| Some(Arc::new(Cell { text, datum: Datum::Text }));
    let columns = vec![column("s", Role::State, "{S0, S1, S2}"), column("e", Role::Input, "{enter, exit}")];
    let names = Cells::names(&columns);
    let values = |k: usize| vec![cell(format!("S{k}")), cell(if k == 0 { "exit" } else { "enter" }.to_owned())];
    let row = |k: usize| Row {
        cells: Cells::new(&names, values(k)),
        element: k.checked_sub(1).map(|k| transitions[k].to_owned()),
        places: Vec::new(),
        transient: false,
    };
    Trace { rows: (0..=transitions.len()).map(row).collect(), columns, shortest: true, ..Trace::default() }
}

/// A class: final state, path, variants.
pub fn class(id: &str, end: &str, transitions: &[&str], count: Option<u64>) -> Class {
    let last = transitions.last().copied().unwrap_or_default();
    let line = |name: &str| GUARDS.find(&format!("{name} :=")).and_then(|at| guard(at, at + 30));
    Class {
        id: id.to_owned(),
        key: format!("<{}>", transitions.join(",")),
        title: format!("by {}", transitions.join(", ")),
        path: vec![end.to_owned(), last.to_owned()],
        length: transitions.len() as u32,
        shortest: true,
        count,
        derived_from: None,
        trace: walk(transitions),
        last: Some(last.to_owned()),
        last_step: (!last.is_empty()).then(|| {
            let (tick, through) = (transitions.len(), vec![last.to_owned()]);
            LastStep {
                tick,
                through,
                beside: Vec::new(),
                stays: Vec::new(),
                stayed_out: Vec::new(),
                text: String::new(),
            }
            .with_text()
        }),
        guards: line(last).into_iter().collect(),
        junctions: None,
        explanation: Explanation::unexplained("not asked"),
        own: None,
    }
}

/// Says why a part of the explanation is missing.
pub fn untell(class: &mut Class, part: Part, reason: &str) {
    class.explanation.missing.push(Missing { part, reason: reason.to_owned() });
}

/// All classes are known.
pub fn complete() -> Completeness {
    let statement = "inductive invariant".to_owned();
    Completeness::Complete(Certificate { statement, recheck: Recheck { by: Some("sat"), missing: None } })
}

/// Stopped by the limit on classes.
pub fn stopped(depth: Option<u32>) -> Completeness {
    Completeness::Stopped { cause: NoAnswer::new(CauseKind::ClassLimit, "class limit of 200 reached"), depth }
}

/// These classes and nothing more.
pub fn bare(classes: Vec<Class>, completeness: Completeness) -> Inquiry {
    let level = "1".to_owned();
    let list = Enumeration {
        level,
        completeness,
        undivided: None,
        told_apart_by: "path",
        classes: classes.len(),
        total: None,
        levels: Vec::new(),
    };
    Inquiry { enumeration: Some(list), classes, ..Inquiry::default() }
}

/// The four classes of the air conditioner, with all that there is to say.
pub fn air_conditioner() -> Inquiry {
    let mut detour = class("98ab01cd", "IDLE", &["t1", "t4", "t5"], Some(6));
    detour.derived_from = Some("77ab02ee".to_owned());
    let classes = vec![
        class("77ab02ee", "ON", &["t1", "t4"], Some(18)),
        class("1f0c77aa", "IDLE", &["t3", "t5"], Some(9)),
        class("c01dbee5", "ON", &["t3", "t5", "t4"], None),
        detour,
    ];
    let suspect = |name: &str, rank, score, at: usize, reason: &str| Suspect {
        name: name.to_owned(),
        kind: "transition",
        leads: "IDLE -> ON".to_owned(),
        rank,
        score,
        span: guard(at, at + 2),
        element: None,
        reasons: vec![reason.to_owned()],
    };
    let set = |names: &[&str], share| FixSet {
        minimum: true,
        gentlest: true,
        names: names.iter().map(|n| (*n).to_owned()).collect(),
        preserved: Some(share),
        each: vec![Some(share); names.len()],
    };
    Inquiry {
        suspects: vec![
            suspect("t4", 1, 0.9264, 22, "blocking t4 alone removes classes 1 and 3, and keeps 93% of its uses"),
            suspect("t5", 2, 0.5, 62, "in 3 of 4 classes"),
        ],
        fix_sets: vec![set(&["t4", "t5"], 0.926), set(&["t1", "t3"], 0.0)],
        notes: vec!["`fan` has no equation: every change is a transition".to_owned()],
        ..bare(classes, complete())
    }
}

/// A cause that keeps these: variable, tick, relation, value.
pub fn kept(list: &[(&str, u32, &'static str, Datum)], choices: usize) -> MinimalCause {
    let text = |datum: &Datum| match datum {
        Datum::Bool(b) => b.to_string().to_uppercase(),
        Datum::Int(n) => n.to_string(),
        Datum::Text => "enter".to_owned(),
    };
    let one = |(variable, tick, relation, datum): &(&str, u32, &'static str, Datum)| Kept {
        variable: (*variable).to_owned(),
        tick: *tick,
        relation,
        value: Cell { text: text(datum), datum: datum.clone() },
    };
    let places: std::collections::BTreeSet<(u32, &str)> = list.iter().map(|(v, t, ..)| (*t, *v)).collect();
    let (kept, size) = (list.iter().map(one).collect(), places.len());
    let recheck = Recheck { by: Some("z3"), missing: None };
    MinimalCause { kept, choices, minimal: true, scope: Scope::Length, recheck, size }
}

/// Two causes and two corrections, of which there may be more.
pub fn all_causes() -> AllCauses {
    let choice = |variable: &str, tick: u32| Choice {
        variable: variable.to_owned(),
        tick,
        value: Some(Cell { text: "enter".to_owned(), datum: Datum::Text }),
    };
    AllCauses {
        causes: vec![
            kept(&[("e", 0, "=", Datum::Text)], 2),
            kept(&[("e", 1, "=", Datum::Text), ("t", 1, ">=", Datum::Int(24))], 2),
        ],
        corrections: vec![vec![choice("e", 0), choice("e", 1)], vec![choice("e", 0), choice("t", 1)]],
        exhaustive: true,
        most: 50,
    }
}

/// Many classes: `groups` last transitions with `each` classes, in two final states.
pub fn crowd(groups: usize, each: usize) -> Vec<Class> {
    let one = |group: usize, index: usize| {
        let names: Vec<String> = (0..3).map(|k| format!("t{}", index * 3 + k)).chain([format!("x{group}")]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        class(&format!("{:08x}", group * 1000 + index), ["IDLE", "ON"][group % 2], &names, None)
    };
    (0..groups).flat_map(|group| (0..each).map(move |index| one(group, index))).collect()
}

/// A class of which every part is known: the second conjunct fails, `e` at the first state is to blame.
pub fn explained() -> Class {
    let mut class = class("77ab02ee", "ON", &["t1", "t4"], None);
    let cell = |text: &str| Some(Cell { text: text.to_owned(), datum: Datum::Text });
    let mark = Mark { tick: 2, variable: "s".to_owned(), kind: MarkKind::Response };
    let part = |text: &str| FailedPart { text: text.to_owned(), span: guard(22, 24) };
    let parts = vec![part("s = ON -> pt > 24"), part("pt > 24")];
    let event = Event {
        side: None,
        name: "t4".to_owned(),
        tick: 2,
        value: None,
        comment: "is taken".to_owned(),
        is_input: false,
        span: None,
    };
    let differs = Differs { variable: "e".to_owned(), tick: 0, failing: cell("exit"), passing: cell("enter") };
    let nearest = Nearest {
        trace: walk(&["t1", "t1"]),
        differs: vec![differs],
        choices: 2,
        minimal: true,
        recheck: Recheck { by: Some("z3"), missing: None },
    };
    let alternative = |action: &str, consequence, taken| Alternative {
        action: action.to_owned(),
        leads: Vec::new(),
        consequence,
        taken,
    };
    let alternatives =
        vec![alternative("t4", Consequence::Inevitable, true), alternative("t1", Consequence::Avoided, false)];
    class.explanation = Explanation {
        failed: Some(Failed { parts, ticks: vec![2], marks: vec![mark] }),
        cause: Some(kept(&[("e", 0, "=", Datum::Text)], 2)),
        all_causes: Some(all_causes()),
        events: Some(vec![event]),
        no_return: Some(PointOfNoReturn::At(2)),
        choice_points: Some(vec![ChoicePoint { tick: 1, kind: "choice", alternatives, unobservable: Vec::new() }]),
        nearest: Some(nearest),
        ..Explanation::default()
    };
    class
}

/// The air conditioner with a given run, which is of its first class.
pub fn with_given() -> Inquiry {
    let mut run = explained();
    run.set_shortest(false);
    let given = ExternalTrace { classes: vec![run.id.clone()], run };
    Inquiry { given: Some(given), ..air_conditioner() }
}
