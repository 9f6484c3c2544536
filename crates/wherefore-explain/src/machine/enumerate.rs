//! All classes of failing runs, by whichever route fits, and the proof that there is no other.

use super::blocking_search::Bounded;
use super::history::{self, History};
use super::keyed_reachability::KeyedReachability;
use super::path_class::{Level, PathKey};
use crate::result::proved::Proved;
use crate::{Completeness, CompletenessProof};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_check::portfolio::families;
use wherefore_check::{Argument, Cone, Evidence, Family, NoAnswer, Observer, Options, certify, judges};
use wherefore_ir::control::{ControlGraph, RegionId};
use wherefore_ir::{Role, System, TermId, walk};
use wherefore_solve::Stop;

/// Question about a machine.
#[derive(Clone)]
pub struct MachineProblem<'a> {
    /// The system that holds the machine; its arena holds the terms of the graph.
    pub system: &'a System,
    /// The machine.
    pub graph: &'a ControlGraph,
    /// The property.
    pub good: TermId,
    /// How engines work.
    pub options: &'a Options,
    /// The most classes to find.
    pub most: usize,
}

/// The classes found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Their keys with the steps of a shortest run, shortest first.
    pub classes: Vec<(PathKey, u32)>,
    /// Whether there are others.
    pub completeness: Completeness,
}

/// Whether each region can start in several control states, as far as the form of the model shows.
pub fn several_starts(system: &System, graph: &ControlGraph) -> Vec<bool> {
    let first: BTreeSet<TermId> = system.init.iter().flat_map(|c| walk::conjuncts(&system.terms, c.term)).collect();
    let pinned = |r: RegionId| graph.states_of(r).any(|s| first.contains(&graph.state(s).active));
    let single = |r: RegionId| graph.region(r).parent.is_none() && pinned(r);
    graph.region_ids().map(|r| !single(r) && graph.states_of(r).count() > 1).collect()
}

