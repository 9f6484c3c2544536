//! Solver programs that lie beside this one.
//!
//! Packages install solvers into the folder of this program: a Python wheel does, into a virtual environment. Called by its
//! path, or through a link from elsewhere, the program would not find them, for that folder need not be on the search path.
//! What lies beside it is then taken first: these are the versions that the package asked for. If the folder is on the search
//! path, as `/usr/bin` is, the order of the search path is the user's choice and stays in force.
//!
//! A package may also bring a stand-in, `wherefore-NAME`, for a solver that it could not get as a program. It is used when
//! there is no other.

use std::env::{consts::EXE_SUFFIX, current_exe, split_paths, var_os};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use wherefore_solve::{SmtCommand, set_solver_places};

/// Looks into the folder of this program, once, before any solver is started.
pub fn find_beside_this_program() {
    // Links are followed: tools that install into an environment of its own link to the program from a common folder.
    let Ok(program) = current_exe().and_then(std::fs::canonicalize) else { return };
    let Some(folder) = program.parent() else { return };
    set_solver_places(beside(folder, &var_os("PATH").unwrap_or_default()));
}

/// The solvers that are to be started from this folder and not by way of the search path.
fn beside(folder: &Path, path: &OsStr) -> Vec<(String, PathBuf)> {
    let is_folder = |entry: PathBuf| std::fs::canonicalize(entry).is_ok_and(|entry| entry == folder);
    let on_path = split_paths(path).any(is_folder);
    let file = |name: &str| format!("{name}{EXE_SUFFIX}");
    let place = |name: &str| {
        let (own, stand_in) = (folder.join(file(name)), folder.join(file(&format!("wherefore-{name}"))));
        let elsewhere = || split_paths(path).any(|entry| is_program(&entry.join(file(name))));
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
