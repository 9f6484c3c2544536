//! Inquiries as text, whole, as they stand on a terminal.

mod support;

use support::flow::{event, flowing, muv, program};
use support::inquiry::*;
use support::{holds, property, report};
use wherefore_diag::Style;
use wherefore_report::baseline::Earlier;
use wherefore_report::document::flow::{Flow, Side};
use wherefore_report::document::{AllCauses, Class, Datum, Document, Event, Group, Key, MinimalCause, Part, Verdict};
use wherefore_report::text::{Focus, Options, fit, why};

const PLAIN: Options = Options { style: Style::Plain, width: 80, full_traces: false };

fn expect(report: &Document, focus: Focus<'_>, expected: &str) {
    let found = why(report, &PLAIN, focus);
    assert_eq!(found.trim_end(), expected.trim_matches('\n'), "found:\n{found}");
}

#[test]
fn the_first_screen_goes_from_the_conclusion_to_one_run() {
    expect(
        &asked("right_mode", air_conditioner()),
        Focus::Overview,
        "
m.smv: right_mode is VIOLATED                                             0.25 s
  must hold: s = ON -> pt > 24

to look at first
  ac.smv:3 | t4 := s = IDLE & e = enter & t >= 24;
  ac.smv:4 | t5 := s = ON & e = enter & t <= 26;

4 ways to fail, shortest first; there is no other (proved, re-checked by sat)
  1  by t1, t4      2 steps
  2  by t3, t5      2 steps
  3  by t3, t5, t4  3 steps
  4  by t1, t4, t5  3 steps

way 1, step by step       s
  start                   S0
  1  e = exit   t1        S1
  2  e = enter  t4        S2
  fails: s = ON -> pt > 24

note: `fan` has no equation: every change is a transition

--class 2 another way, --full everything, -o page.html a page
",
    );
}

#[test]
fn one_class_is_shown_whole() {
    expect(
        &asked("right_mode", air_conditioner()),
        Focus::Class("<t1,t4,t5>"),
        "
violated  right_mode  s = ON -> pt > 24                              bmc  0.25 s

right_mode: class 4 <t1,t4,t5>: 3 steps, 6 variants, id 98ab01cd
  at coarser levels: IDLE, t5
  derived from class 1 <t1,t4>: a detour to the same failure
  state 1  s  S0
  input 1  e  exit
  step 1   t1
  state 2  s  S1
  input 2  e  enter
  step 2   t4
  state 3  s  S2
  step 3   t5
  state 4  s  S3
  -- let through by t5
  ac.smv:4 | t5 := s = ON & e = enter & t <= 26;

1 property: 1 violated
",
    );
}

#[test]
fn a_search_that_was_stopped_says_what_is_known_all_the_same() {
    let mut inquiry = bare(crowd(1, 2), stopped(Some(6)));
    let keys = [("<..t4,t5>", 3), ("<..t1,t5>", 12)].map(|(key, length)| Key { key: key.to_owned(), length }).into();
    inquiry.summary = Some(Group { level: "1(1)".to_owned(), keys, completeness: complete() });
    expect(
        &asked("p", inquiry),
        Focus::Overview,
        "
m.smv: p is VIOLATED                                                      0.25 s
  must hold: s = ON -> pt > 24

2 ways to fail, shortest first, stopped: class limit of 200 reached;
  every failure of at most 6 steps is among them
  try a larger --max-classes, or a coarser --level such as 2 or 1(1)
  1  by t0, t1, t2, x0  4 steps
  2  by t3, t4, t5, x0  4 steps

summary: 2 groups at level 1(1), complete
  (inductive invariant, re-checked by sat)
  <..t4,t5>   3 steps
  <..t1,t5>  12 steps

way 1, step by step       s
  start                   S0
  1  e = exit   t0        S1
  2  e = enter  t1        S2
  3             t2        S3
  4             x0        S4
  fails: s = ON -> pt > 24
  -- let through by x0

--class 2 another way, --full everything, -o page.html a page
",
    );
}

