//! Several engines on one question; the first answer stops the others.
//!
//! Which engine wins depends on the machine, so nothing that the user compares may depend on it: verdicts agree because
//! all engines are right, and a trace is computed afterwards, in one way, from its length.
//!
//! Where there are no threads, or none are wanted, the engines take turns instead (`turns`).
//!
//! Threads are left behind, not joined: a decision-diagram operation cannot be interrupted, only outlived. They hold no
//! more than their share of the model and end at their next look at the stop signal.

mod turns;

pub(crate) use turns::limited;

use crate::engine::{Answer, Answers, Engine, EngineContext, Family, Problem};
use crate::observe::within;
use crate::{EngineId, NoAnswer, Stage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use wherefore_solve::{Stop, StopReason};

/// An engine with its problem.
pub(crate) struct Lane {
    /// The name under which it runs.
    pub(crate) id: EngineId,
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) problem: Arc<Problem>,
    /// The answers that count.
    pub(crate) counts: Answers,
}

impl Lane {
    /// An engine under its own name.
    pub(crate) fn new(engine: Arc<dyn Engine>, problem: &Arc<Problem>) -> Lane {
        Lane { id: engine.id(), engine, problem: problem.clone(), counts: Answers::Both }
    }

    /// Engines on the same problem.
    pub(crate) fn all(engines: Vec<Arc<dyn Engine>>, problem: Problem) -> Vec<Lane> {
        let problem = Arc::new(problem);
        engines.into_iter().map(|engine| Lane::new(engine, &problem)).collect()
    }

    /// The answer; a panic gives none.
    fn run(&self, context: &EngineContext) -> Result<(Family, Answer), NoAnswer> {
        let family = self.engine.family();
        let work = || within(context.observer.as_ref(), self.id, Stage::Search, || self.prove(family, context));
        let answer = catch_unwind(AssertUnwindSafe(work));
        answer
            .unwrap_or_else(|_| Err(NoAnswer::Refuted(format!("{} panicked", self.id))))
            .map(|answer| (family, answer))
    }

    fn prove(&self, family: Family, context: &EngineContext) -> Result<Answer, NoAnswer> {
        match self.engine.prove(&self.problem, context)? {
            Answer::Unsafe { .. } if self.counts == Answers::Proofs => {
                Err(NoAnswer::Unsupported("fair paths, by this engine".to_owned()))
            }
            answer if family == Family::External => answer.distrusted(context.max_depth),
            answer => Ok(answer),
        }
    }
}

/// The name of an engine, and its answer with its family.
type Outcome = (String, Result<(Family, Answer), NoAnswer>);

/// Runs all lanes. Gives the winner's name, its family and its answer; if none decides, all names and the weightiest cause.
pub(crate) fn race(lanes: Vec<Lane>, context: &EngineContext) -> Outcome {
    if context.one_thread { turns::in_turn(lanes, context) } else { at_once(lanes, context) }
}

/// Each lane in a thread of its own.
fn at_once(lanes: Vec<Lane>, context: &EngineContext) -> Outcome {
    let names: Vec<&str> = lanes.iter().map(|l| l.id.name()).collect();
    let (stop, all) = (&context.stop, context.stop.child());
    let (sender, receiver) = mpsc::channel();
    let outside = sender.clone();
    let _guard = stop.on_fire(move || drop(outside.send(None)));
    for lane in lanes {
        let (sender, context) = (sender.clone(), EngineContext { stop: all.child(), ..context.clone() });
        std::thread::spawn(move || drop(sender.send(Some((lane.id, lane.run(&context))))));
    }
    drop(sender);
    let mut causes = Vec::new();
    while causes.len() < names.len() {
        match receiver.recv() {
            Ok(Some((_, Err(cause)))) => causes.push(cause),
            Ok(Some((id, answer))) => {
                all.fire(StopReason::AnotherWasFaster);
                return (id.to_string(), answer);
            }
            Ok(None) | Err(_) => break,
        }
    }
    undecided(&names, causes, stop)
}

/// All names, and the weightiest cause.
fn undecided(names: &[&str], mut causes: Vec<NoAnswer>, stop: &Stop) -> Outcome {
    if let Some(reason) = stop.reason() {
        causes.push(NoAnswer::Stopped(reason));
    }
    let tried = if names.is_empty() { "none".to_owned() } else { names.join("+") };
    (tried, Err(weightiest(causes)))
}

