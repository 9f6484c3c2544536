//! Texts as enumerations.
//!
//! A class of texts holds what is assigned to or compared with one another. Its enumeration are the constants in the class,
//! in the order of the document; that of `_event.name` begins with the names of all events. If an item of the class is
//! declared, its values are the enumeration, and a constant that is not among them is a mistake. Where a value may be missing,
//! the empty text is in the enumeration.
//!
//! A choice of the environment can also be a text that the chart does not mention. Such texts can only be distinguished by
//! comparing two places that hold one, so as many stand-ins for them are enough as there are places:
//!
//! ```text
//! a == 'x'             a: '', 'x', '(another text)'
//! a == 'x' || a == b   a, b: '', 'x', '(another text)', '(another text 2)'
//! ```

use super::super::codes;
use super::check::Check;
use super::kinds::{Kind, Node};
use super::starts_open;
use super::uses::Slot;
use indexmap::IndexSet;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::nearest;

use super::super::chart::{Chart, Type};

/// The most texts in one enumeration.
const LARGEST: usize = 4096;
/// The most stand-ins for texts that the chart does not mention.
const MOST_OTHERS: usize = 8;

/// Content of a class of texts.
#[derive(Default)]
struct Class<'a> {
    constants: Vec<(&'a str, Span)>,
    declared: Vec<(Slot, &'a [String])>,
    events: bool,
    /// A value may be missing.
    open: bool,
    /// The slot, if any, that the environment chooses.
    chosen: Option<Slot>,
    /// How many values of the class there are at one time.
    places: usize,
    /// Two values of it are compared, neither of which is written there.
    compared: bool,
}

/// The enumeration of each class of texts, by the node that stands for it.
pub(super) fn enumerations(check: &mut Check<'_>) -> BTreeMap<Node, Vec<String>> {
    let classes = classes(check);
    classes.into_iter().map(|(node, class)| (node, enumeration(check, &class))).collect()
}

fn classes<'a>(check: &Check<'a>) -> BTreeMap<Node, Class<'a>> {
    let mut classes: BTreeMap<Node, Class<'a>> = BTreeMap::new();
    classes.entry(check.kinds.find(check.event)).or_default().events = true;
    for (node, text, span) in &check.constants {
        classes.entry(check.kinds.find(*node)).or_default().constants.push((text, *span));
    }
    for slot in Slot::all(check.chart) {
        let leaf = check.kinds.leaf(check.slots[slot.index(check.chart)]);
        if check.kinds.kind(leaf) == Kind::Text {
            let class = classes.entry(leaf).or_default();
            class.places += places(check, slot);
            match declared_values(check.chart, slot) {
                Some(values) => class.declared.push((slot, values)),
                None => {
                    class.open |= starts_open(check.chart, slot);
                    class.chosen = class.chosen.or(Some(slot).filter(|s| check.chosen[s.index(check.chart)]));
                }
            }
        }
    }
    // A field has values also in the events that wait.
    let sent = check.chart.sends.iter().flat_map(|s| &s.params);
    for (field, _) in sent.chain(check.chart.states.iter().flat_map(|s| &s.done)) {
        let node = check.kinds.find(check.slots[Slot::Field(*field).index(check.chart)]);
        classes.entry(node).and_modify(|class| class.places += 1);
    }
    for node in &check.compared {
        classes.entry(check.kinds.find(*node)).and_modify(|class| class.compared = true);
    }
    classes
}

/// How many values a slot has at one time: an array has those of its elements.
fn places(check: &Check<'_>, slot: Slot) -> usize {
    match check.kinds.kind(check.slots[slot.index(check.chart)]) {
        Kind::Array(_, length) => length.unwrap_or(1).min(LARGEST),
        _ => 1,
    }
}

fn declared_values(chart: &Chart, slot: Slot) -> Option<&[String]> {
    let mut ty = slot.declared(chart)?;
    while let Type::Array(element, _) = ty {
        ty = element;
    }
    match ty {
        Type::Enum(values) => Some(values),
        _ => None,
    }
}

