//! The algorithm of the standard: a statechart is run as appendix D of the W3C recommendation says.
//!
//! The interpreter is there to check lowering and shares nothing with it but the chart. Procedures have the names of the
//! appendix, and sets of states are sets of states, nothing cleverer. One call does one *step*: an external event is taken
//! by [`Interpreter::take`], [`Interpreter::take_own`] or [`Interpreter::fire`], and what follows from it is worked off by
//! [`Interpreter::microstep`] until nothing is due. So a transition system can be followed step by step.
//!
//! ```text
//! enter_initial   data, script, the first configuration
//! microstep       eventless transitions, otherwise the head of the internal queue     until false: at rest
//! take            an event of the environment, with new values of the inputs
//! take_own        the head of the external queue: what the chart sent to itself
//! take_from       the next event on the way from one session to another
//! fire            a delayed send; the clock is set to its time
//! ```
//!
//! Two things are left to the caller. Events of the environment may be taken in any order with those that the chart sent
//! to itself. Time is virtual: a delayed send waits until it is fired. When a final child of the root is entered the run is
//! over and stays as it is: the exit actions with which the standard would clear up are not executed.

mod content;
mod enter;
mod eval;
mod exit;
mod select;
#[cfg(test)]
mod tests;
mod value;

pub use value::Value;

use super::chart::{
    ChannelId, Chart, DataId, Destination, Expr, FieldId, Finalizer, SendId, StateId, StateKind, TransitionId, session,
};
use eval::Scope;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

/// How many internal steps may follow an external event, unless the caller says otherwise.
pub const MICROSTEPS: usize = 10_000;

/// An event with what it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// The fields of `_event.data`; the others are undefined.
    pub fields: BTreeMap<FieldId, Value>,
}

impl Event {
    /// An event that carries nothing.
    pub fn named(name: impl Into<String>) -> Event {
        Event { name: name.into(), fields: BTreeMap::new() }
    }
}

/// A delayed send that waits for its time.
#[derive(Clone, Debug)]
pub struct Timer {
    /// Which `<send>` it is.
    pub send: SendId,
    /// When it is due, in microseconds since the start.
    pub due: u64,
    /// Event, evaluated when it was sent.
    pub event: Event,
}

/// A chart that does not come to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Livelock {
    /// The transitions that were taken more than once since the last external event.
    pub transitions: Vec<TransitionId>,
}

impl fmt::Display for Livelock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rest: transitions {:?} are taken again and again", self.transitions)
    }
}

impl std::error::Error for Livelock {}

/// A run of a chart.
#[derive(Clone, Debug)]
pub struct Interpreter<'a> {
    chart: &'a Chart,
    configuration: BTreeSet<StateId>,
    history_value: BTreeMap<StateId, Vec<StateId>>,
    data: Vec<Value>,
    given: BTreeMap<DataId, Value>,
    internal_queue: VecDeque<Event>,
    external_queue: VecDeque<Event>,
    channels: BTreeMap<ChannelId, VecDeque<Event>>,
    timers: Vec<Timer>,
    clock: u64,
    event: Option<Event>,
    /// The event came through the internal queue.
    internal: bool,
    running: bool,
    /// States that invoke something and were entered, and such that were left, since the caller asked.
    states_to_invoke: BTreeSet<StateId>,
    cancelled: BTreeSet<StateId>,
    /// States that were entered before; with late binding their data are initialised.
    entered: BTreeSet<StateId>,
    limit: usize,
    steps: usize,
    taken: BTreeMap<TransitionId, usize>,
    last: Vec<TransitionId>,
    /// Data were assigned or a history was recorded, in this step.
    touched: bool,
    /// The last round of eventless transitions changed nothing.
    idle: bool,
    /// Parallel states that have announced in this step that they are done.
    completed: BTreeSet<StateId>,
    /// What expressions see instead of the data: with the rules of XState 6, in transitions, the data before the step.
    seen: Option<Vec<Value>>,
}

