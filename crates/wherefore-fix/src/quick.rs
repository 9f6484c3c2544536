//! Options for many small questions.

use wherefore_check::{Demand, EngineChoice, Options};
use wherefore_ir::{Sort, System};

/// The most bits of a state for which decision diagrams are asked alone.
const MOST_BITS: u64 = 40;

/// Options for many small questions: decision diagrams answer them without starting a process, and a SAT solver re-checks the
/// answer in this one.
pub(crate) fn quick(system: &System, options: &Options) -> Options {
    let bits = |sort: Sort| match sort {
        Sort::Bool => 1,
        Sort::Enum(id) => width(system.terms.enumeration(id).values.len() as u64),
        Sort::Range { lo, hi } => width(hi.abs_diff(lo).saturating_add(1)),
        Sort::BitVec(width) => u64::from(width),
        Sort::Int | Sort::Real | Sort::Float(_) => MOST_BITS + 1,
    };
    let all: u64 = system.terms.vars().map(|(_, var)| bits(var.sort)).sum();
    let is_small = all <= MOST_BITS && options.engine == EngineChoice::Auto;
    if is_small { Options { engine: EngineChoice::Bdd, ..options.clone() } } else { options.clone() }
}

/// Options that leave the re-check to a second question, for answers of which most are thrown away.
pub(crate) fn first(options: &Options) -> Options {
    Options { recheck: Demand::Deferred, ..options.clone() }
}

/// Bits that so many values need.
fn width(values: u64) -> u64 {
    u64::from(u64::BITS - values.saturating_sub(1).leading_zeros())
}
