//! Blocks with a memory.
//!
//! A memory `m` of a block that is active at ticks `a` is the stream `init -> pre (if a then next else m)`. Its output is known
//! before its next value is, so that loops through it can be built; next values are built when everything else is.

use super::{Lowerer, Signal, element_or_first};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number, Value};
use crate::signal::{Type, memory_sort};
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// The longest delay, in ticks.
const LONGEST_DELAY: i64 = 1000;

/// Memories whose next values are still to be built.
#[derive(Debug)]
pub(super) struct Deferred {
    id: InstanceId,
    /// The `pre` of every memory.
    pres: Vec<BlockId>,
    /// The values now.
    states: Vec<BlockId>,
}

/// An integrator with the factor of its input and its memories.
pub(super) type Integral = (InstanceId, BlockId, Vec<(BlockId, BlockId)>);

impl Lowerer<'_, '_> {
    /// The output of a block with a memory.
    pub(super) fn with_memory(&mut self, id: InstanceId) -> Checked<Signal> {
        let ty = self.type_of(id, 0);
        let kind = self.instance(id).kind.clone();
        match kind.as_str() {
            "Delay" => {
                let length = self.delay_length(id)?;
                let states = self.memories(id, &ty, length)?;
                Ok(Signal { elements: states[states.len() - ty.count()..].to_vec(), ty })
            }
            "UnitDelay" | "Memory" | "RateTransition" => Ok(Signal { elements: self.memories(id, &ty, 1)?, ty }),
            "InitialCondition" => self.initial_condition(id),
            "RateLimiter" | "Rate Limiter Dynamic" => self.rate_limiter(id),
            "DiscreteIntegrator" => self.integrator(id),
            _ => self.detected(id),
        }
    }

    fn delay_length(&mut self, id: InstanceId) -> Checked<usize> {
        if self.instance(id).inputs.len() > 1 {
            return Err(
                self.unsupported(id, "a delay with ports for its length, reset or initial value is not supported")
            );
        }
        let length = self.parameter(id, "DelayLength")?.and_then(|v| v.as_scalar()?.to_integer()).unwrap_or(2);
        match length {
            0 => Err(self.unsupported(id, "a delay of length 0 is not supported")),
            1..=LONGEST_DELAY => Ok(length as usize),
            _ => Err(self.unsupported(id, &format!("a delay of more than {LONGEST_DELAY} steps is not supported"))),
        }
    }

    /// The values that memories begin with: one for each element, or one for all.
    fn initial(&mut self, id: InstanceId) -> Checked<Value> {
        for name in ["InitialCondition", "X0", "vinit"] {
            if let Some(value) = self.parameter(id, name)?.filter(|v| !v.is_empty()) {
                return Ok(value);
            }
        }
        Ok(Value::integer(0))
    }

    /// Declares the memories of a block, `length` for each element, and their values now.
    fn memories(&mut self, id: InstanceId, ty: &Type, length: usize) -> Checked<Vec<BlockId>> {
        let initial = self.initial(id)?;
        let classes = ty.classes();
        let many = initial.elements.len();
        if many != 1 && many != classes.len() {
            return Err(self.unfit(id, "its initial values are not as many as its elements"));
        }
        let mut deferred = Deferred { id, pres: Vec::new(), states: Vec::new() };
        for _ in 0..length {
            for (index, class) in classes.iter().enumerate() {
                let number = class.cast(&initial.elements[if many == 1 { 0 } else { index }]);
                let (pre, state) = self.memory(id, *class, &number)?;
                deferred.pres.push(pre);
                deferred.states.push(state);
            }
        }
        let states = deferred.states.clone();
        self.deferred.push_back(deferred);
        Ok(states)
    }

    /// One memory: the `pre`, and its value now.
    pub(crate) fn memory(&mut self, id: InstanceId, class: Class, initial: &Number) -> Checked<(BlockId, BlockId)> {
        let (pre, state) = self.register(id, class, initial)?;
        let system = self.instance(id).system;
        let state = match self.activated(system)? {
            Some(again) => {
                let begin = self.number(initial, class);
                self.op(Op::Ite, &[again, begin, state])
            }
            None => state,
        };
        Ok((pre, state))
    }

