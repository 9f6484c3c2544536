//! Two models side by side, suites and mutants: the text as it stands on a terminal, and the tables for programs.

mod support;

use support::equivalence::*;
use wherefore_diag::Style;
use wherefore_report::csv;
use wherefore_report::document::equivalence::{Comparison, Difference, Equivalence, Numbers, Outcome, Party};
use wherefore_report::document::{Command, Document, Obligations};
use wherefore_report::no_answer::{CauseKind, NoAnswer};
use wherefore_report::text::{self, Focus, Options};

const PLAIN: Options = Options { style: Style::Plain, width: 80, full_traces: false };

fn found(comparison: Comparison, options: &Options) -> String {
    text::diff(&compared(comparison), options, Focus::Overview)
}

fn expect(found: &str, expected: &str) {
    assert_eq!(found.trim_end(), expected.trim_matches('\n'), "found:\n{found}");
}

/// The part of a text that begins with a line.
fn part<'a>(text: &'a str, start: &str) -> &'a str {
    let at = text.find(start).unwrap_or_else(|| panic!("no `{start}` in\n{text}"));
    text[at..].split("\n\n").next().unwrap()
}

#[test]
fn equivalence_says_what_was_proved() {
    expect(
        &found(equal(Numbers::Reals), &PLAIN),
        "
equivalent for all inputs (reals)  0.25 s
proof: 9 pairs of states agree and lead to each other, re-checked by cvc5

inputs   x: 0..200; go: boolean
outputs  m (implementation: mode): 0..2; hot: boolean
reference       alarm.scxml: 3 state classes, 3 input classes, 3 minimal states
implementation  other.scxml: 3 state classes, 3 input classes, 3 minimal states

input classes
  1  x <= max - delta (x = 0, go = true)
  2  max - delta < x < max (x = 91, go = true)
  3  x >= max (x = 100, go = true)
",
    );
    let first = |numbers| found(equal(numbers), &PLAIN).lines().next().unwrap().to_owned();
    assert_eq!(first(Numbers::Exact), "equivalent for all inputs  0.25 s");
    assert_eq!(
        first(Numbers::Floats(wherefore_ir::FloatFormat::Double)),
        "equivalent for all inputs (float64)  0.25 s"
    );
}

#[test]
fn a_difference_is_a_table_with_a_mark() {
    let second = Difference { key: "hot, for x > max".to_owned(), id: "77ab02ee".to_owned(), ..difference() };
    let text = found(different(vec![difference(), second]), &PLAIN);
    assert!(text.starts_with("different after 2 steps (reals)  0.25 s\n  m, for x = max - delta\n"), "{text}");
    expect(
        part(&text, "shortest difference"),
        "
shortest difference: m, for x = max - delta
  2 steps, at 2 pairs of states, id 1f0c77aa
  step   inputs     reference           implementation
         x    go    m  hot    takes     m   hot    takes
  start             0  false            0   false
  1      100  true  2  true   S0 -> S2  2   true   up
  2      90   true  0  false  S0 -> S2  2!  false  up
  ! differs from the reference: m
  enough: x = 90 at step 2
  both show the same with x = 89 at step 2 instead of 90
",
    );
    assert_eq!(
        part(&text, "other differences"),
        "other differences\n  2  hot, for x > max: 2 steps, last x = 90, go = true, id 77ab02ee"
    );
    assert!(text.contains("other.scxml:3 | <transition cond='x &lt; max - delta' target='S0'/>"), "{text}");
    assert!(text.ends_with("\n2 differences, complete\n"), "{text}");
}

/// Text that does not fit a line is written below each other, and nothing is wider than the terminal.
#[test]
fn a_narrow_terminal_has_a_list() {
    let text = found(different(vec![difference()]), &Options { width: 44, ..PLAIN });
    expect(
        part(&text, "difference:"),
        "
difference: m, for x = max - delta
  2 steps, at 2 pairs of states, id 1f0c77aa
  start
    reference       m = 0, hot = false
    implementation  m = 0, hot = false
  step 1
    inputs          x = 100, go = true
    reference       m = 2, hot = true (takes
                    S0 -> S2)
    implementation  m = 2, hot = true (takes
                    up)
  step 2
    inputs          x = 90, go = true
    reference       m = 0, hot = false
                    (takes S0 -> S2)
    implementation  m = 2!, hot = false
                    (takes up)
  ! differs from the reference: m
  enough: x = 90 at step 2
  both show the same with x = 89 at step 2
                          instead of 90
",
    );
    assert!(text.lines().all(|l| l.chars().count() <= 44), "{text}");
}

/// The machine that can do what the other cannot is marked, and what the other may do instead is said.
#[test]
fn a_nondeterministic_difference_names_the_others() {
    let mut more = difference();
    more.by = Party::Implementation;
    more.others = vec![texts(&["0", "false"]), texts(&["1", "false"])];
    more.outputs = Vec::new();
    more.reactions[1].reference = None;
    more.reactions[1].reference_takes = Vec::new();
    let text = found(different(vec![more]), &PLAIN);
    expect(
        part(&text, "  2      90"),
        "
  2      90   true  otherwise                   2!  false!  up
  ! what the implementation shows here, the reference cannot show: it shows m =
  0, hot = false, or m = 1, hot = false
  enough: x = 90 at step 2
  both show the same with x = 89 at step 2 instead of 90
",
    );
}

#[test]
fn refused_inputs_and_combinations_are_said() {
    let mut refused = difference();
    refused.outputs = Vec::new();
    refused.reactions[1].implementation = None;
    let text = found(different(vec![refused]), &PLAIN);
    assert!(text.contains("S0 -> S2  refused!"), "{text}");
    assert!(text.contains("! the implementation does not take these inputs here"), "{text}");
    let together = Difference { outputs: Vec::new(), ..difference() };
    let text = found(different(vec![together]), &PLAIN);
    assert!(text.contains("each of these outputs alone can be the same, but not all of them together"), "{text}");
}

