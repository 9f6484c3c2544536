//! Questions about a refinement whose text somebody has changed: the same that are asked about the changes offered here.

use super::blame::{blame, outputs};
use super::edits::{answers, environment, is_consistent};
use super::follow::{Fixed, follow};
use super::judge::{Answer, Judge};
use super::sides::{gap, left, right};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Options, Recheck, Verdict};
use wherefore_ir::refinement::{Check, ContractId, Direction, PartId, Refinement};
use wherefore_ir::{System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// Parts that could have avoided a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Culprits {
    /// By themselves.
    pub alone: BTreeSet<PartId>,
    /// By themselves or together with others.
    pub any: BTreeSet<PartId>,
}

/// Whether some run satisfies a formula.
#[derive(Clone, Debug)]
pub enum Possible {
    /// A run that satisfies it.
    Yes(Box<Trace>),
    /// None does; by whom that was found again.
    No(Recheck),
    /// Not known.
    Unknown(NoAnswer),
}

/// Asks.
pub struct Questions<'a> {
    judge: Judge<'a>,
}

impl<'a> Questions<'a> {
    /// Nothing is asked yet.
    pub fn new(options: &Options, stop: &'a Stop, observer: &'a Arc<dyn Observer>) -> Questions<'a> {
        Questions { judge: Judge::new(options, stop, observer) }
    }

    /// The parts that could have avoided the failure of a check on a run.
    pub fn culprits(&self, refinement: &Refinement, check: &Check, run: &Trace) -> Culprits {
        let found = blame(refinement, check, run, &self.judge);
        Culprits { alone: found.alone(), any: found.any() }
    }

    /// Whether some behaviour satisfies assumption and guarantee of a contract, without regard to wires.
    pub fn can_be_kept(&self, refinement: &Refinement, contract: ContractId) -> Option<bool> {
        known(&is_consistent(refinement, contract, &self.judge))
    }

    /// Whether the parts can answer to the inputs of a run as their contracts ask.
    pub fn can_answer(&self, refinement: &Refinement, check: &Check, run: &Trace) -> Option<bool> {
        let mut refinement = refinement.clone();
        let left = left(&mut refinement, check);
        known(&answers(&refinement, left, run, &self.judge))
    }

    /// Whether the parts can do what their contracts ask so that the whole behaves to its environment as on a run.
    pub fn can_show(&self, refinement: &Refinement, check: &Check, run: &Trace) -> Option<bool> {
        let mut refinement = refinement.clone();
        let left = left(&mut refinement, check);
        let own = refinement.ports.iter().filter(|p| p.owner.is_none() || p.direction == Direction::Parameter);
        let always = own.map(|p| p.var).collect();
        follow(&mut refinement.system, run, &Fixed { always, until: None });
        known(&self.judge.satisfiable(&mut refinement.system, left))
    }

    /// Whether some run of a system satisfies a formula, a term of its arena.
    pub fn possible(&self, system: &mut System, formula: TermId) -> Possible {
        if let Some(reason) = self.judge.stop.reason() {
            return Possible::Unknown(NoAnswer::Stopped(reason));
        }
        match self.judge.verdict(system, formula) {
            Verdict::Violated(run) => Possible::Yes(Box::new(run.trace)),
            Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Possible::No(recheck),
            Verdict::Undetermined(cause) => Possible::Unknown(cause),
        }
    }

    /// Whether a check can be true on a run in which all that the environment and the parts decide is kept, if the target of a wire
    /// may have any values. If not, the check fails whatever the target is connected to.
    pub fn possible_with_free_wire(
        &self,
        refinement: &Refinement,
        check: &Check,
        run: &Trace,
        wire: usize,
    ) -> Option<Possible> {
        let mut refinement = refinement.clone();
        let (left, right) = (left(&mut refinement, check), right(&refinement, check));
        let fails = gap(&mut refinement.system.terms, left, right);
        let formula = refinement.system.terms.not(fails);
        let invar = refinement.wires.get(wire)?.invar;
        let yes = refinement.system.terms.bool(true);
        refinement.system.invar.get_mut(invar)?.term = yes;
        let mut always = environment(&refinement);
        let parts = (0..refinement.parts.len() as u32).map(PartId);
        always.extend(parts.flat_map(|part| outputs(&refinement, part)));
        follow(&mut refinement.system, run, &Fixed { always, until: None });
        Some(self.possible(&mut refinement.system, formula))
    }
}

fn known(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Yes(_) => Some(true),
        Answer::No => Some(false),
        Answer::Unknown(_) => None,
    }
}
