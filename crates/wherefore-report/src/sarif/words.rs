//! Messages for a reader who sees a line of the model marked in a pull request and nothing else.
//!
//! The failed part stands first, then what to look at, then what distinguishes this failure from others. Readers of logs
//! show about a thousand characters, so that every part has a limit.

use crate::document::flow::Side;
use crate::document::{Class, Consequence, Event, Inquiry, Kept, MinimalCause, Property, Suspect};
use crate::no_answer::NoAnswer;
use crate::text::fit::{count, list, shorten, shorten_middle, visible};
use crate::text::{nearest_words, unit};

/// Columns of a formula, a key and a reason.
const FORMULA: usize = 160;
const KEY: usize = 120;
const REASON: usize = 200;
/// Choices, alternatives and sentences.
const MOST_KEPT: usize = 8;
const MOST_ALTERNATIVES: usize = 3;
const MOST_SENTENCES: usize = 3;

/// Text of the model inside a message. A message may hold links, `[text](id)`; a text that only looks like one is taken
/// apart.
pub fn plain(text: &str) -> String {
    visible(text).replace("](", "] (")
}

/// A link to a place of the same result.
pub fn link(text: &str, id: usize) -> String {
    format!("[{}]({id})", visible(text).replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]"))
}

/// Words with a full stop.
pub fn sentence(words: &str) -> String {
    if words.ends_with(['.', '!', '?']) { words.to_owned() } else { format!("{words}.") }
}

/// Message: there is no answer, why, and what may help.
pub fn open(what: &str, cause: &NoAnswer) -> String {
    let advice = cause.advice().iter().map(|a| format!(" {}", sentence(&plain(a)))).collect::<String>();
    format!("{} is undetermined: {}.{advice}", plain(what), plain(&cause.message))
}

/// Failed part, without what is to be looked at.
pub fn failure(property: &Property, inquiry: &Inquiry, class: &Class) -> String {
    let title = plain(&property.title());
    let told = inquiry.contract.as_ref().and_then(|d| d.failure.as_ref()).filter(|f| !f.sentences.is_empty());
    if let Some(failure) = told {
        let sentences = failure.sentences.iter().take(MOST_SENTENCES).map(|s| sentence(&plain(s)));
        return format!("{title} is violated. {}", sentences.collect::<Vec<_>>().join(" "));
    }
    let failed = class.explanation.failed.as_ref();
    let text = failed.and_then(|f| f.parts.first()).map_or(property.text.as_str(), |part| part.text.as_str());
    let tick = failed.and_then(|f| f.ticks.first());
    let seen = if class.trace.loop_start.is_some() { ", seen at" } else { " at" };
    let when = tick.map_or_else(String::new, |tick| format!("{seen} {} {}", unit(inquiry, class), tick + 1));
    let text = plain(&shorten(&visible(text), FORMULA));
    if text.is_empty() {
        format!("{title} is violated{when}.")
    } else {
        format!("{title} is violated: `{text}` fails{when}.")
    }
}

/// Differences of this class from the others.
pub fn kind(inquiry: &Inquiry, class: &Class) -> String {
    let of = inquiry.classes.len();
    let more = if inquiry.is_complete() { "" } else { " or more" };
    let which = match inquiry.classes.iter().position(|c| c.id == class.id) {
        Some(index) => format!("Class {} of {of}{more}", index + 1),
        None if of == 0 => "The class of the given run".to_owned(),
        None => format!("The class of the given run, which is not among the {of} that were found"),
    };
    let steps = count(class.length as usize, "step", "steps");
    if let Some(why) = inquiry.undivided() {
        return format!(
            "Failing runs are not told apart: {}; this one has {steps}, id {}.",
            why.message,
            plain(&class.id)
        );
    }
    let key = plain(&shorten_middle(&visible(&class.key), KEY));
    let level = if inquiry.contract.is_some() { String::new() } else { format!(" (level {})", plain(inquiry.level())) };
    format!("{which}{level}: {key}, {steps}, id {}.", plain(&class.id))
}

/// Message: the given run is of this class, and whether it is the one that the message is about.
pub fn given(inquiry: &Inquiry, class: &Class) -> Option<String> {
    let is_listed = inquiry.classes.iter().any(|c| c.id == class.id);
    let given = inquiry.given_of(class).filter(|_| is_listed)?;
    let words = match (given.is_run_of(class), class.trace.shortest) {
        (true, _) => "",
        (false, true) => "; this is about a shortest one, which is shown after it",
        (false, false) => "; this is about another one, which is shown after it",
    };
    Some(format!("The given run is of this class{words}."))
}

