//! Lines of the model, quoted with their place: `examples/ac.smv:23 | t4 := s = IDLE & e = enter & t >= 24;`

use super::Page;
use crate::document::{Place, PlaceBlock};
use crate::text::fit::{shorten, shorten_words, visible, width, wrap};
use crate::text::paint::Ink;
use wherefore_diag::{SourceFile, Span};

/// The number of lines that are quoted of a longer element.
const MOST_LINES: u32 = 6;
/// The number of rows that one line is broken into.
const MOST_ROWS: usize = 4;
/// Columns of the bar between a place and what stands there.
const BAR: usize = 3;
/// A part that begins this far into its line is quoted from there.
const FAR: usize = 60;

/// The lines that spans begin on, each once.
pub fn lines(page: &Page<'_>, spans: &[Span], indent: usize) -> String {
    let mut quotes: Vec<Quote> = Vec::new();
    for span in spans {
        let Some(file) = page.sources.get(span.file) else { continue };
        let block = Place::of(*span, page.sources).and_then(|p| p.block);
        let width = page.options.width.saturating_sub(indent);
        let found = block.map_or_else(|| quotes_of(file, *span, width), |b| vec![Quote::of_block(&b)]);
        for quote in found {
            if !quotes.iter().any(|q| q.place == quote.place && q.text == quote.text) {
                quotes.push(quote);
            }
        }
    }
    let column = quotes.iter().filter(|q| !q.text.is_empty()).map(|q| width(&q.place)).max().unwrap_or(0);
    let room = page.options.width.saturating_sub(indent + column + BAR).max(20);
    let bar = page.paint.ink(Ink::Faint, "|");
    let row = |(number, (quote, text)): (usize, (&Quote, &String))| {
        let place = page.paint.padded(Ink::Faint, if number == 0 { &quote.place } else { "" }, column);
        format!("{:indent$}{place} {bar} {text}\n", "")
    };
    let line = |quote: &Quote| -> String {
        if quote.text.is_empty() {
            return format!("{:indent$}{}\n", "", page.paint.ink(Ink::Faint, &quote.place));
        }
        let rows = wrapped(&quote.text, room);
        rows.iter().map(|text| (quote, text)).enumerate().map(row).collect()
    };
    quotes.iter().map(line).collect()
}

/// A line of the model in as many rows as it needs, within reason: a guard is read to its end.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut rows = wrap(&shorten_words(text, room), room);
    if rows.len() > MOST_ROWS {
        rows.truncate(MOST_ROWS);
        rows.iter_mut().last().into_iter().for_each(|row| *row = shorten(&format!("{row} ..."), room));
    }
    rows
}

/// The place alone; empty if there is no place.
pub fn place(place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| visible(&place.words()))
}

struct Quote {
    place: String,
    text: String,
}

impl Quote {
    /// A block of a diagram has a name and no line to quote.
    fn of_block(block: &PlaceBlock) -> Quote {
        Quote { place: visible(&block.words()), text: String::new() }
    }
}

/// The lines of a span. Of a line that is longer than a row, the stretch that the span is.
fn quotes_of(file: &SourceFile, span: Span, columns: usize) -> Vec<Quote> {
    let (start, end) = (file.location(span.start), file.location(span.end.max(span.start)));
    let last = end.line.min(start.line.saturating_add(MOST_LINES - 1));
    let quote = |line: u32| {
        let text = file.line(line)?;
        let place = format!("{}:{line}", visible(&file.name));
        // Tabs and runs of blanks lay out the whole file, not a line by itself.
        let words = |text: &str| visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
        let is_long = width(&words(text)) + width(&place) + BAR > columns;
        if start.line == end.line && is_long {
            let stretch = text.chars().take(end.column as usize - 1).skip(start.column as usize - 1);
            let stretch = words(&stretch.collect::<String>());
            if !stretch.is_empty() {
                return Some(Quote { place, text: stretch });
            }
        }
        let skipped = if line == start.line { start.column as usize - 1 } else { 0 };
        let text: String = if skipped > FAR { text.chars().skip(skipped).collect() } else { text.to_owned() };
        Some(Quote { place, text: words(&text) })
    };
    (start.line..=last).filter_map(quote).collect()
}
