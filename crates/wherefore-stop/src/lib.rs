//! How a search is ended from outside, and why.
//!
//! Every crate that searches polls a [`Stop`] and passes its [`StopReason`] on; the command line fires it. Both stand in a
//! crate of their own because searches without solvers, such as those on explicit graphs, need nothing else of them. Nothing
//! here reads a clock or looks at memory: the callers do, and fire.
//!
//! ```
//! use wherefore_stop::{Stop, StopReason};
//!
//! let all = Stop::new();
//! let part = all.child();
//! all.fire(StopReason::Interrupted);
//! assert_eq!(part.reason(), Some(StopReason::Interrupted));
//! ```

mod reason;
mod stop;

pub use reason::StopReason;
pub use stop::{HookGuard, Stop};
