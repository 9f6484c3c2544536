//! Which side a block is on: the property's or the model's.

use crate::dataflow::Program;
use crate::result::explanation::Side;
use wherefore_ir::network::{BlockId, CallId, Gate, Network};

/// The sides of all blocks with respect to one property.
pub struct Sides {
    property: Vec<bool>,
}

impl Sides {
    /// The property's side is the equation of the sink and, if the sink is what a call puts out, that whole call.
    pub fn new(program: &Program<'_>, sink: BlockId) -> Sides {
        let network = program.network;
        let mut sides = Sides { property: vec![false; network.blocks.len()] };
        let call = network.block(sink).call;
        let mut stack = vec![sink];
        let mut observer = None;
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut sides.property[id.0 as usize], true) {
                continue;
            }
            let block = network.block(id);
            let is_sink_wire = id == sink && block.gate == Gate::Wire;
            for input in &block.inputs {
                let target = network.block(*input);
                if target.call != call && is_sink_wire {
                    observer = observer.or_else(|| child_towards(network, call, target.call));
                } else if target.name.is_none() && target.call == call && !matches!(block.gate, Gate::Pre(_)) {
                    stack.push(*input);
                }
            }
        }
        if let Some(observer) = observer {
            let within = |id: &BlockId| is_inside(network, network.block(*id).call, observer);
            network.ids().filter(within).for_each(|id| sides.property[id.0 as usize] = true);
        }
        sides
    }

    /// The side of a block.
    pub fn of(&self, block: BlockId) -> Side {
        if self.property[block.0 as usize] { Side::Property } else { Side::Model }
    }
}

/// Whether a call is this one or made inside it.
pub fn is_inside(network: &Network, call: CallId, outer: CallId) -> bool {
    // A call stands before those made in it, so this ends.
    let mut at = Some(call);
    while let Some(call) = at.filter(|c| *c >= outer) {
        if call == outer {
            return true;
        }
        at = network.call(call).parent;
    }
    false
}

/// The call made directly in `outer` that a deeper one is part of.
fn child_towards(network: &Network, outer: CallId, deep: CallId) -> Option<CallId> {
    let mut at = deep;
    loop {
        let parent = network.call(at).parent?;
        if parent == outer {
            return Some(at);
        }
        at = parent;
    }
}