    /// A memory that nothing resets: the `pre`, and `init -> pre`.
    pub(super) fn register(&mut self, id: InstanceId, class: Class, initial: &Number) -> Checked<(BlockId, BlockId)> {
        let element = self.element(id);
        let name = self.instance(id).path.clone();
        let pre = self.builder.pre_of_later(&name, memory_sort(class), Some(element));
        let (first, begin) = (self.builder.first(None), self.number(initial, class));
        match self.builder.begin(first, (begin, pre), Some(element)) {
            Ok(state) => Ok((pre, state)),
            Err(_) => Err(self.unfit(id, "its initial value does not fit its input")),
        }
    }

    /// Says what a memory holds at the next tick: the new value, or the old one if the block is not active.
    pub(crate) fn remember(&mut self, id: InstanceId, pre: BlockId, state: BlockId, next: BlockId) -> Checked<()> {
        let kept = match self.is_executed(id)? {
            Some(active) => self.op(Op::Ite, &[active, next, state]),
            None => next,
        };
        self.builder.connect(pre, kept);
        Ok(())
    }

    /// Builds the next values of all memories.
    pub(super) fn settle(&mut self) -> Checked<()> {
        let mut result = Ok(());
        while !self.deferred.is_empty() || !self.integrals.is_empty() {
            result = result.and(self.settle_integrals());
            let Some(deferred) = self.deferred.pop_front() else { continue };
            let call = self.calls[self.instance(deferred.id).system.0 as usize];
            let (call, current) = (self.builder.resume(call), self.current.replace(deferred.id));
            result = result.and(self.next_values(&deferred));
            self.current = current;
            self.builder.resume(call);
        }
        result
    }

    fn next_values(&mut self, deferred: &Deferred) -> Checked<()> {
        let id = deferred.id;
        let input = self.input(id, 0)?;
        let classes = self.type_of(id, 0).classes();
        let how = self.conversion(id);
        for (index, (pre, state)) in deferred.pres.iter().zip(&deferred.states).enumerate() {
            // The first memory of a delay takes the input, every other the memory before it.
            let next = match index.checked_sub(classes.len()) {
                Some(before) => deferred.states[before],
                None => match input.element(index) {
                    Some(block) => self.convert(block, classes[index], how),
                    None => return Err(self.unfit(id, "the size of its input does not fit")),
                },
            };
            self.remember(id, *pre, *state, next)?;
        }
        Ok(())
    }

    /// The input, except for the first tick.
    fn initial_condition(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let Some(value) = self.parameter(id, "Value")? else { return Err(self.unsupported(id, "it has no value")) };
        let value = self.value_signal(id, &value, true)?;
        let first = self.first_run(id)?;
        let condition = Signal { ty: Type::TRUTH, elements: vec![first] };
        self.chosen(id, &condition, &value, &input)
    }

    /// The length of a step, for blocks that calculate with it.
    fn step_of(&mut self, id: InstanceId) -> Checked<BlockId> {
        if let Some(seconds) = self.rates.seconds(id) {
            return Ok(self.number(&Number::Finite(seconds), Class::Double));
        }
        let own = self.parameter(id, "SampleTime")?.and_then(|v| v.elements.first().cloned());
        let own = own.filter(|n| !n.is_negative() && !n.is_zero() && n.finite().is_some());
        let named = self.rates.only.clone().map(Number::Finite);
        match own.or(named).or_else(|| self.step.clone()) {
            Some(step) => Ok(self.number(&step, Class::Double)),
            None => {
                Err(self.unsupported(id, "its result depends on the length of a step, which the model does not say"))
            }
        }
    }

