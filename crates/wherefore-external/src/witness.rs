//! The run that a program tells by the inputs of the circuit: the circuit is simulated, and what its latches and inputs hold are bits of
//! variables.

use crate::circuit::{Circuit, Holds};
use wherefore_check::engine::{Bit, Witness};
use wherefore_solve::{AigLit, AigNode};

/// The bits of all variables along a run of so many steps; `None` if it is not told, or its rows are not as long as there are inputs.
/// A circuit without inputs has one run.
pub fn read(circuit: &Circuit, steps: u32, inputs: Option<Vec<Vec<bool>>>) -> Option<Witness> {
    let alone = || circuit.inputs.is_empty().then(|| vec![Vec::new(); steps as usize + 1]);
    let inputs = inputs.or_else(alone)?;
    let mut latches = vec![false; circuit.latches.len()];
    let mut bits = Vec::new();
    for (tick, row) in (0..).zip(&inputs) {
        let values = simulate(circuit, &latches, row)?;
        if let Some(tick) = u32::checked_sub(tick, circuit.delay()) {
            bits.extend(told(circuit, &values, tick));
        }
        latches = circuit.latches.iter().map(|latch| value(&values, latch.next)).collect();
    }
    Some(Witness { bits })
}

/// The values of all nodes in one tick.
fn simulate(circuit: &Circuit, latches: &[bool], inputs: &[bool]) -> Option<Vec<bool>> {
    if inputs.len() != circuit.inputs.len() {
        return None;
    }
    let mut values = vec![false; circuit.nodes.len()];
    let leaves = circuit.inputs.iter().zip(inputs).chain(circuit.latches.iter().map(|l| &l.now).zip(latches));
    for (leaf, bit) in leaves {
        values[leaf.node()] = *bit;
    }
    for (node, kind) in circuit.nodes.iter().enumerate() {
        if let AigNode::And(a, b) = kind {
            values[node] = value(&values, *a) && value(&values, *b);
        }
    }
    Some(values)
}

fn value(values: &[bool], lit: AigLit) -> bool {
    values[lit.node()] != lit.is_inverted()
}

/// The bits of variables in one tick.
fn told<'a>(circuit: &'a Circuit, values: &'a [bool], tick: u32) -> impl Iterator<Item = Bit> + 'a {
    let states = circuit.latches.iter().filter_map(move |latch| match latch.holds {
        Holds::Bit { var, bit, negated } => Some(Bit { tick, var, bit, value: value(values, latch.now) != negated }),
        Holds::Started | Holds::Broken => None,
    });
    let inputs = circuit.input_bits.iter().map(move |(var, bit, lit)| Bit {
        tick,
        var: *var,
        bit: *bit,
        value: value(values, *lit),
    });
    states.chain(inputs)
}
