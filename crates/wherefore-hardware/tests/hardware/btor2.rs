//! Random netlists in BTOR2.

use crate::random::make;
use crate::same::compare;
use wherefore_diag::FileId;
use wherefore_hardware::{Format, lower, parse};
use wherefore_test::{Random, cases, counted, seed};

#[test]
fn random_netlists_run_as_their_systems() {
    let seed = seed(1);
    let mut values = 0;
    for case in 0..cases(1000) {
        let text = make(Random::stream(seed, case));
        let (netlist, diagnostics) = parse(FileId(0), &text, Format::Btor2);
        let netlist = netlist.unwrap_or_else(|| panic!("case {case}: {diagnostics:?}\n{text}"));
        let (system, diagnostics) = lower(&netlist);
        let system = system.unwrap_or_else(|| panic!("case {case}: {diagnostics:?}\n{text}"));
        assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new(), "case {case}");
        wherefore_test::say(&format!("case {case}"));
        values += compare(&netlist, &system, 4, &mut Random::stream(seed, case ^ 0xff_0000)).values;
    }
    counted(values, "values compared");
}
