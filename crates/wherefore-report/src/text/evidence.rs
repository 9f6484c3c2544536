//! Evidence of a formula over a graph for people: the choices on its run, and its transitions as ways without a fork.
//!
//! ```text
//! evidence: 3 of 9 states, 4 of 20 transitions; on these alone answered fails
//!    0  open, send(1)  -> 4  beginning
//!    4  lose           -> 0  loop
//!       ack            -> 7  end
//! ```

use super::fit::{label, padded, shorten_middle, visible, widest, wrap};
use super::inquiry::choices::table;
use super::inquiry::{Focus, Page};
use super::paint::Ink;
use super::steps;
use crate::document::evidence::{EvidenceChoices, EvidenceGraph, GateEffects, Shows, Strand, StrandStep};
use crate::document::{ChoicePoint, Consequence, Extent, Property};

/// Strands, choices and gates of an overview.
const MOST_STRANDS: usize = 12;
const MOST_POINTS: usize = 1;
const MOST_GATES: usize = 6;

/// The text about the evidence of a property whose choices were told already.
pub fn below(page: &Page<'_>, property: &Property, found: &EvidenceGraph) -> String {
    format!("{}{}{}", head(page, property, found, "the run at the top"), run_of(page, found), strands(page, found))
}

/// The text about the evidence of a property.
pub fn lines(page: &Page<'_>, property: &Property, found: &EvidenceGraph) -> String {
    let choices = found.choices.as_ref().map_or_else(String::new, |choices| choices_of(page, found, choices));
    format!("{choices}\n{}{}{}", head(page, property, found, "this run"), run_of(page, found), strands(page, found))
}

/// The run through evidence that has others too.
fn run_of(page: &Page<'_>, found: &EvidenceGraph) -> String {
    found.run.as_ref().filter(|_| !found.single_run).map_or_else(String::new, |run| {
        let room = page.options.width.saturating_sub(9).max(20);
        let ever = if run.part == "loop" { ", and on for ever" } else { "" };
        format!("  run: {}{ever}\n", shorten_middle(&actions(run), room.saturating_sub(ever.len())))
    })
}

/// The choices on the run of a violation that stand beside its steps; none if nothing ever rules the failure out.
pub fn beside(found: &EvidenceGraph) -> &[ChoicePoint] {
    let points = found.choices.as_ref().map_or(&[][..], |choices| &choices.choice_points);
    if points.iter().all(is_sealed) { &[] } else { points }
}

/// Whether nothing that can be done there avoids what is shown, or leaves it open.
fn is_sealed(point: &ChoicePoint) -> bool {
    point.alternatives.iter().all(|a| matches!(a.consequence, Consequence::Sealed | Consequence::Inevitable))
}

fn head(page: &Page<'_>, property: &Property, found: &EvidenceGraph, shown: &str) -> String {
    let Extent { states, transitions, .. } = found.size;
    let size = format!(
        "{states} of {} and {transitions} of {}",
        number(found.lts.states, "state", "states"),
        number(found.lts.transitions, "transition", "transitions")
    );
    let (lead, verdict) = match found.shows {
        Shows::Violation => ("evidence: ", "fails"),
        Shows::Witness => ("witness: ", "holds"),
    };
    let name = visible(&property.name);
    let alone = match (found.single_run, found.shows) {
        (true, Shows::Violation) if found.run.is_none() => format!("; {shown} alone shows that {name} fails"),
        (true, Shows::Violation) => format!("; one run alone shows that {name} fails"),
        (true, Shows::Witness) => format!("; one run alone shows that {name} holds"),
        (false, _) => format!("; {name} {verdict} on these alone, and on every part of the graph that has them"),
    };
    let least = if found.least { "" } else { "; a smaller part may be enough" };
    page.paragraph(lead, &format!("{size}{alone}{least}"))
}

/// The strands; a run that stands above is not repeated.
fn strands(page: &Page<'_>, found: &EvidenceGraph) -> String {
    let is_above = found.single_run && found.shows == Shows::Violation && found.run.is_none();
    if is_above && page.focus != Focus::Everything {
        return String::new();
    }
    listed(page, &found.strands, found.strands_left_out)
}

/// Ways without a fork, a line each; so many more are left out.
pub fn listed(page: &Page<'_>, all: &[Strand], left_out: usize) -> String {
    let most = if page.focus == Focus::Everything { all.len() } else { MOST_STRANDS };
    let shown = &all[..all.len().min(most)];
    let digits = |of: fn(&Strand) -> u32| shown.iter().map(|s| of(s).to_string().len()).max().unwrap_or(1);
    let (from, to) = (digits(|strand| strand.from), digits(end));
    // Two before the state, two behind it, four for the arrow, two and the longest word behind it.
    let room = page.options.width.saturating_sub(from + to + 19).max(12);
    let texts: Vec<String> = shown.iter().map(|strand| shorten_middle(&actions(strand), room)).collect();
    let action = widest(texts.iter().map(String::as_str), room);
    let mut out = String::new();
    let mut before = None;
    for (strand, text) in shown.iter().zip(&texts) {
        let own =
            if before.replace(strand.from) == Some(strand.from) { String::new() } else { strand.from.to_string() };
        let (text, end) = (padded(text, action), padded(&end(strand).to_string(), to));
        let part = if strand.part == "branch" { "" } else { strand.part };
        let line = format!("  {own:>from$}  {text} -> {end}  {}", page.paint.ink(Ink::Faint, part));
        out.push_str(&format!("{}\n", line.trim_end()));
    }
    out + &page.rest(all.len() - shown.len() + left_out, "way", "ways")
}

