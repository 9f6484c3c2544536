//! Documents are read as the standard says.

use super::parse;
use crate::chart::{ActionKind, Block, Chart, Destination, SendId, StateId, StateKind, Transition, Type};
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

#[test]
fn invoked_services_are_a_part_of_the_environment() {
    let chart = read(
        "<state id='s'><invoke id='w'><content><scxml><datamodel><data id='own'/></datamodel><final id='s'><onentry>\
         <send target='#_parent' event='e'/></onentry></final></scxml></content></invoke><onentry><raise event='e'/></onentry>\
         <transition event='done.invoke.w e' target='t'/></state><state id='t'><transition event='error' target='s'/></state>",
    );
    assert_eq!(environment(&chart), ["other", "done.invoke.w", "e", "error.communication", "error.execution"]);
    assert!(chart.data.is_empty() && chart.states.len() == 3, "the invoked document is one of its own");
    let chart = read("<state id='s'><invoke src='x'/><transition event='done' target='t'/></state><state id='t'/>");
    let events = environment(&chart);
    assert!(events.last().is_some_and(|e| e.starts_with("done.invoke.s.")), "{events:?}");
}

#[test]
fn finalize_has_an_input_that_says_whose_event_it_is() {
    let chart = read(
        "<datamodel><data id='x' expr='0'/></datamodel><state id='s'><invoke id='w' src='x'><finalize>\
         <assign location='x' expr='1'/></finalize></invoke><transition event='e' cond='x == 1' target='t'/></state><state id='t'/>",
    );
    let [finalizer] = chart.finalizers.as_slice() else { panic!("{:?}", chart.finalizers) };
    assert_eq!((finalizer.state, finalizer.content.0.len()), (find(&chart, "s"), 1));
    assert!(chart.datum(finalizer.sends).input && chart.datum(finalizer.sends).name == "w.sends");
}

#[test]
fn callbacks_of_robots_are_transitions_and_messages_are_sends() {
    let chart = read(
        "<ros_topic_subscriber name='c' topic='/battery/charge' type='std_msgs/Bool'/><ros_action_client name='go' \
         action_name='/go' type='t'/><ros_service_server service_name='/reset' type='t'/><bt_declare_port_in key='k' type='int8'/>\
         <datamodel><data id='x' type='int8' expr='0'/></datamodel>\
         <state id='s'><ros_topic_callback name='c' cond='_msg.data' target='t'/><bt_tick target='s'><assign location='x'>\
         <expr><bt_get_input key='k'/></expr></assign><bt_return_status status='SUCCESS'/></bt_tick></state>\
         <state id='t'><ros_action_handle_goal_response name='go' accept='s' reject='t'/><ros_service_handle_request \
         name='/reset' target='s'><ros_service_send_response name='/reset'><field name='ok' expr='true'/>\
         </ros_service_send_response></ros_service_handle_request></state>",
    );
    let expected = [
        "topic_battery__charge_msg",
        "bt_tick",
        "action_go_goal_accept_client_m",
        "action_go_goal_reject_client_m",
        "srv_reset_request",
    ];
    assert_eq!(environment(&chart), expected);
    let sent: Vec<&str> = chart.sends.iter().map(|s| chart.event(s.event)).collect();
    assert_eq!(sent, ["bt_response", "srv_reset_response"]);
    assert!(chart.sends.iter().all(|s| s.to == Destination::Elsewhere));
    assert_eq!(chart.fields[0].name, "ros_fields__data");
    assert!(chart.data[1].any && chart.data[1].declared == Some(Type::Range { lo: -128, hi: 127 }));
}

