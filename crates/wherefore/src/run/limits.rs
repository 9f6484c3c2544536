//! The limits of a search, and how much memory is in use.
//!
//! Memory is watched, not capped: a process that hits a hard limit is killed or aborts in the middle of an allocation,
//! one that is watched can still say what it knows. Solver processes count as ours.

use crate::args::units::{Size, Span};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use wherefore_report::cause::{DEADLINE, MEMORY_LIMIT, TIMEOUT};
use wherefore_solve::Stop;

/// When the program was started, or as soon after it as it could look at the clock.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long the program has been running. The first call should be the first thing it does.
pub fn running() -> Duration {
    BEGINNING.elapsed()
}

/// What a search may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time of this search.
    pub timeout: Option<Span>,
    /// Time of the whole command, counted from its start.
    pub deadline: Option<Span>,
    /// Memory, of this process and its children.
    pub memory: Option<Size>,
    /// Whether the work looks at the signal at all.
    pub attention: Attention,
}

/// What work does about a signal to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// It looks at it now and then, and ends with what it has.
    #[default]
    Listens,
    /// It goes on: there is nothing to wait for.
    Deaf,
}

impl Limits {
    /// Fires the signal if a limit is passed.
    pub fn enforce(&self, stop: &Stop, spent: Duration) {
        if let Some(limit) = self.timeout.as_ref().filter(|l| spent >= l.duration) {
            stop.fire(&format!("{TIMEOUT} after {limit}"));
        }
        self.enforce_deadline(stop, running());
        if let Some(limit) = &self.memory
            && resident().is_some_and(|used| used > limit.bytes)
        {
            stop.fire(&format!("{MEMORY_LIMIT} of {limit} reached"));
        }
    }

    /// Fires the signal if the time of the whole command is up.
    pub fn enforce_deadline(&self, stop: &Stop, running: Duration) {
        if let Some(limit) = self.deadline.as_ref().filter(|l| running >= l.duration) {
            stop.fire(&format!("{DEADLINE} of {limit} reached"));
        }
    }

    /// Whether memory is used so far beyond its limit that nobody can be waited for.
    pub fn is_bursting(&self) -> bool {
        let most = self.memory.as_ref().map(|l| l.bytes.saturating_add(l.bytes / 2));
        most.zip(resident()).is_some_and(|(most, used)| used > most)
    }

    /// Whether the time of the whole command is up.
    pub fn is_overdue(&self) -> bool {
        self.deadline.as_ref().is_some_and(|l| running() >= l.duration)
    }
}

/// The memory of this machine, in bytes; a lot where the system does not tell.
pub fn installed() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("MemTotal:"));
    let size = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
    size.map_or(u64::MAX, |kilobytes| kilobytes * 1024)
}

/// The bytes in use by this process and its children; `None` where the system does not tell.
fn resident() -> Option<u64> {
    let own = resident_of("self")?;
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let lists = tasks.filter_map(|t| std::fs::read_to_string(t.ok()?.path().join("children")).ok());
    let children: u64 = lists.flat_map(|l| l.split_whitespace().filter_map(resident_of).collect::<Vec<_>>()).sum();
    Some(own + children)
}

fn resident_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
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
        assert_eq!(stop.reason().as_deref(), Some("timeout after 2s"));
    }

    #[test]
    fn the_deadline_counts_from_the_start_of_the_program() {
        let limits = Limits { deadline: Some("2s".parse().unwrap()), ..Limits::default() };
        let stop = Stop::new();
        limits.enforce_deadline(&stop, Duration::from_millis(1999));
        assert!(!stop.is_fired());
        limits.enforce_deadline(&stop, Duration::from_secs(2));
        assert_eq!(stop.reason().as_deref(), Some("deadline of 2s reached"));
        let long_past = Limits { deadline: Some("1ms".parse().unwrap()), ..Limits::default() };
        std::thread::sleep(Duration::from_millis(2).saturating_sub(running()));
        assert!(long_past.is_overdue() && !Limits::default().is_overdue());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_seen() {
        assert!(resident().is_some_and(|bytes| bytes > 100_000));
        let limits = Limits { memory: Some("1K".parse().unwrap()), ..Limits::default() };
        let stop = Stop::new();
        limits.enforce(&stop, Duration::ZERO);
        assert_eq!(stop.reason().as_deref(), Some("memory limit of 1K reached"));
        assert!(limits.is_bursting() && !Limits::default().is_bursting());
    }
}
