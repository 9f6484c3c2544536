//! Suspects in order: conjuncts of contracts, connections, the refinement.
//!
//! Targets of a verified edit come first, the cheapest edit before others: changing that alone is enough. Then come the
//! conjuncts of parts that could have avoided the failure on the run, pending ones before the rest: these promises have a hole
//! even if no small edit fills it. Then whatever else the check rests on. Among equals the nearest to what is asked comes first, of each
//! part in turn.

use super::blame::Blame;
use super::candidates::{Candidate, cone};
use super::change::{Change, conjunct_name};
use super::nearness::Distances;
use super::offer::connection;
use super::sides::right;
use crate::rank::{Evidence, Gate, rank};
use crate::result::contract::{Edit, PremiseState};
use crate::result::suspect::{SuspectKind, SuspectReason};
use crate::{FixSet, Suspect};
use std::collections::BTreeSet;
use wherefore_ir::refinement::{Check, ContractId, Refinement, Side};

/// A distance that is longer than any other.
const FAR: usize = 1_000;

/// Something that may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// A contract to which something is added, or that says nothing.
    Contract(ContractId),
    /// A conjunct of a contract of a part.
    Conjunct(ContractId, Side, usize),
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
    /// States of the guarantees of each contract on the run.
    pub(super) promises: &'a [Vec<PremiseState>],
    /// The verified changes, cheapest first, each as it is offered.
    pub(super) repairs: &'a [(Candidate, Edit)],
}

impl Grounds<'_> {
    /// The suspects in order.
    pub(super) fn suspects(&self) -> Vec<Suspect> {
        let subjects = self.subjects();
        let orders = self.orders(&subjects);
        let evidence: Vec<Evidence> =
            subjects.iter().zip(orders).map(|(subject, order)| self.evidence(*subject, order)).collect();
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
        list.extend(self.check.premises.iter().flat_map(|id| self.stated(*id)));
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

    /// The conjuncts of a contract; the contract if it has none.
    fn stated(&self, id: ContractId) -> Vec<Subject> {
        let contract = self.refinement.contract(id);
        let of = |side: Side| (0..contract.side(side).len()).map(move |place| Subject::Conjunct(id, side, place));
        let all: Vec<Subject> = of(Side::Guarantee).chain(of(Side::Assumption)).collect();
        if all.is_empty() { vec![Subject::Contract(id)] } else { all }
    }

    /// The first repair that touches a subject, by its place.
    fn repair(&self, subject: Subject) -> Option<usize> {
        self.repairs.iter().position(|(c, _)| touched(c).contains(&subject))
    }

    /// The order of subjects among equals: the nearest conjunct of each part, then the second of each, so that a part that promises much
    /// does not hide the others.
    fn orders(&self, subjects: &[Subject]) -> Vec<Option<usize>> {
        let distances = Distances::new(self.refinement, [self.check]);
        let distance = |subject: &Subject| match subject {
            Subject::Conjunct(id, side, place) => distances.conjunct(*id, *side, *place),
            Subject::Wire(wire) => distances.wire(*wire),
            Subject::Contract(_) | Subject::Unused(_) | Subject::Asked => None,
        };
        let far = |subject: &Subject| distance(subject).unwrap_or(FAR).min(FAR);
        let owner = |subject: &Subject| match subject {
            Subject::Conjunct(id, ..) => self.refinement.contract(*id).owner,
            _ => None,
        };
        let own = |place: usize| {
            let subject = &subjects[place];
            let part = owner(subject)?;
            let before =
                |(at, other): (usize, &Subject)| owner(other) == Some(part) && (far(other), at) < (far(subject), place);
            let earlier = subjects.iter().enumerate().filter(|other| before(*other)).count();
            Some(earlier * (FAR + 1) + far(subject))
        };
        (0..subjects.len()).map(|place| own(place).or(distance(&subjects[place]))).collect()
    }

    fn evidence(&self, subject: Subject, distance: Option<usize>) -> Evidence {
        let (alone, any) = (self.blame.alone(), self.blame.any());
        let owner = match subject {
            Subject::Contract(id) | Subject::Conjunct(id, ..) | Subject::Unused(id) => {
                self.refinement.contract(id).owner
            }
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
        Evidence { gate, preserved: Some(preserved), failed: 1, passed, distance, ..Evidence::default() }
    }

    fn state(&self, subject: Subject) -> Option<PremiseState> {
        let Subject::Conjunct(id, Side::Guarantee, conjunct) = subject else { return None };
        let place = self.check.premises.iter().position(|p| *p == id)?;
        self.promises.get(place)?.get(conjunct).copied()
    }

    fn suspect(&self, subject: Subject, rank: usize, score: f64) -> Suspect {
        let r = self.refinement;
        let (name, element, kind) = match subject {
            Subject::Contract(id) => (r.contract_name(id), r.contract(id).element, SuspectKind::Contract),
            Subject::Conjunct(id, side, place) => {
                let contract = r.contract(id);
                let element = contract.side(side).get(place).and_then(|c| c.element).or(contract.element);
                (conjunct_name(r, id, side, place), element, SuspectKind::Conjunct)
            }
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
        if let Subject::Contract(id) | Subject::Conjunct(id, ..) | Subject::Unused(id) = subject
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
        Change::Replace { contract, side, conjunct, twins, .. } => {
            let all = std::iter::once(*contract).chain(twins.iter().map(|(id, _)| *id));
            all.map(|id| Subject::Conjunct(id, *side, *conjunct)).collect()
        }
        Change::Add { contract, .. } => vec![Subject::Contract(*contract)],
        Change::Use(contract) => vec![Subject::Unused(*contract)],
        Change::Rewire(wires) => wires.iter().map(|(wire, _)| Subject::Wire(*wire)).collect(),
    }
}