impl<'a> Interpreter<'a> {
    /// A run that is not started. The values of `given` replace the first values that the chart gives.
    pub fn new(chart: &'a Chart, given: &BTreeMap<DataId, Value>) -> Self {
        Interpreter {
            chart,
            configuration: BTreeSet::new(),
            history_value: BTreeMap::new(),
            data: vec![Value::Undefined; chart.data.len()],
            given: given.clone(),
            internal_queue: VecDeque::new(),
            external_queue: VecDeque::new(),
            channels: BTreeMap::new(),
            timers: Vec::new(),
            clock: 0,
            event: None,
            internal: false,
            running: false,
            states_to_invoke: BTreeSet::new(),
            cancelled: BTreeSet::new(),
            entered: BTreeSet::new(),
            limit: MICROSTEPS,
            steps: 0,
            taken: BTreeMap::new(),
            last: Vec::new(),
            touched: false,
            idle: false,
            completed: BTreeSet::new(),
            seen: None,
        }
    }

    /// Gives up after this number of internal steps in a row.
    pub fn with_limit(mut self, microsteps: usize) -> Self {
        self.limit = microsteps;
        self
    }

    /// Enters the initial configuration and runs to rest.
    pub fn start(&mut self) -> Result<(), Livelock> {
        self.enter_initial();
        self.run_to_rest()
    }

    /// Takes one event of the environment, with the values that the inputs now have, and runs to rest.
    pub fn send(&mut self, event: &Event, inputs: &BTreeMap<DataId, Value>) -> Result<(), Livelock> {
        self.take(event, inputs);
        self.run_to_rest()
    }

    /// Internal steps until none is due.
    pub fn run_to_rest(&mut self) -> Result<(), Livelock> {
        while self.steps < self.limit {
            if !self.microstep() {
                return Ok(());
            }
        }
        let repeated = self.taken.iter().filter(|(_, n)| **n > 1);
        Err(Livelock { transitions: repeated.map(|(t, _)| *t).collect() })
    }

    /// The first step: initialises the data, executes the script and enters the initial configuration.
    pub fn enter_initial(&mut self) {
        self.running = true;
        self.begin();
        let late: BTreeSet<DataId> = match self.chart.late_binding {
            true => self.chart.states.iter().skip(1).flat_map(|s| s.data.iter().copied()).collect(),
            false => BTreeSet::new(),
        };
        for id in (0..self.chart.data.len() as u32).map(DataId).filter(|id| !late.contains(id)) {
            self.initialize_datum(id);
        }
        self.execute_content(&self.chart.script);
        let initial: Vec<TransitionId> = self.chart.state(StateId::ROOT).initial.into_iter().collect();
        self.microstep_of(&initial);
    }

    /// One external step: an event of the environment. What is no input keeps its value.
    pub fn take(&mut self, event: &Event, inputs: &BTreeMap<DataId, Value>) {
        self.last.clear();
        if self.running && self.take_from_source(&event.name) {
            for (id, value) in inputs {
                if let Some(slot) = self.data.get_mut(id.0 as usize) {
                    *slot = value.clone();
                }
            }
            self.begin();
            if session(&event.name).is_empty() {
                (self.event, self.internal) = (Some(event.clone()), false);
                self.finalize();
            }
            self.react(event.clone(), false);
        }
    }

    /// Whether an event can come: what sends it is running, or is nothing that the chart started.
    fn take_from_source(&mut self, event: &str) -> bool {
        let chart = self.chart;
        let mut sources = chart.sources.iter().filter(|s| chart.event(s.event) == event).peekable();
        if sources.peek().is_none() {
            return true;
        }
        let running = sources.find(|s| *self.value(s.running) != Value::Bool(false));
        if let Some(source) = running.filter(|s| s.ends) {
            self.set(source.running, Value::Bool(false));
        }
        running.is_some()
    }

    /// Executes what is to be done with an event of an invoked service.
    fn finalize(&mut self) {
        let sends = |f: &&Finalizer| self.is_in(f.state) && *self.value(f.sends) == Value::Bool(true);
        if let Some(finalizer) = self.chart.finalizers.iter().find(sends) {
            self.execute_content(&finalizer.content);
        }
    }

