//! The ways to fail, a sentence for each, and whether there are others.

use crate::document::{
    Certificate, Class, Coarser, CoarserWay, Completeness, Enumeration, Group, Inquiry, Property, Since,
};
use crate::text::fit::{count, padded, shorten_middle, visible, width};
use crate::text::inquiry::{Page, flow, since, stopped};
use crate::text::paint::Ink;
use std::collections::{BTreeMap, BTreeSet};

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
    if let Some(coarser) = &inquiry.coarser {
        return coarse_heading(page, name, inquiry, coarser);
    }
    if let Some(group) = inquiry.summary.as_ref().filter(|group| group.level == inquiry.level()) {
        return known_heading(page, name, inquiry, group);
    }
    let Some(Enumeration { completeness, undivided, total, .. }) = &inquiry.enumeration else { return String::new() };
    let order = if is_shortest_first(&inquiry.classes) { ", shortest first" } else { "" };
    let number = told_once(&inquiry.classes.iter().map(|class| orbit(inquiry, &class.id)).collect::<Vec<_>>());
    let apart = inquiry.told_apart_by().map_or_else(String::new, |what| format!(", told apart by {what}"));
    let what = format!("{number}{order}{apart}");
    match (flow::status(inquiry), undivided, completeness) {
        (Some((words, _, rest)), ..) => {
            let head =
                page.paragraph("", &format!("{name}{what}; {words} {}", rest.first().map_or("", String::as_str)));
            head + &rest.iter().skip(1).map(|sentence| page.paragraph("  ", sentence)).collect::<String>()
        }
        (None, None, Completeness::Complete(proof)) => complete(page, name, &what, proof),
        (None, None, completeness) => page.completeness(name, &what, completeness, *total),
        (None, Some(why), Completeness::Stopped { cause, .. }) => {
            let rest = format!("failing runs are not told apart: {}", why.message);
            page.statement(name, "one failing run", (&stopped(cause), Ink::Unsure), &rest, &cause.advice())
        }
        (None, Some(why), _) => page.paragraph(name, &format!("failing runs are not told apart: {}", why.message)),
    }
}

/// The group of classes that are the same of other instances that a class belongs to.
fn orbit(inquiry: &Inquiry, class: &str) -> Option<usize> {
    inquiry.alike.iter().position(|group| group.iter().any(|id| id == class))
}

/// How many ways there are; those that are the same of other instances count once.
fn told_once(orbits: &[Option<usize>]) -> String {
    let groups: BTreeSet<usize> = orbits.iter().flatten().copied().collect();
    let apart = groups.len() + orbits.iter().filter(|orbit| orbit.is_none()).count();
    let number = count(apart, "way to fail", "ways to fail");
    match apart == orbits.len() {
        true => number,
        false => format!("{number}, those of equal instances counted once ({} one by one)", orbits.len()),
    }
}

/// How many ways there are, and whether these are all, where there was no time to look for a run of each.
fn known_heading(page: &Page<'_>, name: &str, inquiry: &Inquiry, group: &Group) -> String {
    let number = count(group.keys.len(), "way to fail", "ways to fail");
    let what = format!("{number}, {} with a run", inquiry.classes.len());
    match &group.completeness {
        Completeness::Complete(proof) => complete(page, name, &what, proof),
        completeness => page.completeness(name, &what, completeness, None),
    }
}

/// A statement that there is no other way.
fn complete(page: &Page<'_>, name: &str, what: &str, proof: &Certificate) -> String {
    let lines = page.paragraph("", &format!("{name}{what}; {NO_OTHER} ({})", proved(proof)));
    lines.replacen(NO_OTHER, &page.paint.ink(Ink::Good, NO_OTHER), 1)
}

