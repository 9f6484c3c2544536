//! The limit on time: nobody can interrupt a single thread, so that it looks at the clock itself.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use wherefore_stop::{Stop, StopReason};

/// Milliseconds since any moment.
pub type Clock = fn() -> f64;

/// Looks at the signal for one look at the clock.
const LOOKS: u32 = 64;

/// The time for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    clock: Clock,
    seconds: u64,
    /// When it is used up, by the clock.
    end: f64,
}

impl Limit {
    /// The time that begins now.
    pub fn new(seconds: u64, clock: Clock) -> Limit {
        Limit { clock, seconds, end: clock() + seconds as f64 * 1000.0 }
    }

    /// A signal that fires when the time is used up.
    pub fn stop(self) -> Stop {
        self.at(&Stop::new(), self.end, StopReason::Timeout { limit: self.words() })
    }

    /// A signal that fires when the share of the next of so many parts is used up.
    pub fn share(self, stop: &Stop, parts: usize) -> Stop {
        let now = (self.clock)();
        let share = (self.end - now).max(0.0) / parts.max(1) as f64;
        let time = Duration::from_secs_f64(share / 1000.0);
        self.at(stop, now + share, StopReason::DeadlineShare { limit: self.words(), share: time })
    }

    fn words(self) -> String {
        format!("{}s", self.seconds)
    }

    fn at(self, stop: &Stop, end: f64, reason: StopReason) -> Stop {
        let looks = AtomicU32::new(0);
        let is_due = move || looks.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOKS) && (self.clock)() > end;
        stop.watched(move || is_due().then(|| reason.clone()))
    }
}
