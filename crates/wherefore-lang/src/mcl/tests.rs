//! Formulas as text: what they mean, how they are written back, and what is said about those outside.

mod random;

use super::load;
use random::{Random, cases, seed};
use wherefore_diag::{FileId, SourceMap};
use wherefore_ir::actions::{End, Formula, Run, violates};

fn formula(text: &str) -> Formula {
    let loaded = load(FileId(0), text);
    let problems: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    loaded.formula.unwrap_or_else(|| panic!("{problems:?} in {text:.200}"))
}

fn check(text: &str, expected: &str) {
    assert_eq!(formula(text).to_string(), expected, "{text}");
    assert_eq!(formula(expected), formula(text), "{expected}");
}

#[test]
fn operators_bind_as_the_languages_say() {
    check("[true*.'A'|\"B\" . 'C'*]false", "[(true* . 'A') | (\"B\" . 'C'*)] false");
    check("[ a . b* + c ] false", "[(a . b*) | (c)] false");
    check("[ a+ . b + (c) ] false", "[(a+ . b) | (c)] false");
    check("[ not \"a\" and \"b\" or \"c\"* ] false", "[(not \"a\" and \"b\" or \"c\")*] false");
    check("[!(a || b)* . a=>b=>c] true", "[(not (a or b))* . not a or (not b or c)] true");
    check("[a (1, f( x ))|b|c(2) . i] false", "[a(1,f(x))|b|c(2) . tau] false");
    check("[a | 'b' | c | true] false", "[(a) | 'b' | (c) | true] false");
    check(
        "[nil . \"a\"?+]([\"b\"] false and true && <true>true)",
        "[nil . \"a\"*] ([\"b\"] false and true and <true> true)",
    );
    check("(* c *) ([\"a\\\"b\\\\\"] false) -- end\n% too", "[\"a\\\"b\\\\\"] false");
}

#[test]
fn fixpoints_are_rewritten() {
    check("mu X . (<true> true and [not \"A\"] X)", "inevitable \"A\"");
    check("mu X. [!a]X && <true>true", "inevitable a");
    check("[true*] INEVITABLE (\"A\" or \"B\")", "[true*] inevitable (\"A\" or \"B\")");
    check("mu X. [!a]X", "mu X . [not a] X");
    check("mu X. [a]X && [b]X", "mu X . [a or b] X");
    check("nu X. ([a]false && [true]X)", "[true*] [a] false");
    check("nu X. [true]X && [a . b]X && <true>true", "[(true | (a . b))*] <true> true");
    check("nu X. mu Y. ([a]X && [!a]Y)", "[((not a)* . a)*] (mu X . [not a] X)");
    check("nu X. [a]([b]X && [c]false)", "[(a . b)*] [a] [c] false");
    check("nu X. X and [a]X", "true");
    check("mu X. [a]false", "[a] false");
}

/// The headline and the text under the first label.
fn refused(text: &str) -> (String, String) {
    let loaded = load(FileId(0), text);
    assert!(loaded.formula.is_none(), "{text} is read");
    let sources = SourceMap::single("f.mcl", text);
    let first = loaded.diagnostics.iter().find(|d| d.is_error()).unwrap_or_else(|| panic!("{text}: no error"));
    let place = first.span().map(|s| sources.text(s).to_owned()).unwrap_or_default();
    (first.headline.clone(), place)
}

fn check_refused(text: &str, headline: &str, place: &str) {
    assert_eq!(refused(text), (headline.to_owned(), place.to_owned()), "{text}");
}

#[test]
fn what_is_outside_is_named_and_located() {
    let check = |text: &str, what: &str, place: &str| check_refused(text, &format!("{what} is not supported"), place);
    check("[true*] forall d:D. [a(d)] false", "the quantifier `forall`", "forall");
    check("[exists i: Nat . enter(i)] false", "the quantifier `exists`", "exists");
    check("[!(exists i: Nat . enter(i))*] false", "the quantifier `exists`", "exists");
    check("[a] <b . c> true", "possibility other than `<true> true`", "<b . c>");
    check("<true> false", "possibility other than `<true> true`", "<true>");
    check("[a] false or [b] false", "a disjunction of formulas", "or");
    check("([a] false || [b] false)", "a disjunction of formulas", "||");
    check("[a] false => [b] false", "an implication between formulas", "=>");
    check("not [a] false", "the negation of a formula", "not");
    check("[a] !<true>true", "the negation of a formula", "!");
    check("[true* . {PUT ?x:nat}] false", "data or a count in braces", "{");
    check("[\"a\"{3}] false", "data or a count in braces", "{");
    check("[a@1] false", "the operator `@`", "@");
    check("[a] val(1 < 2)", "a condition on data (`val`)", "val");
    check("[val(b)] false", "a condition on data (`val`)", "val");
    check("macro M (X) = [X] false end_macro", "a macro definition", "macro");
    check("map K : Nat; eqn K = 4; form [a] false;", "a specification around a formula", "map");
    check("[a] AFTER(b)", "the macro or parameterised variable `AFTER`", "AFTER");
    check("nu X(n: Nat = 0). [a]X(n+1)", "a fixpoint with data parameters", "X");
    check("mu X. [a . b] X", "a least fixpoint over sequences of actions", "a . b");
    check("mu X. nu Y. ([a]X && [b]Y)", "a least fixpoint over sequences of actions", "nu Y. ([a]X && [b]Y)");
    check("mu X. (<true>true && X)", "a least fixpoint whose variable stands behind no box", "mu X. (<true>true && X)");
    check("[(a . b) or c] false", "a sequence or repetition as operand of `not`, `and` or `or`", "a . b");
    check("[not (a*)] false", "a sequence or repetition as operand of `not`, `and` or `or`", "a*");
}

