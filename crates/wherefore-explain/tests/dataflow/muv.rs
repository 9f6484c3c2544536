//! The running example of the paper, built by hand: the first counterexample has two causes with the same leaves, and the key
//! events are those of its figure.

use crate::support::{Choices, Net, Stepper, start};
use std::collections::BTreeSet;
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::events::events;
use wherefore_explain::dataflow::replay::Replay;
use wherefore_explain::dataflow::structural::{StructuralCause, causes};
use wherefore_explain::explanation::Side;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, System, Value};

/// `init -> pre x`, of a stream that is built later.
fn later(net: &mut Net) -> (BlockId, BlockId) {
    let (pre, init) = (net.later(Sort::Bool), net.bool(false));
    (pre, net.arrow(init, pre))
}

fn named(net: &mut Net, name: &str, block: BlockId) -> BlockId {
    net.builder.name(block, name);
    block
}

fn model(net: &mut Net, active: BlockId, action: BlockId) -> BlockId {
    net.builder.enter("MUV", None);
    let active = net.builder.wire("active", active, None);
    let action = net.builder.wire("action", action, None);
    let lo1 = net.not(active);
    let lo1 = named(net, "lo1", lo1);
    let ud = net.last(false, lo1);
    let begin = net.and(active, ud);
    let begin = named(net, "begin_", begin);
    let (pre_once, ud3) = later(net);
    let once = net.or(begin, ud3);
    let once = named(net, "once", once);
    net.connect(pre_once, once);
    let (pre_act1, last_act1) = later(net);
    let acted = net.or(action, last_act1);
    let constant = net.bool(true);
    let act_n = net.ite(once, acted, constant);
    let act_n = named(net, "actN", act_n);
    let act1 = net.ite(begin, action, act_n);
    let act1 = named(net, "act1", act1);
    net.connect(pre_act1, act1);
    let (off, was_on) = (net.not(active), net.last(false, active));
    let end = net.and(off, was_on);
    let lo7 = net.not(end);
    let lo7 = named(net, "lo7", lo7);
    let lo5 = net.or(act1, lo7);
    let alarm = net.not(lo5);
    let alarm = named(net, "alarm", alarm);
    net.builder.leave();
    alarm
}

fn observer(net: &mut Net, active: BlockId, action: BlockId, alarm: BlockId) -> BlockId {
    net.builder.enter("OBS", None);
    let active = net.builder.wire("active", active, None);
    let action = net.builder.wire("action", action, None);
    let alarm = net.builder.wire("alarm", alarm, None);
    let set = net.and(action, active);
    let set = named(net, "set", set);
    let (off, was_on) = (net.not(active), net.last(false, active));
    let pulse = net.and(off, was_on);
    let pulse = named(net, "pulse", pulse);
    let reset = net.builder.wire("reset", pulse, None);
    let (pre_latch, last) = later(net);
    let (on, not_reset) = (net.or(set, last), net.not(reset));
    let latch = net.and(on, not_reset);
    let latch = named(net, "latch", latch);
    net.connect(pre_latch, latch);
    let stored = net.last(false, latch);
    let missing = net.not(stored);
    let required = net.and(pulse, missing);
    let p = net.op(Op::Implies, &[required, alarm]);
    let p = named(net, "P", p);
    net.builder.leave();
    p
}

fn muv() -> (System, BlockId) {
    let mut net = Net::new();
    let (active, action) = (net.input("active"), net.input("action"));
    let alarm = model(&mut net, active, action);
    let alarm = net.builder.wire("alarm", alarm, None);
    let p = observer(&mut net, active, action, alarm);
    let p = net.builder.wire("P", p, None);
    (net.finish(p), p)
}

/// The run with these values of active and action.
fn run(system: &System, program: &Program<'_>, inputs: &[(u64, u64)]) -> Replay {
    let choices = Choices::new(system, inputs.len() as u32);
    let bits = inputs.iter().enumerate().fold(0, |bits, (t, (a, b))| bits | (a | b << 1) << (2 * t));
    let trace = Stepper::new(system).run(&choices, bits, &start(system, &choices, false));
    Replay::new(program, &trace).unwrap()
}

