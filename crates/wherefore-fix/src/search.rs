//! The search for fixes: small edits, cheapest first, each refuted by a run or proved.
//!
//! Elements of which no change mends the model are found first, and edits of them left out ([`exonerate`](crate::exonerate)). Runs that
//! refuted one edit refute others without a question (counterexample-guided inductive synthesis, after Solar-Lezama 2006), so that
//! nearly all edits cost a reading of the text and a replay.

use crate::conserve::{Conservation, conservation};
use crate::environment::{ChangedModel, Environment};
use crate::lasso::failing_runs;
use crate::naturalness::surprise;
use crate::nearness::distances;
use crate::quick::{first, quick};
use crate::sample::Samples;
use crate::suspects::{exonerations, suspects};
use crate::trial::{Goals, Known, Trial, trial};
use crate::{Exoneration, Fix, Fixes, Open, Reader, rank};
use std::sync::Arc;
use wherefore_check::{Finding, NoAnswer, Observer, Options, Session, Verdict};
use wherefore_ir::{Property, System, TermId};
use wherefore_lint::{covering, lint};
use wherefore_mutate::{Element, Mutant};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// How long the search may go on.
pub struct Limits<'a> {
    /// Ends the search.
    pub stop: &'a Stop,
    /// Receives progress.
    pub observer: &'a Arc<dyn Observer>,
    /// Makes a signal that ends the first look at one edit.
    pub brief: &'a dyn Fn(&Stop) -> Stop,
    /// Makes a signal that ends the work on one edit.
    pub each: &'a dyn Fn(&Stop) -> Stop,
    /// The most edits in one fix.
    pub max_edits: usize,
    /// How much may be done, in texts that are read; a model that is checked counts as ten of them. None: until nothing is left.
    pub work: Option<usize>,
}

/// How many readings of a text a check of a changed model counts as.
const CHECKED: usize = 10;

/// More fixes of the kind that adds something than this are not looked for.
const MOST_ADDED: usize = 16;
/// More edits than this are not tried in sets of any of them.
const MOST_TOGETHER: usize = 1_500;
/// More sets of edits that change no drawn run than this are not tried before something is added.
const MOST_TRIED: usize = 80;
/// How many steps it may take to reach a part of the model in a drawn run.
const COVERED: u32 = 10;
/// More fixes than this are not compared with the model.
const MOST_COMPARED: usize = 64;

/// Looks for edits of a model after which its properties hold. `findings` are the verdicts about the model as it is; places of edits are
/// indices of `elements`.
pub fn fixes(
    reader: &mut Reader<'_>,
    system: &System,
    findings: &[Finding],
    (elements, edits): (&[Element], Vec<Mutant>),
    options: &Options,
    limits: &Limits<'_>,
) -> Fixes {
    let failing = failing_runs(system, findings, options, (&(limits.each)(limits.stop), limits.observer));
    let exonerations = exonerations(reader, system, (findings, &failing), elements, options, limits);
    let mut search = Search::new(reader, system, (findings, &failing), (elements, edits), options, limits);
    search.groups = search.edits.iter().map(|edit| Group::of(edit, elements, &exonerations)).collect();
    search.samples = search.draw_samples();
    search.stages();
    let asked: Vec<TermId> = search.violated.iter().map(|property| property.term).collect();
    let mut found = search.found;
    rank::sort_open(&mut found.open);
    let nearness = distances(system, &asked, elements);
    found.suspects = suspects(elements, &exonerations, &found.list, &nearness);
    found
}

/// What an edit is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// An element that may be the fault.
    Open,
    /// An element that cannot be the fault alone.
    Exonerated,
    /// Something that is assumed or asked.
    Given,
}

impl Group {
    pub(crate) fn of(edit: &Mutant, elements: &[Element], exonerations: &[Exoneration]) -> Group {
        let element = edit.place.and_then(|place| elements.get(place));
        let exoneration = edit.place.and_then(|place| exonerations.get(place));
        match () {
            () if element.is_some_and(|e| !e.kind.is_model()) => Group::Given,
            () if exoneration.is_some_and(Exoneration::is_proved) => Group::Exonerated,
            () => Group::Open,
        }
    }
}

/// A model with one edit.
pub(crate) struct Changed {
    /// The number of the edit.
    pub edit: usize,
    pub system: System,
    /// How many of the runs that were drawn it does otherwise, of how many; none until that is looked at.
    pub changed: Option<(usize, usize)>,
}