#[test]
fn mistakes_are_located() {
    check_refused("[true*", "`[` is never closed", "");
    check_refused("[true* \"a\"] false", "expected `]`, found `\"a\"`", "\"a\"");
    check_refused("[true*] flase", "nothing binds the variable `flase`", "flase");
    check_refused("[true*] Y", "nothing binds the variable `Y`", "Y");
    check_refused("[true* . ] false", "expected an action, found `]`", "]");
    check_refused("[ 'ab[c' ] false", "this class is never closed", "[");
    check_refused("[ \"ab ] false", "this quote is never closed", "\"");
    check_refused("(* [a] false", "this comment is never closed", "(");
    check_refused("[a] false [b] false", "expected the end of the formula, found `[`", "[");
    check_refused("[a\u{e9}] false", "`\u{e9}` is no sign of a formula", "\u{e9}");
    check_refused("[a(1] false", "`(` is never closed", "");
    check_refused("", "expected a formula, found the end of the file", "");
    check_refused("mu true", "expected `.`, found the end of the file", "");
    let loaded = load(FileId(0), "[true*] flase");
    assert_eq!(loaded.diagnostics.iter().flat_map(|d| &d.help).next().unwrap(), "did you mean `false`?");
}

#[test]
fn an_operator_that_stands_for_itself_is_pointed_out() {
    let loaded = load(FileId(0), "['a+' . 'b[+]\\+'] false");
    let said: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    assert_eq!(said, ["`+` stands for itself in this pattern"]);
    assert!(loaded.formula.is_some());
}

#[test]
fn nesting_has_a_limit_and_long_chains_have_none() {
    let deep = |n: usize| format!("[{}\"a\"{}] false", "(".repeat(n), ")*".repeat(n));
    assert!(refused(&deep(100_000)).0.starts_with("nested more than"));
    assert!(refused(&format!("[{}\"a\"] false", "not ".repeat(100_000))).0.starts_with("nested more than"));
    assert!(refused(&format!("{}false", "[a]".repeat(100_000))).0.starts_with("nested more than"));
    assert!(refused(&"nu X . ".repeat(7)).0.starts_with("more than 6 fixpoints"));
    let steps = 40_000;
    let long = formula(&format!("[{}\"a\"****] false and {}true", "\"a\" . ".repeat(steps), "true and ".repeat(steps)));
    assert_eq!(formula(&long.to_string()), long);
    let deepest = (1..1000).take_while(|n| load(FileId(0), &deep(*n)).formula.is_some()).last().unwrap_or(0);
    let formula = formula(&deep(deepest));
    assert_eq!(load(FileId(0), &formula.to_string()).formula, Some(formula.clone()));
    assert!(deepest > 100 && violates(&formula, Run { labels: &["a"; 9], end: End::Open }));
}

#[test]
fn what_is_written_reads_back() {
    let seed = seed();
    let mut random = Random(seed);
    for case in 0..cases(2000) {
        let formula = random.formula(4);
        let text = formula.to_string();
        let again = load(FileId(0), &text).formula;
        assert_eq!(again.as_ref(), Some(&formula), "WHEREFORE_SEED={seed}, case {case}: {text}");
    }
}

fn judged(text: &str, labels: &[&str], end: End) -> bool {
    violates(&formula(text), Run { labels, end })
}

#[test]
fn a_run_is_judged_by_the_definition() {
    let twice = "[true* . \"a\" . true* . \"a\"] false";
    assert!(judged(twice, &["a", "b", "a"], End::Open) && !judged(twice, &["a", "b"], End::Deadlock));
    assert!(judged(twice, &["b", "a"], End::Loop(1)) && !judged(twice, &["a", "b"], End::Loop(1)));
    let live = "[true*] <true> true";
    assert!(judged(live, &["a"], End::Deadlock) && !judged(live, &["a"], End::Open));
    let response = "[true* . \"a\"] inevitable \"b\"";
    assert!(judged(response, &["a", "c"], End::Loop(1)) && !judged(response, &["c", "a", "b"], End::Loop(0)));
    assert!(judged(response, &["a", "c"], End::Deadlock) && !judged(response, &["a", "c"], End::Open));
    assert!(!judged(response, &["a", "c"], End::Loop(9)), "a loop to nowhere is taken as open");
    let fair = "[true* . \"a\"] mu X . [not \"b\"] X";
    assert!(judged(fair, &["a", "c"], End::Loop(1)) && !judged(fair, &["a", "c"], End::Deadlock));
    assert!(judged("false", &[], End::Open) && !judged("[\"a\"] false", &[], End::Deadlock));
}

#[test]
fn bare_names_match_labels_up_to_blanks_and_order() {
    assert!(judged("[set(1,true)|wish(1)] false", &["wish(1)|set(1, true)"], End::Open));
    assert!(!judged("[set(1,true)|wish(1)] false", &["wish(1)"], End::Open));
    assert!(judged("[tau . i] false", &["i", "tau"], End::Open) && !judged("[\"i\"] false", &["tau"], End::Open));
}
