//! The smallest changes that close the gap, each one verified.
//!
//! Nothing is offered that was not asked. A change counts if, with it,
//!
//! 1. the check holds,
//! 2. the changed contract can still be kept at all,
//! 3. the parts can still answer to the inputs of the failing run: a promise that forbids the environment what it did repairs
//!    nothing;
//! 4. other connections leave no other check of the same contract broken that holds now;
//! 5. what a contract assumes that is relied on in addition follows from the others, and it can be kept between the wires.
//!
//! Runs that refuted earlier candidates refute later ones without a question: a candidate that allows a known failing run
//! cannot help (counterexamples as examples, after Solar-Lezama 2006). So most of the candidates cost an evaluation only.

use super::candidates::{Candidate, candidates};
use super::change::Change;
use super::follow::{Fixed, follow};
use super::judge::{Answer, Judge};
use super::sides::{both, gap, left, right};
use crate::explanation::truths::truth;
use std::collections::BTreeSet;
use wherefore_ir::refinement::{Check, ContractId, Direction, PartId, Refinement, Side};
use wherefore_ir::{TermId, VarId};
use wherefore_trace::Trace;

/// The changes that help, cheapest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Repairs {
    /// Each with the arena that its terms need.
    pub(super) list: Vec<Candidate>,
    /// Whether every candidate was tried.
    pub(super) complete: bool,
}

/// More questions than this are not asked for edits.
const MOST_QUESTIONS: usize = 160;
/// More other checks than this are not looked at.
const MOST_OTHERS: usize = 8;
/// More repairs than this are not looked for.
const MOST_REPAIRS: usize = 8;

/// Looks for repairs. The terms of the candidates are made in the arena of `refinement`.
pub(super) fn repairs(
    refinement: &mut Refinement,
    check: &Check,
    run: &Trace,
    blamed: &BTreeSet<PartId>,
    judge: &Judge<'_>,
) -> Repairs {
    let list = candidates(refinement, check, blamed);
    let mut search = EditSearch::new(refinement, check, run, judge);
    let mut repairs = Repairs { list: Vec::new(), complete: true };
    let (begin, mut found) = (judge.asked(), BTreeSet::new());
    for candidate in list {
        if judge.stop.is_fired() || judge.asked() - begin > MOST_QUESTIONS || repairs.list.len() >= MOST_REPAIRS {
            repairs.complete = false;
            break;
        }
        // One change of a place is enough: the cheapest comes first.
        let place = place(&candidate);
        if found.contains(&place) || (candidate.weakens && repairs.list.iter().any(|r| r.weakens)) {
            continue;
        }
        if search.helps(&candidate.change) {
            found.insert(place);
            repairs.list.push(candidate);
        }
    }
    repairs
}

/// Place that a change touches: a conjunct, a contract, wires.
fn place(candidate: &Candidate) -> (u8, u32, usize, Vec<usize>) {
    match &candidate.change {
        Change::Replace { contract, conjunct, .. } => (0, contract.0, *conjunct, Vec::new()),
        Change::Add { contract, .. } => (1, contract.0, 0, Vec::new()),
        Change::Use(contract) => (2, contract.0, 0, Vec::new()),
        Change::Rewire(wires) => (3, 0, 0, wires.iter().map(|(wire, _)| *wire).collect()),
    }
}

/// Variables that the environment decides: the inputs of the whole, and parameters.
pub(super) fn environment(refinement: &Refinement) -> Vec<VarId> {
    let given = |d: Direction, of_whole: bool| d == Direction::Parameter || (d == Direction::Input && of_whole);
    refinement.ports.iter().filter(|p| given(p.direction, p.owner.is_none())).map(|p| p.var).collect()
}

/// Tries changes.
pub(super) struct EditSearch<'a> {
    refinement: &'a Refinement,
    check: &'a Check,
    run: &'a Trace,
    judge: &'a Judge<'a>,
    /// Runs of the system that break the check, and would break it after a change that allows them.
    known: Vec<Trace>,
    /// Other checks of the same contract that hold, once that is known.
    sound: Option<Vec<Check>>,
}

