//! The search for fixes of contracts: small edits, cheapest first, each refuted by a run or proved.

use super::Specification;
use super::conserve::{Effect, allows, conservation};
use super::exonerate::Exonerator;
use super::nearness::distances;
use super::rank::{Nearness, Ranked, nearness, sort};
use super::sample::{constant_inputs, good_runs};
use super::trial::{CheckName, Edited, Goals, Known, Tester, Trial, Violated, whole_check};
use super::wiring::symptoms;
use crate::quick::quick;
use crate::search::Group;
use crate::suspects::suspects;
use crate::{Conservation, Fix, Fixes, Limits, Reader};
use std::sync::Arc;
use wherefore_check::{Finding, NoAnswer, Options, Session, Verdict};
use wherefore_explain::contract::{Culprits, Questions};
use wherefore_ir::refinement::Refinement;
use wherefore_mutate::{Element, ElementKind, Mutant, Operator};
use wherefore_trace::Trace;

/// More edits than this are not read in one round.
const MOST_READ: usize = 3_000;
/// More fixes than this that add something are not looked for, in one element and in all.
const MOST_IN_PLACE: usize = 6;
const MOST_ADDED: usize = 36;
/// More fixes than this are not compared with the specification.
const MOST_COMPARED: usize = 64;

/// Looks for edits of a specification by contracts after which its checks hold. Places of edits are indices of `elements`.
pub fn contract_fixes(
    reader: &mut Reader<'_>,
    specification: Specification<'_>,
    (elements, edits): (&[Element], Vec<Mutant>),
    options: &Options,
    limits: &Limits<'_>,
) -> Fixes {
    let Some(subject) = specification.subject() else { return Fixes::default() };
    let old = specification.refinements;
    let options = old.get(subject).map_or_else(|| options.clone(), |r| quick(&r.system, options));
    let goals = goals(specification, &options, limits);
    let exonerations = Exonerator { reader, old, goals: &goals, options: &options, limits }.all(elements);
    let stop = (limits.each)(limits.stop);
    let questions = Questions::new(&options, &stop, limits.observer);
    let culprits = goals.violated.iter().map(|v| culprits(old, v, &questions)).collect();
    let stop = (limits.each)(limits.stop);
    let questions = Questions::new(&options, &stop, limits.observer);
    let known = goals.violated.iter().map(|v| Known { check: v.check.clone(), run: v.run.clone() }).collect();
    let is_useful = |edit: &Mutant| {
        let kind = edit.place.and_then(|place| elements.get(place)).map(|e| e.kind);
        // A wire brings what something else decides: nothing is made up on the way.
        !(is_adding(edit) && kind == Some(ElementKind::Connection))
    };
    let edits: Vec<Mutant> = edits.into_iter().filter(is_useful).collect();
    let groups = edits.iter().map(|edit| Group::of(edit, elements, &exonerations)).collect();
    let names: Vec<&str> = goals.violated.iter().filter(|v| v.check.0 == subject).map(|v| v.check.1.as_str()).collect();
    let good = old.get(subject).map_or_else(Vec::new, |r| good_runs(r, &names, &questions));
    let probes = goals.violated.iter().flat_map(|v| probes(old, v, &questions)).collect();
    let (ranked, found) = (Vec::new(), Fixes::default());
    let mut search = Search {
        reader,
        old,
        subject,
        goals: &goals,
        culprits,
        known,
        probes,
        edits,
        groups,
        options,
        limits,
        ranked,
        good,
        found,
    };
    search.stages();
    let mut found = search.found;
    found.list = search.ranked.into_iter().map(|r| r.fix).collect();
    found.suspects = suspects(elements, &exonerations, &found.list, &distances(old, &goals, elements));
    found
}

/// The checks by verdict. Checks that were not asked for are decided too, because a fix must not break them.
fn goals(specification: Specification<'_>, options: &Options, limits: &Limits<'_>) -> Goals {
    let mut goals = Goals::default();
    for (at, refinement) in specification.refinements.iter().enumerate() {
        let session = Session::new(&refinement.system, options.clone());
        for property in &refinement.system.properties {
            let check = (at, property.name.clone());
            let known =
                specification.decided.iter().find(|d| d.refinement == at && d.finding.property == property.name);
            let stop = (limits.each)(limits.stop);
            let other = || session.check(property, &stop, limits.observer).verdict;
            match known.map_or_else(other, |d| d.finding.verdict.clone()) {
                Verdict::Violated(run) => match known {
                    Some(known) => {
                        let (shown, run) = (known.name.clone(), run.trace);
                        goals.violated.push(Violated { check, shown, run });
                    }
                    None => goals.open.push(check),
                },
                Verdict::Holds { .. } => goals.held.push(check),
                Verdict::Vacuous { .. } | Verdict::Undetermined(_) => goals.open.push(check),
            }
        }
    }
    goals
}

