//! The rules of edges, confirmators and counters: what happened in a window of ticks.
//!
//! | pattern | 1 | 0 |
//! |---|---|---|
//! | edge | on now, off before | off now; on before; the first tick |
//! | confirmator n | on at the last n + 1 ticks | off at one of them; too early |
//! | counter n | n increments and no reset since the first of them | a reset and too few since; too few in all; too early |
//!
//! "Too few" counts what stayed off: of m ticks all but n - 1 must be off. Where more are, the latest are taken.

use super::gates::{Way, is, numbered};
use super::{At, BlockAt, Condition, Implicant, Timing, words};
use crate::dataflow::Program;
use crate::dataflow::patterns::{AtFirst, Kind, Pattern, Port, Priority};
use wherefore_ir::Value;

/// The ways of an edge.
pub fn edge(pattern: &Pattern, on: bool) -> Vec<Way> {
    let Kind::Edge { stream, first } = pattern.kind else { return Vec::new() };
    let (now_on, now_off) = (is(stream.block, stream.on, 0), is(stream.block, !stream.on, 0));
    if on {
        let rose = vec![Condition::NotFirst, now_on.clone(), is(stream.block, !stream.on, 1)];
        let at_first = match first {
            AtFirst::Off => return numbered(vec![rose]),
            AtFirst::On => vec![Condition::First],
            AtFirst::Follows => vec![Condition::First, now_on],
        };
        return numbered(vec![rose, at_first]);
    }
    let before = vec![Condition::NotFirst, is(stream.block, stream.on, 1)];
    // Where the first tick decides by itself, being off then adds nothing to it.
    let later = vec![Condition::NotFirst, now_off.clone()];
    numbered(match first {
        AtFirst::Off => vec![later, before, vec![Condition::First]],
        AtFirst::On => vec![later, before],
        AtFirst::Follows => vec![vec![now_off], before],
    })
}

/// The implicants of a confirmator that the run satisfies.
pub fn confirmator(at: &At<'_>, on: bool) -> Vec<(u32, Vec<BlockAt>)> {
    let Kind::Confirmator { stream, n } = at.pattern.kind else { return Vec::new() };
    let Some(from) = at.tick.checked_sub(n).filter(|t| *t >= at.pattern.start) else { return vec![(1, Vec::new())] };
    let window = (from..=at.tick).rev();
    if on {
        return vec![(0, window.map(|t| (stream.block, t)).collect())];
    }
    window.filter(|t| !at.is_on(stream, *t)).take(at.most).map(|t| (0, vec![(stream.block, t)])).collect()
}

/// The implicants of a confirmator.
pub fn confirmator_shapes(program: &Program<'_>, pattern: &Pattern, on: bool) -> Vec<Implicant> {
    let Kind::Confirmator { stream, n } = pattern.kind else { return Vec::new() };
    let enough = pattern.start.saturating_add(n);
    let value = Some(Value::Bool(stream.on == on));
    let timing = if on { Timing::Throughout(n) } else { Timing::Within(n) };
    let value = Condition::Value { block: stream.block, value, timing };
    let name = words::port(program, stream);
    let ticks = words::ticks(u64::from(n) + 1);
    if on {
        let conditions = vec![Condition::NotEarly(enough), value];
        return vec![Implicant { number: 0, conditions, words: format!("{name} for {ticks}") }];
    }
    let off = words::port(program, Port { on: !stream.on, ..stream });
    let broken = Implicant { number: 0, conditions: vec![value], words: format!("{off} within the last {ticks}") };
    let words = format!("{name} cannot have lasted {ticks} yet");
    std::iter::once(broken)
        .chain((enough > 0).then(|| Implicant { number: 1, conditions: vec![Condition::Early(enough)], words }))
        .collect()
}

/// The implicants of a counter that the run satisfies.
pub fn counter(at: &At<'_>, on: bool) -> Vec<(u32, Vec<BlockAt>)> {
    let Kind::Counter { inc, reset, priority, n } = at.pattern.kind else { return Vec::new() };
    let counter = Counter { at, inc, reset, priority, n };
    if on { counter.enough() } else { counter.too_few() }
}

/// A counter at a tick of a run.
struct Counter<'a> {
    at: &'a At<'a>,
    inc: Port,
    reset: Option<Port>,
    priority: Priority,
    n: u32,
}

