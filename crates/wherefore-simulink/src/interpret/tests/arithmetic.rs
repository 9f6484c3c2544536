//! Sums, products, bounds, and the classes of their results.

use super::one_block;

#[test]
fn sums_and_products() {
    one_block("Sum", "Inputs=|+-", 2, 1).check(&["5 | 3 => 2", "[1 2] | 3 => [-2 -1]", "0.1 | 0.3 => -0.2"]);
    one_block("Sum", "Inputs=3", 3, 1).check(&["1 | 2 | 3 => 6"]);
    one_block("Sum", "Inputs=-", 1, 1).check(&["[1 2 3] => -6"]);
    one_block("Product", "Inputs=*/", 2, 1).check(&["6 | 4 => 1.5", "[6 8] | 2 => [3 4]"]);
    one_block("Product", "Inputs=3", 3, 1).check(&["2 | 3 | 4 => 24"]);
    one_block("Product", "Inputs=1", 1, 1).check(&["[2 3 4] => 24"]);
    one_block("Product", "Inputs=/", 1, 1).check(&["4 => 0.25"]);
    one_block("Gain", "Gain=[1 2]", 1, 1).check(&["3 => [3 6]", "[3 4] => [3 8]"]);
    one_block("Bias", "Bias=-1", 1, 1).check(&["3 => 2"]);
    one_block("DotProduct", "", 2, 1).check(&["[1 2 3] | [4 5 6] => 32"]);
    one_block("Constant", "Value=[1;2]", 0, 1).check(&[" => [1 2]"]);
    one_block("Constant", "Value=[1;2] ; VectorParams1D=off", 0, 1).check(&[" => [1; 2] (2x1)"]);
}

#[test]
fn products_of_matrices() {
    let matrix = |text: &str, n| one_block("Product", &format!("Multiplication=Matrix(*) ; {text}"), n, 1);
    matrix("Inputs=2", 2).check(&["[1 2; 3 4] | [5 6] => [17 39]", "[1 2; 3 4] | [5; 6] => [17; 39] (2x1)"]);
    matrix("Inputs=2", 2).check(&["[5 6] | [1 2; 3 4] => [23 34]", "[1 0; 1 1] | [1 2; 3 4] => [1 2; 4 6] (2x2)"]);
    matrix("Inputs=2", 2).check(&["2 | [1 2; 3 4] => [2 4; 6 8] (2x2)"]);
    matrix("Inputs=/", 1).check(&["[1 2; 3 4] => [-2 1; 1.5 -0.5] (2x2)", "[0 1; 1 0] => [0 1; 1 0] (2x2)"]);
    matrix("Inputs=/", 1).check_problem(&["[1 2; 2 4]"], "m/b: undefined: the inverse of a singular matrix");
    let gain = |text: &str| one_block("Gain", text, 1, 1);
    gain("Gain=[1 2 3] ; Multiplication=Matrix(K*u)").check(&["[1 1 1] => 6"]);
    gain("Gain=[1 2; 3 4] ; Multiplication=Matrix(u*K)").check(&["[1 1] => [4 6]"]);
}

#[test]
fn classes_of_results() {
    let sum = |text: &str| one_block("Sum", &format!("Inputs=++ ; {text}"), 2, 1);
    sum("").check(&["int8(1) | 0.5 => 1.5"]);
    sum("").check(&["int8(100) | int8(100) => int8(-56)"]);
    sum("SaturateOnIntegerOverflow=on").check(&["int8(100) | int8(100) => int8(127)"]);
    sum("").check(&["uint8(200) | int16(100) => int16(300)"]);
    sum("").check(&["uint16(1) | int8(-2) => int16(-1)"]);
    sum("").check(&["true | true => 2"]);
    sum("").check(&["true | uint8(3) => uint8(4)"]);
    sum("OutDataTypeStr=Inherit: Same as first input").check(&["uint8(250) | 10 => uint8(4)"]);
    sum("OutDataTypeStr=boolean").check(&["1 | -1 => false", "1 | 1 => true"]);
    sum("OutDataTypeStr=fixdt(0,8,0)").check(&["255 | 2 => uint8(1)"]);
    one_block("MinMax", "Function=max ; Inputs=2", 2, 1).check(&["true | false => true"]);
    one_block("Abs", "", 1, 1).check(&["int8(-128) => int8(-128)"]);
    one_block("Abs", "SaturateOnIntegerOverflow=on", 1, 1).check(&["int8(-128) => int8(127)"]);
}

