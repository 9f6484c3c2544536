//! Solver processes: where the programs are, how they are started, and that none outlives this one.
//!
//! * `places`: absolute paths, found once; what the search path means by "here" is not looked at.
//! * `children`: every child that was started, so that the code that ends the program can end all of them.
//! * `launch`: how a child is tied to us, so that it ends even if this program can do nothing any more.
//! * `version`: what a program says about itself.
//! * `capture`: a program that is run to its end and heard out.
//! * `watchdog`: a process that ends children where the system has no signal for it; on Windows `job`, an object that does.
//!
//! Three lines of defence, then: the caller of a solver ends it; the end of the program calls [`end_solvers`]; and if the
//! program is killed, the system ends its children. Where a deadline is known the solver gets it too, with some time added.

mod capture;
mod children;
#[cfg(windows)]
mod job;
mod launch;
mod places;
mod version;
#[cfg(unix)]
mod watchdog;

pub use capture::{Captured, Given, capture, capture_given};
pub use children::end_solvers;
pub(crate) use children::{Running, start};
pub(crate) use launch::Program;
pub use launch::{Errand, errand};
pub use places::{Setup, SolverPrograms, search};
