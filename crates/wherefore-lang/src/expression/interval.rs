//! A small proof procedure for hazards: intervals, sharpened by the guard.
//!
//! The guard of a branch is a conjunction. Those of its parts that compare a term with a constant bound that term: under
//! `x < 7`, or after the branch `x = 7` has failed, `x` of type `0..7` lies in `0..6`, so `x + 1` fits `0..7` and there is
//! nothing to hand to an engine. What this does not see stays an obligation; it never drops one that can fail.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Interval, Op, Rounding, Sort, TermId, Terms, Value};

/// How many parts of a guard are looked at.
const MOST_PARTS: usize = 512;
/// How deep terms are evaluated.
const DEEPEST: u32 = 8;

/// Whether it is plain that `formula` holds wherever `guard` does.
pub(crate) fn plainly_holds(terms: &Terms, guard: TermId, formula: TermId) -> bool {
    let mut facts = Facts { terms, bounds: FxHashMap::default(), excluded: Vec::new(), given: BTreeSet::new() };
    facts.assume(guard);
    facts.holds(formula, 0)
}

/// The least and the largest integer that a term can be, by the types of its variables alone; terms of any depth.
pub(crate) fn plain_bounds(terms: &Terms, root: TermId) -> (Option<i64>, Option<i64>) {
    let facts = Facts { terms, bounds: FxHashMap::default(), excluded: Vec::new(), given: BTreeSet::new() };
    let mut found: FxHashMap<TermId, Interval> = FxHashMap::default();
    let order = wherefore_ir::walk::postorder(terms, [root]);
    for term in order.into_iter().filter(|t| terms.sort(*t).is_integer()) {
        let known = match facts.constant(term) {
            Some(value) => Interval::new(value, value),
            None => facts.declared(term),
        };
        let interval = facts.combined(term, known, |part| found.get(&part).copied().unwrap_or(Interval::ALL));
        found.insert(term, interval);
    }
    found.get(&root).map_or((None, None), |interval| (interval.lo, interval.hi))
}

struct Facts<'a> {
    terms: &'a Terms,
    bounds: FxHashMap<TermId, Interval>,
    /// Values that a term is known not to have.
    excluded: Vec<(TermId, i64)>,
    /// The parts of the guard themselves.
    given: BTreeSet<TermId>,
}