pub(crate) struct Search<'a, 'r> {
    pub reader: &'a mut Reader<'r>,
    pub system: &'a System,
    pub goals: Goals,
    /// The violated properties, and whether all of them are invariants.
    pub violated: Vec<Property>,
    pub are_invariants: bool,
    pub known: Vec<Known>,
    pub elements: &'a [Element],
    pub edits: Vec<Mutant>,
    /// What each edit is of.
    pub groups: Vec<Group>,
    /// Edits that can be read.
    pub read: Vec<Changed>,
    /// Edits that may be members of sets, as places of `read`.
    pub members: Vec<usize>,
    pub samples: Samples,
    /// Options for questions that are many.
    pub options: Options,
    pub limits: &'a Limits<'a>,
    /// What was done so far, in readings.
    work: usize,
    pub found: Fixes,
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(
        reader: &'a mut Reader<'r>,
        system: &'a System,
        (findings, failing): (&[Finding], &[(String, Trace)]),
        (elements, edits): (&'a [Element], Vec<Mutant>),
        options: &Options,
        limits: &'a Limits<'a>,
    ) -> Search<'a, 'r> {
        let known_run =
            |(name, run): &(String, Trace)| Known { property: name.clone(), environment: Environment::of(system, run) };
        let known = failing.iter().map(known_run).collect();
        // What held without saying anything, or is not known, need not hold.
        let holds = |finding: &&Finding| matches!(finding.verdict, Verdict::Holds { .. });
        let held = findings.iter().filter(holds).map(|finding| finding.property.clone()).collect();
        let goals = Goals { violated: failing.iter().map(|(name, _)| name.clone()).collect(), held };
        let violated = system.properties.iter().filter(|p| goals.violated.contains(&p.name)).cloned().collect();
        let (found, read, samples) = (Fixes::default(), Vec::new(), Samples::default());
        let options = quick(system, options);
        Search {
            reader,
            system,
            goals,
            violated,
            are_invariants: false,
            known,
            elements,
            edits,
            groups: Vec::new(),
            read,
            members: Vec::new(),
            samples,
            options,
            limits,
            work: 0,
            found,
        }
    }

    /// Small edits; sets of those that change no drawn run; what adds something; other sets; and what is asked or assumed if nothing
    /// else helps.
    fn stages(&mut self) {
        let [small, larger] = [false, true].map(|is_mending| self.count(Group::Exonerated, is_mending));
        self.found.tried.exonerated = small + larger;
        self.found.tried.edits = self.count(Group::Open, false) + self.count(Group::Open, true) + small + larger;
        self.singles((Group::Open, false), usize::MAX);
        self.compare();
        let is_in_parts = self.goals.violated.len() > 1;
        let is_in_sets = self.limits.max_edits > 1;
        let is_left = !self.is_mended_well();
        let is_few = self.read.len() + small <= MOST_TOGETHER;
        if is_left && (is_in_parts || is_in_sets && is_few) {
            self.found.tried.exonerated = larger;
            self.singles((Group::Exonerated, false), if is_in_parts { usize::MAX } else { 0 });
            self.compare();
        }
        if is_left && is_in_sets && is_few {
            self.sets(true, MOST_TRIED);
            self.compare();
        }
        if is_left && is_in_sets && self.are_invariants && !self.is_mended_gently() {
            self.stepwise();
            self.compare();
        }
        if !self.is_mended_gently() {
            self.singles((Group::Open, true), self.found.list.len() + MOST_ADDED);
            self.compare();
        }
        if !self.is_mended() && is_in_sets {
            if !is_in_parts && !is_few {
                self.read_all((Group::Exonerated, false));
            }
            self.sets(false, usize::MAX);
            self.compare();
        }
        if self.found.list.is_empty() {
            self.found.tried.edits += self.count(Group::Given, false);
            self.singles((Group::Given, false), usize::MAX);
            self.compare();
        }
    }

    /// How many edits of a group there are, of those that only mend or of the others.
    fn count(&self, group: Group, is_mending: bool) -> usize {
        let edits = self.edits.iter().zip(&self.groups);
        edits.filter(|(edit, own)| **own == group && edit.operator.is_mending() == is_mending).count()
    }

    fn is_mended(&self) -> bool {
        self.found.list.iter().any(|fix| fix.left == 0)
    }

    /// Whether a fix changes nothing but failing runs.
    fn is_mended_gently(&self) -> bool {
        self.found.list.iter().any(|fix| fix.left == 0 && fix.conservation.is_proved())
    }

    fn draw_samples(&mut self) -> Samples {
        let session = Session::new(self.system, self.options.clone());
        let goods: Vec<TermId> = self.violated.iter().filter_map(|p| session.as_invariant(p)).collect();
        self.are_invariants = goods.len() == self.violated.len();
        let limits = (self.limits.stop, self.limits.observer);
        let begun = covering(self.system, &goods, &self.options, COVERED, limits);
        Samples::draw(self.system, &goods, &begun)
    }

    /// Whether a fix changes nothing but failing runs, or is small and leaves no more parts of the model dead or unused than there were.
    fn is_mended_well(&self) -> bool {
        if self.found.list.iter().all(|fix| fix.left > 0 || !fix.is_small) {
            return self.is_mended_gently();
        }
        let stop = (self.limits.each)(self.limits.stop);
        let symptoms = self.symptoms(self.system, &stop);
        let is_well = |fix: &Fix| fix.left == 0 && fix.is_small && fix.symptoms <= symptoms;
        self.is_mended_gently() || self.found.list.iter().any(is_well)
    }

    /// How many findings the checks without properties have.
    fn symptoms(&self, system: &System, stop: &Stop) -> usize {
        lint(system, first(&self.options), (stop, self.limits.observer), &mut |_| ()).findings.len()
    }

    pub(crate) fn is_stopped(&mut self) -> bool {
        let is_enough = self.limits.work.is_some_and(|most| self.work >= most);
        let reason = self.limits.stop.reason().map(NoAnswer::Stopped).or(is_enough.then_some(NoAnswer::Effort));
        self.found.stopped = self.found.stopped.take().or(reason);
        self.found.stopped.is_some()
    }

    /// The system of a changed text.
    pub(crate) fn read(&mut self, text: &str) -> Option<System> {
        self.work += 1;
        self.reader.read(text).ok()
    }

    /// Tries a changed model; the run on which it fails, if there is one.
    pub(crate) fn attempt(
        &mut self,
        system: &System,
        edits: &[usize],
        text: String,
        changed: (usize, usize),
        is_brief: bool,
    ) -> Result<(), Option<usize>> {
        self.work += CHECKED;
        let limit = if is_brief { self.limits.brief } else { self.limits.each };
        let stop = limit(self.limits.stop);
        let limits = (&stop, self.limits.observer);
        let mut tried_out = trial(system, &self.goals, &self.known, &first(&self.options), limits);
        if matches!(tried_out, Trial::Mends(_)) {
            tried_out = trial(system, &self.goals, &[], &self.options, limits);
        }
        let tried = &mut self.found.tried;
        match tried_out {
            Trial::FailsAgain => {
                tried.fail_again += 1;
                Err(None)
            }
            Trial::Hollow => {
                tried.hollow += 1;
                Err(None)
            }
            Trial::Undecided => {
                tried.undecided += 1;
                self.open(edits);
                Err(None)
            }
            Trial::FailsAnew(run) => {
                tried.fail_anew += 1;
                let is_run = run.is_some();
                self.known.extend(run);
                Err(is_run.then(|| self.known.len() - 1))
            }
            Trial::Mends(mended) => {
                self.keep(edits, text, mended, changed, system);
                Ok(())
            }
        }
    }

    /// A changed model with its run for the inputs of the run on which the first mended property fails, or whether it bars them.
    fn rerun(&self, system: &System, mended: &[Finding]) -> (Option<(Arc<System>, Trace)>, bool) {
        let is_failing = |run: &&Known| mended.first().is_some_and(|m| run.property == m.property);
        let Some((failing, model)) = self.known.iter().find(is_failing).zip(ChangedModel::new(system)) else {
            return (None, false);
        };
        match model.follows(&failing.environment) {
            Some(trace) => (Some((Arc::new(system.clone()), trace)), false),
            None => (None, model.bars(&failing.environment)),
        }
    }

    /// The edits with these numbers.
    pub(crate) fn edits(&self, numbers: &[usize]) -> Vec<Mutant> {
        numbers.iter().filter_map(|number| self.edits.get(*number)).cloned().collect()
    }

    /// Keeps edits about which no answer was found.
    fn open(&mut self, edits: &[usize]) {
        let (edits, text) = (self.edits(edits), self.reader.text);
        self.found.open.push(Open { is_small: rank::is_small(text, &edits), surprise: surprise(text, &edits), edits });
    }

    fn keep(&mut self, edits: &[usize], text: String, mended: Vec<Finding>, changed: (usize, usize), system: &System) {
        let of_given = edits.iter().any(|e| self.groups.get(*e) == Some(&Group::Given));
        let (left, (rerun, bars)) = (self.goals.violated.len() - mended.len(), self.rerun(system, &mended));
        let fix = Fix::new(self.reader.text, self.edits(edits), text, mended);
        self.found.list.push(Fix { of_given, left, changed, rerun, bars, ..fix });
    }

    /// Compares the changed models with the model, and sorts.
    fn compare(&mut self) {
        let best = self.found.list.iter().map(|fix| fix.left).min().unwrap_or(0);
        self.found.list.retain(|fix| fix.left == best);
        let mut list = std::mem::take(&mut self.found.list);
        let is_open = |fix: &&mut Fix| matches!(fix.conservation, Conservation::Unknown(NoAnswer::Effort));
        for fix in list.iter_mut().filter(is_open).take(MOST_COMPARED) {
            if self.limits.stop.is_fired() {
                break;
            }
            let Ok(system) = self.reader.read(&fix.text) else { continue };
            let is_mended = |p: &&Property| fix.mended.iter().any(|m| m.property == p.name);
            let mended: Vec<Property> = self.violated.iter().filter(is_mended).cloned().collect();
            let stop = (self.limits.each)(self.limits.stop);
            let limits = (&stop, self.limits.observer);
            fix.conservation = conservation((self.system, &system), &mended, &self.options, limits);
            fix.symptoms = self.symptoms(&system, &stop);
        }
        rank::sort(&mut list);
        self.found.list = list;
    }
}
