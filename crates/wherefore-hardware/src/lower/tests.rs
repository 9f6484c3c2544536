//! Names and properties of lowered netlists.

use crate::{Format, load, load_last};
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_ir::network::Gate;
use wherefore_ir::{PropertyKind, Purpose, Role, System, Visibility, walk};

fn system(text: &str) -> System {
    load(FileId(0), text, Format::Btor2).system.expect("in order")
}

const COUNTER: &str = "1 sort bitvec 3\n2 sort bitvec 1\n3 state 1 count\n4 zero 1\n5 init 1 3 4\n6 input 2 enable\n\
    7 inc 1 3\n8 ite 1 6 7 3\n9 next 1 3 8\n10 ones 1\n11 eq 2 3 10 full\n12 bad 11 overflow\n13 bad 11\n\
    14 constraint -11\n15 fair 6\n16 justice 1 6 forever\n17 state 2\n18 output 11 full\n";

#[test]
fn names_come_from_symbols() {
    let system = system(COUNTER);
    let vars: Vec<_> = system.terms.vars().map(|(v, var)| (var.name.as_str(), system.role(v))).collect();
    let expected =
        [("count", Role::State), ("enable", Role::Input), ("state_17", Role::State), ("$first", Role::State)];
    assert_eq!(vars, expected);
    let properties: Vec<_> = system.properties.iter().map(|p| (p.name.as_str(), p.kind)).collect();
    let (invariant, ltl) = (PropertyKind::Invariant, PropertyKind::Ltl);
    assert_eq!(properties, [("overflow", invariant), ("b1", invariant), ("forever", ltl)]);
    assert_eq!((system.invar.len(), system.justice.len(), system.init.len()), (1, 1, 2));
    assert_eq!(system.annexes.outputs.len(), 1);
}

#[test]
fn a_register_is_a_memory_with_a_first_value() {
    let system = system(COUNTER);
    let network = system.annexes.network.as_deref().unwrap();
    let register = network.blocks.iter().find(|b| b.name.as_deref() == Some("count")).unwrap();
    assert_eq!(register.gate, Gate::Arrow);
    let gates: Vec<_> = register.inputs.iter().map(|b| network.block(*b).gate).collect();
    assert!(matches!(gates.as_slice(), [Gate::First, Gate::Constant, Gate::Pre(_)]), "{gates:?}");
    assert_eq!(network.sinks.len(), 2);
}

#[test]
fn an_alias_is_a_wire() {
    let system = system("1 sort bitvec 2\n2 input 1 a\n3 uext 1 2 0 b\n4 output 3 b\n");
    let network = system.annexes.network.as_deref().unwrap();
    let named: Vec<_> = network.blocks.iter().map(|b| (b.name.as_deref(), b.gate == Gate::Wire)).collect();
    assert_eq!(named, [(Some("a"), false), (Some("b"), true)]);
}

/// The system of the counter with these lines left open.
fn open(lines: &[&str]) -> Option<System> {
    let span = |line: &&str| {
        let start = COUNTER.find(line).expect("a line") as u32;
        Span::new(FileId(0), start, start + line.len() as u32)
    };
    load_last(&SourceMap::single("counter", COUNTER), &lines.iter().map(span).collect::<Vec<_>>()).system
}

#[test]
fn lines_are_left_open() {
    for line in ["8 ite 1 6 7 3", "5 init 1 3 4", "9 next 1 3 8", "11 eq 2 3 10 full"] {
        let system = open(&[line]).expect("a bit or a word");
        let holes = system.terms.vars().filter(|(_, var)| var.visibility == Visibility::Auxiliary(Purpose::Hole));
        let holes: Vec<_> = holes.map(|(hole, _)| hole).collect();
        assert_eq!(holes.len(), 1, "{line}");
        assert!(system.choices.contains(&holes[0]) && system.role(holes[0]) == Role::Input);
        let used = system.next.values().map(|u| u.term).chain(system.init.iter().map(|c| c.term));
        let used: Vec<_> = used.chain(system.properties.iter().map(|p| p.term)).collect();
        assert!(walk::variables(&system.terms, used).contains(&holes[0]), "{line}");
    }
    assert_eq!(open(&["8 ite 1 6 7 3", "9 next 1 3 8"]).expect("both").choices.len(), 2);
    // An input computes nothing.
    assert!(open(&["6 input 2 enable"]).is_none());
}
