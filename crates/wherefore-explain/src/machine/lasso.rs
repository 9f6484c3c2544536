//! Classes of runs that break an LTL property: the way to the loop, and what is done in it for ever.
//!
//! Such a run is a lasso. Its key is the set of transitions that it takes infinitely often, and the spine of its path up to
//! the last transition that is not one of them. Both belong to the infinite run, not to the way it is written down: another
//! choice of the loop's head, or one round more before it, changes neither.
//!
//! ```text
//! OFF -t1-> IDLE -t4-> ON -t5-> IDLE -t4-> ON ...      key <t1> then for ever {t4, t5}
//! ```
//!
//! `monitor` adds to the search for lassos the memory in which a class is one conjunction. A class is found, forbidden, and
//! the next one asked for; when a prover says that no lasso is left, the list is complete. That a run of a system with
//! finite data can always be taken to be a lasso makes it so; with unbounded data the list is never called complete.

mod classifier;
mod monitor;

pub(super) use classifier::LassoClassifier;

use super::enumerate::several_starts;
use super::path_class::{Level, Move, PathKey};
use super::run::{Path, PathReader};
use super::words::Words;
use crate::rank::{Evidence, Ranked, rank};
use crate::result::part::{Part, Why};
use crate::result::suspect::{Share, SuspectKind, SuspectReason};
use crate::{Class, Completeness, CompletenessProof, Inquiry, Suspect};
use monitor::Monitor;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Options, Recheck, Session, Verdict};
use wherefore_ir::control::{ControlGraph, TransitionId};
use wherefore_ir::{Property, System};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, replay_violation};

/// MachineProblem about a machine and an LTL property.
pub struct Lassos<'a> {
    /// The system that holds the machine.
    pub system: &'a System,
    /// The machine, restricted to what the property is about.
    pub graph: &'a ControlGraph,
    /// The property.
    pub property: &'a Property,
    /// Whether the way to the loop counts; otherwise classes are distinguished by what is done for ever alone.
    pub with_spine: bool,
    /// How engines work.
    pub options: &'a Options,
    /// The most classes to find.
    pub most: usize,
}

/// The key of a lasso.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LassoKey {
    /// The path up to the last transition that is not taken for ever; none if that does not count.
    pub spine: Option<PathKey>,
    /// The transitions taken for ever.
    pub forever: BTreeSet<TransitionId>,
}

/// A class with a run of it.
struct Found {
    key: LassoKey,
    trace: Trace,
}

