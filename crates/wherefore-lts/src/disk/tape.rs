//! A temporary file that is written at its end and read anywhere.
//!
//! The system fails here and nowhere else in this module: a full disk or a read that comes up short becomes an
//! [`Interrupted`] that says so. Readers take turns with the file, so that blocks are read in the order they lie in.

use crate::route::Interrupted;
use std::fs::File;
use std::io::{Error, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Makes the temporary files of a graph and counts what goes in and out of them.
pub(super) struct Tapes<'a> {
    pub(super) make: &'a (dyn Fn() -> std::io::Result<File> + Sync),
    pub(super) traffic: Arc<Traffic>,
}

impl Tapes<'_> {
    /// A new one, empty.
    pub(super) fn tape(&self) -> Result<Tape, Interrupted> {
        let file = (self.make)().map_err(|e| Interrupted::Failed(format!("no temporary file can be made: {e}")))?;
        Ok(Tape { file: Mutex::new(file), end: 0, traffic: self.traffic.clone() })
    }
}

/// Traffic in and out of temporary files.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    pub(super) written: AtomicU64,
    pub(super) read: AtomicU64,
}

/// A temporary file.
#[derive(Debug)]
pub(super) struct Tape {
    file: Mutex<File>,
    end: u64,
    traffic: Arc<Traffic>,
}

impl Tape {
    /// Writes at the end; where it begins.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<u64, Interrupted> {
        let (file, start) = (self.file.get_mut().unwrap_or_else(PoisonError::into_inner), self.end);
        let written = file.seek(SeekFrom::Start(start)).and_then(|_| file.write_all(bytes));
        written.map_err(|e| failed("written", &e))?;
        self.end += bytes.len() as u64;
        self.traffic.written.fetch_add(bytes.len() as u64, Relaxed);
        Ok(start)
    }

    /// Replaces the content of `bytes` by what lies in a range.
    pub(super) fn read(&self, range: Range<u64>, bytes: &mut Vec<u8>) -> Result<(), Interrupted> {
        bytes.resize((range.end - range.start) as usize, 0);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(range.start)).and_then(|_| file.read_exact(bytes));
        drop(file);
        read.map_err(|e| failed("read", &e))?;
        self.traffic.read.fetch_add(bytes.len() as u64, Relaxed);
        Ok(())
    }

    /// How long it is.
    pub(super) fn end(&self) -> u64 {
        self.end
    }
}

fn failed(done: &str, error: &Error) -> Interrupted {
    Interrupted::Failed(format!("a temporary file cannot be {done}: {error}"))
}

/// A temporary file does not hold what was written.
pub(super) fn damaged() -> Interrupted {
    Interrupted::Failed("a temporary file was changed by someone else".to_owned())
}
