//! Many models as text: a line for each, its differences below it, and a line that counts.
//!
//! ```text
//! as expected   ac.smv    1 property: 1 violated
//! differs       door.smv  3 properties: 2 hold, 1 violated
//!   closed_while_moving: new way <t1,t2> (98ab01cd)
//!
//! 2 models: 1 as expected, 1 differs
//! ```

use super::words::{line, tally, verdicts};
use super::{ModelOutcome, Status};
use crate::text::Options;
use crate::text::fit::{count, padded, visible, widest};
use crate::text::paint::{Ink, Paint};

/// Columns of the names of models, at most.
const WIDEST: usize = 60;
/// Columns of the word for the status.
const STATUS: usize = "undetermined".len();

/// The text about these models.
pub fn render(outcomes: &[ModelOutcome], options: &Options) -> String {
    let paint = Paint(options.style);
    let names: Vec<String> = outcomes.iter().map(|o| visible(&o.model)).collect();
    let columns = widest(names.iter().map(String::as_str), WIDEST);
    let mut out = String::new();
    for (outcome, name) in outcomes.iter().zip(&names) {
        let (ink, word) = shown(outcome.status());
        let about = if outcome.found.is_checked() { verdicts(&outcome.found.properties) } else { String::new() };
        let row = format!("{}  {}  {about}", paint.padded(ink, word, STATUS), padded(name, columns));
        out.push_str(&format!("{}\n", row.trim_end()));
        outcome.differences.iter().for_each(|difference| out.push_str(&format!("  {}\n", line(difference))));
    }
    let number = |status: &Status| outcomes.iter().filter(|o| o.status() == *status).count();
    let parts: Vec<String> =
        Status::ALL.iter().filter(|s| number(s) > 0).map(|s| paint.ink(shown(*s).0, &tally(*s, number(s)))).collect();
    out.push_str(&format!("\n{}: {}\n", count(outcomes.len(), "model", "models"), parts.join(", ")));
    out
}

fn shown(status: Status) -> (Ink, &'static str) {
    match status {
        Status::AsExpected => (Ink::Good, "as expected"),
        Status::Undetermined => (Ink::Unsure, "undetermined"),
        Status::Differs => (Ink::Bad, "differs"),
        Status::Error => (Ink::Bad, "error"),
    }
}