/// How many ways there are at a coarser level, whether these are all, and how many finer ones there are.
fn coarse_heading(page: &Page<'_>, name: &str, inquiry: &Inquiry, coarser: &Coarser) -> String {
    let number = told_once(&coarser.ways.iter().map(|way| coarse_orbit(inquiry, way)).collect::<Vec<_>>());
    let what = format!("{number}, told apart by {} (level {})", by_level(&coarser.level), coarser.level);
    let head = match &coarser.completeness {
        Completeness::Complete(proof) => complete(page, name, &what, proof),
        completeness => page.completeness(name, &what, completeness, None),
    };
    let is_whole = inquiry.enumeration.as_ref().is_some_and(|e| e.completeness.is_complete());
    let least = if is_whole { "" } else { "at least " };
    let finer = format!("{least}{} by {}", inquiry.classes.len(), by_level(inquiry.level()));
    head + &page.paragraph("  ", &format!("ways at other levels: {finer} (--level {})", inquiry.level()))
}

/// What tells failing runs of a state machine apart at a level.
fn by_level(level: &str) -> &'static str {
    match level {
        "4" => "last state",
        "3" => "first and last state",
        "2" => "last transition",
        _ => "path",
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
    if let Some(coarser) = &inquiry.coarser {
        return coarse_list(page, inquiry, coarser);
    }
    let classes = &inquiry.classes;
    let orbit = |class: &Class| orbit(inquiry, &class.id);
    let form = |class: &Class| orbit(class).ok_or_else(|| without_numbers(&class.key));
    let forms = groups(classes, form);
    let mut shown: Vec<Row> = match forms.len() {
        0..=MOST_WAYS => forms
            .into_iter()
            .map(|(place, others)| {
                let rest = if orbit(&classes[place]).is_some() { Rest::Instances } else { Rest::Numbers };
                Row { place, others, rest }
            })
            .collect(),
        _ => groups(classes, |class| kind(class).map(|kind| without_numbers(kind)))
            .into_iter()
            .map(|(place, others)| Row { place, others, rest: Rest::Kind })
            .collect(),
    };
    let hidden: usize = shown.iter().skip(MOST_WAYS).map(|row| 1 + row.others).sum();
    shown.truncate(MOST_WAYS);
    let lines = shown.iter().map(|row| Line {
        number: Some(row.place + 1),
        title: &classes[row.place].title,
        facts: facts(property, &classes[row.place]),
        below: alike(page, &classes[row.place], row),
    });
    table(page, &lines.collect::<Vec<_>>()) + &page.rest(hidden, "way", "ways")
}

/// The group that a way of a coarser level belongs to. What maps a class onto another one maps its way onto the way of the other.
fn coarse_orbit(inquiry: &Inquiry, way: &CoarserWay) -> Option<usize> {
    way.classes.iter().filter_map(|class| orbit(inquiry, class)).min()
}

/// The ways of a coarser level, each under the number of its first class; of those that are the same of other instances the first.
fn coarse_list<'a>(page: &Page<'_>, inquiry: &Inquiry, coarser: &'a Coarser) -> String {
    let place = |way: &CoarserWay| inquiry.classes.iter().position(|class| way.classes.first() == Some(&class.id));
    let orbits: Vec<Option<usize>> = coarser.ways.iter().map(|way| coarse_orbit(inquiry, way)).collect();
    let is_first = |place: &usize| orbits[*place].is_none_or(|own| !orbits[..*place].contains(&Some(own)));
    let firsts: Vec<usize> = (0..orbits.len()).filter(is_first).collect();
    let line = |number: &usize| {
        let way: &'a CoarserWay = &coarser.ways[*number];
        let others = orbits[*number].map_or(0, |own| orbits.iter().filter(|other| **other == Some(own)).count() - 1);
        let CoarserWay { title, length, classes, .. } = way;
        let steps = count(*length as usize, "step", "steps");
        let facts = match classes.len() {
            0 | 1 => steps,
            finer => format!("{steps}, {finer} by {}", by_level(inquiry.level())),
        };
        let below = if others > 0 { below(page, &same_of_others(others)) } else { String::new() };
        Line { number: place(way).map(|place| place + 1), title, facts, below }
    };
    let lines: Vec<Line<'_>> = firsts.iter().take(MOST_WAYS).map(line).collect();
    table(page, &lines) + &page.rest(firsts.len() - lines.len(), "way", "ways")
}

