//! Formulas as text, verdicts on small graphs, and what is said about formulas that have no meaning.

use crate::{Decision, Limits, Listed, NoDecision, decide, read};
use wherefore_diag::FileId;
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, seed};

const PROTOCOL: &[(u32, &str, u32)] =
    &[(0, "send(1)", 1), (0, "send(2)", 2), (1, "receive(1)", 0), (2, "receive(2)", 0), (1, "lose", 0), (2, "tau", 2)];

fn asked(text: &str, graph: &[(u32, &str, u32)]) -> Result<Decision, String> {
    let headline = |wrong: wherefore_diag::Diagnostics| wrong.iter().map(|d| d.headline.clone()).collect::<String>();
    let document = read(FileId(0), text).map_err(headline)?;
    decide(&document, &Listed::new(0, graph), Limits::default(), &Stop::new()).map_err(|why| match why {
        NoDecision::Wrong(wrong) => wrong.headline,
        other => format!("{other:?}"),
    })
}

fn holds(text: &str, graph: &[(u32, &str, u32)]) -> bool {
    asked(text, graph).unwrap_or_else(|why| panic!("{text}: {why}")).holds
}

fn refused(text: &str) -> String {
    asked(text, PROTOCOL).err().unwrap_or_else(|| panic!("{text} is decided"))
}

#[test]
fn possibility_quantifiers_and_alternation_are_decided() {
    assert!(holds("[true*] forall n: Nat . [send(n)] <true* . receive(n)> true", PROTOCOL));
    assert!(!holds("[true*] forall n: Nat . [send(n)] mu X . ([!receive(n)] X && <true> true)", PROTOCOL));
    assert!(holds("exists n: Nat . nu X . mu Y . <receive(n)> X || <!receive(n)> Y", PROTOCOL));
    assert!(holds("<send(2)> nu X . <tau> X", PROTOCOL) && holds("<send(2)> <i> @", PROTOCOL));
    assert!(!holds("<send(2) . i> @", PROTOCOL) && !holds("<send(2)> [i] -|", PROTOCOL));
    assert!(holds("nu X(n: Nat = 0) . val(n < 3) => [true] X(n + 1)", PROTOCOL));
    assert!(holds("[send(1) . lose] true && <send(1) . lose> [receive(1)] false", PROTOCOL));
    assert!(holds("<(\"send(1)\" . true){2}> true and not <(send(1) . true){2 ... 3} . lose> true", PROTOCOL));
}

#[test]
fn numbers_beyond_the_labels_count() {
    assert!(!holds("forall n: Nat . <true* . send(n)> true", PROTOCOL), "Nat has more numbers than the labels");
    assert!(!holds("forall n: Nat . val(n <= 5 && n > 0) => <true* . send(n)> true", PROTOCOL));
    assert!(holds("forall n: Nat . val(n <= 2 && n > 0) => <true* . send(n)> true", PROTOCOL));
}

/// Verdicts that would be others for values that no label and no formula has are not sure; those that these cannot change are.
#[test]
fn verdicts_that_depend_on_other_numbers_are_not_sure() {
    let is_sure = |text: &str| asked(text, PROTOCOL).unwrap_or_else(|why| panic!("{text}: {why}")).unsure.is_none();
    for text in [
        "[true*] forall n: Nat . [send(n)] <true* . receive(n)> true",
        "forall n: Nat . [send(n)] exists m: Nat . <receive(m)> val(m == n * 2 - n)",
        "forall n: Nat . val(n <= 5 && n > 0) => <true* . send(n)> true",
        "exists n: Nat . nu X . mu Y . <receive(n)> X || <!receive(n)> Y",
        "forall n: Nat . nu X . [true* . send(n)] val(n * n < 100) && [send(n)] X",
        "forall n: Nat . val(n * n != 1)",
        "exists n: Nat . val(n * n == 1)",
        "[exists n: Nat . send(n) && val(n * n < 100)] true",
        "sort T = struct leaf | node(Nat); form forall t: T . [send(t)] false",
        "sort T = struct leaf | node(Nat); form <exists t: T . send(t)> true || true",
        "forall d: D . [send(d)] val(d != 7)",
        "sort F = Nat # Bool -> Nat; T = struct t(f: Nat -> F); map g: (Nat -> Bool) # F -> Nat; form [send(3)] false",
    ] {
        assert!(is_sure(text), "{text}");
    }
    for text in [
        "exists n: Nat . val(n * n == 49)",
        "forall n: Nat . val(n * n != 49)",
        "forall n: Nat . exists m: Nat . val(m > n)",
        "exists n: Nat . val(n > 5) && <true* . send(n - 4 - 4)> true",
        "forall n: Nat . nu X . val(n * n != 49) && [send(n)] X",
        "[exists n: Nat . val(n * n == 49)] false",
        "val(exists n: Nat . n * n == 49)",
        "sort T = struct leaf | node(Nat); form forall t: T . ([send(t)] true && val(!(t in [leaf, node(9)])))",
        "forall l: List(Nat) . ([send(l)] true && val(!(l in [3])))",
    ] {
        assert!(!is_sure(text), "{text}");
    }
}

