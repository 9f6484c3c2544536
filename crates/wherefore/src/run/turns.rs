//! A fair share of the deadline for each property, so that a hard one does not starve the rest.
//!
//! Each has the time that is left, divided by the number of those that are still to come. What quick ones leave over goes round
//! again: to those that were cut off, which begin anew, as long as each gets half as much again as it had.
//!
//! ```text
//! deadline 60 s, four properties, the second hard:  15 s to each at most, 2 s used
//!                                                   19 s, all used
//!                                                   19 s, 1 s used
//!                                                   38 s, 1 s used
//! and again the second alone:                       37 s
//! ```

use super::Run;
use super::limits::running;
use std::time::Duration;

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// There is nothing more to do.
    Done,
    /// Its share of the time was used up.
    CutOff,
}

impl Run<'_> {
    /// Gives each of `parts` parts its turns, until one shows that nothing can be decided.
    pub(super) fn in_turns(&mut self, parts: usize, mut turn: impl FnMut(&mut Self, usize) -> Option<Turn>) {
        let mut waiting: Vec<usize> = (0..parts).collect();
        let mut given = vec![Duration::ZERO; parts];
        while !waiting.is_empty() {
            let mut cut_off = Vec::new();
            for (done, part) in waiting.iter().enumerate() {
                let share = self.share(waiting.len() - done);
                self.ctx.limits.share = share;
                given[*part] = share.unwrap_or_default();
                let ended = turn(self, *part);
                self.ctx.limits.share = None;
                self.ctx.progress.decided(&self.ctx.report.properties);
                match ended {
                    None => return,
                    Some(Turn::CutOff) => cut_off.push(*part),
                    Some(Turn::Done) => {}
                }
            }
            let next = self.share(cut_off.len().max(1)).unwrap_or_default();
            waiting = cut_off.into_iter().filter(|part| is_worth_it(given[*part], next)).collect();
        }
    }

    /// The time that is left, shared between this number of parts; `None` if there is no deadline.
    pub(super) fn share(&self, between: usize) -> Option<Duration> {
        let left = self.ctx.limits.deadline.as_ref()?.duration.saturating_sub(running());
        Some(left / u32::try_from(between.max(1)).unwrap_or(u32::MAX))
    }
}

/// Whether to begin anew with so much more time.
fn is_worth_it(before: Duration, now: Duration) -> bool {
    now >= before + before / 2 && now > Duration::from_millis(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_begins_anew_for_nothing() {
        let second = Duration::from_secs(1);
        assert!(is_worth_it(second * 2, second * 3) && !is_worth_it(second * 2, second * 2));
        assert!(!is_worth_it(Duration::ZERO, Duration::ZERO));
    }
}
