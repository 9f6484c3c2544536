//! What a step changes in an invariant that it breaks, as a machine: for invariants of one conjunct, where no variable is control.
//!
//! A conjunct is a disjunction of parts: `a -> b` of `!a` and `b`. It holds as long as one of them is true; the step that breaks it makes
//! all false that were true before, and which these are tells steps apart:
//!
//! ```text
//! live | !fair          makes live false                 fair was true before
//!                       makes fair true                  live was false before
//!                       makes live false and fair true
//! ```
//!
//! Of many parts only the first that was true before counts. Such a graph keeps the promises of a control graph by its form: a step that
//! breaks the invariant finds some part true.

use super::conjuncts::{breaking, holding, speaks_of_states};
use crate::explanation::spelling::Spelling;
use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, ControlState, RegionId, StateId};
use wherefore_ir::{Op, Property, System, TermId, Terms, walk};

/// Parts of which every set is told apart, and parts that are told apart at all.
const MOST_SETS: usize = 4;
const MOST: usize = 40;

/// What stands before the parts in the name of a transition.
pub const MAKES: &str = "makes ";

/// The state in which the invariant is broken.
pub const FAILS: &str = "fails";

/// A part of a disjunction: a formula that is to be true, or to be false.
type Part = (TermId, bool);

/// The machine; without regions if the invariant is no disjunction, or speaks of inputs. Adds terms to the system's arena.
pub fn changes(system: &mut System, property: &Property, good: TermId) -> ControlGraph {
    let mut parts = Vec::new();
    disjuncts(&system.terms, (good, true), &mut parts);
    if !(2..=MOST).contains(&parts.len()) || !speaks_of_states(system, good) {
        return ControlGraph::default();
    }
    graph(system, property, good, &parts).unwrap_or_default()
}

/// The parts of a formula that is to be true or to be false, each once.
fn disjuncts(terms: &Terms, (term, wanted): Part, into: &mut Vec<Part>) {
    match (terms.op(term), terms.operands(term), wanted) {
        (Op::Not, &[inner], _) => disjuncts(terms, (inner, !wanted), into),
        (Op::Or, all, true) | (Op::And, all, false) => {
            all.iter().for_each(|operand| disjuncts(terms, (*operand, wanted), into));
        }
        (Op::Implies, &[premise, conclusion], true) => {
            disjuncts(terms, (premise, false), into);
            disjuncts(terms, (conclusion, true), into);
        }
        _ if into.contains(&(term, wanted)) => {}
        _ => into.push((term, wanted)),
    }
}

/// The machine; none if a part is too long to be named.
fn graph(system: &mut System, property: &Property, good: TermId, parts: &[Part]) -> Option<ControlGraph> {
    let mut spelling = Spelling::new(system, &property.text);
    let names: Vec<String> = parts.iter().map(|(term, _)| spelling.text(*term, true)).collect::<Option<_>>()?;
    let mut graph = holding(property, good);
    let bad = system.terms.not(good);
    graph.states.push(ControlState { region: RegionId(0), name: FAILS.to_owned(), active: bad, element: None });
    let fails = walk::shift(&mut system.terms, bad, |_| true)?;
    let mut used = BTreeSet::new();
    for (number, changed) in sets(parts.len()).into_iter().enumerate() {
        let before = before(&mut system.terms, parts, &changed);
        let taken = system.terms.and(before.into_iter().chain([good, fails]));
        let told = |place: &usize| format!("{} {}", names[*place], !parts[*place].1);
        let name = format!("{MAKES}{}", changed.iter().map(told).collect::<Vec<_>>().join(" and "));
        let name = if used.insert(name.clone()) { name } else { format!("{name} ({})", number + 1) };
        graph.transitions.push(breaking(StateId(1), &name, "", taken));
    }
    Some(graph)
}

/// Sets of parts by their places: all but the empty one, or of many parts those of one.
fn sets(count: usize) -> Vec<Vec<usize>> {
    if count > MOST_SETS {
        return (0..count).map(|place| vec![place]).collect();
    }
    let places = |set: usize| (0..count).filter(|place| set >> place & 1 == 1).collect();
    (1..1 << count).map(places).collect()
}

/// What was so before a step that changes a set of parts: these were as wanted, and of few parts no others, of many none before the first.
fn before(terms: &mut Terms, parts: &[Part], changed: &[usize]) -> Vec<TermId> {
    let last = if parts.len() > MOST_SETS { changed.first().map_or(0, |first| first + 1) } else { parts.len() };
    let mut all = Vec::with_capacity(last);
    for (place, (term, wanted)) in parts.iter().enumerate().take(last) {
        let was_true = *wanted == changed.contains(&place);
        all.push(if was_true { *term } else { terms.not(*term) });
    }
    all
}
