//! The failing run of a check: which parts could have avoided the failure, when it was sealed, which changes close the
//! gap.
//!
//! The result of each stage is handed out as a draft, so that a time limit costs the later stages only.

use super::blame::{Blame, blame};
use super::candidates::Candidate;
use super::change::Change;
use super::diagnosis::{Checked, inquiry};
use super::edits::repairs;
use super::failure::read;
use super::judge::Judge;
use super::no_return::points_of_no_return;
use super::offer::offer;
use super::premises;
use super::scene;
use super::sides::{left, right};
use super::suspects::Grounds;
use crate::context::Context;
use crate::explanation::failed::Reading;
use crate::explanation::{Claim, Subject};
use crate::lens::{Classifier, explainer};
use crate::result::contract::{Diagnosis, Edit, Failure, Premise, PremiseState};
use crate::result::explanation::{Mark, PointOfNoReturn};
use crate::result::part::Part;
use crate::{Class, Inquiry};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_ir::refinement::{ContractId, Refinement};
use wherefore_ir::{Property, System, TermId, VarId};
use wherefore_trace::Trace;

/// No part is known to be to blame.
const NOBODY: &Blame = &Blame { sets: Vec::new(), open: false };

/// The gap that a failing run shows: the one class of its check.
pub(super) struct Gap<'a> {
    checked: Checked<'a>,
    /// The conjunct that fails, as a property.
    conjunct: Property,
    /// The system of the refinement with the terms of the claim.
    system: System,
    claim: Claim,
    is_port: Box<dyn Fn(VarId) -> bool + Sync>,
    run: &'a Trace,
    judge: Judge<'a>,
    blame: OnceCell<Blame>,
    context: &'a Context<'a>,
}

/// Findings about a failure so far.
struct State {
    /// The class, without the words that depend on which parts are to blame.
    class: Class,
    failure: Failure,
    premises: Vec<Premise>,
    /// The state of each guarantee of each premise.
    promises: Vec<Vec<PremiseState>>,
    repairs: Vec<(Candidate, Edit)>,
    notes: Vec<String>,
}

impl<'a> Gap<'a> {
    pub(super) fn new(checked: Checked<'a>, run: &'a Trace, context: &'a Context<'a>) -> Gap<'a> {
        let mut refinement = checked.refinement.clone();
        let (left, right) = (left(&mut refinement, checked.check), right(&refinement, checked.check));
        // Ports that a wire computes are no choices; all others are.
        let ports: BTreeSet<VarId> = refinement.ports.iter().map(|p| p.var).collect();
        Gap {
            checked,
            conjunct: checked.conjunct(),
            system: refinement.system,
            claim: Claim::Path { formula: right, assuming: Some(left) },
            is_port: Box::new(move |var| ports.contains(&var)),
            run,
            judge: Judge::new(context.options, context.stop, context.observer),
            blame: OnceCell::new(),
            context,
        }
    }
}

impl Classifier for Gap<'_> {
    fn property(&self) -> &Property {
        &self.conjunct
    }

    fn subject(&self) -> Subject<'_> {
        Subject { system: &self.system, claim: self.claim, counts: &*self.is_port, options: self.context.options }
    }

    fn is_single(&self) -> bool {
        true
    }

    /// Within the explanation the cause comes before the changes, which take longer.
    fn classes(&self, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let mut state = self.read();
        note(&self.report(&mut state));
        self.find_blame(&mut state);
        note(&self.report(&mut state));
        self.find_points_of_no_return(&mut state);
        note(&self.report(&mut state));
        let explainer = explainer(self, self.context);
        let classes = std::slice::from_mut(&mut state.class);
        state.notes.extend(explainer.causes(classes));
        explainer.events(classes);
        note(&self.report(&mut state));
        self.find_edits(&mut state);
        self.report(&mut state)
    }

    fn draw(&self, inquiry: &mut Inquiry) {
        scene::draw(self.checked.refinement, self.blame(), inquiry);
    }
}

