//! Requirements on every SARIF log, beyond what its schema says: references lead somewhere, regions lie in their files, every
//! result has a place. Used by the tests of the report and, on real models, by those of the command line.

use serde_json::Value;
use std::collections::BTreeSet;

/// Fails if something in a log does not fit. `text_of` gives the text of a file by its address; none if it is not to be had.
pub fn assert_sound(log: &Value, text_of: &dyn Fn(&str) -> Option<String>) {
    assert_eq!((log["version"].as_str(), list(&log["runs"]).len()), (Some("2.1.0"), 1));
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!((&driver["name"], &driver["version"]), (&Value::from("wherefore"), &driver["semanticVersion"]));
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    assert!(run["originalUriBaseIds"]["%SRCROOT%"].get("uri").is_none(), "a path that nobody gave");
    assert!(run["automationDetails"]["id"].as_str().unwrap().ends_with('/'));
    let ids = |of: &Value| list(of).iter().map(|r| word(&r["id"]).to_owned()).collect::<Vec<_>>();
    let (rules, notifications) = (ids(&driver["rules"]), ids(&driver["notifications"]));
    for all in [&rules, &notifications] {
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    }
    let used: BTreeSet<&str> = list(&run["results"]).iter().map(|r| word(&r["ruleId"])).collect();
    assert_eq!(used, rules.iter().map(String::as_str).collect(), "a rule for every result, and no other");
    for rule in list(&driver["rules"]).iter().chain(list(&driver["notifications"])) {
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(!word(&rule[text]["text"]).is_empty(), "{rule}");
        }
    }
    for said in list(&run["invocations"][0]["toolExecutionNotifications"]) {
        assert_eq!(notifications[number(&said["descriptor"]["index"])], word(&said["descriptor"]["id"]));
    }
    let code = number(&run["invocations"][0]["exitCode"]);
    assert_eq!(run["invocations"][0]["executionSuccessful"], code < 2);
    list(&run["results"]).iter().for_each(|r| result(r, &rules, text_of));
    assert_exit(run, code);
    assert_no_placeholders(log);
}

/// No text holds what stands for an argument, nor a brace written twice: readers do not agree on what that shows.
fn assert_no_placeholders(value: &Value) {
    match value {
        Value::Array(list) => list.iter().for_each(assert_no_placeholders),
        Value::Object(fields) => fields.iter().filter(|(name, _)| *name != "properties").for_each(|(name, value)| {
            match value.as_str().filter(|_| name == "text") {
                Some(text) => {
                    let is_number = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
                    let is_placeholder = |part: &str| part.split_once('}').is_some_and(|(n, _)| is_number(n));
                    let is_wrong = text.contains("{{") || text.contains("}}");
                    assert!(!is_wrong && !text.split('{').skip(1).any(is_placeholder), "a placeholder: {text}");
                }
                None => assert_no_placeholders(value),
            }
        }),
        _ => {}
    }
}

/// The results determine the exit code.
fn assert_exit(run: &Value, code: usize) {
    let has = |kind: &str, level: &str| list(&run["results"]).iter().any(|r| r["kind"] == kind && r["level"] == level);
    match code {
        0 => assert!(!has("fail", "error") && !has("open", "none"), "exit code 0 with {}", run["results"]),
        1 => assert!(has("fail", "error"), "exit code 1 without a failure"),
        2 => assert!(has("fail", "error") || has("open", "none"), "exit code 2 and nothing to see"),
        _ => assert!(has("open", "none"), "exit code 3 and everything is known"),
    }
}

fn result(result: &Value, rules: &[String], text_of: &dyn Fn(&str) -> Option<String>) {
    assert_eq!(rules[number(&result["ruleIndex"])], word(&result["ruleId"]));
    let (kind, level) = (word(&result["kind"]), word(&result["level"]));
    assert!(["fail", "open"].contains(&kind) && (kind == "fail") == (level != "none"), "{kind} {level}");
    assert!(!list(&result["locations"]).is_empty(), "code scanning refuses a log with such a result: {result}");
    let related = list(&result["relatedLocations"]);
    let ids: Vec<usize> = related.iter().map(|l| number(&l["id"])).collect();
    assert_eq!(ids, (1..=related.len()).collect::<Vec<_>>());
    let message = word(&result["message"]["text"]);
    assert!(!message.is_empty() && message.ends_with(['.', '?']), "{message}");
    for target in message.split("](").skip(1) {
        let id: usize = target.split(')').next().unwrap().parse().unwrap_or_else(|_| panic!("a wrong link: {message}"));
        assert!(ids.contains(&id), "a link to nowhere: {message}");
    }
    let flows = list(&result["codeFlows"]).iter().flat_map(|f| list(&f["threadFlows"]));
    let mut steps: Vec<&Value> = Vec::new();
    for flow in flows {
        let numbers: Vec<usize> = list(&flow["locations"]).iter().map(|s| number(&s["executionOrder"])).collect();
        assert!(!numbers.is_empty() && numbers[0] == 1 && numbers.is_sorted(), "{numbers:?}");
        steps.extend(list(&flow["locations"]).iter().map(|s| &s["location"]));
    }
    for place in list(&result["locations"]).iter().chain(related).chain(steps) {
        physical(&place["physicalLocation"], text_of);
    }
}

/// A region lies in its file, counted in UTF-16 code units, and the address is one.
fn physical(place: &Value, text_of: &dyn Fn(&str) -> Option<String>) {
    let (uri, region) = (word(&place["artifactLocation"]["uri"]), &place["region"]);
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/%:".contains(c);
    assert!(!uri.is_empty() && uri.chars().all(allowed), "{uri}");
    let is_relative = !uri.starts_with("file:///");
    assert_eq!(place["artifactLocation"].get("uriBaseId").is_some(), is_relative, "{uri}");
    let (Some(text), Some(_)) = (text_of(uri), region.get("startColumn")) else { return };
    let lines: Vec<&str> = text.split('\n').collect();
    let at = |line: &str, column: &str| {
        let (line, column) = (number(&region[line]), number(&region[column]));
        assert!((1..=lines.len()).contains(&line), "{region} is not in {uri}");
        assert!((1..=lines[line - 1].encode_utf16().count() + 1).contains(&column), "{region} is not in {uri}");
        (line, column)
    };
    assert!(at("startLine", "startColumn") <= at("endLine", "endColumn"), "{region}");
}

/// The text of a region; of one line.
pub fn marked<'a>(text: &'a str, place: &Value) -> &'a str {
    let region = &place["physicalLocation"]["region"];
    let line = text.split('\n').nth(number(&region["startLine"]) - 1).unwrap();
    let offset = |column: &str| {
        let units = number(&region[column]) - 1;
        let mut seen = 0;
        let mut places = line.char_indices().map(|(at, c)| {
            seen += c.len_utf16();
            (seen - c.len_utf16(), at)
        });
        places.find(|(before, _)| *before >= units).map_or(line.len(), |(_, at)| at)
    };
    &line[offset("startColumn")..offset("endColumn")]
}

/// The elements of an array; none of what is not there.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A string.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no string: {value}"))
}

/// A number.
pub fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}")) as usize
}
