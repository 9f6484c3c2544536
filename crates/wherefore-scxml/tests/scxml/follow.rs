//! Follows a lowered system with the interpreter: the same events go to both, and after every microstep both must say
//! the same about the configuration, the data and whether the machine is at rest.

use super::simulator::Simulator;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;
use wherefore_ir::control::ControlState;
use wherefore_ir::{Sort, System, Value as Term};
use wherefore_scxml::Types;
use wherefore_scxml::chart::{ChannelId, Chart, Data, DataId, StateId, TransitionId, Type};
use wherefore_scxml::interpret::{Event, Interpreter, Value};

/// Why a run is not followed any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The two disagree.
    Difference(String),
    /// This obligation is not met: the model has no agreed meaning from here on.
    Unsound(String),
    /// The chart does not come to rest.
    Livelock,
}

/// Choice of the environment.
pub type Inputs = BTreeMap<DataId, Value>;

/// A run of a chart, and of the system it was lowered to if there is one.
pub struct Follow<'a> {
    chart: &'a Chart,
    text: &'a str,
    /// The run as the standard says.
    pub interpreter: Interpreter<'a>,
    simulator: Option<Simulator<'a>>,
    limit: usize,
    /// The configuration before the last microstep.
    before: Vec<StateId>,
    /// How many microsteps were compared.
    pub compared: usize,
}

impl<'a> Follow<'a> {
    /// Enters the initial configuration, no more. `limit` microsteps may follow each other.
    pub fn new(
        chart: &'a Chart,
        text: &'a str,
        system: Option<&'a System>,
        given: &Inputs,
        limit: usize,
    ) -> Result<Self, End> {
        let simulator = system.map(|s| Simulator::new(s, &BTreeMap::new())).transpose().map_err(End::Difference)?;
        let interpreter = Interpreter::new(chart, given);
        let mut follow = Follow { chart, text, interpreter, simulator, limit, before: Vec::new(), compared: 0 };
        follow.interpreter.enter_initial();
        follow.compare("at the start")?;
        follow.before = follow.interpreter.configuration();
        Ok(follow)
    }

    /// Works off all that needs nothing from outside: internal steps, and events that the chart sent to itself.
    pub fn settle(&mut self) -> Result<(), End> {
        // At rest, the value `self` of the input says that an event of its own is taken.
        let own = self.simulator.as_ref().and_then(|s| s.enum_value("event", "self"));
        let given: BTreeMap<String, Term> = own.into_iter().map(|value| ("event".to_owned(), value)).collect();
        for _ in 0..self.limit {
            let mut given = given.clone();
            self.draw(&mut given);
            // What is drawn anew in every step may decide whether one is due.
            self.simulator.iter_mut().for_each(|s| s.choose(&given));
            let before = self.is_at_rest();
            self.check_soundness(&given)?;
            let internal = self.interpreter.microstep();
            if internal && before == Some(true) {
                return self.differ("the lowered system rests where an internal step is due");
            }
            if internal || self.interpreter.take_own() {
                self.step(&given);
                self.compare_step(if internal { "after an internal step" } else { "after an event of its own" })?;
                continue;
            }
            if let Some(channel) = self.interpreter.waiting().first() {
                self.take_from(*channel, &given)?;
                continue;
            }
            return match before {
                Some(false) if self.interpreter.is_running() => {
                    self.differ("the lowered system does not rest where no internal step is due")
                }
                _ => Ok(()),
            };
        }
        Err(End::Livelock)
    }

    /// The next event on the way from one session to another.
    fn take_from(&mut self, channel: ChannelId, drawn: &BTreeMap<String, Term>) -> Result<(), End> {
        let name = &self.chart.channels[channel.0 as usize];
        let offer = self.simulator.as_ref().and_then(|s| s.enum_value("event", name));
        let mut given = drawn.clone();
        given.extend(offer.map(|offer| ("event".to_owned(), offer)));
        self.check_soundness(&given)?;
        self.interpreter.take_from(channel);
        self.step(&given);
        self.compare_step(&format!("after an event {name}"))
    }

