//! Confirmators written as a chain of delays: `x and (false -> pre x) and (false -> pre (false -> pre x))`.

use super::look::Look;
use super::{Kind, Pattern, Port, inside};
use std::collections::BTreeSet;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;

/// More operands or longer delays are left to their gates.
const LONGEST: usize = 1_000;

/// The chain with this root.
pub fn find(look: &Look<'_>, root: BlockId) -> Option<Pattern> {
    look.operands(root, Op::And).filter(|_| look.through(root) == root)?;
    let links = operands(look, root)?.into_iter().map(|b| link(look, b)).collect::<Option<Vec<(Port, u32)>>>()?;
    let stream = links.iter().find(|(_, depth)| *depth == 0)?.0;
    let same = |port: &Port| look.is_same(port.block, stream.block) && port.on == stream.on;
    let depths: BTreeSet<u32> = links.iter().map(|(_, depth)| *depth).collect();
    let n = depths.len() as u32 - 1;
    if n == 0 || depths.last() != Some(&n) || !links.iter().all(|(p, _)| same(p)) {
        return None;
    }
    let stops: Vec<BlockId> = links.iter().map(|(p, _)| p.block).collect();
    let kind = Kind::Confirmator { stream, n };
    Some(Pattern { kind, root, negated: false, start: 0, inside: inside(look, root, &stops) })
}

/// The operands of nested conjunctions without names.
fn operands(look: &Look<'_>, root: BlockId) -> Option<Vec<BlockId>> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(block) = stack.pop() {
        match look.operands(block, Op::And) {
            Some(operands) if block == root || !look.is_named(block) => stack.extend(operands),
            _ => found.push(block),
        }
        if found.len() + stack.len() > LONGEST {
            return None;
        }
    }
    Some(found)
}

/// A stream and how often it is delayed, with false before the first tick.
fn link(look: &Look<'_>, block: BlockId) -> Option<(Port, u32)> {
    let (mut at, mut depth) = (block, 0);
    while let Some((init, then)) = look.arrow(at) {
        if look.truth(init) != Some(false) || depth as usize > LONGEST {
            return None;
        }
        at = look.delayed(then)?;
        depth += 1;
    }
    Some((look.literal(at), depth))
}
