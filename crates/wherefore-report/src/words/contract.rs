//! A check of a refinement in words: what a person who knows no logic reads first.
//!
//! ```text
//! {Component} must see to it that {guarantee} whenever {trigger}. In state {k} {trigger values}; in state {k'} {value}.
//! {Contract} only promises {weaker}. {Edit} closes the gap.
//! ```
//!
//! Steps count from 1, as in the table of the run.

mod clause;

use clause::{Clauses, list};
use std::collections::BTreeMap;
use wherefore_explain::Class;
use wherefore_explain::result::contract::{Edit, EditKind, Failure, Replaced};
use wherefore_explain::result::explanation::{Mark, MarkKind};
use wherefore_ir::refinement::{Check, ContractId, Refinement, Side};
use wherefore_trace::notation::Style;
use wherefore_trace::{Trace, show};

/// All sentences about the failure of a check that the run of a class shows.
pub fn sentences(refinement: &Refinement, check: &Check, failure: &Failure, class: &Class) -> Vec<String> {
    let marks = class.explanation.failed.known().map_or(&[][..], |failed| failed.marks.as_slice());
    let mut said = vec![demand(refinement, check)];
    said.extend(values(refinement, &class.representative, marks, failure.waits));
    said.extend(failure.weak.map(|(contract, conjunct)| promise(refinement, contract, conjunct)));
    match failure.edits.first() {
        Some(first) => said.push(edit(first)),
        None => said.extend(culprits(failure)),
    }
    said
}

/// Demand, and its owner.
fn demand(refinement: &Refinement, check: &Check) -> String {
    let contract = refinement.contract(check.contract);
    let conjunct = refinement.consequent(check);
    let words = Clauses::new(refinement, &refinement.system.terms, contract.owner, Style::of(&conjunct.text));
    let (owner, what) = (refinement.owner_name(contract.owner), words.demand(conjunct.term, &conjunct.text));
    match check.side {
        Side::Guarantee => format!("{owner} must see to it that {what} ({}).", conjunct.name),
        Side::Assumption => {
            format!("{owner} relies on its surroundings for this: {what} ({}).", conjunct.name)
        }
    }
}

/// Values of the run: those that make the promise due, then those that break it, in order of time. With `waits`, the
/// awaited event is said never to come.
fn values(refinement: &Refinement, run: &Trace, marks: &[Mark], waits: bool) -> Option<String> {
    let lasting = if waits { lasting(refinement, run, marks) } else { BTreeMap::new() };
    let mut clauses: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut ticks: Vec<usize> = marks.iter().map(|m| m.tick).collect();
    ticks.dedup();
    for tick in ticks {
        let here = marks.iter().filter(|m| m.tick == tick && !lasting.contains_key(m.variable.as_str()));
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for mark in here {
            let value = value(refinement, run, mark)?;
            match groups.iter_mut().find(|(v, _)| *v == value) {
                Some((_, names)) => names.push(mark.variable.clone()),
                None => groups.push((value, vec![mark.variable.clone()])),
            }
        }
        let said: Vec<String> = groups.iter().map(|(value, names)| was(names, value)).collect();
        if !said.is_empty() {
            let (when, step) = moment(run, marks, tick);
            clauses.entry(when).or_default().push(format!("{step} {}", list(&said, "and")));
        }
    }
    for (name, (tick, value)) in &lasting {
        clauses.entry(*tick).or_default().push(format!("from state {} on {name} was {value} for ever", tick + 1));
    }
    let all: Vec<String> = clauses.into_values().flatten().collect();
    (!all.is_empty()).then(|| format!("{}.", capital(&all.join("; "))))
}

/// When a tick comes and how it is called: what breaks a promise in the next round of the loop comes after what makes it due.
fn moment(run: &Trace, marks: &[Mark], tick: usize) -> (usize, String) {
    let breaks = marks.iter().any(|m| m.tick == tick && m.kind == MarkKind::Response);
    let is_due = |m: &Mark| m.kind == MarkKind::Trigger;
    let due = marks.iter().filter(|m| is_due(m)).map(|m| m.tick).min();
    let again = run.loop_start.is_some_and(|start| start <= tick) && breaks && due.is_some_and(|due| tick < due);
    match again {
        true => (tick + run.len(), format!("after that, back in state {},", tick + 1)),
        false => (tick, format!("in state {}", tick + 1)),
    }
}

