//! Documents are read as the standard says.

use super::parse;
use crate::chart::{ActionKind, Block, Chart, Destination, SendId, StateId, StateKind, Type};
use wherefore_diag::FileId;

fn read(inside: &str) -> Chart {
    let text = format!("<scxml xmlns:wf=\"urn:wherefore:scxml:1\" name=\"m\">{inside}</scxml>");
    let (chart, diagnostics) = parse(FileId(0), &text);
    let said: Vec<&str> = diagnostics.iter().map(|d| d.headline.as_str()).collect();
    chart.unwrap_or_else(|| panic!("{said:?} in {text}"))
}

fn find(chart: &Chart, id: &str) -> StateId {
    chart.state_ids().find(|s| chart.state(*s).id == id).unwrap_or_else(|| panic!("no state {id}"))
}

fn environment(chart: &Chart) -> Vec<&str> {
    chart.environment.iter().map(|e| chart.event(*e)).collect()
}

/// Where a state begins by default.
fn begins(chart: &Chart, id: &str) -> Vec<String> {
    let initial = chart.state(find(chart, id)).initial.map(|t| chart.transition(t));
    initial.map(|t| t.targets.iter().map(|s| chart.state(*s).id.clone()).collect()).unwrap_or_default()
}

#[test]
fn states_are_numbered_in_document_order() {
    let chart = read(
        "<state id='off'/><state id='on'><history id='h'/><state id='low'/><parallel id='p'><state id='a'/>\
         <state id='b'><final id='e'/></state></parallel></state><state/>",
    );
    let ids: Vec<&str> = chart.states.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["m", "off", "on", "h", "low", "p", "a", "b", "e", "state_9"]);
    let on = chart.state(StateId(2));
    assert_eq!((on.kind, on.children.len(), on.histories.len(), on.end), (StateKind::Compound, 2, 1, StateId(9)));
    assert_eq!(chart.state(StateId(3)).kind, StateKind::History { deep: false });
    assert_eq!(chart.state(StateId(5)).kind, StateKind::Parallel);
    assert_eq!(chart.state(StateId(6)).kind, StateKind::Atomic);
    assert_eq!(begins(&chart, "m"), ["off"]);
    assert_eq!(begins(&chart, "on"), ["low"]);
    assert_eq!(begins(&chart, "h"), ["low"]);
    assert_eq!(chart.events, ["done.state.b", "other"], "`p` cannot be done: `a` has no final state");
}

#[test]
fn initial_states_come_from_attribute_or_element() {
    let chart = read(
        "<state id='s'><initial><transition target='b'><raise event='r'/></transition></initial><state id='a'/>\
         <state id='b' initial='y'><state id='x'/><state id='y'/></state></state>\
         <parallel id='p'><history id='h' type='deep'><transition target='q2 r2'/></history>\
         <state id='q'><state id='q1'/><state id='q2'/></state><state id='r'><state id='r1'/><state id='r2'/></state>\
         </parallel>",
    );
    assert_eq!(begins(&chart, "s"), ["b"]);
    assert_eq!(begins(&chart, "b"), ["y"]);
    assert_eq!(begins(&chart, "h"), ["q2", "r2"]);
    let initial = chart.state(find(&chart, "s")).initial.map(|t| chart.transition(t));
    assert!(matches!(initial.map(|t| &t.content), Some(Block(actions)) if actions.len() == 1));
}

#[test]
fn the_environment_sends_what_the_chart_does_not() {
    let chart = read(
        "<state id='s'><onentry><raise event='inner.x'/><send event='late' delay='1s'/></onentry>\
         <transition event='go.* inner' target='s'/><transition event='late stop go' target='s'/>\
         <transition event='done.state.s' target='s'/></state>",
    );
    assert_eq!(environment(&chart), ["go", "stop"]);
    let chart = read(
        "<state id='s'><onentry><raise event='a.b'/></onentry><transition event='a.*' cond=\"_event.name == 'a.c'\"/>\
         <transition event='b' cond=\"'a.b' != _event.name &amp;&amp; _event.name != 'c' &amp;&amp; _event.name != 'b'\"/></state>",
    );
    assert_eq!(environment(&chart), ["b", "a.c"]);
    let chart = read(
        "<datamodel><data id='n' expr=\"'no name'\"/></datamodel><state id='s'><transition event='*'>\
         <assign location='n' expr='_event.name'/></transition><transition cond=\"n == 'zap'\"/></state>",
    );
    assert_eq!(environment(&chart), ["zap", "other"]);
    let chart = read("<state id='other'><transition event='* other' target='other'/></state>");
    assert_eq!(environment(&chart), ["other", "other_"]);
    let chart = read(
        "<wf:event name='a'><wf:param name='v' range='0..5'/><wf:param name='m' values='x y'/></wf:event>\
         <wf:event name='b'/><state id='s'><transition event='c' cond='_event.data.v == 1' target='s'/></state>",
    );
    assert_eq!(environment(&chart), ["a", "b"]);
    let types: Vec<_> = chart.fields.iter().map(|f| (f.name.as_str(), f.declared.clone())).collect();
    let values = vec!["x".to_owned(), "y".to_owned()];
    assert_eq!(types, [("v", Some(Type::Range { lo: 0, hi: 5 })), ("m", Some(Type::Enum(values)))]);
}

