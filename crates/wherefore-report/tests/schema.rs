//! Every document follows the published schema, and the schema refuses documents that are wrong.

mod logs;
mod support;

use serde_json::{Value, json};
use support::contract::airbag;
use support::equivalence as pair;
use support::flow::{muv, program};
use support::inquiry::{air_conditioner, asked, bare, complete, crowd, explained, kept, stopped, with_given};
use support::lts::{asked_lts, protocol};
use support::*;
use wherefore_report::baseline::Earlier;
use wherefore_report::document::equivalence::{Equivalence, Numbers, Outcome};
use wherefore_report::document::{
    Certificate, Command, Completeness, Datum, Document, Group, Inquiry, Key, List, Missing, Obligations, Part,
    PropertyTime, Recheck, StageTime, Stats, Stronger, Undivided, Vacuity, Verdict,
};
use wherefore_report::json::render;
use wherefore_report::no_answer::{CauseKind, NoAnswer, TOPICS};

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../../schema/wherefore-1.schema.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).expect("the schema itself is a schema");
    jsonschema::validator_for(&schema).unwrap()
}

fn everything() -> Document {
    let mut report = report(
        vec![
            property("good", "x <= 7", holds()),
            property("bad", "x < 3", Verdict::Violated(run(4, None))),
            property("lasso \u{1b}\"", "G F x = 0", Verdict::Violated(run(4, Some(1)))),
            property("unknown", "x < 9", undetermined()),
            property("empty", "x < 9", vacuous()),
        ],
        vec![broken()],
    );
    let stage = StageTime { engine: Some("bmc".to_owned()), stage: "search", seconds: 0.2 };
    let property = PropertyTime { name: "bad".to_owned(), seconds: 0.3, in_engines: 0.2, stages: vec![stage] };
    report.stats = Some(Stats { seconds: 0.5, properties: vec![property], ..Stats::default() });
    report
}

fn vacuous() -> Verdict {
    let certificate = Certificate { statement: "fair cycles".to_owned(), recheck: Recheck::default() };
    let (reason, span) = ("`x = 9` never happens".to_owned(), place(61, 66));
    let (idle, formula) = ("y".to_owned(), "x != 9".to_owned());
    let stronger = Some(Box::new(Stronger { idle, formula, certificate: certificate.clone() }));
    Verdict::Vacuous(Vacuity { certificate, reason, span, stronger })
}

/// A report of `why` with everything in it.
fn inquest() -> Document {
    let mut report = asked("right_mode", air_conditioner());
    let mut other = asked("cut", bare(crowd(2, 2), stopped(Some(6)))).properties.remove(0);
    let keys = vec![Key { key: "<..t4,t5>".to_owned(), length: 3 }];
    let summary = Group { level: "1(1)".to_owned(), keys, completeness: complete() };
    other.inquiry.as_mut().unwrap().summary = Some(summary);
    report.properties.push(other);
    report.properties.push(property("good", "x <= 7", holds()));
    of_command(Command::Why, report)
}

fn document(report: &Document) -> Value {
    serde_json::from_str(&render(report)).unwrap()
}

