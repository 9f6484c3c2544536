//! Why a run fails, in short lines: which part of the property, from when on it could not be avoided, and the nearest run that
//! passes. With everything, also what is missing and why.
//!
//! ```text
//!   fails: d[2] < 5 at state 4
//!   from state 3 on nothing can avoid the failure any more
//!   nearest passing run: differs in x at state 3 (5 instead of 7)
//! ```
//!
//! Ticks are called and counted as in the run above.

use super::Page;
use crate::document::{Cell, Class, Differs, Failed, Inquiry, Missing, Nearest, PointOfNoReturn, Property};
use crate::text::fit::{count, shorten, visible};
use crate::text::paint::Ink;

/// Characters of a part, and differences, that a line has room for.
const LONGEST: usize = 160;
const MOST_DIFFERENCES: usize = 4;

/// Unit of the ticks of a run.
pub fn unit(inquiry: &Inquiry, class: &Class) -> &'static str {
    match (&class.explanation.flow, &inquiry.lts) {
        (Some(_), _) => "tick",
        (None, Some(_)) => "step",
        (None, None) => "state",
    }
}

/// The line of an overview: the part of the property that is false, if the property has several.
pub fn part(page: &Page<'_>, property: &Property, inquiry: &Inquiry, class: &Class) -> String {
    let has_parts = |f: &&Failed| f.parts.first().is_some_and(|p| bare(&p.text) != bare(&property.text));
    let failed = class.explanation.failed.as_ref().filter(has_parts);
    failed.map_or_else(String::new, |f| fails(page, f, when(inquiry, class)))
}

/// A formula without blanks, and without what says that it holds always.
fn bare(text: &str) -> String {
    let mut text: String = text.split_whitespace().collect();
    while let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| is_balanced(t)) {
        text = inner.to_owned();
    }
    let body =
        ["AG(", "G("].iter().find_map(|word| text.strip_prefix(word)?.strip_suffix(')')).filter(|t| is_balanced(t));
    body.map_or(text.clone(), str::to_owned)
}

/// Whether every parenthesis of a text is closed in it.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i64;
    let closed = text.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    });
    closed && depth == 0
}

/// All short lines about a class.
pub fn lines(page: &Page<'_>, inquiry: &Inquiry, class: &Class) -> String {
    let (told, unit) = (&class.explanation, unit(inquiry, class));
    let mut out = told.failed.as_ref().map_or_else(String::new, |f| fails(page, f, when(inquiry, class)));
    let points = told.no_return.filter(|_| inquiry.lts.is_none() && inquiry.contract.is_none());
    let decides = |tick: usize| told.choice_points().last().is_some_and(|j| j.tick == tick);
    let when = points.and_then(|point| match point {
        // The inputs of that tick decide, not its state.
        PointOfNoReturn::At(tick) if decides(tick) => Some(format!("with the inputs of {unit} {}", tick + 1)),
        point => no_return(point, unit),
    });
    out.extend(when.map(|when| page.paragraph("  ", &format!("{when} nothing can avoid a failure any more"))));
    out.extend(told.nearest.as_ref().map(|n| page.paragraph("  ", &nearest(n, unit))));
    out
}

/// How to say at which ticks something fails. For a formula over time these are the ticks at which its failure is seen.
fn when(inquiry: &Inquiry, class: &Class) -> (&'static str, &'static str) {
    (if class.trace.loop_start.is_some() { ", seen at" } else { " at" }, unit(inquiry, class))
}

fn fails(page: &Page<'_>, failed: &Failed, (at, unit): (&str, &str)) -> String {
    let Some(part) = failed.parts.first() else { return String::new() };
    let when = failed.ticks.first().map_or_else(String::new, |tick| format!("{at} {unit} {}", tick + 1));
    let more = failed.ticks.len().saturating_sub(1);
    let more = if more == 0 { String::new() } else { format!(" and at {}", count(more, "other", "others")) };
    page.paragraph("  ", &format!("fails: {}{when}{more}", shorten(&part.text, LONGEST)))
}

/// From when on it was too late.
pub fn no_return(point: PointOfNoReturn, unit: &str) -> Option<String> {
    match point {
        PointOfNoReturn::At(0) => Some("from this start on".to_owned()),
        PointOfNoReturn::At(tick) => Some(format!("from {unit} {} on", tick + 1)),
        PointOfNoReturn::Again(tick) => Some(format!("once the run is back at {unit} {}", tick + 1)),
        PointOfNoReturn::NotYet | PointOfNoReturn::Open => None,
    }
}

/// The nearest run that passes, in a clause.
pub fn nearest(nearest: &Nearest, unit: &str) -> String {
    let text = |cell: &Option<Cell>| cell.as_ref().map_or("no value", |c| c.text.as_str()).to_owned();
    let one = |d: &Differs| {
        let (passing, failing) = (shorten(&text(&d.passing), LONGEST), shorten(&text(&d.failing), LONGEST));
        format!("{} at {unit} {} ({passing} instead of {failing})", d.variable, u64::from(d.tick) + 1)
    };
    let shown: Vec<String> = nearest.differs.iter().take(MOST_DIFFERENCES).map(one).collect();
    let rest = nearest.differs.len() - shown.len();
    let rest = if rest == 0 { String::new() } else { format!(" and {rest} more") };
    let doubt = if nearest.minimal { "" } else { "; a nearer one may exist" };
    format!("nearest passing run: differs in {}{rest}{doubt}", shown.join(", "))
}

/// The parts that are missing, those with one reason together.
pub fn missing<'a>(page: &Page<'_>, missing: impl IntoIterator<Item = &'a Missing>) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for Missing { part, reason } in missing {
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, parts)) => parts.push(part.words()),
            None => reasons.push((reason, vec![part.words()])),
        }
    }
    let line = |(why, parts): &(&str, Vec<&str>)| {
        let text = format!("not told: {} ({})", parts.join(", "), visible(why));
        page.paragraph("  ", &text).lines().map(|l| page.paint.ink(Ink::Faint, l) + "\n").collect::<String>()
    };
    reasons.iter().map(line).collect()
}

/// How the reason begins where a limit or the user ended the work.
const CUT_OFF: [&str; 2] = ["there was no time", "the search ended before"];

/// The parts of an overview that a limit or the user cut off: the rest must not be taken for the whole.
pub fn cut_off(page: &Page<'_>, inquiry: &Inquiry) -> String {
    let is_cut_off = |part: &&Missing| CUT_OFF.iter().any(|start| part.reason.starts_with(start));
    let of_classes = inquiry.classes.iter().flat_map(|class| &class.explanation.missing);
    let mut missing: Vec<&Missing> = Vec::new();
    for part in inquiry.missing.iter().chain(of_classes).filter(is_cut_off) {
        if !missing.contains(&part) {
            missing.push(part);
        }
    }
    self::missing(page, missing)
}
