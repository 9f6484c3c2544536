//! The report as a SARIF 2.1.0 log, for code scanning and for viewers of static analysis.
//!
//! One result for each way in which a property breaks, for each difference of two models, and for each diagnostic; each marks
//! the line to look at first, has the run as a code flow, and a fingerprint by which it is known again. [`log`] has the types
//! that are written; the files beside it make them from the view:
//!
//! ```text
//! property     classes of violated properties, and properties without an answer
//! comparison   differences of two models
//! remark       diagnostics
//! fix          edits that mend a property
//! flow         runs          words        messages       rules   what results are about
//! place, uri   where         fingerprint  known again      joined  several logs in one
//! ```
//!
//! Two runs on the same input give the same log, but for `proof` in the properties of the run, which is a measurement.

mod comparison;
mod fingerprint;
mod fix;
mod flow;
mod joined;
pub mod log;
mod place;
mod property;
mod remark;
mod rules;
mod uri;
mod words;

pub use flow::MOST_STEPS;
pub use joined::joined;
pub use place::TRANSLATED;

use crate::document::equivalence::Equivalence;
use crate::document::{Command, Completeness, Document, Enumeration, Obligations, Property, Since, Verdict};
use crate::no_answer::NoAnswer;
use crate::stable_name::Names;
use crate::text::left_out;
use log::{
    AutomationDetails, BaseFolder, Driver, Finding, Invocation, Location, Log, Notification, ROOT, Run, Text, Tool,
};
use place::Places;
use rules::Rules;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The name of the program, and its version: all crates have the same.
const NAME: &str = "wherefore";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Facts that a report does not know.
pub struct Context<'a> {
    /// How the program ends.
    pub exit_code: u8,
    /// The path of a source, from its name: that of an included file is relative to the file that includes it.
    pub path: &'a dyn Fn(&str) -> String,
}

/// State while results are made.
struct LogWriter<'a> {
    report: &'a Document,
    places: Places<'a>,
    names: Names,
    rules: Rules,
}

/// The log as indented text with a final line break.
pub fn render(report: &Document, context: &Context<'_>) -> String {
    // Strings, numbers and maps with string keys only: there is nothing in these types that could fail.
    let mut text =
        serde_json::to_string_pretty(&log_of(report, context)).unwrap_or_else(|error| format!("\"{error}\""));
    text.push('\n');
    text
}

fn log_of(report: &Document, context: &Context<'_>) -> Log {
    let mut writer =
        LogWriter { report, places: Places::new(report, context), names: Names::new(report), rules: Rules::default() };
    let results = writer.results();
    let notifications = writer.notifications();
    let Rules { rules, notifications: descriptors } = writer.rules;
    let driver = Driver { name: NAME, version: VERSION, semantic_version: VERSION, rules, notifications: descriptors };
    let folder = BaseFolder { description: Text::new("the folder in which the program ran") };
    let run = Run {
        tool: Tool { driver },
        automation_details: AutomationDetails { id: question(report) },
        invocations: vec![invocation(report, context.exit_code, notifications)],
        original_uri_base_ids: BTreeMap::from([(ROOT, folder)]),
        column_kind: place::COLUMNS,
        results,
        properties: bag(report),
    };
    Log { schema: log::SCHEMA, version: log::VERSION, runs: vec![run] }
}

impl LogWriter<'_> {
    /// Results: errors of the input come first, because nothing else is known before they are mended.
    fn results(&mut self) -> Vec<Finding> {
        let report = self.report;
        let mut results: Vec<Finding> = report.remarks.iter().map(|r| remark::result(self, r)).collect();
        results.extend(report.lint.iter().flat_map(|l| &l.findings).map(|f| remark::result(self, &f.remark)));
        results.extend(self.sense());
        results.extend(report.properties.iter().flat_map(|p| property::results(self, p)));
        if let Some(found) = report.comparison() {
            results.extend(comparison::results(self, found));
        }
        results
    }

    /// A model of which it is not known whether it makes sense.
    fn sense(&mut self) -> Option<Finding> {
        let Obligations::Undetermined(cause) = &self.report.obligations else { return None };
        let rule_index = self.rules.sense();
        let words = format!(
            "It is not known whether the model makes sense: {}. What is said about it rests on that.",
            words::plain(&cause.message)
        );
        Some(self.finding(rule_index, ("open", "none"), words, self.places.first([])))
    }

    /// A result of this kind and level, with words and a place.
    fn finding(
        &self,
        rule_index: usize,
        (kind, level): (&'static str, &'static str),
        words: String,
        place: Location,
    ) -> Finding {
        Finding {
            rule_id: self.rules.id(rule_index),
            rule_index,
            kind,
            level,
            message: Text::new(words),
            locations: vec![place],
            related_locations: Vec::new(),
            code_flows: Vec::new(),
            fixes: Vec::new(),
            partial_fingerprints: BTreeMap::new(),
            properties: Value::Null,
        }
    }

    /// Missing parts, each with its cause: answers, and classes that were not looked for.
    fn notifications(&mut self) -> Vec<Notification> {
        let report = self.report;
        let mut missing: Vec<(String, &NoAnswer)> = Vec::new();
        if let Obligations::Undetermined(cause) = &report.obligations {
            missing.push(("whether the model makes sense is undetermined".to_owned(), cause));
        }
        for part in &report.unfinished {
            missing.push((format!("{}: {}", part.reached.word(), words::plain(&part.part)), &part.cause));
        }
        for property in &report.properties {
            let name = words::plain(&property.title());
            if let Verdict::Undetermined(cause) = &property.verdict {
                missing.push((format!("{name} is undetermined"), cause));
            }
            if let Some(Enumeration { completeness: Completeness::Stopped { cause, .. }, total, .. }) = list(property) {
                let verb = if total.is_some() { "breaks" } else { "may break" };
                missing.push((format!("{name} {verb} in more ways than are listed"), cause));
            }
        }
        if let Some(found) = report.comparison() {
            match &found.verdict {
                Equivalence::Undetermined(cause) => missing.push(("the comparison is undetermined".to_owned(), cause)),
                Equivalence::Different(Err(cause)) => {
                    missing.push(("there may be more differences than are listed".to_owned(), cause));
                }
                _ => {}
            }
        }
        missing.iter().map(|(what, cause)| self.notification(what, cause)).collect()
    }

    fn notification(&mut self, what: &str, cause: &NoAnswer) -> Notification {
        let message = Text::new(format!("{what}: {}", words::plain(&cause.message)));
        Notification { descriptor: self.rules.cause(cause), level: "warning", message }
    }
}

