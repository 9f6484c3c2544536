//! Charts as blocks: a chart is executed once in a tick, when all its inputs are known.
//!
//! Charts share stores of data, send each other messages and call each other, so that the order in which they are executed can be
//! seen: it is that of the data flow, and among charts that do not depend on each other that of their identifiers.

use super::diagram::{Diagram, Node, Source};
use super::fault::{Fault, Problem, size, unsupported};
use super::role::Role;
use super::run::{Run, Stop};
use super::signal::{Array, Signal};
use crate::document::{Model, Port};
use crate::matlab::{Class, Number, Value};
use crate::stateflow::Chart;
use crate::stateflow::document::{EventScope, Scope, Trigger};
use crate::stateflow::interpret::Machine;
use indexmap::IndexMap;

/// What is known of the charts of a diagram.
#[derive(Default)]
pub(super) struct Charts<'m> {
    /// The charts by their numbers, with their nodes.
    pub(super) list: Vec<(usize, &'m Chart)>,
    /// The charts before the first tick.
    pub(super) machine: Option<Machine<'m>>,
    /// The chart that calls a chart, by their numbers.
    callers: IndexMap<usize, usize>,
}

/// The chart of a block, by its path without the name of the model.
pub(super) fn find<'m>(model: &'m Model, path: &str) -> Option<&'m Chart> {
    model.charts.iter().find(|c| c.block_path() == path)
}

impl<'m> Diagram<'m> {
    /// Prepares the charts, when all blocks are connected.
    pub(super) fn prepare_charts(&mut self, given: &IndexMap<String, Value>, enter: bool) -> Result<(), Problem> {
        let Some((first, _)) = self.charts.list.first().copied() else { return Ok(()) };
        let charts: Vec<&Chart> = self.charts.list.iter().map(|(_, chart)| *chart).collect();
        let at = |diagram: &Self, node: usize, fault: Fault| {
            let (path, sid) = diagram.nodes.get(node).map_or(("", ""), |n| (&n.path, &n.block.sid));
            fault.at(path, sid)
        };
        let refused = |f: crate::stateflow::interpret::Fault| unsupported(format!("a chart: {}", f.message));
        let mut machine = Machine::new(&charts, given.clone()).map_err(|f| at(self, first, refused(f)))?;
        self.stores(&mut machine).map_err(|(node, fault)| at(self, node, fault))?;
        for number in 0..charts.len() {
            self.wire(number, &mut machine).map_err(|(node, fault)| at(self, node, fault))?;
        }
        for number in self.order() {
            let Some((node, chart)) = self.charts.list.get(number).copied() else { continue };
            if enter || chart.executes_at_initialization {
                machine.enter(number).map_err(|f| at(self, node, refused(f)))?;
            }
        }
        self.charts.machine = Some(machine);
        Ok(())
    }

