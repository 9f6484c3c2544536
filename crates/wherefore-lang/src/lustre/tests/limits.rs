//! Long, deep and broken texts: what is said, and that nothing overflows.

use super::super::parse::NESTING_LIMIT;
use super::{headlines, items, parsed, parsed_with, said};
use crate::lustre::ast::{Decl, Item};

#[test]
fn chains_of_one_operator_are_not_nesting() {
    let long = 100_000;
    for operator in [" and ", " -> ", " * "] {
        let text = format!("const c: bool = {};", vec!["a"; long].join(operator));
        let program = parsed(&text);
        assert_eq!(program.decls.len(), 1);
        // Copies and drops must not overflow either.
        drop(program.clone());
    }
    let choices = format!("const c: int = {}0;", "if a then 1 else ".repeat(long));
    assert_eq!(parsed(&choices).decls.len(), 1);
    let steps = format!("const c: int = a{};", "[0]".repeat(long));
    assert_eq!(parsed(&steps).decls.len(), 1);
    let lists = format!("const c: int = [{}0];", "0, ".repeat(long));
    assert_eq!(parsed(&lists).decls.len(), 1);
}

#[test]
fn a_broken_chain_is_dropped_without_overflow() {
    let text = format!("const c: bool = {} and;", vec!["a"; 100_000].join(" and "));
    assert_eq!(headlines(&text), ["expected an expression, found `;`"]);
}

#[test]
fn nesting_has_a_limit() {
    let limit = NESTING_LIMIT as usize;
    let fits = format!("const c: int = {}0{};", "(".repeat(limit - 1), ")".repeat(limit - 1));
    parsed(&fits);
    for (open, close) in [("(", ")"), ("not ", ""), ("- ", ""), ("f(", ")"), ("[", "]"), ("a[", "]"), ("pre ", "")] {
        let deep = format!("const c: int = {}0{};", open.repeat(200_000), close.repeat(200_000));
        assert_eq!(headlines(&deep), [format!("nested more than {NESTING_LIMIT} levels deep")], "{open}");
    }
    let types = format!("type t = {}int{};", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(headlines(&types), [format!("nested more than {NESTING_LIMIT} levels deep")]);
    let blocks = format!("node n() returns (); let {} tel", "if a then ".repeat(200_000));
    assert_eq!(headlines(&blocks), [format!("nested more than {NESTING_LIMIT} levels deep")]);
    let patterns = format!("const c: int = match x with | {}y : 0 end;", "A(".repeat(200_000));
    assert_eq!(headlines(&patterns), [format!("nested more than {NESTING_LIMIT} levels deep")]);
}

#[test]
fn each_declaration_gives_its_first_mistake() {
    let text = "node a() returns (x: int); let x = ; y = ; tel\n\
                type t = ;\n\
                node b(returns (); let tel\n\
                node c() returns (x: int); let x = 1; tel\n\
                node d() returns (x: int); let x = (1; tel\n\
                node e() returns (x: int); let x = 1;";
    assert_eq!(
        headlines(text),
        [
            "expected an expression, found `;`",
            "expected a type, found `;`",
            "expected the name of a stream, found `returns`",
            "`(` is never closed",
            "`let` is never closed",
        ]
    );
    assert_eq!(parsed_with(text, &[]).0.decls.len(), 1);
}

#[test]
fn messages_have_their_place_and_advice() {
    says(
        "node n(a: bool) returns (b: bool);\nlet\n  b == a;\ntel\n",
        "error[lustre-syntax]: expected an expression, found `=`\n --> test.lus:3:6\n",
        "equality is written `=`",
    );
    says(
        "const c: bool = a ! b;",
        "error[lustre-syntax]: expected an operator or `;`, found `!`\n --> test.lus:1:19\n",
        "negation is written `not`, inequality `<>`",
    );
    says("const c: bool = $;", "error[lustre-bad-token]: `$` is not a character of Lustre\n", "");
    says("const c: int = 3x;", "error[lustre-bad-token]: malformed number\n", "");
    says("const c: int = 0x;", "error[lustre-bad-token]: malformed number\n", "");
    says("(* never\nclosed", "error[lustre-unclosed]: a comment or a quoted text is never closed\n", "");
    says("n = 1;", "error[lustre-syntax]: expected a declaration (`node`", "");
    says("nod n() returns (a: int);", "error[lustre-syntax]: expected a declaration (`node`", "did you mean `node`?");
    says("funtion f();", "error[lustre-syntax]: expected a declaration (`node`", "did you mean `function`?");
    assert!(!said("n = 1;").contains("did you mean"));
}

/// Asserts that the message begins like this and has this in it.
fn says(text: &str, begins: &str, has: &str) {
    let found = said(text);
    assert!(found.starts_with(begins) && found.contains(has), "{found}");
}

#[test]
fn numbers_have_a_limit() {
    let long = "1".repeat(10_001);
    assert_eq!(headlines(&format!("const c: int = {long};")), ["numbers of more than 10000 digits are not read"]);
    assert_eq!(headlines("const c: real = 1e99999;"), ["numbers of more than 10000 digits are not read"]);
    assert_eq!(headlines("const c: real = 0x1p99999;"), ["numbers of more than 10000 digits are not read"]);
}

#[test]
fn included_files_are_in_their_place_and_read_once() {
    let names = |text: &str, files: &[(&str, &str)]| {
        let (program, diagnostics, sources) = parsed_with(text, files);
        let list: Vec<String> = diagnostics.iter().map(|d| d.headline.clone()).collect();
        let names: Vec<&str> = program
            .decls
            .iter()
            .map(|d| match d {
                Decl::Const(c) => sources.text(c.name.span),
                _ => "?",
            })
            .collect();
        (names.join(" "), list.join("; "))
    };
    let one = ("one.lus", "include \"base.lus\" const b: int;");
    let two = ("two.lus", "const c: int; include \"base.lus\"");
    let base = ("base.lus", "const a: int;");
    let text = "include \"one.lus\" include \"two.lus\" const d: int;";
    assert_eq!(names(text, &[one, two, base]), ("a b c d".to_owned(), String::new()));
    let deep = [("lib/x.lus", "include \"y.lus\""), ("lib/y.lus", "const y: int;")];
    assert_eq!(names("include \"lib/x.lus\"", &deep).0, "y");
    let missing = names("include \"no.lus\" const d: int;", &[]);
    assert_eq!(missing, ("d".to_owned(), "the included file `no.lus` is not there".to_owned()));
    let cycle = [("a.lus", "include \"b.lus\""), ("b.lus", "include \"a.lus\"")];
    assert_eq!(names("include \"a.lus\"", &cycle).1, "`a.lus` is included again and again");
    assert_eq!(names("include \"test.lus\"", &[]).1, "`test.lus` is included again and again");
}

#[test]
fn comments_of_all_kinds_vanish() {
    let body =
        "-- one\n// two\n/* three\n */ (* four -- *) x = 1; --@ensure x;\n--% not an instruction\n --!! nor this\n";
    assert!(matches!(items(body).as_slice(), [Item::Equation(_)]));
}
