//! Events at each node of a cause; a node without one is not listed.

use super::sides::is_inside;
use crate::dataflow::Program;
use crate::dataflow::names::stream;
use crate::dataflow::patterns::{Kind, Pattern, Port};
use crate::dataflow::replay::Replay;
use crate::dataflow::rules::words::value;
use crate::dataflow::structural::{Node, StructuralCause};
use crate::result::event::{EdgeFound, Happening, Leveled};
use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Op, Value};

/// Looks for what happened.
pub struct Happenings<'a> {
    program: &'a Program<'a>,
    replay: &'a Replay,
    cause: &'a StructuralCause,
    /// The nodes of the property itself.
    property: BTreeSet<usize>,
    /// Constants that a switch selects.
    selected: BTreeSet<usize>,
    /// Nodes that are read from outside their call.
    outputs: BTreeSet<usize>,
}

impl<'a> Happenings<'a> {
    /// Looks at how the nodes of a cause are read.
    pub fn new(program: &'a Program<'a>, replay: &'a Replay, cause: &'a StructuralCause) -> Happenings<'a> {
        let mut found = Happenings {
            program,
            replay,
            cause,
            property: BTreeSet::new(),
            selected: BTreeSet::new(),
            outputs: BTreeSet::new(),
        };
        found.walk_property();
        for node in &cause.nodes {
            let reader = program.network.block(node.block);
            for below in &node.below {
                let block = program.network.block(cause.nodes[*below].block);
                if !is_inside(program.network, reader.call, block.call) {
                    found.outputs.insert(*below);
                }
                if reader.gate == Gate::Apply(Op::Ite) && reader.inputs.first() != Some(&cause.nodes[*below].block) {
                    found.select(*below);
                }
            }
        }
        found
    }

    /// A constant behind wires.
    fn select(&mut self, from: usize) {
        let mut at = from;
        loop {
            let node = &self.cause.nodes[at];
            match (self.program.network.block(node.block).gate, node.below.as_slice()) {
                (Gate::Wire, [below]) => at = *below,
                (Gate::Constant, _) => {
                    self.selected.insert(at);
                    return;
                }
                _ => return,
            }
        }
    }

    /// The operator at the root, and below conjunctions the operand that failed.
    fn walk_property(&mut self) {
        let mut at = 0;
        while let Some(node) = self.cause.nodes.get(at) {
            let gate = self.program.network.block(node.block).gate;
            let passes = matches!(gate, Gate::Wire | Gate::Arrow | Gate::Apply(Op::And));
            if !matches!(gate, Gate::Wire | Gate::Arrow | Gate::Input(_)) {
                self.property.insert(at);
            }
            match node.below.as_slice() {
                [below] if passes && self.program.patterns.at(node.block).is_none() => at = *below,
                _ => return,
            }
        }
    }

    /// Event at a node.
    pub fn of(&self, index: usize) -> Option<Happening> {
        let node = &self.cause.nodes[index];
        if let Some(pattern) = self.program.patterns.at(node.block) {
            return Some(self.pattern(pattern, node));
        }
        let block = self.program.network.block(node.block);
        let shown = value(self.program, &node.value);
        match block.gate {
            Gate::Input(_) => Some(Happening::Input(shown)),
            Gate::Pre(_) if node.tick == 0 => Some(Happening::Unfixed(shown)),
            Gate::Arrow if node.shape == 0 => Some(Happening::Initial(shown)),
            Gate::Constant if self.selected.contains(&index) => Some(Happening::Constant(shown)),
            Gate::Apply(Op::Ite) => Some(Happening::Switched { input: node.shape as usize, value: shown }),
            Gate::Apply(op) if self.property.contains(&index) => Some(self.failed(op, node)),
            Gate::Wire => None,
            _ if self.outputs.contains(&index) => self.output(node.block),
            _ => None,
        }
    }

    /// Event of a call's output.
    fn output(&self, block: BlockId) -> Option<Happening> {
        let block = self.program.network.block(block);
        let (node, port) = (self.program.network.call(block.call).node.clone(), block.name.clone()?);
        Some(Happening::Output { node, port })
    }

    /// How the property failed.
    fn failed(&self, op: Op, node: &Node) -> Happening {
        let inputs = &self.program.network.block(node.block).inputs;
        if let (Op::Implies, [a, b], Value::Bool(false)) = (op, inputs.as_slice(), &node.value) {
            let side = |block: BlockId| {
                let is_named = self.program.network.block(block).name.is_some();
                is_named.then(|| stream(self.program, block))
            };
            return Happening::ImplicationFails { left: side(*a), right: side(*b) };
        }
        let shapes = self.program.implicants(node.block, &node.value);
        let taken = shapes.into_iter().find(|s| s.number == node.shape);
        Happening::InThisWay(taken.map_or_else(|| value(self.program, &node.value), |s| s.words))
    }

    fn pattern(&self, pattern: &Pattern, node: &Node) -> Happening {
        let on = (node.value == Value::Bool(true)) != pattern.negated;
        match pattern.kind {
            Kind::Latch { set, reset, .. } => match node.shape {
                0 => Happening::LatchedSince { on, tick: self.begun(node, if on { set } else { reset }) },
                _ => Happening::LatchedInitially { on },
            },
            Kind::Edge { stream, .. } => self.edge(stream, on, node.shape),
            Kind::Confirmator { stream: port, n } => {
                let ticks = u64::from(n) + 1;
                match (on, node.shape) {
                    (true, _) => Happening::Lasted { stream: self.leveled(port, port.on), ticks },
                    (false, 0) => {
                        Happening::Interrupted { stream: self.leveled(port, !port.on), tick: self.latest(node) }
                    }
                    (false, _) => Happening::TooShort { stream: stream(self.program, port.block), ticks },
                }
            }
            Kind::Counter { inc, reset, n, .. } => {
                let (counted, ticks) = (self.leveled(inc, inc.on), u64::from(n));
                match (on, node.shape, reset) {
                    (true, ..) => Happening::Counted { stream: counted, ticks, since: self.earliest(node) },
                    (false, 0, Some(reset)) => {
                        Happening::Reset { stream: counted.name, ticks, tick: self.begun(node, reset) }
                    }
                    (false, 1, _) => Happening::CountedFewer { stream: counted, ticks },
                    (false, ..) => Happening::FewerTicks(ticks),
                }
            }
        }
    }

    fn leveled(&self, port: Port, on: bool) -> Leveled {
        Leveled { name: stream(self.program, port.block), on }
    }

    fn edge(&self, port: Port, on: bool, shape: u32) -> Happening {
        let found = match (on, shape) {
            (true, 0) => EdgeFound::Here,
            (true, _) => EdgeFound::AtFirst,
            (false, 0) => EdgeFound::NotNow(!port.on),
            (false, 1) => EdgeFound::NotBefore(port.on),
            (false, _) => EdgeFound::NotAtFirst,
        };
        Happening::Edge { stream: stream(self.program, port.block), rising: port.on, found }
    }

    /// The tick at which a port was on, among what a node rests on.
    fn begun(&self, node: &Node, port: Port) -> u32 {
        let below = node.below.iter().map(|b| &self.cause.nodes[*b]);
        let on = |n: &&Node| n.block == port.block && self.replay.is_true(n.block, n.tick) == port.on;
        below.filter(on).map(|n| n.tick).min().unwrap_or(node.tick)
    }

    fn earliest(&self, node: &Node) -> u32 {
        node.below.iter().map(|b| self.cause.nodes[*b].tick).min().unwrap_or(node.tick)
    }

    fn latest(&self, node: &Node) -> u32 {
        node.below.iter().map(|b| self.cause.nodes[*b].tick).max().unwrap_or(node.tick)
    }
}
