//! Expectations compared with findings, and expectations that are as found.

use super::found::{Found, FoundProperty, Missing};
use super::words;
use super::{Difference, Expected, Weight};
use std::collections::BTreeSet;

/// The kind of cause that is an error of the installation.
const MISSING_SOLVER: &str = "missing-solver";

/// Expectation about one property.
#[derive(Clone, Copy, Debug)]
enum Wanted<'a> {
    Holds,
    Vacuous,
    Undetermined,
    Violated(&'a [String]),
}

impl<'a> Wanted<'a> {
    fn of(expected: &'a Expected, property: &str) -> Wanted<'a> {
        match expected.violated.get(property) {
            Some(ids) => Wanted::Violated(ids),
            None if expected.vacuous.contains(property) => Wanted::Vacuous,
            None if expected.undetermined.contains(property) => Wanted::Undetermined,
            None => Wanted::Holds,
        }
    }

    /// The word of the verdict.
    fn verdict(self) -> &'static str {
        match self {
            Wanted::Holds => "holds",
            Wanted::Vacuous => "vacuous",
            Wanted::Undetermined => "undetermined",
            Wanted::Violated(_) => "violated",
        }
    }
}

/// The differences between what is expected of a model and what is found. Findings of the checks without properties
/// that are allowed are no difference.
pub fn compare(expected: &Expected, allow: &[String], found: &Found) -> Vec<Difference> {
    if !found.is_checked() {
        return unchecked(found);
    }
    let mut differences = Vec::new();
    if let Some(cause) = found.obligations.as_ref().and_then(|o| o.cause.as_ref()) {
        let weight = if cause.kind == MISSING_SOLVER { Weight::Input } else { Weight::Open };
        differences.push(whole(weight, "obligations", words::obligations(&cause.message)));
    }
    for property in &found.properties {
        differences.extend(property_differences(Wanted::of(expected, &property.name), property));
    }
    let known: BTreeSet<&str> = found.properties.iter().map(|p| p.name.as_str()).collect();
    let absent = mentioned(expected).into_iter().filter(|name| !known.contains(name));
    differences.extend(absent.map(|name| about(name, Weight::Differs, "absent", words::ABSENT.to_owned())));
    let findings = found.lint_warnings().filter(|said| !allow.contains(&said.id));
    differences.extend(findings.map(|said| about(&said.id, Weight::Differs, "lint", words::said(said))));
    let open = found.lint.as_ref().map_or(0, |lint| lint.open.len());
    if open > 0 {
        differences.push(whole(Weight::Remark, "lint-open", words::open_questions(open)));
    }
    differences
}

/// The expectations that would have been met, as near as possible to those that are there.
pub fn as_found(expected: &Expected, found: &Found) -> Expected {
    if !found.is_checked() {
        return expected.clone();
    }
    let mut new = Expected::default();
    for property in &found.properties {
        let name = property.name.clone();
        match property.verdict.as_str() {
            "vacuous" => drop(new.vacuous.insert(name)),
            "undetermined" => drop(new.undetermined.insert(name)),
            "violated" => drop(new.violated.insert(name, ids(expected.violated.get(&property.name), property))),
            _ => {}
        }
    }
    new
}

/// The ids to be expected: those that were, without those that are gone, and behind them those that are new.
fn ids(before: Option<&Vec<String>>, property: &FoundProperty) -> Vec<String> {
    let Some(before) = before else { return property.ids().map(str::to_owned).collect() };
    if before.is_empty() {
        return Vec::new();
    }
    let kept = before.iter().filter(|id| property.ids().any(|found| found == *id)).cloned();
    let new = property.ids().filter(|id| !before.iter().any(|known| known == id)).map(str::to_owned);
    kept.chain(new).collect()
}

/// Names that the expectations mention, in order.
fn mentioned(expected: &Expected) -> BTreeSet<&str> {
    expected.violated.keys().chain(&expected.vacuous).chain(&expected.undetermined).map(String::as_str).collect()
}

/// The differences of a model that was not checked.
fn unchecked(found: &Found) -> Vec<Difference> {
    let errors = found.diagnostics.iter().filter(|d| d.severity == "error");
    let errors = errors.map(|said| about(&said.id, Weight::Input, "error", words::said(said)));
    let missing = found.missing.as_ref().map(|missing| match missing {
        Missing::Unfinished(why) => whole(Weight::Open, "unfinished", words::unfinished(why)),
        Missing::Broken(why) => whole(Weight::Input, "broken", words::broken(why)),
    });
    errors.chain(missing).collect()
}

