//! Formulas that are never true, by the set of all reachable states as a decision diagram.
//!
//! One set answers for all formulas, where it is found with little work. For a formula that is true in one of the states the number of
//! steps to it is known, and a run of this length is looked for.

use super::{Occurrence, OccurrenceSearch};
use crate::certify::fixpoint::Reached;
use crate::engine::bdd::Machine;
use crate::invariant::InvariantQuery;
use crate::race::limited;
use crate::{Certificate, Cone, Family, NoAnswer, Observer, Verdict};
use std::sync::Arc;
use wherefore_ir::TermId;
use wherefore_solve::Stop;

/// Bytes of the diagrams.
const MEMORY: u64 = 64 << 20;

/// Steps to the nearest state in which each formula is true, none where there is no such state, and the set of reachable states.
type Distances = (Vec<Option<u32>>, Reached);

impl OccurrenceSearch<'_> {
    /// Looks for an answer on all formulas that are left.
    pub(super) fn diagrams(&mut self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<(), NoAnswer> {
        let open = self.open();
        let formulas: Vec<TermId> = open.iter().map(|index| self.formulas[*index]).collect();
        let cone = Cone::of(&self.system, &formulas);
        if open.is_empty() || self.effort.diagrams == 0 || !cone.is_finite() {
            return Ok(());
        }
        let looks = self.effort.diagrams;
        let (distances, reached) = distances(Arc::new(cone), &formulas, &limited(stop, looks), observer.as_ref())?;
        let (near, never): (Vec<_>, Vec<_>) = open.into_iter().zip(distances).partition(|(_, found)| found.is_some());
        let never: Vec<usize> = never.into_iter().map(|(index, _)| index).collect();
        self.outside(&never, reached, stop, observer)?;
        let mut near: Vec<(u32, usize)> = near.into_iter().filter_map(|(index, found)| Some((found?, index))).collect();
        near.sort_unstable();
        for (distance, index) in near {
            if self.found[index].is_none() {
                let question = InvariantQuery::about(self.session, self.system.clone(), self.never[index]);
                let found =
                    question.demonstrate(distance, true, &self.session.context(&limited(stop, looks), observer));
                if let Ok(Some(Verdict::Violated(run))) = found {
                    self.see(run.trace)?;
                }
            }
        }
        Ok(())
    }

    /// Notes that these formulas are true outside of a set of states only, once another solver has found that no run leaves it.
    fn outside(
        &mut self,
        never: &[usize],
        reached: Reached,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<(), NoAnswer> {
        if never.is_empty() {
            return Ok(());
        }
        let mut system = self.system.as_ref().clone();
        system.terms = reached.terms.as_ref().clone();
        let good = system.terms.and(never.iter().map(|index| self.never[*index]));
        let certificate = Certificate::Invariant { terms: Arc::new(system.terms.clone()), term: reached.term };
        let question = InvariantQuery::about(self.session, system, good);
        let verdict = question.confirm((Family::Bdd, true), certificate, stop, observer.as_ref())?;
        if let Verdict::Holds { evidence, recheck } = verdict {
            for index in never {
                let (evidence, recheck) = (evidence.clone(), recheck.clone());
                self.found[*index] = Some(Occurrence::Never { evidence, recheck });
            }
        }
        Ok(())
    }
}

fn distances(
    model: Arc<Cone>,
    formulas: &[TermId],
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Distances, NoAnswer> {
    let mut machine = Machine::new(model, Some(MEMORY), stop)?;
    let mut wanted = Vec::new();
    for formula in formulas {
        let states = machine.encode(*formula)?;
        wanted.push(machine.possible(&states)?);
    }
    let mut found = vec![None; formulas.len()];
    let mut distance = 0;
    while let Some(layer) = machine.layer(distance, observer)? {
        for (answer, states) in found.iter_mut().zip(&wanted) {
            if answer.is_none() && !machine.space().and(&layer, states)?.is_false() {
                *answer = Some(distance as u32);
            }
        }
        distance += 1;
    }
    Ok((found, machine.written(observer)?))
}
