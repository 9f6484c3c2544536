//! Suspects in order: contracts, connections, the refinement.
//!
//! Targets of a verified edit come first, the cheapest edit before others: changing that alone is enough. Then come the
//! contracts of parts that could have avoided the failure on the run, pending ones before the rest: their promises have a hole
//! even if no small edit fills it. Then whatever else the check rests on.

use super::blame::Blame;
use super::candidates::{Candidate, cone};
use super::change::Change;
use super::offer::connection;
use super::sides::right;
use crate::rank::{Evidence, Gate, rank};
use crate::result::contract::{Edit, Premise, PremiseState};
use crate::result::suspect::{SuspectKind, SuspectReason};
use crate::{FixSet, Suspect};
use std::collections::BTreeSet;
use wherefore_ir::refinement::{Check, ContractId, Refinement, Side};

/// Something that may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Contract(ContractId),
    Unused(ContractId),
    Wire(usize),
    Asked,
}

/// Grounds of a suspicion.
pub(super) struct Grounds<'a> {
    /// The refinement.
    pub(super) refinement: &'a Refinement,
    /// The check.
    pub(super) check: &'a Check,
    /// Parts that could have avoided the failure.
    pub(super) blame: &'a Blame,
    /// States of the contracts on the run.
    pub(super) premises: &'a [Premise],
    /// The verified changes, cheapest first, each as it is offered.
    pub(super) repairs: &'a [(Candidate, Edit)],
}