impl MachineProblem<'_> {
    /// All classes at a level.
    pub fn classes(&self, level: Level, stop: &Stop, observer: &Arc<dyn Observer>) -> Enumeration {
        self.classes_noted(level, (stop, observer), &|_| ())
    }

    /// All classes at a level. `note` is told which have been found before the proof that there is no other is checked again, which
    /// can take longer than finding them.
    pub fn classes_noted(
        &self,
        level: Level,
        (stop, observer): (&Stop, &Arc<dyn Observer>),
        note: &dyn Fn(&Enumeration),
    ) -> Enumeration {
        let families = families(self.options, self.system.is_finite());
        let (sets, others): (Vec<_>, Vec<_>) = families.into_iter().partition(|family| *family == Family::Bdd);
        // Sets are kept apart by whole spines, which a suffix is there to avoid.
        if sets.is_empty() || (!others.is_empty() && matches!(level, Level::Suffix(_))) {
            return self.by_search(level, stop, observer);
        }
        let found = self.by_worklist_noted(level, (stop, observer), note);
        let lost = |c: &NoAnswer| matches!(c, NoAnswer::Memory | NoAnswer::Unsupported(_));
        match &found.completeness {
            Completeness::Stopped { cause, .. } if lost(cause) && !others.is_empty() => {
                self.by_search(level, stop, observer)
            }
            _ => found,
        }
    }

    /// The system whose runs all end at their first failure.
    pub fn cut(&self) -> System {
        history::cut(self.system, self.good)
    }

    /// Whether the inputs of a tick have a say in whether it breaks the property.
    pub fn reads_inputs(&self) -> bool {
        let read = walk::variables(&self.system.terms, [self.good]);
        read.iter().any(|v| self.system.role(*v) == Role::Input)
    }

    /// The system with the memory that keys of a level need.
    pub fn history(&self, level: Level) -> History {
        History::new(&self.cut(), self.graph, &several_starts(self.system, self.graph), level)
    }

    /// Cone of runs and their keys.
    pub fn model(&self) -> Arc<Cone> {
        Arc::new(Cone::of(self.system, &self.goals()))
    }

    /// Terms that runs and their keys are about.
    pub fn goals(&self) -> Vec<TermId> {
        let taken = self.graph.transitions.iter().map(|t| t.taken);
        let active = self.graph.states.iter().map(|s| s.active);
        taken.chain(active).chain([self.good]).collect()
    }

    /// By sets of states kept apart by key.
    pub fn by_worklist(&self, level: Level, stop: &Stop, observer: &Arc<dyn Observer>) -> Enumeration {
        self.by_worklist_noted(level, (stop, observer), &|_| ())
    }

    fn by_worklist_noted(
        &self,
        level: Level,
        (stop, observer): (&Stop, &Arc<dyn Observer>),
        note: &dyn Fn(&Enumeration),
    ) -> Enumeration {
        let model = self.model();
        if let Some(words) = unfit_for_sets(&model) {
            return self.enumeration(Vec::new(), Err(NoAnswer::Unsupported(words.to_owned())), 0);
        }
        let memory = self.options.memory;
        let mut worklist = match KeyedReachability::new(&model, self.graph, self.good, level, memory, stop) {
            Ok(worklist) => worklist,
            Err(cause) => return self.enumeration(Vec::new(), Err(cause), 0),
        };
        let searched = worklist.run(self.most, stop, observer.as_ref());
        let mut found: BTreeMap<PathKey, u32> = BTreeMap::new();
        for (key, depth) in &worklist.classes {
            let nearest = found.entry(key.at_level(self.graph, level)).or_insert(*depth);
            *nearest = (*depth).min(*nearest);
        }
        let found: Vec<(PathKey, u32)> = found.into_iter().collect();
        let unproved = || Err(NoAnswer::Stopped(stop.reason().unwrap_or_default()));
        note(&self.enumeration(found.clone(), unproved(), worklist.depth));
        let proved = searched.and_then(|()| self.prove(&worklist, level, stop));
        self.enumeration(found, proved, worklist.depth)
    }

    /// By bounded search and a prover.
    pub fn by_search(&self, level: Level, stop: &Stop, observer: &Arc<dyn Observer>) -> Enumeration {
        let mut search = Bounded::new(self.history(level), self.graph, self.good, level, self.options.clone());
        let proved = search.run(self.most, stop, observer);
        let found = search.classes.iter().map(|(k, d)| (k.clone(), *d)).collect();
        self.enumeration(found, proved, search.depth)
    }

    /// Checks the invariant of a finished worklist again, on the system with memory.
    fn prove(&self, worklist: &KeyedReachability<'_>, level: Level, stop: &Stop) -> Result<Proved, NoAnswer> {
        let mut history = self.history(level.stepwise());
        let classes: Vec<TermId> = worklist.classes.keys().map(|k| history.class(self.graph, k)).collect();
        let covered = history.system.terms.or(classes.into_iter().chain([self.good]));
        let certificate = worklist.certificate(&mut history);
        let judges = judges(Family::Bdd, true, self.options);
        let recheck = judges.review(|make| certify::recheck(&history.system, covered, &certificate, make, stop))?;
        let argument = Argument { system: Arc::new(history.system), good: covered, certificate };
        Ok(Proved { evidence: Evidence::Inductive(Arc::new(argument)), recheck })
    }

    fn enumeration(
        &self,
        mut classes: Vec<(PathKey, u32)>,
        proved: Result<Proved, NoAnswer>,
        depth: u32,
    ) -> Enumeration {
        classes.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let completeness = match proved {
            Ok(Proved { evidence, recheck }) => {
                Completeness::Complete { proof: CompletenessProof::Invariant(evidence), recheck }
            }
            Err(_) if classes.len() > self.most => {
                classes.truncate(self.most);
                let depth = classes.last().and_then(|(_, d)| d.checked_sub(1));
                Completeness::Stopped { cause: NoAnswer::Classes(self.most), depth }
            }
            Err(cause) => Completeness::Stopped { cause, depth: depth.checked_sub(1) },
        };
        Enumeration { classes, completeness }
    }
}

/// Obstacle that keeps sets of states from distinguishing all runs, if there is one.
fn unfit_for_sets(model: &Cone) -> Option<&'static str> {
    let first = walk::variables(&model.system.terms, model.init.iter().copied());
    if !model.is_finite() {
        Some("decision diagrams need finite sorts")
    } else if first.into_iter().any(|v| model.system.role(v) == Role::Input) {
        // A state with the inputs of the first tick is not the same state with any input, later.
        Some("restrictions on the first inputs are left to bounded search")
    } else {
        None
    }
}