fn was(names: &[String], value: &str) -> String {
    format!("{} {} {value}", list(names, "and"), if names.len() == 1 { "was" } else { "were" })
}

fn value(refinement: &Refinement, run: &Trace, mark: &Mark) -> Option<String> {
    let terms = &refinement.system.terms;
    let var = terms.find_var(&mark.variable)?;
    Some(show(terms, var, run.value(mark.tick, var)?))
}

/// The variables that break the promise by never changing: marked in the whole loop, with one value.
fn lasting<'a>(refinement: &Refinement, run: &Trace, marks: &'a [Mark]) -> BTreeMap<&'a str, (usize, String)> {
    let mut found = BTreeMap::new();
    let Some(start) = run.loop_start else { return found };
    for mark in marks.iter().filter(|m| m.kind == MarkKind::Response) {
        let of_it: Vec<&Mark> = marks.iter().filter(|m| m.variable == mark.variable).collect();
        let in_loop = (start..run.len()).all(|t| of_it.iter().any(|m| m.tick == t));
        let first = of_it.iter().map(|m| m.tick).min().unwrap_or(start);
        let gapless = (first..run.len()).all(|t| of_it.iter().any(|m| m.tick == t));
        let same = of_it.iter().all(|m| value(refinement, run, m) == value(refinement, run, mark));
        let unmixed = of_it.iter().all(|m| m.kind == MarkKind::Response);
        if let Some(value) = value(refinement, run, mark).filter(|_| in_loop && gapless && same && unmixed) {
            found.insert(mark.variable.as_str(), (first, value));
        }
    }
    found
}

/// Promise of a contract instead.
fn promise(refinement: &Refinement, contract: ContractId, conjunct: usize) -> String {
    let contract = refinement.contract(contract);
    let Some(conjunct) = contract.guarantees.get(conjunct) else { return String::new() };
    let words = Clauses::new(refinement, &refinement.system.terms, contract.owner, Style::of(&conjunct.text));
    let what = words.demand(conjunct.term, &conjunct.text);
    format!("{} only promises that {what} ({}).", refinement.owner_name(contract.owner), conjunct.name)
}

/// Parts that could have avoided the failure, if no edit is known.
fn culprits(failure: &Failure) -> Option<String> {
    let alone: Vec<String> =
        failure.blame.iter().filter_map(|s| if let [one] = s.as_slice() { Some(one.clone()) } else { None }).collect();
    match (alone.as_slice(), failure.blame.first().map(Vec::as_slice)) {
        ([], None) => None,
        ([], Some([])) => Some(
            "The run meets everything if outputs that no connection feeds change: a connection is missing.".to_owned(),
        ),
        ([], Some(set)) => Some(format!(
            "On this run {} would have to behave otherwise together; their contracts do not ask for it.",
            list(set, "and")
        )),
        (alone, _) => {
            Some(format!("On this run {} could have avoided it; no contract asks for that.", list(alone, "or")))
        }
    }
}

/// The change of an edit, as a sentence.
pub fn edit(edit: &Edit) -> String {
    let Edit { target, owner, before, after, part, .. } = edit;
    match (edit.kind, part) {
        (EditKind::Strengthen, Some(Replaced { before: old, after: new })) => {
            format!("Writing `{new}` instead of `{old}` in {target} of {owner} closes the gap.")
        }
        (EditKind::Strengthen, None) => {
            format!("No contract of {owner} promises `{after}`; adding this to {target} closes the gap.")
        }
        (EditKind::Weaken, Some(Replaced { before: old, after: new })) => {
            format!("Asking only for `{new}` instead of `{old}` in {target} would be met.")
        }
        (EditKind::Weaken, None) => format!("Asking only for `{after}` instead of `{before}` would be met."),
        (EditKind::Use, _) => {
            format!(
                "{owner} also promises {target}, on which the refinement does not rely; naming it in REFINEDBY closes the gap."
            )
        }
        (EditKind::Rewire, _) => format!("Connecting `{after}` instead of `{before}` closes the gap."),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
