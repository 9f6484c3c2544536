//! One log whose runs are those of several.

use serde_json::{Value, json};

/// The runs of several logs in one, in their order, with a final line break. A text that is no log is left out.
pub fn joined<'a>(logs: impl IntoIterator<Item = &'a str>) -> String {
    let runs = |log: &str| match serde_json::from_str::<Value>(log) {
        Ok(mut log) => log["runs"].as_array_mut().map(std::mem::take).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let runs: Vec<Value> = logs.into_iter().flat_map(runs).collect();
    let log = json!({ "$schema": super::log::SCHEMA, "version": super::log::VERSION, "runs": runs });
    format!("{log:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_keep_their_order() {
        let log = |name: &str| json!({ "version": "2.1.0", "runs": [{ "properties": { "model": name } }] }).to_string();
        let (one, two) = (log("b.smv"), log("a.smv"));
        let joined: Value = serde_json::from_str(&joined([one.as_str(), "", two.as_str()])).unwrap();
        let names: Vec<&Value> = joined["runs"].as_array().unwrap().iter().map(|r| &r["properties"]["model"]).collect();
        assert_eq!((names, &joined["version"]), (vec![&json!("b.smv"), &json!("a.smv")], &json!("2.1.0")));
    }
}
