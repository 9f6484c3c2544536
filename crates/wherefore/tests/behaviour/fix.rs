//! `wherefore fix --apply`: the file holds afterwards, and differs only at the edits.

use crate::support::{repository, stderr, stdout, wherefore};
use crate::temporary;

#[test]
fn a_fix_that_is_applied_mends_the_file_and_leaves_the_rest() {
    let folder = temporary("fix");
    let before = std::fs::read_to_string(repository().join("examples/ac.smv")).unwrap();
    std::fs::write(folder.join("ac.smv"), &before).unwrap();
    let fixed = wherefore(&folder).args(["fix", "ac.smv", "--apply", "--format", "json"]).output().unwrap();
    let report: serde_json::Value =
        serde_json::from_str(&stdout(&fixed)).unwrap_or_else(|_| panic!("{}", stderr(&fixed)));
    assert_eq!(report["fixes"]["applied"], true);
    assert_eq!(report["fixes"]["ranked"][0]["conserves"], "only-failing-runs");
    let after = std::fs::read_to_string(folder.join("ac.smv")).unwrap();
    let changed: Vec<&str> =
        before.lines().zip(after.lines()).filter(|(old, new)| old != new).map(|(_, new)| new.trim()).collect();
    assert_eq!(changed, ["t4 := s = IDLE & e = enter & t > 24;", "t5 := s = ON & e = enter & t <= 24;"]);
    assert_eq!(before.lines().count(), after.lines().count());
    assert_eq!(fixed.status.code(), Some(0));
    let checked = wherefore(&folder).args(["check", "ac.smv"]).status().unwrap();
    assert_eq!(checked.code(), Some(0));
}

#[test]
fn a_fix_of_contracts_is_applied_and_the_checks_hold() {
    let folder = temporary("fix_contracts");
    let before = std::fs::read_to_string(repository().join("examples/masking.oss")).unwrap();
    std::fs::write(folder.join("doors.oss"), &before).unwrap();
    let fixed = wherefore(&folder).args(["fix", "doors.oss", "--apply", "--format", "json"]).output().unwrap();
    let report: serde_json::Value =
        serde_json::from_str(&stdout(&fixed)).unwrap_or_else(|_| panic!("{}", stderr(&fixed)));
    let first = &report["fixes"]["ranked"][0];
    assert_eq!(report["fixes"]["applied"], true);
    assert_eq!((&first["conserves"], &first["edits_given"]), (&"only-failing-runs".into(), &false.into()));
    assert_eq!(first["properties"], serde_json::json!(["doors.G1", "doors.G2"]));
    let after = std::fs::read_to_string(folder.join("doors.oss")).unwrap();
    assert_eq!(after, before.replace("release implies in the future open", "release implies then open"));
    let checked = wherefore(&folder).args(["check", "doors.oss"]).status().unwrap();
    assert_eq!((fixed.status.code(), checked.code()), (Some(0), Some(0)));
}