#[test]
fn definitions_give_names_a_meaning() {
    let other = "map other: Nat -> Nat; var n: Nat; eqn n == 1 -> other(n) = 2; other(n) = 1; form ";
    assert!(holds(&format!("{other} forall n: Nat . [send(n)] [receive(other(n))] false"), PROTOCOL));
    assert!(holds("sort D = struct a | b; form forall d: D . val(d == a || d == b)", PROTOCOL));
    assert!(holds("map N: Nat; eqn N = 2; form <send(N)> true;", PROTOCOL));
    assert!(holds(
        "map len: List(Nat) -> Nat; var x: Nat; l: List(Nat); eqn len([]) = 0; len(x |> l) = 1 + len(l); \
                   form val(len([7, 8]) == 2)",
        PROTOCOL
    ));
}

#[test]
fn offers_of_mcl_bind_variables() {
    let graph = &[(0, "PUT !1 !TRUE", 1), (1, "GET !1", 0), (0, "PUT !2 !FALSE", 2), (2, "GET !1", 0)];
    assert!(holds("[true* . {PUT ?x:nat !TRUE}] <{GET !x}> true", graph));
    assert!(!holds("[true* . {PUT ?x:nat ...}] <{GET !x}> true", graph));
    assert!(holds("[true* . {PUT ?x:nat ?any where x > 1}] [{GET !x}] false", graph));
    assert!(refused("[({PUT ?x:nat})*] val(x > 0)").contains("no step has given it a value"));
}

#[test]
fn what_has_no_meaning_is_named() {
    assert!(refused("nu X . [enter(other(1))] X").contains("`other` is in no label"));
    assert!(refused("<send(N)> true").contains("`N` is in no label"));
    assert!(refused("forall d: D . val(d == d)").contains("the values of the sort `D` are not known"));
    assert!(refused("mu X . !X").contains("odd number of negations"));
    assert!(refused("mu X(n: Nat = 0) . X").contains("1 parameters and 0 arguments"));
    assert!(refused("[a] Y").contains("nothing binds the variable `Y`"));
    assert!(refused("val(1 + true)").contains("does not take"));
    assert!(refused("val(1 == true)").contains("does not take"));
    assert!(refused("val(1)").contains("a quantity"));
    assert!(refused("sup n: Nat . <send(n)> true").contains("sup"));
    assert!(refused("mu X(s: Set(Nat) = {n: Nat | n < 3}) . val(1 in s)").contains("comprehension"));
    assert!(refused("nu X(n: Nat = 1) . X(2 * n)").contains("too large"));
    assert!(
        refused("map f: Nat -> Nat; var n: Nat; eqn f(n) = f(n + 1); form val(f(0) == 1)").contains("calls itself")
    );
}

#[test]
fn actions_that_no_label_has_are_named() {
    let decision = asked("[true* . recieve(1)] false", PROTOCOL).unwrap_or_else(|why| panic!("{why}"));
    let names: Vec<&str> = decision.unmatched.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((decision.holds, names), (true, vec!["recieve"]));
}

