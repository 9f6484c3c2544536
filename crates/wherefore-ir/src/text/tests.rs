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
var "$pre" : bool state auxiliary memory
var i.last : bv8 state signed auxiliary last-input element 0
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
fn the_state_machines_of_a_system() {
    check_round_trip(
        r#"system "machines"
enum 0 = OFF ON
element 0 variable "s" at 0:1..2
element 1 transition "t1" at 0:3..4 parent 0
var s : enum0 state element 0
var writes : bool state
%0 = (= s enum0:OFF)
%1 = (= s enum0:ON)
%2 = (and %0 writes)
%3 = (not writes)
next s = (ite %2 enum0:ON s)
next writes = %3
rest %3
control
region 0 "s" element 0 writes s writes
region 1 "in \"ON\"" parent 1 writes
location 0 0 "OFF" active %0
location 1 0 "ON" active %1 element 0
location 2 1 "only" active %1
transition 0 0 "t1" named rule "t" from 0 to 1 enabled %2 taken (and %2 (next writes)) element 1 guard 0
transition 1 1 "line 3" rule "line 3" from 2 to 2 enabled %1 taken %1 internal
"#,
    );
    check_round_trip("system \"none\"\ncontrol\n");
}

#[test]
fn a_control_graph_must_make_sense() {
    let check = |lines: &str, expected: &[&str]| {
        let text = format!("system \"a\"\nvar x : 0..7 state\nvar b : bool state\ncontrol\n{lines}");
        let system = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(validate(&system), expected, "{text}");
    };
    let out = ["a number in the control graph is out of range"];
    check("location 0 0 \"A\" active b", &out);
    check("region 0 \"r\" parent 3 writes", &out);
    check("region 0 \"r\" writes\nlocation 0 0 \"A\" active b element 4", &out);
    let region = "region 0 \"r\" writes x\nlocation 0 0 \"A\" active b\n";
    check(&format!("{region}location 1 0 \"A\" active b"), &["two control states of one region are called A"]);
    check(&format!("{region}location 1 0 \"B\" active (+ x 1)"), &["control state B is not Boolean"]);
    check(&format!("{region}location 1 0 \"B\" active (next b)"), &["control state B speaks of the next state"]);
    let inner = "region 0 \"i\" parent 0 writes\nregion 1 \"o\" writes\nlocation 0 1 \"A\" active b\n";
    check(inner, &["region i stands before the one around it"]);
    let edge = "transition 0 1 \"t\" rule \"t\" from 0 to 0 enabled b taken b";
    check(&format!("{region}region 1 \"q\" writes\n{edge}"), &["transition t leaves its region"]);
    let rest = parse("system \"a\"\nvar x : 0..7 state\nrest (+ x 1)").unwrap();
    assert_eq!(validate(&rest), ["rest is not Boolean"]);
}

#[test]
fn errors_name_the_line() {
    let check = |text: &str, expected: &str| assert_eq!(parse(text).unwrap_err().to_string(), expected);
    check("system \"a\"\nvar x : 0..7 state\ninit (= x y)", "line 3: unknown variable `y`");
    check("var x : 0..7 state\nvar x : bool state", "line 2: `x` is declared twice");
    check("var x : bool state auxiliary fun", "line 1: unknown word `fun`");
    check("init (nand true true)", "line 1: unknown operator `nand`");
    check("init (and true 1)", "line 1: operator And cannot take operands of sorts [Bool, Range { lo: 1, hi: 1 }]");
    check(&format!("init {}", "(not ".repeat(1000)), "line 1: nested too deeply: give inner terms a number");
    check("init %3", "line 1: no term `%3` so far");
    check("init (", "line 1: expected a word, found None");
    check("region 0 \"r\" writes", "line 1: expected `control` before the first region");
    check("control\nregion 1 \"r\" writes", "line 2: a region must be numbered in order: expected 0");
}

/// A million terms, nested a million deep, survive building, printing, reading, validating and dropping.
#[test]
fn a_term_nested_three_hundred_thousand_deep() {
    let mut system = System::new("deep");
    let x = system.add_var("x", Sort::Bool, Role::State, None).unwrap();
    let y = system.add_var("y", Sort::Bool, Role::State, None).unwrap();
    let (mut term, other) = (system.terms.now(x), system.terms.now(y));
    for _ in 0..300_000 {
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
