//! Results of properties: one for each class of a violated one, one for each that has no classes or no answer.
//!
//! | verdict | kind, level | why |
//! |---|---|---|
//! | violated | fail, error | |
//! | vacuous | fail, warning | it is true, but has to be looked at, and viewers that mark lines mark failures |
//! | undetermined | open, none | the standard's word for no answer, and it allows no other level with it |
//! | holds | no result | code scanning shows a result of whatever kind as a problem; the run's properties list it |
//!
//! A class is marked where something can be changed: at the guard that let its last step through, at the contract whose
//! change closes the gap, at the first suspect. Only where there is nothing of that kind it is marked at the property.
//!
//! A run that was given is the first code flow of its class; if that is not listed, the run is a result like a class.

use super::flow::{self, Run, STATE};
use super::log::{CodeFlow, Finding, Location};
use super::words::{self, link, plain, sentence};
use super::{LogWriter, fingerprint, fix};
use crate::document::{Class, Command, Inquiry, Place, Property, Suspect, TOGETHER, Trace, Verdict, span};
use crate::text::fit::{count, shorten, visible};
use crate::text::{given_cut, unit};
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
pub fn results(writer: &mut LogWriter<'_>, property: &Property) -> Vec<Finding> {
    match &property.verdict {
        Verdict::Holds(_) => Vec::new(),
        Verdict::Vacuous(vacuity) => {
            let more = vacuity.stronger.as_ref().map(|s| format!(" {}.", plain(&s.words()))).unwrap_or_default();
            let (title, reason) = (plain(&property.title()), plain(&vacuity.reason));
            let words = format!("{title} is true and says nothing: {reason}.{more}");
            vec![plainly(writer, property, ("fail", "warning"), words, span(&vacuity.span))]
        }
        Verdict::Undetermined(cause) => {
            vec![plainly(writer, property, ("open", "none"), words::open(&property.title(), cause), None)]
        }
        Verdict::Violated(trace) => {
            let mut all = violations(writer, property, trace);
            all.iter_mut().for_each(|found| found.fixes = fix::of_property(writer, &property.name));
            all
        }
    }
}

/// One for each class, and before them one for a run that was given and is of none of these, because it was asked about.
fn violations(writer: &mut LogWriter<'_>, property: &Property, trace: &Trace) -> Vec<Finding> {
    let Some(inquiry) = property.inquiry() else { return vec![violated(writer, property, trace)] };
    let mut all = Vec::new();
    match &inquiry.given {
        Some(given) if inquiry.of_given().is_empty() => all.push(of_class(writer, property, inquiry, &given.run)),
        None if property.given || inquiry.classes.is_empty() => all.push(violated(writer, property, trace)),
        _ => {}
    }
    all.extend(inquiry.classes.iter().map(|class| of_class(writer, property, inquiry, class)));
    all
}

/// A result that is said in one sentence, at this place or at the property.
fn plainly(
    writer: &mut LogWriter<'_>,
    property: &Property,
    kind: (&'static str, &'static str),
    words: String,
    span: Option<Span>,
) -> Finding {
    let rule = writer.rules.property(property, &writer.names.label(property));
    let place = span.and_then(|s| writer.places.at(s)).unwrap_or_else(|| writer.places.of_property(property));
    let mut found = writer.finding(rule, kind, words, place.named(&property.name));
    found.partial_fingerprints = fingerprint::of(fingerprint::PROPERTY, &[writer.names.of(property)]);
    found.properties = json!({ "verdict": property.verdict.word() });
    found
}

