//! The forms in which programs write latches, edges, confirmators and counters, as networks over the ports given.

use crate::support::Net;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort};

/// A form: how many ports it has, how to build it, and the word for its pattern.
pub struct Form {
    pub name: &'static str,
    pub ports: usize,
    pub build: fn(&mut Net, &[BlockId]) -> BlockId,
    pub kind: &'static str,
}

const fn form(
    name: &'static str,
    ports: usize,
    kind: &'static str,
    build: fn(&mut Net, &[BlockId]) -> BlockId,
) -> Form {
    Form { name, ports, build, kind }
}

/// A Boolean memory: `init -> pre q`, with what its next value is made of.
fn memory(net: &mut Net, init: bool, step: impl FnOnce(&mut Net, BlockId) -> BlockId) -> BlockId {
    let pre = net.later(Sort::Bool);
    let init = net.bool(init);
    let last = net.arrow(init, pre);
    let root = step(net, last);
    net.connect(pre, root);
    root
}

/// `init -> step(pre q)`.
fn outer(net: &mut Net, init: bool, step: impl FnOnce(&mut Net, BlockId) -> BlockId) -> BlockId {
    let pre = net.later(Sort::Bool);
    let init = net.bool(init);
    let then = step(net, pre);
    let root = net.arrow(init, then);
    net.connect(pre, root);
    root
}

/// A number that starts at 0, before the first tick or at it.
fn number(net: &mut Net, at_first: bool, step: impl FnOnce(&mut Net, BlockId) -> BlockId) -> BlockId {
    let pre = net.later(Sort::Int);
    let zero = net.int(0);
    let root = if at_first {
        let then = step(net, pre);
        net.arrow(zero, then)
    } else {
        let last = net.arrow(zero, pre);
        step(net, last)
    };
    net.connect(pre, root);
    root
}

fn plus_one(net: &mut Net, last: BlockId) -> BlockId {
    let one = net.int(1);
    net.op(Op::Add, &[last, one])
}

fn compare(net: &mut Net, op: Op, number: BlockId, with: i64, swapped: bool) -> BlockId {
    let with = net.int(with);
    net.op(op, &if swapped { [with, number] } else { [number, with] })
}

fn reset_first(net: &mut Net, p: &[BlockId], last: BlockId) -> BlockId {
    let (set, not_reset) = (net.or(p[0], last), net.not(p[1]));
    net.and(set, not_reset)
}

fn set_first(net: &mut Net, p: &[BlockId], last: BlockId) -> BlockId {
    let not_reset = net.not(p[1]);
    let held = net.and(last, not_reset);
    net.or(p[0], held)
}

fn if_reset_first(net: &mut Net, p: &[BlockId], last: BlockId) -> BlockId {
    let (on, off) = (net.bool(true), net.bool(false));
    let inner = net.ite(p[0], on, last);
    net.ite(p[1], off, inner)
}

fn if_set_first(net: &mut Net, p: &[BlockId], last: BlockId) -> BlockId {
    let (on, off) = (net.bool(true), net.bool(false));
    let inner = net.ite(p[1], off, last);
    net.ite(p[0], on, inner)
}

fn in_a_row(net: &mut Net, x: BlockId, last: BlockId) -> BlockId {
    let (more, zero) = (plus_one(net, last), net.int(0));
    net.ite(x, more, zero)
}

fn counted(net: &mut Net, p: &[BlockId], last: BlockId) -> BlockId {
    let (more, zero) = (plus_one(net, last), net.int(0));
    let inner = net.ite(p[0], more, last);
    net.ite(p[1], zero, inner)
}

fn counted_inc_first(net: &mut Net, p: &[BlockId], last: BlockId) -> BlockId {
    let (more, zero) = (plus_one(net, last), net.int(0));
    let inner = net.ite(p[1], zero, last);
    net.ite(p[0], more, inner)
}

fn saturated(net: &mut Net, limit: i64, last: BlockId) -> BlockId {
    let (more, below) = (plus_one(net, last), compare(net, Op::Lt, last, limit, false));
    net.ite(below, more, last)
}

/// Delays with false before the first tick.
fn delays(net: &mut Net, x: BlockId, times: usize) -> Vec<BlockId> {
    let mut all = vec![x];
    for _ in 0..times {
        let last = *all.last().unwrap();
        all.push(net.last(false, last));
    }
    all
}

/// Every form that is recognised.
pub fn recognised() -> Vec<Form> {
    let mut forms = latches();
    forms.extend(edges());
    forms.extend(confirmators());
    forms.extend(counters());
    forms
}

