//! The nearest passing run.

use super::{Nearest, Subject, Told, Untold};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// For each failing run a passing one of the same length that differs in as few choices as possible.
pub fn nearest(_: &Subject<'_>, runs: &[&Trace], _: &Stop) -> Vec<Told<Nearest>> {
    runs.iter().map(|_| Err(Untold::unfinished())).collect()
}