    /// Draws the random numbers of a step that takes no event of the environment.
    fn draw(&mut self, given: &mut BTreeMap<String, Term>) {
        let randoms = self.chart.data.iter().enumerate().filter(|(_, d)| d.random);
        let number = |i: usize| Value::Number(BigRational::new(((self.compared * 7 + i * 3) % 10).into(), 10.into()));
        let value = |(i, d): (usize, &Data)| match d.declared {
            Some(Type::Bool) => Value::Bool((self.compared * 5 + i * 3) % 7 < 3),
            _ => number(i),
        };
        let drawn: Inputs = randoms.map(|(i, d)| (DataId(i as u32), value((i, d)))).collect();
        for (id, value) in drawn {
            let name = &self.chart.datum(id).name;
            let sort = self.simulator.as_ref().and_then(|s| s.sort(name));
            let term = self.simulator.as_ref().zip(sort).and_then(|(s, sort)| as_term(s, name, sort, &value));
            given.extend(term.map(|term| (name.clone(), term)));
            self.interpreter.draw(id, value);
        }
    }

    /// One event of the environment; no internal steps.
    pub fn event(&mut self, event: &Event, inputs: &Inputs) -> Result<(), End> {
        let mut inputs = inputs.clone();
        inputs.retain(|id, _| !self.chart.datum(*id).random);
        let Some(mut given) = self.inputs(&self.alike(&event.name), event, &inputs)? else {
            // An event that no transition names is no value of the input: nothing may come of it.
            let before = self.interpreter.configuration();
            self.interpreter.take(event, &BTreeMap::new());
            let same = before == self.interpreter.configuration() && self.interpreter.last_transitions().is_empty();
            return if same { Ok(()) } else { self.differ(&format!("the lowered system has no event {}", event.name)) };
        };
        self.draw(&mut given);
        self.check_soundness(&given)?;
        self.interpreter.take(event, &inputs);
        self.step(&given);
        self.compare_step(&format!("after the event {}", event.name))
    }

    /// A delayed send fires; no internal steps.
    pub fn fire(&mut self, timer: usize) -> Result<(), End> {
        let Some(due) = self.interpreter.timers().get(timer).cloned() else { return Ok(()) };
        let start = self.chart.send(due.send).span.start as usize;
        let line = self.text.get(..start).map_or(0, |t| t.matches('\n').count()) + 1;
        let names = [format!("{}@{line}", due.event.name), due.event.name.clone()];
        let mut given = None;
        for name in names {
            given = given.or(self.inputs(&name, &Event::named(&name), &BTreeMap::new())?);
        }
        given.iter_mut().for_each(|given| self.draw(given));
        let Some(given) = given else {
            return self.differ(&format!("the lowered system has no event for the send in line {line}"));
        };
        self.check_soundness(&given)?;
        self.interpreter.fire(timer);
        self.step(&given);
        self.compare_step(&format!("after the delayed event {}", due.event.name))
    }

    /// The inputs of the lowered system for an event; `None` if it does not know the event.
    fn inputs(&self, name: &str, event: &Event, data: &Inputs) -> Result<Option<BTreeMap<String, Term>>, End> {
        let Some(simulator) = &self.simulator else { return Ok(Some(BTreeMap::new())) };
        let mut given = BTreeMap::new();
        if simulator.sort("event").is_some() {
            let Some(value) = simulator.enum_value("event", name) else { return Ok(None) };
            given.insert("event".to_owned(), value);
        } else if !self.chart.environment.iter().any(|e| self.chart.event(*e) == name) && self.chart.sends.is_empty() {
            return Ok(None);
        }
        let fields = event.fields.iter().map(|(f, v)| (format!("event.{}", self.chart.field(*f).name), v));
        let data = data.iter().map(|(id, v)| (self.chart.datum(*id).name.clone(), v));
        for (name, value) in fields.chain(data) {
            let Some(sort) = simulator.sort(&name) else { continue };
            let Some(term) = as_term(simulator, &name, sort, value) else {
                return Err(End::Difference(format!("{value} is no value of the input {name}")));
            };
            given.insert(name, term);
        }
        Ok(Some(given))
    }

