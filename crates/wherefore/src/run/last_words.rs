//! Memory is watched while a report is made, too.
//!
//! Making a report cannot be stopped half-way, and half a report would look whole. Its lists have limits, so that it is not large;
//! if memory runs out all the same, the verdicts are said and the program ends, before the system ends it silently.

use super::limits::Limits;
use super::memory::resident;
use crate::exit::Exit;
use crate::output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use wherefore_check::{Finding, Verdict};
use wherefore_report::document::Document;

/// How often memory is looked at.
const PERIOD: Duration = Duration::from_millis(25);

/// Memory that making a report may take beyond what is in use when it begins. The engines that were stopped for want of
/// memory may not have given theirs back by then, and a report of a few lines fits all the same.
const ROOM: u64 = 64 << 20;

/// Does a part of making a report. `known` is what is said if it does not fit the memory.
pub fn watched<T>(limits: &Limits, known: &str, work: impl FnOnce() -> T) -> T {
    let Some(limit) = &limits.memory else { return work() };
    let most = limits.most_memory().max(resident().map(|used| used.saturating_add(ROOM)));
    let done = Done(AtomicBool::new(false));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.0.load(Ordering::SeqCst) {
                if resident() > most {
                    end(&format!("the report does not fit the memory limit of {limit} and is not written\n{known}"));
                }
                thread::park_timeout(PERIOD);
            }
        });
        let _end = Ended(&done, watcher.thread());
        work()
    })
}

struct Done(AtomicBool);

/// Ends the watch, whatever becomes of the work.
struct Ended<'a>(&'a Done, &'a thread::Thread);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::SeqCst);
        self.1.unpark();
    }
}

/// Says what is known, and ends the program.
#[expect(clippy::exit, reason = "the memory that an orderly end would need is not there")]
fn end(words: &str) -> ! {
    output::message(words);
    std::process::exit(Exit::Undetermined as i32)
}

/// Verdicts of a report, a line for each property.
pub fn verdicts(report: &Document) -> String {
    report.properties.iter().map(|p| format!("{}: {}\n", p.name, p.verdict.word())).collect()
}

/// Verdicts with a finding that the report does not have yet.
pub fn verdicts_and(report: &Document, finding: &Finding) -> String {
    let word = match &finding.verdict {
        Verdict::Holds { .. } => "holds",
        Verdict::Vacuous { .. } => "vacuous",
        Verdict::Violated(_) => "violated",
        Verdict::Undetermined(_) => "undetermined",
    };
    format!("{}{}: {word}\n", verdicts(report), finding.property)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_within_the_limit_is_done_and_the_watch_ends() {
        let limits = Limits { memory: "64G".parse().ok(), ..Limits::default() };
        assert!(limits.memory.is_some());
        assert_eq!(watched(&limits, "", || 7), 7);
        assert_eq!(watched(&Limits::default(), "", || 8), 8);
    }
}
