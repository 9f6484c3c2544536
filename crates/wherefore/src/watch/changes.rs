//! What a save changed, in words: verdicts, and the ways in which properties break.

use super::record;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use wherefore_report::text::fit::{shorten_middle, visible};

/// Properties that are named.
const MOST: usize = 20;
/// Columns of a name.
const WIDEST: usize = 60;

/// What the new report says against the last one. `is_seen` says that the verdicts themselves stand above.
pub fn words(folder: &Path, is_seen: bool) -> String {
    let [last, new] = record::reports(folder).map(|text| serde_json::from_str(&text?).ok());
    new.map_or_else(String::new, |new| compared(last.as_ref(), &new, is_seen))
}

fn compared(last: Option<&Value>, new: &Value, is_seen: bool) -> String {
    let mut out = String::new();
    let mut named = 0;
    for property in list(new, "properties") {
        let before =
            last.and_then(|l| list(l, "properties").iter().find(|p| text(p, "name") == text(property, "name")));
        let line = line(property, before, last.is_some());
        if line.is_none() && is_seen {
            continue;
        }
        named += 1;
        if named <= MOST {
            let name = shorten_middle(&visible(text(property, "name")), WIDEST);
            let news = line.map_or_else(String::new, |line| format!(", {line}"));
            let _ = writeln!(out, "{name}: {}{news}", text(property, "verdict"));
        }
    }
    if named > MOST {
        let _ = writeln!(out, "... {} more properties", named - MOST);
    }
    let is_same = out.is_empty() && is_seen && last.is_some() && !list(new, "properties").is_empty();
    if is_same { "nothing new or fixed since the last save\n".to_owned() } else { out }
}

/// What is other with a property; nothing if all is as before.
fn line(property: &Value, before: Option<&Value>, is_compared: bool) -> Option<String> {
    if !is_compared {
        return None;
    }
    let Some(before) = before else { return Some("was not there".to_owned()) };
    let verdict =
        (text(before, "verdict") != text(property, "verdict")).then(|| format!("was {}", text(before, "verdict")));
    let since = property.get("since").filter(|since| since.get("compared").and_then(Value::as_bool) == Some(true));
    let count = |name: &str| since.map_or(0, |since| list(since, name).len());
    let ways = match (count("new"), count("fixed")) {
        (0, 0) => None,
        (new, fixed) => Some(format!("{new} new, {fixed} fixed")),
    };
    let parts: Vec<String> = verdict.into_iter().chain(ways).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(verdict: &str, new: &[&str], fixed: &[&str]) -> Value {
        let since = json!({ "compared": true, "new": new, "fixed": fixed });
        json!({ "properties": [{ "name": "safe", "verdict": verdict, "since": since }] })
    }

    #[test]
    fn verdicts_and_ways_that_changed_are_said() {
        let last = report("violated", &[], &[]);
        let words = |new: &Value, is_seen| compared(Some(&last), new, is_seen);
        assert_eq!(words(&report("holds", &[], &["a", "b"]), true), "safe: holds, was violated; 0 new, 2 fixed\n");
        assert_eq!(words(&report("violated", &[], &[]), true), "nothing new or fixed since the last save\n");
        assert_eq!(words(&report("violated", &[], &[]), false), "safe: violated\n");
        assert_eq!(compared(None, &last, true), "");
        assert_eq!(compared(None, &last, false), "safe: violated\n");
        assert_eq!(compared(Some(&json!({})), &last, true), "safe: violated, was not there\n");
    }
}
