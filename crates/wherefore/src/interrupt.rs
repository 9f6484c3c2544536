//! Ends from outside. Ctrl-C and termination: the first ends the search and shows what is known, the second ends the program.
//! A deadline: it ends the search, as other limits do; a program that then does not come to its end is ended here.

use crate::args::units::Span;
use crate::run::limits::{WRITING, running};
use crate::solvers::in_background;
use crate::{output, solvers};
use std::time::{Duration, Instant};
use wherefore_stop::{Stop, StopReason};

/// How long after the first signal another one counts as a second: tools that end a group of processes send the same signal to
/// the program and to its group.
const AGAIN: Duration = Duration::from_millis(500);

/// How long saying so may take.
const SPEAKING: Duration = Duration::from_millis(200);

/// Fires the signal when the user interrupts.
pub fn watch(stop: &Stop) {
    let stop = stop.clone();
    let mut first: Option<Instant> = None;
    // Without a handler an interrupt still ends the program, as it does anywhere else.
    let _ = ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() >= AGAIN {
            leave();
        }
        stop.fire(StopReason::Interrupted);
    });
}

/// Ends the program some time after its deadline, whatever it does then: reading from a pipe that brings nothing, or
/// writing to one that is not read.
pub fn end_after(deadline: &Span) {
    let (limit, words) = (deadline.duration.saturating_add(WRITING), deadline.to_string());
    in_background(move || {
        std::thread::sleep(limit.saturating_sub(running()));
        // A reader that does not read the results may not read messages either.
        in_background(move || {
            output::message(&format!("deadline of {words} passed before the report was written\n"));
        });
        std::thread::sleep(SPEAKING);
        leave();
    });
}

/// Ends the program at once: the user asked twice, or the time is up.
fn leave() {
    let _none_after = output::abandon();
    solvers::leave();
}