fn latches() -> Vec<Form> {
    vec![
        form("reset first, off", 2, "latch", |n, p| memory(n, false, |n, l| reset_first(n, p, l))),
        form("reset first, on", 2, "latch", |n, p| memory(n, true, |n, l| reset_first(n, p, l))),
        form("set first, off", 2, "latch", |n, p| memory(n, false, |n, l| set_first(n, p, l))),
        form("set first, on", 2, "latch", |n, p| memory(n, true, |n, l| set_first(n, p, l))),
        form("if reset first", 2, "latch", |n, p| memory(n, false, |n, l| if_reset_first(n, p, l))),
        form("if set first", 2, "latch", |n, p| memory(n, true, |n, l| if_set_first(n, p, l))),
        form("arrow, reset first, off", 2, "latch", |n, p| outer(n, false, |n, l| reset_first(n, p, l))),
        form("arrow, reset first, on", 2, "latch", |n, p| outer(n, true, |n, l| if_reset_first(n, p, l))),
        form("arrow, set first, off", 2, "latch", |n, p| outer(n, false, |n, l| if_set_first(n, p, l))),
        form("arrow, set first, on", 2, "latch", |n, p| outer(n, true, |n, l| set_first(n, p, l))),
        form("reset by a false stream", 2, "latch", |n, p| {
            memory(n, false, |n, l| {
                let set = n.or(p[0], l);
                n.and(p[1], set)
            })
        }),
        form("through wires", 2, "latch", |n, p| {
            let ports = [n.builder.wire("set", p[0], None), n.builder.wire("reset", p[1], None)];
            memory(n, false, |n, l| {
                let l = n.builder.wire("last", l, None);
                reset_first(n, &ports, l)
            })
        }),
    ]
}

fn edges() -> Vec<Form> {
    vec![
        form("rising", 1, "rising edge", |n, p| {
            let last = n.last(false, p[0]);
            let was_off = n.not(last);
            n.and(p[0], was_off)
        }),
        form("rising, silent at first", 1, "rising edge", |n, p| {
            let last = n.last(true, p[0]);
            let was_off = n.not(last);
            n.and(p[0], was_off)
        }),
        form("falling", 1, "falling edge", |n, p| {
            let (off, last) = (n.not(p[0]), n.last(false, p[0]));
            n.and(off, last)
        }),
        form("falling, loud at first", 1, "falling edge", |n, p| {
            let (off, last) = (n.not(p[0]), n.last(true, p[0]));
            n.and(last, off)
        }),
        form("arrow, rising", 1, "rising edge", |n, p| {
            let (pre, init) = (n.pre(p[0]), n.bool(false));
            let was_off = n.not(pre);
            let edge = n.and(p[0], was_off);
            n.arrow(init, edge)
        }),
        form("arrow, falling, on at first", 1, "falling edge", |n, p| {
            let (pre, init, off) = (n.pre(p[0]), n.bool(true), n.not(p[0]));
            let edge = n.and(off, pre);
            n.arrow(init, edge)
        }),
        form("negated", 1, "falling edge", |n, p| {
            let last = n.last(false, p[0]);
            let was_off = n.not(last);
            n.or(p[0], was_off)
        }),
        form("arrow, negated", 1, "rising edge", |n, p| {
            let (pre, init, off) = (n.pre(p[0]), n.bool(true), n.not(p[0]));
            let no_edge = n.or(off, pre);
            n.arrow(init, no_edge)
        }),
        form("delayed negation", 1, "rising edge", |n, p| {
            let off = n.not(p[0]);
            let last = n.last(false, off);
            n.and(p[0], last)
        }),
    ]
}

fn confirmators() -> Vec<Form> {
    vec![
        form("two in a row", 1, "confirmator", |n, p| {
            let last = n.last(false, p[0]);
            n.and(p[0], last)
        }),
        form("chain of three", 1, "confirmator", |n, p| {
            let d = delays(n, p[0], 2);
            let inner = n.and(d[0], d[1]);
            n.and(inner, d[2])
        }),
        form("chain of four, flat", 1, "confirmator", |n, p| {
            let d = delays(n, p[0], 3);
            n.op(Op::And, &d)
        }),
        form("more than two", 1, "confirmator", |n, p| {
            let c = number(n, false, |n, l| in_a_row(n, p[0], l));
            compare(n, Op::Lt, c, 2, true)
        }),
        form("at most two", 1, "confirmator", |n, p| {
            let c = number(n, false, |n, l| in_a_row(n, p[0], l));
            compare(n, Op::Le, c, 2, false)
        }),
        form("at least two after the first", 1, "confirmator", |n, p| {
            let c = number(n, true, |n, l| in_a_row(n, p[0], l));
            compare(n, Op::Le, c, 2, true)
        }),
        form("while off", 1, "confirmator", |n, p| {
            let c = number(n, false, |n, l| {
                let (more, zero) = (plus_one(n, l), n.int(0));
                n.ite(p[0], zero, more)
            });
            compare(n, Op::Le, c, 3, true)
        }),
        form("limited, exactly two", 1, "confirmator", |n, p| {
            let c = number(n, false, |n, l| {
                let (more, zero) = (saturated(n, 2, l), n.int(0));
                n.ite(p[0], more, zero)
            });
            let two = n.int(2);
            n.op(Op::Eq, &[c, two])
        }),
    ]
}

