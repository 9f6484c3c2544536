//! Programs that must not be given a meaning that they do not have: each is refused by name, or what is not defined in it can
//! have any value.

use super::super::super::{Loaded, NotIncluded, load};
use super::simulate::simulate;
use super::{loaded, system};
use std::collections::BTreeMap;
use wherefore_diag::SourceMap;
use wherefore_ir::Value;

/// Messages about a program, in order.
fn messages(text: &str) -> Vec<String> {
    loaded(text).diagnostics.iter().map(|d| format!("{}: {}", d.code.id, d.headline)).collect()
}

/// The program is refused, first of all with this message.
fn refused(text: &str, expected: &str) {
    let Loaded { system, diagnostics, .. } = load(SourceMap::single("p.lus", text), &mut |_| Err(NotIncluded::Missing));
    let first = diagnostics.iter().find(|d| d.is_error());
    let said = first.map(|d| format!("{}: {}", d.code.id, d.headline)).unwrap_or_default();
    assert!(system.is_none(), "accepted: {text}");
    assert_eq!(said, expected, "{text}");
    assert!(first.is_some_and(|d| d.span().is_some()), "no place: {text}");
}

/// The truth of a property of a program without inputs at its first tick.
fn truth(text: &str, name: &str) -> Option<Value> {
    let run = simulate(&system(text), &[BTreeMap::new()]);
    run[&format!("? {name}")].first().cloned().flatten()
}

#[test]
fn what_is_asked_inside_a_branch_is_refused_and_inside_a_frame_is_asked() {
    let node = |block: &str| format!("node M(c: bool; y: int) returns (o: int); let {block} tel");
    let inside = node("if c then o = y; check o > 0; else o = 0; fi");
    refused(&inside, "lustre-unsupported: a property inside a block: this is not supported");
    let inside = node("when c then o = y; else assert y > 0; o = 0; end");
    refused(&inside, "lustre-unsupported: an assertion inside a block: this is not supported");
    let frame =
        node("frame (o) o = 0; let if c then o = y; fi check \"in\" o >= 0; assert y >= -5; tel check \"out\" o > 0;");
    let system = system(&frame);
    let names: Vec<&str> = system.properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!((names, system.invar.len()), (vec!["in", "out"], 1));
}

#[test]
fn bounds_of_a_quantifier_do_not_speak_of_its_variables() {
    let hidden = "const n: int = 3; node M() returns (); let
        check \"p\" forall (n: subrange [0, 5] of int; i: subrange [0, 10] of int) (0 <= i and i < n => i < 3); tel";
    assert_eq!(truth(hidden, "p"), Some(Value::Bool(false)));
    let open = "const n: int = 3; node M() returns (); let
        check forall (n: subrange [0, 5] of int; i: int) (0 <= i and i < n => i < 3); tel";
    refused(open, "lustre-unsupported: a quantifier without evident bounds for `i`: this is not supported");
    let outer = "node M() returns (); let
        check \"p\" forall (n: subrange [0, 5] of int) forall (i: int) (0 <= i and i < n => i < 4); tel";
    assert_eq!(truth(outer, "p"), Some(Value::Bool(false)));
    let free = "const K: int; node M() returns (); let
        check exists (i: subrange [0, K] of int) (0 <= i and i < 9 and i = 7); tel";
    refused(free, "lustre-unsupported: a quantifier over a range without evident bounds: this is not supported");
}

#[test]
fn quantifiers_over_refinement_types_are_refused() {
    let text = "type Pos = subtype { x: int | x >= 2 }; node M() returns (); let
        check exists (i: Pos) (0 <= i and i < 4 and i = 1); tel";
    refused(text, "lustre-unsupported: a quantifier over a refinement type: this is not supported");
}

#[test]
fn a_restart_counts_only_while_the_call_ticks() {
    let text = "node C() returns (n: int); let n = 1 -> pre n + 1; tel
        node I() returns (n: int); let n = condact(true, C(), 50); tel
        node T() returns (n: int); let n = 0 -> pre n + 1; tel
        node M() returns (t, x: int); let t = T();
        x = (activate I every t mod 2 = 0 initial default 0 restart every t = 3 or t = 6)(); tel";
    let run = simulate(&system(text), &vec![BTreeMap::new(); 9]);
    let expected = [1, 1, 2, 2, 3, 3, 1, 1, 2].map(|n| Some(Value::int(n)));
    assert_eq!(run["x"], expected);
}

#[test]
fn elements_that_do_not_exist_have_any_value() {
    let node = |e: &str| {
        format!(
            "node M(i: int; j: subrange [0, 1] of int) returns (o: int); var A: int^2; let A = [1, 2]; o = {e}; tel"
        )
    };
    refused(&node("A[5]"), "lustre-index: an array of 2 has no element 5");
    let inputs = |e: &str| system(&node(e)).input_vars().count();
    assert_eq!((inputs("A[i]"), inputs("A[j]"), inputs("A[i mod 2]")), (3, 2, 2));
    assert_eq!(messages(&node("A[i]")), ["lustre-index-bounds: `i` may be out of bounds"]);
    assert_eq!(messages(&node("A[j] + A[i mod 2]")), Vec::<String>::new());
}

