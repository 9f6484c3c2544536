//! Suspects with their reasons, and the smallest sets of changes that help.

use super::{Focus, Page, quote};
use crate::document::{ACTION, FixSet, Suspect};
use crate::text::fit::{label, shorten_middle, shorten_words, visible};
use crate::text::paint::Ink;

/// Suspects, reasons of each, and fix sets in an overview.
const MOST_SUSPECTS: usize = 5;
const MOST_REASONS: usize = 3;
const MOST_SETS: usize = 5;

/// The suspects, most suspicious first.
pub fn suspects(page: &Page<'_>, suspects: &[Suspect]) -> String {
    let shown = limit(page, suspects.len(), MOST_SUSPECTS);
    let body: String = suspects[..shown].iter().map(|s| suspect(page, s)).collect();
    section(page, "suspects", body) + &page.rest(suspects.len() - shown, "suspect", "suspects")
}

fn suspect(page: &Page<'_>, suspect: &Suspect) -> String {
    let name = page.paint.ink(Ink::Strong, &name(page, suspect));
    let score = page.paint.ink(Ink::Faint, &format!("score {:.2}", suspect.score));
    let what = if suspect.leads.is_empty() { suspect.kind } else { &suspect.leads };
    // An element without a name of its own is called by where it leads.
    let what = if suspect.name.starts_with(what) { String::new() } else { format!("  {}", visible(what)) };
    let mut out = format!("  {}. {name}{what}  {score}\n", suspect.rank);
    let spans: Vec<_> = suspect.span.iter().map(|p| p.span).collect();
    out.push_str(&quote::lines(page, &spans, 5));
    let shown = limit(page, suspect.reasons.len(), MOST_REASONS);
    let reasons = suspect.reasons[..shown].iter().map(|r| reason(page, suspect, r));
    reasons.for_each(|r| out.push_str(&page.paragraph("     ", &r)));
    out
}

/// The name of a suspect. Unlike what a modeller names, labels may have any length.
fn name(page: &Page<'_>, suspect: &Suspect) -> String {
    if suspect.kind != ACTION {
        return visible(&suspect.name);
    }
    shorten_middle(&label(&suspect.name), (page.options.width / 2).max(12))
}

/// A reason, with no word in it that is wider than half a line if it speaks of labels.
fn reason(page: &Page<'_>, suspect: &Suspect, text: &str) -> String {
    if suspect.kind != ACTION {
        return text.to_owned();
    }
    let room = (page.options.width / 2).max(12);
    shorten_words(&visible(text), room)
}

/// The fix sets, best first.
pub fn fix_sets(page: &Page<'_>, sets: &[FixSet]) -> String {
    let shown = limit(page, sets.len(), MOST_SETS);
    let body: String = sets[..shown].iter().map(|s| page.paragraph("  ", &fix_set(s))).collect();
    section(page, "fix sets", body) + &page.rest(sets.len() - shown, "fix set", "fix sets")
}

/// One fix set.
fn fix_set(set: &FixSet) -> String {
    let names = format!("{{{}}}", set.names.join(", "));
    let its = if set.names.len() == 1 { "its" } else { "their" };
    let Some(share) = set.preserved else { return format!("{names}: how much it keeps was not measured") };
    if share > 0.0 {
        let each = if set.names.len() > 1 { shares(set) } else { String::new() };
        let why = if set.minimum { "" } else { ": not the smallest set, but the one that changes least" };
        return format!("{names} keeps {} of {its} uses{each}{why}", percent(share));
    }
    let lost: Vec<&str> =
        set.names.iter().zip(&set.each).filter(|(_, e)| **e == Some(0.0)).map(|(n, _)| n.as_str()).collect();
    if lost.is_empty() || lost.len() == set.names.len() {
        return format!("{names} keeps nothing: after each of {its} uses a failure can follow");
    }
    format!("{names} keeps nothing of {}{}", lost.join(", "), shares(set))
}

/// The share of each element, where they differ.
fn shares(set: &FixSet) -> String {
    let known: Vec<(&String, f64)> = set.names.iter().zip(&set.each).filter_map(|(n, e)| Some((n, (*e)?))).collect();
    if known.len() < set.names.len() || known.windows(2).all(|w| percent(w[0].1) == percent(w[1].1)) {
        return String::new();
    }
    let words: Vec<String> = known.iter().map(|(name, share)| format!("{name} {}", percent(*share))).collect();
    format!(" ({})", words.join(", "))
}

/// A share in whole percent; all and nothing are said only where they are exact.
fn percent(share: f64) -> String {
    match (share * 100.0).round() as i64 {
        n if n >= 100 && share < 1.0 => "more than 99%".to_owned(),
        n if n <= 0 && share > 0.0 => "less than 1%".to_owned(),
        n => format!("{n}%"),
    }
}

/// How many of a list are shown.
pub fn limit(page: &Page<'_>, all: usize, most: usize) -> usize {
    if page.focus == Focus::Everything { all } else { all.min(most) }
}

/// A body below its heading; nothing if there is no body.
pub fn section(page: &Page<'_>, heading: &str, body: String) -> String {
    if body.is_empty() { body } else { format!("{}\n{body}", page.paint.ink(Ink::Strong, heading)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_in_words() {
        assert_eq!(
            [0.926, 0.9999, 0.001, 1.0, 0.0].map(percent),
            ["93%", "more than 99%", "less than 1%", "100%", "0%"]
        );
        let set = |names: &[&str], each: &[f64]| FixSet {
            minimum: true,
            gentlest: true,
            names: names.iter().map(|n| (*n).to_owned()).collect(),
            preserved: each.iter().copied().reduce(f64::min),
            each: each.iter().copied().map(Some).collect(),
        };
        assert_eq!(fix_set(&set(&["t4", "t5"], &[0.926, 0.926])), "{t4, t5} keeps 93% of their uses");
        assert_eq!(fix_set(&set(&["t4", "t5"], &[0.926, 1.0])), "{t4, t5} keeps 93% of their uses (t4 93%, t5 100%)");
        assert_eq!(fix_set(&set(&["t4"], &[0.0])), "{t4} keeps nothing: after each of its uses a failure can follow");
        let words = "{a, b} keeps nothing: after each of their uses a failure can follow";
        assert_eq!(fix_set(&set(&["a", "b"], &[0.0, 0.0])), words);
        assert_eq!(fix_set(&set(&["a", "b"], &[0.0, 0.5])), "{a, b} keeps nothing of a (a 0%, b 50%)");
        let switch = FixSet { gentlest: false, ..set(&["t1"], &[0.0]) };
        assert_eq!(fix_set(&switch), "{t1} keeps nothing: after each of its uses a failure can follow");
        let gentle = FixSet { minimum: false, ..set(&["a"], &[0.5]) };
        let words = "{a} keeps 50% of its uses: not the smallest set, but the one that changes least";
        assert_eq!(fix_set(&gentle), words);
        assert_eq!(fix_set(&set(&["a"], &[])), "{a}: how much it keeps was not measured");
    }
}
