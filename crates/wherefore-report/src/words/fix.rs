//! What a fix does, in one line.

use super::assumption;
use crate::document::{Conserves, Fix, FixAssumption, Row, Trace};
use crate::text::fit::{count, list};

/// Names of properties in a headline.
const MOST_NAMES: usize = 4;

/// What stands before a fix that is not of the model.
pub const GIVEN: &str = "no edit of the model itself was found; of what is assumed or asked, ";

/// "2 edits make right_mode hold, proved; no run changes that does not fail, proved".
pub fn headline(fix: &Fix) -> String {
    if let Some(assumes) = &fix.assumes {
        return format!("{}{}", ASSUME, assumed(fix, assumes));
    }
    let given = if fix.edits_given { GIVEN } else { "" };
    format!("{given}{} {}", edits(fix), effect(fix))
}

/// What stands before an assumption about inputs.
pub const ASSUME: &str = "assume of the inputs: ";

/// An assumption, and what it does: "at least 4 ticks from one action to the next (proved enough; 3 are not), with 19 instead of 9 in what
/// is asked (18 is not enough): makes ok hold".
pub fn assumed(fix: &Fix, assumes: &FixAssumption) -> String {
    let names: Vec<&str> = fix.properties.iter().map(String::as_str).collect();
    let number = assumes.number.as_ref().map(|number| {
        let nearest = if number.nearest { "; the next one towards it is not enough" } else { "" };
        format!(", with {} instead of {} in what is asked{nearest}", number.after, number.before)
    });
    let rechecked = if fix.certificates.iter().all(|c| c.recheck.by.is_some()) { "" } else { ", not re-checked" };
    let kept = match fix.conserves {
        Conserves::OnlyFailingRuns => "; only failing runs are excluded, proved",
        Conserves::OtherRunsToo | Conserves::Unknown => "",
    };
    format!(
        "{} ({}{rechecked}){}: makes {} hold; the inputs are never stuck, proved{kept}",
        assumes.what,
        assumption::proved(assumes),
        number.unwrap_or_default(),
        list(&names, MOST_NAMES)
    )
}

/// How many edits a fix has: "2 edits make".
pub fn edits(fix: &Fix) -> String {
    count(fix.edits.len(), "edit makes", "edits make")
}

/// The rest of the line.
pub fn effect(fix: &Fix) -> String {
    let names: Vec<&str> = fix.properties.iter().map(String::as_str).collect();
    let proved = match fix.certificates.iter().all(|c| c.recheck.by.is_some()) {
        true => "proved",
        false => "proved, not re-checked",
    };
    let kept = match fix.conserves {
        Conserves::OnlyFailingRuns => "no run changes that does not fail, proved".to_owned(),
        Conserves::OtherRunsToo => format!("runs that do not fail change too{}", share(fix)),
        Conserves::Unknown => format!("whether runs change that do not fail is not known{}", share(fix)),
    };
    let barred = if fix.bars_inputs { "; the inputs of the failing run are not allowed any more" } else { "" };
    format!("{} hold, {proved}{barred}; {kept}", list(&names, MOST_NAMES))
}

/// Where a run parts from the failing one with the same inputs: "state 3: s = IDLE instead of ON".
pub fn parting(failing: &Trace, rerun: &Trace, step: &str) -> Option<String> {
    let differences = |(before, after): (&Row, &Row)| {
        let known =
            |name: &str| after.cells.known().find(|(other, _)| *other == name).map(|(_, cell)| cell.text.clone());
        let changed = before.cells.known().filter_map(|(name, cell)| {
            let other = known(name).filter(|text| *text != cell.text)?;
            Some(format!("{name} = {other} instead of {}", cell.text))
        });
        changed.collect::<Vec<String>>()
    };
    let mut pairs = failing.rows.iter().zip(&rerun.rows).map(differences).enumerate();
    let (tick, found) = pairs.find(|(_, found)| !found.is_empty())?;
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    Some(format!("{step} {}: {}", tick + 1, list(&found, MOST_NAMES)))
}

/// The share of the sample that changes, if it says anything.
fn share(fix: &Fix) -> String {
    match fix.sample.runs {
        0 => String::new(),
        runs => format!(" ({} of {runs} tried out, up to a failure)", fix.sample.changed),
    }
}