#[test]
fn documents_follow_the_schema() {
    let schema = schema();
    let mut reports = vec![everything(), report(Vec::new(), Vec::new()), inquest()];
    reports.push(of_command(Command::Why, everything()));
    reports.push(compared(&inquest()));
    reports.extend([airbag(), of_command(Command::Check, airbag())]);
    reports.push(program(muv()));
    reports.extend(pairs());
    let mut given = airbag();
    given.properties[0].given = true;
    reports.push(given);
    reports.push(explained_run());
    reports.extend([choices(), asked_lts("none", Inquiry { classes: Vec::new(), ..protocol() })]);
    for obligations in [Obligations::NotChecked, Obligations::Broken] {
        reports.push(Document { obligations, ..report(Vec::new(), vec![broken()]) });
    }
    for topic in TOPICS {
        let cause = NoAnswer::new(topic.kind, "words");
        let verdict = Verdict::Undetermined(cause.clone());
        let obligations = Obligations::Undetermined(cause);
        reports.push(Document { obligations, ..report(vec![property("p", "x", verdict)], Vec::new()) });
    }
    for report in reports {
        let document = document(&report);
        let errors: Vec<String> =
            schema.iter_errors(&document).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{document:#}");
    }
}

/// A report on a run that was given, of a class that was found.
fn explained_run() -> Document {
    let mut report = asked("right_mode", with_given());
    report.properties[0].given = true;
    report
}

/// A given run stands beside the classes, with the ids of its own, and only where the run of the verdict is that one.
#[test]
fn a_given_run_is_a_class_of_its_own() {
    let (schema, mut report) = (schema(), explained_run());
    let found = document(&report);
    let run = &found["properties"][0]["given_run"];
    assert_eq!(run["classes"], json!(["77ab02ee"]));
    assert_eq!(run["run"]["explanation"]["failed"]["parts"][0]["text"], "s = ON -> pt > 24");
    assert_eq!(run["run"]["trace"]["shortest"], false);
    report.properties[0].given = false;
    assert!(!schema.is_valid(&document(&report)), "a given run without a verdict that rests on it");
}

/// Documents of the commands that ask for something else than properties.
fn pairs() -> Vec<Document> {
    let cut = Equivalence::Different(Err(NoAnswer::new(CauseKind::ClassLimit, "limit")));
    let mut stopped = pair::different(vec![pair::difference()]);
    stopped.verdict = cut;
    let mut reports: Vec<Document> =
        [pair::equal(Numbers::Exact), pair::different(vec![pair::difference()]), stopped, pair::open()]
            .map(pair::compared)
            .into();
    reports.push(pair::answered(Command::Tests, Some(Outcome::Tests(Some(Box::new(pair::plan()))))));
    reports.push(pair::answered(Command::Mutate, Some(Outcome::Mutants(Some(pair::mutants())))));
    reports.push(pair::answered(Command::Mutate, Some(Outcome::Mutants(Some(pair::checked_mutants())))));
    reports.extend([Command::Diff, Command::Tests, Command::Mutate].map(|c| pair::answered(c, Outcome::unknown(c))));
    reports
}

#[test]
fn a_comparison_is_written_whole() {
    let (schema, whole) = (schema(), document(&pair::compared(pair::different(vec![pair::difference()]))));
    assert_eq!((&whole["command"], &whole["equivalent"]), (&json!("diff"), &json!(false)));
    assert_eq!(whole["numbers"], "real");
    assert_eq!(
        whole["trace"][1],
        json!({
            "inputs": {"x": 90, "go": true},
            "reference": {"m": 0, "hot": false},
            "implementation": {"m": 2, "hot": false},
            "reference_takes": ["S0 -> S2"],
            "implementation_takes": ["up"],
        })
    );
    assert_eq!(whole["interface"]["outputs"][0], json!({"name": "m", "implementation": "mode", "type": "0..2"}));
    assert_eq!(whole["input_classes"][2], json!({"condition": "x >= max", "example": {"x": 100, "go": true}}));
    assert_eq!((&whole["state_classes"], &whole["implementation"]["minimal_states"]), (&json!(3), &json!(3)));
    let first = &whole["differences"][0];
    assert_eq!(
        (&first["id"], &first["outputs"], &first["by"]),
        (&json!("1f0c77aa"), &json!(["m"]), &json!("reference"))
    );
    assert_eq!(first["reference_run"]["steps"].as_array().unwrap().len(), 3);
    assert_eq!(whole["suspects"][0]["span"]["line"], 3);
    for wrong in [
        ("/equivalent", json!(true)),
        ("/equivalent", json!("no")),
        ("/complete", json!(false)),
        ("/differences", json!([])),
        ("/numbers", json!("double")),
        ("/trace/0/inputs", Value::Null),
        ("/command", json!("check")),
    ] {
        let mut document = whole.clone();
        *document.pointer_mut(wrong.0).unwrap() = wrong.1;
        assert!(!schema.is_valid(&document), "{}", wrong.0);
    }
}

#[test]
fn suites_and_mutants_are_written_whole() {
    let tests = document(&pair::answered(Command::Tests, Some(Outcome::Tests(Some(Box::new(pair::plan()))))));
    let case = &tests["suites"][0]["cases"][0];
    assert_eq!(case["inputs"][0], json!({"x": 100, "go": true}));
    assert_eq!(case["expected"][1], json!([{"m": 2, "hot": false}, null]));
    assert_eq!((&tests["suites"][1]["cases"], &tests["bound"]), (&Value::Null, &json!(4)));
    let mutants = document(&pair::answered(Command::Mutate, Some(Outcome::Mutants(Some(pair::mutants())))));
    let first = &mutants["mutants"][0];
    assert_eq!(
        (&first["operator"], &first["place"]["line"], &first["omission"]),
        (&json!("ROR"), &json!(3), &json!(false))
    );
    assert_eq!(mutants["mutants_dropped"], 3);
    assert_eq!((mutants.get("mutation"), first.get("check")), (None, None));
}

#[test]
fn checked_mutants_are_written_whole() {
    let (schema, whole) =
        (schema(), document(&pair::answered(Command::Mutate, Some(Outcome::Mutants(Some(pair::checked_mutants()))))));
    let noticed = json!({"property": "safe", "model": "holds", "mutant": "violated"});
    assert_eq!(whole["mutants"][0]["check"]["noticed_by"], json!([noticed]));
    let comparison = json!({"answer": "different", "text": "m, for x >= max", "steps": 2});
    assert_eq!(whole["mutants"][1]["check"]["comparison"], comparison);
    let counts = json!({
        "score": 1.0 / 3.0, "noticed": 1, "survived": 2, "equivalent": 1, "undetermined": 1, "invalid": 1,
        "properties": [
            {"name": "safe", "verdict": "holds", "notices": 1}, {"name": "quiet", "verdict": "holds", "notices": 0},
        ],
    });
    assert_eq!(whole["mutation"], counts);
    for (place, value) in [
        ("/mutation", Value::Null),
        ("/mutation/score", json!(1.5)),
        ("/mutants/0/check", Value::Null),
        ("/mutants/0/check/status", json!("killed")),
        ("/mutants/1/check/comparison/answer", json!("same")),
    ] {
        let mut document = whole.clone();
        *document.pointer_mut(place).unwrap() = value;
        assert!(!schema.is_valid(&document), "{place}");
    }
}

/// Fields that programs may rely on, and documents that the schema refuses.
#[test]
fn a_diagnosis_is_written_whole() {
    let (schema, whole) = (schema(), document(&airbag()));
    let (failing, holding) = (&whole["properties"][0], &whole["properties"][1]);
    let asked = json!({
        "component": "AirBagSystem", "contract": "O1", "side": "guarantee", "conjunct": "O1G1", "owner": "AirBagSystem",
    });
    assert_eq!(failing["contract"], asked);
    let failure = &failing["diagnosis"]["failure"];
    assert_eq!(failure["steps"], json!([1, 2, 4]));
    assert_eq!(failure["marks"][0], json!({ "step": 0, "variable": "sen_front", "kind": "trigger" }));
    assert_eq!(failure["blame"], json!([["controller"]]));
    assert_eq!(failure["failing"][1]["line"], 3);
    assert_eq!(failure["edits"][0]["kind"], "strengthen");
    assert_eq!(holding["diagnosis"]["failure"], Value::Null);
    assert_eq!(
        (&holding["enumeration"], &holding["diagnosis"]["premises"][0]["state"]),
        (&Value::Null, &json!("unused"))
    );
    for wrong in [
        ("/properties/0/diagnosis/failure", Value::Null),
        ("/properties/0/diagnosis/failure/marks/0/kind", json!("cause")),
        ("/properties/0/contract/side", json!("left")),
        ("/properties/1/verdict", json!("vacuous")),
        ("/properties/1/diagnosis/premises/0/state", json!("needed")),
    ] {
        let mut document = whole.clone();
        *document.pointer_mut(wrong.0).unwrap() = wrong.1;
        assert!(!schema.is_valid(&document), "{}", wrong.0);
    }
}

#[test]
fn what_is_vacuous_says_why() {
    let (schema, mut document) = (schema(), document(&everything()));
    let empty = &document["properties"][4];
    assert_eq!((&empty["verdict"], &empty["cause"], &empty["trace"]), (&json!("vacuous"), &Value::Null, &Value::Null));
    assert_eq!(
        (&empty["vacuity"]["reason"], &empty["vacuity"]["span"]["line"]),
        (&json!("`x = 9` never happens"), &json!(4))
    );
    assert!(document["properties"][0].get("vacuity").is_none(), "other documents stay as they were");
    document["properties"][4].as_object_mut().unwrap().remove("vacuity");
    assert!(!schema.is_valid(&document));
}

#[test]
fn values_are_booleans_numbers_and_text() {
    let document = document(&everything());
    let step = &document["properties"][1]["trace"]["steps"][1]["values"];
    assert_eq!(*step, json!({ "x": 1, "mode.word": "0ud8_5", "go": false }));
    assert_eq!(document["properties"][2]["trace"]["loop"], json!(1));
    assert_eq!(
        document["diagnostics"][0]["place"],
        json!({"path": "m.smv", "line": 3, "column": 19, "end_line": 3, "end_column": 24})
    );
}

/// A report compared with the document of another.
fn compared(earlier: &Document) -> Document {
    let earlier = Earlier::read("old.json", &render(earlier)).unwrap();
    let mut report = inquest();
    report.properties.iter_mut().for_each(|p| p.inquiry.get_or_insert_default().since = Some(earlier.compare(p)));
    report
}

#[test]
fn an_inquiry_has_the_promised_fields() {
    let document = document(&inquest());
    assert_eq!(document["command"], "why");
    let first = &document["properties"][0];
    assert_eq!(
        first["enumeration"],
        json!({
            "level": "1", "complete": true, "stopped": null, "depth": null, "classes": 4, "undivided": null, "told_apart_by": "path",
            "proof": {"statement": "inductive invariant", "rechecked_by": "sat"},
        })
    );
    let class = &first["classes"][3];
    assert_eq!(class["id"], "98ab01cd");
    assert_eq!((&class["key"], &class["path"]), (&json!("<t1,t4,t5>"), &json!(["IDLE", "t5"])));
    assert_eq!((&class["length"], &class["count"]), (&json!(3), &json!(6)));
    let missing = class["explanation"]["missing"].as_array().map(Vec::len);
    assert_eq!((&class["derived_from"], missing), (&json!("77ab02ee"), Some(6)));
    assert_eq!((&class["trace"]["steps"][2]["element"], &class["guards"][0]["line"]), (&json!("t4"), &json!(4)));
    let suspect = &first["suspects"][0];
    assert_eq!((&suspect["element"], &suspect["kind"]), (&json!("t4"), &json!("transition")));
    assert_eq!((&suspect["rank"], &suspect["score"], &suspect["span"]["line"]), (&json!(1), &json!(0.9264), &json!(3)));
    let fix = &first["fix_sets"][0];
    assert_eq!((&fix["elements"], &fix["preserved"]), (&json!(["t4", "t5"]), &json!(0.926)));
    assert_eq!((&fix["minimum"], &fix["gentlest"]), (&json!(true), &json!(true)));
    let second = &document["properties"][1];
    assert_eq!(
        (&second["enumeration"]["stopped"]["kind"], &second["enumeration"]["depth"]),
        (&json!("class-limit"), &json!(6))
    );
    assert_eq!(second["summary"]["classes"], json!([{"key": "<..t4,t5>", "length": 3}]));
    assert_eq!(
        (&document["properties"][2]["enumeration"], &document["properties"][2]["classes"]),
        (&json!(null), &json!([]))
    );
}

/// A written document can be read back, and a run has not changed since itself.
#[test]
fn a_document_is_an_earlier_run() {
    let document = document(&compared(&inquest()));
    for (property, classes) in document["properties"].as_array().unwrap().iter().zip([4, 4, 0]) {
        let since = &property["since"];
        assert_eq!((&since["path"], &since["compared"]), (&json!("old.json"), &json!(true)));
        assert_eq!((&since["new"], &since["fixed"]), (&json!([]), &json!([])));
        assert_eq!(since["unchanged"].as_array().unwrap().len(), classes);
    }
    assert!(document["properties"][1]["since"]["caveat"].is_string());
}

/// An oracle that accepts everything is useless: each of these changes must be refused.
#[test]
fn wrong_documents_are_refused() {
    let schema = schema();
    let good = document(&everything());
    assert!(schema.is_valid(&good));
    let changes = [
        ("/schema", json!("wherefore/2")),
        ("/model/path", json!(null)),
        ("/properties/0/verdict", json!("maybe")),
        ("/properties/0/verdict", json!("violated")),
        ("/properties/0/certificate", json!(null)),
        ("/properties/0/seconds", json!("0.2 s")),
        ("/properties/1/trace", json!(null)),
        ("/properties/1/trace/steps", json!([])),
        ("/properties/1/trace/steps/0/values/x", json!(1.5)),
        ("/properties/1/trace/steps/0/values/x", json!(null)),
        ("/properties/1/trace/variables/0/role", json!("output")),
        ("/properties/1/trace/loop", json!(-1)),
        ("/properties/1/kind", json!("fairness")),
        ("/properties/3/cause", json!(null)),
        ("/properties/3/cause/kind", json!("tired")),
        ("/properties/1/span/line", json!(0)),
        ("/obligations/verdict", json!("undetermined")),
        ("/diagnostics/0/id", json!("Not Kebab")),
        ("/diagnostics/0/severity", json!("fatal")),
        ("/stats/outside_engines", json!(1.5)),
    ];
    for (pointer, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!schema.is_valid(&wrong), "accepted a wrong {pointer}");
    }
    for field in ["schema", "model", "properties", "diagnostics", "obligations"] {
        let mut wrong = good.clone();
        wrong.as_object_mut().unwrap().remove(field);
        assert!(!schema.is_valid(&wrong), "accepted a document without {field}");
    }
    let mut more = good.clone();
    more["properties"][0]["weather"] = json!({ "rain": 1 });
    assert!(schema.is_valid(&more), "further fields may follow");
}

