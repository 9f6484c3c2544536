//! A run that TLC has written, found again in the state graph.
//!
//! Two forms are read: what `-dumpTrace json` writes, and the log of TLC, with one behaviour or, after `-continue`, with many. Nothing in
//! them is believed: each state is looked for among those that a step of the graph leads to, by the values of its variables,
//! and whether the run breaks a property is found out on the graph. JSON has one form for sets and tuples, and for model values
//! and strings; where two states of the graph fit, the file is refused.

mod json;
mod log;
mod same;
#[cfg(test)]
mod tests;

use super::explicit::WithStates;
use crate::codes::{NOT_A_TRACE, UNUSABLE_TRACE};
use crate::input;
use same::same;
use std::collections::BTreeMap;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_lang::explicit::States;
use wherefore_lang::tla::{self, Value};
use wherefore_lts::Csr;

/// A behaviour in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Behaviour {
    /// The property that it is said to break.
    pub broken: Option<String>,
    /// The values of variables in each state.
    pub states: Vec<Vec<(String, WrittenValue)>>,
    /// The action that leads into each state, as far as it is told.
    pub actions: Vec<Option<Acted>>,
}

/// A value as a file tells it.
#[derive(Clone, Debug, PartialEq)]
pub enum WrittenValue {
    /// Printed by TLC.
    Printed(Value),
    /// In JSON.
    Json(serde_json::Value),
}

/// An action as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acted {
    /// Its name.
    pub name: String,
    /// The module, and where in it: lines and columns from 1.
    pub place: Option<(String, Position, Position)>,
}

/// Line and column, from 1.
pub type Position = (u32, u32);

/// A run of the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Label and state of each step.
    pub steps: Vec<(u32, u32)>,
    /// Where actions are, by their label.
    pub places: BTreeMap<String, (String, Position, Position)>,
}

/// Reads a file, and finds in the graph the behaviour that is said to break one of these properties, or the first; how many
/// behaviours the file has.
pub fn read(path: &Path, graph: Option<&WithStates>, properties: &[String]) -> Result<(Given, usize), Diagnostic> {
    let Some((graph, states)) = graph.and_then(|read| Some((&read.graph, read.states.as_ref()?))) else {
        let headline = "a run of TLC is found by the values of its states, and the states of this graph have none";
        return Err(Diagnostic::new(UNUSABLE_TRACE, headline));
    };
    let text = input::read(path)?;
    let refused = |why: String| {
        Diagnostic::new(NOT_A_TRACE, format!("`{}` is no run of the graph: {why}", text.name))
            .help("give what `tlc -dumpTrace json FILE` writes, or the log of TLC")
    };
    let behaviours = match text.text.trim_start().starts_with(['{', '[']) {
        true => json::read(&text.text).map_err(refused)?,
        false => log::read(&text.text),
    };
    let asked = |found: &&Behaviour| found.broken.as_ref().is_some_and(|name| properties.contains(name));
    let Some(chosen) = behaviours.iter().find(asked).or(behaviours.first()) else {
        return Err(refused("no state is written in it".to_owned()));
    };
    let given = find(graph, states, chosen).map_err(refused)?;
    Ok((given, behaviours.len()))
}

/// A behaviour as a run of the graph.
fn find(graph: &Csr, states: &States, behaviour: &Behaviour) -> Result<Given, String> {
    let values: Vec<Value> = states.texts().map(|text| tla::value(text).unwrap_or_else(|| Value::text(text))).collect();
    let mut given = Given { steps: Vec::new(), places: BTreeMap::new() };
    let mut at = graph.initial;
    let mut first = 0;
    if states.row(at).is_some() {
        let start = behaviour.states.first().map_or(&[][..], Vec::as_slice);
        if !fits(states, &values, at, start) {
            return Err("state 1 is not the one in which the graph begins".to_owned());
        }
        first = 1;
    }
    for (place, told) in behaviour.states.iter().enumerate().skip(first) {
        let mut found: Vec<(u32, u32)> = Vec::new();
        graph.out.visit(at, &mut |label, to| {
            if fits(states, &values, to, told) {
                found.push((label, to));
            }
        });
        let acted = behaviour.actions.get(place).and_then(Option::as_ref);
        let is_named = |label: u32| acted.is_none_or(|acted| is_called(graph.labels.name(label), &acted.name));
        let mut targets: Vec<u32> = found.iter().map(|(_, to)| *to).collect();
        targets.sort_unstable();
        targets.dedup();
        match targets.as_slice() {
            [] => return Err(format!("no step leads from state {place} to state {}", place + 1)),
            [_] => {}
            _ => return Err(format!("several states of the graph fit state {}", place + 1)),
        }
        let step = found.iter().find(|(label, _)| is_named(*label)).or(found.first());
        let Some((label, to)) = step.copied() else { continue };
        if let Some((acted, place)) = acted.and_then(|acted| Some((acted, acted.place.clone()?)))
            && is_called(graph.labels.name(label), &acted.name)
        {
            given.places.entry(graph.labels.name(label).to_owned()).or_insert(place);
        }
        given.steps.push((label, to));
        at = to;
    }
    Ok(given)
}

/// Whether a label of the graph is that of an action; with parameters too.
fn is_called(label: &str, action: &str) -> bool {
    let plain = |text: &str| text.split('(').next().unwrap_or_default().trim().to_owned();
    plain(label) == plain(action)
}

/// Whether a state has the values that are told, of all variables that both know; at least one.
fn fits(states: &States, values: &[Value], state: u32, told: &[(String, WrittenValue)]) -> bool {
    let Some(row) = states.row(state) else { return false };
    let cells = states.variables().iter().zip(row).filter_map(|(name, cell)| {
        let (_, told) = told.iter().find(|(known, _)| known == name)?;
        Some((values.get(*cell as usize)?, told))
    });
    let (mut known, mut all) = (0, true);
    for (value, told) in cells {
        known += 1;
        all &= match told {
            WrittenValue::Printed(other) => value == other,
            WrittenValue::Json(other) => same(value, other),
        };
    }
    known > 0 && all
}
