//! Instrumentations: ways to the failure that a cause did not take.
//!
//! At every block on a cause the implicants that the run did not satisfy are other ways to the same value. One of them,
//! together with what makes that value reach the failure, is a question: is there a failing run that comes this way?
//!
//! * *primary*: the block has its value, and the conditions of the implicant hold;
//! * *secondary*: on the path from the failure to the block, the siblings of each block have the values that they had.
//!
//! Times are relative to the failure, so that runs of any length can answer. The identity of an instrumentation is block,
//! value and implicant, without time: there are finitely many, and the search ends. Delays offer no other way: whether it is
//! the first tick is not for the environment to choose. Values of numbers are left open: they are no ways of their own.
//!
//! ```text
//! act_n = if once then action or .. else true     at the failure: once = 0, so act_n = 1
//! instrumentation                                 once = 1 and (action or ..) = 1 at the failure
//! ```

use super::monitor::Monitor;
use super::replay::Replay;
use super::rules::{Condition, Implicant, Timing};
use super::structural::{Node, StructuralCause};
use super::{Program, Spot};
use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{TermId, Value};

/// Block, its Boolean value, and the implicant.
pub type Identity = (BlockId, Option<bool>, u32);

/// A way to the failure that a known cause did not take.
#[derive(Clone, Debug)]
pub struct Instrumentation {
    /// Identity of the way, without time.
    pub identity: Identity,
    /// The way, in words about the block.
    pub words: String,
    /// The block, its value, and how many ticks before the failure.
    pub spot: Spot,
    /// How many ticks before the failure.
    pub delay: u32,
    conditions: Vec<Condition>,
    siblings: Vec<(Spot, u32)>,
}

impl Instrumentation {
    /// Formula: the present tick can be the failing tick of a run that comes this way.
    pub fn formula(&self, program: &Program<'_>, monitor: &mut Monitor) -> TermId {
        let own = (self.spot.clone(), self.delay);
        let spots = self.siblings.iter().chain(std::iter::once(&own));
        let mut parts: Vec<TermId> = spots.filter_map(|(s, d)| at(program, monitor, s.block, &s.value, *d)).collect();
        for condition in &self.conditions {
            parts.extend(self.condition(program, monitor, condition));
        }
        parts.sort_unstable();
        parts.dedup();
        monitor.system.terms.and(parts)
    }

    fn condition(&self, program: &Program<'_>, monitor: &mut Monitor, condition: &Condition) -> Option<TermId> {
        let formula = match condition {
            Condition::First => monitor.first(),
            Condition::Early(ticks) => self.early(monitor, *ticks),
            Condition::NotFirst => {
                let first = monitor.first();
                monitor.system.terms.not(first)
            }
            Condition::NotEarly(ticks) => {
                let early = self.early(monitor, *ticks);
                monitor.system.terms.not(early)
            }
            Condition::Value { block, value, timing } => {
                let holds = has_value(program, monitor, *block, value.as_ref().unwrap_or(&self.spot.value))?;
                timed(monitor, holds, *timing)
            }
        };
        Some(monitor.before(formula, self.delay))
    }

    /// Formula: fewer than this number of ticks came before.
    fn early(&self, monitor: &mut Monitor, ticks: u32) -> TermId {
        let first = monitor.first();
        within(monitor, first, ticks.saturating_sub(1))
    }
}

/// A condition at the tick of its block.
fn timed(monitor: &mut Monitor, holds: TermId, timing: Timing) -> TermId {
    match timing {
        Timing::Before(ticks) => monitor.before(holds, ticks),
        Timing::Once(ticks) => {
            let once = monitor.once(holds);
            monitor.before(once, ticks)
        }
        Timing::Always(ticks) => {
            let always = monitor.always(holds);
            monitor.before(always, ticks)
        }
        Timing::AlwaysLater(ticks) => {
            let later = or_first(monitor, holds);
            let always = monitor.always(later);
            monitor.before(always, ticks)
        }
        Timing::Throughout(ticks) => {
            let each: Vec<TermId> = (0..=ticks).map(|t| monitor.before(holds, t)).collect();
            monitor.system.terms.and(each)
        }
        Timing::Within(ticks) => within(monitor, holds, ticks),
        Timing::AtLeast(times) => monitor.at_least(holds, times),
        Timing::Fewer(times) => {
            let often = monitor.at_least(holds, times);
            monitor.system.terms.not(often)
        }
        Timing::FewerLater(times) => {
            let first = monitor.first();
            let not_first = monitor.system.terms.not(first);
            let later = monitor.system.terms.and([holds, not_first]);
            let often = monitor.at_least(later, times);
            monitor.system.terms.not(often)
        }
    }
}

fn or_first(monitor: &mut Monitor, holds: TermId) -> TermId {
    let first = monitor.first();
    monitor.system.terms.or([holds, first])
}

fn within(monitor: &mut Monitor, holds: TermId, ticks: u32) -> TermId {
    let each: Vec<TermId> = (0..=ticks).map(|t| monitor.before(holds, t)).collect();
    monitor.system.terms.or(each)
}

