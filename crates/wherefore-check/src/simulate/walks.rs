//! Long runs drawn by chance, short ones first, until the last few of each length have shown nothing new.

use super::Drawing;
use wherefore_ir::System;
use wherefore_solve::Stop;
use wherefore_trace::{Step, Trace};

/// Ticks of the first runs and of the last.
const SHORTEST: usize = 64;
const LONGEST: usize = 1024;
/// Runs of one length in a row that may show nothing new.
const IDLE: usize = 4;
/// Instructions of the evaluator for one step of a large system.
const LARGE: usize = 10_000;
/// The seed of what is drawn.
const SEED: u64 = 0x5eed;

/// A source of runs.
pub(crate) struct Walks<'a> {
    drawing: Drawing<'a>,
    length: usize,
    idle: usize,
}

impl<'a> Walks<'a> {
    /// Runs of a system; none if one of its terms has no value at a tick.
    pub(crate) fn new(system: &'a System) -> Option<Walks<'a>> {
        Some(Walks { drawing: Drawing::new(system, SEED)?, length: SHORTEST, idle: 0 })
    }

    /// Whether a search for runs of the system takes long: each tick is a copy of all of its formulas.
    pub(crate) fn is_large(&self) -> bool {
        self.drawing.size() > LARGE
    }

    /// The next run; none if no more are worth drawing, or all of them have taken this number of evaluated instructions. It ends where no
    /// next step was found.
    pub(crate) fn next_run(&mut self, work: u64, stop: &Stop) -> Option<Trace> {
        if self.idle == IDLE {
            (self.length, self.idle) = (self.length * 2, 0);
        }
        if self.length > LONGEST {
            return None;
        }
        self.idle += 1;
        let mut steps: Vec<Step> = Vec::new();
        while steps.len() < self.length && self.drawing.spent() < work && !stop.is_fired() {
            match self.drawing.step(steps.last()) {
                Some(step) => steps.push(step),
                None => break,
            }
        }
        (!steps.is_empty()).then(|| Trace::finite(steps))
    }

    /// Says that the last run showed something new.
    pub(crate) fn was_new(&mut self) {
        self.idle = 0;
    }
}