fn leaves(program: &Program<'_>, cause: &StructuralCause) -> BTreeSet<(String, u32, bool)> {
    let leaf = |l: usize| {
        let node = &cause.nodes[l];
        (program.network.full_name(node.block).unwrap(), node.tick, node.value == Value::Bool(true))
    };
    cause.leaves(program).into_iter().map(leaf).collect()
}

fn text(program: &Program<'_>, replay: &Replay, cause: &StructuralCause) -> String {
    let line = |event: &wherefore_explain::explanation::KeyEvent| {
        let side = if event.side == Some(Side::Property) { "property" } else { "model" };
        let truth = u8::from(event.value == Some(Value::Bool(true)));
        format!("{side} {} {} {truth}: {:?}\n", event.name, event.tick, event.what)
    };
    events(program, replay, cause).iter().map(line).collect()
}

#[test]
fn the_first_counterexample_has_two_causes_with_the_same_leaves() {
    let (system, sink) = muv();
    let program = Program::new(&system).unwrap();
    let replay = run(&system, &program, &[(1, 0), (0, 0)]);
    assert_eq!(replay.value(sink, 1), &Value::Bool(false));
    let found = causes(&program, &replay, sink, 10);
    assert!(found.exhaustive);
    assert_eq!(found.causes.len(), 2);
    let expected: BTreeSet<(String, u32, bool)> =
        [("active", 0, true), ("active", 1, false), ("action", 0, false)].map(|(n, t, v)| (n.to_owned(), t, v)).into();
    for cause in &found.causes {
        assert_eq!(leaves(&program, cause), expected);
    }
    assert_ne!(found.causes[0].key(), found.causes[1].key());
}

#[test]
fn its_key_events_are_those_of_the_paper() {
    let (system, sink) = muv();
    let program = Program::new(&system).unwrap();
    let replay = run(&system, &program, &[(1, 0), (0, 0)]);
    let found = causes(&program, &replay, sink, 10);
    let expected = r#"
property active 0 1: Input("1")
property action 0 0: Input("0")
property OBS/latch 0 0: LatchedInitially { on: false }
property active 1 0: Input("0")
property MUV/alarm 1 0: Output { node: "MUV", port: "alarm" }
property OBS/pulse 1 1: Edge { stream: "active", rising: false, found: Here }
property OBS/P 1 0: ImplicationFails { left: None, right: Some("MUV/alarm") }
model `false -> pre lo1` in MUV/begin_ 0 0: Initial("0")
model `false -> pre once` in MUV/once 0 0: Initial("0")
model active 1 0: Input("0")
model `true` in MUV/actN 1 1: Constant("1")
model MUV/actN 1 1: Switched { input: 1, value: "1" }
model MUV/act1 1 1: Switched { input: 1, value: "1" }
model MUV/alarm 1 0: Output { node: "MUV", port: "alarm" }
"#;
    assert_eq!(text(&program, &replay, &found.causes[0]), expected.trim_start());
}

#[test]
fn the_second_flaw_is_another_way() {
    let (system, sink) = muv();
    let program = Program::new(&system).unwrap();
    let first = causes(&program, &run(&system, &program, &[(1, 0), (0, 0)]), sink, 10);
    // The action comes one tick late.
    let replay = run(&system, &program, &[(0, 0), (1, 0), (0, 1)]);
    assert_eq!(replay.value(sink, 2), &Value::Bool(false));
    let found = causes(&program, &replay, sink, 10);
    assert!(found.exhaustive && !found.causes.is_empty());
    let known: BTreeSet<_> = first.causes.iter().map(StructuralCause::key).collect();
    assert!(found.causes.iter().all(|c| !known.contains(&c.key())));
    let late = ("action".to_owned(), 2, true);
    assert!(found.causes.iter().all(|c| leaves(&program, c).contains(&late)));
}
