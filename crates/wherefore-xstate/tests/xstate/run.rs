//! What happens to a machine, and what is seen of it.

use std::collections::{BTreeMap, BTreeSet};
use wherefore_scxml::chart::{Chart, DataId, FieldId, StateId};
use wherefore_scxml::interpret::{Event, Interpreter, Value};
use wherefore_test::Random;

/// One thing that happens.
#[derive(Clone, Debug)]
pub enum Step {
    /// An event from outside, with a number for each field that some event has.
    Event(String, Vec<String>, i64),
    /// The next timer is due.
    Fire,
    /// What is invoked ends, well or not, with a number.
    End(String, bool, i64),
}

/// A step, and the values of named guards from then on.
#[derive(Clone, Debug)]
pub struct Happening {
    pub step: Step,
    pub guards: BTreeMap<String, bool>,
}

/// What is seen of a machine at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Rest { states: BTreeSet<String>, context: BTreeMap<String, String>, done: bool, timers: usize },
    Endless,
}

impl Happening {
    /// Random things that a chart could react to.
    pub fn random(chart: &Chart, random: &mut Random, count: usize) -> Vec<Happening> {
        (0..count).map(|_| Happening { step: step(chart, random), guards: guards(chart, random) }).collect()
    }

    /// The step as the script reads it.
    pub fn json(&self) -> String {
        let step = match &self.step {
            Step::Event(name, fields, value) => {
                let fields: String = fields.iter().map(|f| format!(",\"{f}\":{value}")).collect();
                format!("\"event\":{{\"type\":\"{name}\"{fields}}}")
            }
            Step::Fire => "\"fire\":true".to_owned(),
            Step::End(id, true, value) => format!("\"finish\":\"{id}\",\"output\":{value}"),
            Step::End(id, false, _) => format!("\"fail\":\"{id}\""),
        };
        format!("{{{step},\"guards\":{}}}", guards_json(&self.guards))
    }
}

/// Values of guards as the script reads them.
pub fn guards_json(guards: &BTreeMap<String, bool>) -> String {
    let list: Vec<String> = guards.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", list.join(","))
}

fn step(chart: &Chart, random: &mut Random) -> Step {
    let value = random.below(4) as i64;
    let names: Vec<&str> = chart.environment.iter().map(|e| chart.event(*e)).collect();
    let name = match names.is_empty() || random.chance(25) {
        true => return Step::Fire,
        false => random.pick(&names),
    };
    for (prefix, well) in [("xstate.done.actor.", true), ("xstate.error.actor.", false)] {
        if let Some(id) = name.strip_prefix(prefix) {
            return Step::End(id.to_owned(), well, value);
        }
    }
    let fields = chart.fields.iter().map(|f| f.name.clone()).filter(|f| !f.contains('.') && f != "output");
    Step::Event(name.to_owned(), fields.collect(), value)
}

/// Values for the named guards of a chart.
pub fn guards(chart: &Chart, random: &mut Random) -> BTreeMap<String, bool> {
    let named = chart.data.iter().filter(|d| d.random).map(|d| d.name.clone());
    named.map(|name| (name, random.chance(50))).collect()
}

/// The event of a step.
pub fn event_of(chart: &Chart, step: &Step) -> Option<Event> {
    let (name, fields, value) = match step {
        Step::Fire => return None,
        Step::Event(name, fields, value) => (name.clone(), fields.clone(), *value),
        Step::End(id, true, value) => (format!("xstate.done.actor.{id}"), vec!["output".to_owned()], *value),
        Step::End(id, false, value) => (format!("xstate.error.actor.{id}"), Vec::new(), *value),
    };
    let mut event = Event::named(name);
    let carried = chart.fields.iter().enumerate().filter(|(_, f)| fields.contains(&f.name));
    event.fields.extend(carried.map(|(i, _)| (FieldId(i as u32), Value::int(value))));
    Some(event)
}

/// Gives the named guards their values.
pub fn draw(chart: &Chart, interpreter: &mut Interpreter<'_>, guards: &BTreeMap<String, bool>) {
    for (i, data) in chart.data.iter().enumerate().filter(|(_, d)| d.random) {
        if let Some(value) = guards.get(&data.name) {
            interpreter.draw(DataId(i as u32), Value::Bool(*value));
        }
    }
}

/// What the interpreter does.
pub fn interpreted(chart: &Chart, first: &BTreeMap<String, bool>, list: &[Happening]) -> Vec<Seen> {
    let mut interpreter = Interpreter::new(chart, &BTreeMap::new()).with_limit(300);
    interpreter.enter_initial();
    draw(chart, &mut interpreter, first);
    let mut seen = Vec::new();
    if interpreter.run_to_rest().is_err() {
        return vec![Seen::Endless];
    }
    seen.push(look(chart, &interpreter));
    for happening in list {
        if !can_happen(chart, &interpreter, &happening.step) {
            seen.push(look(chart, &interpreter));
            continue;
        }
        draw(chart, &mut interpreter, &happening.guards);
        match event_of(chart, &happening.step) {
            Some(event) => interpreter.take(&event, &BTreeMap::new()),
            None => _ = interpreter.fire(0),
        }
        if interpreter.run_to_rest().is_err() {
            seen.push(Seen::Endless);
            return seen;
        }
        seen.push(look(chart, &interpreter));
    }
    seen
}

/// Whether a step is one at all: a timer is there, what is to end is running.
fn can_happen(chart: &Chart, interpreter: &Interpreter<'_>, step: &Step) -> bool {
    match step {
        Step::Event(..) => true,
        Step::Fire => !interpreter.timers().is_empty(),
        Step::End(id, ..) => {
            let running = chart.data.iter().position(|d| d.name == format!("running.{id}"));
            running.is_some_and(|i| *interpreter.value(DataId(i as u32)) == Value::Bool(true))
        }
    }
}

/// The id that XState gives a state.
fn id(chart: &Chart, state: StateId) -> String {
    chart.state(state).done_name.trim_start_matches("xstate.done.state.").to_owned()
}

fn look(chart: &Chart, interpreter: &Interpreter<'_>) -> Seen {
    let own = |name: &str| !name.starts_with("running.") && !name.ends_with(".next");
    let data = chart.data.iter().enumerate().filter(|(_, d)| !d.input && own(&d.name));
    let done = !interpreter.is_running();
    Seen::Rest {
        states: interpreter.configuration().into_iter().map(|s| id(chart, s)).collect(),
        context: data.map(|(i, d)| (d.name.clone(), interpreter.value(DataId(i as u32)).to_string())).collect(),
        done,
        // What becomes of timers after the end is of no interest.
        timers: if done { 0 } else { interpreter.timers().len() },
    }
}
