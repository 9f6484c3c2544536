//! What is read of machines, what is refused, and what is said about the rest.

use super::is_machine;
use wherefore_diag::FileId;
use wherefore_scxml::chart::{Chart, Rules, StateKind, Type};

fn chart(text: &str) -> Chart {
    let (chart, diagnostics) = crate::parse(FileId(0), text);
    chart.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

/// What is said about a text: the code, the words at the place, and the headline.
fn said(text: &str) -> Vec<(&'static str, String, String)> {
    let (_, diagnostics) = crate::parse(FileId(0), text);
    let place = |d: &wherefore_diag::Diagnostic| d.span().map(|s| text[s.start as usize..s.end as usize].to_owned());
    diagnostics.iter().map(|d| (d.code.id, place(d).unwrap_or_default(), d.headline.clone())).collect()
}

/// The code and the words at the place of the first error.
fn error(text: &str) -> (&'static str, String) {
    let (chart, diagnostics) = crate::parse(FileId(0), text);
    assert!(chart.is_none(), "{text}");
    let first = diagnostics.iter().find(|d| d.is_error()).expect("an error");
    let span = first.span().expect("a place");
    (first.code.id, text[span.start as usize..span.end as usize].to_owned())
}

#[test]
fn the_machine_is_the_child_of_the_root() {
    let chart =
        chart(r#"{"id": "m", "type": "parallel", "states": {"a": {}, "b": {"initial": "x", "states": {"x": {}}}}}"#);
    let ids: Vec<&str> = chart.states.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["", "m", "a", "b", "x"]);
    assert_eq!(chart.states[1].kind, StateKind::Parallel);
    assert_eq!(chart.states[4].done_name, "xstate.done.state.m.b.x");
}

#[test]
fn states_with_one_key_are_called_by_their_paths() {
    let chart = chart(
        r#"{"initial": "a", "states": {"a": {"initial": "x", "states": {"x": {}}}, "b": {"initial": "x", "states": {"x": {}, "y": {}}}}}"#,
    );
    let ids: Vec<&str> = chart.states.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["", "machine", "a", "a.x", "b", "b.x", "y"]);
}

#[test]
fn keys_that_are_numbers_come_first() {
    let chart = chart(r#"{"type": "parallel", "states": {"b": {}, "10": {}, "01": {}, "9": {}}}"#);
    let ids: Vec<&str> = chart.states.iter().skip(2).map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["9", "10", "b", "01"]);
}

