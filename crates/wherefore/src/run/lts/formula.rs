//! Formulas: from files, or as words of the command line.

use super::invariant::Invariant;
use super::specification::Specification;
use crate::codes::CANNOT_READ;
use crate::input;
use std::path::Path;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, FileId, SourceMap};
use wherefore_ir::actions::{Action, Formula};
use wherefore_lang::mcl;
use wherefore_lang::mucalculus::{self, syntax::Document};

/// A formula with the name it is reported under.
#[derive(Clone, Debug)]
pub struct FormulaQuery {
    /// The name.
    pub name: String,
    /// The formula.
    pub formula: Asked,
}

/// A formula, by how it is decided.
#[derive(Clone, Debug)]
pub enum Asked {
    /// One that single runs violate.
    Runs(Formula),
    /// Any other, with its text: as a game.
    Game(Arc<Document>, String),
    /// A property of states.
    States(Invariant),
}

impl Asked {
    /// The formula as text.
    pub fn text(&self) -> String {
        match self {
            Asked::Runs(formula) => formula.to_string(),
            Asked::Game(_, text) => text.clone(),
            Asked::States(invariant) => invariant.text.clone(),
        }
    }
}

/// The word for freedom of deadlock, and the formula that it stands for.
const DEADLOCK: (&str, &str) = ("deadlock", "[true*] <true> true");

/// Reads each as a file if there is one of this name, else as a formula; all complaints if there is one. With a specification,
/// formulas about states are read too, and definitions of its module.
pub fn read(
    given: &[String],
    beside: Option<&Specification>,
    sources: &mut SourceMap,
) -> Result<Vec<FormulaQuery>, Vec<Diagnostic>> {
    let (mut questions, mut wrong): (Vec<FormulaQuery>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for (index, word) in given.iter().enumerate() {
        let (name, file) = match source(word, index, beside, sources) {
            Ok(found) => found,
            Err(diagnostic) => {
                wrong.push(diagnostic);
                continue;
            }
        };
        match understood(file, sources.get(file).map_or("", |f| f.text.as_str()), beside.is_some()) {
            Ok(formula) => questions.push(FormulaQuery { name: unused(name, &questions), formula }),
            Err(diagnostics) => wrong.extend(diagnostics),
        }
    }
    if wrong.is_empty() { Ok(questions) } else { Err(wrong) }
}

/// A formula that single runs violate, or else any other. Where neither reader takes it, the one speaks that knows what is wrong:
/// the first about its own grammar, the second about everything that the first does not support.
fn understood(file: FileId, text: &str, has_states: bool) -> Result<Asked, Vec<Diagnostic>> {
    let about_states = if has_states && !is_about_actions(text) { Some(Invariant::read(file, text)) } else { None };
    match about_states {
        Some(Ok(invariant)) => Ok(Asked::States(invariant)),
        Some(Err(diagnostic)) => about_actions(file, text).map_err(|_| vec![diagnostic]),
        None => about_actions(file, text),
    }
}

/// A formula about actions.
fn about_actions(file: FileId, text: &str) -> Result<Asked, Vec<Diagnostic>> {
    let loaded = mcl::load(file, text);
    if let Some(formula) = loaded.formula {
        return Ok(Asked::Runs(formula));
    }
    let first: Vec<Diagnostic> = loaded.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
    let of_second = [mcl::codes::UNSUPPORTED.id, mcl::codes::UNDEFINED_VARIABLE.id];
    match mucalculus::read(file, text) {
        Ok(document) => Ok(Asked::Game(Arc::new(document), one_line(text))),
        Err(second) if first.iter().all(|d| of_second.contains(&d.code.id)) => Err(second.iter().cloned().collect()),
        Err(_) => Err(first),
    }
}

/// Whether a text begins as a formula about actions: with a box, a diamond, or a word of its own. Texts of TLA+ that begin with a
/// bracket are tuples and records.
fn is_about_actions(text: &str) -> bool {
    let mut text = text.trim_start();
    while let Some(end) = text.strip_prefix("(*").and_then(|comment| comment.find("*)")) {
        text = text.get(end + 4..).unwrap_or_default().trim_start();
    }
    let is_value = text.starts_with("<<") || text.contains("|->");
    text.starts_with(['[', '<', '%']) && !is_value || begins_with_a_word(text)
}

/// A formula without comments and line breaks, for the line of its verdict.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(['%']).next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The actions of a pattern.
pub fn actions(given: &[String], sources: &mut SourceMap) -> Result<Vec<Action>, Vec<Diagnostic>> {
    let mut actions = Vec::new();
    for word in given {
        let file = sources.add("--pattern", word.clone());
        actions.push(mcl::load_action(file, word).map_err(|d| d.iter().cloned().collect::<Vec<_>>())?);
    }
    Ok(actions)
}

/// The name and the text of what is given.
fn source(
    word: &str,
    index: usize,
    beside: Option<&Specification>,
    sources: &mut SourceMap,
) -> Result<(String, FileId), Diagnostic> {
    let path = Path::new(word);
    if word == DEADLOCK.0 && !path.is_file() {
        return Ok((DEADLOCK.0.to_owned(), sources.add("--property", DEADLOCK.1)));
    }
    if beside.is_some_and(|beside| beside.defines(word)) {
        return Ok((word.to_owned(), sources.add("--property", word)));
    }
    if beside.is_some() && !path.is_file() && looks_like_tla(word) {
        return Ok((format!("formula{}", index + 1), sources.add("--property", word)));
    }
    if !path.is_file() && looks_like_a_formula(word) {
        return Ok((format!("formula{}", index + 1), sources.add("--property", word)));
    }
    let text = input::read(path).map_err(|d| advise(d, word))?;
    let name = path.file_stem().map_or_else(|| word.to_owned(), |s| s.to_string_lossy().into_owned());
    Ok((name, sources.add(text.name, text.text)))
}

fn advise(diagnostic: Diagnostic, word: &str) -> Diagnostic {
    if diagnostic.code.id != CANNOT_READ.id || Path::new(word).exists() {
        return diagnostic;
    }
    diagnostic.help("the property of a labelled transition system is a file with a formula, or the formula itself")
}

/// Names of files have no brackets, and formulas that say something do, or begin with a word of their own.
fn looks_like_a_formula(word: &str) -> bool {
    let is_until = ["A_A", "E_A"].iter().any(|until| word.starts_with(until)) && word.contains('(');
    word.contains(['[', '<']) || is_until || begins_with_a_word(word)
}

/// Names of files have no operators either.
fn looks_like_tla(word: &str) -> bool {
    word.contains(['=', '#', '<', '>', '~', '[', '{']) || word.contains(" \\") || word.starts_with('\\')
}

/// Whether the first word is one of formulas about actions.
fn begins_with_a_word(text: &str) -> bool {
    let first = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let words = [
        "true",
        "false",
        "inevitable",
        "INEVITABLE",
        "mu",
        "nu",
        "forall",
        "exists",
        "val",
        "form",
        "sort",
        "map",
        "not",
        "ltl",
        "AX",
        "EX",
        "AF",
        "EF",
        "AG",
        "EG",
    ];
    words.contains(&first)
}

/// A name that no earlier question has.
fn unused(name: String, earlier: &[FormulaQuery]) -> String {
    let taken = |name: &str| earlier.iter().any(|q| q.name == name);
    let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name}-{n}")));
    names.find(|n| !taken(n)).unwrap_or(name)
}
