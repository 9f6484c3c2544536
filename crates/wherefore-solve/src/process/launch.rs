//! How a solver is started so that it ends with us, however we end.
//!
//! On Linux a process can ask for a signal when its parent dies, and the request survives `exec`. It must be made in the child,
//! between its birth and the start of the solver. Code between the two is not to be had safely in a process with threads; so
//! the child is this program once more, which makes the request, limits its memory, and becomes the solver ([`errand`]). A
//! library that is used without the program has `setpriv` of util-linux do it, if that is installed.
//!
//! On Windows all children belong to a job that ends with us; elsewhere a [watchdog](super::watchdog) waits for our end.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The first argument of this program when it is to become a solver.
const BECOME: &str = "--become-solver";
/// The first argument of this program when it is to watch over solvers.
#[cfg(unix)]
pub(super) const WATCH: &str = "--watch-over-solvers";
/// Exit code of a shell for a program that it cannot find, and for one that it may not run.
#[cfg(target_os = "linux")]
const NOT_FOUND: u8 = 127;
#[cfg(target_os = "linux")]
const NOT_RUN: u8 = 126;

/// A solver to be started.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The most address space it may have, in kilobytes.
    pub memory: Option<u64>,
    /// The program that it is started by way of; it begins with [`errand`].
    pub launcher: Option<PathBuf>,
    /// The folder in which it stands, if that is not ours.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// The process to start, with all three streams piped.
    pub fn command(&self) -> Command {
        let mut words = words(self, setpriv()).into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

/// The words of the command that starts a program, tied to this process.
fn words(program: &Program, setpriv: Option<&Path>) -> Vec<OsString> {
    let rest = [program.path.clone().into_os_string()].into_iter().chain(program.args.iter().map(OsString::from));
    let front: Vec<OsString> = match (&program.launcher, setpriv) {
        (Some(launcher), _) if cfg!(target_os = "linux") => {
            let memory = program.memory.unwrap_or(0).to_string();
            vec![launcher.into(), BECOME.into(), std::process::id().to_string().into(), memory.into()]
        }
        (_, Some(setpriv)) => {
            let tie: [&OsStr; 4] = [setpriv.as_ref(), "--pdeathsig".as_ref(), "KILL".as_ref(), "--".as_ref()];
            tie.iter().map(OsString::from).chain(limit(program.memory)).collect()
        }
        _ => limit(program.memory),
    };
    front.into_iter().chain(rest).collect()
}

/// The shell, limiting what follows, where there is one.
fn limit(memory: Option<u64>) -> Vec<OsString> {
    let Some(memory) = memory.filter(|_| cfg!(unix)) else { return Vec::new() };
    let script = r#"ulimit -v "$1" || exit 126; shift; exec "$@""#;
    ["/bin/sh", "-c", script, "sh", &memory.to_string()].map(OsString::from).to_vec()
}

/// `setpriv`, where it knows the signal.
fn setpriv() -> Option<&'static Path> {
    use std::sync::OnceLock;
    static SETPRIV: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let places = ["/usr/bin/setpriv", "/bin/setpriv"].map(PathBuf::from);
        let path = places.into_iter().find(|p| super::places::is_program(p)).filter(|_| cfg!(target_os = "linux"))?;
        let tried = Command::new(&path).args(["--pdeathsig", "KILL", "--", "/bin/sh", "-c", ":"]).output();
        tried.is_ok_and(|t| t.status.success()).then_some(path)
    };
    SETPRIV.get_or_init(find).as_deref()
}

/// How an errand ended that this program was started for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The exit code.
    pub code: u8,
    /// Message for the standard error.
    pub words: String,
}

/// Does what this program was started for by another of its kind, if it was: becomes a solver, and then does not come back, or
/// watches over solvers. The first thing that a program does which names itself as [launcher](super::Setup::launcher).
pub fn errand(mut args: impl Iterator<Item = OsString>) -> Option<Errand> {
    let first = args.nth(1)?;
    match first.to_str()? {
        #[cfg(target_os = "linux")]
        BECOME => Some(become_solver(args)),
        #[cfg(unix)]
        WATCH => {
            super::watchdog::watch(std::io::stdin().lock());
            Some(Errand { code: 0, words: String::new() })
        }
        _ => None,
    }
}

/// Ties this process to its parent, limits it, and runs the program in its place.
#[cfg(target_os = "linux")]
fn become_solver(mut args: impl Iterator<Item = OsString>) -> Errand {
    use rustix::process::{Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit};
    use std::os::unix::process::CommandExt;
    let failed = |code: u8, words: String| Errand { code, words };
    let mut number = || args.next().and_then(|n| n.to_str()?.parse::<u64>().ok());
    let (Some(parent), Some(memory)) = (number(), number()) else {
        return failed(NOT_RUN, "no parent to be tied to".to_owned());
    };
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return failed(NOT_RUN, format!("cannot be tied to its parent: {error}"));
    }
    // A parent that died before the line above sends no signal.
    if getppid().map(|p| p.as_raw_nonzero().get()) != i32::try_from(parent).ok() {
        return failed(NOT_RUN, "the parent is gone".to_owned());
    }
    let bytes = Some(memory.saturating_mul(1024)).filter(|b| *b > 0);
    let limit = Rlimit { current: bytes, maximum: bytes };
    if let Some(Err(error)) = bytes.map(|_| setrlimit(Resource::As, limit)) {
        return failed(NOT_RUN, format!("its memory cannot be limited: {error}"));
    }
    let Some(program) = args.next() else { return failed(NOT_RUN, "no program to run".to_owned()) };
    let error = Command::new(&program).args(args).exec();
    let code = if error.kind() == std::io::ErrorKind::NotFound { NOT_FOUND } else { NOT_RUN };
    failed(code, format!("cannot run {}: {error}", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken(memory: Option<u64>, launcher: Option<&str>, setpriv: Option<&str>) -> String {
        let program = Program {
            path: "/bin/z3".into(),
            args: vec!["-in".to_owned()],
            memory,
            launcher: launcher.map(PathBuf::from),
            folder: None,
        };
        let words = words(&program, setpriv.map(Path::new));
        words.iter().map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn memory_is_limited_whoever_starts_the_solver() {
        let shell = r#"/bin/sh -c ulimit -v "$1" || exit 126; shift; exec "$@" sh 7 /bin/z3 -in"#;
        assert_eq!(spoken(None, None, None), "/bin/z3 -in");
        assert_eq!(spoken(Some(7), None, None), shell);
        assert_eq!(spoken(Some(7), None, Some("/bin/setpriv")), format!("/bin/setpriv --pdeathsig KILL -- {shell}"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_program_itself_is_the_launcher_where_it_says_so() {
        let parent = std::process::id();
        let expected = format!("/bin/wherefore --become-solver {parent} 7 /bin/z3 -in");
        assert_eq!(spoken(Some(7), Some("/bin/wherefore"), Some("/bin/setpriv")), expected);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn whoever_is_not_the_child_of_the_one_that_asked_becomes_nothing() {
        let run = |words: &[&str]| errand(words.iter().map(OsString::from));
        assert_eq!(run(&["wherefore", "check", "x.smv"]), None);
        assert_eq!(run(&["wherefore"]), None);
        let ended = run(&["wherefore", BECOME, "1000000000", "0", "/bin/true"]);
        assert_eq!(ended, Some(Errand { code: NOT_RUN, words: "the parent is gone".to_owned() }));
        // The request was made of this process; the test does not want it.
        rustix::process::set_parent_process_death_signal(None).unwrap();
    }
}
