//! Writing: to the streams, where a closed pipe is no error, and to files, which appear whole or not at all.
//!
//! A file is written under a temporary name and renamed when it is complete. That name is known here as long as it is in use,
//! so that a program that must end at once takes it away.

use crate::codes::CANNOT_WRITE;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;
use wherefore_diag::{Diagnostic, SourceMap, Style, render};

/// The file that is being written, under its temporary name.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes away what is half written, and lets nobody begin anew. For a program that ends now.
pub fn abandon() -> MutexGuard<'static, Option<PathBuf>> {
    let mut unfinished = unfinished();
    if let Some(path) = unfinished.take() {
        // If it is gone, it was complete and has its own name.
        let _ = std::fs::remove_file(path);
    }
    unfinished
}

/// Writes results to the standard output. Somebody who stops reading has seen enough.
pub fn results(text: &str) -> Result<(), Diagnostic> {
    let mut out = io::stdout().lock();
    let is_file = || Path::new("/proc/self/fd/1").metadata().is_ok_and(|m| m.is_file());
    let fits = if is_file() { fits(text) } else { Ok(()) };
    let written = read_enough(fits.and_then(|()| out.write_all(text.as_bytes())).and_then(|()| out.flush()));
    written.map_err(|error| Diagnostic::new(CANNOT_WRITE, format!("cannot write to the standard output: {error}")))
}

/// Whoever closes a pipe has read enough: that is no error.
fn read_enough(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Writes results to a file, or to the standard output if there is none.
pub fn deliver(path: Option<&Path>, text: &str) -> Result<(), Diagnostic> {
    path.map_or_else(|| results(text), |path| file(path, text))
}

/// Writes a message to the standard error. If that fails there is nobody to tell.
pub fn message(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a diagnostic that has no place in a source.
pub fn complain(diagnostic: &Diagnostic, style: Style) {
    message(&(render(diagnostic, &SourceMap::default(), style) + "\n"));
}

/// Writes a file under a temporary name beside its own, and renames it when it is complete.
pub fn file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| failed(path, &error);
    // Devices and pipes cannot be replaced, only written to.
    if is_stream(path) {
        return read_enough(std::fs::write(path, text)).map_err(failed);
    }
    let persisted = temporary(path, text).map_err(failed)?.persist(path).map_err(|e| failed(e.error)).map(drop);
    *unfinished() = None;
    persisted
}

/// Whether a path stands for a device or a pipe.
pub fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// The same for a file that must not be there.
pub fn new_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| failed(path, &error);
    let persisted =
        temporary(path, text).map_err(failed)?.persist_noclobber(path).map_err(|e| failed(e.error)).map(drop);
    *unfinished() = None;
    persisted
}

fn failed(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(CANNOT_WRITE, format!("cannot write `{}`: {error}", path.display()))
}

/// A text under a temporary name beside its own.
fn temporary(path: &Path, text: &str) -> io::Result<NamedTempFile<File>> {
    fits(text)?;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut unfinished = unfinished();
    // The file is made here and not by the crate: it would be private, where a report is as readable as any other file of
    // its author, and errors would speak of the temporary name, which means nothing to anybody.
    let made = tempfile::Builder::new().prefix(".wherefore-").make_in(folder, |path| File::create_new(path));
    let mut temporary = made?;
    *unfinished = Some(temporary.path().to_owned());
    drop(unfinished);
    temporary.as_file_mut().write_all(text.as_bytes())?;
    Ok(temporary)
}

/// Who writes past a limit of the shell (`ulimit -f`) is killed, unless it looks first.
fn fits(text: &str) -> io::Result<()> {
    if largest_file().is_some_and(|limit| text.len() as u64 > limit) {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "file too large for the limit of this shell (ulimit -f)"));
    }
    Ok(())
}

/// The most bytes that a file may have; `None` if there is no limit, or where the system does not tell.
fn largest_file() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    text.lines().find_map(|l| l.strip_prefix("Max file size"))?.split_whitespace().next()?.parse().ok()
}
