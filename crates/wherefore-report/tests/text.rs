//! The text report, whole, as it stands on a terminal.

mod support;

use support::*;
use wherefore_diag::Style;
use wherefore_report::document::{Cell, Claim, Datum, Document, Obligations, Stronger, Vacuity, Verdict};
use wherefore_report::no_answer::{CauseKind, NoAnswer};
use wherefore_report::text::{Options, check};

const PLAIN: Options = Options { style: Style::Plain, width: 72, full_traces: false };

fn expect(report: &Document, expected: &str) {
    let found = check(report, &PLAIN);
    assert_eq!(found.trim_end(), expected.trim_matches('\n'), "found:\n{found}");
}

#[test]
fn verdicts_reasons_runs_and_summary() {
    let report = report(
        vec![
            property("good", "x <= 7", holds()),
            property("bad", "x < 3", Verdict::Violated(run(3, None))),
            property("unknown", "a_long_formula & that_does_not_fit | on_the_line", undetermined()),
        ],
        Vec::new(),
    );
    expect(
        &report,
        "
holds         good     x <= 7                                bmc  0.25 s
violated      bad      x < 3                                 bmc  0.25 s
undetermined  unknown  a_long_formula & that_does_not_fi...  bmc  0.25 s

proof of good: inductive invariant, re-checked by z3
undetermined: unknown
  no answer within 20 steps
  try a larger --max-depth, or --engine auto so that engines that prove
  things take part

bad is violated: 3 states; no shorter run does it
  state 1  x          0
           mode.word  0ud8_5
  input 1  go         TRUE
  state 2  x          1
  input 2  go         FALSE
  state 3  x          2

3 properties: 1 holds, 1 violated, 1 undetermined
",
    );
}

#[test]
fn a_lasso_says_where_it_goes_on() {
    let mut lasso = run(2, Some(1));
    lasso.claims = vec![Claim { row: 1, formula: "EF x = 3".to_owned(), value: false }];
    lasso.shortest = false;
    expect(
        &report(vec![property("live", "F x = 3", Verdict::Violated(lasso))], Vec::new()),
        "
violated  live  F x = 3                                      bmc  0.25 s

live is violated: 2 states, then back to state 2
  state 1  x          0
           mode.word  0ud8_5
  input 1  go         TRUE
  -- the loop starts here
  state 2  x          1
  input 2  go         FALSE
  -- after state 2 the run goes on at state 2
  -- in state 2, EF x = 3 is false

1 property: 1 violated
",
    );
}

#[test]
fn what_is_vacuous_is_true_and_easily_seen() {
    let vacuity = |reason: &str, span| {
        let Verdict::Holds(certificate) = holds() else { panic!("a proof is a proof") };
        let (idle, formula) = ("F x = 3".to_owned(), "G x != 9".to_owned());
        let stronger = Some(Box::new(Stronger { idle, formula, certificate: certificate.clone() }));
        Verdict::Vacuous(Vacuity { certificate, reason: reason.to_owned(), span, stronger })
    };
    let report = report(
        vec![
            property("good", "x <= 7", holds()),
            property("fine", "x <= 8", holds()),
            property("empty", "G (x = 9 -> F x = 3)", vacuity("`x = 9` never happens", place(61, 66))),
        ],
        Vec::new(),
    );
    expect(
        &report,
        "
holds    good   x <= 7                                       bmc  0.25 s
holds    fine   x <= 8                                       bmc  0.25 s
vacuous  empty  G (x = 9 -> F x = 3)                         bmc  0.25 s

proof of good, fine, empty: inductive invariant, re-checked by z3
vacuous: empty
  it is true and says nothing: `x = 9` never happens (m.smv:4)
  `F x = 3` never matters: `G x != 9` is true too, proved

3 properties: 2 hold, 1 vacuous
",
    );
}

#[test]
fn one_event_may_take_several_steps() {
    let mut machine = run(4, None);
    machine.by_event = true;
    machine.columns.remove(1);
    for (row, transient) in machine.rows.iter_mut().zip([true, false, true, false]) {
        row.cells.remove(1);
        row.transient = transient;
        row.cells[1] = machine_input();
    }
    machine.rows[2].element = Some("t1".to_owned());
    expect(
        &report(vec![property("p", "x < 3", Verdict::Violated(machine))], Vec::new()),
        "
violated  p  x < 3                                           bmc  0.25 s

p is violated: 4 states; no shorter run does it
  state 1  x   0
  -- still starting
  state 2  x   1
  input 2  go  TRUE
  step 2   t1
  state 3  x   2
  -- still handling input 2
  state 4  x   3

1 property: 1 violated
",
    );
}

