//! Values of the states of a graph in its runs: columns beside the action and the number of the state.
//!
//! What is found out about a graph is found out about its actions. A property of states was asked as one of actions: a state that
//! breaks it has one transition, which says so and leads back to it. Here the run ends in that state again, as people expect, and the
//! property has its own text.

use crate::document::{
    ACTION, Cell, Cells, Column, Datum, EXACT, Extent, Place, Property, Role, Row, STATE, Trace, Verdict,
};
use std::sync::Arc;
use wherefore_diag::{SourceMap, Span};

/// What is known about the states and the actions of a graph.
pub struct Valued<'a> {
    /// The variables of its states.
    pub variables: &'a [String],
    /// Their values in a state.
    pub values: &'a dyn Fn(u32) -> Option<Vec<String>>,
    /// Where an action is defined.
    pub place: &'a dyn Fn(&str) -> Option<Span>,
    /// The texts that places point into.
    pub sources: &'a SourceMap,
    /// For a property of states: the label of the transition that says that it is broken, and the property as it is written.
    pub broken: Option<(&'a str, &'a str)>,
    /// How large the graph is, without such transitions.
    pub whole: Extent,
}

/// The property with the values of the states in all runs.
pub fn valued(mut property: Property, graph: &Valued<'_>) -> Property {
    if let Some((_, text)) = graph.broken {
        text.clone_into(&mut property.text);
    }
    if let Verdict::Violated(run) = &mut property.verdict {
        graph.complete(run);
    }
    let Some(inquiry) = &mut property.inquiry else { return property };
    for class in &mut inquiry.classes {
        let before = class.trace.rows.len();
        graph.complete(&mut class.trace);
        class.length = class.length.saturating_sub((before - class.trace.rows.len()) as u32);
        if let Some(nearest) = &mut class.explanation.nearest {
            graph.complete(&mut nearest.trace);
        }
        if let (Some(failed), Some((_, text))) = (&mut class.explanation.failed, graph.broken) {
            failed.parts.iter_mut().for_each(|part| text.clone_into(&mut part.text));
        }
    }
    if let Some((label, _)) = graph.broken {
        // That a state breaks the property is no action of the model.
        let rank = inquiry.suspects.iter().find(|suspect| suspect.name == label).map_or(usize::MAX, |found| found.rank);
        inquiry.suspects.retain(|suspect| suspect.name != label);
        inquiry.suspects.iter_mut().filter(|suspect| suspect.rank > rank).for_each(|suspect| suspect.rank -= 1);
    }
    for suspect in &mut inquiry.suspects {
        let place = (graph.place)(&suspect.name).and_then(|span| Place::of(span, graph.sources));
        (suspect.span, suspect.element) = (place.clone(), place);
    }
    if let Some(summary) = &mut inquiry.lts {
        summary.whole = graph.whole;
        if let Some((label, _)) = graph.broken {
            summary.abstracted.length = summary.abstracted.length.saturating_sub(1);
            let before = summary.abstracted.actions.len();
            summary.abstracted.actions.retain(|action| action.action != label);
            summary.abstracted.kept -= before - summary.abstracted.actions.len();
        }
    }
    property
}

impl Valued<'_> {
    /// Adds the columns of the variables, and the places of actions.
    fn complete(&self, run: &mut Trace) {
        let column = |name: &str| run.columns.iter().position(|c| c.name == name);
        let Some((action, state)) = column(ACTION).zip(column(STATE)) else { return };
        let text = |row: &Row, column: usize| Some(row.cells.get(column)?.as_ref()?.text.clone());
        let said = run.rows.iter().rev().nth(1).and_then(|row| text(row, action));
        if self.broken.is_some_and(|(label, _)| said.as_deref() == Some(label)) && run.left_out == 0 {
            run.rows.pop();
        }
        run.columns.extend(self.variables.iter().map(|name| Column {
            name: column_name(name),
            role: Role::State,
            sort: "value".to_owned(),
        }));
        let names = Cells::names(&run.columns);
        let mut before: Option<String> = None;
        for row in &mut run.rows {
            let number = text(row, state).and_then(|text| text.parse().ok());
            let values = number.and_then(|number| (self.values)(number));
            let cells = row.cells.iter().cloned().chain(match values {
                Some(values) => values.into_iter().map(|text| Some(Arc::new(cell(text)))).collect(),
                None => vec![None; self.variables.len()],
            });
            let places = before.as_deref().and_then(|action| (self.place)(action)).into_iter().collect();
            before = text(row, action);
            (row.cells, row.places) = (Cells::new(&names, cells.collect()), places);
        }
    }
}

/// The name of a column of a variable: those of the action and the state are taken.
fn column_name(variable: &str) -> String {
    if variable == ACTION || variable == STATE { format!("variable {variable}") } else { variable.to_owned() }
}

fn cell(text: String) -> Cell {
    let number = text.parse::<i64>().ok().filter(|number| (-EXACT..=EXACT).contains(number));
    let datum = match (text.as_str(), number) {
        ("TRUE", _) => Datum::Bool(true),
        ("FALSE", _) => Datum::Bool(false),
        (_, Some(number)) => Datum::Int(number),
        (_, None) => Datum::Text,
    };
    Cell { text, datum }
}
