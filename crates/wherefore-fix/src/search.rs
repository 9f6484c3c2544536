//! The search for fixes: small edits, cheapest first, each refuted by a run or proved.
//!
//! Runs that refuted one edit refute others without a question (counterexample-guided inductive synthesis, after Solar-Lezama 2006),
//! so that nearly all edits cost a reading of the text and a replay. If no single edit mends everything, smallest sets of edits are
//! looked for: each failing run needs one of the edits on which it does not fail, and what meets all runs that are known is tried
//! (implicit hitting sets, after Reiter 1987).

use crate::conserve::{Conservation, conservation};
use crate::environment::{Environment, Simulator};
use crate::quick::quick;
use crate::sample::Samples;
use crate::suspects::suspects;
use crate::trial::{Goals, Known, Trial, is_refuted, trial};
use crate::{Fix, Fixes, Reader, rank};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Finding, NoAnswer, Observer, Options, Session, Verdict};
use wherefore_explain::fix::{Failure, minimum};
use wherefore_ir::{Property, System, TermId};
use wherefore_lint::lint;
use wherefore_mutate::{Element, Mutant};
use wherefore_stop::Stop;

/// How long the search may go on.
pub struct Limits<'a> {
    /// Ends the search.
    pub stop: &'a Stop,
    /// Receives progress.
    pub observer: &'a Arc<dyn Observer>,
    /// Makes a signal that ends the work on one edit.
    pub each: &'a dyn Fn(&Stop) -> Stop,
    /// The most edits in one fix.
    pub max_edits: usize,
}

/// More sets of edits than this are not listed.
const MOST_SETS: usize = 12;
/// More edits than this are not read in one round.
const MOST_READ: usize = 1_500;
/// More fixes of the kind that adds something than this are not looked for.
const MOST_ADDED: usize = 16;
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
    let mut search = Search::new(reader, system, findings, edits, options, limits);
    search.samples = search.draw_samples();
    search.singles(|edit| !edit.operator.is_mending(), usize::MAX);
    search.compare();
    if !search.is_mended_gently() {
        let most = search.found.list.len() + MOST_ADDED;
        search.singles(|edit| edit.operator.is_mending(), most);
        search.compare();
    }
    if search.limits.max_edits > 1 && !search.is_mended_gently() {
        search.sets(|changed| changed.0 == 0 && changed.1 > 0);
        search.compare();
    }
    if search.limits.max_edits > 1 && !search.is_mended() {
        search.sets(|_| true);
        search.compare();
    }
    let mut found = search.found;
    found.suspects = suspects(reader, system, findings, (elements, &found.list), options, limits.stop);
    found
}

/// A model with one edit.
struct Changed {
    /// The number of the edit.
    edit: usize,
    system: System,
    /// How many of the runs that were drawn it does otherwise, of how many; none if nobody has looked.
    changed: Option<(usize, usize)>,
}

struct Search<'a, 'r> {
    reader: &'a mut Reader<'r>,
    system: &'a System,
    goals: Goals,
    /// The violated properties.
    violated: Vec<Property>,
    known: Vec<Known>,
    edits: Vec<Mutant>,
    /// Edits that can be read.
    read: Vec<Changed>,
    /// Edits that may be members of sets, as places of `read`.
    members: Vec<usize>,
    samples: Samples,
    /// Options for questions that are many.
    options: Options,
    limits: &'a Limits<'a>,
    found: Fixes,
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(
        reader: &'a mut Reader<'r>,
        system: &'a System,
        findings: &[Finding],
        edits: Vec<Mutant>,
        options: &Options,
        limits: &'a Limits<'a>,
    ) -> Search<'a, 'r> {
        let (mut goals, mut known) = (Goals { violated: Vec::new(), held: Vec::new() }, Vec::new());
        for finding in findings {
            match &finding.verdict {
                Verdict::Violated(run) => {
                    goals.violated.push(finding.property.clone());
                    let environment = Environment::of(system, &run.trace);
                    known.push(Known { property: finding.property.clone(), environment });
                }
                Verdict::Holds { .. } => goals.held.push(finding.property.clone()),
                // What held without saying anything, or is not known, need not hold.
                Verdict::Vacuous { .. } | Verdict::Undetermined(_) => {}
            }
        }
        let violated = system.properties.iter().filter(|p| goals.violated.contains(&p.name)).cloned().collect();
        let (mut found, read, samples) = (Fixes::default(), Vec::new(), Samples::default());
        found.tried.edits = edits.len();
        let options = quick(system, options);
        Search {
            reader,
            system,
            goals,
            violated,
            known,
            edits,
            read,
            members: Vec::new(),
            samples,
            options,
            limits,
            found,
        }
    }

