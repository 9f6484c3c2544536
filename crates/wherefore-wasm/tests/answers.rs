//! Questions and answers, as the page has them.

use serde_json::{Value, json};
use wherefore_wasm::Player;

const SYSTEM: &str = "system \"s\"\nenum 0 = red green\nvar t : 0..40 input\nvar s : enum0 state\ninit (= s enum0:red)\n\
    next s = (ite (< 24 t) enum0:green enum0:red)\ndefine hot = (< 24 t)\nproperty \"p\" invariant (= s enum0:red) text \"s = red\"\n";
const RUN: &str = "Trace Type: Counterexample\n -> State: 1.1 <-\n s = red\n -> Input: 1.2 <-\n t = 30\n -> State: 1.2 <-\n s = green\n";

fn ask(player: &mut Player, question: &Value) -> Value {
    serde_json::from_str(&player.answer(&question.to_string())).unwrap()
}

#[test]
fn a_run_is_opened_and_played() {
    let mut player = Player::default();
    let opened = ask(&mut player, &json!({ "system": SYSTEM, "property": "p", "run": RUN }));
    let choices = json!([{ "variable": "t", "free": "every", "words": "0..40", "lo": 0, "hi": 40 }]);
    assert_eq!(opened, json!({ "choices": choices }));
    let same = ask(&mut player, &json!({ "changes": [] }));
    assert_eq!(same["property"], json!({ "verdict": "fails", "step": 1 }));
    let other = ask(&mut player, &json!({ "changes": [{ "variable": "t", "step": 0, "value": "24" }] }));
    assert_eq!(other["values"], json!({ "t": [24, null], "s": ["red", "red"], "hot": [false, null] }));
    assert_eq!((&other["property"]["verdict"], &other["end"]), (&json!("holds"), &Value::Null));
    assert!(other["trace"].as_str().unwrap().starts_with("Trace Description: Changed run"));
}

#[test]
fn nonsense_is_answered() {
    let mut player = Player::default();
    let no_system = json!({ "system": "sistem", "property": "p", "run": RUN });
    let no_property = json!({ "system": SYSTEM, "property": "q", "run": RUN });
    let no_run = json!({ "system": SYSTEM, "property": "p", "run": "" });
    for question in [json!(1), json!({ "changes": [] }), no_system, no_property, no_run] {
        assert!(ask(&mut player, &question)["error"].is_string(), "{question}");
    }
    assert!(player.answer("{").contains("error"));
    ask(&mut player, &json!({ "system": SYSTEM, "property": "p", "run": RUN }));
    for (variable, step, value) in [("u", 0, "1"), ("t", 2, "1"), ("t", 0, "41"), ("t", 0, "warm")] {
        let change = json!({ "variable": variable, "step": step, "value": value });
        assert!(ask(&mut player, &json!({ "changes": [change] }))["error"].is_string());
    }
}
