//! A time limit for each of many short searches, kept by one thread.
//!
//! A search that is short on a free machine is to give the same answer on a busy one. So its time is up only when the program and its
//! solvers have had that much processor time as well; on a machine that gives them hardly any, after [`LONGEST`] times the limit.

use super::processor::used;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use wherefore_stop::{Stop, StopReason};

/// How many times its limit a search may last while it is kept waiting for the processor.
const LONGEST: u32 = 8;
/// How often the processor time of a search that is kept waiting is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Ends searches that take longer than a given time.
pub struct Patience {
    begun: Sender<Turn>,
}

/// What a limit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The time of the clock: a user has set the limit, or waits.
    Clock,
    /// The time of the clock, and the processor time of the program and its solvers.
    Processor,
}

/// One search, which began at a time of the clock and of the processor.
struct Turn {
    start: Instant,
    used: Option<Duration>,
    stop: Stop,
}

impl Patience {
    /// Starts the thread; it ends soon after this does.
    pub fn new(limit: Duration, measure: Measure) -> Patience {
        let (begun, searches) = channel::<Turn>();
        // The limit is the same for all, so that they end in the order in which they began. Without the thread nothing is ended.
        let _ = thread::Builder::new().name("patience".to_owned()).spawn(move || {
            for turn in searches {
                turn.wait(limit, measure);
                turn.stop.fire(StopReason::Timeout { limit: format!("{} s", limit.as_secs_f32()) });
            }
        });
        Patience { begun }
    }

    /// A signal for a search that begins now.
    pub fn turn(&self, stop: &Stop) -> Stop {
        let own = stop.child();
        let _ = self.begun.send(Turn { start: Instant::now(), used: used(), stop: own.clone() });
        own
    }
}

impl Turn {
    /// Returns when the time is up.
    fn wait(&self, limit: Duration, measure: Measure) {
        thread::sleep(limit.saturating_sub(self.start.elapsed()));
        let counts = measure == Measure::Processor;
        while counts && self.is_kept_waiting(limit) && self.start.elapsed() < limit * LONGEST {
            thread::sleep(LOOK);
        }
    }

    /// Whether the program and its solvers have had less processor time than the limit since the search began.
    fn is_kept_waiting(&self, limit: Duration) -> bool {
        self.used.zip(used()).is_some_and(|(before, now)| now.saturating_sub(before) < limit)
    }
}
