//! Models in a browser: a text goes in, a report comes out. One thread, no processes, no files.
//!
//! ```text
//! {"name": "door.smv", "text": "MODULE main ...", "seconds": 20}              what is asked; the name tells the language
//!   {"properties": [{"name": "safe", "verdict": "violated", "ways": 4, "complete": true}],
//!    "html": "<!DOCTYPE html>...", "text": "...", "json": "..."}              what is answered
//!   {"error": "door.smv:3:7: ..."}                                            what is answered if the text is no model
//! ```
//!
//! A question may also have a `formula`, which is asked of a graph, and texts `beside` the model, which it may include.
//!
//! The report is that of the library `wherefore`, asked as the program asks it: engines for finite data work here, in turns;
//! those that are processes are missing, and the report says where. The page calls the functions of `door`, which exist only in
//! the module. Time is measured by a clock that the page gives.

#[cfg(target_arch = "wasm32")]
mod door;
mod limit;
mod question;
mod report;

pub use limit::Clock;

use question::Question;
use serde_json::json;

/// The answer to a question, both in JSON.
pub fn answer(question: &str, clock: Clock) -> String {
    let answer = Question::read(question).and_then(|asked| report::make(&asked, clock));
    answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
}
