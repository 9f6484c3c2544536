//! Diagrams that nobody would draw: damaged, deep, and growing without end. They end in a problem, never in a crash.

use super::{Interpreter, Options, Problem, System, signals};
use crate::interpret::{Long, Signal};
use indexmap::IndexMap;
use num_rational::BigRational;
use num_traits::One;
use wherefore_diag::FileId;
use wherefore_syntax::Reporter;
use wherefore_test::damage::{damaged, pieces, words};
use wherefore_test::{cases, counted, seed};

/// A diagram with a bit of everything.
fn everything() -> String {
    let inside = System::new()
        .block("EnablePort", "port", "StatesWhenEnabling=reset")
        .inports(&["u"])
        .outports(&["y"])
        .block("UnitDelay", "d", "InitialCondition=[1 2]")
        .block("Sum", "s", "Ports=[2, 1] ; Inputs=+- ; OutDataTypeStr=int8 ; RndMeth=Zero")
        .lines("u -> s:1, d -> s:2, s -> d, s -> y");
    let action = System::new().inports(&["u"]).outports(&["y"]).block("ActionPort", "port", "").lines("u -> y");
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o", "p"])
        .subsystem("sub", "Ports=[1, 1, 1]", inside)
        .block("If", "if", "Ports=[1, 1] ; IfExpression=u1 > 0 ; ShowElse=off")
        .subsystem("act", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action)
        .block("Merge", "merge", "Ports=[1, 1] ; Inputs=1")
        .block("Demux", "split", "Ports=[1, 2] ; Outputs=[1, 1]")
        .block("Mux", "join", "Ports=[2, 1] ; Inputs=2")
        .block("Selector", "select", "Ports=[1, 1] ; Indices=[2 1]")
        .block("Reshape", "shape", "OutputDimensionality=Customize ; OutputDimensions=[2,1]")
        .block("Gain", "gain", "Gain=[1 2; 3 4] ; Multiplication=Matrix(K*u)")
        .block("Lookup_n-D", "table", "NumberOfTableDimensions=1 ; BreakpointsForDimension1=[0 1 3] ; Table=[0 10 20]")
        .block("Fcn", "f", "Expr=u(1)/u(2) + sin(u[1])^2")
        .block("BusCreator", "bus", "Ports=[2, 1] ; Inputs=2")
        .block("BusSelector", "from bus", "Ports=[1, 1] ; OutputSignals=signal2")
        .block("Delay", "delay", "DelayLength=3 ; InitialCondition=0")
        .block("Switch", "switch", "Ports=[3, 1] ; Criteria=u2 ~= 0")
        .block("Goto", "goto", "GotoTag=T ; TagVisibility=global")
        .block("From", "from", "GotoTag=T")
        .block("DiscreteIntegrator", "integrate", "SampleTime=0.5 ; LimitOutput=on ; UpperSaturationLimit=5")
        .block("Assertion", "assert", "Ports=[1]")
        .lines("a -> sub:enable, b -> sub, sub -> split, split:1 -> join:1, split:2 -> join:2, join -> select")
        .lines("select -> shape, shape -> gain, gain -> f, a -> if, if -> act:ifaction, b -> act, act -> merge")
        .lines("merge -> table, table -> bus:1, f -> bus:2, bus -> from bus, from bus -> switch:1, a -> switch:2")
        .lines("delay -> switch:3, switch -> delay, switch -> goto, from -> integrate, integrate -> o, merge -> p, a -> assert");
    format!("Model {{\nName \"m\"\nFixedStep \"0.5\"\n{}}}\n", system.text("m"))
}

/// Runs a few ticks; how many there were.
fn ran(text: &str) -> Result<usize, Option<Problem>> {
    let model = crate::parse(FileId(0), text, &mut Reporter::default()).ok_or(None)?;
    let options = Options { long: Long::IsRounded, ..Options::default() };
    let mut interpreter = Interpreter::new(&model, &IndexMap::new(), &options).map_err(Some)?;
    let inputs = vec![Signal::double(BigRational::one()); interpreter.inputs().len()];
    for _ in 0..3 {
        interpreter.step(&inputs).map_err(Some)?;
    }
    Ok(3)
}