/// Failing runs that nothing distinguishes are one class, and no complete list of them.
#[test]
fn runs_that_are_not_told_apart_are_never_complete() {
    let mut report = inquest();
    let inquiry = report.properties[0].inquiry.as_mut().unwrap();
    let list = inquiry.enumeration.as_mut().unwrap();
    list.completeness = Completeness::Undivided;
    list.undivided = Some(Undivided { reason: "no-control", message: "no control variable has a part in it" });
    let mut said = document(&report);
    let schema = schema();
    assert!(schema.is_valid(&said), "{said:#}");
    let enumeration = &said["properties"][0]["enumeration"];
    assert_eq!(enumeration["complete"], json!(false));
    assert_eq!((&enumeration["proof"], &enumeration["stopped"]), (&json!(null), &json!(null)));
    assert_eq!(enumeration["undivided"]["reason"], json!("no-control"));
    said["properties"][0]["enumeration"]["complete"] = json!(true);
    assert!(!schema.is_valid(&said));
}

#[test]
fn wrong_inquiries_are_refused() {
    let schema = schema();
    let good = document(&inquest());
    assert!(schema.is_valid(&good));
    let changes = [
        ("/properties/0/enumeration/level", json!(1)),
        ("/properties/0/enumeration/complete", json!(false)),
        ("/properties/0/enumeration/proof", json!(null)),
        ("/properties/1/enumeration/stopped", json!(null)),
        ("/properties/1/enumeration/depth", json!(-1)),
        ("/properties/0/classes/0/trace", json!(null)),
        ("/properties/0/classes/0/id", json!("")),
        ("/properties/0/classes/0/count", json!("many")),
        ("/properties/0/suspects/0/rank", json!(0)),
        ("/properties/0/suspects/0/span/line", json!(0)),
        ("/properties/0/fix_sets/0/preserved", json!(1.5)),
        ("/properties/0/fix_sets/0/elements", json!([])),
        ("/properties/1/summary/classes/0/length", json!("3")),
        ("/properties/0/since", json!({"path": "old.json"})),
        ("/properties/0/notes", json!(null)),
    ];
    for (pointer, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!schema.is_valid(&wrong), "accepted a wrong {pointer}");
    }
    for field in ["enumeration", "classes", "suspects", "fix_sets", "missing", "untold", "summary", "notes", "since"] {
        let mut wrong = good.clone();
        wrong["properties"][0].as_object_mut().unwrap().remove(field);
        assert!(!schema.is_valid(&wrong), "accepted an inquiry without {field}");
    }
}

