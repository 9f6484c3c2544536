//! Files that appear whole or not at all.
//!
//! A text is written to a file that has no name, where the system has such files: whatever ends the program then, nothing is left.
//! When it is complete it gets a temporary name and, at once, its own. Elsewhere it has the temporary name from the beginning.
//! The temporary name is known here as long as it is in use, so that a program that must end at once takes it away.

use super::destination::folder;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// The file that is being written, under its temporary name.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// How temporary names begin.
const PREFIX: &str = ".wherefore-";

/// Treatment of a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Present {
    /// The file is replaced, and the new one is as readable as the old one.
    Replaced,
    /// The file stays, and that is an error.
    Kept,
}

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes away what is half written, and blocks any new beginning. For a program that ends now.
pub fn abandon() -> MutexGuard<'static, Option<PathBuf>> {
    let mut unfinished = unfinished();
    if let Some(path) = unfinished.take() {
        // If it is gone, it was complete and has its own name.
        let _ = std::fs::remove_file(path);
    }
    unfinished
}

/// Writes a file.
pub fn write(path: &Path, content: &[u8], present: Present) -> io::Result<()> {
    let written = match nameless(path, content)? {
        Some(file) => name_it(&file, path, present),
        None => named(path, content).and_then(|file| persist(file, path, present)),
    };
    *unfinished() = None;
    written
}

fn persist(file: NamedTempFile<File>, path: &Path, present: Present) -> io::Result<()> {
    match present {
        Present::Replaced => file.persist(path).map_err(|e| e.error).map(drop),
        Present::Kept => file.persist_noclobber(path).map_err(|e| e.error).map(drop),
    }
}

/// The content under a temporary name.
fn named(path: &Path, content: &[u8]) -> io::Result<NamedTempFile<File>> {
    let mut unfinished = unfinished();
    // The file is made here and not by the crate: it would be private, where a report is as readable as any other file of
    // its author, and errors would speak of the temporary name, which means nothing to the user.
    let mut file = Builder::new().prefix(PREFIX).make_in(folder(path), |path| File::create_new(path))?;
    *unfinished = Some(file.path().to_owned());
    drop(unfinished);
    like_before(file.as_file(), path)?;
    file.as_file_mut().write_all(content)?;
    Ok(file)
}

/// Gives a file the rights of the one that it replaces, if there is one.
fn like_before(file: &File, path: &Path) -> io::Result<()> {
    let Ok(before) = path.metadata() else { return Ok(()) };
    keep_owner(file, &before);
    file.set_permissions(before.permissions())
}

/// A process that may not give files away keeps this one.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// The content in a file without a name; `None` where there are no such files.
#[cfg(target_os = "linux")]
fn nameless(path: &Path, content: &[u8]) -> io::Result<Option<File>> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let Ok(file) = openat(CWD, folder(path), flags, Mode::from_raw_mode(0o666)) else { return Ok(None) };
    let mut file = File::from(file);
    like_before(&file, path)?;
    file.write_all(content)?;
    // A file system may have such files and be unable to name them later, and then there is no /proc either.
    Ok(Path::new(&handle(&file)).exists().then_some(file))
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path, _: &[u8]) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(target_os = "linux")]
fn handle(file: &File) -> String {
    use std::os::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// Names a file that has none.
#[cfg(target_os = "linux")]
fn name_it(file: &File, path: &Path, present: Present) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let link = |to: &Path| linkat(CWD, handle(file), CWD, to, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from);
    if present == Present::Kept || !path.exists() {
        match link(path) {
            // Another process was faster, which matters only where a new file is asked for.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && present == Present::Replaced => {}
            done => return done,
        }
    }
    // The name is this program's own: a process has one report to write at a time.
    let temporary = folder(path).join(format!("{PREFIX}{}", std::process::id()));
    let mut unfinished = unfinished();
    link(&temporary)?;
    *unfinished = Some(temporary.clone());
    let renamed = std::fs::rename(&temporary, path);
    if renamed.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    *unfinished = None;
    renamed
}

#[cfg(not(target_os = "linux"))]
fn name_it(_: &File, _: &Path, _: Present) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_rights_and_nothing_else_is_left() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("report");
        write(&path, b"one", Present::Replaced).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        write(&path, b"two", Present::Replaced).unwrap();
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("two", 0o600));
        assert!(write(&path, b"three", Present::Kept).is_err());
        // Persists by way of a name, as on systems that have no files without one.
        persist(named(&path, b"four").unwrap(), &path, Present::Replaced).unwrap();
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("four", 0o600));
        assert_eq!(std::fs::read_dir(room.path()).unwrap().count(), 1);
    }
}