impl Facts<'_> {
    /// Collects what the conjuncts of `guard` say.
    fn assume(&mut self, guard: TermId) {
        let mut stack = vec![(guard, true)];
        let mut parts = 0;
        while let Some((term, positive)) = stack.pop() {
            parts += 1;
            if parts > MOST_PARTS {
                break;
            }
            if positive {
                self.given.insert(term);
            }
            let operands = self.terms.operands(term);
            match (self.terms.op(term), positive) {
                (Op::Not, _) => stack.push((operands[0], !positive)),
                (Op::And, true) | (Op::Or, false) => stack.extend(operands.iter().map(|t| (*t, positive))),
                (Op::Implies, false) => stack.extend([(operands[0], true), (operands[1], false)]),
                (Op::Le | Op::Lt | Op::Eq, _) => self.learn(self.terms.op(term), operands[0], operands[1], positive),
                _ => {}
            }
        }
        self.exclude();
    }

    fn learn(&mut self, op: Op, a: TermId, b: TermId, positive: bool) {
        let (left, right) = (self.constant(a), self.constant(b));
        let (term, value, term_is_left) = match (left, right) {
            (None, Some(value)) => (a, value, true),
            (Some(value), None) => (b, value, false),
            _ => return,
        };
        let below = |v: Option<i64>| Interval { lo: None, hi: v };
        let above = |v: Option<i64>| Interval { lo: v, hi: None };
        let known = match (op, positive, term_is_left) {
            (Op::Eq, true, _) => Interval::new(value, value),
            (Op::Eq, false, _) => return self.excluded.push((term, value)),
            (Op::Le, true, true) | (Op::Lt, false, false) => below(Some(value)),
            (Op::Le, true, false) | (Op::Lt, false, true) => above(Some(value)),
            (Op::Lt, true, true) | (Op::Le, false, false) => below(value.checked_sub(1)),
            _ => above(value.checked_add(1)),
        };
        let before = self.bounds.get(&term).copied().unwrap_or_else(|| self.declared(term));
        self.bounds.insert(term, before.meet(known));
    }

    /// Moves bounds inward past excluded values, until none is at a bound.
    fn exclude(&mut self) {
        self.excluded.sort_unstable();
        let upward = self.excluded.clone();
        let downward = upward.iter().rev();
        for (term, value) in upward.iter().chain(downward) {
            let mut bound = self.bounds.get(term).copied().unwrap_or_else(|| self.declared(*term));
            if bound.lo == Some(*value) {
                bound.lo = value.checked_add(1);
            }
            if bound.hi == Some(*value) {
                bound.hi = value.checked_sub(1);
            }
            self.bounds.insert(*term, bound);
        }
    }

    fn constant(&self, term: TermId) -> Option<i64> {
        match self.terms.constant(term)? {
            Value::Int(n) => i64::try_from(n).ok(),
            _ => None,
        }
    }

    fn declared(&self, term: TermId) -> Interval {
        match self.terms.sort(term) {
            Sort::Range { lo, hi } => Interval::new(lo, hi),
            _ => Interval::ALL,
        }
    }

    fn holds(&self, formula: TermId, depth: u32) -> bool {
        let operands = self.terms.operands(formula);
        let compare = |f: fn(i64, i64) -> bool| {
            let (a, b) = (self.interval(operands[0], depth), self.interval(operands[1], depth));
            matches!((a.hi, b.lo), (Some(x), Some(y)) if f(x, y))
        };
        match self.terms.op(formula) {
            _ if self.given.contains(&formula) => true,
            _ if depth > DEEPEST => false,
            Op::Const(_) => self.terms.constant(formula).and_then(Value::as_bool) == Some(true),
            Op::And => operands.iter().all(|t| self.holds(*t, depth + 1)),
            Op::Or => operands.iter().any(|t| self.holds(*t, depth + 1)),
            Op::Implies => self.holds(operands[1], depth + 1),
            Op::Le => compare(|x, y| x <= y),
            Op::Lt => compare(|x, y| x < y),
            Op::Not => self.fails(operands[0], depth),
            _ => false,
        }
    }

    /// Whether an equality is plainly false.
    fn fails(&self, formula: TermId, depth: u32) -> bool {
        let operands = self.terms.operands(formula);
        if self.terms.op(formula) != Op::Eq || !self.terms.sort(operands[0]).is_integer() {
            return false;
        }
        let sides = [(operands[0], operands[1]), (operands[1], operands[0])];
        let known = |(t, c): &(TermId, TermId)| self.constant(*c).is_some_and(|v| self.excluded.contains(&(*t, v)));
        let apart = self.interval(operands[0], depth).disjoint(self.interval(operands[1], depth));
        apart || sides.iter().any(known)
    }

    fn interval(&self, term: TermId, depth: u32) -> Interval {
        if let Some(value) = self.constant(term) {
            return Interval::new(value, value);
        }
        let known = self.bounds.get(&term).copied().unwrap_or_else(|| self.declared(term));
        if depth > DEEPEST {
            return known;
        }
        self.combined(term, known, |part| self.interval(part, depth + 1))
    }

    /// Interval of a term, sharpened by the intervals of its operands.
    fn combined(&self, term: TermId, known: Interval, of: impl Fn(TermId) -> Interval) -> Interval {
        let operands = self.terms.operands(term);
        let part = |i: usize| of(operands[i]);
        let computed = match self.terms.op(term) {
            Op::Add => (1..operands.len()).fold(part(0), |sum, i| sum.add(part(i))),
            Op::Sub => part(0).sub(part(1)),
            Op::Neg => part(0).neg(),
            Op::Mul => part(0).mul(part(1)),
            Op::Div(Rounding::Truncate) => part(0).div(part(1)),
            Op::Mod(Rounding::Truncate) => part(0).rem_total(part(1)),
            Op::Ite => part(1).hull(part(2)),
            _ => known,
        };
        known.meet(computed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_sharpen_intervals() {
        let mut t = Terms::new();
        let Some(var) = t.declare("x", Sort::Range { lo: 0, hi: 7 }) else { panic!("a new name") };
        let (x, one, seven, zero) = (t.now(var), t.int(1), t.int(7), t.int(0));
        let up = t.add(x, one);
        let fits = t.le(up, seven);
        let (always, less) = (t.bool(true), t.lt(x, seven));
        assert!(!plainly_holds(&t, always, fits));
        assert!(plainly_holds(&t, less, fits));
        let top = t.eq(x, seven);
        let not_top = t.not(top);
        assert!(plainly_holds(&t, not_top, fits));
        let (six, nonzero) = (t.int(6), t.eq(x, zero));
        let (below, nonzero) = (t.lt(six, x), t.not(nonzero));
        assert!(plainly_holds(&t, below, nonzero) && !plainly_holds(&t, not_top, nonzero));
        let below_six = t.lt(six, x);
        assert!(!plainly_holds(&t, below_six, fits));
    }

    /// A random term over two small integers; a formula if `depth` counts formulas.
    fn random_term(t: &mut Terms, vars: [TermId; 2], depth: u32, random: &mut impl FnMut(u32) -> u32) -> TermId {
        if depth == 0 || random(4) == 0 {
            let value = i64::from(random(5)) - 2;
            return if random(3) == 0 { t.int(value) } else { vars[random(2) as usize] };
        }
        let mut part = || random_term(t, vars, depth - 1, random);
        let (a, b) = (part(), part());
        match random(6) {
            0 => t.add(a, b),
            1 => t.sub(a, b),
            2 => t.mul(a, b),
            3 => t.apply(Op::Div(Rounding::Truncate), &[a, b]),
            4 => t.apply(Op::Mod(Rounding::Truncate), &[a, b]),
            _ => t.neg(a),
        }
    }

    fn random_formula(t: &mut Terms, vars: [TermId; 2], depth: u32, random: &mut impl FnMut(u32) -> u32) -> TermId {
        if depth == 0 {
            let (a, b) = (random_term(t, vars, 2, random), random_term(t, vars, 1, random));
            return match random(3) {
                0 => t.le(a, b),
                1 => t.lt(a, b),
                _ => t.eq(a, b),
            };
        }
        let a = random_formula(t, vars, depth - 1, random);
        let b = random_formula(t, vars, depth - 1, random);
        match random(5) {
            0 | 1 => t.and([a, b]),
            2 => t.or([a, b]),
            3 => t.implies(a, b),
            _ => t.not(a),
        }
    }

    /// Whatever is claimed is compared with all states of two small variables.
    #[test]
    fn nothing_is_claimed_that_can_fail() {
        let mut state = 5u64;
        let mut random = |limit: u32| wherefore_test::below(&mut state, limit as usize) as u32;
        let mut claimed = 0;
        for _ in 0..20_000 {
            let mut t = Terms::new();
            let vars = ["x", "y"].map(|name| t.declare(name, Sort::Range { lo: -1, hi: 3 }));
            let [Some(x), Some(y)] = vars else { panic!("new names") };
            let vars = [t.now(x), t.now(y)];
            let guard = random_formula(&mut t, vars, 2, &mut random);
            let formula = random_formula(&mut t, vars, 1, &mut random);
            if !plainly_holds(&t, guard, formula) {
                continue;
            }
            claimed += 1;
            let Ok(evaluator) = wherefore_trace::Evaluator::new(&t, &[guard, formula]) else { panic!("no time") };
            for (x, y) in (-1..=3).flat_map(|x| (-1..=3).map(move |y| (x, y))) {
                let truths = evaluator.truths(&[Some(Value::int(x)), Some(Value::int(y))], None);
                assert_ne!(truths, [Some(true), Some(false)], "x = {x}, y = {y}");
            }
        }
        assert!(claimed > 100, "only {claimed} claims were tested");
    }
}
