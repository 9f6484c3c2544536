//! What goes into a diagram and what comes out.

use super::class::{self, Declared};
use super::diagram::{Diagram, Node, Source, outputs};
use super::fault::{Fault, Problem, size, unsupported};
use super::memory::Memory;
use super::role::Role;
use super::run::{Run, Stop};
use super::signal::{Shape, Signal};
use crate::matlab::{Class, Value};
use indexmap::IndexMap;

/// A signal that has to be given in each tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path of the block that has it as an output.
    pub path: String,
    /// The identifier of the block.
    pub sid: String,
    /// The number of the output, from 1.
    pub port: usize,
    /// The class that is written there, or double.
    pub class: Class,
    /// The size that is written there, or that of a scalar.
    pub shape: Shape,
}

impl Diagram<'_> {
    /// The signals from outside.
    pub(super) fn inputs(&self) -> Result<Vec<Input>, Problem> {
        let mut inputs = Vec::new();
        for node in self.free.iter().filter_map(|index| self.nodes.get(*index)) {
            let (class, shape) = form(node).map_err(|fault| fault.at(&node.path, &node.block.sid))?;
            let input = |port| Input { path: node.path.clone(), sid: node.block.sid.clone(), port, class, shape };
            inputs.extend((1..=outputs(node)).map(input));
        }
        Ok(inputs)
    }
}

/// The class and size that an inport declares.
fn form(node: &Node<'_>) -> Result<(Class, Shape), Fault> {
    let text = node.block.parameters.get("OutDataTypeStr").filter(|_| node.kind == "Inport");
    let class = match text.map(class::declared).transpose()? {
        Some(Declared::Is(class)) => class,
        _ => Class::Double,
    };
    let sizes = match node.block.parameters.get("PortDimensions") {
        Some(_) if node.kind == "Inport" => node.value("PortDimensions", "-1")?,
        _ => return Ok((class, Shape::Vector(1))),
    };
    Ok((class, shape(&sizes)?))
}

fn shape(sizes: &Value) -> Result<Shape, Fault> {
    let sizes: Vec<Option<usize>> = sizes.elements.iter().map(|e| usize::try_from(e.to_integer()?).ok()).collect();
    match sizes.as_slice() {
        [None] => Ok(Shape::Vector(1)),
        [Some(n)] if *n > 0 => Ok(Shape::Vector(*n)),
        [Some(rows), Some(columns)] if rows.saturating_mul(*columns) > 0 => {
            Ok(Shape::Matrix { rows: *rows, columns: *columns })
        }
        _ => Err(unsupported("these dimensions of a port")),
    }
}

impl<'m> Run<'_, 'm> {
    /// The outports of the outermost system.
    pub(super) fn root_outputs(&self) -> Result<Vec<(String, Signal)>, Problem> {
        let nodes = self.diagram.nodes.iter().enumerate();
        let mut found: Vec<(usize, &Node<'_>)> = nodes.filter(|(_, n)| n.kind == "Outport" && n.system == 0).collect();
        found.sort_by_key(|(_, node)| node.port());
        let value = |(index, node): (usize, &Node<'_>)| match self.result(index) {
            Some(Ok(values)) => match values.first() {
                Some(value) => Ok((node.block.title(), value.clone())),
                None => Err(self.problem(index, size("the outport has no value"))),
            },
            Some(Err(problem)) => Err(problem.clone()),
            None => Err(self.problem(index, size("the outport was not computed"))),
        };
        found.into_iter().map(value).collect()
    }

    /// Operations without a value; any other problem ends the tick.
    pub(super) fn undefined(&self) -> Result<Vec<Problem>, Problem> {
        let mut found: Vec<Problem> = Vec::new();
        for index in 0..self.diagram.nodes.len() {
            match self.result(index) {
                Some(Err(problem @ Problem::Undefined { block, .. })) => {
                    // Everybody who depends on the block has the same problem.
                    let is_own = self.diagram.nodes.get(index).is_some_and(|n| n.path == *block);
                    if is_own {
                        found.push(problem.clone());
                    }
                }
                Some(Err(problem)) => return Err(problem.clone()),
                _ => {}
            }
        }
        for region in 0..self.diagram.regions.len() {
            self.is_active(region)?;
        }
        Ok(found)
    }

    /// The outputs of all blocks that were executed; those of a subsystem are its outports.
    pub(super) fn signals(&self) -> IndexMap<(String, usize), Signal> {
        let mut signals = IndexMap::new();
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            let is_active = self.is_active(node.region).unwrap_or(false) || matches!(node.role, Role::Held);
            if !is_active {
                continue;
            }
            let values = match node.inside {
                Some(inside) => self.outputs_of(inside),
                None => self.result(index).and_then(|r| r.clone().ok()).unwrap_or_default(),
            };
            for (port, value) in values.into_iter().enumerate() {
                signals.insert((node.key(), port.saturating_add(1)), value);
            }
        }
        signals
    }

    /// The outputs of a subsystem up to the first that has no value.
    fn outputs_of(&self, inside: usize) -> Vec<Signal> {
        let value = |number: usize| {
            let node = self.diagram.outport(inside, number)?;
            self.signal(Some(Source { node, port: 0 })).ok()
        };
        (1..).map_while(value).collect()
    }

    /// What is remembered for the next tick.
    pub(super) fn remember(&mut self) -> Result<(), Problem> {
        let next = self.next_memory()?;
        *self.memory = next;
        Ok(())
    }

    fn next_memory(&self) -> Result<Memory<'m>, Problem> {
        let mut next = self.memory.clone();
        next.tick = next.tick.wrapping_add(1);
        for (index, region) in self.diagram.regions.iter().enumerate() {
            let owner = region.owner.and_then(|owner| self.diagram.nodes.get(owner));
            if owner.is_none_or(|owner| self.is_due(owner)) {
                next.set_active(index, self.is_active(index)?);
            }
        }
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            if !self.is_due(node) {
                continue;
            }
            // An output that was reset is also kept until the next run.
            let is_kept = node.beat.is_some() && matches!(node.role, Role::Held);
            if !is_kept && !self.is_active(node.region)? {
                continue;
            }
            if node.region != 0 || node.beat.is_some() || matches!(node.role, Role::Merge) {
                next.set_last(index, self.result(index).cloned().unwrap_or_else(|| Ok(Vec::new())));
            }
            if let Role::State(block) = node.role {
                match self.next_state(index, node, block) {
                    Err(problem) if !matches!(problem, Problem::Undefined { .. }) => return Err(problem),
                    state => next.set_state(index, state),
                }
            }
        }
        Ok(next)
    }

    fn next_state(&self, index: usize, node: &Node<'m>, block: super::role::Stateful) -> Result<Vec<Signal>, Problem> {
        let inputs = self.inputs(node).map_err(|stop| match stop {
            Stop::Problem(problem) => problem,
            Stop::Fault(fault) => self.problem(index, fault),
            Stop::Missing(_) => self.problem(index, unsupported("a state before its inputs")),
        })?;
        let state = self.memory.state(index)?;
        let outputs = self.result(index).cloned().unwrap_or_else(|| Ok(Vec::new()))?;
        let call = self.call(index, node, &inputs);
        (block.next)(&call, &state, &outputs).map_err(|fault| self.problem(index, fault))
    }
}
