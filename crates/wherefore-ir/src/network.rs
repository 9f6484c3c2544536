//! Data flow: the blocks of a synchronous program and what flows between them.
//!
//! A block computes one stream from those of its inputs, so a block is also the arc that leaves it. At every tick its value
//! is a term over state and inputs of that tick; hash-consing merges equal terms, blocks keep apart what the source writes
//! apart, each with its place and the call it was inlined for. Time enters in two gates: [`Gate::Pre`] is its input one tick
//! before, [`Gate::Arrow`] separates the first tick from the others. Everything else (clocks, conditional activation,
//! restarts) is built from these.
//!
//! ```text
//! once = begin or (false -> pre once)
//!
//! b0 first   b1 false   b2 = pre b4   b3 = arrow(b0, b1, b2)   b4 `once` = or(begin, b3)
//! ```
//!
//! Invariants: every loop passes through a `Pre`; the value of a block is what its gate makes of the values of its inputs;
//! the memory of a `Pre` is a state variable whose next value is the value of its input now.

use crate::{ElementId, Op, Purpose, Role, Sort, SortError, System, TermId, Update, Value, VarId};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// Index of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// Index of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u32);

/// Function of a block over its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// A stream of the environment: this variable, free at every tick, or frozen. No inputs.
    Input(VarId),
    /// A value that never changes. No inputs.
    Constant,
    /// True at the first tick and never again. No inputs.
    First,
    /// Its input one tick before. At the first tick the initial value of this memory, which nothing restricts.
    Pre(VarId),
    /// `init -> then`. Inputs: whether it is the first tick, init, then.
    Arrow,
    /// An operator on values of the same tick; `Op::Ite` is a switch.
    Apply(Op),
    /// Its only input under another name: a port of a call, an equation `x = y`.
    Wire,
}

/// One operator instance, and the stream that it computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Function of the block.
    pub gate: Gate,
    /// The blocks that it reads, in the order of its operands.
    pub inputs: Vec<BlockId>,
    /// Its value at a tick, over state and inputs of that tick.
    pub value: TermId,
    /// The name of the stream in its node, if the source gives it one: the left-hand side of its equation, or a port.
    pub name: Option<String>,
    /// The call that it is part of.
    pub call: CallId,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// A node that was inlined. The first call is the main node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The node that is called.
    pub node: String,
    /// Name of this call: the path of nodes from the main node, which itself is left out; numbered where a node calls
    /// another several times: `Observer/Edge#2`. Empty for the main node.
    pub path: String,
    /// The call that it is made in.
    pub parent: Option<CallId>,
    /// Where the call is written.
    pub element: Option<ElementId>,
}

/// A property and the block that must always be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sink {
    /// The name of the property.
    pub property: String,
    /// The block.
    pub block: BlockId,
    /// True at the ticks at which the property asks for nothing, because what it is provided with is not there; none if it
    /// always asks for something.
    pub silent: Option<BlockId>,
}

/// A program as blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// The blocks. Those of a loop are not in order of computation.
    pub blocks: Vec<Block>,
    /// The calls; a call stands before those made in it.
    pub calls: Vec<Call>,
    /// Blocks that properties ask about.
    pub sinks: Vec<Sink>,
}

impl Network {
    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// A call.
    pub fn call(&self, id: CallId) -> &Call {
        &self.calls[id.0 as usize]
    }

    /// All blocks in order.
    pub fn ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The block behind the wires that a block may be.
    pub fn origin(&self, id: BlockId) -> BlockId {
        let mut id = id;
        while let (Gate::Wire, [only]) = (self.block(id).gate, self.block(id).inputs.as_slice()) {
            id = *only;
        }
        id
    }

    /// The block of a property.
    pub fn sink(&self, property: &str) -> Option<BlockId> {
        self.sinks.iter().find(|s| s.property == property).map(|s| s.block)
    }

    /// Name of a block, if it has one: the path of its call and the name of its stream, `Observer/latch`.
    pub fn full_name(&self, id: BlockId) -> Option<String> {
        let block = self.block(id);
        let name = block.name.as_ref()?;
        let path = &self.call(block.call).path;
        Some(if path.is_empty() { name.clone() } else { format!("{path}/{name}") })
    }
}

/// Builds a network and its system side by side, so that the values of blocks are right by construction.
///
/// The system gets one hidden state variable that is true at the first tick (if asked for), and one memory for each
/// different stream that is delayed.
#[derive(Debug)]
pub struct NetworkBuilder {
    /// The system: declare inputs, restrictions and properties here.
    pub system: System,
    network: Network,
    first: Option<VarId>,
    memories: IndexMap<TermId, VarId, FxBuildHasher>,
    call: CallId,
    /// How often a call calls a node.
    repeated: IndexMap<(CallId, String), usize, FxBuildHasher>,
}

impl NetworkBuilder {
    /// An empty network; `node` is the main node.
    pub fn new(system: System, node: &str, element: Option<ElementId>) -> NetworkBuilder {
        let main = Call { node: node.to_owned(), path: String::new(), parent: None, element };
        let network = Network { calls: vec![main], ..Network::default() };
        NetworkBuilder {
            system,
            network,
            first: None,
            memories: IndexMap::default(),
            call: CallId(0),
            repeated: IndexMap::default(),
        }
    }

