//! A model-checking debugger as a library: every distinct way in which a property breaks, and why.
//!
//! A [`Project`] is a model in one of the languages that are read, or a transition system made by hand. It is asked whether its
//! properties hold ([`Project::check`]), in which ways they break and why ([`Project::why`]), whether another model does the
//! same ([`Project::diff`]), for tests ([`Project::suite`]) and for mutants ([`Project::mutants`]). Answers are typed data;
//! [`Project::report`] makes of them what the formats of the program are written from.
//!
//! ```
//! use wherefore::{Language, Project, Verdict};
//!
//! let text = "MODULE main VAR x : 0..5; ASSIGN init(x) := 0; next(x) := (x + 1) mod 6; INVARSPEC x < 5";
//! let project = Project::from_text("counter.smv", text, Language::Smv)?;
//! let findings = project.check()?;
//! assert!(matches!(&findings[0].verdict, Verdict::Violated(run) if run.trace.len() == 6));
//! # Ok::<(), wherefore::Error>(())
//! ```
//!
//! Answers over integers and reals need the programs z3 and cvc5 on the search path; a verdict says which engine found it
//! and whether another solver re-checked it. Models never make this library panic, and it reads no file but the model and
//! what lies below its folder.

mod error;
pub mod included;
pub mod lens;
mod project;
mod settings;
pub mod tool;

pub use error::Error;
pub use project::{Explained, Project};
pub use settings::Settings;

pub use wherefore_check::{
    Counterexample, Demand, EngineChoice, EngineId, Event, Evidence, Finding, NoAnswer, Observer, Recheck, Verdict,
};
pub use wherefore_diag::Diagnostic;
pub use wherefore_equivalence::{Comparison, Options as DiffOptions, Outcome, TestPlan};
pub use wherefore_explain::machine::path_class::Level;
pub use wherefore_explain::{Class, Completeness, Findings, Inquiry, Suspect};
pub use wherefore_ir as ir;
pub use wherefore_lang::Language;
pub use wherefore_report as report;
pub use wherefore_solve::{Setup as SolverSetup, SolverPrograms};
pub use wherefore_stop::{Stop, StopReason};
pub use wherefore_trace::Trace;
