//! Data flow for people: the key events of a cause as two tables, the equations that it passes through, and what came of
//! other ways to fail.
//!
//! ```text
//!   key events of the property
//!     block         tick  value  comment
//!     Observer/ok      2  FALSE  alarm was false while an interval ended without action
//!     active           1  TRUE   input
//!   active equations
//!     muv.lus
//!     >  9 |   begins   = active and (false -> pre inactive);
//!       10 |   once     = begins or (false -> pre once);
//! ```
//!
//! Ticks count from 1, as states do in the run above.

use super::{Focus, Page};
use crate::document::flow::{AlternativeSearch, Causes, Outcome, Side, TriedAlternative};
use crate::document::{Certificate, Class, Completeness, Event, Inquiry, Place};
use crate::no_answer::CauseKind;
use crate::text::fit::{count, list, padded, shorten, shorten_middle, shorten_words, visible, widest, width, wrap};
use crate::text::paint::Ink;
use crate::text::verdicts;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{FileId, SourceFile, Span};

/// Events of a table, and lines of the source, unless a class is shown whole.
const MOST_EVENTS: usize = 20;
const MOST_LINES: usize = 25;
/// Lines that are not active and stand between two that are, if these are no further apart.
const NEAR: u32 = 3;

/// Lines about a class in an inquiry; `remedy` shows what is left out.
pub fn lines(page: &Page<'_>, class: &Class, remedy: &str) -> String {
    let Some(flow) = &class.explanation.flow else { return String::new() };
    let sides = [(Side::Property, "key events of the property"), (Side::Model, "key events of the model")];
    let mut out: String = sides.iter().map(|(side, title)| table(page, class, *side, title, remedy)).collect();
    if flow.causes > 1 {
        let words = format!("{} causes of this class lie in this run; this is the first", flow.causes);
        out.push_str(&format!("  {}\n", page.paint.ink(Ink::Faint, &format!("-- {words}"))));
    }
    let marked: Vec<Span> = flow.marked.iter().map(|p| p.span).collect();
    out + &source(page, &marked, remedy)
}

/// Key of a class of causes, where the heading `shown` has no room for all of it.
pub fn key(page: &Page<'_>, class: &Class, shown: &str) -> String {
    let whole = visible(&class.key);
    if shown == whole {
        return String::new();
    }
    page.paragraph("  ", &shorten_words(&whole, page.options.width.saturating_sub(2).max(12)))
}

fn is_whole(page: &Page<'_>) -> bool {
    page.focus != Focus::Overview
}

fn heading(page: &Page<'_>, text: &str) -> String {
    format!("  {}\n", page.paint.ink(Ink::Strong, text))
}

/// The columns of a table.
struct Columns {
    name: usize,
    tick: usize,
    value: usize,
    comment: usize,
}

impl Columns {
    fn of(page: &Page<'_>, events: &[&Event]) -> Columns {
        let names: Vec<String> = events.iter().map(|e| visible(&e.name)).collect();
        let values: Vec<String> = events.iter().map(|e| visible(value(e))).collect();
        let name = widest(names.iter().map(String::as_str), (page.options.width / 3).max(8)).max("block".len());
        let value = widest(values.iter().map(String::as_str), (page.options.width / 5).max(5)).max("value".len());
        let last = events.iter().map(|e| u64::from(e.tick) + 1).max().unwrap_or(0);
        let tick = last.to_string().len().max("tick".len());
        // Four before the name and two between columns.
        let comment = page.options.width.saturating_sub(4 + name + 2 + tick + 2 + value + 2).max(16);
        Columns { name, tick, value, comment }
    }

    fn row(&self, page: &Page<'_>, ink: Option<Ink>, cells: [&str; 3], comment: &str) -> String {
        let [name, tick, value] = cells;
        let name = padded(&shorten_middle(name, self.name), self.name);
        let tick = format!("{tick:>width$}", width = self.tick);
        let value = padded(&shorten(value, self.value), self.value);
        let front = format!("{name}  {tick}  {value}");
        let indent = 4 + width(&front) + 2;
        let front = ink.map_or_else(|| front.clone(), |ink| page.paint.ink(ink, &front));
        let lines = wrap(&shorten_words(&visible(comment), self.comment), self.comment);
        let mut out = format!("    {front}  {}", lines.first().map_or("", String::as_str)).trim_end().to_owned() + "\n";
        lines.iter().skip(1).for_each(|l| out.push_str(&format!("{:indent$}{l}\n", "")));
        out
    }
}

/// The events of one side; of too many the first and the last.
fn table(page: &Page<'_>, class: &Class, side: Side, title: &str, remedy: &str) -> String {
    let events: Vec<&Event> = class.explanation.events().iter().filter(|e| e.side == Some(side)).collect();
    if events.is_empty() {
        return String::new();
    }
    let columns = Columns::of(page, &events);
    let mut out = heading(page, title) + &columns.row(page, Some(Ink::Faint), ["block", "tick", "value"], "comment");
    let row = |event: &&Event| {
        let tick = (u64::from(event.tick) + 1).to_string();
        let cells = [visible(&event.name), tick, visible(value(event))];
        let [name, tick, value] = &cells;
        columns.row(page, event.is_input.then_some(Ink::Input), [name, tick, value], &event.comment)
    };
    let cut = if is_whole(page) || events.len() <= MOST_EVENTS { 0 } else { events.len() - (MOST_EVENTS - 1) };
    let head = if cut == 0 { events.len() } else { MOST_EVENTS / 2 };
    out.extend(events[..head].iter().map(row));
    if cut > 0 {
        out.push_str(&more(page, cut, "event", "events", remedy));
        out.extend(events[head + cut..].iter().map(row));
    }
    out
}