fn property_differences(wanted: Wanted<'_>, found: &FoundProperty) -> Vec<Difference> {
    let name = found.name.as_str();
    match (wanted, found.verdict.as_str()) {
        (Wanted::Violated(ids), "violated") => classes(ids, found),
        (wanted, verdict) if wanted.verdict() == verdict => Vec::new(),
        (wanted, "undetermined") => {
            let is_missing = found.cause.as_ref().is_some_and(|cause| cause.kind == MISSING_SOLVER);
            let weight = if is_missing { Weight::Input } else { Weight::Open };
            vec![about(name, weight, "verdict", words::verdict(wanted.verdict(), found))]
        }
        (wanted, _) => vec![about(name, Weight::Differs, "verdict", words::verdict(wanted.verdict(), found))],
    }
}

/// The differences of two lists of classes. What a list lacks that is not complete may be there all the same.
fn classes(expected: &[String], found: &FoundProperty) -> Vec<Difference> {
    let name = found.name.as_str();
    let mut differences = Vec::new();
    if !expected.is_empty() {
        let new = found.classes.iter().filter(|class| !expected.contains(&class.id));
        differences.extend(new.map(|class| about(name, Weight::Differs, "new-way", words::new_way(class))));
        let gone = expected.iter().filter(|id| !found.ids().any(|known| known == *id));
        let weight = if found.incomplete().is_some() { Weight::Open } else { Weight::Differs };
        differences.extend(gone.map(|id| about(name, weight, "way-gone", words::gone(id, found))));
    }
    let incomplete = found.incomplete().filter(|_| !expected.is_empty());
    differences.extend(incomplete.map(|why| about(name, Weight::Remark, "incomplete", words::incomplete(why))));
    differences
}

fn about(subject: &str, weight: Weight, kind: &'static str, words: String) -> Difference {
    Difference { subject: Some(subject.to_owned()), weight, kind, words }
}