#[test]
fn mistakes_are_located() {
    assert_eq!(error("{\"states\": {a}}"), ("xstate-json", "a".to_owned()));
    assert_eq!(error("[1]"), ("xstate-structure", "[1]".to_owned()));
    assert_eq!(error(r#"{"initial": "b", "states": {"a": {}}}"#), ("xstate-unknown-target", "b".to_owned()));
    let on = |target: &str| {
        format!(r#"{{"id": "m", "initial": "a", "states": {{"a": {{"on": {{"E": "{target}"}}}}, "b": {{}}}}}}"#)
    };
    assert_eq!(error(&on("c")), ("xstate-unknown-target", "c".to_owned()));
    assert_eq!(error(&on("#x.b")), ("xstate-unknown-target", "#x.b".to_owned()));
    assert_eq!(error(&on(".b")), ("xstate-unknown-target", ".b".to_owned()));
    let (id, _) = error(r#"{"states": {"a": {}}}"#);
    assert_eq!(id, "xstate-structure");
    let twice = r#"{"initial": "a", "states": {"a": {}, "a": {"on": {}}}}"#;
    assert_eq!(error(twice), ("xstate-structure", "a".to_owned()));
    let list = r#"{"initial": "a", "states": {"a": {"after": {"10": ["a", {"target": "a"}]}}}}"#;
    assert_eq!(error(list), ("xstate-structure", "a".to_owned()));
    let clash = r#"{"initial": "a", "states": {"a": {"on": {"E": {"target": ["a", "b"]}}}, "b": {}}}"#;
    assert_eq!(error(clash), ("xstate-target-clash", r#"["a", "b"]"#.to_owned()));
    let wild = r#"{"initial": "a", "states": {"a": {"on": {"a.*.b": "a"}}}}"#;
    assert_eq!(error(wild), ("xstate-unsupported", "a.*.b".to_owned()));
}

#[test]
fn properties_point_into_their_texts() {
    let with = |formula: &str| {
        format!(
            r#"{{"initial": "a", "context": {{"n": 0}}, "states": {{"a": {{}}}}, "meta": {{"properties": {{"p": "{formula}"}}}}}}"#
        )
    };
    assert_eq!(error(&with("In('b')")), ("xstate-property", "'b'".to_owned()));
    assert_eq!(error(&with("m > 0")), ("xstate-property", "m".to_owned()));
    let read = |formula: &str| chart(&with(formula)).properties.iter().map(|p| p.temporal).collect::<Vec<_>>();
    assert_eq!(read("n < 3 && context.n >= 0"), [false]);
    assert_eq!(read("G(In('a') -> F(n > 0))"), [true]);
}

#[test]
fn what_is_not_known_is_said() {
    let text = r#"{"initial": "a", "context": {"n": 0, "list": []}, "states": {
        "a": {"entry": "notify", "after": {"soon": "b"},
              "on": {"GO": {"target": "b", "guard": "isValid"},
                     "SET": {"guard": "({ context }) => context.list.length > 0",
                             "actions": {"type": "xstate.assign", "assignment": {"n": "({ event }) => parse(event.text)"}}}}},
        "b": {}}}"#;
    let said = said(text);
    let ids: Vec<(&str, &str)> = said.iter().map(|(id, place, _)| (*id, place.as_str())).collect();
    assert_eq!(
        ids,
        [
            ("xstate-environment", "GO"),
            ("xstate-free-guard", "isValid"),
            ("xstate-free-guard", "({ context }) => context.list.length > 0"),
            ("xstate-action", "notify"),
            ("xstate-any-value", "\"({ event }) => parse(event.text)\""),
            ("xstate-opaque", "list"),
            ("xstate-delay", "soon"),
        ]
    );
    assert_eq!(said[1].2, "`isValid` may be true or false whenever it is asked");
    let (_, diagnostics) = crate::parse(FileId(0), text);
    let note = diagnostics.iter().find(|d| d.code.id == "xstate-free-guard").expect("a note");
    assert_eq!(note.notes, ["a violation that needs it is possible unless `isValid` prevents it"]);
}

#[test]
fn functions_of_version_four_are_read() {
    let text = r#"{"initial": "a", "context": {"n": 0}, "states": {"a": {"on": {
        "A": {"target": "b", "cond": "(context, event) => context.n < event.max"},
        "C": {"target": "b", "internal": false}}}, "b": {}}}"#;
    let chart = chart(text);
    assert_eq!(chart.rules, Rules::XState);
    assert!(chart.data.iter().all(|d| !d.random));
    assert_eq!(chart.fields.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["max"]);
    let internal: Vec<bool> = chart.leaving().map(|t| chart.transition(t).internal).collect();
    assert_eq!(internal, [true, false]);
}

