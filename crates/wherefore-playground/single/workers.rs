//! The workers of a manager of OxiDD where there are no threads: everything is done at once by the caller.
//!
//! `packaging/playground` puts this file in the place of `workers.rs` of the crate `oxidd-manager-index`, whose own starts threads.

use oxidd_core::{BroadcastContext, WorkerPool};

/// The caller alone.
pub struct Workers {
    pub(crate) pool: Caller,
}

/// The pool of which the caller is the only member.
pub(crate) struct Caller;

impl Caller {
    /// What a worker would be told as it begins: the caller is none, and is told at each operation.
    pub(crate) fn spawn_broadcast(&self, _: impl FnOnce(())) {}
}

impl Workers {
    pub(crate) fn new(_: u32) -> Workers {
        Workers { pool: Caller }
    }
}

impl WorkerPool for Workers {
    fn current_num_threads(&self) -> usize {
        1
    }

    fn split_depth(&self) -> u32 {
        0
    }

    fn set_split_depth(&self, _: Option<u32>) {}

    fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        work()
    }

    fn join<A: Send, B: Send>(&self, one: impl FnOnce() -> A + Send, two: impl FnOnce() -> B + Send) -> (A, B) {
        (one(), two())
    }

    fn broadcast<R: Send>(&self, work: impl Fn(BroadcastContext) -> R + Sync) -> Vec<R> {
        vec![work(BroadcastContext { index: 0, num_threads: 1 })]
    }
}
