//! The implicants of a block and its value: which smallest conditions on its inputs force it.
//!
//! An implicant is a set of conditions "this input has this value, this number of ticks before" that is enough for the
//! value of the block, and of which no part is. Those that a run satisfies are branches of its cause; the others are other
//! ways to the same value.
//!
//! ```text
//! x and y  is 0    {x = 0}  or  {y = 0}
//! x and y  is 1    {x = 1, y = 1}
//! latch    is 1    {set at t, no reset since}, for any t up to now
//! ```
//!
//! An implicant is known by its number among those of its block and value, whichever t it has. A run can satisfy the same
//! implicant with several t: [`FEW`] of them are offered, the latest first, since the latest rests on the shortest part of
//! the run. Values of numbers are not taken apart: a comparison or a sum rests on all its operands, except that a product
//! that is 0 rests on one factor, and that constants are passed over.

mod gates;
mod latch;
mod window;
pub(super) mod words;

use super::Program;
use super::patterns::{Kind, Pattern};
use super::replay::Replay;
use gates::Way;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Role, Value};

/// With how many different times the same implicant is offered.
pub const FEW: usize = 3;

/// A block and a tick.
pub type BlockAt = (BlockId, u32);

/// When a condition must hold, relative to the tick of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Timing {
    /// This many ticks before.
    Before(u32),
    /// At least once, this many ticks before or earlier.
    Once(u32),
    /// At every tick up to this many ticks before.
    Always(u32),
    /// At every one of the last n + 1 ticks, the present one included.
    Throughout(u32),
    /// At least this many times up to now.
    AtLeast(u32),
    /// As `Always`, but the first tick does not count.
    AlwaysLater(u32),
    /// At least once in the last n + 1 ticks, the present one included.
    Within(u32),
    /// At fewer than this many ticks up to now.
    Fewer(u32),
    /// As `Fewer`, but the first tick does not count.
    FewerLater(u32),
}

/// A condition on an input of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A block has a value; with no value, it has the one that the block itself has.
    Value {
        /// Block of the condition.
        block: BlockId,
        /// Its value.
        value: Option<Value>,
        /// Time of the condition.
        timing: Timing,
    },
    /// The tick of the block is the first one.
    First,
    /// The tick is not the first one.
    NotFirst,
    /// The tick of the block is less than this.
    Early(u32),
    /// The tick of the block is at least this.
    NotEarly(u32),
}

/// One way in which a block can come to a value: an implicant, without times.
///
/// Conditions say what distinguishes the way from the others, given that the block has the value: for a latch that is
/// on, that it was set, not that it was not reset since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implicant {
    /// Its number among the shapes of the block for this value. With block and value it is the identity of the implicant.
    pub number: u32,
    /// Conditions that must all hold.
    pub conditions: Vec<Condition>,
    /// In words, about the block: "set and not reset since", "its first input is 0".
    pub words: String,
}

impl Program<'_> {
    /// All implicants of "block has this value", without times. A value that the block cannot have may have some as well.
    pub fn implicants(&self, block: BlockId, value: &Value) -> Vec<Implicant> {
        match (self.patterns.at(block), value.as_bool()) {
            (Some(pattern), Some(truth)) => {
                let on = truth != pattern.negated;
                match pattern.kind {
                    Kind::Latch { .. } => latch::implicants(self, pattern, on),
                    Kind::Edge { .. } => words::implicants(self, block, window::edge(pattern, on)),
                    Kind::Confirmator { .. } => window::confirmator_shapes(self, pattern, on),
                    Kind::Counter { .. } => window::counter_shapes(self, pattern, on),
                }
            }
            _ => words::implicants(self, block, gates::ways(self, block, value)),
        }
    }

    /// The implicants that the run satisfies at a block and a tick: the number of the shape and the places that it rests on.
    /// There is at least one. Each shape occurs with at most [`FEW`] different times.
    pub fn satisfied(&self, replay: &Replay, block: BlockId, tick: u32) -> Vec<(u32, Vec<BlockAt>)> {
        self.satisfied_at_most(replay, (block, tick), FEW)
    }

    /// As [`Program::satisfied`], with each shape at no more than `most` different times.
    pub fn satisfied_at_most(&self, replay: &Replay, (block, tick): BlockAt, most: usize) -> Vec<(u32, Vec<BlockAt>)> {
        let value = replay.value(block, tick);
        let mut found = match (self.patterns.at(block), value.as_bool()) {
            (Some(pattern), Some(truth)) => {
                let on = truth != pattern.negated;
                let at = At { pattern, replay, tick, most };
                match pattern.kind {
                    Kind::Latch { .. } => latch::satisfied(&at, on),
                    Kind::Edge { .. } => self.hold(replay, (block, tick), window::edge(pattern, on)),
                    Kind::Confirmator { .. } => window::confirmator(&at, on),
                    Kind::Counter { .. } => window::counter(&at, on),
                }
            }
            _ => self.hold(replay, (block, tick), gates::ways(self, block, value)),
        };
        for (_, places) in &mut found {
            places.iter_mut().filter(|p| self.is_frozen(p.0)).for_each(|p| p.1 = 0);
            places.sort_unstable_by_key(|(b, t)| (*t, *b));
            places.dedup();
        }
        found.dedup();
        found
    }

    /// The ways whose conditions the run satisfies.
    fn hold(&self, replay: &Replay, at: BlockAt, ways: Vec<Way>) -> Vec<(u32, Vec<BlockAt>)> {
        ways.into_iter().filter_map(|way| Some((way.number, self.places(replay, at, &way)?))).collect()
    }

    /// Places that a way rests on, if the run satisfies it.
    fn places(&self, replay: &Replay, (block, tick): BlockAt, way: &Way) -> Option<Vec<BlockAt>> {
        let mut places: Vec<BlockAt> = way.operands.iter().map(|b| (*b, tick)).collect();
        for condition in &way.conditions {
            match condition {
                Condition::Value { block: input, value, timing: Timing::Before(ticks) } => {
                    let place = (*input, tick.checked_sub(*ticks)?);
                    let wanted = value.as_ref().unwrap_or_else(|| replay.value(block, tick));
                    places.push((replay.value(place.0, place.1) == wanted).then_some(place)?);
                }
                Condition::First => (tick == 0).then_some(())?,
                Condition::NotFirst => (tick > 0).then_some(())?,
                _ => return None,
            }
        }
        Some(places)
    }

    /// A frozen variable is chosen once: its value at any tick is the one at the first.
    fn is_frozen(&self, block: BlockId) -> bool {
        matches!(self.network.block(block).gate, Gate::Input(v) if self.system.role(v) == Role::Frozen)
    }
}

/// A pattern at a tick of a run.
struct At<'a> {
    pattern: &'a Pattern,
    replay: &'a Replay,
    tick: u32,
    most: usize,
}

impl At<'_> {
    /// The ticks at which its ports count, up to now.
    fn ticks(&self) -> std::ops::Range<u32> {
        self.pattern.start..self.tick + 1
    }

    fn is_on(&self, port: super::patterns::Port, tick: u32) -> bool {
        self.replay.is_true(port.block, tick) == port.on
    }
}
