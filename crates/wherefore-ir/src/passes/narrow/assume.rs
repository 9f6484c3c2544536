//! Consequences for other terms if a term lies in an interval: the facts inside a branch.
//!
//! A fact is pushed down: through connectives to comparisons, through these to the numbers compared, through sums and
//! differences to their operands. Where one of several things must be true, what they have in common is kept.
//!
//! ```text
//! not (or reset (<= 10 (ite first 0 n)))    reset = 0
//!                                           (ite first 0 n) in ..9     (first = 1) or (first = 0 and n in ..9)
//! ```
//!
//! Whatever is left out, by a limit or because an operator is not known here, is only less knowledge. Nothing known at all is
//! different from a contradiction (`None`): then the branch is not taken by any value in the intervals.

use super::eval::Evaluator;
use super::facts::{FactsId, Key};
use super::interval::Interval;
use crate::{Op, TermId};

/// How many facts one condition is pushed down to.
const MOST_STEPS: usize = 200;

/// How many alternatives are looked at, and how many levels of them.
const MOST_ALTERNATIVES: usize = 8;
const DEEPEST: u8 = 4;

/// Terms and where they lie.
type Claims = Vec<(TermId, Interval)>;

impl Evaluator<'_> {
    /// The facts in a branch of a condition, or `None` if it is not taken.
    pub(super) fn suppose(&mut self, facts: FactsId, condition: TermId, truth: bool) -> Option<FactsId> {
        let key = (facts, condition, truth);
        if let Some(known) = self.supposed.get(&key) {
            return *known;
        }
        let mut budget = MOST_STEPS;
        let learnt = self.learn(facts, vec![(condition, Interval::truth(truth))], DEEPEST, &mut budget);
        let supposed = match learnt {
            Some(more) if more != facts => self.revisit(more, &mut budget),
            other => other,
        };
        self.supposed.insert(key, supposed);
        supposed
    }

    /// Consequences of a formula alone; `None` if it cannot be true.
    pub(super) fn facts_if(&mut self, formula: TermId) -> Option<Vec<(TermId, Interval)>> {
        let facts = self.suppose(FactsId::NONE, formula, true)?;
        Some(self.facts.iter(facts).map(|(key, interval)| (key.term, interval)).collect())
    }

    /// Looks at facts that leave a choice again: there may be less of it.
    fn revisit(&mut self, mut facts: FactsId, budget: &mut usize) -> Option<FactsId> {
        let choices: Vec<TermId> = self.facts.iter(facts).filter(|(k, _)| !k.is_simple).map(|(k, _)| k.term).collect();
        for term in choices {
            let alternatives = self.alternatives(term, self.known(term, facts), facts);
            facts = self.either(facts, alternatives, DEEPEST, budget)?;
        }
        Some(facts)
    }

    /// Adds claims and what follows from them.
    fn learn(&mut self, mut facts: FactsId, mut todo: Claims, depth: u8, budget: &mut usize) -> Option<FactsId> {
        while let Some((term, interval)) = todo.pop() {
            let before = self.known(term, facts);
            let now = before.meet(interval);
            if now.is_empty() {
                return None;
            }
            if now == before || *budget == 0 {
                continue;
            }
            *budget -= 1;
            if self.conjunction(term, now, &mut todo) {
                continue;
            }
            facts = self.facts.with(facts, self.key(term), now);
            if self.key(term).is_simple {
                self.numbers(term, now, facts, &mut todo);
            } else {
                let alternatives = self.alternatives(term, now, facts);
                facts = self.either(facts, alternatives, depth, budget)?;
            }
        }
        Some(facts)
    }

    /// Claims about all operands of a connective, if that is what its Boolean value means.
    fn conjunction(&self, term: TermId, now: Interval, todo: &mut Claims) -> bool {
        let operands = self.terms.operands(term);
        match (self.terms.op(term), operands) {
            (Op::And, _) if now == Interval::TRUE => todo.extend(operands.iter().map(|t| (*t, now))),
            (Op::Or, _) if now == Interval::FALSE => todo.extend(operands.iter().map(|t| (*t, now))),
            (Op::Implies, [a, b]) if now == Interval::FALSE => todo.extend([(*a, !now), (*b, now)]),
            (Op::Not, [a]) => todo.push((*a, !now)),
            _ => return false,
        }
        true
    }

    /// The claims of which at least one list is true, if a connective or a case distinction has this value; without those that
    /// contradict what is known.
    fn alternatives(&self, term: TermId, now: Interval, facts: FactsId) -> Vec<Claims> {
        let operands = self.terms.operands(term);
        let all: Vec<Claims> = match (self.terms.op(term), operands) {
            (Op::Ite, [c, a, b]) => {
                vec![vec![(*c, Interval::TRUE), (*a, now)], vec![(*c, Interval::FALSE), (*b, now)]]
            }
            (Op::Implies, [a, b]) => vec![vec![(*a, !now)], vec![(*b, now)]],
            _ => operands.iter().map(|t| vec![(*t, now)]).collect(),
        };
        let can_be = |claims: &Claims| claims.iter().all(|(t, i)| !self.known(*t, facts).meet(*i).is_empty());
        all.into_iter().filter(can_be).collect()
    }

    /// Claims about the numbers in a comparison or in a sum.
    fn numbers(&self, term: TermId, now: Interval, facts: FactsId, todo: &mut Claims) {
        let operands = self.terms.operands(term);
        let (a, b) = match operands {
            [a] if self.terms.op(term) == Op::Neg => return todo.push((*a, now.neg())),
            [a, b] => (*a, *b),
            _ => return,
        };
        let (in_a, in_b) = (self.known(a, facts), self.known(b, facts));
        if in_a.is_empty() || in_b.is_empty() {
            return;
        }
        match (self.terms.op(term), now == Interval::TRUE) {
            (Op::Eq, true) => todo.extend([(a, in_b), (b, in_a)]),
            (Op::Eq, false) => {
                todo.extend(in_b.only().map(|v| (a, in_a.without(v))));
                todo.extend(in_a.only().map(|v| (b, in_b.without(v))));
            }
            (Op::Lt, true) => todo.extend(less((a, in_a), (b, in_b), 1)),
            (Op::Le, true) => todo.extend(less((a, in_a), (b, in_b), 0)),
            (Op::Lt, false) => todo.extend(less((b, in_b), (a, in_a), 0)),
            (Op::Le, false) => todo.extend(less((b, in_b), (a, in_a), 1)),
            (Op::Add, _) => todo.extend([(a, now.sub(in_b)), (b, now.sub(in_a))]),
            (Op::Sub, _) => todo.extend([(a, now.add(in_b)), (b, in_a.sub(now))]),
            _ => {}
        }
    }

    /// Facts on which all alternatives that are possible agree.
    fn either(&mut self, facts: FactsId, alternatives: Vec<Claims>, depth: u8, budget: &mut usize) -> Option<FactsId> {
        if depth == 0 || alternatives.len() > MOST_ALTERNATIVES {
            return Some(facts);
        }
        let mut possible = Vec::new();
        for claims in alternatives {
            possible.extend(self.learn(facts, claims, depth - 1, budget));
        }
        let (first, rest) = possible.split_first()?;
        let common: Vec<(Key, Interval)> = self.facts.iter(*first).collect();
        let mut together = facts;
        for (key, interval) in common {
            let joined = rest.iter().fold(interval, |i, f| i.join(self.known(key.term, *f)));
            if joined != self.known(key.term, together) {
                together = self.facts.with(together, key, joined);
            }
        }
        Some(together)
    }
}

/// Bounds that follow if `a` is less than `b` by at least `by`.
fn less((a, in_a): (TermId, Interval), (b, in_b): (TermId, Interval), by: i128) -> [(TermId, Interval); 2] {
    let below = Interval::at_most(in_b.hi().saturating_sub(by));
    let above = Interval::at_least(in_a.lo().saturating_add(by));
    [(a, below), (b, above)]
}
