//! Lustre, in the dialects of Kind 2 and JKind.
//!
//! ```text
//! node Counter(reset: bool) returns (n: int);
//! let
//!   n = 0 -> if reset then 0 else pre n + 1;
//!   --%PROPERTY "small" n < 10;
//! tel
//! ```
//!
//! A program is a set of equations between streams: at every tick each stream has one value. [`load`] runs the stages, each
//! with a state of its own:
//!
//! ```text
//! lexer, parse   text -> ast::Program                        with included files in place
//! resolve        Program -> Tables                           declarations by name, and the main node
//! desugar        body of a node -> Definitions               blocks and frames turned into definitions by stream
//! check          Tables, main node -> Checker                calls expanded; types, clocks and known values of each
//! lower          Checker -> System                           streams as blocks of a network, and its transition system
//! ```
//!
//! Which operator binds how tightly is in `parse/expr.rs`.
//!
//! Differences from Kind 2: an unguarded `pre` after a restart keeps its value, where Kind 2 lets it be arbitrary; that the
//! modes of a contract cover all cases is not asked; a `function` that uses `pre` or `->` is accepted; an index out of bounds
//! gives an arbitrary value, with a warning, and a constant one is an error.

// Public for what describes programs as they are written (`wherefore-mutate`); nothing is promised about the tree.
#[doc(hidden)]
pub mod ast;
mod check;
pub mod codes;
mod desugar;
mod lexer;
mod lower;
mod parse;
mod resolve;
#[cfg(test)]
mod tests;
mod text;
mod types;

pub use parse::NESTING_LIMIT;
pub use wherefore_syntax::include::{Include, LONGEST_TEXT, NotIncluded};

use resolve::Tables;
use wherefore_diag::{Diagnostics, SourceMap, Span};
use wherefore_ir::System;
use wherefore_syntax::Reporter;
use wherefore_syntax::holes::Holes;

/// Meaning of a program, and the messages about it.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The model of the main node; `None` if there were errors.
    pub system: Option<System>,
    /// The nodes that can be the main one: those marked so, or else all that are not called and have something to
    /// check.
    pub mains: Vec<String>,
    /// Errors, warnings and notes in the order they were found.
    pub diagnostics: Diagnostics,
    /// All texts, those of included files too.
    pub sources: SourceMap,
}

/// Choice of what to analyse.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The main node. By default the one marked so, or else the last that is not called and has something to check.
    pub main: Option<String>,
}

/// A program as it is written.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; what could not be read is left out of it.
    pub program: ast::Program,
    /// The tokens with their characters, those of included files in place.
    pub tokens: Vec<(Span, String)>,
    /// Errors and warnings about the text.
    pub diagnostics: Diagnostics,
}

/// Reads the text of a program, the last file of `sources`, as [`load`] does, and does not ask what it means.
pub fn parse(sources: SourceMap, include: &mut Include<'_>) -> Parsed {
    let mut report = Reporter::default();
    let text = text::read(sources, include, &mut report);
    let program = parse::parse(&text, &mut report);
    let tokens = text.tokens.iter().map(|token| (token.span, text.spelled(*token).to_owned())).collect();
    Parsed { program, tokens, diagnostics: report.into_diagnostics() }
}

/// Reads a program, the last file of `sources`. Files that it includes are asked for and added there. Never panics; what is
/// wrong or not supported is a located diagnostic.
pub fn load(sources: SourceMap, include: &mut Include<'_>) -> Loaded {
    load_with(sources, &Options::default(), include)
}

/// As [`load`], with a choice of the main node.
pub fn load_with(sources: SourceMap, options: &Options, include: &mut Include<'_>) -> Loaded {
    load_with_holes(sources, options, include, &Holes::none())
}

/// As [`load_with`]; some expressions are left open: each stands for any value of its type.
pub fn load_with_holes(sources: SourceMap, options: &Options, include: &mut Include<'_>, holes: &Holes) -> Loaded {
    let mut report = Reporter::default();
    let text = text::read(sources, include, &mut report);
    let program = parse::parse(&text, &mut report);
    let mut loaded = Loaded::default();
    // Lowering runs only if the text could be read: its messages would be about the same mistakes.
    if !report.failed() {
        let main = options.main.as_deref();
        let tables = Tables::new(&program, &mut report);
        loaded.mains = tables.mains().iter().map(|n| n.name.text.clone()).collect();
        loaded.system = system(&tables, main, (&text.sources, holes), &mut report).filter(|_| !report.failed());
    }
    Loaded { diagnostics: report.into_diagnostics(), sources: text.sources, ..loaded }
}

/// Whether [`load_with`] gives a system, at less cost.
pub fn can_be_read(sources: SourceMap, options: &Options, include: &mut Include<'_>) -> bool {
    let mut report = Reporter::default();
    let text = text::read(sources, include, &mut report);
    let program = parse::parse(&text, &mut report);
    if report.failed() {
        return false;
    }
    let tables = Tables::new(&program, &mut report);
    let Some(main) = tables.main(options.main.as_deref(), &mut report).filter(|_| !report.failed()) else {
        return false;
    };
    let holes = Holes::none();
    let checked = check::check(&tables, main, (&text.sources, &holes), &mut report);
    let can_be_lowered = checked.is_ok_and(|(checker, main)| lower::can_be_lowered(checker, main));
    can_be_lowered && !report.failed()
}

/// The system of a node, or of the main node: the one marked so, or the last that is not called.
fn system(
    tables: &Tables<'_>,
    main: Option<&str>,
    (sources, holes): (&SourceMap, &Holes),
    report: &mut Reporter,
) -> Option<System> {
    let main = tables.main(main, report)?;
    if report.failed() {
        return None;
    }
    let (checker, main) = check::check(tables, main, (sources, holes), report).ok()?;
    lower::lower(checker, main)
}
