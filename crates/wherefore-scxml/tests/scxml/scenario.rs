//! Expected traces in the form of the SCION test framework: the atomic states after the start, and after each event.
//!
//! The framework waits in real time. Here time is virtual: it passes where a file says `after`, and otherwise only while an
//! expected configuration is not reached and a delayed send is pending.

use super::follow::{End, Follow, declared_values};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::System;
use wherefore_scxml::chart::{Chart, FieldId, StateId};
use wherefore_scxml::interpret::{Event, Value};

/// How many delayed sends may fire while one configuration is waited for.
const PATIENCE: usize = 100;
/// How many microsteps may follow one event.
const MICROSTEPS: usize = 2_000;

/// The ids of the atomic states that are active.
type Leaves = BTreeSet<String>;

/// An expected trace.
pub struct Scenario {
    initial: Leaves,
    events: Vec<Stimulus>,
}

struct Stimulus {
    after: u64,
    name: String,
    data: Json,
    next: Leaves,
}

impl Scenario {
    /// Reads a trace.
    pub fn read(text: &str) -> Option<Scenario> {
        let json: Json = serde_json::from_str(text).ok()?;
        let events = json.get("events")?.as_array()?;
        let events = events.iter().map(stimulus).collect::<Option<_>>()?;
        Some(Scenario { initial: leaves(json.get("initialConfiguration")?)?, events })
    }

    /// A state that it speaks of and the chart does not have: such a test is for people who read its output.
    pub fn stranger(&self, chart: &Chart) -> Option<&str> {
        let mut ids = self.initial.iter().chain(self.events.iter().flat_map(|e| &e.next));
        ids.find(|id| !chart.states.iter().any(|s| s.id == **id)).map(String::as_str)
    }

    /// Runs it, with the lowered system beside the interpreter if there is one. The number of microsteps compared.
    pub fn run(&self, chart: &Chart, text: &str, system: Option<&System>) -> Result<usize, String> {
        self.attempt(chart, text, system).map_err(|end| match end {
            End::Difference(what) => what,
            End::Unsound(message) => format!("an obligation is not met: {message}"),
            End::Livelock => "no rest".to_owned(),
        })
    }

    fn attempt(&self, chart: &Chart, text: &str, system: Option<&System>) -> Result<usize, End> {
        let mut run = Follow::new(chart, text, system, &declared_values(chart), MICROSTEPS)?;
        run.settle()?;
        wait_for(&mut run, chart, &self.initial)?;
        for (i, stimulus) in self.events.iter().enumerate() {
            let time = run.interpreter.clock() + stimulus.after * 1_000;
            while run.interpreter.timers().first().is_some_and(|t| t.due <= time) {
                run.fire(0)?;
                run.settle()?;
            }
            run.interpreter.advance_to(time);
            run.event(&stimulus.event(chart), &BTreeMap::new())?;
            run.settle()?;
            let place = |end| match end {
                End::Difference(what) => End::Difference(format!("event {} ({}): {what}", i + 1, stimulus.name)),
                other => other,
            };
            wait_for(&mut run, chart, &stimulus.next).map_err(place)?;
        }
        Ok(run.compared)
    }
}

impl Stimulus {
    fn event(&self, chart: &Chart) -> Event {
        let field = |(i, f): (usize, &wherefore_scxml::chart::Field)| {
            Some((FieldId(i as u32), value(self.data.get(&f.name)?)?))
        };
        Event { name: self.name.clone(), fields: chart.fields.iter().enumerate().filter_map(field).collect() }
    }
}

/// Lets time pass until a configuration is reached.
fn wait_for(run: &mut Follow<'_>, chart: &Chart, expected: &Leaves) -> Result<(), End> {
    for _ in 0..PATIENCE {
        if active_leaves(run, chart) == *expected || run.interpreter.timers().is_empty() {
            break;
        }
        run.fire(0)?;
        run.settle()?;
    }
    let found = active_leaves(run, chart);
    match found == *expected {
        true => Ok(()),
        false => Err(End::Difference(format!("expected {expected:?}, found {found:?}"))),
    }
}

/// The active leaves of the document itself, without those of charts that it invokes.
fn active_leaves(run: &Follow<'_>, chart: &Chart) -> Leaves {
    let own = |s: &StateId| chart.is_leaf(*s) && chart.is_inside(*s, chart.top);
    let leaves = run.interpreter.configuration().into_iter().filter(own);
    leaves.map(|s| chart.state(s).id.clone()).collect()
}

fn stimulus(json: &Json) -> Option<Stimulus> {
    let event = json.get("event")?;
    Some(Stimulus {
        after: json.get("after").and_then(Json::as_u64).unwrap_or(0),
        name: event.get("name")?.as_str()?.to_owned(),
        data: event.get("data").cloned().unwrap_or(Json::Null),
        next: leaves(json.get("nextConfiguration")?)?,
    })
}

fn leaves(json: &Json) -> Option<Leaves> {
    json.as_array()?.iter().map(|id| id.as_str().map(str::to_owned)).collect()
}

fn value(json: &Json) -> Option<Value> {
    match json {
        Json::Bool(b) => Some(Value::Bool(*b)),
        Json::Number(n) => n.as_i64().map(Value::int),
        Json::String(t) => Some(Value::text(t)),
        Json::Array(list) => list.iter().map(value).collect::<Option<_>>().map(Value::Array),
        Json::Null | Json::Object(_) => None,
    }
}
