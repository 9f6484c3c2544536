//! The automaton of a formula against the judge of single runs, which knows no automata: random formulas over few labels,
//! random words that stay open, end, or loop.

use crate::formulas::{LABELS, Random, formula, seed, words};
use wherefore_ir::actions::{End, Run, violates};
use wherefore_lts::automaton::{Automaton, Patterned, TooLarge, matches};
use wherefore_test::cases;

fn automaton(text: &str, labels: &[&str]) -> Automaton {
    Automaton::new(&formula(text), labels).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The states along a word, as far as there are any.
fn states(automaton: &Automaton, word: &[usize]) -> Vec<u32> {
    let mut list = vec![automaton.initial()];
    for label in word {
        let next = automaton.step(list[list.len() - 1], automaton.class(*label as u32));
        let Some(next) = next else { break };
        list.push(next);
    }
    list
}

fn is_bad(automaton: &Automaton, word: &[usize]) -> bool {
    states(automaton, word).iter().any(|q| automaton.bad() == Some(*q))
}

fn fails_at_the_end(automaton: &Automaton, word: &[usize]) -> bool {
    let states = states(automaton, word);
    is_bad(automaton, word) || (states.len() > word.len() && automaton.on_deadlock(states[word.len()]))
}

/// The loop is taken so often that every automaton state on it was met; then some wait is open and never ends.
fn fails_forever(automaton: &Automaton, word: &[usize], back: usize) -> bool {
    let mut long = word.to_vec();
    (0..=automaton.states()).for_each(|_| long.extend(&word[back..]));
    let waits_forever = |at: usize, state: u32| {
        let rest = &long[at.min(long.len() - (word.len() - back))..];
        let avoids = |wait: &usize| rest.iter().all(|label| automaton.wait(*wait).avoids[*label]);
        automaton.waits(state).iter().any(avoids)
    };
    is_bad(automaton, &long) || states(automaton, &long).iter().enumerate().any(|(at, q)| waits_forever(at, *q))
}

#[test]
fn the_automaton_agrees_with_the_judge() {
    let seed = seed();
    let mut random = Random(seed);
    let mut found = [0_u32; 3];
    for case in 0..cases(400) {
        let (text, labels) = (random.formula(3), &LABELS[..2 + random.below(3)]);
        let formula = formula(&text);
        let automaton = automaton(&text, labels);
        check_shape(&automaton, &text);
        for _ in 0..30 {
            let word = random.word(labels.len());
            let names: Vec<&str> = word.iter().map(|l| labels[*l]).collect();
            let judged = |end| violates(&formula, Run { labels: &names, end });
            let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {names:?}");
            assert_eq!(is_bad(&automaton, &word), judged(End::Open), "{context}");
            assert_eq!(fails_at_the_end(&automaton, &word), judged(End::Deadlock), "{context}, end");
            found[0] += u32::from(judged(End::Open));
            found[1] += u32::from(!judged(End::Open) && judged(End::Deadlock));
            for back in 0..word.len() {
                let expected = judged(End::Loop(back));
                assert_eq!(fails_forever(&automaton, &word, back), expected, "{context}, back to {back}");
                found[2] += u32::from(!judged(End::Open) && expected);
            }
        }
    }
    assert!(found.iter().all(|n| *n > 100), "every kind of violation should occur: {found:?}");
}

/// Minimal, all states reached and alive, the bad state absorbing, numbered as they are met.
fn check_shape(automaton: &Automaton, text: &str) {
    let (n, classes) = (automaton.states(), automaton.classes());
    let mark = |q: u32| (automaton.bad() == Some(q), automaton.on_deadlock(q), automaton.waits(q).to_vec());
    let marked = |q: u32| mark(q) != (false, false, Vec::new());
    let mut met = vec![0];
    for at in 0..n {
        assert!((at as usize) < met.len(), "{text}: state {at} is not reached");
        for next in (0..classes).filter_map(|c| automaton.step(at, c)) {
            if !met.contains(&next) {
                assert_eq!(next as usize, met.len(), "{text}: not in breadth-first order");
                met.push(next);
            }
        }
    }
    if let Some(bad) = automaton.bad() {
        assert!((0..classes).all(|c| automaton.step(bad, c) == Some(bad)), "{text}");
    }
    // The obvious algorithm: states differ by mark, or by a step to different states; `None` is one more state.
    let mut differ = vec![vec![false; n as usize + 1]; n as usize + 1];
    let index = |q: Option<u32>| q.unwrap_or(n) as usize;
    for (p, q) in (0..=n).flat_map(|p| (0..=n).map(move |q| (p, q))) {
        let of = |q: u32| (q < n && marked(q)).then(|| mark(q));
        differ[p as usize][q as usize] = of(p) != of(q);
    }
    loop {
        let before = differ.clone();
        for (p, q) in (0..=n).flat_map(|p| (0..=n).map(move |q| (p, q))) {
            let to = |q: u32, c: u32| index(if q < n { automaton.step(q, c) } else { None });
            differ[p as usize][q as usize] |= (0..classes).any(|c| before[to(p, c)][to(q, c)]);
        }
        if differ == before {
            break;
        }
    }
    // The initial state stays even if nothing can fail.
    let last = if n == 1 { 1 } else { n + 1 };
    for (p, q) in (0..last).flat_map(|p| (0..p).map(move |q| (p, q))) {
        assert!(differ[p as usize][q as usize], "{text}: states {q} and {p} are the same");
    }
}

/// Whether the whole word is in the language of a path: a run that ends there violates this formula.
fn contains(path: &str, labels: &[&str], word: &[usize]) -> bool {
    let names: Vec<&str> = word.iter().map(|l| labels[*l]).collect();
    violates(&formula(&format!("[{path}] <true> true")), Run { labels: &names, end: End::Deadlock })
}

#[test]
fn closed_says_whether_the_language_goes_on_after_a_violation() {
    let seed = seed();
    let mut random = Random(seed);
    let labels = &LABELS[..2];
    let mut found = [0_u32; 2];
    for case in 0..cases(200) {
        let path = random.regular(2);
        let automaton = automaton(&format!("[{path}] false"), labels);
        let ends = |word: &Vec<usize>| {
            let longer = |label| word.iter().copied().chain([label]).collect::<Vec<usize>>();
            contains(&path, labels, word) && (0..labels.len()).any(|label| !contains(&path, labels, &longer(label)))
        };
        let goes_on = automaton.bad().is_some() && !words(labels.len(), 6).any(|word| ends(&word));
        assert_eq!(automaton.closed(), goes_on, "WHEREFORE_SEED={seed}, case {case}: {path}");
        found[usize::from(goes_on)] += 1;
    }
    assert!(found.iter().all(|n| *n > 10), "{found:?}");
}

/// Whether the pattern occurs in the word in order, by trying every way.
fn shows(pattern: &[Vec<bool>], word: &[usize]) -> bool {
    match (pattern.split_first(), word.split_first()) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some((element, rest)), Some((label, later))) => {
            shows(pattern, later) || (element[*label] && shows(rest, later))
        }
    }
}

