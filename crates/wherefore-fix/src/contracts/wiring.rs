//! Where connections can go.
//!
//! Another source is no fix if by it a part is heard by nothing any more, if something comes back to where it comes from and did
//! not before, if it is what another wire brings rather than what the environment or a part decides, or if names are joined that
//! have nothing in common where those that were joined had.

use super::delta::Changed;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_explain::contract::feeds_itself;
use wherefore_ir::refinement::{Direction, PartId, Port, Refinement, Wire};
use wherefore_ir::{TermId, VarId, walk};

/// Whether the changed wires go where wires can go.
pub(crate) fn is_sane(old: &Refinement, changed: &Changed) -> bool {
    let new = &changed.refinement;
    changed.wires.iter().all(|wire| {
        let Some(source) = new.wires.get(*wire).map(|w| w.source) else { return false };
        !feeds_itself(new, *wire, source) && !is_unlike(old, new, *wire)
    }) && (changed.wires.is_empty() || is_whole(old, new))
}

/// Whether all parts are heard that were, none hears itself that did not, and no more wires read other wires.
fn is_whole(old: &Refinement, new: &Refinement) -> bool {
    heard(new).is_superset(&heard(old)) && cycles(new).is_subset(&cycles(old)) && detours(new) <= detours(old)
}

/// What looks wrong in a specification without any question: ports that no wire reads, ports of parts of which no contract of the
/// part speaks, parts that hear themselves, and wires that read other wires.
pub(crate) fn symptoms(refinement: &Refinement) -> usize {
    let read = sources(refinement);
    let is_source = |port: &Port| match port.owner {
        None => port.direction == Direction::Input,
        Some(_) => port.direction == Direction::Output,
    };
    let unread = refinement.ports.iter().filter(|p| is_source(p) && !read.contains(&p.var)).count();
    let terms = &refinement.system.terms;
    let contracts = refinement.contracts.iter();
    let spoken =
        walk::variables(terms, contracts.flat_map(|c| c.assumptions.iter().chain(&c.guarantees)).map(|c| c.term));
    let unspoken = refinement.ports.iter().filter(|p| p.owner.is_some() && !spoken.contains(&p.var)).count();
    unread + unspoken + cycles(refinement).len() + detours(refinement)
}

/// Variables that wires read.
fn sources(refinement: &Refinement) -> BTreeSet<VarId> {
    walk::variables(&refinement.system.terms, refinement.wires.iter().map(|w| w.source))
}

/// The parts of which something is read.
fn heard(refinement: &Refinement) -> BTreeSet<PartId> {
    let read = sources(refinement);
    refinement.ports.iter().filter(|p| read.contains(&p.var)).filter_map(|p| p.owner).collect()
}

/// The parts that hear themselves, by way of others too.
fn cycles(refinement: &Refinement) -> BTreeSet<PartId> {
    let mut hears: BTreeMap<PartId, BTreeSet<PartId>> = BTreeMap::new();
    for wire in &refinement.wires {
        let Some(to) = refinement.port(wire.target).owner else { continue };
        hears.entry(to).or_default().extend(owners(refinement, wire.source));
    }
    let reaches = |start: PartId| {
        let mut seen: BTreeSet<PartId> = BTreeSet::new();
        let mut ahead: Vec<PartId> = hears.get(&start).into_iter().flatten().copied().collect();
        while let Some(part) = ahead.pop() {
            if seen.insert(part) {
                ahead.extend(hears.get(&part).into_iter().flatten());
            }
        }
        seen.contains(&start)
    };
    hears.keys().copied().filter(|part| reaches(*part)).collect()
}

/// The parts whose outputs a source reads, by way of other wires too.
pub(crate) fn owners(refinement: &Refinement, source: TermId) -> BTreeSet<PartId> {
    let mut read = walk::variables(&refinement.system.terms, [source]);
    let mut before = 0;
    while before < read.len() {
        before = read.len();
        for wire in refinement.wires.iter().filter(|w| is_brought(refinement, w, &read)).collect::<Vec<_>>() {
            read.extend(walk::variables(&refinement.system.terms, [wire.source]));
        }
    }
    let is_output = |p: &&Port| p.direction == Direction::Output && read.contains(&p.var);
    refinement.ports.iter().filter(is_output).filter_map(|p| p.owner).collect()
}

/// Whether a wire brings one of these variables its value.
fn is_brought(refinement: &Refinement, wire: &Wire, read: &BTreeSet<VarId>) -> bool {
    read.contains(&refinement.port(wire.target).var)
}

/// How many wires read what another wire brings, rather than what the environment or a part decides.
fn detours(refinement: &Refinement) -> usize {
    let is_detour = |wire: &&Wire| {
        let read = walk::variables(&refinement.system.terms, [wire.source]);
        refinement.wires.iter().any(|w| is_brought(refinement, w, &read))
    };
    refinement.wires.iter().filter(is_detour).count()
}

/// Whether a wire joins names that have no word in common, where those that it joined had.
fn is_unlike(old: &Refinement, new: &Refinement, wire: usize) -> bool {
    let likeness = |r: &Refinement| {
        let wire = r.wires.get(wire)?;
        let target = words(&r.port(wire.target).name);
        let read = walk::variables(&r.system.terms, [wire.source]);
        let names = r.ports.iter().filter(|p| read.contains(&p.var)).flat_map(|p| words(&p.name));
        Some(names.filter(|word| target.contains(word)).count())
    };
    likeness(old).is_some_and(|n| n > 0) && likeness(new) == Some(0)
}

/// The words of a name: `sen_front` and `senFront` have two.
fn words(name: &str) -> BTreeSet<String> {
    let mut found = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let begins = c.is_uppercase() && was_lower;
        if !c.is_alphabetic() || begins {
            found.push(String::new());
        }
        if let Some(last) = found.last_mut().filter(|_| c.is_alphabetic()) {
            last.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    found.into_iter().filter(|word| !word.is_empty()).collect()
}
