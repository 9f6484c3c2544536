//! Test suites as comma-separated values, for programs that drive an implementation.
//!
//! ```text
//! method,test,step,in:x,out:m,allowed
//! h,1,0,,0,1
//! h,1,1,100,2,1
//! h,1,1,100,1,2
//! ```
//!
//! One line per step and sequence of outputs that the model allows; these are numbered in `allowed`, and a deterministic model
//! has one. Step 0 is what is seen before any input, with numbers of its own. Where the model does not take the inputs, the
//! outputs are empty. Cells are quoted as RFC 4180 says, and names stand behind `in:` and `out:`, so that none of them can be
//! taken for a column of ours or for a formula. A value that is no number and begins as formulas of spreadsheets do (`=`, `+`,
//! `-`, `@`) gets an apostrophe before it: only texts of statecharts can be such values.

use crate::document::Document;
use crate::document::equivalence::{Outcome, TestCase, TestPlan, method_word};

/// All suites of a report, with a heading; nothing if it has none.
pub fn render(report: &Document) -> String {
    let Some(Outcome::Tests(Some(plan))) = &report.result else { return String::new() };
    let mut out = line(heading(plan));
    for suite in &plan.suites {
        let cases = suite.cases.iter().flatten().enumerate();
        cases.for_each(|(index, case)| write(&mut out, plan, (method_word(suite.method), index + 1), case));
    }
    out
}

fn heading(plan: &TestPlan) -> Vec<String> {
    let inputs = plan.interface.inputs.iter().map(|p| format!("in:{}", p.reference));
    let outputs = plan.interface.outputs.iter().map(|p| format!("out:{}", p.reference));
    let first = ["method", "test", "step"].map(str::to_owned).into_iter();
    first.chain(inputs).chain(outputs).chain(["allowed".to_owned()]).collect()
}

/// The lines of one test.
fn write(out: &mut String, plan: &TestPlan, (method, test): (&str, usize), case: &TestCase) {
    let (inputs, outputs) = (plan.interface.inputs.len(), plan.interface.outputs.len());
    let mut row = |step: usize, given: &[String], shown: Option<&Vec<String>>, allowed: usize| {
        let first = [method.to_owned(), test.to_string(), step.to_string()].into_iter();
        let given = (0..inputs).map(|i| given.get(i).cloned().unwrap_or_default());
        let shown = (0..outputs).map(|i| shown.and_then(|s| s.get(i)).cloned().unwrap_or_default());
        out.push_str(&line(first.chain(given).chain(shown).chain([allowed.to_string()]).collect()));
    };
    plan.start.iter().enumerate().for_each(|(index, shown)| row(0, &[], Some(shown), index + 1));
    for (index, sequence) in case.expected.iter().enumerate() {
        for (step, (given, shown)) in case.shown.iter().zip(sequence).enumerate() {
            row(step + 1, given, shown.as_ref(), index + 1);
        }
    }
}

/// Cells as one line. RFC 4180 ends lines with a carriage return and a line feed.
fn line(cells: Vec<String>) -> String {
    cells.iter().map(|c| quoted(c)).collect::<Vec<_>>().join(",") + "\r\n"
}

/// Whether a spreadsheet might compute a cell instead of showing it.
fn is_formula(cell: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/'));
    cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !cell.strip_prefix('-').is_some_and(is_number)
}

fn quoted(cell: &str) -> String {
    let guarded = format!("'{cell}");
    let cell = if is_formula(cell) { guarded.as_str() } else { cell };
    let is_plain = !cell.contains(['"', ',', '\n', '\r']) && cell.trim() == cell;
    if is_plain { cell.to_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn no_cell_is_a_formula() {
        let formulas = ["=cmd|calc", "@SUM(1)", "+1", "-x", "-1-1", "\t=1"];
        assert_eq!(formulas.map(quoted), ["'=cmd|calc", "'@SUM(1)", "'+1", "'-x", "'-1-1", "'\t=1"]);
        let others = ["-5", "-1/2", "-0.25", "TRUE", "idle", "", "a=b"];
        assert_eq!(others.map(quoted), others);
        assert_eq!(quoted("=1,2"), "\"'=1,2\"");
    }
}