fn enumeration(check: &mut Check<'_>, class: &Class<'_>) -> Vec<String> {
    if let Some((slot, values)) = class.declared.first() {
        agree(check, class, *slot, values);
        return values.to_vec();
    }
    let mut constants = class.constants.clone();
    constants.sort_by_key(|(_, span)| span.start);
    let names = check.chart.events.iter().map(String::as_str).filter(|_| class.events);
    let mut texts: IndexSet<String> = names.chain(constants.iter().map(|(text, _)| *text)).map(str::to_owned).collect();
    if class.open || texts.is_empty() {
        let place = texts.insert_full(String::new()).0;
        texts.move_index(place, 0);
    }
    if let Some(slot) = class.chosen {
        others(check, class, slot, &mut texts);
    }
    if texts.len() > LARGEST && !class.events {
        let headline = format!("{} texts in one enumeration, where at most {LARGEST} are allowed", texts.len());
        let span = constants.last().map(|(_, span)| *span).unwrap_or_default();
        check.reporter.push(Diagnostic::at(codes::TYPE_SIZE, span, headline, "one too many"));
    }
    texts.into_iter().collect()
}

/// Adds the stand-ins for texts that the chart does not mention.
fn others(check: &mut Check<'_>, class: &Class<'_>, slot: Slot, texts: &mut IndexSet<String>) {
    let count = if class.compared { class.places } else { 1 };
    if count > MOST_OTHERS {
        let name = slot.name(check.chart);
        let headline = format!("`{name}` is any text, and is compared with too many others");
        let label = format!("{count} values meet here, where at most {MOST_OTHERS} are allowed");
        let diagnostic = Diagnostic::at(codes::TYPE_SIZE, slot.span(check.chart), headline, label);
        check.reporter.push(diagnostic.help("declare its values, as in wf:values=\"eco boost off\""));
    }
    for number in 1..=count.min(MOST_OTHERS) {
        let mut name = if number == 1 { "(another text)".to_owned() } else { format!("(another text {number})") };
        while !texts.insert(name.clone()) {
            name.push('\'');
        }
    }
}

/// Everything in a class with a declared item must be among its values.
fn agree(check: &mut Check<'_>, class: &Class<'_>, slot: Slot, values: &[String]) {
    let name = slot.name(check.chart);
    let place = slot.span(check.chart);
    let here = format!("`{name}` has the values {}", listed(values));
    for (text, span) in &class.constants {
        if !values.iter().any(|v| v == text) {
            let headline = format!("`{text}` is not a value of `{name}`");
            let diagnostic = Diagnostic::at(codes::TYPE_CLASH, *span, headline, "not among the declared values");
            let diagnostic = diagnostic.label(place, here.clone());
            check.reporter.push(match nearest(text, values.iter().map(String::as_str)) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic,
            });
        }
    }
    for (other, theirs) in &class.declared[1..] {
        if theirs.len() != values.len() || !theirs.iter().all(|v| values.contains(v)) {
            let headline = format!("`{name}` and `{}` meet but have different values", other.name(check.chart));
            let there = format!("the values here are {}", listed(theirs));
            let diagnostic = Diagnostic::at(codes::TYPE_CLASH, other.span(check.chart), headline, there);
            check.reporter.push(diagnostic.label(place, here.clone()));
        }
    }
    let stranger = check.chart.events.iter().find(|e| class.events && !values.contains(e));
    if let Some(event) = stranger {
        let headline = format!("`{name}` meets the name of an event, and `{event}` is not one of its values");
        let diagnostic = Diagnostic::at(codes::TYPE_CLASH, place, headline, here);
        check.reporter.push(diagnostic.help("leave its values undeclared: they are found from its uses"));
    }
}

/// A few texts as a list.
pub(super) fn listed(values: &[String]) -> String {
    let shown = |v: &String| if v.is_empty() { "the empty text".to_owned() } else { format!("`{v}`") };
    let first: Vec<String> = values.iter().take(6).map(shown).collect();
    let more = values.len().saturating_sub(6);
    if more == 0 { first.join(", ") } else { format!("{} and {more} more", first.join(", ")) }
}
