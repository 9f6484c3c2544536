//! Runs a part of the check in a thread of its own, and does not wait for ever.
//!
//! The calling thread is the watchdog: it looks at the limits a few times a second. When a limit is passed, or the user
//! interrupts, the stop signal fires. A search that does not come back within the grace period after that, for example
//! because it is deep inside one BDD operation, is given up: its thread goes on, its answer is no longer wanted, and it
//! ends with the process. When the time of the whole command is up, or the user has interrupted, nothing new is begun.

use super::clock::Clock;
use super::limits::{Attention, Limits, running};
use super::progress::Progress;
use crate::panics;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use wherefore_stop::{Stop, StopReason};

/// How often the limits are looked at.
const PERIOD: Duration = Duration::from_millis(25);
/// How long a stopped search may take to come back.
const GRACE: Duration = Duration::from_secs(2);
/// Grace period when the whole command has to end.
const LAST_GRACE: Duration = Duration::from_secs(1);
/// Address space for the stack of the thread; pages that are not touched cost nothing.
pub const STACK: usize = 256 << 20;

/// How a supervised part ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended<T> {
    /// With a result.
    Returned(T),
    /// With a panic that said this.
    Panicked(String),
    /// The part was stopped for this reason and did not come back.
    Abandoned(StopReason),
    /// The part was not begun, for this reason.
    NotBegun(StopReason),
}

/// Runs `work` within the limits.
pub fn supervise<T: Send + 'static>(
    stop: &Stop,
    limits: &Limits,
    progress: &mut Progress,
    clock: Option<&Clock>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Ended<T> {
    let start = Instant::now();
    limits.enforce_deadline(stop, running());
    if let Some(reason) = stop.reason() {
        return Ended::NotBegun(reason);
    }
    let (sender, receiver) = channel();
    let inner = stop.clone();
    let body = move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(&inner)));
        // The receiver is gone if this thread was given up.
        let _ = sender.send(result.map_err(|payload| panics::describe(&*payload)));
    };
    if let Err(error) = thread::Builder::new().name("check".to_owned()).stack_size(STACK).spawn(body) {
        return Ended::Panicked(format!("cannot start a thread: {error}"));
    }
    let mut stopped: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(Ok(result)) => return Ended::Returned(result),
            Ok(Err(words)) => return Ended::Panicked(words),
            Err(RecvTimeoutError::Disconnected) => {
                return Ended::Panicked("a thread ended without an answer".to_owned());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        limits.enforce(stop, start.elapsed());
        progress.tick(clock);
        if let Some(reason) = stop.reason()
            && stopped.get_or_insert_with(Instant::now).elapsed() >= grace(limits, &reason)
        {
            return Ended::Abandoned(reason);
        }
    }
}

/// How long to wait for work that was stopped for this reason.
fn grace(limits: &Limits, reason: &StopReason) -> Duration {
    if limits.attention == Attention::Deaf || limits.is_bursting() {
        Duration::ZERO
    } else if limits.is_overdue() || *reason == StopReason::Interrupted {
        LAST_GRACE
    } else {
        GRACE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T: Send + 'static>(limits: &str, work: impl FnOnce(&Stop) -> T + Send + 'static) -> (Ended<T>, Duration) {
        let limits = Limits { timeout: limits.parse().ok(), ..Limits::default() };
        let start = Instant::now();
        let ended = supervise(&Stop::new(), &limits, &mut Progress::new(false), None, work);
        (ended, start.elapsed())
    }

    fn timeout(limit: &str) -> StopReason {
        StopReason::Timeout { limit: limit.to_owned() }
    }

    #[test]
    fn results_and_panics_come_back() {
        assert_eq!(run("", |_| 7).0, Ended::Returned(7));
        let Ended::Panicked(words) = run("", |_| -> u32 { panic!("out of {}", "luck") }).0 else { panic!("no panic") };
        assert!(words.contains("out of luck"), "{words}");
    }

    #[test]
    fn whoever_listens_to_the_signal_answers_in_time() {
        let listen = |stop: &Stop| {
            while !stop.is_fired() {
                thread::sleep(Duration::from_millis(5));
            }
            stop.reason()
        };
        let (ended, time) = run("100ms", listen);
        assert_eq!(ended, Ended::Returned(Some(timeout("100ms"))));
        assert!(time < GRACE, "{time:?}");
    }

    #[test]
    fn whoever_does_not_is_given_up() {
        let (ended, time) = run("100ms", |_| thread::sleep(Duration::from_secs(60)));
        assert_eq!(ended, Ended::Abandoned(timeout("100ms")));
        assert!(time < GRACE + Duration::from_secs(2), "{time:?}");
    }

    #[test]
    fn whoever_cannot_hear_is_not_waited_for() {
        let deaf = Limits { timeout: "100ms".parse().ok(), attention: Attention::Deaf, ..Limits::default() };
        let start = Instant::now();
        let sleep = |_: &Stop| thread::sleep(Duration::from_secs(60));
        let ended = supervise(&Stop::new(), &deaf, &mut Progress::new(false), None, sleep);
        assert_eq!(ended, Ended::Abandoned(timeout("100ms")));
        assert!(start.elapsed() < GRACE, "{:?}", start.elapsed());
    }

    #[test]
    fn nothing_is_begun_after_the_end() {
        let stop = Stop::new();
        stop.fire(StopReason::Interrupted);
        let ended = supervise(&stop, &Limits::default(), &mut Progress::new(false), None, |_| 7);
        assert_eq!(ended, Ended::NotBegun(StopReason::Interrupted));
        let limits = Limits { deadline: "1ms".parse().ok(), ..Limits::default() };
        thread::sleep(Duration::from_millis(2).saturating_sub(running()));
        let ended = supervise(&Stop::new(), &limits, &mut Progress::new(false), None, |_| 7);
        assert_eq!(ended, Ended::NotBegun(StopReason::Deadline { limit: "1ms".to_owned() }));
    }
}