#[test]
fn cases_cover_all_values() {
    let node = |e: &str| {
        format!(
            "type S = enum {{ A, B, C }}; datatype P = Pair(x: S) | None;
             node M(c: bool; s: S; p: P) returns (o: int); let o = {e}; tel"
        )
    };
    refused(&node("merge c (true -> 1)"), "lustre-incomplete: this merge has no case for `false`");
    refused(&node("merge s (A -> 1) (C -> 2)"), "lustre-incomplete: this merge has no case for `B`");
    let missing = "lustre-incomplete: this match has no case for some values";
    refused(&node("match s with | A : 1 | B : 2 end"), missing);
    refused(&node("match p with | Pair(A) : 1 | Pair(B) : 1 | None : 2 end"), missing);
    for fine in [
        "merge s (A -> 1) (B -> 3) (C -> 2)",
        "match s with | A : 1 | _ : 2 end",
        "match p with | Pair(A) : 1 | None : 2 | Pair(y) : 3 end",
        "match p with | Pair(A) : 1 | Pair(B) : 2 | Pair(C) : 3 | None : 4 end",
    ] {
        assert!(loaded(&node(fine)).system.is_some(), "{fine}: {:?}", messages(&node(fine)));
    }
}

#[test]
fn slower_streams_are_read_on_their_clock() {
    let node = |body: &str| {
        format!(
            "node C(x: int) returns (n: int); let n = x -> pre n + 1; tel
             node M(c: bool; x: int) returns (o: int); var y: int when c; let {body} tel"
        )
    };
    let outside = "lustre-unsupported: `when` outside `merge` and `current`: this is not supported";
    refused(&node("o = x when c; y = x when c;"), outside);
    refused(&node("o = merge (c; x when not c; 0); y = x when c;"), outside);
    let without = "lustre-unsupported: `activate` without initial values outside `merge`: this is not supported";
    refused(&node("o = (activate C every c)(x); y = x when c;"), without);
    let other = "lustre-unsupported: `y`, which is declared with a clock, on another one: this is not supported";
    refused(&node("o = y + 1; y = x when c;"), other);
    for fine in [
        "o = merge (c; y; x when not c); y = x when c;",
        "o = current (x when c); y = (activate C every c)(x when c);",
        "o = (activate C every c initial default 0)(x); y = 0 -> pre y + 1;",
    ] {
        assert!(loaded(&node(fine)).system.is_some(), "{fine}: {:?}", messages(&node(fine)));
    }
}

#[test]
fn assumptions_do_not_speak_of_current_outputs() {
    let node = |e: &str| {
        format!(
            "node M(x: int) returns (o: int); (*@contract var g: int = o; assume {e}; guarantee o >= 0; *) let o = x; tel"
        )
    };
    let expected = "lustre-bad-assumption: an assumption about the current value of the output `o`";
    refused(&node("o >= 0"), expected);
    refused(&node("x > 0 and g > 0"), expected);
    assert!(loaded(&node("x > 0 -> pre o <= x")).system.is_some());
}

#[test]
fn several_marked_nodes_are_named() {
    let text = "node A(x: bool) returns (y: bool); let y = x; --%MAIN;
        tel node B(x: bool) returns (y: bool); let y = x; --%MAIN;
        tel";
    assert_eq!(messages(text), ["lustre-main-chosen: `B` is analysed as the main node"]);
}

#[test]
fn values_are_declared_once_and_types_have_values() {
    let rest = "node M(i: int) returns (o: int); let o = i; tel";
    let twice = |types: &str| refused(&format!("{types} {rest}"), "lustre-duplicate: `X` is declared twice");
    twice("type A = enum { X, Y }; type B = enum { Z, X };");
    twice("type A = enum { X, X };");
    twice("type A = enum { X, Y }; datatype D = X | W (v: int);");
    refused(
        "node M(z: subrange [5, 1] of int) returns (); let tel",
        "lustre-bad-type: there is no number between 5 and 1",
    );
    let again = "node N(e: enum { X, Y }) returns (o: bool); let o = e = X; tel
        node M(e: enum { X, Y }) returns (o: bool); let o = e = Y; tel";
    assert_eq!(messages(again), Vec::<String>::new());
    let zero = "node M(i: int) returns (o: int); let o = i div 0; tel";
    assert_eq!(messages(zero), ["lustre-division: `0` is zero"]);
}

#[test]
fn too_many_calls_are_said_once() {
    let mut text = "node N0(x: int) returns (y: int); let y = x; tel\n".to_owned();
    for n in 1..40 {
        let call = format!("N{}", n - 1);
        text += &format!("node N{n}(x: int) returns (y: int); let y = {call}(x) + {call}(x + 1); tel\n");
    }
    assert_eq!(messages(&text), ["lustre-too-many-parts: more than 20000 calls"]);
}
