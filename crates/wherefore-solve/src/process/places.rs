//! Where solver programs are: absolute paths, each found once.
//!
//! A model may come from anywhere, and the user may stand in its folder. So a program is never taken from "here":
//! entries of the search path that are empty or relative are skipped. A package may put solvers beside the program that uses
//! them, in a folder that is not on the search path; the command line says so in its [`Setup`].

use std::collections::BTreeMap;
use std::env::{consts::EXE_SUFFIX, split_paths, var_os};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How solver programs are found and started.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Programs that are not to be looked for on the search path, and where they are.
    pub places: Vec<(String, PathBuf)>,
    /// Program that calls [`errand`](super::errand) first: children are started by way of it.
    pub launcher: Option<PathBuf>,
    /// How long a solver may run at most; `None` for as long as it likes.
    pub time_left: Option<fn() -> Option<Duration>>,
}

/// The solver programs of one user: where they are, and which were started so far. Clones share what was found, so that a program
/// never changes between two questions.
#[derive(Clone, Debug, Default)]
pub struct SolverPrograms(Arc<Programs>);

#[derive(Debug, Default)]
struct Programs {
    setup: Setup,
    /// Absolute paths, by name.
    found: Mutex<BTreeMap<String, PathBuf>>,
}

impl SolverPrograms {
    /// Programs that are found and started in this way.
    pub fn new(setup: Setup) -> SolverPrograms {
        SolverPrograms(Arc::new(Programs { setup, found: Mutex::default() }))
    }

    /// The programs that were started so far, by name, with their paths.
    pub fn started(&self) -> Vec<(String, PathBuf)> {
        self.found().iter().map(|(name, path)| (name.clone(), path.clone())).collect()
    }

    /// The absolute path of a program: the place that was given for it, the path itself, or the first on the search path.
    pub fn resolve(&self, program: &str) -> io::Result<PathBuf> {
        let mut found = self.found();
        if let Some(path) = found.get(program) {
            return Ok(path.clone());
        }
        let path = look_for(&self.0.setup.places, program, &var_os("PATH").unwrap_or_default())?;
        found.insert(program.to_owned(), path.clone());
        Ok(path)
    }

    /// The program that children are started by way of.
    pub(crate) fn launcher(&self) -> Option<PathBuf> {
        self.0.setup.launcher.clone()
    }

    /// How long a solver that is started now may run at most.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.0.setup.time_left.and_then(|ask| ask())
    }

    fn found(&self) -> MutexGuard<'_, BTreeMap<String, PathBuf>> {
        self.0.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look_for(places: &[(String, PathBuf)], program: &str, path: &OsStr) -> io::Result<PathBuf> {
    let given = places.iter().find(|(name, _)| name == program).map(|(_, path)| path.clone());
    match given {
        Some(place) => Ok(place),
        None if Path::new(program).components().count() > 1 => std::path::absolute(program),
        None => search(path, program).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "not on the search path")),
    }
}

/// The first program of this name on a search path. Entries that are not absolute paths are skipped.
pub fn search(path: &OsStr, program: &str) -> Option<PathBuf> {
    // A system without programs cannot even take a path apart.
    if path.is_empty() {
        return None;
    }
    let name = if program.ends_with(EXE_SUFFIX) { program.to_owned() } else { format!("{program}{EXE_SUFFIX}") };
    split_paths(path).filter(|entry| entry.is_absolute()).map(|entry| entry.join(&name)).find(|p| is_program(p))
}

/// A file that can be run.
#[cfg(unix)]
pub(super) fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(super) fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_place_goes_before_the_search_path() {
        let places = [("z3".to_owned(), PathBuf::from("/somewhere/bin/z3"))];
        let found = |program| look_for(&places, program, OsStr::new("/bin:/usr/bin")).unwrap();
        assert_eq!(found("z3"), Path::new("/somewhere/bin/z3"));
        assert_eq!(found("/other/z3"), Path::new("/other/z3"));
        assert!(found("sh").is_absolute() && found("sh").ends_with("sh"));
        assert!(look_for(&places, "no-such-program", OsStr::new("/bin")).is_err());
    }

    #[test]
    fn a_search_path_that_says_here_is_not_followed() {
        let here = std::env::current_dir().unwrap();
        let mut up: PathBuf = here.components().skip(1).map(|_| "..").collect();
        up.push("bin");
        assert!(search(OsStr::new("/bin"), "sh").is_some() && search(up.as_os_str(), "sh").is_none());
        for path in ["", ":", ".:", ":.", "bin"] {
            assert_eq!(search(OsStr::new(path), "sh"), None, "{path}");
        }
    }
}
