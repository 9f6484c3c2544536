//! Charts that do not end, and charts that are damaged: a fault, never a panic.

use super::{arrow, datum, event, junction, local, model, run, state};
use indexmap::IndexMap;

fn fault(parts: &[String]) -> String {
    run(&parts.concat(), 3).expect_err("a fault").message
}

#[test]
fn a_loop_of_junctions_ends_in_a_fault() {
    let parts = [
        state(1, "A", ""),
        junction(8, "CONNECTIVE"),
        junction(9, "CONNECTIVE"),
        arrow(0, 1, 1, ""),
        arrow(1, 8, 1, ""),
        arrow(8, 9, 1, "{x = x + 1;}"),
        arrow(9, 8, 1, ""),
        local("x"),
    ];
    assert!(fault(&parts).contains("does not end"));
}

#[test]
fn an_event_that_sends_itself_ends_in_a_fault() {
    let parts = [state(1, "A\ndu: E", ""), arrow(0, 1, 1, ""), event("E", "LOCAL", "FUNCTION_CALL")];
    assert!(fault(&parts).contains("nested too deeply"));
}

#[test]
fn a_function_that_calls_itself_ends_in_a_fault() {
    let body = "<P Name=\"isEML\">1</P><P Name=\"script\">function g(x)\n g(x + 1);</P>";
    let function = format!(
        "<state SSID=\"5\"><P Name=\"labelString\">g(x)</P><P Name=\"type\">FUNC_STATE</P><eml>{body}</eml></state>"
    );
    let parts = [state(1, "A\nen: g(1)", ""), arrow(0, 1, 1, ""), function];
    assert!(fault(&parts).contains("nested too deeply"));
}

#[test]
fn a_loop_of_matlab_ends_in_a_fault() {
    let body = "<P Name=\"isEML\">1</P><P Name=\"script\">function g\n while true\n end</P>";
    let function = format!(
        "<state SSID=\"5\"><P Name=\"labelString\">g</P><P Name=\"type\">FUNC_STATE</P><eml>{body}</eml></state>"
    );
    let parts = [state(1, "A\nen: g()", ""), arrow(0, 1, 1, ""), function];
    assert!(fault(&parts).contains("does not end"));
}

#[test]
fn names_and_indices_must_be_there() {
    for (action, words) in [
        ("{send(X);}", "`X` is not known"),
        ("{y = a(3);}", "outside"),
        ("{a(0) = 1;}", "outside"),
        ("{y = nobody;}", "neither"),
        ("[in(Nowhere)]", "`Nowhere` is not known"),
        ("{i = 1;}", "cannot be assigned"),
        ("X", "`X` is not known"),
    ] {
        let parts = [
            state(1, "A", ""),
            arrow(0, 1, 1, action),
            datum("a", "LOCAL", "double", "[1 2]"),
            local("y"),
            datum("i", "INPUT", "double", "0"),
        ];
        let message = fault(&parts);
        assert!(message.contains(words) || message.contains("no value"), "{action}: {message}");
    }
}

#[test]
fn sizes_have_a_limit() {
    let text = "<data SSID=\"9\" name=\"a\"><P Name=\"scope\">LOCAL_DATA</P><props><array>\
                <P Name=\"size\">[1000000 1000000]</P></array></props></data>";
    let model = model(&[text]);
    let charts: Vec<_> = model.charts.iter().collect();
    assert!(super::Machine::new(&charts, IndexMap::new()).is_err());
}

#[test]
fn states_inside_of_each_other_have_a_limit() {
    let mut inside = String::new();
    for id in 1..90 {
        inside = state(
            id,
            &format!("S{id}\nen: f(\"{id}\")"),
            &(inside + &if id > 1 { arrow(0, id - 1, 1, "") } else { String::new() }),
        );
    }
    let parts = inside + &arrow(0, 89, 1, "");
    let log = run(&parts, 2).expect("a run");
    assert!(log.starts_with("89 88 87") && log.ends_with("1 | |"));
}
