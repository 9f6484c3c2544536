//! Solvers: propositional (in process), SMT-LIB (child processes) and binary decision diagrams (BDDs, in process).
//!
//! All answer questions about IR terms placed at ticks through one interface, [`Solver`], and all pass the same conformance
//! suite. What a back end cannot do it declares in [`Capabilities`]; asking for more is an error before the run. Nothing here
//! reads the clock: a caller that wants a time limit fires a [`Stop`].
//!
//! ```
//! use wherefore_solve::{Answer, Engine, SatSolver, Solver, Stop};
//! let text = "system \"s\"\nvar x : 0..3 state\ninit (< x 2)\ninit (< 0 x)\n";
//! let system = wherefore_ir::text::parse(text).expect("a system");
//! let mut solver = SatSolver::new(Engine::Batsat)?;
//! system.init.iter().try_for_each(|c| solver.assert(&system.terms, c.term, 0))?;
//! assert_eq!(solver.check(&[], None, &Stop::new())?, Answer::Sat);
//! # Ok::<(), wherefore_solve::SolveError>(())
//! ```

mod aig;
mod bdd;
mod bits;
mod blast;
mod process;
mod sat;
mod smt;
mod solver;

pub use aig::{AigEncoder, AigLit, AigNode};
pub use bdd::{Bdd, BddOptions, BddSolver, BddStatistics, BitVar, Renaming, SiftOptions, Space};
pub use bits::bit_term;
pub use blast::{EncodeError, bit_count, default_value, word_value};
pub use process::{
    Captured, Errand, Given, Setup, SolverPrograms, capture, capture_given, end_solvers, errand, search,
};
pub use sat::{Engine, SatSolver, SatStatistics};
pub use smt::{Chc, ChcAnswer, Dialect, Recorder, SmtCommand, SmtSolver, Tape};
pub use solver::{Answer, Capabilities, Lit, SolveError, Solver, Theory, Undecided};
pub use wherefore_stop::{Stop, StopReason};
