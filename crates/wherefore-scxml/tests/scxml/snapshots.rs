//! Snapshots: each `.scxml` file in `errors` has a `.txt` beside it with the diagnostics that must come out.
//!
//! A new case is a new file. A missing expectation fails; setting `WHEREFORE_BLESS=1` writes what came out, to be read before
//! it is committed.

use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_scxml as scxml;
use wherefore_test::read;
use wherefore_test::snapshot::{cases, run};

/// Messages about a document; it must be refused if one of them is an error, and only then.
fn said(name: &str, text: &str) -> String {
    let (chart, diagnostics) = scxml::parse(FileId(0), text);
    assert_eq!(chart.is_none(), diagnostics.has_errors(), "{name}");
    let sources = SourceMap::single(name, text);
    diagnostics.iter().map(|d| render(d, &sources, Style::Plain) + "\n\n").collect()
}

#[test]
fn diagnostics_are_as_expected() {
    run("errors", &["scxml"], said);
}

/// Documents that are cut off or lack a character: none of them may end the reader.
#[test]
fn damaged_documents_are_survived() {
    for path in cases("errors", &["scxml"]) {
        let text = read(&path);
        for (at, c) in text.char_indices() {
            said("cut", &text[..at]);
            said("damaged", &format!("{}{}", &text[..at], &text[at + c.len_utf8()..]));
        }
    }
}

fn first_error(text: &str) -> String {
    let (chart, diagnostics) = scxml::parse(FileId(0), text);
    assert!(chart.is_none());
    diagnostics.iter().find(|d| d.is_error()).map(|d| d.headline.clone()).unwrap_or_default()
}

#[test]
fn deep_nesting_is_refused() {
    for depth in [300, 100_000] {
        let text = format!("<scxml>{}{}</scxml>", "<state>".repeat(depth), "</state>".repeat(depth));
        assert_eq!(first_error(&text), "elements are nested more than 200 deep");
    }
    assert_eq!(first_error(&"<scxml>".repeat(100_000)), "the document ends in the middle");
}

#[test]
fn large_documents_take_bounded_time() {
    let attributes: String = (0..100_000).map(|i| format!(" a{i}=\"1\"")).collect();
    assert_eq!(first_error(&format!("<scxml{attributes}/>")), "an element has more than 256 attributes");
    let states: String =
        (0..20_000).map(|i| format!("<state id=\"s{i}\"><transition event=\"e{i}\" target=\"s0\"/></state>")).collect();
    let (chart, _) = scxml::parse(FileId(0), &format!("<scxml>{states}</scxml>"));
    assert_eq!(chart.map(|c| c.states.len()), Some(20_001));
    let wrong: String = (0..20_000)
        .map(|i| format!("<state id=\"s{i}\"><transition event=\"e{i}\" target=\"t{i}\"/></state>"))
        .collect();
    assert_eq!(first_error(&format!("<scxml>{wrong}</scxml>")), "no state has the id `t0`");
}
