//! Runs as code flows: a location per step, with the values that changed.
//!
//! A step stands where the transition is written that leads into it. Without a transition, it stands where something happened
//! at that step, as the explanation says, and else at the property. The beginning and the end of a long run are written,
//! because that is where it starts and where it breaks; the step behind the gap says how many are left out.

use super::log::{CodeFlow, Location, Step, Text, ThreadFlow};
use super::place::Places;
use crate::document::{Cell, Explanation, Role, Row, Trace, span};
use crate::text::fit::{count, shorten, visible};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most steps of a run that are written.
pub const MOST_STEPS: usize = 200;
/// Unit of a row, unless a row is a tick of a program or a step of a graph.
pub const STATE: &str = "state";
/// Values named in the words of a step; all that changed stand in its state.
const MOST_NAMED: usize = 6;
/// Columns of a value in these words.
const WIDEST_VALUE: usize = 40;

/// A run to be written.
pub struct Run<'a> {
    /// The run.
    pub trace: &'a Trace,
    /// Why it fails, if that is explained.
    pub told: Option<&'a Explanation>,
    /// Unit of a row.
    pub unit: &'static str,
    /// Whether a step of the run stands where an event of it is written.
    pub at_events: bool,
    /// Where steps stand that have no place of their own.
    pub elsewhere: Location,
}

/// A code flow of one run.
pub fn one(places: &Places<'_>, run: &Run<'_>, what: &str) -> CodeFlow {
    CodeFlow { message: Text::new(what), thread_flows: vec![thread(places, run, "")] }
}

/// A run; `whose` stands before what is said about it.
pub fn thread(places: &Places<'_>, run: &Run<'_>, whose: &str) -> ThreadFlow {
    let rows = run.trace.rows.len();
    let essential = essential(run);
    let kept = |row: &usize| rows <= MOST_STEPS || *row < MOST_STEPS / 2 || *row >= rows - MOST_STEPS / 2;
    let locations = (0..rows).filter(kept).map(|row| step(places, run, row, &essential)).collect();
    let left_out = rows.saturating_sub(MOST_STEPS);
    let mut gap = match left_out {
        0 => String::new(),
        n => format!("; {n} of them are left out after {} {}", run.unit, MOST_STEPS / 2),
    };
    if run.trace.left_out > 0 {
        gap.push_str(&format!("; {} are left out at the end", run.trace.left_out));
    }
    ThreadFlow { message: Text::new(format!("{whose}{}{gap}", size(run))), locations }
}

/// How long a run is, in words.
fn size(run: &Run<'_>) -> String {
    let rows = count(run.trace.ticks(), run.unit, &format!("{}s", run.unit));
    let back =
        run.trace.loop_start.map_or_else(String::new, |start| format!(", then back to {} {}", run.unit, start + 1));
    let shortest = if run.trace.shortest { "; no shorter run does it" } else { "" };
    format!("{rows}{back}{shortest}")
}

/// The rows that the failure hangs on: choices that are enough for it, the last choice, where it is seen, and the end.
fn essential(run: &Run<'_>) -> BTreeSet<usize> {
    let mut rows: BTreeSet<usize> = run.trace.rows.len().checked_sub(1).into_iter().collect();
    if let Some(told) = run.told {
        rows.extend(told.cause.iter().flat_map(|c| &c.kept).map(|k| k.tick as usize));
        rows.extend(told.choice_points().last().map(|j| j.tick));
        rows.extend(told.ticks());
    }
    rows
}

fn step(places: &Places<'_>, run: &Run<'_>, index: usize, essential: &BTreeSet<usize>) -> Step {
    let row = &run.trace.rows[index];
    let told = run.told.filter(|_| run.at_events);
    let happened = told.into_iter().flat_map(Explanation::events).filter(|e| e.tick as usize == index);
    let spans = row.places.iter().copied().chain(happened.rev().filter_map(|e| span(&e.span)));
    let mut location = spans.into_iter().find_map(|s| places.at(s)).unwrap_or_else(|| run.elsewhere.clone());
    if let Some(element) = &row.element {
        location = location.named(element);
    }
    let changed = changed(run.trace, index);
    let state = changed.iter().map(|(name, _, cell)| ((*name).to_owned(), Text::new(cell.text.clone()))).collect();
    let importance = match () {
        () if essential.contains(&index) => "essential",
        () if row.transient => "unimportant",
        () => "important",
    };
    Step {
        location: location.saying(words(run, index, &changed)),
        state,
        nesting_level: u8::from(run.trace.loop_start.is_some_and(|start| index >= start)),
        execution_order: index + 1,
        importance,
    }
}