/// A line of the list of ways.
struct Line<'a> {
    /// The number by which its first class is asked for.
    number: Option<usize>,
    title: &'a str,
    facts: String,
    /// What stands below it.
    below: String,
}

/// Ways with their facts in a column.
fn table(page: &Page<'_>, lines: &[Line<'_>]) -> String {
    let number = |line: &Line<'_>| line.number.map_or("-".to_owned(), |number| number.to_string());
    let numbers = lines.iter().map(|line| number(line).len()).max().unwrap_or(1);
    let right = lines.iter().map(|line| width(&line.facts)).max().unwrap_or(0);
    let room = page.options.width.saturating_sub(numbers + right + 6).max(12);
    let titles: Vec<String> = lines.iter().map(|line| shorten_middle(&visible(line.title), room)).collect();
    let column = titles.iter().map(|title| width(title)).max().unwrap_or(0);
    let mut out = String::new();
    for (line, title) in lines.iter().zip(&titles) {
        let facts = page.paint.ink(Ink::Faint, &line.facts);
        out.push_str(&format!("  {:>numbers$}  {}  {facts}\n{}", number(line), padded(title, column), line.below));
    }
    out
}

/// A way that is listed, and how many others it stands for.
struct Row {
    place: usize,
    others: usize,
    rest: Rest,
}

/// What the ways of a line have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// Exchanging instances of a component maps them onto each other.
    Instances,
    /// Their keys differ in numbers of names alone.
    Numbers,
    /// What they end by.
    Kind,
}

/// The first way of each group, and how many others the group has.
fn groups<K: Ord>(classes: &[Class], of: impl Fn(&Class) -> K) -> Vec<(usize, usize)> {
    let mut groups: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    classes.iter().enumerate().for_each(|(place, class)| groups.entry(of(class)).or_default().push(place));
    let mut firsts: Vec<(usize, usize)> =
        groups.values().filter_map(|places| Some((*places.first()?, places.len() - 1))).collect();
    firsts.sort_unstable();
    firsts
}

/// A key without the numbers before its dots: `e1.ack & e2.ack` and `e1.ack & e3.ack` are the same up to these.
fn without_numbers(key: &str) -> String {
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
        (n, _) if row.rest == Rest::Instances => same_of_others(n),
        (n, _) if row.rest == Rest::Numbers => format!("and {n} more that differ in the numbers of names alone"),
        (n, Some(kind)) if class.explanation.flow.is_some() => format!("and {n} more in which {} act", visible(kind)),
        (n, Some(kind)) if class.trace.loop_start.is_some() => format!("and {n} more {}", visible(kind)),
        (n, Some(kind)) => format!("and {n} more by {}", visible(kind)),
        (n, None) => format!("and {n} more"),
    };
    below(page, &words)
}

fn same_of_others(count: usize) -> String {
    format!("and {count} more, the same of other instances")
}

/// A line below that of a way.
fn below(page: &Page<'_>, words: &str) -> String {
    let words = shorten_middle(words, page.options.width.saturating_sub(7).max(12));
    format!("       {}\n", page.paint.ink(Ink::Faint, &words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_dots_are_left_out_and_no_others() {
        assert_eq!(without_numbers("breaks !(e1.ack & e12.ack)"), "breaks !(e#.ack & e#.ack)");
        assert_eq!(without_numbers("<t4,t5> | p0.line 21"), "<t4,t5> | p#.line 21");
        assert_eq!(without_numbers("x > 1.5 & e-2.u.ack"), "x > 1.5 & e-#.u.ack");
    }
}
