//! Further places of the fault, in a line: where else the model may be wrong, the nearest to what fails first.
//!
//! ```text
//! not ruled out: line 12 next(x), line 7 init(y), lines 20, 31-33 and 40, and 2 more
//! ```

use super::{Line, is_of_contract, line_of, quoted, suspected};
use crate::document::{Document, Fix, Place, Property};
use crate::text::fit::{list, visible, wrap};
use crate::text::inquiry::Page;
use crate::text::paint::Ink;
use wherefore_diag::Span;

/// Lines that are named, those among them with what stands there, and the rows that they take.
const MOST_LINES: usize = 12;
const MOST_NAMED: usize = 8;
const MOST_ROWS: usize = 2;

/// A place that may be the fault.
struct Further {
    line: Line,
    end_line: u32,
    span: Span,
    name: String,
}

/// The lines of what may be the fault by itself and is not shown above. Where nothing is known to be innocent, nothing is ruled out: then
/// these are only named if no fix is known that changes failing runs alone.
pub fn lines(page: &Page<'_>, report: &Document, violated: &[&Property]) -> String {
    let shown = quoted(page, report, violated);
    let first = report.fixes.as_ref().and_then(|found| found.ranked.first()).filter(|fix| !fix.edits_given);
    let is_ruled_out = report.fixes.iter().flat_map(|found| &found.elements).any(|element| element.exonerated);
    let is_of_contracts = violated.iter().any(|property| is_of_contract(property));
    let lead = match is_ruled_out {
        true => "not ruled out",
        false if shown.is_empty() || is_of_contracts && !first.is_some_and(Fix::is_gentle) => "nearest to what fails",
        false => return String::new(),
    };
    let mut places: Vec<Further> = Vec::new();
    if is_of_contracts {
        places.extend(suspects(page, report, violated));
    }
    places.extend(elements(report));
    let mut kept: Vec<Further> = Vec::new();
    for place in places {
        if !shown.contains(&place.line) && !kept.iter().any(|known| known.line == place.line) {
            kept.push(place);
        }
    }
    if !kept.windows(2).all(|pair| pair[0].line.0 == pair[1].line.0) {
        return String::new();
    }
    said(&kept, lead, page.options.width.max(20)).iter().map(|words| page.paint.ink(Ink::Faint, words) + "\n").collect()
}

/// The suspects of contracts, with their names.
fn suspects(page: &Page<'_>, report: &Document, violated: &[&Property]) -> Vec<Further> {
    let all = || violated.iter().filter_map(|p| p.inquiry()).flat_map(|inquiry| &inquiry.suspects);
    let further = |span: Span| {
        let line = line_of(page, &span)?;
        let suspect = all().find(|suspect| suspect.span.as_ref().is_some_and(|place| place.span == span));
        let end_line = page.sources.get(span.file)?.location(span.end).line;
        Some(Further { line, end_line, span, name: suspect.map_or_else(String::new, |s| s.name.clone()) })
    };
    suspected(page, report, violated).into_iter().filter_map(further).collect()
}

/// The elements of the model that may be the fault by themselves.
fn elements(report: &Document) -> Vec<Further> {
    let open = report.fixes.iter().flat_map(|found| &found.elements).filter(|element| !element.exonerated);
    let further = |element: &crate::document::FixSuspect| {
        let Place { span, line, end_line, block: None, .. } = element.place.as_ref()? else { return None };
        let name = element.name.clone();
        Some(Further { line: (span.file, *line), end_line: *end_line, span: *span, name })
    };
    open.filter_map(further).collect()
}

/// The rows: as many places with their names as there is room for, and the lines alone of the rest. What lies inside another one that is
/// named has its line alone.
fn said(places: &[Further], lead: &str, columns: usize) -> Vec<String> {
    if places.is_empty() {
        return Vec::new();
    }
    let rows = |named: usize| wrap(&format!("{lead}: {}", words(places, named)), columns);
    let most = places.len().min(MOST_NAMED);
    (0..=most).rev().map(rows).find(|rows| rows.len() <= MOST_ROWS).unwrap_or_default()
}

/// Places in words, the first ones with their names.
fn words(places: &[Further], named: usize) -> String {
    let is_inside = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    let text = |(number, place): (usize, &Further)| {
        let lines = if place.end_line > place.line.1 { "lines" } else { "line" };
        let lines = format!("{lines} {}", range(place));
        let is_part = places[..number].iter().any(|outer| is_inside(place.span, outer.span));
        if is_part || place.name.is_empty() { lines } else { format!("{lines} {}", visible(&place.name)) }
    };
    let mut all: Vec<String> = places.iter().take(named).enumerate().map(text).collect();
    let rest: Vec<String> = places.iter().take(MOST_LINES).skip(named).map(range).collect();
    match rest.as_slice() {
        [] => {}
        [one] => all.push(format!("line {one}")),
        [front @ .., last] => all.push(format!("lines {} and {last}", front.join(", "))),
    }
    let names: Vec<&str> = all.iter().map(String::as_str).collect();
    match places.len().saturating_sub(MOST_LINES) {
        0 => list(&names, names.len()),
        hidden => format!("{}, and {hidden} more", list(&names, names.len())),
    }
}

fn range(place: &Further) -> String {
    if place.end_line > place.line.1 {
        format!("{}-{}", place.line.1, place.end_line)
    } else {
        place.line.1.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::FileId;

    fn place(line: u32, end_line: u32, name: &str) -> Further {
        let span = Span { file: FileId(0), start: 10 * line, end: 10 * end_line + 5 };
        Further { line: (FileId(0), line), end_line, span, name: name.to_owned() }
    }

    #[test]
    fn names_give_way_to_lines() {
        let places: Vec<Further> = (1..=4).map(|line| place(line, line, "next(something)")).collect();
        let wide = said(&places, "not ruled out", 100);
        assert_eq!(wide.join(" ").matches("next(something)").count(), 4);
        let narrow = said(&places, "not ruled out", 34);
        assert_eq!(narrow, ["not ruled out: line 1", "next(something), lines 2, 3 and 4"]);
    }

    #[test]
    fn more_than_are_named_are_counted() {
        let places: Vec<Further> = (1..=14).map(|line| place(2 * line, 2 * line, "")).collect();
        let all = said(&places, "not ruled out", 100).join(" ");
        assert!(all.ends_with("lines 18, 20, 22 and 24, and 2 more"), "{all}");
        assert_eq!(said(&[place(3, 5, "a")], "not ruled out", 100), ["not ruled out: lines 3-5 a"]);
    }
}