#[test]
fn a_game_that_does_not_fit_is_refused_with_its_size() {
    let document = read(FileId(0), "nu X(n: Nat = 0) . [true] X(n + 1)").unwrap_or_else(|_| panic!("not read"));
    let limits = Limits { memory: 1 << 20 };
    match decide(&document, &Listed::new(0, PROTOCOL), limits, &Stop::new()) {
        Err(NoDecision::Memory { positions, needed, limit, enough: None }) => {
            assert!(positions > 1000 && needed > limit);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_said_to_be_enough_is_enough() {
    let graph: Vec<(u32, &str, u32)> = (0..2_000).map(|s| (s, if s % 3 == 0 { "a" } else { "b" }, s + 1)).collect();
    let graph = Listed::new(0, &graph);
    for text in [
        "nu X . mu Y . (<a> X || <!a> Y)",
        "[true*] (<true* . a> true || [b] false)",
        "nu X(n: Nat = 0) . [a] X((n + 1) mod 5) && [b] X(n) && val(n < 5)",
        "ltl G (a => X X b)",
    ] {
        let document = read(FileId(0), text).unwrap_or_else(|_| panic!("{text}: not read"));
        let with = |memory| decide(&document, &graph, Limits { memory }, &Stop::new());
        match with(10_000) {
            Err(NoDecision::Memory { enough: Some(enough), .. }) => {
                assert!(with(enough).is_ok(), "{text}: {enough} bytes are not enough");
                assert!(enough < 10_000_000, "{text}: {enough}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_run_shows_why_a_formula_fails() {
    let decision = asked("[true* . send(1)] mu X . ([!receive(1)] X)", PROTOCOL).unwrap_or_else(|why| panic!("{why}"));
    let play = decision.play.unwrap_or_else(|| panic!("no run"));
    assert!(play.forced && play.repeats.is_some(), "{play:?}");
    let ended = asked("[send(1) . lose] false", PROTOCOL).unwrap_or_else(|why| panic!("{why}")).play;
    assert_eq!(ended.map(|play| (play.steps.len(), play.repeats)), Some((2, None)));
}

#[test]
fn nesting_has_a_limit_and_long_chains_have_none() {
    for deep in [
        "(".repeat(100_000),
        "!".repeat(100_000),
        "[a]".repeat(100_000),
        "nu X . ".repeat(100_000),
        format!("val({}", "(".repeat(100_000)),
        format!("val({}", "1 + ".repeat(100_000)),
        format!("val({}", "x => ".repeat(100_000)),
        format!("[{}", "!".repeat(100_000)),
        format!("[a{}] true", "?".repeat(100_000)),
    ] {
        assert!(refused(&deep).starts_with("nested more than"), "{deep:.60}");
    }
    let long = format!("[{}tau*****]false && {}true", "tau . ".repeat(30_000), "true && ".repeat(30_000));
    assert!(holds(&long, PROTOCOL));
    assert!(refused("[(((a{9999}){9999}){9999}){9999}] false").contains("more than 100000 parts"));
    let wide = format!("[{}nil] false", "(nil + nil) . ".repeat(400));
    assert!(!holds(&wide, PROTOCOL));
}

#[test]
fn damaged_formulas_end_in_a_message() {
    const PIECES: &[&str] = &[
        "forall n: Nat .",
        "exists b: Bool .",
        "nu X(n: Nat = 0) .",
        "mu Y .",
        "[",
        "]",
        "<",
        ">",
        "(",
        ")",
        "true",
        "false",
        "*",
        "send(n)",
        "|",
        "&&",
        "||",
        "=>",
        "!",
        "val(n < 2)",
        "X(n + 1)",
        "Y",
        "{",
        "}",
        "...",
        "2",
        "{PUT ?x:nat}",
        "map f: Nat;",
        "eqn f = f;",
        "form",
        "sort D = struct a | b;",
        "@",
        "-|",
        "'a.*'",
        "\"send(1)\"",
        "head([])",
        "f",
        "%\n",
        "é",
        "'",
    ];
    let mut random = Random::new(seed(33));
    for _ in 0..cases(5_000) {
        let text: String =
            (0..random.below(14)).map(|_| PIECES[random.below(PIECES.len())]).collect::<Vec<_>>().join(" ");
        if let Ok(document) = read(FileId(0), &text) {
            let limits = Limits { memory: 1 << 18 };
            _ = decide(&document, &Listed::new(0, PROTOCOL), limits, &Stop::new());
        }
    }
}
