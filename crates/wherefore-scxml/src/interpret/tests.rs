//! The points of the standard that are easily got wrong, one small chart for each.

use super::{Event, Interpreter, Value};
use crate::chart::{Chart, DataId, TransitionId};
use crate::parse;
use std::collections::BTreeMap;
use wherefore_diag::FileId;

/// The chart with this inside, and a number `n` to which content appends digits.
fn chart(inside: &str) -> Chart {
    let head = r#"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">"#;
    let data = r#"<datamodel><data id="n" expr="0"/><data id="k" expr="0"/></datamodel>"#;
    let (chart, diagnostics) = parse(FileId(0), &format!("{head}{data}{inside}</scxml>"));
    let said: Vec<&str> = diagnostics.iter().map(|d| d.headline.as_str()).collect();
    chart.unwrap_or_else(|| panic!("{said:?}"))
}

/// Content that appends a digit.
fn digit(digit: u32) -> String {
    format!(r#"<assign location="n" expr="n * 10 + {digit}"/>"#)
}

/// Entry and exit actions that append digits.
fn marks(entry: u32, exit: u32) -> String {
    format!("<onentry>{}</onentry><onexit>{}</onexit>", digit(entry), digit(exit))
}

/// Starts a chart, sends the events, and gives the active atomic states and `n`.
fn run(chart: &Chart, events: &[&str]) -> (String, Value) {
    let mut interpreter = Interpreter::new(chart, &BTreeMap::new());
    interpreter.start().unwrap_or_else(|l| panic!("{l}"));
    for event in events {
        interpreter.send(&Event::named(*event), &BTreeMap::new()).unwrap_or_else(|l| panic!("{l}"));
    }
    let leaves = interpreter.configuration().into_iter().filter(|s| chart.is_leaf(*s));
    let ids: Vec<&str> = leaves.map(|s| chart.state(s).id.as_str()).collect();
    (ids.join(" "), interpreter.value(DataId(0)).clone())
}

fn check(inside: &str, events: &[&str], leaves: &str, n: i64) {
    assert_eq!(run(&chart(inside), events), (leaves.to_owned(), Value::int(n)), "{inside}");
}

#[test]
fn exit_runs_inside_out_then_the_transition_then_entry_outside_in() {
    let (p, a, q, b) = (marks(1, 2), marks(3, 4), marks(5, 6), marks(7, 8));
    let go = format!(r#"<transition event="go" target="b">{}</transition>"#, digit(9));
    let left = format!(r#"<state id="p">{p}<state id="a">{a}{go}</state></state>"#);
    check(&format!(r#"{left}<state id="q">{q}<state id="b">{b}</state></state>"#), &["go"], "b", 1_342_957);
}

#[test]
fn an_inner_transition_preempts_an_outer_one() {
    let inner = r#"<state id="a"><transition event="go" target="b"/></state><state id="b"/>"#;
    let chart = format!(r#"<state id="p"><transition event="go" target="c"/>{inner}</state><state id="c"/>"#);
    check(&chart, &["go"], "b", 0);
    check(&chart, &["go", "go"], "c", 0);
}

#[test]
fn of_conflicting_regions_the_first_in_document_order_wins() {
    let region = |id: &str, to: &str| {
        format!(r#"<state id="{id}"><state id="{id}1"><transition event="go" target="{to}"/></state></state>"#)
    };
    let inside = format!(
        r#"<parallel id="p">{}{}</parallel><state id="x"/><state id="y"/>"#,
        region("a", "x"),
        region("b", "y")
    );
    check(&inside, &["go"], "x", 0);
}

#[test]
fn regions_move_together_when_they_do_not_conflict() {
    let region = |id: &str| {
        format!(
            r#"<state id="{id}"><state id="{id}1"><transition event="go" target="{id}2"/></state><state id="{id}2"/></state>"#
        )
    };
    check(&format!(r#"<parallel id="p">{}{}</parallel>"#, region("a"), region("b")), &["go"], "a2 b2", 0);
}

#[test]
fn an_internal_transition_does_not_leave_its_source_and_an_external_one_does() {
    let inside = |kind: &str| {
        let go = format!(r#"<transition event="go" target="b" type="{kind}"/>"#);
        format!(r#"<state id="p">{}{go}<state id="a"/><state id="b"/></state>"#, marks(1, 2))
    };
    check(&inside("internal"), &["go"], "b", 1);
    check(&inside("external"), &["go"], "b", 121);
}

#[test]
fn a_transition_without_target_leaves_nothing() {
    let go = format!(r#"<transition event="go">{}</transition>"#, digit(9));
    check(&format!(r#"<state id="a">{}{go}</state>"#, marks(1, 2)), &["go"], "a", 19);
}

#[test]
fn shallow_history_remembers_the_child_and_deep_history_the_leaf() {
    let inside = |kind: &str| {
        let inner =
            r#"<state id="b"><state id="b1"><transition event="in" target="b2"/></state><state id="b2"/></state>"#;
        let history = format!(r#"<history id="h" type="{kind}"><transition target="a"/></history>"#);
        let a = r#"<state id="a"><transition event="next" target="b"/></state>"#;
        let back = r#"<state id="off"><transition event="back" target="h"/></state>"#;
        format!(r#"<state id="p"><transition event="leave" target="off"/>{history}{a}{inner}</state>{back}"#)
    };
    check(&inside("shallow"), &["next", "in", "leave", "back"], "b1", 0);
    check(&inside("deep"), &["next", "in", "leave", "back"], "b2", 0);
}

#[test]
fn a_history_without_memory_takes_its_default_and_executes_it_after_the_entry_of_its_parent() {
    let history = format!(r#"<history id="h"><transition target="b">{}</transition></history>"#, digit(5));
    let off = r#"<state id="off"><transition event="go" target="h"/></state>"#;
    let states = format!(r#"<state id="a"/><state id="b">{}</state>"#, marks(2, 3));
    check(&format!(r#"{off}<state id="p">{}{history}{states}</state>"#, marks(1, 4)), &["go"], "b", 152);
}

#[test]
fn a_parallel_state_is_done_when_all_its_children_are() {
    let region = |id: &str, event: &str| {
        let a = format!(r#"<state id="{id}1"><transition event="{event}" target="{id}f"/></state>"#);
        format!(r#"<state id="{id}">{a}<final id="{id}f"/></state>"#)
    };
    let done = r#"<transition event="done.state.p" target="end"/>"#;
    let inside =
        format!(r#"<parallel id="p">{done}{}{}</parallel><state id="end"/>"#, region("a", "x"), region("b", "y"));
    check(&inside, &["x"], "af b1", 0);
    check(&inside, &["x", "y"], "end", 0);
}

#[test]
fn a_final_child_of_the_root_ends_the_run() {
    let inside = r#"<state id="a"><transition event="go" target="end"/></state><final id="end"/>"#;
    let chart = chart(inside);
    let mut interpreter = Interpreter::new(&chart, &BTreeMap::new());
    assert_eq!(interpreter.start(), Ok(()));
    assert!(interpreter.is_running());
    assert_eq!(interpreter.send(&Event::named("go"), &BTreeMap::new()), Ok(()));
    assert!(!interpreter.is_running());
    assert_eq!(interpreter.configuration().len(), 1);
    assert!(!interpreter.microstep());
}

#[test]
fn eventless_transitions_come_before_internal_events_and_those_before_external_ones() {
    let raise = r#"<onentry><send event="own"/><raise event="e"/></onentry>"#;
    let a = format!(r#"<state id="a">{raise}<transition event="e" target="x"/><transition target="b"/></state>"#);
    let b = r#"<state id="b"><transition event="own" target="x"/><transition event="e" target="c"/></state>"#;
    let inside =
        format!(r#"{a}{b}<state id="c"><transition event="own" target="d"/></state><state id="d"/><state id="x"/>"#);
    check(&inside, &[], "c", 0);
    let chart = chart(&inside);
    let mut interpreter = Interpreter::new(&chart, &BTreeMap::new());
    assert_eq!(interpreter.start(), Ok(()));
    assert_eq!(interpreter.own_events().len(), 1);
    assert!(interpreter.take_own());
    assert!(!interpreter.take_own());
    assert_eq!(interpreter.configuration().iter().map(|s| chart.state(*s).id.as_str()).collect::<Vec<_>>(), ["d"]);
}

#[test]
fn a_run_without_rest_names_the_transitions_that_are_repeated() {
    let inside = r#"<state id="a"><transition event="go" target="b"/></state>
        <state id="b"><transition target="c"/></state><state id="c"><transition target="b"/></state>"#;
    let chart = chart(inside);
    let mut interpreter = Interpreter::new(&chart, &BTreeMap::new()).with_limit(100);
    assert_eq!(interpreter.start(), Ok(()));
    let livelock = interpreter.send(&Event::named("go"), &BTreeMap::new());
    let sources = |t: &TransitionId| chart.state(chart.transition(*t).source).id.clone();
    let found = livelock.err().map(|l| l.transitions.iter().map(sources).collect::<Vec<_>>());
    assert_eq!(found, Some(vec!["b".to_owned(), "c".to_owned()]));
}

#[test]
fn delayed_sends_wait_in_the_order_of_their_times_and_can_be_cancelled() {
    let sends =
        r#"<send event="late" delay="2s"/><send event="soon" delay="1s"/><send id="not" event="x" delay="3s"/>"#;
    let stop = r#"<transition event="stop"><cancel sendid="not"/></transition>"#;
    let listens = r#"<transition event="soon late x" target="b"/>"#;
    let chart = chart(&format!(r#"<state id="a"><onentry>{sends}</onentry>{stop}{listens}</state><state id="b"/>"#));
    let mut interpreter = Interpreter::new(&chart, &BTreeMap::new());
    assert_eq!(interpreter.start(), Ok(()));
    let names = |i: &Interpreter<'_>| i.timers().iter().map(|t| t.event.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&interpreter), ["soon", "late", "x"]);
    assert_eq!(interpreter.send(&Event::named("stop"), &BTreeMap::new()), Ok(()));
    assert_eq!(names(&interpreter), ["soon", "late"]);
    assert!(interpreter.fire(1));
    assert_eq!(interpreter.clock(), 2_000_000);
    assert_eq!(interpreter.configuration().len(), 1);
}

#[test]
fn a_mistake_ends_its_block_and_raises_an_error() {
    let bad = format!(r#"<onentry>{}<assign location="n" expr="1 / k"/>{}</onentry>"#, digit(1), digit(2));
    let more = format!("<onentry>{}</onentry>", digit(3));
    let inside = format!(r#"<state id="a">{bad}{more}<transition event="error" target="b"/></state><state id="b"/>"#);
    check(&inside, &[], "b", 13);
}

#[test]
fn histories_that_lead_to_each_other_lead_nowhere() {
    let history = |id: &str, to: &str| format!(r#"<history id="{id}"><transition target="{to}"/></history>"#);
    let inside = format!(r#"<state id="p">{}{}<state id="a"/></state>"#, history("h", "k"), history("k", "h"));
    let go = r#"<state id="off"><transition event="go" target="h"/></state>"#;
    let head = r#"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">"#;
    let (chart, _) = parse(FileId(0), &format!("{head}{go}{inside}</scxml>"));
    // The reader may refuse such a document; a chart that was made otherwise must not run forever.
    if let Some(chart) = chart {
        let mut interpreter = Interpreter::new(&chart, &BTreeMap::new());
        assert_eq!(interpreter.start(), Ok(()));
        assert_eq!(interpreter.send(&Event::named("go"), &BTreeMap::new()), Ok(()));
    }
}
