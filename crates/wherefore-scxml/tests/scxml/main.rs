//! The tests of the SCXML front end.
//!
//! `snapshots` and `corpus` are about reading. `traces`, `charts` and `walks` follow a lowered system with the interpreter: on
//! event traces of others, on random statecharts, and on random walks through public ones. `equivalence` does so for our
//! examples of models that are compared, and against functions of the same behaviour. The rest is what they share: a
//! simulator of transition systems, the comparison, expected traces, and a maker of random statecharts.

mod beside;
mod charts;
mod corpus;
mod equivalence;
mod follow;
mod invoked;
mod network;
mod networks;
mod random;
mod scenario;
mod simulator;
mod snapshots;
mod traces;
mod walks;

use wherefore_diag::Diagnostics;

/// The first error, without the names in it, so that equal reasons are counted together.
pub fn reason(diagnostics: &Diagnostics) -> String {
    let Some(error) = diagnostics.iter().find(|d| d.is_error()) else { return "no error was given".to_owned() };
    let parts = error.headline.split('`').enumerate();
    let words: String = parts.map(|(i, part)| if i % 2 == 0 { part } else { "_" }).collect();
    format!("{}: {words}", error.code.id)
}
