//! Neighbours of a formula: the small changes that people make to a promise that is too weak, or to a demand that is too strong.
//!
//! A formula is stronger if a part that counts positively becomes stronger, or one that counts negatively, as the left-hand
//! side of an implication does, becomes weaker. For each part there is a ladder, and one rung is one candidate:
//!
//! ```text
//! positively    F a  >  a | X a | XX a  >  a | X a  >  X a  >  a        a R b  >  b U (a & b)        a | b  >  a
//!               a -> b  >  a <-> b        a & b -> c  >  a -> c  >  c        O a  >  a        (nothing)  >  G in front
//! negatively    X a  >  F a        G a  >  a        Y a  >  O a
//! numbers       x <= 3  >  x <= 2  positively, x <= 4 negatively        x <= y  >  x = y
//! ```
//!
//! The price says how far a rung is from what stands there: candidates are tried cheapest first.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Op, TermId, Terms, Value, walk};

/// A neighbour of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rung {
    /// The whole formula after the change.
    pub(super) term: TermId,
    /// The part that is changed, and what it becomes.
    pub(super) part: (TermId, TermId),
    /// How far it is.
    pub(super) price: usize,
}

/// Whether a part makes the whole stronger when it becomes stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Polarity {
    Positive,
    Negative,
}

impl Polarity {
    fn turned(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
        }
    }
}

/// More parts than this are not looked at.
const MOST_PARTS: usize = 400;

/// The parts of a formula that count one way only, outermost first.
fn parts(terms: &Terms, formula: TermId) -> Vec<(TermId, Polarity)> {
    let (mut seen, mut list) = (BTreeSet::new(), Vec::new());
    let mut queue = std::collections::VecDeque::from([(formula, Polarity::Positive)]);
    while let Some((term, polarity)) = queue.pop_front() {
        if list.len() >= MOST_PARTS || !seen.insert((term, polarity)) {
            continue;
        }
        list.push((term, polarity));
        match (terms.op(term), terms.operands(term)) {
            (Op::Not, [a]) => queue.push_back((*a, polarity.turned())),
            (Op::Implies, [a, b]) => queue.extend([(*b, polarity), (*a, polarity.turned())]),
            (op, operands) if op == Op::And || op == Op::Or || op.is_ltl() => {
                queue.extend(operands.iter().map(|t| (*t, polarity)));
            }
            _ => {}
        }
    }
    list.retain(|(t, p)| !seen.contains(&(*t, p.turned())));
    list
}

/// Stronger neighbours, cheapest first.
pub(super) fn stronger(terms: &mut Terms, formula: TermId) -> Vec<Rung> {
    let mut rungs = Vec::new();
    if !matches!(terms.op(formula), Op::G | Op::H) {
        let term = terms.apply(Op::G, &[formula]);
        rungs.push(Rung { term, part: (formula, term), price: 1 });
    }
    for (part, polarity) in parts(terms, formula) {
        let changed = match polarity {
            Polarity::Positive => strengthen(terms, part),
            Polarity::Negative => relax(terms, part),
        };
        put(terms, formula, part, changed, &mut rungs);
    }
    sorted(rungs)
}

/// Weaker neighbours, cheapest first.
pub(super) fn weaker(terms: &mut Terms, formula: TermId) -> Vec<Rung> {
    let mut rungs = Vec::new();
    for (part, polarity) in parts(terms, formula) {
        let changed = match (polarity, terms.op(part), terms.operands(part).to_vec().as_slice()) {
            (Polarity::Positive, Op::X, [a]) => vec![(terms.apply(Op::F, &[*a]), 1)],
            (Polarity::Positive, Op::U, [_, b]) => vec![(terms.apply(Op::F, &[*b]), 2)],
            (Polarity::Positive, Op::Implies, [a, b]) if !terms.has_ltl(*b) => {
                let later = terms.apply(Op::F, &[*b]);
                vec![(terms.implies(*a, later), 2)]
            }
            _ => Vec::new(),
        };
        put(terms, formula, part, changed, &mut rungs);
    }
    sorted(rungs)
}

fn sorted(mut rungs: Vec<Rung>) -> Vec<Rung> {
    rungs.sort_by_key(|r| r.price);
    let mut seen = BTreeSet::new();
    rungs.retain(|r| seen.insert(r.term));
    rungs
}

