//! Two models: where they differ.

use super::super::answer::{Answer, quoted, quoted_to};
use super::super::run::{list, run, text};
use super::properties::states;
use serde_json::Value;

/// Differences that are listed.
const MOST: usize = 5;

/// Says where two models differ, with the first run that shows it.
pub fn differences(answer: &mut Answer, document: &Value) {
    for (index, difference) in list(document, "differences").iter().take(MOST).enumerate() {
        answer.say(format!("difference {}: {}", index + 1, quoted_to(text(difference, "key"), 120)));
    }
    list(document, "notes")
        .iter()
        .filter_map(Value::as_str)
        .take(3)
        .for_each(|n| answer.say(format!("note: {}", quoted(n))));
    if let Ok(run) = run(document, None, None) {
        answer.say("run:");
        states(answer, &run);
    }
}