impl Counter<'_> {
    fn is_reset(&self, tick: u32) -> bool {
        self.reset.is_some_and(|r| self.at.is_on(r, tick))
    }

    /// Sets of n increments with no reset since the first of them. An increment that wins over a reset needs none at its own
    /// tick.
    fn enough(&self) -> Vec<(u32, Vec<BlockAt>)> {
        let counts = |t: &u32| self.at.is_on(self.inc, *t) && !(self.priority == Priority::Reset && self.is_reset(*t));
        let effective = |t: &u32| self.is_reset(*t) && !counts(t);
        let last_reset = self.at.ticks().rev().find(effective);
        let since = last_reset.map_or(self.at.pattern.start, |t| t + 1);
        let increments: Vec<u32> = (since..self.at.tick + 1).rev().filter(counts).collect();
        let sets = combinations(increments.len(), self.n as usize, |places| {
            let chosen: Vec<u32> = places.iter().map(|p| increments[*p]).collect();
            self.without_reset(&chosen)
        });
        sets.take(self.at.most).map(|places| (0, places)).collect()
    }

    /// These increments, latest first, and no reset since, if that is so.
    fn without_reset(&self, chosen: &[u32]) -> Option<Vec<BlockAt>> {
        let mut places: Vec<BlockAt> = chosen.iter().map(|t| (self.inc.block, *t)).collect();
        if let (Some(reset), Some(first)) = (self.reset, chosen.last()) {
            let must = |t: &u32| self.priority == Priority::Reset || !chosen.contains(t);
            for tick in (*first..=self.at.tick).filter(must) {
                places.push((!self.at.is_on(reset, tick)).then_some((reset.block, tick))?);
            }
        }
        Some(places)
    }

    fn too_few(&self) -> Vec<(u32, Vec<BlockAt>)> {
        let start = self.at.pattern.start;
        if u64::from(self.at.tick) + 1 < u64::from(start) + u64::from(self.n) {
            return vec![(2, Vec::new())];
        }
        let mut found = Vec::new();
        if let Some(reset) = self.reset {
            let inc_wins = self.priority == Priority::Set;
            // A reset that takes effect only without an increment adds nothing where those left out are enough already.
            let adds_nothing = |t: u32| self.needed(t + 1) + 1 >= self.needed(start);
            let effective =
                |t: &u32| self.is_reset(*t) && !(inc_wins && (self.at.is_on(self.inc, *t) || adds_nothing(*t)));
            for tick in self.at.ticks().rev().filter(effective) {
                let more = self.quiet(tick + 1).map(|mut places| {
                    places.push((reset.block, tick));
                    places.extend(inc_wins.then_some((self.inc.block, tick)));
                    (0, places)
                });
                found.extend(more.take(self.at.most - found.len()));
            }
        }
        found.extend(self.quiet(start).take(self.at.most).map(|places| (1, places)));
        found
    }

    /// At how many ticks from this one on there must be no increment, so that there are too few.
    fn needed(&self, from: u32) -> usize {
        let ticks = (self.at.tick + 1 - from) as usize;
        (ticks + 1).saturating_sub(self.n as usize)
    }

    /// Sets of ticks without increment that leave too few from a tick on.
    fn quiet(&self, from: u32) -> impl Iterator<Item = Vec<BlockAt>> {
        let off: Vec<u32> = (from..self.at.tick + 1).rev().filter(|t| !self.at.is_on(self.inc, *t)).collect();
        let block = self.inc.block;
        combinations(off.len(), self.needed(from), move |places| {
            Some(places.iter().map(|p| (block, off[*p])).collect())
        })
    }
}

/// Results of `make` for the sets of `size` places below `count`, in lexicographic order.
fn combinations<T>(count: usize, size: usize, make: impl Fn(&[usize]) -> Option<T>) -> impl Iterator<Item = T> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.take()?;
        let movable = (0..size).rev().find(|i| current[*i] < count - size + i);
        next = movable.map(|i| {
            let mut following = current.clone();
            (i..size).for_each(|j| following[j] = current[i] + 1 + (j - i));
            following
        });
        Some(make(&current))
    })
    .flatten()
}

/// The implicants of a counter.
pub fn counter_shapes(program: &Program<'_>, pattern: &Pattern, on: bool) -> Vec<Implicant> {
    let Kind::Counter { inc, reset, n, .. } = pattern.kind else { return Vec::new() };
    let value = |port: Port, timing| Condition::Value { block: port.block, value: Some(Value::Bool(port.on)), timing };
    let name = words::port(program, inc);
    if on {
        let since = if reset.is_some() { " since the last reset" } else { "" };
        let words = format!("{name} at {} or more{since}", words::ticks(u64::from(n)));
        return vec![Implicant { number: 0, conditions: vec![value(inc, Timing::AtLeast(n))], words }];
    }
    let fewer = if pattern.start == 0 { Timing::Fewer(n) } else { Timing::FewerLater(n) };
    let again = reset.map(|reset| {
        let words = format!(
            "reset by {} and {name} at fewer than {} since",
            words::port(program, reset),
            words::ticks(n.into())
        );
        Implicant { number: 0, conditions: vec![value(reset, Timing::Once(0))], words }
    });
    let few = format!("{name} at fewer than {} in all", words::ticks(n.into()));
    let few = Implicant { number: 1, conditions: vec![value(inc, fewer)], words: few };
    let early = pattern.start.saturating_add(n - 1);
    let words = format!("there were fewer than {} yet", words::ticks(n.into()));
    let early = (early > 0).then(|| Implicant { number: 2, conditions: vec![Condition::Early(early)], words });
    again.into_iter().chain([few]).chain(early).collect()
}
