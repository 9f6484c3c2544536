//! Latches: a memory with a layer that sets it and one that resets it; the outer one wins.
//!
//! ```text
//! (set or P) and not reset                    reset( set( P ) )
//! if set then true else P and not reset       set( reset( P ) )
//! ```

use super::look::Look;
use super::{Kind, Pattern, Port, Priority, inside};
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;

/// Effect of a layer when its port is on.
#[derive(Clone, Copy, PartialEq)]
enum Layer {
    Set,
    Reset,
}

/// How the value before is read: through an arrow, or directly because an arrow stands around everything.
#[derive(Clone, Copy)]
struct Memory {
    root: BlockId,
    init: bool,
    guarded: bool,
}

/// The latch with this root.
pub fn find(look: &Look<'_>, root: BlockId) -> Option<Pattern> {
    if look.through(root) != root {
        return None;
    }
    let outer = look.arrow(root).and_then(|(init, then)| Some((look.truth(init)?, then)));
    let (step, tries): (BlockId, Vec<Memory>) = match outer {
        Some((init, then)) => (then, vec![Memory { root, init, guarded: false }]),
        None => (root, [false, true].map(|init| Memory { root, init, guarded: true }).to_vec()),
    };
    tries.into_iter().find_map(|memory| two_layers(look, step, memory))
}

fn two_layers(look: &Look<'_>, step: BlockId, memory: Memory) -> Option<Pattern> {
    for (outer, first, inner) in layers(look, step, step == memory.root) {
        for (second, port, held) in layers(look, inner, false) {
            if outer != second && is_memory(look, held, memory) {
                let (set, reset, priority) = match outer {
                    Layer::Set => (first, port, Priority::Set),
                    Layer::Reset => (port, first, Priority::Reset),
                };
                let kind = Kind::Latch { set, reset, priority, init: memory.init };
                let (root, start) = (memory.root, u32::from(!memory.guarded));
                let inside = inside(look, root, &[set.block, reset.block]);
                return Some(Pattern { kind, root, negated: false, start, inside });
            }
        }
    }
    None
}

/// Every way to see a block as a layer over another: what the layer does, its port, and what is below.
fn layers(look: &Look<'_>, block: BlockId, named: bool) -> Vec<(Layer, Port, BlockId)> {
    let or = look.pairs(block, Op::Or, !named).into_iter().map(|(s, rest)| (Layer::Set, look.literal(s), rest));
    let and = look.pairs(block, Op::And, !named).into_iter();
    let and = and.map(|(r, rest)| (Layer::Reset, look.literal(r).opposite(), rest));
    let switch = look.switch(block).filter(|_| named || !look.is_named(block));
    or.chain(and).chain(switch.into_iter().flat_map(|s| switched(look, s))).collect()
}

/// A switch one of whose branches is constant.
fn switched(look: &Look<'_>, [condition, then, other]: [BlockId; 3]) -> Vec<(Layer, Port, BlockId)> {
    let layer = |truth: bool| if truth { Layer::Set } else { Layer::Reset };
    let port = look.literal(condition);
    let upper = look.truth(then).map(|truth| (layer(truth), port, other));
    let lower = look.truth(other).map(|truth| (layer(truth), port.opposite(), then));
    upper.into_iter().chain(lower).collect()
}

fn is_memory(look: &Look<'_>, block: BlockId, memory: Memory) -> bool {
    if !memory.guarded {
        return look.is_pre_of(block, memory.root);
    }
    look.arrow(block)
        .is_some_and(|(init, then)| look.truth(init) == Some(memory.init) && look.is_pre_of(then, memory.root))
}
