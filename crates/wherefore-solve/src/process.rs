//! Solver processes: where the programs are, how they are started, and that none outlives this one.
//!
//! * `places`: absolute paths, found once; what the search path means by "here" is not looked at.
//! * `children`: every child that was started, so that whoever ends the program can end all of them.
//! * `launch`: how a child is tied to us, so that it ends even if nobody here comes to do anything any more.
//! * `version`: what a program says about itself.
//! * `watchdog`: the same where the system has no signal for it.
//!
//! Three lines of defence, then: whoever asked a solver ends it; whoever ends the program calls [`end_solvers`]; and if the
//! program is killed, the system ends its children. Where a deadline is known the solver gets it too, with some time added.

mod children;
mod launch;
mod places;
mod version;
#[cfg(unix)]
mod watchdog;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

pub use children::end_solvers;
pub(crate) use children::{Running, start};
pub(crate) use launch::Program;
pub use launch::{Errand, errand};
pub(crate) use places::resolve;
pub use places::{search, solvers_found};
pub use version::solver_version;

/// What the program says about itself, once, before the first solver starts.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Programs that are not to be looked for on the search path, and where they are.
    pub places: Vec<(String, PathBuf)>,
    /// This program, if it begins with [`errand`]: children are then started by way of it.
    pub launcher: Option<PathBuf>,
    /// How long a solver may run at most; `None` for as long as it likes.
    pub time_left: Option<fn() -> Option<Duration>>,
}

static SETUP: OnceLock<Setup> = OnceLock::new();

/// Says where programs are and how they are started. Like the search path this belongs to the process and not to a question,
/// so it is kept here instead of being handed through every engine. Only the first call has an effect, so that a solver never
/// changes between two questions.
pub fn set_up_solvers(setup: Setup) {
    // A second call is ignored, as promised.
    let _ = SETUP.set(setup);
}

fn setup() -> &'static Setup {
    SETUP.get_or_init(Setup::default)
}

/// How long a solver that is started now may run at most.
pub(crate) fn time_left() -> Option<Duration> {
    setup().time_left.and_then(|ask| ask())
}
