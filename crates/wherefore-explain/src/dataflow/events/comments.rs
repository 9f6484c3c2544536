//! The sentence for each key event; a node without one is not listed.

use super::names::stream;
use super::sides::is_inside;
use crate::dataflow::Program;
use crate::dataflow::patterns::{Kind, Pattern, Port};
use crate::dataflow::replay::Replay;
use crate::dataflow::rules::words::{ordinal, ticks, value};
use crate::dataflow::structural::{Node, StructuralCause};
use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Op, Value};

/// Makes the sentences for a cause.
pub struct Comments<'a> {
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

impl<'a> Comments<'a> {
    /// Looks at how the nodes of a cause are read.
    pub fn new(program: &'a Program<'a>, replay: &'a Replay, cause: &'a StructuralCause) -> Comments<'a> {
        let mut comments = Comments {
            program,
            replay,
            cause,
            property: BTreeSet::new(),
            selected: BTreeSet::new(),
            outputs: BTreeSet::new(),
        };
        comments.walk_property();
        for node in &cause.nodes {
            let reader = program.network.block(node.block);
            for below in &node.below {
                let block = program.network.block(cause.nodes[*below].block);
                if !is_inside(program.network, reader.call, block.call) {
                    comments.outputs.insert(*below);
                }
                if reader.gate == Gate::Apply(Op::Ite) && reader.inputs.first() != Some(&cause.nodes[*below].block) {
                    comments.select(*below);
                }
            }
        }
        comments
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

    /// The sentence for a node.
    pub fn of(&self, index: usize) -> Option<String> {
        let node = &self.cause.nodes[index];
        if let Some(pattern) = self.program.patterns.at(node.block) {
            return Some(self.pattern(pattern, node));
        }
        let block = self.program.network.block(node.block);
        let shown = value(self.program, &node.value);
        match block.gate {
            Gate::Input(_) => Some(format!("input: {shown}")),
            Gate::Pre(_) if node.tick == 0 => Some(format!("initial value {shown}, which nothing fixes")),
            Gate::Arrow if node.shape == 0 => Some(format!("initial value {shown}")),
            Gate::Constant if self.selected.contains(&index) => Some(format!("constant: {shown}")),
            Gate::Apply(Op::Ite) => {
                let condition = 1 - node.shape.min(1);
                Some(format!("condition {condition}, so its {} input: {shown}", ordinal(node.shape as usize)))
            }
            Gate::Apply(op) if self.property.contains(&index) => Some(self.failed(op, node)),
            Gate::Wire => None,
            _ if self.outputs.contains(&index) => self.output(node.block),
            _ => None,
        }
    }

    /// What a call put out.
    fn output(&self, block: BlockId) -> Option<String> {
        let block = self.program.network.block(block);
        let port = block.name.as_ref()?;
        Some(format!("{} output on port {port}", self.program.network.call(block.call).node))
    }

    /// How the property failed.
    fn failed(&self, op: Op, node: &Node) -> String {
        let inputs = &self.program.network.block(node.block).inputs;
        if let (Op::Implies, [a, b], Value::Bool(false)) = (op, inputs.as_slice(), &node.value) {
            let side = |block: BlockId, words: &str| match self.program.network.block(block).name {
                Some(_) => stream(self.program, block),
                None => words.to_owned(),
            };
            return format!("{} is 0 while {} is 1", side(*b, "the right side"), side(*a, "the left side"));
        }
        let shapes = self.program.shapes(node.block, &node.value);
        let taken = shapes.into_iter().find(|s| s.number == node.shape);
        taken.map_or_else(|| value(self.program, &node.value), |s| s.words)
    }

    fn pattern(&self, pattern: &Pattern, node: &Node) -> String {
        let on = (node.value == Value::Bool(true)) != pattern.negated;
        match pattern.kind {
            Kind::Latch { set, reset, .. } => {
                let (begins, begun, ended) = if on { (set, "set", "reset") } else { (reset, "reset", "set") };
                match node.shape {
                    0 => format!("{begun} at tick {} and not {ended} since", self.begun(node, begins)),
                    _ => format!("initial value {} and never {ended}", u8::from(on)),
                }
            }
            Kind::Edge { stream, .. } => self.edge(stream, on, node.shape),
            Kind::Confirmator { stream: port, n } => {
                let (name, lasting) = (stream(self.program, port.block), ticks(u64::from(n) + 1));
                match (on, node.shape) {
                    (true, _) => format!("{name} is {} for {lasting}", u8::from(port.on)),
                    (false, 0) => format!("{name} is {} at tick {}", u8::from(!port.on), self.latest(node)),
                    (false, _) => format!("{name} cannot have lasted {lasting} yet"),
                }
            }
            Kind::Counter { inc, reset, n, .. } => {
                let (name, n) = (stream(self.program, inc.block), ticks(n.into()));
                match (on, node.shape, reset) {
                    (true, ..) => format!("{name} is {} at {n} since tick {}", u8::from(inc.on), self.earliest(node)),
                    (false, 0, Some(reset)) => {
                        format!("reset at tick {} and {name} at fewer than {n} since", self.begun(node, reset))
                    }
                    (false, 1, _) => format!("{name} is {} at fewer than {n} in all", u8::from(inc.on)),
                    (false, ..) => format!("there were fewer than {n} yet"),
                }
            }
        }
    }

    fn edge(&self, port: Port, on: bool, shape: u32) -> String {
        let (name, kind) = (stream(self.program, port.block), if port.on { "rising" } else { "falling" });
        match (on, shape) {
            (true, 0) => format!("{kind} edge of {name}"),
            (true, _) => format!("{kind} edge of {name} at the first tick"),
            (false, 0) => format!("no {kind} edge of {name}, which is {}", u8::from(!port.on)),
            (false, 1) => format!("no {kind} edge of {name}, which was {} before", u8::from(port.on)),
            (false, _) => format!("no {kind} edge of {name} at the first tick"),
        }
    }

    /// The tick at which a port was on, among what a node rests on; counted from 1, as reports do.
    fn begun(&self, node: &Node, port: Port) -> u32 {
        let below = node.below.iter().map(|b| &self.cause.nodes[*b]);
        let on = |n: &&Node| n.block == port.block && self.replay.is_true(n.block, n.tick) == port.on;
        below.filter(on).map(|n| n.tick).min().unwrap_or(node.tick) + 1
    }

    fn earliest(&self, node: &Node) -> u32 {
        node.below.iter().map(|b| self.cause.nodes[*b].tick).min().unwrap_or(node.tick) + 1
    }

    fn latest(&self, node: &Node) -> u32 {
        node.below.iter().map(|b| self.cause.nodes[*b].tick).max().unwrap_or(node.tick) + 1
    }
}
