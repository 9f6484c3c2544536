//! Where a path leads: links are followed, and what is no ordinary file is written where it is.
//!
//! A file is replaced by renaming, which puts a new file in the place of the old one. That is wrong for devices, for pipes, and
//! for the links under `/dev` and `/proc` that stand for an open file of a process: a rename onto `/dev/stdout`
//! destroys it.

use std::io;
use std::path::{Path, PathBuf};

/// The most links that lead from one to the next.
const MOST_LINKS: usize = 40;

/// How to write to a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// An ordinary file, or none yet: at this path, behind all links.
    File(PathBuf),
    /// A device or a pipe: it is opened and written.
    Stream(PathBuf),
    /// An open file of this process or another, by its number: what is written goes to its end.
    Open(PathBuf),
}

/// One and the same file, whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// A file that is there.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only known on Unix"))]
    Node(u64, u64),
    /// A file that is not there yet, or a system that has no other identity: its path, behind all links.
    Path(PathBuf),
}

impl Destination {
    /// Where a path leads.
    pub fn of(path: &Path) -> io::Result<Destination> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            path = in_real_folder(&path)?;
            if is_open_file(&path) {
                return Ok(Destination::Open(path));
            }
            match std::fs::read_link(&path) {
                Ok(target) => path = folder(&path).join(target),
                Err(_) => return Ok(Destination::at(path)),
            }
        }
        Err(io::Error::other("too many links"))
    }

    /// At a path that is no link.
    fn at(path: PathBuf) -> Destination {
        let is_ordinary = path.metadata().map_or(true, |m| m.is_file() || m.is_dir());
        if is_ordinary { Destination::File(path) } else { Destination::Stream(path) }
    }
}

impl Identity {
    /// The file behind a path; `None` for what is no file, and where the system does not say.
    pub fn of(path: &Path) -> Option<Identity> {
        if path == Path::new("-") {
            return Identity::of(Path::new("/dev/stdin"));
        }
        match path.metadata() {
            Ok(found) if found.is_file() => Some(node(&found).unwrap_or(Identity::Path(path.canonicalize().ok()?))),
            Ok(_) => None,
            Err(_) => match Destination::of(path).ok()? {
                Destination::File(path) => Some(Identity::Path(path)),
                _ => None,
            },
        }
    }
}

#[cfg(unix)]
fn node(found: &std::fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Node(found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn node(_: &std::fs::Metadata) -> Option<Identity> {
    None
}

/// The folder of a path.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path with its folder behind all links; the last part may be one.
fn in_real_folder(path: &Path) -> io::Result<PathBuf> {
    match path.file_name() {
        Some(name) => Ok(folder(path).canonicalize()?.join(name)),
        None => path.canonicalize(),
    }
}

/// Whether it stands for an open file: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`.
fn is_open_file(path: &Path) -> bool {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    path.starts_with("/proc") || path.starts_with("/dev/fd") || streams.iter().any(|s| path == Path::new(s))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_to_the_file_that_they_mean() {
        let room = tempfile::tempdir().unwrap();
        let home = room.path().canonicalize().unwrap();
        std::fs::create_dir(home.join("sub")).unwrap();
        std::fs::write(home.join("real"), "").unwrap();
        symlink("../real", home.join("sub/link")).unwrap();
        symlink("sub/none", home.join("dangling")).unwrap();
        symlink("circle", home.join("circle")).unwrap();
        assert_eq!(Destination::of(&home.join("sub/link")).unwrap(), Destination::File(home.join("real")));
        assert_eq!(Destination::of(&home.join("dangling")).unwrap(), Destination::File(home.join("sub/none")));
        assert!(Destination::of(&home.join("circle")).is_err() && Destination::of(&home.join("nowhere/x")).is_err());
        assert_eq!(Identity::of(&home.join("sub/link")), Identity::of(&home.join("sub/../real")));
        assert_eq!(Identity::of(&home.join("dangling")), Identity::of(&home.join("sub/none")));
        assert_ne!(Identity::of(&home.join("dangling")), Identity::of(&home.join("real")));
        std::fs::hard_link(home.join("real"), home.join("other name")).unwrap();
        assert_eq!(Identity::of(&home.join("other name")), Identity::of(&home.join("real")));
    }

    #[test]
    fn what_is_no_file_is_written_where_it_is() {
        assert_eq!(Destination::of(Path::new("/dev/null")).unwrap(), Destination::Stream("/dev/null".into()));
        assert!(matches!(Destination::of(Path::new("/dev/stdout")).unwrap(), Destination::Open(_)));
        assert!(matches!(Destination::of(Path::new("/tmp/../dev/fd/1")).unwrap(), Destination::Open(_)));
        assert_eq!(Identity::of(Path::new("/dev/null")), None);
    }
}
