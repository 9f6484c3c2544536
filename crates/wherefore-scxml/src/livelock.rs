//! Reactions that never end.
//!
//! Eventless transitions, and transitions on events that the chart raises itself, are taken before the next external event.
//! Here is found what certainly goes on for ever, whatever the data are:
//!
//! ```text
//! <state id="s"> <transition event="go" target="a"/> ..
//! <state id="a"> <transition target="b"/>    after `go`: a, b, a, b, ...
//! <state id="b"> <transition target="a"/>
//! ```
//!
//! The [skeleton](skeleton::skeleton) of a chart is run by the standard's algorithm from its start, and with every external
//! event from each configuration in which it certainly comes to rest. A run is given up where something unknown mattered.
//! If a stretch of steps is taken twice in a row, it is taken for ever: configuration, events that wait and the transitions
//! are the same, and what histories remember after the second stretch was all recorded, or left alone, in the same way as in
//! the first. Nothing is said of reactions that may end: lowering makes an obligation of that.

mod cycle;
mod skeleton;
#[cfg(test)]
mod tests;

use super::chart::{Chart, StateId, TransitionId};
use super::interpret::{Event, Interpreter};
use skeleton::{UNKNOWN, skeleton};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wherefore_diag::Diagnostics;

/// How many configurations at rest are looked at.
const CONFIGURATIONS: usize = 2_000;
/// How many steps a reaction may have before it is left to the engines.
const MICROSTEPS: usize = 500;
/// The work that is spent on a chart, roughly in visits of a state.
const WORK: usize = 4_000_000;
/// How many livelocks are reported.
const REPORTED: usize = 5;

/// Observation of one step of a reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// The event that was taken; none for eventless transitions.
    event: Option<String>,
    /// The transitions that were taken.
    transitions: Vec<TransitionId>,
    /// The configuration afterwards.
    configuration: Vec<StateId>,
    /// Events that wait afterwards.
    queue: Vec<String>,
}

/// How a reaction ends.
enum Outcome<'a> {
    Rest(Box<Interpreter<'a>>),
    /// These steps are taken again and again.
    Livelock(Vec<Step>),
    /// Something unknown mattered, or it took too long.
    GivenUp,
}

/// Situation at rest: the configuration, the events that the chart sent to itself, and the sends that wait for their
/// time.
type Rest = (Vec<StateId>, Vec<String>, Vec<u32>);

struct Search<'a> {
    bones: &'a Chart,
    seen: BTreeSet<Rest>,
    waiting: VecDeque<Interpreter<'a>>,
    found: BTreeSet<Vec<TransitionId>>,
    work: usize,
    diagnostics: Diagnostics,
}

/// Reports reactions to an event, or to the start, that cannot end.
pub fn livelocks(chart: &Chart) -> Diagnostics {
    let bones = skeleton(chart);
    let mut search = Search {
        bones: &bones,
        seen: BTreeSet::new(),
        waiting: VecDeque::new(),
        found: BTreeSet::new(),
        work: WORK,
        diagnostics: Diagnostics::default(),
    };
    let mut start = Interpreter::new(&bones, &BTreeMap::new());
    start.enter_initial();
    search.follow(start, None);
    while let Some(rest) = search.waiting.pop_front() {
        search.explore(&rest);
    }
    search.diagnostics
}

impl<'a> Search<'a> {
    /// Every external event at a configuration at rest. What the chart sent to itself comes first.
    fn explore(&mut self, rest: &Interpreter<'a>) {
        if let Some(name) = rest.own_events().next().map(|event| event.name.clone()) {
            let mut next = rest.clone();
            next.take_own();
            return self.follow(next, Some(&name));
        }
        if let Some(name) = rest.timers().first().map(|timer| timer.event.name.clone()) {
            let mut next = rest.clone();
            next.fire(0);
            self.follow(next, Some(&name));
        }
        for event in &self.bones.environment {
            let name = self.bones.event(*event);
            let mut next = rest.clone();
            next.take(&Event::named(name), &BTreeMap::new());
            self.follow(next, Some(name));
            if self.work == 0 {
                return;
            }
        }
    }

