//! SARIF logs of reports made by hand.

use crate::support::contract::airbag;
use crate::support::equivalence as pair;
use crate::support::flow::{muv, program};
use crate::support::inquiry::{GUARDS, air_conditioner, asked, bare, complete, explained, walk, with_given};
use crate::support::sarif::{assert_sound, list, marked, number, word};
use crate::support::{broken, property, report, run, undetermined};
use crate::{choices, compared, everything, inquest, pairs};
use serde_json::Value;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, FileId, SourceMap, Span};
use wherefore_report::codes;
use wherefore_report::document::{Cell, Command, Datum, Document, Obligations, Property, Remark, Verdict};
use wherefore_report::sarif::{Context, MOST_STEPS, render};

fn log(report: &Document, exit_code: u8) -> Value {
    let text = render(report, &Context { exit_code, path: &str::to_owned });
    serde_json::from_str(&text).unwrap()
}

fn results(log: &Value) -> &[Value] {
    list(&log["runs"][0]["results"])
}

fn sound(report: &Document, exit_code: u8) -> Value {
    let log = log(report, exit_code);
    let text_of = |uri: &str| {
        let file = report.sources.get(FileId(0))?;
        (file.name == uri).then(|| file.text.clone())
    };
    assert_sound(&log, &text_of);
    log
}

#[test]
fn logs_of_all_reports_are_sound() {
    sound(&everything(), 2);
    sound(&Document { command: Command::Why, ..everything() }, 2);
    sound(&report(Vec::new(), Vec::new()), 0);
    for report in [inquest(), compared(&inquest()), airbag(), choices(), program(muv())] {
        sound(&report, 1);
    }
    for report in pairs().iter().filter(|r| r.comparison().is_some()) {
        let code = log(report, 0)["runs"][0]["properties"]["comparison"]["verdict"].clone();
        sound(report, ["equivalent", "different", "", "undetermined"].iter().position(|w| code == *w).unwrap() as u8);
    }
    let Verdict::Undetermined(cause) = undetermined() else { panic!() };
    let open = Document { obligations: Obligations::Undetermined(cause), ..report(Vec::new(), Vec::new()) };
    assert_eq!(word(&results(&sound(&open, 3))[0]["ruleId"]), "model-sense");
}

