//! Tagged counterexample LTSs: read, built from an analysis, compared up to the numbers of their states.

use crate::support::Analysis;
use std::collections::BTreeMap;
use wherefore_lts::neighbourhood::{Kind, Tag};

/// A tagged LTS: types of neighbourhoods by node, and edges with label and colour.
#[derive(Clone, Debug, Default)]
pub struct Tagged {
    /// The types of the nodes, node 0 the initial one; empty where there is no neighbourhood.
    pub nodes: Vec<String>,
    /// Source, label, colour, target.
    pub edges: Vec<(usize, String, String, usize)>,
}

/// Numbers nodes as they are met.
struct Numbers<K> {
    numbers: BTreeMap<K, usize>,
    tagged: Tagged,
}

impl<K: Ord> Numbers<K> {
    fn starting_with(key: K) -> Numbers<K> {
        let mut numbers = Numbers { numbers: BTreeMap::new(), tagged: Tagged::default() };
        numbers.number(key);
        numbers
    }

    fn number(&mut self, key: K) -> usize {
        let next = self.numbers.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.tagged.nodes.push(String::new());
        }
        number
    }
}

impl Tagged {
    /// Reads `.autx`.
    pub fn read(text: &str) -> Tagged {
        let mut lines = text.lines();
        let header = lines.next().and_then(|l| l.strip_prefix("des (")).unwrap();
        let mut numbers = Numbers::starting_with(header.split(',').next().unwrap().to_owned());
        for line in lines.filter(|l| !l.trim().is_empty()) {
            let (source, rest) = line.strip_prefix('(').and_then(|l| l.split_once(", \"")).unwrap();
            let (label, rest) = rest.rsplit_once("\":").unwrap();
            let (colour, target) = rest.strip_suffix(')').and_then(|r| r.split_once(", ")).unwrap();
            let (name, kind) = source.split_once(":N:").unwrap_or((source, ""));
            let (from, to) = (numbers.number(name.to_owned()), numbers.number(target.to_owned()));
            numbers.tagged.nodes[from] = kind.to_owned();
            numbers.tagged.edges.push((from, label.to_owned(), colour.to_owned(), to));
        }
        numbers.tagged
    }

    /// The tagged LTS of an analysis; its states are those that can be met from the initial one.
    pub fn of(analysis: &Analysis) -> Tagged {
        let mut numbers = Numbers::starting_with(Some(analysis.start()));
        let mut waiting = vec![analysis.start()];
        while let Some(at) = waiting.pop() {
            let from = numbers.number(Some(at));
            for (label, colour, to) in edges(analysis, at) {
                if to.is_some_and(|to| !numbers.numbers.contains_key(&Some(to))) {
                    waiting.extend(to);
                }
                let to = numbers.number(to);
                numbers.tagged.edges.push((from, label, colour.to_owned(), to));
            }
            numbers.tagged.nodes[from] = analysis.place(at).kind.map_or("", mark).to_owned();
        }
        numbers.tagged
    }
}

/// Label, colour and target.
type Edge = (String, &'static str, Option<(u32, u32)>);

/// The edges of a product state; correct ones lead to no product state.
fn edges(analysis: &Analysis, (state, inner): (u32, u32)) -> Vec<Edge> {
    let (labels, automaton) = (analysis.labels(), &analysis.product.automaton);
    if automaton.bad() == Some(inner) {
        let row = analysis.row(state).into_iter().filter(|_| automaton.closed());
        return row.map(|e| (labels[e.label as usize].to_owned(), "RED", Some((e.end, inner)))).collect();
    }
    let place = analysis.place((state, inner));
    let edge = |c: &wherefore_lts::neighbourhood::Choice| {
        let to = c.inner.filter(|_| c.tag != Tag::Correct).map(|q| (c.edge.end, q));
        (labels[c.edge.label as usize].to_owned(), colour(c.tag), to)
    };
    place.choices.iter().map(edge).collect()
}

fn colour(tag: Tag) -> &'static str {
    match tag {
        Tag::Correct => "GREEN",
        Tag::Incorrect => "RED",
        Tag::Neutral => "BLACK",
    }
}

