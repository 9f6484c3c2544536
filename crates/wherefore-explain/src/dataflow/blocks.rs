//! Which blocks of a program are drawn, and what they look like: for pictures of every kind.
//!
//! A large program is drawn from the property backwards: the blocks nearest to it first, until there are too many to look
//! at. Blocks keep the order of the program, so that the same program gives the same picture.

use super::Program;
use super::patterns::{Kind, Pattern, Port};
use crate::result::scene::MOST_BOXES;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wherefore_ir::network::{BlockId, CallId, Gate};
use wherefore_ir::{Op, System, TermId, Value};
use wherefore_trace::{show, show_plain};

/// The port of an initialisation that separates the first tick from the others.
const IF_FIRST: &str = "if first";

/// The blocks that a property depends on.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The calls that the blocks belong to; a call stands before those made in it. The first is the main node.
    pub calls: Vec<CallId>,
    /// The blocks, in order of the program.
    pub blocks: Vec<BlockId>,
    /// Flows, each once: the places of two blocks, and what the first is for the second, where its inputs differ: "if",
    /// "then", "else"; empty where they do not.
    pub arcs: Vec<(usize, usize, &'static str)>,
    /// How many blocks were left out because there are too many.
    pub left_out: usize,
}

/// The kinds of blocks that look different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockKind {
    /// A stream of the environment.
    Input,
    /// A value that never changes, or what is true at the first tick only.
    Constant,
    /// A delay.
    Delay,
    /// A choice between the first tick and the others.
    Init,
    /// A choice between two inputs.
    Switch,
    /// A latch or another pattern with memory that is seen as one block.
    Latch,
    /// A stream under another name.
    Wire,
    /// Any other operator.
    Operator,
}

impl Drawn {
    /// The blocks that a block depends on, as many as can be drawn.
    pub fn cone(program: &Program<'_>, sink: BlockId) -> Drawn {
        let mut seen = BTreeSet::from([sink]);
        let mut waiting = VecDeque::from([sink]);
        let mut drawn = BTreeSet::new();
        while let Some(id) = waiting.pop_front() {
            if drawn.len() < MOST_BOXES {
                drawn.insert(id);
            }
            for (input, _) in inputs(program, id) {
                if seen.insert(input) {
                    waiting.push_back(input);
                }
            }
        }
        let left_out = seen.len() - drawn.len();
        let arcs = arcs(program, &drawn);
        Drawn { calls: calls(program, &drawn), blocks: drawn.into_iter().collect(), arcs, left_out }
    }
}

/// Kind of a block, and its operator or value as a short symbol; empty for one that has only a name.
pub fn look(program: &Program<'_>, id: BlockId) -> (BlockKind, String) {
    if let Some(pattern) = program.patterns.at(id) {
        return (BlockKind::Latch, words(pattern));
    }
    let block = program.network.block(id);
    match block.gate {
        Gate::Input(_) => (BlockKind::Input, String::new()),
        Gate::Constant => (BlockKind::Constant, constant(program.system, block.value)),
        Gate::First => (BlockKind::Constant, "first".to_owned()),
        Gate::Pre(_) => (BlockKind::Delay, "pre".to_owned()),
        Gate::Arrow => (BlockKind::Init, "->".to_owned()),
        Gate::Apply(Op::Ite) => (BlockKind::Switch, "if".to_owned()),
        Gate::Apply(op) => (BlockKind::Operator, symbol(op)),
        Gate::Wire => (BlockKind::Wire, String::new()),
    }
}

/// A value of a block as the table of a run writes it: a variable of the environment knows whether it has a sign.
pub fn text(system: &System, block: BlockId, value: &Value) -> String {
    let gate = system.annexes.network.as_ref().and_then(|n| n.blocks.get(block.0 as usize)).map(|b| b.gate);
    match gate {
        Some(Gate::Input(var) | Gate::Pre(var)) => show(&system.terms, var, value),
        _ => show_plain(&system.terms, value),
    }
}

