//! What is asked of a diagram: contracts, objectives of proofs, assertions; and what is taken for granted.
//!
//! An assumption of a contract restricts the environment if the subsystem that has the contract is fed by the inputs of the
//! model alone. Otherwise the rest of the diagram must keep it: it is asked like a guarantee, and what the contract guarantees
//! is asked as long as its assumptions have held.

use super::Lowerer;
use crate::flat::{InstanceId, SystemId, Wire};
use crate::matlab::{Class, ExprKind, Number, parse};
use std::collections::BTreeMap;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Constraint, Element, ElementKind, Op, Property, PropertyKind, Sort};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// Builds everything that is asked.
    pub(super) fn properties(&mut self) -> Checked<()> {
        let mut held: BTreeMap<SystemId, Option<BlockId>> = BTreeMap::new();
        let mut result = Ok(());
        for id in self.flat.ids() {
            let done = self.property(id, &mut held);
            result = result.and(done);
        }
        result
    }

    /// Builds formulas that are asked from outside.
    pub(super) fn formulas(&mut self, texts: &[String]) -> Checked<()> {
        let Some(place) = self.flat.ids().next() else { return Ok(()) };
        for text in texts {
            let is_name = self.builder.system.properties.iter().any(|p| p.name == *text);
            let Some(expr) = parse(text).ok().filter(|e| !is_name && self.speaks_of_signals(e)) else { continue };
            self.builder.resume(self.calls[0]);
            let value = self.evaluated(place, &expr, &[])?;
            let block = self.as_truth(value);
            let term = self.builder.value(block);
            let kind = PropertyKind::Invariant;
            let property = Property { name: text.clone(), kind, term, text: text.clone(), element: None };
            self.builder.system.properties.push(property);
            self.builder.sink(text, block);
        }
        Ok(())
    }

    /// Whether every name in a formula is that of a signal.
    fn speaks_of_signals(&self, expr: &crate::matlab::Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) | ExprKind::Text(name) => {
                self.signal_of(name).is_some() || self.part_of_chart(name).is_some()
            }
            ExprKind::Field(..) => expr.dotted_name().is_some_and(|name| self.part_of_chart(&name).is_some()),
            ExprKind::Number(_) => true,
            _ => !expr.parts().is_empty() && expr.parts().iter().all(|part| self.speaks_of_signals(part)),
        }
    }

    /// The output that a name in a formula means: a port of the model, or a block by its path.
    pub(super) fn signal_of(&self, name: &str) -> Option<Wire> {
        let from = self.flat.ids().find(|id| self.flat.get(*id).path == name)?;
        Some(Wire { from, port: 0 })
    }

    fn property(&mut self, id: InstanceId, held: &mut BTreeMap<SystemId, Option<BlockId>>) -> Checked<()> {
        let current = self.current.replace(id);
        let call = self.builder.resume(self.calls[self.instance(id).system.0 as usize]);
        let asked = match self.instance(id).kind.as_str() {
            "ContractGuaranteeBlock" | "ContractModeBlock" => self.guarantee(id, held),
            "ContractAssumeBlock" => self.assumption(id),
            "Proof Objective" | "Assertion" => self.objective(id),
            "Assumption" => {
                let holds = self.in_intervals(id)?;
                self.grant(id, holds);
                Ok(())
            }
            _ => Ok(()),
        };
        self.current = current;
        self.builder.resume(call);
        asked
    }

    /// What a guarantee or a mode of a contract says.
    fn promised(&mut self, id: InstanceId) -> Checked<BlockId> {
        if self.instance(id).kind == "ContractModeBlock" {
            let (require, ensure) = (self.input_truth(id, 0)?, self.input_truth(id, 1)?);
            return Ok(self.op(Op::Implies, &[require, ensure]));
        }
        self.said(id)
    }

    /// What a block of a contract says: its output, which may be calculated inside, or else its input.
    fn said(&mut self, id: InstanceId) -> Checked<BlockId> {
        let inside = self.instance(id).inside.and_then(|system| self.flat.port_block(system, "Outport", 0));
        let Some(from) = inside else { return self.input_truth(id, 0) };
        let signal = self.signal(Wire { from, port: 0 })?;
        let truths: Vec<BlockId> = signal.elements.iter().map(|b| self.as_truth(*b)).collect();
        Ok(self.all(&truths))
    }

    fn input_truth(&mut self, id: InstanceId, index: usize) -> Checked<BlockId> {
        let signal = self.input(id, index)?;
        let truths: Vec<BlockId> = signal.elements.iter().map(|b| self.as_truth(*b)).collect();
        Ok(self.all(&truths))
    }

    fn guarantee(&mut self, id: InstanceId, held: &mut BTreeMap<SystemId, Option<BlockId>>) -> Checked<()> {
        let mut block = self.promised(id)?;
        let system = self.instance(id).system;
        let premise = match held.get(&system) {
            Some(known) => *known,
            None => {
                let premise = self.assumed_so_far(system)?;
                held.insert(system, premise);
                premise
            }
        };
        if let Some(premise) = premise {
            block = self.op(Op::Implies, &[premise, block]);
        }
        self.ask(id, block);
        Ok(())
    }

    fn assumption(&mut self, id: InstanceId) -> Checked<()> {
        let block = self.said(id)?;
        if self.is_of_environment(self.instance(id).system) {
            self.grant(id, block);
        } else {
            self.ask(id, block);
        }
        Ok(())
    }

    /// Whether a contract belongs to the model as a whole: it stands in the outermost system, or in a subsystem all of whose
    /// inputs are inputs of the model.
    fn is_of_environment(&self, contract: SystemId) -> bool {
        let Some(around) = self.flat.place(contract).parent else { return true };
        let Some(owner) = self.flat.place(around).owner else { return true };
        self.flat.get(owner).inputs.iter().flatten().all(|wire| self.is_model_input(*wire))
    }

    fn is_model_input(&self, wire: Wire) -> bool {
        let mut wire = wire;
        for _ in 0..self.flat.instances.len() {
            let instance = self.flat.get(wire.from);
            match (instance.kind.as_str(), instance.inputs.first().copied().flatten()) {
                ("Inport" | "InportShadow", _) if self.flat.place(instance.system).owner.is_none() => return true,
                ("Constant" | "Ground", _) => return true,
                ("Inport" | "InportShadow" | "From" | "Goto" | "SignalConversion", Some(before)) => wire = before,
                _ => return false,
            }
        }
        false
    }

    /// Whether the assumptions of a contract have held at every tick so far; nothing if they are granted.
    fn assumed_so_far(&mut self, contract: SystemId) -> Checked<Option<BlockId>> {
        if self.is_of_environment(contract) {
            return Ok(None);
        }
        let mut list = Vec::new();
        for id in self.flat.place(contract).instances.clone() {
            if self.instance(id).kind == "ContractAssumeBlock" {
                list.push(self.said(id)?);
            }
        }
        if list.is_empty() {
            return Ok(None);
        }
        let now = self.all(&list);
        let pre = self.builder.pre_of_later("assumed", Sort::Bool, None);
        let (first, yes) = (self.builder.first(None), self.truth(true));
        let before = self.op(Op::Ite, &[first, yes, pre]);
        let held = self.all(&[now, before]);
        self.builder.connect(pre, held);
        Ok(Some(held))
    }

    fn objective(&mut self, id: InstanceId) -> Checked<()> {
        if self.text(id, "enabled") == "off" || self.text(id, "Enabled") == "off" {
            return Ok(());
        }
        let holds = match self.instance(id).kind.as_str() {
            "Assertion" => self.input_truth(id, 0)?,
            _ => self.in_intervals(id)?,
        };
        self.ask(id, holds);
        Ok(())
    }

    /// Whether the input lies in the intervals that a block of Design Verifier lists.
    fn in_intervals(&mut self, id: InstanceId) -> Checked<BlockId> {
        let text = match self.text(id, "intervals") {
            "" => "true",
            text => text,
        };
        let cells = match parse(text).map(|e| e.kind) {
            Ok(ExprKind::Cell(rows)) => rows.into_iter().flatten().collect(),
            _ => vec![self.parsed(id, text)?],
        };
        let input = self.input(id, 0)?;
        let mut all = Vec::new();
        for block in &input.elements {
            let mut any = Vec::new();
            for cell in &cells {
                any.push(self.in_interval(id, cell, *block)?);
            }
            all.push(self.any(&any));
        }
        Ok(self.all(&all))
    }

    fn in_interval(&mut self, id: InstanceId, cell: &crate::matlab::Expr, block: BlockId) -> Checked<BlockId> {
        let scope = self.instance(id).scope.clone();
        let Ok(value) = crate::matlab::evaluate(cell, &|name| scope.find(name)) else {
            return Err(self.unsupported(id, "its intervals have no values"));
        };
        match (value.elements.as_slice(), value.class) {
            ([truth], Class::Boolean) => {
                let holds = self.as_truth(block);
                Ok(if truth.is_zero() { self.not(holds) } else { holds })
            }
            ([only], _) => Ok(self.bound("==", block, only)),
            ([low, high], _) => {
                let (above, below) = (self.bound(">=", block, low), self.bound("<=", block, high));
                Ok(self.all(&[above, below]))
            }
            _ => Err(self.unsupported(id, "an interval has one or two bounds")),
        }
    }

    /// A comparison with a bound; an infinite one is no bound.
    fn bound(&mut self, operator: &str, block: BlockId, bound: &Number) -> BlockId {
        if bound.finite().is_none() {
            return self.truth(true);
        }
        let bound = self.number(bound, Class::Double);
        self.compare(operator, block, bound)
    }

    /// Takes something for granted, whenever the system that says so is active.
    fn grant(&mut self, id: InstanceId, block: BlockId) {
        let term = self.builder.value(block);
        let element = self.labelled(id, ElementKind::Constraint);
        self.builder.system.invar.push(Constraint { term, element: Some(element) });
    }

    /// Adds a property that has the path of a block as its name.
    fn ask(&mut self, id: InstanceId, block: BlockId) {
        let name = self.instance(id).path.clone();
        let element = self.labelled(id, ElementKind::Property);
        let text = self.asked_text(id);
        let term = self.builder.value(block);
        let property =
            Property { name: name.clone(), kind: PropertyKind::Invariant, term, text, element: Some(element) };
        self.builder.system.properties.push(property);
        self.builder.sink(&name, block);
    }

    /// What a property asks for, in words of the diagram: the signal at its input.
    fn asked_text(&self, id: InstanceId) -> String {
        let source = |index: usize| {
            let wire = self.flat.get(id).inputs.get(index).copied().flatten();
            wire.map_or_else(|| "nothing".to_owned(), |w| self.flat.get(w.from).block.title())
        };
        match self.instance(id).kind.as_str() {
            "ContractModeBlock" => format!("{} -> {}", source(0), source(1)),
            _ => source(0),
        }
    }

    fn labelled(&mut self, id: InstanceId, kind: ElementKind) -> wherefore_ir::ElementId {
        let instance = self.flat.get(id);
        let element = Element { kind, name: instance.path.clone(), span: Some(instance.block.span), parent: None };
        self.builder.system.elements.add(element)
    }
}
