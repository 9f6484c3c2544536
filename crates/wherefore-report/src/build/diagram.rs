//! The picture of a program: the blocks that a property depends on, with the cause of a class.
//!
//! A large program is drawn from the property backwards: the blocks nearest to it first, until there are too many to look
//! at. Blocks keep the order of the program, so that the same program gives the same picture.

use super::flow::text;
use crate::view::flow::{Arc, Block, BlockKind, Call, Diagram};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wherefore_explain as explain;
use wherefore_explain::dataflow::patterns::{Kind, Pattern, Patterns, Port};
use wherefore_ir::network::{BlockId, Gate, Network};
use wherefore_ir::{Op, System, TermId};
use wherefore_trace::show_plain;

/// The most blocks that are drawn.
pub const MOST_BLOCKS: usize = 2_000;
/// The port of an initialisation that tells the first tick from the others.
const IF_FIRST: &str = "if first";

/// The values of blocks on a cause, by tick.
type Spots = BTreeMap<BlockId, BTreeMap<u32, String>>;

/// The blocks that a property depends on, with the cause of a class if one is given; `None` if the model has no blocks or
/// the property asks for none.
pub fn diagram(system: &System, property: &str, class: Option<(usize, &explain::Class)>) -> Option<Diagram> {
    let network = system.network.as_deref()?;
    let sink = network.sink(property)?;
    let flow = class.and_then(|(_, class)| class.flow.as_ref());
    let mut spots = Spots::new();
    for spot in flow.iter().flat_map(|f| &f.spots) {
        let value = text(system, spot.block, &spot.value);
        spots.entry(spot.block).or_default().insert(spot.tick, value);
    }
    let title = match class.filter(|_| flow.is_some()) {
        Some((index, class)) => format!("{property}: class {} {}", index + 1, class.key),
        None => property.to_owned(),
    };
    let patterns = Patterns::find(system, network);
    let drawing = Drawing { system, network, patterns, spots, active: flow.map(|f| &f.arcs) };
    let (drawn, left_out) = drawing.cone(sink);
    let (calls, call_places) = calls(network, &drawn);
    let mut blocks: Vec<Block> = drawn.iter().map(|id| drawing.block(*id, &call_places)).collect();
    blocks.iter_mut().filter(|b| b.id == sink.0).for_each(|b| b.is_sink = true);
    Some(Diagram { title, calls, blocks, arcs: drawing.arcs(&drawn), left_out })
}

/// A program on its way to a picture.
struct Drawing<'a> {
    system: &'a System,
    network: &'a Network,
    patterns: Patterns,
    spots: Spots,
    active: Option<&'a BTreeSet<(BlockId, BlockId)>>,
}

impl Drawing<'_> {
    /// The blocks that a block depends on, as many as can be drawn, and how many there are beyond.
    fn cone(&self, sink: BlockId) -> (BTreeSet<BlockId>, usize) {
        let mut seen = BTreeSet::from([sink]);
        let mut waiting = VecDeque::from([sink]);
        let mut drawn = BTreeSet::new();
        while let Some(id) = waiting.pop_front() {
            if drawn.len() < MOST_BLOCKS {
                drawn.insert(id);
            }
            for (input, _) in self.inputs(id) {
                if seen.insert(input) {
                    waiting.push_back(input);
                }
            }
        }
        let left_out = seen.len() - drawn.len();
        (drawn, left_out)
    }

    /// What a block reads, and what that is for it. A pattern reads its ports; what is inside is not drawn for it. That an
    /// initialisation asks whether it is the first tick goes without saying, unless that is a question of its own.
    fn inputs(&self, id: BlockId) -> Vec<(BlockId, &'static str)> {
        if let Some(pattern) = self.patterns.at(id) {
            return ports(&pattern.kind);
        }
        let block = self.network.block(id);
        let ports: &[&'static str] = match block.gate {
            Gate::Apply(Op::Ite) => &["if", "then", "else"],
            Gate::Arrow => &[IF_FIRST, "first", "then"],
            _ => &[],
        };
        let goes_without_saying =
            |(input, port): &(BlockId, &str)| *port == IF_FIRST && self.network.block(*input).gate == Gate::First;
        let ports = ports.iter().copied().chain(std::iter::repeat(""));
        block.inputs.iter().copied().zip(ports).filter(|arc| !goes_without_saying(arc)).collect()
    }

    fn block(&self, id: BlockId, calls: &BTreeMap<u32, usize>) -> Block {
        let block = self.network.block(id);
        let (kind, symbol) = match self.patterns.at(id) {
            Some(pattern) => (BlockKind::Latch, words(pattern)),
            None => look(self.system, block.gate, block.value),
        };
        let values = self.spots.get(&id).into_iter().flatten().map(|(tick, value)| (*tick, value.clone()));
        Block {
            id: id.0,
            kind,
            symbol,
            name: block.name.clone(),
            call: calls.get(&block.call.0).copied().unwrap_or(0),
            values: values.collect(),
            is_sink: false,
        }
    }

    /// What flows between drawn blocks.
    fn arcs(&self, drawn: &BTreeSet<BlockId>) -> Vec<Arc> {
        let places: BTreeMap<BlockId, usize> = drawn.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let mut arcs = BTreeSet::new();
        for (id, target) in &places {
            for (input, port) in self.inputs(*id) {
                let Some(source) = places.get(&input) else { continue };
                let active = self.active.is_some_and(|arcs| arcs.contains(&(input, *id)));
                arcs.insert(Arc { source: *source, target: *target, port, active });
            }
        }
        arcs.into_iter().collect()
    }
}

/// What a pattern reads.
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

/// What a pattern is called.
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

/// The calls that drawn blocks belong to, with those around them, and the places of all calls among them.
fn calls(network: &Network, drawn: &BTreeSet<BlockId>) -> (Vec<Call>, BTreeMap<u32, usize>) {
    let mut needed = BTreeSet::from([0]);
    for id in drawn {
        let mut call = Some(network.block(*id).call);
        while let Some(id) = call.filter(|c| needed.insert(c.0)) {
            call = network.call(id).parent;
        }
    }
    let needed: Vec<u32> = needed.into_iter().filter(|c| (*c as usize) < network.calls.len()).collect();
    let places: BTreeMap<u32, usize> = needed.iter().enumerate().map(|(place, call)| (*call, place)).collect();
    let view = |call: &u32| {
        let call = &network.calls[*call as usize];
        Call { name: call.path.clone(), parent: call.parent.and_then(|p| places.get(&p.0).copied()) }
    };
    (needed.iter().map(view).collect(), places)
}

fn look(system: &System, gate: Gate, value: TermId) -> (BlockKind, String) {
    match gate {
        Gate::Input(_) => (BlockKind::Input, String::new()),
        Gate::Constant => (BlockKind::Constant, constant(system, value)),
        Gate::First => (BlockKind::Constant, "first".to_owned()),
        Gate::Pre(_) => (BlockKind::Delay, "pre".to_owned()),
        Gate::Arrow => (BlockKind::Init, "->".to_owned()),
        Gate::Apply(Op::Ite) => (BlockKind::Switch, "if".to_owned()),
        Gate::Apply(op) => (BlockKind::Operator, symbol(op)),
        Gate::Wire => (BlockKind::Wire, String::new()),
    }
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