impl Lassos<'_> {
    /// The keys of all classes, as far as they are found, and whether there are others.
    pub fn keys(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> (Vec<LassoKey>, Completeness) {
        let mut found = Vec::new();
        let end = self.exhaust(&mut found, stop, observer);
        (found.into_iter().map(|f| f.key).collect(), end)
    }

    /// The class of the run of the verdict.
    fn first(&self, shown: &Trace) -> Vec<Found> {
        self.key(shown).map(|key| Found { key, trace: shown.clone() }).into_iter().collect()
    }

    fn search(&self, shown: &Trace, stop: &Stop, observer: &Arc<dyn Observer>) -> (Vec<Found>, Completeness) {
        let mut found: Vec<Found> = Vec::new();
        let end = self.exhaust(&mut found, stop, observer);
        if found.is_empty() {
            found = self.first(shown);
        }
        (found, end)
    }

    /// Finds class after class; how that ended.
    fn exhaust(&self, found: &mut Vec<Found>, stop: &Stop, observer: &Arc<dyn Observer>) -> Completeness {
        let stopped = |cause| Completeness::Stopped { cause, depth: None };
        let mut monitor = match Monitor::new(self) {
            Ok(monitor) => monitor,
            Err(cause) => return stopped(cause),
        };
        loop {
            let good = monitor.nothing_new();
            let session = Session::new(monitor.system(), self.options.clone());
            let run = match session.always(good, stop, observer).1 {
                Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                    return self.complete(evidence, recheck);
                }
                Verdict::Undetermined(cause) => return stopped(cause),
                Verdict::Violated(run) => run,
            };
            let class = match self.named(&monitor, run.trace) {
                Ok(class) => class,
                Err(cause) => return stopped(cause),
            };
            if found.iter().any(|f| f.key == class.key) {
                return stopped(NoAnswer::Refuted("the memory of a lasso does not tell its class".to_owned()));
            }
            if found.len() >= self.most {
                return stopped(NoAnswer::Classes(self.most));
            }
            monitor.forbid(self.graph, &class.key);
            found.push(class);
        }
    }

    fn complete(&self, evidence: wherefore_check::Evidence, recheck: Recheck) -> Completeness {
        if self.system.is_finite() {
            return Completeness::Complete { proof: CompletenessProof::Invariant(evidence), recheck };
        }
        let cause = NoAnswer::Unsupported("unbounded data: runs that never repeat a state are not searched".to_owned());
        Completeness::Stopped { cause, depth: None }
    }

    /// The run of a search with its class, replayed on the system itself.
    fn named(&self, monitor: &Monitor, trace: Trace) -> Result<Found, NoAnswer> {
        let refuted = |what: String| NoAnswer::Refuted(what);
        let trace = monitor.lasso(self.system, &trace)?;
        replay_violation(self.system, &trace, self.property).map_err(|e| refuted(e.to_string()))?;
        let key = self.key(&trace).ok_or_else(|| refuted("the control path of a lasso cannot be read".to_owned()))?;
        Ok(Found { key, trace })
    }

    /// The key of a lasso, read off its values.
    pub fn key(&self, trace: &Trace) -> Option<LassoKey> {
        let start = trace.loop_start?;
        let reader = PathReader::new(self.system, self.graph).ok()?;
        let values = |k: usize| trace.steps[k].values.as_slice();
        let step = |k: usize| trace.successor(k).map(|next| reader.step(values(k), values(next)));
        let moves: Vec<Move> = (0..trace.len()).map_while(step).collect();
        let taken = |m: &Move| m.taken.iter().flatten().copied().collect::<BTreeSet<_>>();
        let forever: BTreeSet<TransitionId> = moves[start..].iter().flat_map(taken).collect();
        let entered = moves.iter().rposition(|m| !taken(m).is_subset(&forever)).map_or(0, |last| last + 1);
        let path = Path { start: reader.location(values(0)), moves: moves[..entered].to_vec() };
        let spine = self.with_spine.then(|| path.key(self.graph, Level::Spine));
        Some(LassoKey { spine, forever })
    }

    fn report(&self, found: &[Found], completeness: Completeness) -> Inquiry {
        let level = if self.with_spine { Level::Spine } else { Level::Last };
        let classes = found.iter().map(|f| self.class(f)).collect();
        Inquiry {
            classes,
            fix_sets: Part::Missing(Why::BlockingProvesNothing),
            ..Inquiry::new(level.word(), completeness)
        }
    }

    fn class(&self, found: &Found) -> Class {
        let words = Words { graph: self.graph, several_starts: several_starts(self.system, self.graph) };
        let path = PathReader::new(self.system, self.graph).map(|r| r.path(&found.trace));
        let path = path.unwrap_or(Path { start: Vec::new(), moves: Vec::new() });
        let spine = found.key.spine.as_ref();
        let (id, key) = (words.lasso_id(spine, &found.key.forever), words.lasso(spine, &found.key.forever));
        Class {
            path: vec![words.lasso(None, &found.key.forever)],
            length: found.trace.len() as u32,
            taken: path.per_tick(|t| [self.graph.transition(t).name.clone()]),
            elements: path.per_tick(|t| {
                let transition = self.graph.transition(t);
                transition.guard.into_iter().chain(transition.element)
            }),
            ..Class::new(id, key, path.with_elements(found.trace.clone(), self.graph))
        }
    }

    /// Transitions by how many classes take them for ever, then on the way. Blocking says nothing here: a machine that does
    /// nothing does not do what it must either.
    fn suspects(&self, found: &[Found]) -> Vec<Suspect> {
        let on_the_way = |k: &LassoKey, t| k.spine.iter().any(|s| s.transitions().any(|u| u == t));
        let all = (0..self.graph.transitions.len() as u32).map(TransitionId);
        let evidence: Vec<Evidence> = all
            .map(|t| {
                let coverage = found.iter().filter(|f| f.key.forever.contains(&t)).count();
                let failed = found.iter().filter(|f| f.key.forever.contains(&t) || on_the_way(&f.key, t)).count();
                Evidence { failed, coverage, ..Evidence::default() }
            })
            .collect();
        rank(&evidence, found.len()).into_iter().map(|r| self.suspect(&r, &evidence[r.element], found.len())).collect()
    }

    fn suspect(&self, ranked: &Ranked, evidence: &Evidence, classes: usize) -> Suspect {
        let transition = &self.graph.transitions[ranked.element];
        let name = |s| self.graph.state(s).name.as_str();
        let reason = match evidence.coverage {
            0 => SuspectReason::TakenInClasses(Share::new(evidence.failed, classes)),
            forever => SuspectReason::TakenForever(Share::new(forever, classes)),
        };
        Suspect {
            name: transition.name.clone(),
            element: transition.element,
            guard: transition.guard,
            kind: SuspectKind::Transition,
            leads: format!("{} -> {}", name(transition.source), name(transition.target)),
            rank: ranked.rank,
            score: ranked.score,
            reasons: vec![reason],
        }
    }
}
