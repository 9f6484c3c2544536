//! Confirmators and counters written as a number that is compared with a constant.
//!
//! ```text
//! c = if x then P + 1 else 0                       c > 2: x for three ticks
//! c = if r then 0 else if i then P + 1 else P      c >= 3: three increments since the last reset
//! ```
//!
//! As with latches, the number is a memory under layers, the outer one first. It may stop at a limit; the comparison is then
//! the same as long as it asks for no more.

use super::look::Look;
use super::{Kind, Pattern, Port, Priority, inside};
use num_bigint::BigInt;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;

/// A layer over what is below, or what is at the bottom.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Increment,
    Zero,
    Hold,
}

/// A number that is counted.
struct Number<'a> {
    look: &'a Look<'a>,
    root: BlockId,
    guarded: bool,
}

/// The layers of a number with their ports, outermost first, what is at the bottom, and the limit if there is one.
struct Layers {
    ports: Vec<(Step, Port)>,
    bottom: Step,
    limit: Option<BigInt>,
}

/// The confirmator or counter with this root.
pub fn find(look: &Look<'_>, root: BlockId) -> Option<Pattern> {
    if look.through(root) != root {
        return None;
    }
    let (compared, at_least, negated, exact) = comparison(look, root)?;
    let number = look.through(compared);
    let outer = look.arrow(number).filter(|(init, _)| look.is_number(*init, 0)).map(|(_, then)| then);
    let counted = Number { look, root: number, guarded: outer.is_none() };
    let layers = counted.layers(outer.unwrap_or(number))?;
    let within = |limit: &BigInt| if exact { *limit == at_least } else { *limit >= at_least };
    if !layers.limit.as_ref().map_or(!exact, within) {
        return None;
    }
    let n = u32::try_from(&at_least).ok().filter(|n| *n >= 1)?;
    let kind = kind(&layers, n)?;
    let stops: Vec<BlockId> = layers.ports.iter().map(|(_, port)| port.block).collect();
    let inside = inside(look, root, &stops);
    Some(Pattern { kind, root, negated, start: u32::from(outer.is_some()), inside })
}

/// Number that is compared, the least number that counts as on, whether the comparison is the opposite, and whether it
/// asks for exactly this number.
fn comparison(look: &Look<'_>, root: BlockId) -> Option<(BlockId, BigInt, bool, bool)> {
    if let Some([a, b]) = look.operands(root, Op::Lt) {
        return match (look.number(*a), look.number(*b)) {
            (None, Some(n)) => Some((*a, n.clone(), true, false)),
            (Some(n), None) => Some((*b, n + 1, false, false)),
            _ => None,
        };
    }
    if let Some([a, b]) = look.operands(root, Op::Le) {
        return match (look.number(*a), look.number(*b)) {
            (None, Some(n)) => Some((*a, n + 1, true, false)),
            (Some(n), None) => Some((*b, n.clone(), false, false)),
            _ => None,
        };
    }
    let (a, n) = look.pairs(root, Op::Eq, false).into_iter().find_map(|(a, b)| Some((a, look.number(b)?)))?;
    look.number(a).is_none().then(|| (a, n.clone(), false, true))
}

fn kind(layers: &Layers, n: u32) -> Option<Kind> {
    use Step::{Hold, Increment, Zero};
    Some(match (layers.ports.as_slice(), layers.bottom) {
        ([(Increment, stream)], Zero) => Kind::Confirmator { stream: *stream, n: n - 1 },
        ([(Zero, off)], Increment) => Kind::Confirmator { stream: off.opposite(), n: n - 1 },
        ([(Increment, inc)], Hold) => Kind::Counter { inc: *inc, reset: None, priority: Priority::Reset, n },
        ([(Zero, reset), (Increment, inc)], Hold) => {
            Kind::Counter { inc: *inc, reset: Some(*reset), priority: Priority::Reset, n }
        }
        ([(Increment, inc), (Zero, reset)], Hold) => {
            Kind::Counter { inc: *inc, reset: Some(*reset), priority: Priority::Set, n }
        }
        _ => return None,
    })
}

