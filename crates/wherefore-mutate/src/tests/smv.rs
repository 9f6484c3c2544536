//! Small SMV models with the edits that are expected.

use super::shape::{Shape, Signs};
use super::shown;
use crate::smv::{candidates, mutants};
use crate::{Operator, Options};
use std::collections::BTreeSet;
use wherefore_diag::FileId;
use wherefore_lang::smv::ast::{Binary, ConstraintKind, Expr, ExprId, File, Item, Unary};
use wherefore_lang::smv::{load, parse};
use wherefore_test::{cases, seed};

const DECLARED: &str = "MODULE main VAR a : boolean; b : boolean; c : boolean; x : 0..9; y : 0..9; z : 0..9;";

fn check(text: &str, operator: Operator, expected: &[&str]) {
    let found = mutants(FileId(0), text, &Options::default()).unwrap();
    assert_eq!(shown(text, &found.mutants, operator), expected, "{operator:?} in {text}");
}

fn check_init(expr: &str, operator: Operator, expected: &[&str]) {
    check(&format!("{DECLARED} INIT {expr};"), operator, expected);
}

#[test]
fn operators_are_replaced() {
    let others = ["+ > -", "+ > *", "+ > /", "+ > mod"];
    check_init("x + y = 0", Operator::Aor, &others);
    check_init("x = 0", Operator::Ror, &["= > !=", "= > <", "= > <=", "= > >", "= > >="]);
    check_init("a & b", Operator::Lor, &["& > |", "& > xor", "& > ->", "& > <->"]);
    check_init("a xnor b", Operator::Lor, &["xnor > &", "xnor > |", "xnor > xor", "xnor > ->"]);
    // Only one of the six comparisons is left to Boolean values.
    check_init("a = b", Operator::Ror, &["= > !="]);
}

#[test]
fn operands_stay_together() {
    let expected = ["_ > (, & > |, _ > )", "_ > (, & > xor, _ > )", "_ > (, & > ->, _ > )", "_ > (, & > <->, _ > )"];
    let found = candidates(FileId(0), &format!("{DECLARED} INIT a & b & c;"));
    let text = format!("{DECLARED} INIT a & b & c;");
    let shown = shown(&text, &found, Operator::Lor);
    for first in expected {
        assert!(shown.contains(&first.to_owned()), "{shown:?}");
    }
    assert!(shown.contains(&"& > |".to_owned()), "{shown:?}");
    check_init("x - y * z = 0", Operator::As, &["_ > (, _ > )"]);
    check_init("(x + y) + z = 0", Operator::As, &["( > _, _ > (, ) > _, _ > )"]);
}

#[test]
fn brackets_shift() {
    let text = format!("{DECLARED} INIT x - y - z = 0;");
    let found = mutants(FileId(0), &text, &Options::default()).unwrap().mutants;
    let shifted: Vec<String> = found.iter().filter(|m| m.operator == Operator::As).map(|m| m.apply(&text)).collect();
    assert_eq!(shifted, [format!("{DECLARED} INIT x - (y - z) = 0;")]);
    check_init("a & b & c", Operator::As, &[]);
    check_init("a -> b -> c", Operator::As, &["_ > (, _ > )"]);
}

#[test]
fn conditions_are_negated() {
    check_init("a & x = 1", Operator::En, &["_ > !", "_ > !(, _ > )", "_ > !(, _ > )"]);
    check_init("!(a | b)", Operator::En, &["! > _", "_ > !", "_ > !"]);
    check_init("TRUE", Operator::En, &[]);
}

const MACHINE: &str = "MODULE main IVAR go : boolean; VAR s : {idle, busy, done}; n : 0..3; o : boolean;
ASSIGN
  init(s) := idle;
  next(s) := case s = idle & go : busy; s = busy : {busy, done}; TRUE : s; esac;
  next(n) := case s = busy & n < 3 : n + 1; TRUE : 0; esac;
  next(o) := go ? TRUE : o;
INVARSPEC s = idle -> n < 3;
";

#[test]
fn branches_are_transitions() {
    check(
        MACHINE,
        Operator::Sgf,
        &["s = idle & go > FALSE", "s = busy > FALSE", "s = busy & n < 3 > FALSE", "go > FALSE"],
    );
    check(MACHINE, Operator::Sgt, &["s = idle & go > TRUE", "s = busy > TRUE", "s = busy & n < 3 > TRUE", "go > TRUE"]);
    let sources = ["idle > busy", "idle > done", "busy > done", "busy > idle", "busy > done", "busy > idle"];
    check(MACHINE, Operator::Cs, &sources);
    check(
        MACHINE,
        Operator::Ct,
        &["busy > done", "busy > idle", "busy > done", "busy > idle", "done > idle", "done > busy"],
    );
    let changed = ["1 > 2", "1 > 0", "0 > 1", "0 > -1", "TRUE > FALSE", "_ > !"];
    check(MACHINE, Operator::Reta, &changed);
    check(MACHINE, Operator::Rmta, &["n + 1 > n", "0 > n", "TRUE > o"]);
    check(MACHINE, Operator::Reea, &[]);
    check(MACHINE, Operator::Rmea, &[]);
}

