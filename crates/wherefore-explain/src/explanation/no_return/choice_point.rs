//! Options in a step, as the lens puts them, and what each means for the failure.
//!
//! An option is *inevitable* if every step that takes it leads to a tick where the failure is certain. It is *avoided* if
//! after some step that takes it the claim can never break; the escape shows a step to try, and a few others are tried
//! after it. Otherwise it is open: a step that takes it was seen after which the claim can break and need not. Where the
//! option that the run takes is not inevitable by itself, the inputs decide, and they are listed with it (`inputs`).

use super::explainer::Explainer;
use super::inevitable::Avoidability;
use super::layout::Fact;
use super::{LAST_CHOICE, Move};
use crate::{Alternative, ChoicePoint, Consequence};
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_ir::{VarId, walk};
use wherefore_trace::{Evaluator, Step, Trace};

/// The most steps of a kind that are tried to find one that excludes the failure.
const MOST_TRIES: usize = 3;

/// A choice_point with the numbers of the claims that it rests on.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) choice_point: ChoicePoint,
    pub(super) claims: Vec<usize>,
}

impl Explainer<'_> {
    /// The choice_point at a tick. If its choice seals the failure, the failure comes at most `within` ticks later.
    pub(super) fn choice_point(
        &mut self,
        run: &Trace,
        (tick, kind): (usize, &'static str),
        within: Option<u32>,
    ) -> Result<Draft, NoAnswer> {
        let choice_point = ChoicePoint { tick, kind, alternatives: Vec::new(), unobservable: Vec::new() };
        let mut draft = Draft { choice_point, claims: Vec::new() };
        let here = self.here(run, tick)?;
        let options = if tick + 1 < run.len() { self.options(run, tick) } else { Vec::new() };
        let mut split = None;
        for option in options {
            let (facts, taken) = (doing(here, &option), self.takes(run, tick, &option));
            if !taken && !self.oracle.ask(&facts)? {
                continue;
            }
            let consequence = self.consequence(&facts, &mut draft.claims)?;
            if taken && kind == LAST_CHOICE && consequence != Consequence::Inevitable && split.is_none() {
                split = Some(option);
                continue;
            }
            draft.choice_point.alternatives.push(alternative(&option, consequence, taken));
        }
        if split.is_some() || draft.choice_point.alternatives.is_empty() {
            let both = self.by_inputs(run, tick, split.as_ref(), within)?;
            draft.choice_point.alternatives.splice(0..0, both);
        }
        Ok(draft)
    }

    /// Options of the lens, if it speaks of what matters only.
    fn options(&mut self, run: &Trace, tick: usize) -> Vec<Move> {
        let mut options = self.steps.options(&mut self.oracle.system, run, tick);
        let inside: BTreeSet<VarId> = self.oracle.layout.ground.vars().collect();
        let terms = &self.oracle.system.terms;
        options.retain(|o| walk::variables(terms, [o.taken]).is_subset(&inside));
        options
    }

    /// Whether the run takes an option at a tick.
    fn takes(&self, run: &Trace, tick: usize, option: &Move) -> bool {
        let (Some(now), Some(next)) = (run.steps.get(tick), run.steps.get(tick + 1)) else { return false };
        let evaluator = Evaluator::new(&self.oracle.system.terms, &[option.taken]);
        evaluator.is_ok_and(|e| e.truths(&now.values, Some(&next.values)) == [Some(true)])
    }

    /// Effect of steps with these facts on the failure.
    fn consequence(&mut self, facts: &[Fact], claims: &mut Vec<usize>) -> Result<Consequence, NoAnswer> {
        let (mut facts, mut best) = (facts.to_vec(), Consequence::Unknown);
        for attempt in 0..MOST_TRIES {
            let escape = match self.oracle.outlook(&facts) {
                Ok(Avoidability::Avoidable(escape)) => escape,
                Ok(Avoidability::Inevitable(depth)) if attempt == 0 => {
                    claims.extend(self.oracle.doomed(&facts, depth));
                    return Ok(Consequence::Inevitable);
                }
                Err(cause @ (NoAnswer::Stopped(_) | NoAnswer::Refuted(_))) => return Err(cause),
                Ok(Avoidability::Inevitable(_)) | Err(_) => break,
            };
            match self.after(escape.second())? {
                Consequence::Avoided => return Ok(Consequence::Avoided),
                Consequence::Open => best = Consequence::Open,
                _ => {}
            }
            let Some(second) = escape.second() else { break };
            let again = self.oracle.state(second);
            facts.push(Fact::Given(self.oracle.system.terms.not(again), 1));
        }
        Ok(best)
    }

    /// Effect on the failure of a step to this tick, from which it can be avoided.
    pub(super) fn after(&mut self, second: Option<&Step>) -> Result<Consequence, NoAnswer> {
        // Where nothing follows, nothing can break.
        let Some(second) = second else { return Ok(Consequence::Avoided) };
        match self.safety.is_safe(&mut self.oracle, self.subject.system, second) {
            Ok(true) => Ok(Consequence::Avoided),
            Ok(false) => Ok(Consequence::Open),
            Err(cause @ (NoAnswer::Stopped(_) | NoAnswer::Refuted(_))) => Err(cause),
            Err(_) => Ok(Consequence::Unknown),
        }
    }
}

/// Facts: a run takes an option in its first step.
pub(super) fn doing(here: Fact, option: &Move) -> [Fact; 3] {
    [here, Fact::Given(option.taken, 0), Fact::Legal(1)]
}

/// An option of the lens in the table.
pub(super) fn alternative(option: &Move, consequence: Consequence, taken: bool) -> Alternative {
    let leads = Some(option.leads.clone()).filter(|l| !l.is_empty()).into_iter().collect();
    Alternative { action: option.action.clone(), leads, consequence, taken }
}
