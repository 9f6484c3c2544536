//! Options in a step, as the lens puts them, and what each means for the failure.
//!
//! An option is *inevitable* if every step that takes it leads to a tick where the failure is certain. It is *avoided* if
//! after some step that takes it the claim can never break; the escape shows a step to try, and a few others are tried
//! after it. Otherwise it is open: a step that takes it was seen after which the claim can break and need not. Where the
//! option that the run takes is not inevitable by itself, the inputs decide, and they are listed with it (`inputs`).

use super::doom::Outlook;
use super::layout::Fact;
use super::teller::Teller;
use super::{LAST_CHOICE, Move};
use crate::{Alternative, Fate, Junction};
use std::collections::BTreeSet;
use wherefore_check::Cause;
use wherefore_ir::{VarId, walk};
use wherefore_trace::{Evaluator, Step, Trace};

/// The most steps of a kind that are tried to find one that excludes the failure.
const MOST_TRIES: usize = 3;

/// A junction with the numbers of the claims that it rests on.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) junction: Junction,
    pub(super) claims: Vec<usize>,
}

impl Teller<'_> {
    /// The junction at a tick. If its choice seals the failure, the failure comes at most `within` ticks later.
    pub(super) fn junction(
        &mut self,
        run: &Trace,
        (tick, kind): (usize, &'static str),
        within: Option<u32>,
    ) -> Result<Draft, Cause> {
        let junction = Junction { tick, kind, alternatives: Vec::new(), unobservable: Vec::new() };
        let mut draft = Draft { junction, claims: Vec::new() };
        let here = self.here(run, tick)?;
        let options = if tick + 1 < run.len() { self.options(run, tick) } else { Vec::new() };
        let mut split = None;
        for option in options {
            let (facts, taken) = (doing(here, &option), self.takes(run, tick, &option));
            if !taken && !self.oracle.ask(&facts)? {
                continue;
            }
            let fate = self.fate(&facts, &mut draft.claims)?;
            if taken && kind == LAST_CHOICE && fate != Fate::Inevitable && split.is_none() {
                split = Some(option);
                continue;
            }
            draft.junction.alternatives.push(alternative(&option, fate, taken));
        }
        if split.is_some() || draft.junction.alternatives.is_empty() {
            let both = self.by_inputs(run, tick, split.as_ref(), within)?;
            draft.junction.alternatives.splice(0..0, both);
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
    fn fate(&mut self, facts: &[Fact], claims: &mut Vec<usize>) -> Result<Fate, Cause> {
        let (mut facts, mut best) = (facts.to_vec(), Fate::Unknown);
        for attempt in 0..MOST_TRIES {
            let escape = match self.oracle.outlook(&facts) {
                Ok(Outlook::Free(escape)) => escape,
                Ok(Outlook::Doomed(depth)) if attempt == 0 => {
                    claims.extend(self.oracle.doomed(&facts, depth));
                    return Ok(Fate::Inevitable);
                }
                Err(cause @ (Cause::Stopped(_) | Cause::Refuted(_))) => return Err(cause),
                Ok(Outlook::Doomed(_)) | Err(_) => break,
            };
            match self.after(escape.second())? {
                Fate::Avoided => return Ok(Fate::Avoided),
                Fate::Open => best = Fate::Open,
                _ => {}
            }
            let Some(second) = escape.second() else { break };
            let again = self.oracle.state(second);
            facts.push(Fact::Given(self.oracle.system.terms.not(again), 1));
        }
        Ok(best)
    }

    /// Effect on the failure of a step to this tick, from which it can be avoided.
    pub(super) fn after(&mut self, second: Option<&Step>) -> Result<Fate, Cause> {
        // Where nothing follows, nothing can break.
        let Some(second) = second else { return Ok(Fate::Avoided) };
        match self.safety.is_safe(&mut self.oracle, self.subject.system, second) {
            Ok(true) => Ok(Fate::Avoided),
            Ok(false) => Ok(Fate::Open),
            Err(cause @ (Cause::Stopped(_) | Cause::Refuted(_))) => Err(cause),
            Err(_) => Ok(Fate::Unknown),
        }
    }
}

/// Facts: a run takes an option in its first step.
pub(super) fn doing(here: Fact, option: &Move) -> [Fact; 3] {
    [here, Fact::Given(option.taken, 0), Fact::Legal(1)]
}

/// An option of the lens in the table.
pub(super) fn alternative(option: &Move, fate: Fate, taken: bool) -> Alternative {
    let leads = Some(option.leads.clone()).filter(|l| !l.is_empty()).into_iter().collect();
    Alternative { action: option.action.clone(), leads, fate, taken }
}
