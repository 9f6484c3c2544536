//! Lines below the runs of a difference: which inputs are enough for it, and which would have avoided it.
//!
//! ```text
//! enough: x = 90 at step 2
//! both show the same with x = 89 at step 2 instead of 90
//! ```

use super::Page;
use crate::document::equivalence::{Difference, InputAt, Interface, Reaction};
use crate::document::{Missing, Part};
use crate::text::fit::visible;

/// More inputs than this are counted, unless everything is wanted.
const MOST_INPUTS: usize = 8;

/// The lines.
pub fn lines(page: &Page<'_>, interface: &Interface, difference: &Difference) -> String {
    let mut out = String::new();
    if let Some(enough) = difference.details.enough.as_ref().filter(|list| !list.is_empty()) {
        let words = enough.iter().filter_map(|at| input(interface, &difference.reactions, *at)).collect();
        out.push_str(&page.paragraph("  enough: ", &joined(page, words)));
    }
    if let Some(nearest) = &difference.details.nearest {
        let change = |at: &InputAt| {
            let now = input(interface, &nearest.reactions, *at)?;
            Some(format!("{now} instead of {}", value(&difference.reactions, *at)?))
        };
        let words = nearest.differs.iter().filter_map(change).collect();
        out.push_str(&page.paragraph("  both show the same with ", &joined(page, words)));
    }
    if page.options.full_traces {
        for Missing { part, reason } in &difference.details.missing {
            match part {
                Part::Cause => out.push_str(&page.paragraph("  no cause: ", reason)),
                Part::Nearest => out.push_str(&page.paragraph("  no nearest: ", reason)),
                _ => {}
            }
        }
    }
    out
}

fn value(reactions: &[Reaction], at: InputAt) -> Option<String> {
    reactions.get(at.reaction)?.inputs.get(at.input).map(|text| visible(text))
}

fn input(interface: &Interface, reactions: &[Reaction], at: InputAt) -> Option<String> {
    let name = visible(&interface.inputs.get(at.input)?.reference);
    Some(format!("{name} = {} at step {}", value(reactions, at)?, at.reaction + 1))
}

fn joined(page: &Page<'_>, mut words: Vec<String>) -> String {
    let shown = if page.options.full_traces { words.len() } else { words.len().min(MOST_INPUTS) };
    let rest = words.len() - shown;
    words.truncate(shown);
    let more = if rest > 0 { format!(", and {rest} more") } else { String::new() };
    words.join(", ") + &more
}
