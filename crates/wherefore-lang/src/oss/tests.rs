//! The grammar of formulas, names and macros: what is written in two ways means the same term.

use super::{Loaded, NotIncluded, load};
use wherefore_diag::{SourceMap, Style, render};
use wherefore_ir::refinement::Refinement;
use wherefore_ir::{Op, TermId};

fn read(text: &str) -> Loaded {
    load(SourceMap::single("test.oss", text), &mut |_| Err(NotIncluded::Missing))
}

fn said(loaded: &Loaded) -> String {
    loaded.diagnostics.iter().map(|d| render(d, &loaded.sources, Style::Plain) + "\n").collect()
}

/// A component with ports of all types, one part, and contracts with these guarantees.
fn specification(macros: &str, guarantees: &[&str]) -> String {
    let contracts: String =
        guarantees.iter().enumerate().map(|(i, g)| format!("CONTRACT k{i} assume: true; guarantee: {g};\n")).collect();
    format!(
        "{macros}\nCOMPONENT whole INTERFACE
         INPUT PORT a: boolean; INPUT PORT b: boolean; INPUT PORT c: event; OUTPUT PORT d: boolean; INPUT PORT S: boolean;
         INPUT PORT n: integer; INPUT PORT m: 0..7; INPUT PORT r: real; PARAMETER p: 1..3;
         INPUT PORT e: {{x, y}}; INPUT PORT f: {{y, z}}; INPUT PORT g: {{y, x}};
         INPUT PORT u: unsigned word[4]; INPUT PORT v: unsigned word[4]; INPUT PORT s: signed word[4];
         DEFINE both := a and b;
         {contracts}
         REFINEMENT SUB part: other; CONTRACT k0 REFINEDBY part.i;
         COMPONENT other INTERFACE CONTRACT i assume: true; guarantee: true;"
    )
}

fn refinement(macros: &str, guarantees: &[&str]) -> Refinement {
    let mut loaded = read(&specification(macros, guarantees));
    assert!(!loaded.diagnostics.has_errors(), "{}", said(&loaded));
    let refinement = loaded.refinements.remove(0);
    assert_eq!(wherefore_ir::validate(&refinement.system), Vec::<String>::new());
    refinement
}

fn guarantee(refinement: &Refinement, contract: usize) -> TermId {
    let list = &refinement.contracts[contract].guarantees;
    assert_eq!(list.len(), 1, "{list:?}");
    list[0].term
}

/// Asserts that two formulas mean the same term. A conjunction is hidden behind two negations, lest it be split.
fn same(one: &str, two: &str) {
    let hidden = [format!("!!({one})"), format!("!!({two})")];
    let refinement = refinement("", &[&hidden[0], &hidden[1]]);
    assert_eq!(guarantee(&refinement, 0), guarantee(&refinement, 1), "{one}   {two}");
}

fn different(one: &str, two: &str) {
    let hidden = [format!("!!({one})"), format!("!!({two})")];
    let refinement = refinement("", &[&hidden[0], &hidden[1]]);
    assert_ne!(guarantee(&refinement, 0), guarantee(&refinement, 1), "{one}   {two}");
}

fn error(formula: &str) -> String {
    let loaded = read(&specification("", &[formula]));
    let first = loaded.diagnostics.iter().find(|d| d.is_error());
    first.map_or_else(|| panic!("{formula} is accepted"), |d| d.headline.clone())
}

#[test]
fn words_and_symbols_are_the_same() {
    let pairs = [
        ("not a", "!a"),
        ("a and b", "a & b"),
        ("a or b", "a | b"),
        ("a implies b", "a -> b"),
        ("a iff b", "a <-> b"),
        ("a iff b", "a = b"),
        ("a xor b", "a != b"),
        ("a xnor b", "a iff b"),
        ("always a", "G a"),
        ("never a", "G !a"),
        ("in the future a", "F a"),
        ("eventually a", "F a"),
        ("a until b", "a U b"),
        ("a releases b", "a V b"),
        ("then a", "X a"),
        ("next a", "X a"),
        ("historically a", "H a"),
        ("in the past a", "O a"),
        ("previously a", "Y a"),
        ("a since b", "a S b"),
        ("a triggered b", "a T b"),
        ("TRUE or a", "true or a"),
        ("FALSE", "false"),
        ("both", "a and b"),
    ];
    pairs.iter().for_each(|(one, two)| same(one, two));
}

