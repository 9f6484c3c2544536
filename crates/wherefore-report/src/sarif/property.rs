//! Results of properties: one for each class of a violated one, one for each that has no classes or no answer.
//!
//! | verdict | kind, level | why |
//! |---|---|---|
//! | violated | fail, error | |
//! | vacuous | fail, warning | it is true, but somebody has to look at it, and who marks lines marks failures |
//! | undetermined | open, none | the standard's word for no answer, and it allows no other level with it |
//! | holds | no result | code scanning shows a result of whatever kind as a problem; the run's properties list it |
//!
//! A class is marked where somebody can change something: at the guard that let its last step through, at the contract whose
//! change closes the gap, at the first suspect. Only where there is nothing of that kind it is marked at the property.

use super::flow::{self, Run};
use super::log::{Finding, Location, Text};
use super::words::{self, link, plain, sentence};
use super::{Desk, fingerprint};
use crate::text::fit::{shorten, visible};
use crate::text::unit;
use crate::view::{Class, Inquiry, Property, Trace, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wherefore_diag::{FileId, Span};

/// Suspects, and places altogether, of a result.
const MOST_SUSPECTS: usize = 5;
const MOST_PLACES: usize = 20;
/// Fix sets of a result.
const MOST_SETS: usize = 5;

/// A span and what is to be seen there.
type Seen = (Option<Span>, String);

/// The results of a property.
pub fn results(desk: &mut Desk<'_>, property: &Property) -> Vec<Finding> {
    match &property.verdict {
        Verdict::Holds(_) => Vec::new(),
        Verdict::Vacuous(vacuity) => {
            let words = format!("{} is true and says nothing: {}.", plain(&property.title()), plain(&vacuity.reason));
            vec![plainly(desk, property, ("fail", "warning"), words, [vacuity.span, property.span])]
        }
        Verdict::Undetermined(cause) => {
            let advice = cause.advice().iter().map(|a| format!(" {}", sentence(&plain(a)))).collect::<String>();
            let title = plain(&property.title());
            let words = format!("{title} is undetermined: {}.{advice}", plain(&cause.message));
            vec![plainly(desk, property, ("open", "none"), words, [property.span, None])]
        }
        Verdict::Violated(trace) => match property.inquiry.as_ref().filter(|i| !i.classes.is_empty()) {
            Some(inquiry) => inquiry.classes.iter().map(|c| of_class(desk, property, inquiry, c)).collect(),
            None => vec![violated(desk, property, trace)],
        },
    }
}

/// A result that is said in one sentence.
fn plainly(
    desk: &mut Desk<'_>,
    property: &Property,
    (kind, level): (&'static str, &'static str),
    words: String,
    spans: [Option<Span>; 2],
) -> Finding {
    let rule_index = desk.rules.property(property);
    Finding {
        rule_id: desk.rules.id(rule_index),
        rule_index,
        kind,
        level,
        message: Text::new(words),
        locations: vec![desk.places.first(spans).named(&property.name)],
        related_locations: Vec::new(),
        code_flows: Vec::new(),
        partial_fingerprints: fingerprint::of(fingerprint::PROPERTY, &[&property.name]),
        properties: json!({ "verdict": property.verdict.word() }),
    }
}

/// A violated property of which only a run is known.
fn violated(desk: &mut Desk<'_>, property: &Property, trace: &Trace) -> Finding {
    let text = plain(&shorten(&visible(&property.text), 300));
    let last = trace.rows.iter().rev().find(|row| !row.places.is_empty());
    let place = last.and_then(|row| row.places.first().copied());
    let by = last
        .and_then(|row| row.element.as_ref())
        .map_or_else(String::new, |e| format!(" The last step takes {}.", plain(e)));
    let steps = crate::text::fit::count(trace.rows.len().saturating_sub(1), "step", "steps");
    let again = if trace.loop_start.is_some() { " and a loop" } else { "" };
    let words = format!(
        "{} is violated by a run of {steps}{again}: `{text}` is not true of it.{by} `wherefore why` lists every way in which it breaks.",
        plain(&property.title())
    );
    let mut found = plainly(desk, property, ("fail", "error"), words, [place, property.span]);
    let elsewhere = desk.places.first([property.span]);
    found.related_locations = related(desk, &found.locations, vec![(property.span, "the property".to_owned())]);
    let run = Run { trace, told: None, unit: "state", elsewhere };
    found.code_flows = vec![flow::one(&desk.places, &run, "a run that breaks the property")];
    found
}

/// One way in which a property breaks.
fn of_class(desk: &mut Desk<'_>, property: &Property, inquiry: &Inquiry, class: &Class) -> Finding {
    let location = spot(desk, property, inquiry, class);
    let places = related(desk, std::slice::from_ref(&location), seen(property, inquiry, class));
    let words = message(property, inquiry, class, &places);
    let mut found = plainly(desk, property, ("fail", "error"), words, [None, None]);
    let run = Run {
        trace: &class.trace,
        told: Some(&class.explanation),
        unit: unit(inquiry, class),
        elsewhere: desk.places.first([property.span]),
    };
    found.code_flows =
        vec![flow::one(&desk.places, &run, &format!("a shortest run of the class {}", visible(&class.key)))];
    found.locations = vec![location];
    found.related_locations = places;
    found.partial_fingerprints = fingerprints(desk, property, inquiry, class);
    found.properties = bag(property, inquiry, class);
    found
}

fn fingerprints(
    desk: &Desk<'_>,
    property: &Property,
    inquiry: &Inquiry,
    class: &Class,
) -> BTreeMap<&'static str, String> {
    let model = desk.report.sources.get(FileId(0)).filter(|_| inquiry.lts.is_none());
    let identity = fingerprint::identity(&class.id, &class.key, model);
    fingerprint::of(fingerprint::CLASS, &[&property.name, &inquiry.level, &identity])
}

