//! Inquiries into labelled transition systems made by hand: the protocol of Figure 1 of the paper on counterexample
//! analysis, and one with everything that there can be.

use super::inquiry::{asked, bare, complete};
use std::sync::Arc;
use wherefore_report::document::*;

/// A report of `why` on one violated property of an LTS.
pub fn asked_lts(name: &str, inquiry: Inquiry) -> Document {
    let mut report = asked(name, inquiry);
    report.properties[0].kind = MCL;
    // Whether a run is the shortest is said of it, not part of it.
    if let Verdict::Violated(run) = &mut report.properties[0].verdict {
        run.shortest = false;
    }
    report.properties[0].text = "[true*.\"Send\".true*.\"Send\"] false".to_owned();
    report.model = Model { path: "protocol.aut".to_owned(), language: Some("aut") };
    report
}

/// A run: the first state, then actions with the states they lead to; or back to a row, if it goes on there.
pub fn path(first: i64, steps: &[(&str, i64)], loop_start: Option<usize>) -> Trace {
    let column = |name: &str, role, sort: &str| Column { name: name.to_owned(), role, sort: sort.to_owned() };
    let action = |row: usize| {
        let (action, _) = steps.get(row)?;
        Some(Arc::new(Cell { text: (*action).to_owned(), datum: Datum::Text }))
    };
    let state = |row: usize| {
        let n = row.checked_sub(1).map_or(first, |step| steps[step].1);
        Some(Arc::new(Cell { text: n.to_string(), datum: Datum::Int(n) }))
    };
    // The last action of a lasso leads back to a row that is there already.
    let rows = steps.len() + usize::from(loop_start.is_none());
    let columns = vec![column(ACTION, Role::Input, "label"), column(STATE, Role::State, "integer")];
    let names = Cells::names(&columns);
    Trace {
        rows: (0..rows)
            .map(|row| Row {
                cells: Cells::new(&names, vec![action(row), state(row)]),
                element: None,
                places: Vec::new(),
                transient: false,
            })
            .collect(),
        columns,
        loop_start,
        shortest: true,
        ..Trace::default()
    }
}

/// Something that can be done; a `>` before the action says that it is.
pub fn choice(action: &str, leads: &[&str], consequence: Consequence) -> Alternative {
    Alternative {
        action: action.trim_start_matches('>').to_owned(),
        leads: leads.iter().map(|l| (*l).to_owned()).collect(),
        consequence,
        taken: action.starts_with('>'),
    }
}

/// A place where a choice decides.
pub fn choice_point(tick: usize, kind: &'static str, alternatives: Vec<Alternative>) -> ChoicePoint {
    ChoicePoint { tick, kind, alternatives, unobservable: Vec::new() }
}

/// A class of choices.
pub fn choices(id: &str, kind: &str, words: &str, count: u64, trace: Trace, choice_points: Vec<ChoicePoint>) -> Class {
    Class {
        id: id.to_owned(),
        key: format!("{kind}: {words}"),
        title: format!("{kind}: {words}"),
        path: vec![kind.to_owned()],
        length: trace.rows.len() as u32 - 1,
        shortest: trace.shortest,
        count: Some(count),
        derived_from: None,
        trace,
        last: None,
        last_step: None,
        guards: Vec::new(),
        junctions: Some(choice_points.clone()),
        own: choice_points.iter().position(|j| j.kind == kind),
        explanation: Explanation { choice_points: Some(choice_points), ..Explanation::unexplained("not asked") },
    }
}

/// A portrait of a model in which nothing happens.
pub fn empty_portrait() -> LtsSummary {
    let nothing = Extent { states: 0, transitions: 0, labels: 0 };
    LtsSummary {
        whole: nothing,
        counterexample: nothing,
        neighbourhoods: Neighbourhoods::default(),
        choices: Choices { correct: 0, incorrect: 0, neutral: 0, inevitable: None, unobservable: 0 },
        uninvolved_total: 0,
        uninvolved: Vec::new(),
        choice_points: Vec::new(),
        abstracted: Abstraction { length: 0, kept: 0, actions: Vec::new() },
        shown: "shortest counterexample".to_owned(),
        layout: Vec::new(),
        is_given: false,
        runs: Shortness::Shortest,
        round: None,
        level: Level::Neighbourhood,
        diagram: None,
    }
}

