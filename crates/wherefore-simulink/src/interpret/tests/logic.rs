//! Comparisons, truth values, and choices.

use super::{System, one_block};

#[test]
fn comparisons() {
    let relation = |operator: &str| one_block("RelationalOperator", &format!("Operator={operator}"), 2, 1);
    relation("<=").check(&["1 | [0 1 2] => [false true true]"]);
    relation("~=").check(&["int8(1) | 1 => false"]);
    relation("==").check(&["true | 1 => true"]);
    let numeric = one_block("RelationalOperator", "Operator=> ; OutDataTypeStr=double", 2, 1);
    numeric.check(&["2 | 1 => 1"]);
    let constant = "SourceBlock=simulink/Logic and Bit\\nOperations/Compare\\nTo Constant ; relop=> ; const=2";
    one_block("Reference", constant, 1, 1).check(&["[1 3] => [false true]"]);
    let zero = "SourceBlock=simulink/Logic and Bit\\nOperations/Compare\\nTo Zero ; relop=<=";
    one_block("Reference", zero, 1, 1).check(&["[-1 0 3] => [true true false]"]);
}

#[test]
fn truth_tables() {
    let logic = |operator: &str| one_block("Logic", &format!("Operator={operator} ; Inputs=2"), 2, 1);
    let all = "[0 0 1 1] | [0 1 0 1]";
    let check = |operator: &str, expected: &str| logic(operator).check(&[&format!("{all} => {expected}")]);
    check("AND", "[false false false true]");
    check("OR", "[false true true true]");
    check("NAND", "[true true true false]");
    check("NOR", "[true false false false]");
    check("XOR", "[false true true false]");
    check("NXOR", "[true false false true]");
    one_block("Logic", "Operator=NOT ; Inputs=1", 1, 1).check(&["[0 2] => [true false]"]);
    one_block("Logic", "Operator=AND ; Inputs=1", 1, 1).check(&["[1 1 0] => false", "[1 1 1] => true"]);
    let implies = "SourceBlock=cocosimLibs/Implies";
    one_block("Reference", implies, 2, 1).check(&["[0 0 1 1] | [0 1 0 1] => [true true false true]"]);
}

#[test]
fn switches() {
    one_block("Switch", "Threshold=2", 3, 1).check(&["1 | 2 | 3 => 1", "1 | 1.5 | 3 => 3"]);
    one_block("Switch", "Criteria=u2 > Threshold ; Threshold=2", 3, 1).check(&["1 | 2 | 3 => 3"]);
    one_block("Switch", "Criteria=u2 ~= 0", 3, 1).check(&["1 | [0 -1 1] | 3 => [3 1 1]"]);
    one_block("Switch", "Criteria=u2 ~= 0", 3, 1).check(&["[1 2] | 0 | 3 => [3 3]", "[1 2] | 1 | 3 => [1 2]"]);
    // The class is that of both inputs, whichever is selected.
    one_block("Switch", "Criteria=u2 ~= 0", 3, 1).check(&["true | true | 3 => 1"]);
    one_block("Switch", "Criteria=u2 ~= 0", 3, 1).check(&["true | true | false => true"]);
    one_block("MultiPortSwitch", "Inputs=2", 3, 1).check(&["1 | 10 | 20 => 10", "2.9 | 10 | 20 => 20"]);
    let zero_based = one_block("MultiPortSwitch", "Inputs=2 ; DataPortOrder=Zero-based contiguous", 3, 1);
    zero_based.check(&["0 | 10 | 20 => 10", "1 | 10 | 20 => 20"]);
    let lax = one_block("MultiPortSwitch", "Inputs=2 ; DiagnosticForDefault=None", 3, 1);
    lax.check(&["7 | 10 | 20 => 20"]);
    one_block("MultiPortSwitch", "Inputs=2", 3, 1)
        .check_problem(&["3 | 10 | 20"], "m/b: undefined: the index 3 selects no input");
}

/// A quotient that is not selected does not matter.
#[test]
fn what_is_not_selected_is_not_needed() {
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o"])
        .block("Product", "quotient", "Ports=[2, 1] ; Inputs=*/")
        .block("Constant", "zero", "Value=0")
        .block("Switch", "guard", "Ports=[3, 1] ; Criteria=u2 ~= 0")
        .lines("a -> quotient:1, b -> quotient:2, quotient -> guard:1, b -> guard:2, zero -> guard:3, guard -> o");
    system.check(&["6 | 3 => 2", "6 | 0 => 0", "6 | 2 => 3"]);
}
