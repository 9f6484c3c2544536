//! Ctrl-C and termination: the first ends the search and shows what is known, the second ends the program.

use crate::exit::Exit;
use wherefore_report::cause::INTERRUPTED;
use wherefore_solve::Stop;

/// Fires the signal when the user interrupts.
pub fn watch(stop: &Stop) {
    let stop = stop.clone();
    // Without a handler an interrupt still ends the program, as it does anywhere else.
    let _ = ctrlc::set_handler(move || {
        if stop.is_fired() {
            leave();
        }
        stop.fire(INTERRUPTED);
    });
}

#[expect(clippy::exit, reason = "the user asked twice; threads that do not listen are not waited for")]
fn leave() {
    std::process::exit(Exit::Undetermined as i32)
}
