//! A check of a refinement for people: what went wrong in sentences, which part is to blame, when, and what to change.
//!
//! ```text
//! AirBagSystem: O1G1 is violated: 2 states, then back to state 2; no shorter run does it
//!   AirBagSystem must make exploded true one step after a collision. ...
//!
//!     AirBagSystem
//!       plausibilization: CollisionPlausibilization
//!   >   controller: AirBagController             to blame
//!
//!   state       1      2
//!   sen_front   TRUE*  FALSE
//!   exploded    FALSE  FALSE!
//! ```
//!
//! Text for a reader who knows no logic comes first; each part has a limit, so that a check fills no more than a
//! screen. Steps count from 1, as in every other run.

mod formula;
mod table;

use super::{Focus, Page, explanation, quote, since};
use crate::document::{
    Branch, Diagnosis, Edit, Explanation, Failure, Inquiry, PointOfNoReturn, PremiseState, Property,
};
use crate::text::fit::{padded, visible, widest};
use crate::text::paint::Ink;
use crate::text::trace;

/// Lines of the component tree, changes, and further facts of each kind in an overview.
const MOST_BRANCHES: usize = 10;
const MOST_EDITS: usize = 3;
const MOST_SUSPECTS: usize = 3;
const MOST_NAMES: usize = 8;

/// The diagnosis of a check that fails, in parts. `cause` is what was written about the choices that are enough.
pub fn failing(
    page: &Page<'_>,
    property: &Property,
    diagnosis: &Diagnosis,
    (failure, told): (&Failure, Option<&Explanation>),
    cause: String,
) -> Vec<String> {
    let mut parts = vec![heading(page, property) + &since::line(page, property) + &sentences(page, failure)];
    parts.push(tree(page, diagnosis));
    parts.extend(property.verdict.trace().map(|run| table::lines(page, run, failure, told)));
    parts.push(formula::lines(page, diagnosis, failure));
    parts.push(facts(page, property, diagnosis, (failure, told)) + &cause);
    parts.push(edits(page, &failure.edits));
    parts
}

fn heading(page: &Page<'_>, property: &Property) -> String {
    let size = property.verdict.trace().map(trace::size).unwrap_or_default();
    let given = if property.given { "the given run, " } else { "" };
    let title = page.paint.ink(Ink::Strong, &visible(&property.title()));
    format!("{title} is violated: {given}{size}\n")
}

fn sentences(page: &Page<'_>, failure: &Failure) -> String {
    failure.sentences.iter().map(|s| page.paragraph("  ", s)).collect()
}

/// The component and its parts; those that could have avoided the failure are marked.
fn tree(page: &Page<'_>, diagnosis: &Diagnosis) -> String {
    let most = if page.focus == Focus::Everything { usize::MAX } else { MOST_BRANCHES };
    // Culprits are shown whatever the limit says.
    let is_shown = |(index, branch): &(usize, &Branch)| *index < most || branch.culprit;
    let shown: Vec<&Branch> = diagnosis.tree.iter().enumerate().filter(is_shown).map(|(_, b)| b).collect();
    let names: Vec<String> = shown.iter().map(|b| branch(b)).collect();
    let column = widest(names.iter().map(String::as_str), page.options.width / 2);
    let mut out = String::new();
    for (branch, name) in shown.iter().zip(&names) {
        if branch.culprit {
            let mark = page.paint.ink(Ink::Bad, ">");
            let name = page.paint.ink(Ink::Bad, &padded(name, column));
            out.push_str(&format!("  {mark} {name}  to blame\n"));
        } else {
            out.push_str(&format!("    {name}\n"));
        }
    }
    out + &page.rest(diagnosis.tree.len() - shown.len(), "part", "parts")
}

fn branch(branch: &Branch) -> String {
    let indent = "  ".repeat(branch.depth);
    let name = visible(&branch.name);
    if branch.depth == 0 || branch.name == branch.component {
        return format!("{indent}{name}");
    }
    format!("{indent}{name}: {}", visible(&branch.component))
}

