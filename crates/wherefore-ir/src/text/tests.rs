//! Round trips of the text form, by example and at size.

use super::*;
use crate::{Constraint, Op, Role, Sort, System, Update, Value, validate};

fn check_round_trip(text: &str) {
    let system = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(validate(&system), Vec::<String>::new());
    assert_eq!(print(&system), text);
}

#[test]
fn a_system_with_every_kind_of_item() {
    check_round_trip(
        r#"system "all \"kinds\""
enum 0 = idle "odd name"
element 0 variable "x" at 0:4..5
element 1 branch "first \u{7}" at 0:9..12 parent 0
var x : 0..7 state element 0
var "true" : enum0 input
var w : bv8 frozen signed
var r : real state
var n : int state
%0 = (+ x 1)
%1 = (ite (< x 7) %0 0)
%2 = (= x 0)
origin %0 1
init %2
invar (not (= "true" enum0:"odd name"))
trans (= (next n) (+ n 5 -3)) element 1
justice (= "true" enum0:idle)
next x = %1 element 1
define d = (bvadd w bv8:255)
define e = %1 declared 0..9
compassion (< x 3) (< n 4)
obligation out-of-range always (<= %1 7) message "too large" at 0:1..2 element 1
property "p" invariant (<= r real:1/3) text "r <= 1/3"
property "q" ltl (G (F %2)) text "G F x = 0"
property "s" ctl (AG (EF %2)) text "AG EF x = 0"
"#,
    );
}

#[test]
fn errors_name_the_line() {
    let check = |text: &str, expected: &str| assert_eq!(parse(text).unwrap_err().to_string(), expected);
    check("system \"a\"\nvar x : 0..7 state\ninit (= x y)", "line 3: unknown variable `y`");
    check("var x : 0..7 state\nvar x : bool state", "line 2: `x` is declared twice");
    check("init (nand true true)", "line 1: unknown operator `nand`");
    check("init (and true 1)", "line 1: operator And cannot take operands of sorts [Bool, Range { lo: 1, hi: 1 }]");
    check(&format!("init {}", "(not ".repeat(1000)), "line 1: nested too deeply: give inner terms a number");
    check("init %3", "line 1: no term `%3` so far");
    check("init (", "line 1: expected a word, found None");
}

/// A million terms, nested a million deep, survive building, printing, reading, validating and dropping.
#[test]
fn a_term_nested_a_million_deep() {
    let mut system = System::new("deep");
    let x = system.add_var("x", Sort::Bool, Role::State, None).unwrap();
    let y = system.add_var("y", Sort::Bool, Role::State, None).unwrap();
    let (mut term, other) = (system.terms.now(x), system.terms.now(y));
    for _ in 0..1_000_000 {
        term = system.terms.mk(Op::Xor, &[term, other]).unwrap();
    }
    system.next.insert(x, Update { term, element: None });
    assert_eq!(validate(&system), Vec::<String>::new());
    let text = print(&system);
    let again = parse(&text).unwrap();
    assert_eq!(again.terms.len(), system.terms.len());
    assert!(print(&again) == text, "the text of a deep term changed on re-reading");
    let shifted = crate::walk::shift(&mut system.terms, term, |_| true).unwrap();
    assert!(system.terms.has_next(shifted));
}

#[test]
fn a_system_with_a_hundred_thousand_variables() {
    let mut system = System::new("wide");
    for i in 0..100_000 {
        let var = system.add_var(format!("v{i}"), Sort::Range { lo: 0, hi: 9 }, Role::State, None).unwrap();
        let (now, zero) = (system.terms.now(var), system.terms.mk_const(Value::int(0)));
        let term = system.terms.eq(now, zero);
        system.init.push(Constraint { term, element: None });
        system.next.insert(var, Update { term: now, element: None });
    }
    assert_eq!(validate(&system), Vec::<String>::new());
    let text = print(&system);
    assert!(print(&parse(&text).unwrap()) == text);
}
