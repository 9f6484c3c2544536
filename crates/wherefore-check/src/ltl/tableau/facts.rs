//! Facts about every run that violates a formula, each at the first tick or at every tick.
//!
//! The violation of `premises -> consequence` satisfies the premises. Those of a contract are implications `A -> G`, and what
//! one part assumes another promises: so A is often among the facts word by word, and G is a fact as well. Without that a
//! tableau would have to guess, of every assumption, whether it is kept and, if not, when it breaks; most of the guesses
//! that make such products large go away.
//!
//! Example: `(G p) & (G p & H q -> G r)` denied to imply `s` has the facts `G p`, `H q -> G r` and `not s`.

use rustc_hash::FxHashSet;
use wherefore_ir::{Op, TermId, Terms};

/// When a fact holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum When {
    First,
    Always,
}

/// A formula, its Boolean value, and when it has it.
pub(super) type Fact = (TermId, bool, When);

/// The facts that together say that a formula is false at the first tick.
pub(super) fn facts(terms: &mut Terms, formula: TermId) -> Vec<Fact> {
    let mut list = split(terms, (formula, false, When::First));
    loop {
        let known: FxHashSet<Fact> = list.iter().copied().collect();
        let mut changed = false;
        let mut simpler = Vec::new();
        for fact in list {
            let parts = freed(terms, &known, fact);
            changed |= parts != [fact];
            simpler.extend(parts);
        }
        list = simpler;
        if !changed {
            let mut seen = FxHashSet::default();
            list.retain(|fact| seen.insert(*fact));
            return list;
        }
    }
}

/// The facts that a fact is made of.
fn split(terms: &Terms, fact: Fact) -> Vec<Fact> {
    let (mut waiting, mut found, mut seen) = (vec![fact], Vec::new(), FxHashSet::default());
    while let Some((term, truth, when)) = waiting.pop() {
        if !seen.insert((term, truth, when)) {
            continue;
        }
        match (terms.op(term), truth, terms.operands(term)) {
            (Op::Not, _, [a]) => waiting.push((*a, !truth, when)),
            (Op::And, true, list) | (Op::Or, false, list) => {
                waiting.extend(list.iter().rev().map(|t| (*t, truth, when)));
            }
            (Op::Implies, false, [a, b]) => waiting.extend([(*b, false, when), (*a, true, when)]),
            (Op::G, true, [a]) | (Op::F, false, [a]) => waiting.push((*a, truth, When::Always)),
            // A formula that has always held at every tick holds at every tick.
            (Op::H, true, [a]) | (Op::O, false, [a]) if when == When::Always => waiting.push((*a, truth, when)),
            _ => found.push((term, truth, when)),
        }
    }
    found
}

/// A fact without what is known of its premise: parts of that which hold are left out, and if all do, what follows is a
/// fact; if one does not, nothing is said. A fact speaks only about smaller ones here, so this does not go in circles.
fn freed(terms: &mut Terms, known: &FxHashSet<Fact>, fact: Fact) -> Vec<Fact> {
    let (term, truth, when) = fact;
    let (Op::Implies, true, [premise, then]) = (terms.op(term), truth, terms.operands(term)) else {
        return vec![fact];
    };
    let (premise, then) = (*premise, *then);
    let parts = split(terms, (premise, true, when));
    let is_known = |(t, v, _): &Fact, truth: bool, when: When| known.contains(&(*t, *v == truth, when));
    let fails = |p: &Fact| is_known(p, false, When::Always) || (when == When::First && is_known(p, false, When::First));
    let holds = |p: &Fact| is_known(p, true, When::Always) || (p.2 == When::First && is_known(p, true, When::First));
    if parts.iter().any(fails) {
        return Vec::new();
    }
    let rest: Vec<Fact> = parts.iter().copied().filter(|p| !holds(p)).collect();
    if rest.is_empty() {
        return split(terms, (then, true, when));
    }
    // Parts of an implication at every tick do not show whether they are meant now or from now on.
    if rest.len() == parts.len() || when == When::Always {
        return vec![fact];
    }
    let rest: Vec<TermId> = rest.into_iter().map(|part| formula(terms, part)).collect();
    let premise = terms.and(rest);
    vec![(terms.implies(premise, then), true, when)]
}

/// A fact as a formula at the first tick.
fn formula(terms: &mut Terms, (term, truth, when): Fact) -> TermId {
    let term = if truth { term } else { terms.not(term) };
    match when {
        When::First => term,
        When::Always => terms.apply(Op::G, &[term]),
    }
}
