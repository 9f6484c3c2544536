//! One worker: its place among the others, and how it takes part in a dataflow.

use super::exchange::{Broadcast, Exchange, Mail};
use super::rounds::{Rounds, start};
use super::status::ProcessStatus;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::Arc;
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::worker::Worker;

/// A worker that waits looks around after so long.
const NAP: Duration = Duration::from_millis(50);

/// A worker.
pub(super) struct ClusterWorker {
    worker: Worker,
    pub status: Arc<ProcessStatus>,
    /// Its number among those of all processes.
    pub me: u32,
    /// The workers of all processes, and of one.
    pub workers: u32,
    pub threads: u32,
    /// The processes as messages call them.
    pub names: Arc<[String]>,
}

/// The dataflow cannot be finished; the reason is recorded with the state of the processes.
pub(super) struct Left;

impl ClusterWorker {
    pub fn new(allocator: Allocator, threads: u32, status: Arc<ProcessStatus>, names: Arc<[String]>) -> ClusterWorker {
        let worker = Worker::new(WorkerConfig::default(), allocator, None);
        let (me, workers) = (worker.index() as u32, worker.peers() as u32);
        ClusterWorker { worker, status, me, workers, threads, names }
    }

    /// Its number among those of its process.
    pub fn thread(&self) -> usize {
        (self.me % self.threads) as usize
    }

    /// Takes part in a dataflow until it ends.
    pub fn run<R: Rounds + 'static>(&mut self, tag: u32, part: R) -> Result<R, Left> {
        let started = start(&mut self.worker, tag, part);
        while self.worker.has_dataflows() {
            self.worker.step_or_park(Some(NAP));
            if let Some(stranger) = started.stranger() {
                let name = &self.names[(stranger / self.threads) as usize];
                self.status.give_up(format!("{name} does something else: all must run the same command"));
            }
            if self.status.must_give_up() {
                return Err(Left);
            }
        }
        started.finish().ok_or(Left)
    }

    /// Takes part in one exchange.
    pub fn post<M: Mail + 'static>(&mut self, tag: u32, mail: M) -> Result<M, Left> {
        self.run(tag, Exchange(mail)).map(|post| post.0)
    }

    /// Sends something to every worker, and receives what each has sent.
    pub fn tell(&mut self, tag: u32, mine: Vec<u32>) -> Result<Vec<Vec<u32>>, Left> {
        Ok(self.post(tag, Broadcast::new(self.workers, mine))?.all)
    }

    /// Gives up.
    pub fn give_up<T>(&self, reason: impl Into<String>) -> Result<T, Left> {
        self.status.give_up(reason);
        Err(Left)
    }
}

/// The tag of an operation, from its name and what it must have in common in all processes.
pub(super) fn tag(name: &str, common: &[u64]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    common.iter().for_each(|number| hasher.write_u64(*number));
    (hasher.finish() >> 20) as u32
}
