//! The first screen of `why`: verdict, what to change, how many ways there are, and the shortest of them step by step.
//!
//! ```text
//! examples/ac.smv: right_mode is VIOLATED                                             0.44 s
//!   must hold: (s = ON -> pt > 24) & (s = IDLE -> pt <= 24)
//!
//! 2 edits make right_mode hold, proved; no run changes that does not fail, proved
//!   examples/ac.smv:23  t4 := s = IDLE & e = enter & t >= 24;
//!                                                    ^^^^^^^ try: t > 24
//!
//! 4 ways to fail, shortest first; there is no other (proved, re-checked by sat)
//!   1  ends in ON by t4, after t1      2 steps
//!   2  ends in IDLE by t5, after t3    2 steps
//! ```
//!
//! Everything else that is known is in the full report, and the last line says how to get it.

mod fault;
mod steps;
mod ways;

use super::fit::{count, duration, shorten_middle, shorten_words, visible, width, wrap};
use super::inquiry::{Focus, Page, others};
use super::paint::{Ink, Paint};
use super::{Options, broken, caveat, counterexamples, left_out, not_shown, quantities, summary, unfinished, verdicts};
use crate::document::{Claim, Class, Document, Inquiry, MCL, Property, Verdict};
use fault::Line;

/// Properties that a table lists where one is violated, and lines of what one asks for.
const MOST_PROPERTIES: usize = 12;
const MOST_LINES: usize = 3;

/// Violated properties that are looked into; the others have a line.
const MOST_INQUIRIES: usize = 3;

/// Lines of runs that are shown as they are, where no lens looks into a property.
const MOST_RUN_LINES: usize = 20;

/// The first screen; nothing if no property is violated.
pub fn first_screen(page: &Page<'_>, report: &Document) -> Option<String> {
    let options = page.options;
    let violated: Vec<&Property> = report.properties.iter().filter(|p| p.verdict.trace().is_some()).collect();
    if violated.is_empty() {
        return None;
    }
    let mut parts = vec![unfinished(report, options), broken(report, options), headline(report, &violated, options)];
    parts.extend([verdicts::reasons(report, options), quantities::lines(report, options), caveat(report, options)]);
    parts.push(fault::lines(page, report, &violated));
    let asked = violated.iter().filter(|p| p.inquiry().is_some() || p.since().is_some());
    let quoted = fault::quoted(page, report, &violated);
    for (index, property) in asked.enumerate() {
        parts.extend(section(page, (index, property), violated.len() > 1, &quoted));
    }
    parts.extend(unasked(page, report));
    parts.push(page.holding(report));
    parts.extend(page.witnesses(report));
    parts.extend([others(report), left_out::lines(report, options), more(page, report, &violated)]);
    if report.properties.len() > 1 {
        parts.push(summary(report, options));
    }
    parts.retain(|part| !part.is_empty());
    Some(parts.join("\n"))
}

/// The verdict and the run that shows it, while nothing else is known.
pub fn violation(report: &Document, options: &Options) -> String {
    let page = Page { options, paint: Paint(options.style), sources: &report.sources, focus: Focus::Overview };
    let violated: Vec<&Property> = report.properties.iter().filter(|p| p.verdict.trace().is_some()).collect();
    let run = |property: &&Property| {
        let inquiry = property.inquiry()?;
        Some(steps::lines(&page, property, inquiry, inquiry.classes.first()?, false))
    };
    let runs: String = violated.iter().filter_map(run).collect();
    format!("{}\n{runs}", headline(report, &violated, options))
}

/// The verdict: of one property with what it asks for, of several how many are violated, and which.
fn headline(report: &Document, violated: &[&Property], options: &Options) -> String {
    let (paint, path) = (Paint(options.style), visible(&report.model.path));
    let [property] = report.properties.as_slice() else {
        let number = format!("{} of {} properties", violated.len(), report.properties.len());
        let verb = if violated.len() == 1 { "is" } else { "are" };
        let seconds = report.properties.iter().map(|p| p.seconds).sum();
        let head = timed(&format!("{path}: {number} {verb} "), seconds, paint, options.width);
        return head + &listed(report, options);
    };
    let head = timed(&format!("{path}: {} is ", visible(&property.title())), property.seconds, paint, options.width);
    head + &must_hold(property, options)
}

/// A line that ends in the verdict, with the time at the right edge.
fn timed(words: &str, seconds: f64, paint: Paint, columns: usize) -> String {
    const VERDICT: &str = "VIOLATED";
    let (time, words) = (duration(seconds), shorten_middle(words, columns.saturating_sub(VERDICT.len()).max(20)));
    let verdict = paint.ink(Ink::Bad, VERDICT);
    match columns.checked_sub(width(&words) + VERDICT.len() + width(&time)).filter(|blanks| *blanks > 1) {
        Some(blanks) => format!("{words}{verdict}{:blanks$}{}\n", "", paint.ink(Ink::Faint, &time)),
        None => format!("{words}{verdict}\n"),
    }
}