    /// The blocks so far.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The call that new blocks belong to.
    pub fn current(&self) -> CallId {
        self.call
    }

    /// Opens a call of `node` inside the current one; new blocks belong to it until [`leave`](Self::leave).
    pub fn enter(&mut self, node: &str, element: Option<ElementId>) -> CallId {
        let parent = self.call;
        let count = self.repeated.entry((parent, node.to_owned())).or_default();
        *count += 1;
        let own = if *count == 1 { node.to_owned() } else { format!("{node}#{count}") };
        let above = &self.network.call(parent).path;
        let path = if above.is_empty() { own } else { format!("{above}/{own}") };
        self.network.calls.push(Call { node: node.to_owned(), path, parent: Some(parent), element });
        self.call = CallId(self.network.calls.len() as u32 - 1);
        self.call
    }

    /// Closes the current call.
    pub fn leave(&mut self) {
        self.call = self.network.call(self.call).parent.unwrap_or(CallId(0));
    }

    /// Goes back to a call that was opened before: new blocks belong to it. Returns the call that was current.
    pub fn resume(&mut self, call: CallId) -> CallId {
        std::mem::replace(&mut self.call, call)
    }

    /// A stream of the environment; `None` if the name is taken.
    pub fn input(&mut self, name: &str, sort: Sort, element: Option<ElementId>) -> Option<BlockId> {
        let var = self.system.add_var(name, sort, Role::Input, element)?;
        let id = self.free(var, element);
        self.name(id, name);
        Some(id)
    }

    /// A block for a variable that is declared already and that nothing computes.
    pub fn free(&mut self, var: VarId, element: Option<ElementId>) -> BlockId {
        let value = self.system.terms.now(var);
        self.push(Gate::Input(var), Vec::new(), value, element)
    }

    /// A value that never changes.
    pub fn constant(&mut self, value: Value, element: Option<ElementId>) -> BlockId {
        let value = self.system.terms.mk_const(value);
        self.push(Gate::Constant, Vec::new(), value, element)
    }

    /// Whether this is the first tick.
    pub fn first(&mut self, element: Option<ElementId>) -> BlockId {
        let var = self.first.unwrap_or_else(|| self.declare_first());
        let value = self.system.terms.now(var);
        self.push(Gate::First, Vec::new(), value, element)
    }

    fn declare_first(&mut self) -> VarId {
        let var = self.system.add_auxiliary("first", Sort::Bool, Role::State, Purpose::Bookkeeping);
        let (now, never) = (self.system.terms.now(var), self.system.terms.bool(false));
        self.system.init.push(crate::Constraint { term: now, element: None });
        self.system.next.insert(var, Update { term: never, element: None });
        self.first = Some(var);
        var
    }

    /// An operator; an error if its operands do not fit.
    pub fn apply(&mut self, op: Op, inputs: &[BlockId], element: Option<ElementId>) -> Result<BlockId, SortError> {
        let operands: Vec<TermId> = inputs.iter().map(|b| self.value(*b)).collect();
        let value = self.system.terms.mk(op, &operands)?;
        Ok(self.push(Gate::Apply(op), inputs.to_vec(), value, element))
    }

    /// `init -> then` on a clock whose first tick is `first`.
    pub fn arrow(
        &mut self,
        first: BlockId,
        (init, then): (BlockId, BlockId),
        element: Option<ElementId>,
    ) -> Result<BlockId, SortError> {
        let inputs = [first, init, then];
        let value = self.system.terms.mk(Op::Ite, &inputs.map(|b| self.value(b)))?;
        Ok(self.push(Gate::Arrow, inputs.to_vec(), value, element))
    }

    /// `init -> pre` for a constant and a memory that nothing else reads before it is written. The memory holds the constant at
    /// first, so that its variable alone is the value: formulas over the stream stay short.
    pub fn begin(
        &mut self,
        first: BlockId,
        (init, pre): (BlockId, BlockId),
        element: Option<ElementId>,
    ) -> Result<BlockId, SortError> {
        let fits = self.system.terms.constant(self.value(init)).is_some_and(|v| v.fits(self.sort(pre)));
        if !fits || !matches!(self.network.block(pre).gate, Gate::Pre(_)) {
            return self.arrow(first, (init, pre), element);
        }
        let term = self.system.terms.mk(Op::Eq, &[self.value(pre), self.value(init)])?;
        self.system.init.push(crate::Constraint { term, element: None });
        let arrow = self.initialised(pre, element);
        self.set_first(arrow, first, (init, pre));
        Ok(arrow)
    }

    /// The stream one tick before.
    pub fn pre(&mut self, input: BlockId, element: Option<ElementId>) -> BlockId {
        let delayed = self.value(input);
        let var = match self.memories.get(&delayed) {
            Some(var) => *var,
            None => self.memory(input, delayed),
        };
        let value = self.system.terms.now(var);
        self.push(Gate::Pre(var), vec![input], value, element)
    }

