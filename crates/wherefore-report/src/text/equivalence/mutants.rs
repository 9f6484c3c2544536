//! Mutants for people: a line for each, by number, operator and line, and how many there are.

use super::mutation::{mutation, nothing_checked};
use super::{Page, nothing, together};
use crate::document::Document;
use crate::document::equivalence::{Mutant, Mutants, Outcome};
use crate::text::fit::{count, padded, visible, widest};
use crate::text::inquiry::Focus;
use crate::text::paint::{Ink, Paint};
use crate::text::{Options, broken, unfinished};
use std::collections::BTreeMap;

/// The mutants of a model.
pub fn mutants(report: &Document, options: &Options) -> String {
    let page = Page { options, paint: Paint(options.style), sources: &report.sources, focus: Focus::Everything };
    let mut parts = vec![unfinished(report, options), broken(report, options), nothing(report, "changed")];
    if let Some(Outcome::Mutants(Some(found))) = &report.result {
        match (&found.mutation, nothing_checked(found)) {
            (_, Some(words)) => parts.push(format!("{words}\n")),
            (Some(checked), None) => parts.extend(mutation(&page, found, checked)),
            (None, None) => parts.extend([lines(&page, &found.mutants), summary(&page, found)]),
        }
    }
    together(parts)
}

fn lines(page: &Page<'_>, mutants: &[Mutant]) -> String {
    let number = mutants.iter().map(|m| m.number.to_string().len()).max().unwrap_or(1);
    let operator = widest(mutants.iter().map(|m| m.operator), usize::MAX);
    let places: Vec<String> = mutants.iter().map(line_of).collect();
    let place = widest(places.iter().map(String::as_str), usize::MAX);
    let line = |(mutant, line): (&Mutant, &String)| {
        let blanks = " ".repeat(place.saturating_sub(line.len()));
        let word = padded(mutant.operator, operator);
        let lead = format!("{:>number$}  {word}  {blanks}{line}  ", mutant.number);
        page.paragraph(&lead, &mutant.what)
    };
    mutants.iter().zip(&places).map(line).collect()
}

/// The line that a mutant changes.
fn line_of(mutant: &Mutant) -> String {
    mutant.place.as_ref().map_or_else(String::new, |place| place.line.to_string())
}

fn summary(page: &Page<'_>, found: &Mutants) -> String {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    found.mutants.iter().for_each(|m| *uses.entry(m.operator).or_default() += 1);
    let by: Vec<String> = uses.iter().map(|(operator, n)| format!("{operator} {n}")).collect();
    let by = if by.is_empty() { String::new() } else { format!(": {}", by.join(", ")) };
    let dropped = match found.dropped {
        0 => String::new(),
        n => format!("; {n} left out because the result is no model"),
    };
    let total = count(found.mutants.len(), "mutant", "mutants");
    let files: Vec<&str> = found.mutants.iter().filter_map(|m| m.file.as_deref()).collect();
    let mut out = page.paragraph("", &format!("{total}{by}{dropped}"));
    if let [first, ..] = files.as_slice() {
        let last = files.last().filter(|l| *l != first).map_or_else(String::new, |l| format!(" to {}", visible(l)));
        let words = format!("written to {}{last}", visible(first));
        out.push_str(&format!("{}\n", page.paint.ink(Ink::Faint, &words)));
    }
    out
}
