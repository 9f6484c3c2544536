//! A process that ends our children when we are gone, for systems that have no signal for it.
//!
//! The watchdog reads from a pipe whose other end only we hold: `+7` for a child that was started, `-7` for one that is no
//! more. When the pipe ends, we have ended, and every child left on the list is killed.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::io::BufRead;

/// Reads until the end, then kills the children that are left.
pub(super) fn watch(input: impl BufRead) {
    let left = input.lines().map_while(Result::ok).fold(BTreeSet::new(), |mut left: BTreeSet<i32>, line| {
        match (line.get(..1), line.get(1..).and_then(|n| n.parse().ok())) {
            (Some("+"), Some(number)) => drop(left.insert(number)),
            (Some("-"), Some(number)) => drop(left.remove(&number)),
            _ => {}
        }
        left
    });
    for pid in left.into_iter().filter_map(Pid::from_raw) {
        // A process that is gone already needs no signal.
        let _ = kill_process(pid, Signal::KILL);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) use pipe::{forget, remember};

/// Our end of the pipe.
#[cfg(not(target_os = "linux"))]
mod pipe {
    use crate::process::launch::WATCH;
    use std::io::Write;
    use std::path::Path;
    use std::process::{Child, Command, Stdio};
    use std::sync::{Mutex, OnceLock, PoisonError};

    static WATCHDOG: OnceLock<Option<Mutex<Child>>> = OnceLock::new();

    /// A child was started.
    pub fn remember(child: u32, launcher: Option<&Path>) {
        let start = || {
            let mut command = Command::new(launcher?);
            command.arg(WATCH).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().ok().map(Mutex::new)
        };
        WATCHDOG.get_or_init(start);
        say(&format!("+{child}\n"));
    }

    /// A child is about to be waited for: its number may be reused then.
    pub fn forget(child: u32) {
        say(&format!("-{child}\n"));
    }

    fn say(line: &str) {
        if let Some(Some(watchdog)) = WATCHDOG.get() {
            let mut watchdog = watchdog.lock().unwrap_or_else(PoisonError::into_inner);
            // A watchdog that is gone cannot be helped: the other lines of defence stand.
            let _ = watchdog.stdin.as_mut().map(|pipe| pipe.write_all(line.as_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn who_is_left_when_the_pipe_ends_is_killed() {
        let mut children = [(); 2].map(|()| Command::new("/bin/sh").args(["-c", "exec sleep 600"]).spawn().unwrap());
        let [kept, forgotten] = [children[0].id(), children[1].id()];
        watch(format!("+{kept}\n+{forgotten}\nnonsense\n-{forgotten}\n").as_bytes());
        let [watched, let_go] = &mut children;
        assert!(!watched.wait().unwrap().success());
        assert!(let_go.try_wait().unwrap().is_none());
        let_go.kill().unwrap();
        let_go.wait().unwrap();
    }
}