/// A value that is new in a row: the variable, what it is, the value.
type Change<'a> = (&'a str, Role, &'a Arc<Cell>);

/// Changes with a row; everything in the first. An event is new, even if it is the same as before.
fn changed(trace: &Trace, index: usize) -> Vec<Change<'_>> {
    let before = index.checked_sub(1).and_then(|i| trace.rows.get(i));
    let event = trace.columns.iter().position(|c| trace.by_event && c.role == Role::Input);
    let cells = trace.rows[index].cells.iter().enumerate();
    let is_new =
        |column: usize, cell: &Arc<Cell>| event == Some(column) || !before.is_some_and(|b| has(b, column, cell));
    let fresh = cells.filter_map(|(column, cell)| Some((column, cell.as_ref()?))).filter(|(i, c)| is_new(*i, c));
    fresh
        .filter_map(|(i, cell)| Some((trace.columns.get(i)?, cell)))
        .map(|(c, v)| (c.name.as_str(), c.role, v))
        .collect()
}

fn has(row: &Row, column: usize, cell: &Arc<Cell>) -> bool {
    row.cells.get(column).and_then(Option::as_ref).is_some_and(|b| Arc::ptr_eq(b, cell) || b == cell)
}

/// A step in words: `state 3, by t4: s = ON, pt = 24; then e = exit; the loop starts here`.
fn words(run: &Run<'_>, index: usize, changed: &[Change<'_>]) -> String {
    let trace = run.trace;
    let by = trace.rows[index].element.as_ref().map_or_else(String::new, |e| format!(", by {}", visible(e)));
    let is_last = index + 1 == trace.rows.len() && trace.loop_start.is_none() && !trace.last_inputs_matter;
    let state = named(changed, |role| role != Role::Input);
    let inputs =
        if is_last || trace.rows[index].transient { String::new() } else { named(changed, |r| r == Role::Input) };
    let mut parts = match (state.is_empty(), inputs.is_empty()) {
        (false, false) => vec![format!("{state}; then {inputs}")],
        (true, true) => vec!["no change".to_owned()],
        _ => vec![state + &inputs],
    };
    if run.told.is_some_and(|t| t.ticks().contains(&index)) {
        parts.push("the property is broken here".to_owned());
    }
    let rows = trace.rows.len();
    if rows > MOST_STEPS && index == rows - MOST_STEPS / 2 {
        parts.push(format!(
            "{} before this are left out",
            count(rows - MOST_STEPS, run.unit, &format!("{}s", run.unit))
        ));
    }
    if trace.loop_start == Some(index) {
        parts.push("the loop starts here".to_owned());
    }
    if let Some(start) = trace.loop_start.filter(|_| index + 1 == rows) {
        parts.push(format!("from here on again as from {} {}", run.unit, start + 1));
    }
    format!("{} {}{by}: {}", run.unit, index + 1, parts.join("; "))
}

fn named(changed: &[Change<'_>], wanted: impl Fn(Role) -> bool) -> String {
    let all: Vec<&Change<'_>> = changed.iter().filter(|(_, role, _)| wanted(*role)).collect();
    let one =
        |(name, _, cell): &&Change<'_>| format!("{} = {}", visible(name), shorten(&visible(&cell.text), WIDEST_VALUE));
    let mut words: Vec<String> = all.iter().take(MOST_NAMED).map(one).collect();
    if all.len() > MOST_NAMED {
        words.push(format!("{} more", all.len() - MOST_NAMED));
    }
    words.join(", ")
}
