//! Two labelled transition systems, for people: the verdict with the difference in one sentence, the formula, the run.

use super::super::fit::{count, duration, visible};
use super::super::inquiry::{Focus, Page};
use super::super::paint::Ink;
use super::super::verdicts;
use crate::document::equivalence::{Comparison, Equivalence, GraphComparison, GraphSize, GraphStep};
use crate::words::graphs::meaning;

/// Steps of a run in an overview: so many at its beginning and at its end.
const MOST_STEPS: usize = 10;

/// Parts of the page.
pub fn parts(page: &Page<'_>, found: &Comparison, graphs: &GraphComparison) -> Vec<String> {
    vec![
        verdict(page, found, graphs),
        formula(page, graphs),
        graphs.run.as_ref().map_or_else(String::new, |run| table(page, run)),
        sizes(page, found, graphs),
        senses(page, graphs),
        found.notes.iter().map(|note| page.paragraph("note: ", note)).collect(),
    ]
}

fn verdict(page: &Page<'_>, found: &Comparison, graphs: &GraphComparison) -> String {
    let sense = meaning(graphs.equivalence);
    let time = page.paint.ink(Ink::Faint, &duration(found.seconds));
    match &found.verdict {
        Equivalence::Equivalent(proof) => {
            let word = page.paint.ink(Ink::Good, "equivalent");
            format!("{word} by {sense}  {time}\n") + &page.paragraph("proof: ", &verdicts::proof(proof))
        }
        Equivalence::Different(_) => {
            let word = page.paint.ink(Ink::Bad, "different");
            let key = found.differences.first().map_or("", |difference| difference.key.as_str());
            format!("{word} by {sense}  {time}\n") + &page.paragraph("  ", key)
        }
        Equivalence::Undetermined(_) => String::new(),
    }
}

fn formula(page: &Page<'_>, graphs: &GraphComparison) -> String {
    let Some(formula) = &graphs.formula else { return String::new() };
    let other = if formula.holds_of == "reference" { "implementation" } else { "reference" };
    let text = formula.text.as_deref().unwrap_or("too long to be shown");
    let by = formula.rechecked_by;
    page.paragraph("formula  ", text)
        + &page.paragraph(
            "         ",
            &format!("true of the {}, false of the {other}; re-checked by {by}", formula.holds_of),
        )
}

fn table(page: &Page<'_>, run: &[GraphStep]) -> String {
    if run.is_empty() {
        return String::new();
    }
    let is_shown =
        |place: usize| page.focus == Focus::Everything || place < MOST_STEPS || place + MOST_STEPS >= run.len();
    let wide = run.iter().map(|step| visible(&step.label).chars().count()).max().unwrap_or(0).clamp(5, 40);
    let mut out = format!("  step  {:wide$}  reference      implementation\n", "label");
    let state = |state: u32, hidden: u32| match hidden {
        0 => format!("{state}"),
        n => format!("{state} ({n} tau)"),
    };
    for (place, step) in run.iter().enumerate() {
        if !is_shown(place) {
            if place == MOST_STEPS {
                out.push_str(&format!("        and {} more steps\n", run.len() - 2 * MOST_STEPS));
            }
            continue;
        }
        let one = state(step.reference, step.reference_hidden);
        let two = state(step.implementation, step.implementation_hidden);
        out.push_str(&format!("  {:>4}  {:wide$}  {one:13}  {two}\n", place + 1, visible(&step.label)));
    }
    out
}

fn sizes(page: &Page<'_>, found: &Comparison, graphs: &GraphComparison) -> String {
    let size = |size: &GraphSize| {
        let states = count(size.states as usize, "state", "states");
        format!("{states}, {}", count(size.transitions as usize, "transition", "transitions"))
    };
    let line = |lead: &str, path: &str, of: &GraphSize| page.paragraph(lead, &format!("{path}: {}", size(of)));
    line("reference       ", &found.reference.path, &graphs.reference)
        + &line("implementation  ", &found.implementation.path, &graphs.implementation)
}

/// In which other senses the graphs are the same.
fn senses(page: &Page<'_>, graphs: &GraphComparison) -> String {
    let named = |equivalent: bool| {
        let known = graphs.others.iter().filter(|other| other.equivalent == equivalent);
        known.map(|other| other.equivalence).collect::<Vec<_>>().join(", ")
    };
    let line = |lead: &str, names: String| if names.is_empty() { names } else { page.paragraph(lead, &names) };
    line("also equivalent by: ", named(true)) + &line("different by: ", named(false))
}
