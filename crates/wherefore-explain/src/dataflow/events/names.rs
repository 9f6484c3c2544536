//! What to call a block: by its name, or by what it is and the equation that it is part of.

use crate::dataflow::Program;
use crate::dataflow::patterns::{Kind, look::Look};
use wherefore_ir::Op;
use wherefore_ir::network::{BlockId, Gate, Network};

/// What people call a block: `MUV/alarm`, `switch in MUV/act1`.
pub fn name(program: &Program<'_>, block: BlockId) -> String {
    if let Some(name) = program.network.full_name(block) {
        return name;
    }
    let word = word(program, block);
    let owner = program.owners.get(block.0 as usize).copied().flatten();
    match owner.and_then(|o| program.network.full_name(o)) {
        Some(owner) => format!("{word} in {owner}"),
        None => word.to_owned(),
    }
}

/// The shortest true name of a stream: that of the block which a chain of wires begins at, if it has one.
pub fn stream(program: &Program<'_>, block: BlockId) -> String {
    let origin = Look { system: program.system, network: program.network }.through(block);
    program.network.full_name(origin).unwrap_or_else(|| name(program, block))
}

/// What a block is, in a word or two.
pub fn word(program: &Program<'_>, block: BlockId) -> &'static str {
    match program.patterns.at(block).map(|p| p.kind) {
        Some(Kind::Latch { .. }) => return "latch",
        Some(Kind::Edge { stream, .. }) => return if stream.on { "rising edge" } else { "falling edge" },
        Some(Kind::Confirmator { .. }) => return "confirmator",
        Some(Kind::Counter { .. }) => return "counter",
        None => {}
    }
    let at = program.network.block(block);
    match at.gate {
        Gate::Input(_) => "input",
        Gate::Constant => "constant",
        Gate::First => "first tick",
        Gate::Pre(_) => "delay",
        Gate::Wire => "wire",
        Gate::Arrow => match at.inputs.get(2).map(|b| program.network.block(*b).gate) {
            Some(Gate::Pre(_)) => "delay",
            _ => "arrow",
        },
        Gate::Apply(op) => operator(op),
    }
}

fn operator(op: Op) -> &'static str {
    match op {
        Op::And => "conjunction",
        Op::Or => "disjunction",
        Op::Not => "negation",
        Op::Implies => "implication",
        Op::Xor => "exclusive or",
        Op::Ite => "switch",
        Op::Eq | Op::Lt | Op::Le | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => "comparison",
        Op::Add | Op::BvAdd => "sum",
        Op::Sub | Op::BvSub => "difference",
        Op::Mul | Op::BvMul => "product",
        _ => "operator",
    }
}

/// For each block without a name, the named block whose equation it is part of. Names of the same call come first: an
/// argument of a call belongs to the equation that makes the call, if one reads it, otherwise to the port.
pub fn owners(network: &Network) -> Vec<Option<BlockId>> {
    let mut owners: Vec<Option<BlockId>> = vec![None; network.blocks.len()];
    for same_call in [true, false] {
        for owner in network.ids().filter(|b| network.block(*b).name.is_some()) {
            let call = network.block(owner).call;
            let mut stack: Vec<BlockId> = network.block(owner).inputs.clone();
            while let Some(id) = stack.pop() {
                let block = network.block(id);
                let fits = block.name.is_none() && (!same_call || block.call == call);
                if fits && owners[id.0 as usize].is_none() {
                    owners[id.0 as usize] = Some(owner);
                    stack.extend(&block.inputs);
                }
            }
        }
    }
    owners
}
