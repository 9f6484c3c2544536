//! Which choices of the environment sealed the failure, and the fewest others that avoid it.
//!
//! *Sealed by.* With the state fixed, a minimal set of the choices in the step is enough for the claim to break within
//! the number of ticks found, whatever comes later: a cause like any other, pushed to its bounds and checked again
//! (`cause::of_step`). *Avoided by.* Among all escapes from that state, one that changes the fewest choices of the run
//! in this step; among these the one that keeps the earlier declared ones and has the simplest values, so that it does
//! not depend on the solver. Where runs can end in dead ends, neither is minimised: all choices of the step are listed,
//! and some escape.
//!
//! ```text
//! brake = FALSE, speed >= 4    (taken)    inevitable
//! brake = TRUE                            open
//! ```

use super::Move;
use super::choice_point::{alternative, doing};
use super::explainer::Explainer;
use super::inevitable::{Avoidability, Escape};
use super::layout::{Fact, equals};
use crate::cause::{self, Bound, Kept};
use crate::count::at_least;
use crate::{Alternative, Consequence};
use wherefore_check::NoAnswer;
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Update, VarId};
use wherefore_solve::{Lit, bit_count, bit_term};
use wherefore_trace::{Step, Trace};

/// A count takes clauses in the square of this.
const MOST_COUNTED: usize = 400;
/// Escapes that change little may have to close later than others.
const DEEP: u32 = 16;
/// More choices than this are not listed where no smaller set is known.
const MOST_LISTED: usize = 8;

/// A choice in a step: a variable at the tick before it, or at the one after.
type Choice = (VarId, u32);

