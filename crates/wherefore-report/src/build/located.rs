//! Lines of a specification in which the actions of a graph occur, in its suspects and runs.

use crate::document::{ACTION, Place, Property, Trace, Verdict};
use std::collections::BTreeMap;
use wherefore_diag::{SourceMap, Span};

/// The most lines that are named, and the most places of a step.
const MOST_LINES: usize = 8;
const MOST_OF_STEP: usize = 4;

/// The property with the places where actions occur, given those of each label. An occurrence is no cause: the words say no more.
pub fn located(mut property: Property, of: &dyn Fn(&str) -> Vec<Span>, sources: &SourceMap) -> Property {
    let mut known: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    if let Verdict::Violated(run) = &mut property.verdict {
        steps(run, of, &mut known);
    }
    let Some(inquiry) = &mut property.inquiry else { return property };
    inquiry.classes.iter_mut().for_each(|class| steps(&mut class.trace, of, &mut known));
    for suspect in &mut inquiry.suspects {
        let places = of(&suspect.name);
        // One line is quoted; several are named behind the strongest reason.
        let place = if places.len() > 1 { 1.min(suspect.reasons.len()) } else { suspect.reasons.len() };
        if let Some(words) = words(&places, sources) {
            suspect.reasons.insert(place, words);
        }
        if let [place] = places.as_slice() {
            suspect.span = Place::of(*place, sources);
        }
    }
    property
}

/// Notes at each step the places of the action that leads to it.
fn steps(run: &mut Trace, of: &dyn Fn(&str) -> Vec<Span>, known: &mut BTreeMap<String, Vec<Span>>) {
    let Some(action) = run.columns.iter().position(|column| column.name == ACTION) else { return };
    let mut before: Option<String> = None;
    for row in &mut run.rows {
        if let Some(label) = before {
            let places = known.entry(label).or_insert_with_key(|label| {
                let mut places = of(label);
                places.truncate(MOST_OF_STEP);
                places
            });
            row.places.clone_from(places);
        }
        before = row.cells.get(action).and_then(Option::as_ref).map(|cell| cell.text.clone());
    }
}

/// The lines, in words: `occurs in abp.mcrl2:12, 30`.
fn words(places: &[Span], sources: &SourceMap) -> Option<String> {
    let file = &sources.get(places.first()?.file)?.name;
    let mut lines: Vec<u32> = places.iter().filter_map(|place| Some(sources.location(*place)?.line)).collect();
    lines.sort_unstable();
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(MOST_LINES).map(u32::to_string).collect();
    let rest = lines.len().saturating_sub(MOST_LINES);
    let rest = if rest > 0 { format!(" and {rest} more lines") } else { String::new() };
    Some(format!("occurs in {file}:{}{rest}", shown.join(", ")))
}
