//! A circuit in the binary form of AIGER, as its oldest version has it: one output that is bad, latches that start with 0. With a constraint
//! it is one of version 1.9.

use crate::circuit::Circuit;
use std::collections::BTreeMap;
use wherefore_solve::{AigLit, AigNode};

/// The bytes of the file.
pub fn binary(circuit: &Circuit) -> Vec<u8> {
    let numbers = Numbers::new(circuit);
    let (inputs, latches, gates) = (circuit.inputs.len(), circuit.latches.len(), numbers.gates.len());
    let most = inputs + latches + gates;
    let mut file = match circuit.constraint {
        AigLit::TRUE => format!("aig {most} {inputs} {latches} 1 {gates}\n"),
        _ => format!("aig {most} {inputs} {latches} 0 {gates} 1 1\n"),
    }
    .into_bytes();
    for latch in &circuit.latches {
        file.extend(format!("{}\n", numbers.literal(latch.next)).into_bytes());
    }
    file.extend(format!("{}\n", numbers.literal(circuit.bad)).into_bytes());
    if circuit.constraint != AigLit::TRUE {
        file.extend(format!("{}\n", numbers.literal(circuit.constraint)).into_bytes());
    }
    for (place, (a, b)) in numbers.gates.iter().enumerate() {
        let own = 2 * (inputs + latches + place + 1) as u64;
        let (a, b) = (numbers.literal(*a), numbers.literal(*b));
        let (small, large) = (a.min(b), a.max(b));
        delta(&mut file, own - large);
        delta(&mut file, large - small);
    }
    file
}

/// The literal of a latch in the file, by its place among the latches.
pub fn latch_literal(circuit: &Circuit, place: usize) -> u64 {
    2 * (circuit.inputs.len() + place + 1) as u64
}

/// A number in groups of seven bits, lowest first, all but the last with the highest bit set.
fn delta(file: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        file.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    file.push(number as u8);
}

/// The numbers that nodes have in the file: inputs, then latches, then gates.
struct Numbers {
    of: BTreeMap<usize, u64>,
    gates: Vec<(AigLit, AigLit)>,
}

impl Numbers {
    fn new(circuit: &Circuit) -> Numbers {
        let leaves = circuit.inputs.iter().copied().chain(circuit.latches.iter().map(|latch| latch.now));
        let mut of: BTreeMap<usize, u64> = leaves.map(AigLit::node).zip(1..).collect();
        let mut gates = Vec::new();
        let needed = needed(circuit);
        for (node, kind) in circuit.nodes.iter().enumerate() {
            if let AigNode::And(a, b) = kind
                && needed[node]
            {
                of.insert(node, of.len() as u64 + 1);
                gates.push((*a, *b));
            }
        }
        Numbers { of, gates }
    }

    /// A literal as the file writes it. Node 0 is false in both.
    fn literal(&self, lit: AigLit) -> u64 {
        2 * self.of.get(&lit.node()).copied().unwrap_or(0) + u64::from(lit.is_inverted())
    }
}

/// The nodes that some latch, the output or the constraint depends on.
fn needed(circuit: &Circuit) -> Vec<bool> {
    let mut needed = vec![false; circuit.nodes.len()];
    let mut open: Vec<usize> = circuit.latches.iter().map(|latch| latch.next.node()).collect();
    open.extend([circuit.bad.node(), circuit.constraint.node()]);
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut needed[node], true)
            && let Some(AigNode::And(a, b)) = circuit.nodes.get(node)
        {
            open.extend([a.node(), b.node()]);
        }
    }
    needed
}
