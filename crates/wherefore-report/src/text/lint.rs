//! Findings of the checks without properties, as text: each over its source, then a line that counts them.

use super::fit::{count, list, visible};
use super::paint::{Ink, Paint};
use super::{Options, broken, caveat, trace, unfinished};
use crate::document::{Document, Lint, LintFinding};
use wherefore_diag::render;

/// Open questions that are named.
const MOST_OPEN: usize = 6;

/// Everything that `wherefore lint` found.
pub fn lint(report: &Document, options: &Options) -> String {
    let mut parts = vec![unfinished(report, options), broken(report, options), caveat(report, options)];
    parts.extend(report.lint.as_ref().map(|lint| findings(report, lint, options)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The findings and a line that counts them.
pub(super) fn findings(report: &Document, lint: &Lint, options: &Options) -> String {
    let shown = |finding: &LintFinding| {
        let drawn = render(&finding.remark.diagnostic, &report.sources, options.style);
        match &finding.remark.trace {
            Some(run) => {
                format!("{drawn}\n\nthe run that leads there: {}\n{}\n", trace::size(run), trace::lines(run, options))
            }
            None => format!("{drawn}\n\n"),
        }
    };
    let mut out: String = lint.findings.iter().map(shown).collect();
    out.push_str(&open(lint, options));
    out.push_str(&tally(lint, options));
    out
}

fn open(lint: &Lint, options: &Options) -> String {
    if lint.open.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = lint.open.iter().map(|question| question.name.as_str()).collect();
    let word = Paint(options.style).ink(Ink::Unsure, "not decided:");
    format!("{word} {}\n", visible(&list(&names, MOST_OPEN)))
}

fn tally(lint: &Lint, options: &Options) -> String {
    let asked = count(lint.asked, "question", "questions");
    let paint = Paint(options.style);
    let found = match lint.findings.len() {
        0 => paint.ink(Ink::Good, "no finding"),
        n => paint.ink(Ink::Bad, &count(n, "finding", "findings")),
    };
    let mut line = format!("{found}, {asked} asked");
    if !lint.open.is_empty() {
        line.push_str(&format!(", {} not decided", lint.open.len()));
    }
    if lint.allowed > 0 {
        line.push_str(&format!(", {} allowed", lint.allowed));
    }
    line + "\n"
}
