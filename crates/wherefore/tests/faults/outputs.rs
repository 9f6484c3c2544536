//! Files that are written: never onto what is read, never twice, tried before the work, and kept as they were.

use super::{PATIENCE, program};
use crate::support::repository;
use crate::support::watched::{Ran, Room};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use wherefore_test::{Need, skip};

fn run(room: &Room, line: &str) -> Ran {
    room.run(&mut program(room, line), PATIENCE, |_, _| ())
}

fn write(room: &Room, name: &str, text: &str) {
    std::fs::write(room.work().join(name), text).unwrap();
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// A room with one of each that a command reads.
fn furnished() -> Room {
    let room = Room::new();
    let models = repository().join("crates/wherefore/tests/cli");
    std::fs::copy(models.join("violated.smv"), room.work().join("m.smv")).unwrap();
    std::fs::copy(repository().join("examples/resend.aut"), room.work().join("g.aut")).unwrap();
    std::fs::copy(repository().join("examples/resend.mcl"), room.work().join("f.mcl")).unwrap();
    write(&room, "part.lus", "node Half (x: bool) returns (y: bool); let y = not x; tel\n");
    write(
        &room,
        "whole.lus",
        "include \"part.lus\"\nnode Main (a: bool) returns (b: bool); let b = Half(a); --%PROPERTY b;\n--%MAIN;\ntel\n",
    );
    write(&room, "hosts", "127.0.0.1:1\n");
    write(&room, "run.xml", "<counter-example/>");
    write(&room, "old.json", "{}");
    symlink("m.smv", room.work().join("link.smv")).unwrap();
    std::fs::hard_link(room.work().join("m.smv"), room.work().join("twin.smv")).unwrap();
    room
}

#[test]
fn faults_of_outputs_onto_inputs_are_refused_before_the_work() {
    let lines = [
        "check m.smv -o m.smv",
        "check m.smv -o ./m.smv",
        "check m.smv -o link.smv",
        "check link.smv -o m.smv",
        "check m.smv -o twin.smv",
        "check m.smv --trace-out m.smv --trace-format nusmv",
        "why m.smv --trace run.xml -o run.xml",
        "why m.smv --since old.json -o old.json --format json",
        "why g.aut -p f.mcl -o f.mcl",
        "why g.aut -p f.mcl -o g.aut",
        "why g.aut -p f.mcl --hosts hosts --process 0 -o hosts",
        "check whole.lus -o part.lus",
        "check whole.lus --trace-out part.lus --trace-format kind2",
        "diff m.smv link.smv -o m.smv",
        "tests m.smv -o m.smv",
        "mutate m.smv -o m.smv",
        "check m.smv -o same.txt --trace-out same.txt",
        "check m.smv -o same.txt --trace-out ./same.txt",
    ];
    let room = furnished();
    let names = ["m.smv", "g.aut", "f.mcl", "part.lus", "whole.lus", "hosts", "run.xml", "old.json"];
    let before = names.map(|name| text(&room.work().join(name)));
    for line in lines {
        let ran = run(&room, line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.contains("error[output-is-input]"), "{line}: {ran:?}");
        assert_eq!(names.map(|name| text(&room.work().join(name))), before, "{line}");
        assert!(!room.work().join("same.txt").exists(), "{line}");
    }
}

#[test]
fn faults_of_outputs_that_cannot_be_written_are_noticed_before_the_work() {
    let hard = "check crates/wherefore/tests/cli/hard/factor.smv --timeout 50s";
    for end in ["-o nowhere/x", "--trace-out nowhere/x.xml", "-o .", "--format html -o /proc/nothing/x"] {
        let room = Room::new();
        let line = format!("{hard} {end}");
        let ran = run(&room, &line);
        assert!(ran.code == Some(2) && ran.stderr.contains("error[cannot-write]"), "{line}: {ran:?}");
        assert!(ran.cpu < Duration::from_secs(5) && ran.stdout.is_empty() && ran.left.is_empty(), "{line}: {ran:?}");
    }
}

#[test]
fn faults_of_writing_at_the_end_print_the_report() {
    let room = furnished();
    let ran = run(&room, "check m.smv --format json -o /dev/full");
    assert!(ran.code == Some(2) && ran.stderr.contains("cannot write `/dev/full`"), "{ran:?}");
    assert!(serde_json::from_str::<serde_json::Value>(&ran.stdout).is_ok(), "{ran:?}");
    // A run that cannot be written does not cost the report.
    let ran = run(&room, "check m.smv --trace-out /dev/full --trace-format xml");
    assert!(ran.code == Some(2) && ran.stdout.contains("violated"), "{ran:?}");
}

#[test]
fn faults_of_links_and_rights_leave_both_as_they_were() {
    let room = furnished();
    let (link, target, dangling) =
        (room.work().join("out"), room.work().join("target"), room.work().join("to nothing yet"));
    write(&room, "target", "old");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink("target", &link).unwrap();
    symlink("made", &dangling).unwrap();
    assert_eq!(run(&room, "check m.smv -o out").code, Some(1));
    assert!(link.is_symlink() && text(&target).contains("violated"));
    assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let mut command = program(&room, "check m.smv -o");
    let ran = room.run(command.arg("to nothing yet"), PATIENCE, |_, _| ());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(dangling.is_symlink() && text(&room.work().join("made")).contains("violated"));
}

/// In a place of its own, where that can be had, because root can rename onto these, and they would be gone.
#[test]
fn faults_of_streams_by_name_are_written_where_they_are() {
    let room = furnished();
    let inner = program(&room, "check m.smv -o /dev/stdout");
    let script = "set -e; mount -t tmpfs none /mnt; mkdir -p /mnt/dev; mount --bind /mnt/dev /dev; mount --bind /proc /proc; \
                  ln -s /proc/self/fd /dev/fd; ln -s /proc/self/fd/1 /dev/stdout; \
                  echo before > here; set +e; \"$0\" \"$@\" >> here; echo \"code $?\"; readlink /dev/stdout; cat here";
    let mut command = Command::new("unshare");
    command.args(["-r", "-m", "sh", "-c", script]).arg(inner.get_program()).args(inner.get_args());
    let output = command.current_dir(room.work()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !said.starts_with("code ") {
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        return skip(Need::Mount, &format!("nothing can be mounted here: {why}"));
    }
    assert!(said.starts_with("code 1\n/proc/self/fd/1\nbefore\n") && said.contains("violated"), "{said}");
}
