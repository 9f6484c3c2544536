//! Where things are in the user's files, what is wrong there, and how that is drawn.
//!
//! A [`Diagnostic`] is plain data: a stable id, a headline that stands alone, labelled spans, notes and help. Crates that find
//! problems build values of it; only the command line draws them. Every id is declared once ([`declare_codes!`]).
//!
//! ```
//! use wherefore_diag::{Code, Diagnostic, FileId, Severity, SourceMap, Span, Style, render};
//!
//! const UNKNOWN: &Code = &Code { id: "unknown", severity: Severity::Error, summary: "", explanation: "" };
//! let sources = SourceMap::single("model.smv", "INVARSPEC y");
//! let wrong = Diagnostic::at(UNKNOWN, Span::new(FileId(0), 10, 11), "`y` is not declared", "used here");
//! let drawn = render(&wrong, &sources, Style::Plain);
//! assert!(drawn.contains("error[unknown]") && drawn.contains("model.smv:1:11"));
//! ```

mod code;
mod diagnostic;
mod render;
mod source;

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use render::{Style, render};
pub use source::{FileId, Landmark, Location, SourceFile, SourceMap, Span};
