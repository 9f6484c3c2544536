//! The rule of the latch.
//!
//! | value | shape 0 | shape 1 |
//! |---|---|---|
//! | 1 | set at t, not reset since | initially 1 and never reset |
//! | 0 | reset at t, not set since | initially 0 and never set |
//!
//! "Since" is from t on if the other port wins when both are on, otherwise after t. Implicant 1 needs the initial value; where
//! that is the value and the other port wins, a set at the first tick adds nothing to it, and is not offered.
//!
//! ```text
//! set    0 1 0 0      reset wins: on at tick 3, because set at 1 and no reset at 1, 2, 3
//! reset  1 0 0 0
//! ```

use super::{At, BlockAt, Condition, Implicant, Timing};
use crate::dataflow::Program;
use crate::dataflow::patterns::{Kind, Pattern, Port, Priority};
use wherefore_ir::Value;

/// The port that brings a value about, the one that ends it, whether the latter wins, and whether it is the initial value.
fn roles(pattern: &Pattern, on: bool) -> Option<(Port, Port, bool, bool)> {
    match pattern.kind {
        Kind::Latch { set, reset, priority, init } => Some(match on {
            true => (set, reset, priority == Priority::Reset, init),
            false => (reset, set, priority == Priority::Set, !init),
        }),
        _ => None,
    }
}

/// The implicants of a latch that the run satisfies.
pub fn satisfied(at: &At<'_>, on: bool) -> Vec<(u32, Vec<BlockAt>)> {
    let Some((begins, ends, loses, initially)) = roles(at.pattern, on) else { return Vec::new() };
    let mut found = Vec::new();
    // From the present back, as long as nothing ends the value.
    let mut quiet = Vec::new();
    for tick in at.ticks().rev() {
        let (begun, ended) = (at.is_on(begins, tick), at.is_on(ends, tick));
        let adds_nothing = loses && initially && tick == at.pattern.start;
        if begun && !(ended && loses) && !adds_nothing && found.len() < at.most {
            let mut places: Vec<BlockAt> = quiet.clone();
            places.push((begins.block, tick));
            places.extend(loses.then_some((ends.block, tick)));
            found.push((0, places));
        }
        if ended {
            return found;
        }
        quiet.push((ends.block, tick));
    }
    found.extend(initially.then_some((1, quiet)));
    found
}

/// The implicants of a latch.
pub fn implicants(program: &Program<'_>, pattern: &Pattern, on: bool) -> Vec<Implicant> {
    let Some((begins, ends, _, initially)) = roles(pattern, on) else { return Vec::new() };
    let at = |port: Port, is_on: bool, timing| {
        let value = Some(Value::Bool(port.on == is_on));
        Condition::Value { block: port.block, value, timing }
    };
    let (begin, end) = if on { ("set", "reset") } else { ("reset", "set") };
    let (begin_name, end_name) = (super::words::port(program, begins), super::words::port(program, ends));
    let once = Implicant {
        number: 0,
        conditions: vec![at(begins, true, Timing::Once(0))],
        words: format!("{begin} by {begin_name} and not {end} since"),
    };
    let always = if pattern.start == 0 { Timing::Always(0) } else { Timing::AlwaysLater(0) };
    let never = Implicant {
        number: 1,
        conditions: vec![at(ends, false, always)],
        words: format!("initial value {} and never {end} by {end_name}", u8::from(on)),
    };
    std::iter::once(once).chain(initially.then_some(never)).collect()
}