/// Inputs of a block, each with its role. A pattern reads its ports; what is inside is not drawn for it. An
/// initialisation's question whether this is the first tick is left out, unless it is a question of its own.
fn inputs(program: &Program<'_>, id: BlockId) -> Vec<(BlockId, &'static str)> {
    if let Some(pattern) = program.patterns.at(id) {
        return ports(&pattern.kind);
    }
    let block = program.network.block(id);
    let ports: &[&'static str] = match block.gate {
        Gate::Apply(Op::Ite) => &["if", "then", "else"],
        Gate::Arrow => &[IF_FIRST, "first", "then"],
        _ => &[],
    };
    let goes_without_saying =
        |(input, port): &(BlockId, &str)| *port == IF_FIRST && program.network.block(*input).gate == Gate::First;
    let ports = ports.iter().copied().chain(std::iter::repeat(""));
    block.inputs.iter().copied().zip(ports).filter(|arc| !goes_without_saying(arc)).collect()
}

/// Flows between drawn blocks.
fn arcs(program: &Program<'_>, drawn: &BTreeSet<BlockId>) -> Vec<(usize, usize, &'static str)> {
    let places: BTreeMap<BlockId, usize> = drawn.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let mut arcs = BTreeSet::new();
    for (id, target) in &places {
        let known = |(input, port): (BlockId, &'static str)| Some((*places.get(&input)?, *target, port));
        arcs.extend(inputs(program, *id).into_iter().filter_map(known));
    }
    arcs.into_iter().collect()
}

/// Ports that a pattern reads.
fn ports(kind: &Kind) -> Vec<(BlockId, &'static str)> {
    let port = |port: &Port, on: &'static str, off: &'static str| (port.block, if port.on { on } else { off });
    match kind {
        Kind::Latch { set, reset, .. } => vec![port(set, "set", "not set"), port(reset, "reset", "not reset")],
        Kind::Edge { stream, .. } => vec![(stream.block, "")],
        Kind::Confirmator { stream, .. } => vec![port(stream, "", "not")],
        Kind::Counter { inc, reset, .. } => {
            let reset = reset.iter().map(|r| port(r, "reset", "not reset"));
            std::iter::once(port(inc, "count", "not count")).chain(reset).collect()
        }
    }
}

/// Name of a pattern.
fn words(pattern: &Pattern) -> String {
    let words = match pattern.kind {
        Kind::Latch { .. } => "latch".to_owned(),
        Kind::Edge { stream: Port { on: true, .. }, .. } => "rising edge".to_owned(),
        Kind::Edge { .. } => "falling edge".to_owned(),
        Kind::Confirmator { n, .. } => format!("on for {} ticks", u64::from(n) + 1),
        Kind::Counter { n, .. } => format!("count >= {n}"),
    };
    if pattern.negated { format!("not {words}") } else { words }
}

/// The calls that drawn blocks belong to, with those around them.
fn calls(program: &Program<'_>, drawn: &BTreeSet<BlockId>) -> Vec<CallId> {
    let network = program.network;
    let mut needed = BTreeSet::from([CallId(0)]);
    for id in drawn {
        let mut call = Some(network.block(*id).call);
        while let Some(id) = call.filter(|c| needed.insert(*c)) {
            call = network.call(id).parent;
        }
    }
    needed.into_iter().filter(|c| (c.0 as usize) < network.calls.len()).collect()
}

fn constant(system: &System, value: TermId) -> String {
    match system.terms.op(value) {
        Op::Const(id) => show_plain(&system.terms, system.terms.value(id)),
        _ => "constant".to_owned(),
    }
}

/// An operator as programs write it, without regard to what its operands are.
fn symbol(op: Op) -> String {
    let word = match op {
        Op::Implies => "=>",
        Op::Eq => "=",
        Op::Lt | Op::BvUlt | Op::BvSlt => "<",
        Op::Le | Op::BvUle | Op::BvSle => "<=",
        Op::Add | Op::BvAdd => "+",
        Op::Neg | Op::BvNeg | Op::Sub | Op::BvSub => "-",
        Op::Mul | Op::BvMul => "*",
        Op::Div(_) | Op::BvUdiv | Op::BvSdiv => "div",
        Op::Mod(_) | Op::BvUrem | Op::BvSrem => "mod",
        Op::RealDiv => "/",
        Op::ToReal => "real",
        Op::Floor | Op::BvToNat | Op::BvToInt => "int",
        op => return format!("{op:?}").to_lowercase(),
    };
    word.to_owned()
}