/// A reader who sees only the mark and the message knows where to look and what fails.
#[test]
fn a_class_marks_the_guard_that_let_it_through() {
    let log = sound(&asked("right_mode", air_conditioner()), 1);
    let found: Vec<(&str, &str)> = results(&log)
        .iter()
        .map(|r| (word(&r["properties"]["key"]), &marked(GUARDS, &r["locations"][0])[..2]))
        .collect();
    assert_eq!(found, [("<t1,t4>", "t4"), ("<t3,t5>", "t5"), ("<t3,t5,t4>", "t4"), ("<t1,t4,t5>", "t5")]);
    let first = &results(&log)[0];
    let message = word(&first["message"]["text"]);
    for part in [
        "right_mode is violated",
        "let through by t4 (IDLE -> ON), the first suspect: blocking t4 alone",
        "<t1,t4>, 2 steps",
        "Class 1 of 4",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(number(&first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"]), 3);
    assert_eq!(list(&first["properties"]["fixSets"])[0]["elements"][1], "t5");
    assert_eq!(log["runs"][0]["properties"]["verdicts"][0]["complete"], true);
}

/// Two branches of one arm are written at one place: the words about one are not said of the other.
#[test]
fn a_branch_is_not_taken_for_its_neighbour() {
    let said = |last: &str, names: [&str; 2]| {
        let mut inquiry = air_conditioner();
        inquiry.classes.truncate(1);
        let guard = inquiry.classes[0].guards.first().cloned();
        let through = last.split(" + ").map(str::to_owned).collect();
        inquiry.classes[0].last_step.as_mut().unwrap().through = through;
        for (suspect, name) in inquiry.suspects.iter_mut().zip(names) {
            (suspect.name, suspect.leads, suspect.span) = (name.to_owned(), format!("to {name}"), guard.clone());
        }
        word(&results(&sound(&asked("p", inquiry), 1))[0]["message"]["text"]).to_owned()
    };
    for (last, names, words) in [
        ("line 6->d", ["line 6->a", "line 6->d"], "let through by line 6->d (to line 6->d), suspect 2: in 3 of 4"),
        ("line 6->d", ["line 6->a", "line 6->b"], "The last step takes line 6->d. First suspect:"),
        ("line 6->d", ["line 6->a", "line 6"], "let through by line 6->d; line 6 (to line 6) is suspect 2: in 3"),
        ("t1#2", ["t1", "t3"], "let through by t1#2; t3 (to t3) is suspect 2: in 3"),
        ("t9 + t1@a", ["t1", "t9"], "let through by t9 + t1@a; t9 (to t9) is suspect 2: in 3"),
        ("t1 + t9", ["hot", "t3"], "let through by t1 + t9; hot (to hot) is the first suspect: blocking"),
    ] {
        let message = said(last, names);
        assert!(message.contains(words), "{words}: {message}");
    }
}

#[test]
fn an_explained_class_says_what_is_known() {
    let log = sound(&asked("right_mode", bare(vec![explained()], complete())), 1);
    let first = &results(&log)[0];
    let message = word(&first["message"]["text"]);
    for part in [
        "`s = ON -> pt > 24` fails at state 3",
        "Last choice: t4 at state 2; t1 would have avoided",
        "Enough for it: e = enter at state 1",
        "Nearest passing run: differs in e at state 1",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let steps = list(&first["codeFlows"][0]["threadFlows"][0]["locations"]);
    let told: Vec<&str> = steps.iter().map(|s| word(&s["importance"])).collect();
    assert_eq!((told, steps[2]["state"]["s"]["text"].as_str()), (vec!["essential"; 3], Some("S2")));
    assert_eq!(word(&steps[0]["location"]["message"]["text"]), "state 1: s = S0; then e = exit");
    let end = "state 3, by t4: s = S2; the property is broken here";
    assert_eq!((word(&steps[2]["location"]["message"]["text"]), number(&steps[2]["executionOrder"])), (end, 3));
}

/// A run that was given is the first that is shown of its class, and a result of its own if that class was not found.
#[test]
fn a_given_run_is_shown_first() {
    let mut report = asked("right_mode", with_given());
    report.properties[0].given = true;
    let given = &mut report.properties[0].inquiry.as_mut().unwrap().given;
    given.as_mut().unwrap().run.trace = walk(&["t1", "t1", "t4"]);
    let flows = |result: &Value| -> Vec<String> {
        list(&result["codeFlows"]).iter().map(|f| word(&f["message"]["text"]).to_owned()).collect()
    };
    let listed = sound(&report, 1);
    let all = results(&listed);
    let shown = ["the given run; the file has the first 3", "a shortest run of the class <t1,t4>"];
    assert_eq!((all.len(), flows(&all[0])), (4, shown.map(str::to_owned).to_vec()));
    let words = "The given run is of this class; this is about a shortest one, which is shown after it.";
    assert!(word(&all[0]["message"]["text"]).ends_with(words), "{}", all[0]["message"]);
    assert_eq!((flows(&all[1]).len(), &all[0]["properties"]["given"]), (1, &Value::from(true)));
    assert_eq!(list(&all[0]["codeFlows"][0]["threadFlows"][0]["locations"]).len(), 4);

    let given = report.properties[0].inquiry.as_mut().unwrap().given.as_mut().unwrap();
    (given.classes, given.run.id, given.run.key) = (vec!["e1".to_owned()], "e1".to_owned(), "<t1,t1,t4>".to_owned());
    let apart = sound(&report, 1);
    let all = results(&apart);
    assert_eq!((all.len(), flows(&all[0])), (5, vec![shown[0].to_owned()]));
    let words =
        "The class of the given run, which is not among the 4 that were found (level 1): <t1,t1,t4>, 2 steps, id e1.";
    assert!(word(&all[0]["message"]["text"]).ends_with(words), "{}", all[0]["message"]);
    assert_eq!(marked(GUARDS, &all[0]["locations"][0])[..2], *"t4");
    assert_eq!(fingerprints(&apart)[1..], fingerprints(&listed));

    let inquiry = report.properties[0].inquiry.as_mut().unwrap();
    inquiry.given = None;
    let all = sound(&report, 1);
    let first = &results(&all)[0];
    assert_eq!((results(&all).len(), flows(first)), (5, vec!["the given run".to_owned()]));
    assert!(word(&first["message"]["text"]).starts_with("right_mode is violated by the given run of 2 steps"));
}

fn fingerprints(log: &Value) -> Vec<String> {
    results(log).iter().map(|r| word(&r["partialFingerprints"]["wherefore/class/v1"]).to_owned()).collect()
}

/// Fingerprints depend neither on other classes nor on the lines of the model, and no two classes have the same.
#[test]
fn fingerprints_hang_on_the_class_alone() {
    let report = asked("right_mode", air_conditioner());
    let all = fingerprints(&log(&report, 1));
    let mut unique = all.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), 4);
    let mut fewer = report.clone();
    fewer.properties[0].inquiry.as_mut().unwrap().classes.remove(0);
    assert_eq!(fingerprints(&log(&fewer, 1)), all[1..]);
    let mut moved = report.clone();
    moved.sources = Arc::new(SourceMap::single("other/ac.smv", format!("-- above\n\n{GUARDS}")));
    let inquiry = moved.properties[0].inquiry.as_mut().unwrap();
    inquiry.classes.iter_mut().flat_map(|c| &mut c.guards).for_each(|g| {
        let Span { start, end, .. } = g.span;
        (g.span.start, g.span.end) = (start + 10, end + 10);
    });
    let moved = log(&moved, 1);
    assert_eq!(fingerprints(&moved), all);
    assert_ne!(results(&moved)[0]["locations"], results(&log(&report, 1))[0]["locations"]);
    let other = asked("other_mode", air_conditioner());
    assert!(fingerprints(&log(&other, 1)).iter().all(|f| !all.contains(f)));
}

/// A property without a name is known by its text: one that is put in above it changes nothing.
#[test]
fn properties_without_names_are_known_by_their_texts() {
    let other = property("spec_9", &format!("x = {}", "1 + ".repeat(99)), undetermined());
    let unnamed = |number: usize, text: &str| {
        let mut found = asked(&format!("spec_{number}"), air_conditioner()).properties.remove(0);
        found.text = text.to_owned();
        found
    };
    let of = |properties: Vec<Property>| {
        let mut all = asked("spec_1", air_conditioner());
        all.properties = properties;
        let log = sound(&all, 1);
        let known = |r: &Value| (word(&r["ruleId"]).to_owned(), r["partialFingerprints"].to_string());
        results(&log).iter().map(known).collect::<Vec<_>>()
    };
    let before = of(vec![unnamed(1, "x < 3"), unnamed(2, "x  < 4"), unnamed(3, "x < 3"), other.clone()]);
    let ids: Vec<&str> = before.iter().map(|(id, _)| id.as_str()).step_by(4).collect();
    assert_eq!(ids[..3], ["property/invariant x < 3", "property/invariant x < 4", "property/invariant x < 3 #2"]);
    assert!(ids[3].starts_with("property/invariant x = 1 + 1") && ids[3].len() < 130, "{}", ids[3]);
    let unique: std::collections::BTreeSet<&String> = before.iter().map(|(_, print)| print).collect();
    assert_eq!(unique.len(), 13);
    let more = of(vec![unnamed(1, "y"), unnamed(2, "x < 3"), unnamed(3, "x < 4"), unnamed(4, "x < 3"), other]);
    assert_eq!(more[4..], before[..]);
}

#[test]
fn lines_that_name_transitions_do_not_get_into_fingerprints() {
    let named = |line: usize, text: &str| {
        let mut report = asked("p", air_conditioner());
        let inquiry = report.properties[0].inquiry.as_mut().unwrap();
        inquiry.classes.truncate(1);
        inquiry.classes[0].key = format!("<t1,line {line}>");
        inquiry.classes[0].id = format!("moves{line}");
        report.sources = Arc::new(SourceMap::single("m.smv", text));
        fingerprints(&log(&report, 1))
    };
    assert_eq!(named(2, "a\nhot : ON;\nb"), named(4, "a\n--\n\nhot : ON;\nb"));
    assert_ne!(named(2, "a\nhot : ON;\nb"), named(2, "a\ncold : ON;\nb"));
}

/// A set with one number is no placeholder, in whatever text it comes up.
#[test]
fn sets_are_shown_as_sets() {
    let mut bad = property("bad", "x in {0} union {{1}}", Verdict::Violated(run(2, None)));
    let Verdict::Violated(trace) = &mut bad.verdict else { panic!() };
    let cell = Cell { text: "{7}".to_owned(), datum: Datum::Text };
    trace.rows[0].cells[1] = Some(Arc::new(cell));
    let log = sound(&report(vec![bad], Vec::new()), 1);
    let first = &results(&log)[0];
    let message = word(&first["message"]["text"]);
    assert!(message.contains("`x in { 0 } union { { 1 } }` is not true of it"), "{message}");
    let step = &first["codeFlows"][0]["threadFlows"][0]["locations"][0];
    assert!(word(&step["location"]["message"]["text"]).contains("{ 7 }"), "{step}");
}

#[test]
fn long_runs_are_cut_and_say_so() {
    let mut long = property("bad", "x < 3", Verdict::Violated(run(1000, Some(990))));
    long.kind = "ltl";
    let log = sound(&report(vec![long], Vec::new()), 1);
    let flow = &results(&log)[0]["codeFlows"][0]["threadFlows"][0];
    let steps = list(&flow["locations"]);
    assert_eq!(steps.len(), MOST_STEPS);
    assert!(word(&flow["message"]["text"]).contains("800 of them are left out after state 100"), "{}", flow["message"]);
    let text = |step: &Value| word(&step["location"]["message"]["text"]).to_owned();
    assert!(text(&steps[100]).contains("800 states before this are left out"), "{}", text(&steps[100]));
    assert_eq!((number(&steps[99]["executionOrder"]), number(&steps[100]["executionOrder"])), (100, 901));
    let levels: Vec<usize> = steps.iter().map(|s| number(&s["nestingLevel"])).collect();
    assert_eq!((levels[189], levels[190], levels.iter().sum::<usize>()), (0, 1, 10));
    assert!(text(&steps[190]).contains("the loop starts here"));
    assert!(text(&steps[199]).contains("from here on again as from state 991"));
}

#[test]
fn verdicts_without_classes_have_their_own_kinds() {
    let log = sound(&Document { remarks: Vec::new(), ..everything() }, 1);
    let found: Vec<_> =
        results(&log).iter().map(|r| (word(&r["ruleId"]), word(&r["kind"]), word(&r["level"]))).collect();
    let expected = [
        ("property/bad", "fail", "error"),
        ("property/lasso \u{1b}\"", "fail", "error"),
        ("property/unknown", "open", "none"),
        ("property/empty", "fail", "warning"),
    ];
    assert_eq!(found, expected);
    assert_eq!(log["runs"][0]["properties"]["verdicts"][0]["verdict"], "holds");
    let said = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!((word(&said["descriptor"]["id"]), word(&said["level"])), ("bound", "warning"));
}

/// Errors of the input are marked in it, in columns that an editor agrees with; what has no place gets the model's first line.
#[test]
fn diagnostics_are_results() {
    let mut report = report(Vec::new(), vec![broken()]);
    report.sources = Arc::new(SourceMap::single("dir/m\u{e9} x.smv", "-- \u{1f600}\u{e9} wrong\n"));
    let at = 3 + 4 + 2 + 1;
    let there = Diagnostic::at(codes::NO_VALUE, Span::new(FileId(0), at, at + 5), "a word is wrong", "this one");
    let there = there.label(Span::new(FileId(0), 0, 2), "a comment").help("leave it out");
    let unknown = Diagnostic::new(codes::NOT_EXAMINED, "not known");
    report.remarks =
        vec![Remark::new(there, None, &report.sources), Remark::new(unknown, Some(run(2, None)), &report.sources)];
    let log = sound(&report, 2);
    let (first, second) = (&results(&log)[0], &results(&log)[1]);
    assert_eq!(first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "dir/m%C3%A9%20x.smv");
    let region = &first["locations"][0]["physicalLocation"]["region"];
    assert_eq!((number(&region["startColumn"]), number(&region["endColumn"])), (8, 13));
    assert_eq!(marked("-- \u{1f600}\u{e9} wrong\n", &first["locations"][0]), "wrong");
    assert_eq!(word(&first["message"]["text"]), "a word is wrong. leave it out.");
    assert_eq!(word(&first["relatedLocations"][0]["message"]["text"]), "a comment");
    assert_eq!((word(&second["level"]), list(&second["codeFlows"]).len()), ("note", 1));
    assert_eq!(number(&second["locations"][0]["physicalLocation"]["region"]["startLine"]), 1);
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!((word(&rule["id"]), word(&rule["help"]["text"])), (codes::NO_VALUE.id, codes::NO_VALUE.explanation));
}

#[test]
fn a_difference_marks_the_implementation() {
    let log = sound(&pair::compared(pair::different(vec![pair::difference()])), 1);
    let first = &results(&log)[0];
    assert_eq!(first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "other.scxml");
    let message = word(&first["message"]["text"]);
    let shown = "With x = 90, go = true the reference shows m = 0, hot = false, the implementation m = 2, hot = false.";
    assert!(
        message.contains(shown) && message.contains("other.scxml differs from alarm.scxml after 2 steps"),
        "{message}"
    );
    assert_eq!(list(&first["codeFlows"][0]["threadFlows"]).len(), 1);
}

/// The checks themselves can fail.
#[test]
fn unsound_logs_are_noticed() {
    let good = log(&asked("right_mode", air_conditioner()), 1);
    let changes = [
        ("/runs/0/results/0/ruleId", Value::from("other")),
        ("/runs/0/results/0/locations", Value::Array(Vec::new())),
        ("/runs/0/results/0/level", Value::from("none")),
        ("/runs/0/results/0/relatedLocations/0/id", Value::from(7)),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startColumn", Value::from(900)),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", Value::from("a b")),
        ("/runs/0/invocations/0/executionSuccessful", Value::from(false)),
        ("/runs/0/invocations/0/exitCode", Value::from(0)),
        ("/runs/0/results/0/message/text", Value::from("x is {0}.")),
        ("/runs/0/results/0/locations/0/message/text", Value::from("{{x}}")),
    ];
    for (pointer, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        let check = || assert_sound(&wrong, &|uri| (uri == "ac.smv").then(|| GUARDS.to_owned()));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).is_err(), "{pointer}");
    }
}
