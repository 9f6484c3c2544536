//! Blocks with a memory.

use super::{System, one_block};

#[test]
fn delays() {
    one_block("UnitDelay", "InitialCondition=7", 1, 1).check(&["1 => 7", "2 => 1", "3 => 2"]);
    one_block("UnitDelay", "X0=7", 1, 1).check(&["1 => 7", "2 => 1"]);
    one_block("Memory", "X0=1", 1, 1).check(&["5 => 1", "6 => 5"]);
    one_block("Delay", "DelayLength=3", 1, 1).check(&["1 => 0", "2 => 0", "3 => 0", "4 => 1", "5 => 2"]);
    one_block("Delay", "DelayLength=0", 1, 1).check(&["1 => 1"]);
    one_block("InitialCondition", "Value=9", 1, 1).check(&["1 => 9", "2 => 2"]);
}

/// The initial condition has the class and the size of the input.
#[test]
fn initial_conditions_expand() {
    one_block("UnitDelay", "InitialCondition=1", 1, 1).check(&["[1 2 3] => [1 1 1]", "[4 5 6] => [1 2 3]"]);
    one_block("UnitDelay", "", 1, 1).check(&["true => false", "false => true"]);
    one_block("UnitDelay", "InitialCondition=300", 1, 1).check(&["uint8(5) => uint8(44)"]);
    one_block("UnitDelay", "InitialCondition=[1 2]", 1, 1).check(&["5 => [1 2]"]);
}

fn counter(initial: &str, sum: &str) -> System {
    System::new()
        .inports(&["step"])
        .outports(&["count"])
        .block("Sum", "sum", &format!("Ports=[2, 1] ; Inputs=++ ; {sum}"))
        .block("UnitDelay", "before", initial)
        .lines("before -> sum:1, step -> sum:2, sum -> count, sum -> before")
}

#[test]
fn delays_in_loops() {
    counter("InitialCondition=10", "").check(&["1 => 11", "2 => 13", "3 => 16"]);
    // Class and size go around the loop, although the delay is first.
    counter("", "").check(&["int8(100) => int8(100)", "int8(100) => int8(-56)"]);
    counter("", "SaturateOnIntegerOverflow=on").check(&["uint8(200) => uint8(200)", "uint8(100) => uint8(255)"]);
    counter("", "").check(&["[1 2] => [1 2]", "[1 2] => [2 4]"]);
}

/// The delay gives three elements, which is known only behind the split that needs them.
#[test]
fn a_loop_through_a_split() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("UnitDelay", "state", "InitialCondition=0")
        .block("Demux", "split", "Ports=[1, 3] ; Outputs=3")
        .block("Mux", "join", "Ports=[3, 1] ; Inputs=3")
        .lines("state -> split, a -> join:1, split:1 -> join:2, split:2 -> join:3, join -> state, join -> o");
    system.check(&["1 => [1 0 0]", "2 => [2 1 0]", "3 => [3 2 1]", "4 => [4 3 2]"]);
}

/// Two integers around a loop whose class is known only behind another delay.
#[test]
fn classes_settle_across_delays() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("UnitDelay", "x", "")
        .block("UnitDelay", "y", "")
        .block("Sum", "sum", "Ports=[2, 1] ; Inputs=++")
        .lines("a -> y, x -> sum:1, y -> sum:2, sum -> x, sum -> o");
    system.check(&["int8(5) => int8(0)", "int8(1) => int8(5)", "int8(1) => int8(6)"]);
}

#[test]
fn integrators() {
    let integrator = |method: &str| {
        let text = format!("IntegratorMethod=Integration: {method} ; gainval=2 ; InitialCondition=1");
        one_block("DiscreteIntegrator", &text, 1, 1)
    };
    // The step is a half, so that a tick adds the input once.
    integrator("Forward Euler").check(&["1 => 1", "2 => 2", "3 => 4"]);
    integrator("Backward Euler").check(&["1 => 2", "2 => 4", "3 => 7"]);
    integrator("Trapezoidal").check(&["1 => 1.5", "2 => 3", "3 => 5.5"]);
    let limits = "LimitOutput=on ; UpperSaturationLimit=2 ; LowerSaturationLimit=-inf";
    one_block("DiscreteIntegrator", limits, 1, 1).check(&["3 => 0", "3 => 1.5", "3 => 2", "-4 => 2", "0 => 0"]);
}

#[test]
fn filters() {
    let text = "Numerator=[1] ; Denominator=[1 -0.5]";
    one_block("DiscreteTransferFcn", text, 1, 1).check(&["1 => 0", "0 => 1", "0 => 0.5", "0 => 0.25"]);
    one_block("DiscreteFilter", text, 1, 1).check(&["1 => 1", "0 => 0.5", "2 => 2.25"]);
    let text = "Numerator=[2 1] ; Denominator=[2 0 1]";
    one_block("DiscreteTransferFcn", text, 1, 1).check(&["1 => 0", "0 => 1", "0 => 0.5", "0 => -0.5"]);
}

#[test]
fn rates_are_limited() {
    let text = "RisingSlewLimit=2 ; FallingSlewLimit=-4";
    one_block("RateLimiter", text, 1, 1).check(&["5 => 1", "5 => 2", "2.5 => 2.5", "-5 => 0.5"]);
    let dynamic = "SourceBlock=simulink/Discontinuities/Rate Limiter\\nDynamic";
    one_block("Reference", dynamic, 3, 1).check(&["2 | 5 | -4 => 1", "1 | 5 | -4 => 1.5", "1 | -5 | -4 => -0.5"]);
}

#[test]
fn changes_are_detected() {
    let detect = |name: &str| {
        let text = format!("SourceBlock=simulink/Logic and Bit\\nOperations/Detect\\n{name} ; vinit=0");
        one_block("Reference", &text, 1, 1)
    };
    detect("Increase").check(&["1 => true", "1 => false", "0 => false"]);
    detect("Decrease").check(&["1 => false", "1 => false", "0 => true"]);
    detect("Change").check(&["0 => false", "1 => true", "0 => true"]);
    detect("Rise Positive").check(&["1 => true", "2 => false", "0 => false", "1 => true"]);
    detect("Fall Negative").check(&["1 => false", "-2 => true", "-3 => false", "0 => false", "-1 => true"]);
}
