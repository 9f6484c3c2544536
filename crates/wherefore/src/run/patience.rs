//! A time limit for each of many short searches, kept by one thread.

use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use wherefore_stop::{Stop, StopReason};

/// Ends searches that take longer than a given time.
pub struct Patience {
    limit: Duration,
    begun: Sender<(Instant, Stop)>,
}

impl Patience {
    /// Starts the thread; it ends soon after this does.
    pub fn new(limit: Duration) -> Patience {
        let (begun, searches) = channel::<(Instant, Stop)>();
        // The limit is the same for all, so that they end in the order in which they began. Without the thread nothing is ended.
        let _ = thread::Builder::new().name("patience".to_owned()).spawn(move || {
            for (end, stop) in searches {
                thread::sleep(end.saturating_duration_since(Instant::now()));
                stop.fire(StopReason::Timeout { limit: format!("{} s", limit.as_secs_f32()) });
            }
        });
        Patience { limit, begun }
    }

    /// A signal for a search that begins now.
    pub fn turn(&self, stop: &Stop) -> Stop {
        let own = stop.child();
        let _ = self.begun.send((Instant::now() + self.limit, own.clone()));
        own
    }
}