/// The lines of the list of ways.
fn ways(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|l| !l.contains(" ways to fail")).skip(1);
    lines.take_while(|l| !l.is_empty()).collect()
}

#[test]
fn many_ways_fit_a_screen_the_first_of_each_kind() {
    for (groups, each) in [(1, 20), (4, 5), (10, 2), (10, 30), (20, 1), (200, 2)] {
        let report = asked("p", bare(crowd(groups, each), complete()));
        let text = why(&report, &PLAIN, Focus::Overview);
        let listed = ways(&text);
        assert!(listed.len() <= 21 && text.lines().count() <= 40, "{groups} groups: {text}");
        let shown = listed.iter().filter(|l| l.ends_with(" 4 steps")).count();
        assert_eq!(shown, groups.min(10), "{text}");
        let more = listed.iter().any(|l| l.trim() == format!("and {} more by x0", each - 1));
        assert_eq!(more, each > 1, "{text}");
        let rest = format!("  ... {} more ways; --full lists all", groups.saturating_sub(10) * each);
        assert_eq!(listed.contains(&rest.as_str()), groups > 10, "{text}");
        let full = why(&report, &PLAIN, Focus::Everything);
        assert_eq!(full.matches("\nclass ").count(), groups * each);
    }
}

#[test]
fn lines_fit_the_terminal() {
    let names: Vec<String> = (0..40).map(|i| format!("transition_{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut inquiry = air_conditioner();
    inquiry.classes.push(class("deadbeef", "a_state_with_quite_a_long_name_indeed", &names, Some(1_000_000)));
    inquiry.classes[4].derived_from = Some("77ab02ee".to_owned());
    let report = asked("p", inquiry);
    for width in [60, 80, 100] {
        let text = why(&report, &Options { width, ..PLAIN }, Focus::Overview);
        let wide = text.lines().find(|l| fit::width(l) > width);
        assert_eq!(wide, None, "{text}");
        assert!(text.contains("on_39"), "the end of a sentence is what tells most\n{text}");
    }
}

#[test]
fn names_cannot_drive_the_terminal() {
    let mut evil: Class = class("id\u{1b}[2J", "END\r\n", &["t\u{7}4"], Some(1));
    evil.derived_from = Some("\u{1b}]0;x\u{7}".to_owned());
    let mut inquiry = bare(vec![evil], complete());
    inquiry.notes = vec!["\u{1b}[31m".to_owned()];
    for focus in [Focus::Overview, Focus::Class("1")] {
        let text = why(&asked("p\u{1b}", inquiry.clone()), &PLAIN, focus);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}

#[test]
fn colours_are_used_only_on_request() {
    let report = asked("right_mode", air_conditioner());
    let coloured = why(&report, &Options { style: Style::Coloured, ..PLAIN }, Focus::Overview);
    assert!(coloured.contains("\u{1b}[1m\u{1b}[32mthere is no other\u{1b}[0m"), "{coloured:?}");
    let without = anstream::adapter::strip_str(&coloured).to_string();
    assert_eq!(without, why(&report, &PLAIN, Focus::Overview));
}

const EARLIER: &str = r#"{
  "schema": "wherefore/1", "command": "why", "later": [1, {"a": null}],
  "properties": [
    {"name": "right_mode", "verdict": "violated", "enumeration": {"level": "1", "complete": true},
     "classes": [{"id": "77ab02ee", "key": "<t1,t4>"}, {"id": "00000000", "key": "<t2,t9>"}]},
    {"name": "by_check", "verdict": "violated"},
    {"name": "held", "verdict": "holds"},
    {"name": "coarse", "verdict": "violated", "enumeration": {"level": "2", "complete": true}, "classes": []},
    {"name": "cut", "verdict": "violated", "enumeration": {"level": "1", "complete": false},
     "classes": [{"id": "77ab02ee", "key": "<t1,t4>"}]}
  ]}"#;

fn since(name: &str) -> String {
    let mut report = asked(name, air_conditioner());
    let earlier = Earlier::read("old.json", EARLIER).unwrap();
    let since = earlier.compare(&report.properties[0]);
    report.properties[0].inquiry.get_or_insert_default().since = Some(since);
    why(&report, &PLAIN, Focus::Overview)
}

#[test]
fn changes_since_an_earlier_run() {
    let text = since("right_mode");
    assert!(text.contains("\nsince old.json: 3 new, 1 fixed, 1 unchanged\n  fixed  <t2,t9>\n  1  "), "{text}");
    assert!(text.contains("2 steps\n  2  by t3, t5      2 steps, new\n"), "{text}");
    assert!(since("held").contains("since old.json: 4 new, 0 fixed, 0 unchanged\n"));
}

#[test]
fn what_cannot_be_compared_is_said() {
    for (name, words) in [
        ("by_check", "since old.json: no comparison: it lists no classes of this property\n"),
        ("unheard_of", "since old.json: no comparison: it has no property of this name\n"),
        ("coarse", "since old.json: no comparison: its classes are of level 2, those of this run of\nlevel 1\n"),
        ("cut", "since old.json: 3 new, 0 fixed, 1 unchanged\n  partial: the earlier run was stopped, so that what is"),
    ] {
        let text = since(name);
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn a_property_that_holds_now_has_all_its_classes_fixed() {
    let mut good = property("right_mode", "s = ON -> pt > 24", holds());
    let since = Earlier::read("old.json", EARLIER).unwrap().compare(&good);
    good.inquiry.get_or_insert_default().since = Some(since);
    let text = why(&report(vec![good], Vec::new()), &PLAIN, Focus::Overview);
    let words = "right_mode, since old.json: 0 new, 2 fixed, 0 unchanged\n  fixed  <t1,t4>\n  fixed  <t2,t9>\n";
    assert!(text.contains(words), "{text}");
}

#[test]
fn other_documents_are_no_earlier_runs() {
    let deep = format!("{{\"a\": {}", "[".repeat(100_000));
    let long = format!("{{\"schema\": \"wherefore/1\", \"properties\": \"{}\"}}", "x".repeat(1_000_000));
    for (text, words) in [
        ("", "it ends too early at line 1, column 0"),
        ("hello", "it is not JSON at line 1, column 1"),
        ("[]", "something else is expected"),
        ("{}", "it has no field `schema`"),
        (r#"{"schema": 1}"#, "something else is expected at line 1"),
        (r#"{"schema": "wherefore/2", "properties": 5}"#, "its schema is not `wherefore/1`"),
        (r#"{"schema": "wherefore/1"}"#, "something else is expected"),
        (r#"{"schema": "wherefore/1", "properties": [{"name": 1}]}"#, "something else is expected"),
        (&deep, "it ends too early at line 1, column"),
        (&long, "something else is expected at line 1"),
    ] {
        let error = Earlier::read("old.json", text).unwrap_err();
        assert!(error.len() < 100 && error.contains(words), "{error}");
    }
}

#[test]
fn properties_without_classes_show_one_run() {
    let mut other = property("live", "AG EF s = OFF", Verdict::Violated(walk(&["t1"])));
    other.kind = "ctl";
    let text = why(&report(vec![other], Vec::new()), &PLAIN, Focus::Overview);
    assert!(text.contains("live is violated: 2 states"), "{text}");
    assert!(text.contains("of live one run is shown, without classes\n"), "{text}");
}

#[test]
fn a_cause_in_a_program_is_two_tables_and_its_equations() {
    expect(
        &program(muv()),
        Focus::Class("1"),
        "
violated  ok  s = ON -> pt > 24                                      bmc  0.25 s

ok: class 1 once is false at the end: 1 step, id aa11
  at coarser levels: active
  input 1  active  TRUE
           action  FALSE
  input 2  active  FALSE
  key events of the property
    block        tick  value  comment
    active          1  TRUE   input
    Observer/ok     2  FALSE  the right side was false while the left side was
                              true
    active          2  FALSE  input
  key events of the model
    block      tick  value  comment
    MUV/once      2  FALSE  initial value and never set
    MUV/act_n     2  TRUE   condition false, so its second input
    active        2  FALSE  input
  -- 2 causes of this class lie in this run; this is the first
  active equations
    muv.lus
    >  4 |   once    = begins or (false -> pre once);
    >  5 |   act_n   = if once
       6 |             then action
    >  7 |             else true;
       8 |   goes_on = active;
    >  9 |   alarm   = not (act_n or goes_on);
      ...
    > 15 | let ok = Falling(active) => alarm; tel

1 property: 1 violated
",
    );
}

#[test]
fn every_way_that_was_tried_is_told_on_request() {
    let full = why(&program(muv()), &PLAIN, Focus::Everything);
    let expected = "
5 other ways beside known causes were tried:
  1 new, 1 known, 2 impossible (proved), 1 undecided
  new: class 2  MUV/once: `once` is true through its second input one tick
                before the failure
  impossible    MUV/act_n: `act_n` is true through `action`
  impossible    MUV/alarm: `goes_on` is true
  known         MUV/begins: `begins` is false because `active` is
  undecided     ok: the left side is true (timeout after 5s)
";
    assert!(full.contains(expected), "{full}");
}

#[test]
fn what_makes_a_class_of_causes_is_told_in_full() {
    let mut inquiry = muv();
    inquiry.classes[1].key = format!("once by begins=1, {} act_n by once=1", "b by its second input is 0,".repeat(20));
    let text = why(&program(inquiry), &PLAIN, Focus::Class("2"));
    assert_eq!(text.lines().find(|l| fit::width(l) > 80), None, "{text}");
    let head = "\n  once by begins=1, b by its second input is 0,b by its second input is 0,b by\n";
    assert!(text.contains(head) && text.contains(" act_n by once=1\n  at coarser levels: active\n"), "{text}");
    assert!(
        text.contains("ok: class 2 once by begins=1...cond input is 0, act_n by once=1: 1 step, id bb22\n"),
        "{text}"
    );
}

/// A cause with this number of events of the model.
fn crowded(events: u32, name: &str, comment: &str) -> (Flow, Vec<Event>) {
    let event = |k: u32| event(Side::Model, &format!("{name}{k}"), k, k.is_multiple_of(2), comment);
    (Flow { marked: Vec::new(), causes: 1 }, (0..events).map(event).collect())
}

#[test]
fn of_many_events_the_last_are_shown_first() {
    let report = |events| program(bare(vec![flowing("aa11", crowded(events, "b", "set"))], complete()));
    let rows = |text: &str| text.lines().filter(|l| l.ends_with("  set")).count();
    for events in [5_u32, 8, 9, 5000] {
        let text = why(&report(events), &PLAIN, Focus::Overview);
        assert_eq!(rows(&text), events.min(8) as usize, "{text}");
        assert_eq!(text.contains(&format!("why, by step, the last 8 of {events} events\n")), events > 8, "{text}");
        assert!(text.contains(&format!(" b{} ", events - 1)), "{text}");
        assert_eq!(rows(&why(&report(events), &PLAIN, Focus::Class("1"))), events as usize);
    }
    assert!(!why(&report(0), &PLAIN, Focus::Overview).contains("why, by step"));
}

#[test]
fn names_and_comments_of_any_length_fit_and_cannot_drive_the_terminal() {
    let names = ["Observer/".repeat(30), "\u{1b}[2J\r\n".to_owned(), "\u{6e29}\u{5ea6}".repeat(40)];
    for name in names {
        let comment = format!("{name} and {name} {}", "long ".repeat(60));
        let mut inquiry = bare(vec![flowing("aa11", crowded(3, &name, &comment))], complete());
        inquiry.alternative_search = muv().alternative_search;
        inquiry.alternative_search.iter_mut().flat_map(|s| &mut s.attempts).for_each(|a| a.name.clone_from(&name));
        for width in [60, 80, 120] {
            let text = why(&program(inquiry.clone()), &Options { width, ..PLAIN }, Focus::Everything);
            assert_eq!(text.lines().find(|l| fit::width(l) > width), None, "{text}");
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        }
    }
}

#[test]
fn without_its_source_a_cause_has_no_lines_to_quote() {
    let mut report = program(muv());
    report.sources = std::sync::Arc::default();
    let text = why(&report, &PLAIN, Focus::Class("1"));
    assert!(text.contains("key events of the model") && !text.contains("active equations"), "{text}");
}

/// The run of a class with this cause.
fn caused(cause: MinimalCause, focus: Focus<'_>) -> String {
    let mut class = class("77ab02ee", "ON", &["t1", "t4"], None);
    class.explanation.cause = Some(cause);
    why(&asked("right_mode", bare(vec![class], complete())), &PLAIN, focus)
}

#[test]
fn what_was_enough_stands_below_the_run_by_tick() {
    let list = [
        ("e", 0, "=", Datum::Text),
        ("e", 1, "=", Datum::Text),
        ("t", 1, ">=", Datum::Int(20)),
        ("t", 1, "<=", Datum::Int(24)),
        ("on", 9, "=", Datum::Bool(true)),
    ];
    let text = caused(kept(&list, 8), Focus::Class("1"));
    let expected = "
  enough for the failure: 4 of 8 choices
    state 1   e = enter
    state 2   e = enter, t >= 20, t <= 24
    state 10  on = TRUE
";
    assert!(text.contains(expected), "{text}");
    let unsure = caused(MinimalCause { minimal: false, ..kept(&list, 8) }, Focus::Class("1"));
    assert!(unsure.contains("  enough for the failure: 4 of 8 choices; fewer may do\n"), "{unsure}");
}

#[test]
fn all_causes_are_listed_where_they_were_asked_for() {
    let shown = |all: Result<AllCauses, String>| {
        let mut class = class("77ab02ee", "ON", &["t1", "t4"], None);
        match all {
            Ok(all) => class.explanation.all_causes = Some(all),
            Err(why) => untell(&mut class, Part::AllCauses, &why),
        }
        why(&asked("right_mode", bare(vec![class], complete())), &PLAIN, Focus::Overview)
    };
    let text = shown(Ok(all_causes()));
    let expected = "
  all minimal causes: 2
    1  state 1: e = enter
    2  state 2: e = enter, t >= 24
  all minimal corrections: 2; other values of the choices in one of them avoid
  the failure
    1  state 1: e; state 2: e
    2  state 1: e; state 2: t
";
    assert!(text.contains(expected), "{text}");
    let cut = shown(Ok(AllCauses { exhaustive: false, most: 2, ..all_causes() }));
    assert!(cut.contains("  minimal causes: the first 2, there may be others\n"), "{cut}");
    let open = shown(Ok(AllCauses { exhaustive: false, corrections: Vec::new(), ..all_causes() }));
    assert!(open.contains("  minimal causes: 2 found, there may be others\n"), "{open}");
    assert!(open.contains("  minimal corrections: 0 found, there may be others\n"), "{open}");
    let forced = shown(Ok(AllCauses { causes: vec![kept(&[], 2)], corrections: Vec::new(), ..all_causes() }));
    assert!(forced.contains("    1  nothing: every run of this length fails\n"), "{forced}");
    let missing = shown(Err("there was no time: timeout after 1s".to_owned()));
    assert!(missing.contains("  all minimal causes are not known: there was no time: timeout after 1s\n"), "{missing}");
}

#[test]
fn where_nothing_matters_that_is_said_and_where_nothing_is_chosen_nothing_is() {
    let text = caused(kept(&[], 8), Focus::Class("1"));
    let expected = "  enough for the failure: none of 8 choices; every run of this length fails\n";
    assert!(text.contains(expected), "{text}");
    assert!(!caused(kept(&[], 0), Focus::Class("1")).contains("enough"));
}

#[test]
fn all_kept_choices_are_told_on_request() {
    let list: Vec<_> = (0..30).map(|k| ("name_of_some_length", k / 10, "=", Datum::Int(i64::from(k)))).collect();
    let whole = caused(kept(&list, 99), Focus::Class("1"));
    assert!(whole.contains("= 29\n") && !whole.contains("more"), "{whole}");
    let hostile = [("\u{1b}[2J\r\n", 0, "=", Datum::Int(1)), (&*"long".repeat(60), 0, "=", Datum::Int(1))];
    let text = caused(kept(&hostile, 99), Focus::Everything);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    assert_eq!(text.lines().find(|l| fit::width(l) > 80), None, "{text}");
}

#[test]
fn a_class_says_in_short_lines_why_its_run_fails() {
    let mut class = explained();
    let report = |class: &Class| asked("right_mode", bare(vec![class.clone()], complete()));
    let text = why(&report(&class), &PLAIN, Focus::Class("1"));
    for line in [
        "  fails: s = ON -> pt > 24 at state 3\n",
        "  from state 3 on nothing can avoid a failure any more\n",
        "  nearest passing run: differs in e at state 1 (enter instead of exit)\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let text = why(&report(&class), &PLAIN, Focus::Overview);
    assert!(text.contains("  fails in step 2: s = ON -> pt > 24\n"), "{text}");
    assert!(text.contains("  a run passes with e = enter instead of exit in step 1\n"), "{text}");
    class.explanation.failed.as_mut().unwrap().parts.remove(0);
    let text = why(&report(&class), &PLAIN, Focus::Overview);
    assert!(text.contains("  fails in step 2: pt > 24\n"), "{text}");
    assert!(!why(&report(&class), &PLAIN, Focus::Everything).contains("not told"));
    (class.explanation.nearest, class.explanation.no_return) = (None, None);
    untell(&mut class, Part::NoReturn, "there was no time");
    untell(&mut class, Part::Nearest, "there was no time");
    let line = "  not told: the point of no return, the nearest passing run (there was no time)\n";
    assert!(why(&report(&class), &PLAIN, Focus::Everything).contains(line));
    assert!(!why(&report(&class), &PLAIN, Focus::Class("1")).contains("not told"));
}

/// The given run stands before the classes, with its explanation and the class that it is in.
#[test]
fn a_given_run_stands_before_the_classes() {
    let mut report = asked("right_mode", with_given());
    report.properties[0].given = true;
    let text = why(&report, &PLAIN, Focus::Overview);
    let (run, classes) = text.split_once("right_mode: 4 classes").expect("the classes");
    assert!(run.contains("right_mode is violated: the given run, 3 states\n"), "{text}");
    for words in [
        "  fails: s = ON -> pt > 24 at state 3\n",
        "  from state 3 on nothing can avoid a failure any more\n",
        "  nearest passing run: differs in e at state 1 (enter instead of exit)\n",
        "  enough for the failure: 1 of 2 choices\n",
        "  it is in class 1 <t1,t4>\n",
    ] {
        assert!(run.contains(words) && !classes.contains("it is in class"), "{words}\n{text}");
    }
    let inquiry = report.properties[0].inquiry.as_mut().unwrap();
    inquiry.given.as_mut().unwrap().classes = vec!["elsewhere".to_owned()];
    let text = why(&report, &PLAIN, Focus::Overview);
    assert!(text.contains("its class <t1,t4> is not among those that were found"), "{text}");
}
