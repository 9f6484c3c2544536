//! Solver processes: none outlives the program, and none is started that merely lies about.
//!
//! Processes are distinguished from those of others by a variable in their environment.

use super::program;
use crate::support::watched::{Room, signal};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The variable by which a process is known.
const MARK: &str = "WHEREFORE_TEST_RUN";
/// How long after the end a process may still be there.
pub const FAREWELL: Duration = Duration::from_secs(1);
/// How long to wait for something that will happen.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A mark that no other run has.
pub struct Mark(String);

impl Mark {
    pub fn new() -> Mark {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Mark(format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    /// Marks a command and all that it starts.
    pub fn on<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env(MARK, &self.0)
    }

    /// The marked processes that run, by number and name.
    pub fn processes(&self) -> Vec<(u32, String)> {
        let line = format!("{MARK}={}", self.0);
        let all = std::fs::read_dir("/proc").unwrap().filter_map(|e| e.ok()?.file_name().to_str()?.parse::<u32>().ok());
        let is_marked = |id: &u32| {
            let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|b| *b == 0).any(|entry| entry == line.as_bytes())
        };
        let name =
            |id: u32| (id, std::fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default().trim().to_owned());
        all.filter(is_marked).map(name).collect()
    }

    /// The marked processes that have not ended a second after they should have.
    pub fn left(&self) -> Vec<(u32, String)> {
        wait_for(FAREWELL, || self.processes().is_empty());
        self.processes()
    }
}

/// Waits until something is so, but not for ever.
pub fn wait_for(patience: Duration, is_so: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < patience {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    is_so()
}

/// Waits for the end, and kills the process if it does not come.
pub fn end(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("hangs");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process has used the processor for a while: it is at work.
fn is_at_work(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<u64>().ok());
    ticks.is_some_and(|ticks| ticks >= 5)
}

/// The signal goes to the program alone, as from a service manager or a build server, and not to its group, as from a keyboard.
#[test]
fn faults_of_signals_to_the_program_alone_leave_no_solver() {
    for turn in 0..wherefore_test::cases(4) as usize {
        let name = ["INT", "TERM", "HUP", "KILL"][turn % 4];
        let (room, mark) = (Room::new(), Mark::new());
        let mut command = program(&room, "check crates/wherefore/tests/cli/hard/products.smv --engine smt");
        let mut child = mark.on(&mut command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let solvers = || mark.processes().into_iter().filter(|(id, _)| *id != child.id()).collect::<Vec<_>>();
        let is_busy = wait_for(PATIENCE, || solvers().iter().any(|(id, _)| is_at_work(*id)));
        assert!(is_busy, "no solver is at work: {:?}", mark.processes());
        signal(&child, name);
        end(&mut child);
        assert_eq!(mark.left(), [], "after {name}");
    }
}

/// A thing called z3 beside an untrusted model must not be started, whatever the search path says about "here".
#[test]
fn faults_of_search_paths_that_say_here_start_nothing_from_there() {
    let room = Room::new();
    let trap = room.work().join("started");
    for solver in ["z3", "cvc5"] {
        let path = room.work().join(solver);
        std::fs::write(&path, format!("#!/bin/sh\ntouch '{}'\nexec sleep 600\n", trap.display())).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    for path in ["", ":", ".", ":/nowhere", "/nowhere:", "./", "../work"] {
        let mut command = program(&room, "check examples/account.smv --engine smt --deadline 5s");
        let output = command.current_dir(room.work()).env("PATH", path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!trap.exists(), "started with PATH={path}");
        assert!(output.status.code() == Some(2) && said.contains("cannot run `z3`"), "PATH={path}: {said}");
    }
    // A path that leads there by its full name is the user's choice.
    let mut command = program(&room, "check examples/account.smv --engine smt --deadline 2s");
    command.current_dir(room.work()).env("PATH", format!("{}:/usr/bin:/bin", room.work().display())).output().unwrap();
    assert!(trap.exists());
}

/// The arguments by which this program starts itself as a launcher of solvers.
#[test]
fn faults_of_a_launcher_without_its_parent_start_nothing() {
    let room = Room::new();
    let made = room.work().join("made");
    let mut command = program(&room, "--become-solver 1000000000 0 /bin/touch");
    let output = command.arg(&made).output().unwrap();
    assert!(output.status.code() == Some(126) && !made.exists(), "{output:?}");
    let mut command = program(&room, &format!("--become-solver {} 0 /bin/touch", std::process::id()));
    let output = command.arg(&made).output().unwrap();
    assert!(output.status.success() && Path::new(&made).exists(), "{output:?}");
    let mut command = program(&room, &format!("--become-solver {} 0 /no/such/program", std::process::id()));
    let output = command.output().unwrap();
    assert!(output.status.code() == Some(127) && String::from_utf8_lossy(&output.stderr).contains("/no/such/program"));
}
