//! The intervals of variables: a fixpoint of the updates.
//!
//! Upwards: each variable starts with its first values and takes in what its update gives, until nothing is added. A bound
//! that keeps moving is pushed to the next constant of the model, and in the end given up (widening to thresholds). Downwards:
//! the updates are evaluated again from there, which takes back what was pushed too far (narrowing). Last, intervals that
//! are too wide are forgotten, and those of the rest are kept only if the updates stay inside them in one step from any
//! values within: whatever happened before, these are proved.
//!
//! ```text
//! n = 0, next n = if n >= 1000 then n - 1000 else n + 7      constants 0 7 1000 and their neighbours
//! 0..0   0..7   0..14   0..999 (pushed)   0..1006   stays
//! ```

use super::WIDEST;
use super::eval::Evaluator;
use super::guard;
use super::interval::Interval;
use crate::{ElementId, Op, Role, Sort, System, TermId, Value, VarId, walk};
use std::collections::{BTreeMap, BTreeSet};

/// How often a bound moves before it is pushed to thresholds, and before it is given up.
const FREE_MOVES: u32 = 3;
const MOST_MOVES: u32 = 16;

/// How many times all updates are evaluated on the way up, on the way down, and to drop what is not proved.
const UP: usize = 200;
const DOWN: usize = 3;
const CHECKS: usize = 20;

/// How often conjuncts of `init` are read: one may bound what another speaks of.
const READINGS: usize = 3;

struct Candidate {
    var: VarId,
    update: TermId,
    start: Interval,
    moves: u32,
}

/// The integer variables that are proved to stay within bounds, with these.
pub(super) fn ranges(system: &System) -> BTreeMap<VarId, (i64, i64)> {
    let mut candidates = candidates(system);
    if candidates.is_empty() {
        return BTreeMap::new();
    }
    let mut evaluator = Evaluator::new(&system.terms, candidates.iter().map(|c| c.update));
    evaluator.set(candidates.iter().map(|c| (c.var, c.start)));
    ascend(&mut evaluator, &mut candidates);
    evaluator.refill();
    descend(&mut evaluator, &candidates);
    evaluator.refill();
    proved(&mut evaluator, candidates)
}

/// The variables whose first values are known or do not matter.
fn candidates(system: &System) -> Vec<Candidate> {
    let is_integer = |v: VarId| system.role(v) == Role::State && system.terms.var(v).sort == Sort::Int;
    let updated = || system.next.iter().filter(|(v, _)| is_integer(**v));
    if updated().next().is_none() {
        return Vec::new();
    }
    let Some(first) = first_values(system) else { return Vec::new() };
    let unread = guard::unread(system);
    let start = |v: &VarId| match first.get(v) {
        Some(interval) if interval.is_bounded() => Some(*interval),
        _ => unread.contains(v).then_some(Interval::NONE),
    };
    updated().filter_map(|(v, u)| Some(Candidate { var: *v, update: u.term, start: start(v)?, moves: 0 })).collect()
}

/// Bounds that `init` gives to single variables; `None` if it contradicts itself.
fn first_values(system: &System) -> Option<BTreeMap<VarId, Interval>> {
    let formulas = init_formulas(system);
    let mut evaluator = Evaluator::new(&system.terms, formulas.iter().copied());
    let mut first = BTreeMap::new();
    for _ in 0..READINGS {
        let before = first.clone();
        for formula in &formulas {
            for (term, interval) in evaluator.facts_if(*formula)? {
                if let Op::Var(v) = system.terms.op(term) {
                    let known = first.entry(v).or_insert(Interval::ALL);
                    *known = known.meet(interval);
                }
            }
        }
        if first == before {
            break;
        }
        if first.values().any(|i| i.is_empty()) {
            return None;
        }
        evaluator.set(first.iter().map(|(v, i)| (*v, *i)));
    }
    Some(first)
}

/// The conjuncts of `init`. Those do not count about which an obligation of the same element asks: it is asked without them,
/// and a range that follows from them would answer it.
fn init_formulas(system: &System) -> Vec<TermId> {
    let asked: BTreeSet<ElementId> = system.obligations.iter().filter_map(|o| o.element).collect();
    let counts = |e: Option<ElementId>| e.is_none_or(|e| !asked.contains(&e));
    let usable = system.init.iter().filter(|c| counts(c.element));
    usable.flat_map(|c| walk::conjuncts(&system.terms, c.term)).collect()
}

