//! The whole inquiry into one check of a refinement.
//!
//! First the verdict. If the check fails: what the run itself shows, who could have avoided the failure, when it was sealed,
//! which changes close the gap, and from these the suspects and the sentences. If it holds: which contracts it rests on. What is
//! known after each stage is handed out as a draft, so that a time limit costs the later stages only.

use super::blame::{Blame, blame};
use super::candidates::Candidate;
use super::change::Change;
use super::diagnosis::{Branch, Diagnosis, Edit, Failure, Premise, PremiseState};
use super::edits::repairs;
use super::failure::read;
use super::fate::fate;
use super::judge::Judge;
use super::offer::offer;
use super::premises;
use super::scene;
use super::sentences::sentences;
use super::sides::{left, right};
use super::suspects::Grounds;
use crate::explanation::failed::Reading;
use crate::explanation::tell::{Plain, Teller};
use crate::explanation::{Claim, Mark, Sealed, Subject, Told, Untold};
use crate::given::{Asked, GIVEN, Given};
use crate::lasso::settled;
use crate::{Class, Completeness, Findings, Inquiry, id};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Cause, Finding, Observer, Options, Session, Verdict};
use wherefore_ir::refinement::{Check, ContractId, PartId, Refinement};
use wherefore_ir::{Property, PropertyKind, TermId, VarId};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// Decides a check of a refinement and finds out why: if it fails, who is to blame and what to change; if it holds, which
/// contracts it rests on. A run that was given and violates the check is explained instead of one of our own. `draft` is given
/// what is known once there is a verdict, and again whenever more is.
pub fn why<'a>(
    refinement: &Refinement,
    asked: impl Into<Asked<'a>>,
    options: &Options,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
    draft: &dyn Fn(Findings),
) -> Findings {
    let asked = asked.into();
    let (finding, notes) = verdict(refinement, &asked, options, (stop, observer));
    let Some(check) = refinement.check(&asked.property.name) else { return Findings { finding, inquiry: None } };
    let judge = Judge::new(options, stop, observer);
    let inquest = Inquest { refinement, check, judge: &judge, options, finding: &finding, draft };
    let inquiry = match &finding.verdict {
        Verdict::Violated(run) => Some(inquest.failing(&run.trace, notes)),
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Some(inquest.holding(notes)),
        Verdict::Undetermined(_) => None,
    };
    Findings { finding, inquiry }
}

/// The verdict, with the simplest run of its length unless the run was given; what is to be noted.
fn verdict(
    refinement: &Refinement,
    asked: &Asked<'_>,
    options: &Options,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
) -> (Finding, Vec<String>) {
    let system = &refinement.system;
    let session = Session::new(system, options.clone());
    let (mut finding, mut notes) = asked.verdict(system, &session, (stop, observer));
    if let Verdict::Violated(run) = &mut finding.verdict
        && finding.engine != GIVEN
    {
        match settled(system, asked.property, &run.trace, options, stop) {
            Ok(Some(simplest)) => run.trace = simplest,
            Ok(None) | Err(Cause::Stopped(_)) => {}
            Err(cause) => notes.push(format!("the run shown is not the simplest of its length: {cause}")),
        }
    }
    (finding, notes)
}

struct Inquest<'a> {
    refinement: &'a Refinement,
    check: &'a Check,
    judge: &'a Judge<'a>,
    options: &'a Options,
    finding: &'a Finding,
    draft: &'a dyn Fn(Findings),
}

/// What is known of a failure so far.
struct State {
    /// The class, without the words that depend on who is to blame.
    class: Class,
    failure: Failure,
    premises: Vec<Premise>,
    blame: Blame,
    repairs: Vec<(Candidate, Edit)>,
    notes: Vec<String>,
}

