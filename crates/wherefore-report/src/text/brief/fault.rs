//! What to change: the first fix over the lines that it edits, or the first suspects; then what cannot be the fault.

mod further;

use crate::document::{Conserves, Document, Fix, FixEdit, Fixes, Property, Suspect};
use crate::text::fit::{count, list, shorten, visible, width, wrap};
use crate::text::fix;
use crate::text::inquiry::{Page, quote};
use crate::text::paint::{Ink, Paint};
use crate::words::fix as words;
use std::collections::BTreeSet;
use wherefore_diag::{FileId, Span, Style};

/// Other fixes and suspects that are named.
const MOST_ROUGH: usize = 4;
const MOST_SUSPECTS: usize = 3;
/// Pieces of lines that are quoted of suspects.
const MOST_STRETCHES: usize = 4;
/// Properties that a line names.
const MOST_NAMES: usize = 3;

/// What to change, if anything is known about it.
pub fn lines(page: &Page<'_>, report: &Document, violated: &[&Property]) -> String {
    let Some(found) = &report.fixes else {
        return suspects(page, report, violated) + &further::lines(page, report, violated);
    };
    let Some(first) = found.ranked.first().filter(|fix| !fix.edits_given) else {
        let tried = count(found.tried.looked_at, "edit", "edits");
        let words = format!("no fix of the model at first sight, {tried} looked at: wherefore fix looks further\n");
        return words
            + &suspects(page, report, violated)
            + &further::lines(page, report, violated)
            + &innocent(page, found);
    };
    // Where several edits are needed, no element is the fault by itself.
    let innocent = if first.edits.len() == 1 { innocent(page, found) } else { String::new() };
    let rest = further::lines(page, report, violated) + &innocent;
    if first.is_gentle() {
        let rest = if first.edits.len() == 1 { rest } else { String::new() };
        return proposal(page, report, first) + &instead(page, report, found) + &rest;
    }
    rough(page, report, found) + &suspects(page, report, violated) + &rest
}

/// Other single edits that do as much and are known to leave as much alone, a line for each.
fn instead(page: &Page<'_>, report: &Document, found: &Fixes) -> String {
    let Some(first) = found.ranked.first() else { return String::new() };
    let is_as_good = |fix: &&Fix| {
        let does_as_much = fix.properties == first.properties && fix.still_violated <= first.still_violated;
        does_as_much && fix.conserves == first.conserves && fix.is_gentle()
    };
    let alike: Vec<&Fix> = found.ranked.iter().filter(is_as_good).collect();
    let is_small = |fix: &&Fix| fix.edits.len() == 1 && fix.assumes.is_none();
    let others = fix::elsewhere(&alike).into_iter().filter(is_small).flat_map(|other| &other.edits);
    let has_room =
        |edit: &&FixEdit| width(fix::line(report, edit, &Paint(Style::Plain)).trim_end()) <= page.options.width;
    let lines: Vec<String> = others.filter(has_room).map(|edit| fix::line(report, edit, &page.paint)).collect();
    let known = match first.conserves {
        Conserves::OnlyFailingRuns => "of which the same is proved",
        Conserves::OtherRunsToo | Conserves::Unknown => "proved to make it hold as well",
    };
    let which = if lines.len() == 1 { "this one" } else { "one of these" };
    if lines.is_empty() { String::new() } else { format!("or instead {which}, {known}\n{}", lines.concat()) }
}

/// Fixes that change other runs too, a line for each edit.
fn rough(page: &Page<'_>, report: &Document, found: &Fixes) -> String {
    let first = found.ranked.first().into_iter();
    let shown: Vec<&Fix> =
        first.chain(fix::elsewhere(&found.ranked.iter().collect::<Vec<_>>())).take(MOST_ROUGH).collect();
    let lines = |other: &&Fix| {
        let edits: String = other.edits.iter().map(|edit| fix::line(report, edit, &page.paint)).collect();
        edits + &format!("      {}\n", page.paint.ink(Ink::Faint, &change(other)))
    };
    let words = "no fix at first sight is known to leave other runs alone; wherefore fix looks further\n";
    words.to_owned() + &shown.iter().map(lines).collect::<String>()
}