/// A report on a labelled transition system.
fn choices() -> Document {
    asked_lts("busy", support::lts::everything())
}

#[test]
fn an_inquiry_into_an_lts_has_the_promised_fields() {
    let document = document(&asked_lts("once", protocol()));
    let property = &document["properties"][0];
    assert_eq!((&property["kind"], &document["model"]["language"]), (&json!("mcl"), &json!("aut")));
    assert_eq!(property["lts"], json!({"states": 3, "transitions": 4, "labels": 3}));
    assert_eq!(property["counterexample_lts"], json!({"states": 4, "transitions": 3, "labels": 2}));
    assert_eq!(property["neighbourhoods"], json!({"cn": 2, "in": 0, "ci": 1, "cin": 0}));
    let choices = json!({"correct": 3, "incorrect": 1, "neutral": 2, "inevitable": 1, "unobservable": 0});
    assert_eq!(property["choices"], choices);
    assert_eq!((&property["uninvolved"], &property["shown"]), (&json!([]), &json!("shortest counterexample")));
    assert_eq!(property["abstracted"]["length"], json!(3));
    assert_eq!(property["abstracted"]["actions"][1], json!({"step": 1, "action": "Recv"}));
    assert_eq!(property["trace"]["steps"][1]["values"], json!({"action": "Recv", "state": 1}));
    let choice_point = json!({"step": 2, "kind": "ci", "unobservable": [], "alternatives": [
        {"action": "Exit", "leads": ["2"], "consequence": "avoided", "fate": "avoided", "taken": false},
        {"action": "Send", "leads": ["1"], "consequence": "inevitable", "fate": "inevitable", "taken": true},
    ]});
    assert_eq!(property["classes"][0]["explanation"]["choice_points"][2], choice_point);
}

