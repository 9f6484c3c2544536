//! Changes of a system or a formula that must not change what is found, or must change it in a known way.

use crate::formulas::{Random, formula, seed};
use crate::support::{Analysis, Lts, random_formula, random_lts, random_path};
use rayon::ThreadPoolBuilder;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_lts::neighbourhood::{Choice, Tag};
use wherefore_lts::path::{Path, from_start};
use wherefore_lts::tally::{Tally, Uses};
use wherefore_lts::{GraphShape, Memory, Spec, generate, load};
use wherefore_stop::Stop;
use wherefore_test::cases;

/// A product state.
type At = (u32, u32);

/// Runs a check on random systems with random formulas.
fn for_random_cases(default: u64, mut check: impl FnMut(&mut Random, &Lts, &str, &str)) {
    let seed = seed();
    let mut random = Random(seed);
    for case in 0..cases(default) {
        let (lts, text) = (random_lts(&mut random), random_formula(&mut random, case));
        let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on\n{}", lts.text());
        check(&mut random, &lts, &text, &context);
    }
}

/// The numbers of a tally that do not depend on what comes after a violation.
fn numbers(tally: &Tally) -> (Vec<Uses>, Option<u64>, [u64; 4], u64) {
    (tally.labels.clone(), tally.inevitable, tally.neighbourhoods, tally.unobservable)
}

/// Facts about a product state, other than its number: all that must survive.
fn facts(analysis: &Analysis, at: At) -> (bool, bool, Option<u32>, Option<bool>) {
    let passes = &analysis.passes;
    let inevitable = passes.inevitable.as_ref().map(|set| set.contains(at.0, at.1));
    (passes.violated.contains(at.0, at.1), passes.returning.contains(at.0, at.1), analysis.distance(at), inevitable)
}

/// A move by names that both systems share: label and state, what it means, and where it leads in its own system.
type Move = (String, u32, Option<(Tag, Option<bool>)>, (u32, Option<u32>));

/// The moves of a product state, sorted. Those of states that are not live mean nothing.
fn moves(analysis: &Analysis, at: At, state: &dyn Fn(u32) -> u32, name: &dyn Fn(&str) -> String) -> Vec<Move> {
    let labels = analysis.labels();
    let live = analysis.passes.live.set.contains(at.0, at.1);
    let shared = |c: &Choice| {
        let meaning = live.then_some((c.tag, c.inevitable));
        (name(labels[c.edge.label as usize]), state(c.edge.end), meaning, (c.edge.end, c.inner))
    };
    let mut moves: Vec<Move> = analysis.place(at).choices.iter().map(shared).collect();
    moves.sort();
    moves
}

/// Walks two analyses together along all paths. `state` says which state of the first system a state of the second one
/// stands for, `name` how the second one calls a label.
fn walk(one: &Analysis, two: &Analysis, state: &dyn Fn(u32) -> u32, name: &dyn Fn(&str) -> String, context: &str) {
    let mut met = BTreeSet::from([(one.start(), two.start())]);
    let mut waiting = vec![(one.start(), two.start())];
    while let Some((a, b)) = waiting.pop() {
        let context = format!("{context}: {a:?} and {b:?}");
        assert_eq!(facts(one, a), facts(two, b), "{context}");
        // The first state of a run is a neighbourhood even if nothing returns; a copy of it is not where runs begin.
        let is_copy = a == one.start() && b != two.start() && !one.passes.returning.contains(a.0, a.1);
        let live = one.passes.live.set.contains(a.0, a.1);
        assert!(!live || is_copy || one.place(a).kind == two.place(b).kind, "{context}: kinds");
        let (left, right) = (moves(one, a, &|s| s, name), moves(two, b, state, &str::to_owned));
        let shared = |moves: &[Move]| moves.iter().map(|m| (m.0.clone(), m.1, m.2)).collect::<Vec<_>>();
        assert_eq!(shared(&left), shared(&right), "{context}: moves");
        for ((.., (s, p)), (.., (t, q))) in left.into_iter().zip(right) {
            assert_eq!(p.is_some(), q.is_some(), "{context}: dropped");
            let pair = p.zip(q).map(|(p, q)| ((s, p), (t, q)));
            waiting.extend(pair.filter(|pair| met.insert(*pair)));
        }
    }
}

