//! Why a process must give up, said once.
//!
//! A worker that waits for packets of a process that died would wait for ever. Everything that waits looks here in between;
//! the first that knows why nothing will come says so, and that is the message that the user sees.

use crate::route::Interrupted;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use wherefore_stop::StopReason;

/// State of the processes, as far as is known.
#[derive(Debug)]
pub(super) struct ProcessStatus {
    reason: OnceLock<Interrupted>,
    /// By process: whether it has said that it is done.
    done: Vec<AtomicBool>,
}

impl ProcessStatus {
    pub fn new(processes: usize) -> ProcessStatus {
        ProcessStatus { reason: OnceLock::new(), done: (0..processes).map(|_| AtomicBool::new(false)).collect() }
    }

    /// Gives up because of a failure; the first reason stays.
    pub fn give_up(&self, failure: impl Into<String>) {
        let _ = self.reason.set(Interrupted::Failed(failure.into()));
    }

    /// Gives up because the stop signal was fired; the first reason stays.
    pub fn stop(&self, reason: StopReason) {
        let _ = self.reason.set(Interrupted::Stopped(reason));
    }

    /// Why this process must give up.
    pub fn reason(&self) -> Option<&Interrupted> {
        self.reason.get()
    }

    /// Whether this process must give up.
    pub fn must_give_up(&self) -> bool {
        self.reason.get().is_some()
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