impl Inquest<'_> {
    fn holding(&self, mut notes: Vec<String>) -> Inquiry {
        let nothing_known = premises::list(self.refinement, self.check, |_| PremiseState::Open);
        let first = Diagnosis { premises: nothing_known, ..self.diagnosis(&BTreeSet::new()) };
        self.note(inquiry(first, notes.clone()));
        let states = premises::in_proof(self.refinement, self.check, self.judge);
        if states.contains(&PremiseState::Open) {
            notes.push("of some contracts it was not decided whether they are needed".to_owned());
        }
        let mut states = states.into_iter();
        let state = |_: ContractId| states.next().unwrap_or(PremiseState::Open);
        let premises = premises::list(self.refinement, self.check, state);
        let nothing = || Untold("the check holds".to_owned());
        Inquiry {
            suspects: Err(nothing()),
            fix_sets: Err(nothing()),
            ..inquiry(Diagnosis { premises, ..self.diagnosis(&BTreeSet::new()) }, notes)
        }
    }

    fn failing(&self, run: &Trace, notes: Vec<String>) -> Inquiry {
        let mut refinement = self.refinement.clone();
        let (left, right) = (left(&mut refinement, self.check), right(&refinement, self.check));
        let claim = Claim::Path { formula: right, assuming: Some(left) };
        let ports: BTreeSet<VarId> = refinement.ports.iter().map(|p| p.var).collect();
        // Ports that a wire computes are no choices; all others are.
        let counts = |var: VarId| ports.contains(&var);
        let subject = Subject { system: &refinement.system, claim, counts: &counts, options: self.options };
        let asked = self.asked();
        let teller = Teller { subject: &subject, asked: &asked, steps: &Plain, stop: self.judge.stop };
        let mut state = self.read(&teller, run, notes);
        self.note(self.report(run, &mut state));
        self.blame(run, &mut state);
        self.note(self.report(run, &mut state));
        self.fate(run, &mut state);
        self.note(self.report(run, &mut state));
        let classes = std::slice::from_mut(&mut state.class);
        state.notes.extend(teller.causes(classes));
        teller.events(classes);
        self.note(self.report(run, &mut state));
        self.edits(run, &mut state);
        self.note(self.report(run, &mut state));
        teller.fates(std::slice::from_mut(&mut state.class));
        teller.nearest(std::slice::from_mut(&mut state.class));
        teller.leave(std::slice::from_mut(&mut state.class));
        self.report(run, &mut state)
    }

    /// The conjunct that is asked for, as a property.
    fn asked(&self) -> Property {
        let conjunct = self.refinement.consequent(self.check);
        Property {
            name: conjunct.name.clone(),
            kind: PropertyKind::Ltl,
            term: conjunct.term,
            text: conjunct.text.clone(),
            element: conjunct.element,
        }
    }

    /// What the run itself shows.
    fn read(&self, teller: &Teller<'_>, run: &Trace, notes: Vec<String>) -> State {
        let class = self.class(run, &BTreeSet::new());
        let (blame, failure) = (Blame::default(), Failure::default());
        let mut state = State { class, failure, premises: Vec::new(), blame, repairs: Vec::new(), notes };
        let reading = Reading::new(teller.subject, teller.asked, run);
        if reading.is_err() {
            state.notes.push("the run does not show the conjunct false without the left-hand side".to_owned());
        }
        let mut failing: Vec<TermId> = Vec::new();
        state.class.explanation.failed = reading.map(|reading| {
            failing = reading.failing.iter().map(|(term, _)| *term).collect();
            reading.failed(teller.subject.system, teller.asked)
        });
        let tick = state.class.explanation.failed.as_ref().map_or(0, |f| f.ticks.first().copied().unwrap_or(0));
        if state.class.explanation.failed.is_ok() {
            state.failure = read(self.refinement, self.check, run, (failing.into_iter(), marks(&state.class)));
        }
        state.premises = self.premises(run, tick);
        state
    }

    fn blame(&self, run: &Trace, state: &mut State) {
        state.blame = blame(self.refinement, self.check, run, self.judge);
        let sets = state.blame.sets.iter();
        state.failure.blame = sets.map(|set| set.iter().map(|p| self.part_name(*p)).collect()).collect();
        if state.blame.open {
            state.notes.push("not every set of parts could be tried: others may be to blame as well".to_owned());
        }
    }

    fn fate(&self, run: &Trace, state: &mut State) {
        let (fate, open) = fate(self.refinement, self.check, run, self.judge);
        (state.failure.system_lost, state.failure.all_lost) = (fate.system, fate.all);
        state.class.explanation.no_return = sealed(fate.all, open.as_ref());
        if let Some(cause) = open {
            state.notes.push(format!("from which step on the failure is sealed was not decided: {cause}"));
        }
    }

    fn edits(&self, run: &Trace, state: &mut State) {
        let mut refinement = self.refinement.clone();
        let blamed = state.blame.alone();
        let found = repairs(&mut refinement, self.check, run, &blamed, self.judge);
        let offered = found.list.into_iter().filter_map(|c| offer(&refinement, self.check, &c).map(|edit| (c, edit)));
        state.repairs = offered.collect();
        state.failure.edits = state.repairs.iter().map(|(_, edit)| edit.clone()).collect();
        if !found.complete {
            state.notes.push("not every change was tried: there may be other repairs".to_owned());
        }
    }

    fn premises(&self, run: &Trace, tick: usize) -> Vec<Premise> {
        let mut terms = self.refinement.system.terms.clone();
        let state = |id: ContractId| premises::on_run(&mut terms, self.refinement.contract(id), run, tick);
        premises::list(self.refinement, self.check, state)
    }

    /// The inquiry as far as it has come.
    fn report(&self, run: &Trace, state: &mut State) -> Inquiry {
        let weak = state.repairs.first().and_then(|(candidate, _)| match candidate.change {
            Change::Replace { contract, conjunct, .. } if !candidate.weakens => Some((contract, conjunct)),
            _ => None,
        });
        state.failure.sentences =
            sentences(self.refinement, self.check, run, (&state.failure, marks(&state.class)), weak);
        let grounds = Grounds {
            refinement: self.refinement,
            check: self.check,
            blame: &state.blame,
            premises: &state.premises,
            repairs: &state.repairs,
        };
        let culprits = state.blame.alone();
        let diagnosis = Diagnosis {
            premises: state.premises.clone(),
            failure: Some(state.failure.clone()),
            ..self.diagnosis(&culprits)
        };
        let explanation = state.class.explanation.clone();
        let mut inquiry = Inquiry {
            classes: vec![Class { explanation, ..self.class(run, &culprits) }],
            suspects: Ok(grounds.suspects()),
            fix_sets: Ok(grounds.fix_sets()),
            ..inquiry(diagnosis, state.notes.clone())
        };
        scene::draw(self.refinement, &state.blame, &mut inquiry);
        // The one class is that of the given run, if there is one.
        let own = inquiry.classes.first().filter(|_| self.finding.engine == GIVEN);
        inquiry.given = own.cloned().map(Given::new);
        inquiry
    }

    fn class(&self, run: &Trace, culprits: &BTreeSet<PartId>) -> Class {
        let names: Vec<String> = culprits.iter().map(|p| self.part_name(*p)).collect();
        let key = format!("{}@{}", self.check.property, names.join(","));
        let id = id::stable(&format!("conjunct {key}"));
        Class { path: vec![self.check.property.clone()], ..Class::new(id, key, run.clone()) }
    }

    fn diagnosis(&self, culprits: &BTreeSet<PartId>) -> Diagnosis {
        let (refinement, conjunct) = (self.refinement, self.refinement.consequent(self.check));
        let contract = refinement.contract(self.check.contract);
        Diagnosis {
            component: refinement.component.clone(),
            conjunct: conjunct.name.clone(),
            side: self.check.side,
            owner: refinement.owner_name(contract.owner).to_owned(),
            contract: contract.name.clone(),
            text: conjunct.text.clone(),
            element: conjunct.element,
            tree: self.tree(culprits),
            premises: Vec::new(),
            failure: None,
        }
    }

    fn tree(&self, culprits: &BTreeSet<PartId>) -> Vec<Branch> {
        let (name, element) = (self.refinement.component.clone(), self.refinement.element);
        let whole = Branch { depth: 0, name: name.clone(), component: name, culprit: false, element };
        let parts = self.refinement.parts.iter().enumerate().map(|(place, part)| Branch {
            depth: 1,
            name: part.name.clone(),
            component: part.component.clone(),
            culprit: culprits.contains(&PartId(place as u32)),
            element: part.element,
        });
        std::iter::once(whole).chain(parts).collect()
    }

    fn part_name(&self, part: PartId) -> String {
        self.refinement.owner_name(Some(part)).to_owned()
    }

    fn note(&self, inquiry: Inquiry) {
        (self.draft)(Findings { finding: self.finding.clone(), inquiry: Some(inquiry) });
    }
}

/// The cells of the run that show the conjunct false, if that is known.
fn marks(class: &Class) -> &[Mark] {
    class.explanation.failed.as_ref().map_or(&[], |failed| failed.marks.as_slice())
}

/// The point of no return of everybody, or why it is not known.
fn sealed(point: Sealed, open: Option<&Cause>) -> Told<Sealed> {
    match (point, open) {
        (Sealed::Open, Some(cause)) => Err(cause.clone().into()),
        (Sealed::Open, None) => Err(Untold::unfinished()),
        (point, _) => Ok(point),
    }
}

/// An inquiry with nothing but a diagnosis.
fn inquiry(diagnosis: Diagnosis, notes: Vec<String>) -> Inquiry {
    let completeness = Completeness::Complete {
        certificate: "the conjunct is checked alone".to_owned(),
        rechecked_by: "replay".to_owned(),
    };
    Inquiry { contract: Some(diagnosis), notes, ..Inquiry::new("conjunct", completeness) }
}
