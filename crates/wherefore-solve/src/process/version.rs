//! The version of a solver program, as the program itself says it.

use super::{Program, SolverPrograms, start};
use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often a program is looked after that was asked for its version, and how long to wait in between.
const LOOKS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(5);
/// The longest answer that is read, in bytes.
const LONGEST: u64 = 1_000;

impl SolverPrograms {
    /// The version that a program says it has: the first word of its answer to `--version` that looks like one. None if the program
    /// does not answer soon.
    pub fn version(&self, path: &Path) -> Option<String> {
        let args = vec!["--version".to_owned()];
        answer(Program { path: path.to_owned(), args, memory: None, launcher: self.launcher(), folder: None })
    }
}

fn answer(program: Program) -> Option<String> {
    let running = start(program).ok()?;
    let has_ended = (0..LOOKS).any(|_| {
        let ended = running.child().try_wait();
        if matches!(ended, Ok(None)) {
            thread::sleep(PAUSE);
        }
        matches!(ended, Ok(Some(status)) if status.success())
    });
    let answer = running.child().stdout.take().filter(|_| has_ended)?;
    let mut said = String::new();
    answer.take(LONGEST).read_to_string(&mut said).ok()?;
    said.split_whitespace().find(|word| is_version(word)).map(str::to_owned)
}

fn is_version(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.')
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn programs_that_say_nothing_have_no_version() {
        let version = |path| SolverPrograms::default().version(Path::new(path));
        assert_eq!(version("/bin/false"), None);
        assert_eq!(version("/no/such/program"), None);
        assert!(is_version("4.15.4") && !is_version("version") && !is_version("64"));
    }
}
