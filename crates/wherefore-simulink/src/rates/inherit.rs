//! The rates of blocks that name none.
//!
//! A block runs whenever one of its inputs may change: at the rate of the fastest, if the others are multiples of it, or else at
//! one that divides all of them. What is inside of a subsystem that is executed on condition, or that has a sample time, runs at one rate. What depends on constants alone has no rate,
//! unless it has a memory: then it runs at every tick. Rates are handed on until nothing changes; they only become faster.

use super::base::Base;
use super::{Rate, Rates, refused};
use crate::flat::{Flat, InstanceId, SystemId, Wire};
use std::collections::{BTreeSet, VecDeque};
use wherefore_syntax::{Checked, Reporter};

/// Blocks that give the same at all ticks.
const CONSTANT: [&str; 4] = ["Constant", "Ground", "commented out", "M-S-Function"];

/// Blocks that give what comes from outside.
const SOURCES: [&str; 3] = ["opened", "FromWorkspace", "Signal Builder"];

/// Blocks without a memory of their own are not listed.
const WITH_MEMORY: [&str; 11] = [
    "UnitDelay",
    "Memory",
    "Delay",
    "DiscreteIntegrator",
    "RateLimiter",
    "Rate Limiter Dynamic",
    "InitialCondition",
    "Detect Change",
    "Detect Increase",
    "Detect Decrease",
    "Chart",
];

/// Whether what a block gives depends on more than its inputs at the same tick.
pub(crate) fn has_memory(flat: &Flat<'_>, id: InstanceId) -> bool {
    WITH_MEMORY.contains(&flat.get(id).kind.as_str()) || is_source(flat, id)
}

fn is_source(flat: &Flat<'_>, id: InstanceId) -> bool {
    let instance = flat.get(id);
    let is_port = matches!(instance.kind.as_str(), "Inport" | "InportShadow");
    SOURCES.contains(&instance.kind.as_str()) || (is_port && flat.place(instance.system).owner.is_none())
}

/// Systems that run as a whole.
struct Domain {
    /// The outermost of them.
    outer: SystemId,
    owner: InstanceId,
    /// The rate that something in it names, and who does.
    named: Option<(InstanceId, Rate)>,
    /// Whether data inputs have a part in it, besides what controls it.
    follows_inputs: bool,
    rate: Option<Rate>,
}

struct Inheritance<'a, 'm> {
    flat: &'a Flat<'m>,
    base: Base,
    domains: Vec<Domain>,
    /// The domain of each system.
    domain_of: Vec<Option<usize>>,
    /// Who gets what a block gives.
    consumers: Vec<Vec<InstanceId>>,
    rates: Vec<Option<Rate>>,
}

/// Finds all rates.
pub(super) fn inherited(flat: &Flat<'_>, base: Base, report: &mut Reporter) -> Checked<Rates> {
    let mut all = Inheritance {
        flat,
        base,
        domains: Vec::new(),
        domain_of: vec![None; flat.places.len()],
        consumers: vec![Vec::new(); flat.instances.len()],
        rates: vec![None; flat.instances.len()],
    };
    all.find_domains(report)?;
    all.find_consumers();
    all.find_targets();
    all.spread(false);
    all.spread(true);
    all.finish(report)
}

impl Inheritance<'_, '_> {
    fn own(&self, id: InstanceId) -> Option<Rate> {
        self.base.own[id.0 as usize]
    }

    fn domain(&self, id: SystemId) -> Option<&Domain> {
        self.domains.get(self.domain_of[id.0 as usize]?)
    }

    fn find_domains(&mut self, report: &mut Reporter) -> Checked<()> {
        // A system comes after the one around it.
        for index in 1..self.flat.places.len() {
            let place = &self.flat.places[index];
            let (Some(owner), Some(parent)) = (place.owner, place.parent) else { continue };
            let system = SystemId(index as u32);
            let has = |kind: &str| self.flat.block_of_kind(system, kind).is_some();
            let is_moved = has("TriggerPort") || has("ActionPort");
            let is_domain = is_moved || has("EnablePort") || self.own(owner).is_some();
            self.domain_of[index] = self.domain_of[parent.0 as usize].or_else(|| {
                is_domain.then(|| {
                    let named = self.own(owner).map(|rate| (owner, rate));
                    self.domains.push(Domain { outer: system, owner, named, follows_inputs: !is_moved, rate: None });
                    self.domains.len() - 1
                })
            });
        }
        for id in self.flat.ids() {
            let (Some(rate), Some(index)) = (self.own(id), self.domain_of[self.flat.get(id).system.0 as usize]) else {
                continue;
            };
            match self.domains[index].named {
                Some((other, known)) if known != rate => {
                    let owner = &self.flat.get(self.domains[index].owner).path;
                    return Err(refused(self.flat, (other, id), &format!("`{owner}` runs as a whole"), report));
                }
                Some(_) => {}
                None => self.domains[index].named = Some((id, rate)),
            }
        }
        Ok(())
    }

    fn find_consumers(&mut self) {
        for id in self.flat.ids() {
            let instance = self.flat.get(id);
            let control = instance.control.iter().map(|(_, wire)| *wire);
            for wire in instance.inputs.iter().copied().flatten().chain(control) {
                self.consumers[wire.from.0 as usize].push(id);
            }
        }
    }