/// A violated property of which only a run is known.
fn violated(writer: &mut LogWriter<'_>, property: &Property, trace: &Trace) -> Finding {
    let text = plain(&shorten(&visible(&property.text), 300));
    let last = trace.rows.iter().rev().find(|row| !row.places.is_empty());
    let place = last.and_then(|row| row.places.first().copied());
    let by = last
        .and_then(|row| row.element.as_ref())
        .map_or_else(String::new, |e| format!(" The last step takes {}.", plain(e)));
    let steps = count(trace.ticks().saturating_sub(1), "step", "steps");
    let again = if trace.loop_start.is_some() { " and a loop" } else { "" };
    let more = match writer.report.command {
        Command::Check => " `wherefore why` lists every way in which it breaks.",
        _ => "",
    };
    let (title, run) = (plain(&property.title()), if property.given { "the given run" } else { "a run" });
    let words = format!("{title} is violated by {run} of {steps}{again}: `{text}` is not true of it.{by}{more}");
    let mut found = plainly(writer, property, ("fail", "error"), words, place);
    let elsewhere = writer.places.of_property(property);
    found.related_locations =
        related(writer, &found.locations, vec![(span(&property.span), "the property".to_owned())]);
    let what = if property.given { "the given run" } else { "a run that breaks the property" };
    let run = Run { trace, told: None, unit: STATE, at_events: false, elsewhere };
    found.code_flows = vec![flow::one(&writer.places, &run, what)];
    found
}

/// One way in which a property breaks.
fn of_class(writer: &mut LogWriter<'_>, property: &Property, inquiry: &Inquiry, class: &Class) -> Finding {
    let location = spot(writer, property, inquiry, class);
    let places = related(writer, std::slice::from_ref(&location), seen(property, inquiry, class));
    let words = message(property, inquiry, class, &places);
    let mut found = plainly(writer, property, ("fail", "error"), words, None);
    found.code_flows = flows(writer, property, inquiry, class);
    found.locations = vec![location];
    found.related_locations = places;
    found.partial_fingerprints = fingerprints(writer, property, inquiry, class);
    found.properties = bag(property, inquiry, class);
    found
}

/// The runs of a class: the given one first, if it belongs there, and then a shortest one, unless it is the same.
fn flows(writer: &LogWriter<'_>, property: &Property, inquiry: &Inquiry, class: &Class) -> Vec<CodeFlow> {
    let given = inquiry.given_of(class).map(|given| {
        let cut = property.verdict.trace().map_or_else(String::new, |whole| given_cut(whole, &given.run.trace));
        (&given.run, format!("the given run{cut}"))
    });
    let is_other = inquiry.given_of(class).is_none_or(|given| !given.is_run_of(class));
    let article = if class.trace.shortest { "a shortest" } else { "a" };
    let own = is_other.then(|| (class, format!("{article} run of the class {}", visible(&class.key))));
    let flow = |(of, what): (&Class, String)| {
        let run = Run {
            trace: &of.trace,
            told: Some(&of.explanation),
            unit: unit(inquiry, of),
            // In a machine events stand at declarations, which say less than the property.
            at_events: inquiry.contract.is_some() || unit(inquiry, of) != STATE,
            elsewhere: writer.places.of_property(property),
        };
        flow::one(&writer.places, &run, &what)
    };
    given.into_iter().chain(own).map(flow).collect()
}

fn fingerprints(
    writer: &LogWriter<'_>,
    property: &Property,
    inquiry: &Inquiry,
    class: &Class,
) -> BTreeMap<&'static str, String> {
    // Only transitions of machines are called by their lines.
    let is_machine = inquiry.lts.is_none() && inquiry.contract.is_none() && class.explanation.flow.is_none();
    let model = writer.report.sources.get(FileId(0)).filter(|_| is_machine);
    let identity = fingerprint::identity(&class.id, &class.key, model);
    fingerprint::of(fingerprint::CLASS, &[writer.names.of(property), inquiry.level(), &identity])
}

