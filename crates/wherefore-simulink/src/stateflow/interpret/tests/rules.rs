//! Rules of execution.

use super::{arrow, datum, event, junction, local, machine, model, run, state, state_of, value};
use crate::matlab::{Number, Value};

fn logged(inside: &[String], steps: usize) -> String {
    run(&inside.concat(), steps).expect("a run")
}

#[test]
fn the_first_step_enters() {
    let chart = [state(1, "A\nen: f(\"en\")\ndu: f(\"du\")", ""), arrow(0, 1, 1, "")];
    assert_eq!(logged(&chart, 2), "en | du |");
}

#[test]
fn a_history_junction_leads_back() {
    let inside = [
        state(2, "A\nen: f(\"A\")", ""),
        state(3, "B\nen: f(\"B\")", ""),
        junction(9, "HISTORY"),
        arrow(0, 2, 1, ""),
        arrow(2, 3, 1, "[n == 1]"),
    ];
    let chart = [
        local("n"),
        state(1, "P\nex: n = n + 1", &inside.concat()),
        state(4, "Q\nen: f(\"Q\"); n = n + 1", ""),
        arrow(0, 1, 1, "{n = 1;}"),
        arrow(1, 4, 1, "[n > 1]"),
        arrow(4, 1, 1, ""),
    ];
    let with = logged(&chart, 2);
    assert_eq!(with, "A | B |");
    let leaves = [
        local("n"),
        state(1, "P\ndu: n = n + 1", &inside.concat()),
        state(4, "Q\nen: f(\"Q\")", ""),
        arrow(0, 1, 1, ""),
        arrow(1, 4, 1, "[n == 2]{n = 5;}"),
        arrow(4, 1, 1, ""),
    ];
    assert_eq!(logged(&leaves, 5), "A | B | | Q | B |");
}

#[test]
fn a_terminal_junction_ends_the_search_and_the_state_stays() {
    let chart = [
        state(1, "A\ndu: f(\"du\")", ""),
        state(2, "B\nen: f(\"B\")", ""),
        junction(9, "CONNECTIVE"),
        arrow(0, 1, 1, ""),
        arrow(1, 9, 1, "{f(\"end\")}"),
        arrow(1, 2, 2, ""),
    ];
    assert_eq!(logged(&chart, 3), "| end du | end du |");
}

#[test]
fn a_junction_without_a_possible_way_is_left_again() {
    let chart = [
        state(1, "A", ""),
        state(2, "B\nen: f(\"B\")", ""),
        junction(9, "CONNECTIVE"),
        arrow(0, 1, 1, ""),
        arrow(1, 9, 1, "{f(\"try\")}"),
        arrow(9, 2, 1, "[false]"),
        arrow(1, 2, 2, "{f(\"ca\")}/{f(\"ta\")}"),
    ];
    assert_eq!(logged(&chart, 2), "| try ca ta B |");
}

#[test]
fn times_are_counted_since_a_state_was_entered() {
    let chart = |label: &str| {
        let states = [state(1, "A", ""), state(2, "B\nen: f(\"B\")", ""), arrow(0, 1, 1, ""), arrow(1, 2, 1, label)];
        logged(&states, 6).split('|').position(|step| step.contains('B'))
    };
    assert_eq!(chart("after(3, tick)"), Some(3));
    assert_eq!(chart("at(2, tick)"), Some(2));
    assert_eq!(chart("before(2, tick)"), Some(1));
    assert_eq!(chart("every(4, tick)"), Some(4));
    assert_eq!(chart("after(2.5, sec)"), Some(3));
    assert_eq!(chart("[temporalCount(tick) == 2]"), Some(2));
    assert_eq!(chart("[elapsed(sec) >= 4]"), Some(4));
    assert_eq!(chart("after(1500, msec)"), Some(2));
}

#[test]
fn an_event_is_counted_where_it_occurs() {
    let sends = [
        state(3, "A", ""),
        state(4, "B", ""),
        arrow(0, 3, 1, ""),
        arrow(3, 4, 1, "tick{E; E}"),
        arrow(4, 3, 1, "tick{E}"),
    ];
    let sender = state_of("AND_STATE", "CLUSTER_STATE", 1, "S", &sends.concat());
    let receiver = state_of("AND_STATE", "CLUSTER_STATE", 2, "R\non after(3, E): f(\"three\")\non E: f(\"E\")", "");
    let chart = format!("[[parallel]]{sender}{receiver}{}", event("E", "LOCAL", "FUNCTION_CALL"));
    assert_eq!(run(&chart, 4).expect("a run"), "| E E | three E | three E three E |");
}

