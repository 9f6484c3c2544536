//! Which output drives which input: lines, the borders of subsystems, and tags.

use super::diagram::{Diagram, Source};
use super::fault::{Problem, unsupported};
use super::role::Role;
use crate::document::{Endpoint, Port};
use indexmap::IndexMap;

/// How far the name of a signal is looked for.
const MAX_LABEL_STEPS: usize = 1000;
/// How many inputs a block may have.
const MAX_PORTS: usize = 100_000;

impl Diagram<'_> {
    /// Connects all blocks.
    pub(super) fn connect(&mut self) -> Result<(), Problem> {
        let names: Vec<IndexMap<Endpoint, String>> = (0..self.places.len()).map(|place| self.lines(place)).collect();
        self.borders();
        self.tags()?;
        self.shadows();
        self.name_elements(&names);
        Ok(())
    }

    /// The lines of one system; the names of its signals by their sources.
    fn lines(&mut self, place: usize) -> IndexMap<Endpoint, String> {
        let mut names = IndexMap::new();
        let Some(here) = self.places.get(place) else { return names };
        let system = here.system;
        let nodes = here.nodes.clone();
        for node in &nodes {
            self.give_inputs(*node);
        }
        for line in &system.lines {
            let Some(from) = line.source else { continue };
            let name = line.name.trim().trim_start_matches('<').trim_end_matches('>');
            if !name.is_empty() {
                names.insert(from, name.to_owned());
            }
            let Some(source) = self.source(&nodes, from) else { continue };
            for (to, _) in line.destinations() {
                if let Some(node) = nodes.get(to.block) {
                    self.drive(*node, to.port, source);
                }
            }
        }
        names
    }

    /// Inputs that nothing is connected to.
    fn give_inputs(&mut self, node: usize) {
        if let Some(node) = self.nodes.get_mut(node) {
            let count = node.block.ports(0).unwrap_or(0).min(MAX_PORTS);
            node.inputs = vec![None; count];
        }
    }

    /// The node behind one end of a line: for a subsystem its outport.
    fn source(&self, nodes: &[usize], from: Endpoint) -> Option<Source> {
        let node = *nodes.get(from.block)?;
        let Port::Out(number) = from.port else { return None };
        if matches!(self.nodes.get(node)?.role, Role::Absent) {
            return None;
        }
        match self.nodes.get(node)?.inside {
            Some(inside) => Some(Source { node: self.outport(inside, number)?, port: 0 }),
            None => Some(Source { node, port: number.checked_sub(1)? }),
        }
    }

    fn drive(&mut self, node: usize, port: Port, source: Source) {
        let Some(node) = self.nodes.get_mut(node) else { return };
        match port {
            Port::In(number) if (1..=MAX_PORTS).contains(&number) => {
                if node.inputs.len() < number {
                    node.inputs.resize(number, None);
                }
                if let Some(input) = node.inputs.get_mut(number.saturating_sub(1)) {
                    *input = Some(source);
                }
            }
            port => node.control.push((port, source)),
        }
    }

    /// An inport inside of a subsystem hands on what is connected outside.
    fn borders(&mut self) {
        for index in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(index) else { continue };
            if !matches!(node.kind.as_str(), "Inport" | "InportShadow") {
                continue;
            }
            let owner = self.places.get(node.system).and_then(|place| place.owner);
            let Some(owner) = owner.and_then(|owner| self.nodes.get(owner)) else { continue };
            let outside = node.port().checked_sub(1).and_then(|i| owner.inputs.get(i).copied().flatten());
            if let Some(node) = self.nodes.get_mut(index) {
                node.inputs = vec![outside];
            }
        }
    }

    /// The second picture of an inport of the outermost system.
    fn shadows(&mut self) {
        for index in 0..self.nodes.len() {
            let is_shadow = |n: &&super::diagram::Node<'_>| n.kind == "InportShadow" && n.system == 0;
            let Some(node) = self.nodes.get(index).filter(is_shadow) else { continue };
            let inport = self.inport(0, node.port());
            if let Some(node) = self.nodes.get_mut(index) {
                node.inputs = vec![inport.map(|node| Source { node, port: 0 })];
            }
        }
    }

    /// A `From` has what is connected to the `Goto` with its tag.
    fn tags(&mut self) -> Result<(), Problem> {
        let mut gotos: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, n)| n.kind == "Goto") {
            gotos.entry(tag(node)).or_default().push(index);
        }
        for index in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(index).filter(|n| n.kind == "From") else { continue };
            let Some(goto) = self.goto(index, gotos.get(tag(node)).map_or(&[], Vec::as_slice)) else {
                let reason = format!("there is no Goto with the tag `{}` in reach", tag(node));
                return Err(unsupported(reason).at(&node.path, &node.block.sid));
            };
            let source = self.nodes.get(goto).and_then(|g| g.inputs.first().copied().flatten());
            if let Some(node) = self.nodes.get_mut(index) {
                node.inputs = vec![source];
            }
        }
        Ok(())
    }

    /// The `Goto` of a `From`: one of the same system, one that a visibility block around both allows, a global one.
    fn goto(&self, from: usize, same_tag: &[usize]) -> Option<usize> {
        let node = self.nodes.get(from)?;
        let name = tag(node);
        let gotos = || same_tag.iter().filter_map(|index| Some((*index, self.nodes.get(*index)?)));
        let sees = |n: &super::diagram::Node<'_>, what: &str| visibility(n) == what;
        let local = gotos().find(|(_, n)| n.system == node.system).map(|(index, _)| index);
        let scoped = || {
            let border = self.visibility_block(node.system, name)?;
            gotos().find(|(_, n)| sees(n, "scoped") && self.is_within(n.system, border)).map(|(index, _)| index)
        };
        let global = || gotos().find(|(_, n)| sees(n, "global")).map(|(index, _)| index);
        local.or_else(scoped).or_else(global)
    }

    /// The nearest system around that has a visibility block for a tag.
    fn visibility_block(&self, place: usize, name: &str) -> Option<usize> {
        let mut place = Some(place);
        while let Some(here) = place {
            let has = |n: &super::diagram::Node<'_>| n.kind == "GotoTagVisibility" && tag(n) == name;
            let list = &self.places.get(here)?.nodes;
            if list.iter().any(|index| self.nodes.get(*index).is_some_and(has)) {
                return Some(here);
            }
            place = self.places.get(here)?.parent;
        }
        None
    }

    fn is_within(&self, place: usize, outer: usize) -> bool {
        let mut place = Some(place);
        while let Some(here) = place {
            if here == outer {
                return true;
            }
            place = self.places.get(here).and_then(|p| p.parent);
        }
        false
    }

    /// The names of the elements that bus creators make.
    fn name_elements(&mut self, names: &[IndexMap<Endpoint, String>]) {
        for index in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(index).filter(|n| n.kind == "BusCreator") else { continue };
            let label = |(i, source): (usize, &Option<Source>)| {
                let found = source.and_then(|source| self.label(source, names));
                found.unwrap_or_else(|| format!("signal{}", i.saturating_add(1)))
            };
            let mut labels: Vec<String> = node.inputs.iter().enumerate().map(label).collect();
            // Names that are written in the block count more than those of the lines.
            let written = node.block.parameters.get("Inputs").filter(|t| t.trim().parse::<usize>().is_err());
            let written: Vec<&str> = written.map(|t| t.split(',').collect()).unwrap_or_default();
            for (label, name) in labels.iter_mut().zip(written) {
                *label = name.trim().trim_matches('\'').to_owned();
            }
            make_unique(&mut labels);
            if let Some(node) = self.nodes.get_mut(index) {
                node.labels = labels;
            }
        }
    }

    /// The name of a signal: that of its line, or of the line that it comes from through blocks that only hand it on.
    fn label(&self, source: Source, names: &[IndexMap<Endpoint, String>]) -> Option<String> {
        let mut source = source;
        for _ in 0..MAX_LABEL_STEPS {
            let node = self.nodes.get(source.node)?;
            let place = self.places.get(node.system)?;
            let block = place.nodes.iter().position(|n| *n == source.node)?;
            let end = Endpoint { block, port: Port::Out(source.port.saturating_add(1)) };
            let here = names.get(node.system).and_then(|n| n.get(&end));
            if let Some(name) = here.or_else(|| self.outer_label(source.node, names)) {
                return Some(name.clone());
            }
            if node.kind == "BusSelector" {
                let selected = node.block.parameters.get("OutputSignals")?.split(',').nth(source.port)?.trim();
                return selected.rsplit('.').next().map(str::to_owned);
            }
            if !matches!(node.role, Role::Pass | Role::Held) {
                return None;
            }
            source = node.inputs.first().copied().flatten()?;
        }
        None
    }

    /// The name of the line that leaves a subsystem at one of its outports.
    fn outer_label<'n>(&self, outport: usize, names: &'n [IndexMap<Endpoint, String>]) -> Option<&'n String> {
        let node = self.nodes.get(outport).filter(|n| n.kind == "Outport")?;
        let owner = self.places.get(node.system)?.owner?;
        let outside = self.nodes.get(owner)?.system;
        let block = self.places.get(outside)?.nodes.iter().position(|n| *n == owner)?;
        names.get(outside)?.get(&Endpoint { block, port: Port::Out(node.port()) })
    }
}

fn tag<'a>(node: &super::diagram::Node<'a>) -> &'a str {
    node.block.parameters.get("GotoTag").unwrap_or("A")
}

fn visibility<'a>(node: &super::diagram::Node<'a>) -> &'a str {
    node.block.parameters.get("TagVisibility").unwrap_or("local")
}

/// Elements of the same name get their numbers.
fn make_unique(labels: &mut [String]) {
    let all = labels.to_vec();
    for (index, label) in labels.iter_mut().enumerate() {
        if all.iter().filter(|other| *other == label).count() > 1 {
            *label = format!("{label} (signal {})", index.saturating_add(1));
        }
    }
}
