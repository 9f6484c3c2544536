//! Lies that are planted: the judge must catch each of them.

use crate::keys::Level;
use crate::smv::{Branch, Control, Course, Smv};
use crate::term::{Kind, Named, Term, Two};
use crate::trial::{asked, judged, tempfolder};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A machine with two ways to fail: by `t1` and `t2`, or by `t3`.
pub fn machine() -> Smv {
    let named = |name: &str, kind: Kind| Named { name: name.to_owned(), kind };
    let states = ["off", "idle", "on"].map(str::to_owned).to_vec();
    let vars =
        vec![named("i", Kind::Range(0, 2)), named("s", Kind::Enum(states.clone())), named("x", Kind::Range(0, 2))];
    let branch = |name: &str, source: i64, input: i64, target: i64| Branch {
        define: Some(name.to_owned()),
        source: Some(source),
        guard: Some(Term::two(Two::Eq, Term::Now(0), Term::number(input))),
        targets: vec![target],
    };
    let keep = Branch { define: None, source: None, guard: None, targets: Vec::new() };
    let branches =
        vec![branch("t1", 0, 1, 1), branch("t2", 1, 2, 2), branch("t3", 0, 2, 2), branch("t4", 2, 0, 0), keep];
    let stays = Term::Now(2);
    let terms = vec![Term::Now(0), stays.clone(), stays.clone(), stays.clone(), stays];
    let on = Term::two(Two::Eq, Term::Now(1), Term::Value(Kind::Enum(states), 2));
    Smv {
        vars,
        courses: vec![Course::Input, Course::Control(0), Course::Follows(0, terms)],
        first: vec![Vec::new(), vec![0], vec![0]],
        controls: vec![Control { var: 1, branches }],
        init: Vec::new(),
        invar: Vec::new(),
        trans: Vec::new(),
        property: Term::two(Two::Implies, on, Term::two(Two::Ge, Term::Now(2), Term::number(2))),
    }
}

type Plant = (&'static str, &'static str, fn(&mut Value));

