//! Things that go wrong around the program: solvers that are missing or die, disks that are full, signals, readers that leave.
//!
//! Each is said, the exit code is right, and nothing is left: no part of a file, no temporary file, no process. Times are drawn
//! at random from a printed seed; `WHEREFORE_CASES=500 cargo test -p wherefore --features cadical --test behaviour faults` tries
//! more of them.

mod disk;
mod ends;
mod liars;
mod matrix;
mod outputs;
mod processes;
mod solvers;

use crate::support::watched::{Ran, Room};
use crate::support::{exit_code_of, repository, wherefore};
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

/// How long a run may take before it counts as one that hangs. Generous: a small machine does other things as well.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program with the words of a line, in a room. Words that name a file of the repository become its path.
fn program(room: &Room, line: &str) -> Command {
    let mut command = wherefore(&room.work());
    for word in line.split_whitespace() {
        let path = repository().join(word);
        if word.contains('/') && path.exists() {
            command.arg(path)
        } else {
            command.arg(word)
        };
    }
    command
}

/// Runs a line and leaves it alone.
fn run(line: &str) -> Ran {
    let room = Room::new();
    room.run(&mut program(&room, line), PATIENCE, |_, _| ())
}

/// Runs under the shell, which first restricts what the process may do.
fn run_under(room: &Room, before: &str, line: &str) -> Ran {
    let inner = program(room, line);
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]).arg(inner.get_program()).args(inner.get_args());
    room.run(command.stdin(std::process::Stdio::null()), PATIENCE, |_, _| ())
}

/// Asserts what no end may show.
fn assert_clean(ran: &Ran, what: &str) {
    let said = format!("{what}: {ran:?}");
    assert!(!ran.hung, "hangs: {said}");
    for word in ["panicked", "internal error", "internal-error", "backtrace"] {
        assert!(!ran.stderr.contains(word) && !ran.stdout.contains(word), "{said}");
    }
    assert!(ran.left.is_empty(), "left behind: {said}");
}

/// The verdicts of a JSON report, by property; checks that the exit code is what they mean.
fn verdicts(ran: &Ran, what: &str) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{what}: {e}: {ran:?}"));
    assert_eq!(ran.code, Some(exit_code_of(&document)), "{what}: {ran:?}");
    let word = |p: &Value, field: &str| p[field].as_str().unwrap_or_default().to_owned();
    let properties = document["properties"].as_array().cloned().unwrap_or_default();
    properties.iter().map(|p| (word(p, "name"), word(p, "verdict"))).collect()
}
