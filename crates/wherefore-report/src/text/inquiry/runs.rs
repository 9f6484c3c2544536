//! Representatives: the run of a class, and the line of the model that let it through.

use super::{Focus, Page, quote, tree};
use crate::text::fit::{shorten_middle, visible, width};
use crate::text::paint::Ink;
use crate::text::trace::{Limit, excerpt};
use crate::text::{Options, trace};
use crate::view::{Class, Inquiry, Property};
use std::collections::BTreeSet;

/// Runs in an overview, and the lines of each.
const MOST_RUNS: usize = 3;
const MOST_LINES: usize = 24;

/// In an overview the first run for each last transition, as far as there is room; otherwise the runs of all classes.
pub fn some(page: &Page<'_>, inquiry: &Inquiry) -> Vec<String> {
    let all = 0..inquiry.classes.len();
    if page.focus == Focus::Everything {
        return all.map(|i| run(page, inquiry, i)).collect();
    }
    let mut seen = BTreeSet::new();
    let shown: Vec<usize> = all.filter(|i| seen.insert(&inquiry.classes[*i].last)).take(MOST_RUNS).collect();
    let mut parts: Vec<String> = shown.iter().map(|i| run(page, inquiry, *i)).collect();
    if shown.len() < inquiry.classes.len() {
        let text = "--class ID shows another class: by its number, id or key";
        parts.push(page.paint.ink(Ink::Faint, text) + "\n");
    }
    parts
}

/// One class with everything that is known about it.
pub fn whole(page: &Page<'_>, property: &Property, inquiry: &Inquiry, index: usize) -> String {
    let class = &inquiry.classes[index];
    let name = format!("{}: class {}", visible(&property.name), index + 1);
    let mut out = heading(page, &name, &visible(&class.key), class);
    details(inquiry, property, class).iter().for_each(|line| out.push_str(&page.paragraph("  ", line)));
    let options = Options { full_traces: true, ..*page.options };
    out.push_str(&trace::lines(&class.trace, &options));
    out + &through(page, class)
}

fn details(inquiry: &Inquiry, property: &Property, class: &Class) -> Vec<String> {
    let mut details = Vec::new();
    if !class.path.is_empty() {
        details.push(format!("at coarser levels: {}", class.path.join(", ")));
    }
    if let Some(id) = &class.derived_from {
        let origin = inquiry.classes.iter().position(|c| c.id == *id);
        let words = origin.map_or_else(|| id.clone(), |i| format!("class {} {}", i + 1, inquiry.classes[i].key));
        details.push(format!("derived from {words}: a detour to the same failure"));
    }
    let changes = property.since.as_ref().and_then(|s| Some((&s.path, s.changes.as_ref()?)));
    if let Some((path, changes)) = changes {
        let word = if changes.new.contains(&class.id) { "new" } else { "unchanged" };
        details.push(format!("{word} since {path}"));
    }
    details
}

fn run(page: &Page<'_>, inquiry: &Inquiry, index: usize) -> String {
    let class = &inquiry.classes[index];
    let remedy = format!("--class {} shows all", index + 1);
    let lines = excerpt(&class.trace, page.options, Limit { lines: MOST_LINES, remedy: &remedy });
    let name = format!("class {}", index + 1);
    let room = page.options.width.saturating_sub(width(&name) + 3 + width(&tree::facts(class))).max(8);
    let key = shorten_middle(&visible(&class.key), room);
    heading(page, &name, &key, class) + &lines + &through(page, class)
}

fn heading(page: &Page<'_>, name: &str, key: &str, class: &Class) -> String {
    format!("{} {key}: {}\n", page.paint.ink(Ink::Strong, name), tree::facts(class))
}

/// The guard of the last transition, as the model has it.
fn through(page: &Page<'_>, class: &Class) -> String {
    let Some(last) = class.last.as_ref().filter(|_| !class.guards.is_empty()) else { return String::new() };
    let text = page.paint.ink(Ink::Faint, &format!("-- let through by {}", visible(last)));
    format!("  {text}\n{}", quote::lines(page, &class.guards, 2))
}
