//! The limits of a search.
//!
//! Memory is watched, not capped: a process that hits a hard limit is killed or aborts in the middle of an allocation,
//! one that is watched can still say what it knows. Solver processes count as ours. Where no limit is given, most of the
//! memory that is free when the program starts is the limit: one that is killed by the system says nothing at all.

use super::memory::{available, resident};
use crate::args::units::{Size, Span};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use wherefore_stop::{Stop, StopReason};

/// How long after its deadline the program may write its report.
pub const WRITING: Duration = Duration::from_secs(5);

/// When the program was started, or as soon after it as it could look at the clock.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long the program has been running. The first call should be the first thing it does.
pub fn running() -> Duration {
    BEGINNING.elapsed()
}

/// The share of the free memory that is used if no limit is given, in percent.
const SHARE: u64 = 80;

/// The limit on memory of a whole command: the one given, or most of what is free.
pub fn memory_limit(given: Option<&Size>) -> Option<Size> {
    given.cloned().or_else(|| Some(Size::share(available()?, SHARE)))
}

/// Resources that a search may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time of this search.
    pub timeout: Option<Span>,
    /// Time of the whole command, counted from its start.
    pub deadline: Option<Span>,
    /// The share of that time that this part has.
    pub share: Option<Duration>,
    /// Memory, of this process and its children.
    pub memory: Option<Size>,
    /// Whether the work looks at the signal at all.
    pub attention: Attention,
}

/// Reaction of work to a signal to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// The work looks at it now and then, and ends with what it has.
    #[default]
    Listens,
    /// The work goes on: there is nothing to wait for.
    Deaf,
}

impl Limits {
    /// Fires the signal if a limit is passed.
    pub fn enforce(&self, stop: &Stop, spent: Duration) {
        if let Some(limit) = self.timeout.as_ref().filter(|l| spent >= l.duration) {
            stop.fire(StopReason::Timeout { limit: limit.to_string() });
        }
        self.enforce_deadline(stop, running());
        if self.share.is_some_and(|share| spent >= share) {
            self.share_reason().into_iter().for_each(|reason| stop.fire(reason));
        }
        if let Some(limit) = &self.memory
            && resident().is_some_and(|used| used > limit.bytes)
        {
            stop.fire(StopReason::MemoryLimit { limit: limit.to_string() });
        }
    }

    /// Fires the signal if the time of the whole command is up.
    pub fn enforce_deadline(&self, stop: &Stop, running: Duration) {
        if let Some(limit) = self.deadline.as_ref().filter(|l| running >= l.duration) {
            stop.fire(StopReason::Deadline { limit: limit.to_string() });
        }
    }

    /// The reason to stop when the share of the time is used up.
    fn share_reason(&self) -> Option<StopReason> {
        let (deadline, share) = (self.deadline.as_ref()?, self.share?);
        Some(StopReason::DeadlineShare { limit: deadline.to_string(), share })
    }

    /// Whether memory is used so far beyond its limit that no search can be waited for.
    pub fn is_bursting(&self) -> bool {
        self.most_memory().zip(resident()).is_some_and(|(most, used)| used > most)
    }

    /// The memory beyond which no search can be waited for: half as much again as the limit.
    pub fn most_memory(&self) -> Option<u64> {
        self.memory.as_ref().map(|l| l.bytes.saturating_add(l.bytes / 2))
    }

    /// Whether the time of the whole command is up.
    pub fn is_overdue(&self) -> bool {
        self.deadline.as_ref().is_some_and(|l| running() >= l.duration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_fire_with_their_own_words() {
        let limits = Limits { timeout: Some("2s".parse().unwrap()), ..Limits::default() };
        let stop = Stop::new();
        limits.enforce(&stop, Duration::from_millis(1999));
        assert!(!stop.is_fired());
        limits.enforce(&stop, Duration::from_secs(2));
        assert_eq!(stop.reason().map(|r| r.to_string()).as_deref(), Some("timeout after 2s"));
    }

    #[test]
    fn the_deadline_counts_from_the_start_of_the_program() {
        let limits = Limits { deadline: Some("2s".parse().unwrap()), ..Limits::default() };
        let stop = Stop::new();
        limits.enforce_deadline(&stop, Duration::from_millis(1999));
        assert!(!stop.is_fired());
        limits.enforce_deadline(&stop, Duration::from_secs(2));
        assert_eq!(stop.reason(), Some(StopReason::Deadline { limit: "2s".to_owned() }));
        let long_past = Limits { deadline: Some("1ms".parse().unwrap()), ..Limits::default() };
        std::thread::sleep(Duration::from_millis(2).saturating_sub(running()));
        assert!(long_past.is_overdue() && !Limits::default().is_overdue());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_seen() {
        let limits = Limits { memory: Some("1K".parse().unwrap()), ..Limits::default() };
        let stop = Stop::new();
        limits.enforce(&stop, Duration::ZERO);
        assert_eq!(stop.reason(), Some(StopReason::MemoryLimit { limit: "1K".to_owned() }));
        assert!(limits.is_bursting() && !Limits::default().is_bursting());
        let most = memory_limit(None).expect("the system tells");
        assert!(most.bytes <= available().expect("the system tells") && most.to_string().ends_with('M'));
        assert_eq!(memory_limit(Some(&"3G".parse().unwrap())).map(|l| l.to_string()), Some("3G".to_owned()));
    }
}