/// Send and receive in a loop, with an exit: not more than one message may be sent.
pub fn protocol() -> Inquiry {
    let run = || path(0, &[("Send", 1), ("Recv", 0), ("Send", 1)], None);
    let first = choice_point(
        0,
        "cn",
        vec![choice("Exit", &["2"], Consequence::Avoided), choice(">Send", &["1"], Consequence::Open)],
    );
    let second = choice_point(
        1,
        "cn",
        vec![choice("Exit", &["2"], Consequence::Avoided), choice(">Recv", &["0"], Consequence::Open)],
    );
    let third = choice_point(
        2,
        "ci",
        vec![choice("Exit", &["2"], Consequence::Avoided), choice(">Send", &["1"], Consequence::Inevitable)],
    );
    let all = || vec![first.clone(), second.clone(), third.clone()];
    let classes = vec![
        choices("11aa22bb", "ci", "Exit avoids; Send seals", 1, run(), all()),
        choices("33cc44dd", "cn", "Exit avoids; Send stays open", 1, run(), all()),
        Class { own: Some(1), ..choices("55ee66ff", "cn", "Exit avoids; Recv stays open", 1, run(), all()) },
    ];
    let actions =
        ["Send", "Recv", "Send"].iter().enumerate().map(|(step, a)| Action { step, action: (*a).to_owned() }).collect();
    let portrait = LtsSummary {
        whole: Extent { states: 3, transitions: 4, labels: 3 },
        counterexample: Extent { states: 4, transitions: 3, labels: 2 },
        neighbourhoods: Neighbourhoods { cn: 2, r#in: 0, ci: 1, cin: 0 },
        choices: Choices { correct: 3, incorrect: 1, neutral: 2, inevitable: Some(1), unobservable: 0 },
        choice_points: all(),
        abstracted: Abstraction { length: 3, kept: 3, actions },
        ..empty_portrait()
    };
    let mut inquiry = Inquiry { lts: Some(portrait), ..bare(classes, complete()) };
    inquiry.enumeration.as_mut().unwrap().level = "neighbourhood".to_owned();
    inquiry
}

/// A portrait, classes, choices, a lasso and suspects with everything that there can be.
pub fn everything() -> Inquiry {
    let suspect = Suspect {
        name: "SEND !1 !\"x\"".to_owned(),
        kind: ACTION,
        leads: String::new(),
        rank: 1,
        score: 0.75,
        span: None,
        element: None,
        reasons: vec!["seals the failure at 12 of 13 neighbourhoods".to_owned()],
    };
    let steps = [("CONNECT", 7), ("SEND !1", 14), ("SEND !1 !\"x\"", 2), ("i", 14)];
    let mut crowded: Vec<Alternative> =
        (0..12).map(|n| choice(&format!("TICK !{n}"), &["9"], Consequence::Open)).collect();
    crowded.push(choice(">SEND !1 !\"x\"", &["2"], Consequence::InevitableIfFair));
    crowded.push(choice("SEND !1 !\"x\"", &["4", "5", "6", "7", "8", "9"], Consequence::Avoided));
    crowded.push(choice("LOSE", &["3"], Consequence::Inevitable));
    let mut last = choice_point(2, "cin", crowded);
    last.unobservable = vec!["SEND !1 !\"x\"".to_owned()];
    let first = choice_point(
        0,
        "in",
        vec![choice(">CONNECT", &["7"], Consequence::Open), choice("i", &["8"], Consequence::Sealed)],
    );
    let lasso = path(0, &steps, Some(2));
    let choice_points = vec![first, last];
    let classes = vec![
        choices("aaaa0001", "in", "i seals; CONNECT stays open", 5, lasso.clone(), choice_points.clone()),
        choices("aaaa0002", "cin", "SEND !1 !\"x\" avoids or seals; LOSE seals", 2, lasso, choice_points.clone()),
    ];
    let portrait = LtsSummary {
        whole: Extent { states: 91, transitions: 172, labels: 31 },
        counterexample: Extent { states: 55, transitions: 95, labels: 23 },
        neighbourhoods: Neighbourhoods { cn: 5, r#in: 5, ci: 2, cin: 1 },
        choices: Choices { correct: 12, incorrect: 40, neutral: 55, inevitable: Some(31), unobservable: 1 },
        choice_points,
        uninvolved_total: 11,
        uninvolved: (0..11).map(|n| format!("IDLE !{n}")).collect(),
        abstracted: Abstraction {
            length: 40,
            kept: 35,
            actions: (0..35).map(|step| Action { step, action: format!("STEP !{step}") }).collect(),
        },
        shown: "shortest path to a neighbourhood of kind cin through SEND".to_owned(),
        ..empty_portrait()
    };
    Inquiry { suspects: vec![suspect], lts: Some(portrait), ..bare(classes, complete()) }
}
