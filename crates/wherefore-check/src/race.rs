//! Several engines on one question; the first answer stops the others.
//!
//! Which engine wins depends on the machine, so nothing that the user compares may depend on it: verdicts agree because
//! all engines are right, and a trace is computed afterwards, in one way, from its length.
//!
//! Threads are left behind, not joined: a decision-diagram operation cannot be interrupted, only outlived. They hold no
//! more than their share of the model and end at their next look at the stop signal.

use crate::observe::within;
use crate::{Cause, Observer, Stage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use wherefore_solve::Stop;

/// An engine with its question, ready to run.
pub(crate) struct Lane<T> {
    /// The engine's name.
    pub(crate) name: &'static str,
    /// The work.
    pub(crate) run: Run<T>,
}

/// What an engine does: an answer, or why there is none.
pub(crate) type Run<T> = Box<dyn FnOnce(&Stop) -> Result<T, Cause> + Send>;

/// Runs all lanes at once. Gives the winner and its answer; if none decides, all names and the weightiest cause.
pub(crate) fn race<T: Send + 'static>(
    lanes: Vec<Lane<T>>,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> (String, Result<T, Cause>) {
    let names: Vec<&str> = lanes.iter().map(|l| l.name).collect();
    let all = stop.child();
    let (sender, receiver) = mpsc::channel();
    let outside = sender.clone();
    let _guard = stop.on_fire(move || drop(outside.send(None)));
    for lane in lanes {
        let (sender, stop, observer) = (sender.clone(), all.child(), observer.clone());
        std::thread::spawn(move || {
            let work = AssertUnwindSafe(|| within(observer.as_ref(), lane.name, Stage::Search, || (lane.run)(&stop)));
            let result = catch_unwind(work).unwrap_or_else(|_| Err(Cause::Refuted(format!("{} panicked", lane.name))));
            let _ = sender.send(Some((lane.name, result)));
        });
    }
    drop(sender);
    let mut causes = Vec::new();
    while causes.len() < names.len() {
        match receiver.recv() {
            Ok(Some((_, Err(cause)))) => causes.push(cause),
            Ok(Some((name, answer))) => {
                all.fire("another engine was faster");
                return (name.to_owned(), answer);
            }
            Ok(None) | Err(_) => break,
        }
    }
    if let Some(reason) = stop.reason() {
        causes.push(Cause::Stopped(reason));
    }
    (names.join("+"), Err(weightiest(causes)))
}

/// The cause to tell the user: an error of ours before a missing solver before a limit before a gap.
fn weightiest(causes: Vec<Cause>) -> Cause {
    let weight = |cause: &Cause| match cause {
        Cause::Refuted(_) => 0,
        Cause::Stopped(_) => 1,
        Cause::Missing { .. } => 2,
        Cause::Died(_) => 3,
        Cause::Memory => 4,
        Cause::GaveUp(_) => 5,
        Cause::Effort => 6,
        Cause::Bound(_) | Cause::Classes(_) | Cause::Ways(_) => 7,
        Cause::Unsupported(_) => 8,
    };
    causes.into_iter().min_by_key(weight).unwrap_or_else(|| Cause::Unsupported("no engine fits this model".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    fn quietly(lanes: Vec<Lane<u32>>, stop: &Stop) -> (String, Result<u32, Cause>) {
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        race(lanes, stop, &observer)
    }

    fn lane(name: &'static str, run: impl FnOnce(&Stop) -> Result<u32, Cause> + Send + 'static) -> Lane<u32> {
        Lane { name, run: Box::new(run) }
    }

    fn waits_for_stop(stop: &Stop) -> Result<u32, Cause> {
        while !stop.is_fired() {
            std::thread::yield_now();
        }
        Err(Cause::Stopped(stop.reason().unwrap_or_default()))
    }

    #[test]
    fn the_first_answer_wins_and_stops_the_rest() {
        let lanes = vec![lane("slow", waits_for_stop), lane("fast", |_| Ok(3))];
        assert_eq!(quietly(lanes, &Stop::new()), ("fast".to_owned(), Ok(3)));
    }

    #[test]
    fn a_panic_is_the_weightiest_cause_and_never_an_answer() {
        let lanes = vec![lane("a", |_| Err(Cause::Effort)), lane("b", |_| panic!("planted"))];
        let (names, answer) = quietly(lanes, &Stop::new());
        assert_eq!(names, "a+b");
        assert!(matches!(answer, Err(Cause::Refuted(_))));
    }

    #[test]
    fn a_stop_from_outside_ends_the_race_with_its_reason() {
        let stop = Stop::new();
        stop.fire("timeout after 1 s");
        let (_, answer) = quietly(vec![lane("a", waits_for_stop)], &stop);
        assert_eq!(answer, Err(Cause::Stopped("timeout after 1 s".to_owned())));
    }
}
