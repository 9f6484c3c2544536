//! Traces: what a run looked like, whether it is one, and how it is written down.
//!
//! Every [`Trace`] that is shown to a person has gone through [`replay`] and [`replay_property`], which rest on an
//! [`Evaluator`] that computes with exact numbers and shares no code with the engines. [`Labels`] are truths of temporal
//! formulas along a trace; [`what_if`] plays a run again with other choices; [`Draw`] draws values for runs; [`show`], [`read`] and [`formula`] are text; [`format`](mod@format) has the formats of other tools.
//!
//! ```
//! use wherefore_ir::{Value, text};
//! use wherefore_trace::{Step, Trace, replay};
//!
//! let system = text::parse("system \"s\"\nvar on : bool state\ninit (not on)\nnext on = (not on)\n").expect("a system");
//! let step = |on| Step { values: vec![Some(Value::Bool(on))], element: None };
//! assert!(replay(&system, &Trace::finite(vec![step(false), step(true)])).is_ok());
//! assert!(replay(&system, &Trace::finite(vec![step(false), step(false)])).is_err());
//! ```

mod draw;
mod estimates;
mod eval;
pub mod format;
mod formula;
mod labels;
pub mod notation;
mod replay;
mod show;
mod trace;
mod whatif;

pub use draw::Draw;
pub use estimates::with_functions;
pub use eval::{Evaluator, TemporalTerm, define_values, evaluate};
pub use formula::{formula, formula_with};
pub use labels::{LabelError, Labels, Truth};
pub use replay::{Claim, Fault, Outcome, ReplayError, replay, replay_invariant, replay_property, replay_violation};
pub use show::{quote, read, read_bits, show, show_bits, show_plain, show_short, show_sort, unquote};
pub use trace::{Step, Trace};
pub use whatif::{Change, DeadEnd, Free, Judgement, WhatIf, free_choices, what_if};