impl Number<'_> {
    fn layers(&self, step: BlockId) -> Option<Layers> {
        let mut layers = Layers { ports: Vec::new(), bottom: Step::Hold, limit: None };
        let mut at = step;
        for _ in 0..3 {
            if let Some((bottom, limit)) = self.simple(at) {
                layers.bottom = bottom;
                layers.keep(limit)?;
                return Some(layers);
            }
            let (ports, limit, below) = self.layer(at)?;
            layers.ports.push(ports);
            layers.keep(limit)?;
            match below {
                Some(below) => at = below,
                None => return Some(layers),
            }
        }
        None
    }

    /// A layer and what is below it; nothing below means that the number stays as it is.
    #[expect(clippy::type_complexity, reason = "a layer, its limit, and what is below")]
    fn layer(&self, block: BlockId) -> Option<((Step, Port), Option<BigInt>, Option<BlockId>)> {
        let look = self.look;
        if let Some(by) = look.pairs(block, Op::Add, false).into_iter().find(|(p, _)| self.is_last(*p)) {
            let [condition, one, zero] = look.switch(by.1)?;
            let fits = look.is_number(one, 1) && look.is_number(zero, 0);
            return fits.then(|| ((Step::Increment, look.literal(condition)), None, None));
        }
        let [condition, then, other] = look.switch(block)?;
        if let Some((cap, port)) = self.guarded_increment(condition, then, other) {
            return Some(((Step::Increment, port), Some(cap), None));
        }
        let port = look.literal(condition);
        let branch = |b: BlockId| self.simple(b).filter(|(step, _)| *step != Step::Hold);
        if let Some((step, limit)) = branch(then) {
            return Some(((step, port), limit, Some(other)));
        }
        branch(other).map(|(step, limit)| ((step, port.opposite()), limit, Some(then)))
    }

    /// `if x and P < limit then P + 1 else P`.
    fn guarded_increment(&self, condition: BlockId, then: BlockId, other: BlockId) -> Option<(BigInt, Port)> {
        let pairs = self.look.pairs(condition, Op::And, true);
        let (limit, port) =
            pairs.into_iter().find_map(|(a, b)| Some((self.below(self.look.literal(b))?, self.look.literal(a))))?;
        (self.is_increment(then) && self.is_last(other)).then_some((limit, port))
    }

    /// An expression without a port, and its limit.
    fn simple(&self, block: BlockId) -> Option<(Step, Option<BigInt>)> {
        if self.is_last(block) {
            return Some((Step::Hold, None));
        }
        if self.look.is_number(block, 0) {
            return Some((Step::Zero, None));
        }
        if self.is_increment(block) {
            return Some((Step::Increment, None));
        }
        let [condition, then, other] = self.look.switch(block)?;
        let port = self.look.literal(condition);
        let (limit, more, end) = match self.below(port) {
            Some(limit) => (limit, then, other),
            None => (self.below(port.opposite())?, other, then),
        };
        let ends = self.is_last(end) || self.look.number(end) == Some(&limit);
        (self.is_increment(more) && ends).then_some((Step::Increment, Some(limit)))
    }

    /// The limit that the number before is below when the port is on.
    fn below(&self, port: Port) -> Option<BigInt> {
        let (op, last_first) = if port.on { (Op::Lt, true) } else { (Op::Le, false) };
        let (last, limit) = match self.look.operands(port.block, op)? {
            [a, b] if last_first => (*a, *b),
            [a, b] => (*b, *a),
            _ => return None,
        };
        self.look.number(limit).filter(|_| self.is_last(last)).cloned()
    }

    fn is_increment(&self, block: BlockId) -> bool {
        self.look
            .pairs(block, Op::Add, false)
            .into_iter()
            .any(|(p, one)| self.is_last(p) && self.look.is_number(one, 1))
    }

    /// The number one tick before, 0 before the first.
    fn is_last(&self, block: BlockId) -> bool {
        if !self.guarded {
            return self.look.is_pre_of(block, self.root);
        }
        let arrow = self.look.arrow(block);
        arrow.is_some_and(|(init, then)| self.look.is_number(init, 0) && self.look.is_pre_of(then, self.root))
    }
}

impl Layers {
    /// Keeps a limit; two of them are too many.
    fn keep(&mut self, limit: Option<BigInt>) -> Option<()> {
        if limit.is_some() && self.limit.is_some() {
            return None;
        }
        self.limit = limit.or(self.limit.take());
        Some(())
    }
}
