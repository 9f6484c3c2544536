//! JSON whose every value knows where it is written.
//!
//! ```text
//! { "on": { "GO": "next" } }
//!   ----  ------------------   a member: its key, decoded, and its value, each with its place
//! ```
//!
//! Numbers stay as they are written, so that they can be read exactly. Nothing is thrown away: a key that stands twice is
//! there twice. The text is hostile: nesting and the number of values have limits.

mod parse;
#[cfg(test)]
mod tests;

pub use parse::{Malformed, parse};

use crate::xml::Text;
use wherefore_diag::Span;

/// A value.
#[derive(Clone, Debug)]
pub struct Json {
    /// What it is.
    pub kind: JsonKind,
    /// Where it is written, with quotes and brackets.
    pub span: Span,
}

/// Kind of a value.
#[derive(Clone, Debug)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A text, decoded.
    Text(Text),
    /// A list.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its key.
    pub key: Text,
    /// Its value.
    pub value: Json,
}

impl Json {
    /// The members of an object; none of anything else.
    pub fn members(&self) -> &[Member] {
        match &self.kind {
            JsonKind::Object(members) => members,
            _ => &[],
        }
    }

    /// The value of a key; the last, if the key stands there more than once.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.members().iter().rev().find(|m| m.key.value == key).map(|m| &m.value)
    }

    /// The text that it is.
    pub fn text(&self) -> Option<&Text> {
        match &self.kind {
            JsonKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The characters of the text that it is.
    pub fn str(&self) -> Option<&str> {
        self.text().map(|text| text.value.as_str())
    }

    /// The elements of a list; the value itself, if it is none.
    pub fn list(&self) -> &[Json] {
        match &self.kind {
            JsonKind::Array(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self.kind, JsonKind::Object(_))
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, JsonKind::Null)
    }

    /// The truth that it is.
    pub fn bool(&self) -> Option<bool> {
        match self.kind {
            JsonKind::Bool(truth) => Some(truth),
            _ => None,
        }
    }
}