#[test]
fn a_pattern_is_seen_as_soon_as_it_is_there() {
    let seed = seed();
    let mut random = Random(seed);
    for case in 0..cases(500) {
        let (text, labels) = (random.formula(2), &LABELS[..2 + random.below(3)]);
        let automaton = automaton(&text, labels);
        let pattern: Vec<Vec<bool>> =
            (0..random.below(4)).map(|_| labels.iter().map(|_| random.below(2) == 0).collect()).collect();
        let product = automaton.with_pattern(&pattern);
        for word in (0..20).map(|_| random.word(labels.len())).collect::<Vec<_>>() {
            let context = format!("WHEREFORE_SEED={seed}, case {case}: {text}, {pattern:?}, {word:?}");
            let inner = states(&automaton, &word);
            let outer = follow(&product, &word);
            let projected: Vec<u32> = outer.iter().map(|s| product.project(*s).0).collect();
            assert_eq!(projected, inner, "{context}");
            for (length, state) in outer.iter().enumerate() {
                assert!(*state < product.states());
                assert_eq!(product.is_complete(*state), shows(&pattern, &word[..length]), "{context}, {length}");
            }
        }
    }
}

fn follow(product: &Patterned<'_>, word: &[usize]) -> Vec<u32> {
    let mut list = vec![product.initial()];
    for label in word {
        let Some(next) = product.step(list[list.len() - 1], product.class(*label as u32)) else { break };
        list.push(next);
    }
    list
}

#[test]
fn equal_languages_give_equal_automata() {
    let same = |one: &str, two: &str| assert_eq!(automaton(one, LABELS), automaton(two, LABELS), "{one} / {two}");
    same("[a . (b + c)] false", "[(a . b) + (a . c)] false");
    same("[true* . a . true*] false", "[(not a)* . a . true*] false");
    same("[(a or b)*] <true> true", "nu X . (<true> true && [a] X && [b] X)");
    same("inevitable true", "<true> true");
    same("[a] true and [b . false] false", "true");
    same("[true*] inevitable a", "[true*] mu X . ([!a] X && <true> true) && [true* . b] inevitable \"a\"");
}

#[test]
fn small_automata_are_as_expected() {
    let twice = automaton("[true* . \"a\" . true* . \"a\"] false", LABELS);
    assert_eq!((twice.states(), twice.classes(), twice.bad(), twice.closed()), (3, 2, Some(2), false));
    assert!(twice.is_safety());
    let nothing = automaton("true", LABELS);
    assert_eq!((nothing.states(), nothing.classes(), nothing.bad(), nothing.step(0, 0)), (1, 1, None, None));
    let always = automaton("false", LABELS);
    assert_eq!((always.states(), always.bad(), always.step(0, 0)), (1, Some(0), Some(0)));
    let response = automaton("[true* . a] inevitable b", LABELS);
    assert_eq!((response.states(), response.waits(1), response.on_deadlock(1)), (2, &[0][..], true));
    assert_eq!(response.wait(0).avoids, [true, false, true, true]);
    assert!(!response.is_safety() && response.waits_total() == 1);
    let unheard = automaton("[true* . \"x\"] false", LABELS);
    assert_eq!((unheard.states(), unheard.bad(), unheard.closed()), (1, None, false));
    let silent = automaton("[true*] <true> true", &[]);
    assert_eq!((silent.states(), silent.classes(), silent.on_deadlock(0)), (1, 0, true));
    let wanted = formula("[a or 'c'] false");
    assert_eq!(matches(wanted.actions()[0], LABELS), [true, false, true, false]);
}

#[test]
fn a_formula_that_blows_up_is_refused() {
    let text = format!("[true* . a{}] false", " . true".repeat(30));
    assert_eq!(Automaton::new(&formula(&text), LABELS), Err(TooLarge));
    let long = automaton(&format!("[a{}] false", " . a".repeat(20_000)), LABELS);
    assert_eq!(long.states(), 20_002);
}