/// The cause to report to the user: an error of ours before a missing solver before a limit before a gap.
fn weightiest(causes: Vec<NoAnswer>) -> NoAnswer {
    let weight = |cause: &NoAnswer| match cause {
        NoAnswer::Refuted(_) => 0,
        NoAnswer::Stopped(_) => 1,
        NoAnswer::Missing { .. } => 2,
        NoAnswer::Died(_) => 3,
        NoAnswer::Memory => 4,
        NoAnswer::Unconfirmed(_) | NoAnswer::GaveUp(_) | NoAnswer::Estimated(_) => 5,
        NoAnswer::Effort => 6,
        NoAnswer::Bound(_) | NoAnswer::Classes(_) | NoAnswer::Ways(_) => 7,
        NoAnswer::Unsupported(_) => 8,
    };
    causes
        .into_iter()
        .min_by_key(weight)
        .unwrap_or_else(|| NoAnswer::Unsupported("no engine fits this model".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Capabilities, Data};
    use crate::{Cone, Options, Session, Silent};
    use wherefore_ir::System;

    struct Toy(&'static str, fn(&Stop) -> Result<u32, NoAnswer>);

    impl Engine for Toy {
        fn id(&self) -> EngineId {
            EngineId::new(self.0)
        }

        fn family(&self) -> Family {
            Family::External
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities { invariants: Answers::Both, ..Capabilities::on(Data::Finite) }
        }

        fn prove(&self, _: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
            (self.1)(&context.stop).map(|depth| Answer::Unsafe { depth, shortest: true, witness: None })
        }
    }

    /// The engine that answered, and the distance that it reported, with all engines at once.
    fn run(toys: Vec<Toy>, stop: &Stop) -> (String, Result<u32, NoAnswer>) {
        run_as(false, toys, stop)
    }

    fn run_as(one_thread: bool, toys: Vec<Toy>, stop: &Stop) -> (String, Result<u32, NoAnswer>) {
        let mut system = System::new("nothing");
        let good = system.terms.bool(true);
        let problem = Problem::Invariant { model: Arc::new(Cone::whole(&system)), good };
        let engines = toys.into_iter().map(|toy| Arc::new(toy) as Arc<dyn Engine>).collect();
        let options = Options { one_thread, ..Options::default() };
        let context = Session::new(&system, options).context(stop, &(Arc::new(Silent) as _));
        let (name, answer) = race(Lane::all(engines, problem), &context);
        let depth = |(_, answer)| match answer {
            Answer::Unsafe { depth, shortest: false, .. } => depth,
            _ => panic!("a toy is believed no more than its distance"),
        };
        (name, answer.map(depth))
    }

    fn waits_for_stop(stop: &Stop) -> Result<u32, NoAnswer> {
        while !stop.is_fired() {
            std::thread::yield_now();
        }
        Err(NoAnswer::Stopped(stop.reason().unwrap_or_default()))
    }

    #[test]
    fn the_first_answer_wins_and_stops_the_rest() {
        let toys = vec![Toy("slow", waits_for_stop), Toy("fast", |_| Ok(3))];
        assert_eq!(run(toys, &Stop::new()), ("fast".to_owned(), Ok(3)));
    }

    #[test]
    fn a_panic_is_the_weightiest_cause_and_never_an_answer() {
        let (names, answer) =
            run(vec![Toy("a", |_| Err(NoAnswer::Effort)), Toy("b", |_| panic!("planted"))], &Stop::new());
        assert_eq!(names, "a+b");
        assert!(matches!(answer, Err(NoAnswer::Refuted(_))));
    }

    #[test]
    fn a_distance_that_nobody_will_look_at_is_no_answer() {
        let (_, answer) = run(vec![Toy("far", |_| Ok(u32::MAX))], &Stop::new());
        assert_eq!(answer, Err(NoAnswer::Bound(10_000)));
    }

    #[test]
    fn a_stop_from_outside_ends_the_race_with_its_reason() {
        let stop = Stop::new();
        stop.fire(StopReason::Interrupted);
        let (_, answer) = run(vec![Toy("a", waits_for_stop)], &stop);
        assert_eq!(answer, Err(NoAnswer::Stopped(StopReason::Interrupted)));
    }

    #[test]
    fn in_turns_an_answer_is_found_beside_engines_that_never_end() {
        let waits = || Toy("waits", waits_for_stop);
        for toys in [vec![waits(), Toy("fast", |_| Ok(3))], vec![Toy("fast", |_| Ok(3)), waits(), waits()]] {
            assert_eq!(run_as(true, toys, &Stop::new()), ("fast".to_owned(), Ok(3)));
        }
        // An engine that needs more than the first shares begins anew until one is enough.
        let slow = |stop: &Stop| match (0..100_000).any(|_| stop.is_fired()) {
            true => Err(NoAnswer::Stopped(stop.reason().unwrap_or_default())),
            false => Ok(5),
        };
        assert_eq!(run_as(true, vec![waits(), Toy("slow", slow)], &Stop::new()), ("slow".to_owned(), Ok(5)));
    }

    #[test]
    fn in_turns_what_is_not_decided_has_the_same_causes() {
        let toys = || {
            vec![
                Toy("a", |_| Err(NoAnswer::Effort)),
                Toy("b", |_| Err(NoAnswer::Memory)),
                Toy("c", |_| Err(NoAnswer::Bound(7))),
            ]
        };
        assert_eq!(run_as(true, toys(), &Stop::new()), run(toys(), &Stop::new()));
        assert_eq!(run_as(true, Vec::new(), &Stop::new()), run(Vec::new(), &Stop::new()));
        let due = std::sync::atomic::AtomicU32::new(0);
        let stop = Stop::new().watched(move || {
            (due.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 50_000).then_some(StopReason::Interrupted)
        });
        let (names, answer) = run_as(true, vec![Toy("a", waits_for_stop), Toy("b", waits_for_stop)], &stop);
        assert_eq!((names.as_str(), answer), ("a+b", Err(NoAnswer::Stopped(StopReason::Interrupted))));
    }
}
