//! The ways to fail, a sentence for each, and whether there are others.

use crate::document::{Certificate, Class, Completeness, Enumeration, Inquiry, Property, Since};
use crate::text::fit::{count, padded, shorten_middle, visible, width};
use crate::text::inquiry::{Page, flow, since, stopped};
use crate::text::paint::Ink;
use std::collections::BTreeMap;

/// Ways that are listed; of more, the first of each kind.
const MOST_WAYS: usize = 10;

/// That all ways are listed.
const NO_OTHER: &str = "there is no other";

/// The list of ways, under a line that says how many there are.
pub fn lines(page: &Page<'_>, property: &Property, inquiry: &Inquiry, is_named: bool) -> String {
    let name = if is_named { format!("{}: ", visible(&property.title())) } else { String::new() };
    let head = heading(page, &name, inquiry) + &since::line(page, property);
    if inquiry.undivided().is_some() {
        return head;
    }
    head + &list(page, property, inquiry)
}

/// How many ways there are, and whether these are all.
fn heading(page: &Page<'_>, name: &str, inquiry: &Inquiry) -> String {
    let Some(Enumeration { completeness, undivided, total, .. }) = &inquiry.enumeration else { return String::new() };
    let order = if is_shortest_first(&inquiry.classes) { ", shortest first" } else { "" };
    let number = count(inquiry.classes.len(), "way to fail", "ways to fail");
    let what = format!("{number}{order}");
    match (flow::status(inquiry), undivided, completeness) {
        (Some((words, _, rest)), ..) => {
            let head =
                page.paragraph("", &format!("{name}{what}; {words} {}", rest.first().map_or("", String::as_str)));
            head + &rest.iter().skip(1).map(|sentence| page.paragraph("  ", sentence)).collect::<String>()
        }
        (None, None, Completeness::Complete(proof)) => {
            let lines = page.paragraph("", &format!("{name}{what}; {NO_OTHER} ({})", proved(proof)));
            lines.replacen(NO_OTHER, &page.paint.ink(Ink::Good, NO_OTHER), 1)
        }
        (None, None, completeness) => page.completeness(name, &what, completeness, *total),
        (None, Some(why), Completeness::Stopped { cause, .. }) => {
            let rest = format!("failing runs are not told apart: {}", why.message);
            page.statement(name, "one failing run", (&stopped(cause), Ink::Unsure), &rest, &cause.advice())
        }
        (None, Some(why), _) => page.paragraph(name, &format!("failing runs are not told apart: {}", why.message)),
    }
}

/// That something is proved, and whether the proof was checked again.
fn proved(proof: &Certificate) -> String {
    match proof.recheck.by {
        Some(solver) => format!("proved, re-checked by {solver}"),
        None => "proved, not re-checked".to_owned(),
    }
}

fn is_shortest_first(classes: &[Class]) -> bool {
    classes.len() > 1 && classes.windows(2).all(|pair| pair[0].length <= pair[1].length)
}

/// The ways; of too many the first of each kind, with the number of others of its kind.
fn list(page: &Page<'_>, property: &Property, inquiry: &Inquiry) -> String {
    let classes = &inquiry.classes;
    let mut shown =
        if classes.len() <= MOST_WAYS { (0..classes.len()).map(|p| (p, 0)).collect() } else { kinds(classes) };
    let hidden: usize = shown.iter().skip(MOST_WAYS).map(|(_, others)| 1 + others).sum();
    shown.truncate(MOST_WAYS);
    let facts: Vec<String> = shown.iter().map(|(place, _)| facts(property, &classes[*place])).collect();
    let number = shown.iter().map(|(place, _)| (place + 1).to_string().len()).max().unwrap_or(1);
    let right = facts.iter().map(|f| width(f)).max().unwrap_or(0);
    let room = page.options.width.saturating_sub(number + right + 6).max(12);
    let titles: Vec<String> = shown.iter().map(|(p, _)| shorten_middle(&visible(&classes[*p].title), room)).collect();
    let column = titles.iter().map(|title| width(title)).max().unwrap_or(0);
    let mut out = String::new();
    for (((place, others), title), facts) in shown.iter().zip(&titles).zip(&facts) {
        let facts = page.paint.ink(Ink::Faint, facts);
        out.push_str(&format!("  {:>number$}  {}  {facts}\n", place + 1, padded(title, column)));
        out.push_str(&alike(page, &classes[*place], *others));
    }
    out.push_str(&page.rest(hidden, "way", "ways"));
    out
}

/// The first way of each kind, and how many others of its kind there are.
fn kinds(classes: &[Class]) -> Vec<(usize, usize)> {
    let mut kinds: BTreeMap<Option<&String>, Vec<usize>> = BTreeMap::new();
    classes.iter().enumerate().for_each(|(place, class)| kinds.entry(kind(class)).or_default().push(place));
    let mut firsts: Vec<(usize, usize)> =
        kinds.values().filter_map(|places| Some((*places.first()?, places.len() - 1))).collect();
    firsts.sort_unstable();
    firsts
}

/// The length of a way, and whether it is new.
fn facts(property: &Property, class: &Class) -> String {
    let steps = count(class.length as usize, "step", "steps");
    let is_new = property.since().and_then(Since::changes).is_some_and(|changes| changes.new.contains(&class.id));
    if is_new { format!("{steps}, new") } else { steps }
}

/// What ways have in common that are shown by one of them: the last transition, or the inputs that act.
fn kind(class: &Class) -> Option<&String> {
    let is_path = class.explanation.flow.is_none() && class.trace.loop_start.is_none();
    class.last.as_ref().filter(|_| is_path).or(class.path.first())
}

/// How many ways of the same kind are not listed.
fn alike(page: &Page<'_>, class: &Class, others: usize) -> String {
    let words = match (others, kind(class)) {
        (0, _) => return String::new(),
        (n, Some(kind)) if class.explanation.flow.is_some() => format!("and {n} more in which {} act", visible(kind)),
        (n, Some(kind)) if class.trace.loop_start.is_some() => format!("and {n} more {}", visible(kind)),
        (n, Some(kind)) => format!("and {n} more by {}", visible(kind)),
        (n, None) => format!("and {n} more"),
    };
    let words = shorten_middle(&words, page.options.width.saturating_sub(7).max(12));
    format!("       {}\n", page.paint.ink(Ink::Faint, &words))
}
