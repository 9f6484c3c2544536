//! Thousands of blocks over a hundred ticks.

use crate::support::{Choices, Net, Stepper, start};
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::events::events;
use wherefore_explain::dataflow::replay::Replay;
use wherefore_explain::dataflow::structural::causes;
use wherefore_ir::Sort;

/// A ladder in which every rung reads the rung below, now and one tick before: everything is shared, and there are very many
/// causes.
#[test]
fn large_networks_and_long_runs_are_coped_with() {
    let mut net = Net::new();
    let x = net.input("x");
    let mut rung = x;
    for i in 0..600 {
        let pre = net.later(Sort::Bool);
        let init = net.bool(false);
        let last = net.arrow(init, pre);
        let both = if i % 2 == 0 { net.or(rung, last) } else { net.and(rung, last) };
        let negated = net.not(both);
        net.connect(pre, rung);
        rung = net.or(negated, both);
        rung = net.and(rung, both);
    }
    let sink = net.not(rung);
    let system = net.finish(sink);
    let program = Program::new(&system).unwrap();
    let choices = Choices::new(&system, 60);
    let trace = Stepper::new(&system).run(&choices, 0x0f0f_3333_5555_aaaa, &start(&system, &choices, false));
    let replay = Replay::new(&program, &trace).unwrap();
    let found = causes(&program, &replay, sink, 8);
    let nodes: Vec<usize> = found.causes.iter().map(|c| c.nodes.len()).collect();
    wherefore_test::say(&format!("{} blocks, causes of {nodes:?} nodes", program.network.blocks.len()));
    assert!(!found.causes.is_empty());
    for cause in &found.causes {
        assert!(!events(&program, &replay, cause).is_empty());
    }
}
