//! Reasons to end a search: data, with the words of reports as their `Display`.
//!
//! Limits keep the spelling of the user, so that `--timeout 2m` is reported as `2m` and not as `120s`.

use std::fmt;
use std::time::Duration;

/// Why a search was ended before it had an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The time for this part of the work is used up.
    Timeout {
        /// The limit, as the user spelled it.
        limit: String,
    },
    /// The time for the whole command is used up.
    Deadline {
        /// The limit, as the user spelled it.
        limit: String,
    },
    /// The part of the time for the whole command that this part of the work has is used up.
    DeadlineShare {
        /// The limit of the whole command, as the user spelled it.
        limit: String,
        /// The time of this part.
        share: Duration,
    },
    /// More memory is used than is allowed.
    MemoryLimit {
        /// The limit, as the user spelled it or as it was chosen for them.
        limit: String,
    },
    /// More memory would be needed than there is.
    MemoryNeeded {
        /// The need and what there is, in words.
        shortage: String,
    },
    /// The user ended the search.
    Interrupted,
    /// Another engine had the answer first.
    AnotherWasFaster,
    /// Something outside of the search failed, in its own words: a file, a thread, another machine.
    Failed(String),
    /// The question was not asked, because the work ended before it.
    NotAsked,
    /// The search is still under way, or ended without a reason.
    #[default]
    Unfinished,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Timeout { limit } => write!(f, "timeout after {limit}"),
            StopReason::Deadline { limit } => write!(f, "deadline of {limit} reached"),
            StopReason::DeadlineShare { limit, share } => {
                write!(f, "deadline of {limit}: its share of {:.1} s is used up", share.as_secs_f64())
            }
            StopReason::MemoryLimit { limit } => write!(f, "memory limit of {limit} reached"),
            StopReason::MemoryNeeded { shortage } => write!(f, "memory limit: {shortage}"),
            StopReason::Interrupted => f.write_str("interrupted"),
            StopReason::AnotherWasFaster => f.write_str("another engine was faster"),
            StopReason::Failed(words) => f.write_str(words),
            StopReason::NotAsked => f.write_str("not asked"),
            StopReason::Unfinished => f.write_str("not finished"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_spelled_as_the_user_did() {
        let limit = || "2m".to_owned();
        let said = [
            (StopReason::Timeout { limit: limit() }, "timeout after 2m"),
            (StopReason::Deadline { limit: limit() }, "deadline of 2m reached"),
            (
                StopReason::DeadlineShare { limit: limit(), share: Duration::from_millis(1250) },
                "deadline of 2m: its share of 1.2 s is used up",
            ),
            (StopReason::MemoryLimit { limit: "2G".to_owned() }, "memory limit of 2G reached"),
        ];
        for (reason, words) in said {
            assert_eq!(reason.to_string(), words);
        }
    }
}