/// Other models have none of these fields.
#[test]
fn other_inquiries_say_nothing_of_an_lts() {
    let document = document(&inquest());
    let property = document["properties"][0].as_object().unwrap();
    for field in ["lts", "counterexample_lts", "neighbourhoods", "choices", "uninvolved", "abstracted", "shown"] {
        assert!(!property.contains_key(field), "{field}");
    }
    assert!(property["classes"][0].get("junctions").is_none());
}

#[test]
fn wrong_inquiries_into_an_lts_are_refused() {
    let schema = schema();
    let good = document(&choices());
    assert!(schema.is_valid(&good));
    let changes = [
        ("/properties/0/lts/states", json!(-1)),
        ("/properties/0/counterexample_lts", json!(null)),
        ("/properties/0/neighbourhoods/in", json!(null)),
        ("/properties/0/choices/inevitable", json!("all")),
        ("/properties/0/abstracted/actions/0/step", json!(null)),
        ("/properties/0/classes/0/explanation/choice_points/0/kind", json!("cc")),
        ("/properties/0/classes/0/explanation/choice_points/0/alternatives/0/consequence", json!("lost")),
        ("/properties/0/classes/0/explanation/choice_points/0/alternatives/0/taken", json!(null)),
    ];
    for (pointer, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!schema.is_valid(&wrong), "accepted a wrong {pointer}");
    }
    for field in ["counterexample_lts", "neighbourhoods", "choices", "uninvolved", "abstracted", "shown"] {
        let mut wrong = good.clone();
        wrong["properties"][0].as_object_mut().unwrap().remove(field);
        assert!(!schema.is_valid(&wrong), "accepted an LTS without {field}");
    }
    let mut wrong = good.clone();
    wrong["properties"][0]["classes"][0].as_object_mut().unwrap().remove("junctions");
    assert!(!schema.is_valid(&wrong), "accepted a class without junctions");
}

