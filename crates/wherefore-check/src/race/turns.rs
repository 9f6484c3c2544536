//! Several engines on one thread: each in turn, for a share of effort that grows from round to round.
//!
//! Effort is counted in looks at the stop signal, which every engine takes all the time, so that the turns are the same on every
//! run. An engine whose share is used up begins anew in the next round; because each share is a multiple of the last one, that
//! costs a fraction of the whole. The last engine that is left works without end. BDDs go first: their proofs are re-checked by a
//! solver of this process, and those of the others may find no judge where there is one thread alone.

use super::{Lane, Outcome, undecided};
use crate::NoAnswer;
use crate::engine::{EngineContext, Family};
use std::sync::atomic::{AtomicU64, Ordering};
use wherefore_solve::{Stop, StopReason};

/// Looks at the stop signal in the first round.
const SHARE: u64 = 1 << 12;
/// The factor by which a share is larger than the last one.
const GROWTH: u64 = 4;

/// Runs the lanes in turns until one decides.
pub(super) fn in_turn(mut lanes: Vec<Lane>, context: &EngineContext) -> Outcome {
    let ids: Vec<_> = lanes.iter().map(|l| l.id).collect();
    let names: Vec<&str> = ids.iter().map(|id| id.name()).collect();
    lanes.sort_by_key(|lane| lane.engine.family() != Family::Bdd);
    let (mut causes, mut share) = (Vec::new(), SHARE);
    while !lanes.is_empty() && !context.stop.is_fired() {
        let mut left = Vec::new();
        let mut waiting = lanes.len();
        for lane in lanes {
            waiting -= 1;
            let is_last = waiting + left.len() == 0;
            let stop = if is_last { context.stop.child() } else { limited(&context.stop, share) };
            match lane.run(&EngineContext { stop: stop.clone(), ..context.clone() }) {
                Err(NoAnswer::Stopped(_)) if stop.is_fired() => left.push(lane),
                Err(cause) => causes.push(cause),
                answer => return (lane.id.to_string(), answer),
            }
        }
        lanes = left;
        share = share.saturating_mul(GROWTH);
    }
    undecided(&names, causes, &context.stop)
}

/// A signal that fires when it was looked at this often.
pub(crate) fn limited(stop: &Stop, looks: u64) -> Stop {
    let left = AtomicU64::new(looks);
    let is_used_up = move || left.fetch_sub(1, Ordering::Relaxed) == 1;
    stop.watched(move || is_used_up().then_some(StopReason::Unfinished))
}
