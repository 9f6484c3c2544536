//! Formulas about a state.

use super::{Config, Judge, Module, Scope, Value, parse, split, value};

/// The scope of two variables with these values.
fn scope() -> (Scope, Vec<Value>) {
    let scope = Scope {
        variables: [("x".to_owned(), 0), ("f".to_owned(), 1)].into_iter().collect(),
        definitions: Module::read(MODULE).definitions,
        constants: Config::read("CONSTANTS P = {a, b}\n N = 3\nINVARIANT Small Other\nCHECK_DEADLOCK FALSE").constants,
        models: ["a".into(), "b".into()].into(),
    };
    (scope, vec![Value::Int(2), value("(a :> \"on\" @@ b :> [n |-> <<1, 5>>])").unwrap()])
}

const MODULE: &str = r#"---- MODULE M ----
(* Small == FALSE *)
VARIABLES x, f
Small == /\ x < N
         /\ \/ x = 1
            \/ x = 2
         /\ x > 0  \* a comment
Twice(y) == y + y
Step == x' = x + 1
Round == Round
====
"#;

fn holds(text: &str) -> Result<bool, String> {
    let (scope, state) = scope();
    let expr = parse(text).map_err(|why| why.message)?;
    scope.reads(&expr).map_err(|why| why.message)?;
    Judge::new(&scope, &state).holds(&expr).map_err(|why| why.message)
}

#[test]
fn formulas_that_hold() {
    for text in [
        "x = 2 /\\ x # 3 /\\ x \\in 1..N",
        "Small",
        "Twice(x) = 4 /\\ Twice(Twice(1)) = x * 2",
        "\\A p \\in P: p \\in DOMAIN f",
        "\\E p, q \\in P: p # q /\\ f[p] = \"on\"",
        "f[b].n[2] - 1 = 4 /\\ Len(f[b].n) = 2 /\\ Head(f[b].n) = 1",
        "~(x > 3) => TRUE",
        "x > 5 => f[c] = 1 \\/ FALSE",
        "Cardinality({y \\in 1..10: y % 2 = 0}) = 5",
        "{y * y: y \\in 1..3} = {1, 4, 9} /\\ {1} \\subseteq {1, 2} /\\ {1, 2} \\ {1} = {2}",
        "[y \\in 1..2 |-> y + 1] = <<2, 3>>",
        "IF x = 2 THEN f[a] = \"on\" ELSE FALSE",
        "x \\in Nat /\\ -1 \\notin Nat",
        "[a |-> 1, b |-> 2].b = 2",
        "/\\ x = 2\n/\\ \\/ x = 3\n   \\/ x = 2",
    ] {
        let text = text.replace("f[c]", "f[a]");
        assert_eq!(holds(&text), Ok(true), "{text}");
    }
}

#[test]
fn formulas_without_a_value_are_refused() {
    for (text, words) in [
        ("x = \"a\"", "compared"),
        ("f[3] = 1", "no value at"),
        ("y = 1", "nothing is called `y`"),
        ("x = 1 \\/ smal", "did you mean `Small`"),
        ("x' = 1", "prime"),
        ("[]x", "temporal"),
        ("Step", "cannot be used"),
        ("Round", "too large"),
        ("x = 1 /\\ x = 2 \\/ x = 3", "parentheses"),
        ("x = ", "expected a formula"),
        ("CHOOSE y \\in P: TRUE", "not supported"),
        ("Twice(1, 2) = 1", "takes 1 argument"),
        ("x", "Boolean"),
        ("(x = 1", "expected `)`"),
        ("\"open", "without an end"),
    ] {
        let found = holds(text).expect_err(text);
        assert!(found.contains(words), "{text}: {found}");
    }
    for deep in ["(".repeat(100_000), "~".repeat(100_000), format!("1{}", "+1".repeat(100_000)), "{".repeat(50_000)] {
        assert!(parse(&deep).is_err());
    }
}

#[test]
fn values_are_printed_as_tlc_prints_them() {
    for text in ["{1, 2}", "<<1, <<>>>>", "[a |-> {}, b |-> \"x\\\\y\\\"\"]", "(1 :> a @@ 3 :> b)", "-5", "TRUE", "m1"]
    {
        assert_eq!(value(text).unwrap().to_string(), text);
    }
    assert_eq!(value("(1 :> a @@ 2 :> b)").unwrap().to_string(), "<<a, b>>");
    assert_eq!(value("<< 1,   2 >>"), value("<<1, 2>>"));
}

#[test]
fn states_are_split_into_their_variables() {
    assert_eq!(split("/\\ x = 1\n/\\ y = <<1,\n  2>>"), Some(vec![("x", "1"), ("y", "<<1,\n  2>>")]));
    assert_eq!(split("x = 1"), Some(vec![("x", "1")]));
    assert_eq!((split("idle"), split("")), (None, None));
}

#[test]
fn configurations_and_modules() {
    let config = Config::read("CONSTANTS P = {a, b}\n N = 3\nINVARIANT Small Other\nCHECK_DEADLOCK FALSE");
    assert_eq!((config.constants.len(), config.deadlock), (2, false));
    assert_eq!(config.invariants, ["Small", "Other"]);
    let module = Module::read(MODULE);
    let head = module.definitions["Twice"].head.clone();
    assert_eq!(&MODULE[head], "Twice(y) == y + y");
}