/// A machine of version 6 whose state `a` does this on `E`.
fn six(code: &str) -> String {
    let code = code.replace('"', "\\\"");
    let on = format!(r#"{{"E": {{"@code": "{code}", "@lang": "ts"}}}}"#);
    format!(
        r#"{{"initial": "a", "context": {{"n": 0, "list": []}}, "states": {{"a": {{"on": {on}}}, "b": {{}}, "c": {{}}}}}}"#
    )
}

#[test]
fn versions_are_told_by_their_form() {
    assert_eq!(chart(&six("() => ({ target: 'b' })")).rules, Rules::XState6);
    assert_eq!(chart(r#"{"initial": "a", "states": {"a": {"on": {"E": "a"}}}}"#).rules, Rules::XState);
    assert_eq!(chart(r#"{"@exprLang": "ts", "initial": "a", "states": {"a": {}}}"#).rules, Rules::XState6);
    let text = r#"{"initial": "a", "states": {"a": {"entry": {"type": "@xstate.log", "args": []}}}}"#;
    assert_eq!(chart(text).rules, Rules::XState6);
}

#[test]
fn each_way_through_a_function_is_a_transition() {
    let targets = |code: &str| -> Vec<(Vec<String>, bool)> {
        let chart = chart(&six(code));
        let name = |s: &wherefore_scxml::chart::StateId| chart.state(*s).id.clone();
        let all = chart.leaving().map(|t| chart.transition(t));
        all.map(|t| (t.targets.iter().map(name).collect(), t.cond.is_some())).collect()
    };
    let to = |name: &str| vec![name.to_owned()];
    assert_eq!(targets("() => {}"), []);
    assert_eq!(targets("() => ({})"), [(vec![], false)]);
    assert_eq!(targets("() => void 0"), []);
    assert_eq!(targets("function () { return { target: 'b' } }"), [(to("b"), false)]);
    assert_eq!(
        targets("({ context }) => { if (context.n > 1) return { target: 'b' }; return { target: 'c' }; }"),
        [(to("b"), true), (to("c"), true)]
    );
    assert_eq!(targets("({ context }) => context.n ? { target: 'b' } : undefined"), [(to("b"), true)]);
    assert_eq!(targets("({ guards }, enq) => { if (guards.ok()) enq.raise({ type: 'R' }) }"), [(vec![], true)]);
    assert_eq!(targets("() => { console.log('here') }"), []);
}

#[test]
fn what_a_function_hides_is_refused_at_its_place() {
    let refused = |code: &str| error(&six(code));
    let place = |words: &str| ("xstate-function", words.to_owned());
    assert_eq!(refused("({ event }) => ({ target: event.to })"), place("event.to"));
    assert_eq!(refused("({ context }) => next(context)"), place("next(context)"));
    assert_eq!(refused("({ context }) => { for (;;) {} }"), place("for"));
    assert_eq!(refused("({ context }) => { context.n = 3; }"), place("context.n = 3"));
    assert_eq!(refused("(x, enq) => { const r = enq.spawn('a'); }"), place("const r = enq.spawn('a')"));
    assert_eq!(refused("({ event }, enq) => { enq.raise(event.inner); }"), place("event.inner"));
    assert_eq!(refused("() => ({ target: 'd' })"), ("xstate-unknown-target", "'d'".to_owned()));
    assert_eq!(refused("() => ({ reenter: true })").0, "xstate-unsupported");
}

#[test]
fn the_output_of_a_parallel_state_is_refused() {
    let with = |done: &str| {
        let region = r#"{"initial": "x", "states": {"x": {"on": {"E": "y"}}, "y": {"type": "final", "output": 3}}}"#;
        let done = format!(r#""onDone": {{"@code": "({{ event }}) => {done}", "@lang": "ts"}}"#);
        let p = format!(r#"{{"type": "parallel", {done}, "states": {{"a": {region}, "b": {region}}}}}"#);
        format!(r#"{{"initial": "p", "context": {{"n": 0}}, "states": {{"p": {p}, "q": {{}}}}}}"#)
    };
    assert_eq!(chart(&with("({ target: 'q' })")).rules, Rules::XState6);
    assert_eq!(error(&with("({ context: { n: event.output.a } })")).0, "xstate-unsupported");
    assert_eq!(error(&with("event.output.a > 2 ? { target: 'q' } : undefined")).0, "xstate-unsupported");
    let initial = r#"{"initial": {"target": ["a", "b"]}, "states": {"a": {}, "b": {}}}"#;
    assert_eq!(error(initial), ("xstate-unsupported", r#"["a", "b"]"#.to_owned()));
}

#[test]
fn what_the_npm_package_writes_is_read() {
    let text = r#"{"@exprLang": "ts", "id": "shop", "initial": "open", "context": {"paid": false}, "schemas": {"events": {}},
        "guards": {"ok": {"@code": "() => true", "@lang": "ts"}}, "actors": {},
        "states": {"open": {"invoke": {"src": "x", "id": "i"},
            "on": {"SHIP": {"target": "shipped", "guard": {"@code": "({context}) => context.paid", "@lang": "ts"}}},
            "after": {"100": "shipped"}}, "shipped": {"type": "final"}},
        "meta": {"properties": {"p": "In('shipped') -> context.paid"}}}"#;
    let chart = chart(text);
    assert_eq!(chart.rules, Rules::XState6);
    assert_eq!(chart.properties.len(), 1);
    assert!(chart.assumed && chart.data.iter().all(|d| !d.random));
}

#[test]
fn conditions_of_functions_are_free_by_their_parts() {
    let text = six(
        "({ context, guards }) => { if (guards.ok() && context.n < 3 && !context.list.length) return { target: 'b' }; }",
    );
    let free: Vec<String> = chart(&text).data.iter().filter(|d| d.random).map(|d| d.name.clone()).collect();
    assert_eq!(free, ["guards.ok()", "context.list.length"]);
}

#[test]
fn types_that_version_six_leaves_out_say_nothing() {
    let with = |schemas: &str| {
        let text = six("({ event }) => ({ context: { n: event.v } })");
        text.replacen('{', &format!("{{\"schemas\": {schemas}, "), 1)
    };
    let names = |text: &str| -> Vec<String> {
        let chart = chart(text);
        chart.environment.iter().map(|e| chart.event(*e).to_owned()).collect()
    };
    assert_eq!(names(&with(r#"{"events": {}}"#)), ["E"]);
    assert_eq!(names(&with(r#"{"events": {"E": {}, "F": {}}}"#)), ["E", "F"]);
    assert_eq!(names(&with(r#"{"events": {}, "internalEvents": {"E": {}}}"#)), [""; 0]);
    let typed = chart(&with(
        r#"{"context": {"properties": {"n": {"type": "integer", "minimum": 0, "maximum": 7}}}, "events": {"E": {"properties": {"v": {"type": "boolean"}}}}}"#,
    ));
    assert_eq!(typed.data[0].declared, Some(Type::Range { lo: 0, hi: 7 }));
    assert_eq!(typed.fields[0].declared, Some(Type::Bool));
}

#[test]
fn machines_are_known_by_their_states() {
    assert!(is_machine(r#"{"initial": "a", "states": {"a": {}}}"#));
    assert!(is_machine(r#"{"on": {"A": {}}}"#));
    assert!(!is_machine(r#"{"name": "package", "version": "1"}"#));
    assert!(!is_machine("[1, 2]") && !is_machine("not json"));
}

#[test]
fn no_part_of_a_machine_panics_when_it_is_cut() {
    let five = include_str!("../../../../examples/xstate/elevator.json");
    let six = include_str!("../../tests/machines6/entry_branches.json");
    let code = "({ context, event }, enq) => { const x = [1]; if (!(context.n > 1 && f(x))) { enq.raise({ type: 'A', ...context }, { delay: 5 }) } \
                else return context.n ? { target: ['b'], context: { n: 1, list: { a: 2 } } } : void 0; }";
    for text in [five.to_owned(), six.to_owned(), self::six(code)] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            crate::parse(FileId(0), &text[..end]);
        }
    }
    for end in (0..code.len()).filter(|end| code.is_char_boundary(*end)) {
        crate::parse(FileId(0), &self::six(&code[..end]));
    }
}
