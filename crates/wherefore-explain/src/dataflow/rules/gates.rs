//! The table of the gates.
//!
//! | gate | 1 | 0 |
//! |---|---|---|
//! | and | all 1 | one 0 |
//! | or | one 1 | all 0 |
//! | a => b | a = 0, or b = 1 | a = 1 and b = 0 |
//! | xor | 10, or 01 | 00, or 11 |
//! | switch, arrow | the condition and the branch that it selects | same |
//! | pre | the input one tick before; at the first tick nothing | same |
//! | others | all operands | same |

use super::{Condition, Timing};
use crate::dataflow::Program;
use num_bigint::BigInt;
use wherefore_ir::network::{Block, BlockId, Gate};
use wherefore_ir::{Op, Sort, Value};

/// An implicant whose conditions have a fixed distance in time.
pub struct Way {
    /// The number of its shape.
    pub number: u32,
    /// Conditions that must hold.
    pub conditions: Vec<Condition>,
    /// Operands that it rests on at whatever value they have.
    pub operands: Vec<BlockId>,
}

/// Condition: a block has a Boolean value a number of ticks before.
pub fn is(block: BlockId, truth: bool, before: u32) -> Condition {
    Condition::Value { block, value: Some(Value::Bool(truth)), timing: Timing::Before(before) }
}

/// Condition: a block has the value of the block itself, a number of ticks before.
fn same(block: BlockId, before: u32) -> Condition {
    Condition::Value { block, value: None, timing: Timing::Before(before) }
}

/// Numbers the ways.
pub fn numbered(ways: Vec<Vec<Condition>>) -> Vec<Way> {
    let way = |(i, conditions)| Way { number: i as u32, conditions, operands: Vec::new() };
    ways.into_iter().enumerate().map(way).collect()
}

/// The ways in which the gate of a block puts out a value.
pub fn ways(program: &Program<'_>, id: BlockId, value: &Value) -> Vec<Way> {
    let block = program.network.block(id);
    match (block.gate, block.inputs.as_slice()) {
        (Gate::Input(_), _) => numbered(vec![Vec::new()]),
        (Gate::Constant, _) => {
            let own = program.system.terms.constant(block.value);
            numbered(if own.is_none_or(|v| v == value) { vec![Vec::new()] } else { Vec::new() })
        }
        (Gate::First, _) => numbered(vec![vec![first(*value == Value::Bool(true))]]),
        (Gate::Wire, [input]) => numbered(vec![vec![same(*input, 0)]]),
        (Gate::Pre(_), [input]) => numbered(vec![vec![Condition::NotFirst, same(*input, 1)], vec![Condition::First]]),
        (Gate::Arrow, [condition, init, then]) => {
            let at_first = |truth| match is_first(program, *condition) {
                true => first(truth),
                false => is(*condition, truth, 0),
            };
            numbered(vec![vec![at_first(true), same(*init, 0)], vec![at_first(false), same(*then, 0)]])
        }
        (Gate::Apply(op), _) => apply(program, block, op, value),
        _ => Vec::new(),
    }
}

fn first(truth: bool) -> Condition {
    if truth { Condition::First } else { Condition::NotFirst }
}

/// Whether a block is the first tick of the whole program, under whatever name.
fn is_first(program: &Program<'_>, block: BlockId) -> bool {
    let look = crate::dataflow::patterns::look::Look { system: program.system, network: program.network };
    program.network.block(look.through(block)).gate == Gate::First
}

fn apply(program: &Program<'_>, block: &Block, op: Op, value: &Value) -> Vec<Way> {
    let Some(truth) = value.as_bool() else { return of_numbers(program, block, op, value) };
    let each = |wanted: bool| {
        let mut seen = std::collections::BTreeSet::new();
        block.inputs.iter().filter(|b| seen.insert(**b)).map(|b| vec![is(*b, wanted, 0)]).collect::<Vec<_>>()
    };
    let all = |wanted: bool| vec![block.inputs.iter().map(|b| is(*b, wanted, 0)).collect::<Vec<_>>()];
    numbered(match (op, block.inputs.as_slice()) {
        (Op::And, _) => {
            if truth {
                all(true)
            } else {
                each(false)
            }
        }
        (Op::Or, _) => {
            if truth {
                each(true)
            } else {
                all(false)
            }
        }
        (Op::Not, [a]) => vec![vec![is(*a, !truth, 0)]],
        (Op::Implies, [a, b]) if truth => vec![vec![is(*a, false, 0)], vec![is(*b, true, 0)]],
        (Op::Implies, [a, b]) => vec![vec![is(*a, true, 0), is(*b, false, 0)]],
        (Op::Xor, [a, b]) => two(*a, *b, !truth),
        (Op::Eq, [a, b]) if is_boolean(program, *a) => two(*a, *b, truth),
        (Op::Ite, [c, x, y]) => switch(*c, *x, *y),
        _ => return of_numbers(program, block, op, value),
    })
}

/// Both inputs the same, or different.
fn two(a: BlockId, b: BlockId, equal: bool) -> Vec<Vec<Condition>> {
    [true, false].map(|truth| vec![is(a, truth, 0), is(b, truth == equal, 0)]).to_vec()
}

fn switch(condition: BlockId, then: BlockId, other: BlockId) -> Vec<Vec<Condition>> {
    vec![vec![is(condition, true, 0), same(then, 0)], vec![is(condition, false, 0), same(other, 0)]]
}

fn is_boolean(program: &Program<'_>, block: BlockId) -> bool {
    program.system.terms.sort(program.network.block(block).value) == Sort::Bool
}

fn of_numbers(program: &Program<'_>, block: &Block, op: Op, value: &Value) -> Vec<Way> {
    match (op, block.inputs.as_slice()) {
        (Op::Ite, [c, x, y]) => numbered(switch(*c, *x, *y)),
        (Op::Mul, factors) if is_zero(value) => numbered(factors.iter().map(|f| vec![same(*f, 0)]).collect()),
        (_, operands) => {
            let varies = |b: &&BlockId| program.network.block(**b).gate != Gate::Constant;
            let operands = operands.iter().filter(varies).copied().collect();
            vec![Way { number: 0, conditions: Vec::new(), operands }]
        }
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Int(n) => *n == BigInt::ZERO,
        Value::Real(r) => *r.numer() == BigInt::ZERO,
        _ => false,
    }
}
