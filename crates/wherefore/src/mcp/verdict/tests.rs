use super::*;
use serde_json::json;

fn line(command: &str, code: i32, mut value: Value) -> String {
    value["command"] = json!(command);
    if value["obligations"].is_null() {
        value["obligations"] = json!({"verdict": "met"});
    }
    of(&StoredDocument { text: String::new(), value, code })
}

fn property(verdict: &str) -> Value {
    let certificate = json!({"statement": "inductive invariant", "rechecked_by": "sat"});
    let cause = json!({"kind": "deadline", "message": "deadline of 1s passed"});
    match verdict {
        "holds" => json!({"name": "p", "verdict": verdict, "certificate": certificate}),
        "undetermined" => json!({"name": "p", "verdict": verdict, "cause": cause}),
        "vacuous" => json!({"name": "p", "verdict": verdict, "vacuity": {"reason": "a is never true"}}),
        _ => {
            json!({"name": "p", "verdict": verdict, "enumeration": {"complete": true, "classes": 4, "proof": certificate}})
        }
    }
}

fn check(code: i32, verdicts: &[&str]) -> String {
    line("check", code, json!({"properties": verdicts.iter().map(|v| property(v)).collect::<Vec<_>>()}))
}

#[test]
fn the_first_line_says_what_an_answer_rests_on() {
    assert_eq!(check(0, &["holds"]), "holds, proved: inductive invariant; re-checked by sat");
    assert_eq!(check(1, &["violated"]), "violated: 4 ways, complete (proved: inductive invariant; re-checked by sat)");
    assert_eq!(check(3, &["undetermined"]), "UNDETERMINED (deadline): \"deadline of 1s passed\"");
    assert_eq!(check(0, &["holds", "holds"]), "holds: all 2 properties, proved");
    assert_eq!(
        check(1, &["holds", "violated", "undetermined"]),
        "violated: 1 of 3; UNDETERMINED: 1 of 3; holds: 1 of 3"
    );
    assert_eq!(check(3, &["holds", "undetermined"]), "UNDETERMINED: 1 of 2; holds: 1 of 2");
    assert_eq!(check(0, &["holds", "vacuous"]), "VACUOUS: 1 of 2; holds: 1 of 2");
    let unproved = json!({"name": "p", "verdict": "holds", "certificate": {"statement": "s", "rechecked_by": "",
        "not_rechecked": {"kind": "missing-solver", "message": "z3 is not installed"}}});
    let line = line("check", 0, json!({"properties": [unproved]}));
    assert_eq!(line, "holds, proved: s; NOT re-checked: \"z3 is not installed\"");
}

#[test]
fn nothing_that_is_not_known_can_be_read_as_holds() {
    let not_known = [
        check(3, &[]),
        check(3, &["holds"]),
        check(2, &["holds", "holds"]),
        check(3, &["odd"]),
        line("check", 3, json!({"properties": [property("holds")], "runs": "none"})),
        line("check", 2, json!({"properties": [], "obligations": {"verdict": "broken"}})),
        line("check", 2, json!({"properties": [], "diagnostics": [{"severity": "error"}]})),
        line("diff", 3, json!({"equivalent": null, "cause": {"kind": "deadline", "message": "m"}})),
        line("diff", 3, json!({"equivalent": true})),
        line("lint", 3, json!({"lint": {"findings": [], "asked": 3, "open": [{}]}})),
        line("lint", 3, json!({})),
        line("mutate", 3, json!({"mutation": {"noticed": 3, "undetermined": 1, "properties": []}})),
        line("mutate", 3, json!({})),
        line("fix", 3, json!({"properties": [property("undetermined")]})),
    ];
    for line in not_known {
        let first = line.split([' ', ':']).next().unwrap_or_default();
        assert!(first.len() > 4 && first.chars().all(|c| c.is_ascii_uppercase()), "{line}");
    }
    let assumed = json!({"properties": [property("holds")], "obligations": {"verdict": "undetermined"}});
    assert!(line("check", 0, assumed).contains("NOT decided"));
}