/// Puts the changed part in its place.
fn put(terms: &mut Terms, formula: TermId, part: TermId, changed: Vec<(TermId, usize)>, rungs: &mut Vec<Rung>) {
    for (other, price) in changed.into_iter().filter(|(other, _)| *other != part) {
        let replace = |_: &mut Terms, term: TermId| (term == part).then_some(other);
        let term = walk::rewrite(terms, &[formula], &mut FxHashMap::default(), replace)[0];
        if terms.constant(term).is_none() {
            rungs.push(Rung { term, part: (part, other), price });
        }
    }
}

/// Strengthenings of a part, each with its price.
fn strengthen(terms: &mut Terms, part: TermId) -> Vec<(TermId, usize)> {
    let operands = terms.operands(part).to_vec();
    match (terms.op(part), operands.as_slice()) {
        (Op::F, [a]) => sooner(terms, *a),
        (Op::X, [a]) => vec![(*a, 4)],
        (Op::O, [a]) => vec![(*a, 4)],
        (Op::R, [a, b]) => {
            let both = terms.and([*a, *b]);
            vec![(terms.apply(Op::U, &[*b, both]), 1)]
        }
        (Op::Or, list) => list.iter().map(|t| (*t, 5)).collect(),
        (Op::Implies, [a, b]) => fewer_premises(terms, *a, *b),
        (Op::Le | Op::Lt, [a, b]) => tighter(terms, part, (*a, *b)),
        _ => Vec::new(),
    }
}

/// A bound moved by one so that less fits under it; two values that are compared made equal.
fn tighter(terms: &mut Terms, part: TermId, (a, b): (TermId, TermId)) -> Vec<(TermId, usize)> {
    match moved(terms, part, -1) {
        Some(term) => vec![(term, 2)],
        None if terms.op(part) == Op::Le => vec![(terms.eq(a, b), 4)],
        None => Vec::new(),
    }
}

/// A comparison with a constant whose bound is moved by so much: more fits if it is positive.
fn moved(terms: &mut Terms, part: TermId, by: i32) -> Option<TermId> {
    let &[a, b] = terms.operands(part) else { return None };
    let number = |terms: &Terms, t: TermId| match terms.constant(t) {
        Some(Value::Int(n)) => Some(n.clone()),
        _ => None,
    };
    let (a, b) = match (number(terms, a), number(terms, b)) {
        (None, Some(n)) => (a, terms.int(n + by)),
        (Some(n), None) => (terms.int(n - by), b),
        _ => return None,
    };
    Some(if terms.op(part) == Op::Le { terms.le(a, b) } else { terms.lt(a, b) })
}

/// Within two steps, within one, in the next, now.
fn sooner(terms: &mut Terms, a: TermId) -> Vec<(TermId, usize)> {
    let next = terms.apply(Op::X, &[a]);
    let second = terms.apply(Op::X, &[next]);
    vec![(terms.or([a, next, second]), 1), (terms.or([a, next]), 2), (next, 3), (a, 4)]
}

/// Both ways, with one premise less, without any.
fn fewer_premises(terms: &mut Terms, a: TermId, b: TermId) -> Vec<(TermId, usize)> {
    let mut list = vec![(terms.eq(a, b), 5)];
    if terms.op(a) == Op::And {
        let premises = terms.operands(a).to_vec();
        for dropped in &premises {
            let kept = terms.and(premises.iter().copied().filter(|p| p != dropped));
            list.push((terms.implies(kept, b), 3));
        }
    }
    list.push((b, 8));
    list
}

/// Weakenings of a part that counts negatively.
fn relax(terms: &mut Terms, part: TermId) -> Vec<(TermId, usize)> {
    let operands = terms.operands(part).to_vec();
    match (terms.op(part), operands.as_slice()) {
        (Op::X, [a]) => vec![(terms.apply(Op::F, &[*a]), 3)],
        (Op::G | Op::H, [a]) => vec![(*a, 3)],
        (Op::Y, [a]) => vec![(terms.apply(Op::O, &[*a]), 3)],
        (Op::Le | Op::Lt, _) => moved(terms, part, 1).map(|t| (t, 2)).into_iter().collect(),
        _ => Vec::new(),
    }
}
