//! Every document follows the published schema, and the schema refuses documents that are wrong.

mod support;

use serde_json::{Value, json};
use support::*;
use wherefore_report::cause::{Cause, TOPICS};
use wherefore_report::json::render;
use wherefore_report::view::{Obligations, PropertyTime, Report, StageTime, Stats, Verdict};

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../../schema/wherefore-1.schema.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).expect("the schema itself is a schema");
    jsonschema::validator_for(&schema).unwrap()
}

fn everything() -> Report {
    let mut report = report(
        vec![
            property("good", "x <= 7", holds()),
            property("bad", "x < 3", Verdict::Violated(run(4, None))),
            property("lasso \u{1b}\"", "G F x = 0", Verdict::Violated(run(4, Some(1)))),
            property("unknown", "x < 9", undetermined()),
        ],
        vec![broken()],
    );
    let stage = StageTime { engine: Some("bmc".to_owned()), stage: "search", seconds: 0.2 };
    let property = PropertyTime { name: "bad".to_owned(), seconds: 0.3, in_engines: 0.2, stages: vec![stage] };
    report.stats = Some(Stats { seconds: 0.5, stages: Vec::new(), properties: vec![property] });
    report
}

fn document(report: &Report) -> Value {
    serde_json::from_str(&render(report)).unwrap()
}

#[test]
fn documents_follow_the_schema() {
    let schema = schema();
    let mut reports = vec![everything(), report(Vec::new(), Vec::new())];
    for obligations in [Obligations::NotChecked, Obligations::Broken] {
        reports.push(Report { obligations, ..report(Vec::new(), vec![broken()]) });
    }
    for topic in TOPICS {
        let cause = Cause::new(topic.kind, "words");
        let verdict = Verdict::Undetermined(cause.clone());
        let obligations = Obligations::Undetermined(cause);
        reports.push(Report { obligations, ..report(vec![property("p", "x", verdict)], Vec::new()) });
    }
    for report in reports {
        let document = document(&report);
        let errors: Vec<String> =
            schema.iter_errors(&document).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{document:#}");
    }
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

/// An oracle that accepts everything is none: each of these changes must be refused.
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
    more["properties"][0]["enumeration"] = json!({ "level": 1 });
    assert!(schema.is_valid(&more), "further fields may follow");
}