fn end(strand: &Strand) -> u32 {
    strand.steps.last().map_or(strand.from, |step| step.to)
}

/// The actions of a strand, those that follow themselves once: `open, tick x40, close`.
fn actions(strand: &Strand) -> String {
    let (after, hidden) = strand.gap.map_or((strand.steps.len(), 0), |gap| (gap.after, gap.steps));
    let (head, tail) = strand.steps.split_at(after.min(strand.steps.len()));
    let gap = (hidden > 0).then(|| format!("({hidden} more)"));
    folded(head).into_iter().chain(gap).chain(folded(tail)).collect::<Vec<_>>().join(", ")
}

fn folded(steps: &[StrandStep]) -> Vec<String> {
    let part = |group: &[StrandStep]| match group {
        [one] => label(&one.action),
        all => format!("{} x{}", label(&all[0].action), all.len()),
    };
    steps.chunk_by(|a, b| a.action == b.action).map(part).collect()
}

/// The last choice on the run, and what actions do wherever a choice counts.
fn choices_of(page: &Page<'_>, found: &EvidenceGraph, choices: &EvidenceChoices) -> String {
    let all = choices.choice_points.len();
    if all > 0 && choices.choice_points.iter().all(is_sealed) {
        return page.paragraph(
            "  ",
            match found.shows {
                Shows::Violation => "no choice of a step ever rules the failure out",
                Shows::Witness => "no choice of a step ever gives the witness up",
            },
        );
    }
    let most = if page.focus == Focus::Everything { all } else { MOST_POINTS };
    let shown = choices.choice_points.iter().enumerate().skip(all.saturating_sub(most));
    let tables: String = shown.map(|(place, point)| point_of(page, found, point, place + 1 == all)).collect();
    tables + &gates(page, found.shows, choices)
}

fn point_of(page: &Page<'_>, found: &EvidenceGraph, point: &ChoicePoint, is_last: bool) -> String {
    let place = if point.tick == 0 { "at the start".to_owned() } else { format!("after step {}", point.tick) };
    let words = match (is_last, found.shows) {
        (false, _) => "",
        (true, Shows::Violation) => steps::last_words(point),
        (true, Shows::Witness) => "the last choice that counts",
    };
    let words = if words.is_empty() { String::new() } else { format!(": {words}") };
    page.paragraph("  ", &format!("{place}{words}"))
        + &table(page, point, "--full lists all", &|c| meaning(found.shows, c))
}

fn meaning(shows: Shows, consequence: Consequence) -> Option<&'static str> {
    match (shows, consequence) {
        (Shows::Violation, _) => None,
        (Shows::Witness, Consequence::Avoided) => Some("gives the witness up"),
        (Shows::Witness, Consequence::Sealed) => Some("no later choice gives the witness up"),
        (Shows::Witness, Consequence::Inevitable) => Some("the witness comes in any case"),
        (Shows::Witness, _) => Some("still open"),
    }
}

/// What gates do, in a sentence; nothing if all of them leave everything open.
fn gates(page: &Page<'_>, shows: Shows, choices: &EvidenceChoices) -> String {
    let seals = |does: &[Consequence]| does.iter().any(|c| matches!(c, Consequence::Sealed | Consequence::Inevitable));
    let avoids = |does: &[Consequence]| does.contains(&Consequence::Avoided);
    let what = match shows {
        Shows::Violation => "failure",
        Shows::Witness => "witness",
    };
    let verb = match shows {
        Shows::Violation => "avoid",
        Shows::Witness => "give up",
    };
    let named = |wanted: &dyn Fn(&[Consequence]) -> bool| {
        let all: Vec<&GateEffects> = choices.gates.iter().filter(|gate| wanted(&gate.does)).collect();
        let names: Vec<String> = all.iter().map(|gate| shorten_middle(&label(&gate.gate), 40)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        super::fit::list(&names, if page.focus == Focus::Everything { names.len().max(1) } else { MOST_GATES })
    };
    let (both, only_avoids, only_seals) = (
        named(&|does| avoids(does) && seals(does)),
        named(&|does| avoids(does) && !seals(does)),
        named(&|does| seals(does) && !avoids(does)),
    );
    let parts = [
        (only_avoids, format!("can {verb} the {what}")),
        (only_seals, "can seal it".to_owned()),
        (both, "can do both".to_owned()),
    ];
    let said: Vec<String> =
        parts.iter().filter(|(names, _)| !names.is_empty()).map(|(names, does)| format!("{names} {does}")).collect();
    if said.is_empty() {
        return String::new();
    }
    let text = format!("by action, in the whole graph: {}", said.join("; "));
    wrap(&text, page.options.width.saturating_sub(4).max(20))
        .iter()
        .enumerate()
        .fold(String::new(), |out, (at, line)| out + if at == 0 { "  " } else { "    " } + line + "\n")
}

fn number(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
