//! The judge of runs against its slow twin: random formulas, random runs with every end, and runs that are spoilt.

mod twin;

use crate::formulas::{LABELS, Random, formula, seed};
use wherefore_ir::actions::{End, Formula, Run, violates};
use wherefore_test::{cases, counted};

/// Every way in which a run of so many labels can go on, and loops to nowhere.
fn ends(length: usize) -> impl Iterator<Item = End> {
    [End::Open, End::Deadlock].into_iter().chain((0..length + 2).map(End::Loop))
}

fn word(random: &mut Random, labels: usize, most: usize) -> Vec<&'static str> {
    (0..random.below(most)).map(|_| LABELS[random.below(labels)]).collect()
}

#[test]
fn the_judge_says_what_its_slow_twin_says() {
    let seed = seed();
    let mut random = Random(seed ^ 0x5_1077);
    let mut found = [0_u32; 4];
    for case in 0..cases(1_500) {
        let (depth, labels) = (1 + random.below(4) as u32, 1 + random.below(4));
        let text = random.formula(depth);
        let formula = formula(&text);
        for _ in 0..8 {
            let word = word(&mut random, labels, 14);
            for end in ends(word.len()) {
                let run = Run { labels: &word, end };
                let expected = twin::violates(&formula, run);
                let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {word:?}, {end:?}");
                assert_eq!(violates(&formula, run), expected, "{context}");
                let kind = match end {
                    End::Open => 0,
                    End::Deadlock => 1,
                    End::Loop(back) if back < word.len() => 2,
                    End::Loop(_) => 3,
                };
                found[kind] += u32::from(expected && !twin::violates(&formula, Run { end: End::Open, ..run }));
                found[3] += u32::from(expected && kind == 0);
            }
        }
    }
    counted(found[1], "runs that are violations because they end");
    counted(found[2], "runs that are violations because they repeat themselves");
    counted(found[3], "runs that are violations whatever follows");
    assert_eq!(found[0], 0);
}

/// A run with one label changed, left out or doubled, or with another end.
fn spoilt(random: &mut Random, word: &[&'static str], end: End) -> (Vec<&'static str>, End) {
    let mut word = word.to_vec();
    let at = random.below(word.len().max(1)).min(word.len().saturating_sub(1));
    match random.below(4) {
        0 if !word.is_empty() => word[at] = LABELS[random.below(LABELS.len())],
        1 if !word.is_empty() => drop(word.remove(at)),
        2 if !word.is_empty() => word.insert(at, LABELS[random.below(LABELS.len())]),
        _ => return (word, [End::Open, End::Deadlock, End::Loop(at)][random.below(3)]),
    }
    (word, end)
}

#[test]
fn spoilt_runs_are_seen_and_loops_are_gone_along_until_nothing_is_new() {
    let seed = seed();
    let mut random = Random(seed ^ 0x5_9011);
    let mut turned = 0_u32;
    for case in 0..cases(1_000) {
        let text = random.formula(3);
        let formula = formula(&text);
        let word = word(&mut random, 2, 9);
        for end in ends(word.len()) {
            let before = violates(&formula, Run { labels: &word, end });
            let (word, end) = spoilt(&mut random, &word, end);
            let run = Run { labels: &word, end };
            let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {word:?}, {end:?}");
            assert_eq!(violates(&formula, run), twin::violates(&formula, run), "{context}");
            turned += u32::from(before && !violates(&formula, run));
        }
    }
    counted(turned, "runs that are no violation any more once they are spoilt");
    let counts = |rest: usize| formula(&format!("[({}) . \"b\"] false", vec!["\"a\""; rest].join(" . ")));
    let every = |period: usize| formula(&format!("[({})* . \"b\"] false", vec!["true"; period].join(" . ")));
    assert!(violates(&counts(40), Run { labels: &[&["a"; 40][..], &["b"]].concat(), end: End::Open }));
    assert!(!violates(&counts(40), Run { labels: &[&["a"; 39][..], &["b"]].concat(), end: End::Open }));
    // The label stands where a round of the loop begins again only after as many rounds as the period is long.
    let labels = [&["a"; 4][..], &["b"], &["a"; 2][..]].concat();
    for period in 1..12 {
        let run = Run { labels: &labels, end: End::Loop(0) };
        assert_eq!(violates(&every(period), run), twin::violates(&every(period), run), "{period}");
    }
}

#[test]
fn a_long_run_is_judged_in_one_pass() {
    let of = |text: &str| -> Formula { formula(text) };
    let mut labels = vec!["a"; 1_000_000];
    let judged = |text: &str, labels: &[&str], end| violates(&of(text), Run { labels, end });
    assert!(!judged("[true* . \"b\"] false", &labels, End::Loop(0)));
    assert!(judged("inevitable \"b\"", &labels, End::Loop(999_999)));
    assert!(judged("[true* . \"a\"] <true> true", &labels, End::Deadlock));
    labels.push("b");
    assert!(judged("[true* . \"b\"] false", &labels, End::Open));
    assert!(!judged("[(true . true)* . \"b\" . \"b\"] false", &labels, End::Loop(3)));
    assert!(judged("[(true . true)* . \"b\" . \"a\"] false", &labels, End::Loop(2)));
}

/// More pairs of labels and actions than answers are kept for.
#[test]
fn many_labels_and_many_actions_are_matched_one_by_one() {
    let names: Vec<String> = (0..20_000).map(|number| format!("x{number}")).collect();
    let labels: Vec<&str> = names.iter().map(String::as_str).collect();
    let steps = |count: usize| names[..count].iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(" . ");
    let (whole, wrong) =
        (formula(&format!("[{}] false", steps(2_000))), formula(&format!("[{} . \"y\"] false", steps(1_999))));
    let run = Run { labels: &labels, end: End::Open };
    assert!(violates(&whole, run) && !violates(&wrong, run));
}
