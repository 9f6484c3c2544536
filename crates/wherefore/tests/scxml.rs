//! Statecharts through the whole program: twins of SMV models give the same inquiry, and seeded mistakes are found.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use support::*;

/// Report of `why` about the first violated property of an example.
fn why(file: &str, level: &str) -> Value {
    let line = format!("wherefore why examples/{file} --no-fix --level {level} --format json --quiet");
    let output = run_line(&line, &repository());
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{line}: {e}"));
    let properties = document["properties"].as_array().unwrap();
    let violated = properties.iter().find(|p| p["verdict"] == "violated");
    violated.unwrap_or_else(|| panic!("{line}: nothing is violated\n{}", stderr(&output))).clone()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is no list: {value}"))
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Key, id, steps and variants of each class.
fn classes(inquiry: &Value) -> BTreeSet<[String; 4]> {
    list(inquiry, "classes").iter().map(|c| ["key", "id", "length", "count"].map(|f| text(&c[f]))).collect()
}

/// The members of a fix set, each with the share that it keeps; whether the set is minimum and gentlest, and what it keeps.
type FixSet = (BTreeSet<(String, String)>, [String; 3]);

/// The fix sets. The order of their members is that of the source, and is left aside.
fn fix_sets(inquiry: &Value) -> BTreeSet<FixSet> {
    let members = |f: &Value| {
        let shares = list(f, "each").iter().map(text);
        list(f, "elements").iter().map(text).zip(shares).collect()
    };
    let rest = |f: &Value| ["minimum", "gentlest", "preserved"].map(|name| text(&f[name]));
    list(inquiry, "fix_sets").iter().map(|f| (members(f), rest(f))).collect()
}

/// Suspects with their scores.
fn suspects(inquiry: &Value) -> Vec<(String, f64)> {
    list(inquiry, "suspects").iter().map(|s| (text(&s["element"]), s["score"].as_f64().unwrap())).collect()
}

/// Classes, ids, lengths, variants, fix sets and scores are functions of the machine, not of how it is written.
fn check_twins(name: &str) {
    for level in ["1", "2", "3", "4"] {
        let (smv, scxml) = (why(&format!("{name}.smv"), level), why(&format!("{name}.scxml"), level));
        assert_eq!(classes(&smv), classes(&scxml), "{name} at level {level}");
        assert_eq!(smv["enumeration"]["complete"], scxml["enumeration"]["complete"], "{name} at level {level}");
        assert_eq!(fix_sets(&smv), fix_sets(&scxml), "{name} at level {level}");
        let (mut left, mut right) = (suspects(&smv), suspects(&scxml));
        left.sort_by(|a, b| a.0.cmp(&b.0));
        right.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(left.len(), right.len(), "{name} at level {level}: {left:?} {right:?}");
        for (a, b) in left.iter().zip(&right) {
            assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-9, "{name} at level {level}: {a:?} {b:?}");
        }
    }
}

#[test]
fn the_air_conditioner_is_the_same_in_both_languages() {
    check_twins("ac");
}

#[test]
fn so_are_those_for_two_floors() {
    check_twins("ac2_a");
    if wherefore_test::is_full() {
        check_twins("ac2_b");
    }
}

/// The names of the transitions that the runs of the classes take last, alone or together with others.
fn last_taken(inquiry: &Value) -> BTreeSet<String> {
    let last = |class: &Value| {
        let steps = list(&class["trace"], "steps");
        let names = steps.iter().rev().find_map(|s| s["element"].as_str());
        names.unwrap_or_default().split(" + ").map(str::to_owned).collect::<Vec<_>>()
    };
    list(inquiry, "classes").iter().flat_map(last).collect()
}

#[test]
fn the_last_transition_tells_the_mistakes_of_the_audio_player_apart_and_the_final_state_does_not() {
    let seeded: BTreeSet<String> = ["t1", "t15", "t18", "t19", "t21"].map(str::to_owned).into();
    let by_last = why("audio_player.scxml", "2");
    assert_eq!(last_taken(&by_last), seeded);
    let gentlest = fix_sets(&by_last).into_iter().find(|(_, [_, gentlest, _])| gentlest == "true");
    let members: BTreeSet<String> = gentlest.unwrap().0.into_iter().map(|(name, _)| name).collect();
    assert_eq!(members, seeded);
    let by_state = why("audio_player.scxml", "4");
    assert_eq!(list(&by_state, "classes").len(), 3, "{}", by_state["classes"]);
}

#[test]
fn the_valve_that_asks_the_mode_instead_of_the_window_is_found() {
    let inquiry = why("heating.scxml", "1");
    assert_eq!(inquiry["name"], "window_shut_when_heating");
    assert_eq!(suspects(&inquiry)[0].0, "d7");
    let fixes = fix_sets(&inquiry);
    let (gentlest, _) = fixes.iter().find(|(_, [_, gentlest, _])| gentlest == "true").unwrap();
    assert_eq!(gentlest.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["d7"]);
}

#[test]
fn every_statechart_among_the_examples_is_violated_as_its_header_says() {
    let found = files(&repository().join("examples"), "scxml");
    assert!(found.len() >= 5, "the examples are gone");
    for path in found {
        let output = wherefore(&repository()).arg("check").arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}\n{}", path.display(), stderr(&output));
    }
}
