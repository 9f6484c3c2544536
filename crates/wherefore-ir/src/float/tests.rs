//! Rounding against the decimal reader of the standard library, and systems before and after.

use super::*;
use crate::passes::float::as_floats;
use crate::text::{parse, print};
use crate::{FloatFormat, Op, Sort, Terms, Value, validate};
use num_bigint::BigInt;
use num_rational::BigRational;
use wherefore_test::{below, cases, seed};

/// A decimal text and its exact value.
fn decimal(digits: &str, scale: i32) -> (String, BigRational) {
    let number: BigInt = digits.parse().expect("digits");
    let power = BigInt::from(10).pow(scale.unsigned_abs());
    let value = if scale < 0 { BigRational::new(number, power) } else { BigRational::from_integer(number * power) };
    (format!("{digits}e{scale}"), value)
}

fn check_nearest(digits: &str, scale: i32) {
    let (text, value) = decimal(digits, scale);
    let single: f32 = text.parse().expect("a number");
    let double: f64 = text.parse().expect("a number");
    assert_eq!(nearest(FloatFormat::Single, &value), Value::single(single), "{text}");
    assert_eq!(nearest(FloatFormat::Double, &value), Value::double(double), "{text}");
}

#[test]
fn nearest_is_what_the_standard_library_reads() {
    let mut state = seed(20_261_115);
    let known = [
        ("1", -1),
        ("16777217", 0),
        ("16777219", 0),
        ("9007199254740993", 0),
        ("5", -324),
        ("247", -326),
        ("24703282292062327", -340),
        ("24703282292062328", -340),
        ("340282356779733661637539395458142568447", 0),
        ("340282356779733661637539395458142568448", 0),
        ("17976931348623158", 292),
        ("17976931348623159", 292),
        ("22250738585072011", -324),
        ("7006492321624085", -61),
        ("1", 400),
        ("1", -400),
        ("-1", -400),
    ];
    known.iter().for_each(|(digits, scale)| check_nearest(digits, *scale));
    for _ in 0..cases(2_000) {
        let length = 1 + below(&mut state, 22);
        let sign = if below(&mut state, 2) == 0 { "" } else { "-" };
        let first = char::from(b'1' + below(&mut state, 9) as u8);
        let rest: String = (1..length).map(|_| char::from(b'0' + below(&mut state, 10) as u8)).collect();
        let spread = if below(&mut state, 2) == 0 { 60 } else { 680 };
        let scale = below(&mut state, spread) as i32 - spread as i32 / 2;
        check_nearest(&format!("{sign}{first}{rest}"), scale);
    }
}

/// Halfway between two floats the even one is taken; a little more or less decides.
#[test]
fn ties_go_to_even_and_floats_to_themselves() {
    let mut state = seed(20_261_116);
    for _ in 0..cases(2_000) {
        let bits = (below(&mut state, 1 << 31) as u64) << 32 | (below(&mut state, 1 << 31) as u64) << 1;
        let (low, high) = (bits & !1, bits & !1 | 1);
        let (Some(a), Some(b)) = (exact(FloatFormat::Double, low), exact(FloatFormat::Double, high)) else { continue };
        let middle = (&a + &b) / BigInt::from(2);
        let little = (&b - &a) / BigInt::from(1_000_000);
        let at = |r: &BigRational| nearest(FloatFormat::Double, r);
        assert_eq!(at(&a), Value::double(f64::from_bits(low)));
        assert_eq!(at(&b), Value::double(f64::from_bits(high)));
        assert_eq!(at(&middle), at(&a), "{low}");
        assert_eq!(at(&(&middle + &little)), at(&b), "{low}");
        assert_eq!(at(&(&middle - &little)), at(&a), "{low}");
        assert_eq!(at(&-middle), Value::double(-f64::from_bits(low)));
    }
    for format in [FloatFormat::Single, FloatFormat::Double] {
        let Value::Float(_, bits) = nearest(format, &largest(format)) else { panic!("a float") };
        assert_eq!(exact(format, bits), Some(largest(format)));
        assert_eq!(exact(format, bits + 1), None);
        let beyond = nearest(format, &(largest(format) * BigInt::from(2)));
        assert_eq!(beyond, Value::Float(format, bits + 1));
    }
}

fn check(before: &str, after: &str) {
    let system = parse(before).unwrap_or_else(|e| panic!("{e}\n{before}"));
    let read = as_floats(&system, FloatFormat::Single).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(validate(&read), Vec::<String>::new());
    assert_eq!(print(&read), after);
    assert_eq!(parse(after).map(|again| print(&again)).as_deref(), Ok(after));
}

#[test]
fn a_system_of_reals_is_read_in_floats() {
    check(
        r#"system "s"
element 0 variable "x"
var x : real input element 0
var m : real state
var free : real state
var same : real state
var n : 0..7 state
%0 = (+ x m real:1/10)
origin %0 0
init (= m real:0/1)
invar (<= real:1/3 x)
invar (= same m)
trans (<= (next free) x)
next m = %0
next n = (ite (= x m) 0 n)
define d = (* x (to_real n)) declared real
property "p" invariant (< %0 (/ x m)) text "p"
"#,
        r#"system "s"
element 0 variable "x"
var x : float32 input element 0
var m : float32 state
var free : float32 state
var same : float32 state
var n : 0..7 state
%0 = (+ x m float32:1036831949)
origin %0 0
init (fp_eq m float32:0)
invar (<= float32:1051372203 x)
invar (fp_eq same m)
invar (fp_finite x)
invar (fp_finite free)
trans (<= (next free) x)
next m = %0
next n = (ite (fp_eq x m) 0 n)
define d = (* x (to_float32 n)) declared float32
property "p" invariant (< %0 (/ x m)) text "p"
"#,
    );
}