#[test]
fn targets_that_are_left_to_chance_are_transitions_of_their_own() {
    let chart = read(
        "<datamodel><data id='x' expr='0'/></datamodel><state id='s'><transition event='e' cond='x == 0' wf:name='t'>\
         <target id='s' prob='0.3'/><target id='a' prob='0'/><target id='b' prob='.5'><assign location='x' expr='1'/></target>\
         <target id='c'><raise event='r'/></target></transition><bt_tick><target id='a' prob='1.0'/></bt_tick></state>\
         <state id='a'/><state id='b'/><state id='c'/>",
    );
    let state = chart.state(find(&chart, "s"));
    let all: Vec<_> = state.transitions.iter().map(|t| chart.transition(*t)).collect();
    let leads = |t: &Transition| chart.state(t.targets[0]).id.clone();
    assert_eq!(all.iter().map(|t| leads(t)).collect::<Vec<_>>(), ["s", "b", "c", "a"]);
    assert_eq!(all.iter().map(|t| t.content.0.len()).collect::<Vec<_>>(), [0, 1, 1, 0]);
    let names: Vec<&str> = all.iter().filter_map(|t| t.name.as_deref()).collect();
    assert_eq!(names, ["t.1", "t.2", "t.3"]);
    let drawn = chart.data.iter().filter(|d| d.random && d.declared == Some(Type::Bool));
    assert_eq!(drawn.map(|d| d.name.as_str()).collect::<Vec<_>>(), ["drawn", "drawn_2"]);
    let read = |inside: &str| {
        let text = format!("<scxml><state id='s'><transition event='e'>{inside}</transition></state></scxml>");
        parse(FileId(0), &text).0.is_some()
    };
    assert!(read("<target id='s' prob='0.1'/><target id='s' prob='0.2'/><target id='s' prob='0.7'/>"));
    for wrong in
        ["<target id='s' prob='0.4'/>", "<target id='s' prob='2'/>", "<target id='s'/><target id='s' prob='0.5'/>"]
    {
        assert!(!read(wrong), "{wrong}");
    }
    assert!(!read("<target prob='1'/>") && !read("<target id='s' prob='1'/><raise event='r'/>"));
    let initial = "<scxml><state id='s'><initial><transition><target id='a' prob='0.5'/><target id='a'/></transition></initial>\
                   <state id='a'/></state></scxml>";
    assert!(parse(FileId(0), initial).0.is_none());
}

#[test]
fn delays_without_a_unit_are_read_where_none_has_one() {
    let text = |first: &str, second: &str| {
        format!(
            "<scxml><state id='s'><onentry><send event='e' delay='{first}'/><send event='f' delay='{second}'/></onentry>\
             <transition event='e f'/></state></scxml>"
        )
    };
    for (first, second, read) in [("5", "7", true), ("0", "7", true), ("5", "7s", false), ("x", "7", false)] {
        assert_eq!(parse(FileId(0), &text(first, second)).0.is_some(), read, "{first} {second}");
    }
}

#[test]
fn an_object_is_as_many_data_as_it_has_values() {
    let chart = read(
        "<datamodel><data id='door'>{ \"state\": { open: true, n: -1 }, 'name': 'front' }</data></datamodel>\
         <state id='s'><transition event='e' cond=\"door.state['open'] &amp;&amp; door.name == 'front'\">\
         <assign location='door.state.n' expr='door.state.n + 1'/></transition></state>",
    );
    let names: Vec<&str> = chart.data.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["door.state.open", "door.state.n", "door.name"]);
    for wrong in ["door", "door.state", "door.size", "door.name.first"] {
        let text = format!(
            "<scxml><datamodel><data id='door'>{{ state: {{ n: 1 }}, name: 'x' }}</data><data id='o'/></datamodel>\
             <state id='s'><onentry><assign location='o' expr='{wrong}'/></onentry></state></scxml>"
        );
        assert!(parse(FileId(0), &text).0.is_none(), "{wrong}");
    }
}

#[test]
fn what_is_empty_or_only_for_others_is_left_out() {
    let chart = read(
        "<datamodel><data id='x' expr=''/></datamodel><state id='s'><onentry><send type='foo'/>\
         <send event='o' target='other' delay='2'/><send eventexpr=\"'a' + '.b'\"/></onentry>\
         <transition event='e' cond='' target='s'/></state>",
    );
    assert!(chart.data[0].init.is_none() && chart.transitions.iter().all(|t| t.cond.is_none()));
    let sent: Vec<_> = chart.sends.iter().map(|s| (chart.event(s.event), s.to, s.delay)).collect();
    let elsewhere = Destination::Elsewhere;
    assert_eq!(sent, [("message", elsewhere, None), ("o", elsewhere, None), ("a.b", Destination::Own, None)]);
}

