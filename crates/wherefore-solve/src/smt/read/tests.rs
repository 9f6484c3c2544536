//! Bodies as z3 prints them, beside the IR text they become.

use super::*;
use wherefore_ir::{Role, System, text};

/// Reads a body over b: Bool, e: {red, green, blue}, n: Int, r: Real, w: 8 bits.
fn check(body: &str, expected: Option<&str>) {
    let mut system = System::new("test");
    let colours = ["red", "green", "blue"].map(str::to_owned).to_vec();
    let colours = system.terms.intern_enum(colours);
    let sorts =
        [("b", Sort::Bool), ("e", Sort::Enum(colours)), ("n", Sort::Int), ("r", Sort::Real), ("w", Sort::BitVec(8))];
    let args = sorts.map(|(n, s)| system.add_var(n, s, Role::State, None).expect("new"));
    let model = format!(
        "((define-fun Inv ((x!0 Bool) (x!1 (_ BitVec 2)) (x!2 Int) (x!3 Real) (x!4 (_ BitVec 8))) Bool {body}))"
    );
    let found = predicate(&mut system.terms, &model, "Inv", &args);
    let text = found.map(|term| {
        system.invar.push(wherefore_ir::Constraint { term, element: None });
        let text = text::print(&system);
        let line = text.lines().find_map(|l| l.strip_prefix("invar ")).unwrap_or_default();
        line.to_owned()
    });
    assert_eq!(text.as_deref(), expected, "{body}");
}

#[test]
fn bodies_are_read() {
    check("x!0", Some("b"));
    check("(and (not x!0) (<= x!2 (- 7)))", Some("(and (not b) (<= n -7))"));
    check("(let ((a!1 x!2)) (let ((a!1 (* 2 a!1)) (a!2 a!1)) (= a!1 a!2)))", Some("(= (* 2 n) n)"));
    check("(>= x!2 0 (- 5))", Some("(and (<= 0 n) (<= -5 0))"));
    check("(<= x!3 (to_real 2) (- (/ 1.0 3.0)))", Some("(and (<= r real:2/1) (<= real:2/1 real:-1/3))"));
    check("(= x!1 #b01)", Some("(= e enum0:green)"));
    check("(bvule x!1 #b01)", Some("(or (= e enum0:red) (= e enum0:green))"));
    check("(not (bvult #b00 x!1))", Some("(not (or (= e enum0:green) (= e enum0:blue)))"));
    check("(= x!1 #b11)", Some("false"));
}

#[test]
fn what_is_not_known_is_not_read() {
    let bodies = [
        "(exists ((y Int)) (= y x!2))",
        "(foo x!2)",
        "unknown",
        "x!2",
        "(and x!2)",
        "(< x!2 x!3)",
        "(= (div x!2 x!2) 1)",
        "()",
        "(let ((a)) x!0)",
        "((_ extract 9 0) x!4)",
        "((_ extract) x!4)",
    ];
    bodies.iter().for_each(|body| check(body, None));
}

#[test]
fn depth_is_no_danger() {
    let depth = 200_000;
    let body = "(not ".repeat(depth) + "x!0" + &")".repeat(depth);
    check(&body, Some("b"));
    let mut body = String::new();
    (0..depth).for_each(|i| body.push_str(&format!("(let ((a{i} x!0)) ")));
    check(&(body + "a7" + &")".repeat(depth)), Some("b"));
}
