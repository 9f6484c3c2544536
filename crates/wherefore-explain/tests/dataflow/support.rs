//! Networks for tests: built by hand or at random, and run by stepping the system.

use std::collections::BTreeMap;
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::replay::Replay;
use wherefore_ir::network::{BlockId, Gate, NetworkBuilder};
use wherefore_ir::{Op, Role, Sort, System, Value, VarId};
use wherefore_trace::{Evaluator, Step, Trace};

/// A network under construction, with short names for what tests need.
pub struct Net {
    pub builder: NetworkBuilder,
    first: BlockId,
}

impl Net {
    pub fn new() -> Net {
        let mut builder = NetworkBuilder::new(System::new("test"), "main", None);
        let first = builder.first(None);
        Net { builder, first }
    }

    pub fn input(&mut self, name: &str) -> BlockId {
        self.builder.input(name, Sort::Bool, None).unwrap()
    }

    pub fn op(&mut self, op: Op, inputs: &[BlockId]) -> BlockId {
        self.builder.apply(op, inputs, None).unwrap()
    }

    pub fn not(&mut self, a: BlockId) -> BlockId {
        self.op(Op::Not, &[a])
    }

    pub fn and(&mut self, a: BlockId, b: BlockId) -> BlockId {
        self.op(Op::And, &[a, b])
    }

    pub fn or(&mut self, a: BlockId, b: BlockId) -> BlockId {
        self.op(Op::Or, &[a, b])
    }

    pub fn ite(&mut self, c: BlockId, a: BlockId, b: BlockId) -> BlockId {
        self.op(Op::Ite, &[c, a, b])
    }

    pub fn bool(&mut self, value: bool) -> BlockId {
        self.builder.constant(Value::Bool(value), None)
    }

    pub fn int(&mut self, value: i64) -> BlockId {
        self.builder.constant(Value::int(value), None)
    }

    pub fn pre(&mut self, of: BlockId) -> BlockId {
        self.builder.pre(of, None)
    }

    pub fn arrow(&mut self, init: BlockId, then: BlockId) -> BlockId {
        self.builder.arrow(self.first, (init, then), None).unwrap()
    }

    /// `init -> pre of`.
    pub fn last(&mut self, init: bool, of: BlockId) -> BlockId {
        let (init, pre) = (self.bool(init), self.pre(of));
        self.arrow(init, pre)
    }

    /// A delay of a stream that is built later.
    pub fn later(&mut self, sort: Sort) -> BlockId {
        self.builder.pre_of_later("later", sort, None)
    }

    pub fn connect(&mut self, pre: BlockId, of: BlockId) {
        self.builder.connect(pre, of);
    }

    pub fn finish(mut self, sink: BlockId) -> System {
        self.builder.sink("P", sink);
        self.builder.finish()
    }
}

/// The choices of the environment in a run of a number of ticks: inputs at every tick, then the initial values of
/// memories.
pub struct Choices {
    pub inputs: Vec<VarId>,
    pub memories: Vec<VarId>,
    pub ticks: u32,
}

impl Choices {
    pub fn new(system: &System, ticks: u32) -> Choices {
        let network = system.annexes.network.as_deref().unwrap();
        let mut memories: Vec<VarId> = network.blocks.iter().filter_map(|b| memory(b.gate)).collect();
        memories.sort_unstable();
        memories.dedup();
        Choices { inputs: system.input_vars().collect(), memories, ticks }
    }

    /// How many bits the inputs have.
    pub fn bits(&self) -> usize {
        self.inputs.len() * self.ticks as usize
    }

    /// The bit of an input at a tick.
    pub fn bit(&self, var: VarId, tick: u32) -> usize {
        tick as usize * self.inputs.len() + self.inputs.iter().position(|v| *v == var).unwrap()
    }
}

fn memory(gate: Gate) -> Option<VarId> {
    match gate {
        Gate::Pre(var) => Some(var),
        _ => None,
    }
}

/// Steps a system.
pub struct Stepper<'a> {
    system: &'a System,
    next: Evaluator,
}

impl<'a> Stepper<'a> {
    pub fn new(system: &'a System) -> Stepper<'a> {
        let roots: Vec<_> = system.next.values().map(|u| u.term).collect();
        Stepper { system, next: Evaluator::new(&system.terms, &roots).unwrap() }
    }

    /// The run with these inputs, as bits by tick and input; `start` are the initial values of memories.
    pub fn run(&self, choices: &Choices, inputs: u64, start: &BTreeMap<VarId, Value>) -> Trace {
        let mut state: BTreeMap<VarId, Value> = start.clone();
        for var in self.system.state_vars().filter(|v| !choices.memories.contains(v)) {
            state.insert(var, Value::Bool(true)); // the flag of the first tick
        }
        let mut steps = Vec::new();
        for tick in 0..choices.ticks {
            let mut step = Step::empty(self.system);
            for (var, value) in &state {
                step.set(*var, value.clone());
            }
            for var in &choices.inputs {
                step.set(*var, Value::Bool(inputs >> choices.bit(*var, tick) & 1 == 1));
            }
            let values = self.next.evaluate(&step.values, None);
            state = self.system.next.keys().copied().zip(values.into_iter().map(Option::unwrap)).collect();
            steps.push(step);
        }
        Trace::finite(steps)
    }
}

/// The initial values of all memories: false and zero, or the other way round.
pub fn start(system: &System, choices: &Choices, flip: bool) -> BTreeMap<VarId, Value> {
    let value = |var: &VarId| match system.terms.var(*var).sort {
        Sort::Bool => Value::Bool(flip),
        _ => Value::int(if flip { 7 } else { -3 }),
    };
    choices.memories.iter().map(|v| (*v, value(v))).collect()
}

/// Every run of that number of ticks, with all memories initially off, replayed. Row i has the inputs i.
pub fn table(program: &Program<'_>, choices: &Choices, flip: bool) -> Vec<Replay> {
    assert!(choices.bits() <= 12, "too many literals");
    let stepper = Stepper::new(program.system);
    let start = start(program.system, choices, flip);
    let row = |inputs| Replay::new(program, &stepper.run(choices, inputs, &start)).unwrap();
    (0..1u64 << choices.bits()).map(row).collect()
}

/// The variable of an input block.
pub fn variable(system: &System, block: BlockId) -> Option<VarId> {
    match system.annexes.network.as_deref()?.block(block).gate {
        Gate::Input(var) if system.role(var) == Role::Input => Some(var),
        _ => None,
    }
}
