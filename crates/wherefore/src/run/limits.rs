//! The limits of a search, and how much memory is in use.
//!
//! Memory is watched, not capped: a process that hits a hard limit is killed or aborts in the middle of an allocation,
//! one that is watched can still say what it knows. Solver processes count as ours.

use crate::args::units::{Size, Span};
use std::time::Duration;
use wherefore_report::cause::{MEMORY_LIMIT, TIMEOUT};
use wherefore_solve::Stop;

/// What a search may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time.
    pub timeout: Option<Span>,
    /// Memory, of this process and its children.
    pub memory: Option<Size>,
}

impl Limits {
    /// Fires the signal if a limit is passed.
    pub fn enforce(&self, stop: &Stop, spent: Duration) {
        if let Some(limit) = self.timeout.as_ref().filter(|l| spent >= l.duration) {
            stop.fire(&format!("{TIMEOUT} after {limit}"));
        }
        if let Some(limit) = &self.memory
            && resident().is_some_and(|used| used > limit.bytes)
        {
            stop.fire(&format!("{MEMORY_LIMIT} of {limit} reached"));
        }
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
        let limits = Limits { timeout: Some("2s".parse().unwrap()), memory: None };
        let stop = Stop::new();
        limits.enforce(&stop, Duration::from_millis(1999));
        assert!(!stop.is_fired());
        limits.enforce(&stop, Duration::from_secs(2));
        assert_eq!(stop.reason().as_deref(), Some("timeout after 2s"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_seen() {
        assert!(resident().is_some_and(|bytes| bytes > 100_000));
        let limits = Limits { timeout: None, memory: Some("1K".parse().unwrap()) };
        let stop = Stop::new();
        limits.enforce(&stop, Duration::ZERO);
        assert_eq!(stop.reason().as_deref(), Some("memory limit of 1K reached"));
    }
}
