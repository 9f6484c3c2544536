//! The report as text, for people.
//!
//! The order is the order in which a person reads: what is wrong with the model, a line per property, why, the runs that
//! break properties, and at the end, where the cursor stands, the summary. With many properties the summary also comes
//! first, and of many runs only some are shown, with a word on how to see the others.

mod brief;
mod equivalence;
mod evidence;
pub mod fit;
mod fix;
mod guide;
mod inquiry;
pub(crate) mod left_out;
mod lint;
pub(crate) mod paint;
mod quantities;
mod stats;
mod steps;
mod trace;
mod verdicts;

pub use brief::violation;
pub use equivalence::{diff, mutants, tests};
pub use fix::fix;
pub use guide::{topic, topics};
pub(crate) use inquiry::explanation::{nearest as nearest_words, unit};
pub(crate) use inquiry::external_trace::cut as given_cut;
pub use inquiry::{Focus, why};
pub use lint::lint;
pub use stats::stats;

use crate::document::{Document, MCL, Obligations, Remark, Unfinished, Verdict};
use fit::{count, list, visible, wrap};
use paint::{Ink, Paint};
use wherefore_diag::{Severity, Style, render};

/// How the text is to look.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// With or without colours.
    pub style: Style,
    /// Columns to a line.
    pub width: usize,
    /// Runs and values in full, however long.
    pub full_traces: bool,
}

impl Default for Options {
    /// Plain text as wide as a page.
    fn default() -> Options {
        Options { style: Style::Plain, width: 100, full_traces: false }
    }
}

/// From this many properties on, the summary comes first as well.
const MANY: usize = 15;
/// Parts that a line names as not finished.
const MOST_UNFINISHED: usize = 12;
/// Properties whose runs are not shown that a line names.
const MOST_NAMED: usize = 6;
/// Runs that are shown without `full_traces`.
const MOST_TRACES: usize = 5;

/// A run beside the evidence that it is a part of.
const SHORT: trace::Limit<'static> = trace::Limit { lines: 12, remedy: "--full-trace shows all" };

/// Findings. Remarks without a run are not part of them: they are about the input, see [`remarks`].
pub fn check(report: &Document, options: &Options) -> String {
    let mut parts = vec![unfinished(report, options)];
    if report.properties.len() >= MANY {
        parts.push(summary(report, options));
    }
    parts.push(broken(report, options));
    parts.push(verdicts::table(report, options));
    parts.push(verdicts::reasons(report, options));
    parts.push(quantities::lines(report, options));
    parts.push(caveat(report, options));
    let page = inquiry::Page { options, paint: Paint(options.style), sources: &report.sources, focus: Focus::Overview };
    parts.extend(counterexamples(&page, report));
    parts.push(left_out::lines(report, options));
    parts.push(summary(report, options));
    parts.retain(|p| !p.is_empty());
    parts.join("\n")
}

/// The diagnostics about the input that are at least as bad as `least`.
pub fn remarks(report: &Document, least: Severity, style: Style) -> String {
    let wanted = report.remarks.iter().filter(|r| r.trace.is_none() && r.diagnostic.code.severity <= least);
    let mut out: String = wanted.map(|r| render(&r.diagnostic, &report.sources, style) + "\n\n").collect();
    if report.dropped > 0 {
        out.push_str(&format!("and {}\n\n", count(report.dropped, "further message", "further messages")));
    }
    out
}

/// Work that was cut off or not begun, a line for each cause: readers must know before they read on.
pub(crate) fn unfinished(report: &Document, options: &Options) -> String {
    let mut lines: Vec<(&Unfinished, Vec<&str>)> = Vec::new();
    for part in &report.unfinished {
        match lines.iter_mut().find(|(first, _)| (first.reached, &first.cause) == (part.reached, &part.cause)) {
            Some((_, parts)) => parts.push(&part.part),
            None => lines.push((part, vec![&part.part])),
        }
    }
    let paint = Paint(options.style);
    let line = |(first, parts): &(&Unfinished, Vec<&str>)| {
        let word = format!("{}:", first.reached.word());
        let text = format!("{word} {} ({})", list(parts, MOST_UNFINISHED), visible(&first.cause.message));
        let lines = wrap(&text, options.width.max(20)).join("\n");
        lines.replacen(&word, &paint.ink(Ink::Unsure, &word), 1) + "\n"
    };
    lines.iter().map(line).collect()
}

/// The places where the model does not make sense, each with the run that leads there.
fn broken(report: &Document, options: &Options) -> String {
    let with_run = |r: &Remark| {
        let run = r.trace.as_ref()?;
        let drawn = render(&r.diagnostic, &report.sources, options.style);
        let heading = Paint(options.style).ink(Ink::Strong, "the run that leads there");
        Some(format!("{drawn}\n\n{heading}: {}\n{}", trace::size(run), trace::lines(run, options)))
    };
    report.remarks.iter().filter_map(with_run).collect::<Vec<_>>().join("\n")
}

