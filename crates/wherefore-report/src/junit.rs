//! The report as test results in the XML that JUnit's Ant task once wrote, for build servers.
//!
//! There is no standard, only what servers read (Jenkins' `xunit` plugin publishes a schema, GitLab and others follow it):
//!
//! ```xml
//! <testsuites name="wherefore why" tests="2" failures="1" errors="0" time="0.250">
//!   <testsuite name="m.smv" tests="2" failures="1" errors="0" time="0.250">
//!     <testcase name="the model makes sense" classname="m.smv" time="0.000"/>
//!     <testcase name="safe" classname="m.smv" time="0.250">
//!       <failure message="safe is violated in 2 ways: ..." type="violated">...</failure>
//! ```
//!
//! A property is a test. What is violated is a failure; what has no answer is an error, because servers show what is skipped
//! as if nothing were wrong, and so is what is wrong with the input. What is vacuous passes, with words about it. The body of a
//! failure is what the text report says of the property.

mod expectations;
mod xml;

pub use expectations::render as expectations;

use crate::document::equivalence::{Comparison, Equivalence};
use crate::document::{Command, Document, LintFinding, Obligations, Property, Verdict};
use crate::no_answer::NoAnswer;
use crate::stable_name::Names;
use crate::text::fit::{count, list, visible};
use crate::text::{self, Focus, Options};
use wherefore_diag::{Style, render as draw};
use xml::Element;

/// Columns of the text in a body: servers show it as it is.
const WIDTH: usize = 120;
/// Keys in the message of a failure.
const MOST_KEYS: usize = 5;
/// The name of the first test.
const SENSE: &str = "the model makes sense";

/// Result of a test.
enum Answer {
    Passed,
    /// The type, one line, and the body.
    Failure(&'static str, String, String),
    Error(String, String, String),
}

struct Case {
    name: String,
    class: String,
    seconds: f64,
    outcome: Answer,
    /// Text although it passes.
    said: String,
}

/// The document, with a final line break.
pub fn render(report: &Document) -> String {
    let names = Names::new(report);
    let properties = report.properties.iter().map(|p| property(report, p, names.label(p)));
    let cases = match report.command {
        Command::Diff => vec![comparison(report)],
        _ => std::iter::once(sense(report)).chain(properties).chain(findings(report)).collect(),
    };
    let (mut suites, mut suite) = (Element::new("testsuites"), Element::new("testsuite"));
    suites.attribute("name", &format!("wherefore {}", report.command.word()));
    suite.attribute("name", &report.model.path);
    count_in(&mut suites, &cases);
    count_in(&mut suite, &cases);
    cases.into_iter().for_each(|case| suite.child(element(case)));
    let remarks = warnings(report);
    if !remarks.is_empty() {
        suite.child(Element::with_text("system-err", &format!("\n{remarks}")));
    }
    suites.child(suite);
    xml::document(&suites)
}

/// Unfinished work, and remarks about the input that are no errors: errors stand in the test that they spoil.
fn warnings(report: &Document) -> String {
    let others = report.remarks.iter().filter(|r| !r.diagnostic.is_error());
    let mut out = text::unfinished(report, &options());
    out.extend(others.map(|r| draw(&r.diagnostic, &report.sources, Style::Plain) + "\n\n"));
    if report.dropped > 0 {
        out.push_str(&format!("and {}\n", count(report.dropped, "further message", "further messages")));
    }
    out
}

fn count_in<'a>(element: &mut Element, cases: impl IntoIterator<Item = &'a Case>) {
    let cases: Vec<&Case> = cases.into_iter().collect();
    let number = |wanted: fn(&Answer) -> bool| cases.iter().filter(|c| wanted(&c.outcome)).count().to_string();
    element.attribute("tests", &cases.len().to_string());
    element.attribute("failures", &number(|o| matches!(o, Answer::Failure(..))));
    element.attribute("errors", &number(|o| matches!(o, Answer::Error(..))));
    element.attribute("time", &seconds(cases.iter().map(|c| c.seconds).sum()));
}

fn element(case: Case) -> Element {
    let mut element = Element::new("testcase");
    element.attribute("name", &case.name);
    element.attribute("classname", &case.class);
    element.attribute("time", &seconds(case.seconds));
    match case.outcome {
        Answer::Passed => {}
        Answer::Failure(kind, message, body) => element.child(problem("failure", kind, &message, &body)),
        Answer::Error(kind, message, body) => element.child(problem("error", &kind, &message, &body)),
    }
    if !case.said.is_empty() {
        element.child(Element::with_text("system-out", &format!("\n{}", case.said)));
    }
    element
}

fn problem(name: &'static str, kind: &str, message: &str, body: &str) -> Element {
    // A line of its own for the first, as the others have one.
    let mut element = Element::with_text(name, &format!("\n{body}"));
    element.attribute("message", message);
    element.attribute("type", kind);
    element
}

fn seconds(seconds: f64) -> String {
    format!("{:.3}", if seconds.is_finite() { seconds.max(0.0) } else { 0.0 })
}

/// Whether the input can be used: read, understood, and makes sense.
fn sense(report: &Document) -> Case {
    let outcome = input_errors(report).unwrap_or_else(|| match &report.obligations {
        Obligations::Undetermined(cause) => undetermined("it is not known whether the model makes sense", cause),
        _ => report.hollow().map_or(Answer::Passed, |why| {
            Answer::Error("nothing-checked".to_owned(), why.to_owned(), format!("{}\n", warnings(report)))
        }),
    });
    Case { name: SENSE.to_owned(), class: report.model.path.clone(), seconds: 0.0, outcome, said: String::new() }
}

