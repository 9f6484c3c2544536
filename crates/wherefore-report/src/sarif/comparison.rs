//! Results of a comparison: one for each difference, marked in the implementation.
//!
//! The first suspect is marked; without suspects, what the implementation took last, and else its first line. Both runs
//! are written side by side as two threads of one flow.

use super::flow::{self, Run, STATE};
use super::log::{CodeFlow, Finding, Location, Text};
use super::words::{leads, link, open as open_words, plain, reasons, sentence};
use super::{LogWriter, fingerprint};
use crate::document::equivalence::{Comparison, Difference, Equivalence, Port, Reaction};
use crate::document::{Suspect, Trace, span};
use crate::no_answer::NoAnswer;
use crate::text::fit::{count, list, shorten, visible};
use serde_json::json;
use wherefore_diag::Span;

/// Suspects of a result, and inputs of a step in its message.
const MOST_SUSPECTS: usize = 5;
const MOST_INPUTS: usize = 6;
/// Columns of the words for a difference.
const KEY: usize = 300;

/// The results of a comparison.
pub fn results(writer: &mut LogWriter<'_>, found: &Comparison) -> Vec<Finding> {
    match &found.verdict {
        Equivalence::Equivalent(_) => Vec::new(),
        Equivalence::Different(_) => found.differences.iter().map(|d| difference(writer, found, d)).collect(),
        Equivalence::Undetermined(cause) => vec![open(writer, found, cause)],
    }
}

fn open(writer: &mut LogWriter<'_>, found: &Comparison, cause: &NoAnswer) -> Finding {
    let what = format!("Whether {} does the same as {}", found.implementation.path, writer.report.model.path);
    let (rule, place) = (writer.rules.equivalence(), writer.places.file(&found.implementation.path));
    writer.finding(rule, ("open", "none"), open_words(&what, cause), place)
}

fn difference(writer: &mut LogWriter<'_>, found: &Comparison, difference: &Difference) -> Finding {
    let own = last(difference.implementation_run.as_ref());
    let suspect = found.suspects.iter().find_map(|s| Some((writer.places.at(span(&s.span)?)?, s)));
    let place = match (&suspect, own.and_then(|span| writer.places.at(span))) {
        (Some((place, suspect)), _) => place.clone().named(&suspect.name).saying("the first suspect"),
        (None, Some(place)) => place.saying("what the implementation takes where it differs"),
        (None, None) => writer.places.file(&found.implementation.path),
    };
    let places = related(writer, found, difference, &place);
    let words = message(writer, found, difference, &places);
    let rule = writer.rules.equivalence();
    let mut result = writer.finding(rule, ("fail", "error"), words, place);
    result.related_locations = places;
    result.code_flows = flows(writer, found, difference).into_iter().collect();
    result.partial_fingerprints = fingerprint::of(fingerprint::DIFFERENCE, &[&difference.id]);
    let suspects: Vec<&str> = found.suspects.iter().take(MOST_SUSPECTS).map(|s| s.name.as_str()).collect();
    result.properties = json!({
        "verdict": "different",
        "difference": difference.id,
        "key": difference.key,
        "length": difference.reactions.len(),
        "suspects": suspects,
    });
    result
}

/// Last transition of a run.
fn last(run: Option<&Trace>) -> Option<Span> {
    run?.rows.iter().rev().find_map(|row| row.places.first().copied())
}

fn related(writer: &LogWriter<'_>, found: &Comparison, difference: &Difference, marked: &Location) -> Vec<Location> {
    let reference = (last(difference.reference_run.as_ref()), "what the reference takes there".to_owned());
    let own = (last(difference.implementation_run.as_ref()), "what the implementation takes there".to_owned());
    let suspects = found.suspects.iter().take(MOST_SUSPECTS);
    let suspects = suspects
        .map(|s| (span(&s.span), format!("suspect {}: {}{}", s.rank, visible(&s.name), leads(s) + &reasons(s, 1))));
    let mut places: Vec<Location> = Vec::new();
    for (span, words) in [reference, own].into_iter().chain(suspects) {
        let Some(place) = span.and_then(|span| writer.places.at(span)) else { continue };
        if !places.iter().any(|p| p.is_at(&place)) && !marked.is_at(&place) {
            let id = Some(places.len() + 1);
            places.push(Location { id, ..place.saying(plain(&words)) });
        }
    }
    places
}

fn message(writer: &LogWriter<'_>, found: &Comparison, difference: &Difference, places: &[Location]) -> String {
    let steps = match difference.reactions.len() {
        0 => "before any input".to_owned(),
        n => format!("after {}", count(n, "step", "steps")),
    };
    let (one, two) = (plain(&found.implementation.path), plain(&writer.report.model.path));
    let key = plain(&shorten(&visible(&difference.key), KEY));
    let mut sentences = vec![format!("{one} differs from {two} {steps}: {key}.")];
    sentences.extend(found.interface.as_ref().zip(difference.reactions.last()).map(|(ports, reaction)| {
        let shows = |values: &Option<Vec<String>>| match values {
            Some(values) => assignments(&ports.outputs, values),
            None => "nothing: it does not take the inputs".to_owned(),
        };
        let inputs = assignments(&ports.inputs, &reaction.inputs);
        let given = if inputs.is_empty() { "There".to_owned() } else { format!("With {}", plain(&inputs)) };
        let Reaction { reference, implementation, .. } = reaction;
        format!(
            "{given} the reference shows {}, the implementation {}.",
            plain(&shows(reference)),
            plain(&shows(implementation))
        )
    }));
    sentences.extend(
        found
            .suspects
            .first()
            .map(|s: &Suspect| sentence(&format!("First suspect: {}{}", plain(&s.name), leads(s) + &reasons(s, 1)))),
    );
    let reference =
        places.iter().find(|p| p.message.as_ref().is_some_and(|m| m.text.starts_with("what the reference")));
    sentences.extend(reference.and_then(|p| p.id).map(|id| format!("The reference {} there.", link("takes this", id))));
    sentences.push(format!("Difference {}.", plain(&difference.id)));
    sentences.join(" ")
}

/// Values with the names of their ports.
fn assignments(ports: &[Port], values: &[String]) -> String {
    let words: Vec<String> = ports.iter().zip(values).map(|(p, v)| format!("{} = {v}", p.reference)).collect();
    list(&words.iter().map(String::as_str).collect::<Vec<_>>(), MOST_INPUTS)
}

/// Both runs with their inner steps.
fn flows(writer: &LogWriter<'_>, found: &Comparison, difference: &Difference) -> Option<CodeFlow> {
    let sides = [
        ("the reference: ", &writer.report.model.path, &difference.reference_run),
        ("the implementation: ", &found.implementation.path, &difference.implementation_run),
    ];
    let thread = |(whose, path, run): (&str, &String, &Option<Trace>)| {
        let run = Run {
            trace: run.as_ref()?,
            told: None,
            unit: STATE,
            at_events: false,
            elsewhere: writer.places.file(path),
        };
        Some(flow::thread(&writer.places, &run, whose))
    };
    let thread_flows: Vec<_> = sides.into_iter().filter_map(thread).collect();
    let message = Text::new("the same inputs for both models");
    (!thread_flows.is_empty()).then_some(CodeFlow { message, thread_flows })
}
