//! The text of a state as TLC prints it: a conjunction of `variable = value`, one in a line; long values go on in further lines.
//!
//! ```text
//! /\ queue = << [id |-> 0],
//!    [id |-> 1] >>
//! /\ n = 5
//! ```

/// The variables and the texts of their values; none where the text is no such state.
pub fn split(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    let is_list = rest.starts_with("/\\ ");
    while !rest.is_empty() {
        rest = if is_list { rest.strip_prefix("/\\ ")? } else { rest };
        let end = if is_list { rest.find("\n/\\ ").unwrap_or(rest.len()) } else { rest.len() };
        let (name, value) = rest.get(..end)?.split_once(" = ")?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() || value.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        found.push((name, value));
        rest = rest.get(end..)?.trim_start();
    }
    (!found.is_empty()).then_some(found)
}
