//! The picture of a program for Graphviz: the blocks that a property depends on, with the cause of a class.

use crate::document::flow::{Arc, Block, Call, Diagram};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_explain as explain;
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::blocks::{Drawn, look, text};
use wherefore_ir::System;
use wherefore_ir::network::{BlockId, CallId, Network};

/// The values of blocks on a cause, by tick.
type Spots = BTreeMap<BlockId, BTreeMap<u32, String>>;

/// The blocks that a property depends on, with the cause of a class if one is given; `None` if the model has no blocks or
/// the property asks for none.
pub fn diagram(system: &System, property: &str, class: Option<(usize, &explain::Class)>) -> Option<Diagram> {
    let program = Program::new(system)?;
    let sink = program.network.sink(property)?;
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
    let drawn = Drawn::cone(&program, sink);
    let (calls, places) = calls(program.network, &drawn.calls);
    let block = |id: &BlockId| Block { is_sink: *id == sink, ..block(&program, *id, &spots, &places) };
    let blocks = drawn.blocks.iter().map(block).collect();
    let arcs = arcs(&drawn, flow.map(|f| &f.arcs));
    Some(Diagram { title, calls, blocks, arcs, left_out: drawn.left_out })
}

fn block(program: &Program<'_>, id: BlockId, spots: &Spots, calls: &BTreeMap<CallId, usize>) -> Block {
    let block = program.network.block(id);
    let (kind, symbol) = look(program, id);
    let values = spots.get(&id).into_iter().flatten().map(|(tick, value)| (*tick, value.clone()));
    Block {
        id: id.0,
        kind,
        symbol,
        name: block.name.clone(),
        call: calls.get(&block.call).copied().unwrap_or(0),
        values: values.collect(),
        is_sink: false,
    }
}

/// Flows between drawn blocks; `active` are the arcs of the cause.
fn arcs(drawn: &Drawn, active: Option<&BTreeSet<(BlockId, BlockId)>>) -> Vec<Arc> {
    let is_active = |source: usize, target: usize| {
        let ends = drawn.blocks.get(source).copied().zip(drawn.blocks.get(target).copied());
        ends.zip(active).is_some_and(|(ends, active)| active.contains(&ends))
    };
    let arc = |(source, target, port): &(usize, usize, &'static str)| {
        let (source, target, port) = (*source, *target, *port);
        Arc { source, target, port, active: is_active(source, target) }
    };
    drawn.arcs.iter().map(arc).collect()
}

/// The calls as they are shown, and their places.
fn calls(network: &Network, needed: &[CallId]) -> (Vec<Call>, BTreeMap<CallId, usize>) {
    let places: BTreeMap<CallId, usize> = needed.iter().enumerate().map(|(place, call)| (*call, place)).collect();
    let view = |call: &CallId| {
        let call = network.call(*call);
        Call { name: call.path.clone(), parent: call.parent.and_then(|p| places.get(&p).copied()) }
    };
    (needed.iter().map(view).collect(), places)
}