impl Grounds<'_> {
    /// The suspects in order.
    pub(super) fn suspects(&self) -> Vec<Suspect> {
        let subjects = self.subjects();
        let evidence: Vec<Evidence> = subjects.iter().map(|s| self.evidence(*s)).collect();
        let ranked = rank(&evidence, 1);
        ranked.iter().map(|r| self.suspect(subjects[r.element], r.rank, r.score)).collect()
    }

    /// Fix sets of single edits: each alone closes the gap.
    pub(super) fn fix_sets(&self) -> Vec<FixSet> {
        let set = |(_, edit): &(Candidate, Edit)| FixSet {
            minimum: true,
            gentlest: false,
            names: vec![edit.target.clone()],
            elements: edit.element.into_iter().collect(),
            preserved: None,
            each: vec![None],
        };
        let mut list: Vec<FixSet> = Vec::new();
        for set in self.repairs.iter().map(set) {
            if !list.iter().any(|other| other.names == set.names) {
                list.push(set);
            }
        }
        list
    }

    fn subjects(&self) -> Vec<Subject> {
        let mut list: Vec<Subject> = self.repairs.iter().flat_map(|(c, _)| touched(c)).collect();
        list.extend(self.check.premises.iter().map(|id| Subject::Contract(*id)));
        let blamed = self.blame.any();
        // An assumption is about what comes over the wires that feed it, whichever part is to blame.
        let asked = match self.check.side {
            Side::Assumption => cone(self.refinement, &[right(self.refinement, self.check)]),
            Side::Guarantee => BTreeSet::new(),
        };
        let near = |wire: &usize| {
            let port = self.refinement.port(self.refinement.wires[*wire].target);
            let of_whole = self.check.side == Side::Guarantee;
            asked.contains(&port.var) || port.owner.map_or(of_whole, |p| blamed.contains(&p))
        };
        list.extend((0..self.refinement.wires.len()).filter(near).map(Subject::Wire));
        let mut seen: Vec<Subject> = Vec::new();
        list.into_iter().for_each(|s| {
            if !seen.contains(&s) {
                seen.push(s)
            }
        });
        seen
    }

    /// The first repair that touches a subject, by its place.
    fn repair(&self, subject: Subject) -> Option<usize> {
        self.repairs.iter().position(|(c, _)| touched(c).contains(&subject))
    }

    fn evidence(&self, subject: Subject) -> Evidence {
        let (alone, any) = (self.blame.alone(), self.blame.any());
        let owner = match subject {
            Subject::Contract(id) | Subject::Unused(id) => self.refinement.contract(id).owner,
            Subject::Wire(_) | Subject::Asked => None,
        };
        let pending = self.state(subject) == Some(PremiseState::Pending);
        let bonus = if pending { 0.2 } else { 0.0 };
        // A connection is on every run, failing or not: it weighs half of what a contract does.
        let (gate, preserved, passed) = match (self.repair(subject), owner) {
            (Some(place), _) => (Gate::Fix, 1.0 / (place + 1) as f64, 0),
            (None, Some(part)) if alone.contains(&part) => (Gate::Switch, 0.6 + bonus, 0),
            (None, Some(part)) if any.contains(&part) => (Gate::Switch, 0.3 + bonus, 0),
            (None, Some(_)) => (Gate::Outside, 0.0, 0),
            (None, None) => (Gate::Outside, 0.0, 3),
        };
        Evidence { gate, preserved: Some(preserved), failed: 1, passed, ..Evidence::default() }
    }

    fn state(&self, subject: Subject) -> Option<PremiseState> {
        let Subject::Contract(id) = subject else { return None };
        let place = self.check.premises.iter().position(|p| *p == id)?;
        self.premises.get(place).map(|p| p.state)
    }

    fn suspect(&self, subject: Subject, rank: usize, score: f64) -> Suspect {
        let r = self.refinement;
        let (name, element, kind) = match subject {
            Subject::Contract(id) => (r.contract_name(id), r.contract(id).element, SuspectKind::Contract),
            Subject::Unused(id) => (r.contract_name(id), r.contract(id).element, SuspectKind::Refinement),
            Subject::Wire(wire) => {
                let element = r.wires.get(wire).and_then(|w| w.element);
                (connection(r, wire, None).unwrap_or_default(), element, SuspectKind::Connection)
            }
            Subject::Asked => {
                let asked = self.check.contract;
                (r.contract_name(asked), r.contract(asked).element, SuspectKind::Contract)
            }
        };
        let reasons = self.reasons(subject);
        Suspect { name, element, guard: None, kind, leads: String::new(), rank, score, reasons }
    }

    fn reasons(&self, subject: Subject) -> Vec<SuspectReason> {
        let mut reasons = Vec::new();
        if let Some((_, edit)) = self.repair(subject).and_then(|place| self.repairs.get(place)) {
            reasons.push(SuspectReason::Edit(Box::new(edit.clone())));
        }
        if let Subject::Contract(id) | Subject::Unused(id) = subject
            && let Some(part) = self.refinement.contract(id).owner
        {
            let name = self.refinement.owner_name(Some(part)).to_owned();
            if self.blame.alone().contains(&part) {
                reasons.push(SuspectReason::AvoidsAlone(name));
            } else if self.blame.any().contains(&part) {
                reasons.push(SuspectReason::AvoidsTogether(name));
            }
        }
        match self.state(subject) {
            Some(PremiseState::Pending) => reasons.push(SuspectReason::PromisePending),
            Some(PremiseState::Vacuous) => reasons.push(SuspectReason::PromisesNothing),
            _ => {}
        }
        reasons
    }
}

/// Subjects that a change touches.
fn touched(candidate: &Candidate) -> Vec<Subject> {
    match &candidate.change {
        Change::Replace { .. } if candidate.weakens => vec![Subject::Asked],
        Change::Replace { contract, twins, .. } => {
            let all = std::iter::once(*contract).chain(twins.iter().map(|(id, _)| *id));
            all.map(Subject::Contract).collect()
        }
        Change::Add { contract, .. } => vec![Subject::Contract(*contract)],
        Change::Use(contract) => vec![Subject::Unused(*contract)],
        Change::Rewire(wires) => wires.iter().map(|(wire, _)| Subject::Wire(*wire)).collect(),
    }
}