fn culprits(old: &[Arc<Refinement>], violated: &Violated, questions: &Questions<'_>) -> Culprits {
    let (at, name) = &violated.check;
    let found = old.get(*at).and_then(|r| Some(questions.culprits(r, r.check(name)?, &violated.run)));
    found.unwrap_or_default()
}

/// Inputs that never change and that the parts can answer to.
fn probes(old: &[Arc<Refinement>], violated: &Violated, questions: &Questions<'_>) -> Vec<(CheckName, Trace)> {
    let (at, name) = &violated.check;
    let Some((refinement, check)) = old.get(*at).and_then(|r| Some((r, r.check(name)?))) else { return Vec::new() };
    let check = whole_check(refinement, check);
    let mut list = constant_inputs(refinement, &violated.run);
    list.retain(|run| questions.can_answer(refinement, &check, run) == Some(true));
    list.into_iter().map(|run| ((*at, name.clone()), run)).collect()
}

struct Search<'a, 'r> {
    reader: &'a mut Reader<'r>,
    old: &'a [Arc<Refinement>],
    /// The refinement that runs are shown of.
    subject: usize,
    goals: &'a Goals,
    /// The parts to blame for each violated check.
    culprits: Vec<Culprits>,
    known: Vec<Known>,
    /// Inputs that the parts can answer to.
    probes: Vec<(CheckName, Trace)>,
    edits: Vec<Mutant>,
    groups: Vec<Group>,
    options: Options,
    limits: &'a Limits<'a>,
    ranked: Vec<Ranked>,
    /// Runs of the subject that do not fail.
    good: Vec<Trace>,
    found: Fixes,
}

impl Search<'_, '_> {
    /// Single edits, cheapest first; what adds something; and what is asked or assumed if nothing else helps.
    fn stages(&mut self) {
        let exonerated = self.count(Group::Exonerated);
        self.found.tried.edits = self.count(Group::Open) + exonerated;
        self.found.tried.exonerated = exonerated;
        self.singles((Group::Open, false), usize::MAX);
        self.compare();
        if !self.is_mended_gently() {
            self.singles((Group::Open, true), self.ranked.len() + MOST_ADDED);
            self.compare();
        }
        if !self.is_mended() && self.goals.violated.len() > 1 {
            self.found.tried.exonerated = 0;
            self.singles((Group::Exonerated, false), usize::MAX);
            self.compare();
        }
        if self.ranked.is_empty() {
            self.found.tried.edits += self.count(Group::Given);
            self.singles((Group::Given, false), usize::MAX);
            self.compare();
        }
    }

    fn count(&self, group: Group) -> usize {
        self.groups.iter().filter(|own| **own == group).count()
    }

    fn is_mended(&self) -> bool {
        self.ranked.iter().any(|r| r.fix.left == 0)
    }

    fn is_mended_gently(&self) -> bool {
        self.ranked.iter().any(|r| r.fix.left == 0 && r.fix.conservation.is_proved())
    }

    fn is_stopped(&mut self) -> bool {
        let reason = self.limits.stop.reason();
        self.found.stopped = self.found.stopped.take().or(reason.map(NoAnswer::Stopped));
        self.found.stopped.is_some()
    }

    /// Tries the edits of a group, those that add something or those that do not, until there are so many fixes.
    fn singles(&mut self, (group, adds): (Group, bool), most: usize) {
        let is_wanted = |(edit, own): &(&Mutant, &Group)| **own == group && is_adding(edit) == adds;
        let all = self.edits.iter().zip(&self.groups).enumerate().filter(|(_, pair)| is_wanted(pair));
        let all: Vec<usize> = all.map(|(index, _)| index).collect();
        self.found.tried.left_out += all.len().saturating_sub(MOST_READ);
        for index in all.into_iter().take(MOST_READ) {
            if self.is_stopped() || self.ranked.len() >= most {
                return;
            }
            if !adds || !self.is_crowded(index) {
                self.single(index);
            }
        }
    }

    /// Whether enough fixes that add something to the element of an edit are known.
    fn is_crowded(&self, index: usize) -> bool {
        let place = self.edits.get(index).and_then(|e| e.place);
        let is_beside = |r: &&Ranked| r.fix.edits.iter().any(|e| e.place == place && is_adding(e));
        self.ranked.iter().filter(is_beside).count() >= MOST_IN_PLACE
    }

