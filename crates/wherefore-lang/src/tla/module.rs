//! The definitions of a module, with their places.
//!
//! Only what is needed beside a state graph is looked for: lines that begin with `Name ==` or `Name(p, q) ==`. The body of a
//! definition goes up to the next one, a declaration, or a line of dashes. A body that is not understood is kept as a mistake:
//! actions have primes, and are wanted for their places alone.

use super::tree::Expr;
use super::{TlaError, parse};
use std::collections::BTreeMap;
use std::ops::Range;

/// The most definitions of a module.
const MOST: usize = 10_000;
/// Words that begin a declaration.
const DECLARATIONS: &[&str] = &[
    "VARIABLE",
    "VARIABLES",
    "CONSTANT",
    "CONSTANTS",
    "ASSUME",
    "THEOREM",
    "INSTANCE",
    "LOCAL",
    "RECURSIVE",
    "EXTENDS",
    "LEMMA",
    "PROOF",
    "AXIOM",
    "COROLLARY",
];

/// A definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// Its body, or why it cannot be evaluated.
    pub body: Result<Expr, TlaError>,
    /// The bytes of its name and what follows up to the end of the body.
    pub range: Range<usize>,
    /// The bytes of its first line.
    pub head: Range<usize>,
}

/// The definitions of a module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// By name.
    pub definitions: BTreeMap<String, Definition>,
}

impl Module {
    /// Looks for the definitions in a text.
    pub fn read(text: &str) -> Module {
        let starts: Vec<(usize, Option<Head>)> = breaks(text).into_iter().take(MOST).collect();
        let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
        let mut definitions = BTreeMap::new();
        for ((start, head), end) in starts.iter().zip(ends) {
            let Some(Head { name, parameters, length }) = head else { continue };
            // The columns of the body must be those of the text: what stands before it in its line becomes blanks.
            let body = text.get(start + length..end).unwrap_or_default();
            let aligned = format!("{}{body}", " ".repeat(*length));
            let line = text.get(*start..end).and_then(|all| all.find('\n')).map_or(end, |n| start + n);
            let shown = text.get(*start..end).map_or(end, |all| start + all.trim_end().len());
            let definition = Definition {
                name: name.clone(),
                parameters: parameters.clone(),
                body: parse(&aligned).map_err(|why| TlaError::new(0..0, why.message)),
                range: *start..shown,
                head: *start..line.min(shown),
            };
            definitions.entry(name.clone()).or_insert(definition);
        }
        Module { definitions }
    }
}

#[derive(Clone, Debug)]
struct Head {
    name: String,
    parameters: Vec<String>,
    /// Bytes up to the end of `==`.
    length: usize,
}

/// Where lines begin that end a definition, with the definition that begins there.
fn breaks(text: &str) -> Vec<(usize, Option<Head>)> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for line in text.split_inclusive('\n') {
        if depth == 0 {
            let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            let head = head(line);
            if head.is_some() || line.starts_with("----") || line.starts_with("====") || DECLARATIONS.contains(&word) {
                found.push((start, head));
            }
        }
        // Comments may hold text that looks like a definition.
        let opened = line.matches("(*").count();
        let closed = line.matches("*)").count();
        depth = (depth + opened).saturating_sub(closed);
        start += line.len();
    }
    found
}

/// The head of the definition that a line begins with.
fn head(line: &str) -> Option<Head> {
    let at = line.find("==")?;
    let before = line.get(..at)?;
    let (name, rest) = match before.split_once('(') {
        Some((name, rest)) => (name, rest.trim_end().strip_suffix(')')?),
        None => (before, ""),
    };
    let is_name = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let name = name.strip_suffix(' ').map_or(name, str::trim_end);
    let parameters: Vec<String> = rest.split(',').map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    let is_fit = is_name(name) && parameters.iter().all(|parameter| is_name(parameter));
    is_fit.then(|| Head { name: name.to_owned(), parameters, length: at + 2 })
}
