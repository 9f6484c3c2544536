//! The diagnosis of a refinement check as text, whole, as it stands on a terminal.

mod support;

use support::contract::*;
use wherefore_diag::Style;
use wherefore_report::document::*;
use wherefore_report::text::{Focus, Options, check as checked, why};

const PLAIN: Options = Options { style: Style::Plain, width: 80, full_traces: false };

fn expect(found: &str, expected: &str) {
    assert_eq!(found.trim_end(), expected.trim_matches('\n'), "found:\n{found}");
}

#[test]
fn a_failing_check_and_one_that_holds() {
    expect(
        &why(&airbag(), &PLAIN, Focus::Overview),
        "
airbag.oss: 1 of 2 properties is VIOLATED                                 0.50 s
AirBagSystem
violated  O1G1  always (sen_front implies then exploded)             bmc  0.25 s
holds     O1G2  always (sen_front implies then exploded)             bmc  0.25 s

proof of O1G2: inductive invariant, re-checked by z3

to look at first
  airbag.oss:6 | always (collision implies in the future explode_cmd);

AirBagSystem: O1G1 is violated: 5 states, then back to state 3
  AirBagSystem must make exploded true one step after sen_front, sen_left and
  sen_right are true.
  In state 1 they are; in state 2 exploded is FALSE.

    AirBagSystem
      plausibilization: CollisionPlausibilization
  >   controller: AirBagController            to blame

  state                   1      2       3       4     5
  sen_front               TRUE*  TRUE    TRUE    TRUE  TRUE
  sen_left                TRUE*  TRUE    TRUE    TRUE  TRUE
  sen_right               TRUE*  TRUE    TRUE    TRUE  TRUE
  exploded                TRUE   FALSE!  FALSE!  TRUE  FALSE!
  controller.explode_cmd  TRUE   FALSE   FALSE   TRUE  FALSE
  * makes the promise due; ! breaks it; it fails in states 2, 3 and 5; after
    state 5 the run goes on at state 3
  1 other variable: --full-trace shows all

  airbag.oss:3 | ...(sen_front and sen_left and sen_right implies then exploded)
               |    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ ^^^^^^^^^^^^^~

  on this run the outputs to change are those of controller
  from state 2 on the system cannot avoid the failure any more; its
    environment could until state 2
  variables of the conjunct: sen_front, sen_left, sen_right, exploded; the
    failure hangs on exploded
  contracts of the parts: controller.I2 (kept so far, what it promises may
    still come); plausibilization.I1 (kept)

closes the gap
  Writing `then explode_cmd` instead of `in the future explode_cmd` in
    controller.I2G2
    airbag.oss:6 | always (collision implies in the future explode_cmd);

AirBagSystem: O1G2 rests on controller.I2; not needed: plausibilization.I1

--full everything, -o page.html a page

2 properties: 1 holds, 1 violated
",
    );
}

#[test]
fn a_check_is_called_by_its_component_where_its_name_is_not_enough() {
    let mut report = airbag();
    report.properties.truncate(1);
    report.properties[0].name = "AirBagSystem/O1G1".to_owned();
    let text = why(&report, &PLAIN, Focus::Overview);
    assert!(text.starts_with("airbag.oss: AirBagSystem: O1G1 is VIOLATED "), "{text}");
    assert!(text.contains("\nAirBagSystem: O1G1 is violated"), "{text}");
    report.properties[0].given = true;
    assert!(why(&report, &PLAIN, Focus::Overview).contains("O1G1 is violated: the given run, 5 states"));
    report.command = Command::Check;
    report.properties[0].inquiry = None;
    assert!(checked(&report, &PLAIN).contains("\nAirBagSystem: O1G1 is violated: the given run, 5 states"));
}

