//! What does not run, and why.

use super::{Interpreter, Options, Problem, System, one_block, signals};
use indexmap::IndexMap;

#[test]
fn operations_without_a_value() {
    let quotient = one_block("Product", "Inputs=*/", 2, 1);
    quotient.check_problem(&["1 | 2", "1 | 0"], "m/b: undefined: division by zero");
    one_block("Sqrt", "", 1, 1).check_problem(&["-1"], "m/b: undefined: the square root of a negative number");
    one_block("Trigonometry", "Operator=asin", 1, 1).check_problem(&["2"], "m/b: undefined: asin has no value here");
    one_block("Fcn", "Expr=1/u", 1, 1).check_problem(&["0"], "m/b: undefined: division by zero");
    one_block("Math", "Operator=log", 1, 1).check_problem(&["0"], "m/b: undefined: log has no value here");
    // A tick with a problem has not taken place.
    let model = quotient.model();
    let mut interpreter = Interpreter::new(&model, &IndexMap::new(), &Options::default()).unwrap();
    assert!(interpreter.step(&signals("1 | 0")).is_err());
    assert!(interpreter.step(&signals("1 | 2")).is_ok());
}

/// A quotient that is remembered is a problem when it comes up again.
#[test]
fn undefined_states() {
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o"])
        .block("Product", "quotient", "Ports=[2, 1] ; Inputs=*/")
        .block("UnitDelay", "delay", "")
        .lines("a -> quotient:1, b -> quotient:2, quotient -> delay, delay -> o");
    system.check_problem(&["1 | 2", "1 | 0", "1 | 2"], "m/quotient: undefined: division by zero");
}

#[test]
fn algebraic_loops() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("Sum", "sum", "Ports=[2, 1] ; Inputs=++")
        .block("Gain", "half", "Gain=0.5")
        .lines("a -> sum:1, half -> sum:2, sum -> half, sum -> o");
    system.check_problem(&["1"], "algebraic loop: m/half, m/sum");
}

/// Also through the input that is not selected, and through the condition of a subsystem.
#[test]
fn hidden_loops() {
    let choice = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("Switch", "switch", "Ports=[3, 1] ; Criteria=u2 ~= 0")
        .block("Gain", "gain", "Gain=1")
        .lines("a -> switch:1, a -> switch:2, gain -> switch:3, switch -> gain, switch -> o");
    assert!(matches!(choice.problem(&["1"]), Problem::AlgebraicLoop { .. }));
    let inside = System::new()
        .block("EnablePort", "port", "StatesWhenEnabling=held")
        .outports(&["y"])
        .block("Constant", "one", "Value=1")
        .lines("one -> y");
    let condition =
        System::new().outports(&["o"]).subsystem("sub", "Ports=[0, 1, 1]", inside).lines("sub -> sub:enable, sub -> o");
    assert!(matches!(condition.problem(&[""]), Problem::AlgebraicLoop { .. }));
}

#[test]
fn blocks_that_are_not_known() {
    one_block("Integrator", "", 1, 1)
        .check_problem(&["1"], "m/b: not supported: Integrator: continuous time; replace the block by a discrete one");
    one_block("S-Function", "FunctionName=foo", 1, 1)
        .check_problem(&["1"], "m/b: not supported: blocks of type S-Function");
    one_block("Reference", "SourceBlock=lib/thing", 1, 1)
        .check_problem(&["1"], "m/b: not supported: a link to `lib/thing`");
    one_block("Sum", "Inputs=++ ; OutDataTypeStr=fixdt(1,16,3)", 2, 1)
        .check_problem(&["1 | 2"], "m/b: not supported: the data type `fixdt(1,16,3)`");
    one_block("From", "GotoTag=T", 0, 1)
        .check_problem(&[""], "m/b: not supported: there is no Goto with the tag `T` in reach");
}

#[test]
fn sizes_and_parameters() {
    one_block("Sum", "Inputs=++", 2, 1).check_problem(&["[1 2] | [1 2 3]"], "m/b: size: 2 meets 3");
    one_block("Gain", "Gain=k", 1, 1).check_problem(&["1"], "m/b: parameter Gain: `k` has no value");
    one_block("Sum", "Inputs=++", 2, 1).check_problem(&["1"], ": size: 1 signals are given, 2 are needed");
}

#[test]
fn rates_that_do_not_go_together() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("ZeroOrderHold", "slow", "SampleTime=[0.2, 0]")
        .block("RateTransition", "other", "OutPortSampleTime=0.3")
        .lines("a -> slow, slow -> other, other -> o");
    system.check_problem(&["1"], "m/other: not supported: a deterministic transition between these rates");
}

#[test]
fn opened_blocks_are_given() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o", "p"])
        .block("S-Function", "f", "Ports=[1, 2] ; FunctionName=f")
        .block("FromWorkspace", "w", "Ports=[0, 1]")
        .block("Sum", "sum", "Ports=[2, 1] ; Inputs=++")
        .lines("a -> f, f:1 -> sum:1, w -> sum:2, f:2 -> p, sum -> o");
    let model = system.model();
    let options = Options { open: vec!["m/f".to_owned()], ..Options::default() };
    let mut interpreter = Interpreter::new(&model, &IndexMap::new(), &options).unwrap();
    let names: Vec<String> = interpreter.inputs().iter().map(|i| format!("{}:{}", i.path, i.port)).collect();
    assert_eq!(names, ["m/a:1", "m/f:1", "m/f:2", "m/w:1"]);
    let tick = interpreter.step(&signals("1 | 20 | 30 | 400")).unwrap();
    assert_eq!(super::shown(&tick), "420 | 30");
    assert_eq!(super::show(&tick.signals[&("m/f".to_owned(), 2)]), "30");
}

/// The stack of the program does not grow with the diagram.
#[test]
fn long_chains() {
    let mut system = System::new().inports(&["a"]).outports(&["o"]);
    let count = 10_000;
    for i in 0..count {
        system = system.block("Gain", &format!("g{i}"), "Gain=-1");
    }
    // Against the order of the document, so that the last one is asked for first.
    system = system.lines(&format!("a -> g{}, g0 -> o", count - 1));
    for i in 1..count {
        system = system.lines(&format!("g{i} -> g{}", i - 1));
    }
    system.check(&["1 => 1"]);
}
