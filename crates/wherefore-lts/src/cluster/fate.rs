//! Why a process must give up, said once.
//!
//! A worker that waits for packets of a process that died would wait for ever. Everything that waits looks here in between;
//! the first who knows why nothing will come says so, and that is the message that the user sees.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// What is known about the processes.
#[derive(Debug)]
pub(super) struct Fate {
    sealed: OnceLock<String>,
    /// By process: whether it has said that it is done.
    done: Vec<AtomicBool>,
}

impl Fate {
    pub fn new(processes: usize) -> Fate {
        Fate { sealed: OnceLock::new(), done: (0..processes).map(|_| AtomicBool::new(false)).collect() }
    }

    /// Gives up for a reason; the first one stays.
    pub fn seal(&self, reason: impl Into<String>) {
        let _ = self.sealed.set(reason.into());
    }

    /// Why this process must give up.
    pub fn reason(&self) -> Option<&str> {
        self.sealed.get().map(String::as_str)
    }

    /// Whether this process must give up.
    pub fn is_sealed(&self) -> bool {
        self.sealed.get().is_some()
    }

    /// Notes that a process has ended as it should.
    pub fn set_done(&self, process: usize) {
        self.done[process].store(true, SeqCst);
    }

    /// Whether a process has ended as it should.
    pub fn is_done(&self, process: usize) -> bool {
        self.done[process].load(SeqCst)
    }
}
