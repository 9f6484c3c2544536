//! Writing: to the streams, where a closed pipe is no error, and to files, which appear whole or not at all.
//!
//! `destination` says where a path leads, `files` that nothing is written onto what is read, `whole` writes a file.

mod destination;
pub mod files;
mod whole;

pub use whole::abandon;

use crate::codes::CANNOT_WRITE;
use destination::Destination;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use wherefore_diag::{Diagnostic, SourceMap, Style, render};
use whole::Present;

/// Writes results to the standard output. A reader that stops has seen enough.
pub fn results(text: &str) -> Result<(), Diagnostic> {
    let mut out = io::stdout().lock();
    let is_file = || Path::new("/proc/self/fd/1").metadata().is_ok_and(|m| m.is_file());
    let fits = if is_file() { fits(text.as_bytes()) } else { Ok(()) };
    let written = read_enough(fits.and_then(|()| out.write_all(text.as_bytes())).and_then(|()| out.flush()));
    written.map_err(|error| Diagnostic::new(CANNOT_WRITE, format!("cannot write to the standard output: {error}")))
}

/// A reader that closes a pipe has read enough: that is no error.
fn read_enough(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Writes results to a file, or to the standard output if no file is given. Text that a file does not take is shown
/// there as well: it may be the work of an hour.
pub fn deliver(path: Option<&Path>, text: &str) -> Result<(), Diagnostic> {
    let Some(path) = path else { return results(text) };
    file(path, text).map_err(|diagnostic| match results(text) {
        Ok(()) => diagnostic.note("what was to be written is on the standard output instead"),
        Err(_) => diagnostic,
    })
}

/// Writes a message to the standard error. If that fails it cannot be reported.
pub fn message(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a diagnostic that has no place in a source.
pub fn complain(diagnostic: &Diagnostic, style: Style) {
    message(&(render(diagnostic, &SourceMap::default(), style) + "\n"));
}

/// Writes a file: whole or not at all if it is an ordinary one, otherwise where it is.
pub fn file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let written = files::allow(path).and_then(|()| Destination::of(path)).and_then(|destination| match destination {
        Destination::File(path) => {
            fits(text.as_bytes()).and_then(|()| whole::write(&path, text.as_bytes(), Present::Replaced))
        }
        // Devices and pipes cannot be replaced, only written to.
        Destination::Stream(path) => read_enough(OpenOptions::new().write(true).open(path).and_then(|f| put(f, text))),
        // The process that opened it may have written to it before.
        Destination::Open(path) => read_enough(OpenOptions::new().append(true).open(path).and_then(|f| put(f, text))),
    });
    files::note_written(path);
    written.map_err(|error| failed(path, &error))
}

/// Writes a file anew that the command has read.
pub fn rewrite(path: &Path, content: &[u8]) -> Result<(), Diagnostic> {
    let written = Destination::of(path).and_then(|place| match place {
        Destination::File(path) => fits(content).and_then(|()| whole::write(&path, content, Present::Replaced)),
        Destination::Stream(_) | Destination::Open(_) => Err(io::Error::other("it is no ordinary file")),
    });
    written.map_err(|error| failed(path, &error))
}

fn put(mut file: impl Write, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes()).and_then(|()| file.flush())
}

/// Whether a path stands for a device or a pipe.
pub fn is_stream(path: &Path) -> bool {
    matches!(Destination::of(path), Ok(Destination::Stream(_) | Destination::Open(_)))
}

/// Writes a file that must not be there yet.
pub fn new_file(path: &Path, content: &[u8]) -> Result<(), Diagnostic> {
    fits(content).and_then(|()| whole::write(path, content, Present::Kept)).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(CANNOT_WRITE, format!("cannot write `{}`: {error}", path.display()))
}

/// Checks the limit of the shell (`ulimit -f`): a process that writes past it is killed, unless it looks first.
fn fits(content: &[u8]) -> io::Result<()> {
    if largest_file().is_some_and(|limit| content.len() as u64 > limit) {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "file too large for the limit of this shell (ulimit -f)"));
    }
    Ok(())
}

/// The most bytes that a file may have; `None` if there is no limit, or where the system does not report one.
fn largest_file() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    text.lines().find_map(|l| l.strip_prefix("Max file size"))?.split_whitespace().next()?.parse().ok()
}