/// Remaining facts about the run: which parts, until when, what else, which contracts.
fn facts(
    page: &Page<'_>,
    property: &Property,
    diagnosis: &Diagnosis,
    (failure, told): (&Failure, Option<&Explanation>),
) -> String {
    let mut facts = vec![blame(failure), point_of_no_return(failure)];
    if !failure.also.is_empty() {
        facts.push(format!("the run also violates {}", page.names(&failure.also)));
    }
    facts.push(variables(page, failure));
    facts.push(premises(page, diagnosis));
    if page.focus == Focus::Everything {
        let events = told.map_or(&[][..], Explanation::events);
        facts.extend(events.iter().map(|e| format!("in state {} {} {}", e.tick + 1, e.name, e.comment)));
        facts.extend(
            property
                .contract
                .as_ref()
                .map(|c| format!("`{}` is a conjunct of {} of {}", c.conjunct, c.contract, c.owner)),
        );
    }
    facts.iter().filter(|f| !f.is_empty()).map(|fact| page.item(fact)).collect()
}

fn blame(failure: &Failure) -> String {
    let set = |set: &Vec<String>| match set.as_slice() {
        [one] => one.clone(),
        _ => format!("{} together", together(set)),
    };
    let sets: Vec<String> = failure.blame.iter().filter(|s| !s.is_empty()).take(MOST_NAMES).map(set).collect();
    if sets.is_empty() {
        String::new()
    } else {
        format!("on this run the outputs to change are those of {}", sets.join(", or of "))
    }
}

/// From when on it was too late, and for whom. Nothing is said of what was not found out, and no more than was.
fn point_of_no_return(failure: &Failure) -> String {
    let from = |point: PointOfNoReturn| explanation::no_return(point, "state");
    let (system, all) = (failure.system_lost, failure.all_lost);
    let environment = match all {
        _ if system == all => None,
        PointOfNoReturn::At(tick) => Some(format!("could until state {tick}")),
        PointOfNoReturn::Again(tick) => Some(format!("could until the run came back to state {}", tick + 1)),
        PointOfNoReturn::NotYet => Some("still could after the states shown".to_owned()),
        PointOfNoReturn::Open => Some("may have been able to, which was not decided".to_owned()),
    };
    match (from(system), environment, from(all)) {
        (Some(when), Some(environment), _) => {
            format!("{when} the system cannot avoid the failure any more; its environment {environment}")
        }
        (_, _, Some(when)) => format!("{when} nothing can avoid the failure any more"),
        _ => String::new(),
    }
}

fn variables(page: &Page<'_>, failure: &Failure) -> String {
    if failure.variables.is_empty() {
        return String::new();
    }
    let all = format!("variables of the conjunct: {}", page.names(&failure.variables));
    if failure.causes.is_empty() || failure.causes == failure.variables {
        return all;
    }
    format!("{all}; the failure hangs on {}", page.names(&failure.causes))
}

/// Contracts of the parts, grouped by their role.
fn premises(page: &Page<'_>, diagnosis: &Diagnosis) -> String {
    let words = [
        (PremiseState::Used, "needed"),
        (PremiseState::Unused, "not needed"),
        (PremiseState::Open, "not decided"),
        (PremiseState::Pending, "kept so far, what it promises may still come"),
        (PremiseState::Vacuous, "asked for nothing on this run"),
        (PremiseState::Kept, "kept"),
    ];
    let group = |(state, words): &(PremiseState, &str)| {
        let names = diagnosis.premises.iter().filter(|p| p.state == *state).map(|p| p.name.clone());
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("{} ({words})", page.names(&names)))
    };
    let groups: Vec<String> = words.iter().filter_map(group).collect();
    if groups.is_empty() { String::new() } else { format!("contracts of the parts: {}", groups.join("; ")) }
}

/// One line on a check that holds.
pub fn holding(page: &Page<'_>, property: &Property, diagnosis: &Diagnosis) -> String {
    let of = |state: PremiseState| {
        diagnosis.premises.iter().filter(|p| p.state == state).map(|p| p.name.clone()).collect::<Vec<_>>()
    };
    let (used, open) = (of(PremiseState::Used), of(PremiseState::Open));
    let more = |word: &str, names: Vec<String>| match names.is_empty() {
        true => String::new(),
        false => format!("; {word}: {}", page.names(&names)),
    };
    let (title, unneeded) = (visible(&property.title()), more("not needed", of(PremiseState::Unused)));
    if used.is_empty() && !open.is_empty() {
        let names = page.names(&open);
        return page.paragraph(&format!("{title}: "), &format!("what it rests on was not decided: {names}{unneeded}"));
    }
    let on = if used.is_empty() { "no contract of a part".to_owned() } else { page.names(&used) };
    page.paragraph(&format!("{title} rests on "), &format!("{on}{unneeded}{}", more("not decided", open)))
}

