//! JSON with its places.

use super::{Json, JsonKind, parse};
use wherefore_diag::FileId;

fn read(text: &str) -> Json {
    parse(FileId(0), text).expect("JSON")
}

fn wrong(text: &str) -> String {
    let malformed = parse(FileId(0), text).expect_err("not JSON");
    format!("{}..{}: {}", malformed.span.start, malformed.span.end, malformed.headline)
}

#[test]
fn values_know_their_places() {
    let text = r#" {"a": [1, -2.5e3, true, null], "b": {"c": "x"}} "#;
    let json = read(text);
    let written = |json: &Json| &text[json.span.start as usize..json.span.end as usize];
    assert_eq!(written(&json), text.trim());
    let list = json.get("a").expect("a").list();
    assert_eq!(list.iter().map(written).collect::<Vec<_>>(), ["1", "-2.5e3", "true", "null"]);
    assert_eq!(json.get("b").and_then(|b| b.get("c")).and_then(Json::str), Some("x"));
}

#[test]
fn decoded_texts_know_their_places() {
    let text = r#""a\n\"b\u00e9\ud83d\ude00c""#;
    let json = read(text);
    let JsonKind::Text(decoded) = &json.kind else { panic!("no text") };
    assert_eq!(decoded.value, "a\n\"b\u{e9}\u{1f600}c");
    let place = |what: &str| {
        let start = decoded.value.find(what).expect("there");
        let span = decoded.span(start..start + what.len());
        &text[span.start as usize..span.end as usize]
    };
    assert_eq!(
        [place("\n"), place("\"b"), place("\u{e9}"), place("\u{1f600}"), place("c")],
        ["\\n", "\\\"b", "\\u00e9", "\\ud83d\\ude00", "c"]
    );
}

#[test]
fn what_is_no_json_is_located() {
    assert_eq!(wrong(""), "0..0: expected a value, found the end");
    assert_eq!(wrong("{a: 1}"), "1..2: expected a key in quotes, found `a`");
    assert_eq!(wrong(r#"{"a" 1}"#), "5..6: expected `:`, found `1`");
    assert_eq!(wrong("[1 2]"), "3..4: expected `,` or `]`, found `2`");
    assert_eq!(wrong("[01]"), "1..3: `01` is no number");
    assert_eq!(wrong("\"abc"), "0..1: a text is never closed");
    assert_eq!(wrong("\"\\q\""), "1..3: an escape that JSON does not have");
    assert_eq!(wrong("undefined"), "0..9: expected a value, found `undefined`");
    assert_eq!(wrong("1 1"), "2..3: expected the end, found `1`");
    assert_eq!(read("\"\\ud800\"").str(), Some("\u{fffd}"));
}

#[test]
fn deep_nesting_ends() {
    let malformed = parse(FileId(0), &"[".repeat(100_000)).expect_err("too deep");
    assert!(malformed.is_limit);
}
