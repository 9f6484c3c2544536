//! Traces: what a run looked like, whether it is one, and how it is written down.
//!
//! Every trace that is shown to a person has gone through [`replay`] and [`replay_property`]. Both rest on the
//! [`Evaluator`] of this crate, which computes with exact numbers and shares no code with the engines that find
//! traces. A bug in an engine therefore shows as a trace that does not replay, never as a wrong explanation.
//!
//! * [`Trace`] and [`Step`]: values by variable and tick; finite, or a lasso whose end goes on at `loop_start`.
//! * [`Evaluator`]: values of terms at one tick. [`Labels`]: truth of temporal formulas along a whole trace.
//! * [`replay`], [`replay_invariant`], [`replay_property`], [`replay_violation`]: is it a run, and does it
//!   show what it claims.
//! * [`show`] and [`read`]: one value as text, as SMV writes it; [`show_bits`] and [`read_bits`]: as bits.
//! * [`formula`]: a term as people write it.
//! * [`notation`]: a formula of a contract as its owner would write it.
//! * [`format`](mod@format): whole traces as NuSMV text, NuSMV XML, Kind 2 JSON, ITF, VCD and BTOR2 witnesses.

mod eval;
pub mod format;
mod formula;
mod labels;
pub mod notation;
mod replay;
mod show;
mod trace;

pub use eval::{Evaluator, TemporalTerm, define_values, evaluate};
pub use formula::{formula, formula_with};
pub use labels::{LabelError, Labels, Truth};
pub use replay::{Claim, Fault, Outcome, ReplayError, replay, replay_invariant, replay_property, replay_violation};
pub use show::{quote, read, read_bits, show, show_bits, show_plain, show_short, show_sort, unquote};
pub use trace::{Step, Trace};
