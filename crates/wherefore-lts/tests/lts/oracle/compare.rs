//! The analysis against its twin, path by path.
//!
//! The twin distinguishes more nodes than the minimal automaton does. So both are walked together from the start, along all
//! paths, and each pair of a node and a product state that are met together must agree. A product state that the
//! automaton has dropped must be a node that is not live. As every product state is met, the numbers of the tally follow.

use super::twin::{Row, Twin};
use crate::support::{Analysis, Lts};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_lts::neighbourhood::{Kind, Tag};
use wherefore_lts::tally::Uses;

/// A product state.
pub type At = (u32, u32);

/// How much was compared.
#[derive(Debug, Default)]
pub struct Seen {
    pub pairs: u64,
    pub live: u64,
    pub moves: [u64; 3],
    pub kinds: [u64; 4],
    /// Incorrect moves of safety properties that do not seal the failure in unfair runs.
    pub postponed: u64,
    pub unobservable: u64,
    pub failing: u64,
    pub holding: u64,
}

/// The transitions of each state of a system, labels numbered by their names.
pub fn rows(lts: &Lts) -> (Vec<&'static str>, Vec<Row>) {
    let names: BTreeSet<&str> = lts.edges.iter().map(|(_, label, _)| *label).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let number = |label: &str| names.iter().position(|name| *name == label).unwrap() as u32;
    let mut rows = vec![Vec::new(); lts.states as usize];
    lts.edges.iter().for_each(|(from, label, to)| rows[*from as usize].push((number(label), *to)));
    rows.iter_mut().for_each(|row| row.sort_unstable());
    (names, rows)
}

/// Walks both together and compares everything; the pairs that were met.
pub fn compare(twin: &Twin, analysis: &Analysis, seen: &mut Seen, context: &str) -> BTreeSet<(usize, At)> {
    let mut pairs = BTreeSet::from([(0, analysis.start())]);
    let mut waiting: Vec<(usize, At)> = pairs.iter().copied().collect();
    while let Some((node, at)) = waiting.pop() {
        facts(
            twin,
            analysis,
            node,
            at,
            &format!("{context}, node {node} {:?}, product state {at:?}", twin.nodes[node]),
        );
        for (target, to) in moves(twin, analysis, node, at, seen, context) {
            if pairs.insert((target, to)) {
                waiting.push((target, to));
            }
        }
    }
    seen.pairs += pairs.len() as u64;
    assert_eq!(analysis.passes.fails(), twin.live(0), "{context}: verdict");
    *(if twin.live(0) { &mut seen.failing } else { &mut seen.holding }) += 1;
    distances_from_start(twin, analysis, &pairs, context);
    numbers(twin, analysis, &pairs, seen, context);
    pairs
}

fn facts(twin: &Twin, analysis: &Analysis, node: usize, (state, inner): At, context: &str) {
    let passes = &analysis.passes;
    assert_eq!(twin.nodes[node].0, state, "{context}");
    assert_eq!(passes.violated.contains(state, inner), twin.violated[node], "{context}: violated");
    assert_eq!(passes.live.set.contains(state, inner), twin.live(node), "{context}: live");
    assert_eq!(analysis.distance((state, inner)), twin.distance[node], "{context}: steps to a violation");
    assert_eq!(passes.returning.contains(state, inner), twin.returning[node], "{context}: returning");
    let doomed = twin.live(node) && !twin.returning[node];
    assert_eq!(twin.inevitable_if_fair(node), doomed, "{context}: fair");
    if let Some(inevitable) = &passes.inevitable {
        assert_eq!(inevitable.contains(state, inner), twin.inevitable[node], "{context}: inevitable");
        assert!(doomed || !twin.inevitable[node], "{context}: inevitable but not under fairness");
    }
}

/// Compares the moves of a pair; the pairs that they lead to.
fn moves(twin: &Twin, analysis: &Analysis, node: usize, at: At, seen: &mut Seen, context: &str) -> Vec<(usize, At)> {
    let place = analysis.place(at);
    let row = if twin.moves[node].is_empty() { &[][..] } else { &twin.rows[at.0 as usize] };
    let edges: Vec<(u32, u32)> = place.choices.iter().map(|c| (c.edge.label, c.edge.end)).collect();
    assert_eq!(edges, row, "{context}: the moves of {at:?}");
    let mut next = Vec::new();
    for (choice, target) in place.choices.iter().zip(&twin.moves[node]) {
        let context = format!("{context}, from {at:?} by {:?}", choice.edge);
        match choice.inner {
            Some(inner) => next.push((*target, (choice.edge.end, inner))),
            None => assert!(!twin.live(*target), "{context}: dropped, but it can fail"),
        }
        if twin.live(node) {
            assert_eq!(choice.tag, twin.tag(*target), "{context}");
            let known = analysis.passes.inevitable.is_some() && choice.tag == Tag::Incorrect;
            assert_eq!(choice.inevitable, known.then_some(twin.inevitable[*target]), "{context}: inevitable");
            seen.moves[choice.tag as usize] += 1;
            seen.postponed += u64::from(choice.inevitable == Some(false));
        }
    }
    if twin.live(node) {
        assert_eq!(place.kind, twin.kind(node, at == analysis.start()), "{context}: the kind of {at:?}");
        seen.live += 1;
    }
    next
}