/// Where somebody can change something.
fn spot(desk: &Desk<'_>, property: &Property, inquiry: &Inquiry, class: &Class) -> Location {
    let edits = inquiry.contract.iter().filter_map(|d| d.failure.as_ref()).flat_map(|f| &f.edits);
    let edits = edits.map(|e| (e.span, e.target.as_str(), "a change here closes the gap"));
    let last = class.last.as_deref().unwrap_or_default();
    let guards = class.guards.iter().map(|span| (Some(*span), last, "lets the last step through"));
    let suspects = inquiry.suspects().iter().map(|s| (s.span, s.name.as_str(), "the first suspect"));
    let mut all = edits.chain(guards).chain(suspects);
    match all.find_map(|(span, name, words)| Some((desk.places.at(span?)?, name, words))) {
        Some((place, "", words)) => place.saying(words),
        Some((place, name, words)) => place.named(name).saying(format!("{}: {words}", visible(name))),
        None => desk.places.first([property.span]).named(&property.name),
    }
}

/// What else there is to look at: the suspects first, because the message names the first of them.
fn seen(property: &Property, inquiry: &Inquiry, class: &Class) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    for suspect in inquiry.suspects().iter().take(MOST_SUSPECTS) {
        let words = format!("suspect {}: {}{}", suspect.rank, visible(&suspect.name), words::suspicion(suspect));
        seen.push((suspect.span, words));
    }
    seen.push((property.span, "the property".to_owned()));
    let parts = class.explanation.failed.iter().flat_map(|f| &f.parts);
    seen.extend(parts.map(|part| (part.span, "the part of the property that fails".to_owned())));
    let guards = class.guards.iter().map(|span| (Some(*span), "lets the last step through".to_owned()));
    seen.extend(guards);
    let failures = inquiry.contract.iter().filter_map(|d| d.failure.as_ref());
    seen.extend(failures.flat_map(|f| &f.edits).map(|e| (e.span, e.words.clone())));
    let happened = class.explanation.events().iter().rev();
    let unit = unit(inquiry, class);
    seen.extend(happened.map(|e| {
        let words = format!("{} at {unit} {}: {}", visible(&e.name), u64::from(e.tick) + 1, visible(&e.comment));
        (e.span, words)
    }));
    seen
}

/// Places with numbers, each once. The place that is marked is named again only if something else is said about it.
fn related(desk: &Desk<'_>, marked: &[Location], seen: Vec<Seen>) -> Vec<Location> {
    let mut places: Vec<Location> = Vec::new();
    for (place, words) in seen.into_iter().filter_map(|(span, words)| Some((desk.places.at(span?)?, words))) {
        let is_known = places.iter().any(|p| p.is_at(&place));
        let is_marked = marked.iter().any(|m| m.is_at(&place)) && !words.starts_with("suspect");
        if !is_known && !is_marked && places.len() < MOST_PLACES {
            let id = Some(places.len() + 1);
            places.push(Location { id, ..place.saying(plain(&words)) });
        }
    }
    places
}

fn message(property: &Property, inquiry: &Inquiry, class: &Class, places: &[Location]) -> String {
    let mut sentences = vec![words::failure(property, inquiry, class)];
    let change = inquiry.contract.iter().filter_map(|d| d.failure.as_ref()).find_map(|f| f.edits.first());
    match change {
        Some(edit) => sentences.push(sentence(&plain(&shorten(&visible(&edit.words), 400)))),
        None => sentences.extend(inquiry.suspects().first().map(|suspect| {
            let is_first = places.first().is_some_and(|p| said(p).starts_with("suspect "));
            let name = if is_first { link(&suspect.name, 1) } else { plain(&suspect.name) };
            sentence(&format!("First suspect: {name}{}", words::suspicion(suspect)))
        })),
    }
    if let Some(last) = class.last.as_ref().filter(|_| change.is_none()) {
        sentences.push(format!("The last step takes {}.", plain(last)));
    }
    let facts = [words::last_choice(inquiry, class), words::enough(inquiry, class), words::nearest(inquiry, class)];
    sentences.extend(facts.into_iter().flatten());
    sentences.push(words::kind(inquiry, class));
    sentences.extend(words::since(property, class).map(|(_, words)| words));
    sentences.join(" ")
}

fn said(place: &Location) -> &str {
    place.message.as_ref().map_or("", |m| m.text.as_str())
}

/// What the standard has no word for.
fn bag(property: &Property, inquiry: &Inquiry, class: &Class) -> Value {
    let sets = inquiry.fix_sets().iter().take(MOST_SETS);
    let sets: Vec<Value> = sets.map(|s| json!({ "elements": s.names, "preserved": s.preserved })).collect();
    let suspects: Vec<&str> = inquiry.suspects().iter().take(MOST_SUSPECTS).map(|s| s.name.as_str()).collect();
    let mut bag = json!({
        "verdict": "violated",
        "class": class.id,
        "key": class.key,
        "level": inquiry.level,
        "length": class.length,
        "suspects": suspects,
        "fixSets": sets,
    });
    if let (Some((word, _)), Some(fields)) = (words::since(property, class), bag.as_object_mut()) {
        fields.insert("since".to_owned(), json!(word));
    }
    bag
}
