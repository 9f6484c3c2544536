//! Small programs: what they mean at each tick, and what is said about those that are wrong.

use super::simulate::simulate;
use super::{loaded, system};
use std::collections::BTreeMap;
use wherefore_ir::network::Gate;
use wherefore_ir::{Role, Sort, Value};

/// The values of a stream of a program without inputs.
fn stream(text: &str, name: &str, ticks: usize) -> Vec<i64> {
    let run = simulate(&system(text), &vec![BTreeMap::new(); ticks]);
    let number = |v: &Option<Value>| match v {
        Some(Value::Int(n)) => i64::try_from(n).unwrap(),
        Some(Value::Bool(b)) => i64::from(*b),
        other => panic!("{other:?}"),
    };
    run[name].iter().map(number).collect()
}

/// The first message about a program.
fn message(text: &str) -> String {
    let loaded = loaded(text);
    let first = loaded.diagnostics.iter().next().map(|d| format!("{}: {}", d.code.id, d.headline));
    first.unwrap_or_default()
}

const TOGGLE: &str = "node D() returns (d: bool); let d = true -> not pre d; tel\n";

#[test]
fn a_counter_counts() {
    assert_eq!(stream("node M() returns (n: int); let n = 0 -> pre n + 1; tel", "n", 4), [0, 1, 2, 3]);
}

#[test]
fn a_condact_holds_its_result_and_its_memory() {
    let text = format!(
        "node C() returns (n: int); let n = 1 -> pre n + 1; tel {TOGGLE}
         node M() returns (x: int); var d: bool; let d = D(); x = condact(not d, C(), 7); tel"
    );
    assert_eq!(stream(&text, "x", 6), [7, 1, 1, 2, 2, 3]);
}

#[test]
fn a_restart_begins_anew() {
    let text = "node C() returns (n: int); let n = 0 -> pre n + 1; tel
        node M() returns (x: int); let x = (restart C every (false -> pre x = 2))(); tel";
    assert_eq!(stream(text, "x", 6), [0, 1, 2, 0, 1, 2]);
}

#[test]
fn branches_of_a_when_block_tick_only_when_chosen() {
    let text = format!(
        "{TOGGLE} node M() returns (c1, c2: int); var d: bool; let d = D();
         when d then c1 = 1 -> pre c2 + 1; c2 = 0 -> pre c1 + 1;
         else c2 = 1 -> pre c1 + 1; c1 = 0 -> pre c2 + 1; end tel"
    );
    // Worked out by hand.
    assert_eq!(stream(&text, "c1", 10), [1, 0, 1, 2, 3, 2, 3, 4, 5, 4]);
    assert_eq!(stream(&text, "c2", 10), [0, 1, 2, 1, 2, 3, 4, 3, 4, 5]);
}

#[test]
fn a_frame_keeps_what_is_not_defined() {
    let text = format!(
        "{TOGGLE} node M() returns (x, y: int); var d: bool; let d = D();
         frame (x, y) x = 10; y = 3; let if not d then x = 1 -> pre x + 1; fi tel tel"
    );
    assert_eq!(stream(&text, "x", 5), [10, 11, 11, 12, 12]);
    assert_eq!(stream(&text, "y", 3), [3, 3, 3]);
}

#[test]
fn a_merge_runs_each_case_on_its_own_clock() {
    let text = format!(
        "node C() returns (n: int); let n = 0 -> pre n + 1; tel {TOGGLE}
         node M() returns (x: int); var d: bool; let d = D();
         x = merge(d; (activate C every d)(); (100 -> pre x when not d)); tel"
    );
    assert_eq!(stream(&text, "x", 5)[0], 0);
    assert_eq!(stream(&text, "x", 5)[2], 1);
}

#[test]
fn arrays_are_rows_of_streams() {
    let text = "const N: int = 3; node M() returns (s: int); var A: int^N; i: int;
        let i = 0 -> pre i + 1; A[k] = if k = 0 then i else A[k - 1] + k; s = A[i mod N]; tel";
    assert_eq!(stream(text, "s", 4), [0, 2, 5, 3]);
}

#[test]
fn bounded_quantifiers_are_expanded() {
    let text = "node M() returns (ok, no: bool); var A: int^3; let A = [1, 2, 3];
        ok = forall (i: int) 0 <= i and i < 3 => A[i] > 0;
        no = exists (i: int) 0 <= i and i < 3 and A[i] > 3; tel";
    assert_eq!(stream(text, "ok", 1), [1]);
    assert_eq!(stream(text, "no", 1), [0]);
}

#[test]
fn a_loop_through_a_call_is_one_only_if_values_depend_on_each_other() {
    let swap = "node S(a, b: int) returns (x, y: int); let x = b; y = a; tel";
    let fine = format!("{swap} node M() returns (p, q: int); let p, q = S(p, 4); tel");
    assert_eq!(stream(&fine, "q", 1), [4]);
    let bad = format!("{swap} node M() returns (p, q: int); let p, q = S(q, p); tel");
    assert!(message(&bad).starts_with("lustre-algebraic-loop"), "{}", message(&bad));
}

#[test]
fn properties_of_calls_have_their_path() {
    let text = "node E(x: bool) returns (y: bool); let y = x; --%PROPERTY y;
        tel node M(a, b: bool) returns (o: bool); let o = E(a) and E(b); --%PROPERTY \"both\" o;
        tel";
    let names: Vec<String> = system(text).properties.iter().map(|p| p.name.clone()).collect();
    assert_eq!(names, ["both", "E/y", "E#2/y"]);
}