/// What a fix does, and how many of the runs that were tried out it changes.
fn change(fix: &Fix) -> String {
    let names: Vec<&str> = fix.properties.iter().map(String::as_str).collect();
    let what = match fix.sample.runs {
        0 => "what else it changes is not known".to_owned(),
        runs => format!("changes {} of {} that were tried out", fix.sample.changed, count(runs, "run", "runs")),
    };
    format!("makes {} hold, proved; {what}", list(&names, MOST_NAMES))
}

/// A line of a file.
pub type Line = (FileId, u32);

/// The lines that are shown as what to change: those that the first fix edits, or those of the first suspects.
pub fn quoted(page: &Page<'_>, report: &Document, violated: &[&Property]) -> Vec<Line> {
    let first = report.fixes.as_ref().and_then(|found| found.ranked.first()).filter(|fix| !fix.edits_given);
    let places = first.into_iter().flat_map(|fix| &fix.edits).filter_map(|edit| edit.place.as_ref());
    let mut lines: Vec<Line> = places.map(|place| (place.span.file, place.line)).collect();
    if !first.is_some_and(Fix::is_gentle) {
        lines.extend(first_of(page, suspected(page, report, violated)).iter().filter_map(|span| line_of(page, span)));
    }
    lines
}

/// The first fix.
fn proposal(page: &Page<'_>, report: &Document, first: &Fix) -> String {
    let mut out = match &first.assumes {
        Some(_) => page.paragraph("", &words::headline(first)),
        None => {
            let (edits, effect) = (words::edits(first), visible(&words::effect(first)));
            let lines = wrap(&format!("{edits} {effect}"), page.options.width.max(20)).join("\n") + "\n";
            lines.replacen(&edits, &page.paint.ink(Ink::Good, &edits), 1)
        }
    };
    first.edits.iter().for_each(|edit| out.push_str(&marked(page, report, edit)));
    if first.still_violated > 0 {
        out.push_str(&format!("  {} still violated\n", count(first.still_violated, "property is", "properties are")));
    }
    out
}

/// The line of an edit as it is, and below it what to write instead.
fn marked(page: &Page<'_>, report: &Document, edit: &FixEdit) -> String {
    let Some(place) = &edit.place else { return format!("  {}\n", visible(&edit.what)) };
    if report.sources.has_landmarks(place.span.file) {
        return fix::line(report, edit, &page.paint);
    }
    let text = report.sources.get(place.span.file).map_or("", |f| f.text.as_str());
    let Some(shown) = Marked::new(text, (place.span.start as usize, place.span.end as usize), &edit.after) else {
        return fix::line(report, edit, &page.paint);
    };
    let lead = format!("  {}  ", visible(&place.words()));
    let instead = match (shown.before.is_empty(), shown.after.is_empty()) {
        (true, _) => format!("^ add: {}", shown.after),
        (_, true) => format!("{} leave this out", "^".repeat(width(&shown.before))),
        _ => format!("{} try: {}", "^".repeat(width(&shown.before)), shown.after),
    };
    let indent = width(&lead) + width(&shown.head);
    if indent + width(&instead) > page.options.width || width(&lead) + width(&shown.line()) > page.options.width {
        return fix::line(report, edit, &page.paint);
    }
    format!(
        "{}{}\n{:indent$}{}\n",
        page.paint.ink(Ink::Faint, &lead),
        shown.line(),
        "",
        page.paint.ink(Ink::Good, &instead)
    )
}

/// A line of the source with a part to be replaced.
struct Marked {
    head: String,
    before: String,
    tail: String,
    after: String,
}

impl Marked {
    /// The line around a part that lies in one line, widened to the whole comparison if the part stands in one.
    fn new(text: &str, (start, end): (usize, usize), after: &str) -> Option<Marked> {
        let from = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
        let to = text.get(end..)?.find('\n').map_or(text.len(), |at| end + at);
        if text.get(start..end)?.contains('\n') || after.contains('\n') {
            return None;
        }
        let (line, begin) = (text.get(from..to)?, start - from);
        let (left, right) = comparison(line, begin, end - from);
        let (before, after) =
            (line.get(left..right)?, format!("{}{after}{}", line.get(left..begin)?, line.get(end - from..right)?));
        let trimmed = line.len() - line.trim_start().len();
        Some(Marked {
            head: visible(line.get(trimmed.min(left)..left)?),
            before: visible(before),
            tail: visible(line.get(right..)?.trim_end()),
            after: visible(&after),
        })
    }

