//! Exoneration agrees with trying every function in the place of an element.

mod brute;
mod small;
mod temporal;

use super::*;
use std::sync::Arc;
use wherefore_check::{Observer, Silent, Verdict};
use wherefore_diag::FileId;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;

/// The failing runs of the violated properties of a system, with their names.
pub(super) fn failing(system: &System) -> Vec<(String, Trace)> {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let session = Session::new(system, Options::default());
    let run = |p: &wherefore_ir::Property| match session.check(p, &Stop::new(), &observer).verdict {
        Verdict::Violated(run) => Some((p.name.clone(), run.trace)),
        _ => None,
    };
    system.properties.iter().filter_map(run).collect()
}

/// Whether each element of a model is exonerated; nothing if the model cannot be read or has no failing run.
pub(super) fn answers(language: Language, text: &str, spans: &[Span]) -> Option<Vec<Exoneration>> {
    let mut nothing = |_: &str| Err(NotIncluded::Missing);
    let mut reader = Reader { language, name: "model", text, choices: &Choices::default(), include: &mut nothing };
    let original = reader.read(text).ok()?;
    let found = failing(&original);
    let runs: Vec<FailingRun<'_>> = found.iter().map(|(property, trace)| FailingRun { property, trace }).collect();
    if runs.is_empty() {
        return None;
    }
    let (options, stop) = (Options::default(), Stop::new());
    let question =
        Question { text, original: &original, runs: &runs, kept: &[], is_late: false, options: &options, stop: &stop };
    Some(exonerate(&mut reader, spans, &question))
}

/// The elements enclosed in `«»`, with `+` where a change can mend the model, `-` where none can, `?` where that is not known.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (mut plain, mut open, mut spans) = (String::new(), Vec::new(), Vec::new());
    for character in text.chars() {
        match character {
            '«' => open.push(plain.len() as u32),
            '»' => spans.extend(open.pop().map(|start| Span::new(FileId(0), start, plain.len() as u32))),
            other => plain.push(other),
        }
    }
    let answers = answers(Language::Smv, &plain, &spans).expect("a model that fails");
    let sign = |answer: &Exoneration| match answer {
        Exoneration::Proved { recheck: Recheck::By(_) } => '-',
        Exoneration::Possible => '+',
        other => panic!("{other:?}"),
    };
    assert_eq!(answers.iter().map(sign).collect::<String>(), expected);
}

#[test]
fn what_the_failure_does_not_depend_on_is_exonerated() {
    check(
        "MODULE main IVAR go : boolean; VAR x : 0..3; y : 0..2;
         ASSIGN init(x) := «0»; next(x) := case «go» : «(x + 1) mod 4»; TRUE : x; esac;
                init(y) := «0»; next(y) := «go» ? «2» : «0»;
         INVARSPEC y < 2",
        "----++-",
    );
}

#[test]
fn a_choice_of_the_environment_is_kept_where_the_change_permits_it() {
    // The environment can choose 2 whatever the other value is.
    check("MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := {«0», 2}; INVARSPEC x < 2", "-");
    check("MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := {0, «2»}; INVARSPEC x < 2", "+");
    check("MODULE main VAR x : 0..2; ASSIGN init(x) := {«0», «2»}; next(x) := x; INVARSPEC x < 2", "-+");
    check("MODULE main VAR x : 0..2; ASSIGN next(x) := «x»; INVARSPEC x < 2", "-");
}

#[test]
fn one_value_for_one_state() {
    // In state 0 the step must be taken once and not taken later; without memory that is not possible.
    check(
        "MODULE main VAR x : 0..1; n : 0..3; ASSIGN init(x) := 0; next(x) := «x»; init(n) := 0;
         next(n) := case n < 3 : n + 1; TRUE : n; esac; INVARSPEC n = 1 -> x = 1",
        "+",
    );
    // The two steps need different values, in states that only the open place tells apart.
    check(
        "MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := «x = 0 ? 1 : x»;
         INVARSPEC (x = 0 -> next(x) = 1) & (x = 1 -> next(x) = 2)",
        "+",
    );
    // The two runs need different values in one state, and `next(y)` mends both.
    check(
        "MODULE main VAR x : boolean; y : boolean;
         ASSIGN init(x) := FALSE; next(x) := «{FALSE, TRUE}»; init(y) := FALSE; next(y) := {FALSE, TRUE};
         INVARSPEC x -> y INVARSPEC y -> x",
        "+",
    );
    // One run is mended by each value, the two of them by none: what comes after the step is not known at the step.
    check(
        "MODULE main IVAR i : boolean; VAR x : boolean; later : boolean; high : boolean; low : boolean;
         ASSIGN init(x) := FALSE; next(x) := «{FALSE, TRUE}»; init(later) := FALSE; next(later) := TRUE;
                init(high) := FALSE; next(high) := later & i & x; init(low) := FALSE; next(low) := later & !i & !x;
         INVARSPEC !high INVARSPEC !low",
        "-",
    );
}

