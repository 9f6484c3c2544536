//! What did not happen in the step that fails: the transitions that stayed out, each with what kept it out.
//!
//! ```text
//!   not taken in the last step
//!     examples/ac.smv:21  t2: e = exit is false
//! ```

use super::Page;
use crate::document::{Class, KeptOutBy, StayedOut};
use crate::text::fit::{count, padded, visible, width};
use crate::text::paint::Ink;

/// The first lines of what stayed out, and a word on how many there are beside them: those first of which the least is false.
pub fn lines(page: &Page<'_>, class: &Class, most: usize) -> String {
    let all = class.last_step.as_ref().map_or(&[][..], |step| &step.stayed_out);
    if all.is_empty() {
        return String::new();
    }
    let mut ranked: Vec<&StayedOut> = all.iter().collect();
    ranked.sort_by_key(|transition| missing(transition));
    let rows: Vec<(String, &StayedOut)> = ranked.iter().take(most).map(|t| (place(t), *t)).collect();
    let column = rows.iter().map(|(place, _)| width(place)).max().unwrap_or(0);
    let row = |(place, transition): &(String, &StayedOut)| {
        let gap = if column == 0 { "" } else { "  " };
        let lead = format!("    {}{gap}", padded(place, column));
        page.paragraph(&lead, &format!("{}: {}", visible(&transition.transition), visible(&transition.text)))
    };
    let mut out = page.paragraph("  ", "not taken in the last step");
    out.extend(rows.iter().map(row));
    if all.len() > most {
        let words = format!("and {}; --class shows them", count(all.len() - most, "other", "others"));
        out.push_str(&format!("    {}\n", page.paint.ink(Ink::Faint, &words)));
    }
    out
}

/// How much would have to be otherwise: what could have been taken needs nothing.
fn missing(transition: &StayedOut) -> usize {
    match transition.kept_out_by {
        KeptOutBy::Choice => 0,
        KeptOutBy::Guard => 1,
        KeptOutBy::Conjuncts => transition.false_conjuncts.len(),
        KeptOutBy::Priority => usize::MAX,
    }
}

fn place(transition: &StayedOut) -> String {
    super::quote::place(transition.places.first())
}