    /// Follows a reaction that has begun, with this event or with the start.
    fn follow(&mut self, run: Interpreter<'a>, event: Option<&str>) {
        match self.react(run, event) {
            Outcome::Rest(rest) if self.seen.len() < CONFIGURATIONS => {
                let own = rest.own_events().map(|event| event.name.clone()).collect();
                let timers = rest.timers().iter().map(|timer| timer.send.0).collect();
                if self.seen.insert((rest.configuration(), own, timers)) && rest.is_running() {
                    self.waiting.push_back(*rest);
                }
            }
            Outcome::Livelock(cycle) => {
                let mut transitions: Vec<TransitionId> = cycle.iter().flat_map(|s| s.transitions.clone()).collect();
                transitions.sort_unstable();
                transitions.dedup();
                if self.found.len() < REPORTED && self.found.insert(transitions) {
                    self.diagnostics.push(cycle::describe(self.bones, event, &cycle));
                }
            }
            Outcome::Rest(_) | Outcome::GivenUp => {}
        }
    }

    fn react(&mut self, mut run: Interpreter<'a>, event: Option<&str>) -> Outcome<'a> {
        let mut steps = vec![Step::of(&run, event.map(str::to_owned))];
        while steps.len() <= MICROSTEPS {
            if met_unknown(&run) || !self.afford(&run) {
                return Outcome::GivenUp;
            }
            let head = run.internal_events().next().map(|event| event.name.clone());
            let waited = run.internal_events().len();
            if !run.microstep() {
                return Outcome::Rest(Box::new(run));
            }
            // A step is eventless if it takes nothing from the queue; what it raises is behind what waited.
            let taken = head.filter(|_| self.took_event(&run, waited));
            steps.push(Step::of(&run, taken));
            if let Some(cycle) = repeated(&steps) {
                return Outcome::Livelock(cycle.to_vec());
            }
        }
        Outcome::GivenUp
    }

    /// Whether the last step took an event from the queue, in which `waited` events waited.
    fn took_event(&self, run: &Interpreter<'a>, waited: usize) -> bool {
        let last = run.last_transitions();
        waited > 0 && last.iter().all(|t| !self.bones.transition(*t).is_eventless())
    }

    /// Accounts for one step; false when nothing is left to spend.
    fn afford(&mut self, run: &Interpreter<'a>) -> bool {
        // Conflicts are resolved by comparing transitions in pairs, each with the states that it exits.
        let active = run.configuration().len();
        let size = self.bones.states.len() + self.bones.transitions.len();
        let cost = 50 + active.saturating_pow(3) / 16 + size / 10;
        self.work = self.work.saturating_sub(cost);
        self.work > 0
    }
}

impl Step {
    fn of(run: &Interpreter<'_>, event: Option<String>) -> Step {
        Step {
            event,
            transitions: run.last_transitions().to_vec(),
            configuration: run.configuration(),
            queue: run.internal_events().map(|event| event.name.clone()).collect(),
        }
    }
}

/// Whether something unknown mattered. The event that says so may have been taken already, in the step that raised it.
fn met_unknown(run: &Interpreter<'_>) -> bool {
    run.current_event().into_iter().chain(run.internal_events()).any(|event| event.name == UNKNOWN)
}

/// The last stretch of steps, if the same stretch stands just before it. The shortest is found, since it is looked for
/// after every step.
fn repeated(steps: &[Step]) -> Option<&[Step]> {
    let (last, before) = steps.split_last()?;
    let period = 1 + before.iter().rev().position(|step| step == last)?;
    let second = steps.len().checked_sub(period)?;
    let first = second.checked_sub(period)?;
    (steps.get(first..second)? == steps.get(second..)?).then(|| &steps[second..])
}
