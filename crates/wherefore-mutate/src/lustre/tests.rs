//! Small Lustre programs with the edits that are expected.

use super::dialect::OPERATORS;
use super::{candidates, mutants};
use crate::tests::shape::{Shape, Signs};
use crate::tests::shown;
use crate::{Operator, Options};
use std::collections::BTreeSet;
use wherefore_diag::SourceMap;
use wherefore_lang::lustre::ast::{Binary, Decl, Expr, ExprKind, Item, Unary};
use wherefore_lang::lustre::{NotIncluded, Options as Program, parse};
use wherefore_test::{cases, seed};

fn nothing(_: &str) -> Result<String, NotIncluded> {
    Err(NotIncluded::Missing)
}

fn node(expr: &str) -> String {
    format!(
        "node n(a, b, c : bool; x, y, z : int) returns (p : bool);\nlet\n  p = {expr};\n  --%PROPERTY p or a;\ntel\n"
    )
}

fn check(expr: &str, operator: Operator, expected: &[&str]) {
    let text = node(expr);
    let found = mutants("n.lus", &text, &Program::default(), &mut nothing, &Options::default()).unwrap();
    assert_eq!(shown(&text, &found.mutants, operator), expected, "{operator:?} in {expr}");
}

#[test]
fn operators_are_replaced() {
    check("x + y > 0", Operator::Aor, &["+ > -", "+ > *", "+ > div", "+ > mod"]);
    check("x<y", Operator::Ror, &["< >  = ", "< >  <> ", "< >  <= ", "< >  > ", "< >  >= "]);
    check("a and then b", Operator::Lor, &["and then > or", "and then > xor", "and then > =>"]);
    check("a = b", Operator::Ror, &["= > <>"]);
}

#[test]
fn brackets_shift_and_conditions_are_negated() {
    check("x - y - z > 0", Operator::As, &["_ > (, _ > )"]);
    check("(a or b) and c", Operator::As, &["( > _, _ > (, ) > _, _ > )"]);
    check("a and(x > 1)", Operator::En, &["_ > not ", "_ > not (, _ > )", "_ >  not "]);
    check("not a or pre b", Operator::En, &["not > _", "_ > not (, _ > )", "_ > not (, _ > )"]);
}

#[test]
fn conditions_of_choices_are_guards() {
    check("if a then b else x > 1", Operator::Sgf, &["a > false"]);
    check("if(a)then b else if x > 1 then a else b", Operator::Sgt, &["a > true", "x > 1 > true"]);
}

#[test]
fn only_equations_of_the_main_file_are_touched() {
    let text = "include \"other.lus\"\nconst k : int = 1 + 2;\nnode n(a : bool; x : int) returns (p : bool);\n\
        (*@contract assume x > 0; guarantee p or not p; *)\nlet\n  assert a and x < 3;\n  p = one(a, x + k);\n\
        --%PROPERTY p or a;\n  --%MAIN;\ntel\n";
    let other = "node one(a : bool; x : int) returns (p : bool);\nlet\n  p = a and x > 0;\ntel\n";
    let mut include = |name: &str| (name == "other.lus").then(|| other.to_owned()).ok_or(NotIncluded::Missing);
    let found = mutants("n.lus", text, &Program::default(), &mut include, &Options::default()).unwrap();
    assert!(found.mutants.iter().all(|m| m.element.as_deref() == Some("p")));
    let of_table: Vec<Operator> = found.mutants.iter().map(|m| m.operator).filter(|o| o.is_of_table()).collect();
    assert_eq!(of_table, [Operator::Aor; 4]);
}

#[test]
fn comments_and_odd_spacing_stay() {
    let text = node("(a)or--no and\n(*nor or*)(b)and(x)*-y>z");
    let found = mutants("n.lus", &text, &Program::default(), &mut nothing, &Options::default()).unwrap().mutants;
    let texts: Vec<String> = found.iter().map(|m| m.apply(&text)).collect();
    for expected in ["(a)and --no and", "((b)or(x)*-y>z)", "(x)- (-y)>z", "(x)mod -y>z", "*-y <= z", "(not a)or"] {
        assert!(texts.iter().any(|t| t.contains(expected)), "{expected} is not among {texts:#?}");
    }
    assert!(texts.iter().all(|t| t.contains("--no and\n(*nor or*)")));
}

const SIGNS: Signs = Signs {
    arithmetic: &["+", "-", "*", "/", "div", "mod"],
    drawn: &["+", "-", "*", "/", "div", "mod"],
    relational: &["=", "<>", "<", "<=", ">", ">="],
    logic: &["and", "or", "xor", "=>"],
    negation: "not",
    blanks: &[" ", "  ", " -- and or = \n ", " (* ( - *) ", "\t"],
};

fn sign(operator: Binary) -> &'static str {
    OPERATORS.iter().find(|(b, _, _)| *b == operator).unwrap().2
}

fn shape(expr: &Expr) -> Shape {
    match &expr.kind {
        ExprKind::Name(name) => Shape(name.clone(), Vec::new()),
        ExprKind::Unary(Unary::Not, e) => Shape("not".to_owned(), vec![shape(e)]),
        ExprKind::Binary(operator, a, b) => Shape(sign(*operator).to_owned(), vec![shape(a), shape(b)]),
        other => panic!("{other:?}"),
    }
}

fn shape_of(program: &str) -> Shape {
    let parsed = parse(SourceMap::single("n.lus", program), &mut nothing);
    assert!(!parsed.diagnostics.has_errors());
    let Some(Decl::Node(node)) = parsed.program.decls.first() else { panic!("no node") };
    let Some(Item::Equation(equation)) = node.body.first() else { panic!("no equation") };
    shape(&equation.right)
}

#[test]
fn random_mutants_mean_what_they_should() {
    let mut state = seed(8);
    for _ in 0..cases(150) {
        let text = node(&format!("a and ({})", SIGNS.condition(&mut state, 3)));
        let found = candidates("n.lus", &text, &mut nothing).into_iter().filter(|m| m.operator.is_of_table());
        let shapes: BTreeSet<(Operator, Shape)> = found.map(|m| (m.operator, shape_of(&m.apply(&text)))).collect();
        assert_eq!(shapes, SIGNS.mutants(&shape_of(&text)), "{text}");
    }
}