    fn is_mended(&self) -> bool {
        self.found.list.iter().any(|fix| fix.left == 0)
    }

    /// Whether a fix changes nothing but failing runs.
    fn is_mended_gently(&self) -> bool {
        self.found.list.iter().any(|fix| fix.left == 0 && fix.conservation.is_proved())
    }

    /// Tries the single edits that are wanted, until so many fixes are known: those that change fewer of the runs that were drawn first,
    /// then the cheaper ones.
    fn singles(&mut self, wanted: impl Fn(&Mutant) -> bool, most: usize) {
        let begin = self.read.len();
        self.read_all(wanted);
        let mut order: Vec<usize> = (begin..self.read.len()).filter(|place| self.is_promising(*place)).collect();
        self.found.tried.fail_again += self.read.len() - begin - order.len();
        self.found.tried.looked_at += self.read.len() - begin - order.len();
        order.iter().for_each(|place| self.look(*place));
        let cost = |c: &Changed| self.edits.get(c.edit).map(|e| (e.cost, e.span.start));
        order.sort_by_key(|place| self.read.get(*place).map(|c| (c.changed, cost(c), c.edit)));
        for place in order {
            if self.is_stopped() || self.found.list.len() >= most {
                return;
            }
            let Some(Changed { edit, system, changed }) = self.read.get(place) else { continue };
            let (edit, system, changed) = (*edit, system.clone(), changed.unwrap_or_default());
            let Some(text) = self.edits.get(edit).map(|e| e.apply(self.reader.text)) else { continue };
            self.found.tried.looked_at += 1;
            let _ = self.attempt(&system, &[edit], text, changed);
        }
    }

    /// Reads the texts with the edits that are wanted, the cheapest first, but no more than are tried.
    fn read_all(&mut self, wanted: impl Fn(&Mutant) -> bool) {
        let all: Vec<usize> = (0..self.edits.len()).filter(|e| self.edits.get(*e).is_some_and(&wanted)).collect();
        self.found.tried.left_out += all.len().saturating_sub(MOST_READ);
        for index in all.into_iter().take(MOST_READ) {
            if self.is_stopped() {
                break;
            }
            let Some(edit) = self.edits.get(index) else { continue };
            match self.reader.read(&edit.apply(self.reader.text)) {
                Ok(system) => self.read.push(Changed { edit: index, system, changed: None }),
                Err(_) => self.found.tried.unread += 1,
            }
        }
    }

    /// Whether no run that is known refutes a changed model, as far as there is time to ask.
    fn is_promising(&self, place: usize) -> bool {
        let Some(Changed { system, .. }) = self.read.get(place).filter(|_| !self.limits.stop.is_fired()) else {
            return false;
        };
        !is_refuted(system, &self.goals, &self.known, &self.options)
    }

    /// Finds out how many of the runs that were drawn a changed model does otherwise.
    fn look(&mut self, place: usize) {
        let is_open = |c: &&mut Changed| c.changed.is_none() && !self.limits.stop.is_fired();
        if let Some(found) = self.read.get_mut(place).filter(is_open) {
            found.changed = Some(self.samples.changed(self.system, &found.system));
        }
    }

    fn draw_samples(&self) -> Samples {
        let session = Session::new(self.system, self.options.clone());
        let goods: Vec<TermId> = self.violated.iter().filter_map(|p| session.as_invariant(p)).collect();
        Samples::draw(self.system, &goods)
    }

    fn is_stopped(&mut self) -> bool {
        let reason = self.limits.stop.reason();
        self.found.stopped = self.found.stopped.take().or(reason.map(NoAnswer::Stopped));
        self.found.stopped.is_some()
    }

    /// Tries a changed model; the run on which it fails, if there is one.
    fn attempt(
        &mut self,
        system: &System,
        edits: &[usize],
        text: String,
        changed: (usize, usize),
    ) -> Result<(), Option<usize>> {
        let stop = (self.limits.each)(self.limits.stop);
        let limits = (&stop, self.limits.observer);
        let tried = &mut self.found.tried;
        match trial(system, &self.goals, &self.known, &self.options, limits) {
            Trial::FailsAgain => {
                tried.fail_again += 1;
                Err(None)
            }
            Trial::Undecided => {
                tried.undecided += 1;
                Err(None)
            }
            Trial::FailsAnew(run) => {
                tried.fail_anew += 1;
                let is_run = run.is_some();
                self.known.extend(run);
                Err(is_run.then(|| self.known.len() - 1))
            }
            Trial::Mends(mended) => {
                self.keep(edits, text, mended, changed);
                Ok(())
            }
        }
    }

