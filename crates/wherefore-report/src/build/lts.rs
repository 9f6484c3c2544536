//! Differences in the document of a labelled transition system.
//!
//! Its runs are tables like all others, with a column for the action taken and one for the state. Labels are any text, so
//! what the tables of other models write in quotes, because it holds a blank, is here the label itself: the same text as
//! in the choices and in the source.

use crate::document::{
    ACTION, Abstraction, Action, Cell, ChoicePoint, Choices, Completeness, Extent, List, LtsSummary, MCL,
    Neighbourhoods, Property, Role, Round, Shortness, Trace, Verdict,
};
use crate::no_answer::About;
use std::sync::Arc;
use wherefore_explain::lts as lens;
use wherefore_trace::unquote;

/// Property of an LTS, from the one of [`super::property`], with the part of the graph that shows its verdict if that is known; `cut`
/// ticks of the run that breaks it were left out before.
pub fn mcl(mut property: Property, evidence: Option<&lens::EvidenceGraph>, cut: usize) -> Property {
    property.kind = MCL;
    if let Some(found) = evidence {
        super::evidence::add(&mut property, found);
    }
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
    property.given = inquiry.lts.as_ref().is_some_and(|lts| lts.is_given);
    if let Some(Completeness::Stopped { cause, .. }) = inquiry.enumeration.as_mut().map(|e| &mut e.completeness) {
        cause.about = About::Graph;
    }
    let shortest = inquiry.lts.as_ref().is_some_and(|lts| lts.runs == Shortness::Shortest);
    for class in &mut inquiry.classes {
        labels(&mut class.trace);
        class.set_shortest(shortest);
        if let Some(nearest) = &mut class.explanation.nearest {
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

/// The portrait of the counterexamples of an LTS.
pub(super) fn portrait(found: &lens::LtsSummary) -> LtsSummary {
    let lens::Neighbourhoods { cn, r#in, ci, cin } = found.neighbourhoods;
    let lens::Abstraction { length, kept, actions } = &found.abstracted;
    let action = |(step, action): &(usize, String)| Action { step: *step, action: action.clone() };
    LtsSummary {
        whole: extent(found.whole),
        counterexample: extent(found.counterexample),
        neighbourhoods: Neighbourhoods { cn, r#in, ci, cin },
        choices: Choices {
            correct: found.correct,
            incorrect: found.incorrect,
            neutral: found.neutral,
            inevitable: found.inevitable,
            unobservable: found.unobservable,
        },
        uninvolved: found.uninvolved.clone(),
        uninvolved_total: found.uninvolved_total,
        abstracted: Abstraction { length: *length, kept: *kept, actions: actions.iter().map(action).collect() },
        layout: found.layout.iter().map(super::evidence::strand).collect(),
        shown: found.shown.clone(),
        is_given: found.is_given,
        choice_points: found.choice_points.iter().map(ChoicePoint::from).collect(),
        runs: found.runs,
        round: found.round.as_ref().map(round),
        level: found.level,
        diagram: found.diagram.clone(),
    }
}

fn round(found: &lens::Round) -> Round {
    let lens::Round { home, state, escape, at, taken, back_total, back } = found.clone();
    Round { home, state, escape, at, taken, back, back_total }
}

pub(super) fn extent(found: lens::Extent) -> Extent {
    Extent { states: found.states, transitions: found.transitions, labels: found.labels }
}