/// Places where something can be changed.
fn spot(writer: &LogWriter<'_>, property: &Property, inquiry: &Inquiry, class: &Class) -> Location {
    let edits = inquiry.contract.iter().filter_map(|d| d.failure.as_ref()).flat_map(|f| &f.edits);
    let edits = edits.map(|e| (span(&e.span), e.target.as_str(), "a change here closes the gap"));
    let last = class.last_step.as_ref().map_or_else(String::new, |s| s.through.join(TOGETHER));
    let guards = class.guards.iter().map(|place| (Some(place.span), last.as_str(), "lets the last step through"));
    let suspects = inquiry.suspects.iter().map(|s| (span(&s.span), s.name.as_str(), "the first suspect"));
    let stays = class.last_step.iter().flat_map(|s| &s.stays);
    let stays =
        stays.map(|s| (span(&s.span), s.region.as_str(), "executed in the last step, which takes no transition"));
    let mut all = edits.chain(guards).chain(stays).chain(suspects);
    match all.find_map(|(span, name, words)| Some((writer.places.at(span?)?, name, words))) {
        Some((place, "", words)) => place.saying(words),
        Some((place, name, words)) => place.named(name).saying(format!("{}: {words}", visible(name))),
        None => writer.places.of_property(property).named(&property.name),
    }
}

/// Further places to look at: the suspects first, because the message names the first of them.
fn seen(property: &Property, inquiry: &Inquiry, class: &Class) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    for suspect in inquiry.suspects.iter().take(MOST_SUSPECTS) {
        let (leads, reasons) = (words::leads(suspect), words::reasons(suspect, 1));
        let words = format!("suspect {}: {}{leads}{reasons}", suspect.rank, visible(&suspect.name));
        seen.push((span(&suspect.span), words));
    }
    seen.push((span(&property.span), "the property".to_owned()));
    let parts = class.explanation.failed.as_ref().map_or(&[][..], |f| &f.parts);
    seen.extend(parts.first().map(|part| (span(&part.span), "the part of the property that fails".to_owned())));
    seen.extend(parts.last().map(|part| (span(&part.span), "what fails in it".to_owned())));
    let guards = class.guards.iter().map(|place| (Some(place.span), "lets the last step through".to_owned()));
    seen.extend(guards);
    let failures = inquiry.contract.iter().filter_map(|d| d.failure.as_ref());
    seen.extend(failures.flat_map(|f| &f.edits).map(|e| (span(&e.span), e.words.clone())));
    // In a machine events stand at declarations, which say nothing; in a program at the equations that the failure came through.
    let happened = class.explanation.events().iter().rev().filter(|_| class.explanation.flow.is_some());
    let unit = unit(inquiry, class);
    seen.extend(happened.map(|e| {
        let words = format!("{} at {unit} {}: {}", visible(&e.name), u64::from(e.tick) + 1, visible(&e.comment));
        (span(&e.span), words)
    }));
    seen
}

