//! The counterexamples of a labelled transition system as a whole: a few lines below the heading.
//!
//! ```text
//!   model: 91 states, 172 transitions, 31 labels
//!   counterexample LTS: 55 states, 95 transitions, 23 of the labels
//!   12 neighbourhoods: 5 where a choice avoids the failure (cn), 5 where one seals it (in), 2 with both (ci), 0 with all
//!     three (cin)
//! ```
//!
//! Words for a reader who has never heard of neighbourhoods; the short ones in brackets lead to `wherefore explain`.

use super::{Focus, Page};
use crate::document::{Abstraction, Inquiry, Level, LevelCount, LtsSummary, Property, Round, Trace};
use crate::text::evidence;
use crate::text::fit::{label, shorten_middle, shorten_words, visible, width, wrap};
use crate::text::paint::Ink;
use crate::text::steps;
use crate::text::trace::Limit;

/// Actions that an overview names, and the columns of each.
const MOST_ACTIONS: usize = 8;
const WIDEST_ACTION: usize = 32;
/// Lines of the run that is shown, and actions of what is left of it.
const MOST_LINES: usize = 24;
const MOST_KEPT: usize = 30;

/// Meaning of the choices of a neighbourhood of this kind.
pub fn kind_words(kind: &str) -> &'static str {
    match kind {
        "cn" => "some choices avoid the failure",
        "in" => "some choices seal the failure",
        "ci" => "every choice avoids the failure or seals it",
        "cin" => "some choices avoid the failure, some seal it",
        _ => "",
    }
}

/// What the classes of a level are made of.
pub fn level_words(level: Level) -> &'static str {
    match level {
        Level::Neighbourhood => "choices",
        Level::Decision => "choices that decide",
        Level::Gate => "choices by gate",
        Level::Kind => "choices by kind",
    }
}

/// The lines of a portrait.
pub fn lines(page: &Page<'_>, inquiry: &Inquiry, portrait: &LtsSummary) -> String {
    let (whole, part) = (portrait.whole, portrait.counterexample);
    let size = |what: &str, states, transitions, labels: String| {
        let (states, transitions) =
            (number(states, "state", "states"), number(transitions, "transition", "transitions"));
        format!("{what}: {states}, {transitions}, {labels}")
    };
    let mut facts = vec![
        size("model", whole.states, whole.transitions, number(whole.labels, "label", "labels")),
        size("counterexample LTS", part.states, part.transitions, format!("{} of the labels", part.labels)),
        neighbourhoods(portrait),
        transitions(portrait),
    ];
    facts.extend(sealed(portrait));
    facts.extend(unobservable(portrait));
    facts.extend(other_levels(inquiry, portrait.level));
    facts.iter().map(|fact| item(page, fact)).collect::<String>() + &uninvolved(page, portrait)
}

