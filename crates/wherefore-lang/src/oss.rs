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

// Public for what describes specifications as they are written (`wherefore-mutate`); nothing is promised about the tree.
#[doc(hidden)]
pub mod ast;
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

use wherefore_diag::{Diagnostics, SourceMap, Span};
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

/// A specification as it is written.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; what could not be read is left out of it.
    pub specification: ast::Specification,
    /// The component that is the whole; nothing if names are not in order.
    pub root: String,
    /// Errors and warnings about the text.
    pub diagnostics: Diagnostics,
    text: text::Text,
}

impl Parsed {
    /// Where an expression is written; inside a macro, where the macro is used.
    pub fn span(&self, expr: &ast::Expr) -> Span {
        self.text.span(expr.first, expr.last)
    }

    /// Whether one use of a macro brought all of an expression.
    pub fn is_expansion(&self, expr: &ast::Expr) -> bool {
        let number = self.text.token(expr.first).expansion;
        number != 0 && number == self.text.token(expr.last).expansion
    }

    /// The tokens as they are written, those of included files in place. The use of a macro is one token without characters.
    pub fn tokens(&self) -> Vec<(Span, &str)> {
        let mut found: Vec<(Span, &str)> = Vec::new();
        let mut before = 0;
        for (at, token) in self.text.tokens.iter().enumerate() {
            match found.last_mut() {
                Some((span, _)) if token.expansion != 0 && token.expansion == before => {
                    *span = span.to(self.text.span(at, at));
                }
                _ if token.expansion != 0 => found.push((self.text.span(at, at), "")),
                _ => found.push((token.span, self.text.spelled(*token))),
            }
            before = token.expansion;
        }
        found.retain(|(span, _)| span.start < span.end);
        found
    }
}

/// Reads the text of a specification, the last file of `sources`, as [`load`] does, and does not ask what it means.
pub fn parse(sources: SourceMap, include: &mut Include<'_>) -> Parsed {
    let mut report = Reporter::default();
    let text = preprocess::preprocess(sources, include, &mut report);
    let specification = parse::parse(&text, &mut report);
    let mut root = String::new();
    if !report.failed() {
        let resolved = resolve::resolve(&specification, text.token(text.tokens.len()).span, &mut report);
        root = specification.components.get(resolved.root).map(|c| c.name.text.clone()).unwrap_or_default();
    }
    Parsed { specification, root, diagnostics: report.into_diagnostics(), text }
}
