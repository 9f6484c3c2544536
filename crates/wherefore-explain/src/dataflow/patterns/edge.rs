//! Edges: a stream that is on and was off. Two ticks in a row in which it is on are the shortest confirmator.
//!
//! ```text
//! x and not (false -> pre x)     rising edge; at the first tick it follows x
//! false -> x and not pre x       rising edge; nothing at the first tick
//! x or not (true -> pre x)       the opposite of a falling edge
//! ```

use super::look::Look;
use super::{AtFirst, Kind, Pattern, Port, inside};
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;

/// A stream one tick before, and what stands for it at the first tick; nothing if an arrow around everything decides.
#[derive(Clone, Copy)]
struct Last {
    port: Port,
    init: Option<bool>,
}

/// The edge with this root, or the confirmator of two ticks.
pub fn find(look: &Look<'_>, root: BlockId) -> Option<Pattern> {
    if look.through(root) != root {
        return None;
    }
    let outer = look.arrow(root).and_then(|(init, then)| Some((look.truth(init)?, then)));
    let (step, init) = outer.map_or((root, None), |(init, then)| (then, Some(init)));
    let named = step == root;
    let and = look.pairs(step, Op::And, !named).into_iter().map(|(a, b)| (false, look.literal(a), b));
    let or = look.pairs(step, Op::Or, !named).into_iter().map(|(a, b)| (true, look.literal(a).opposite(), b));
    and.chain(or).find_map(|(negated, now, other)| {
        let mut last = last(look, other, init.is_some())?;
        if negated {
            last = Last { port: last.port.opposite(), init: last.init.map(|i| !i) };
        }
        // Value of the conjunction at the first tick: what the arrow around it says, or what is left of it.
        let first = match (init, last.init) {
            (Some(init), _) => {
                if init != negated {
                    AtFirst::On
                } else {
                    AtFirst::Off
                }
            }
            (None, Some(true)) => AtFirst::Follows,
            (None, _) => AtFirst::Off,
        };
        let kind = kind(look, now, last.port, first)?;
        let inside = inside(look, root, &[now.block, last.port.block]);
        Some(Pattern { kind, root, negated, start: 0, inside })
    })
}

fn kind(look: &Look<'_>, now: Port, last: Port, first: AtFirst) -> Option<Kind> {
    match look.is_same(now.block, last.block) {
        false => None,
        true if now.on != last.on => Some(Kind::Edge { stream: now, first }),
        true if first == AtFirst::Off => Some(Kind::Confirmator { stream: now, n: 1 }),
        true => None,
    }
}

/// Sees a block as a stream one tick before.
fn last(look: &Look<'_>, block: BlockId, bare: bool) -> Option<Last> {
    let outer = look.literal(block);
    let (then, init) = match look.arrow(outer.block) {
        Some((init, then)) if !bare => (then, Some(look.truth(init)? == outer.on)),
        None if bare => (outer.block, None),
        _ => return None,
    };
    let middle = look.literal(then);
    let inner = look.literal(look.delayed(middle.block)?);
    Some(Last { port: Port { block: inner.block, on: (inner.on == middle.on) == outer.on }, init })
}