fn mark(kind: Kind) -> &'static str {
    match kind {
        Kind::Cn => "G",
        Kind::In => "R",
        Kind::Ci => "GR",
        Kind::Cin => "GRB",
    }
}

/// Whether two tagged LTSs are the same up to the numbers of their nodes.
///
/// Colours are refined on both at once, forwards and backwards, until they are stable. Where nodes still share a colour,
/// one of the first LTS gets a colour of its own, together with each that it may be in the second one.
pub fn are_isomorphic(one: &Tagged, two: &Tagged) -> bool {
    let mut colours = Colours::new();
    let initial = |i: usize| usize::from(i == 0);
    let of = |tagged: &Tagged| -> Vec<(usize, String)> {
        tagged.nodes.iter().enumerate().map(|(i, kind)| (initial(i), kind.clone())).collect()
    };
    let (a, b) = (of(one), of(two));
    let mut number = |list: Vec<(usize, String)>| list.into_iter().map(|key| colours.number(key)).collect();
    let (a, b) = (number(a), number(b));
    agree(one, two, a, b)
}

/// Numbers for colours, the same for equal ones.
struct Colours<K>(BTreeMap<K, usize>);

impl<K: Ord> Colours<K> {
    fn new() -> Colours<K> {
        Colours(BTreeMap::new())
    }

    fn number(&mut self, key: K) -> usize {
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }
}

fn sorted(list: &[usize]) -> Vec<usize> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

fn distinct(list: &[usize]) -> usize {
    let mut list = sorted(list);
    list.dedup();
    list.len()
}

/// Whether there is an isomorphism that keeps the colours.
fn agree(one: &Tagged, two: &Tagged, mut a: Vec<usize>, mut b: Vec<usize>) -> bool {
    loop {
        if sorted(&a) != sorted(&b) {
            return false;
        }
        let before = distinct(&a);
        let mut colours = Colours::new();
        let (fine_a, fine_b) = (refined(one, &a, &mut colours), refined(two, &b, &mut colours));
        (a, b) = (fine_a, fine_b);
        if distinct(&a) == before {
            break;
        }
    }
    if sorted(&a) != sorted(&b) {
        return false;
    }
    let shared = (0..a.len()).find(|i| a.iter().filter(|c| **c == a[*i]).count() > 1);
    let Some(node) = shared else { return same_edges(one, two, &a, &b) };
    let fresh = a.iter().max().map_or(0, |c| c + 1);
    (0..b.len()).filter(|i| b[*i] == a[node]).any(|other| {
        let (mut a, mut b) = (a.clone(), b.clone());
        (a[node], b[other]) = (fresh, fresh);
        agree(one, two, a, b)
    })
}

/// The colour of a node with those of its edges, and whether they come or go.
type Look<'a> = (usize, Vec<(bool, &'a str, &'a str, usize)>);

fn refined<'a>(tagged: &'a Tagged, old: &[usize], colours: &mut Colours<Look<'a>>) -> Vec<usize> {
    let mut looks: Vec<Look<'_>> = old.iter().map(|colour| (*colour, Vec::new())).collect();
    for (from, label, colour, to) in &tagged.edges {
        looks[*from].1.push((true, label, colour, old[*to]));
        looks[*to].1.push((false, label, colour, old[*from]));
    }
    looks.iter_mut().for_each(|look| look.1.sort_unstable());
    looks.into_iter().map(|look| colours.number(look)).collect()
}

/// Whether the edges are the same if nodes are named by their colours.
fn same_edges(one: &Tagged, two: &Tagged, a: &[usize], b: &[usize]) -> bool {
    let named = |tagged: &Tagged, names: &[usize]| {
        let mut edges: Vec<_> =
            tagged.edges.iter().map(|(s, l, c, t)| (names[*s], l.clone(), c.clone(), names[*t])).collect();
        edges.sort_unstable();
        edges
    };
    named(one, a) == named(two, b)
}