#[test]
fn equal_edges_add_moves_and_nothing_else() {
    for_random_cases(400, |random, lts, text, context| {
        let formula = formula(text);
        let mut more = lts.clone();
        for _ in 0..random.below(4).min(lts.edges.len()) {
            more.edges.insert(random.below(more.edges.len()), lts.edges[random.below(lts.edges.len())]);
        }
        let (one, two) = (Analysis::of(lts, &formula), Analysis::of(&more, &formula));
        assert_eq!(one.passes.live.set.iter().collect::<Vec<_>>(), two.passes.live.set.iter().collect::<Vec<_>>());
        assert_eq!(one.tally.neighbourhoods, two.tally.neighbourhoods, "{context}");
        assert_eq!((one.tally.states, one.tally.unobservable), (two.tally.states, two.tally.unobservable), "{context}");
        assert_eq!(one.shortest(), two.shortest(), "{context}");
        assert_eq!(expected_uses(&one, &more), two.tally.labels, "{context}");
    });
}

/// How often labels are used if each move of an analysis occurs as often as in this system.
fn expected_uses(analysis: &Analysis, lts: &Lts) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); analysis.labels().len()];
    for at in analysis.passes.live.set.iter() {
        let place = analysis.place(at);
        let distinct: BTreeMap<(u32, u32), Tag> =
            place.choices.iter().map(|c| ((c.edge.label, c.edge.end), c.tag)).collect();
        for ((label, end), tag) in distinct {
            let same = (at.0, analysis.labels()[label as usize], end);
            let times = lts.edges.iter().filter(|(s, l, t)| (*s, *l, *t) == same).count() as u64;
            let uses = &mut uses[label as usize];
            match tag {
                Tag::Correct => uses.correct += times,
                Tag::Neutral => uses.neutral += times,
                Tag::Incorrect => uses.incorrect += times,
            }
            uses.sealing += if tag == Tag::Incorrect && place.kind.is_some() { times } else { 0 };
        }
    }
    uses
}

#[test]
fn a_copy_of_a_state_changes_no_path() {
    for_random_cases(400, |random, lts, text, context| {
        let formula = formula(text);
        let (old, copy) = (random.below(lts.states as usize) as u32, lts.states);
        let mut more = Lts { states: copy + 1, ..lts.clone() };
        more.edges.extend(lts.edges.iter().filter(|e| e.0 == old).map(|(_, label, to)| (copy, *label, *to)));
        for edge in more.edges.iter_mut().filter(|e| e.2 == old) {
            edge.2 = if random.below(2) == 0 { copy } else { old };
        }
        let (one, two) = (Analysis::of(lts, &formula), Analysis::of(&more, &formula));
        let length = |analysis: &Analysis| analysis.shortest().map(|path| path.steps.len());
        assert_eq!((one.passes.fails(), length(&one)), (two.passes.fails(), length(&two)), "{context}");
        walk(&one, &two, &|s| if s == copy { old } else { s }, &str::to_owned, &format!("{context}copy of {old}"));
    });
}

#[test]
fn what_follows_a_violation_changes_sizes_only() {
    let mut grown = 0;
    for_random_cases(400, |random, lts, _, context| {
        let path = random_path(random);
        let one = Analysis::of(lts, &formula(&format!("[{path}] false")));
        let two = Analysis::of(lts, &formula(&format!("[({path}) . true*] false")));
        let context = format!("{context}with {path}");
        assert_eq!(numbers(&one.tally), numbers(&two.tally), "{context}");
        assert!(one.passes.live.set.same(&two.passes.live.set), "{context}");
        assert!(one.passes.returning.same(&two.passes.returning) && one.tally.set.same(&two.tally.set), "{context}");
        assert_eq!(one.shortest(), two.shortest(), "{context}");
        let (sizes, larger) = ((one.tally.states, one.tally.transitions), (two.tally.states, two.tally.transitions));
        assert!(sizes.0 <= larger.0 && sizes.1 <= larger.1, "{context}");
        grown += u32::from(sizes != larger);
    });
    assert!(grown > 0, "no violation was followed by anything");
}

/// Other names for the labels; the order differs from case to case.
fn renaming(random: &mut Random) -> BTreeMap<&'static str, &'static str> {
    let mut names = ["p", "q", "r", "s"];
    (1..names.len()).rev().for_each(|last| names.swap(last, random.below(last + 1)));
    ["a", "b", "c", "d"].into_iter().zip(names).collect()
}

