//! Comparisons, suites and mutants made by hand.

use super::report;
use std::sync::Arc;
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_report::document::equivalence::*;
use wherefore_report::document::*;
use wherefore_report::no_answer::{CauseKind, NoAnswer};

/// The implementation that spans point into.
pub const CHART: &str =
    "<scxml>\n <state id='S2'>\n  <transition cond='x &lt; max - delta' target='S0'/>\n </state>\n</scxml>\n";

/// A place in it.
pub fn chart(start: u32, end: u32) -> Option<Place> {
    Place::of(Span::new(FileId(0), start, end), &SourceMap::single("other.scxml", CHART))
}

/// Owned texts.
pub fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

/// A port that has the same name in both models.
pub fn port(name: &str, sort: &str) -> Port {
    Port { reference: name.to_owned(), implementation: name.to_owned(), sort: sort.to_owned() }
}

/// Inputs x and go, outputs m and hot.
pub fn interface() -> Interface {
    let mode = Port { implementation: "mode".to_owned(), ..port("m", "0..2") };
    Interface { inputs: vec![port("x", "0..200"), port("go", "boolean")], outputs: vec![mode, port("hot", "boolean")] }
}

/// A machine with three input classes.
pub fn profile() -> Profile {
    let class = |condition: &str, x: &str| InputClass {
        condition: condition.to_owned(),
        example: Vec::new(),
        shown: texts(&[x, "true"]),
    };
    Profile {
        state_classes: 3,
        input_classes: Some(vec![
            class("x <= max - delta", "0"),
            class("max - delta < x < max", "91"),
            class("x >= max", "100"),
        ]),
        minimal_states: Some(3),
        is_deterministic: true,
        refused: None,
    }
}

/// A reaction to x; nothing for the implementation if it refuses.
pub fn reaction(x: &str, reference: Option<[&str; 2]>, implementation: Option<[&str; 2]>) -> Reaction {
    Reaction {
        inputs: texts(&[x, "true"]),
        reference: reference.map(|o| texts(&o)),
        implementation: implementation.map(|o| texts(&o)),
        reference_takes: texts(&["S0 -> S2"]),
        implementation_takes: if implementation.is_some() { texts(&["up"]) } else { Vec::new() },
    }
}

/// A difference of deterministic machines at the second reaction.
pub fn difference() -> Difference {
    Difference {
        id: "1f0c77aa".to_owned(),
        key: "m, for x = max - delta".to_owned(),
        condition: "x = max - delta".to_owned(),
        outputs: vec![0],
        start: Some(texts(&["0", "false"])),
        start_differs: None,
        reactions: vec![
            reaction("100", Some(["2", "true"]), Some(["2", "true"])),
            reaction("90", Some(["0", "false"]), Some(["2", "false"])),
        ],
        others: Vec::new(),
        by: Party::Reference,
        reference_run: Some(super::run(3, None)),
        implementation_run: None,
        places: 2,
        details: DifferenceDetails {
            enough: Some(vec![InputAt { reaction: 1, input: 0 }]),
            nearest: Some(NearestInputs {
                reactions: vec![
                    reaction("100", Some(["2", "true"]), Some(["2", "true"])),
                    reaction("89", Some(["0", "false"]), Some(["0", "false"])),
                ],
                differs: vec![InputAt { reaction: 1, input: 0 }],
                choices: 4,
            }),
            missing: vec![Missing {
                part: Part::NoReturn,
                reason: "a difference is there when the inputs that show it are".to_owned(),
            }],
        },
    }
}

/// Models that are the same.
pub fn equal(numbers: Numbers) -> Comparison {
    let certificate = Certificate {
        statement: "9 pairs of states agree and lead to each other".to_owned(),
        recheck: Recheck { by: Some("cvc5"), missing: None },
    };
    Comparison {
        reference: Model { path: "alarm.scxml".to_owned(), language: Some("scxml") },
        implementation: Model { path: "other.scxml".to_owned(), language: Some("scxml") },
        verdict: Equivalence::Equivalent(certificate),
        interface: Some(interface()),
        numbers: Some(numbers),
        reference_profile: Some(profile()),
        implementation_profile: Some(profile()),
        differences: Vec::new(),
        suspects: Vec::new(),
        confirmations: Vec::new(),
        notes: Vec::new(),
        picture: None,
        graphs: None,
        pairs: 9,
        questions: 21,
        seconds: 0.25,
    }
}

/// Models that differ in these ways.
pub fn different(differences: Vec<Difference>) -> Comparison {
    let at = CHART.find("<transition").unwrap() as u32;
    let span = chart(at, at + 40);
    let suspect = Suspect {
        name: "t5".to_owned(),
        kind: "transition",
        leads: "S2 -> S0".to_owned(),
        rank: 1,
        score: 1.5,
        span: span.clone(),
        element: span,
        reasons: texts(&["taken by the reference where it is not"]),
    };
    let verdict = Equivalence::Different(Ok(()));
    Comparison { verdict, differences, suspects: vec![suspect], ..equal(Numbers::Reals) }
}

