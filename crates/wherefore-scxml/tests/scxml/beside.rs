//! Charts that run beside a model: which files are taken in, which are not and why, and what properties can name.

use std::collections::BTreeMap;
use wherefore_diag::{Diagnostics, SourceMap};
use wherefore_ir::System;
use wherefore_scxml::load_with;
use wherefore_syntax::include::NotIncluded;

const SPACES: &str = "xmlns='http://www.w3.org/2005/07/scxml' xmlns:wf='urn:wherefore:scxml:1'";
const PUMP: &str = "<scxml><datamodel><data id='n' expr='0'/></datamodel><state id='off'><transition event='go' target='on'>\
    <assign location='n' expr='1'/></transition></state><state id='on'><onentry><send event='well' target='Main'/></onentry></state></scxml>";

/// A model that sends `go` and `well` to these targets, and has this property; with these files beside it.
fn read(targets: &[&str], more: &str, files: &[(&str, &str)]) -> (Option<System>, Diagnostics) {
    let send = |target: &&str| format!("<send event='go' target='{target}'/>");
    let sends: String = targets.iter().map(send).collect();
    let text = format!(
        "<scxml {SPACES} name='Main'>{more}<state id='p'><onentry>{sends}</onentry>\
         <transition event='well' target='q'/></state><state id='q'/></scxml>"
    );
    let files: BTreeMap<&str, &str> = files.iter().copied().chain([("main.scxml", text.as_str())]).collect();
    let mut include = |name: &str| files.get(name).map(|t| (*t).to_owned()).ok_or(NotIncluded::Missing);
    let (loaded, _) = load_with(SourceMap::single("main.scxml", text.as_str()), &mut include);
    (loaded.system, loaded.diagnostics)
}

/// Targets, what else the model says, the files beside it, and a definition that there must be.
type Case<'a> = (&'a [&'a str], &'a str, &'a [(&'a str, &'a str)], &'a str);

fn names(system: Option<System>) -> Vec<String> {
    system.map(|s| s.defines.iter().map(|d| d.name.clone()).collect()).unwrap_or_default()
}

/// The headlines and notes that tell of networks.
fn said(diagnostics: &Diagnostics) -> String {
    let said = diagnostics.iter().filter(|d| d.code.id == "scxml-network");
    said.map(|d| format!("{}: {}", d.headline, d.notes.join(" "))).collect()
}

#[test]
fn a_target_is_a_file_or_the_name_of_a_document() {
    let named = PUMP.replace("<scxml>", "<scxml name='Motor'>");
    let other =
        "<scxml><state id='s'><transition event='x'><send event='go' target='Motor'/></transition></state></scxml>";
    let cases: [Case<'_>; 5] = [
        (&["Pump"], "", &[("Pump.scxml", PUMP)], "in.Pump.on"),
        (&["#_scxml_Pump"], "", &[("Pump.scxml", PUMP)], "in.Pump.on"),
        (&["Pump", "#_scxml_Pump"], "", &[("Pump.scxml", PUMP)], "in.Pump.on"),
        (&["A"], "<wf:chart src='motor_2.scxml'/>", &[("A.scxml", other), ("motor_2.scxml", &named)], "in.Motor.on"),
        (&["Other"], "", &[("Pump.scxml", PUMP)], ""),
    ];
    for (targets, more, files, expected) in cases {
        let (system, said) = read(targets, more, files);
        let names = names(system);
        let found = names.iter().any(|name| name == expected);
        assert_eq!(found, !expected.is_empty(), "{targets:?}: {names:?}, {:?}", said.iter().collect::<Vec<_>>());
    }
}

#[test]
fn what_a_chart_beside_the_model_sends_to_is_taken_in() {
    let next =
        "<scxml><state id='s'><transition event='go'><send event='go' target='Pump'/></transition></state></scxml>";
    let (system, diagnostics) = read(&["Next"], "", &[("Pump.scxml", PUMP), ("Next.scxml", next)]);
    assert!(names(system).iter().any(|name| name == "in.Pump.on"));
    assert_eq!(said(&diagnostics), "3 charts run as one system: ");
}

