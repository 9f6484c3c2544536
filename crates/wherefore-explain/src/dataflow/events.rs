//! Key events: what to read of a cause, in two lists.
//!
//! A cause has a node for every gate that it passes; a person wants the inputs, the initial values, what latches, edges,
//! counters and switches did, what came out of calls, and how the property failed. These are listed, the
//! property's side first. An input that both sides read is in both lists, and so is what the model hands to the property.
//!
//! ```text
//! property   OBS/pulse   tick 1   1   falling edge of active
//! model      MUV/act1    tick 1   1   condition 0, so its second input: 1
//! ```
//!
//! The property's side is the equation of the sink; if the sink is what a call puts out, the whole call.

mod happenings;
mod sides;

pub use sides::Sides;

use super::Program;
use super::names::name;
use super::replay::Replay;
use super::structural::StructuralCause;
use crate::result::explanation::{KeyEvent, Side};
use happenings::Happenings;
use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Gate};

/// Key events of a cause: the property's side first, each side by tick, then in order of blocks.
pub fn events(program: &Program<'_>, replay: &Replay, cause: &StructuralCause) -> Vec<KeyEvent> {
    let Some(root) = cause.nodes.first() else { return Vec::new() };
    let sides = reading_sides(program, &Sides::new(program, root.block), cause);
    let happenings = Happenings::new(program, replay, cause);
    let mut found: Vec<(KeyEvent, BlockId)> = Vec::new();
    for (index, node) in cause.nodes.iter().enumerate() {
        let Some(what) = happenings.of(index) else { continue };
        let var = match program.network.block(node.block).gate {
            Gate::Input(var) | Gate::Pre(var) => Some(var),
            _ => None,
        };
        let choice = match program.network.block(node.block).gate {
            Gate::Input(_) => true,
            Gate::Pre(_) => node.tick == 0,
            _ => false,
        };
        for side in &sides[index] {
            let event = KeyEvent {
                side: Some(*side),
                name: name(program, node.block),
                tick: node.tick as usize,
                value: Some(node.value.clone()),
                var,
                what: what.clone(),
                is_input: choice,
                element: program.network.block(node.block).element,
            };
            found.push((event, node.block));
        }
    }
    found.sort_by_key(|(event, block)| (event.side, event.tick, *block));
    found.into_iter().map(|(event, _)| event).collect()
}

/// For each node the lists that it belongs to: its own side; for inputs and wires the sides that read it; for what leaves a
/// call also the property's, if that reads it.
fn reading_sides(program: &Program<'_>, sides: &Sides, cause: &StructuralCause) -> Vec<BTreeSet<Side>> {
    let mut readers: Vec<BTreeSet<Side>> = vec![BTreeSet::new(); cause.nodes.len()];
    for (index, node) in cause.nodes.iter().enumerate() {
        let own = sides.of(node.block);
        let passes = matches!(program.network.block(node.block).gate, Gate::Input(_) | Gate::Wire);
        let read = std::mem::take(&mut readers[index]);
        let of = match own {
            Side::Property if !passes || read.is_empty() => BTreeSet::from([Side::Property]),
            Side::Model if !passes => BTreeSet::from([Side::Model]),
            _ => read.clone(),
        };
        node.below.iter().for_each(|b| readers[*b].extend(&of));
        let handed = own == Side::Model && read.contains(&Side::Property) && leaves_its_call(program, cause, index);
        readers[index] = of;
        readers[index].extend(handed.then_some(Side::Property));
    }
    readers
}

/// Whether a node of the cause is read from outside the call that it is part of.
fn leaves_its_call(program: &Program<'_>, cause: &StructuralCause, index: usize) -> bool {
    let call = program.network.block(cause.nodes[index].block).call;
    let outside = |reader: BlockId| !sides::is_inside(program.network, program.network.block(reader).call, call);
    cause.nodes[..index].iter().any(|n| n.below.contains(&index) && outside(n.block))
}