impl Explainer<'_> {
    /// Choices of the run at a tick and the nearest escape, both with the move that the run makes. Runs that choose the
    /// same in the same state share the answer.
    pub(super) fn by_inputs(
        &mut self,
        run: &Trace,
        tick: usize,
        option: Option<&Move>,
        within: Option<u32>,
    ) -> Result<Vec<Alternative>, NoAnswer> {
        let here = self.here(run, tick)?;
        let from = option.map_or_else(|| vec![here], |o| doing(here, o).to_vec());
        let chosen = self.choices(run, tick).into_iter().map(|(v, at)| run.value(tick + at as usize, v).cloned());
        let key = (from.clone(), within, chosen.collect::<Vec<_>>());
        if let Some(known) = self.shared.get(&key) {
            return Ok(known.clone());
        }
        let found = self.told(run, tick, (option, &from), within)?;
        self.shared.insert(key, found.clone());
        Ok(found)
    }

    fn told(
        &mut self,
        run: &Trace,
        tick: usize,
        (option, from): (Option<&Move>, &[Fact]),
        within: Option<u32>,
    ) -> Result<Vec<Alternative>, NoAnswer> {
        let near = match self.oracle.outlook(from) {
            Ok(Avoidability::Avoidable(escape)) => Some(self.nearest(run, tick, from, &escape)?),
            Err(cause @ (NoAnswer::Stopped(_) | NoAnswer::Refuted(_))) => return Err(cause),
            Ok(Avoidability::Inevitable(_)) | Err(_) => None,
        };
        let (changed, consequence) = match near {
            Some((step, changed)) => (changed, Some(self.after(step.as_ref())?)),
            None => (Vec::new(), None),
        };
        let (words, fate_of_run) = match within {
            // Without a proof that less is enough, every choice is listed.
            Some(within) => {
                let sealing = self.sealed_by(run, tick, option, within);
                (sealing.unwrap_or_else(|| self.on_the_run(run, tick, &[])), Consequence::Inevitable)
            }
            None => (self.on_the_run(run, tick, &changed), Consequence::Open),
        };
        let named = |words: String, consequence: Consequence, taken: bool| match option {
            Some(o) => {
                Alternative { action: format!("{} with {words}", o.action), ..alternative(o, consequence, taken) }
            }
            None => Alternative { action: words, leads: Vec::new(), consequence, taken },
        };
        let mut list = vec![named(words, fate_of_run, true)];
        if let Some(consequence) = consequence.filter(|_| !changed.is_empty()) {
            list.push(named(self.words(&changed), consequence, false));
        }
        Ok(list)
    }

    /// The choices that can be made in a step: inputs before it, and next values that nothing computes.
    fn choices(&self, run: &Trace, tick: usize) -> Vec<Choice> {
        let (system, inside) = (self.subject.system, self.oracle.layout.ground.vars().collect::<Vec<VarId>>());
        let last = u32::from(tick + 1 < run.len());
        let is_made = |(var, at): &Choice| (*at == 0) == (system.role(*var) == Role::Input) && inside.contains(var);
        cause::choices(system, last).into_iter().filter(is_made).collect()
    }

    /// The escape that changes the fewest choices of the run in the step: the tick after it, and what is changed.
    fn nearest(
        &mut self,
        run: &Trace,
        tick: usize,
        from: &[Fact],
        escape: &Escape,
    ) -> Result<(Option<Step>, Vec<Kept>), NoAnswer> {
        let choices = self.choices(run, tick);
        let value = |choice: &Choice| run.value(tick + choice.1 as usize, choice.0);
        let depth = escape.depth.filter(|_| choices.len() <= MOST_COUNTED);
        let Some(depth) = depth.map(|d| d.max(DEEP)) else {
            let second = escape.second().cloned();
            let differs = |c: &Choice| escape.run.value(c.1 as usize, c.0).filter(|v| Some(*v) != value(c)).cloned();
            let changed = choices.iter().filter_map(|c| Some(kept(*c, differs(c)?))).collect();
            return Ok((second, changed));
        };
        let facts: Vec<Fact> = from.iter().copied().chain([Fact::Kept(depth), Fact::Closed(depth)]).collect();
        let mut same = Vec::new();
        for choice in &choices {
            let term = equals(&mut self.oracle.system.terms, value(choice).map(|v| (choice.0, v)));
            same.push(self.literal(term, choice.1)?);
        }
        let mut fixed = self.fewest(&facts, &same)?;
        for literal in &same {
            self.prefer(&facts, &mut fixed, *literal)?;
        }
        for choice in &choices {
            self.simplest(&facts, &mut fixed, *choice)?;
        }
        self.ask(&facts, &fixed)?;
        let found = self.oracle.layout.trace(&self.oracle.system.terms, depth)?;
        let differs = |c: &Choice| found.value(c.1 as usize, c.0).filter(|v| Some(*v) != value(c)).cloned();
        let changed = choices.iter().filter_map(|c| Some(kept(*c, differs(c)?))).collect();
        Ok((found.steps.get(1).cloned(), changed))
    }

    fn literal(&mut self, term: TermId, tick: u32) -> Result<Lit, NoAnswer> {
        self.oracle.layout.literal(&self.oracle.system.terms, Fact::Given(term, tick))
    }

    fn ask(&mut self, facts: &[Fact], fixed: &[Lit]) -> Result<bool, NoAnswer> {
        self.oracle.layout.ask_also(&self.oracle.system.terms, facts, fixed)
    }

    /// Literals under which as few of these as possible are false.
    fn fewest(&mut self, facts: &[Fact], same: &[Lit]) -> Result<Vec<Lit>, NoAnswer> {
        let others: Vec<Lit> = same.iter().map(|l| !*l).collect();
        let counts = at_least(self.oracle.layout.solver.as_mut(), &others)?;
        for limit in counts {
            if self.ask(facts, &[!limit])? {
                return Ok(vec![!limit]);
            }
        }
        Ok(Vec::new())
    }

    /// Holds on to a literal if it can be true, otherwise to the contrary.
    fn prefer(&mut self, facts: &[Fact], fixed: &mut Vec<Lit>, wish: Lit) -> Result<(), NoAnswer> {
        fixed.push(wish);
        if !self.ask(facts, fixed)? {
            fixed.pop();
            fixed.push(!wish);
        }
        Ok(())
    }

    /// The simplest value for a choice: all bits zero from the highest. Unbounded data is left to the solver.
    fn simplest(&mut self, facts: &[Fact], fixed: &mut Vec<Lit>, (var, tick): Choice) -> Result<(), NoAnswer> {
        for bit in (0..bit_count(&self.oracle.system.terms, var).unwrap_or(0)).rev() {
            let term = bit_term(&mut self.oracle.system.terms, var, bit);
            let literal = self.literal(term, tick)?;
            self.prefer(facts, fixed, !literal)?;
        }
        Ok(())
    }

    /// The minimal set of choices that seals the failure, in words; none if it is not known.
    fn sealed_by(&mut self, run: &Trace, tick: usize, option: Option<&Move>, within: u32) -> Option<String> {
        if !self.oracle.is_lively().ok()? {
            return None;
        }
        let mut system = self.oracle.system.clone();
        let states = self.oracle.layout.ground.states();
        let values = states.filter_map(|v| run.value(tick, v).map(|value| (v, value)));
        let here = equals(&mut system.terms, values);
        system.init = vec![Constraint { term: here, element: None }];
        let good = so_far(&mut system, self.oracle.layout.ground.good);
        if let Some(option) = option {
            at_first(&mut system, option.taken);
        }
        let step = Trace::finite(run.steps.iter().skip(tick).take(2).cloned().collect());
        let found = cause::of_step(&system, &step, (good, within), self.subject.options, self.oracle.stop).ok()?;
        Some(self.words(&found.kept)).filter(|w| !w.is_empty())
    }

    /// Choices of the run: in place of what an escape changes, or everything.
    fn on_the_run(&self, run: &Trace, tick: usize, changed: &[Kept]) -> String {
        let is_changed = |c: &Choice| changed.is_empty() || changed.iter().any(|k| (k.var, k.tick) == *c);
        let chosen = self.choices(run, tick).into_iter().filter(is_changed);
        let value = |c: &Choice| run.value(tick + c.1 as usize, c.0).cloned();
        let list: Vec<Kept> = chosen.filter_map(|c| Some(kept(c, value(&c)?))).collect();
        let more = if list.len() > MOST_LISTED { ", .." } else { "" };
        let words = self.words(list.get(..MOST_LISTED).unwrap_or(&list));
        if words.is_empty() { "as on the run".to_owned() } else { words + more }
    }

    /// Choices in words.
    fn words(&self, list: &[Kept]) -> String {
        let terms = &self.subject.system.terms;
        let one = |kept: &Kept| {
            let name = terms.var(kept.var).spelling();
            let name = if kept.tick == 0 { name.to_owned() } else { format!("next({name})") };
            kept.words(terms, &name)
        };
        list.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

fn kept((var, tick): Choice, value: wherefore_ir::Value) -> Kept {
    Kept { var, tick, bound: Bound::Is(value) }
}

/// Formula: a claim holds now and held at all ticks before.
fn so_far(system: &mut System, good: TermId) -> TermId {
    let kept = system.add_auxiliary("kept", Sort::Bool, Role::State, Purpose::Monitor);
    let now = system.terms.now(kept);
    let both = system.terms.and([now, good]);
    system.init.push(Constraint { term: now, element: None });
    system.next.insert(kept, Update { term: both, element: None });
    both
}

/// The first step does this.
fn at_first(system: &mut System, taken: TermId) {
    let later = system.add_auxiliary("later", Sort::Bool, Role::State, Purpose::Monitor);
    let terms = &mut system.terms;
    let (now, yes) = (terms.now(later), terms.bool(true));
    let (first, step) = (terms.not(now), terms.or([now, taken]));
    system.init.push(Constraint { term: first, element: None });
    system.next.insert(later, Update { term: yes, element: None });
    system.trans.push(Constraint { term: step, element: None });
}
