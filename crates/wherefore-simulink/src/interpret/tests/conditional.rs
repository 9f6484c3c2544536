//! Subsystems that are executed on condition.

use super::System;

/// A counter that counts how often it is executed.
fn counter(port: &str, text: &str, outport: &str) -> System {
    System::new()
        .block(port, "port", text)
        .block("Outport", "y", outport)
        .block("Constant", "one", "Value=1")
        .block("Sum", "sum", "Ports=[2, 1] ; Inputs=++")
        .block("UnitDelay", "before", "")
        .lines("before -> sum:1, one -> sum:2, sum -> before, sum -> y")
}

fn enabled(states: &str, outport: &str) -> System {
    let inside = counter("EnablePort", &format!("StatesWhenEnabling={states}"), outport);
    System::new()
        .inports(&["on"])
        .outports(&["o"])
        .subsystem("sub", "Ports=[0, 1, 1]", inside)
        .lines("on -> sub:enable, sub -> o")
}

#[test]
fn enabled_subsystems() {
    enabled("held", "InitialOutput=7").check(&["0 => 7", "1 => 1", "1 => 2", "0 => 2", "-1 => 2", "1 => 3"]);
    enabled("reset", "").check(&["0 => 0", "1 => 1", "1 => 2", "0 => 2", "1 => 1", "1 => 2"]);
    let resets = "OutputWhenDisabled=reset ; InitialOutput=7";
    enabled("held", resets).check(&["0 => 7", "1 => 1", "0 => 7", "1 => 2"]);
}

fn triggered(kind: &str) -> System {
    let inside = counter("TriggerPort", &format!("TriggerType={kind}"), "");
    System::new()
        .inports(&["t"])
        .outports(&["o"])
        .subsystem("sub", "Ports=[0, 1, 0, 1]", inside)
        .lines("t -> sub:trigger, sub -> o")
}

#[test]
fn triggered_subsystems() {
    // There is no edge in the first tick.
    triggered("rising").check(&["1 => 0", "0 => 0", "1 => 1", "1 => 1", "0 => 1", "1 => 2"]);
    triggered("falling").check(&["0 => 0", "1 => 0", "0 => 1", "0 => 1", "1 => 1", "0 => 2"]);
    triggered("either").check(&["0 => 0", "1 => 1", "0 => 2", "0 => 2"]);
    triggered("rising").check(&["false => 0", "true => 1", "true => 1"]);
}

/// To rise to zero is an event, to go on from there is not the next one, unless the signal rested.
#[test]
fn triggers_at_zero() {
    triggered("rising").check(&["-1 => 0", "0 => 1", "1 => 1", "-1 => 1", "1 => 2"]);
    triggered("rising").check(&["-1 => 0", "0 => 1", "0 => 1", "1 => 2"]);
    triggered("falling").check(&["1 => 0", "0 => 1", "-1 => 1"]);
    triggered("either").check(&["1 => 0", "0 => 1", "1 => 2", "0 => 3", "-1 => 3"]);
}

#[test]
fn enabled_and_triggered() {
    let inside =
        counter("EnablePort", "StatesWhenEnabling=held", "").block("TriggerPort", "trigger", "TriggerType=rising");
    let system = System::new()
        .inports(&["on", "t"])
        .outports(&["o"])
        .subsystem("sub", "Ports=[0, 1, 1, 1]", inside)
        .lines("on -> sub:enable, t -> sub:trigger, sub -> o");
    system.check(&["1 | 0 => 0", "1 | 1 => 1", "0 | 0 => 1", "0 | 1 => 1", "1 | 1 => 1", "1 | 0 => 1", "1 | 1 => 2"]);
}

fn action(states: &str, gain: &str) -> System {
    System::new()
        .inports(&["u"])
        .outports(&["y"])
        .block("ActionPort", "port", &format!("InitializeStates={states}"))
        .block("Gain", "gain", &format!("Gain={gain}"))
        .lines("u -> gain, gain -> y")
}

#[test]
fn if_and_merge() {
    let system = System::new()
        .inports(&["u", "v"])
        .outports(&["o"])
        .block(
            "If",
            "if",
            "Ports=[2, 2] ; NumInputs=2 ; IfExpression=u1 > 0 ; ElseIfExpressions=u2 > 1 & u1 ~= 0 ; ShowElse=off",
        )
        .subsystem("then", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "10"))
        .subsystem("elseif", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "-1"))
        .block("Merge", "merge", "Ports=[2, 1] ; Inputs=2 ; InitialOutput=99")
        .lines("u -> if:1, v -> if:2, if:1 -> then:ifaction, if:2 -> elseif:ifaction")
        .lines("v -> then, v -> elseif, then -> merge:1, elseif -> merge:2, merge -> o");
    system.check(&["0 | 5 => 99", "1 | 5 => 50", "-1 | 3 => -3", "0 | 7 => -3", "2 | 7 => 70", "0 | 8 => 70"]);
}

