//! State machines in the text form, both ways.
//!
//! ```text
//! rest (= pending 0)
//! control
//! region 0 "s" parent 2 element 1 writes s x
//! location 0 0 "OFF" active (= s enum0:OFF) element 2
//! transition 0 0 "t1" named rule "t1" from 0 to 1 enabled %3 taken %3 internal element 4 guard 5
//! ```
//!
//! The first number counts, the second is the region. `control` stands also where there is no region, because a system
//! whose source says that it has no machine is not one whose source says nothing.

use super::parse::{Result_, SystemReader, Tokens, reference};
use super::print::{Printer, reference as printed};
use super::words::{name, quote};
use crate::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition};
use crate::{ElementId, System, TermId, VarId};

/// Every term that the machines hold.
pub(super) fn roots(system: &System) -> Vec<TermId> {
    let graph = system.annexes.control.iter();
    let states = graph.clone().flat_map(|g| g.states.iter().map(|s| s.active));
    let transitions = graph.flat_map(|g| g.transitions.iter().flat_map(|t| [t.enabled, t.taken]));
    system.annexes.rest.into_iter().chain(states).chain(transitions).collect()
}

impl Printer<'_> {
    /// Prints the machines.
    pub(super) fn control(&mut self) {
        if let Some(rest) = self.system.annexes.rest {
            self.line(&format!("rest {}", self.term(rest)));
        }
        let Some(graph) = &self.system.annexes.control else { return };
        self.line("control");
        for (id, region) in graph.regions.iter().enumerate() {
            self.region(id, region);
        }
        for (id, state) in graph.states.iter().enumerate() {
            let (active, element) = (self.term(state.active), printed(state.element));
            self.line(&format!("location {id} {} {} active {active}{element}", state.region.0, quote(&state.name)));
        }
        for (id, transition) in graph.transitions.iter().enumerate() {
            self.transition(id, transition);
        }
    }

    fn region(&mut self, id: usize, region: &Region) {
        let parent = region.parent.map_or_else(String::new, |p| format!(" parent {}", p.0));
        let writes = region.writes.iter().map(|v| format!(" {}", name(&self.system.terms.var(*v).name)));
        let (element, writes) = (printed(region.element), writes.collect::<String>());
        self.line(&format!("region {id} {}{parent}{element} writes{writes}", quote(&region.name)));
    }

    fn transition(&mut self, id: usize, t: &Transition) {
        let named = if t.named { " named" } else { "" };
        let internal = if t.internal { " internal" } else { "" };
        let guard = t.guard.map_or_else(String::new, |e| format!(" guard {}", e.0));
        let (region, source, target) = (t.region.0, t.source.0, t.target.0);
        let (enabled, taken) = (self.term(t.enabled), self.term(t.taken));
        let head = format!("transition {id} {region} {}{named} rule {}", quote(&t.name), quote(&t.rule));
        let element = printed(t.element);
        self.line(&format!(
            "{head} from {source} to {target} enabled {enabled} taken {taken}{internal}{element}{guard}"
        ));
    }
}

impl SystemReader {
    /// Reads a line about machines.
    pub(super) fn control(&mut self, keyword: &str, tokens: &mut Tokens) -> Result_<()> {
        let id: usize = tokens.number()?;
        let mut graph = self.system.annexes.control.take().ok_or("expected `control` before the first region")?;
        let place = match keyword {
            "region" => graph.regions.len(),
            "location" => graph.states.len(),
            _ => graph.transitions.len(),
        };
        let read = match keyword {
            _ if id != place => Err(format!("a {keyword} must be numbered in order: expected {place}")),
            "region" => self.region(tokens, &mut graph),
            "location" => self.location(tokens, &mut graph),
            _ => self.transition(tokens, &mut graph),
        };
        self.system.annexes.control = Some(graph);
        read
    }

    fn region(&mut self, tokens: &mut Tokens, graph: &mut ControlGraph) -> Result_<()> {
        let name = tokens.name()?;
        let parent = tokens.accept("parent").then(|| tokens.number().map(StateId)).transpose()?;
        let element = reference(tokens)?;
        tokens.expect("writes")?;
        let mut writes = Vec::new();
        while tokens.peek().is_some() {
            writes.push(self.written(&tokens.name()?)?);
        }
        graph.regions.push(Region { name, parent, writes, element });
        Ok(())
    }

    fn written(&self, name: &str) -> Result_<VarId> {
        self.system.terms.find_var(name).ok_or_else(|| format!("unknown variable `{name}`"))
    }

    fn location(&mut self, tokens: &mut Tokens, graph: &mut ControlGraph) -> Result_<()> {
        let (region, name) = (RegionId(tokens.number()?), tokens.name()?);
        tokens.expect("active")?;
        let active = self.term(tokens, 0)?;
        let element = reference(tokens)?;
        graph.states.push(ControlState { region, name, active, element });
        Ok(())
    }

    fn transition(&mut self, tokens: &mut Tokens, graph: &mut ControlGraph) -> Result_<()> {
        let (region, name, named) = (RegionId(tokens.number()?), tokens.name()?, tokens.accept("named"));
        tokens.expect("rule")?;
        let rule = tokens.name()?;
        tokens.expect("from")?;
        let source = StateId(tokens.number()?);
        tokens.expect("to")?;
        let target = StateId(tokens.number()?);
        tokens.expect("enabled")?;
        let enabled = self.term(tokens, 0)?;
        tokens.expect("taken")?;
        let taken = self.term(tokens, 0)?;
        let internal = tokens.accept("internal");
        let element = reference(tokens)?;
        let guard = tokens.accept("guard").then(|| tokens.number().map(ElementId)).transpose()?;
        graph.transitions.push(Transition {
            region,
            source,
            target,
            name,
            named,
            rule,
            enabled,
            taken,
            internal,
            element,
            guard,
        });
        Ok(())
    }
}