#[test]
fn damaged_diagrams() {
    let text = everything();
    assert_eq!(ran(&text), Ok(3));
    let pieces = pieces(&text, "_-.");
    let own = [
        "Inport",
        "Outport",
        "SubSystem",
        "Merge",
        "-1",
        "inf",
        "boolean",
        "reset",
        "UnitDelay",
        "Ports",
        "99999999",
        "u1",
    ];
    let words = words(&own);
    let mut random = seed(1);
    let (mut unread, mut refused, mut run) = (0, 0, 0);
    for _ in 0..cases(1500) {
        match ran(&damaged(&pieces, &words, &mut random)) {
            Ok(_) => run += 1,
            Err(Some(_)) => refused += 1,
            Err(None) => unread += 1,
        }
    }
    counted(unread, "damaged diagrams that cannot be read");
    counted(refused, "damaged diagrams with a problem");
    counted(run, "damaged diagrams that still run");
}

#[test]
fn signals_that_double() {
    let mut system = System::new().inports(&["a"]).outports(&["o"]).block("Gain", "m0", "Gain=1").lines("a -> m0");
    for i in 1..40 {
        system = system.block("Mux", &format!("m{i}"), "Ports=[2, 1] ; Inputs=2");
        system = system.lines(&format!("m{} -> m{i}:1, m{} -> m{i}:2", i - 1, i - 1));
    }
    system = system.lines("m39 -> o");
    system.check_problem(&["1"], "m/m17: size: the parts have too many elements together");
}

#[test]
fn buses_that_double_or_nest() {
    let chain = |inputs: usize, count: usize| {
        let mut system = System::new().inports(&["a"]).outports(&["o"]).block("Gain", "b0", "Gain=1").lines("a -> b0");
        for i in 1..count {
            system = system.block("BusCreator", &format!("b{i}"), &format!("Ports=[{inputs}, 1] ; Inputs={inputs}"));
            for port in 1..=inputs {
                system = system.lines(&format!("b{} -> b{i}:{port}", i - 1));
            }
        }
        system.lines(&format!("b{} -> o", count - 1))
    };
    for system in [chain(2, 40), chain(1, 5000)] {
        assert!(matches!(system.problem(&["1"]), Problem::Size { .. }));
    }
}

#[test]
fn numbers_that_double() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("UnitDelay", "x", "InitialCondition=1/3")
        .block("Product", "square", "Ports=[3, 1] ; Inputs=3")
        .lines("x -> square:1, x -> square:2, a -> square:3, square -> x, square -> o");
    let model = system.model();
    let mut exact = Interpreter::new(&model, &IndexMap::new(), &Options::default()).unwrap();
    let first = (0..100).find_map(|_| exact.step(&signals("0.7")).err());
    let message = "m/square: undefined: a number has become too long to be computed exactly";
    assert_eq!(first.unwrap().to_string(), message);
    let rounded = Options { long: Long::IsRounded, ..Options::default() };
    let mut rounded = Interpreter::new(&model, &IndexMap::new(), &rounded).unwrap();
    assert!((0..100).all(|_| rounded.step(&signals("0.7")).is_ok()));
}

/// What is in a delay has the shape that goes into it, which here has a shape of its own in every round.
#[test]
fn shapes_that_never_settle() {
    let bus = System::new()
        .outports(&["o"])
        .block("UnitDelay", "x", "")
        .block("BusCreator", "bus", "Ports=[1, 1] ; Inputs=1")
        .lines("x -> bus, bus -> x, bus -> o");
    assert!(matches!(bus.problem(&[""]), Problem::Size { .. }));
    let wide = System::new()
        .outports(&["o"])
        .block("UnitDelay", "x", "InitialCondition=[1 2]")
        .block("Mux", "join", "Ports=[2, 1] ; Inputs=2")
        .lines("x -> join:1, x -> join:2, join -> x, join -> o");
    assert!(matches!(wide.problem(&[""]), Problem::Size { .. }));
}

#[test]
fn commented_blocks() {
    let system = |how: &str| super::one_block("Gain", &format!("Gain=5 ; Commented={how}"), 1, 1);
    system("off").check(&["2 => 10"]);
    system("through").check(&["2 => 2"]);
    system("on").check(&["2 => 0"]);
}
