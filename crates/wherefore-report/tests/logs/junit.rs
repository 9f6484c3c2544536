//! JUnit documents of reports made by hand, read by a parser.

use crate::support::contract::airbag;
use crate::support::equivalence as pair;
use crate::support::flow::{muv, program};
use crate::support::inquiry::{air_conditioner, asked, with_given};
use crate::support::{broken, property, report, undetermined};
use crate::{choices, everything, inquest, pairs};
use roxmltree::{Document as Xml, Node};
use wherefore_report::document::equivalence::Numbers;
use wherefore_report::document::{Command, Document, Obligations};
use wherefore_report::junit::render;

/// Every number in a document is right, and everything is where servers look for it.
fn assert_sound(text: &str) {
    let document = Xml::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let suites: Vec<Node<'_, '_>> = root.children().filter(Node::is_element).collect();
    assert!(suites.len() == 1 && suites[0].has_tag_name("testsuite") && suites[0].has_attribute("name"));
    let cases: Vec<Node<'_, '_>> = suites[0].children().filter(|n| n.has_tag_name("testcase")).collect();
    let with = |name: &str| cases.iter().filter(|c| c.children().any(|n| n.has_tag_name(name))).count().to_string();
    for node in [root, suites[0]] {
        assert_eq!(node.attribute("tests"), Some(cases.len().to_string().as_str()));
        assert_eq!(node.attribute("failures"), Some(with("failure").as_str()));
        assert_eq!(node.attribute("errors"), Some(with("error").as_str()));
    }
    for case in &cases {
        assert!(case.has_attribute("name") && case.has_attribute("classname"));
        assert!(case.attribute("time").unwrap().parse::<f64>().is_ok());
        let problems: Vec<Node<'_, '_>> =
            case.children().filter(|n| n.has_tag_name("failure") || n.has_tag_name("error")).collect();
        assert!(problems.len() <= 1, "servers read one");
        assert!(problems.iter().all(|p| p.has_attribute("message") && p.has_attribute("type")));
    }
    let allowed = ["testsuites", "testsuite", "testcase", "failure", "error", "system-out", "system-err"];
    let mut names = document.descendants().filter(Node::is_element);
    assert!(names.all(|n| allowed.contains(&n.tag_name().name())));
}

#[test]
fn documents_of_all_reports_are_sound() {
    let mut reports =
        vec![everything(), inquest(), airbag(), choices(), program(muv()), report(Vec::new(), Vec::new())];
    reports.push(Document { obligations: Obligations::Broken, ..report(Vec::new(), vec![broken()]) });
    reports.extend(pairs().into_iter().filter(|r| r.command == Command::Diff));
    reports.iter().for_each(|r| assert_sound(&render(r)));
}

fn problem<'a>(document: &'a Xml<'_>, case: &str) -> Option<Node<'a, 'a>> {
    let case = document.descendants().find(|n| n.attribute("name") == Some(case)).unwrap_or_else(|| panic!("{case}"));
    case.children().find(|n| n.has_tag_name("failure") || n.has_tag_name("error"))
}

#[test]
fn verdicts_become_results_of_tests() {
    let text = render(&Document { remarks: Vec::new(), ..everything() });
    let document = Xml::parse(&text).unwrap();
    let kind =
        |case: &str| problem(&document, case).map(|p| (p.tag_name().name(), p.attribute("type").unwrap().to_owned()));
    assert_eq!((kind("good"), kind("empty")), (None, None));
    assert_eq!(kind("bad"), Some(("failure", "violated".to_owned())));
    assert_eq!(kind("unknown"), Some(("error", "undetermined/bound".to_owned())));
    assert!(text.contains("it is true and says nothing"), "a vacuous property passes, with words");
}

#[test]
fn a_failure_has_keys_and_a_run() {
    let text = render(&asked("right_mode", air_conditioner()));
    let document = Xml::parse(&text).unwrap();
    let failure = problem(&document, "right_mode").unwrap();
    let message = "right_mode is violated in 4 ways: <t1,t4>, <t3,t5>, <t3,t5,t4>, <t1,t4,t5>";
    assert_eq!(failure.attribute("message"), Some(message));
    let body = failure.text().unwrap();
    assert!(body.contains("4 ways to fail") && body.contains("way 1, step by step"), "{body}");
}

#[test]
fn a_given_run_stands_in_the_body() {
    let mut report = asked("right_mode", with_given());
    report.properties[0].given = true;
    let text = render(&report);
    let document = Xml::parse(&text).unwrap();
    let body = problem(&document, "right_mode").unwrap().text().unwrap();
    assert!(body.contains("the given run, 3 states") && body.contains("it is in class 1 <t1,t4>"), "{body}");
}

/// Servers keep histories under the names of tests, which must not move from one property to another.
#[test]
fn properties_without_names_are_called_by_their_texts() {
    let text = render(&report(vec![property("spec_1", "x < 3", undetermined())], Vec::new()));
    let document = Xml::parse(&text).unwrap();
    let message = problem(&document, "invariant x < 3").unwrap().attribute("message").unwrap();
    assert!(message.starts_with("spec_1 is undetermined"), "{message}");
}

/// XML has no way to write most control characters; a name may hold any.
#[test]
fn hostile_names_stay_text() {
    let name = "a<b>&\"' \u{1b}[31m \u{0} \u{ffff} ]]> \u{85}";
    let text = render(&report(vec![property(name, name, undetermined())], Vec::new()));
    assert_sound(&text);
    let document = Xml::parse(&text).unwrap();
    let shown = "a<b>&\"' \\u{1b}[31m \\u{0} \\u{ffff} ]]> \\u{85}";
    assert!(document.descendants().any(|n| n.attribute("name") == Some(shown)), "{text}");
}

#[test]
fn errors_of_the_input_are_errors() {
    let text = render(&Document { obligations: Obligations::Broken, ..report(Vec::new(), vec![broken(), broken()]) });
    let document = Xml::parse(&text).unwrap();
    let error = problem(&document, "the model makes sense").unwrap();
    assert_eq!((error.tag_name().name(), error.attribute("type")), ("error", Some("model-out-of-range")));
    assert_eq!(error.text().unwrap().matches("error[model-out-of-range]").count(), 2);
}

#[test]
fn a_comparison_is_one_test() {
    let answers = [pair::equal(Numbers::Exact), pair::different(vec![pair::difference()]), pair::open()];
    let found = answers.map(|a| {
        let text = render(&pair::compared(a));
        let document = Xml::parse(&text).unwrap();
        assert_eq!(document.descendants().filter(|n| n.has_tag_name("testcase")).count(), 1);
        problem(&document, "does the same as alarm.scxml").map(|p| p.attribute("type").unwrap().to_owned())
    });
    assert_eq!(found, [None, Some("different".to_owned()), Some("undetermined/timeout".to_owned())]);
    let unread = render(&pair::answered(Command::Diff, None));
    assert!(unread.contains("errors=\"1\""), "what was not compared is not equivalent: {unread}");
}