    /// The stream one tick before, in a memory of its own: its first value is independent of that of every other.
    pub fn pre_apart(&mut self, input: BlockId, element: Option<ElementId>) -> BlockId {
        let delayed = self.value(input);
        let var = self.memory(input, delayed);
        let value = self.system.terms.now(var);
        self.push(Gate::Pre(var), vec![input], value, element)
    }

    /// Another block that reads the memory of a `Pre`. If that one is connected later, so must this one be.
    pub fn pre_again(&mut self, pre: BlockId, element: Option<ElementId>) -> BlockId {
        let Block { gate, inputs, value, .. } = self.network.block(pre).clone();
        self.push(gate, inputs, value, element)
    }

    fn memory(&mut self, input: BlockId, delayed: TermId) -> VarId {
        let source = self.network.origin(input);
        let named = self.network.full_name(source).or_else(|| self.network.full_name(input));
        let described = || self.network.block(source).element.map(|e| self.system.elements.get(e).name.clone());
        let name = format!("pre {}", named.or_else(described).unwrap_or_default());
        // The first value is free: it need not lie in the range of those that the stream can have.
        let sort = self.system.terms.sort(delayed);
        let sort = if sort.is_integer() { Sort::Int } else { sort };
        let var = self.system.add_auxiliary(name.trim_end(), sort, Role::State, Purpose::Memory);
        self.system.next.insert(var, Update { term: delayed, element: None });
        self.memories.entry(delayed).or_insert(var);
        var
    }

    /// The last value of a stream that is not built yet, for loops: [`connect`](Self::connect) says which.
    pub fn pre_of_later(&mut self, name: &str, sort: Sort, element: Option<ElementId>) -> BlockId {
        let var = self.system.add_auxiliary(&format!("pre {name}"), sort, Role::State, Purpose::Memory);
        let value = self.system.terms.now(var);
        self.push(Gate::Pre(var), Vec::new(), value, element)
    }

    /// Says what a [`pre_of_later`](Self::pre_of_later) delays.
    pub fn connect(&mut self, pre: BlockId, input: BlockId) {
        let term = self.value(input);
        let block = &mut self.network.blocks[pre.0 as usize];
        block.inputs = vec![input];
        if let Gate::Pre(var) = block.gate {
            self.system.next.insert(var, Update { term, element: None });
            self.memories.entry(term).or_insert(var);
        }
    }

    /// The register whose variable is declared already; [`connect`](Self::connect) says what it stores.
    pub fn register(&mut self, var: VarId, element: Option<ElementId>) -> BlockId {
        let value = self.system.terms.now(var);
        self.push(Gate::Pre(var), Vec::new(), value, element)
    }

    /// `init -> register` of a register whose variable the system restricts to the value of `init` at the first tick, so that its
    /// value is that of the register at every tick. [`set_first`](Self::set_first) says what `init` is.
    pub fn initialised(&mut self, register: BlockId, element: Option<ElementId>) -> BlockId {
        let value = self.value(register);
        self.push(Gate::Arrow, Vec::new(), value, element)
    }

    /// Says what an [`initialised`](Self::initialised) register holds: at the first tick, and later.
    pub fn set_first(&mut self, arrow: BlockId, first: BlockId, (init, register): (BlockId, BlockId)) {
        self.network.blocks[arrow.0 as usize].inputs = vec![first, init, register];
    }

    /// A stream under another name: a port, an equation `x = y`.
    pub fn wire(&mut self, name: &str, input: BlockId, element: Option<ElementId>) -> BlockId {
        let value = self.value(input);
        let id = self.push(Gate::Wire, vec![input], value, element);
        self.name(id, name);
        id
    }

    /// Names the stream of a block.
    pub fn name(&mut self, block: BlockId, name: &str) {
        self.network.blocks[block.0 as usize].name = Some(name.to_owned());
    }

    /// The value of a block.
    pub fn value(&self, block: BlockId) -> TermId {
        self.network.block(block).value
    }

    /// The sort of a block's value.
    pub fn sort(&self, block: BlockId) -> Sort {
        self.system.terms.sort(self.value(block))
    }

    /// Says that a property of the system asks for a block to be true.
    pub fn sink(&mut self, property: &str, block: BlockId) {
        self.network.sinks.push(Sink { property: property.to_owned(), block, silent: None });
    }

    /// As [`sink`](Self::sink), of a property that asks for nothing at the ticks at which `silent` is true.
    pub fn sink_unless(&mut self, property: &str, block: BlockId, silent: BlockId) {
        self.network.sinks.push(Sink { property: property.to_owned(), block, silent: Some(silent) });
    }

    /// The system with its network.
    pub fn finish(mut self) -> System {
        self.system.annexes.network = Some(Arc::new(self.network));
        self.system
    }

    fn push(&mut self, gate: Gate, inputs: Vec<BlockId>, value: TermId, element: Option<ElementId>) -> BlockId {
        self.network.blocks.push(Block { gate, inputs, value, name: None, call: self.call, element });
        BlockId(self.network.blocks.len() as u32 - 1)
    }
}