#[test]
fn a_network_is_read_as_a_whole_or_not_at_all() {
    let asks = "<scxml><state id='s'><transition event='go' cond=\"_event.name == 'go'\" target='t'/></state><state id='t'/></scxml>";
    let late = PUMP.replace("<scxml>", "<scxml binding='late'>");
    let cases = [
        ("Pump", "<scxml", "`Pump` is not read: "),
        (
            "Pump",
            "<scxml><state id='s'><transition event='go' target='t'/></state></scxml>",
            "`Pump` is not read: no state",
        ),
        ("Pump", asks, "asks for `_event.name`"),
        ("Pump", &late, "binds its data late"),
        ("a.b", PUMP, "is no name that can stand"),
    ];
    for (target, text, expected) in cases {
        let (system, diagnostics) = read(&[target], "", &[(&format!("{target}.scxml"), text)]);
        assert!(system.is_some_and(|s| s.defines.iter().all(|d| !d.name.contains("Pump"))), "{expected}");
        assert!(said(&diagnostics).contains(expected), "{expected}: {}", said(&diagnostics));
    }
    let (_, diagnostics) = read(&[], "<wf:chart src='none.scxml'/>", &[]);
    assert!(said(&diagnostics).contains("no file `none.scxml`"));
}

#[test]
fn properties_name_states_and_data_of_other_charts_and_nothing_else_does() {
    let property = "<wf:invariant>In('Pump.on') -> Pump.n == 1</wf:invariant>";
    let (system, diagnostics) = read(&["Pump"], property, &[("Pump.scxml", PUMP)]);
    assert!(system.is_some(), "{:?}", diagnostics.iter().collect::<Vec<_>>());
    let invoked = "<datamodel><data id='own' expr='0'/></datamodel>\
        <state id='r'><invoke id='c'><content><scxml><datamodel><data id='n' expr='0'/></datamodel><state id='s'/></scxml></content></invoke></state>\
        <wf:ltl>G(In('c.s') -> c.n == own)</wf:ltl>";
    assert!(read(&[], invoked, &[]).0.is_some());
    let outside = "<state id='r'><transition cond=\"In('Pump.on')\" target='p'/></state>";
    assert!(read(&["Pump"], outside, &[("Pump.scxml", PUMP)]).0.is_none());
    let unknown = "<wf:invariant>In('Pump.no')</wf:invariant>";
    assert!(read(&["Pump"], unknown, &[("Pump.scxml", PUMP)]).0.is_none());
}

#[test]
fn what_nothing_waits_for_is_said() {
    let deaf = "<scxml><state id='s'/></scxml>";
    let (_, diagnostics) = read(&["NONE"], "", &[("NONE.scxml", deaf)]);
    assert!(said(&diagnostics).contains("nothing waits for what is sent: `go` in `NONE`"), "{}", said(&diagnostics));
}

#[test]
fn the_environment_sends_what_no_chart_sends() {
    let (_, diagnostics) = read(&["Pump"], "", &[("Pump.scxml", PUMP)]);
    let environment = diagnostics.iter().find(|d| d.code.id == "scxml-environment").map(|d| d.headline.as_str());
    assert_eq!(environment, Some("the environment is taken to send: nothing"));
}

/// Networks of others, by folder and main chart, with what is said of them. One has a chart that is no XML.
const PUBLIC: [(&str, &str, &str); 7] = [
    ("UC1-vacuum-cleaner/SCXML/main", "bt_root_fsm_policy", "15 charts"),
    ("UC1-vacuum-cleaner/SCXML/main", "autogenerated_global_timer", "16 charts"),
    ("UC1-vacuum-cleaner/SCXML/main_with_problem", "bt_root_fsm_policy", "`topic_dist_to_dock_msg` in `NONE`"),
    ("UC2-assembly-robot/SCXML/main", "bt_root_fsm_Policy0", "14 charts"),
    ("UC2-assembly-robot/SCXML/main", "autogenerated_global_timer", "15 charts"),
    ("UC2-assembly-robot/SCXML/main_bug", "bt_root_fsm_Policy0_bug", "`MoveBlockSkill` is not read"),
    ("UC3-museum-guide/SCXML/main", "autogenerated_global_timer", "58 charts"),
];

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads models")]
fn public_networks_are_read_or_refused_for_a_reason() {
    let Some(corpus) = wherefore_test::corpus("scxml/convince/examples") else { return };
    for (folder, main, expected) in PUBLIC {
        let file = |name: &str| std::fs::read_to_string(corpus.join(folder).join(name));
        let name = format!("{main}.scxml");
        let Ok(text) = file(&name) else { panic!("no {folder}/{name}") };
        let mut include = |name: &str| file(name).map_err(|_| NotIncluded::Missing);
        let (loaded, _) = load_with(SourceMap::single(&name, text.as_str()), &mut include);
        assert!(loaded.system.is_some(), "{folder}/{name}");
        assert!(said(&loaded.diagnostics).contains(expected), "{folder}/{name}: {}", said(&loaded.diagnostics));
    }
}
