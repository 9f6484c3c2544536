//! Runs that cannot go on.
//!
//! A tick is a dead end if nothing can follow it: restrictions on ticks or steps leave no successor. That is a question with
//! two quantifiers, answered by learning from examples: look for a tick at which none of the ways to go on found so far
//! works; if it has a successor after all, the choices in that successor are one more way; otherwise it is a dead end. A
//! way is a formula about one tick: next values are what the updates compute, everything that can be chosen is as in the
//! example.
//!
//! ```text
//! next(x) = x + i,  always x <= 3,  i in 0..1        ways: {i = 0}     x + i <= 3 or a dead end: x = 3, i = 1 is one
//! ```
//!
//! If it turns out that no tick at all is a dead end, that is remembered, and not asked again.

use super::inevitable::Oracle;
use super::layout::{Fact, equals};
use rustc_hash::FxHashMap;
use wherefore_check::NoAnswer;
use wherefore_ir::{Op, Role, TermId, walk};
use wherefore_trace::{Step, Trace};

/// More ways to go on than this are not learned for one question.
const MOST_ROUNDS: usize = 64;

impl Oracle<'_> {
    /// A run from these facts on that keeps the claim and ends in a dead end, within `depth` steps.
    pub(super) fn dead_end(&mut self, from: &[Fact], depth: u32) -> Result<Option<Trace>, NoAnswer> {
        if self.is_lively()? { Ok(None) } else { self.ending(from, depth) }
    }

    /// Whether every tick at which the claim holds has a successor.
    pub(super) fn is_lively(&mut self) -> Result<bool, NoAnswer> {
        if let Some(known) = self.lively {
            return Ok(known);
        }
        let found = self.ending(&[], 0)?.is_none();
        self.lively = Some(found);
        Ok(found)
    }

    fn ending(&mut self, from: &[Fact], depth: u32) -> Result<Option<Trace>, NoAnswer> {
        let question: Vec<Fact> = from.iter().copied().chain([Fact::Stuck(depth)]).collect();
        for _ in 0..MOST_ROUNDS {
            if !self.ask(&question)? {
                return Ok(None);
            }
            let end = self.layout.ending(depth)?;
            let end = end.ok_or_else(|| NoAnswer::Refuted("a run ends nowhere".to_owned()))?;
            let run = self.layout.trace(&self.system.terms, end)?;
            let Some(last) = run.steps.last() else { return Ok(None) };
            let vars = self.layout.ground.vars().filter_map(|v| last.get(v).map(|value| (v, value)));
            let here = equals(&mut self.system.terms, vars);
            let onwards = [Fact::Given(here, 0), Fact::Legal(1)];
            if !self.ask(&onwards)? {
                return Ok(Some(run));
            }
            let example = self.layout.trace(&self.system.terms, 1)?;
            let way = example.steps.get(1).map(|step| self.way(step));
            let Some(way) = way else { return Ok(None) };
            self.successors.push(way);
            self.layout.add_successor(&self.system.terms, way)?;
        }
        Err(NoAnswer::Effort)
    }

    /// Formula: a tick can be followed by one with the choices of this example.
    fn way(&mut self, example: &Step) -> TermId {
        let model = &self.layout.ground.model;
        let updates = self.system.next.clone();
        let roles: Vec<Role> = self.system.vars().map(|(_, r)| r).collect();
        let terms = &mut self.system.terms;
        let mut later = |roots: &[TermId], is_next: bool| {
            let mut done = FxHashMap::default();
            walk::rewrite(terms, roots, &mut done, |terms, term| match terms.op(term) {
                Op::Next(v) | Op::Var(v) if matches!(terms.op(term), Op::Next(_)) == is_next => {
                    Some(match (updates.get(&v), roles.get(v.index()), example.get(v)) {
                        (Some(update), ..) => update.term,
                        (None, Some(Role::Frozen), _) => terms.now(v),
                        (None, _, Some(value)) => terms.mk_const(value.clone()),
                        (None, _, None) => term,
                    })
                }
                _ => None,
            })
        };
        let (steps, ticks) = (later(&model.step, true), later(&model.invar, false));
        self.system.terms.and(steps.into_iter().chain(ticks))
    }
}