fn machine_input() -> Option<std::sync::Arc<Cell>> {
    Some(std::sync::Arc::new(Cell { text: "TRUE".to_owned(), datum: Datum::Bool(true) }))
}

#[test]
fn a_broken_model_shows_the_place_and_the_run() {
    let report = Document { obligations: Obligations::Broken, ..report(Vec::new(), vec![broken()]) };
    expect(
        &report,
        "
error[model-out-of-range]: 8 does not fit `x`, which is 0..7
 --> m.smv:3:19
  |
3 | ASSIGN next(x) := x + 1;
  |                   ^^^^^ here
  |
  = note: a fact

the run that leads there: 2 states; no shorter run does it
  state 1  x          0
           mode.word  0ud8_5
  input 1  go         TRUE
  state 2  x          1

the model does not make sense: no property was checked
",
    );
}

#[test]
fn long_runs_show_both_ends() {
    let report = report(vec![property("bad", "x < 3", Verdict::Violated(run(100, None)))], Vec::new());
    let short = check(&report, &PLAIN);
    assert!(short.lines().count() < 50, "{short}");
    assert!(short.contains("state 1  ") && short.contains("state 100"), "{short}");
    let (before, after) = short.split_once("  ... 162 lines not shown; --full-trace shows all\n").expect(&short);
    assert!(before.ends_with("input 9    go         TRUE\n"), "{before}");
    assert!(after.starts_with("  state 91   x"), "{after}");
    let full = check(&report, &Options { full_traces: true, ..PLAIN });
    assert!(full.contains("state 50 ") && !full.contains("not shown"));
}

#[test]
fn of_many_properties_the_summary_comes_first_and_last() {
    let properties = (0..40).map(|i| {
        let verdict = if i % 5 == 0 { Verdict::Violated(run(2, None)) } else { holds() };
        property(&format!("p{i}"), "x < 3", verdict)
    });
    let text = check(&report(properties.collect(), Vec::new()), &PLAIN);
    let summary = "40 properties: 32 hold, 8 violated (p0, p5, p10, p15, p20, p25 and 2 more)";
    assert_eq!((text.lines().next(), text.lines().last()), (Some(summary), Some(summary)));
    assert_eq!(text.matches("is violated:").count(), 5);
    assert!(text.contains("3 more runs are not shown (p25, p30, p35): -p NAME shows one, --full-trace all"), "{text}");
    assert!(text.contains("proof of p1, p2, p3, p4, p6, p7 and 26 more: inductive"), "{text}");
}

#[test]
fn names_cannot_drive_the_terminal() {
    let mut trace = run(2, None);
    trace.columns[0].name = "x\u{1b}[2J".to_owned();
    let name = "p\u{1b}]0;title\u{7}";
    let text = check(&report(vec![property(name, "x\r\n< 3", Verdict::Violated(trace))], Vec::new()), &PLAIN);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    assert!(text.contains("x\\u{1b}[2J"));
}

#[test]
fn verdicts_are_coloured_only_on_request() {
    let report = report(vec![property("good", "x <= 7", holds())], Vec::new());
    assert!(!check(&report, &PLAIN).contains('\u{1b}'));
    let coloured = check(&report, &Options { style: Style::Coloured, ..PLAIN });
    assert!(coloured.contains("\u{1b}[1m\u{1b}[32mholds\u{1b}[0m"), "{coloured:?}");
}

#[test]
fn an_unknown_model_is_said_beside_the_verdicts() {
    let cause = NoAnswer::new(CauseKind::Timeout, "timeout after 1 s");
    let obligations = Obligations::Undetermined(cause);
    let text =
        check(&Document { obligations, ..report(vec![property("good", "x <= 7", holds())], Vec::new()) }, &PLAIN);
    assert!(text.contains("undetermined: the model itself\n  it is not known whether the model makes sense"), "{text}");
}

#[test]
fn narrow_terminals_lose_the_formula_first() {
    let report = report(vec![property("good", "x <= 7", holds())], Vec::new());
    let text = check(&report, &Options { width: 24, ..PLAIN });
    assert_eq!(text.lines().next(), Some("holds  good  bmc  0.25 s"));
}
