//! The files of a command: what it reads, what it will write, and that no file is both.
//!
//! Checked by identity, not by name, and before any work. What a model includes is known only when it is read; so every file
//! that was read is noted, and nothing is written onto one.

use super::destination::{Destination, Identity, folder};
use crate::codes::{CANNOT_WRITE, OUTPUT_IS_INPUT};
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wherefore_diag::Diagnostic;

/// The files that a command line names.
#[derive(Debug, Default)]
pub struct Files<'a> {
    /// Files that are read, by their purpose.
    pub read: Vec<(&'static str, &'a Path)>,
    /// Files that are written, by the option that says so.
    pub written: Vec<(&'static str, &'a Path)>,
}

/// Files read and written so far.
#[derive(Default)]
struct Ledger {
    read: Vec<(Identity, PathBuf)>,
    written: Vec<(Identity, PathBuf)>,
    promised: Vec<(&'static str, PathBuf)>,
}

static LEDGER: Mutex<Ledger> = Mutex::new(Ledger { read: Vec::new(), written: Vec::new(), promised: Vec::new() });

fn ledger() -> MutexGuard<'static, Ledger> {
    LEDGER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Refuses a command that would write onto what it reads, or twice onto the same file, or to where it cannot.
pub fn claim(files: &Files<'_>) -> Result<(), Diagnostic> {
    files.clash()?;
    files.written.iter().try_for_each(|(option, path)| try_out(option, path))?;
    ledger().promised.extend(files.written.iter().map(|(option, path)| (*option, path.to_path_buf())));
    Ok(())
}

impl Files<'_> {
    fn clash(&self) -> Result<(), Diagnostic> {
        for (place, (option, path)) in self.written.iter().enumerate() {
            let Some(own) = Identity::of(path) else { continue };
            let same = |(_, other): &&(&'static str, &Path)| Identity::of(other).as_ref() == Some(&own);
            if let Some((what, _)) = self.read.iter().find(same) {
                return Err(overwrites(option, path, what));
            }
            if let Some((other, _)) = self.written[..place].iter().find(same) {
                let headline = format!("`{}` is given to both {other} and {option}", path.display());
                return Err(Diagnostic::new(OUTPUT_IS_INPUT, headline).help("give each a file of its own"));
            }
        }
        Ok(())
    }
}

fn overwrites(option: &str, path: &Path, what: &str) -> Diagnostic {
    let headline = format!("{option} `{}` would overwrite {what}", path.display());
    Diagnostic::new(OUTPUT_IS_INPUT, headline).help("give the name of another file")
}

/// Notes that a file was read.
pub fn note_read(path: &Path) {
    if let Some(identity) = Identity::of(path) {
        ledger().read.push((identity, path.to_owned()));
    }
}

/// The files that were read, each once.
pub fn read() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = ledger().read.iter().map(|(_, path)| path.clone()).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// A complaint if a file that was read is one that is to be written.
pub fn clash() -> Option<Diagnostic> {
    let ledger = ledger();
    let is_read =
        |path: &Path| Identity::of(path).filter(|own| ledger.read.iter().any(|(read, _)| read == own)).is_some();
    let (option, path) = ledger.promised.iter().find(|(_, path)| is_read(path))?;
    Some(overwrites(option, path, "a file that the model includes"))
}

/// Allows a file to be written, once, unless it was read.
pub fn allow(path: &Path) -> io::Result<()> {
    let Some(own) = Identity::of(path) else { return Ok(()) };
    let ledger = ledger();
    if ledger.read.iter().any(|(read, _)| *read == own) {
        return Err(io::Error::other("this command has read it"));
    }
    if ledger.written.iter().any(|(written, _)| *written == own) {
        return Err(io::Error::other("this command has written something else to it"));
    }
    Ok(())
}

/// Notes that a file was written.
pub fn note_written(path: &Path) {
    if let Some(identity) = Identity::of(path) {
        ledger().written.push((identity, path.to_owned()));
    }
}

/// Whether a file could be written now. Nothing is left and nothing is changed.
fn try_out(option: &str, path: &Path) -> Result<(), Diagnostic> {
    let tried = Destination::of(path).and_then(|destination| match destination {
        Destination::File(path) if path.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Destination::File(path) => {
            if path.exists() {
                OpenOptions::new().append(true).open(&path)?;
            }
            // A file without a name: nothing is left behind.
            tempfile::tempfile_in(folder(&path)).map(drop).map_err(without_name)
        }
        // To open a pipe is to wait for its reader, and a device may do anything.
        Destination::Stream(_) | Destination::Open(_) => Ok(()),
    });
    tried.map_err(|error| {
        let headline = format!("cannot write `{}`: {error}", path.display());
        Diagnostic::new(CANNOT_WRITE, headline).note(format!("{option} was tried before the work began"))
    })
}

/// The error of the system, without the temporary name, which means nothing to the user.
fn without_name(error: io::Error) -> io::Error {
    error.raw_os_error().or_else(|| raw(&error)).map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// The number of the error inside.
fn raw(error: &io::Error) -> Option<i32> {
    let mut inner = error.get_ref().and_then(|e| e.source());
    while let Some(found) = inner {
        if let Some(number) = found.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error) {
            return Some(number);
        }
        inner = found.source();
    }
    None
}
