//! The table of the gates is right: satisfied implicants are the prime implicants that hold, found by trying all inputs.

use crate::support::{Choices, Net, table, variable};
use std::collections::BTreeSet;
use wherefore_explain::dataflow::Program;
use wherefore_ir::{Op, Value};

/// The smallest sets of inputs whose values in `row` force the value of the output.
pub fn primes(outputs: &[Value], row: usize, bits: usize) -> BTreeSet<u64> {
    let wanted = &outputs[row];
    let full = (1u64 << bits) - 1;
    // A set is not enough if a row agrees on it and has another output.
    let mut refuted = vec![false; 1 << bits];
    for (other, output) in outputs.iter().enumerate() {
        if output != wanted {
            refuted[(!(row ^ other) as u64 & full) as usize] = true;
        }
    }
    for bit in 0..bits {
        for set in 0..1usize << bits {
            if set >> bit & 1 == 0 && refuted[set | 1 << bit] {
                refuted[set] = true;
            }
        }
    }
    let smallest = |set: &u64| (0..bits).all(|b| set >> b & 1 == 0 || refuted[(set & !(1 << b)) as usize]);
    (0..1u64 << bits).filter(|s| !refuted[*s as usize]).filter(smallest).collect()
}

fn check(op: Op, inputs: usize, is_consensus: impl Fn(usize, u64) -> bool) {
    let mut net = Net::new();
    let blocks: Vec<_> = (0..inputs).map(|i| net.input(&format!("x{i}"))).collect();
    let gate = net.op(op, &blocks);
    let system = net.finish(gate);
    let program = Program::new(&system).unwrap();
    let choices = Choices::new(&system, 1);
    let rows = table(&program, &choices, false);
    let outputs: Vec<Value> = rows.iter().map(|r| r.value(gate, 0).clone()).collect();
    for (row, replay) in rows.iter().enumerate() {
        let mut expected = primes(&outputs, row, choices.bits());
        expected.retain(|set| !is_consensus(row, *set));
        let satisfied = program.satisfied(replay, gate, 0);
        let bit = |b| choices.bit(variable(&system, b).unwrap(), 0);
        let offered: Vec<u64> =
            satisfied.iter().map(|(_, places)| places.iter().fold(0, |set, (b, _)| set | 1 << bit(*b))).collect();
        let distinct: BTreeSet<u64> = offered.iter().copied().collect();
        assert_eq!(distinct, expected, "{op:?} of {inputs}, row {row:b}");
        assert_eq!(distinct.len(), offered.len(), "{op:?} offers an implicant twice");
        let shapes = program.implicants(gate, &outputs[row]);
        assert!(satisfied.iter().all(|(s, _)| shapes.iter().any(|shape| shape.number == *s)));
    }
}

#[test]
fn satisfied_implicants_are_the_prime_implicants_that_hold() {
    let never = |_: usize, _: u64| false;
    for inputs in 1..=5 {
        check(Op::And, inputs, never);
        check(Op::Or, inputs, never);
    }
    check(Op::Not, 1, never);
    for op in [Op::Xor, Op::Implies, Op::Eq] {
        check(op, 2, never);
    }
    // Both branches of a switch without its condition: enough, but no way through the switch.
    check(Op::Ite, 3, |_, set| set == 0b110);
}

#[test]
fn a_product_that_is_zero_rests_on_one_factor() {
    let mut net = Net::new();
    let (a, b) = (net.input("a"), net.input("b"));
    let (zero, two) = (net.int(0), net.int(2));
    let (x, y) = (net.ite(a, two, zero), net.ite(b, two, zero));
    let product = net.op(Op::Mul, &[x, y]);
    let less = net.op(Op::Lt, &[product, two]);
    let system = net.finish(less);
    let program = Program::new(&system).unwrap();
    let choices = Choices::new(&system, 1);
    let rows = table(&program, &choices, false);
    assert_eq!(program.satisfied(&rows[0b00], product, 0), vec![(0, vec![(x, 0)]), (1, vec![(y, 0)])]);
    assert_eq!(program.satisfied(&rows[0b01], product, 0), vec![(1, vec![(y, 0)])]);
    assert_eq!(program.satisfied(&rows[0b11], product, 0), vec![(0, vec![(x, 0), (y, 0)])]);
    // A comparison with a constant rests on the other side.
    assert_eq!(program.satisfied(&rows[0b11], less, 0), vec![(0, vec![(product, 0)])]);
}
