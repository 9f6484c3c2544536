//! Time: the events of engines, stamped with the clock that they do not have.
//!
//! A [`Clock`] observes one property. Engines run side by side, so the times of stages are added over threads and may
//! exceed the time that passed; the time in which at least one engine was at work is counted apart. A thread that was
//! given up may still report: it reports to the clock of its own property, which is not read any more.

use crate::solvers::programs;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use wherefore_check::{EngineId, Event, Observer, Stage};
use wherefore_report::document::{PropertyTime, Solver, StageTime, Stats};

type Key = (EngineId, Stage);

/// Observes the engines at work on one property.
pub struct Clock {
    start: Instant,
    state: Mutex<State>,
}

/// How far the property itself is; later proofs are about classes of its violations.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Answer {
    #[default]
    Unasked,
    Open,
    Proved,
    Settled,
}

#[derive(Default)]
struct State {
    answer: Answer,
    depths: Vec<(EngineId, u32)>,
    open: Vec<(ThreadId, Key, Instant)>,
    spent: BTreeMap<Key, Duration>,
    at_work: usize,
    since: Option<Instant>,
    in_engines: Duration,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Clock {
        Clock { start: Instant::now(), state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engines that have reported how deep they are, in the order they first did.
    pub fn depths(&self) -> Vec<(EngineId, u32)> {
        self.lock().depths.clone()
    }

    /// Whether the property was found to hold and that is being re-checked.
    pub fn is_rechecking(&self) -> bool {
        self.lock().answer == Answer::Proved
    }

    /// Measurements so far.
    fn read(&self, name: &str) -> PropertyTime {
        let now = Instant::now();
        let state = self.lock();
        let mut spent = state.spent.clone();
        for (_, key, since) in &state.open {
            *spent.entry(*key).or_default() += now - *since;
        }
        let running = state.since.map_or(Duration::ZERO, |s| now - s);
        let stage = |((engine, stage), time): (&Key, &Duration)| StageTime {
            engine: Some(engine.to_string()),
            stage: word(*stage),
            seconds: time.as_secs_f64(),
        };
        PropertyTime {
            name: name.to_owned(),
            seconds: (now - self.start).as_secs_f64(),
            in_engines: (state.in_engines + running).as_secs_f64(),
            stages: spent.iter().map(stage).collect(),
        }
    }
}

fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::Encode => "encode",
        Stage::Search => "search",
        Stage::Replay | Stage::Certify => "re-check",
    }
}

/// Re-checking is the price of not believing engines; it is not their work.
fn is_engine_work(stage: Stage) -> bool {
    !matches!(stage, Stage::Replay | Stage::Certify)
}

impl State {
    /// Notes that the re-check of a proof begins or ends.
    fn turn(&mut self, key: Key, from: Answer, to: Answer) {
        if key.1 == Stage::Certify && self.answer == from {
            self.answer = to;
        }
    }

    fn enter(&mut self, key: Key, now: Instant) {
        self.turn(key, Answer::Open, Answer::Proved);
        self.open.push((thread::current().id(), key, now));
        if is_engine_work(key.1) {
            self.at_work += 1;
            self.since.get_or_insert(now);
        }
    }

    fn leave(&mut self, key: Key, now: Instant) {
        self.turn(key, Answer::Proved, Answer::Settled);
        let thread = thread::current().id();
        let Some(index) = self.open.iter().rposition(|(t, k, _)| (*t, *k) == (thread, key)) else { return };
        let (_, _, since) = self.open.remove(index);
        *self.spent.entry(key).or_default() += now - since;
        if is_engine_work(key.1) {
            self.at_work -= 1;
            if self.at_work == 0 {
                self.in_engines += self.since.take().map_or(Duration::ZERO, |s| now - s);
            }
        }
    }
}

impl Observer for Clock {
    fn event(&self, event: Event) {
        let now = Instant::now();
        let mut state = self.lock();
        match event {
            Event::Property(_) if state.answer == Answer::Unasked => state.answer = Answer::Open,
            Event::Property(_) => {}
            Event::Enter { engine, stage } => state.enter((engine, stage), now),
            Event::Leave { engine, stage } => state.leave((engine, stage), now),
            Event::Depth { engine, depth } => match state.depths.iter_mut().find(|(e, _)| *e == engine) {
                Some(entry) => entry.1 = depth,
                None => state.depths.push((engine, depth)),
            },
        }
    }
}

/// The time of the whole run, stage by stage.
pub struct Stopwatch {
    start: Instant,
    stages: Vec<(&'static str, Duration)>,
    turns: Vec<PropertyTime>,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), stages: Vec::new(), turns: Vec::new() }
    }

    /// Runs a stage of the command line and counts its time; a stage may come more than once.
    pub fn stage<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        let spent = start.elapsed();
        match self.stages.iter_mut().find(|(n, _)| *n == name) {
            Some(entry) => entry.1 += spent,
            None => self.stages.push((name, spent)),
        }
        result
    }

    /// Takes over what the clock of a property shows.
    pub fn turn(&mut self, name: &str, clock: &Clock) {
        self.turns.push(clock.read(name));
    }

    /// The seconds of the last turn.
    pub fn last(&self) -> f64 {
        self.turns.last().map_or(0.0, |t| t.seconds)
    }

    /// Everything so far.
    pub fn stats(&self) -> Stats {
        let stage = |(name, time): &(&'static str, Duration)| StageTime {
            engine: None,
            stage: name,
            seconds: time.as_secs_f64(),
        };
        let solver = |(name, path): (String, std::path::PathBuf)| Solver { name, path: path.display().to_string() };
        let stats = Stats {
            seconds: self.start.elapsed().as_secs_f64(),
            stages: self.stages.iter().map(stage).collect(),
            properties: self.turns.clone(),
            solvers: programs().started().into_iter().map(solver).collect(),
            ..Stats::default()
        };
        stats.with_share()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_proof_is_about_the_property() {
        let clock = Clock::start();
        let enter = || clock.event(Event::Enter { engine: EngineId::CERTIFICATE, stage: Stage::Certify });
        let leave = || clock.event(Event::Leave { engine: EngineId::CERTIFICATE, stage: Stage::Certify });
        enter();
        assert!(!clock.is_rechecking(), "nothing was asked yet");
        leave();
        clock.event(Event::Property("p".to_owned()));
        enter();
        assert!(clock.is_rechecking());
        leave();
        enter();
        assert!(!clock.is_rechecking(), "a later proof is about something else");
    }

    #[test]
    fn overlapping_stages_are_added_and_working_time_is_not() {
        let clock = Clock::start();
        let (a, b) = ((EngineId::BMC, Stage::Search), (EngineId::PDR, Stage::Search));
        let at = |ms| clock.start + Duration::from_millis(ms);
        let mut state = clock.lock();
        state.enter(a, at(0));
        state.enter(b, at(10));
        state.leave(a, at(30));
        state.leave(b, at(50));
        state.leave(b, at(99));
        state.enter((EngineId::BMC, Stage::Replay), at(60));
        state.leave((EngineId::BMC, Stage::Replay), at(70));
        assert_eq!(state.in_engines, Duration::from_millis(50));
        assert_eq!(state.spent[&a], Duration::from_millis(30));
        assert_eq!(state.spent[&b], Duration::from_millis(40));
    }
}
