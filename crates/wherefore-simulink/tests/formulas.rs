//! Formulas over the signals of a diagram, asked from outside.

use wherefore_diag::FileId;
use wherefore_simulink::{Options, container, load};

fn asked(formula: &str) -> Vec<String> {
    let bytes = wherefore_test::bytes("../../examples/simulink/tank.slx".as_ref());
    let text = container::unpack(&bytes).unwrap();
    let options = Options { properties: vec![formula.to_owned()], ..Options::default() };
    let loaded = load(FileId(0), &text, "tank", &options);
    loaded.system.expect("a system").properties.into_iter().map(|p| p.name).collect()
}

#[test]
fn a_formula_over_signals_is_a_property() {
    for formula in
        ["'Tank/next level' <= 9", "pump || drain", "'Controller/on' == pump", "~('Tank/level before' > 3) | drain"]
    {
        assert_eq!(asked(formula).last().map(String::as_str), Some(formula));
    }
}

#[test]
fn what_names_no_signal_is_left_alone() {
    for formula in ["Requirements/no overflow", "x > 3", "'Tank/nothing here' <= 9", "(", ""] {
        assert_eq!(asked(formula), ["Requirements/no overflow", "Requirements/alarm until reset"], "{formula}");
    }
}
