//! The interval of a term, branch by branch.
//!
//! First every term gets an interval from those of its operands: its *plain* interval. Then the updates are walked once more
//! with what the conditions on the way say, from the root down, and for each list of facts anew:
//!
//! ```text
//! n : 0..10      (ite (< n 10) (+ n 1) n)       plain     0..11
//!                (+ n 1)   knowing n in 0..9    1..10
//!                n         knowing n in 10..10  10..10    together 1..10
//! ```
//!
//! Terms are hash-consed: a fact about `(ite first 0 n)` in a condition is one about the same term in the branch. Nested
//! conditions multiply the lists of facts, so there is a limit for each walk, beyond which plain intervals are taken. A walk
//! is a loop; its results are remembered per term and list until the intervals of the variables change.

use super::facts::{Facts, FactsId, Key};
use super::interval::Interval;
use super::transfer::transfer;
use crate::{Op, TermId, Terms, VarId, walk};
use rustc_hash::FxHashMap;

/// How many results one walk may add.
const PER_WALK: usize = 4_000;

/// How many results there may be between two changes of the variables, and how many until [`Evaluator::refill`].
const PER_ROUND: usize = 200_000;
const IN_ALL: usize = 1_000_000;

/// Evaluates the terms below some roots.
pub(super) struct Evaluator<'a> {
    pub(super) terms: &'a Terms,
    order: Vec<TermId>,
    vars: Vec<Interval>,
    pub(super) plain: Vec<Interval>,
    pub(super) facts: Facts,
    pub(super) supposed: FxHashMap<(FactsId, TermId, bool), Option<FactsId>>,
    done: FxHashMap<(TermId, FactsId), Interval>,
    /// How many results there may be: in this walk, and before the next refill.
    limit: usize,
    left: usize,
}

impl<'a> Evaluator<'a> {
    /// For the terms below these roots; variables are what their sorts say.
    pub(super) fn new(terms: &'a Terms, roots: impl IntoIterator<Item = TermId>) -> Evaluator<'a> {
        let mut evaluator = Evaluator {
            terms,
            order: walk::postorder(terms, roots),
            vars: terms.vars().map(|(_, v)| Interval::of_sort(v.sort)).collect(),
            plain: vec![Interval::NONE; terms.len()],
            facts: Facts::default(),
            supposed: FxHashMap::default(),
            done: FxHashMap::default(),
            limit: 0,
            left: IN_ALL,
        };
        evaluator.evaluate_plainly();
        evaluator
    }

    /// The terms below the roots, operands before users.
    pub(super) fn order(&self) -> &[TermId] {
        &self.order
    }

    pub(super) fn var(&self, var: VarId) -> Interval {
        self.vars[var.index()]
    }

    /// Changes variables.
    pub(super) fn set(&mut self, changes: impl IntoIterator<Item = (VarId, Interval)>) {
        for (var, interval) in changes {
            self.vars[var.index()] = interval;
        }
        self.left = self.left.saturating_sub(self.done.len());
        self.facts = Facts::default();
        self.supposed.clear();
        self.done.clear();
        self.evaluate_plainly();
    }

    /// Allows as many results again.
    pub(super) fn refill(&mut self) {
        self.left = IN_ALL;
    }

    fn evaluate_plainly(&mut self) {
        let mut operands = Vec::new();
        for index in 0..self.order.len() {
            let term = self.order[index];
            operands.clear();
            operands.extend(self.terms.operands(term).iter().map(|t| self.plain[t.index()]));
            self.plain[term.index()] = match (self.terms.op(term), operands.as_slice()) {
                (Op::Var(v), _) => self.vars[v.index()],
                (Op::Next(v), _) => Interval::of_sort(self.terms.var(v).sort),
                (Op::Ite, [condition, then, other]) => match condition.only() {
                    Some(1) => *then,
                    Some(_) => *other,
                    None if condition.is_empty() => Interval::NONE,
                    None => then.join(*other),
                },
                _ => transfer(self.terms, term, &operands),
            };
        }
    }

    /// The place of facts about a term.
    pub(super) fn key(&self, term: TermId) -> Key {
        let is_simple = !matches!(self.terms.op(term), Op::And | Op::Or | Op::Implies | Op::Ite);
        Key { is_simple, term }
    }

    /// Interval of a term, as far as it is known without walking the term.
    pub(super) fn known(&self, term: TermId, facts: FactsId) -> Interval {
        let plain = self.plain[term.index()];
        self.facts.get(facts, self.key(term)).map_or(plain, |fact| fact.meet(plain))
    }

    /// The values that a term can have.
    pub(super) fn value(&mut self, root: TermId) -> Interval {
        self.limit = (self.done.len() + PER_WALK).min(PER_ROUND).min(self.left);
        let mut stack = vec![(root, FactsId::NONE)];
        while let Some(&(term, facts)) = stack.last() {
            if self.ready(term, facts).is_some() {
                stack.pop();
                continue;
            }
            let mut missing = Vec::new();
            match self.combine(term, facts, &mut missing) {
                Some(interval) => {
                    let interval = interval.meet(self.known(term, facts));
                    self.done.insert((term, facts), interval);
                }
                None => stack.extend(missing),
            }
        }
        self.ready(root, FactsId::NONE).unwrap_or(Interval::ALL)
    }

    /// The value of a term if it need not be walked: facts are those up to the term.
    fn ready(&self, term: TermId, facts: FactsId) -> Option<Interval> {
        let is_leaf = self.terms.operands(term).is_empty();
        if is_leaf || self.done.len() >= self.limit {
            let remembered = self.done.get(&(term, facts)).copied();
            return remembered.or_else(|| Some(self.known(term, facts)));
        }
        self.done.get(&(term, facts)).copied()
    }

    /// The value of a term from those of its operands, or which of them are missing.
    fn combine(&mut self, term: TermId, facts: FactsId, missing: &mut Vec<(TermId, FactsId)>) -> Option<Interval> {
        let operands = self.terms.operands(term);
        if let (Op::Ite, [condition, then, other]) = (self.terms.op(term), operands) {
            return self.choose((*condition, *then, *other), facts, missing);
        }
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            values.extend(self.ask(*operand, facts, missing));
        }
        missing.is_empty().then(|| transfer(self.terms, term, &values))
    }

    fn choose(
        &mut self,
        (condition, then, other): (TermId, TermId, TermId),
        facts: FactsId,
        missing: &mut Vec<(TermId, FactsId)>,
    ) -> Option<Interval> {
        let decided = self.ask(condition, facts, missing)?;
        let mut values = Interval::NONE;
        for (truth, branch) in [(true, then), (false, other)] {
            if Interval::truth(truth).is_inside(decided)
                && let Some(facts) = self.suppose(facts, condition, truth)
                && let Some(value) = self.ask(branch, facts, missing)
            {
                values = values.join(value);
            }
        }
        missing.is_empty().then_some(values)
    }

    fn ask(&mut self, term: TermId, facts: FactsId, missing: &mut Vec<(TermId, FactsId)>) -> Option<Interval> {
        let facts = self.facts.for_term(facts, term);
        let ready = self.ready(term, facts);
        if ready.is_none() {
            missing.push((term, facts));
        }
        ready
    }
}
