//! The log of TLC: behaviours between other lines.
//!
//! ```text
//! Error: Invariant Safe is violated.
//! Error: The behavior up to this point is:
//! State 1: <Initial predicate>
//! x = 0
//!
//! State 2: <Step line 5, col 9 to line 7, col 20 of module Counter>
//! x = 1
//! ```
//!
//! After `-continue` there are many. With `-tool` the word `State` is missing, and lines of numbers stand around the states.

use super::{Acted, Behaviour, Position, WrittenValue};
use wherefore_lang::tla;

/// The behaviours in the order of the log.
pub fn read(text: &str) -> Vec<Behaviour> {
    let mut found: Vec<Behaviour> = Vec::new();
    let mut broken: Option<String> = None;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_initial = line.trim_end().ends_with("is violated by the initial state:");
        if let Some(name) = violated(line) {
            broken = Some(name);
        }
        let header = header(line);
        if header.is_none() && !is_initial {
            continue;
        }
        let mut values = String::new();
        while let Some(next) = lines.next_if(|next| !next.trim().is_empty() && !is_other(next)) {
            values.push_str(next);
            values.push('\n');
        }
        let Some(state) = state(&values) else { continue };
        let (number, action) = header.unwrap_or((1, None));
        if number == 1 {
            found.push(Behaviour { broken: broken.take(), ..Behaviour::default() });
        }
        if let Some(behaviour) = found.last_mut().filter(|b| b.states.len() + 1 == number) {
            behaviour.states.push(state);
            behaviour.actions.push(action);
        }
    }
    found
}

/// Whether a line ends a state: another header, a message, or a mark of `-tool`.
fn is_other(line: &str) -> bool {
    line.starts_with("@!@!@") || line.starts_with("Error:") || header(line).is_some()
}

/// The invariant that a message calls violated; freedom of deadlock by its own name.
fn violated(line: &str) -> Option<String> {
    let rest = line.strip_prefix("Error: ").unwrap_or(line);
    if rest.starts_with("Deadlock reached") {
        return Some("deadlock".to_owned());
    }
    let (name, after) = rest.strip_prefix("Invariant ")?.split_once(' ')?;
    after.starts_with("is violated").then(|| name.to_owned())
}

/// The number of a state and the action into it.
fn header(line: &str) -> Option<(usize, Option<Acted>)> {
    let rest = line.strip_prefix("State ").unwrap_or(line);
    let (number, rest) = rest.split_once(':')?;
    let rest = rest.trim().strip_prefix('<')?.strip_suffix('>')?;
    Some((number.trim().parse().ok()?, acted(rest)))
}

/// `Step line 5, col 9 to line 7, col 20 of module Counter`; the action may have parameters.
fn acted(text: &str) -> Option<Acted> {
    let (name, place) = match text.find(" line ") {
        Some(end) => (text.get(..end)?, text.get(end + 1..)),
        None => (text, None),
    };
    let is_name = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_') && !name.contains("predicate");
    is_name.then(|| Acted { name: name.to_owned(), place: place.and_then(place_of) })
}

fn place_of(text: &str) -> Option<(String, Position, Position)> {
    let (places, module) = text.split_once(" of module ")?;
    let (begin, end) = places.split_once(" to ")?;
    let position = |text: &str| {
        let (line, column) = text.strip_prefix("line ")?.split_once(", col ")?;
        Some((line.trim().parse().ok()?, column.trim().parse().ok()?))
    };
    Some((module.trim().to_owned(), position(begin)?, position(end)?))
}

/// The values of a state; none if it has others than TLC prints.
fn state(text: &str) -> Option<Vec<(String, WrittenValue)>> {
    let value = |(name, value): (&str, &str)| Some((name.to_owned(), WrittenValue::Printed(tla::value(value)?)));
    tla::split(text)?.into_iter().map(value).collect()
}