#[test]
fn relations_of_steps_have_sources_and_targets() {
    let text = "MODULE main VAR s : {p, q}; TRANS (s = p & next(s) = q) | (s = q & next (s) = p);";
    check(text, Operator::Cs, &["p > q", "q > p"]);
    check(text, Operator::Ct, &["q > p", "p > q"]);
}

#[test]
fn specifications_and_assumptions_stay() {
    let text = format!(
        "{DECLARED} INVAR x + y < 9; FAIRNESS a & b; INVARSPEC x < y; LTLSPEC G (a -> F b); CTLSPEC AG (a | b);"
    );
    assert_eq!(mutants(FileId(0), &text, &Options::default()).unwrap().mutants, []);
    assert!(mutants(FileId(0), "MODULE main VAR x : ;", &Options::default()).is_err());
}

#[test]
fn odd_places_are_edited_cleanly() {
    let text = "MODULE main VAR a-b : 0..9; b : 0..9; c : boolean; in-put : {x-1, x-2};
INIT (a-b)*(-b) = 0 & c -- no & here
 & /-- nor = here --/ (in-put)=(x-1) & a-b+b<5;
DEFINE d := case c : next_ok; TRUE : c; esac; next_ok := c;";
    let found = mutants(FileId(0), text, &Options::default()).unwrap().mutants;
    let texts: Vec<String> = found.iter().map(|m| m.apply(text)).collect();
    for expected in ["(a-b)-(-b) = 0", "a-b - b<5", "a-b+b >= 5", "(in-put)!=(x-1)"] {
        assert!(texts.iter().any(|t| t.contains(expected)), "{expected} is not among {texts:#?}");
    }
    assert!(texts.iter().all(|t| t.contains("-- no & here\n") && t.contains("/-- nor = here --/")));
}

const SIGNS: Signs = Signs {
    arithmetic: &["+", "-", "*", "/", "mod"],
    drawn: &["+", "-", "*", "/", "mod"],
    relational: &["=", "!=", "<", "<=", ">", ">="],
    logic: &["&", "|", "xor", "->", "<->"],
    negation: "!",
    blanks: &[" ", "  ", " -- & or = \n ", " /-- ( - --/ ", "\t"],
};

fn leaf(name: &str) -> Shape {
    Shape(name.to_owned(), Vec::new())
}

/// The shape of an expression, by the rule that all but `->` group to the left.
fn shape(file: &File, expr: ExprId) -> Shape {
    match file.expr(expr) {
        Expr::Name(symbol) => leaf(file.name(*symbol)),
        Expr::Unary(Unary::Not, e) => Shape("!".to_owned(), vec![shape(file, *e)]),
        Expr::Chain(first, rest) => {
            let pair = |o: Binary, a, b| Shape(o.spelling().to_owned(), vec![a, b]);
            if rest.iter().all(|(o, _)| *o == Binary::Implies) {
                let mut operands: Vec<Shape> = rest.iter().map(|(_, e)| shape(file, *e)).collect();
                let last = operands.pop().unwrap();
                let right = operands.into_iter().rev().fold(last, |b, a| pair(Binary::Implies, a, b));
                return pair(Binary::Implies, shape(file, *first), right);
            }
            rest.iter().fold(shape(file, *first), |a, (o, e)| pair(*o, a, shape(file, *e)))
        }
        other => panic!("{other:?}"),
    }
}

fn shape_of(text: &str) -> Shape {
    let (file, said) = parse(FileId(0), text);
    assert!(!said.has_errors(), "{said:?} in {text}");
    let items = file.modules[0].items.iter();
    let mut init = items.filter_map(|i| match i {
        Item::Constraint { kind: ConstraintKind::Init, expr } => Some(*expr),
        _ => None,
    });
    shape(&file, init.next().unwrap())
}

#[test]
fn random_mutants_mean_what_they_should() {
    let mut state = seed(8);
    for _ in 0..cases(150) {
        let text = format!("{DECLARED} INIT {};", SIGNS.condition(&mut state, 3));
        let found = candidates(FileId(0), &text).into_iter().filter(|m| m.operator.is_of_table());
        let shapes: BTreeSet<(Operator, Shape)> = found.map(|m| (m.operator, shape_of(&m.apply(&text)))).collect();
        assert_eq!(shapes, SIGNS.mutants(&shape_of(&text)), "{text}");
    }
}

#[test]
fn long_and_deep_expressions_are_no_problem() {
    let long = format!("MODULE main VAR a : boolean; INIT {}a;", "a & ".repeat(20_000));
    assert_eq!(candidates(FileId(0), &long).iter().filter(|m| m.operator == Operator::Lor).count(), 80_000);
    let deep = format!("MODULE main VAR a : boolean; INIT {}a{};", "!(".repeat(20_000), ")".repeat(20_000));
    assert!(load(FileId(0), &deep).system.is_some());
    assert_eq!(candidates(FileId(0), &deep).iter().filter(|m| m.operator.is_of_table()).count(), 1);
}