#[test]
fn rounding_modes() {
    let convert = |mode: &str| one_block("DataTypeConversion", &format!("OutDataTypeStr=int8 ; RndMeth={mode}"), 1, 1);
    let input = "[-2.5 -1.5 -1.2 0.5 1.5 1.7]";
    let check = |mode: &str, expected: &str| convert(mode).check(&[&format!("{input} => int8({expected})")]);
    check("Floor", "[-3 -2 -2 0 1 1]");
    check("Simplest", "[-3 -2 -2 0 1 1]");
    check("Ceiling", "[-2 -1 -1 1 2 2]");
    check("Zero", "[-2 -1 -1 0 1 1]");
    check("Nearest", "[-3 -2 -1 1 2 2]");
    check("Round", "[-3 -2 -1 1 2 2]");
    check("Convergent", "[-2 -2 -1 0 2 2]");
    convert("Floor").check(&["300 => int8(44)", "-129 => int8(127)"]);
    one_block("DataTypeConversion", "OutDataTypeStr=boolean", 1, 1).check(&["[0 0.5 -1] => [false true true]"]);
    let rounding = |name: &str| one_block("Rounding", &format!("Operator={name}"), 1, 1);
    rounding("floor").check(&["-1.5 => -2"]);
    rounding("ceil").check(&["-1.5 => -1"]);
    rounding("fix").check(&["-1.5 => -1"]);
    rounding("round").check(&["-1.5 => -2"]);
}

#[test]
fn bounds_and_signs() {
    one_block("Saturate", "UpperLimit=2 ; LowerLimit=-1", 1, 1).check(&["[-3 0.5 3] => [-1 0.5 2]"]);
    one_block("Saturate", "UpperLimit=inf ; LowerLimit=[0 1]", 1, 1).check(&["5 => [5 5]", "-5 => [0 1]"]);
    one_block("Reference", "SourceBlock=simulink/Discontinuities/Saturation\\nDynamic", 3, 1).check(&[
        "2 | 3 | 1 => 2",
        "2 | 0 | 1 => 1",
        "2 | 1.5 | 1 => 1.5",
    ]);
    one_block("DeadZone", "LowerValue=-1 ; UpperValue=2", 1, 1).check(&["[-3 0 5] => [-2 0 3]"]);
    one_block("Quantizer", "QuantizationInterval=0.5", 1, 1).check(&["[0.2 0.25 -0.25] => [0 0.5 -0.5]"]);
    one_block("Signum", "", 1, 1).check(&["[-3 0 5] => [-1 0 1]"]);
    one_block("UnaryMinus", "", 1, 1).check(&["[-3 5] => [3 -5]"]);
    one_block("MinMax", "Function=min ; Inputs=1", 1, 1).check(&["[3 1 2] => 1"]);
    one_block("MinMax", "Function=max ; Inputs=3", 3, 1).check(&["[3 1] | 2 | 0 => [3 2]"]);
}

#[test]
fn functions() {
    one_block("Sqrt", "", 1, 1).check(&["2.25 => 1.5"]);
    one_block("Sqrt", "Operator=signedSqrt", 1, 1).check(&["-4 => -2"]);
    one_block("Sqrt", "Operator=rSqrt", 1, 1).check(&["4 => 0.5"]);
    let math = |name: &str, n| one_block("Math", &format!("Operator={name}"), n, 1);
    math("square", 1).check(&["-3 => 9"]);
    math("10^u", 1).check(&["-2 => 0.01"]);
    math("reciprocal", 1).check(&["8 => 0.125"]);
    math("pow", 2).check(&["2 | -3 => 0.125"]);
    math("hypot", 2).check(&["3 | 4 => 5"]);
    math("mod", 2).check(&["-7 | 3 => 2", "5 | 0 => 5"]);
    math("rem", 2).check(&["-7 | 3 => -1"]);
    math("transpose", 1).check(&["[1 2; 3 4] => [1 3; 2 4] (2x2)", "[1 2] => [1 2] (1x2)"]);
    math("exp", 1).check(&["0 => 1"]);
    one_block("Trigonometry", "Operator=sincos", 1, 2).check(&["0 => 0 | 1"]);
    one_block("Trigonometry", "Operator=atan2", 2, 1).check(&["0 | 1 => 0"]);
    one_block("Fcn", "Expr=(u(1) > 2) * u[2]^2 + !u(1)", 1, 1).check(&["[3 4] => 16", "[0 4] => 1", "[1 4] => 0"]);
    one_block("Fcn", "Expr=-u/2 + abs(-1)", 1, 1).check(&["3 => -0.5"]);
    one_block("Polyval", "Coefs=[1 -2 3]", 1, 1).check(&["2 => 3", "[0 1] => [3 2]"]);
}