    /// One external step: the head of the external queue. False if nothing waits there.
    pub fn take_own(&mut self) -> bool {
        if !self.running {
            return false;
        }
        let Some(event) = self.external_queue.pop_front() else { return false };
        self.begin();
        self.react(event, false);
        true
    }

    /// Takes the next event off a way, if one waits there.
    pub fn receive(&mut self, channel: ChannelId) -> Option<Event> {
        self.channels.get_mut(&channel)?.pop_front()
    }

    /// One external step: the next event on a way between sessions that are parts of this chart. False if nothing waits there.
    pub fn take_from(&mut self, channel: ChannelId) -> bool {
        let event = self.receive(channel);
        event.iter().for_each(|event| self.take_sent(event));
        event.is_some()
    }

    /// One external step: an event that another session sent.
    pub fn take_sent(&mut self, event: &Event) {
        if self.running {
            self.begin();
            self.react(event.clone(), false);
        }
    }

    /// One external step: the delayed send at this place of [`Interpreter::timers`]. False if no send waits there.
    pub fn fire(&mut self, timer: usize) -> bool {
        if !self.running || timer >= self.timers.len() {
            return false;
        }
        let timer = self.timers.remove(timer);
        self.clock = self.clock.max(timer.due);
        match self.chart.send(timer.send).to {
            Destination::Channel(channel) => {
                self.last.clear();
                self.channels.entry(channel).or_default().push_back(timer.event);
            }
            _ => {
                self.begin();
                self.react(timer.event, false);
            }
        }
        true
    }

    /// One internal step, if any is due: enabled eventless transitions, otherwise the head of the internal queue.
    pub fn microstep(&mut self) -> bool {
        if !self.running {
            return false;
        }
        let enabled = if self.idle { Vec::new() } else { self.select_eventless_transitions() };
        if !enabled.is_empty() {
            self.steps += 1;
            let before = self.configuration.clone();
            self.microstep_of(&enabled);
            self.idle = self.chart.is_xstate() && !self.touched && before == self.configuration;
            return true;
        }
        if let Some(event) = self.internal_queue.pop_front() {
            self.steps += 1;
            self.react(event, true);
            return true;
        }
        let Some(deferred) = self.select_deferred_transition() else { return false };
        self.steps += 1;
        self.microstep_of(&[deferred]);
        true
    }

    /// The invoking states that were left and not entered again after, and those that were entered, since the last call. What
    /// they invoke is a matter of the caller.
    pub fn take_invocations(&mut self) -> (BTreeSet<StateId>, BTreeSet<StateId>) {
        (std::mem::take(&mut self.cancelled), std::mem::take(&mut self.states_to_invoke))
    }

    /// The value of an expression of the chart; none if it cannot be evaluated.
    pub fn evaluate(&self, expr: &Expr) -> Option<Value> {
        self.scope().eval(expr).ok()
    }

    /// The end of a session, `exitInterpreter` of the appendix: all states are left. Gives what a final state hands on.
    pub fn exit_interpreter(&mut self) -> BTreeMap<FieldId, Value> {
        let mut handed = BTreeMap::new();
        for s in self.configuration().into_iter().rev() {
            self.chart.state(s).onexit.iter().for_each(|block| self.execute_content(block));
            self.configuration.remove(&s);
            let outermost = self.chart.state(s).parent == Some(StateId::ROOT);
            if outermost && self.chart.state(s).kind == StateKind::Final {
                handed = self.evaluate_donedata(s);
            }
        }
        self.running = false;
        handed
    }

    /// Draws a random number, until the next is drawn.
    pub fn draw(&mut self, random: DataId, value: Value) {
        if let Some(slot) = self.data.get_mut(random.0 as usize) {
            *slot = value;
        }
    }

    /// Waits until this time, in microseconds since the start. Nothing is fired.
    pub fn advance_to(&mut self, time: u64) {
        self.clock = self.clock.max(time);
    }

