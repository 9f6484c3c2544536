//! Questions of recognisers about blocks: everything modulo wires.

use super::Port;
use num_bigint::BigInt;
use wherefore_ir::network::{Block, BlockId, Gate, Network};
use wherefore_ir::{Op, System, Value};

/// Longer chains of wires or negations are not followed; no program writes them.
const LONGEST: usize = 10_000;

/// A network to be looked at.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The system, for the values of constants.
    pub system: &'a System,
    /// The blocks.
    pub network: &'a Network,
}

impl<'a> Look<'a> {
    /// The block that a chain of wires begins at.
    pub fn through(&self, block: BlockId) -> BlockId {
        let mut at = block;
        for _ in 0..LONGEST {
            match (self.network.block(at).gate, self.network.block(at).inputs.as_slice()) {
                (Gate::Wire, [input]) => at = *input,
                _ => return at,
            }
        }
        at
    }

    /// The block behind wires.
    fn behind(&self, block: BlockId) -> &'a Block {
        self.network.block(self.through(block))
    }

    /// The operands of an operator behind wires.
    pub fn operands(&self, block: BlockId, op: Op) -> Option<&'a [BlockId]> {
        let block = self.behind(block);
        (block.gate == Gate::Apply(op)).then_some(block.inputs.as_slice())
    }

    /// The two operands of an operator behind wires, in both orders; `unnamed` refuses a stream that has a name.
    pub fn pairs(&self, block: BlockId, op: Op, unnamed: bool) -> Vec<(BlockId, BlockId)> {
        if unnamed && self.is_named(block) {
            return Vec::new();
        }
        match self.operands(block, op) {
            Some([a, b]) => vec![(*a, *b), (*b, *a)],
            _ => Vec::new(),
        }
    }

    /// Whether the block behind wires has a name in the program.
    pub fn is_named(&self, block: BlockId) -> bool {
        self.behind(block).name.is_some()
    }

    /// Condition, then, else.
    pub fn switch(&self, block: BlockId) -> Option<[BlockId; 3]> {
        self.operands(block, Op::Ite).and_then(|i| i.try_into().ok())
    }

    /// The value of a constant.
    pub fn constant(&self, block: BlockId) -> Option<&'a Value> {
        let block = self.behind(block);
        (block.gate == Gate::Constant).then(|| self.system.terms.constant(block.value)).flatten()
    }

    /// The Boolean value of a constant.
    pub fn truth(&self, block: BlockId) -> Option<bool> {
        self.constant(block).and_then(Value::as_bool)
    }

    /// The integer of a constant.
    pub fn number(&self, block: BlockId) -> Option<&'a BigInt> {
        match self.constant(block) {
            Some(Value::Int(n)) => Some(n),
            _ => None,
        }
    }

    /// Whether it is this integer.
    pub fn is_number(&self, block: BlockId, number: i64) -> bool {
        self.number(block) == Some(&BigInt::from(number))
    }

    /// Init and then of an arrow on the first tick of the whole program.
    pub fn arrow(&self, block: BlockId) -> Option<(BlockId, BlockId)> {
        let block = self.behind(block);
        match (block.gate, block.inputs.as_slice()) {
            (Gate::Arrow, [first, init, then]) if self.behind(*first).gate == Gate::First => Some((*init, *then)),
            _ => None,
        }
    }

    /// Block that a delay delays.
    pub fn delayed(&self, block: BlockId) -> Option<BlockId> {
        let block = self.behind(block);
        matches!(block.gate, Gate::Pre(_)).then(|| block.inputs.first().copied()).flatten()
    }

    /// Whether the block is `pre stream`.
    pub fn is_pre_of(&self, block: BlockId, stream: BlockId) -> bool {
        self.delayed(block).is_some_and(|d| self.is_same(d, stream))
    }

    /// Whether two blocks are the same stream.
    pub fn is_same(&self, a: BlockId, b: BlockId) -> bool {
        self.through(a) == self.through(b)
    }

    /// A block as a stream that is on or off: negations without a name are looked through.
    pub fn literal(&self, block: BlockId) -> Port {
        let mut port = Port { block, on: true };
        for _ in 0..LONGEST {
            let at = self.network.block(port.block);
            match (at.gate, at.inputs.as_slice()) {
                (Gate::Apply(Op::Not), [input]) if at.name.is_none() => port = Port { block: *input, on: !port.on },
                _ => break,
            }
        }
        port
    }
}