#[test]
fn what_has_no_reading_is_named() {
    let check = |formula: &str, message: &str| {
        let text = format!("system \"s\"\nvar x : real state\nvar n : int state\ninvar {formula}\n");
        let system = parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let error = as_floats(&system, FloatFormat::Double).expect_err("no reading");
        assert_eq!(error.to_string(), message);
    };
    check("(= n (floor x))", "the conversion of a real to an integer, of `x`, has no reading in floating point");
    check("(< x (to_real n))", "the conversion of an unbounded integer, of `n`, has no reading in floating point");
}

#[test]
fn control_outputs_and_rest_are_carried_over() {
    let mut system = parse("system \"s\"\nvar x : real input\nvar n : 0..7 state\n").expect("a system");
    let x = system.terms.find_var("x").expect("declared");
    let (now, half) = (system.terms.now(x), system.terms.mk_const(Value::Real(BigRational::new(1.into(), 2.into()))));
    let low = system.terms.lt(now, half);
    system.annexes.rest = Some(low);
    system.choices.insert(x);
    system.annexes.float = Some(FloatFormat::Double);
    system.annexes.outputs.push(crate::Output { name: "low".into(), term: low, element: None });
    let read = as_floats(&system, FloatFormat::Double).expect("readable");
    assert_eq!(validate(&read), Vec::<String>::new());
    let (Some(rest), output) = (read.annexes.rest, read.annexes.outputs[0].term) else { panic!("rest") };
    assert_eq!((rest, read.choices.contains(&x), read.annexes.float), (output, true, None));
    let half = read.terms.operands(output)[1];
    assert_eq!(read.terms.constant(half), Some(&Value::double(0.5)));
}

#[test]
fn deep_terms_are_read_in_a_loop() {
    let mut system = crate::System::new("deep");
    let x = system.add_var("x", Sort::Real, crate::Role::Input, None).expect("new");
    let now = system.terms.now(x);
    let sum = (0..20_000).fold(now, |sum, _| system.terms.mk(Op::Add, &[sum, now]).expect("reals"));
    let term = system.terms.lt(sum, now);
    system.invar.push(crate::Constraint { term, element: None });
    let read = as_floats(&system, FloatFormat::Double).expect("readable");
    assert!(read.terms.len() >= 20_000);
    let mut terms = read.terms.clone();
    let relaxed =
        relaxed(&mut terms, &[read.invar[0].term], &mut |terms, _| terms.declare("real", Sort::Real).expect("new"));
    assert!(relaxed.is_some());
}

fn float_terms(names: &[&str]) -> (Terms, Vec<crate::TermId>) {
    let mut terms = Terms::new();
    let vars = names.iter().map(|n| terms.declare(*n, Sort::Float(FloatFormat::Double)).expect("new"));
    let vars: Vec<_> = vars.collect();
    let now = vars.into_iter().map(|v| terms.now(v)).collect();
    (terms, now)
}

fn relax(terms: &mut Terms, root: crate::TermId) -> Option<Relaxed> {
    relaxed(terms, &[root], &mut |terms, var| {
        let name = format!("{}.real", terms.var(var).name);
        terms.declare(name, Sort::Real).expect("asked for once")
    })
}

#[test]
fn what_is_exact_needs_no_variable() {
    let (mut terms, now) = float_terms(&["x", "y"]);
    let two = terms.mk_const(Value::double(-2.0));
    let twice = terms.mul(now[0], two);
    let turned = terms.neg(twice);
    let root = terms.lt(turned, now[1]);
    let before = terms.var_count();
    let relaxed = relax(&mut terms, root).expect("no identity");
    assert_eq!(terms.var_count(), before + 2);
    assert_eq!(crate::text::Names::inline(&terms, relaxed.roots[0]), "(< (neg (* x.real real:-2/1)) y.real)");
    assert!(matches!(terms.op(relaxed.overflow), Op::Or));
}

/// The order of the operands of a sum does not matter, so both are one result.
#[test]
fn the_same_result_is_one_variable() {
    let (mut terms, now) = float_terms(&["x", "y"]);
    let (one, other) = (terms.add(now[0], now[1]), terms.add(now[1], now[0]));
    let root = terms.apply(Op::FpEq, &[one, other]);
    let relaxed = relax(&mut terms, root).expect("no identity");
    assert_eq!(relaxed.roots, [terms.bool(true)]);
}

#[test]
fn identity_and_infinities_are_not_relaxed() {
    let (mut terms, now) = float_terms(&["x", "y"]);
    let identity = terms.eq(now[0], now[1]);
    assert!(relax(&mut terms, identity).is_none());
    let (mut terms, now) = float_terms(&["x", "y"]);
    let infinity = terms.mk_const(Value::double(f64::INFINITY));
    let root = terms.lt(now[0], infinity);
    assert!(relax(&mut terms, root).is_none());
}
