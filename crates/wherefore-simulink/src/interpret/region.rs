//! Regions in a tick: whether they are active, and what blocks in inactive ones have as outputs.

use super::conditional::{self, Trigger};
use super::diagram::{Diagram, Node, Source};
use super::fault::{Fault, size};
use super::role::Role;
use super::run::{Run, Stop, Task};
use super::select;
use super::signal::{Array, Signal};
use crate::document::Port;
use std::collections::BTreeSet;

impl<'m> Run<'_, 'm> {
    /// Whether a region is active, if that is known.
    pub(super) fn active(&self, region: usize) -> Result<bool, Stop> {
        match self.activity.get(region).and_then(Option::as_ref) {
            None => Err(Stop::Missing(vec![Task::Activity(region)])),
            Some(Ok(active)) => Ok(*active),
            Some(Err(problem)) => Err(Stop::Problem(problem.clone())),
        }
    }

    /// Finds out whether a region is active; a region that begins anew loses its states.
    pub(super) fn region_activity(&mut self, index: usize) -> Result<bool, Stop> {
        let diagram = self.diagram;
        let Some(region) = diagram.regions.get(index) else { return Ok(false) };
        let Some(owner) = region.owner.and_then(|owner| diagram.nodes.get(owner)) else { return Ok(true) };
        let ports = [Port::Enable, Port::Trigger, Port::Action];
        if self.learning {
            // Also what is never executed must not depend on itself.
            let missing = self.collect(ports.iter().map(|port| self.control(owner, *port)));
            return if let Err(Stop::Missing(tasks)) = missing { Err(Stop::Missing(tasks)) } else { Ok(true) };
        }
        if !self.is_due(owner) || !self.active(region.parent)? {
            return Ok(false);
        }
        let values = self.collect(ports.iter().map(|port| self.control(owner, *port)))?;
        let [enable, trigger, action] = values.as_slice() else { return Ok(false) };
        let mut active = true;
        if region.condition.enable {
            active &= conditional::enables(enable);
        }
        if region.condition.action {
            active &= conditional::enables(action);
        }
        if let Some(direction) = region.condition.trigger {
            active &= self.triggered(index, trigger, direction);
        }
        if active && region.condition.resets && !self.memory.was_active(index) {
            self.reset(index);
        }
        Ok(active)
    }

    fn control(&self, owner: &Node<'_>, port: Port) -> Result<Array, Stop> {
        let source = owner.control.iter().find(|(p, _)| *p == port).map(|(_, source)| *source);
        match self.signal(source)? {
            Signal::Array(array) => Ok(array),
            Signal::Bus(_) => Err(Stop::Fault(size("a bus cannot enable or trigger a subsystem"))),
        }
    }

    /// Whether one element of a trigger has an edge. The memory of the tick is a copy, so that it can be changed at once.
    fn triggered(&mut self, region: usize, input: &Array, direction: conditional::Direction) -> bool {
        let step = |(i, e)| Trigger::step(self.memory.trigger(region, i), e, direction);
        let (next, events): (Vec<Trigger>, Vec<bool>) = input.elements.iter().enumerate().map(step).unzip();
        self.memory.set_trigger(region, next);
        events.contains(&true)
    }

    /// Everything inside of a region begins anew. Nothing inside has been computed in this tick, since all of it asks first
    /// whether the region is active.
    fn reset(&mut self, region: usize) {
        let diagram = self.diagram;
        for (index, node) in diagram.nodes.iter().enumerate() {
            if matches!(node.role, Role::State(_)) && diagram.is_inside(node.region, region) {
                self.memory.set_state(index, Ok(Vec::new()));
            }
            if let (Role::Chart(number), true) = (node.role, diagram.is_inside(node.region, region)) {
                self.memory.machine().into_iter().for_each(|m| m.reset(number));
            }
        }
    }

    /// What a node of an inactive region has as outputs.
    pub(super) fn held(&mut self, index: usize, node: &Node<'m>) -> Result<Vec<Signal>, Stop> {
        if let Role::Chart(number) = node.role
            && let Some((_, chart)) = self.diagram.charts.list.get(number)
        {
            return Ok(self.chart_outputs(chart, number)?);
        }
        let resets =
            matches!(node.role, Role::Held) && node.block.parameters.get("OutputWhenDisabled") == Some("reset");
        match self.memory.last(index).filter(|_| !resets) {
            Some(last) => last.clone().map_err(Stop::Problem),
            None => Ok(self.initial(index, node)?),
        }
    }

    /// What a node has before it is first executed.
    pub(super) fn initial(&self, index: usize, node: &Node<'m>) -> Result<Vec<Signal>, Fault> {
        if !matches!(node.role, Role::Held | Role::Merge) {
            return Ok(self.templates.get(index).cloned().flatten().unwrap_or_default());
        }
        let call = self.call(index, node, &[]);
        let written = call.value("InitialOutput", "[]")?;
        match (written.is_empty(), call.template) {
            (true, Some(template)) => Ok(vec![template.clone()]),
            (true, None) => Ok(vec![Signal::ground()]),
            (false, _) => {
                let value = Signal::Array(Array::of_parameter(&written)?);
                Ok(vec![select::shaped(&call, &value)?])
            }
        }
    }

    /// The input of a merge that comes from an active region: the last one, if there are several.
    pub(super) fn merge(&self, index: usize, node: &Node<'m>) -> Result<Vec<Signal>, Stop> {
        if self.learning {
            return self.merge_of_all(index, node);
        }
        let active = |source: &Option<Source>| {
            let regions = source.map(|s| self.diagram.regions_before(s)).unwrap_or_default();
            let known = self.collect(regions.into_iter().map(|region| self.active(region)))?;
            Ok(known.contains(&true))
        };
        let known = self.collect(node.inputs.iter().map(active))?;
        let Some(port) = known.iter().rposition(|active| *active) else { return self.unmerged(index, node) };
        let value = self.input(node, port)?;
        Ok(vec![select::shaped(&self.call(index, node, &[]), &value)?])
    }

    /// A merge none of whose inputs is active.
    fn unmerged(&self, index: usize, node: &Node<'m>) -> Result<Vec<Signal>, Stop> {
        if let Some(last) = self.memory.last(index) {
            return last.clone().map_err(Stop::Problem);
        }
        let call = self.call(index, node, &[]);
        if !call.value("InitialOutput", "[]")?.is_empty() {
            return Ok(self.initial(index, node)?);
        }
        // Without a value of its own it begins with that of the last input that has one.
        for source in node.inputs.iter().rev().flatten() {
            let Some(before) = self.diagram.nodes.get(source.node).filter(|n| matches!(n.role, Role::Held)) else {
                continue;
            };
            let written = before.value("InitialOutput", "[]")?;
            if !written.is_empty() {
                return Ok(vec![select::shaped(&call, &Signal::Array(Array::of_parameter(&written)?))?]);
            }
        }
        Ok(self.initial(index, node)?)
    }

    /// The class and the size of a merge.
    fn merge_of_all(&self, index: usize, node: &Node<'m>) -> Result<Vec<Signal>, Stop> {
        let inputs = self.available(node.inputs.iter().copied())?;
        Ok(select::joined(&self.call(index, node, &[]), &inputs)?)
    }

    /// The values that can be computed, at least one: the others will get theirs when more is known.
    pub(super) fn available(&self, sources: impl Iterator<Item = Option<Source>>) -> Result<Vec<Signal>, Stop> {
        let mut problem = None;
        let mut attempt = |source| match self.signal(source) {
            Err(Stop::Missing(tasks)) => Err(Stop::Missing(tasks)),
            Err(stop) => {
                problem.get_or_insert(stop);
                Ok(None)
            }
            Ok(value) => Ok(Some(value)),
        };
        let results: Vec<_> = sources.map(&mut attempt).collect();
        let values: Vec<Signal> = self.collect(results.into_iter())?.into_iter().flatten().collect();
        match problem {
            Some(stop) if values.is_empty() => Err(stop),
            _ => Ok(values),
        }
    }
}

impl Diagram<'_> {
    /// Whether a region lies in another or is the same.
    fn is_inside(&self, region: usize, outer: usize) -> bool {
        let mut region = region;
        // A region comes after the one that it lies in, so this ends.
        while region > outer {
            region = self.regions.get(region).map_or(0, |r| r.parent);
        }
        region == outer
    }

    /// The regions whose activity gives a new value to a signal; several if it was merged from several.
    fn regions_before(&self, source: Source) -> Vec<usize> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![source.node];
        while let Some(index) = open.pop() {
            let Some(node) = self.nodes.get(index).filter(|_| seen.insert(index)) else { continue };
            match node.role {
                Role::Pass => match node.inputs.first().copied().flatten() {
                    Some(before) => open.push(before.node),
                    None => _ = found.insert(node.region),
                },
                Role::Merge => open.extend(node.inputs.iter().flatten().map(|s| s.node)),
                _ => _ = found.insert(node.region),
            }
        }
        found.into_iter().collect()
    }
}
