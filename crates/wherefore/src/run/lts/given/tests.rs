//! Behaviours of TLC in its two forms, and whether they are found again in graphs.

use super::same::same;
use super::{Behaviour, WrittenValue, find, json, log};
use serde_json::json;
use wherefore_lang::explicit::Explicit;
use wherefore_lang::{dot, tla};
use wherefore_lts::Csr;

const GRAPH: &str = r#"strict digraph DiskGraph {
1 [label="/\\ x = 0\n/\\ s = {}",style = filled]
2 [label="/\\ x = 1\n/\\ s = {a, b}"]
3 [label="/\\ x = 2\n/\\ s = {b}"]
1 -> 2 [label="Add"];
2 -> 3 [label="Drop"];
2 -> 1 [label="Clear"];
}"#;

const LOG: &str = "TLC2 Version 2.19\nError: Invariant Small is violated.\nError: The behavior up to this point is:\n\
    State 1: <Initial predicate>\n/\\ x = 0\n/\\ s = {}\n\n\
    State 2: <Add(1) line 3, col 5 to line 4, col 9 of module M>\n/\\ x = 1\n/\\ s = {a,\n  b}\n\n\
    State 3: <Drop line 6, col 5 to line 7, col 9 of module M>\n/\\ x = 2\n/\\ s = {b}\n\n\
    Error: Deadlock reached.\nError: The behavior up to this point is:\n1: <Initial predicate>\n/\\ x = 0\n/\\ s = {}\n\n";

fn run(behaviour: &Behaviour) -> Result<Vec<(String, u32)>, String> {
    let Explicit { initial, count, block, states, .. } = dot::read(GRAPH.as_bytes()).expect("a graph");
    let graph = Csr::of_block(initial, count, &block).expect("a graph");
    let given = find(&graph, &states.expect("values"), behaviour)?;
    Ok(given.steps.iter().map(|(label, to)| (graph.labels.name(*label).to_owned(), *to)).collect())
}

#[test]
fn behaviours_of_a_log_are_found_in_the_graph() {
    let found = log::read(LOG);
    assert_eq!(found.iter().map(|b| b.broken.as_deref()).collect::<Vec<_>>(), [Some("Small"), Some("deadlock")]);
    assert_eq!(run(&found[0]), Ok(vec![("Add".to_owned(), 1), ("Drop".to_owned(), 2)]));
    assert_eq!(run(&found[1]), Ok(Vec::new()));
    let place = found[0].actions[1].as_ref().and_then(|a| a.place.clone());
    assert_eq!(place, Some(("M".to_owned(), (3, 5), (4, 9))));
}

#[test]
fn behaviours_in_json_are_found_by_their_numbers() {
    let states = json!([[2, {"x": 1, "s": ["b", "a"]}], [1, {"x": 0, "s": []}]]);
    let action = json!([[[1, {}], {"name": "Add", "location": {"beginLine": 3, "beginColumn": 5, "endLine": 4,
        "endColumn": 9, "module": "M"}}, [2, {}]]]);
    let text = json!({"vars": ["x", "s"], "counterexample": {"state": states, "action": action}}).to_string();
    let found = json::read(&text).expect("a behaviour");
    assert_eq!(run(&found[0]), Ok(vec![("Add".to_owned(), 1)]));
    assert_eq!(found[0].actions[1].as_ref().map(|a| a.name.as_str()), Some("Add"));
    assert!(json::read("{").unwrap_err().contains("no JSON"));
    assert!(json::read(r#"{"counterexample": {"state": [[1, {}], [3, {}]]}}"#).unwrap_err().contains("missing"));
    assert!(json::read(r#"{"counterexample": {"state": [[1, {}], [1, {}]]}}"#).unwrap_err().contains("two states"));
}

#[test]
fn what_is_no_step_is_refused() {
    let mut found = log::read(LOG);
    found[0].states.remove(1);
    assert_eq!(run(&found[0]), Err("no step leads from state 1 to state 2".to_owned()));
    found[0].states[0][0].1 = WrittenValue::Json(json!(7));
    assert_eq!(run(&found[0]), Err("state 1 is not the one in which the graph begins".to_owned()));
}

#[test]
fn values_are_what_json_has_of_them() {
    let pairs = [
        ("<<1, {2, 3}>>", json!([1, [3, 2]]), true),
        ("{{1}, {1, 2}}", json!([[2, 1], [1]]), true),
        ("{1, 2}", json!([1, 1]), false),
        ("[a |-> TRUE, b |-> \"x\"]", json!({"b": "x", "a": true}), true),
        ("(p :> 1 @@ q :> m)", json!({"p": 1, "q": "m"}), true),
        ("(3 :> 1 @@ 5 :> 2)", json!({"3": 1, "5": 2}), true),
        ("<<>>", json!([]), true),
        ("1", json!(true), false),
        ("1", json!(1.5), false),
    ];
    for (text, json, expected) in pairs {
        assert_eq!(same(&tla::value(text).expect("a value"), &json), expected, "{text} {json}");
    }
}
