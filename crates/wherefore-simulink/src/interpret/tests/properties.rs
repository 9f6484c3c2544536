//! What diagrams demand of themselves.

use super::{Interpreter, Options, System, signals};
use crate::interpret::Purpose;
use indexmap::IndexMap;

/// The outcomes of all demands, tick by tick.
fn outcomes(system: &System, ticks: &[&str]) -> Vec<String> {
    let model = system.model();
    let mut interpreter = Interpreter::new(&model, &IndexMap::new(), &Options::default()).unwrap();
    let mut tick = |inputs: &str| {
        let tick = interpreter.step(&signals(inputs)).unwrap();
        let show = |c: &crate::interpret::Check| format!("{} {:?} {}", c.path, c.purpose, c.holds);
        tick.checks.iter().map(show).collect::<Vec<_>>().join(", ")
    };
    ticks.iter().map(|inputs| tick(inputs)).collect()
}

fn contract_part() -> System {
    System::new().inports(&["in"]).outports(&["out"]).lines("in -> out")
}

#[test]
fn contracts() {
    let part = |system: System, name: &str, kind: &str, ports: &str| {
        system.subsystem(name, &format!("Ports={ports} ; Mask=on ; MaskType={kind}"), contract_part())
    };
    let mut inside = System::new().inports(&["a", "b"]).outports(&["valid"]);
    inside = part(inside, "assume", "ContractAssumeBlock", "[1, 1]");
    inside = part(inside, "guarantee", "ContractGuaranteeBlock", "[1, 1]");
    inside = part(inside, "require", "ContractRequireBlock", "[1, 1]");
    inside = part(inside, "ensure", "ContractEnsureBlock", "[1, 1]");
    inside = part(inside, "mode", "ContractModeBlock", "[2, 1]");
    inside = inside
        .block("M-S-Function", "validator", "Ports=[3, 1] ; FunctionName=contract")
        .lines("a -> assume, b -> guarantee, a -> require, b -> ensure, require -> mode:1, ensure -> mode:2")
        .lines("assume -> validator:1, guarantee -> validator:2, mode -> validator:3, validator -> valid");
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o"])
        .subsystem("contract", "Ports=[2, 1] ; Mask=on ; MaskType=ContractBlock", inside)
        .lines("a -> contract:1, b -> contract:2, contract -> o");
    let expected = |a: bool, b: bool, mode: bool| {
        format!("m/contract/assume Assumption {a}, m/contract/guarantee Guarantee {b}, m/contract/mode Mode {mode}")
    };
    let found = outcomes(&system, &["true | true", "true | false", "false | false"]);
    assert_eq!(found, [expected(true, true, true), expected(true, false, false), expected(false, false, true)]);
}

#[test]
fn objectives_and_assertions() {
    let objective = "SourceBlock=sldvlib/Objectives and Constraints/Proof Objective";
    let assumption = "SourceBlock=sldvlib/Objectives and Constraints/Assumption";
    let range = "SourceBlock=simulink/Model\\nVerification/Check\\nStatic Range ; max=2 ; min=0 ; max_included=off";
    let dynamic = "SourceBlock=simulink/Model\\nVerification/Check Dynamic\\nUpper Bound";
    let system = System::new()
        .inports(&["a", "b"])
        .block("Reference", "truth", &format!("Ports=[1] ; {objective}"))
        .block("Reference", "within", &format!("Ports=[1] ; {assumption} ; intervals={{[0 1], 5}}"))
        .block("Reference", "off", &format!("Ports=[1] ; {objective} ; enabled=off"))
        .block("Reference", "range", &format!("Ports=[1] ; {range}"))
        .block("Reference", "below", &format!("Ports=[2] ; {dynamic}"))
        .block("Assertion", "assert", "Ports=[1]")
        .lines("a -> truth, a -> within, a -> off, a -> range, a -> assert, b -> below:1, a -> below:2");
    let show = |holds: [bool; 5]| {
        let names = ["truth Objective", "within Assumption", "range Assertion", "below Assertion", "assert Assertion"];
        let entries: Vec<String> = names.iter().zip(holds).map(|(name, holds)| format!("m/{name} {holds}")).collect();
        entries.join(", ")
    };
    let found = outcomes(&system, &["1 | 1", "5 | 6", "0 | -1", "2 | 9"]);
    let expected = [
        show([true, true, true, false, true]),
        show([false, true, false, true, true]),
        show([false, true, true, false, false]),
        show([false, false, false, true, true]),
    ];
    assert_eq!(found, expected);
}

/// A demand is made only while its subsystem is active.
#[test]
fn inactive_demands_are_silent() {
    let inside = System::new()
        .block("EnablePort", "port", "StatesWhenEnabling=held")
        .inports(&["u"])
        .block("Assertion", "assert", "Ports=[1]")
        .lines("u -> assert");
    let system = System::new()
        .inports(&["on", "u"])
        .subsystem("sub", "Ports=[1, 0, 1]", inside)
        .lines("on -> sub:enable, u -> sub");
    let found = outcomes(&system, &["0 | 0", "1 | 0"]);
    assert_eq!(found, [String::new(), format!("m/sub/assert {:?} false", Purpose::Assertion)]);
}
