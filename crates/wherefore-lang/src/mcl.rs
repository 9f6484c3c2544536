//! Properties of labelled transition systems: the safety and inevitability part of the mu-calculus over actions.
//!
//! Two dialects are read at once, MCL as CADP writes it and the mu-calculus of mCRL2; they differ in spelling, not in
//! meaning. A formula in this fragment speaks about single runs: a system satisfies it if every run from the initial
//! state does. [`load`] reads one; what it is then, and which runs violate it, is in [`wherefore_ir::actions`].
//!
//! ```text
//! F ::= true | false | [R] F | F and F | <true> true | inevitable A | mu X . F | nu X . F | X | (F)
//! R ::= A | nil | R . R | R "|" R | R + R | R* | R+ | R? | (R)
//! A ::= true | false | "label" | 'pattern' | a(1)|b(2) | tau | not A | A and A | A or A | A => A | (A)
//! ```
//!
//! - `and`, `or`, `not`, `implies` may be written `&&`, `||`, `!`, `=>`. Operators on actions bind more tightly than
//!   operators on paths, so `not "a"*` repeats `not "a"`; stars bind more tightly than `.`, and `.` more than choice.
//! - `+` before something that can begin a path is choice, otherwise it repeats.
//! - `|` between two bare names is mCRL2's multi-action; everywhere else it is choice. A bare name stands for the label
//!   with the same text; blanks, and the order of the parts of a multi-action, do not count.
//! - `tau` and `i` are the internal action, which Aldebaran files call either way.
//! - `<true> true` says that some action is possible; other `<R> F` are not supported.
//! - Fixpoints may use their variable only behind boxes; they are rewritten on reading ([`wherefore_ir::actions::ast`] says how).
//! - Comments are `(* ... *)`, `-- ...` and `% ...`.

pub mod codes;
mod lexer;
mod parse;
#[cfg(test)]
mod tests;

pub use parse::NESTING_LIMIT;

use wherefore_diag::{Diagnostic, Diagnostics, FileId};
use wherefore_ir::actions::{Action, Formula};

/// Longest text of a formula, in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;

/// Content of a file, and the messages about it.
#[derive(Debug)]
pub struct Loaded {
    /// The formula; `None` if there were errors.
    pub formula: Option<Formula>,
    /// Errors and notes in the order they were found.
    pub diagnostics: Diagnostics,
}

/// Reads one action formula, such as `"SEND"` or `not 'GAME .*'`; what is wrong is a located diagnostic.
pub fn load_action(file: FileId, text: &str) -> Result<Action, Diagnostics> {
    let (action, diagnostics) = parse::parse_action(file, text);
    action.ok_or(diagnostics)
}

/// Reads one formula. Never panics; what is wrong or not supported is a located diagnostic.
pub fn load(file: FileId, text: &str) -> Loaded {
    if text.len() > LONGEST_TEXT {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::new(codes::TOO_LARGE, "formulas of more than 1 MiB are not read"));
        return Loaded { formula: None, diagnostics };
    }
    let (formula, diagnostics) = parse::parse(file, text);
    Loaded { formula, diagnostics }
}