/// Caveat on what the verdicts rest on, if that is not known.
fn caveat(report: &Document, options: &Options) -> String {
    let Obligations::Undetermined(cause) = &report.obligations else { return String::new() };
    let text = format!(
        "it is not known whether the model makes sense (values in range, case distinctions complete): {}; what is said \
         about the properties rests on that",
        visible(&cause.message)
    );
    let heading = Paint(options.style).ink(Ink::Unsure, "undetermined:");
    let lines = wrap(&text, options.width.saturating_sub(2).max(20));
    format!("{heading} the model itself\n{}", lines.iter().map(|l| format!("  {l}\n")).collect::<String>())
}

/// The runs that break properties, where no inquiry shows them.
fn counterexamples(page: &inquiry::Page<'_>, report: &Document) -> Vec<String> {
    let (options, paint) = (page.options, page.paint);
    let bare = report.properties.iter().filter(|p| p.inquiry().is_none());
    let violated = bare.filter_map(|p| Some((p, p.verdict.trace()?)));
    let all: Vec<_> = violated.collect();
    let shown = if options.full_traces { all.len() } else { all.len().min(MOST_TRACES) };
    let show = |(property, run): &(&crate::document::Property, &crate::document::Trace)| {
        let name = paint.ink(Ink::Strong, &visible(&property.title()));
        let given = if property.given { "the given run, " } else { "" };
        let evidence = property.evidence_graph.as_deref();
        let points = evidence.map_or(&[][..], evidence::beside);
        let limit = if evidence.is_some() { SHORT } else { trace::LIMIT };
        let lines = match property.kind == MCL {
            true => steps::excerpt(run, points, options, limit),
            false => trace::lines(run, options),
        };
        let shown = evidence.map_or_else(String::new, |found| evidence::lines(page, property, found));
        format!("{name} is violated: {given}{}\n{lines}{shown}", trace::size(run))
    };
    let mut parts: Vec<String> = all[..shown].iter().map(show).collect();
    if shown < all.len() {
        let names: Vec<&str> = all[shown..].iter().map(|(p, _)| p.name.as_str()).collect();
        parts.push(format!("{}, --full-trace all\n", not_shown(&names, MOST_NAMED)));
    }
    parts
}

/// Runs for which there is no room, by the names of their properties, of which the first are named.
fn not_shown(names: &[&str], most: usize) -> String {
    let rest = count(names.len(), "more run is", "more runs are");
    format!("{rest} not shown ({}): -p NAME shows one", list(names, most))
}

fn summary(report: &Document, options: &Options) -> String {
    let paint = Paint(options.style);
    match report.obligations {
        Obligations::NotChecked if report.properties.is_empty() => return String::new(),
        Obligations::Broken => return "the model does not make sense: no property was checked\n".to_owned(),
        _ => {}
    }
    let summary = report.summary();
    if summary.properties == 0 && report.remarks.iter().any(|r| r.diagnostic.is_error()) {
        return String::new();
    }
    if summary.properties == 0 && matches!(report.obligations, Obligations::Undetermined(_)) {
        return "no property was checked\n".to_owned();
    }
    if let (0, Some(found)) = (summary.properties, &report.lint) {
        let word = "the model states no property; what was asked of it is what every model can be asked\n\n";
        return format!("{word}{}", lint::findings(report, found, options));
    }
    if summary.properties == 0 {
        return "the model states no property\n".to_owned();
    }
    let hold = if summary.holds == 1 { "holds" } else { "hold" };
    let kinds = [
        (summary.holds, hold, Ink::Good),
        (summary.vacuous, "vacuous", Ink::Unsure),
        (summary.violated, "violated", Ink::Bad),
        (summary.undetermined, "undetermined", Ink::Unsure),
    ];
    let parts: Vec<String> =
        kinds.iter().filter(|(n, ..)| *n > 0).map(|(n, word, ink)| paint.ink(*ink, &format!("{n} {word}"))).collect();
    let mut line = format!("{}: {}", count(summary.properties, "property", "properties"), parts.join(", "));
    if summary.violated > 0 && summary.properties >= MANY {
        let is_violated = |p: &&crate::document::Property| matches!(p.verdict, Verdict::Violated(_));
        let names: Vec<&str> = report.properties.iter().filter(is_violated).map(|p| p.name.as_str()).collect();
        line.push_str(&format!(" ({})", list(&names, 6)));
    }
    line + "\n"
}
