//! Checking alone: what is opened, and what is said before anything is lowered.

use super::super::resolve::Tables;
use super::super::tests::parsed;
use super::check;
use super::instance::Kind;
use wherefore_diag::SourceMap;
use wherefore_syntax::Reporter;
use wherefore_syntax::holes::Holes;

/// The scopes of a program with their streams, or the codes of the messages.
fn checked(text: &str) -> Result<Vec<String>, Vec<&'static str>> {
    let (program, sources) = (parsed(text), SourceMap::single("p.lus", text));
    let mut report = Reporter::default();
    let tables = Tables::new(&program, &mut report);
    let main = tables.main(None, &mut report).unwrap();
    let scopes = check(&tables, main, (&sources, &Holes::none()), &mut report).map(|(checker, _)| {
        let stream = |s: &super::instance::Stream<'_>| format!("{}: {}", s.name.text, s.ty.show());
        let visible = checker.scopes.iter().filter(|s| s.streams.iter().any(|s| s.kind != Kind::Const));
        visible.map(|s| format!("{} {:?}", s.name, s.streams.iter().map(stream).collect::<Vec<_>>())).collect()
    });
    scopes.map_err(|_| report.into_diagnostics().iter().map(|d| d.code.id).collect())
}

#[test]
fn a_node_is_checked_for_each_call() {
    let text = "node Same<T>(x: T) returns (y: T); let y = x; tel
        node M(a: int; b: bool) returns (c: int; d: bool); let c = Same(a); d = Same(b); tel";
    let expected = [
        r#"M ["a: int", "b: bool", "c: int", "d: bool"]"#,
        r#"Same ["x: int", "y: int"]"#,
        r#"Same ["x: bool", "y: bool"]"#,
    ];
    assert_eq!(checked(text), Ok(expected.map(str::to_owned).to_vec()));
}

#[test]
fn contracts_and_conditions_of_types_are_checked_before_lowering() {
    let node = |contract: &str, ty: &str| {
        format!("node M(a: {ty}) returns (c: int); (*@contract {contract} *) let c = pre a; tel")
    };
    assert!(checked(&node("guarantee c > 0;", "int")).is_ok());
    assert_eq!(checked(&node("guarantee c;", "int")), Err(vec!["lustre-type-clash"]));
    assert_eq!(checked(&node("assume c > 0;", "int")), Err(vec!["lustre-bad-assumption"]));
    assert_eq!(checked(&node("guarantee c > 0;", "subtype { x: int | x }")), Err(vec!["lustre-type-clash"]));
}

#[test]
fn a_choice_that_needs_itself_is_refused() {
    let text = "type T = subtype { x: int | x > any { y: T | true } };
        node M() returns (c: int); let c = any { z: T | true }; tel";
    assert_eq!(checked(text), Err(vec!["lustre-unsupported"]));
}
