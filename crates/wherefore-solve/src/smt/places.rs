//! Where solver programs are that the search path does not lead to.
//!
//! A package may put solvers beside the program that uses them, in a folder that is not on the search path. Only the command
//! line knows its own folder; it says once, before the first solver starts, what it found there. Like the search path itself
//! this belongs to the process and not to a question, so it is kept here, written at most once, instead of being handed
//! through every engine. Nothing here looks at the disk.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::OnceLock;

static PLACES: OnceLock<Vec<(String, PathBuf)>> = OnceLock::new();

/// Says where programs are to be started from instead of looking for them on the search path. Only the first call of a
/// process has an effect, so that a solver never changes between two questions.
pub fn set_solver_places(places: Vec<(String, PathBuf)>) {
    // A second call is ignored, as promised.
    let _ = PLACES.set(places);
}

/// What to start for a program: its place if one was given, otherwise its name, for the search path.
pub(super) fn place(program: &str) -> &OsStr {
    find(PLACES.get().map_or(&[], Vec::as_slice), program)
}

fn find<'a>(places: &'a [(String, PathBuf)], program: &'a str) -> &'a OsStr {
    places.iter().find(|(name, _)| name == program).map_or(OsStr::new(program), |(_, path)| path.as_os_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_with_a_place_are_started_from_there() {
        let places = [("z3".to_owned(), PathBuf::from("/somewhere/bin/z3"))];
        assert_eq!(find(&places, "z3"), "/somewhere/bin/z3");
        assert_eq!(find(&places, "cvc5"), "cvc5");
        assert_eq!(find(&places, "/other/z3"), "/other/z3");
        assert_eq!(find(&[], "z3"), "z3");
    }
}
