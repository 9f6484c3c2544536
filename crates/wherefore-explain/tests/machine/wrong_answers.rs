//! Lists of classes with something wrong in them: the check of completeness refuses each.

use crate::support::lower::{Lowered, lower};
use crate::support::machine::Plan;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wherefore_check::{Certificate, NoAnswer, Observer, Options, Silent, certify};
use wherefore_explain::machine::blocking_search::Bounded;
use wherefore_explain::machine::enumerate::{MachineProblem, several_starts};
use wherefore_explain::machine::history::History;
use wherefore_explain::machine::keyed_reachability::KeyedReachability;
use wherefore_explain::machine::path_class::{Level, PathKey};
use wherefore_ir::control::TransitionId;
use wherefore_ir::{Op, TermId};
use wherefore_solve::{Engine, SatSolver, Solver, Stop};
use wherefore_test::counted;

/// Random machines that sets of states can classify: their first inputs are free.
fn on_random_machines(count: u64, check: impl Fn(&Plan) + std::panic::RefUnwindSafe) {
    crate::support::on_random_machines(count, |plan, _| {
        if !plan.init_reads_inputs() {
            check(plan);
        }
    });
}

/// A finished list: the classes, the memory that defines them, the invariant that proves them complete.
struct Finished<'a> {
    lowered: &'a Lowered,
    history: History,
    classes: Vec<PathKey>,
    certificate: Certificate,
}