#[test]
fn an_inquiry_into_a_program_has_the_promised_fields() {
    let document = document(&program(muv()));
    let property = &document["properties"][0];
    assert_eq!(document["model"]["language"], json!("lustre"));
    let explanation = &property["classes"][0]["explanation"];
    let place = json!({"path": "muv.lus", "line": 9, "column": 3, "end_line": 9, "end_column": 36});
    let event = json!({"side": "property", "block": "active", "tick": 0, "value": true, "comment": "input",
        "input": true, "span": place});
    assert_eq!((&explanation["key_events"][0], &explanation["structural_causes"]), (&event, &json!(2)));
    assert_eq!(explanation["key_events"][3]["side"], json!("model"));
    assert_eq!((&explanation["marked"][3], explanation["marked"].as_array().unwrap().len()), (&place, 5));
    let attempts = &property["alternative_search"]["attempts"];
    let outcomes: Vec<&str> = attempts.as_array().unwrap().iter().filter_map(|a| a["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["new", "impossible", "impossible", "known", "undecided"]);
    assert_eq!((&attempts[0]["classes"], &attempts[1]["proved_by"]), (&json!(["bb22"]), &json!("z3")));
    assert_eq!((&attempts[4]["cause"], &attempts[4]["side"]), (&json!("timeout after 5s"), &json!("property")));
    let other = self::document(&inquest());
    assert!(other["properties"][0].get("alternative_search").is_none());
}

#[test]
fn wrong_inquiries_into_a_program_are_refused() {
    let schema = schema();
    let good = document(&program(muv()));
    assert!(schema.is_valid(&good));
    let changes = [
        ("/properties/0/classes/0/explanation", json!("because")),
        ("/properties/0/classes/0/explanation/key_events/0/side", json!("environment")),
        ("/properties/0/classes/0/explanation/key_events/0/tick", json!(-1)),
        ("/properties/0/classes/0/explanation/key_events/0/value", json!([])),
        ("/properties/0/classes/0/explanation/marked/0", json!(null)),
        ("/properties/0/classes/0/explanation/structural_causes", json!("all")),
        ("/properties/0/alternative_search/attempts", json!(null)),
        ("/properties/0/alternative_search/attempts/0/outcome", json!("known")),
        ("/properties/0/alternative_search/attempts/1/outcome", json!("undecided")),
        ("/properties/0/alternative_search/attempts/4/outcome", json!("impossible")),
        ("/properties/0/alternative_search/attempts/4/cause", json!("")),
    ];
    for (pointer, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!schema.is_valid(&wrong), "accepted a wrong {pointer}");
    }
    for field in ["key_events", "marked", "structural_causes"] {
        let mut wrong = good.clone();
        wrong["properties"][0]["classes"][0]["explanation"].as_object_mut().unwrap().remove(field);
        assert!(!schema.is_valid(&wrong), "accepted an explanation without {field}");
    }
}

/// The air conditioner with a cause for its first class.
fn caused() -> Document {
    let mut inquiry = air_conditioner();
    let list = [("e", 0, "=", Datum::Text), ("t", 1, ">=", Datum::Int(24)), ("on", 1, "=", Datum::Bool(true))];
    inquiry.classes[0].explanation.cause = Some(kept(&list, 8));
    asked("right_mode", inquiry)
}

#[test]
fn a_minimal_cause_has_the_promised_fields() {
    let (document, schema) = (document(&caused()), schema());
    assert!(schema.is_valid(&document));
    let classes = &document["properties"][0]["classes"];
    let choice = |variable: &str, tick: u32, relation: &str, value: Value| json!({"variable": variable, "tick": tick, "relation": relation, "value": value});
    let kept =
        [choice("e", 0, "=", json!("enter")), choice("t", 1, ">=", json!(24)), choice("on", 1, "=", json!(true))];
    let cause = json!({"kept": kept, "choices": 8, "minimal": true, "scope": "length", "rechecked_by": "z3"});
    assert_eq!(classes[0]["explanation"]["cause"], cause);
    assert_eq!(classes[1]["explanation"].get("cause"), None);
    assert_eq!(classes[1]["explanation"]["missing"][1], json!({"part": "cause", "reason": "not asked"}));
    let changes = [
        ("", json!(null)),
        ("/kept/0/relation", json!(">")),
        ("/kept/0/tick", json!(-1)),
        ("/kept/0/value", json!(null)),
        ("/kept/1/variable", json!("")),
        ("/choices", json!("8")),
        ("/minimal", json!("yes")),
        ("/rechecked_by", json!(7)),
    ];
    for (place, value) in changes {
        let mut wrong = document.clone();
        let pointer = format!("/properties/0/classes/0/explanation/cause{place}");
        *wrong.pointer_mut(&pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!schema.is_valid(&wrong), "accepted a wrong {pointer}");
    }
}

#[test]
fn every_part_of_an_explanation_has_the_promised_fields() {
    let mut inquiry = air_conditioner();
    inquiry.classes[0] = explained();
    inquiry.fix_sets = Vec::new();
    inquiry.missing = vec![Missing { part: Part::FixSets, reason: "nobody asked".to_owned() }];
    let (document, schema) = (document(&asked("right_mode", inquiry)), schema());
    assert!(
        schema.is_valid(&document),
        "{:?}",
        schema.iter_errors(&document).map(|e| e.to_string()).collect::<Vec<_>>()
    );
    assert_eq!(document["properties"][0]["missing"], json!([{"part": "fix_sets", "reason": "nobody asked"}]));
    let told = &document["properties"][0]["classes"][0]["explanation"];
    assert_eq!(told["missing"], json!([]));
    assert_eq!(told["failed"]["parts"][1]["text"], json!("pt > 24"));
    assert_eq!(told["failed"]["marks"], json!([{"tick": 2, "variable": "s", "kind": "response"}]));
    assert_eq!(told["no_return"], json!({"tick": 2, "kind": "at"}));
    assert_eq!(told["key_events"][0]["side"], json!(null));
    let differs = json!([{"variable": "e", "tick": 0, "failing": "exit", "passing": "enter"}]);
    assert_eq!(
        (&told["nearest"]["differs"], &told["nearest"]["trace"]["steps"][0]["values"]["s"]),
        (&differs, &json!("S0"))
    );
    let changes = [
        ("/failed/parts/0/text", json!(1)),
        ("/failed/ticks", json!([-1])),
        ("/failed/marks/0/kind", json!("cause")),
        ("/no_return/kind", json!("never")),
        ("/choice_points/0/kind", json!("")),
        ("/choice_points/0/step", json!(-1)),
        ("/nearest/trace", json!(null)),
        ("/nearest/differs/0/passing", json!([])),
        ("/nearest/minimal", json!("yes")),
        ("/missing", json!([{"part": "other", "reason": "why"}])),
        ("/missing", json!([{"part": "cause", "reason": ""}])),
    ];
    for (place, value) in changes {
        let mut wrong = document.clone();
        let pointer = format!("/properties/0/classes/0/explanation{place}");
        *wrong.pointer_mut(&pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!schema.is_valid(&wrong), "accepted a wrong {pointer}");
    }
}

/// Names of fields that were replaced, as [`with_former_names`] finds them.
const FORMER: [(&str, &str); 5] = [
    ("missing", "untold"),
    ("choice_points", "junctions"),
    ("consequence", "fate"),
    ("alternative_search", "survey"),
    ("kind", "list"),
];

/// Checks, in an object and everything below it, that a field stands beside its former name, and with the same content but for
/// the word of choice points. Notes the fields that were seen.
fn with_former_names(value: &Value, seen: &mut Vec<&'static str>) {
    let former = |v: &Value| v.to_string().replace("choice_points", "junctions").replace("choice-points", "junctions");
    for (now, then) in FORMER.iter().filter(|(now, then)| *now != "kind" || value.get(*then).is_some()) {
        assert_eq!(value.get(*now).map(former), value.get(*then).map(former), "{now} and {then} in {value:#}");
        seen.extend(value.get(*then).map(|_| *then));
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|v| with_former_names(v, seen)),
        Value::Array(items) => items.iter().for_each(|v| with_former_names(v, seen)),
        _ => {}
    }
}

