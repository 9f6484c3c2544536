//! Buses: signals with names.

use super::call::{Call, Outputs};
use super::diagram::{Node, Source};
use super::fault::size;
use super::role::Role;
use super::run::{Run, Stop};
use super::signal::Signal;

/// The blocks of this family.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    (kind == "BusCreator").then_some(creator)
}

fn creator(call: &Call<'_, '_>) -> Outputs {
    let fields = call.node.labels.iter().enumerate().map(|(i, name)| (name.clone(), call.signal(i).into_owned()));
    Ok(vec![Signal::bus(fields.collect())?])
}

impl Run<'_, '_> {
    /// The elements that a bus selector hands on.
    ///
    /// A bus is a bundle of lines and no value of its own: whoever selects one element does not depend on the others.
    pub(super) fn bus_selector(&self, node: &Node<'_>) -> Result<Vec<Signal>, Stop> {
        let names = node.block.parameters.get("OutputSignals").unwrap_or("");
        let paths: Vec<Vec<&str>> = names.split(',').map(|name| name.trim().split('.').collect()).collect();
        let source = node.inputs.first().copied().flatten();
        if node.block.parameters.is_on("OutputAsBus") {
            let values = self.collect(paths.iter().map(|path| self.element(source, path)))?;
            let fields =
                paths.iter().zip(values).map(|(path, value)| (path.last().copied().unwrap_or("").to_owned(), value));
            return Ok(vec![Signal::Bus(fields.collect())]);
        }
        self.collect(paths.iter().map(|path| self.element(source, path)))
    }

    /// An element of a bus, from the line that was put into it.
    fn element(&self, source: Option<Source>, path: &[&str]) -> Result<Signal, Stop> {
        let (source, rest) = self.origin(source, path);
        let mut signal = self.signal(source)?;
        for name in rest {
            let Signal::Bus(fields) = &signal else {
                return Err(Stop::Fault(size(format!("`{name}` is selected from a signal that is no bus"))));
            };
            let Some(field) = fields.get(*name) else {
                let there: Vec<&str> = fields.keys().map(String::as_str).collect();
                return Err(Stop::Fault(size(format!("the bus has no `{name}`, only {}", there.join(", ")))));
            };
            signal = field.clone();
        }
        Ok(signal)
    }

    /// Follows an element of a bus back through blocks that only hand it on.
    fn origin<'p>(&self, source: Option<Source>, path: &'p [&'p str]) -> (Option<Source>, &'p [&'p str]) {
        let mut source = source;
        let mut path = path;
        for _ in 0..self.diagram.nodes.len() {
            let Some(node) = source.and_then(|s| self.diagram.nodes.get(s.node)) else { break };
            match (node.role, path.split_first()) {
                (Role::Pass, _) => source = node.inputs.first().copied().flatten(),
                (Role::Plain(_), Some((name, rest))) if node.kind == "BusCreator" => {
                    let Some(place) = node.labels.iter().position(|label| label == name) else { break };
                    source = node.inputs.get(place).copied().flatten();
                    path = rest;
                }
                _ => break,
            }
        }
        (source, path)
    }
}
