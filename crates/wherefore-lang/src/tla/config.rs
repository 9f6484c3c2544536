//! The configuration of TLC: constants, invariants, and whether a deadlock is an error.

use super::parse::parse;
use super::value::Value;
use super::{eval, scan};
use std::collections::BTreeMap;

/// Words that begin a section.
const SECTIONS: &[&str] = &[
    "CONSTANT",
    "CONSTANTS",
    "INVARIANT",
    "INVARIANTS",
    "PROPERTY",
    "PROPERTIES",
    "INIT",
    "NEXT",
    "SPECIFICATION",
    "SYMMETRY",
    "CONSTRAINT",
    "CONSTRAINTS",
    "ACTION_CONSTRAINT",
    "ACTION_CONSTRAINTS",
    "VIEW",
    "CHECK_DEADLOCK",
    "ALIAS",
    "POSTCONDITION",
    "TYPE",
    "TYPE_CONSTRAINT",
];

/// What a configuration says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The constants that are given a value.
    pub constants: BTreeMap<String, Value>,
    /// The names of invariants, in order.
    pub invariants: Vec<String>,
    /// The names of properties over time, which are not asked of a graph.
    pub properties: Vec<String>,
    /// Whether a deadlock is an error.
    pub deadlock: bool,
}

impl Config {
    /// Reads a configuration. What is not understood is left out.
    pub fn read(text: &str) -> Config {
        let mut config = Config { deadlock: true, ..Config::default() };
        let Ok(tokens) = scan::scan(text) else { return config };
        let (mut section, mut at) = (String::new(), 0);
        while let Some(token) = tokens.get(at) {
            at += 1;
            let scan::Word::Name(name) = &token.word else { continue };
            if SECTIONS.contains(&name.as_str()) {
                section.clone_from(name);
                continue;
            }
            match section.as_str() {
                "INVARIANT" | "INVARIANTS" => config.invariants.push(name.clone()),
                "PROPERTY" | "PROPERTIES" => config.properties.push(name.clone()),
                "CHECK_DEADLOCK" => config.deadlock = name != "FALSE",
                "CONSTANT" | "CONSTANTS" => at = config.constant(text, &tokens, name, at),
                _ => {}
            }
        }
        config
    }

    /// `NAME = VALUE` behind the name; the place behind the value.
    fn constant(&mut self, text: &str, tokens: &[scan::Token], name: &str, at: usize) -> usize {
        let is_sign = |token: &scan::Token, sign: &'static str| token.word == scan::Word::Sign(sign);
        if !tokens.get(at).is_some_and(|token| is_sign(token, "=")) {
            return at;
        }
        let rest = tokens.get(at + 1..).unwrap_or_default();
        // The value goes up to the next assignment or section.
        let is_end = |(place, token): &(usize, &scan::Token)| {
            let next = rest.get(place + 1);
            let assigns = next.is_some_and(|next| is_sign(next, "=") || is_sign(next, "<"));
            matches!(&token.word, scan::Word::Name(word) if assigns || SECTIONS.contains(&word.as_str()))
        };
        let count = rest.iter().enumerate().find(is_end).map_or(rest.len(), |(place, _)| place);
        if let (Some(first), Some(last)) = (rest.first(), count.checked_sub(1).and_then(|last| rest.get(last))) {
            let value = text.get(first.range.start..last.range.end).and_then(|value| parse(value).ok());
            if let Some(value) = value.and_then(|value| eval::closed(&value)) {
                self.constants.insert(name.to_owned(), value);
            }
        }
        at + 1 + count
    }
}
