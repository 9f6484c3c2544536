//! Fixes as text: the recommended one first, over the lines that it edits; then the others, and what was tried.

use super::fit::{count, list, visible, wrap};
use super::paint::{Ink, Paint};
use super::{Options, broken, caveat, summary, unfinished, verdicts};
use crate::document::{Conserves, Document, Fix, FixEdit, Fixes};
use crate::words::fix as words;

/// Fixes that are shown beside the first.
const MOST_OTHERS: usize = 3;

/// Elements that a line names.
const MOST_NAMES: usize = 6;

/// Everything that `wherefore fix` found; `is_full` lists every fix.
pub fn fix(report: &Document, options: &Options, is_full: bool) -> String {
    let mut parts = vec![unfinished(report, options), broken(report, options), caveat(report, options)];
    match &report.fixes {
        Some(found) => parts.extend(fixes(report, found, options, is_full)),
        None => parts.extend([verdicts::table(report, options), verdicts::reasons(report, options)]),
    }
    parts.push(summary(report, options));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn fixes(report: &Document, found: &Fixes, options: &Options, is_full: bool) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(first) = found.ranked.first() {
        parts.push(shown(report, first, options) + &rerun(report, first, options));
    }
    if found.applied {
        parts.push("the file is changed accordingly\n".to_owned());
    }
    let others = if is_full {
        found.ranked.iter().skip(1).collect()
    } else {
        elsewhere(&found.ranked.iter().collect::<Vec<_>>())
    };
    parts.extend(others.iter().map(|other| match other.assumes {
        Some(_) => format!("or {}", shown(report, other, options)),
        None => format!("or: {}", shown(report, other, options)),
    }));
    let hidden = found.ranked.len().saturating_sub(1 + others.len());
    if hidden > 0 {
        let rest = count(hidden, "more fix is", "more fixes are");
        parts.push(format!("{rest} not shown: --full lists them\n"));
    }
    parts.push(not_decided(report, found, options));
    let edits =
        if found.tried.edits == 0 && found.assumptions.is_some() { String::new() } else { tried(found, options) };
    parts.push(exonerated(found, options) + &edits + &assumptions_tried(found, options));
    parts
}

/// The first fix beside an answer, or that there is none at first sight.
pub fn first(report: &Document, options: &Options) -> String {
    let Some(found) = &report.fixes else { return String::new() };
    let Some(first) = found.ranked.first().filter(|fix| !fix.edits_given) else {
        let tried = count(found.tried.looked_at, "edit", "edits");
        return format!("no fix of the model at first sight, {tried} looked at: wherefore fix looks further\n");
    };
    if !first.is_gentle() {
        let some = count(found.ranked.len(), "fix", "fixes");
        let change = match first.conserves {
            Conserves::Unknown => "what else the first one changes is not known",
            Conserves::OnlyFailingRuns | Conserves::OtherRunsToo => "the first one changes runs that do not fail too",
        };
        return format!("{some} found, {change}: wherefore fix lists them\n");
    }
    let others = match found.ranked.len() - 1 {
        0 => String::new(),
        others => format!("  or another one: wherefore fix shows {others} more\n"),
    };
    shown(report, first, options) + &others
}

/// Edits of which nothing is proved, if there is nothing better.
fn not_decided(report: &Document, found: &Fixes, options: &Options) -> String {
    if found.not_decided.is_empty() {
        return String::new();
    }
    let paint = Paint(options.style);
    let mut out = "no fix is proved; no run that is known fails after one of these edits, and nothing else is known:\n"
        .to_owned();
    for edits in &found.not_decided {
        edits.iter().for_each(|edit| out.push_str(&line(report, edit, &paint)));
    }
    out
}

/// The first fixes that edit other lines than those before them.
pub(super) fn elsewhere<'a>(list: &[&'a Fix]) -> Vec<&'a Fix> {
    let is_edit = |fix: &&Fix| fix.assumes.is_none();
    let lines = |fix: &Fix| -> Vec<u32> { fix.edits.iter().filter_map(|e| Some(e.place.as_ref()?.line)).collect() };
    let mut known: Vec<Vec<u32>> = list.first().map(|fix| lines(fix)).into_iter().collect();
    let mut others = Vec::new();
    for fix in list.iter().copied().skip(1).filter(is_edit) {
        if others.len() < MOST_OTHERS && !known.contains(&lines(fix)) {
            known.push(lines(fix));
            others.push(fix);
        }
    }
    // What may be assumed instead has a line of its own, however much there is before it.
    others.extend(
        list.iter()
            .copied()
            .skip(1)
            .find(|fix| fix.assumes.is_some())
            .filter(|_| list.first().is_some_and(|f| f.assumes.is_none())),
    );
    others
}

/// A fix: the headline, and the lines with the edits.
fn shown(report: &Document, fix: &Fix, options: &Options) -> String {
    let paint = Paint(options.style);
    let given = if fix.edits_given { words::GIVEN } else { "" };
    let (edits, effect) = (words::edits(fix), visible(&words::effect(fix)));
    let mut out = match &fix.assumes {
        Some(assumes) => {
            let headline = format!("{}{}", words::ASSUME, visible(&words::assumed(fix, assumes)));
            wrap(&headline, options.width.max(20)).join("\n") + "\n"
        }
        None => format!("{given}{} {effect}\n", paint.ink(Ink::Good, &edits)),
    };
    for edit in &fix.edits {
        out.push_str(&line(report, edit, &paint));
    }
    if fix.still_violated > 0 {
        out.push_str(&format!("  {} still violated\n", count(fix.still_violated, "property is", "properties are")));
    }
    out
}