#[test]
fn assumptions_of_main_restrict_and_those_of_calls_are_asked() {
    let contract = "(*@contract assume \"pos\" x > 0; guarantee \"up\" y > x; *)";
    let node = format!("node F(x: int) returns (y: int); {contract} let y = x + 1; tel");
    let main = system(&node);
    assert_eq!((main.invar.len(), main.properties.len()), (1, 1));
    let called = system(&format!("{node} node M(a: int) returns (b: int); let b = F(a); tel"));
    let names: Vec<&str> = called.properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!((called.invar.len(), names), (0, vec!["F/assume pos", "F/up"]));
}

#[test]
fn a_range_is_the_environments_or_a_question() {
    let text = "type R = subrange [0, 3] of int; node M(i: R) returns (o: R); let o = i + 1; tel";
    let system = system(text);
    let var = system.terms.find_var("i").unwrap();
    assert_eq!(system.terms.var(var).sort, Sort::Range { lo: 0, hi: 3 });
    assert_eq!(system.properties[0].name, "o: range");
    assert!(system.invar.is_empty());
}

#[test]
fn the_first_value_of_a_memory_is_free() {
    let system = system("node M(i: subrange [0, 3] of int) returns (o: int); let o = pre i; tel");
    let state: Vec<Sort> = system.state_vars().map(|v| system.terms.var(v).sort).collect();
    assert_eq!(state, [Sort::Int]);
}

#[test]
fn memories_whose_first_value_is_seen_are_not_shared() {
    let memories = |text: &str| system(text).state_vars().count();
    let seen = "node M(i: int) returns (a, b, c: int); let a = pre i; b = pre (i + 0); c = pre i; tel";
    assert_eq!(memories(seen), 3);
    let alias = "node M(i: int) returns (a, b, j: int); let j = i; a = pre i; b = pre j; tel";
    assert_eq!(memories(alias), 2);
    let guarded = "node M(i: int) returns (a, b, j: int); let j = i; a = 0 -> pre i; b = 0 -> pre j; tel";
    assert_eq!(memories(guarded), 2, "one memory and the first tick");
}

#[test]
fn constants_without_a_value_are_frozen() {
    let system = system("const K: int; node M() returns (o: int); let o = K; tel");
    let var = system.terms.find_var("K").unwrap();
    assert_eq!(system.role(var), Role::Frozen);
}

#[test]
fn every_loop_of_blocks_has_a_memory_and_every_memory_its_stream() {
    let text = "node C(r: bool) returns (n: int); let n = 0 -> if r then 0 else pre n + 1; tel
        node M(a, b: bool) returns (x, y: int); let x = C(a); y = condact(b, C(a), 0); tel";
    let system = system(text);
    let network = system.annexes.network.clone().unwrap();
    let names: Vec<String> = network.ids().filter_map(|b| network.full_name(b)).collect();
    for name in ["a", "x", "y", "C/r", "C/n", "C#2/n"] {
        assert!(names.iter().any(|n| n == name), "{name} in {names:?}");
    }
    for block in network.ids().map(|b| network.block(b)) {
        if let Gate::Pre(var) = block.gate {
            assert_eq!(system.next[&var].term, network.block(block.inputs[0]).value);
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let node = |body: &str| format!("node M(i: int; b: bool) returns (o: int); let {body} tel");
    let cases = [
        (node("o = i + 1.0;"), "lustre-type-clash: expected `int`, found `real`"),
        (node("o = if i then 1 else 2;"), "lustre-type-clash: expected a truth value, found `int`"),
        (node("o = b;"), "lustre-type-clash: expected `int`, found `bool`"),
        (node("o = ii;"), "lustre-undefined: `ii` is not declared"),
        (node("o = F(i);"), "lustre-undefined: there is no node `F`"),
        (node("o = o + 1;"), "lustre-algebraic-loop: `o` depends on itself within one tick"),
        (node("o = 1; o = 2;"), "lustre-duplicate: `o` is defined twice"),
        (node("i = 1; o = 2;"), "lustre-bad-target: `i` is an input and cannot be defined here"),
        (node("o = M(i, b);"), "lustre-recursive: `M` calls itself"),
        (node("o = i div i;"), "lustre-division: `i` may be zero"),
        (node(""), "lustre-no-equation: nothing defines `o`"),
        ("const N: int; node M(a: int^N) returns (); let tel".to_owned(),
         "lustre-unsupported: arrays whose size is not a known number: this is not supported"),
        ("function f(x: int) returns (y: int); node M(i: int) returns (o: int); let o = f(i); --%PROPERTY o > 0;\ntel".to_owned(),
         "lustre-imported: something asked depends on `f`, a function without a body"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(&text), expected, "{text}");
    }
}

#[test]
fn the_last_node_that_nobody_calls_is_the_main_one() {
    let text = "node A(x: bool) returns (y: bool); let y = x; --%PROPERTY y;
        tel node B(x: bool) returns (y: bool); let y = not x; --%PROPERTY y;
        tel node C(x: bool) returns (y: bool); let y = x; tel";
    assert_eq!(system(text).name, "B");
    assert!(message(text).starts_with("lustre-main-chosen"));
    assert_eq!(system(&text.replacen("--%PROPERTY y;", "--%MAIN;", 1)).name, "A");
}