#[test]
fn operators_mean_what_the_logic_says() {
    let formulas = ["F a", "a U b", "a V b", "a S b", "a T b", "Y a", "Z a", "H a", "O a", "X a", "G a"];
    let ops = [Op::F, Op::U, Op::R, Op::S, Op::T, Op::Y, Op::Z, Op::H, Op::O, Op::X, Op::G];
    let refinement = refinement("", &formulas);
    for (index, op) in ops.into_iter().enumerate() {
        assert_eq!(refinement.system.terms.op(guarantee(&refinement, index)), op, "{}", formulas[index]);
    }
}

#[test]
fn operators_bind_as_the_table_says() {
    same("a implies b implies c", "a implies (b implies c)");
    same("a and b implies c or d", "(a and b) implies (c or d)");
    same("a or b and c", "a or (b and c)");
    same("a iff b implies c", "(a iff b) implies c");
    same("a or b iff c and d", "(a or b) iff (c and d)");
    same("a xor b or c", "(a xor b) or c");
    same("a and b until c", "a and (b until c)");
    same("always a until b", "(always a) until b");
    same("a until b until c", "(a until b) until c");
    same("not a and b", "(not a) and b");
    same("always n = 1 -> b", "(always (n = 1)) -> b");
    same("always a = b -> always (c)", "(always (a = b)) -> (always c)");
    same("in the future n = 1 -> (a until b)", "(in the future (n = 1)) -> (a until b)");
    same("n != 1 until (a) and b", "((n != 1) until a) and b");
    same("a implies then not b", "a implies (then (not b))");
    same("previously in the past (a and b)", "previously (in the past (a and b))");
    same("always in the future a and b", "(always (in the future a)) and b");
    same("not a = b", "not (a = b)");
    same("a = not b", "a = (not b)");
    same("n + 2 * n = 3", "(n + (2 * n)) = 3");
    same("n - 1 - 2 < -n", "((n - 1) - 2) < (-n)");
    same("(m + 1) mod 5 = 2", "((m + 1) mod 5) = 2");
    same("a ? b : c ? d : a", "a ? b : (c ? d : a)");
    same("a or b ? c : d iff a", "((a or b) ? c : d) iff a");
    same("n = (a ? 1 : 2)", "n = case a : 1; TRUE : 2; esac");
    different("always a and b", "always (a and b)");
    different("not (a and b)", "not a and b");
    different("a until b and c", "a until (b and c)");
    different("a implies b implies c", "(a implies b) implies c");
}

#[test]
fn values_of_the_next_step() {
    same("next(n) = 1", "next(n = 1)");
    same("next(a)", "next ( a )");
    same("not next(a and b)", "not (next(a) and next(b))");
    same("change(n)", "next(n) != n");
    same("next(always a)", "then always a");
    same("next(next(a))", "then next(a)");
    same("next(p + m) = 2", "p + next(m) = 2");
    different("next(a)", "then a");
    assert_eq!(error("next(next(n)) = 1"), "a value more than one step ahead");
}

#[test]
fn single_letters_are_operators_only_where_one_can_stand() {
    same("S", "S and S");
    same("a S S", "a since S");
    same("S S S", "S since S");
    same("(S)", "S");
    same("not S or a", "(not S) or a");
    same("G S", "always S");
    same("O (S)", "in the past S");
}

