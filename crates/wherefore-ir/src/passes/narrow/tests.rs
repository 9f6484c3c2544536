//! Narrowing by example: which variables get which ranges, and what stays as it was.

mod random;

use super::narrowed;
use crate::network::NetworkBuilder;
use crate::{Constraint, Op, Property, PropertyKind, Role, Sort, System, Update, Value, text, validate};

/// Narrows a system in the text form; checks that the result is sound, is printed and read again, and keeps its ids.
fn narrow(source: &str) -> System {
    let system = text::parse(&format!("system \"s\"\n{source}")).unwrap_or_else(|e| panic!("{e}\n{source}"));
    narrow_system(system)
}

fn narrow_system(system: System) -> System {
    let before = system.clone();
    let after = narrowed(system);
    assert_eq!(validate(&after), Vec::<String>::new());
    let printed = text::print(&after);
    assert_eq!(text::print(&text::parse(&printed).unwrap()), printed);
    for term in before.terms.ids() {
        assert_eq!(after.terms.op(term), before.terms.op(term));
        assert_eq!(after.terms.operands(term), before.terms.operands(term));
    }
    after
}

/// The sorts of integer variables, as `x 0..10 y int`.
fn sorts(system: &System) -> String {
    let integers = system.terms.vars().filter(|(_, v)| v.sort.is_integer());
    let words = integers.map(|(_, v)| match v.sort {
        Sort::Range { lo, hi } => format!("{} {lo}..{hi}", v.name),
        _ => format!("{} int", v.name),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn check(source: &str, expected: &str) {
    assert_eq!(sorts(&narrow(source)), expected, "{source}");
}

/// One variable that starts with 0.
fn check_counter(update: &str, expected: &str) {
    let inputs = "var b : bool input\nvar c : bool input\nvar i : int input\nvar r : -2..5 input";
    let source = format!("var n : int state\n{inputs}\ninit (= n 0)\nnext n = {update}");
    check(&source, &format!("n {expected} i int r -2..5"));
}

#[test]
fn counters() {
    check_counter("(ite (< n 10) (+ n 1) n)", "0..10");
    check_counter("(ite (= n 10) 0 (+ n 1))", "0..10");
    check_counter("(ite (not (= n 10)) (+ n 1) 0)", "0..10");
    check_counter("(mod_euclid (+ n 1) 7)", "0..6");
    check_counter("(mod_trunc (- n 1) 7)", "-6..0");
    check_counter("(ite (< 0 n) (- n 1) 10)", "0..10");
    check_counter("(ite b 0 (ite (<= 10 n) n (+ n 1)))", "0..10");
    check_counter("(ite (or b (<= 10 n)) 0 (+ n 1))", "0..10");
    check_counter("(ite (and b (< n 10)) (+ n 1) (ite (and c (< -10 n)) (- n 1) n))", "-10..10");
    check_counter("(ite (<= 1000 n) (- n 1000) (+ n 7))", "0..1006");
    check_counter("(ite (<= 60000 n) 0 (+ n 1))", "0..60000");
    check_counter("(ite (< n r) (+ n 1) n)", "0..5");
    check_counter("(ite (< (+ n 1) 5) (+ n 1) 0)", "0..4");
    check_counter("(ite (< (- 5 n) 3) 0 (+ n 1))", "0..3");
    check_counter("(ite (=> b (< n 4)) (ite b (+ n 1) n) 0)", "0..4");
    check_counter("(ite (ite b (< n 4) false) (+ n 1) 0)", "0..4");
    check_counter("(div_euclid i 0)", "int");
    check_counter("r", "-2..5");
}

#[test]
fn what_is_not_bounded_stays_as_it_was() {
    check_counter("(+ n 1)", "int");
    check_counter("(ite b (+ n 1) n)", "int");
    check_counter("(ite (< n 10) (- n 1) n)", "int");
    check_counter("(ite (<= 70000 n) 0 (+ n 1))", "int");
    check_counter("i", "int");
    check_counter("(* n 2)", "0..0");
    check_counter("(+ (* n 2) 1)", "int");
    check("var n : int state\ninit (<= 0 n)\nnext n = (ite (< n 5) (+ n 1) 0)", "n int");
    check("var n : int state\nnext n = (ite (< n 5) 0 1)", "n int");
    check("var n : int state\nvar m : int frozen\ninit (= n 0)\ntrans (= (next n) 0)", "n int m int");
    let others = "var r : real state\nvar w : bv8 state\ninit (= r real:0/1)\ninit (= w bv8:0)\n\
                  next r = (+ r real:1/1)\nnext w = (bvadd w bv8:1)";
    assert_eq!(text::print(&narrow(others)), text::print(&text::parse(&format!("system \"s\"\n{others}")).unwrap()));
}

#[test]
fn first_values() {
    let update = "next n = (ite (< n 5) (+ n 1) n)";
    let check = |init: &str, expected: &str| {
        check(&format!("var n : int state\nvar m : int state\ninit {init}\n{update}"), &format!("n {expected} m int"));
    };
    check("(and (<= -3 n) (<= n 8))", "-3..8");
    check("(or (= n 2) (= n 7))", "2..7");
    check("(and (= n m) (= m 4))", "4..5");
    check("(= (+ n 1) 4)", "3..5");
    check("(or (= n 2) (= m 7))", "int");
    check("(and (= n 2) (= n 7))", "int");
}

/// A bound that holds only because another variable is bounded, and one that falls with it.
#[test]
fn variables_that_feed_each_other() {
    let two = "var x : int state\nvar y : int state\ninit (and (= x 0) (= y 3))\n";
    check(&format!("{two}next x = y\nnext y = (ite (< x 9) (+ x 1) 0)"), "x 0..9 y 0..9");
    check(&format!("{two}next x = y\nnext y = x"), "x 0..3 y 0..3");
    check(&format!("{two}next x = (+ y 1)\nnext y = x"), "x int y int");
    check(&format!("{two}next x = (ite (< x 4) (+ x 1) 0)\nnext y = (+ x y)"), "x 0..4 y int");
    // Bounded, but too wide for a range, and then the other one is not proved without it.
    let wide = "next x = (ite (< x 100000) (+ x 1) 0)\nnext y = (div_euclid x 1000)";
    check(&format!("{two}{wide}"), "x int y int");
    let delays: String = (1..150).map(|i| format!("var d{i} : int state\n")).collect();
    let inits: String = (1..150).map(|i| format!("init (= d{i} 0)\n")).collect();
    let nexts: String = (2..150).map(|i| format!("next d{i} = d{}\n", i - 1)).collect();
    let line = narrow(&format!("{delays}{inits}{nexts}next d1 = (ite (= d149 0) 1 0)"));
    assert_eq!(line.terms.var(line.terms.find_var("d149").unwrap()).sort, Sort::Range { lo: 0, hi: 1 });
}

#[test]
fn constants_at_the_edge() {
    let (max, min) = (i64::MAX, i64::MIN);
    let beyond = i128::from(max) + 1;
    let near = i128::from(max) - 2;
    check(
        &format!("var n : int state\ninit (= n {near})\nnext n = (ite (< n {max}) (+ n 1) n)"),
        &format!("n {near}..{max}"),
    );
    check(&format!("var n : int state\ninit (= n {max})\nnext n = (ite (< n {beyond}) (+ n 1) n)"), "n int");
    check(
        &format!("var n : int state\ninit (= n {min})\nnext n = (ite (< {min} n) (- n 1) n)"),
        &format!("n {min}..{min}"),
    );
    let huge = "1".repeat(60);
    check(&format!("var n : int state\ninit (= n 0)\nnext n = (ite (< n {huge}) (- n {huge}) (* n {huge}))"), "n int");
    check(&format!("var n : int state\ninit (= n 0)\nnext n = (ite (< {huge} n) 7 (mod_euclid {huge} 5))"), "n 0..7");
}

const FIRST: &str = "var first : bool state\nvar m : int state\nvar b : bool input\ninit first\nnext first = false\n";

#[test]
fn a_memory_is_narrowed_only_if_its_first_value_is_never_read() {
    let check = |lines: &str, expected: &str| check(&format!("{FIRST}{lines}"), &format!("m {expected}"));
    let next = "next m = (ite first 0 (ite (< m 10) (+ m 1) m))\n";
    check(next, "0..10");
    check("next m = (ite (not first) (ite (< m 10) (+ m 1) m) 3)", "3..10");
    check("next m = (ite (or b first) 0 (ite (< m 10) (+ m 1) m))", "0..10");
    check("next m = (ite (< (ite first 0 m) 10) (+ (ite first 0 m) 1) 0)", "0..10");
    check("next m = (ite (ite first true (< m 10)) (+ (ite first 0 m) 1) 0)", "0..10");
    check(&format!("{next}define d = m\ndefine e = (+ m 1)"), "0..10");
    check(&format!("{next}property \"p\" invariant (ite first true (<= m 10)) text \"\""), "0..10");
    check(&format!("{next}trans (<= (next m) 10)"), "0..10");
    for reader in [
        "property \"p\" invariant (<= m 10) text \"\"",
        "property \"p\" ltl (G (<= m 10)) text \"\"",
        "property \"p\" invariant (ite b true (<= m 10)) text \"\"",
        "property \"p\" invariant (ite first (<= m 10) true) text \"\"",
        "property \"p\" invariant (ite (and b first) true (<= m 10)) text \"\"",
        "init (<= m 20)",
        "invar (<= m 20)",
        "trans (<= m 20)",
        "justice (<= m 20)",
        "compassion b (<= m 20)",
        "obligation out-of-range always (<= m 20) message \"\"",
        "rest (<= m 20)",
        "control\nregion 0 \"r\" writes\nlocation 0 0 \"A\" active (<= m 20)",
    ] {
        check(&format!("{next}{reader}"), "int");
    }
    check("next m = (ite (< m 10) 0 1)", "int");
}

/// Flags that are not true at the first tick, or not only there.
#[test]
fn what_is_no_first_flag() {
    let next = "next m = (ite f 0 (ite (< m 10) (+ m 1) m))";
    let vars = "var f : bool state\nvar m : int state";
    check(&format!("{vars}\ninit f\nnext f = false\n{next}"), "m 0..10");
    check(&format!("{vars}\nnext f = false\n{next}"), "m int");
    check(&format!("{vars}\ninit (not f)\nnext f = false\n{next}"), "m int");
    check(&format!("{vars}\ninit (or f f)\nnext f = true\n{next}"), "m int");
    check(&format!("{vars}\ninit f\n{next}"), "m int");
    check(&format!("var f : bool input\nvar m : int state\ninit f\n{next}"), "m int");
}

#[test]
fn a_memory_on_a_slower_clock() {
    let clock = "var first : bool state\nvar w : bool state\nvar c : bool input\nvar m : int state\ninit first\n\
                 next first = false\n%0 = (ite first true w)\n%1 = (ite %0 0 (ite (< m 5) (+ m 1) 0))\n\
                 next w = (and %0 (not c))\n";
    check(&format!("{clock}next m = (ite c %1 m)"), "m 0..5");
    check(&format!("{clock}next m = (ite c %1 m)\nproperty \"p\" invariant (ite %0 true (< m 6)) text \"\""), "m 0..5");
    // Read while it may still have its first value.
    check(
        &format!("{clock}next m = (ite c %1 m)\nproperty \"p\" invariant (ite first true (< m 6)) text \"\""),
        "m int",
    );
    // Kept under another condition than that of the flag.
    let other = clock.replace("(not c)", "(not d)").replace("var c", "var d : bool input\nvar c");
    check(&format!("{other}next m = (ite c %1 m)"), "m int");
    let never = clock.replace("(ite first true w)", "(ite first false w)");
    check(&format!("{never}next m = (ite c %1 m)"), "m int");
}

#[test]
fn the_obligation_says_what_must_hold() {
    let system = narrow("var n : int state\ninit (= n 0)\nnext n = (ite (< n 10) (+ n 1) n)\n");
    let printed = text::print(&system);
    assert!(printed.contains("var n : 0..10 state"), "{printed}");
    assert!(printed.contains("obligation out-of-range always (and (<= 0 %0) (<= %0 10)) message \"`n` leaves 0..10\""));
    let plain = narrow("var n : int state\ninit (= n 0)\nnext n = (ite (= n 0) 1 n)\n");
    assert_eq!((sorts(&plain).as_str(), plain.obligations.len()), ("n 0..1", 0), "its sort says it already");
}

/// `n = 0 -> if pre n < 10 then pre n + 1 else 0` as blocks.
#[test]
fn a_network_keeps_its_values() {
    let mut builder = NetworkBuilder::new(System::new("node"), "node", None);
    let first = builder.first(None);
    let pre = builder.pre_of_later("n", Sort::Int, None);
    let [zero, one, ten] = [0, 1, 10].map(|n| builder.constant(Value::int(n), None));
    let less = builder.apply(Op::Lt, &[pre, ten], None).unwrap();
    let more = builder.apply(Op::Add, &[pre, one], None).unwrap();
    let choice = builder.apply(Op::Ite, &[less, more, zero], None).unwrap();
    let n = builder.arrow(first, (zero, choice), None).unwrap();
    builder.connect(pre, n);
    let good = builder.apply(Op::Lt, &[n, ten], None).unwrap();
    let property = Property {
        name: "p".to_owned(),
        kind: PropertyKind::Invariant,
        term: builder.value(good),
        text: String::new(),
        element: None,
    };
    builder.system.properties.push(property);
    builder.sink("p", good);
    let before = builder.finish();
    let network = before.annexes.network.clone();
    let after = narrow_system(before);
    assert_eq!(sorts(&after), "$pre n 0..10");
    assert_eq!(after.obligations[0].message, "`pre n` leaves 0..10");
    assert_eq!(after.annexes.network, network);
    assert!(after.is_finite());
}

/// Terms nested deeply, many branches that multiply, and many variables: an answer soon, by the limits.
#[test]
fn large_systems() {
    let mut system = System::new("deep");
    let x = system.add_var("x", Sort::Int, Role::State, None).unwrap();
    let inputs: Vec<_> =
        (0..40).map(|i| system.add_var(format!("b{i}"), Sort::Bool, Role::Input, None).unwrap()).collect();
    let now = system.terms.now(x);
    let [zero, one, top] = [0, 1, 1000].map(|n| system.terms.int(n));
    let mut term = now;
    for index in 0..30_000 {
        let (b, bound) = (system.terms.now(inputs[index % 40]), system.terms.int(index as i64 % 7 + 1));
        let (less, more, fewer) =
            (system.terms.lt(term, bound), system.terms.add(term, one), system.terms.sub(term, one));
        let condition = system.terms.and([b, less]);
        term = system.terms.ite(condition, more, fewer);
    }
    let less = system.terms.lt(term, top);
    let term = system.terms.ite(less, one, zero);
    let start = system.terms.eq(now, zero);
    system.init.push(Constraint { term: start, element: None });
    system.next.insert(x, Update { term, element: None });
    assert_eq!(sorts(&narrowed(system)), "x 0..1");
}