/// The choice after which it was too late, and what would have helped.
pub fn last_choice(inquiry: &Inquiry, class: &Class) -> Option<String> {
    let choice_point = class.explanation.choice_points().last()?;
    let taken = choice_point.alternatives.iter().find(|a| a.taken)?;
    let avoiding = choice_point.alternatives.iter().filter(|a| a.consequence == Consequence::Avoided && !a.taken);
    let names: Vec<&str> = avoiding.map(|a| a.action.as_str()).collect();
    let helps = if names.is_empty() {
        String::new()
    } else {
        format!("; {} would have avoided the failure", plain(&list(&names, MOST_ALTERNATIVES)))
    };
    let action = plain(&shorten(&visible(&taken.action), KEY));
    Some(format!("Last choice: {action} at {} {}{helps}.", unit(inquiry, class), choice_point.tick + 1))
}

/// The choices that are enough for the failure.
pub fn enough(inquiry: &Inquiry, class: &Class) -> Option<String> {
    let cause: &MinimalCause = class.explanation.cause.as_ref().filter(|c| c.choices > 0)?;
    let is_lasso = class.trace.loop_start.is_some();
    if cause.kept.is_empty() {
        let which = if is_lasso { "shape" } else { "length" };
        return Some(format!("No choice matters: every run of this {which} fails."));
    }
    let unit = unit(inquiry, class);
    let word = |k: &Kept| format!("{} {} {}", visible(&k.variable), k.relation, shorten(&visible(&k.value.text), 40));
    let tick = |list: &[Kept]| {
        let words: Vec<String> = list.iter().map(word).collect();
        format!("{} at {unit} {}", words.join(", "), u64::from(list[0].tick) + 1)
    };
    let shown = &cause.kept[..cause.kept.len().min(MOST_KEPT)];
    let groups: Vec<String> = shown.chunk_by(|a, b| a.tick == b.tick).map(tick).collect();
    let rest = cause.kept.len() - shown.len();
    let rest = if rest == 0 { String::new() } else { format!(" and {rest} more") };
    let of_shape = if is_lasso { " in every run of this shape" } else { "" };
    Some(format!("Enough for it{of_shape}: {}{rest}.", plain(&groups.join("; "))))
}

/// The nearest run that passes.
pub fn nearest(inquiry: &Inquiry, class: &Class) -> Option<String> {
    let nearest = class.explanation.nearest.as_ref()?;
    let words = plain(&visible(&nearest_words(nearest, unit(inquiry, class))));
    Some(sentence(&words.replacen("nearest", "Nearest", 1)))
}

/// False part of a program's property, as the explanation says it: the property itself is often no more than a name.
pub fn witness(inquiry: &Inquiry, class: &Class) -> Option<String> {
    let is_seen = |e: &&Event| e.side == Some(Side::Property) && !e.is_input && class.explanation.flow.is_some();
    let event = class.explanation.events().iter().filter(is_seen).max_by_key(|e| e.tick)?;
    let (name, comment) = (plain(&event.name), plain(&event.comment));
    Some(sentence(&format!("At {} {} {name}: {comment}", unit(inquiry, class), u64::from(event.tick) + 1)))
}

/// Where a suspect leads, behind its name.
pub fn leads(suspect: &Suspect) -> String {
    if suspect.leads.is_empty() || suspect.name.starts_with(&suspect.leads) {
        return String::new();
    }
    format!(" ({})", plain(&suspect.leads))
}

/// The strongest reasons against a suspect.
pub fn reasons(suspect: &Suspect, most: usize) -> String {
    let reasons: Vec<String> =
        suspect.reasons.iter().take(most).map(|r| plain(&shorten(&visible(r), REASON))).collect();
    if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) }
}

/// State of a class since an earlier run.
pub fn since(property: &Property, class: &Class) -> Option<(&'static str, String)> {
    let since = property.since()?;
    let changes = since.changes()?;
    let word = if changes.new.contains(&class.id) { "new" } else { "unchanged" };
    let words = if word == "new" { "New" } else { "Known" };
    Some((word, format!("{words} since {}.", plain(&since.path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_model_makes_no_links_and_links_survive_it() {
        assert_eq!(plain("a[1](2) \u{1b}"), "a[1] (2) \\u{1b}");
        assert_eq!(link("d[2]\\", 3), "[d\\[2\\]\\\\](3)");
        assert_eq!((sentence("a").as_str(), sentence("a.").as_str()), ("a.", "a."));
    }
}
