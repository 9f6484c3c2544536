//! SMV, the language of NuSMV 2.6 and nuXmv.
//!
//! [`parse`] gives the tree as written, [`load`] the transition system it means, and [`print()`] writes any transition
//! system as SMV.

pub mod ast;
pub mod codes;
mod lexer;
mod lower;
mod parse;
mod print;
mod resolve;
#[cfg(test)]
mod tests;
mod token;
mod types;

pub use crate::Loaded;
pub(crate) use parse::binding;
pub use parse::{CHOICE, NESTING_LIMIT, level, parse};
pub use print::{PrintError, print};
pub use token::begins_section;

use wherefore_diag::{FileId, Span};
use wherefore_syntax::Reporter;
use wherefore_syntax::holes::Holes;

/// The tokens of a text with their characters, for what looks at a text between the nodes of its tree.
pub fn tokens(file: FileId, text: &str) -> impl Iterator<Item = (Span, &str)> {
    let written = lexer::tokens(text).into_iter().filter(|token| token.kind != token::Kind::End);
    written.map(move |token| {
        let spelled = text.get(token.start as usize..token.end as usize).unwrap_or_default();
        (Span::new(file, token.start, token.end), spelled)
    })
}

/// Reads a model. A file with syntax errors is not looked at further: what its broken declarations left undefined would
/// only give more messages about the same mistakes.
pub fn load(file: FileId, text: &str) -> Loaded {
    load_with_holes(file, text, &Holes::none())
}

/// Reads a model in which some expressions are left open: each stands for any value of its type.
pub fn load_with_holes(file: FileId, text: &str, holes: &Holes) -> Loaded {
    let (tree, diagnostics) = parse(file, text);
    if diagnostics.has_errors() {
        return Loaded { system: None, diagnostics };
    }
    let mut reporter = Reporter::default();
    let model = resolve::build(&tree, &mut reporter);
    let mut system = None;
    if !reporter.failed() {
        let lowered = lower::lower((&tree, text), &model, holes, &mut reporter);
        system = (!reporter.failed()).then_some(lowered);
    }
    if let Some(system) = &system {
        debug_assert_eq!(wherefore_ir::validate(system), Vec::<String>::new());
    }
    Loaded { system, diagnostics: reporter.into_diagnostics() }
}