    /// The first values of stores of data.
    fn stores(&self, machine: &mut Machine<'m>) -> Result<(), (usize, Fault)> {
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, n)| n.kind == "DataStoreMemory") {
            let value = node.value("InitialValue", "0").map_err(|f| (index, f))?;
            let class = node.block.parameters.get("OutDataTypeStr").and_then(Class::named).unwrap_or(value.class);
            let name = node.block.parameters.get("DataStoreName").unwrap_or("A");
            machine.set_store(name, value.cast(class));
        }
        Ok(())
    }

    /// The chart behind a source, by its number.
    fn chart_of(&self, source: Source) -> Option<(usize, &'m Chart)> {
        match self.nodes.get(source.node)?.role {
            Role::Chart(number) => Some((number, self.charts.list.get(number)?.1)),
            _ => None,
        }
    }

    /// Connects a chart with charts that call it or send it messages.
    fn wire(&mut self, number: usize, machine: &mut Machine<'m>) -> Result<(), (usize, Fault)> {
        let Some((index, chart)) = self.charts.list.get(number).copied() else { return Ok(()) };
        let Some(node) = self.nodes.get(index) else { return Ok(()) };
        for (place, message) in chart.messages.iter().enumerate().filter(|(_, m)| m.scope == EventScope::Input) {
            let source = message.port.checked_sub(1).and_then(|p| node.inputs.get(p).copied().flatten());
            let Some((from, sender)) = source.and_then(|s| self.chart_of(s)) else { continue };
            let port = source.map_or(0, |s| s.port + 1);
            let sent = sender.messages.iter().position(|m| m.scope == EventScope::Output && m.port == port);
            if let Some(sent) = sent {
                machine.connect_message((from, sent), (number, place));
            }
        }
        let calls =
            |e: &&crate::stateflow::document::Event| e.scope == EventScope::Input && e.trigger == Trigger::FunctionCall;
        let Some(called) = chart.events.iter().find(calls) else { return Ok(()) };
        let place = chart.events.iter().position(|e| e.id == called.id).unwrap_or(0);
        let source = node.control.iter().find(|(port, _)| *port == Port::Trigger).map(|(_, source)| *source);
        let Some((caller, of_caller)) = source.and_then(|s| self.chart_of(s)) else {
            return Err((index, unsupported("a chart that is called by something else than a chart")));
        };
        let outputs = ports(of_caller, Scope::Output, EventScope::Output);
        let number_of_event = source.map_or(0, |s| s.port + 1).saturating_sub(outputs);
        let is_it = |e: &crate::stateflow::document::Event| e.scope == EventScope::Output && e.port == number_of_event;
        let Some(event) = of_caller.events.iter().position(is_it) else {
            return Err((index, unsupported("a chart that is called by no event")));
        };
        machine.connect((caller, event), (number, place));
        for (port, source) in node.inputs.iter().enumerate() {
            if let Some(source) = source.filter(|s| self.chart_of(*s).is_some_and(|(n, _)| n == caller)) {
                machine.connect_data((caller, source.port + 1), (number, port + 1));
            }
        }
        self.charts.callers.insert(number, caller);
        Ok(())
    }

    /// The charts in the order of their execution, as far as nothing else decides.
    pub(super) fn order(&self) -> Vec<usize> {
        let key = |number: usize| {
            let node = self.charts.list.get(number).and_then(|(node, _)| self.nodes.get(*node));
            let numbers =
                |sid: &str| sid.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse::<u64>().ok()).collect();
            let sid: Vec<u64> = node.map(|n| numbers(&n.block.sid)).unwrap_or_default();
            (sid, number)
        };
        let mut waiting: Vec<usize> = (0..self.charts.list.len()).collect();
        waiting.sort_by_key(|number| key(*number));
        let mut order: Vec<usize> = Vec::new();
        // Those that wait for none of the others, the first one first; in a loop the first of all.
        while !waiting.is_empty() {
            let free = |number: &usize| !waiting.iter().any(|other| other != number && self.is_before(*other, *number));
            let next = waiting.iter().copied().position(|n| free(&n)).unwrap_or(0);
            order.push(waiting.remove(next));
        }
        order
    }

    /// Whether an output of a chart reaches an input of another without a delay.
    fn is_before(&self, one: usize, other: usize) -> bool {
        let node = |number: usize| self.charts.list.get(number).map(|(node, _)| *node);
        let (Some(one), Some(other)) = (node(one), node(other)) else { return false };
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![other];
        while let Some(index) = open.pop() {
            let Some(node) = self.nodes.get(index) else { continue };
            let is_delay = matches!(node.role, Role::State(_));
            let sources = node.inputs.iter().flatten().chain(node.control.iter().map(|(_, source)| source));
            for source in sources.filter(|_| !is_delay) {
                if source.node == one {
                    return true;
                }
                if let Some(mark) = seen.get_mut(source.node).filter(|m| !**m) {
                    *mark = true;
                    open.push(source.node);
                }
            }
        }
        false
    }
}

/// How many ports a chart has for data and messages.
fn ports(chart: &Chart, scope: Scope, messages: EventScope) -> usize {
    let data = chart.data.iter().filter(|d| d.scope == scope).count();
    data + chart.messages.iter().filter(|m| m.scope == messages).count()
}

