//! Which files a model may include: those in its own folder, in the folders that the command line names, and below these.
//!
//! A model may come from an untrusted source, and diagnostics and pages quote what was read. So what its text names by an
//! absolute path, by `..` or through a link is read only if it lies inside one of the folders after all; otherwise a model
//! could bring any file of this machine into a report. A name that leads outside is refused as such whether or not there is
//! a file, so that the answer does not reveal which files exist.

use std::path::{Component, Path, PathBuf};
use wherefore_lang::include::NotIncluded;

/// The folders that a model may read from, its own first.
pub struct Folders(Vec<PathBuf>);

impl Folders {
    /// The folder of a model and those that were named.
    pub fn new(model: &Path, named: &[PathBuf]) -> Folders {
        let own = model.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Folders(std::iter::once(own.to_owned()).chain(named.iter().cloned()).collect())
    }

    /// The file that an included name stands for.
    pub fn find(&self, name: &str) -> Result<PathBuf, NotIncluded> {
        let roots: Vec<PathBuf> = self.0.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let is_inside = |path: &Path| roots.iter().any(|root| path.starts_with(root));
        let mut found = NotIncluded::Outside;
        for root in &roots {
            let path = resolved(&root.join(name));
            if !is_inside(&path) {
                continue;
            }
            match path.canonicalize() {
                Ok(real) if !is_inside(&real) => return Err(NotIncluded::Outside),
                Ok(real) if real.is_file() => return Ok(real),
                _ => found = NotIncluded::Missing,
            }
        }
        Err(found)
    }
}

/// An absolute path without `.` and `..`, by its text alone.
fn resolved(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut so_far, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(so_far.pop()),
            other => so_far.push(other),
        }
        so_far
    })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test writes and reads files")]
mod tests {
    use super::*;
    use std::fs;

    /// A folder with a model, a file beside it, one below it, and one outside.
    fn world() -> tempfile::TempDir {
        let world = tempfile::tempdir().unwrap();
        for file in ["model/m.lus", "model/beside.lus", "model/parts/below.lus", "secret", "common/shared.lus"] {
            let path = world.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        world
    }

    fn found(world: &Path, named: &[PathBuf], name: &str) -> Result<String, NotIncluded> {
        Folders::new(&world.join("model/m.lus"), named).find(name).map(|path| fs::read_to_string(path).unwrap())
    }

    #[test]
    fn files_beside_and_below_the_model_are_found() {
        let world = world();
        let inside = world.path().canonicalize().unwrap().join("model/beside.lus");
        for (name, file) in [
            ("beside.lus", "model/beside.lus"),
            ("parts/below.lus", "model/parts/below.lus"),
            ("parts/../beside.lus", "model/beside.lus"),
            ("../model/beside.lus", "model/beside.lus"),
            (inside.to_str().unwrap(), "model/beside.lus"),
        ] {
            assert_eq!(found(world.path(), &[], name), Ok(file.to_owned()), "{name}");
        }
        assert_eq!(found(world.path(), &[], "nowhere.lus"), Err(NotIncluded::Missing));
        assert_eq!(found(world.path(), &[], "parts"), Err(NotIncluded::Missing));
    }

    #[test]
    fn nothing_outside_is_read_and_nobody_learns_whether_it_exists() {
        let world = world();
        for name in ["/proc/self/environ", "/no/such/file", "../secret", "../no_secret", "parts/../../secret", ".."] {
            assert_eq!(found(world.path(), &[], name), Err(NotIncluded::Outside), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_link_does_not_lead_out() {
        let world = world();
        std::os::unix::fs::symlink(world.path().join("secret"), world.path().join("model/link.lus")).unwrap();
        std::os::unix::fs::symlink(world.path(), world.path().join("model/up")).unwrap();
        for name in ["link.lus", "up/secret"] {
            assert_eq!(found(world.path(), &[], name), Err(NotIncluded::Outside), "{name}");
        }
        assert_eq!(found(world.path(), &[world.path().to_owned()], "link.lus"), Ok("secret".to_owned()));
    }

    #[test]
    fn a_folder_that_was_named_allows_what_is_in_it() {
        let world = world();
        let common = world.path().join("common");
        for name in ["shared.lus", "../common/shared.lus"] {
            assert_eq!(
                found(world.path(), std::slice::from_ref(&common), name),
                Ok("common/shared.lus".to_owned()),
                "{name}"
            );
        }
        assert_eq!(found(world.path(), &[common], "../secret"), Err(NotIncluded::Outside));
    }
}