/// The value of an event; nothing if it has none.
fn value(event: &Event) -> &str {
    event.value.as_ref().map_or("", |cell| cell.text.as_str())
}

fn more(page: &Page<'_>, hidden: usize, one: &str, many: &str, remedy: &str) -> String {
    let text = format!("    ... {hidden} more {}; {remedy}", if hidden == 1 { one } else { many });
    page.paint.ink(Ink::Faint, &text) + "\n"
}

/// The lines of the source that the cause passes through, with those that lie between. Nothing where the source is missing.
fn source(page: &Page<'_>, spans: &[Span], remedy: &str) -> String {
    let blocks: Vec<String> = spans.iter().filter_map(|s| Some(Place::of(*s, page.sources)?.block?.words())).collect();
    if !blocks.is_empty() {
        return listed(page, &blocks, remedy);
    }
    let mut out = String::new();
    let mut room = if is_whole(page) { usize::MAX } else { MOST_LINES };
    let mut hidden = 0;
    for (file, active) in active(page, spans) {
        let Some(file) = page.sources.get(file) else { continue };
        let all = active.len();
        let shown: Vec<u32> = active.into_iter().take(room).collect();
        hidden += all - shown.len();
        if shown.is_empty() {
            continue;
        }
        room = room.saturating_sub(shown.len());
        out.push_str(&format!(
            "    {}\n{}",
            page.paint.ink(Ink::Faint, &visible(&file.name)),
            excerpt(page, file, &shown)
        ));
    }
    if out.is_empty() {
        return out;
    }
    if hidden > 0 {
        out.push_str(&more(page, hidden, "line", "lines", remedy));
    }
    heading(page, "active equations") + &out
}

/// The blocks of a diagram that the cause passes through.
fn listed(page: &Page<'_>, blocks: &[String], remedy: &str) -> String {
    let room = if is_whole(page) { usize::MAX } else { MOST_LINES };
    let mut out = heading(page, "active blocks");
    blocks.iter().take(room).for_each(|block| out.push_str(&format!("    {}\n", visible(block))));
    if blocks.len() > room {
        out.push_str(&more(page, blocks.len() - room, "block", "blocks", remedy));
    }
    out
}

/// The active lines of each file. In an equation that holds active parts of its own only the first line is active, beside
/// theirs: what else it spans is not on the cause.
fn active(page: &Page<'_>, spans: &[Span]) -> BTreeMap<FileId, BTreeSet<u32>> {
    let mut lines: BTreeMap<FileId, BTreeSet<u32>> = BTreeMap::new();
    for span in spans {
        let Some(file) = page.sources.get(span.file) else { continue };
        let is_inside = |other: &Span| {
            other != span && other.file == span.file && span.start <= other.start && other.end <= span.end
        };
        let first = file.location(span.start).line;
        let last =
            if spans.iter().any(is_inside) { first } else { file.location(span.end.max(span.start + 1) - 1).line };
        lines.entry(span.file).or_default().extend(first..=last);
    }
    lines
}

fn excerpt(page: &Page<'_>, file: &SourceFile, active: &[u32]) -> String {
    let digits = active.last().map_or(1, |l| l.to_string().len());
    let room = page.options.width.saturating_sub(4 + 2 + digits + 3).max(20);
    let mut out = String::new();
    let mut before: Option<u32> = None;
    for line in active {
        match before {
            Some(b) if *line - b <= NEAR => {
                (b + 1..*line).for_each(|l| out.push_str(&quoted(page, file, l, digits, room, false)))
            }
            Some(_) => out.push_str(&format!("      {}\n", page.paint.ink(Ink::Faint, "..."))),
            None => {}
        }
        out.push_str(&quoted(page, file, *line, digits, room, true));
        before = Some(*line);
    }
    out
}

fn quoted(page: &Page<'_>, file: &SourceFile, line: u32, digits: usize, room: usize, is_active: bool) -> String {
    let text = file.line(line).unwrap_or_default().replace('\t', "  ");
    let text = shorten(&visible(text.trim_end()), room);
    let (mark, number) =
        (if is_active { page.paint.ink(Ink::Bad, ">") } else { " ".to_owned() }, format!("{line:>digits$}"));
    let text = if is_active { text } else { page.paint.ink(Ink::Faint, &text) };
    let bar = page.paint.ink(Ink::Faint, &format!("{number} |"));
    format!("    {mark} {bar} {text}").trim_end().to_owned() + "\n"
}