    /// The states that are active, in document order, without the root.
    pub fn configuration(&self) -> Vec<StateId> {
        self.configuration.iter().copied().collect()
    }

    /// Whether a state is active.
    pub fn is_in(&self, state: StateId) -> bool {
        self.configuration.contains(&state)
    }

    /// The value of a data item.
    pub fn value(&self, id: DataId) -> &Value {
        self.data.get(id.0 as usize).unwrap_or(&Value::Undefined)
    }

    /// Whether it was started and no final child of the root was entered.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// The event that was taken last, `_event` of the standard.
    pub fn current_event(&self) -> Option<&Event> {
        self.event.as_ref()
    }

    /// Events that the chart sent to itself and has not taken, the next one first.
    pub fn own_events(&self) -> impl ExactSizeIterator<Item = &Event> {
        self.external_queue.iter()
    }

    /// Ways on which an event waits.
    pub fn waiting(&self) -> Vec<ChannelId> {
        self.channels.iter().filter(|(_, queue)| !queue.is_empty()).map(|(channel, _)| *channel).collect()
    }

    /// Events in the internal queue, the next one first.
    pub fn internal_events(&self) -> impl ExactSizeIterator<Item = &Event> {
        self.internal_queue.iter()
    }

    /// The delayed sends that wait, by their time and then in the order in which they were sent.
    pub fn timers(&self) -> &[Timer] {
        &self.timers
    }

    /// The virtual time, in microseconds since the start.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// The transitions of the last step.
    pub fn last_transitions(&self) -> &[TransitionId] {
        &self.last
    }

    /// Internal steps are counted from here.
    fn begin(&mut self) {
        self.steps = 0;
        self.taken.clear();
    }

    /// The transitions that an event enables, taken; none is a step too.
    fn react(&mut self, event: Event, internal: bool) {
        self.internal = internal;
        self.idle = false;
        self.event = Some(event.clone());
        let enabled = self.select_transitions(&event);
        self.microstep_of(&enabled);
    }

    /// The procedure `microstep` of the appendix.
    fn microstep_of(&mut self, enabled: &[TransitionId]) {
        self.last = enabled.to_vec();
        self.touched = false;
        for t in enabled {
            *self.taken.entry(*t).or_default() += 1;
        }
        if enabled.is_empty() {
            return;
        }
        let before = self.chart.is_xstate6().then(|| self.data.clone());
        self.exit_states(enabled);
        self.seen = before;
        for t in enabled {
            self.execute_content(&self.chart.transition(*t).content);
        }
        self.seen = None;
        self.enter_states(enabled);
        if self.chart.is_xstate() && !self.running {
            self.finish();
        }
    }

    /// The exit actions of all active states, where a machine of XState has come to its end.
    fn finish(&mut self) {
        let chart = self.chart;
        for s in self.configuration().into_iter().rev() {
            let before = self.data.clone();
            chart.state(s).onexit.iter().for_each(|block| self.execute_content(block));
            if chart.forgetful.contains(&s) {
                self.data = before;
            }
        }
    }

    /// Gives a data item its first value. A value that cannot be evaluated is an error, and the item is undefined.
    fn initialize_datum(&mut self, id: DataId) {
        let value = match (self.given.get(&id), &self.chart.datum(id).init) {
            (Some(value), _) => value.clone(),
            (None, None) => return,
            (None, Some(init)) => match self.scope().eval(init) {
                Ok(value) => value,
                Err(_) => {
                    self.raise_error();
                    return;
                }
            },
        };
        self.set(id, value);
    }

    fn set(&mut self, id: DataId, value: Value) {
        self.touched = true;
        if let Some(slot) = self.data.get_mut(id.0 as usize) {
            *slot = value;
        }
    }

    /// Values that expressions can see.
    fn scope(&self) -> Scope<'_> {
        Scope {
            data: self.seen.as_ref().unwrap_or(&self.data),
            event: self.event.as_ref(),
            internal: self.internal,
            configuration: &self.configuration,
        }
    }

    fn raise_error(&mut self) {
        self.internal_queue.push_back(Event::named("error.execution"));
    }
}