/// What the edited model does with the inputs of the failing run.
fn rerun(report: &Document, fix: &Fix, options: &Options) -> String {
    let failing = fix.properties.first().and_then(|name| report.properties.iter().find(|p| p.name == *name));
    let step = if matches!(report.model.language, Some("lustre" | "simulink")) { "tick" } else { "state" };
    let runs = failing.and_then(|property| property.verdict.trace()).zip(fix.rerun.as_ref());
    let parting = runs.and_then(|(failing, rerun)| words::parting(failing, rerun, step));
    let Some(parting) = parting else { return String::new() };
    let words = format!("with the inputs of the failing run, from {parting}");
    wrap(&visible(&words), options.width.max(20)).join("\n") + "\n"
}

/// The line of an edit: `ac.smv:23   t4 := s = IDLE & t [>= -> >] 24`.
pub(super) fn line(report: &Document, edit: &FixEdit, paint: &Paint) -> String {
    let Some(place) = &edit.place else { return format!("  {}\n", visible(&edit.what)) };
    if report.sources.has_landmarks(place.span.file) {
        // The lines of a diagram are those of an archive: people know its blocks.
        let sid = place.block.as_ref().filter(|b| !b.sid.is_empty()).map(|b| format!(" (SID {})", b.sid));
        return format!("  {}{}\n", paint.ink(Ink::Strong, &visible(&edit.what)), visible(&sid.unwrap_or_default()));
    }
    let text = report.sources.get(place.span.file).map_or("", |f| f.text.as_str());
    let (start, end) = (place.span.start as usize, place.span.end as usize);
    let from = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let to = text.get(end..).and_then(|t| t.find('\n')).map_or(text.len(), |at| end + at);
    let (head, tail) = (text.get(from..start).unwrap_or_default(), text.get(end..to).unwrap_or_default());
    let (before, after) = (one_line(&edit.before), one_line(&edit.after));
    let change = match (before.as_str(), after.as_str()) {
        ("", after) => format!("[+ {after}]"),
        (before, "") => format!("[- {before}]"),
        (before, after) => format!("[{before} -> {after}]"),
    };
    let line = format!(
        "{}{}{}",
        visible(head.trim_start()),
        paint.ink(Ink::Strong, &visible(&change)),
        visible(tail.trim_end())
    );
    format!("  {}   {line}\n", visible(&place.words()))
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many elements cannot be the fault.
fn exonerated(found: &Fixes, options: &Options) -> String {
    let (cannot, all) = (found.elements.iter().filter(|e| e.exonerated), found.elements.len());
    let names: Vec<&str> = cannot.map(|e| e.what.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    let verb = if all == 1 { "element" } else { "elements" };
    let words = format!(
        "{} of {all} {verb} cannot be the fault alone, proved: {}",
        names.len(),
        visible(&list(&names, MOST_NAMES))
    );
    wrap(&words, options.width.max(20)).join("\n") + "\n"
}

/// Which assumptions were looked at.
fn assumptions_tried(found: &Fixes, options: &Options) -> String {
    let Some(tried) = found.assumptions else { return String::new() };
    if tried.nowhere {
        let words = "assumptions about inputs are looked for in Lustre programs only, so that none was looked at here";
        return wrap(words, options.width.max(20)).join("\n") + "\n";
    }
    let is_found = found.ranked.iter().any(|fix| fix.assumes.is_some());
    let looked_at = count(tried.looked_at, "assumption about inputs looked at", "assumptions about inputs looked at");
    let outcomes = [
        (tried.not_enough, "not enough"),
        (tried.hollow, "leave something that no longer happens"),
        (tried.stuck, "may leave the inputs stuck"),
        (tried.undecided, "not decided"),
    ];
    let outcomes: Vec<String> =
        outcomes.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let rest = if outcomes.is_empty() { String::new() } else { format!(": {}", outcomes.join(", ")) };
    let words = if is_found {
        format!("{looked_at}{rest}")
    } else {
        format!("no assumption about inputs to offer; {looked_at}{rest}")
    };
    wrap(&words, options.width.max(20)).join("\n") + "\n"
}

/// What was tried, and why not more.
fn tried(found: &Fixes, options: &Options) -> String {
    let tried = found.tried;
    let has_sets = tried.looked_at > tried.edits;
    let mut words = match found.ranked.is_empty() {
        true if has_sets => {
            format!(
                "no fix found among {} and sets of them, {} looked at",
                count(tried.edits, "edit", "edits"),
                tried.looked_at
            )
        }
        true => format!("no fix found among {}", count(tried.edits, "edit", "edits")),
        false if has_sets => format!("{} and sets of them looked at", count(tried.looked_at, "edit", "edits")),
        false => format!("{} looked at", count(tried.looked_at, "edit", "edits")),
    };
    let some = |counts: &[(usize, &str)]| -> Vec<String> {
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect()
    };
    let outcomes = some(&[
        (tried.fail_again, "fail on a run that is known"),
        (tried.fail_anew, "fail on another run"),
        (tried.hollow, "leave a property that says nothing"),
        (tried.undecided, "not decided"),
    ]);
    let others = some(&[
        (tried.exonerated, "of elements that cannot be the fault alone"),
        (tried.unreadable, "that the language does not allow"),
        (tried.left_out, "because there are too many"),
    ]);
    if !outcomes.is_empty() {
        words.push_str(&format!(": {}", outcomes.join(", ")));
    }
    if !others.is_empty() {
        words.push_str(&format!("; not tried alone: {}", others.join(", ")));
    }
    if let Some(cause) = &found.cause {
        words.push_str(&format!("; not everything was tried: {}", visible(&cause.message)));
    }
    wrap(&words, options.width.max(20)).join("\n") + "\n"
}
