//! What the reader makes of lines, and what it says about mistakes.

use super::{parse, unpack};
use wherefore_diag::FileId;

fn said(text: &str) -> String {
    let (_, diagnostics) = parse(FileId(0), text);
    diagnostics.iter().map(|d| d.headline.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn outputs_of_old_files_are_bad_states() {
    let text = "aag 1 0 1 2 0\n2 3\n2\n3\nl0 light\no1 dark\nc\ncomment\n";
    let netlist = parse(FileId(0), text).0.unwrap();
    assert_eq!((netlist.bad.len(), netlist.outputs.len()), (2, 0));
    assert_eq!(netlist.bad[1].place.symbol(), Some("dark"));
    let new = parse(FileId(0), "aag 1 0 1 2 0 1\n2 3\n2\n3\n2\n").0.unwrap();
    assert_eq!((new.bad.len(), new.outputs.len()), (1, 2));
}

#[test]
fn first_values_of_latches() {
    let netlist = parse(FileId(0), "aag 4 0 4 0 0\n2 2\n4 4 0\n6 6 1\n8 8 8\n").0.unwrap();
    let first: Vec<_> = netlist.states.iter().map(|s| s.init.map(|i| i.value.negated)).collect();
    assert_eq!(first, [Some(false), Some(false), Some(true), None]);
}

#[test]
fn mistakes_are_named() {
    assert_eq!(said("aag 1 1 0 1 0\n2\n"), "expected an output");
    assert_eq!(said("aag 2 1 0 1 0\n2\n4\n"), "nothing defines the literal 4");
    assert_eq!(said("aag 2 2 0 0 0\n2\n2\n"), "the literal 2 is defined twice");
    assert_eq!(said("aag 2 0 0 0 2\n2 4 4\n4 2 2\n"), "a gate that depends on itself");
    assert_eq!(said("aig 1 1 0 0 0\n"), "`aig 1 1 0 0 0` is no first line of AIGER");
    assert_eq!(unpack(b"aig 2 1 0 0 1\n\x02"), Err("gate 1 of 1 ends or goes wrong at byte 15".to_owned()));
}