/// What a property asks for.
fn must_hold(property: &Property, options: &Options) -> String {
    const LEAD: &str = "  must hold: ";
    let room = options.width.saturating_sub(LEAD.len()).max(20);
    let mut lines = wrap(&shorten_words(&visible(&property.text), room), room);
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines.extend(["...".to_owned()]);
    }
    let lead = |index: usize| if index == 0 { LEAD.to_owned() } else { " ".repeat(LEAD.len()) };
    lines.iter().enumerate().map(|(index, line)| format!("{}{line}\n", lead(index))).collect()
}

/// The verdicts of several properties: all of them, or of too many those that do not hold.
fn listed(report: &Document, options: &Options) -> String {
    if report.properties.len() <= MOST_PROPERTIES {
        return verdicts::table(report, options);
    }
    let is_open = |p: &&Property| !matches!(p.verdict, Verdict::Holds(_));
    let open: Vec<Property> = report.properties.iter().filter(is_open).cloned().collect();
    let hidden = open.len().saturating_sub(MOST_PROPERTIES);
    let held = report.properties.len() - open.len();
    let shown = Document { properties: open.into_iter().take(MOST_PROPERTIES).collect(), ..report.clone() };
    let rest = match (hidden, held) {
        (0, 0) => String::new(),
        (0, held) => format!("{}\n", count(held, "other property holds", "other properties hold")),
        (hidden, held) => {
            format!("{hidden} more are not listed, and {}\n", count(held, "property holds", "properties hold"))
        }
    };
    verdicts::table(&shown, options) + &rest
}

/// A violated property: its ways to fail, and one of them step by step.
fn section(page: &Page<'_>, (index, property): (usize, &Property), is_named: bool, quoted: &[Line]) -> Vec<String> {
    let own = |inquiry: &&Inquiry| inquiry.lts.is_none() && inquiry.contract.is_none() && inquiry.given.is_none();
    let Some(inquiry) = property.inquiry().filter(own) else { return page.property(index, property) };
    if index >= MOST_INQUIRIES {
        return vec![page.heading(&property.title(), inquiry)];
    }
    let ways = ways::lines(page, property, inquiry, is_named);
    let shown = inquiry.classes.first().map(|class| {
        let is_quoted = class.guards.iter().any(|guard| quoted.contains(&(guard.span.file, guard.line)));
        steps::lines(page, property, inquiry, class, is_quoted)
    });
    let notes = inquiry.notes.iter().map(|n| page.paragraph("note: ", n)).collect();
    let situations = inquiry
        .summary
        .as_ref()
        .filter(|_| inquiry.coarser.is_none())
        .map(|group| page.group(group))
        .unwrap_or_default();
    vec![ways, situations, shown.unwrap_or_default(), super::inquiry::explanation::cut_off(page, inquiry), notes]
}

/// The runs of violated properties that no lens looks into. A long one is a table, unless it is a sequence of actions.
fn unasked(page: &Page<'_>, report: &Document) -> Vec<String> {
    let whole = counterexamples(page, report);
    if whole.iter().map(|run| run.lines().count()).sum::<usize>() <= MOST_RUN_LINES {
        return whole;
    }
    let is_run = |p: &&Property| p.inquiry().is_none() && p.kind != MCL && p.verdict.trace().is_some();
    let all: Vec<&Property> = report.properties.iter().filter(is_run).collect();
    if all.is_empty() {
        return whole;
    }
    let shown = |property: &&Property| {
        let trace = property.verdict.trace()?;
        let claims = trace.claims.iter().map(|claim| page.paragraph("  ", &claimed(claim)));
        let table = steps::lines(page, property, &Inquiry::default(), &Class::of_run(trace.clone()), false);
        let name = format!("{}:\n", page.paint.ink(Ink::Strong, &visible(&property.title())));
        Some(if report.properties.len() > 1 { name } else { String::new() } + &table + &claims.collect::<String>())
    };
    let mut parts: Vec<String> = all.iter().take(MOST_INQUIRIES).filter_map(shown).collect();
    if all.len() > MOST_INQUIRIES {
        let names: Vec<&str> = all[MOST_INQUIRIES..].iter().map(|p| p.name.as_str()).collect();
        parts.push(page.paragraph("", &not_shown(&names, MOST_PROPERTIES)));
    }
    parts
}

/// A claim about a state of a run, in words that count steps as the table of the run does.
fn claimed(claim: &Claim) -> String {
    let when = if claim.row == 0 { "at the start".to_owned() } else { format!("after step {}", claim.row) };
    format!("{when}, {} is {}", visible(&claim.formula), claim.value)
}

/// How to see more.
fn more(page: &Page<'_>, report: &Document, violated: &[&Property]) -> String {
    let ways = violated.iter().filter_map(|p| p.inquiry()).map(|inquiry| inquiry.classes.len()).max().unwrap_or(0);
    let class = if ways > 1 { "--class 2 another way, " } else { "" };
    let fix = match &report.fixes {
        Some(found) if found.ranked.len() > 1 => "; `wherefore fix`: other fixes",
        Some(_) | None => "",
    };
    let words = page.paragraph("", &format!("{class}--full everything, -o page.html a page{fix}"));
    words.lines().map(|line| page.paint.ink(Ink::Faint, line) + "\n").collect()
}
