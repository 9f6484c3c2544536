//! Two models: where they differ.

use super::super::answer::{Answer, quoted, quoted_to};
use super::super::run::{field, list, text};
use serde_json::Value;
use wherefore_report::text::fit;

/// Differences that are listed.
const MOST: usize = 5;

/// Steps that are shown.
const MOST_STEPS: usize = 12;

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
    if list(document, "trace").is_empty() {
        return;
    }
    answer.say("inputs, and outputs of the reference and of the implementation, step by step:");
    for (step, reaction) in list(document, "trace").iter().take(MOST_STEPS).enumerate() {
        let [inputs, one, two] = ["inputs", "reference", "implementation"].map(|name| values(field(reaction, name)));
        answer.show(&format!("{}: {inputs} -> {one} / {two}", step + 1));
    }
}

/// Names with their values, on one line.
fn values(object: &Value) -> String {
    let shown = |(name, value): (&String, &Value)| format!("{}={}", fit::visible(name), fit::visible(&plain(value)));
    object.as_object().map_or_else(String::new, |map| map.iter().map(shown).collect::<Vec<_>>().join(" "))
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
