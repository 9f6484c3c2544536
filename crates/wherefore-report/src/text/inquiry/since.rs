//! Changes since an earlier run, in one line and a list of what is fixed.

use super::Page;
use crate::document::{Gone, Property, Since};
use crate::text::fit::{shorten_middle, visible};

/// Fixed classes that are named.
const MOST_FIXED: usize = 8;

/// The lines about a property, or none if nothing was compared.
pub fn line(page: &Page<'_>, property: &Property) -> String {
    let Some(since) = property.since() else { return String::new() };
    // Below an inquiry the name of the property stands already.
    let subject = if property.inquiry().is_some() { String::new() } else { format!("{}, ", visible(&property.name)) };
    let mut out = page.paragraph("", &format!("{subject}since {}: {}", since.path, counts(since)));
    let fixed = since.changes().map_or(&[][..], |c| c.fixed.as_slice());
    for Gone { key, .. } in fixed.iter().take(MOST_FIXED) {
        let room = page.options.width.saturating_sub(9).max(12);
        out.push_str(&format!("  fixed  {}\n", shorten_middle(&visible(key), room)));
    }
    out.push_str(&page.rest_of_fixed(fixed.len().saturating_sub(MOST_FIXED)));
    if let Some(caveat) = since.caveat.as_ref().filter(|_| since.compared) {
        out.push_str(&page.paragraph("  ", &format!("partial: {caveat}")));
    }
    out
}

fn counts(since: &Since) -> String {
    match since.changes() {
        Some(c) => format!("{} new, {} fixed, {} unchanged", c.new.len(), c.fixed.len(), c.unchanged.len()),
        None => format!("no comparison: {}", since.caveat.as_deref().unwrap_or("nothing to compare")),
    }
}

impl Page<'_> {
    fn rest_of_fixed(&self, hidden: usize) -> String {
        if hidden == 0 { String::new() } else { format!("  ... {hidden} more fixed; --format json has all\n") }
    }
}
