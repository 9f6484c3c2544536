//! A sentence for each class of a property, which no other class of it has: what ends wrong, by what, after what.

use crate::document::{CHANGE, Class, CoarserWay, Inquiry, TOGETHER};
use crate::text::fit::{list, shorten_middle, visible, width};
use std::collections::BTreeSet;
use wherefore_explain as explain;

/// Columns of the longest sentence.
const LONGEST: usize = 82;

/// Parts of a cause that a sentence names at most.
const MOST_PARTS: usize = 3;

/// Gives each class of an inquiry its sentence.
pub fn entitle(inquiry: &mut Inquiry, found: &explain::Inquiry) {
    let titles = match found.classes.iter().all(|class| !class.parts.is_empty()) {
        true => causes(&found.classes.iter().map(|class| class.parts.as_slice()).collect::<Vec<_>>()),
        false => inquiry.classes.iter().map(|class| of_class(inquiry, class)).collect(),
    };
    for (class, title) in inquiry.classes.iter_mut().zip(distinct(titles)) {
        class.title = title;
    }
    coarser(inquiry);
}

/// Gives each way of a coarser level its sentence.
fn coarser(inquiry: &mut Inquiry) {
    let Some(mut coarser) = inquiry.coarser.take() else { return };
    let title = |way: &CoarserWay| match coarser.level.as_str() {
        "2" => match inquiry.classes.iter().find(|class| way.classes.first() == Some(&class.id)) {
            Some(class) => format!("ends in {}{}", ends(class), by(class)),
            None => way.key.clone(),
        },
        level => of_ends(level, &way.key),
    };
    let mut titles: Vec<String> = coarser.ways.iter().map(title).collect();
    let is_double = |title: &String| titles.iter().filter(|other| *other == title).count() > 1;
    let doubles: Vec<bool> = titles.iter().map(is_double).collect();
    for ((title, way), _) in titles.iter_mut().zip(&coarser.ways).zip(doubles).filter(|(_, is_double)| *is_double) {
        *title = format!("{title}, last {}", way.key);
    }
    for (way, title) in coarser.ways.iter_mut().zip(distinct(titles)) {
        way.title = title;
    }
    inquiry.coarser = Some(coarser);
}

/// The sentence of a class of a level that knows the ends of a run alone: what it has in common is no more than this.
fn of_ends(level: &str, key: &str) -> String {
    match level {
        "4" => format!("ends in {}", key.replace(" | ", ", ")),
        _ => format!("goes from {}", key.replace(" -> ", " to ").replace(" | ", ", ")),
    }
}

/// The sentence of a class that is not one of causes.
fn of_class(inquiry: &Inquiry, class: &Class) -> String {
    if inquiry.undivided().is_some() {
        return "a failing run".to_owned();
    }
    if let (Some(_), Some((conjunct, part))) = (&inquiry.contract, class.key.split_once('@')) {
        return format!("{conjunct} fails, {part} could have avoided it");
    }
    if inquiry.lts.is_some() || inquiry.contract.is_some() {
        return class.key.clone();
    }
    if inquiry.told_apart_by().is_some() {
        return branch(inquiry, class);
    }
    if class.trace.loop_start.is_some() {
        return match class.key.split_once(" then ") {
            Some((way, end)) => format!("{end}, after {}", plain(way)),
            None => class.key.clone(),
        };
    }
    match inquiry.level() {
        level @ ("3" | "4") => of_ends(level, &class.key),
        _ => path(class),
    }
}

