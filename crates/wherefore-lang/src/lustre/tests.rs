//! Meaning of texts to the parser: how operators group, each construct, and the messages about mistakes.

mod constructs;
mod limits;
mod show;

use super::ast::{Decl, Expr, Item, Node, Program};
use super::{NotIncluded, parse, text};
use wherefore_diag::{Diagnostics, SourceMap, Style, render};
use wherefore_syntax::Reporter;

/// The tree of a text with these included files, and what is said about it.
fn parsed_with(text: &str, files: &[(&str, &str)]) -> (Program, Diagnostics, SourceMap) {
    let mut report = Reporter::default();
    let mut include =
        |name: &str| files.iter().find(|(n, _)| *n == name).map(|(_, t)| (*t).to_owned()).ok_or(NotIncluded::Missing);
    let text = text::read(SourceMap::single("test.lus", text), &mut include, &mut report);
    let program = parse::parse(&text, &mut report);
    (program, report.into_diagnostics(), text.sources)
}

/// Messages about a text.
fn said(text: &str) -> String {
    let (_, diagnostics, sources) = parsed_with(text, &[]);
    diagnostics.iter().map(|d| render(d, &sources, Style::Plain) + "\n").collect()
}

/// The headlines of what is said about a text.
fn headlines(text: &str) -> Vec<String> {
    parsed_with(text, &[]).1.iter().map(|d| d.headline.clone()).collect()
}

/// The tree of a text without errors.
pub(super) fn parsed(text: &str) -> Program {
    let (program, diagnostics, _) = parsed_with(text, &[]);
    assert!(!diagnostics.has_errors(), "{}", said(text));
    program
}

/// The only node of a text.
fn node(text: &str) -> Node {
    let mut nodes = parsed(text).decls.into_iter().filter_map(|d| match d {
        Decl::Node(node) => Some(*node),
        _ => None,
    });
    let node = nodes.next().unwrap_or_else(|| panic!("no node in {text}"));
    assert!(nodes.next().is_none(), "more than one node in {text}");
    node
}

/// The items of a body.
fn items(body: &str) -> Vec<Item> {
    node(&format!("node n() returns (); let {body} tel")).body
}

/// An expression, as the right side of an equation.
fn expression(text: &str) -> Expr {
    match items(&format!("x = {text};")).pop() {
        Some(Item::Equation(equation)) => equation.right.clone(),
        other => panic!("{other:?}"),
    }
}

/// Asserts that an expression is grouped as shown.
fn groups(text: &str, expected: &str) {
    assert_eq!(show::expr(&expression(text)), expected, "{text}");
}

#[test]
fn time_is_looser_than_logic_and_logic_looser_than_arithmetic() {
    groups("0 -> pre n + 1", "(0 -> ((pre n) + 1))");
    groups("a -> b => c", "(a -> (b => c))");
    groups("a => b -> c", "((a => b) -> c)");
    groups("a or b and c = d + e * f", "(a or (b and (c = (d + (e * f)))))");
    groups("a * b + c < d and e or f => g", "((((((a * b) + c) < d) and e) or f) => g)");
}

#[test]
fn arrows_group_to_the_right_and_the_rest_to_the_left() {
    groups("a -> b -> c", "(a -> (b -> c))");
    groups("a => b => c ==> d", "(a => (b => (c => d)))");
    groups("a fby b fby c", "(a fby (b fby c))");
    groups("a - b - c + d", "(((a - b) - c) + d)");
    groups("a div b mod c * d / e", "((((a div b) mod c) * d) / e)");
    groups("a or b xor c or d", "(((a or b) xor c) or d)");
    groups("a = b = c", "((a = b) = c)");
}

#[test]
fn prefix_operators() {
    groups("not a = b", "((not a) = b)");
    groups("not pre a and b", "((not (pre a)) and b)");
    groups("pre not a", "(pre (not a))");
    groups("pre a[i] + 1", "((pre a[i]) + 1)");
    groups("pre 0^4^4", "(pre ((0^4)^4))");
    groups("pre pre x.f", "(pre (pre x.f))");
    groups("pre (a, b)", "(pre (a, b))");
    groups("not not a or b", "((not (not a)) or b)");
    groups("!a && b || c lsh d", "(((!a) && b) || (c lsh d))");
    groups("real x + int(y)", "((real x) + (int y))");
    groups("uint8 a + b = c", "(u8 ((a + b) = c))");
    groups("(uint8 5) + (sint@<7> -5)", "((u8 5) + (s7 (-5)))");
    groups("last x + 1", "((last x) + 1)");
}

#[test]
fn the_minus_sign_is_as_loose_as_between_two_numbers() {
    groups("-a * b", "(-(a * b))");
    groups("-a + b", "((-a) + b)");
    groups("a - -b", "(a - (-b))");
    groups("a * -b + c", "((a * (-b)) + c)");
    groups("-a mod b", "(-(a mod b))");
    let warned = |text: &str| said(&format!("const c: int = {text};")).contains("lustre-loose-minus");
    assert!(warned("-a mod b") && warned("-a div b") && warned("-(a) mod (b)") && warned("-a mod b * c"));
    assert!(!warned("-(a mod b)") && !warned("(-a) mod b") && !warned("-a * b") && !warned("-(a mod b) * c"));
}

#[test]
fn a_choice_takes_all_that_follows() {
    groups("a + if c then x else y + z", "(a + (if c then x else (y + z)))");
    groups("if c then a else b -> d", "(if c then a else (b -> d))");
    groups("if a then b else if c then d else e", "(if a then b else (if c then d else e))");
    groups("x when c", "(x when c)");
    groups("if a then b else x when c", "((if a then b else x) when c)");
    groups("x + 1 when not c", "((x + 1) when (not c))");
    groups("x when A(c)", "(x when A(c))");
    groups("when a then b else c", "(when a then b else c)");
    groups("a and then b or else c", "((a and b) or c)");
    groups("forall (i: int) a => b -> c", "((forall (i: int) (a => b)) -> c)");
    groups("a and forall (i, j: int; k: bool) b => c", "(a and (forall (i: int; j: int; k: bool) (b => c)))");
    groups("exists (i: int | i > 0) p(i)", "(exists (i: {i: int | (i > 0)}) p(i))");
}

#[test]
fn spans_have_the_parentheses_in_them() {
    let (program, _, sources) = parsed_with("const c: int = (a + b) * (c);", &[]);
    let Some(Decl::Const(constant)) = program.decls.first() else { panic!("no constant") };
    let value = constant.value.as_ref().map(|v| sources.text(v.span));
    assert_eq!(value, Some("(a + b) * (c)"));
}
