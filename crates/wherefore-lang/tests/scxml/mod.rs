//! What the tests of the SCXML front end share: expected traces, a simulator of transition systems, the comparison of a
//! lowered system with the interpreter, and random statecharts.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod follow;
pub mod random;
pub mod scenario;
pub mod simulator;

use wherefore_diag::Diagnostics;

/// The first error, without the names in it, so that equal reasons are counted together.
pub fn reason(diagnostics: &Diagnostics) -> String {
    let Some(error) = diagnostics.iter().find(|d| d.is_error()) else { return "no error was given".to_owned() };
    let parts = error.headline.split('`').enumerate();
    let words: String = parts.map(|(i, part)| if i % 2 == 0 { part } else { "_" }).collect();
    format!("{}: {words}", error.code.id)
}