#[test]
fn an_event_reaches_parallel_states_at_once() {
    let receiver = state_of("AND_STATE", "CLUSTER_STATE", 2, "R\non E: f(\"E\")", "");
    let sends =
        [state(3, "A", ""), state(4, "B", ""), arrow(0, 3, 1, ""), arrow(3, 4, 1, "tick{f(\"a\"); E; f(\"b\")}")];
    let sender = state_of("AND_STATE", "CLUSTER_STATE", 1, "S", &sends.concat());
    let chart = format!("[[parallel]]{sender}{receiver}{}", event("E", "LOCAL", "FUNCTION_CALL"));
    assert_eq!(run(&chart, 3).expect("a run"), "| a E b | |");
}

#[test]
fn states_that_are_entered_and_data_that_are_written_are_events() {
    let watcher =
        state_of("AND_STATE", "CLUSTER_STATE", 2, "W\non enter(S.B): f(\"entered\")\non change(x): f(\"changed\")", "");
    let moves = [state(3, "A", ""), state(4, "B", ""), arrow(0, 3, 1, ""), arrow(3, 4, 1, "tick/{x = 1}")];
    let mover = state_of("AND_STATE", "CLUSTER_STATE", 1, "S", &moves.concat());
    let chart = format!("[[parallel]]{mover}{watcher}{}", local("x"));
    assert_eq!(run(&chart, 3).expect("a run"), "| changed entered | |");
}

#[test]
fn integers_stay_in_their_bounds_or_wrap_around() {
    let number = |language: &str, action: &str| {
        let parts = [datum("x", "LOCAL", "int8", "120"), state(1, "A", ""), arrow(0, 1, 1, action)];
        let model = model(&[&format!("{language}{}", parts.concat())]);
        let mut machine = machine(&model);
        machine.step(0).expect("a step");
        value(&machine, "x").elements[0].to_integer()
    };
    assert_eq!(number("[[C]]", "{x = x + 10;}"), Some(127));
    assert_eq!(number("[[C]][[wraps]]", "{x = x + 10;}"), Some(-126));
    assert_eq!(number("[[C]]", "{x = 7; x = x / x * 2 - x; x--;}"), Some(-6));
    assert_eq!(number("[[C]]", "{x = 2.9;}"), Some(2));
    assert_eq!(number("[[C]]", "{x = -128; x = 127 - -x;}"), Some(-1));
    assert_eq!(number("", "{x = 2.5;}"), Some(3));
}

#[test]
fn an_input_event_is_an_edge() {
    let parts = [state(1, "A\ndu: f(\"du\")", ""), arrow(0, 1, 1, ""), event("T", "INPUT", "RISING_EDGE")];
    let model = model(&[&parts.concat()]);
    let mut machine = machine(&model);
    let mut log = String::new();
    for signal in [1, 0, 1, 1, -1, 2] {
        machine.trigger(0, &[Number::integer(signal)]).expect("a step");
        log += &format!("{}|", machine.take_log().join(" "));
    }
    assert_eq!(log, "|||||du|");
}

#[test]
fn a_chart_calls_another_at_once() {
    let caller = [
        state(1, "A\ndu: o = o + 1; f(\"before\"); send(C); f(\"behind\")", ""),
        arrow(0, 1, 1, ""),
        event("C", "OUTPUT", "FUNCTION_CALL"),
        datum("o", "OUTPUT", "double", "4"),
    ];
    let called = [
        state(1, "B\nen: f(\"entered\")\ndu: f(i)", ""),
        arrow(0, 1, 1, ""),
        event("C", "INPUT", "FUNCTION_CALL"),
        datum("i", "INPUT", "double", "0"),
    ];
    let model = model(&[&caller.concat(), &called.concat()]);
    let mut machine = machine(&model);
    machine.connect((0, 0), (1, 0));
    machine.connect_data((0, 1), (1, 1));
    for _ in 0..3 {
        machine.step(0).expect("a step");
    }
    assert_eq!(machine.take_log().join(" "), "before entered behind before 6 behind");
    assert_eq!(machine.output(0, 1), Some(&Value::integer(6)));
}

#[test]
fn boxes_only_group() {
    let inside = [state(2, "A\nen: f(\"A\")", ""), state(3, "B\nen: f(\"B\")", ""), arrow(2, 3, 1, "")];
    let chart = [state_of("GROUP_STATE", "CLUSTER_STATE", 1, "box", &inside.concat()), arrow(0, 2, 1, "")];
    assert_eq!(logged(&chart, 3), "A | B | |");
}