fn neighbourhoods(portrait: &LtsSummary) -> String {
    let n = portrait.neighbourhoods;
    let all = number(n.cn + n.r#in + n.ci + n.cin, "neighbourhood", "neighbourhoods");
    format!(
        "{all}: {} where a choice avoids the failure (cn), {} where one seals it (in), {} with both (ci), {} with all \
         three (cin)",
        n.cn, n.r#in, n.ci, n.cin
    )
}

fn transitions(portrait: &LtsSummary) -> String {
    let (correct, incorrect, neutral) =
        (portrait.choices.correct, portrait.choices.incorrect, portrait.choices.neutral);
    let avoid = match correct {
        1 => "1 transition avoids".to_owned(),
        n => format!("{n} transitions avoid"),
    };
    let verb = |n: u64, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let (seal, leave) = (verb(incorrect, "seals", "seal"), verb(neutral, "leaves", "leave"));
    format!("{avoid} the failure, {seal} it, {leave} it open")
}

/// How final the transitions are that seal the failure.
fn sealed(portrait: &LtsSummary) -> Option<String> {
    let all = portrait.choices.incorrect;
    let certain = portrait.choices.inevitable.filter(|_| all > 0)?;
    let fair = all.saturating_sub(certain);
    Some(if fair == 0 {
        "once it is sealed, the failure comes in any case".to_owned()
    } else if certain == 0 {
        "once it is sealed, the failure comes in every fair run: only a loop for ever can put it off".to_owned()
    } else {
        format!(
            "of the {all} that seal it, after {certain} the failure comes in any case, after {fair} only in fair runs: a \
             loop for ever can put it off"
        )
    })
}

fn unobservable(portrait: &LtsSummary) -> Option<String> {
    let places = match portrait.choices.unobservable {
        0 => return None,
        1 => "at 1 neighbourhood".to_owned(),
        n => format!("at {n} neighbourhoods"),
    };
    Some(format!("{places} the same action can both avoid the failure and seal it: the choice is unobservable"))
}

/// How many classes there are at other levels, where that makes a difference.
fn other_levels(inquiry: &Inquiry, shown: Level) -> Option<String> {
    let levels = &inquiry.enumeration.as_ref()?.levels;
    let classes = levels.iter().find(|l| l.level == shown.word())?.classes;
    let others = levels.iter().filter(|l| l.classes != classes);
    let words = |level: &LevelCount| {
        let by = match level.level {
            "neighbourhood" => "all choices",
            "decision" => "choices that decide",
            "gate" => "gate",
            _ => "kind",
        };
        format!("{} by {by} (--level {})", level.classes, level.number)
    };
    let others: Vec<String> = others.map(words).collect();
    (!others.is_empty()).then(|| format!("classes at other levels: {}", others.join(", ")))
}

fn uninvolved(page: &Page<'_>, portrait: &LtsSummary) -> String {
    let (all, named) = (portrait.uninvolved_total, portrait.uninvolved.len());
    let most = if page.focus == Focus::Everything { named } else { named.min(MOST_ACTIONS) };
    let mut words: Vec<String> = portrait.uninvolved[..most].iter().map(|a| short(page, a)).collect();
    if most < all {
        words.push(format!("and {} more", all - most));
    }
    if words.is_empty() { String::new() } else { flow(page, "in no counterexample:", &words, ",") }
}

/// The run that is shown for the property, and what is left of it without the steps that decide nothing.
pub fn run(page: &Page<'_>, property: &Property, portrait: &LtsSummary) -> String {
    let Some(trace) = property.verdict.trace() else { return String::new() };
    let limit = Limit { lines: MOST_LINES, remedy: "--full-trace shows all" };
    let lines = match portrait.layout.as_slice() {
        layout if !layout.is_empty() && !page.options.full_traces => evidence::listed(page, layout, 0),
        _ => steps::excerpt(trace, &portrait.choice_points, page.options, limit),
    };
    let rest =
        abstracted(page, &portrait.abstracted) + &portrait.round.as_ref().map_or_else(String::new, |r| round(page, r));
    heading(page, &visible(&portrait.shown), &length(trace)) + &lines + &rest
}

/// The last choice of the round in which the run fails.
fn round(page: &Page<'_>, round: &Round) -> String {
    let place = |tick: usize| if tick == 0 { "at the start".to_owned() } else { format!("after step {tick}") };
    let own = round.back.contains(&round.taken);
    let others: Vec<&String> = round.back.iter().filter(|action| **action != round.taken).collect();
    let mut back: Vec<String> = others.iter().take(MOST_ACTIONS).map(|action| short(page, action)).collect();
    let hidden = round.back_total - usize::from(own) - back.len();
    if hidden > 0 {
        back.push(format!("{hidden} more"));
    }
    let taken = short(page, &round.taken);
    let by = match back.as_slice() {
        [] => format!("by another {taken}"),
        back => format!("by {}", back.join(" or ")),
    };
    let fact = format!(
        "nothing ever rules the failure out, but a round from state {} can end without it: the last way back to that state is {}, in \
         state {}, {by}; behind {taken} no run comes back before it fails",
        round.state,
        place(round.escape),
        round.at,
    );
    item(page, &fact)
}

/// Run that is shown and its length, on one line if there is room.
fn heading(page: &Page<'_>, shown: &str, length: &str) -> String {
    if width(shown) + 2 + width(length) <= page.options.width {
        return format!("{}: {length}\n", page.paint.ink(Ink::Strong, shown));
    }
    let text = format!("{shown}: {length}");
    page.paragraph("", &shorten_words(&text, page.options.width.max(20)))
}

/// How long a run is, in words.
fn length(trace: &Trace) -> String {
    let steps = trace.ticks() - usize::from(trace.loop_start.is_none() && !trace.rows.is_empty());
    let back = match trace.loop_start {
        None => String::new(),
        Some(0) => ", then again as from the start".to_owned(),
        Some(start) => format!(", then again as after step {start}"),
    };
    format!("{}{back}", number(steps as u64, "step", "steps"))
}

/// The actions that are left, in as few lines as they need.
fn abstracted(page: &Page<'_>, abstraction: &Abstraction) -> String {
    let (kept, named, all) = (abstraction.kept, abstraction.actions.len(), abstraction.length);
    if kept == 0 {
        return String::new();
    }
    let is_full = page.focus == Focus::Everything || page.options.full_traces;
    let most = if is_full { named } else { named.min(MOST_KEPT) };
    let mut words: Vec<String> = abstraction.actions[..most].iter().map(|a| short(page, &a.action)).collect();
    if most < named {
        words.push(format!("... {} more; --full-trace shows all", kept - most));
    } else if named < kept {
        words.push(format!("... {} more", kept - named));
    }
    let head = format!("abstracted, {kept} of {}:", number(all as u64, "step", "steps"));
    flow(page, &head, &words, " .")
}

/// A label that fits a line.
fn short(page: &Page<'_>, action: &str) -> String {
    shorten_middle(&label(action), page.options.width.saturating_sub(8).clamp(12, WIDEST_ACTION))
}

/// Words after a head, with a mark between them, broken between words only: a label may have blanks in it.
fn flow(page: &Page<'_>, head: &str, words: &[String], mark: &str) -> String {
    let mut lines = vec![format!("  {head}")];
    for (index, word) in words.iter().enumerate() {
        let word = if index + 1 < words.len() { format!("{word}{mark}") } else { word.clone() };
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(&word) <= page.options.width => line.push_str(&format!(" {word}")),
            _ => lines.push(format!("    {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// A fact on lines of its own, the others further in than the first.
fn item(page: &Page<'_>, fact: &str) -> String {
    let lines = wrap(fact, page.options.width.saturating_sub(4).max(20));
    lines.iter().enumerate().map(|(i, l)| format!("{}{l}\n", if i == 0 { "  " } else { "    " })).collect()
}

fn number(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
