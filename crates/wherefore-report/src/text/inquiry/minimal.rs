//! Minimal cause of a failing run: the choices kept, a line for each tick.
//!
//! ```text
//!   enough for the failure: 3 of 8 choices
//!     state 1  e = enter
//!     state 2  e = enter, t >= 24
//! ```
//!
//! Ticks are called and counted as in the run above.

use super::{Focus, Page, all_causes, explanation};
use crate::document::{Class, Inquiry, Kept, MinimalCause};
use crate::text::fit::{count, padded, visible, width, wrap};
use crate::text::paint::Ink;

/// Choices that are listed unless a class is shown whole.
const MOST_KEPT: usize = 24;

/// The cause of a class, and all of them if they were asked for; nothing where it has none or where nothing can be chosen.
pub fn lines(page: &Page<'_>, inquiry: &Inquiry, class: &Class) -> String {
    one(page, inquiry, class) + &all_causes::lines(page, inquiry, class)
}

fn one(page: &Page<'_>, inquiry: &Inquiry, class: &Class) -> String {
    let Some(cause) = class.explanation.cause.as_ref().filter(|c| c.choices > 0) else { return String::new() };
    let mut out = page.paragraph("  ", &heading(cause, class.trace.loop_start.is_some()));
    let most = if page.focus == Focus::Overview { MOST_KEPT } else { usize::MAX };
    let shown = &cause.kept[..cause.kept.len().min(most)];
    let unit = explanation::unit(inquiry, class);
    let name = |tick: u32| format!("{unit} {}", u64::from(tick) + 1);
    let column = shown.last().map_or(0, |k| width(&name(k.tick)));
    for tick in shown.chunk_by(|a, b| a.tick == b.tick) {
        out.push_str(&row(page, &padded(&name(tick[0].tick), column), tick));
    }
    let hidden = cause.kept.len() - shown.len();
    if hidden > 0 {
        out.push_str(&format!("    {}\n", page.paint.ink(Ink::Faint, &format!("and {hidden} more"))));
    }
    out
}

fn heading(cause: &MinimalCause, is_lasso: bool) -> String {
    let choices = count(cause.choices, "choice", "choices");
    if cause.kept.is_empty() {
        let which = if is_lasso { "shape" } else { "length" };
        return format!("enough for the failure: none of {choices}; every run of this {which} fails");
    }
    let doubt = if cause.minimal { "" } else { "; fewer may do" };
    // With another loop, or none, the same choices need not be enough.
    let of_shape = if is_lasso { " of every run of this shape" } else { "" };
    format!("enough for the failure{of_shape}: {} of {choices}{doubt}", cause.size)
}

/// Choices kept at a tick, one after the other.
fn row(page: &Page<'_>, label: &str, kept: &[Kept]) -> String {
    let text = |k: &Kept| format!("{} {} {}", visible(&k.variable), k.relation, visible(&k.value.text));
    let list: Vec<String> = kept.iter().map(text).collect();
    let indent = 4 + width(label) + 2;
    let room = page.options.width.saturating_sub(indent).max(12);
    let lines = wrap(&crate::text::fit::shorten_words(&list.join(", "), room), room);
    let front = |i: usize| if i == 0 { format!("    {label}  ") } else { " ".repeat(indent) };
    lines.iter().enumerate().map(|(i, line)| format!("{}{line}\n", front(i))).collect()
}