#[test]
fn machines_may_differ_before_any_input() {
    let start = Difference { reactions: Vec::new(), start_differs: Some(texts(&["1", "false"])), ..difference() };
    let text = found(different(vec![start]), &PLAIN);
    assert!(text.starts_with("different from the start (reals)"), "{text}");
    assert!(text.contains("  start  "), "{text}");
    assert!(text.contains("1!") && text.contains("! differs from the reference before any input"), "{text}");
}

#[test]
fn no_answer_is_no_equivalence() {
    let text = found(open(), &PLAIN);
    let advice = "  try a longer --timeout or another --engine";
    expect(&text, &format!("undetermined  0.25 s\n  timeout after 60s\n{advice}"));
    let stopped = Equivalence::Different(Err(NoAnswer::new(CauseKind::ClassLimit, "limit of 1 difference")));
    let text = found(Comparison { verdict: stopped, ..different(vec![difference()]) }, &PLAIN);
    assert!(text.contains("1 difference, stopped: there may be others\n  limit of 1 difference\n"), "{text}");
    let report = Document { obligations: Obligations::Broken, ..answered(Command::Diff, None) };
    assert_eq!(text::diff(&report, &PLAIN, Focus::Overview), "the model does not make sense: nothing was compared\n");
}

/// The beginning and the end of a long run; names that could drive a terminal are written as escapes.
#[test]
fn long_runs_are_folded_and_hostile_names_are_visible() {
    let mut long = difference();
    long.key = "m\u{1b}[31m".to_owned();
    let row = long.reactions[0].clone();
    long.reactions.splice(0..0, vec![row; 100]);
    let text = found(different(vec![long.clone()]), &PLAIN);
    assert!(text.contains("lines not shown; --full shows all") && !text.contains('\u{1b}'), "{text}");
    assert!(text.lines().count() < 80, "{}", text.lines().count());
    let all = text::diff(&compared(different(vec![long])), &Options { full_traces: true, ..PLAIN }, Focus::Everything);
    assert!(all.lines().count() > 100 && !all.contains("not shown"));
}

#[test]
fn suites_have_counts_a_hypothesis_and_tests() {
    let report = answered(Command::Tests, Some(Outcome::Tests(Some(Box::new(plan())))));
    expect(
        &text::tests(&report, &PLAIN, Focus::Overview),
        "
method  tests  inputs
h           1       2
w       none: the machine is nondeterministic

inputs   x: 0..200; go: boolean
outputs  m (implementation: mode): 0..2; hot: boolean
model    alarm.scxml: 3 state classes, 3 input classes, 3 minimal states

input classes
  1  x <= max - delta (x = 0, go = true)
  2  max - delta < x < max (x = 91, go = true)
  3  x >= max (x = 100, go = true)

a suite finds every difference of an implementation if
  - it has at most 4 states
  - it treats the inputs of a class alike

tests of method h
  start  m = 0, hot = false
  1      x = 100, go = true -> m = 2, hot = false
         x = =\"1\",\\n2, go = true -> m = 1, hot = false or refused
",
    );
}

#[test]
fn tables_are_quoted() {
    let mut hostile = plan();
    hostile.interface.inputs[0].reference = "=cmd|'a',\"b\"".to_owned();
    let report = answered(Command::Tests, Some(Outcome::Tests(Some(Box::new(hostile)))));
    let table = csv::render(&report);
    let expected = "method,test,step,\"in:=cmd|'a',\"\"b\"\"\",in:go,out:m,out:hot,allowed\r\n\
                    h,1,0,,,0,false,1\r\n\
                    h,1,1,100,true,2,false,1\r\n\
                    h,1,2,\"'=\"\"1\"\",\n2\",true,1,false,1\r\n\
                    h,1,1,100,true,2,false,2\r\n\
                    h,1,2,\"'=\"\"1\"\",\n2\",true,,,2\r\n";
    assert_eq!(table, expected);
    assert_eq!(csv::render(&answered(Command::Tests, None)), "");
}

#[test]
fn mutants_are_listed_by_number_operator_and_line() {
    let report = answered(Command::Mutate, Some(Outcome::Mutants(Some(mutants()))));
    expect(
        &text::mutants(&report, &Options { width: 60, ..PLAIN }),
        "
 1  ROR  3  `<` becomes `<=` in the condition of the
            transition from S2 to S0
12  SGF  1  the guard is false

2 mutants: ROR 1, SGF 1; 3 left out because the result is no
model
written to out/alarm.001-ROR.scxml
",
    );
}

#[test]
fn checked_mutants_are_listed_by_what_became_of_them() {
    let report = answered(Command::Mutate, Some(Outcome::Mutants(Some(checked_mutants()))));
    expect(
        &text::mutants(&report, &Options { width: 60, ..PLAIN }),
        "
1 of 3 mutants are noticed by a property (33 %), 2 survive
set apart: 1 equivalent to the model, 1 undetermined, 1
           invalid, 3 unreadable

survivors in t5
  8  SGF  1:3  the guard is false
               differs from the model after 2 steps: m, for
               x >= max
               vacuous of it: quiet

survivors in t6
  9  SGF  1:3  the guard is false
               not compared with the model: x is unbounded

undetermined
  10  SGF  1:3  the guard is false
                safe: timeout after 1s

invalid
  11  SGF  1:3  the guard is false
                `x` leaves its range

equivalent to the model: 12

properties
  safe   holds, notices 1 mutant
  quiet  holds, notices 0 mutants
",
    );
}