    fn keep(&mut self, edits: &[usize], text: String, mended: Vec<Finding>, changed: (usize, usize)) {
        let mut edits: Vec<Mutant> = edits.iter().filter_map(|e| self.edits.get(*e)).cloned().collect();
        edits.sort_by_key(|e| (e.span.start, e.span.end));
        let left = self.goals.violated.len() - mended.len();
        let conservation = Conservation::Unknown(NoAnswer::Effort);
        self.found.list.push(Fix { edits, text, mended, left, changed, conservation, symptoms: 0 });
    }

    /// Looks for smallest sets of those edits that are wanted for the share of runs that they change.
    fn sets(&mut self, wanted: impl Fn((usize, usize)) -> bool) {
        (0..self.read.len()).for_each(|place| self.look(place));
        // What adds something can undo almost everything, and there is too much of it to try in pairs.
        let is_small = |c: &Changed| self.edits.get(c.edit).is_some_and(|e| !e.operator.is_mending());
        let is_wanted = |c: &Changed| is_small(c) && c.changed.is_some_and(&wanted);
        let mut members: Vec<usize> =
            (0..self.read.len()).filter(|m| self.read.get(*m).is_some_and(is_wanted)).collect();
        members.sort_by_key(|m| self.read.get(*m).and_then(|c| self.edits.get(c.edit)).map(|e| (e.cost, e.span.start)));
        self.members = members;
        let runs = 0..self.known.len();
        let known: Vec<Failure> = runs.map(|run| self.failure(run, &BTreeSet::new())).collect();
        let stop = self.limits.stop.clone();
        let count = self.members.len();
        minimum(count, known, MOST_SETS, &stop, |set| self.check(set));
    }

    /// The changed model that a member of a set stands for.
    fn member(&self, member: usize) -> Option<&Changed> {
        self.read.get(*self.members.get(member)?)
    }

    /// A failure that is left with these edits.
    fn check(&mut self, set: &BTreeSet<usize>) -> Result<Option<Failure>, NoAnswer> {
        if set.len() > self.limits.max_edits {
            return Err(NoAnswer::Bound(self.limits.max_edits as u32));
        }
        let never = Failure { involved: BTreeSet::new(), given: set.clone() };
        let edits: Vec<usize> = set.iter().filter_map(|s| self.member(*s)).map(|c| c.edit).collect();
        let Some(text) = self.together(&edits) else { return Ok(Some(never)) };
        self.found.tried.looked_at += 1;
        let Ok(system) = self.reader.read(&text) else { return Ok(Some(never)) };
        let before = self.found.list.len();
        let changed = self.samples.changed(self.system, &system);
        match self.attempt(&system, &edits, text, changed) {
            Ok(()) if self.found.list.get(before).is_some_and(|fix| fix.left > 0) => {
                self.found.list.truncate(before);
                Ok(Some(never))
            }
            Ok(()) => Ok(None),
            Err(Some(run)) => Ok(Some(self.failure(run, set))),
            Err(None) => Ok(Some(never)),
        }
    }

    /// The text with several edits; none if they stand in each other's way.
    fn together(&self, edits: &[usize]) -> Option<String> {
        let mut all: Vec<_> =
            edits.iter().filter_map(|e| self.edits.get(*e)).flat_map(|m| m.edits.iter().cloned()).collect();
        all.sort_by_key(|e| (e.span.start, e.span.end));
        let apart = all.windows(2).all(|pair| matches!(pair, [a, b] if a.span.end < b.span.start));
        let first = edits.first().and_then(|e| self.edits.get(*e))?;
        apart.then(|| Mutant { edits: all, ..first.clone() }.apply(self.reader.text))
    }

    /// The edits on which a run that is known does not fail.
    fn failure(&self, run: usize, set: &BTreeSet<usize>) -> Failure {
        let Some(run) = self.known.get(run) else { return Failure::default() };
        let passes = |system: &System| {
            if self.limits.stop.is_fired() {
                return false;
            }
            let (Some(simulator), Some(property)) = (Simulator::new(system), system.property(&run.property)) else {
                return true;
            };
            let good = Session::new(system, self.options.clone()).as_invariant(property);
            simulator.breaks(&run.environment, property, good) != Some(true)
        };
        let others = (0..self.members.len()).filter(|member| !set.contains(member));
        let involved = others.filter(|member| self.member(*member).is_some_and(|c| passes(&c.system)));
        Failure { involved: involved.collect(), given: set.clone() }
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
            fix.symptoms = lint(&system, self.options.clone(), limits, &mut |_| ()).findings.len();
        }
        rank::sort(&mut list);
        self.found.list = list;
    }
}