/// No answer.
pub fn open() -> Comparison {
    let verdict = Equivalence::Undetermined(NoAnswer::new(CauseKind::Timeout, "timeout after 60s"));
    let mut open = Comparison { verdict, interface: None, numbers: None, ..equal(Numbers::Reals) };
    (open.reference_profile, open.implementation_profile) = (None, None);
    open
}

/// A report with this result.
pub fn answered(command: Command, result: Option<Outcome>) -> Document {
    let mut report = report(Vec::new(), Vec::new());
    report.command = command;
    report.model = Model { path: "alarm.scxml".to_owned(), language: Some("scxml") };
    report.sources = Arc::new(SourceMap::single("other.scxml", CHART));
    report.result = result;
    report
}

/// A report of `diff`.
pub fn compared(comparison: Comparison) -> Document {
    answered(Command::Diff, Some(Outcome::Comparison(Some(Box::new(comparison)))))
}

/// Two suites of a model that may do either of two things in its second step, and one that could not be made.
pub fn plan() -> TestPlan {
    let outputs = |m: &str| Some(texts(&[m, "false"]));
    let case = TestCase {
        inputs: vec![Vec::new(), Vec::new()],
        shown: vec![texts(&["100", "true"]), texts(&["=\"1\",\n2", "true"])],
        expected: vec![vec![outputs("2"), outputs("1")], vec![outputs("2"), None]],
    };
    TestPlan {
        interface: interface(),
        numbers: Numbers::Exact,
        profile: profile(),
        bound: 4,
        hypothesis: texts(&["it has at most 4 states", "it treats the inputs of a class alike"]),
        start: vec![texts(&["0", "false"])],
        suites: vec![
            Suite { method: Method::H, cases: Ok(vec![case]) },
            Suite { method: Method::W, cases: Err("the machine is nondeterministic".to_owned()) },
        ],
        notes: Vec::new(),
    }
}

/// Two mutants, one of them written.
pub fn mutants() -> Mutants {
    let mutant = |number: usize, operator: &'static str, line: u32, what: &str| Mutant {
        number,
        operator,
        place: chart(line, line + 3),
        what: what.to_owned(),
        element: Some("t5".to_owned()),
        is_omission: operator == "SGF",
        file: (number == 1).then(|| "out/alarm.001-ROR.scxml".to_owned()),
        check: None,
    };
    let words = "`<` becomes `<=` in the condition of the transition from S2 to S0";
    Mutants {
        mutants: vec![mutant(1, "ROR", 30, words), mutant(12, "SGF", 2, "the guard is false")],
        dropped: 3,
        mutation: None,
    }
}

/// Mutants that were checked: one that is noticed, and one of every status that has something to say.
pub fn checked_mutants() -> Mutants {
    let survived = MutantCheck {
        status: MutantStatus::Survived,
        noticed_by: Vec::new(),
        vacuous: vec!["quiet".to_owned()],
        comparison: None,
        cause: None,
    };
    let comparison = |answer, text: &str, steps| Some(MutantComparison { answer, text: Some(text.to_owned()), steps });
    let noticed = Noticed { property: "safe".to_owned(), model: "holds".to_owned(), mutant: "violated".to_owned() };
    let status = |status| MutantCheck { status, vacuous: Vec::new(), ..survived.clone() };
    let checks = [
        MutantCheck { noticed_by: vec![noticed], ..status(MutantStatus::Noticed) },
        MutantCheck {
            comparison: comparison(ComparisonAnswer::Different, "m, for x >= max", Some(2)),
            ..survived.clone()
        },
        MutantCheck {
            comparison: comparison(ComparisonAnswer::NotCompared, "x is unbounded", None),
            ..status(MutantStatus::Survived)
        },
        MutantCheck { cause: Some("safe: timeout after 1s".to_owned()), ..status(MutantStatus::Undetermined) },
        MutantCheck { cause: Some("`x` leaves its range".to_owned()), ..status(MutantStatus::Invalid) },
        status(MutantStatus::Equivalent),
    ];
    let Mutants { mutants, dropped, .. } = mutants();
    let mutant = |(index, check): (usize, MutantCheck)| Mutant {
        number: index + 7,
        element: Some(if index == 2 { "t6" } else { "t5" }.to_owned()),
        file: None,
        check: Some(check),
        ..mutants[1].clone()
    };
    let mutants: Vec<Mutant> = checks.into_iter().enumerate().map(mutant).collect();
    let mutation = Some(Mutation::of([("safe", "holds"), ("quiet", "holds")], &mutants));
    Mutants { mutants, dropped, mutation }
}