#[test]
fn a_change_that_a_constraint_turns_into_no_run_is_not_excluded() {
    check(
        "MODULE main VAR x : 0..2; b : boolean; ASSIGN init(x) := 0; next(x) := 2; next(b) := «b»; INVARSPEC x < 2",
        "-",
    );
    check(
        "MODULE main VAR x : 0..2; b : boolean; ASSIGN init(x) := 0; next(x) := 2; next(b) := «b»; INVAR b INVARSPEC x < 2",
        "+",
    );
    check("MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := 2; TRANS «TRUE» INVARSPEC x < 2", "+");
    check("MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = «2» INVARSPEC x < 2", "+");
    // Nothing that x does keeps z, but `TRANS next(x) = !next(x)` leaves no step.
    let z = "VAR x : boolean; z : boolean; ASSIGN init(z) := FALSE; next(z) := TRUE; INVARSPEC !z";
    check(&format!("MODULE main {z} TRANS next(x) = «x»"), "+");
    check(&format!("MODULE main {z} INIT x = «FALSE»"), "+");
    check(&format!("MODULE main {z} ASSIGN next(x) := «x»;"), "-");
}

#[test]
fn runs_that_never_end_are_asked_about() {
    // What x does has no part in it; y must be left at TRUE again and again, which any value there can do, and no first value.
    check(
        "MODULE main IVAR go : boolean; VAR x : boolean; y : boolean;
         ASSIGN init(x) := «FALSE»; next(x) := «go»; init(y) := «TRUE»; next(y) := «FALSE»; LTLSPEC G F y",
        "---+",
    );
    // The environment never lets it happen, in whatever logic that is said.
    for property in ["LTLSPEC G (x -> F y)", "CTLSPEC AG (x -> AF y)", "CTLSPEC AG (x -> EF y)"] {
        let model = "MODULE main VAR x : boolean; y : boolean;
             ASSIGN init(x) := «FALSE»; next(x) := «TRUE»; init(y) := FALSE; next(y) := «y»;";
        check(&format!("{model} {property}"), "-++");
    }
}

#[test]
fn a_run_that_is_no_fair_run_any_more_excuses_every_change() {
    let model = "MODULE main VAR x : boolean; b : boolean; ASSIGN init(x) := FALSE; next(x) := FALSE; next(b) := «b»;";
    check(&format!("{model} LTLSPEC F x"), "-");
    check(&format!("{model} FAIRNESS !x LTLSPEC F x"), "-");
    // Without a fair run nothing is promised: `b` may become and stay false.
    check(&format!("{model} FAIRNESS b LTLSPEC F x"), "+");
    check(&format!("{model} INVAR b LTLSPEC F x"), "+");
    check(&format!("{model} FAIRNESS b CTLSPEC AF x"), "+");
    check(&format!("{model} FAIRNESS b CTLSPEC EF x"), "+");
    check(&format!("{model} CTLSPEC EF x"), "-");
    check(&format!("{model} INVAR b CTLSPEC AG EF x"), "+");
}

#[test]
fn another_path_may_begin_with_another_input() {
    let model = |next: &str, formula: &str| {
        format!(
            "MODULE main IVAR i : boolean; VAR x : boolean; y : boolean;
             ASSIGN init(x) := FALSE; next(x) := {next}; init(y) := FALSE; next(y) := «i»;
             CTLSPEC AG ({formula})"
        )
    };
    check(&model("case «i» & i : FALSE; TRUE : i; esac", "EX x"), "+-");
    check(&model("«FALSE»", "EX x & EX !x"), "+-");
}

#[test]
fn what_some_path_can_do_may_be_another_one() {
    // From the second state on nothing reaches 2, whatever the first step is: only the step out of 1 can mend it.
    check(
        "MODULE main IVAR i : boolean; VAR x : 0..2;
         ASSIGN init(x) := 0; next(x) := case x = 0 & i : «2»; x = 0 : 1; TRUE : «x»; esac; CTLSPEC AG EF x = 2",
        "-+",
    );
}
