//! `wherefore fix --apply`: the file holds afterwards, and differs only at the edits.

use crate::support::{repository, stderr, stdout, wherefore};
use crate::temporary;
use wherefore_test::Need;

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

#[test]
fn a_fix_of_a_netlist_is_applied_and_its_property_holds() {
    let folder = temporary("fix_netlist");
    std::fs::copy(repository().join("examples/hardware/fifo.btor2"), folder.join("fifo.btor2")).unwrap();
    let fixed =
        wherefore(&folder).args(["fix", "fifo.btor2", "-p", "overflow", "--apply", "--format", "json"]).output();
    let fixed = fixed.unwrap();
    let report: serde_json::Value =
        serde_json::from_str(&stdout(&fixed)).unwrap_or_else(|_| panic!("{}", stderr(&fixed)));
    assert_eq!(report["fixes"]["applied"], true);
    assert_eq!(report["fixes"]["ranked"][0]["conserves"], "only-failing-runs");
    assert!(report["fixes"]["tried"]["exonerated"].as_u64().is_some_and(|count| count > 0));
    let checked = wherefore(&folder).args(["check", "fifo.btor2", "-p", "overflow"]).status().unwrap();
    assert_eq!((fixed.status.code(), checked.code()), (Some(0), Some(0)));
}

#[test]
fn a_design_has_its_own_lines_and_fixes_of_its_netlist() {
    if wherefore_solve::search(&std::env::var_os("PATH").unwrap_or_default(), "yosys").is_none() {
        return wherefore_test::skip(Need::Yosys, "it translates designs");
    }
    let folder = temporary("fix_design");
    let design = std::fs::read_to_string(repository().join("examples/hardware/fifo.v")).unwrap();
    std::fs::write(folder.join("fifo.v"), &design).unwrap();
    let fixed = wherefore(&folder).args(["fix", "fifo.v", "-p", "overflow", "--apply", "--format", "json"]).output();
    let report: serde_json::Value = serde_json::from_str(&stdout(&fixed.unwrap())).unwrap();
    // Nothing is written into the design.
    assert_eq!(report["fixes"]["applied"], false);
    assert_eq!(std::fs::read_to_string(folder.join("fifo.v")).unwrap(), design);
    let line = |place: &serde_json::Value| {
        let number = place["line"].as_u64().expect("a line") as usize;
        (place["path"] == "fifo.v").then(|| design.lines().nth(number - 1).unwrap_or_default().trim().to_owned())
    };
    let property = line(&report["properties"][0]["span"]);
    assert_eq!(property.as_deref(), Some("overflow: assert (count <= 4);"));
    let first = &report["fixes"]["ranked"][0];
    assert_eq!(first["edits"][0]["place"]["path"], "fifo.v as a netlist");
    assert!(first["edits"][0]["place"]["block"]["path"].as_str().is_some_and(|place| place.starts_with("fifo.v:")));
    assert!(first["patch"].as_str().is_some_and(|patch| patch.starts_with("--- a/fifo.v as a netlist\n")));
    assert!(first["certificates"].as_array().is_some_and(|proofs| !proofs.is_empty()));
    // The netlist is no file, so that no log names it.
    let log = wherefore(&folder).args(["why", "fifo.v", "--format", "sarif"]).output();
    let log = stdout(&log.unwrap());
    assert!(log.contains("fifo.v") && !log.contains("as%20a%20netlist"), "{log}");
}