/// The steps noted for a product state are those of its nearest node, and no product state was left out.
fn distances_from_start(twin: &Twin, analysis: &Analysis, pairs: &BTreeSet<(usize, At)>, context: &str) {
    let lengths = twin.lengths(0);
    let mut nearest: BTreeMap<At, u32> = BTreeMap::new();
    for (node, at) in pairs {
        let length = lengths[*node].unwrap();
        nearest.entry(*at).and_modify(|least| *least = length.min(*least)).or_insert(length);
    }
    let levels = analysis.passes.reachable.levels.as_ref().unwrap();
    let noted: BTreeMap<At, u32> =
        analysis.passes.reachable.set.iter().map(|(s, q)| ((s, q), levels.get(s, q).unwrap())).collect();
    assert_eq!(noted, nearest, "{context}: steps from the start");
}

/// The numbers of the tally, counted from one node for each product state.
fn numbers(twin: &Twin, analysis: &Analysis, pairs: &BTreeSet<(usize, At)>, seen: &mut Seen, context: &str) {
    let nodes: BTreeMap<At, usize> = pairs.iter().filter(|(n, _)| twin.live(*n)).map(|(n, at)| (*at, *n)).collect();
    let mut labels = vec![Uses::default(); analysis.labels().len()];
    let (mut kinds, mut unobservable, mut inevitable) = ([0_u64; 4], 0, 0);
    for (at, node) in &nodes {
        let kind = twin.kind(*node, *at == analysis.start());
        assert_eq!(analysis.tally.set.contains(at.0, at.1), kind.is_some(), "{context}: neighbourhood {at:?}");
        kind.into_iter().for_each(|kind: Kind| kinds[kind as usize] += 1);
        for ((label, _), target) in twin.rows[at.0 as usize].iter().zip(&twin.moves[*node]) {
            count(&mut labels[*label as usize], twin.tag(*target), kind);
            inevitable += u64::from(twin.tag(*target) == Tag::Incorrect && twin.inevitable[*target]);
        }
        unobservable += u64::from(kind.is_some() && is_unobservable(twin, *node));
    }
    let (tally, after) = (&analysis.tally, after(twin, analysis, &nodes));
    let moves: u64 = labels.iter().map(|uses| uses.incorrect + uses.neutral).sum();
    let expected = (nodes.len() as u64 + after.0, moves + after.1);
    assert_eq!((tally.states, tally.transitions), expected, "{context}: sizes");
    assert_eq!((tally.neighbourhoods, tally.unobservable), (kinds, unobservable), "{context}: neighbourhoods");
    assert_eq!(tally.labels, labels, "{context}: labels");
    assert_eq!(tally.inevitable, analysis.passes.inevitable.as_ref().map(|_| inevitable), "{context}: inevitable");
    assert_eq!(tally.set.count(), kinds.iter().sum::<u64>(), "{context}: all neighbourhoods");
    seen.kinds.iter_mut().zip(kinds).for_each(|(all, more)| *all += more);
    seen.unobservable += unobservable;
}

fn count(uses: &mut Uses, tag: Tag, kind: Option<Kind>) {
    match tag {
        Tag::Correct => uses.correct += 1,
        Tag::Neutral => uses.neutral += 1,
        Tag::Incorrect => {
            uses.incorrect += 1;
            uses.sealing += u64::from(kind.is_some());
        }
    }
}

/// Whether one label is on a correct and on an incorrect move.
fn is_unobservable(twin: &Twin, node: usize) -> bool {
    let row = &twin.rows[twin.nodes[node].0 as usize];
    let moves: Vec<(u32, Tag)> = row.iter().zip(&twin.moves[node]).map(|((l, _), m)| (*l, twin.tag(*m))).collect();
    moves.iter().any(|(label, tag)| *tag == Tag::Correct && moves.contains(&(*label, Tag::Incorrect)))
}

/// States and transitions after the violation, for formulas that go on there: the states of the system on all paths from
/// one where the formula is broken.
fn after(twin: &Twin, analysis: &Analysis, nodes: &BTreeMap<At, usize>) -> (u64, u64) {
    let bad = analysis.product.automaton.bad().filter(|_| analysis.product.automaton.closed());
    let first: BTreeSet<u32> = nodes.keys().filter(|(_, q)| Some(*q) == bad).map(|(s, _)| *s).collect();
    let mut all = first.clone();
    for _ in &twin.rows {
        let next: Vec<u32> = all.iter().flat_map(|s| twin.rows[*s as usize].iter().map(|(_, to)| *to)).collect();
        all.extend(next);
    }
    let transitions = all.iter().map(|s| twin.rows[*s as usize].len() as u64).sum();
    ((all.len() - first.len()) as u64, transitions)
}
