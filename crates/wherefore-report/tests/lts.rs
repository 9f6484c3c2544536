//! Inquiries into labelled transition systems as text, whole, as they stand on a terminal.

mod support;

use support::lts::*;
use wherefore_diag::Style;
use wherefore_report::document::{Abstraction, Action, Command, Consequence, Document, Inquiry};
use wherefore_report::text::{Focus, Options, check, fit, why};

const PLAIN: Options = Options { style: Style::Plain, width: 80, full_traces: false };

fn expect(report: &Document, focus: Focus<'_>, expected: &str) {
    let found = why(report, &PLAIN, focus);
    assert_eq!(found.trim_end(), expected.trim_matches('\n'), "found:\n{found}");
}

#[test]
fn an_overview_of_a_protocol() {
    expect(
        &asked_lts("once", protocol()),
        Focus::Overview,
        "
protocol.aut: once is VIOLATED                                            0.25 s
  must hold: [true*.\"Send\".true*.\"Send\"] false

once: 3 classes of choices, complete (inductive invariant, re-checked by sat)
  model: 3 states, 4 transitions, 3 labels
  counterexample LTS: 4 states, 3 transitions, 2 of the labels
  3 neighbourhoods: 2 where a choice avoids the failure (cn), 0 where one
    seals it (in), 1 with both (ci), 0 with all three (cin)
  3 transitions avoid the failure, 1 seals it, 2 leave it open
  once it is sealed, the failure comes in any case

  ci  every choice avoids the failure or seals it
    1  ci: Exit avoids; Send seals       3 steps  1 state   11aa22bb
  cn  some choices avoid the failure
    2  cn: Exit avoids; Send stays open  3 steps  1 state   33cc44dd
    3  cn: Exit avoids; Recv stays open  3 steps  1 state   55ee66ff

shortest counterexample: 3 steps
  0  (start) -> 0  cn
  1  Send    -> 1  cn
  2  Recv    -> 0  ci, the point of no return
  3  Send    -> 1
  abstracted, 3 of 3 steps: Send . Recv . Send

class 1 ci: Exit avoids; Send seals: 3 steps, at 1 state, id 11aa22bb
  -- the run shown above
  after step 2, in state 0 (ci): the point of no return
    > Send -> 1  the failure comes in any case
      Exit -> 2  avoids the failure

class 2 cn: Exit avoids; Send stays open: 3 steps, at 1 state, id 33cc44dd
  -- the run shown above
  at the start, in state 0 (cn): the choice of this class
    > Send -> 1  still open
      Exit -> 2  avoids the failure
  after step 2, in state 0 (ci): the point of no return, as in class 1

--class 2 another way, --full everything, -o page.html a page
",
    );
}

#[test]
fn one_class_has_all_its_choices() {
    expect(
        &asked_lts("once", protocol()),
        Focus::Class("3"),
        "
violated  once  [true*.\"Send\".true*.\"Send\"] false                    bmc  0.25 s

once: class 3 cn: Exit avoids; Recv stays open: 3 steps, at 1 state, id 55ee66ff
  kind cn: some choices avoid the failure
  0  (start) -> 0  cn
  1  Send    -> 1  cn
  2  Recv    -> 0  ci, the point of no return
  3  Send    -> 1
  at the start, in state 0 (cn): some choices avoid the failure
    > Send -> 1  still open
      Exit -> 2  avoids the failure
  after step 1, in state 1 (cn): the choice of this class
    > Recv -> 0  still open
      Exit -> 2  avoids the failure
  after step 2, in state 0 (ci): the point of no return
    > Send -> 1  the failure comes in any case
      Exit -> 2  avoids the failure

1 property: 1 violated
",
    );
}

#[test]
fn an_overview_with_everything() {
    expect(
        &asked_lts("busy", everything()),
        Focus::Overview,
        "
protocol.aut: busy is VIOLATED                                            0.25 s
  must hold: [true*.\"Send\".true*.\"Send\"] false

busy: 2 classes of choices, complete (inductive invariant, re-checked by sat)
  model: 91 states, 172 transitions, 31 labels
  counterexample LTS: 55 states, 95 transitions, 23 of the labels
  13 neighbourhoods: 5 where a choice avoids the failure (cn), 5 where one
    seals it (in), 2 with both (ci), 1 with all three (cin)
  12 transitions avoid the failure, 40 seal it, 55 leave it open
  of the 40 that seal it, after 31 the failure comes in any case, after 9 only
    in fair runs: a loop for ever can put it off
  at 1 neighbourhood the same action can both avoid the failure and seal it:
    the choice is unobservable
  in no counterexample: IDLE !0, IDLE !1, IDLE !2, IDLE !3, IDLE !4, IDLE !5,
    IDLE !6, IDLE !7, and 3 more

  in  some choices seal the failure
    1  in: i seals; CONNECT stays open             3 steps  5 states  aaaa0001
  cin  some choices avoid the failure, some seal it
    2  cin: SEND !1 ...voids or seals; LOSE seals  3 steps  2 states  aaaa0002

shortest path to a neighbourhood of kind cin through SEND: 4 steps, then again
as after step 2
  0  (start)      -> 0   in
  1  CONNECT      -> 7
  2  SEND !1      -> 14  cin, the point of no return
  -- the loop starts here
  3  SEND !1 !\"x\" -> 2
  4  i            -> 14
  -- from here on again as after step 2
  abstracted, 35 of 40 steps: STEP !0 . STEP !1 . STEP !2 . STEP !3 . STEP !4 .
    STEP !5 . STEP !6 . STEP !7 . STEP !8 . STEP !9 . STEP !10 . STEP !11 .
    STEP !12 . STEP !13 . STEP !14 . STEP !15 . STEP !16 . STEP !17 . STEP !18 .
    STEP !19 . STEP !20 . STEP !21 . STEP !22 . STEP !23 . STEP !24 . STEP !25 .
    STEP !26 . STEP !27 . STEP !28 . STEP !29 .
    ... 5 more; --full-trace shows all

class 1 in: i seals; CONNECT stays open: 3 steps, at 5 states, id aaaa0001
  -- the run shown above
  at the start, in state 0 (in): the choice of this class
    > CONNECT -> 7  still open
      i       -> 8  no later choice rules the failure out
  after step 2, in state 14 (cin): the point of no return
    > SEND !1 !\"x\" -> 2           the failure comes in every fair run
      SEND !1 !\"x\" -> 4,5,6,7,+2  avoids the failure
      LOSE         -> 3           the failure comes in any case
      TICK !0      -> 9           still open
      TICK !1      -> 9           still open
      TICK !2      -> 9           still open
      TICK !3      -> 9           still open
      TICK !4      -> 9           still open
      TICK !5      -> 9           still open
      TICK !6      -> 9           still open
      ... 5 more choices; --class 1 shows all
      SEND !1 !\"x\" alone does not decide: one and the same action can avoid the
      failure or seal it, depending on where it leads

class 2 cin: SEND !...ds or seals; LOSE seals: 3 steps, at 2 states, id aaaa0002
  -- the run shown above
  after step 2, in state 14 (cin): the point of no return, as in class 1

suspects
  1. SEND !1 !\"x\"  action  score 0.75
     seals the failure at 12 of 13 neighbourhoods

--class 2 another way, --full everything, -o page.html a page
",
    );
}

#[test]
fn a_run_is_a_line_per_step_in_check_too() {
    let mut report = asked_lts("once", protocol());
    report.command = Command::Check;
    report.properties[0].inquiry = None;
    let text = check(&report, &PLAIN);
    assert!(text.contains("\n  0  (start) -> 0\n  1  Send    -> 1\n  2  Recv    -> 0\n  3  Send    -> 1\n"), "{text}");
    let text = why(&report, &PLAIN, Focus::Overview);
    assert!(text.contains("\n  1  Send    -> 1\n") && !text.contains("only invariants"), "{text}");
}

#[test]
fn long_runs_and_tables_are_cut_and_shown_on_request() {
    let names: Vec<String> = (0..500).map(|n| format!("ACT !{n}")).collect();
    let steps: Vec<(&str, i64)> = names.iter().zip(1..).map(|(n, state)| (n.as_str(), state)).collect();
    let mut inquiry = everything();
    inquiry.classes[1].trace = path(0, &steps, None);
    let report = asked_lts("long", inquiry);
    let text = why(&report, &PLAIN, Focus::Overview);
    assert!(text.contains("lines not shown; --class 2 shows all\n"), "{text}");
    assert!(text.contains("      ... 5 more choices; --class 2 shows all\n"), "{text}");
    assert!(text.contains(" ... 5 more; --full-trace shows all\n"), "{text}");
    assert!(text.contains("in no counterexample: IDLE !0, IDLE !1,") && text.contains(", and 3 more\n"), "{text}");
    let class = why(&report, &PLAIN, Focus::Class("2"));
    assert!(class.contains("\n  250  ACT !249 -> 250\n") && !class.contains("... "), "{class}");
    let full = why(&report, &Options { full_traces: true, ..PLAIN }, Focus::Everything);
    assert!(full.contains("STEP !34\n") && full.contains("IDLE !10\n") && !full.contains("... "), "{full}");
}

/// Long labels, labels that drive terminals, and labels that are not there.
fn hostile() -> Inquiry {
    let mut inquiry = everything();
    let long = "SEND_".repeat(2000);
    let evil = "\u{1b}[2J\r\n\u{202e}\u{7}";
    let class = &mut inquiry.classes[1];
    class.trace = path(0, &[(&long, 1), (evil, 2), ("", 3)], None);
    let mut choice_points = vec![
        choice_point(0, "ci", vec![choice(&format!(">{long}"), &[&long], Consequence::Sealed)]),
        choice_point(
            1,
            "ci",
            vec![choice(&format!(">{evil}"), &[evil], Consequence::Avoided), choice("", &[], Consequence::Open)],
        ),
        choice_point(2, "in", Vec::new()),
    ];
    choice_points[1].unobservable = vec![evil.to_owned(), long.clone()];
    class.explanation.choice_points = Some(choice_points);
    class.key = format!("{evil}{long}");
    let portrait = inquiry.lts.as_mut().unwrap();
    portrait.uninvolved = vec![long.clone(), evil.to_owned()];
    let actions = [&long, evil].iter().enumerate().map(|(step, a)| Action { step, action: (*a).to_owned() }).collect();
    portrait.abstracted = Abstraction { length: 3, kept: 2, actions };
    portrait.shown = format!("shortest counterexample through {evil}");
    let suspect = &mut inquiry.suspects[0];
    suspect.name = long.clone();
    suspect.reasons = vec![format!("{long} and {evil} seal the failure")];
    inquiry
}

#[test]
fn labels_can_neither_drive_the_terminal_nor_break_lines() {
    let report = asked_lts("p", hostile());
    for width in [60, 80, 120] {
        let options = Options { width, ..PLAIN };
        let text = why(&report, &options, Focus::Overview);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        assert_eq!(text.lines().find(|l| fit::width(l) > width), None, "{text}");
    }
    let text = why(&report, &PLAIN, Focus::Class("2"));
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
}

#[test]
fn lines_fit_the_terminal() {
    for inquiry in [protocol(), everything()] {
        let report = asked_lts("p", inquiry);
        for (width, focus) in [(60, Focus::Overview), (72, Focus::Everything), (100, Focus::Class("2"))] {
            let text = why(&report, &Options { width, ..PLAIN }, focus);
            assert_eq!(text.lines().find(|l| fit::width(l) > width), None, "{text}");
        }
    }
}

#[test]
fn nothing_to_say_is_not_said() {
    let mut inquiry = protocol();
    inquiry.classes.clear();
    inquiry.lts = Some(empty_portrait());
    let text = why(&asked_lts("p", inquiry), &PLAIN, Focus::Overview);
    assert!(text.contains("p: 0 classes of choices, complete"), "{text}");
    for word in ["fair", "unobservable", "in no counterexample", "abstracted"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    let mut bare = protocol();
    bare.classes.iter_mut().for_each(|c| c.explanation.choice_points = Some(Vec::new()));
    let text = why(&asked_lts("p", bare), &PLAIN, Focus::Class("1"));
    assert!(text.contains("  3  Send    -> 1\n") && !text.contains("point of no return"), "{text}");
}

#[test]
fn how_final_the_failure_is() {
    let words = |incorrect, inevitable| {
        let mut inquiry = protocol();
        let portrait = inquiry.lts.as_mut().unwrap();
        (portrait.choices.incorrect, portrait.choices.inevitable) = (incorrect, inevitable);
        why(&asked_lts("p", inquiry), &Options { width: 200, ..PLAIN }, Focus::Overview)
    };
    assert!(words(4, Some(4)).contains("\n  once it is sealed, the failure comes in any case\n"));
    assert!(words(4, Some(0)).contains("\n  once it is sealed, the failure comes in every fair run: only a loop"));
    assert!(
        words(4, Some(1)).contains("\n  of the 4 that seal it, after 1 the failure comes in any case, after 3 only")
    );
    assert!(!words(4, None).contains("fair run") && !words(0, Some(0)).contains("once it is sealed"));
}

#[test]
fn colours_say_what_a_choice_means() {
    let report = asked_lts("once", protocol());
    let coloured = why(&report, &Options { style: Style::Coloured, ..PLAIN }, Focus::Overview);
    assert!(coloured.contains("\u{1b}[1m\u{1b}[32mavoids the failure\u{1b}[0m"), "{coloured:?}");
    assert!(coloured.contains("\u{1b}[1m\u{1b}[31mthe failure comes in any case\u{1b}[0m"), "{coloured:?}");
    assert!(coloured.contains("\u{1b}[1m\u{1b}[31mSend\u{1b}[0m    -> 1"), "{coloured:?}");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), why(&report, &PLAIN, Focus::Overview));
}
