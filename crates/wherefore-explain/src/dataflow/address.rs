//! Where a block stands in its program, as text: no two blocks have the same.
//!
//! A block with a name is known by it, any other by the way to it from the block in whose equation it is written: which operand
//! of which operand. So an address changes only if that equation does, or a name; neither lines nor numbers of blocks matter.
//!
//! ```text
//! total = if d < 0 and last > 0 then last + d else last
//!         total    total.0 the condition    total.0.1 last > 0    total.2 the last operand
//! ```

use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Network};

/// The address of every block.
pub fn addresses(network: &Network) -> Vec<String> {
    let mut found: Vec<Option<String>> = network.ids().map(|b| network.full_name(b)).collect();
    let named: Vec<BlockId> = network.ids().filter(|b| found[b.0 as usize].is_some()).collect();
    for same_call in [true, false] {
        named.iter().for_each(|owner| spread(network, &mut found, *owner, same_call));
    }
    for sink in &network.sinks {
        found[sink.block.0 as usize].get_or_insert_with(|| format!("property {}", sink.property));
        spread(network, &mut found, sink.block, false);
    }
    let mut taken = BTreeSet::new();
    let whole = |(place, address): (usize, Option<String>)| {
        let address = address.unwrap_or_else(|| format!("block {place}"));
        let others = (2..).map(|n| format!("{address} #{n}"));
        let free = std::iter::once(address.clone()).chain(others).find(|a| !taken.contains(a)).unwrap_or_default();
        taken.insert(free.clone());
        free
    };
    found.into_iter().enumerate().map(whole).collect()
}

/// Gives addresses to the blocks without one that an equation is made of, operand by operand.
fn spread(network: &Network, found: &mut [Option<String>], owner: BlockId, same_call: bool) {
    let call = network.block(owner).call;
    let mut stack = vec![owner];
    while let Some(id) = stack.pop() {
        let Some(above) = found[id.0 as usize].clone() else { continue };
        for (place, input) in network.block(id).inputs.iter().enumerate() {
            let slot = &mut found[input.0 as usize];
            if slot.is_none() && (!same_call || network.block(*input).call == call) {
                *slot = Some(format!("{above}.{place}"));
                stack.push(*input);
            }
        }
    }
}
