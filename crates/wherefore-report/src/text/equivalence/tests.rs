//! Test suites for people: how many tests each method makes, what they are complete for, and the first few.
//!
//! ```text
//! method  tests  inputs
//! w          12      38
//! h           7      20
//! ```

use super::{Focus, Page, assignments, nothing, numbers, sizes, together};
use crate::document::Document;
use crate::document::equivalence::{Outcome, Suite, TestCase, TestPlan, method_word};
use crate::text::fit::{count, shorten, visible};
use crate::text::inquiry::suspects::{limit, section};
use crate::text::paint::{Ink, Paint};
use crate::text::{Options, broken, caveat, unfinished};

/// Tests in an overview, and the steps of each.
const MOST_TESTS: usize = 5;
const MOST_STEPS: usize = 12;

/// Test suites made of a model.
pub fn tests(report: &Document, options: &Options, focus: Focus<'_>) -> String {
    let page = Page { options, paint: Paint(options.style), sources: &report.sources, focus };
    let mut parts = vec![unfinished(report, options), broken(report, options), nothing(report, "made")];
    if let Some(Outcome::Tests(Some(plan))) = &report.result {
        parts.push(table(&page, plan));
        let model = format!("{}{}: {}", report.model.path, numbers(Some(plan.numbers)), sizes(&plan.profile));
        parts.push(page.interface(&plan.interface) + &page.paragraph("model    ", &model));
        let classes = plan.profile.input_classes.as_deref().unwrap_or_default();
        parts.push(page.classes("input classes", &plan.interface, classes));
        let hypothesis = plan.hypothesis.iter().map(|h| page.paragraph("  - ", h)).collect();
        parts.push(section(&page, "a suite finds every difference of an implementation if", hypothesis));
        parts.extend(plan.suites.iter().map(|s| suite(&page, plan, s)));
        parts.push(page.notes(&plan.notes));
        parts.push(caveat(report, options));
    }
    together(parts)
}

/// A line for each method.
fn table(page: &Page<'_>, plan: &TestPlan) -> String {
    let mut out = page.paint.ink(Ink::Strong, "method  tests  inputs") + "\n";
    for suite in &plan.suites {
        let word = method_word(suite.method);
        match &suite.cases {
            Ok(cases) => {
                let inputs: usize = cases.iter().map(|c| c.inputs.len()).sum();
                out.push_str(&format!("{word:<6}  {:>5}  {inputs:>6}\n", cases.len()));
            }
            Err(why) => out.push_str(&page.paragraph(&format!("{word:<6}  "), &format!("none: {why}"))),
        }
    }
    out
}

/// The first tests of a suite.
fn suite(page: &Page<'_>, plan: &TestPlan, suite: &Suite) -> String {
    let Ok(cases) = &suite.cases else { return String::new() };
    let shown = limit(page, cases.len(), MOST_TESTS);
    let body: String = cases[..shown].iter().enumerate().map(|(i, c)| case(page, plan, i, c)).collect();
    let heading = format!("tests of method {}", method_word(suite.method));
    section(page, &heading, start(page, plan) + &body) + &page.rest(cases.len() - shown, "test", "tests")
}

/// Observation before the first inputs.
fn start(page: &Page<'_>, plan: &TestPlan) -> String {
    let all: Vec<String> = plan.start.iter().map(|s| assignments(&plan.interface.outputs, s)).collect();
    let words = all.join(", or ");
    if words.is_empty() { words } else { page.paragraph("  start  ", &words) }
}

/// One test: an arrow leads from the inputs of a step to what may be seen then.
fn case(page: &Page<'_>, plan: &TestPlan, index: usize, case: &TestCase) -> String {
    let everything = page.focus == Focus::Everything;
    let shown = if everything { case.shown.len() } else { case.shown.len().min(MOST_STEPS) };
    let label = (index + 1).to_string();
    let mut out = String::new();
    for (step, inputs) in case.shown[..shown].iter().enumerate() {
        let lead = if step == 0 { format!("  {label:<5}  ") } else { " ".repeat(9) };
        let text = format!("{} -> {}", assignments(&plan.interface.inputs, inputs), allowed(plan, case, step));
        let text = if everything { text } else { shorten(&visible(&text), 400) };
        out.push_str(&page.paragraph(&lead, &text));
    }
    if shown < case.shown.len() {
        let rest = count(case.shown.len() - shown, "more step", "more steps");
        out.push_str(&format!("         {}\n", page.paint.ink(Ink::Faint, &format!("... {rest}; --full shows all"))));
    }
    out
}

/// Observations allowed at a step, each possibility once.
fn allowed(plan: &TestPlan, case: &TestCase, step: usize) -> String {
    let mut words: Vec<String> = Vec::new();
    for sequence in &case.expected {
        let Some(outputs) = sequence.get(step) else { continue };
        let text = match outputs {
            Some(values) => assignments(&plan.interface.outputs, values),
            None => "refused".to_owned(),
        };
        if !words.contains(&text) {
            words.push(text);
        }
    }
    words.join(" or ")
}
