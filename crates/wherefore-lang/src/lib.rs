//! Front ends: one folder per modelling language.
//!
//! Each front end has the same stages under the same names: `lexer` and `parse` turn text into a tree plus a list of
//! errors, `resolve` finds what names mean, `lower` produces a transition system of `wherefore-ir`, and `print` writes
//! one back; Lustre has `desugar` and `check` before `lower`. None of them aborts on user input: what is wrong or not
//! supported is a located diagnostic.
//!
//! ```
//! use wherefore_diag::FileId;
//! use wherefore_lang::smv;
//!
//! let read = smv::load(FileId(0), "MODULE main VAR x : boolean; INVARSPEC x");
//! assert_eq!(read.system.expect("the model is in order").properties.len(), 1);
//! let wrong = smv::load(FileId(0), "MODULE main VAR x : boolean; INVARSPEC y");
//! assert!(wrong.system.is_none() && wrong.diagnostics.has_errors());
//! ```

pub mod aut;
pub mod dot;
pub mod explicit;
mod expression;
pub mod fsm;
pub mod lustre;
pub mod mcl;
pub mod occurrences;
pub mod oss;
pub mod registry;
pub mod smv;
pub mod tla;

pub use registry::Language;
pub use wherefore_hardware as hardware;
pub use wherefore_ir::Loaded;
pub use wherefore_mucalculus as mucalculus;
pub use wherefore_scxml as scxml;
pub use wherefore_simulink as simulink;
pub use wherefore_syntax::include;
pub use wherefore_xstate as xstate;