#[test]
fn enumerations_are_compared_by_name() {
    same("e = f", "e = y and f = y");
    same("e = g", "g = e");
    same("e != f", "not (e = y and f = y)");
    same("e in {x}", "e = x");
    same("m in {1, 3..5}", "m = 1 or (m >= 3 and m <= 5)");
    same("x = x", "true");
    same("x = y", "false");
    same("(a ? x : y) = e", "e = (a ? x : y)");
    same("(a ? x : e) = x", "x = (a ? x : e)");
    same("(a ? f : z) = z", "z = (a ? f : z)");
    let loaded = read(&specification("", &["e = z"]));
    assert!(said(&loaded).contains("one of {x, y} is never equal to the value `z`"), "{}", said(&loaded));
}

#[test]
fn types_must_fit() {
    assert_eq!(error("not (n and a)"), "an operand of `and` must be a truth value, not an integer");
    assert_eq!(error("always n"), "the operand of `always` must be a truth value, not an integer");
    assert_eq!(error("n = a"), "`=` cannot take an integer and a truth value");
    assert_eq!(error("e < f"), "`<` cannot take one of {x, y} and one of {y, z}");
    assert_eq!(error("u = s"), "`=` cannot take an unsigned word of 4 bits and a signed word of 4 bits");
    assert_eq!(error("n / 0 = 1"), "division by zero");
    assert_eq!(error("x"), "a contract must be a truth value, not the value `x`");
    assert_eq!(error("part.o"), "`part` is no port, definition or value that `whole` knows");
    same("u + v < 0ud4_3", "0ud4_3 > u + v");
    same("r / 2 <= n", "n >= r / 2.0");
    assert_eq!(error("r mod 2 = r"), "`mod` cannot take a real number and an integer");
}

#[test]
fn integers_are_divided_toward_zero() {
    let refinement = refinement("", &["n / 2 = 1"]);
    let eq = refinement.system.terms.operands(guarantee(&refinement, 0)).to_vec();
    assert!(eq.iter().any(|t| matches!(refinement.system.terms.op(*t), Op::Div(wherefore_ir::Rounding::Truncate))));
}

#[test]
fn conjunctions_are_split_through_parentheses_only() {
    let refinement = refinement("", &["(a and (b & true)) and always (c and d)", "true", "a or b"]);
    let texts = |i: usize| -> Vec<String> {
        refinement.contracts[i].guarantees.iter().map(|c| format!("{}: {}", c.name, c.text)).collect()
    };
    assert_eq!(texts(0), ["k0G1: a", "k0G2: b", "k0G3: always (c and d)"]);
    assert_eq!(texts(1), Vec::<String>::new());
    assert_eq!(texts(2), ["k2G1: a or b"]);
}

#[test]
fn macros_are_expanded_and_quoted_as_written() {
    let macros = "#define near(x, y) (x - y < 2 | y = x)\n#define two (1 +\n  1)\n";
    let refinement = refinement(macros, &["near(m, two) or a", "(m - (1 + 1) < 2 | (1+1) = m) | a"]);
    assert_eq!(guarantee(&refinement, 0), guarantee(&refinement, 1));
    let conjunct = &refinement.contracts[0].guarantees[0];
    assert_eq!(conjunct.text, "near(m, two) or a");
    let elements = &refinement.system.elements;
    let names: Vec<&str> =
        elements.iter().filter(|(_, e)| e.parent == conjunct.element).map(|(_, e)| e.name.as_str()).collect();
    assert_eq!(names, ["m - (1 + 1) < 2", "(1 + 1) = m", "near(m, two)", "a", "near(m, two) or a"]);
}

#[test]
fn a_macro_is_not_expanded_inside_itself() {
    let defined = "\n#define n (n + 1)\n#define same(x) x\nsame(same(n)) = 3";
    let refinement = refinement("", &["n + 1 = 3", defined]);
    assert_eq!(guarantee(&refinement, 0), guarantee(&refinement, 1));
}