/// A failure with nothing in it must not leave empty sections or stop the report.
#[test]
fn what_is_not_known_is_not_said() {
    let mut report = airbag();
    report.properties = vec![check(
        "O1G1",
        Verdict::Violated(printed()),
        Diagnosis {
            text: String::new(),
            span: None,
            tree: Vec::new(),
            premises: Vec::new(),
            failure: Some(Failure::default()),
        },
    )];
    report.properties[0].inquiry.as_mut().unwrap().classes[0].explanation = Explanation::unexplained("not asked");
    let text = why(&report, &PLAIN, Focus::Overview);
    for word in ["closes", "blame", "contracts of the parts", "avoid", "breaks", "^"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    assert!(text.contains("sen_back"), "without a choice every variable is shown: {text}");
    assert!(!text.contains("\n\n\n"), "{text}");
}

#[test]
fn without_a_source_the_formula_is_put_together_from_its_pieces() {
    let mut report = airbag();
    let inquiry = report.properties[0].inquiry.as_mut().unwrap();
    inquiry.contract.as_mut().unwrap().span = None;
    let text = why(&report, &PLAIN, Focus::Overview);
    let expected = "\n  always (sen_front implies then exploded)\n                            ^^^^^^^^^^^^^\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_long_run_shows_first_what_matters_and_all_of_it_on_request() {
    let mut report = airbag();
    let mut run = printed();
    let row = run.rows[0].clone();
    run.rows.splice(1..1, std::iter::repeat_n(row, 40));
    run.loop_start = Some(42);
    report.properties[0] = check("O1G1", Verdict::Violated(run), diagnosis(Some(failure())));
    let class = &mut report.properties[0].inquiry.as_mut().unwrap().classes[0];
    let marks = vec![mark(0, "sen_front"), mark(41, "exploded")];
    class.explanation.failed = Some(Failed { parts: Vec::new(), ticks: vec![41, 44], marks });
    let text = why(&report, &PLAIN, Focus::Overview);
    let header = text.lines().find(|l| l.starts_with("  state")).unwrap();
    let steps: Vec<&str> = header.split_whitespace().skip(1).collect();
    for wanted in ["1", "42", "43", "45", ".."] {
        assert!(steps.contains(&wanted), "{wanted}: {header}");
    }
    assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
    let full = why(&report, &Options { full_traces: true, ..PLAIN }, Focus::Everything);
    let is_header =
        |l: &&str| l.starts_with("  state") && l.split_whitespace().skip(1).all(|n| n.parse::<usize>().is_ok());
    let numbers = full.lines().filter(is_header).flat_map(|l| l.split_whitespace().skip(1));
    let numbers: Vec<usize> = numbers.map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers, (1..=45).collect::<Vec<_>>());
    assert!(full.contains("sen_back") && full.contains("in state 2 exploded becomes FALSE"), "{full}");
}

#[test]
fn who_could_avoid_the_failure_until_when() {
    let words = |system_lost, all_lost| {
        let failure = Failure { system_lost, all_lost, ..failure() };
        let mut report = airbag();
        report.properties[0] = check("O1G1", Verdict::Violated(printed()), diagnosis(Some(failure)));
        let text = why(&report, &Options { width: 200, ..PLAIN }, Focus::Overview);
        text.lines().find(|l| l.contains("avoid")).map(|l| l.trim().to_owned())
    };
    use PointOfNoReturn::{Again, At, NotYet, Open};
    for unknown in [Open, NotYet] {
        assert_eq!(words(unknown, unknown), None);
    }
    let nothing = "nothing can avoid the failure any more";
    assert_eq!(words(At(0), At(0)), Some(format!("from this start on {nothing}")));
    assert_eq!(words(At(3), At(3)), Some(format!("from state 4 on {nothing}")));
    assert_eq!(words(Again(0), Again(0)), Some(format!("once the run is back at state 1 {nothing}")));
    let parts = |environment: &str| {
        Some(format!("from state 2 on the system cannot avoid the failure any more; its environment {environment}"))
    };
    assert_eq!(words(At(1), NotYet), parts("still could after the states shown"));
    assert_eq!(words(At(1), Open), parts("may have been able to, which was not decided"));
    assert_eq!(words(At(1), At(4)), parts("could until state 4"));
    assert_eq!(words(At(1), Again(0)), parts("could until the run came back to state 1"));
}
