//! Panics become one line: an error in this program must not look like an error in the user's model.

use std::any::Any;
use std::panic;
use std::sync::{Mutex, PoisonError};

/// Where the last panic happened, and what it said.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics off the terminal, unless a backtrace was asked for.
pub fn silence() {
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0");
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map_or(String::new(), |l| format!(" ({}:{})", l.file(), l.line()));
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{}{place}", words(info.payload())));
        if backtrace {
            show(info);
        }
    }));
}

/// A caught panic in words.
pub fn describe(payload: &(dyn Any + Send)) -> String {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
    last.unwrap_or_else(|| words(payload))
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}
