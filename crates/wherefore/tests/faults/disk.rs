//! Disks that are full, files that may not grow.

use super::{PATIENCE, assert_clean, program, run_under};
use crate::support::watched::{Ran, Room};
use std::fs::OpenOptions;
use std::process::{Command, Stdio};
use wherefore_test::{Need, skip};

fn assert_refused(ran: &Ran, what: &str) {
    assert_clean(ran, what);
    assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
    assert!(ran.stderr.contains("error[cannot-write]: cannot write"), "{what}: {ran:?}");
    assert!(!ran.stderr.contains(".wherefore-"), "names a temporary file: {what}: {ran:?}");
}

#[test]
fn faults_of_a_full_standard_output_are_said() {
    for format in ["text", "json", "html"] {
        let room = Room::new();
        let ran = run_under(
            &room,
            "exec > /dev/full",
            &format!("check crates/wherefore/tests/cli/violated.smv --format {format}"),
        );
        assert_refused(&ran, format);
        let ran = run_under(
            &room,
            ":",
            &format!("check crates/wherefore/tests/cli/violated.smv --format {format} -o /dev/full"),
        );
        assert_refused(&ran, format);
    }
}

/// A process that writes past this limit, here one block, is killed unless it takes care.
#[test]
fn faults_of_files_that_may_not_grow_are_said() {
    let lines = [
        "why examples/ac.smv -q --format html -o report.html",
        "why examples/ac.smv -q -o report.txt",
        "check examples/ac.smv -q --trace-out run.xml",
        "why examples/resend.aut -p examples/resend.mcl -q --format html -o report.html",
        "why examples/muv.lus -q --format dot -o out.dot",
        "tests examples/equivalence/airbag_controller.scxml -q --format csv -o suite.csv",
        "mutate examples/ac.smv -q --write mutants",
        "mutate examples/ac.smv -q --only 1 -o mutant.smv",
    ];
    for line in lines {
        let room = Room::new();
        let ran = run_under(&room, "ulimit -f 1", line);
        let folder = room.work().join("mutants");
        let is_empty = std::fs::read_dir(&folder).is_ok_and(|mut f| f.next().is_none());
        let left = ran.left.iter().filter(|l| !(is_empty && l.ends_with("mutants"))).cloned().collect();
        assert_refused(&Ran { left, ..ran }, line);
    }
}

/// A file system of 16 kilobytes, where that can be had: for the report, and for the temporary files of a graph.
#[test]
fn faults_of_a_full_file_system_are_said() {
    let room = Room::new();
    let folder = room.work().join("small");
    std::fs::create_dir(&folder).unwrap();
    let small = |line: &str| {
        let inner = program(&room, line);
        let script = format!(
            "mount -t tmpfs -o size=16k none '{0}' && cd '{0}' && {{ TMPDIR='{0}' \"$0\" \"$@\"; echo \"code $?\" >&2; ls -A '{0}' >&2; }}",
            folder.display()
        );
        let mut command = Command::new("unshare");
        command.args(["-r", "-m", "sh", "-c", &script]).arg(inner.get_program()).args(inner.get_args());
        command
            .stdin(Stdio::null())
            .output()
            .map(|o| String::from_utf8_lossy(&[o.stdout, o.stderr].concat()).into_owned())
    };
    let graph = room.work().join("graph.aut");
    std::fs::write(&graph, cycle(20_000)).unwrap();
    let report = small("why crates/wherefore/tests/cli/violated.smv --format html -o report.html").unwrap_or_default();
    if !report.contains("code ") {
        return skip(Need::Mount, &format!("no file system can be mounted here: {report}"));
    }
    assert!(report.contains("error[cannot-write]") && report.trim_end().ends_with("code 2"), "{report}");
    let line = format!("why {} -p [true*.\"a7\"]false --route disk", graph.display());
    let disk = small(&line).unwrap_or_default();
    // The graph could be read elsewhere: that is no error of the model, but nothing is known.
    assert!(disk.contains("No space left") && disk.trim_end().ends_with("code 3"), "{disk}");
}

/// A graph that is a ring.
pub fn cycle(states: usize) -> String {
    let lines = (0..states).map(|s| format!("({s}, \"a{}\", {})\n", s % 10, (s + 1) % states));
    format!("des (0, {states}, {states})\n{}", lines.collect::<String>())
}

/// A model that may not be read gives a message; a folder that may not be written to is named.
#[test]
fn faults_of_places_that_do_not_exist_are_said_without_temporary_names() {
    let room = Room::new();
    for line in [
        "check crates/wherefore/tests/cli/violated.smv -o nowhere/report.txt",
        "check crates/wherefore/tests/cli/violated.smv --trace-out nowhere/run.xml",
    ] {
        let ran = room.run(&mut program(&room, line), PATIENCE, |_, _| ());
        assert_refused(&ran, line);
        assert!(ran.stderr.contains("nowhere/") && ran.stderr.contains("No such file"), "{ran:?}");
    }
    assert!(OpenOptions::new().read(true).open("/dev/full").is_ok(), "a system without /dev/full");
}
