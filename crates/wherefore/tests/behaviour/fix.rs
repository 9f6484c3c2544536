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