/// The sentence of the conjunct that the last step breaks, and of the branches that it takes; of these only those that not every
/// class has, if there are any.
fn branch(inquiry: &Inquiry, class: &Class) -> String {
    let taken = |class: &Class| -> Vec<String> {
        class.last.iter().flat_map(|last| last.split(TOGETHER)).map(str::to_owned).collect()
    };
    let lines = taken(class);
    let rest = class.key.strip_suffix(&lines.join(" | ")).unwrap_or(&class.key).trim_end_matches(" | ");
    let is_common = |line: &&String| inquiry.classes.iter().all(|other| taken(other).contains(line));
    let own: Vec<&str> = lines.iter().filter(|line| !is_common(line)).map(String::as_str).collect();
    let lines = if own.is_empty() { lines.iter().map(String::as_str).collect() } else { own };
    let by = if lines.is_empty() { String::new() } else { format!("by {}", list(&lines, MOST_LINES)) };
    let is_of_changes = inquiry.enumeration.as_ref().is_some_and(|e| e.told_apart_by == CHANGE);
    let broken = match rest.split_once("init ") {
        Some(_) if is_of_changes => FIRST.to_owned(),
        None if is_of_changes && rest != "init" => format!("the last step {rest}"),
        Some((_, conjunct)) => format!("breaks {conjunct} in the first state"),
        None if rest == "init" => FIRST.to_owned(),
        None => rest.to_owned(),
    };
    [broken, by].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Lines that a sentence names.
const MOST_LINES: usize = 4;

/// The sentence of a failure without a step.
const FIRST: &str = "fails in the first state";

/// The sentence of a path through a state machine.
fn path(class: &Class) -> String {
    if class.key == "init" {
        return FIRST.to_owned();
    }
    format!("ends in {}{}{}", ends(class), by(class), along(class))
}

/// Where a path ends.
fn ends(class: &Class) -> String {
    class.path.first().unwrap_or(&class.key).replace(" | ", ", ")
}

/// What the last step of a path takes.
fn by(class: &Class) -> String {
    match class.last_step.as_ref().map(|step| (&step.through, &step.beside)) {
        Some((through, beside)) if through.is_empty() && beside.is_empty() => ", nothing taken in the last step".into(),
        Some((through, beside)) if through.is_empty() => format!(" after {}", beside.join(TOGETHER)),
        Some((through, _)) => format!(" by {}", through.join(TOGETHER)),
        None => String::new(),
    }
}

/// The way of a path before its last transition; with several machines, the way of each.
fn along(class: &Class) -> String {
    if class.path.is_empty() || !class.key.contains('<') {
        return String::new();
    }
    let names = class.key.strip_prefix('<').and_then(|key| key.strip_suffix('>')).filter(|key| !key.contains('<'));
    match names {
        Some(names) => match names.rsplit_once(',') {
            Some((before, last)) if class.last.as_deref() == Some(last) => {
                format!(", after {}", before.replace(',', ", "))
            }
            Some(_) => format!(", along {}", names.replace(',', ", ")),
            None => String::new(),
        },
        None => format!(", along {}", plain(&class.key)),
    }
}

/// A key without its brackets, and without what it says about the last step.
fn plain(key: &str) -> String {
    let way = key.strip_suffix(" then rests").map_or(key, |way| way.trim_end_matches(','));
    let moved = way.rsplit_once(", ").filter(|(_, end)| end.ends_with(" last") || end.ends_with("last together"));
    let way = moved.map_or(way, |(way, _)| way).replace(',', ", ");
    // Names may have arrows in them.
    way.split("->").map(|part| part.replace(['<', '>'], "")).collect::<Vec<_>>().join("->")
}

/// For each cause the fewest parts that were found to tell it from all others: parts that it has, and then parts that it has not.
fn causes(all: &[&[String]]) -> Vec<String> {
    let title = |place: usize| {
        let own: BTreeSet<&String> = all[place].iter().collect();
        let mut others: Vec<BTreeSet<&String>> = all
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, parts)| parts.iter().collect())
            .collect();
        let mut named: Vec<String> = Vec::new();
        while named.len() < MOST_PARTS && (!others.is_empty() || named.is_empty()) {
            let without = |part: &String| others.iter().filter(|other| !other.contains(part)).count();
            let Some(best) =
                all[place].iter().rev().filter(|part| !named.contains(part)).max_by_key(|part| without(part))
            else {
                break;
            };
            if without(best) == 0 && !named.is_empty() {
                break;
            }
            others.retain(|other| other.contains(best));
            named.push(best.clone());
        }
        // What is left has all of these parts and more.
        let more: BTreeSet<&String> = others.iter().flat_map(|other| other.difference(&own)).copied().collect();
        let missing = more.into_iter().max_by_key(|part| others.iter().filter(|other| other.contains(part)).count());
        named.extend(missing.map(|part| format!("not {part}")));
        let room = (LONGEST + 2) / named.len().max(1) - 2;
        named.iter().map(|part| shorten_middle(&visible(part), room)).collect::<Vec<_>>().join("; ")
    };
    (0..all.len()).map(title).collect()
}

/// Sentences of one line each, no two the same: where the middle is left out of two that become equal, their places tell them apart.
fn distinct(titles: Vec<String>) -> Vec<String> {
    let short: Vec<String> = titles.iter().map(|title| shorten_middle(&visible(title), LONGEST)).collect();
    let number = |(place, title): (usize, &String)| match short.iter().filter(|other| *other == title).count() {
        1 => title.clone(),
        _ => format!("{} (way {})", shorten_middle(title, LONGEST - 10 - width(&place.to_string())), place + 1),
    };
    short.iter().enumerate().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(list: &[&[&str]]) -> Vec<Vec<String>> {
        list.iter().map(|parts| parts.iter().map(|part| (*part).to_owned()).collect()).collect()
    }

    #[test]
    fn causes_are_named_by_what_tells_them_apart() {
        let all = parts(&[&["a", "b"], &["a", "c"], &["a"], &["d", "b", "e"]]);
        let all: Vec<&[String]> = all.iter().map(Vec::as_slice).collect();
        assert_eq!(causes(&all), ["b; a", "c", "a; not c", "d"]);
        assert_eq!(causes(&[&["a".to_owned(), "b".to_owned()]]), ["a"]);
    }

    #[test]
    fn sentences_that_become_equal_get_their_places() {
        let long = |middle: &str| format!("{}{middle}{}", "x".repeat(60), "y".repeat(90));
        let made = distinct(vec![long("a"), long("b"), "short".to_owned()]);
        assert!(made[0].ends_with("(way 1)") && made[1].ends_with("(way 2)") && made[2] == "short", "{made:?}");
        assert!(made.iter().all(|title| width(title) <= LONGEST));
    }
}