impl<'a> Finished<'a> {
    fn new(lowered: &'a Lowered, level: Level) -> Finished<'a> {
        let Lowered { system, graph, good } = lowered;
        let (options, stop) = (Options::default(), Stop::new());
        let question = MachineProblem { system, graph, good: *good, options: &options, most: usize::MAX };
        let model = question.model();
        let mut worklist = KeyedReachability::new(&model, graph, *good, level, None, &stop).unwrap();
        worklist.run(usize::MAX, &stop, &Silent).unwrap();
        let mut history = History::new(&question.cut(), graph, &several_starts(system, graph), level);
        let certificate = worklist.certificate(&mut history);
        Finished { lowered, history, classes: worklist.classes.keys().cloned().collect(), certificate }
    }

    /// Verdict of the check on a list of classes.
    fn judged(&mut self, classes: &[PathKey], certificate: Certificate) -> Result<(), NoAnswer> {
        let formulas: Vec<TermId> = classes.iter().map(|k| self.history.class(&self.lowered.graph, k)).collect();
        let covered = self.history.system.terms.or(formulas.into_iter().chain([self.lowered.good]));
        let Certificate::Invariant { term, .. } = certificate else { panic!("another certificate") };
        let terms = Arc::new(self.history.system.terms.clone());
        let make = || Ok(Box::new(SatSolver::new(Engine::Batsat)?) as Box<dyn Solver>);
        let certificate = Certificate::Invariant { terms, term };
        certify::recheck(&self.history.system, covered, &certificate, &make, &Stop::new())
    }
}

const MISSING: &str = "the invariant does not imply the property";

#[test]
fn a_missing_class_is_missed() {
    let caught = AtomicU64::new(0);
    on_random_machines(60, |plan| {
        for level in [Level::Spine, Level::Last, Level::Ends, Level::Final] {
            let lowered = lower(plan);
            let mut list = Finished::new(&lowered, level);
            let (all, certificate) = (list.classes.clone(), list.certificate.clone());
            assert_eq!(list.judged(&all, certificate.clone()), Ok(()));
            for missing in 0..all.len() {
                let rest: Vec<PathKey> =
                    all.iter().enumerate().filter(|(i, _)| *i != missing).map(|(_, k)| k.clone()).collect();
                let verdict = list.judged(&rest, certificate.clone());
                assert_eq!(verdict, Err(NoAnswer::Refuted(MISSING.to_owned())), "without {:?}", all[missing]);
                caught.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    counted(caught.into_inner(), "lists with a class left out");
}

/// The formula of another key in the place of a class is as good as none.
#[test]
fn a_class_told_wrongly_is_missed() {
    let caught = AtomicU64::new(0);
    on_random_machines(60, |plan| {
        let lowered = lower(plan);
        let mut list = Finished::new(&lowered, Level::Spine);
        let (all, certificate) = (list.classes.clone(), list.certificate.clone());
        for place in 0..all.len() {
            for wrong in wrong_keys(plan, &all[place]) {
                let mut keys = all.clone();
                keys[place] = wrong;
                let verdict = list.judged(&keys, certificate.clone());
                assert_eq!(verdict, Err(NoAnswer::Refuted(MISSING.to_owned())), "{:?}", keys[place]);
                caught.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    counted(caught.into_inner(), "lists with a class told wrongly");
}

/// The key with another last transition in one region.
fn wrong_keys(plan: &Plan, key: &PathKey) -> Vec<PathKey> {
    let mut wrong = Vec::new();
    for region in 0..key.regions.len() {
        let last = key.regions[region].as_ref().and_then(|local| local.last);
        for other in
            plan.transitions_of(region).into_iter().map(|t| TransitionId(t as u32)).filter(|t| Some(*t) != last)
        {
            let mut key = key.clone();
            if let Some(local) = &mut key.regions[region] {
                local.last = Some(other);
                wrong.push(key);
            }
        }
    }
    wrong
}

/// The sets reached under different keys are apart, so the invariant needs every one of them.
#[test]
fn an_invariant_without_a_key_is_refused() {
    let caught = AtomicU64::new(0);
    on_random_machines(40, |plan| {
        let lowered = lower(plan);
        let mut list = Finished::new(&lowered, Level::Spine);
        let Certificate::Invariant { term, .. } = list.certificate else { panic!("another certificate") };
        let terms = &list.history.system.terms;
        let parts = match terms.op(term) {
            Op::Or => terms.operands(term).to_vec(),
            _ => vec![term],
        };
        if terms.constant(term).is_some() {
            return;
        }
        for missing in 0..parts.len() {
            let rest = parts.iter().enumerate().filter(|(i, _)| *i != missing).map(|(_, t)| *t);
            let term = list.history.system.terms.or(rest);
            let terms = Arc::new(list.history.system.terms.clone());
            let classes = list.classes.clone();
            let verdict = list.judged(&classes, Certificate::Invariant { terms, term });
            assert!(matches!(verdict, Err(NoAnswer::Refuted(_))), "part {missing} of {}: {verdict:?}", parts.len());
            caught.fetch_add(1, Ordering::Relaxed);
        }
    });
    counted(caught.into_inner(), "invariants with a part left out");
}

/// Memory that takes one transition for another does not forbid the class of a run, and that is noticed at once.
#[test]
fn memory_that_lies_is_noticed() {
    let caught = AtomicU64::new(0);
    on_random_machines(60, |plan| {
        let lowered = lower(plan);
        let list = Finished::new(&lowered, Level::Last);
        let moved = |key: &PathKey| key.regions.iter().flatten().find_map(|local| local.last);
        let Some(honest) = list.classes.iter().find_map(moved) else { return };
        let region = plan.region_of(honest.0 as usize);
        let Some(other) = plan.transitions_of(region).into_iter().find(|t| *t != honest.0 as usize) else { return };
        let mut lying = lowered.graph.clone();
        let (a, b) = (honest.0 as usize, other);
        (lying.transitions[a].taken, lying.transitions[b].taken) =
            (lying.transitions[b].taken, lying.transitions[a].taken);
        let history = History::new(&list.history.system, &lying, &several_starts(&lowered.system, &lying), Level::Last);
        let mut search = Bounded::new(history, &lowered.graph, lowered.good, Level::Last, Options::default());
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let verdict = search.run(usize::MAX, &Stop::new(), &observer).map(|_| ());
        let words = "the memory of a run does not tell its class";
        assert_eq!(verdict, Err(NoAnswer::Refuted(words.to_owned())));
        caught.fetch_add(1, Ordering::Relaxed);
    });
    counted(caught.into_inner(), "lying memories");
}
