//! Properties: their verdicts, their ways to fail, what to suspect.

use super::super::answer::{Answer, count, quoted, quoted_to, word};
use super::super::run::{Run, field, list, number, run, text};
use super::super::verdict;
use super::place;
use serde_json::Value;
use wherefore_report::expression::Table;

/// Ways, suspects and properties that are listed.
const MOST_WAYS: usize = 8;
const MOST_SUSPECTS: usize = 3;
const MOST_PROPERTIES: usize = 20;

/// States of a run that are shown.
const MOST_STATES: usize = 12;

/// Says what is known about each property.
pub fn properties(answer: &mut Answer, document: &Value) {
    let all = list(document, "properties");
    for property in all.iter().take(MOST_PROPERTIES) {
        let name = quoted_to(text(property, "name"), 60);
        let formula = quoted_to(text(property, "text"), 100);
        match all.len() {
            1 => answer.say(format!("property {name}: {formula}")),
            _ => answer.say(format!("property {name}: {}", verdict::of_property(property))),
        }
        since(answer, field(property, "since"));
        given(answer, field(property, "given_run"));
        ways(answer, property);
        suspects(answer, property);
    }
    if all.len() > MOST_PROPERTIES {
        answer.say(format!("and {} more properties", all.len() - MOST_PROPERTIES));
    }
    let has_ways = all.iter().any(|p| !list(p, "classes").is_empty());
    if let (false, Ok(run)) = (has_ways, run(document, None, None)) {
        answer.say("run:");
        states(answer, &run);
    }
    let is_violated = all.iter().any(|p| text(p, "verdict") == "violated");
    match text(document, "command") {
        "why" if has_ways => answer.say("next: `way` for one way whole, `fix` for edits, `since` after an edit"),
        "check" if is_violated => answer.say("next: `why` for every way in which it breaks"),
        _ => {}
    }
}

fn since(answer: &mut Answer, since: &Value) {
    if since.is_null() {
        return;
    }
    let of = |name: &str| list(since, name).len();
    match field(since, "compared") {
        Value::Bool(true) => {
            answer.say(format!("since then: {} fixed, {} new, {} unchanged", of("fixed"), of("new"), of("unchanged")));
        }
        _ => answer.say("since then: NOT comparable"),
    }
    let caveat = text(since, "caveat");
    if !caveat.is_empty() {
        answer.say(format!("  but: {}", quoted(caveat)));
    }
}

/// Says why a given run fails.
fn given(answer: &mut Answer, given: &Value) {
    if given.is_null() {
        return;
    }
    answer.say("the given run:");
    super::way::explanation(answer, field(field(given, "run"), "explanation"));
}

fn ways(answer: &mut Answer, property: &Value) {
    let all = list(property, "classes");
    for (index, class) in all.iter().take(MOST_WAYS).enumerate() {
        let states = list(field(class, "trace"), "steps").len() + number(field(class, "trace"), "steps_left_out");
        let title = [text(class, "title"), text(class, "key")].into_iter().find(|t| !t.is_empty()).unwrap_or("");
        let failed = list(field(field(class, "explanation"), "failed"), "parts");
        let failed = failed.first().map(|part| format!("; fails: {}", quoted_to(text(part, "text"), 60)));
        let id = word(text(class, "id"));
        let states = count(states, "state", "states");
        answer.say(format!("way {} {id}, {states}: {}{}", index + 1, quoted_to(title, 80), failed.unwrap_or_default()));
    }
    if all.len() > MOST_WAYS {
        answer.say(format!("and {} more ways: ask `way` with a number up to {}", all.len() - MOST_WAYS, all.len()));
    }
}

fn suspects(answer: &mut Answer, property: &Value) {
    for (index, suspect) in list(property, "suspects").iter().take(MOST_SUSPECTS).enumerate() {
        let reason = list(suspect, "reasons").first().and_then(Value::as_str).unwrap_or("");
        let (element, at) = (quoted_to(text(suspect, "element"), 40), place(field(suspect, "span")));
        answer.say(format!("suspect {}: {element}{at}: {}", index + 1, quoted_to(reason, 70)));
    }
    if let Some(set) = list(property, "fix_sets").first() {
        let elements: Vec<String> =
            list(set, "elements").iter().filter_map(Value::as_str).take(6).map(|e| quoted_to(e, 40)).collect();
        answer.say(format!("to change together: {}", elements.join(", ")));
    }
}

/// Shows a run: the first state whole, then what changes.
pub fn states(answer: &mut Answer, run: &Run<'_>) {
    let names = run.names();
    for step in (0..run.steps()).take(MOST_STATES) {
        let is_news = |name: &&&str| step == 0 || run.shown(step, name) != run.shown(step - 1, name);
        let values: Vec<String> =
            names.iter().filter(is_news).map(|name| format!("{name}={}", run.shown(step, name))).collect();
        let element = run.element(step);
        let taken = if element.is_empty() { String::new() } else { format!(" [{element}]") };
        answer.show(&format!("{}{taken}: {}", step + 1, values.join(" ")).replace(['\n', '\r'], " "));
    }
    let more = run.steps().saturating_sub(MOST_STATES) + run.left_out();
    if more > 0 {
        answer.say(format!("and {} more: ask `values` with `from`", count(more, "state", "states")));
    }
    if let Some(start) = run.loop_start() {
        answer.say(format!("the run goes on at state {} for ever", start + 1));
    }
}