#[test]
fn variables_of_commons_are_data() {
    let space = "xmlns:cs='https://commons.apache.org/scxml'";
    let chart = read(&format!(
        "<state id='s' {space}><onentry><cs:var name='v' expr='1'/></onentry><transition event='e' cond='v == 1' target='t'/>\
         </state><state id='t'/>"
    ));
    assert_eq!((chart.data[0].name.as_str(), chart.state(find(&chart, "s")).onentry[0].0.len()), ("v", 1));
}

#[test]
fn the_own_address_is_the_chart_itself() {
    for own in ["_ioprocessors['scxml'].location", "_ioprocessors.scxml.location", "'#_scxml_' + _sessionid"] {
        let chart = read(&format!("<state id='s'><onentry><send event='e' targetexpr=\"{own}\"/></onentry></state>"));
        assert_eq!(chart.sends[0].to, Destination::Own, "{own}");
    }
}

#[test]
fn a_random_number_is_drawn_for_each_place() {
    let chart = read(
        "<datamodel><data id='r' expr='0'/></datamodel><state id='s'><onentry><assign location='r' expr='Math.random()'/>\
         <assign location='r' expr='r + Math.random()'/></onentry></state>",
    );
    assert_eq!(chart.data.iter().filter(|d| d.random && d.input && !d.choice).count(), 2);
    for (before, after) in
        [("<foreach array='[1]' item='i'>", "</foreach>"), ("<if cond='Math.random() &lt; 1'>", "</if>")]
    {
        let text = format!(
            "<scxml><datamodel><data id='r' expr='0'/></datamodel><state id='s'><onentry>{before}\
             <assign location='r' expr='Math.random()'/>{after}</onentry></state></scxml>"
        );
        assert!(parse(FileId(0), &text).0.is_none(), "{before}");
    }
}

#[test]
fn assigning_to_a_variable_of_the_session_is_an_error_event() {
    let chart = read("<state id='s'><onentry><assign location='_name' expr='1'/></onentry></state>");
    let block = &chart.state(find(&chart, "s")).onentry[0];
    assert!(matches!(block.0[0].kind, ActionKind::Fault(event) if chart.event(event) == "error.execution"));
}

#[test]
fn an_event_called_done_comes_from_outside_unless_a_state_can_be_done() {
    let chart = read("<state id='s'><transition event='done' target='t'/></state><state id='t'/>");
    assert_eq!(environment(&chart), ["done"]);
    let chart = read("<state id='s'><transition event='done.late' target='t'/></state><state id='t'/>");
    assert_eq!(environment(&chart), ["done.late"]);
    let inner = "<state id='a'><final id='e'/></state>";
    let chart = read(&format!("<state id='s'>{inner}<transition event='done' target='t'/></state><state id='t'/>"));
    assert_eq!(environment(&chart), ["other"]);
    let chart = read("<state id='s'><transition event='done.state.x' target='t'/></state><state id='t'/>");
    assert_eq!(environment(&chart), ["other"]);
}

#[test]
fn a_document_with_the_data_model_null_has_no_data() {
    let said = |content: &str| {
        let text = format!(
            "<scxml xmlns='http://www.w3.org/2005/07/scxml' datamodel='null'>{content}<state id='s'/><state id='t'/></scxml>"
        );
        let (chart, diagnostics) = parse(FileId(0), &text);
        let errors = diagnostics.iter().filter(|d| d.is_error());
        (chart.is_some(), errors.map(|d| d.headline.clone()).collect::<Vec<_>>())
    };
    let state = |cond: &str| format!("<state id='a'><transition event='e' cond=\"{cond}\" target='s'/></state>");
    assert_eq!(said(&state("In('s')")), (true, vec![]));
    assert_eq!(said(&state("In(s) || !In('t')")), (true, vec![]));
    let about = "a condition that is not about active states in a document with the data model null".to_owned();
    assert_eq!(said(&state("1 == 1")), (false, vec![about.clone()]));
    assert_eq!(said(&state("_event.name == 'e'")), (false, vec![about]));
    let data = "<datamodel><data id='x' expr='0'/></datamodel>";
    assert_eq!(said(data), (false, vec!["<data> in a document with the data model null".to_owned()]));
    let send = "<state id='a'><onentry><send eventexpr='x'/><log expr='1 + 1'/></onentry></state>";
    let expected = "the attribute `eventexpr` in a document with the data model null".to_owned();
    assert!(said(send).1.contains(&expected), "{:?}", said(send));
}
