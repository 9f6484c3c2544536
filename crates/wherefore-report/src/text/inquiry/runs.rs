//! Representatives: the run of a class, and the line of the model that let it through.

use super::{Focus, Page, choices, explanation, flow, minimal, portrait, quote, stayed_out, tree};
use crate::document::{Class, Inquiry, Property};
use crate::text::fit::{shorten_middle, shorten_words, visible, width, wrap};
use crate::text::paint::Ink;
use crate::text::trace::{Limit, excerpt};
use crate::text::{Options, steps, trace};
use std::collections::BTreeSet;

/// Runs in an overview, and the lines of each.
const MOST_RUNS: usize = 3;
const MOST_LINES: usize = 24;

/// In an overview the first run for each last transition, of an LTS for each kind of choice, of a program for each set of
/// inputs that act, as far as there is room; otherwise the runs of all classes.
pub fn some(page: &Page<'_>, property: &Property, inquiry: &Inquiry) -> Vec<String> {
    let all = 0..inquiry.classes.len();
    if page.focus == Focus::Everything {
        return all.map(|i| run(page, property, inquiry, i, &[])).collect();
    }
    let mut seen = BTreeSet::new();
    let shown: Vec<usize> = all.filter(|i| seen.insert(sort(inquiry, *i))).take(MOST_RUNS).collect();
    let draw = |(place, index): (usize, &usize)| run(page, property, inquiry, *index, &shown[..place]);
    shown.iter().enumerate().map(draw).collect()
}

/// Sort of a class: the first runs to be shown should be of different sorts.
fn sort(inquiry: &Inquiry, index: usize) -> Option<&String> {
    let class = &inquiry.classes[index];
    let by_path = inquiry.lts.is_some() || class.explanation.flow.is_some();
    if by_path { class.path.first() } else { class.last.as_ref() }
}

/// One class with everything that is known about it.
pub fn whole(page: &Page<'_>, property: &Property, inquiry: &Inquiry, index: usize) -> String {
    let class = &inquiry.classes[index];
    let name = format!("{}: class {}", visible(&property.name), index + 1);
    let (key, facts) = (visible(&class.key), tree::facts(inquiry, class));
    let shown = if class.explanation.flow.is_some() { fitting(page, &name, &key, &facts) } else { key };
    let mut out = heading(page, &name, &shown, &facts) + &flow::key(page, class, &shown);
    details(inquiry, property, class).iter().for_each(|line| out.push_str(&page.paragraph("  ", line)));
    let options = Options { full_traces: true, ..*page.options };
    if inquiry.lts.is_some() {
        let lines = steps::excerpt(&class.trace, class.explanation.choice_points(), &options, trace::LIMIT);
        return out + &lines + &explanation::lines(page, inquiry, class) + &choices::tables(page, class, None, "");
    }
    out.push_str(&trace::lines(&class.trace, &options));
    out.push_str(&through(page, class));
    out.push_str(&stayed_out::lines(page, class, usize::MAX));
    out.push_str(&explanation::lines(page, inquiry, class));
    out + &minimal::lines(page, inquiry, class)
        + &choices::tables(page, class, None, "")
        + &flow::lines(page, class, "")
}

fn details(inquiry: &Inquiry, property: &Property, class: &Class) -> Vec<String> {
    let mut details = Vec::new();
    if let (Some(_), [kind, ..]) = (&inquiry.lts, class.path.as_slice()) {
        details.push(format!("kind {kind}: {}", portrait::kind_words(kind)));
    } else if !class.path.is_empty() {
        details.push(format!("at coarser levels: {}", class.path.join(", ")));
    }
    if let Some(id) = &class.derived_from {
        let origin = inquiry.classes.iter().position(|c| c.id == *id);
        let words = origin.map_or_else(|| id.clone(), |i| format!("class {} {}", i + 1, inquiry.classes[i].key));
        details.push(format!("derived from {words}: a detour to the same failure"));
    }
    let changes = property.since().and_then(|s| Some((&s.path, s.changes()?)));
    if let Some((path, changes)) = changes {
        let word = if changes.new.contains(&class.id) { "new" } else { "unchanged" };
        details.push(format!("{word} since {path}"));
    }
    details
}

/// The run of a class, below those of the classes `above`.
fn run(page: &Page<'_>, property: &Property, inquiry: &Inquiry, index: usize, above: &[usize]) -> String {
    let class = &inquiry.classes[index];
    let remedy = format!("--class {} shows all", index + 1);
    let limit = Limit { lines: MOST_LINES, remedy: &remedy };
    let name = format!("class {}", index + 1);
    let facts = tree::facts(inquiry, class);
    let key = fitting(page, &name, &visible(&class.key), &facts);
    let heading = heading(page, &name, &key, &facts);
    let is_full = page.focus == Focus::Everything;
    let missing = if is_full { explanation::missing(page, &class.explanation.missing) } else { String::new() };
    if inquiry.lts.is_none() {
        let lines = excerpt(&class.trace, page.options, limit) + &through(page, class);
        let told = match is_full {
            true => explanation::lines(page, inquiry, class),
            false => explanation::part(page, property, inquiry, class),
        };
        let cause = minimal::lines(page, inquiry, class);
        return heading + &lines + &told + &cause + &flow::lines(page, class, &remedy) + &missing;
    }
    let lines = if property.verdict.trace().is_some_and(|t| t.is_same_run(&class.trace)) {
        format!("  {}\n", page.paint.ink(Ink::Faint, "-- the run shown above"))
    } else {
        steps::excerpt(&class.trace, class.explanation.choice_points(), page.options, limit)
    };
    let seen = above.iter().copied().find(|i| inquiry.classes[*i].trace.is_same_run(&class.trace));
    heading + &lines + &choices::tables(page, class, seen, &remedy) + &missing
}

/// As much of a key as has room between name and facts.
fn fitting(page: &Page<'_>, name: &str, key: &str, facts: &str) -> String {
    shorten_middle(key, page.options.width.saturating_sub(width(name) + 3 + width(facts)).max(8))
}

fn heading(page: &Page<'_>, name: &str, key: &str, facts: &str) -> String {
    format!("{} {key}: {facts}\n", page.paint.ink(Ink::Strong, name))
}

/// Element that lets the last step through, as the model has it; if it takes nothing, what stays where it is.
pub(in crate::text) fn through(page: &Page<'_>, class: &Class) -> String {
    let Some(step) = &class.last_step else { return String::new() };
    let room = page.options.width.saturating_sub(5).max(12);
    let lines = wrap(&shorten_words(&visible(&step.text), room), room);
    let front = |i: usize| if i == 0 { "-- " } else { "   " };
    let line =
        |(i, line): (usize, &String)| format!("  {}\n", page.paint.ink(Ink::Faint, &(front(i).to_owned() + line)));
    lines.iter().enumerate().map(line).collect::<String>() + &quote::lines(page, &step.places(&class.guards), 2)
}