/// Planted lies: what the judge must say each is about, what is planted in words, and how.
const PLANTS: &[Plant] = &[
    ("verdict", "a property that is broken holds", |p| p["verdict"] = json!("holds")),
    ("length", "a class is longer than its run", |p| p["classes"][0]["length"] = json!(7)),
    ("complete", "a class is dropped", |p| {
        let classes = p["classes"].as_array_mut().expect("classes");
        classes.pop();
        p["enumeration"]["classes"] = json!(p["classes"].as_array().map(Vec::len));
    }),
    ("number of classes", "a class is not counted", |p| p["enumeration"]["classes"] = json!(1)),
    ("distinct class", "a class stands twice", |p| p["classes"][1]["trace"] = p["classes"][0]["trace"].clone()),
    ("ids and keys", "two classes have one id", |p| p["classes"][1]["id"] = p["classes"][0]["id"].clone()),
    ("ids and keys", "two classes have one key", |p| p["classes"][1]["key"] = p["classes"][0]["key"].clone()),
    ("key text", "a key names another transition", |p| p["classes"][0]["key"] = json!("<t4>")),
    ("let through by", "a guard stands elsewhere", |p| p["classes"][0]["guards"][0]["line"] = json!(2)),
    ("last step", "another transition lets it through", |p| {
        p["classes"][0]["last_step"]["let_through_by"] = json!(["t4"]);
    }),
    ("last step", "it leads to another tick", |p| p["classes"][0]["last_step"]["tick"] = json!(7)),
    ("last step", "nothing moves where something does", |p| {
        let stays = json!([{"machine": "s", "state": "off", "guards_false": [], "span": null}]);
        p["classes"][0]["last_step"]["stays"] = stays;
    }),
    ("stayed out", "what the last step takes stayed out", |p| {
        let name = p["classes"][0]["last_step"]["let_through_by"][0].clone();
        p["classes"][0]["last_step"]["stayed_out"][0]["transition"] = name;
    }),
    ("kept out by", "a conjunct is false that is true", |p| {
        p["classes"][0]["last_step"]["stayed_out"][0]["false_conjuncts"] = json!(["i = i"]);
    }),
    ("kept out by", "a transition comes first that is not taken", |p| {
        let out = &mut p["classes"][0]["last_step"]["stayed_out"][0];
        (out["kept_out_by"], out["before"]) = (json!("priority"), json!("t4"));
    }),
    ("kept out by", "what was not possible was possible", |p| {
        p["classes"][0]["last_step"]["stayed_out"][0]["kept_out_by"] = json!("choice");
    }),
    ("taken in a step", "a step takes another transition", |p| {
        p["classes"][0]["trace"]["steps"][1]["element"] = json!("t4")
    }),
    ("run of a class", "a run has a step that is none", |p| {
        p["classes"][0]["trace"]["steps"][0]["values"]["x"] = json!(2)
    }),
    ("fails at its end only", "a run ends before it fails", |p| {
        drop(p["classes"][0]["trace"]["steps"].as_array_mut().and_then(Vec::pop));
    }),
    ("failing tick", "the property fails sooner", |p| p["classes"][0]["explanation"]["failed"]["ticks"] = json!([0])),
    ("failed part", "a part that is true is false", |p| {
        p["classes"][0]["explanation"]["failed"]["parts"][0]["text"] = json!("s = on");
    }),
    ("cause is enough", "nothing is enough", |p| p["classes"][0]["explanation"]["cause"]["kept"] = json!([])),
    ("cause is minimal", "more is needed than is", |p| {
        let kept = p["classes"][0]["explanation"]["cause"]["kept"].as_array_mut().expect("kept");
        kept.push(json!({"variable": "i", "tick": 0, "relation": ">=", "value": 0}));
    }),
    ("cause is of the run", "other choices are enough", |p| {
        p["classes"][0]["explanation"]["cause"]["kept"][0]["value"] = json!(0);
    }),
    ("nearest passes", "the failing run is the nearest that passes", |p| {
        p["classes"][0]["explanation"]["nearest"]["trace"] = p["classes"][0]["trace"].clone();
    }),
    ("nearest differs", "a difference is not told", |p| {
        p["classes"][0]["explanation"]["nearest"]["differs"] = json!([])
    }),
    ("nearest is nearest", "a run that differs more is the nearest", |p| {
        let classes = p["classes"].as_array_mut().expect("classes");
        let longest = classes.iter_mut().max_by_key(|c| c["length"].as_u64()).expect("a class");
        let steps = longest["trace"]["steps"].as_array().map_or(0, Vec::len);
        let idle = json!({"values": {"i": 0, "s": "off", "x": 0}});
        longest["explanation"]["nearest"]["trace"]["steps"] = json!(vec![idle; steps]);
    }),
    ("point of no return", "it is too late from the start", |p| {
        p["classes"][0]["explanation"]["no_return"] = json!({"kind": "at", "tick": 0});
    }),
    ("alternative", "the only way out leads nowhere", |p| {
        let choice_points = p["classes"][0]["explanation"]["choice_points"].as_array_mut().expect("choice_points");
        for alternative in choice_points.iter_mut().filter_map(|j| j["alternatives"].as_array_mut()).flatten() {
            let is_open = alternative["consequence"] == "open";
            alternative["consequence"] = json!(if is_open { "inevitable" } else { "open" });
        }
    }),
    ("fix set", "a set that helps nothing is a fix", |p| p["fix_sets"][0]["elements"] = json!(["t4"])),
    ("minimum fix set", "a set with too much is the smallest", |p| {
        p["fix_sets"][0]["elements"] = json!(["t1", "t2", "t3", "t4"]);
        p["fix_sets"][0]["minimum"] = json!(true);
    }),
    ("all minimum fix sets", "a fix set is dropped", |p| {
        p["fix_sets"].as_array_mut().expect("fix sets").retain(|s| s["minimum"] != true);
    }),
    ("place of a suspect", "a suspect stands elsewhere", |p| p["suspects"][0]["span"]["line"] = json!(1)),
    ("suspect", "a suspect that is not in the model", |p| p["suspects"][0]["element"] = json!("t9")),
    ("event", "something happens that does not", |p| {
        p["classes"][0]["explanation"]["key_events"] =
            json!([{"block": "s", "tick": 1, "value": "off", "comment": "becomes off"}]);
    }),
    ("place of an event", "a variable is declared elsewhere", |p| {
        let events = p["classes"][0]["explanation"]["key_events"].as_array_mut().expect("events");
        events.iter_mut().for_each(|e| e["span"]["line"] = json!(1));
    }),
    ("shortest", "a longer run is the shortest", |p| {
        let classes = p["classes"].as_array().expect("classes");
        let longest = classes.iter().max_by_key(|c| c["length"].as_u64()).expect("a class")["trace"].clone();
        p["trace"] = longest;
        p["trace"]["shortest"] = json!(true);
    }),
];

#[test]
fn planted_lies_are_caught() {
    let model = machine();
    let world = model.world(&BTreeSet::new());
    let report = asked(&model, "1", &tempfolder("lies").join("machine.smv")).expect("a report");
    let (told, _) = judged(&model, &world, Level::One, &report);
    assert!(told.is_empty(), "false without any help: {told:#?}");
    for (about, words, plant) in PLANTS {
        let mut changed = report.clone();
        plant(&mut changed["properties"][0]);
        let (lies, _) = judged(&model, &world, Level::One, &changed);
        assert!(lies.iter().any(|l| l.about == *about), "not caught as {about}: {words}; {lies:#?}");
    }
}