    fn line(&self) -> String {
        format!("{}{}{}", self.head, self.before, self.tail)
    }
}

/// Signs that compare.
const SIGNS: [char; 4] = ['<', '>', '=', '!'];

/// A part of a line, widened to the comparison of two words that it stands in; as it is if it stands in none.
fn comparison(line: &str, start: usize, end: usize) -> (usize, usize) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let is_sign = |c: char| SIGNS.contains(&c);
    let back = |to: usize, wanted: &dyn Fn(char) -> bool| {
        let text = line.get(..to).unwrap_or_default().trim_end();
        let begin = text.trim_end_matches(wanted);
        (begin.len() < text.len()).then_some(begin.len())
    };
    let on = |from: usize, wanted: &dyn Fn(char) -> bool| {
        let text = line.get(from..).unwrap_or_default();
        let rest = text.trim_start();
        let after = rest.trim_start_matches(wanted);
        (after.len() < rest.len()).then_some(line.len() - after.len())
    };
    let part = line.get(start..end).unwrap_or_default();
    let widened = if !part.is_empty() && part.chars().all(is_sign) {
        back(start, &is_word).zip(on(end, &is_word))
    } else if !part.is_empty() && part.chars().all(is_word) {
        let left = back(start, &is_sign).filter(|at| !line[..*at].ends_with(':')).and_then(|sign| back(sign, &is_word));
        let right = on(end, &is_sign).and_then(|sign| on(sign, &is_word));
        left.map(|left| (left, end)).or(right.map(|right| (start, right)))
    } else {
        None
    };
    widened.unwrap_or((start, end))
}

/// The first suspects, where there is no fix.
fn suspects(page: &Page<'_>, report: &Document, violated: &[&Property]) -> String {
    let places = first_of(page, suspected(page, report, violated));
    if places.is_empty() { String::new() } else { "to look at first\n".to_owned() + &quote::lines(page, &places, 2) }
}

/// The line that a span begins on.
fn line_of(page: &Page<'_>, span: &Span) -> Option<Line> {
    Some((span.file, page.sources.get(span.file)?.location(span.start).line))
}

/// The lines on which all that is known of elements is that they cannot be the fault alone.
fn innocent_lines(report: &Document) -> BTreeSet<Line> {
    let elements = || report.fixes.iter().flat_map(|found| &found.elements);
    let lines = |exonerated: bool| -> BTreeSet<Line> {
        let places = elements().filter(|e| e.exonerated == exonerated).filter_map(|e| e.place.as_ref());
        places.map(|place| (place.span.file, place.line)).collect()
    };
    &lines(true) - &lines(false)
}

/// Whether something that may be the fault is written in a place, or around it: no assumption, nothing that is asked.
fn is_of_model(report: &Document, span: &Span) -> bool {
    let places = report.fixes.iter().flat_map(|found| &found.elements).filter(|e| !e.exonerated);
    let is_in =
        |inner: Span, outer: Span| outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
    places.filter_map(|e| e.place.as_ref()).any(|place| is_in(place.span, *span) || is_in(*span, place.span))
}