#[test]
fn if_with_else_has_one_branch() {
    let system = System::new()
        .inports(&["u"])
        .outports(&["o"])
        .block("If", "if", "Ports=[1, 3] ; IfExpression=u1 == 0 ; ElseIfExpressions=u1 < 0 ; ShowElse=on")
        .subsystem("zero", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "0"))
        .subsystem("minus", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "-1"))
        .subsystem("plus", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "1"))
        .block("Merge", "merge", "Ports=[3, 1] ; Inputs=3")
        .lines("u -> if, if:1 -> zero:ifaction, if:2 -> minus:ifaction, if:3 -> plus:ifaction")
        .lines("u -> zero, u -> minus, u -> plus, zero -> merge:1, minus -> merge:2, plus -> merge:3, merge -> o");
    system.check(&["-3 => 3", "3 => 3", "0 => 0", "[5] => 5"]);
}

#[test]
fn states_of_actions() {
    let system = |states: &str| {
        let inside = counter("ActionPort", &format!("InitializeStates={states}"), "");
        System::new()
            .inports(&["u"])
            .outports(&["o"])
            .block("If", "if", "Ports=[1, 1] ; IfExpression=u1 ; ShowElse=off")
            .subsystem("sub", "Ports=[0, 1, 0, 0, 0, 0, 0, 1]", inside)
            .lines("u -> if, if -> sub:ifaction, sub -> o")
    };
    system("held").check(&["1 => 1", "1 => 2", "0 => 2", "1 => 3"]);
    system("reset").check(&["1 => 1", "1 => 2", "0 => 2", "1 => 1"]);
}

#[test]
fn switch_case() {
    let system = System::new()
        .inports(&["u", "v"])
        .outports(&["o"])
        .block("SwitchCase", "case", "Ports=[1, 3] ; CaseConditions={1,[2,3]} ; ShowDefaultCase=on")
        .subsystem("one", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "1"))
        .subsystem("more", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "2"))
        .subsystem("other", "Ports=[1, 1, 0, 0, 0, 0, 0, 1]", action("held", "3"))
        .block("Merge", "merge", "Ports=[3, 1] ; Inputs=3")
        .lines("u -> case, case:1 -> one:ifaction, case:2 -> more:ifaction, case:3 -> other:ifaction")
        .lines("v -> one, v -> more, v -> other, one -> merge:1, more -> merge:2, other -> merge:3, merge -> o");
    system.check(&["1.9 | 10 => 10", "3 | 10 => 20", "-1.5 | 10 => 30", "0 | 10 => 30"]);
}

/// What is inside of an inactive subsystem is inactive at all depths, and begins anew with it.
#[test]
fn nested_conditions() {
    let innermost = counter("EnablePort", "StatesWhenEnabling=held", "");
    let inside = System::new()
        .block("EnablePort", "port", "StatesWhenEnabling=reset")
        .inports(&["on"])
        .outports(&["y"])
        .subsystem("inner", "Ports=[0, 1, 1]", innermost)
        .lines("on -> inner:enable, inner -> y");
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o"])
        .subsystem("outer", "Ports=[1, 1, 1]", inside)
        .lines("a -> outer:enable, b -> outer, outer -> o");
    system.check(&["1 | 1 => 1", "1 | 1 => 2", "1 | 0 => 2", "0 | 1 => 2", "1 | 1 => 1", "0 | 0 => 1", "1 | 0 => 1"]);
}

/// The outputs of subsystems that have not run yet have the class and size of what they will give.
#[test]
fn outputs_before_the_first_execution() {
    let inside = System::new()
        .block("EnablePort", "port", "StatesWhenEnabling=held")
        .inports(&["u"])
        .outports(&["y"])
        .lines("u -> y");
    let system = System::new()
        .inports(&["on", "u"])
        .outports(&["o"])
        .subsystem("sub", "Ports=[1, 1, 1]", inside)
        .lines("on -> sub:enable, u -> sub, sub -> o");
    system.check(&[
        "0 | int8([1 2]) => int8([0 0])",
        "1 | int8([1 2]) => int8([1 2])",
        "0 | int8([3 4]) => int8([1 2])",
    ]);
}