fn whole(weight: Weight, kind: &'static str, words: String) -> Difference {
    Difference { subject: None, weight, kind, words }
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;
    use serde_json::{Value, json};

    fn property(name: &str, verdict: &str, classes: &[(&str, &str)], stopped: Value) -> Value {
        let classes: Vec<Value> = classes.iter().map(|(id, key)| json!({ "id": id, "key": key })).collect();
        let cause = (verdict == "undetermined").then(|| json!({ "kind": "timeout", "message": "timeout after 1s" }));
        json!({ "name": name, "verdict": verdict, "cause": cause, "classes": classes,
                "enumeration": { "stopped": stopped } })
    }

    fn found(properties: &[Value]) -> Found {
        Found::read(&json!({ "schema": "wherefore/1", "properties": properties }).to_string()).unwrap()
    }

    fn expected(violated: &[(&str, &[&str])], vacuous: &[&str], undetermined: &[&str]) -> Expected {
        let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        Expected {
            violated: violated.iter().map(|(name, ids)| ((*name).to_owned(), owned(ids))).collect(),
            vacuous: owned(vacuous).into_iter().collect(),
            undetermined: owned(undetermined).into_iter().collect(),
        }
    }

    /// The lines of a comparison, and its status.
    fn said(expected: &Expected, found: &Found) -> (Status, String) {
        let differences = compare(expected, &[], found);
        let lines: Vec<String> = differences.iter().map(words::line).collect();
        // Whatever was found, what is as found is as expected, and stays so.
        let new = as_found(expected, found);
        assert!(compare(&new, &[], found).iter().all(|d| d.weight == Weight::Remark));
        assert_eq!(as_found(&new, found), new);
        (Status::of(&differences), lines.join("\n"))
    }

    #[test]
    fn what_is_not_mentioned_is_expected_to_hold() {
        let nothing = Expected::default();
        let answer = |verdict, classes: &[_]| said(&nothing, &found(&[property("p", verdict, classes, Value::Null)]));
        assert_eq!(answer("holds", &[]), (Status::AsExpected, String::new()));
        let two = [("1f", "<t1>"), ("2e", "<t2>")];
        assert_eq!(
            answer("violated", &two),
            (Status::Differs, "p: expected to hold, violated in 2 ways (1f, 2e)".into())
        );
        assert_eq!(answer("vacuous", &[]), (Status::Differs, "p: expected to hold, vacuous".into()));
        let open = "p: expected to hold, undetermined: timeout after 1s";
        assert_eq!(answer("undetermined", &[]), (Status::Undetermined, open.into()));
    }

    #[test]
    fn every_verdict_can_be_expected() {
        let each = [expected(&[("p", &[])], &[], &[]), expected(&[], &["p"], &[]), expected(&[], &[], &["p"])];
        for (wanted, word) in each.iter().zip(["violated", "vacuous", "undetermined"]) {
            for verdict in ["holds", "violated", "vacuous"] {
                let (status, lines) = said(wanted, &found(&[property("p", verdict, &[], Value::Null)]));
                let differs = format!("p: expected {word}, {verdict}");
                let answer =
                    if verdict == word { (Status::AsExpected, String::new()) } else { (Status::Differs, differs) };
                assert_eq!((status, lines), answer);
            }
        }
        let nothing_there = said(&each[1], &found(&[]));
        assert_eq!(nothing_there, (Status::Differs, "p: expected, not in the model".into()));
    }

    #[test]
    fn ways_are_new_or_gone() {
        let two = [("1f", "<t1>"), ("2e", "<t2>")];
        let breaks = found(&[property("p", "violated", &two, Value::Null)]);
        let answer = |ids: &[&str]| said(&expected(&[("p", ids)], &[], &[]), &breaks);
        assert_eq!(answer(&["2e", "1f"]), (Status::AsExpected, String::new()));
        assert_eq!(answer(&[]), (Status::AsExpected, String::new()));
        let lines = "p: new way <t2> (2e)\np: way 30 is gone";
        assert_eq!(answer(&["1f", "30"]), (Status::Differs, lines.into()));
    }

    #[test]
    fn what_an_incomplete_list_lacks_may_be_there() {
        let stopped = json!({ "kind": "classes", "message": "the limit of 1 class" });
        let breaks = found(&[property("p", "violated", &[("1f", "<t1>")], stopped)]);
        let answer = |ids: &[&str]| said(&expected(&[("p", ids)], &[], &[]), &breaks);
        let remark = "p: the list of ways is not complete: the limit of 1 class";
        assert_eq!(answer(&["1f"]), (Status::AsExpected, remark.into()));
        let lines = format!("p: way 30 was not found, and the list of ways is not complete\n{remark}");
        assert_eq!(answer(&["1f", "30"]), (Status::Undetermined, lines));
        assert_eq!(answer(&["30"]).0, Status::Differs);
    }

    #[test]
    fn a_model_that_was_not_checked_is_no_difference_of_its_properties() {
        let wanted = expected(&[("p", &[])], &[], &[]);
        let status = |found: &Found| Status::of(&compare(&wanted, &[], found));
        assert_eq!(status(&Found::unfinished("interrupted")), Status::Undetermined);
        assert_eq!(status(&Found::broken("no report")), Status::Error);
        let error = json!({ "id": "smv-syntax", "severity": "error", "message": "no", "place": null });
        let text = json!({ "schema": "wherefore/1", "properties": [], "diagnostics": [error] }).to_string();
        let unread = Found::read(&text).unwrap();
        assert_eq!(status(&unread), Status::Error);
        assert_eq!(as_found(&wanted, &unread), wanted);
        assert!(Found::read("{}").is_err() && Found::read(r#"{"schema":"x/1","properties":[]}"#).is_err());
    }

    #[test]
    fn findings_without_properties_are_differences_unless_allowed() {
        let warning = |id: &str, severity: &str| {
            let place = json!({ "path": "m.smv", "line": 2, "column": 5 });
            json!({ "id": id, "severity": severity, "message": "never", "place": place })
        };
        let lint = json!({ "findings": [warning("lint-a", "warning"), warning("lint-b", "note")], "open": [] });
        let text = json!({ "schema": "wherefore/1", "properties": [], "lint": lint }).to_string();
        let found = Found::read(&text).unwrap();
        let differences = compare(&Expected::default(), &[], &found);
        assert_eq!(differences.iter().map(words::line).collect::<Vec<_>>(), ["lint-a: never (m.smv:2:5)"]);
        assert_eq!(compare(&Expected::default(), &["lint-a".to_owned()], &found), []);
        assert_eq!(found.warnings(), ["lint-a"]);
    }
}
