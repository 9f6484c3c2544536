//! Random netlists in AIGER, in both forms.

use crate::same::compare;
use std::fmt::Write;
use wherefore_diag::FileId;
use wherefore_hardware::aiger::{is_binary, unpack};
use wherefore_hardware::{Format, lower, parse};
use wherefore_test::{Random, cases, counted, seed};

/// A random file in the ASCII form, in the order that the binary form has, and in the binary form.
pub fn make(random: &mut Random) -> (String, Vec<u8>) {
    let (inputs, latches, ands) = (random.below(5), random.below(5), random.below(30));
    let counts = [random.below(3), random.below(3), random.below(2), random.below(2), random.below(2)];
    let [outputs, bad, constraints, justice, fairness] = counts;
    let maximum = inputs + latches + ands;
    let numbers = format!("{maximum} {inputs} {latches} {outputs} {ands} {bad} {constraints} {justice} {fairness}\n");
    let mut ascii = format!("aag {numbers}");
    (0..inputs).for_each(|i| writeln!(ascii, "{}", 2 * (i + 1)).unwrap());
    let mut lines = String::new();
    for latch in 0..latches {
        let (own, next) = (2 * (inputs + latch + 1), random.below(2 * maximum + 2));
        let reset = random.pick(&[String::new(), " 0".to_owned(), " 1".to_owned(), format!(" {own}")]);
        writeln!(ascii, "{own} {next}{reset}").unwrap();
        writeln!(lines, "{next}{reset}").unwrap();
    }
    let mut tail = String::new();
    (0..outputs + bad + constraints).for_each(|_| writeln!(tail, "{}", random.below(2 * maximum + 2)).unwrap());
    (0..justice).for_each(|_| tail.push_str("2\n"));
    (0..2 * justice + fairness).for_each(|_| writeln!(tail, "{}", random.below(2 * maximum + 2)).unwrap());
    ascii.push_str(&tail);
    let mut bytes = format!("aig {numbers}{lines}{tail}").into_bytes();
    for and in 0..ands {
        let own = 2 * (inputs + latches + and + 1);
        let (a, b) = (random.below(own), random.below(own));
        let (a, b) = (a.max(b), a.min(b));
        writeln!(ascii, "{own} {a} {b}").unwrap();
        [own - a, a - b].into_iter().for_each(|d| delta(&mut bytes, d));
    }
    let symbols = if inputs > 0 && random.chance(50) { "i0 go\nc\nmade at random\n" } else { "" };
    ascii.push_str(symbols);
    bytes.extend(symbols.as_bytes());
    (ascii, bytes)
}

fn delta(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 128 {
        bytes.push((value & 127) as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[test]
fn random_files_run_as_their_systems() {
    let seed = seed(1);
    let mut values = 0;
    for case in 0..cases(1000) {
        let mut random = Random::stream(seed, case);
        let (ascii, bytes) = make(&mut random);
        assert!(is_binary(&bytes));
        assert_eq!(unpack(&bytes), Ok(ascii.clone()), "case {case}");
        let (netlist, diagnostics) = parse(FileId(0), &ascii, Format::Aiger);
        let netlist = netlist.unwrap_or_else(|| panic!("case {case}: {diagnostics:?}\n{ascii}"));
        let (system, _) = lower(&netlist);
        let system = system.unwrap_or_else(|| panic!("case {case}\n{ascii}"));
        assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new(), "case {case}");
        values += compare(&netlist, &system, 5, &mut random).values;
    }
    counted(values, "values compared");
}

/// Gates in any order mean the same.
#[test]
fn gates_may_stand_in_any_order() {
    let lines = ["6 2 4", "8 7 2", "10 8 6"];
    let text = |order: &[usize]| {
        let gates: String = order.iter().map(|i| format!("{}\n", lines[*i])).collect();
        format!("aag 5 2 0 1 3\n2\n4\n10\n{gates}")
    };
    let systems: Vec<_> = [[0, 1, 2], [2, 1, 0], [1, 2, 0]]
        .map(|order| {
            let (netlist, _) = parse(FileId(0), &text(&order), Format::Aiger);
            let netlist = netlist.expect("in order");
            netlist.nodes.iter().map(|n| n.gate.clone()).collect::<Vec<_>>().len()
        })
        .to_vec();
    assert_eq!(systems, [6, 6, 6]);
}
