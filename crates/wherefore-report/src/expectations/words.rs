//! Differences in words.

use super::found::{FoundClass, FoundProperty, Said};
use super::{Difference, Status};
use crate::text::fit::{count, list, visible};

/// Ids that are listed.
const MOST_IDS: usize = 5;

/// About a property that the model does not have.
pub const ABSENT: &str = "expected, not in the model";

/// A difference with its subject.
pub fn line(difference: &Difference) -> String {
    let subject = difference.subject.as_ref().map_or_else(String::new, |name| format!("{}: ", visible(name)));
    format!("{subject}{}", visible(&difference.words))
}

/// A verdict that differs from the one that is expected.
pub fn verdict(wanted: &str, found: &FoundProperty) -> String {
    let wanted = if wanted == "holds" { "to hold" } else { wanted };
    format!("expected {wanted}, {}", answer(found))
}

fn answer(found: &FoundProperty) -> String {
    match (found.verdict.as_str(), &found.cause) {
        ("violated", _) if !found.classes.is_empty() => {
            let at_least = if found.incomplete().is_some() { "at least " } else { "" };
            let ids: Vec<&str> = found.ids().collect();
            let ways = count(ids.len(), "way", "ways");
            format!("violated in {at_least}{ways} ({})", list(&ids, MOST_IDS))
        }
        ("undetermined", Some(cause)) => format!("undetermined: {}", cause.message),
        (word, _) => word.to_owned(),
    }
}

/// A class that is not expected.
pub fn new_way(class: &FoundClass) -> String {
    format!("new way {} ({})", class.key, class.id)
}

/// A class that is expected and not found.
pub fn gone(id: &str, found: &FoundProperty) -> String {
    match found.incomplete() {
        Some(_) => format!("way {id} was not found, and the list of ways is not complete"),
        None => format!("way {id} is gone"),
    }
}

/// A list of classes that may lack some.
pub fn incomplete(why: &str) -> String {
    format!("the list of ways is not complete: {why}")
}

/// A diagnostic or a finding, with its place.
pub fn said(said: &Said) -> String {
    let place = said.place.as_ref().map_or_else(String::new, |p| format!(" ({}:{}:{})", p.path, p.line, p.column));
    format!("{}{place}", said.message)
}

/// A model of which it is not known whether it makes sense.
pub fn obligations(why: &str) -> String {
    format!("it is not known whether the model makes sense: {why}")
}

/// Questions of the checks without properties that have no answer.
pub fn open_questions(number: usize) -> String {
    format!("{} without properties not decided", count(number, "question", "questions"))
}

/// A check that was ended.
pub fn unfinished(why: &str) -> String {
    format!("not finished: {why}")
}

/// A check that broke.
pub fn broken(why: &str) -> String {
    format!("not checked: {why}")
}

/// The status of a number of models.
pub fn tally(status: Status, number: usize) -> String {
    let word = match (status, number) {
        (Status::AsExpected, _) => "as expected",
        (Status::Differs, 1) => "differs",
        (Status::Differs, _) => "differ",
        (Status::Undetermined, _) => "undetermined",
        (Status::Error, 1) => "error",
        (Status::Error, _) => "errors",
    };
    format!("{number} {word}")
}

/// The verdicts of a model: `3 properties: 2 hold, 1 violated`.
pub fn verdicts(properties: &[FoundProperty]) -> String {
    let number = |word: &str| properties.iter().filter(|p| p.verdict == word).count();
    let holds = if number("holds") == 1 { "holds" } else { "hold" };
    let words = [("holds", holds), ("vacuous", "vacuous"), ("violated", "violated"), ("undetermined", "undetermined")];
    let parts = words.into_iter().filter(|(id, _)| number(id) > 0);
    let parts: Vec<String> = parts.map(|(id, word)| format!("{} {word}", number(id))).collect();
    match properties.len() {
        0 => "no property".to_owned(),
        n => format!("{}: {}", count(n, "property", "properties"), parts.join(", ")),
    }
}