impl<'a> EditSearch<'a> {
    pub(super) fn new(
        refinement: &'a Refinement,
        check: &'a Check,
        run: &'a Trace,
        judge: &'a Judge<'a>,
    ) -> EditSearch<'a> {
        EditSearch { refinement, check, run, judge, known: vec![run.clone()], sound: None }
    }

    /// Whether a change closes the gap and does no harm.
    pub(super) fn helps(&mut self, change: &Change) -> bool {
        let (mut changed, asked) = change.apply(self.refinement, self.check);
        let (left, right) = (left(&mut changed, &asked), right(&changed, &asked));
        let rewires = matches!(change, Change::Rewire(_));
        if !rewires && self.is_refuted(&changed, left, right) {
            return false;
        }
        self.closes(&mut changed, left, right, rewires)
            && change.contract().is_none_or(|id| self.is_consistent(&changed, id))
            && answers(&changed, left, self.run, self.judge).is_yes()
            && (!rewires || self.is_harmless(&changed))
            && self.is_usable(change, &changed, &asked)
    }

    /// Whether a contract that is relied on in addition gives what it promises where it stands: its assumption follows from
    /// the other contracts, and assumption and guarantee can be true together there. Of other changes nothing is asked.
    fn is_usable(&self, change: &Change, changed: &Refinement, asked: &Check) -> bool {
        let Change::Use(id) = change else { return true };
        let premises: Vec<ContractId> = asked.premises.iter().copied().filter(|p| p != id).collect();
        let obligation = |conjunct: usize| Check {
            property: String::new(),
            whole: asked.whole,
            contract: *id,
            side: Side::Assumption,
            conjunct,
            premises: premises.clone(),
        };
        let count = changed.contract(*id).assumptions.len();
        if !(0..count).all(|conjunct| holds(changed, &obligation(conjunct), self.judge)) {
            return false;
        }
        let mut changed = changed.clone();
        let contract = changed.contract(*id).clone();
        let left = left(&mut changed, asked);
        let kept = both(&mut changed.system.terms, &contract);
        let formula = changed.system.terms.and([left, kept]);
        self.judge.satisfiable(&mut changed.system, formula).is_yes()
    }

    /// Whether the other checks that hold do so after the change. Promises that become stronger cannot break them, but other
    /// connections can.
    fn is_harmless(&mut self, changed: &Refinement) -> bool {
        let sound = self.sound.take().unwrap_or_else(|| self.others_that_hold());
        let harmless = sound.iter().all(|check| holds(changed, check, self.judge));
        self.sound = Some(sound);
        harmless
    }

    fn others_that_hold(&self) -> Vec<Check> {
        let same = |c: &&Check| c.whole == self.check.whole && c.property != self.check.property;
        let others = self.refinement.checks.iter().filter(same).take(MOST_OTHERS);
        others.filter(|c| holds(self.refinement, c, self.judge)).cloned().collect()
    }

    /// Whether a known run satisfies the left-hand side and not the right-hand side.
    fn is_refuted(&self, changed: &Refinement, left: TermId, right: TermId) -> bool {
        let terms = &changed.system.terms;
        let breaks = |run: &Trace| truth(terms, run, right) == Some(false) && truth(terms, run, left) == Some(true);
        self.known.iter().any(breaks)
    }

    fn closes(&mut self, changed: &mut Refinement, left: TermId, right: TermId, rewires: bool) -> bool {
        let gap = gap(&mut changed.system.terms, left, right);
        match self.judge.satisfiable(&mut changed.system.clone(), gap) {
            Answer::No => true,
            Answer::Yes(run) => {
                if !rewires {
                    self.known.push(run);
                }
                false
            }
            Answer::Unknown(_) => false,
        }
    }

    fn is_consistent(&self, changed: &Refinement, id: ContractId) -> bool {
        is_consistent(changed, id, self.judge).is_yes()
    }
}

/// Whether the inputs of a run can still happen: some run with these inputs satisfies the left-hand side of a check.
pub(super) fn answers(refinement: &Refinement, left: TermId, run: &Trace, judge: &Judge<'_>) -> Answer {
    let mut system = refinement.system.clone();
    follow(&mut system, run, &Fixed { always: environment(refinement), until: None });
    judge.satisfiable(&mut system, left)
}

/// Whether a check is known to hold.
fn holds(refinement: &Refinement, check: &Check, judge: &Judge<'_>) -> bool {
    let mut refinement = refinement.clone();
    let (left, right) = (left(&mut refinement, check), right(&refinement, check));
    let gap = gap(&mut refinement.system.terms, left, right);
    matches!(judge.satisfiable(&mut refinement.system, gap), Answer::No)
}

/// Whether some behaviour satisfies assumption and guarantee of a contract, without regard to wires.
pub(super) fn is_consistent(refinement: &Refinement, id: ContractId, judge: &Judge<'_>) -> Answer {
    let mut system = unwired(refinement);
    let formula = both(&mut system.terms, refinement.contract(id));
    judge.satisfiable(&mut system, formula)
}

/// The system without its wires: every port is free.
pub(super) fn unwired(refinement: &Refinement) -> wherefore_ir::System {
    let mut system = refinement.system.clone();
    let mut place = 0;
    system.invar.retain(|_| {
        place += 1;
        !refinement.wires.iter().any(|w| w.invar == place - 1)
    });
    system
}
