//! Where things are in the user's files, what is wrong there, and how that is drawn.
//!
//! A [`Diagnostic`] is plain data: a stable id, a headline that stands alone, labelled spans, notes and help. Crates
//! that find problems build values of it; only the command line draws them. Every id is declared once, with the text
//! that `wherefore explain` shows, through [`declare_codes!`].

mod code;
mod diagnostic;
mod render;
mod source;

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use render::{Style, render};
pub use source::{FileId, Location, SourceFile, SourceMap, Span};
