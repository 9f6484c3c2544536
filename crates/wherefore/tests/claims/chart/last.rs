//! What stayed out of the last step of a chart: lies about it that are planted, and a reaction of several microsteps.

use super::{Arrow, Chart, Sort, State, Target};
use crate::keys::Level;
use crate::term::{Term, Two};
use crate::trial::{Model, asked, judged, tempfolder, why};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A chart that fails by `t3`, which `t4` comes after and before which the guard of `t2` is false. Its `t1` waits for another event.
fn chart() -> Chart {
    let state = |name: &str, sort: Sort, parent: Option<usize>| State {
        name: name.to_owned(),
        sort,
        parent,
        entry: None,
        history: false,
    };
    let states = vec![
        state("scxml", Sort::Compound, None),
        state("a", Sort::Atomic, Some(0)),
        state("b", Sort::Atomic, Some(0)),
    ];
    let arrow = |name: &str, event: usize, guard: Option<Term>| Arrow {
        name: name.to_owned(),
        source: 1,
        event,
        guard,
        target: Target::State(2),
        action: Some(Term::number(1)),
    };
    // Variables are the region, the event, `i` and `x`.
    let guard = |value: i64| Some(Term::two(Two::Eq, Term::Now(2), Term::number(value)));
    let most = Some(Term::two(Two::Le, Term::Now(2), Term::number(1)));
    let arrows =
        vec![arrow("t1", 1, guard(2)), arrow("t2", 0, guard(2)), arrow("t3", 0, guard(0)), arrow("t4", 0, most)];
    Chart { states, arrows, limit: 1, watched: vec![2] }
}

type Plant = (&'static str, fn(&mut Value));

const PLANTS: &[Plant] = &[
    ("a guard is false that is true", |t| t["kept_out_by"] = json!("guard")),
    ("one comes first that is not taken", |t| t["before"] = json!("t2")),
    ("one comes first that is written later", |t| t["transition"] = json!("t2")),
    ("one stays out whose event is not there", |t| {
        (t["transition"], t["kept_out_by"]) = (json!("t1"), json!("guard"));
    }),
    ("the step had a choice", |t| t["kept_out_by"] = json!("choice")),
];

#[test]
fn planted_lies_about_charts_are_caught() {
    let model = chart();
    let world = model.world(&BTreeSet::new());
    let report = asked(&model, "1", &tempfolder("chart-lies").join("chart.scxml")).expect("a report");
    let (told, counts) = judged(&model, &world, Level::One, &report);
    assert!(told.is_empty(), "false without any help: {told:#?}");
    assert!(counts["kept out of a chart by"] >= 2, "{counts:?}");
    let pairs = (0..3).flat_map(|class| (0..4).map(move |place| (class, place)));
    let mut places = pairs.map(|(class, place)| format!("/properties/0/classes/{class}/last_step/stayed_out/{place}"));
    let is_wanted = |at: &String| report.pointer(at).is_some_and(|t| t["transition"] == "t4" && t["before"] == "t3");
    let place = places.find(is_wanted).unwrap_or_else(|| panic!("t4 comes after t3: {report}"));
    for (words, plant) in PLANTS {
        let mut changed = report.clone();
        plant(changed.pointer_mut(&place).expect("a transition"));
        let (lies, _) = judged(&model, &world, Level::One, &changed);
        assert!(lies.iter().any(|l| l.about == "kept out of a chart by"), "not caught: {words}; {lies:#?}");
    }
}

/// The reaction to `e` has three microsteps: t0, t1, t2. Before the last of them the guard of t1 is false again, and so is that of t3.
const REACTION: &str = r#"<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:wf="urn:wherefore:scxml:1" version="1.0" datamodel="ecmascript">
  <wf:event name="e"/>
  <datamodel><data id="x" expr="0" wf:range="0..3"/></datamodel>
  <state id="idle"><transition wf:name="t0" event="e" target="p"/></state>
  <parallel id="p">
    <state id="l">
      <state id="a">
        <transition wf:name="t1" cond="x == 0" target="a"><assign location="x" expr="1"/></transition>
        <transition wf:name="t3" cond="x == 3" target="a"/>
      </state>
    </state>
    <state id="r">
      <state id="b"><transition wf:name="t2" cond="x == 1" target="c"><assign location="x" expr="2"/></transition></state>
      <state id="c"/>
    </state>
  </parallel>
  <wf:invariant name="ok">In('a') -> x &lt; 2</wf:invariant>
</scxml>
"#;

#[test]
fn what_a_reaction_has_taken_did_not_stay_out() {
    let file = tempfolder("chart-reaction").join("reaction.scxml");
    std::fs::write(&file, REACTION).expect("a folder to write to");
    let report = why(&file, "1").expect("a report");
    let class = &report["properties"][0]["classes"][0];
    let steps = class["trace"]["steps"].as_array().into_iter().flatten();
    let taken: Vec<&str> = steps.filter_map(|step| step["element"].as_str()).collect();
    assert_eq!(taken, ["t0", "t1", "t2"], "{class}");
    let out = class["last_step"]["stayed_out"].as_array().into_iter().flatten();
    let names: Vec<&str> = out.filter_map(|t| t["transition"].as_str()).collect();
    assert_eq!(names, ["t3"], "{class}");
}