/// The changes that make the check valid.
fn edits(page: &Page<'_>, edits: &[Edit]) -> String {
    let shown = if page.focus == Focus::Everything { edits.len() } else { edits.len().min(MOST_EDITS) };
    let mut out = String::new();
    for edit in &edits[..shown] {
        out.push_str(&page.item(&words(edit)));
        // An addition stands nowhere yet.
        let spans: Vec<_> = edit.span.iter().map(|p| p.span).filter(|_| !edit.before.is_empty()).collect();
        out.push_str(&quote::lines(page, &spans, 4));
    }
    if out.is_empty() {
        return out;
    }
    let each = if edits.len() == 1 { "closes the gap" } else { "closes the gap, each by itself" };
    format!("{}\n{out}", page.paint.ink(Ink::Strong, each)) + &page.rest(edits.len() - shown, "change", "changes")
}

/// A change in the words of the lens, without those that the heading has. A change without words is described by its
/// fields.
fn words(edit: &Edit) -> String {
    let place = quote::place(edit.span.as_ref().filter(|_| edit.before.is_empty()));
    let place = if place.is_empty() { place } else { format!(" ({place})") };
    match edit.words.strip_suffix(" closes the gap.").unwrap_or(&edit.words) {
        "" => format!("in {} write `{}` instead of `{}`", edit.target, edit.after, edit.before),
        words => format!("{words}{place}"),
    }
}

/// The suspects, briefly. What closes the gap is said above, and the sets of changes that do are these changes.
pub fn suspects(page: &Page<'_>, inquiry: &Inquiry, diagnosis: &Diagnosis) -> String {
    let said: Vec<&String> = diagnosis.failure.iter().flat_map(|f| &f.edits).map(|e| &e.words).collect();
    let most = if page.focus == Focus::Everything { usize::MAX } else { MOST_SUSPECTS };
    let mut out = String::new();
    for suspect in inquiry.suspects.iter().take(most) {
        let reason =
            |r: &String| if said.contains(&r) { "a change of it closes the gap".to_owned() } else { r.clone() };
        let told = if page.focus == Focus::Everything { usize::MAX } else { 1 };
        let reasons: Vec<String> = suspect.reasons.iter().take(told).map(reason).collect();
        let name = page.paint.ink(Ink::Strong, &visible(&suspect.name));
        let score = page.paint.ink(Ink::Faint, &format!("score {:.2}", suspect.score));
        let place = page.paint.ink(Ink::Faint, &quote::place(suspect.span.as_ref()));
        out.push_str(format!("  {}. {name}  {}  {score}  {place}", suspect.rank, suspect.kind).trim_end());
        out.push('\n');
        out.push_str(&page.paragraph("     ", &reasons.join("; ")));
    }
    if out.is_empty() {
        return out;
    }
    let hidden = inquiry.suspects.len().saturating_sub(most);
    format!("{}\n{out}", page.paint.ink(Ink::Strong, "suspects")) + &page.rest(hidden, "suspect", "suspects")
}

/// Whether a diagnosis says all there is to say, so that classes are shown only if everything is asked for.
pub fn is_enough(page: &Page<'_>, inquiry: &Inquiry) -> bool {
    inquiry.classes.len() <= 1 && page.focus != Focus::Everything
}

impl Page<'_> {
    /// Names in words, all of them where everything is wanted.
    fn names(&self, names: &[String]) -> String {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        crate::text::fit::list(&names, if self.focus == Focus::Everything { usize::MAX } else { MOST_NAMES })
    }

    /// A fact on lines of its own, the others further in than the first.
    fn item(&self, fact: &str) -> String {
        let lines = crate::text::fit::wrap(&visible(fact), self.options.width.saturating_sub(4).max(20));
        lines.iter().enumerate().map(|(i, l)| format!("{}{l}\n", if i == 0 { "  " } else { "    " })).collect()
    }
}

/// `a`, `a and b`, `a, b and c`.
fn together(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}