#[test]
fn what_is_sent_to_others_may_fail() {
    let heard = "<transition event='error.communication'/>";
    let chart = |target: &str, heard: &str| {
        read(&format!(
            "<wf:event name='e'/><state id='s'><transition event='e'><send event='q' target='{target}'/></transition>{heard}\
             </state>"
        ))
    };
    assert_eq!(environment(&chart("http://example.org/x", heard)), ["e", "error.communication"]);
    assert_eq!(environment(&chart("#_internal", heard)), ["e"]);
    assert_eq!(environment(&chart("http://example.org/x", "")), ["e"]);
}

#[test]
fn types_are_declared_in_both_ways() {
    let chart = read(
        "<datamodel><data id='a' type='uint8'/><data id='b' type='int32[5]'/><data id='c' wf:range='-1..2' wf:input='true'/>\
         <data id='d' wf:type='int' wf:init='any'/><data id='e' type='string' expr=\"'x'\"/><data id='f'>two\n words</data>\
         <data id='g'> [1, 2] </data></datamodel><state id='s'/>",
    );
    let declared: Vec<_> = chart.data.iter().map(|d| d.declared.clone()).collect();
    let int32 = Type::Range { lo: -(1 << 31), hi: (1 << 31) - 1 };
    let expected = [
        Some(Type::Range { lo: 0, hi: 255 }),
        Some(Type::Array(Box::new(int32), 5)),
        Some(Type::Range { lo: -1, hi: 2 }),
        Some(Type::Int),
        None,
        None,
        None,
    ];
    assert_eq!(declared, expected);
    assert!(chart.data[2].input && chart.data[3].any);
    let shown: Vec<String> = chart.data.iter().flat_map(|d| &d.init).map(|e| format!("{:?}", e.kind)).collect();
    assert_eq!(shown[..2], ["Text(\"x\")", "Text(\"two words\")"]);
    assert!(shown[2].starts_with("Array"));
}

#[test]
fn sends_have_destinations_delays_and_contents() {
    let chart = read(
        "<datamodel><data id='v' expr=\"'one'\"/></datamodel><state id='s'><onentry>\
         <send event='a' id='x' delay='1.5s'/><send event='b' target='#_internal'/><send event='c' target='#_parent'/>\
         <send eventexpr=\"'d'\" namelist='v'/><cancel sendid='x'/><assign location='v' expr=\"'two'\"/>\
         <send eventexpr='v'/><send event='e'><content>some  text</content></send></onentry>\
         <transition event='e' cond=\"_event.data == 'some text'\" target='s'/></state>",
    );
    let sends: Vec<_> = chart.sends.iter().map(|s| (chart.event(s.event), s.to, s.delay, s.params.len())).collect();
    use Destination::{Elsewhere, Internal, Own};
    let expected = [
        ("a", Own, Some(1_500_000), 0),
        ("b", Internal, None, 0),
        ("c", Elsewhere, None, 0),
        ("d", Own, None, 1),
        ("one", Own, None, 0),
        ("two", Own, None, 0),
        ("e", Own, None, 1),
    ];
    assert_eq!(sends, expected);
    let actions = &chart.state(find(&chart, "s")).onentry[0].0;
    assert!(matches!(&actions[4].kind, ActionKind::Cancel(sends) if *sends == [SendId(0)]));
    assert!(matches!(&actions[6].kind, ActionKind::If { branches, .. } if branches.len() == 2));
}

#[test]
fn properties_are_named() {
    let chart = read(
        "<datamodel><data id='t' expr='1'/></datamodel><state id='s'/>\
         <wf:invariant name='p'>In('s')\n  -&gt; t &gt; 0</wf:invariant><wf:ltl>G(F(t == 1))</wf:ltl>\
         <wf:invariant expr='t &lt; 9'/><wf:invariant name='p'>true</wf:invariant>",
    );
    let named: Vec<_> = chart.properties.iter().map(|p| (p.name.as_str(), p.temporal, p.text.as_str())).collect();
    let expected = [
        ("p", false, "In('s') -> t > 0"),
        ("ltl_2", true, "G(F(t == 1))"),
        ("invariant_3", false, "t < 9"),
        ("p_2", false, "true"),
    ];
    assert_eq!(named, expected);
}
