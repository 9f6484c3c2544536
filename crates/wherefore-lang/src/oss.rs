//! OCRA system specifications (OSS): components, contracts and their refinements.
//!
//! ```text
//! COMPONENT Airbag system
//!  INTERFACE
//!   INPUT PORT crash: boolean;
//!   OUTPUT PORT fired: boolean;
//!   CONTRACT safe  assume: true;  guarantee: always (crash implies then fired);
//!  REFINEMENT
//!   SUB controller: Controller;
//!   CONNECTION controller.crash := crash;
//!   CONNECTION fired := controller.fired;
//!   CONTRACT safe REFINEDBY controller.fires;
//! ```
//!
//! The stages are those of every front end, with macros and included files before them: [`load`] runs preprocessor, parser,
//! resolution and lowering. The grammar of formulas, with the table of what binds how tightly, is in `parse/expr.rs`.
//!
//! Time is discrete and formulas are LTL with past, evaluated at the first step. `next(x)` is the value of x in
//! the next step; `then p` says that p is true in the next step. An event is a Boolean port. Division of integers rounds
//! toward zero.

mod ast;
pub mod codes;
mod lexer;
mod lower;
mod parse;
mod preprocess;
mod resolve;
#[cfg(test)]
mod tests;
mod text;

pub use parse::NESTING_LIMIT;
pub use wherefore_syntax::include::{Include, LONGEST_TEXT, NotIncluded};

use wherefore_diag::{Diagnostics, SourceMap};
use wherefore_ir::refinement::Refinement;
use wherefore_syntax::Reporter;

/// Meaning of a specification, and the messages about it.
#[derive(Debug, Default)]
pub struct Loaded {
    /// One for each component of which a contract is refined: the whole first, then in the order of the source. None if there
    /// were errors.
    pub refinements: Vec<Refinement>,
    /// The component that is the whole: marked `system`, or else called so, or else the first.
    pub root: String,
    /// Errors, warnings and notes in the order they were found.
    pub diagnostics: Diagnostics,
    /// All texts, those of included files too.
    pub sources: SourceMap,
}

/// Reads a specification, the last file of `sources`. Files that it includes are asked for and added there. Never panics;
/// what is wrong or not supported is a located diagnostic.
pub fn load(sources: SourceMap, include: &mut Include<'_>) -> Loaded {
    let mut report = Reporter::default();
    let text = preprocess::preprocess(sources, include, &mut report);
    let (mut refinements, mut root) = (Vec::new(), String::new());
    // A later stage runs only if the earlier ones found nothing wrong: its messages would be about the same mistakes.
    if !report.failed() {
        let spec = parse::parse(&text, &mut report);
        if !report.failed() {
            let end = text.token(text.tokens.len()).span;
            let resolved = resolve::resolve(&spec, end, &mut report);
            root = spec.components.get(resolved.root).map(|c| c.name.text.clone()).unwrap_or_default();
            if !report.failed() {
                refinements = lower::lower(&spec, &resolved, &text, &mut report);
            }
        }
    }
    if report.failed() {
        refinements.clear();
    }
    Loaded { refinements, root, diagnostics: report.into_diagnostics(), sources: text.sources }
}