    /// The event of the environment that stands for this one: it triggers the same transitions.
    fn alike(&self, name: &str) -> String {
        let mut environment = self.chart.environment.iter().map(|e| self.chart.event(*e));
        let same = |e: &&str| self.chart.transitions.iter().all(|t| t.is_triggered_by(e) == t.is_triggered_by(name));
        match self.chart.find_event(name) {
            Some(_) => name.to_owned(),
            None => environment.find(same).unwrap_or(name).to_owned(),
        }
    }

    fn step(&mut self, inputs: &BTreeMap<String, Term>) {
        if let Some(simulator) = &mut self.simulator {
            simulator.step(inputs);
        }
    }

    fn check_soundness(&mut self, inputs: &BTreeMap<String, Term>) -> Result<(), End> {
        let broken = self.simulator.as_mut().and_then(|s| s.broken_obligation(inputs));
        broken.map_or(Ok(()), |message| Err(End::Unsound(message.to_owned())))
    }

    /// Whether the lowered system says that it is at rest.
    fn is_at_rest(&self) -> Option<bool> {
        self.simulator.as_ref()?.value("stable")?.as_bool()
    }

    fn compare(&mut self, place: &str) -> Result<(), End> {
        self.compared += 1;
        let Some(simulator) = &self.simulator else { return Ok(()) };
        let active = simulator.truths("in.");
        for state in self.chart.state_ids().filter(|s| *s != StateId::ROOT && self.chart.is_real(*s)) {
            let expected = self.interpreter.is_in(state);
            let id = self.chart.state(state).id.as_str();
            if active.get(id).is_some_and(|found| *found != expected) {
                return self.differ(&format!("{place}: In('{id}') is {expected} by the standard"));
            }
            if !active.contains_key(id) && self.chart.state(state).named {
                return self.differ(&format!("no definition in.{id}"));
            }
        }
        for (i, datum) in self.chart.data.iter().enumerate() {
            let expected = self.interpreter.value(DataId(i as u32));
            if let Some(found) = difference(simulator, &datum.name, expected) {
                return self.differ(&format!("{place}: {} is {expected} by the standard, not {found}", datum.name));
            }
        }
        Ok(())
    }

    /// After a microstep: state, data, and what the control graph says about the step.
    fn compare_step(&mut self, place: &str) -> Result<(), End> {
        self.compare(place)?;
        if let Some(what) = self.simulator.as_ref().and_then(|s| self.control(s)) {
            return self.differ(&format!("{place}: {what}"));
        }
        self.before = self.interpreter.configuration();
        Ok(())
    }

    /// Disagreement between the control graph and the standard on the last microstep: an active state, the ends of a
    /// transition, a transition that was not taken or is missing. A graph may show only one of those that stay in their
    /// state.
    fn control(&self, simulator: &Simulator<'_>) -> Option<String> {
        if !self.interpreter.is_running() {
            return None;
        }
        let chart_state = |s: &ControlState| self.chart.state_ids().find(|c| self.chart.state(*c).id == s.name);
        let is_wrong = |(s, active): &(&ControlState, bool)| {
            chart_state(s).is_some_and(|id| self.interpreter.is_in(id) != *active)
        };
        if let Some((state, active)) = simulator.control_states().find(is_wrong) {
            return Some(format!("the control graph says {active} of {}", state.name));
        }
        let mut shown = Vec::new();
        for edge in simulator.last_transitions() {
            let end = |s| simulator.control_state(s).and_then(chart_state);
            let (source, target) = (end(edge.source), end(edge.target));
            let leads =
                source.is_some_and(|s| self.before.contains(&s)) && target.is_some_and(|s| self.interpreter.is_in(s));
            let span = simulator.span(edge.element);
            let taken = self.interpreter.last_transitions().iter();
            let id = taken.copied().find(|t| Some(self.chart.transition(*t).span) == span);
            match id.filter(|_| leads || simulator.is_reset(edge)) {
                Some(id) => shown.push(id),
                None => return Some(format!("the control graph takes {}, which the standard does not", edge.name)),
            }
        }
        let moves = |t: &&TransitionId| !self.chart.transition(**t).targets.is_empty();
        let mut taken = self.interpreter.last_transitions().iter().filter(moves);
        // What acts in all of a parallel state is drawn around it, where only one of two such can be shown.
        let missing = taken.find(|t| !shown.contains(t)).filter(|_| !self.chart.is_xstate() || shown.is_empty())?;
        let source = &self.chart.state(self.chart.transition(*missing).source).id;
        Some(format!("the control graph lacks a transition of {source} that is taken"))
    }