fn counters() -> Vec<Form> {
    vec![
        form("no reset, two", 1, "counter", |n, p| {
            let c = number(n, false, |n, l| {
                let more = plus_one(n, l);
                n.ite(p[0], more, l)
            });
            compare(n, Op::Le, c, 2, true)
        }),
        form("added, three", 1, "counter", |n, p| {
            let c = number(n, true, |n, l| {
                let (one, zero) = (n.int(1), n.int(0));
                let by = n.ite(p[0], one, zero);
                n.op(Op::Add, &[by, l])
            });
            compare(n, Op::Lt, c, 3, false)
        }),
        form("reset first, two", 2, "counter", |n, p| {
            let c = number(n, false, |n, l| counted(n, p, l));
            compare(n, Op::Le, c, 2, true)
        }),
        form("reset first, below three", 2, "counter", |n, p| {
            let c = number(n, false, |n, l| counted(n, p, l));
            compare(n, Op::Lt, c, 3, false)
        }),
        form("reset first, one, after the first", 2, "counter", |n, p| {
            let c = number(n, true, |n, l| counted(n, p, l));
            compare(n, Op::Lt, c, 0, true)
        }),
        form("increment first, two", 2, "counter", |n, p| {
            let c = number(n, false, |n, l| counted_inc_first(n, p, l));
            compare(n, Op::Le, c, 2, true)
        }),
        form("increment first, two, after the first", 2, "counter", |n, p| {
            let c = number(n, true, |n, l| counted_inc_first(n, p, l));
            compare(n, Op::Le, c, 2, true)
        }),
        form("limited", 2, "counter", |n, p| {
            let c = number(n, false, |n, l| {
                let (more, zero) = (saturated(n, 3, l), n.int(0));
                let inner = n.ite(p[0], more, l);
                n.ite(p[1], zero, inner)
            });
            compare(n, Op::Le, c, 2, true)
        }),
        form("limited by the condition", 1, "counter", |n, p| {
            let c = number(n, false, |n, l| {
                let (more, below) = (plus_one(n, l), compare(n, Op::Lt, l, 2, false));
                let both = n.and(p[0], below);
                n.ite(both, more, l)
            });
            let two = n.int(2);
            n.op(Op::Eq, &[two, c])
        }),
    ]
}

/// Forms that look like a pattern and are not one.
pub fn refused() -> Vec<Form> {
    vec![
        form("memory without initial value", 2, "", |n, p| {
            let pre = n.later(Sort::Bool);
            let root = reset_first(n, p, pre);
            n.connect(pre, root);
            root
        }),
        form("delay without initial value", 1, "", |n, p| {
            let pre = n.pre(p[0]);
            let was_off = n.not(pre);
            n.and(p[0], was_off)
        }),
        form("edge between two streams", 2, "", |n, p| {
            let last = n.last(false, p[1]);
            let was_off = n.not(last);
            n.and(p[0], was_off)
        }),
        form("only set", 1, "", |n, p| memory(n, false, |n, l| n.or(p[0], l))),
        form("gap in the chain", 1, "", |n, p| {
            let d = delays(n, p[0], 2);
            n.and(d[0], d[2])
        }),
        form("counts two at a time", 1, "", |n, p| {
            let c = number(n, false, |n, l| {
                let two = n.int(2);
                let more = n.op(Op::Add, &[l, two]);
                n.ite(p[0], more, l)
            });
            compare(n, Op::Le, c, 3, true)
        }),
        form("asks for more than the limit", 1, "", |n, p| {
            let c = number(n, false, |n, l| {
                let more = saturated(n, 2, l);
                n.ite(p[0], more, l)
            });
            compare(n, Op::Le, c, 3, true)
        }),
        form("exactly two without limit", 1, "", |n, p| {
            let c = number(n, false, |n, l| {
                let more = plus_one(n, l);
                n.ite(p[0], more, l)
            });
            let two = n.int(2);
            n.op(Op::Eq, &[c, two])
        }),
        form("negation with a name", 1, "", |n, p| {
            let off = n.not(p[0]);
            n.builder.name(off, "off");
            let last = n.last(false, off);
            n.and(p[0], last)
        }),
    ]
}
