//! The processor time that the program and its solvers have had, as far as the system reports it (Linux does, in `/proc`).

use super::memory::children;
use std::fs::read_to_string;
use std::time::Duration;

/// What the system counts processor time in: a hundredth of a second on every architecture that Linux knows.
const TICK: Duration = Duration::from_millis(10);
/// Where the four counts begin in the line of a process, counted from the name of the program: the time of the process in its own code
/// and in the system, and both for those of its children that have ended.
const COUNTS: std::ops::Range<usize> = 11..15;

/// The processor time of this process and its children so far; `None` where the system does not report it.
pub fn used() -> Option<Duration> {
    let own = used_by("self")?;
    Some(own + children()?.iter().filter_map(|child| used_by(child)).sum::<Duration>())
}

fn used_by(process: &str) -> Option<Duration> {
    used_in(&read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// The time in the line of a process. The name of a program may hold anything, and ends with the last parenthesis.
fn used_in(line: &str) -> Option<Duration> {
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u32 = fields.get(COUNTS)?.iter().filter_map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_counts_are_added_up() {
        let line = "12 (odd) name) S 1 12 12 0 -1 4194560 900 800 0 0 7 30 200 1000 20 0 9 0 100 1 1";
        assert_eq!(used_in(line), Some(Duration::from_millis(12370)));
        assert_eq!(used_in("no line of such a file"), None);
    }
}