    /// A rate transition that names no rate has that of the blocks that it leads to.
    fn find_targets(&mut self) {
        for id in self.flat.ids() {
            if self.flat.get(id).kind != "RateTransition" || self.own(id).is_some() {
                continue;
            }
            let named = |c: &InstanceId| {
                let domain = self.domain(self.flat.get(*c).system).and_then(|d| d.named);
                self.own(*c).or(domain.map(|(_, rate)| rate))
            };
            let target = self.consumers[id.0 as usize].iter().filter_map(named).reduce(Rate::join);
            self.base.own[id.0 as usize] = target;
        }
    }

    /// Hands rates on; in the end what has none runs at every tick.
    fn spread(&mut self, in_the_end: bool) {
        let mut queue: VecDeque<InstanceId> = self.flat.ids().collect();
        for index in 0..self.domains.len() {
            self.refresh_domain(index, in_the_end, &mut queue);
        }
        while let Some(id) = queue.pop_front() {
            let rate = self.rate(id, in_the_end);
            if rate == self.rates[id.0 as usize] {
                continue;
            }
            self.rates[id.0 as usize] = rate;
            for consumer in self.consumers[id.0 as usize].clone() {
                queue.push_back(consumer);
                let inside = self.flat.get(consumer).inside;
                if let Some(domain) = inside.and_then(|s| self.domain_of[s.0 as usize]) {
                    self.refresh_domain(domain, in_the_end, &mut queue);
                }
            }
        }
    }

    fn given(&self, wires: impl Iterator<Item = Wire>) -> Option<Rate> {
        wires.filter_map(|wire| self.rates[wire.from.0 as usize]).reduce(Rate::join)
    }

    /// Finds the rate of a domain; if it is another than before, all that is inside is looked at again.
    fn refresh_domain(&mut self, index: usize, in_the_end: bool, queue: &mut VecDeque<InstanceId>) {
        let domain = &self.domains[index];
        let owner = self.flat.get(domain.owner);
        let control = owner.control.iter().map(|(_, wire)| *wire);
        let data = owner.inputs.iter().copied().flatten().filter(|_| domain.follows_inputs);
        let named = domain.named.map(|(_, rate)| rate);
        let rate = named.or_else(|| self.given(control.chain(data))).or(in_the_end.then_some(Rate::BASE));
        if rate == domain.rate {
            return;
        }
        self.domains[index].rate = rate;
        queue.push_back(self.domains[index].owner);
        for (system, domain) in self.domain_of.iter().enumerate() {
            if *domain == Some(index) {
                queue.extend(&self.flat.places[system].instances);
            }
        }
    }

    fn rate(&self, id: InstanceId, in_the_end: bool) -> Option<Rate> {
        let instance = self.flat.get(id);
        if CONSTANT.contains(&instance.kind.as_str()) {
            return None;
        }
        let inside = instance.inside.and_then(|s| self.domain(s));
        if let Some(domain) = self.domain(instance.system).or(inside) {
            return domain.rate;
        }
        if let Some(own) = self.own(id) {
            return Some(own);
        }
        if is_source(self.flat, id) {
            return Some(Rate::BASE);
        }
        let ends = (in_the_end && has_memory(self.flat, id)).then_some(Rate::BASE);
        self.given(instance.inputs.iter().copied().flatten()).or(ends)
    }

    fn finish(mut self, report: &mut Reporter) -> Checked<Rates> {
        let mut delays = BTreeSet::new();
        let mut slowed = Vec::new();
        for id in self.flat.ids() {
            if self.flat.get(id).kind != "RateTransition" {
                continue;
            }
            if let Some(slow) = self.delayed(id, report)? {
                delays.insert(id);
                slowed.push((id, slow));
            }
        }
        for (id, slow) in slowed {
            self.rates[id.0 as usize] = Some(slow);
        }
        let rate_of = |domain: &Option<usize>| domain.and_then(|index| self.domains[index].rate);
        let systems = self.domain_of.iter().map(rate_of).collect();
        let Base { tick, hyperperiod, .. } = self.base;
        Ok(Rates { tick: Some(tick), only: None, hyperperiod, executed: self.rates, systems, delays })
    }

    /// The rate at which a rate transition delays what it hands on: it does so from a slow rate to a faster one, if it has to
    /// give the same whatever runs first.
    fn delayed(&self, id: InstanceId, report: &mut Reporter) -> Checked<Option<Rate>> {
        let instance = self.flat.get(id);
        let Some(wire) = instance.inputs.first().copied().flatten() else { return Ok(None) };
        let is_off = |name: &str| instance.block.parameters.get(name) == Some("off");
        let (Some(before), Some(after)) = (self.rates[wire.from.0 as usize], self.rates[id.0 as usize]) else {
            return Ok(None);
        };
        if before == after || before.covers(after) || is_off("Integrity") || is_off("Deterministic") {
            return Ok(None);
        }
        if !after.covers(before) {
            let why = "a transition that is deterministic needs one that is a multiple of the other";
            return Err(refused(self.flat, (wire.from, id), why, report));
        }
        match self.domain(instance.system) {
            Some(domain) if self.is_conditional(domain) => {
                let why = "a transition in a subsystem that is executed on condition";
                Err(refused(self.flat, (wire.from, id), why, report))
            }
            _ => Ok(Some(before)),
        }
    }

    fn is_conditional(&self, domain: &Domain) -> bool {
        ["EnablePort", "TriggerPort", "ActionPort"]
            .iter()
            .any(|kind| self.flat.block_of_kind(domain.outer, kind).is_some())
    }
}
