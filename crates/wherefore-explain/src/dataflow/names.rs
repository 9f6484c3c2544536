//! Names of blocks: a name of its own, or what the block is and the equation that it is part of.

use super::Program;
use super::patterns::{Kind, look::Look};
use wherefore_ir::Op;
use wherefore_ir::network::{BlockId, Gate};

/// Readable name of a block: `MUV/alarm`, `switch in MUV/act1`.
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

/// Kind of a block, in a word or two.
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
