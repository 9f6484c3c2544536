//! Blocks that run at some ticks only.
//!
//! One memory counts the ticks until all rates begin together again. A block that runs at some ticks has a value of its own then,
//! and keeps it in between. A block without memory whose inputs all change at its own rate does so without further ado.

use super::{Lowerer, Signal};
use crate::flat::{InstanceId, SystemId};
use crate::matlab::{Class, Number};
use crate::rates::{Rate, has_memory};
use wherefore_ir::network::{BlockId, CallId};
use wherefore_ir::{Op, Rounding, Sort, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// The number of the tick.
    fn clock(&mut self) -> BlockId {
        if let Some(clock) = self.clock {
            return clock;
        }
        let last = i64::from(self.rates.hyperperiod).saturating_sub(1);
        let pre = self.builder.pre_of_later("tick", Sort::Range { lo: 0, hi: last }, None);
        let number = |this: &mut Self, n: i64| this.builder.constant(Value::Int(n.into()), None);
        let (zero, one, last) = (number(self, 0), number(self, 1), number(self, last));
        let first = self.builder.first(None);
        let now = self.op(Op::Ite, &[first, zero, pre]);
        let later = self.op(Op::Add, &[now, one]);
        let wraps = self.op(Op::Le, &[last, now]);
        let next = self.op(Op::Ite, &[wraps, zero, later]);
        self.builder.connect(pre, next);
        self.clock = Some(now);
        now
    }

    /// Whether a rate runs at this tick.
    pub(super) fn due(&mut self, rate: Rate) -> BlockId {
        if let Some(due) = self.due.get(&rate) {
            return *due;
        }
        // It belongs to no block: it is a part of the whole.
        let (current, call) = (self.current.take(), self.builder.resume(CallId(0)));
        let clock = self.clock();
        let number = |this: &mut Self, n: u32| this.builder.constant(Value::Int(n.into()), None);
        let phase = if rate.period == self.rates.hyperperiod {
            clock
        } else {
            let period = number(self, rate.period);
            self.op(Op::Mod(Rounding::Euclid), &[clock, period])
        };
        let offset = number(self, rate.offset);
        let due = self.op(Op::Eq, &[phase, offset]);
        self.builder.resume(call);
        self.current = current;
        self.due.insert(rate, due);
        due
    }

    /// A condition of a system, at the ticks at which it runs.
    pub(super) fn when_due(&mut self, system: SystemId, condition: BlockId) -> BlockId {
        match self.rates.of_system(system) {
            Some(rate) => {
                let due = self.due(rate);
                self.all(&[due, condition])
            }
            None => condition,
        }
    }

    /// Whether a block runs at this tick; none if it always does.
    pub(super) fn is_executed(&mut self, id: InstanceId) -> Checked<Option<BlockId>> {
        let active = self.is_active(self.instance(id).system)?;
        Ok(match (active, self.rates.slow(id)) {
            (None, Some(rate)) => Some(self.due(rate)),
            (active, _) => active,
        })
    }

    /// Whether a block runs for the first time.
    pub(super) fn first_run(&mut self, id: InstanceId) -> Checked<BlockId> {
        let first = self.builder.first(None);
        let Some(rate) = self.rates.slow(id).filter(|rate| rate.offset > 0) else { return Ok(first) };
        let due = self.due(rate);
        let (pre, has_run) = self.register(id, Class::Boolean, &Number::zero())?;
        let runs = self.any(&[due, has_run]);
        self.builder.connect(pre, runs);
        let fresh = self.not(has_run);
        Ok(self.all(&[due, fresh]))
    }

    /// Whether a system was active when it last ran; before it first ran, it counts as active.
    pub(super) fn was_active(&mut self, system: SystemId, active: BlockId) -> BlockId {
        let rate = self.rates.of_system(system);
        let pre = match rate {
            Some(_) => self.builder.pre_of_later("active", Sort::Bool, None),
            None => self.builder.pre(active, None),
        };
        let (first, yes) = (self.builder.first(None), self.truth(true));
        let before = self.op(Op::Ite, &[first, yes, pre]);
        if let Some(rate) = rate {
            let due = self.due(rate);
            let now = self.op(Op::Ite, &[due, active, before]);
            self.builder.connect(pre, now);
        }
        before
    }

    /// An output that has its initial value while its system is not active; of a system that does not run at every tick, what it
    /// had when that last ran.
    pub(super) fn reset_when_inactive(
        &mut self,
        id: InstanceId,
        class: Class,
        initial: &Number,
        (active, value): (BlockId, BlockId),
    ) -> Checked<BlockId> {
        let begin = self.number(initial, class);
        let Some(rate) = self.rates.of_system(self.instance(id).system) else {
            return Ok(self.op(Op::Ite, &[active, value, begin]));
        };
        let due = self.due(rate);
        let (pre, last) = self.register(id, class, initial)?;
        let idle = self.op(Op::Ite, &[due, begin, last]);
        let now = self.op(Op::Ite, &[active, value, idle]);
        self.builder.connect(pre, now);
        Ok(now)
    }

    /// Whether the outputs of a block have to be kept between its runs.
    pub(super) fn is_sampled(&self, id: InstanceId) -> bool {
        let Some(rate) = self.rates.slow(id) else { return false };
        let instance = self.instance(id);
        // Both keep their values in their own way.
        if instance.kind == "Merge" || (instance.kind == "Outport" && self.own_condition(instance.system)) {
            return false;
        }
        let changes = |id: InstanceId| self.rates.of(id).is_some_and(|other| other != rate);
        rate.offset > 0
            || has_memory(self.flat, id)
            || self.rates.is_delay(id)
            || instance.inputs.iter().flatten().any(|wire| changes(wire.from))
    }

    /// The outputs of a block, kept between its runs.
    pub(super) fn sampled(&mut self, id: InstanceId, signal: Signal) -> Checked<Signal> {
        let Some(rate) = self.rates.slow(id).filter(|_| self.is_sampled(id)) else { return Ok(signal) };
        let due = self.due(rate);
        let mut elements = Vec::with_capacity(signal.elements.len());
        for (block, class) in signal.elements.iter().zip(signal.ty.classes()) {
            let (pre, last) = self.register(id, class, &Number::zero())?;
            let now = self.op(Op::Ite, &[due, *block, last]);
            self.builder.connect(pre, now);
            elements.push(now);
        }
        Ok(Signal { ty: signal.ty, elements })
    }
}