    fn differ<T>(&self, what: &str) -> Result<T, End> {
        let id = |s: &StateId| self.chart.state(*s).id.clone();
        let configuration: Vec<String> = self.interpreter.configuration().iter().map(id).collect();
        let state = self.simulator.as_ref().map(Simulator::show).unwrap_or_default();
        Err(End::Difference(format!("{what}\n  standard: {}\n  lowered:  {state}", configuration.join(" "))))
    }
}

/// Value in the lowered system that differs from this value of a data item. A value that it does not keep is not
/// compared.
pub fn difference(simulator: &Simulator<'_>, name: &str, expected: &Value) -> Option<String> {
    if let Value::Array(list) = expected {
        let element = |(i, v): (usize, &Value)| difference(simulator, &format!("{name}[{i}]"), v);
        return list.iter().enumerate().find_map(element);
    }
    let latched = format!("{name}.last");
    let name = if simulator.sort(&latched).is_some() { latched.as_str() } else { name };
    let found = simulator.value(name).filter(|_| !simulator.is_input(name))?;
    let same = match (expected, &found) {
        (Value::Undefined, _) => true,
        (Value::Bool(a), Term::Bool(b)) => a == b,
        (Value::Number(a), Term::Int(b)) => *a == BigRational::from_integer(b.clone()),
        (Value::Number(a), Term::Real(b)) => a == b,
        (Value::Text(a), Term::Enum(..)) => simulator.name_of(&found) == Some(a.as_str()),
        _ => false,
    };
    (!same).then(|| simulator.name_of(&found).map_or_else(|| format!("{found:?}"), str::to_owned))
}

fn as_term(simulator: &Simulator<'_>, name: &str, sort: Sort, value: &Value) -> Option<Term> {
    match (value, sort) {
        (Value::Bool(b), Sort::Bool) => Some(Term::Bool(*b)),
        (Value::Number(n), Sort::Real) => Some(Term::Real(n.clone())),
        (Value::Number(n), _) if n.is_integer() => Some(Term::Int(n.to_integer())).filter(|v| v.fits(sort)),
        (Value::Text(t), Sort::Enum(_)) => simulator.enum_value(name, t),
        _ => None,
    }
}

/// The least values of data that are declared with an open first value.
pub fn declared_values(chart: &Chart) -> Inputs {
    let open = chart.data.iter().enumerate().filter(|(_, d)| d.any || d.input);
    open.filter_map(|(i, d)| Some((DataId(i as u32), least(d.declared.as_ref()?)))).collect()
}

/// The least values of data without a first value, after the types that are inferred for them.
pub fn inferred_values(chart: &Chart, types: &Types) -> Inputs {
    let open = chart.data.iter().enumerate().filter(|(_, d)| d.any || d.init.is_none());
    open.map(|(i, _)| DataId(i as u32)).map(|id| (id, least(types.datum(id)))).collect()
}

/// The least value of a type; zero where no value is least.
pub fn least(of: &Type) -> Value {
    match of {
        Type::Bool => Value::Bool(false),
        Type::Int | Type::Real => Value::int(0),
        Type::Range { lo, .. } => Value::Number(BigRational::from_integer(BigInt::from(*lo))),
        Type::Enum(values) => values.first().map_or(Value::Undefined, Value::text),
        Type::Array(of, n) => Value::Array(vec![least(of); *n]),
    }
}