    /// The last output plus a change that is bounded on both sides.
    fn rate_limiter(&mut self, id: InstanceId) -> Checked<Signal> {
        let ty = self.type_of(id, 0);
        let dynamic = self.instance(id).kind != "RateLimiter";
        let (input, rising, falling) = if dynamic {
            (self.input(id, 1)?, self.input(id, 0)?, self.input(id, 2)?)
        } else {
            let one = || Value::integer(1);
            let up = self.parameter(id, "RisingSlewLimit")?.unwrap_or_else(one);
            let down = self.parameter(id, "FallingSlewLimit")?.unwrap_or(Value::integer(-1));
            let up = std::rc::Rc::new(self.value_signal(id, &up, true)?);
            let down = std::rc::Rc::new(self.value_signal(id, &down, true)?);
            (self.input(id, 0)?, up, down)
        };
        let step = self.step_of(id)?;
        let initial = self.initial(id)?;
        let mut elements = Vec::new();
        let how = self.conversion(id);
        for (index, class) in ty.classes().into_iter().enumerate() {
            let number = class.cast(&element_or_first(&initial, index));
            let (pre, last) = self.memory(id, class, &number)?;
            let (Some(u), Some(up), Some(down)) = (input.element(index), rising.element(index), falling.element(index))
            else {
                return Err(self.unfit(id, "the sizes of its inputs do not fit"));
            };
            let (up, down) = (self.calculate(Op::Mul, up, step), self.calculate(Op::Mul, down, step));
            let change = self.calculate(Op::Sub, u, last);
            let capped = self.extreme("<", &[change, up]);
            let bounded = self.extreme(">", &[capped, down]);
            let next = self.calculate(Op::Add, last, bounded);
            let next = self.convert(next, class, how);
            self.remember(id, pre, last, next)?;
            elements.push(next);
        }
        Ok(Signal { ty, elements })
    }

    /// The integral of the input by one of three rules.
    fn integrator(&mut self, id: InstanceId) -> Checked<Signal> {
        let plain = matches!(self.text(id, "ExternalReset"), "" | "none")
            && matches!(self.text(id, "InitialConditionSource"), "" | "internal")
            && self.text(id, "LimitOutput") != "on";
        if !plain || !matches!(self.text(id, "IntegratorMethod"), "" | "Integration: Forward Euler") {
            return Err(self.unsupported(id, "only forward Euler without reset and limits is supported"));
        }
        let ty = self.type_of(id, 0);
        let gain = self.parameter(id, "gainval")?.unwrap_or(Value::integer(1));
        let gain = self.value_signal(id, &gain, true)?;
        let step = self.step_of(id)?;
        let factor = self.calculate(Op::Mul, gain.elements[0], step);
        let initial = self.initial(id)?;
        let mut elements = Vec::new();
        let mut pres = Vec::new();
        for index in 0..ty.count() {
            let number = element_or_first(&initial, index);
            let (pre, state) = self.memory(id, Class::Double, &number)?;
            pres.push((pre, state));
            elements.push(state);
        }
        self.integrals.push_back((id, factor, pres));
        Ok(Signal { ty, elements })
    }

    /// Builds the next values of integrators.
    pub(super) fn settle_integrals(&mut self) -> Checked<()> {
        while let Some((id, factor, pres)) = self.integrals.pop_front() {
            self.current = Some(id);
            let input = self.input(id, 0)?;
            for (index, (pre, state)) in pres.iter().enumerate() {
                let Some(u) = input.element(index) else {
                    return Err(self.unfit(id, "the size of its input does not fit"));
                };
                let change = self.calculate(Op::Mul, factor, u);
                let next = self.calculate(Op::Add, *state, change);
                self.remember(id, *pre, *state, next)?;
            }
        }
        Ok(())
    }

    /// Whether the input is another than, more or less than at the last tick.
    fn detected(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let operator = match self.instance(id).kind.as_str() {
            "Detect Increase" => ">",
            "Detect Decrease" => "<",
            _ => "~=",
        };
        let (class, _) = input.array();
        let initial = self.initial(id)?;
        let mut elements = Vec::new();
        for (index, block) in input.elements.iter().enumerate() {
            let number = element_or_first(&initial, index);
            let (pre, last) = self.memory(id, class, &class.cast(&number))?;
            self.remember(id, pre, last, *block)?;
            elements.push(self.compare(operator, *block, last));
        }
        Ok(Signal { ty: Type::Array(Class::Boolean, input.array().1), elements })
    }
}