/// Formula: a block had a value `delay` ticks ago; nothing for numbers.
fn at(program: &Program<'_>, monitor: &mut Monitor, block: BlockId, value: &Value, delay: u32) -> Option<TermId> {
    let holds = has_value(program, monitor, block, value)?;
    Some(monitor.before(holds, delay))
}

fn has_value(program: &Program<'_>, monitor: &mut Monitor, block: BlockId, value: &Value) -> Option<TermId> {
    let (term, terms) = (program.network.block(block).value, &mut monitor.system.terms);
    match value {
        Value::Bool(true) => Some(term),
        Value::Bool(false) => Some(terms.not(term)),
        Value::Enum(..) => {
            let value = terms.mk_const(value.clone());
            Some(terms.eq(term, value))
        }
        _ => None,
    }
}

/// The ways that a cause did not take, in the order in which they are met from the failure back.
pub fn instrumentations(program: &Program<'_>, replay: &Replay, cause: &StructuralCause) -> Vec<Instrumentation> {
    let parents = parents(cause);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (place, node) in cause.nodes.iter().enumerate() {
        let is_block = program.patterns.at(node.block).is_some();
        if !is_block && is_delay(program.network.block(node.block).gate) {
            continue;
        }
        let taken: BTreeSet<u32> =
            program.satisfied(replay, node.block, node.tick).into_iter().map(|(shape, _)| shape).collect();
        let others = program.implicants(node.block, &node.value).into_iter().filter(|s| !taken.contains(&s.number));
        for shape in others.filter(is_a_way) {
            let identity = (node.block, node.value.as_bool(), shape.number);
            if seen.insert(identity) {
                found.push(Instrumentation {
                    identity,
                    words: shape.words,
                    spot: Spot { block: node.block, tick: node.tick, value: node.value.clone() },
                    delay: replay.last() - node.tick,
                    conditions: shape.conditions,
                    siblings: siblings(cause, &parents, place, replay.last()),
                });
            }
        }
    }
    found
}

/// Whether the environment does not influence which way a block takes: that is settled by time, or there is only one.
pub fn is_delay(gate: Gate) -> bool {
    matches!(gate, Gate::Arrow | Gate::Pre(_) | Gate::First | Gate::Wire | Gate::Input(_) | Gate::Constant)
}

/// Whether the environment influences it.
fn is_a_way(shape: &Implicant) -> bool {
    shape.conditions.iter().any(|c| matches!(c, Condition::Value { .. }))
}

/// A cause that a run has beside others that need fewer inputs, and by which it belongs to no class: is there a run that has this
/// cause, and not those?
#[derive(Clone, Debug)]
pub struct Outdone {
    nodes: Vec<(Spot, u32)>,
    better: Vec<Vec<(Spot, u32)>>,
}

impl Outdone {
    /// A cause of a run that ends at a tick, and the better ones.
    pub fn new(cause: &StructuralCause, better: &[StructuralCause], last: u32) -> Outdone {
        let spots = |cause: &StructuralCause| {
            let spot = |n: &Node| (Spot { block: n.block, tick: n.tick, value: n.value.clone() }, last - n.tick);
            cause.nodes.iter().map(spot).collect()
        };
        Outdone { nodes: spots(cause), better: better.iter().map(spots).collect() }
    }

    /// Formula: the present tick can be the failing tick of a run that has the cause alone.
    pub fn formula(&self, program: &Program<'_>, monitor: &mut Monitor) -> TermId {
        let all = |spots: &[(Spot, u32)], monitor: &mut Monitor| {
            let parts: Vec<TermId> =
                spots.iter().filter_map(|(s, d)| at(program, monitor, s.block, &s.value, *d)).collect();
            monitor.system.terms.and(parts)
        };
        let mut parts = vec![all(&self.nodes, monitor)];
        for better in &self.better {
            let there = all(better, monitor);
            parts.push(monitor.system.terms.not(there));
        }
        monitor.system.terms.and(parts)
    }
}

/// For each node the first one that rests on it.
fn parents(cause: &StructuralCause) -> Vec<Option<usize>> {
    let mut parents = vec![None; cause.nodes.len()];
    for (place, node) in cause.nodes.iter().enumerate() {
        for below in &node.below {
            parents[*below].get_or_insert(place);
        }
    }
    parents
}

/// Nodes beside the path from the failure to a node.
fn siblings(cause: &StructuralCause, parents: &[Option<usize>], place: usize, last: u32) -> Vec<(Spot, u32)> {
    let mut beside = BTreeSet::new();
    let mut on_path = place;
    while let Some(parent) = parents[on_path] {
        beside.extend(cause.nodes[parent].below.iter().filter(|b| **b != on_path));
        on_path = parent;
    }
    // The root has its value whichever way the run comes.
    beside.insert(on_path);
    let spot = |n: &usize| {
        let node = &cause.nodes[*n];
        (Spot { block: node.block, tick: node.tick, value: node.value.clone() }, last - node.tick)
    };
    beside.iter().filter(|n| **n != place).map(spot).collect()
}