/// Ends when nothing is added, or leaves it to the check at the end to drop what is not settled.
fn ascend(evaluator: &mut Evaluator<'_>, candidates: &mut [Candidate]) {
    let thresholds = thresholds(evaluator, candidates);
    for _ in 0..UP {
        let mut changes = Vec::new();
        for candidate in candidates.iter_mut() {
            let (now, given) = (evaluator.var(candidate.var), evaluator.value(candidate.update));
            if !given.is_inside(now) {
                changes.push((candidate.var, widen(now, given, candidate.moves, &thresholds)));
                candidate.moves += 1;
            }
        }
        if changes.is_empty() {
            return;
        }
        evaluator.set(changes);
    }
}

/// The constants of the model, their neighbours and other bounds.
fn thresholds(evaluator: &Evaluator<'_>, candidates: &[Candidate]) -> Vec<i128> {
    let terms = evaluator.terms;
    let around = |i: Interval| [i.lo() - 1, i.lo(), i.lo() + 1, i.hi() - 1, i.hi(), i.hi() + 1];
    let of_term = |t: &TermId| match (terms.op(*t), terms.constant(*t)) {
        (_, Some(value @ Value::Int(_))) => Some(Interval::of_value(value)),
        (Op::Var(v), _) if terms.var(v).sort != Sort::Int => Some(Interval::of_sort(terms.var(v).sort)),
        _ => None,
    };
    let intervals = evaluator.order().iter().filter_map(of_term).chain(candidates.iter().map(|c| c.start));
    let mut list: Vec<i128> = intervals.filter(|i| i.is_bounded()).flat_map(around).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// An interval that holds what was there and what is given.
fn widen(now: Interval, given: Interval, moves: u32, thresholds: &[i128]) -> Interval {
    let joined = now.join(given);
    // Between two pushes a bound may move freely once: the next value may be just beyond a constant.
    let is_free = moves < FREE_MOVES || (moves < MOST_MOVES && moves.is_multiple_of(2));
    if now.is_empty() || is_free {
        return joined;
    }
    let (mut lo, mut hi) = (None, None);
    if moves < MOST_MOVES {
        lo = thresholds.get(thresholds.partition_point(|t| *t <= joined.lo()).wrapping_sub(1)).copied();
        hi = thresholds.get(thresholds.partition_point(|t| *t < joined.hi())).copied();
    }
    let down = lo.map_or(Interval::ALL, Interval::at_least);
    let up = hi.map_or(Interval::ALL, Interval::at_most);
    let lower = if joined.lo() < now.lo() { down } else { Interval::at_least(joined.lo()) };
    let upper = if joined.hi() > now.hi() { up } else { Interval::at_most(joined.hi()) };
    lower.meet(upper)
}

fn descend(evaluator: &mut Evaluator<'_>, candidates: &[Candidate]) {
    for _ in 0..DOWN {
        let mut changes = Vec::new();
        for candidate in candidates {
            let now = evaluator.var(candidate.var);
            let smaller = candidate.start.join(evaluator.value(candidate.update)).meet(now);
            if smaller != now {
                changes.push((candidate.var, smaller));
            }
        }
        if changes.is_empty() {
            return;
        }
        evaluator.set(changes);
    }
}

/// Forgets intervals that are too wide or not closed under the updates, until all that are left are.
fn proved(evaluator: &mut Evaluator<'_>, mut kept: Vec<Candidate>) -> BTreeMap<VarId, (i64, i64)> {
    let mut bounds: BTreeMap<VarId, (i64, i64)> = BTreeMap::new();
    for candidate in &kept {
        bounds.extend(range(evaluator.var(candidate.var)).map(|r| (candidate.var, r)));
    }
    let is_kept = |c: &Candidate, bounds: &BTreeMap<VarId, _>| bounds.contains_key(&c.var);
    for _ in 0..CHECKS {
        let dropped = kept.iter().filter(|c| !is_kept(c, &bounds)).map(|c| (c.var, Interval::ALL));
        evaluator.set(dropped.collect::<Vec<_>>());
        kept.retain(|c| is_kept(c, &bounds));
        for candidate in &kept {
            let now = evaluator.var(candidate.var);
            let values = candidate.start.join(evaluator.value(candidate.update));
            if !values.is_inside(now) {
                bounds.remove(&candidate.var);
            }
        }
        if bounds.len() == kept.len() {
            return bounds;
        }
    }
    BTreeMap::new()
}

/// The bounds of an interval that is narrow enough.
fn range(interval: Interval) -> Option<(i64, i64)> {
    if !interval.is_bounded() || interval.hi() - interval.lo() > WIDEST {
        return None;
    }
    Some((i64::try_from(interval.lo()).ok()?, i64::try_from(interval.hi()).ok()?))
}