/// Errors of the input, if there are any: as one, because servers read one.
fn input_errors(report: &Document) -> Option<Answer> {
    let mut errors = report.remarks.iter().filter(|r| r.diagnostic.is_error());
    let first = errors.next()?;
    let bodies: Vec<String> = std::iter::once(first)
        .chain(errors)
        .map(|remark| draw(&remark.diagnostic, &report.sources, Style::Plain) + "\n")
        .collect();
    Some(Answer::Error(first.diagnostic.code.id.to_owned(), visible(&first.diagnostic.headline), bodies.join("\n")))
}

fn undetermined(what: &str, cause: &NoAnswer) -> Answer {
    let message = format!("{what}: {}", visible(&cause.message));
    let advice: String = cause.advice().iter().map(|line| format!("{line}\n")).collect();
    Answer::Error(format!("undetermined/{}", cause.kind.word()), message.clone(), format!("{message}\n{advice}"))
}

/// The test of a property. Servers keep the history of a test under its name, so that it has to be a lasting one.
fn property(report: &Document, property: &Property, name: String) -> Case {
    let title = visible(&property.title());
    let (outcome, said) = match &property.verdict {
        Verdict::Holds(_) => (Answer::Passed, String::new()),
        Verdict::Vacuous(_) => (Answer::Passed, alone(report, property)),
        Verdict::Undetermined(cause) => (undetermined(&format!("{title} is undetermined"), cause), String::new()),
        Verdict::Violated(_) => {
            (Answer::Failure("violated", violation(&title, property), alone(report, property)), String::new())
        }
    };
    let class = report.model.path.clone();
    Case { name, class, seconds: property.seconds, outcome, said }
}

/// A test for each finding of the checks without properties; notes pass.
fn findings(report: &Document) -> Vec<Case> {
    let findings = report.lint.iter().flat_map(|lint| &lint.findings);
    let case = |finding: &LintFinding| {
        let (remark, body) = (&finding.remark, draw(&finding.remark.diagnostic, &report.sources, Style::Plain) + "\n");
        let message = visible(&remark.message);
        let name = format!("{}: {message}", remark.id);
        let (outcome, said) = match remark.severity {
            "note" => (Answer::Passed, body),
            _ => (Answer::Failure(remark.id, message, body), String::new()),
        };
        Case { name, class: report.model.path.clone(), seconds: 0.0, outcome, said }
    };
    findings.map(case).collect()
}

/// One line: in how many ways it breaks, and the keys of the first.
fn violation(title: &str, property: &Property) -> String {
    let Some(inquiry) = property.inquiry().filter(|i| !i.classes.is_empty()) else {
        return format!("{title} is violated: {}", visible(&property.text));
    };
    if let Some(why) = inquiry.undivided() {
        return format!("{title} is violated; failing runs are not told apart: {}", why.message);
    }
    let keys: Vec<&str> = inquiry.classes.iter().map(|c| c.key.as_str()).collect();
    let is_known = inquiry.is_complete() || inquiry.total().is_some();
    let at_least = if is_known { "" } else { "at least " };
    let ways = count(inquiry.total().unwrap_or(keys.len()), "way", "ways");
    format!("{title} is violated in {at_least}{ways}: {}", list(&keys, MOST_KEYS))
}

/// Text report of one property.
fn alone(report: &Document, property: &Property) -> String {
    let name = &property.name;
    let report = Document {
        unfinished: report.unfinished.iter().filter(|u| u.part == *name).cloned().collect(),
        model: report.model.clone(),
        sources: report.sources.clone(),
        obligations: Obligations::Met,
        properties: vec![property.clone()],
        ..Document::new(report.command, "")
    };
    match report.command {
        Command::Why => text::why(&report, &options(), Focus::Overview),
        _ => text::check(&report, &options()),
    }
}

fn options() -> Options {
    Options { style: Style::Plain, width: WIDTH, full_traces: false }
}

/// Whether the implementation does the same as the reference.
fn comparison(report: &Document) -> Case {
    let found = report.comparison();
    let open = || match &report.obligations {
        Obligations::Undetermined(cause) => undetermined("it is not known whether the models make sense", cause),
        _ => Answer::Error("undetermined".to_owned(), "the models were not compared".to_owned(), String::new()),
    };
    let outcome = input_errors(report).unwrap_or_else(|| found.map_or_else(open, |found| answer(report, found)));
    let class = found.map_or(&report.model.path, |f| &f.implementation.path).clone();
    let name = format!("does the same as {}", report.model.path);
    Case { name, class, seconds: found.map_or(0.0, |f| f.seconds), outcome, said: String::new() }
}

fn answer(report: &Document, found: &Comparison) -> Answer {
    match &found.verdict {
        // Without the obligations that it rests on, equivalence is not known either.
        Equivalence::Equivalent(_) => match &report.obligations {
            Obligations::Undetermined(cause) => undetermined("it is not known whether the models make sense", cause),
            _ => Answer::Passed,
        },
        Equivalence::Different(_) => {
            let first = found.differences.first().map_or_else(String::new, |d| format!(": {}", visible(&d.key)));
            let body = text::diff(report, &options(), Focus::Overview);
            Answer::Failure("different", format!("different{first}"), body)
        }
        Equivalence::Undetermined(cause) => undetermined("the comparison is undetermined", cause),
    }
}