impl Gap<'_> {
    fn refinement(&self) -> &Refinement {
        self.checked.refinement
    }

    /// Parts to blame, as far as is known.
    fn blame(&self) -> &Blame {
        self.blame.get().unwrap_or(NOBODY)
    }

    /// Findings that the run itself shows.
    fn read(&self) -> State {
        let (class, failure) = (self.checked.class(self.run, &BTreeSet::new()), Failure::default());
        let (premises, promises, repairs, notes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut state = State { class, failure, premises, promises, repairs, notes };
        let reading = Reading::new(&self.subject(), &self.conjunct, self.run);
        if reading.is_err() {
            state.notes.push("the run does not show the conjunct false without the left-hand side".to_owned());
        }
        let mut failing: Vec<TermId> = Vec::new();
        let failed = reading.map(|reading| {
            failing = reading.failing.iter().map(|(term, _)| *term).collect();
            reading.failed(&self.system, &self.conjunct)
        });
        state.class.explanation.failed = failed.into();
        let failed = state.class.explanation.failed.known();
        let tick = failed.and_then(|f| f.ticks.first().copied()).unwrap_or(0);
        if failed.is_some() {
            state.failure =
                read(self.refinement(), self.checked.check, self.run, (failing.into_iter(), marks(&state.class)));
        }
        state.premises = self.premises(tick);
        state.promises = self.promises(tick);
        state
    }

    fn find_blame(&self, state: &mut State) {
        let found = || blame(self.refinement(), self.checked.check, self.run, &self.judge);
        let Blame { sets, open } = self.blame.get_or_init(found);
        let names = |set: &BTreeSet<_>| set.iter().map(|p| self.checked.part_name(*p)).collect();
        state.failure.blame = sets.iter().map(names).collect();
        if *open {
            state.notes.push("not every set of parts could be tried: others may be to blame as well".to_owned());
        }
    }

    fn find_points_of_no_return(&self, state: &mut State) {
        let (points, open) = points_of_no_return(self.refinement(), self.checked.check, self.run, &self.judge);
        (state.failure.system_lost, state.failure.all_lost) = (points.system, points.all);
        state.class.explanation.no_return = sealed(points.all, open.as_ref());
        if let Some(cause) = open {
            state.notes.push(format!("from which state on the failure is sealed was not decided: {cause}"));
        }
    }

    fn find_edits(&self, state: &mut State) {
        let (mut refinement, check) = (self.refinement().clone(), self.checked.check);
        let found = repairs(&mut refinement, check, self.run, &self.blame().alone(), &self.judge);
        let offered = found.list.into_iter().filter_map(|c| offer(&refinement, check, &c).map(|edit| (c, edit)));
        state.repairs = offered.collect();
        state.failure.edits = state.repairs.iter().map(|(_, edit)| edit.clone()).collect();
        if !found.complete {
            state.notes.push("not every change was tried: there may be other repairs".to_owned());
        }
    }

    fn premises(&self, tick: usize) -> Vec<Premise> {
        let mut terms = self.refinement().system.terms.clone();
        let state = |id: ContractId| premises::on_run(&mut terms, self.refinement().contract(id), self.run, tick);
        premises::list(self.refinement(), self.checked.check, state)
    }

    /// The state of each guarantee of each premise.
    fn promises(&self, tick: usize) -> Vec<Vec<PremiseState>> {
        let mut terms = self.refinement().system.terms.clone();
        let contracts = self.checked.check.premises.iter().map(|id| self.refinement().contract(*id));
        contracts.map(|contract| premises::each_on_run(&mut terms, contract, self.run, tick)).collect()
    }

    /// The inquiry as far as it has come.
    fn report(&self, state: &mut State) -> Inquiry {
        let (Checked { refinement, check }, run) = (self.checked, self.run);
        let weak = state.repairs.first().and_then(|(candidate, _)| match candidate.change {
            Change::Replace { contract, conjunct, .. } if !candidate.weakens => Some((contract, conjunct)),
            _ => None,
        });
        state.failure.weak = weak;
        let State { class, failure, premises, promises, repairs, notes } = state;
        let grounds = Grounds { refinement, check, blame: self.blame(), promises, repairs };
        let culprits = self.blame().alone();
        let diagnosis = Diagnosis {
            premises: premises.clone(),
            failure: Some(failure.clone()),
            ..self.checked.diagnosis(&culprits)
        };
        let explanation = class.explanation.clone();
        Inquiry {
            classes: vec![Class { explanation, ..self.checked.class(run, &culprits) }],
            suspects: Part::Known(grounds.suspects()),
            fix_sets: Part::Known(grounds.fix_sets()),
            ..inquiry(diagnosis, notes.clone())
        }
    }
}

/// The cells of the run that show the conjunct false, if that is known.
fn marks(class: &Class) -> &[Mark] {
    class.explanation.failed.known().map_or(&[], |failed| failed.marks.as_slice())
}

/// The point of no return with everything free, or why it is not known.
fn sealed(point: PointOfNoReturn, open: Option<&NoAnswer>) -> Part<PointOfNoReturn> {
    match (point, open) {
        (PointOfNoReturn::Open, Some(cause)) => Part::Missing(cause.clone().into()),
        (PointOfNoReturn::Open, None) => Part::Pending,
        (point, _) => Part::Known(point),
    }
}
