//! SMT-LIB 2 over a pipe: z3, cvc5 or any other solver that reads the language from its standard input.
//!
//! A child process gives isolation that a linked library cannot: a crash, a leak or an endless loop of the solver ends in
//! an error value here, and a caller that wants to stop it kills it. The price is text and 0.1 to 5 ms a question, so
//! commands are gathered and sent with the next question.
//!
//! * [`SmtCommand`] says what to run, [`SmtSolver`] is the [`Solver`](crate::Solver) over it.
//! * [`Chc`] asks z3's Spacer for an inductive invariant in one shot.
//! * `canary` asks every program two questions with known answers first.
//! * `process` talks to the child, `sexp` reads its answers, `script`, `print` and `float` write its commands, `value` reads models,
//!   `words` is for solvers without integers.

mod canary;
mod chc;
mod command;
mod float;
mod print;
mod process;
mod read;
mod record;
mod script;
mod sexp;
mod solver;
mod value;
mod words;

pub use chc::{Chc, ChcAnswer};
pub use command::{Dialect, SmtCommand};
pub use record::{Recorder, Tape};
pub use solver::SmtSolver;