/// Whether the classes of a program are all, in one breath: what is proved about the causes of all failing runs, what ended the
/// search, and what is left open. Nothing if the inquiry is not into a program.
pub fn status(inquiry: &Inquiry) -> Option<(String, Ink, Vec<String>)> {
    let (alternative_search, list) = (inquiry.alternative_search.as_ref()?, inquiry.enumeration.as_ref()?);
    let Completeness::Stopped { cause, depth: None } = &list.completeness else { return None };
    let is_done = cause.kind == CauseKind::WaysTried;
    let mut rest = covered(&alternative_search.causes);
    let (word, ink) = match (&alternative_search.causes, is_done) {
        (Causes::Always { .. }, true) => ("causes complete:".to_owned(), Ink::Good),
        (_, true) => (format!("not proved complete: {};", cause.message), Ink::Unsure),
        (_, false) => (format!("stopped: {};", cause.message), Ink::Unsure),
    };
    match (&alternative_search.causes, is_done) {
        (Causes::Always { .. }, true) => {
            rest.push(format!("not proved: that no other way through the blocks leads to them; {}", cause.message));
        }
        _ => rest.insert(0, "there may be others".to_owned()),
    }
    rest.extend(cause.advice());
    Some((word, ink, rest))
}

/// Results on the causes of all failing runs, as sentences.
fn covered(causes: &Causes<Certificate>) -> Vec<String> {
    let one_of =
        |n: usize| if n == 1 { "the one minimal cause".to_owned() } else { format!("one of {n} minimal causes") };
    match causes {
        Causes::Unknown => Vec::new(),
        Causes::Within { steps, count: n } => {
            let steps = count(*steps as usize, "step", "steps");
            vec![format!("every run that fails within {steps} ends with {}", one_of(*n))]
        }
        Causes::Always { count: n, proof } => {
            vec![format!("every failing run ends with {}", one_of(*n)), format!("proof: {}", verdicts::proof(proof))]
        }
    }
}

/// Results on other ways to fail: in an overview counted, otherwise each with its words.
pub fn alternative_search(page: &Page<'_>, inquiry: &Inquiry) -> String {
    let Some(alternative_search) = inquiry.alternative_search.as_ref().filter(|s| !s.attempts.is_empty()) else {
        return String::new();
    };
    let ways = count(
        alternative_search.attempts.len(),
        "other way beside known causes was tried",
        "other ways beside known causes were tried",
    );
    let hint = if page.focus == Focus::Everything { "" } else { "; --full lists them" };
    let words = format!("{}{hint}", tally(alternative_search));
    let mut out = page.paint.ink(Ink::Strong, &ways);
    if width(&ways) + 2 + width(&words) <= page.options.width {
        out.push_str(&format!(": {words}\n"));
    } else {
        out.push_str(&format!(":\n{}", page.paragraph("  ", &words)));
    }
    if page.focus == Focus::Everything {
        let rows: Vec<(String, &TriedAlternative)> =
            alternative_search.attempts.iter().map(|a| (outcome(inquiry, a), a)).collect();
        let column = widest(rows.iter().map(|(o, _)| o.as_str()), (page.options.width / 3).max(12));
        for (outcome, attempt) in rows {
            let lead = format!("  {}  ", padded(&shorten(&outcome, column), column));
            let room = page.options.width.saturating_sub(width(&lead)).max(12);
            out.push_str(&page.paragraph(&lead, &shorten_words(&visible(&sentence(attempt)), room)));
        }
    }
    out
}

/// A way in words: which block, how, and why nothing came of it if nothing did.
fn sentence(attempt: &TriedAlternative) -> String {
    let why = match &attempt.outcome {
        Outcome::Undecided(why) => format!(" ({why})"),
        _ => String::new(),
    };
    format!("{}: {}{why}", attempt.name, attempt.words)
}

/// "2 new, 4 impossible (proved)".
fn tally(alternative_search: &AlternativeSearch) -> String {
    let number =
        |wanted: fn(&Outcome) -> bool| alternative_search.attempts.iter().filter(|a| wanted(&a.outcome)).count();
    let kinds = [
        (number(|o| matches!(o, Outcome::New(_))), "new"),
        (number(|o| matches!(o, Outcome::Known)), "known"),
        (number(|o| matches!(o, Outcome::Impossible(_))), "impossible (proved)"),
        (number(|o| matches!(o, Outcome::Undecided(_))), "undecided"),
    ];
    let parts: Vec<String> = kinds.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    parts.join(", ")
}

fn outcome(inquiry: &Inquiry, attempt: &TriedAlternative) -> String {
    match &attempt.outcome {
        Outcome::New(ids) => {
            let name = |id: &String| inquiry.find(id).map_or_else(|| id.clone(), |i| (i + 1).to_string());
            let names: Vec<String> = ids.iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let word = if names.len() == 1 { "class" } else { "classes" };
            if names.is_empty() { "new".to_owned() } else { format!("new: {word} {}", list(&names, 6)) }
        }
        Outcome::Known => "known".to_owned(),
        Outcome::Impossible(_) => "impossible".to_owned(),
        Outcome::Undecided(_) => "undecided".to_owned(),
    }
}
