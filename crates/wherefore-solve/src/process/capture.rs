//! A program that is run to its end, tied to this process as a solver is, and heard out.

use super::{Program, Running, SolverPrograms, start};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;
use wherefore_stop::Stop;

/// How often to look whether a program has ended that says no more.
const PERIOD: Duration = Duration::from_millis(2);

/// All that a program said.
#[derive(Debug)]
pub struct Captured {
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
}

/// What a program is given beside its arguments.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The folder in which it stands, if that is not ours.
    pub folder: Option<PathBuf>,
    /// Its standard input.
    pub input: Vec<u8>,
}

/// Runs a program to its end. It reads nothing, ends when the signal is fired or this process ends, and is one of those that
/// [`end_solvers`](super::end_solvers) ends.
pub fn capture(programs: &SolverPrograms, path: &Path, args: Vec<String>, stop: &Stop) -> io::Result<Captured> {
    capture_given(programs, path, args, Given::default(), stop)
}

/// As [`capture`], with more than arguments.
pub fn capture_given(
    programs: &SolverPrograms,
    path: &Path,
    args: Vec<String>,
    Given { folder, input }: Given,
    stop: &Stop,
) -> io::Result<Captured> {
    let program = Program { path: path.to_owned(), args, memory: None, launcher: programs.launcher(), folder };
    let running = start(program)?;
    let killed = running.clone();
    let _hook = stop.on_fire(move || {
        killed.kill();
    });
    let (stdin, output, complaints) = {
        let mut child = running.child();
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    };
    // A program that does not read its input to the end has said why on its outputs.
    let _ = std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&input)));
    let complaints = std::thread::spawn(move || complaints.map_or(Ok(Vec::new()), all));
    let stdout = output.map_or(Ok(Vec::new()), all)?;
    let stderr = complaints.join().unwrap_or_else(|_| Err(io::Error::other("its messages cannot be read")))?;
    Ok(Captured { status: end_of(&running)?, stdout, stderr })
}

fn all(mut stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Waits without holding the child, so that it can be ended meanwhile.
fn end_of(running: &Running) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = running.child().try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(PERIOD);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use wherefore_stop::StopReason;

    fn shell(script: &str, stop: &Stop) -> Captured {
        let args = ["-c", script].map(str::to_owned).to_vec();
        capture(&SolverPrograms::default(), Path::new("/bin/sh"), args, stop).unwrap()
    }

    #[test]
    fn both_streams_are_heard_however_long() {
        let said = shell("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; exit 3", &Stop::new());
        assert_eq!((said.stdout.len(), said.stderr.len(), said.status.code()), (300_000, 300_000, Some(3)));
    }

    #[test]
    fn a_signal_ends_it() {
        let stop = Stop::new();
        let later = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            later.fire(StopReason::Interrupted);
        });
        assert_eq!(shell("exec sleep 600", &stop).status.code(), None);
    }
}
