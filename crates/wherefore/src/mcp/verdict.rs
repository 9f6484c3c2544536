//! The first line of an answer: the verdict, and what it rests on.
//!
//! Whatever is not known begins with a word in capitals, so that it cannot be read as "holds".

use super::answer::{count, quoted, word};
use super::run::{field, list, number, text};
use super::store::StoredDocument;
use serde_json::Value;

/// Exit code of a command that found nothing wrong.
const HOLDS: i32 = 0;

mod others;

/// The first line of an answer that rests on a document.
pub fn of(asked: &StoredDocument) -> String {
    let document = &asked.value;
    if let Some(line) = unusable(document) {
        return line;
    }
    match text(document, "command") {
        "lint" => others::lint(asked),
        "fix" => others::fix(asked),
        "mutate" => others::mutants(asked),
        "diff" => others::comparison(asked),
        _ => of_properties(asked),
    }
}

/// The first line about properties.
fn of_properties(asked: &StoredDocument) -> String {
    let document = &asked.value;
    let all = list(document, "properties");
    let line = match all {
        [] => "NOTHING CHECKED: the model states no property".to_owned(),
        [one] => of_property(one),
        many => of_many(many),
    };
    let all_hold = all.iter().all(|p| text(p, "verdict") == "holds");
    if all_hold && asked.code != HOLDS && !all.is_empty() {
        // A model without runs, say.
        return format!("NOTHING CHECKED: {}", hollow(document));
    }
    line + assumed(document)
}

/// What is said if there is nothing to ask.
fn unusable(document: &Value) -> Option<String> {
    if text(field(document, "obligations"), "verdict") == "broken" {
        return Some("BROKEN MODEL: it has no agreed meaning, and no property was checked".to_owned());
    }
    let errors = list(document, "diagnostics").iter().filter(|d| text(d, "severity") == "error").count();
    let is_empty = list(document, "properties").is_empty();
    (errors > 0 && is_empty).then(|| format!("ERROR: nothing was checked: {}", count(errors, "error", "errors")))
}

fn hollow(document: &Value) -> String {
    match text(document, "runs") {
        "none" => "the model has no initial state".to_owned(),
        "all-end" | "none-fair" => "the model has no infinite run that its properties speak of".to_owned(),
        _ => "the report does not say why".to_owned(),
    }
}

fn assumed(document: &Value) -> &'static str {
    match text(field(document, "obligations"), "verdict") {
        "met" => "",
        _ => "; ASSUMING that the model makes sense, which is NOT decided",
    }
}

fn of_many(all: &[Value]) -> String {
    let of = |verdict: &str| all.iter().filter(|p| text(p, "verdict") == verdict).count();
    let (violated, vacuous, holds) = (of("violated"), of("vacuous"), of("holds"));
    let mut parts = Vec::new();
    let mut part = |number: usize, word: &str| {
        if number > 0 {
            parts.push(format!("{word}: {number} of {}", all.len()));
        }
    };
    part(violated, "violated");
    part(all.len() - violated - vacuous - holds, "UNDETERMINED");
    part(vacuous, "VACUOUS");
    if holds == all.len() {
        return format!("holds: all {holds} properties, proved");
    }
    part(holds, "holds");
    parts.join("; ")
}

/// The verdict of a property.
pub fn of_property(property: &Value) -> String {
    match text(property, "verdict") {
        "holds" => format!("holds, proved{}", proof(field(property, "certificate"))),
        "vacuous" => {
            let vacuity = field(property, "vacuity");
            let more = match text(field(vacuity, "stronger"), "formula") {
                "" => String::new(),
                formula => format!("; this stronger formula is true too, proved: {}", quoted(formula)),
            };
            format!("VACUOUS: true, but it says nothing: {}{more}", quoted(text(vacuity, "reason")))
        }
        "violated" => violated(property),
        _ => no_answer(field(property, "cause")),
    }
}

/// What is not known, and why.
fn no_answer(cause: &Value) -> String {
    match text(cause, "kind") {
        "" => "UNDETERMINED".to_owned(),
        kind => format!("UNDETERMINED ({}): {}", word(kind), quoted(text(cause, "message"))),
    }
}

fn violated(property: &Value) -> String {
    let list_of_ways = field(property, "enumeration");
    if list_of_ways.is_null() {
        let steps = list(field(property, "trace"), "steps").len();
        return format!("violated: a run of {}, replayed", count(steps, "state", "states"));
    }
    let ways = number(list_of_ways, "classes");
    let counted = count(ways, "way", "ways");
    if field(list_of_ways, "complete") == &Value::Bool(true) {
        return format!("violated: {counted}, complete (proved{})", proof(field(list_of_ways, "proof")));
    }
    if !field(list_of_ways, "undivided").is_null() {
        return format!("violated: {counted}, failing runs are NOT told apart");
    }
    let why = quoted(text(field(list_of_ways, "stopped"), "message"));
    format!("violated: at least {counted}, list NOT complete: {why}")
}

/// What a proof is, and who re-checked it.
fn proof(certificate: &Value) -> String {
    let statement = text(certificate, "statement");
    let statement = if statement.is_empty() { String::new() } else { format!(": {}", plain(statement)) };
    match text(certificate, "rechecked_by") {
        "" => format!("{statement}; NOT re-checked{}", reason(field(certificate, "not_rechecked"))),
        by => format!("{statement}; re-checked by {}", word(by)),
    }
}

fn reason(cause: &Value) -> String {
    if cause.is_null() { String::new() } else { format!(": {}", quoted(text(cause, "message"))) }
}

/// Words of ours, unless they are not only words.
fn plain(words: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " -,".contains(c);
    if words.len() <= 80 && words.chars().all(is_plain) { words.to_owned() } else { quoted(words) }
}

#[cfg(test)]
mod tests;