/// Places with numbers, each once. The place that is marked is named again only if something else is said about it.
fn related(writer: &LogWriter<'_>, marked: &[Location], seen: Vec<Seen>) -> Vec<Location> {
    let mut places: Vec<Location> = Vec::new();
    for (place, words) in seen.into_iter().filter_map(|(span, words)| Some((writer.places.at(span?)?, words))) {
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
    sentences.extend(words::witness(inquiry, class));
    let change = inquiry.contract.iter().filter_map(|d| d.failure.as_ref()).find_map(|f| f.edits.first());
    match change {
        Some(edit) => sentences.push(sentence(&plain(&shorten(&visible(&edit.words), 400)))),
        None => sentences.extend(blame(inquiry, class, places)),
    }
    let last = words::last_choice(inquiry, class).filter(|_| change.is_none());
    let facts = [last, words::enough(inquiry, class), words::nearest(inquiry, class)];
    sentences.extend(facts.into_iter().flatten());
    sentences.push(words::kind(inquiry, class));
    sentences.extend(words::given(inquiry, class));
    sentences.extend(words::since(property, class).map(|(_, words)| words));
    sentences.join(" ")
}

/// The element that let the last step through, with what speaks against it, and the first suspect if that is another
/// one.
fn blame(inquiry: &Inquiry, class: &Class, places: &[Location]) -> Vec<String> {
    let first = inquiry.suspects.first();
    let step = class.last_step.as_ref();
    let last = step.map_or_else(String::new, |s| s.through.join(TOGETHER));
    let own = own(&inquiry.suspects, &last, &class.guards).filter(|_| !last.is_empty());
    let mut sentences = Vec::new();
    match own {
        Some(own) => {
            let place = if own.rank == 1 { "the first suspect".to_owned() } else { format!("suspect {}", own.rank) };
            let (name, leads) = (plain(&own.name), words::leads(own));
            let who = if own.name == last {
                format!("{name}{leads}, {place}")
            } else {
                format!("{}; {name}{leads} is {place}", plain(&last))
            };
            let reasons = words::reasons(own, 3);
            sentences.push(sentence(&format!("The last step is let through by {who}{reasons}")));
        }
        None if !last.is_empty() => sentences.push(format!("The last step takes {}.", plain(&last))),
        None => sentences.extend(step.map(|s| sentence(&plain(&capital(&s.text))))),
    }
    if let Some(suspect) = first.filter(|first| own.is_none_or(|own| own.name != first.name && own.rank > 1)) {
        let is_linked = places.first().is_some_and(|p| said(p).starts_with("suspect "));
        let name = if is_linked { link(&suspect.name, 1) } else { plain(&suspect.name) };
        sentences.push(sentence(&format!(
            "First suspect: {name}{}{}",
            words::leads(suspect),
            words::reasons(suspect, 1)
        )));
    }
    sentences
}

/// A clause as the beginning of a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The suspect that was taken last, or that one of those is which were taken together: the one of that name; else the rule that
/// it is a case of, as `t1` is of `t1@a->b`; else one that is written at its guard. The branches of one arm are written at one
/// place too, so that another case of the same rule is never meant.
fn own<'a>(suspects: &'a [Suspect], last: &str, guards: &[Place]) -> Option<&'a Suspect> {
    let taken: Vec<&str> = last.split(TOGETHER).collect();
    let is_case =
        |name: &str, of: &str| name.strip_prefix(of).is_some_and(|n| n.starts_with('@') || n.starts_with("->"));
    let is_there = |s: &&Suspect| s.span.as_ref().is_some_and(|place| guards.contains(place));
    let is_other = |s: &&Suspect| taken.iter().all(|name| rule(name) != rule(&s.name));
    let named = suspects.iter().find(|s| taken.contains(&s.name.as_str()));
    let of_rule = || suspects.iter().find(|s| taken.iter().any(|name| is_case(name, &s.name)));
    named.or_else(of_rule).or_else(|| suspects.iter().find(|s| is_there(s) && is_other(s)))
}

/// The name of a transition without what distinguishes it from others of the same rule: `t1` of `t1@a->b` and of
/// `t1#2`.
fn rule(name: &str) -> &str {
    let end = name.find("->").into_iter().chain(name.find(['@', '#'])).min();
    &name[..end.unwrap_or(name.len())]
}

fn said(place: &Location) -> &str {
    place.message.as_ref().map_or("", |m| m.text.as_str())
}

/// Extensions of the standard.
fn bag(property: &Property, inquiry: &Inquiry, class: &Class) -> Value {
    let sets = inquiry.fix_sets.iter().take(MOST_SETS);
    let sets: Vec<Value> = sets.map(|s| json!({ "elements": s.names, "preserved": s.preserved })).collect();
    let suspects: Vec<&str> = inquiry.suspects.iter().take(MOST_SUSPECTS).map(|s| s.name.as_str()).collect();
    let mut bag = json!({
        "verdict": "violated",
        "class": class.id,
        "key": class.key,
        "level": inquiry.level(),
        "length": class.length,
        "suspects": suspects,
        "fixSets": sets,
    });
    let Some(fields) = bag.as_object_mut() else { return bag };
    if let Some((word, _)) = words::since(property, class) {
        fields.insert("since".to_owned(), json!(word));
    }
    if inquiry.given_of(class).is_some() {
        fields.insert("given".to_owned(), json!(true));
    }
    bag
}
