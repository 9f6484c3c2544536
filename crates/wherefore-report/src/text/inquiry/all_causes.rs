//! Every minimal cause of a run and every minimal correction, a numbered line for each.
//!
//! ```text
//!   all minimal causes: 2
//!     1  state 1: e = enter; state 2: t >= 24
//!     2  state 1: e = enter; state 3: e = leave
//!   all minimal corrections: 2; other values of the choices in one of them avoid the failure
//!     1  state 1: e
//!     2  state 2: t; state 3: e
//! ```

use super::{Page, explanation};
use crate::document::{AllCauses, Choice, Class, Inquiry, Kept, Missing, Part};
use crate::text::fit::{padded, width};

/// The lists of a class; nothing where they were not asked for.
pub fn lines(page: &Page<'_>, inquiry: &Inquiry, class: &Class) -> String {
    let Some(all) = &class.explanation.all_causes else {
        let missing = class.explanation.missing.iter().find(|m| m.part == Part::AllCauses);
        let words = |m: &Missing| page.paragraph("  ", &format!("all minimal causes are not known: {}", m.reason));
        return missing.map_or_else(String::new, words);
    };
    let unit = explanation::unit(inquiry, class);
    let is_lasso = class.trace.loop_start.is_some();
    let causes: Vec<String> = all.causes.iter().map(|cause| kept(&cause.kept, unit, is_lasso)).collect();
    let corrections: Vec<String> = all.corrections.iter().map(|set| chosen(set, unit)).collect();
    let mut out = page.paragraph("  ", &heading(all, "minimal causes", causes.len()));
    out.push_str(&numbered(page, &causes));
    let way_out = match corrections.is_empty() {
        true => "",
        false => "; other values of the choices in one of them avoid the failure",
    };
    out.push_str(&page.paragraph("  ", &(heading(all, "minimal corrections", corrections.len()) + way_out)));
    out + &numbered(page, &corrections)
}

fn heading(all: &AllCauses, what: &str, count: usize) -> String {
    match all.exhaustive {
        true => format!("all {what}: {count}"),
        false if count >= all.most => format!("{what}: the first {count}, there may be others"),
        false => format!("{what}: {count} found, there may be others"),
    }
}

fn kept(list: &[Kept], unit: &str, is_lasso: bool) -> String {
    let one = |k: &Kept| format!("{} {} {}", k.variable, k.relation, k.value.text);
    match list {
        [] if is_lasso => "nothing: every run of this shape fails".to_owned(),
        [] => "nothing: every run of this length fails".to_owned(),
        list => by_tick(list, unit, |k| k.tick, one),
    }
}

fn chosen(set: &[Choice], unit: &str) -> String {
    by_tick(set, unit, |c| c.tick, |c| c.variable.clone())
}

/// Entries by tick: `state 1: a, b; state 2: c`.
fn by_tick<T>(list: &[T], unit: &str, tick: impl Fn(&T) -> u32, text: impl Fn(&T) -> String) -> String {
    let at = |group: &[T]| {
        let entries: Vec<String> = group.iter().map(&text).collect();
        format!("{unit} {}: {}", u64::from(tick(&group[0])) + 1, entries.join(", "))
    };
    list.chunk_by(|a, b| tick(a) == tick(b)).map(at).collect::<Vec<_>>().join("; ")
}

fn numbered(page: &Page<'_>, list: &[String]) -> String {
    let column = width(&list.len().to_string());
    let line = |(place, text): (usize, &String)| {
        page.paragraph(&format!("    {}  ", padded(&(place + 1).to_string(), column)), text)
    };
    list.iter().enumerate().map(line).collect()
}
