//! Explains a run that another tool printed: which choices on it are enough for the failure.
//!
//! `cargo run --example explain_trace`

use wherefore::report::text::{self, Focus};
use wherefore::{Error, Language, Project};

const MODEL: &str = "
MODULE main
VAR
  door : {closed, open};
  moving : boolean;
IVAR
  push : boolean;
  go : boolean;
ASSIGN
  init(door) := closed;
  init(moving) := FALSE;
  next(door) := case push : open; TRUE : closed; esac;
  next(moving) := go;
INVARSPEC NAME safe := !(door = open & moving)
";

/// As NuSMV prints it.
const TRACE: &str = "
-- specification !(door = open & moving) is false
-- as demonstrated by the following execution sequence
Trace Description: Simulation Trace
Trace Type: Counterexample
  -> State: 1.1 <-
    door = closed
    moving = FALSE
  -> Input: 1.2 <-
    push = TRUE
    go = TRUE
  -> State: 1.2 <-
    door = open
    moving = TRUE
";

#[expect(clippy::print_stdout, clippy::disallowed_macros, reason = "an example shows its result")]
fn main() -> Result<(), Error> {
    let project = Project::from_text("lift.smv", MODEL, Language::Smv)?;
    let explained = project.why_run("safe", TRACE)?;
    let report = project.report(std::slice::from_ref(&explained));
    print!("{}", text::why(&report, &text::Options::default(), Focus::Overview));
    Ok(())
}