/// Where the suspects are written that are not known to be innocent; of contracts, after what would close the gap. What is assumed
/// or asked is left out where something else is suspected.
fn suspected(page: &Page<'_>, report: &Document, violated: &[&Property]) -> Vec<Span> {
    let innocent = innocent_lines(report);
    let inquiries = || violated.iter().filter_map(|p| p.inquiry());
    let gaps = inquiries().filter_map(|i| i.contract.as_ref()?.failure.as_ref()).flat_map(|failure| &failure.edits);
    let gaps = gaps.filter_map(|edit| edit.span.as_ref());
    let suspects = in_turns(&inquiries().map(|inquiry| inquiry.suspects.as_slice()).collect::<Vec<_>>());
    let suspects = suspects.into_iter().filter_map(|suspect| suspect.span.as_ref());
    let mut known: Vec<Span> = Vec::new();
    let is_open = |span: &Span| !line_of(page, span).is_some_and(|line| innocent.contains(&line));
    let all: Vec<Span> = gaps.chain(suspects).map(|place| place.span).collect();
    // Where no element is the fault alone, several are together.
    let open: Vec<Span> = all.iter().copied().filter(is_open).collect();
    let open = if open.is_empty() { all } else { open };
    let own: Vec<Span> = open.iter().copied().filter(|span| is_of_model(report, span)).collect();
    for span in if own.is_empty() { open } else { own } {
        let is_inside = |other: &Span| other.file == span.file && other.start <= span.start && span.end <= other.end;
        if !known.iter().any(is_inside) {
            known.push(span);
        }
    }
    known
}

/// The suspects of several properties: the first of each, then the second of each.
fn in_turns<'a>(lists: &[&'a [Suspect]]) -> Vec<&'a Suspect> {
    let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
    (0..longest).flat_map(|place| lists.iter().filter_map(move |list| list.get(place))).collect()
}

/// The first suspects that are quoted: those of the first few lines, not many of one line.
fn first_of(page: &Page<'_>, mut spans: Vec<Span>) -> Vec<Span> {
    let mut lines: BTreeSet<Line> = BTreeSet::new();
    let mut quoted = 0;
    spans.retain(|span| {
        let Some(line) = line_of(page, span) else { return false };
        let fits = quoted < MOST_STRETCHES && (lines.contains(&line) || lines.len() < MOST_SUSPECTS);
        if fits {
            lines.insert(line);
            quoted += 1;
        }
        fits
    });
    spans
}

fn is_of_contract(property: &Property) -> bool {
    property.inquiry().is_some_and(|inquiry| inquiry.contract.is_some())
}

/// The elements that cannot be the fault, in a line. A name that another element has too, of which that is not known, is not
/// among them.
fn innocent(page: &Page<'_>, found: &Fixes) -> String {
    let is_other = |name: &str| found.elements.iter().any(|e| !e.exonerated && e.name == name);
    let mut names: Vec<&str> = found.elements.iter().filter(|e| e.exonerated).map(|e| e.name.as_str()).collect();
    names.retain(|name| !is_other(name));
    let mut known = BTreeSet::new();
    names.retain(|name| known.insert(*name));
    let words = |most: usize| format!("cannot be the fault alone, proved: {}", list(&names, most));
    let fitting = (1..=names.len()).rev().map(words).find(|text| width(text) <= page.options.width);
    let words = fitting.unwrap_or_else(|| shorten(&words(1), page.options.width));
    if names.is_empty() { String::new() } else { page.paint.ink(Ink::Faint, &words) + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(line: &str, part: &str) -> String {
        let at = line.find(part).expect("the part is in the line");
        let (start, end) = comparison(line, at, at + part.len());
        line[start..end].to_owned()
    }

    #[test]
    fn parts_are_widened_to_the_comparison_that_they_stand_in() {
        assert_eq!(part("t4 := s = IDLE & t >= 24;", ">="), "t >= 24");
        assert_eq!(part("t4 := s = IDLE & t >= 24;", "24"), "t >= 24");
        assert_eq!(part("a := b + 1;", "b"), "b");
        assert_eq!(part("a = pre b", "pre"), "a = pre");
        assert_eq!(part("x <= 3 and y", "y"), "y");
        assert_eq!(part("if a.b != c then", "a.b"), "a.b != c");
    }

    #[test]
    fn an_edit_stands_below_its_line() {
        let text = "one\n  t := a & x >= 4;\nthree";
        let at = text.find(">=").expect("the sign");
        let shown = Marked::new(text, (at, at + 2), ">").expect("one line");
        assert_eq!(
            (shown.head.as_str(), shown.before.as_str(), shown.after.as_str()),
            ("t := a & ", "x >= 4", "x > 4")
        );
        assert_eq!(shown.line(), "t := a & x >= 4;");
    }
}