impl<'m> Run<'_, 'm> {
    /// Executes a chart; its outputs.
    pub(super) fn chart(&mut self, node: &Node<'m>, number: usize) -> Result<Vec<Signal>, Stop> {
        let diagram = self.diagram;
        let Some((_, chart)) = diagram.charts.list.get(number).copied() else { return Ok(Vec::new()) };
        if let Some(caller) = diagram.charts.callers.get(&number) {
            // It was executed when it was called.
            let caller = diagram.charts.list.get(*caller).map(|(node, _)| Source { node: *node, port: 0 });
            if let Err(Stop::Missing(missing)) = self.signal(caller) {
                return Err(Stop::Missing(missing));
            }
            return Ok(self.chart_outputs(chart, number)?);
        }
        let inputs = self.inputs(node)?;
        let triggered = node.control.iter().find(|(port, _)| *port == Port::Trigger).map(|(_, source)| *source);
        let trigger = triggered.map(|source| self.signal(Some(source))).transpose()?;
        self.give_inputs(number, &inputs)?;
        for (called, _) in diagram.charts.callers.iter().filter(|(_, caller)| **caller == number) {
            let Some(called_node) = diagram.charts.list.get(*called).and_then(|(n, _)| diagram.nodes.get(*n)) else {
                continue;
            };
            let from_caller =
                |s: &Option<Source>| s.is_some_and(|s| diagram.chart_of(s).is_some_and(|(n, _)| n == number));
            let others =
                called_node.inputs.iter().map(|s| if from_caller(s) { Ok(Signal::ground()) } else { self.signal(*s) });
            let values = self.collect(others)?;
            self.give_inputs(*called, &values)?;
        }
        let now = self.time();
        let has_events = chart.events.iter().any(|e| e.scope == EventScope::Input);
        let Some(machine) = self.memory.machine() else { return Ok(Vec::new()) };
        machine.set_time(now);
        let result = match trigger {
            Some(Signal::Array(array)) => {
                let signals: Vec<Number> = array.elements.iter().cloned().map(Number::Finite).collect();
                machine.trigger(number, &signals)
            }
            Some(Signal::Bus(_)) => return Err(Stop::Fault(size("a bus cannot trigger a chart"))),
            None if has_events => Ok(()),
            None => machine.step(number),
        };
        result.map_err(|f| Stop::Fault(unsupported(format!("a step of a chart: {}", f.message))))?;
        Ok(self.chart_outputs(chart, number)?)
    }

    fn give_inputs(&mut self, number: usize, inputs: &[Signal]) -> Result<(), Stop> {
        let Some(machine) = self.memory.machine() else { return Ok(()) };
        for (port, signal) in inputs.iter().enumerate() {
            match signal {
                Signal::Array(array) => machine.set_input(number, port + 1, &array.to_value()),
                Signal::Bus(_) => return Err(Stop::Fault(unsupported("a bus at the input of a chart"))),
            }
        }
        Ok(())
    }

    /// The time of this tick; not a number if nothing says how long a tick is.
    fn time(&self) -> Number {
        match self.step {
            Some(step) => &Number::integer(self.memory.ticks()) * &Number::Finite(step.clone()),
            None => Number::NotANumber,
        }
    }

    /// What the outputs of a chart are at present: data, messages, then events.
    pub(super) fn chart_outputs(&mut self, chart: &Chart, number: usize) -> Result<Vec<Signal>, Fault> {
        let Some(machine) = self.memory.machine() else { return Ok(Vec::new()) };
        let mut outputs = Vec::new();
        for port in 1..=ports(chart, Scope::Output, EventScope::Output) {
            outputs.push(match machine.output(number, port) {
                Some(value) => Signal::Array(Array::of_parameter(value)?),
                None => Signal::ground(),
            });
        }
        for (place, _) in chart.events.iter().enumerate().filter(|(_, e)| e.scope == EventScope::Output) {
            outputs.push(Signal::boolean(machine.edge(number, place)));
        }
        Ok(outputs)
    }
}