/// List of classes of a violated property.
fn list(property: &Property) -> Option<&Enumeration> {
    property.verdict.trace().and(property.inquiry())?.enumeration.as_ref()
}

/// Which question was asked. Logs about other models and of other commands stay beside each other where they are collected.
fn question(report: &Document) -> String {
    let more = report.comparison().map_or_else(String::new, |found| format!("{}/", found.implementation.path));
    format!("{NAME}/{}/{}/{more}", report.command.word(), report.model.path)
}

fn invocation(report: &Document, exit_code: u8, notifications: Vec<Notification>) -> Invocation {
    let exit_code_description = match (exit_code, report.command) {
        (0, Command::Diff) => "equivalent",
        (1, Command::Diff) => "different",
        (0, _) => "all properties hold",
        (1, _) => "some property is violated",
        (2, _) => "usage or input error",
        _ => "undetermined",
    };
    Invocation {
        execution_successful: exit_code < 2,
        exit_code,
        exit_code_description,
        tool_execution_notifications: notifications,
    }
}

/// Extensions of the standard: every verdict, also of what holds, and whether the lists are complete.
fn bag(report: &Document) -> Value {
    let properties: Vec<Value> = report.properties.iter().map(verdict).collect();
    let mut bag = json!({
        "command": report.command.word(),
        "model": report.model.path,
        "language": report.model.language,
        "verdicts": properties,
        "diagnosticsDropped": report.dropped,
    });
    if let (Some(found), Some(fields)) = (report.comparison(), bag.as_object_mut()) {
        let (word, complete) = match &found.verdict {
            Equivalence::Equivalent(_) => ("equivalent", true),
            Equivalence::Different(complete) => ("different", complete.is_ok()),
            Equivalence::Undetermined(_) => ("undetermined", false),
        };
        let comparison = json!({ "implementation": found.implementation.path, "verdict": word, "complete": complete });
        fields.insert("comparison".to_owned(), comparison);
    }
    bag
}

/// A verdict, with what makes a list of classes complete.
fn verdict(property: &Property) -> Value {
    let mut bag = json!({ "property": property.name, "verdict": property.verdict.word() });
    let Some(fields) = bag.as_object_mut() else { return bag };
    if let Some(Enumeration { level, completeness, undivided, classes, .. }) = list(property) {
        fields.insert("classes".to_owned(), json!(classes));
        fields.insert("level".to_owned(), json!(level));
        fields.insert("complete".to_owned(), json!(completeness.is_complete()));
        if let Some(why) = undivided {
            fields.insert("undivided".to_owned(), json!(why));
        }
        if let Completeness::Complete(proof) = completeness {
            let mut told = json!({ "statement": proof.statement, "recheckedBy": proof.recheck.by.unwrap_or_default() });
            if let (Some(cause), Some(told)) = (&proof.recheck.missing, told.as_object_mut()) {
                told.insert("notRechecked".to_owned(), json!(cause.message));
            }
            fields.insert("proof".to_owned(), told);
        }
    }
    if !property.left_out.is_empty() {
        fields.insert("leftOut".to_owned(), json!(left_out::words(&property.left_out)));
    }
    let fixed = property.since().and_then(Since::changes).map(|c| &c.fixed);
    if let Some(fixed) = fixed.filter(|list| !list.is_empty()) {
        let fixed: Vec<Value> = fixed.iter().map(|c| json!({ "class": c.id, "key": c.key })).collect();
        fields.insert("fixed".to_owned(), json!(fixed));
    }
    bag
}