#[test]
fn included_files_are_read_and_missing_ones_named() {
    let text = format!("#include \"limits.h\"\n{}", specification("", &["n < limit"]));
    let mut give = |name: &str| {
        let text = "#define limit 7 -- of all\n".to_owned();
        (name == "limits.h").then_some(text).ok_or(NotIncluded::Missing)
    };
    let loaded = load(SourceMap::single("test.oss", text.as_str()), &mut give);
    assert!(!loaded.diagnostics.has_errors(), "{}", said(&loaded));
    assert!(loaded.sources.get(wherefore_diag::FileId(1)).is_some_and(|f| f.name == "limits.h"));
    let loaded = read(&text);
    assert!(said(&loaded).contains("put `limits.h` beside the model"), "{}", said(&loaded));
}

#[test]
fn a_file_may_be_included_twice() {
    let text = format!("#include \"limits.h\"\n#include \"limits.h\"\n{}", specification("", &["below(n)"]));
    let mut give = |_: &str| Ok("#define limit 7\n#define below(x) (x < limit)\n".to_owned());
    let loaded = load(SourceMap::single("test.oss", text.as_str()), &mut give);
    assert!(!loaded.diagnostics.has_errors(), "{}", said(&loaded));
    let defined_anew = read(&specification("#define f(x) x\n#define f(y) y\n", &["a"]));
    assert!(said(&defined_anew).contains("defined twice"), "{}", said(&defined_anew));
}

/// A macro name left at the end of an expansion takes its arguments from behind its use, as in C.
#[test]
fn macros_take_arguments_from_behind() {
    let macros = "#define q w\n#define w(x) (not x)\n#define t(x) q\n#define on(m, x) m(x)\n";
    let refinement =
        refinement(macros, &["q(a) or b", "(not a) or b", "t(c)(a) or b", "on(q, a) or b", "on(w, a) or b"]);
    for index in 1..5 {
        assert_eq!(guarantee(&refinement, 0), guarantee(&refinement, index), "{index}");
    }
    let without = read(&specification(macros, &["q or b"]));
    assert!(said(&without).contains("the macro `w` needs its arguments"), "{}", said(&without));
}

/// A constraint that restricts neither steps nor the beginning is kept beside the checks that it is a premise of.
#[test]
fn temporal_constraints_are_granted() {
    let text = "COMPONENT whole INTERFACE INPUT PORT a: boolean; CONTRACT c assume: true; guarantee: in the future a;
        REFINEMENT SUB p: part; CONSTRAINT always a and (in the past a) and in the future a; CONTRACT c REFINEDBY p.k;
        COMPONENT part INTERFACE CONTRACT k assume: true; guarantee: true;";
    let loaded = read(text);
    assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
    let refinement = &loaded.refinements[0];
    let shown: Vec<String> = refinement.granted.iter().map(|c| format!("{}: {}", c.name, c.text)).collect();
    assert_eq!(shown, ["CONSTRAINT 1: in the past a", "CONSTRAINT 2: in the future a"]);
    let element = |i: usize| refinement.granted[i].element.map(|e| refinement.system.elements.get(e).name.clone());
    assert_eq!(element(1).as_deref(), Some("CONSTRAINT in the future a"));
    assert_eq!(refinement.system.invar.len(), 1);
    let property = &refinement.system.properties[0];
    let parts = wherefore_ir::walk::postorder(&refinement.system.terms, [property.term]);
    assert!(refinement.granted.iter().all(|c| parts.contains(&c.term)));
}

#[test]
fn the_whole_is_marked_or_called_system_or_comes_first() {
    let component = |name: &str| format!("COMPONENT {name} INTERFACE\n");
    let root = |parts: &[&str]| read(&parts.iter().map(|p| component(p)).collect::<String>()).root;
    assert_eq!(root(&["a", "b system", "system"]), "b");
    assert_eq!(root(&["a", "system"]), "system");
    assert_eq!(root(&["a", "b"]), "a");
}
