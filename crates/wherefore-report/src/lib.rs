//! Findings as one document, and the document as text, JSON, HTML, SARIF, JUnit and a script for MATLAB.
//!
//! [`build`] makes the [`document`] in the terms of [`words`]; every format, and the [`schema`], come from the document alone.
//!
//! ```
//! use wherefore_report::{build::{Context, Defines, property}, document::Command};
//! let (text, stop) = ("MODULE main VAR x : boolean; INVARSPEC x", wherefore_solve::Stop::new());
//! let system = wherefore_lang::smv::load(wherefore_diag::FileId(0), text).system.expect("the model is in order");
//! let session = wherefore_check::Session::new(&system, Default::default());
//! let observer: std::sync::Arc<dyn wherefore_check::Observer> = std::sync::Arc::new(wherefore_check::Silent);
//! let sources = wherefore_diag::SourceMap::single("m.smv", text);
//! let context = Context { command: Command::Check, system: &system, sources: &sources, defines: Defines::All };
//! let said = property(&context, &session.check(&system.properties[0], &stop, &observer), None, 0.0);
//! assert_eq!((said.verdict.word(), said.text.as_str()), ("violated", "x"));
//! ```

pub mod baseline;
pub mod build;
pub mod codes;
pub mod csv;
pub mod doctor;
pub mod document;
pub mod expectations;
pub mod expression;
pub mod graph;
pub mod guide;
pub mod html;
pub mod json;
pub mod junit;
pub mod matlab;
pub mod mutation;
pub mod no_answer;
pub mod picture;
pub mod sarif;
pub mod schema;
pub mod shown;
mod stable_name;
pub mod text;
pub mod words;
