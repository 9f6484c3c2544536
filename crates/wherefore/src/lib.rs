//! A model-checking debugger as a library: every distinct way in which a property breaks, and why.
//!
//! A [`Project`] is a model, or a transition system made by hand. It is asked whether its properties hold ([`Project::check`]),
//! how they break ([`Project::why`]), whether another model does the same ([`Project::diff`]), for tests ([`Project::suite`])
//! and mutants ([`Project::mutants`]); [`Project::report`] makes a document of the answers. Integers and reals need the
//! programs z3 and cvc5. No model makes this library panic, and none makes it read files outside the folder of the model.
//!
//! ```
//! use wherefore::{Language, Project, Verdict};
//! let text = "MODULE main VAR x : 0..5; ASSIGN init(x) := 0; next(x) := (x + 1) mod 6; INVARSPEC x < 5";
//! let project = Project::from_text("counter.smv", text, Language::Smv)?;
//! let findings = project.check()?;
//! assert!(matches!(&findings[0].verdict, Verdict::Violated(run) if run.trace.len() == 6));
//! # Ok::<(), wherefore::Error>(())
//! ```

mod error;
pub mod included;
pub mod lens;
pub mod playable;
mod project;
mod settings;
pub mod tool;

pub use error::Error;
pub use project::{Explained, Project};
pub use settings::Settings;

pub use wherefore_check::{
    BrokenObligation, Counterexample, Demand, EngineChoice, EngineId, Event, Evidence, Finding, NoAnswer, Observer,
    Recheck, Verdict,
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
