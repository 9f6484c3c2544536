//! The ways to fail, a sentence for each, and whether there are others.

use crate::document::{Certificate, Class, Completeness, Enumeration, Inquiry, Property, Since};
use crate::text::fit::{count, padded, shorten_middle, visible, width};
use crate::text::inquiry::{Page, flow, since, stopped};
use crate::text::paint::Ink;
use std::collections::BTreeMap;

/// Ways that are listed; of more, the first of each kind.
const MOST_WAYS: usize = 10;

/// Words for a list that is proved to have all ways.
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
    let apart = inquiry.told_apart_by().map_or_else(String::new, |what| format!(", told apart by {what}"));
    let what = format!("{number}{order}{apart}");
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

/// A proof in words, and whether it was checked again.
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
    let instances = groups(classes, |class| Some(without_instances(&class.key)));
    let mut shown: Vec<Row> = match instances.len() {
        0..=MOST_WAYS => instances.into_iter().map(|(place, others)| Row { place, others, by_kind: false }).collect(),
        _ => groups(classes, |class| kind(class).map(|kind| without_instances(kind)))
            .into_iter()
            .map(|(place, others)| Row { place, others, by_kind: true })
            .collect(),
    };
    let hidden: usize = shown.iter().skip(MOST_WAYS).map(|row| 1 + row.others).sum();
    shown.truncate(MOST_WAYS);
    let facts: Vec<String> = shown.iter().map(|row| facts(property, &classes[row.place])).collect();
    let number = shown.iter().map(|row| (row.place + 1).to_string().len()).max().unwrap_or(1);
    let right = facts.iter().map(|f| width(f)).max().unwrap_or(0);
    let room = page.options.width.saturating_sub(number + right + 6).max(12);
    let titles: Vec<String> =
        shown.iter().map(|row| shorten_middle(&visible(&classes[row.place].title), room)).collect();
    let column = titles.iter().map(|title| width(title)).max().unwrap_or(0);
    let mut out = String::new();
    for ((row, title), facts) in shown.iter().zip(&titles).zip(&facts) {
        let facts = page.paint.ink(Ink::Faint, facts);
        out.push_str(&format!("  {:>number$}  {}  {facts}\n", row.place + 1, padded(title, column)));
        out.push_str(&alike(page, &classes[row.place], row));
    }
    out.push_str(&page.rest(hidden, "way", "ways"));
    out
}

/// A way that is listed, and how many others it stands for.
struct Row {
    place: usize,
    others: usize,
    /// Whether the others are of the same kind; otherwise they differ in instances alone.
    by_kind: bool,
}

/// The first way of each group, and how many others the group has.
fn groups(classes: &[Class], of: impl Fn(&Class) -> Option<String>) -> Vec<(usize, usize)> {
    let mut groups: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    classes.iter().enumerate().for_each(|(place, class)| groups.entry(of(class)).or_default().push(place));
    let mut firsts: Vec<(usize, usize)> =
        groups.values().filter_map(|places| Some((*places.first()?, places.len() - 1))).collect();
    firsts.sort_unstable();
    firsts
}

/// A key without the numbers of instances: `e1.ack & e2.ack` and `e1.ack & e3.ack` are the same up to these.
fn without_instances(key: &str) -> String {
    let mut out = String::new();
    for (place, part) in key.split('.').enumerate() {
        if place > 0 {
            let name = out.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let is_numbered =
                name < out.len() && out[..name].ends_with(|c: char| c.is_alphabetic() || "_-".contains(c));
            if is_numbered {
                out.truncate(name);
                out.push('#');
            }
            out.push('.');
        }
        out.push_str(part);
    }
    out
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

/// How many ways are not listed for which a listed one stands.
fn alike(page: &Page<'_>, class: &Class, row: &Row) -> String {
    let words = match (row.others, kind(class)) {
        (0, _) => return String::new(),
        (n, _) if !row.by_kind => format!("and {n} more, the same of other instances"),
        (n, Some(kind)) if class.explanation.flow.is_some() => format!("and {n} more in which {} act", visible(kind)),
        (n, Some(kind)) if class.trace.loop_start.is_some() => format!("and {n} more {}", visible(kind)),
        (n, Some(kind)) => format!("and {n} more by {}", visible(kind)),
        (n, None) => format!("and {n} more"),
    };
    let words = shorten_middle(&words, page.options.width.saturating_sub(7).max(12));
    format!("       {}\n", page.paint.ink(Ink::Faint, &words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_instances_are_left_out_and_no_others() {
        assert_eq!(without_instances("breaks !(e1.ack & e12.ack)"), "breaks !(e#.ack & e#.ack)");
        assert_eq!(without_instances("<t4,t5> | p0.line 21"), "<t4,t5> | p#.line 21");
        assert_eq!(without_instances("x > 1.5 & e-2.u.ack"), "x > 1.5 & e-#.u.ack");
    }
}
