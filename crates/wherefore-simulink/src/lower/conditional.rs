//! Subsystems that are active at some ticks only: enabled, triggered, actions of `If` and `SwitchCase`; and what joins them.

use super::{Lowerer, Signal, element_or_first};
use crate::document::Port;
use crate::flat::{InstanceId, SystemId, Wire};
use crate::matlab::{Class, ExprKind, Number, Value, parse, parse_list};
use crate::signal::Type;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// Whether a system is active; none if it always is.
    pub(crate) fn is_active(&mut self, system: SystemId) -> Checked<Option<BlockId>> {
        if let Some(known) = self.active.get(&system) {
            return Ok(*known);
        }
        let place = self.flat.place(system);
        let (Some(owner), Some(parent)) = (place.owner, place.parent) else { return Ok(None) };
        let around = self.is_active(parent)?;
        let (call, current) = (self.builder.resume(self.calls[parent.0 as usize]), self.current.replace(owner));
        let own = self.condition(owner, system);
        self.current = current;
        self.builder.resume(call);
        let active = match (around, own?) {
            (Some(around), Some(own)) => Some(self.all(&[around, own])),
            (None, Some(own)) => Some(self.when_due(system, own)),
            (around, None) => around,
        };
        self.active.insert(system, active);
        Ok(active)
    }

    /// What a subsystem itself asks for to be active.
    fn condition(&mut self, owner: InstanceId, system: SystemId) -> Checked<Option<BlockId>> {
        let mut conditions = Vec::new();
        for (port, wire) in self.instance(owner).control.clone() {
            match port {
                Port::Enable => {
                    let signal = self.signal(wire)?;
                    let positive: Vec<BlockId> = signal.elements.iter().map(|b| self.positive(*b)).collect();
                    conditions.push(self.any(&positive));
                }
                Port::Action => {
                    let signal = self.signal(wire)?;
                    conditions.extend(signal.element(0));
                }
                Port::Trigger => conditions.push(self.triggered(owner, system, wire)?),
                _ => return Err(self.unsupported(owner, "a port for a reset or for connections is not supported")),
            }
        }
        let controlled =
            ["EnablePort", "TriggerPort", "ActionPort"].iter().any(|k| self.flat.block_of_kind(system, k).is_some());
        if conditions.is_empty() {
            // A control input that nothing drives never becomes active.
            return Ok(if controlled { Some(self.truth(false)) } else { None });
        }
        Ok(Some(self.all(&conditions)))
    }

    fn positive(&mut self, block: BlockId) -> BlockId {
        let zero = self.number(&Number::zero(), Class::Int32);
        self.compare(">", block, zero)
    }

    /// Whether there is an edge of a trigger; never at the first tick.
    fn triggered(&mut self, owner: InstanceId, system: SystemId, wire: Wire) -> Checked<BlockId> {
        let port = self.flat.block_of_kind(system, "TriggerPort");
        let kind = match port.map_or("", |p| self.text(p, "TriggerType")) {
            "" | "rising" => (true, false),
            "falling" => (false, true),
            "either" => (true, true),
            other => return Err(self.unsupported(owner, &format!("the trigger {other} is not supported"))),
        };
        let signal = self.signal(wire)?;
        let mut edges = Vec::new();
        for block in &signal.elements {
            edges.push(self.edges_of(owner, *block, kind)?);
        }
        Ok(self.any(&edges))
    }

    /// Whether a number rises, or falls, as a trigger.
    pub(crate) fn edges_of(&mut self, owner: InstanceId, block: BlockId, kind: (bool, bool)) -> Checked<BlockId> {
        let (now, last) = self.trigger_signs(owner, block)?;
        let mut edges = Vec::new();
        if kind.0 {
            edges.push(self.edge(owner, ">", now, last)?);
        }
        if kind.1 {
            edges.push(self.edge(owner, "<", now, last)?);
        }
        Ok(self.any(&edges))
    }

    /// The sign of a trigger now and at the last tick; before the first tick it is what it is then.
    fn trigger_signs(&mut self, owner: InstanceId, block: BlockId) -> Checked<(BlockId, BlockId)> {
        let number = self.signum(block);
        let now = self.cast(number, Class::Int8);
        let (pre, _) = self.memory(owner, Class::Int8, &Number::zero())?;
        let first = self.first_run(owner)?;
        let last = self.op(Op::Ite, &[first, now, pre]);
        self.remember(owner, pre, last, now)?;
        Ok((now, last))
    }

    /// Whether a sign goes in a direction. Going on from zero, after zero was reached in that direction, is no second edge.
    fn edge(&mut self, owner: InstanceId, direction: &str, now: BlockId, last: BlockId) -> Checked<BlockId> {
        let goes = self.compare(direction, now, last);
        let zero = self.number(&Number::zero(), Class::Int8);
        let is_zero = self.compare("==", now, zero);
        let reached = self.all(&[goes, is_zero]);
        let (pre, before) = self.memory(owner, Class::Boolean, &Number::zero())?;
        self.remember(owner, pre, before, reached)?;
        let fresh = self.not(before);
        Ok(self.all(&[goes, fresh]))
    }

    /// Whether a system becomes active at this tick and starts anew then; none if its memories are kept.
    pub(crate) fn activated(&mut self, system: SystemId) -> Checked<Option<BlockId>> {
        let mut resets = Vec::new();
        let mut place = Some(system);
        while let Some(system) = place {
            if self.starts_anew(system) {
                resets.extend(self.becomes_active(system)?);
            }
            place = self.flat.place(system).parent;
        }
        Ok(if resets.is_empty() { None } else { Some(self.any(&resets)) })
    }

    /// Whether the memories of a system are reset when it becomes active.
    fn starts_anew(&self, system: SystemId) -> bool {
        let is_reset = |kind: &str, parameter: &str| {
            self.flat.block_of_kind(system, kind).is_some_and(|id| self.text(id, parameter) == "reset")
        };
        is_reset("EnablePort", "StatesWhenEnabling") || is_reset("ActionPort", "InitializeStates")
    }

    /// Active now and not at the last tick.
    fn becomes_active(&mut self, system: SystemId) -> Checked<Option<BlockId>> {
        let Some(active) = self.is_active(system)? else { return Ok(None) };
        let before = self.was_active(system, active);
        let inactive = self.not(before);
        Ok(Some(self.all(&[active, inactive])))
    }

    /// An output port: of a system that is not always active, the last value or the initial one.
    pub(super) fn outport(&mut self, id: InstanceId) -> Checked<Signal> {
        let system = self.instance(id).system;
        let input = self.input(id, 0)?;
        let own = self.own_condition(system);
        let active = if own { self.is_active(system)? } else { None };
        let Some(active) = active else { return Ok(self.wires(id, &input)) };
        let initial = self.parameter(id, "InitialOutput")?.filter(|v| !v.is_empty()).unwrap_or(Value::integer(0));
        let reset = self.text(id, "OutputWhenDisabled") == "reset";
        let mut elements = Vec::new();
        for (index, (block, class)) in input.elements.iter().zip(input.ty.classes()).enumerate() {
            let number = element_or_first(&initial, index);
            let number = class.cast(&number);
            if reset {
                elements.push(self.reset_when_inactive(id, class, &number, (active, *block))?);
                continue;
            }
            let otherwise = self.held(id, class, &number, (active, *block))?;
            elements.push(self.op(Op::Ite, &[active, *block, otherwise]));
        }
        Ok(Signal { ty: input.ty.clone(), elements })
    }

    /// Whether the system has a condition of its own, besides those around it.
    pub(super) fn own_condition(&self, system: SystemId) -> bool {
        ["EnablePort", "TriggerPort", "ActionPort"].iter().any(|k| self.flat.block_of_kind(system, k).is_some())
    }

    /// The last value at a tick with a condition, or the initial one.
    fn held(
        &mut self,
        id: InstanceId,
        class: Class,
        initial: &Number,
        (active, value): (BlockId, BlockId),
    ) -> Checked<BlockId> {
        let (pre, state) = self.register(id, class, initial)?;
        let now = self.op(Op::Ite, &[active, value, state]);
        self.builder.connect(pre, now);
        Ok(state)
    }

    /// The value of the input whose subsystem is active.
    pub(super) fn merge(&mut self, id: InstanceId) -> Checked<Signal> {
        let ty = self.type_of(id, 0);
        let initial = self.parameter(id, "InitialOutput")?.filter(|v| !v.is_empty()).unwrap_or(Value::integer(0));
        let wires = self.instance(id).inputs.clone();
        let mut inputs = Vec::new();
        for wire in wires.into_iter().flatten() {
            let active = self.is_active(self.executed_in(wire))?;
            inputs.push((active, self.signal(wire)?));
        }
        let mut elements = Vec::new();
        for (index, class) in ty.classes().into_iter().enumerate() {
            let number = element_or_first(&initial, index);
            let (pre, mut value) = self.register(id, class, &class.cast(&number))?;
            for (active, signal) in &inputs {
                let Some(block) = signal.element(index) else {
                    return Err(self.unfit(id, "the sizes of its inputs do not fit"));
                };
                let block = self.cast(block, class);
                value = match active {
                    Some(active) => self.op(Op::Ite, &[*active, block, value]),
                    None => block,
                };
            }
            self.builder.connect(pre, value);
            elements.push(value);
        }
        Ok(Signal { ty, elements })
    }

    /// The system whose activity decides about a signal: that of the output port that it comes from.
    fn executed_in(&self, wire: Wire) -> SystemId {
        let mut wire = wire;
        for _ in 0..self.flat.instances.len() {
            let instance = self.flat.get(wire.from);
            let controlled = self.own_condition(instance.system);
            match instance.inputs.first().copied().flatten() {
                Some(before) if instance.kind == "Outport" && !controlled => wire = before,
                Some(before) if matches!(instance.kind.as_str(), "SignalConversion" | "From" | "Goto" | "Inport") => {
                    wire = before
                }
                _ => break,
            }
        }
        self.flat.get(wire.from).system
    }

    /// An output of `If` or `SwitchCase`: whether this branch is taken.
    pub(super) fn branch(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let conditions = if self.instance(id).kind == "If" { self.if_conditions(id)? } else { self.cases(id)? };
        let mut parts: Vec<BlockId> = Vec::new();
        for condition in conditions.iter().take(port) {
            parts.push(self.not(*condition));
        }
        parts.extend(conditions.get(port));
        let taken = self.all(&parts);
        Ok(Signal { ty: Type::TRUTH, elements: vec![taken] })
    }

    fn if_conditions(&mut self, id: InstanceId) -> Checked<Vec<BlockId>> {
        let inputs = self.inputs(id)?;
        let first = match self.text(id, "IfExpression") {
            "" => "u1 > 0",
            text => text,
        };
        let mut list = vec![self.parsed(id, first)?];
        let others = self.text(id, "ElseIfExpressions");
        if !others.trim().is_empty() {
            let Ok(more) = parse_list(others) else {
                return Err(self.unsupported(id, &format!("the expressions `{others}` cannot be read")));
            };
            list.extend(more);
        }
        let mut conditions = Vec::new();
        for expr in &list {
            let value = self.evaluated(id, expr, &inputs)?;
            conditions.push(self.as_truth(value));
        }
        Ok(conditions)
    }

    /// The cases of a `SwitchCase`: lists of numbers.
    fn cases(&mut self, id: InstanceId) -> Checked<Vec<BlockId>> {
        let input = self.input(id, 0)?;
        let text = self.text(id, "CaseConditions");
        let cells = match parse(text).map(|e| e.kind) {
            Ok(ExprKind::Cell(rows)) => rows.into_iter().flatten().collect::<Vec<_>>(),
            _ => return Err(self.unsupported(id, &format!("the cases `{text}` cannot be read"))),
        };
        let Some(control) = input.element(0) else { return Err(self.unfit(id, "its input is empty")) };
        let real = self.as_real(control);
        let number = self.round(real, super::gates::Round::Zero);
        let mut conditions = Vec::new();
        for cell in &cells {
            let scope = self.instance(id).scope.clone();
            let Ok(value) = crate::matlab::evaluate(cell, &|name| scope.find(name)) else {
                return Err(self.unsupported(id, &format!("the cases `{text}` have no values")));
            };
            let mut same = Vec::new();
            for label in &value.elements {
                let label = self.number(label, Class::Int64);
                same.push(self.compare("==", number, label));
            }
            conditions.push(self.any(&same));
        }
        Ok(conditions)
    }
}
