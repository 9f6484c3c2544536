//! Solver programs that lie beside this one.
//!
//! Packages install solvers into the folder of this program: a Python wheel does, into a virtual environment. Called by its
//! path, or through a link from elsewhere, the program would not find them, for that folder need not be on the search path.
//! Solvers beside it are then taken first: these are the versions that the package asked for. If the folder is on the search
//! path, as `/usr/bin` is, the order of the search path is the user's choice and stays in force.
//!
//! A package may also bring a stand-in, `wherefore-NAME`, for a solver that it could not get as a program. It is used when
//! there is no other.
//!
//! Solvers are started by way of this program, so that they end with it (`wherefore_solve`, `process`), and are given its
//! deadline.

use crate::args::units::Span;
use crate::exit::Exit;
use crate::output;
use crate::run::limits::{WRITING, running};
use std::env::{args_os, consts::EXE_SUFFIX, current_exe, split_paths, var_os};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::time::Duration;
use wherefore_solve::{Setup, SmtCommand, SolverPrograms, end_solvers, errand, search};

/// When solvers must have ended, counted from the start of the program.
static DEADLINE: OnceLock<Duration> = OnceLock::new();

/// The solver programs of this command line.
static PROGRAMS: OnceLock<SolverPrograms> = OnceLock::new();

/// Solvers that are not looked for on the search path, and where they are.
static PLACES: OnceLock<Vec<(String, PathBuf)>> = OnceLock::new();

/// How long to wait for solvers that were ended. The system ends them; no more can be done.
const FAREWELL: Duration = Duration::from_secs(1);

/// Does what this program was started for by another of its kind, if it was.
pub fn serve() -> Option<ExitCode> {
    let ended = errand(args_os())?;
    output::message(&ended.words);
    Some(ExitCode::from(ended.code))
}

/// Says where solvers are and how they are started, once, before the first is.
pub fn set_up(deadline: Option<&Span>) {
    if let Some(deadline) = deadline {
        // There is one command line, and so one deadline.
        let _ = DEADLINE.set(deadline.duration.saturating_add(WRITING));
    }
    // Links are followed: tools that install into an environment of its own link to the program from a common folder.
    let program = current_exe().and_then(std::fs::canonicalize).ok();
    let folder = program.as_deref().and_then(Path::parent);
    let places = folder.map_or_else(Vec::new, |folder| beside(folder, &var_os("PATH").unwrap_or_default()));
    let _ = PLACES.set(places.clone());
    // The program that runs, even if another was put in its place meanwhile.
    let same = Some(PathBuf::from("/proc/self/exe")).filter(|p| p.exists());
    let setup = Setup { places, launcher: same.or(program), time_left: Some(time_left) };
    let _ = PROGRAMS.set(SolverPrograms::new(setup));
}

/// The solver programs of this command line.
pub fn programs() -> SolverPrograms {
    PROGRAMS.get_or_init(SolverPrograms::default).clone()
}

/// Where a program is that would be started: its place, or the first on the search path.
pub fn place(name: &str) -> Option<PathBuf> {
    let given = PLACES.get().into_iter().flatten().find(|(known, _)| known == name).map(|(_, path)| path.clone());
    given.or_else(|| search(&var_os("PATH").unwrap_or_default(), name))
}

fn time_left() -> Option<Duration> {
    DEADLINE.get().map(|end| end.saturating_sub(running()))
}

/// Ends all solvers and waits until they are gone, but not for ever. For a program that ends now.
pub fn end() {
    let (ended, done) = channel();
    in_background(move || {
        end_solvers();
        let _ = ended.send(());
    });
    let _ = done.recv_timeout(FAREWELL);
}

/// Ends the program.
#[expect(clippy::exit, reason = "whoever calls this cannot wait for others to return")]
pub fn leave() -> ! {
    end();
    std::process::exit(Exit::Undetermined as i32)
}

/// The solvers that are to be started from this folder and not by way of the search path.
fn beside(folder: &Path, path: &OsStr) -> Vec<(String, PathBuf)> {
    let is_folder = |entry: PathBuf| std::fs::canonicalize(entry).is_ok_and(|entry| entry == folder);
    let on_path = split_paths(path).any(is_folder);
    let file = |name: &str| format!("{name}{EXE_SUFFIX}");
    let place = |name: &str| {
        let (own, stand_in) = (folder.join(file(name)), folder.join(file(&format!("wherefore-{name}"))));
        let elsewhere = || search(path, name).is_some();
        match () {
            () if !on_path && is_program(&own) => Some((name.to_owned(), own)),
            () if is_program(&stand_in) && !elsewhere() => Some((name.to_owned(), stand_in)),
            () => None,
        }
    };
    SmtCommand::PROGRAMS.into_iter().filter_map(place).collect()
}

/// A file that can be run.
#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// A thread of its own, if there is one to be had: where the system has none left, that must not be the end.
pub fn in_background(work: impl FnOnce() + Send + 'static) {
    let _ = std::thread::Builder::new().spawn(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(path: &Path) {
        std::fs::write(path, "").unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_run_is_no_solver() {
        let (_home, folder) = folder_with(&[]);
        std::fs::write(folder.join("z3"), "").unwrap();
        assert_eq!(beside(&folder, OsStr::new("")), []);
    }

    fn folder_with(names: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().canonicalize().unwrap();
        for name in names {
            program(&folder.join(format!("{name}{EXE_SUFFIX}")));
        }
        (home, folder)
    }

    #[test]
    fn the_search_path_decides_where_it_names_the_folder() {
        let (_home, folder) = folder_with(&["z3"]);
        let z3 = ("z3".to_owned(), folder.join(format!("z3{EXE_SUFFIX}")));
        assert_eq!(beside(&folder, OsStr::new("")), [z3]);
        let path = std::env::join_paths([Path::new("/elsewhere"), &folder.join(".")]).unwrap();
        assert_eq!(beside(&folder, &path), []);
        assert_eq!(beside(Path::new("/elsewhere"), OsStr::new("")), []);
    }

    #[test]
    fn a_stand_in_gives_way_to_the_solver_itself() {
        let (_home, folder) = folder_with(&["wherefore-cvc5"]);
        let stand_in = [("cvc5".to_owned(), folder.join(format!("wherefore-cvc5{EXE_SUFFIX}")))];
        assert_eq!(beside(&folder, OsStr::new("")), stand_in);
        assert_eq!(beside(&folder, folder.as_os_str()), stand_in);
        let (_other, elsewhere) = folder_with(&["cvc5"]);
        assert_eq!(beside(&folder, elsewhere.as_os_str()), []);
    }
}
