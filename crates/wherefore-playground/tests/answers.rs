//! Questions and answers, as the page has them: the code of the module, built for this machine.

use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use wherefore::{Language, Project};
use wherefore_playground::answer;

/// The text of an example.
#[expect(clippy::disallowed_methods, reason = "a test reads files")]
fn example(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file)).unwrap()
}

/// A clock that stands still.
fn still() -> f64 {
    0.0
}

fn ask(question: &Value) -> Value {
    serde_json::from_str(&answer(&question.to_string(), still)).unwrap()
}

/// The answer about a file of the examples.
fn about(file: &str) -> Value {
    let text = example(file);
    ask(&json!({ "name": file, "text": text }))
}

/// The properties of a report with the ids of their ways.
fn ways(document: &Value) -> Vec<(String, String, Vec<String>)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = |property: &Value| {
        let classes = property["classes"].as_array().cloned().unwrap_or_default();
        let ids = classes.iter().map(|class| text(&class["id"])).collect();
        (text(&property["name"]), text(&property["verdict"]), ids)
    };
    document["properties"].as_array().unwrap().iter().map(of).collect()
}

fn document(answer: &Value) -> Value {
    serde_json::from_str(answer["json"].as_str().unwrap_or_else(|| panic!("{}", answer["error"]))).unwrap()
}

#[test]
fn the_air_conditioner_breaks_in_four_ways() {
    let found = about("ac.smv");
    assert_eq!(
        found["properties"],
        json!([{ "name": "right_mode", "verdict": "violated", "ways": 4, "complete": true }])
    );
    assert!(found["text"].as_str().unwrap().contains("ends in ON by t4, after t1"));
    assert!(found["html"].as_str().unwrap().starts_with("<!DOCTYPE html>"));
    let text = example("ac.smv");
    let mended = text.replace("t >= 24", "t > 24").replace("t <= 26", "t <= 24");
    let found = ask(&json!({ "name": "ac.smv", "text": mended }));
    assert_eq!(
        found["properties"],
        json!([{ "name": "right_mode", "verdict": "holds", "ways": 0, "complete": false }])
    );
}

/// The library, with all threads and solvers, says the same about a model of each language.
#[test]
fn turns_on_one_thread_change_no_answer() {
    for file in ["ac.smv", "mutex.smv", "two_spines.smv", "ac.scxml", "xstate/fetch.json", "masking.oss"] {
        let text = example(file);
        let language = Language::of_name(Path::new(file)).unwrap_or(Language::XState);
        let project = Project::from_text(file, text, language).unwrap();
        let report = wherefore::report::json::render(&project.report(&project.why().unwrap()));
        let expected = ways(&serde_json::from_str(&report).unwrap());
        assert_eq!(ways(&document(&about(file))), expected, "{file}");
        assert!(!expected.is_empty(), "{file}");
    }
}

#[test]
fn a_proof_by_bdds_is_checked_by_the_sat_solver() {
    let text = "MODULE main VAR x : 0..5; ASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : 0; INVARSPEC x < 4";
    let found = ask(&json!({ "name": "m.smv", "text": text }));
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("re-checked"), "{text}");
}

#[test]
fn a_graph_is_asked_a_formula() {
    let found = ask(&json!({ "name": "resend.aut", "text": example("resend.aut"), "formula": example("resend.mcl") }));
    assert_eq!(found["properties"][0]["verdict"], "violated", "{found}");
}

#[test]
fn what_is_no_question_or_no_model_is_answered_with_its_place() {
    let wrong = ask(&json!({ "name": "m.smv", "text": "MODULE main\nVAR x : boolen;" }));
    assert!(wrong["error"].as_str().unwrap().contains("m.smv:2"), "{wrong}");
    for question in [
        json!(1),
        json!({ "name": "m.smv" }),
        json!({ "name": "m", "text": "" }),
        json!({ "name": "m.slx", "text": "no archive" }),
        json!({ "name": "m.smv", "text": "" }),
        json!({ "name": "m.aut", "text": "des (0,1" }),
        json!({ "name": "m.oss", "text": "\u{0}" }),
        json!({ "name": "m.smv", "text": "MODULE main VAR x : 0..3; ASSIGN next(x) := x + 1; INVARSPEC x < 9" }),
    ] {
        assert!(ask(&question)["error"].is_string(), "{question}");
    }
    assert!(answer("{", still).contains("error"));
}

/// A second passes at each look.
fn hasty() -> f64 {
    static NOW: AtomicU64 = AtomicU64::new(0);
    NOW.fetch_add(1000, Ordering::Relaxed) as f64
}

#[test]
fn the_limit_ends_the_search_and_the_report_says_so() {
    let text = example("parking_assist.smv");
    let found = answer(&json!({ "name": "p.smv", "text": text, "seconds": 2 }).to_string(), hasty);
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["properties"][0]["complete"], false);
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("timeout after 2s") || text.contains("deadline of 2s"), "{text}");
}
