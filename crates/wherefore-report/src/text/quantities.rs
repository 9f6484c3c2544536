//! Numbers of steps that a model asks for, one line each.
//!
//! ```text
//! 5 steps   compute_1  MIN [start, finish]
//! infinite  compute_2  MAX [start, finish]: no number of steps is enough
//! ```

use super::fit::{count, padded, shorten, visible, widest, width};
use super::paint::{Ink, Paint};
use super::{Options, trace};
use crate::document::{Document, Quantity};

/// Columns of the longest name that the others are padded to.
const WIDEST_NAME: usize = 36;
/// Least columns for what is asked.
const LEAST_TEXT: usize = 16;

/// The lines; with runs in full, a run for each.
pub(super) fn lines(report: &Document, options: &Options) -> String {
    let (paint, all) = (Paint(options.style), &report.quantities);
    let answers: Vec<String> = all.iter().map(answer).collect();
    let first = widest(answers.iter().map(String::as_str), usize::MAX);
    let second = widest(all.iter().map(|q| q.name.as_str()), WIDEST_NAME);
    let mut out = String::new();
    for (quantity, answer) in all.iter().zip(&answers) {
        let ink = if quantity.cause.is_some() { Ink::Unsure } else { Ink::Strong };
        let (name, remark) = (padded(&visible(&quantity.name), second), visible(&remark(quantity)));
        let room = options.width.saturating_sub(first + width(&name) + width(&remark) + 4).max(LEAST_TEXT);
        let text = shorten(&visible(&quantity.text), room);
        out.push_str(&format!(
            "{}  {name}  {text}{}\n",
            paint.padded(ink, answer, first),
            paint.ink(Ink::Faint, &remark)
        ));
    }
    for quantity in all.iter().filter(|_| options.full_traces) {
        let Some(run) = &quantity.trace else { continue };
        let name = paint.ink(Ink::Strong, &visible(&quantity.name));
        out.push_str(&format!("\n{name}: {}\n{}", trace::size(run), trace::lines(run, options)));
    }
    out
}

fn answer(quantity: &Quantity) -> String {
    match quantity.steps {
        Some(steps) => count(steps as usize, "step", "steps"),
        None => quantity.outcome.to_owned(),
    }
}

/// Why there is no number, and whether the answer was not re-checked.
fn remark(quantity: &Quantity) -> String {
    let why = match (quantity.outcome, quantity.kind, &quantity.cause) {
        ("infinite", "min", _) => ": no path arrives",
        ("infinite", ..) => ": no number of steps is enough",
        ("undefined", ..) => ": one of the two is never true",
        (_, _, Some(cause)) => return format!(": {}", cause.message),
        _ => "",
    };
    match &quantity.recheck.missing {
        Some(cause) => format!("{why}, not re-checked: {}", cause.kind.brief()),
        None => why.to_owned(),
    }
}