/// Every renamed field is there under both names, and the schema says which of them is to be read.
#[test]
fn a_field_that_was_renamed_keeps_its_former_name_as_well() {
    let mut cut = asked_lts("once", protocol());
    cut.properties[0].left_out.add(List::ChoicePoints, 3);
    let mut seen = Vec::new();
    for report in [choices(), cut, inquest(), program(muv())].iter().chain(&pairs()) {
        let mut document = document(report);
        for class in document["properties"]
            .as_array_mut()
            .into_iter()
            .flatten()
            .flat_map(|p| p["classes"].as_array_mut())
            .flatten()
        {
            let own = class.as_object_mut().unwrap().remove("junctions");
            assert!(own.is_none_or(|own| own == class["explanation"]["choice_points"]), "{class:#}");
        }
        with_former_names(&document, &mut seen);
    }
    assert!(FORMER.iter().all(|(_, then)| seen.contains(then)), "{seen:?}");
    let schema: Value = serde_json::from_str(include_str!("../../../schema/wherefore-1.schema.json")).unwrap();
    let objects: Vec<&Value> = schema["$defs"].as_object().unwrap().values().map(|d| &d["properties"]).collect();
    for (now, then) in FORMER {
        let fields: Vec<&Value> = objects.iter().filter_map(|o| o.get(then)).collect();
        assert!(!fields.is_empty(), "{then} is not in the schema");
        for field in fields {
            assert_eq!(field["deprecated"], true, "{then}");
            assert!(field["description"].as_str().is_some_and(|d| d.contains(now)), "{then} does not name {now}");
        }
    }
}