/// Renames the labels in a formula: the words that consist of labels, in patterns too.
fn renamed(text: &str, names: &BTreeMap<&str, &str>) -> String {
    let (mut result, mut word) = (String::new(), String::new());
    for c in text.chars().chain([' ']) {
        if c.is_alphabetic() {
            word.push(c);
            continue;
        }
        let is_label = matches!(word.as_str(), "a" | "b" | "c" | "d" | "ab");
        let each = word.chars().map(|c| names[c.to_string().as_str()]);
        result += &if is_label { each.collect() } else { word.clone() };
        result.push(c);
        word.clear();
    }
    result
}

#[test]
fn other_names_change_names_only() {
    for_random_cases(400, |random, lts, text, context| {
        let names = renaming(random);
        let name = |label: &str| names.get(label).map_or_else(|| label.to_owned(), |n| (*n).to_owned());
        let rename = |(s, label, t): &(u32, &'static str, u32)| (*s, names.get(label).copied().unwrap_or(label), *t);
        let other = Lts { edges: lts.edges.iter().map(rename).collect(), ..lts.clone() };
        let other_text = renamed(text, &names);
        let (one, two) = (Analysis::of(lts, &formula(text)), Analysis::of(&other, &formula(&other_text)));
        let context = format!("{context}as {other_text}");
        let by_name = |analysis: &Analysis, name: &dyn Fn(&str) -> String| -> BTreeMap<String, String> {
            let uses = analysis.tally.labels.iter().map(|uses| format!("{uses:?}"));
            analysis.labels().into_iter().map(name).zip(uses).collect()
        };
        assert_eq!(by_name(&one, &name), by_name(&two, &str::to_owned), "{context}");
        assert_eq!(one.tally.neighbourhoods, two.tally.neighbourhoods, "{context}");
        assert_eq!((one.tally.states, one.tally.transitions), (two.tally.states, two.tally.transitions), "{context}");
        assert_eq!(one.product.automaton.states(), two.product.automaton.states(), "{context}");
        walk(&one, &two, &|s| s, &name, &context);
    });
}

/// Everything that a report would show.
fn shown(analysis: &Analysis, most: usize) -> String {
    let levels = analysis.passes.reachable.levels.as_ref().unwrap();
    let way = |at| from_start(&analysis.route, &analysis.product.moves, levels, &[at]).unwrap().remove(0);
    let ways: Vec<Path> = analysis.tally.set.iter().take(most).map(way).collect();
    let places: Vec<_> = analysis.tally.set.iter().take(most).map(|at| analysis.place(at)).collect();
    format!("{:?}\n{:?}\n{ways:?}\n{places:?}", analysis.tally, analysis.shortest())
}

#[test]
fn the_order_of_lines_and_the_threads_do_not_matter() {
    let pools = [1, 2, 4].map(|n| ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    for_random_cases(200, |_, lts, text, context| {
        let formula = formula(text);
        let reversed = Lts { edges: lts.edges.iter().rev().copied().collect(), ..lts.clone() };
        let expected = shown(&Analysis::of(lts, &formula), usize::MAX);
        for pool in &pools {
            let found = pool.install(|| shown(&Analysis::of(&reversed, &formula), usize::MAX));
            assert_eq!(found, expected, "{context}, {} threads", pool.current_num_threads());
        }
    });
}

#[test]
fn threads_do_not_matter_on_larger_systems() {
    let pools = [1, 2, 4].map(|n| ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    let spec = Spec { states: 20_000, transitions: 60_000, labels: 8, seed: 3, shape: GraphShape::Random };
    let text = generate(Vec::new(), &spec).unwrap();
    for property in ["[true* . a0 . a1 . a2 . a3] false", "[true* . a1] inevitable (a0 or a2)", "[true*] <true> true"] {
        let formula = formula(property);
        let analyse =
            || shown(&Analysis::on(Memory::new(load(&text[..], &Stop::new()).unwrap(), Stop::new()), &formula), 20);
        let [one, two, four] = [0, 1, 2].map(|i| pools[i].install(analyse));
        assert!(one == two && one == four, "{property}");
    }
}
