//! Which equations to look at: those on the causes of failures, and not on what makes the property hold.
//!
//! A failing run is made of ticks; at those before the last the property held, and that has its causes too. An equation that is
//! on the causes of failures and seldom on those of success is suspicious, as in Ochiai's coefficient of failing and passing
//! runs. What belongs to the property itself is not listed: it says what is wanted.

use super::Program;
use super::events::Sides;
use super::replay::Replay;
use super::search::{Found, Run};
use super::structural::causes;
use crate::Suspect;
use crate::rank::{Evidence, rank};
use crate::result::explanation::Side;
use crate::result::suspect::{Classes, SuspectKind, SuspectReason};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{ElementId, ElementKind, Value};

/// The most ticks at which the property held that are looked into.
const MOST_PASSING: usize = 40;

/// The equations of the model on the causes of these failures, most suspicious first.
pub fn suspects(program: &Program<'_>, sink: BlockId, classes: &[&Found]) -> Vec<Suspect> {
    let sides = Sides::new(program, sink);
    let mut found: BTreeMap<ElementId, (Evidence, Vec<usize>)> = BTreeMap::new();
    for (place, class) in classes.iter().enumerate() {
        for (element, distance) in equations(program, &sides, class) {
            let (evidence, numbers) = found.entry(element).or_default();
            evidence.failed += 1;
            evidence.coverage += 1;
            evidence.distance = Some(evidence.distance.map_or(distance, |d| d.min(distance)));
            numbers.push(place + 1);
        }
    }
    let passing = passing(program, (sink, &sides), classes);
    for used in &passing {
        for element in used {
            if let Some((evidence, _)) = found.get_mut(element) {
                evidence.passed += 1;
            }
        }
    }
    let evidence: Vec<Evidence> = found.values().map(|(e, _)| e.clone()).collect();
    let ranked = rank(&evidence, classes.len());
    let suspect = |r: &crate::rank::Ranked| {
        let (element, (evidence, numbers)) = found.iter().nth(r.element)?;
        Some(Suspect {
            name: program.system.elements.get(*element).name.clone(),
            element: Some(*element),
            guard: None,
            kind: SuspectKind::Equation,
            leads: String::new(),
            rank: r.rank,
            score: r.score,
            reasons: reasons(evidence, numbers, classes.len(), passing.len()),
        })
    };
    ranked.iter().filter_map(suspect).collect()
}

fn reasons(evidence: &Evidence, numbers: &[usize], classes: usize, passing: usize) -> Vec<SuspectReason> {
    let on_causes = SuspectReason::OnCauses(Classes { numbers: numbers.to_vec(), of: classes });
    let never = (evidence.passed == 0 && passing > 0).then_some(SuspectReason::NeverForSuccess);
    std::iter::once(on_causes).chain(never).collect()
}

/// The equations of the model on the cause of a class, with the fewest ticks from the failure.
fn equations(program: &Program<'_>, sides: &Sides, class: &Found) -> BTreeMap<ElementId, usize> {
    let mut found = BTreeMap::new();
    let last = class.run.replay.last();
    for node in &class.cause.nodes {
        let Some(element) = equation(program, sides, node.block) else { continue };
        let distance = (last - node.tick) as usize;
        let least = found.entry(element).or_insert(distance);
        *least = distance.min(*least);
    }
    found
}

/// The equation of the model that a block is part of; none for blocks of the property.
fn equation(program: &Program<'_>, sides: &Sides, block: BlockId) -> Option<ElementId> {
    if sides.of(block) == Side::Property || program.network.block(block).gate == Gate::Wire {
        return None;
    }
    let mut element = program.network.block(block).element?;
    loop {
        let known = program.system.elements.get(element);
        match (known.kind, known.parent) {
            (ElementKind::Equation, _) => return Some(element),
            (_, Some(parent)) => element = parent,
            (_, None) => return None,
        }
    }
}

/// Elements that the property rested on at the ticks where it held.
fn passing(program: &Program<'_>, (sink, sides): (BlockId, &Sides), classes: &[&Found]) -> Vec<BTreeSet<ElementId>> {
    let mut sets = Vec::new();
    let mut seen = BTreeSet::new();
    for class in classes {
        let Run { trace, replay, .. } = &*class.run;
        for tick in 0..replay.last() {
            let is_new = seen.insert((std::rc::Rc::as_ptr(&class.run) as usize, tick));
            if !is_new || sets.len() >= MOST_PASSING || *replay.value(sink, tick) != Value::Bool(true) {
                continue;
            }
            let mut start = trace.clone();
            start.steps.truncate(tick as usize + 1);
            let Ok(replay) = Replay::new(program, &start) else { continue };
            let held = causes(program, &replay, sink, 1);
            let nodes = held.causes.iter().flat_map(|c| &c.nodes);
            sets.push(nodes.filter_map(|n| equation(program, sides, n.block)).collect());
        }
    }
    sets
}