    fn single(&mut self, index: usize) {
        let Some(edit) = self.edits.get(index).cloned() else { return };
        let text = edit.apply(self.reader.text);
        let Ok(read) = self.reader.read_contracts(&text) else {
            self.found.tried.unread += 1;
            return;
        };
        self.found.tried.looked_at += 1;
        let Some(edited) = Edited::new(self.old, read) else { return };
        let stop = (self.limits.each)(self.limits.stop);
        let tester = Tester {
            old: self.old,
            goals: self.goals,
            probes: &self.probes,
            options: &self.options,
            limits: (&stop, self.limits.observer),
        };
        match tester.trial(&edited, &self.known) {
            Trial::Mends(mended) => self.keep(index, edit, text, mended, edited),
            Trial::FailsAgain => self.found.tried.fail_again += 1,
            Trial::Hollow => self.found.tried.hollow += 1,
            Trial::Undecided => self.found.tried.undecided += 1,
            // No run fails, so that it is looked at and counted nowhere else.
            Trial::Unfit => {}
            Trial::FailsAnew(run) => {
                self.found.tried.fail_anew += 1;
                self.known.push(run);
            }
        }
    }

    fn keep(&mut self, index: usize, edit: Mutant, text: String, mended: Vec<Finding>, mut edited: Edited) {
        let of_given = self.groups.get(index) == Some(&Group::Given);
        let left = self.goals.violated.len() - mended.len();
        let symptoms = edited.changed.iter().map(|c| symptoms(&c.refinement)).sum();
        let nearness = self.nearness(&edited, &mended);
        let fix = Fix { of_given, left, symptoms, ..Fix::new(self.reader.text, vec![edit], text, mended) };
        let changed = (self.subject < edited.changed.len()).then(|| edited.changed.swap_remove(self.subject));
        let is_elsewhere = edited.changed.iter().any(|c| c.is_any());
        let changed = changed.filter(|_| !is_elsewhere);
        self.ranked.push(Ranked { fix, nearness, effect: Effect::Unknown, forbidden: 0, changed });
    }

    /// How near an edit is to the parts that are to blame for what it mends.
    fn nearness(&self, edited: &Edited, mended: &[Finding]) -> Nearness {
        let goals = self.goals.violated.iter().zip(&self.culprits);
        let goals = goals.filter(|(goal, _)| mended.iter().any(|m| m.property == goal.shown));
        let of = |(goal, culprits): (&Violated, &Culprits)| {
            edited.changed.get(goal.check.0).map_or(Nearness::Apart, |changed| nearness(changed, culprits))
        };
        goals.map(of).min().unwrap_or(Nearness::Apart)
    }

    /// Compares the changed specifications with the original, and sorts.
    fn compare(&mut self) {
        let best = self.ranked.iter().map(|r| r.fix.left).min().unwrap_or(0);
        self.ranked.retain(|r| r.fix.left == best);
        sort(&mut self.ranked);
        let mut ranked = std::mem::take(&mut self.ranked);
        for r in ranked.iter_mut().filter(|r| is_open(&r.fix)).take(MOST_COMPARED) {
            if !self.limits.stop.is_fired() {
                (r.fix.conservation, r.effect) = self.conservation(r);
            }
        }
        let questions = Questions::new(&self.options, self.limits.stop, self.limits.observer);
        for r in ranked.iter_mut().take(MOST_COMPARED) {
            let forbids = |run: &&Trace| r.changed.as_ref().is_some_and(|c| allows(c, run, &questions) == Some(false));
            r.forbidden = self.good.iter().filter(forbids).count();
        }
        sort(&mut ranked);
        self.ranked = ranked;
    }

    fn conservation(&self, ranked: &Ranked) -> (Conservation, Effect) {
        let (Some(changed), Some(old)) = (&ranked.changed, self.old.get(self.subject)) else {
            let why = "the edit changes more than one component that is refined";
            return (Conservation::Unknown(NoAnswer::Unsupported(why.to_owned())), Effect::Unknown);
        };
        let is_mended = |v: &&Violated| ranked.fix.mended.iter().any(|m| m.property == v.shown);
        let mended = self.goals.violated.iter().filter(is_mended).map(|v| v.check.1.as_str());
        let mended: Vec<&str> = mended.collect();
        let stop = (self.limits.each)(self.limits.stop);
        conservation(old, changed, &mended, &Questions::new(&self.options, &stop, self.limits.observer))
    }
}

fn is_open(fix: &Fix) -> bool {
    matches!(fix.conservation, Conservation::Unknown(NoAnswer::Effort))
}

/// Whether an edit adds something; another temporal operator does not.
fn is_adding(edit: &Mutant) -> bool {
    edit.operator.is_mending() && edit.operator != Operator::Rt
}
