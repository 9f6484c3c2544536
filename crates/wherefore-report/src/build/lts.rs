//! What is different in the view of a labelled transition system.
//!
//! Its runs are tables like all others, with a column for the action taken and one for the state. Labels are any text, so
//! what the tables of other models write in quotes, because it holds a blank, is here the label itself: the same text as
//! in the choices and in the source.

use crate::view::{ACTION, Cell, MCL, Property, Role, Trace, Verdict};
use std::sync::Arc;
use wherefore_trace::unquote;

/// The view of a property of an LTS, from the one of [`super::property`].
pub fn mcl(mut property: Property) -> Property {
    property.kind = MCL;
    if let Verdict::Violated(run) = &mut property.verdict {
        labels(run);
    }
    let classes = property.inquiry.iter_mut().flat_map(|i| &mut i.classes);
    for class in classes {
        labels(&mut class.trace);
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
