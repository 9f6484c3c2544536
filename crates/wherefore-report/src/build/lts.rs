//! What is different in the view of a labelled transition system.
//!
//! Its runs are tables like all others, with a column for the action taken and one for the state. Labels are any text, so
//! what the tables of other models write in quotes, because it holds a blank, is here the label itself: the same text as
//! in the choices and in the source.

use crate::cause::About;
use crate::view::{ACTION, Cell, Completeness, List, MCL, Property, Role, Shortness, Trace, Verdict};
use std::sync::Arc;
use wherefore_trace::unquote;

/// The view of a property of an LTS, from the one of [`super::property`]; so many ticks of the run that breaks it were left out
/// before.
pub fn mcl(mut property: Property, cut: usize) -> Property {
    property.kind = MCL;
    match &mut property.verdict {
        Verdict::Violated(run) => {
            labels(run);
            run.left_out += cut;
            property.left_out.grow(List::Steps, cut);
        }
        Verdict::Undetermined(cause) => cause.about = About::Graph,
        Verdict::Holds(_) | Verdict::Vacuous(_) => {}
    }
    let Some(inquiry) = &mut property.inquiry else { return property };
    if let Completeness::Stopped { cause, .. } = &mut inquiry.completeness {
        cause.about = About::Graph;
    }
    let shortest = inquiry.lts.as_ref().is_some_and(|lts| lts.runs == Shortness::Shortest);
    for class in &mut inquiry.classes {
        labels(&mut class.trace);
        class.trace.shortest = shortest;
        if let Ok(nearest) = &mut class.explanation.nearest {
            labels(&mut nearest.trace);
            let cells = nearest.differs.iter_mut().flat_map(|d| [&mut d.failing, &mut d.passing]);
            cells.flatten().for_each(|cell| cell.text = unquote(&cell.text).unwrap_or(std::mem::take(&mut cell.text)));
        }
    }
    property
}

/// Takes labels out of their quotes. The type of the column would list every label, in every run: a word does.
fn labels(run: &mut Trace) {
    let Some(column) = run.columns.iter().position(|c| c.name == ACTION && c.role == Role::Input) else { return };
    "label".clone_into(&mut run.columns[column].sort);
    for row in &mut run.rows {
        let Some(cell) = &mut row.cells[column] else { continue };
        if let Some(text) = unquote(&cell.text).filter(|text| *text != cell.text) {
            *cell = Arc::new(Cell { text, datum: cell.datum.clone() });
        }
    }
}
