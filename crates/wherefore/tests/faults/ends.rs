//! Ends from outside: signals and readers that leave, at any time.

use super::disk::cycle;
use super::{PATIENCE, assert_clean, program, run};
use crate::support::watched::{Ran, Room, signal};
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};
use wherefore_test::below;

/// Work of every kind, most of it longer than the test waits.
const LINES: &[&str] = &[
    "why examples/many_paths.smv --max-classes 30000",
    "check crates/wherefore/tests/cli/hard/factor.smv",
    "why examples/flasher.lus",
    "why examples/audio_player.scxml",
    "why examples/airbag.oss",
    "diff examples/equivalence/turn_indicator.scxml examples/equivalence/turn_indicator_other.scxml",
    "tests examples/equivalence/airbag_controller.scxml --method all --extra-states 2",
    "why GRAPH -p [true*.\"a7\".true*.\"b\"]false --route disk",
    "why examples/account.smv --engine smt",
];

/// How soon after a signal the program must have ended. A machine that does other things as well may take longer.
const SOON: Duration = Duration::from_secs(3);
const BUSY: Duration = Duration::from_secs(7);

/// A report is there and whole, or it is not there.
fn assert_whole(room: &Room, is_html: bool, what: &str) -> Option<String> {
    let text = std::fs::read_to_string(room.work().join("report")).ok()?;
    let whole = if is_html {
        text.trim_end().ends_with("</html>")
    } else {
        serde_json::from_str::<serde_json::Value>(&text).is_ok()
    };
    assert!(whole, "{what}: a part of a report: {text}");
    Some(text)
}

#[test]
fn faults_of_signals_end_the_run_soon_and_leave_no_part_of_a_file() {
    let mut state = wherefore_test::seed(5);
    for turn in 0..wherefore_test::cases(9) as usize {
        let line = LINES[turn % LINES.len()];
        let (delay, name) = (Duration::from_millis(below(&mut state, 1000) as u64), ["INT", "TERM", "HUP"][turn % 3]);
        let is_html = turn % 2 == 1;
        let what = format!("{line}, {name} after {delay:?}");
        let room = Room::new();
        let graph = room.work().join("graph.aut");
        std::fs::write(&graph, cycle(100_000)).unwrap();
        let line = line.replace("GRAPH", "graph.aut");
        let format = if is_html { "html" } else { "json" };
        let report = if line.starts_with(['d', 't']) { "--report" } else { "--output" };
        let mut sent = None;
        let mut command = program(&room, &format!("{line} --format {format} {report} report"));
        let ran = room.run(&mut command, PATIENCE, |child, time| {
            if time >= delay && sent.is_none() {
                sent = Some(Instant::now());
                signal(child, name);
            }
        });
        let took = sent.map_or(Duration::ZERO, |s| s.elapsed());
        let text = assert_whole(&room, is_html, &what);
        let ours = |l: &String| l.ends_with("/graph.aut") || l.ends_with("/report");
        let ran = Ran { left: ran.left.iter().filter(|l| !ours(l)).cloned().collect(), ..ran };
        assert_clean(&ran, &what);
        assert!(took < SOON + BUSY, "{what}: {took:?}");
        match ran.code {
            // The signal came before the handler was set up.
            None => assert!(text.is_none(), "{what}: {ran:?}"),
            Some(3) => assert!(text.is_some_and(|t| t.contains("interrupted")), "{what}: {ran:?}"),
            // The run was over before, or a violation was found before.
            Some(0 | 1) => assert!(text.is_some(), "{what}: {ran:?}"),
            Some(other) => panic!("{what}: exit code {other}: {ran:?}"),
        }
    }
}

/// A reader that stops has seen enough: no message, and the code of the verdict.
#[test]
fn faults_of_readers_that_leave_are_none() {
    let mut state = wherefore_test::seed(3);
    let lines = [
        "check crates/wherefore/tests/cli/violated.smv",
        "why examples/ac.smv --format html",
        "why examples/blocks.lus --format json",
    ];
    let codes = lines.map(|line| run(line).code);
    for turn in 0..wherefore_test::cases(9) as usize {
        let (line, bytes) = (lines[turn % lines.len()], below(&mut state, 1 << (turn % 3 * 7)));
        let room = Room::new();
        let mut command = program(&room, line);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut said = String::new();
        let ran = room.watch(&mut command, PATIENCE, |child, _| {
            if let Some(mut out) = child.stdout.take() {
                let _ = out.read_exact(&mut vec![0; bytes]);
                drop(out);
                let mut err = child.stderr.take().unwrap();
                // Every other reader leaves both streams.
                if turn % 2 == 0 {
                    err.read_to_string(&mut said).unwrap();
                }
            }
        });
        let what = format!("{line}, left after {bytes} bytes");
        assert_clean(&ran, &what);
        assert!(!said.contains("pipe") && !said.contains("error"), "{what}: {said}");
        assert_eq!(ran.code, codes[turn % lines.len()], "{what}: {ran:?}");
    }
}

/// The whole command has its time, reading included: decided verdicts are reported, the rest is open.
#[test]
fn a_deadline_ends_the_command_whatever_it_does() {
    let two = "check crates/wherefore/tests/cli/hard/two.smv --deadline 4s --format json";
    let ran = run(two);
    assert_clean(&ran, two);
    assert_eq!(
        super::verdicts(&ran, two),
        [("quick", "violated"), ("hard", "undetermined"), ("harder", "undetermined")]
            .map(|(name, verdict)| (name.to_owned(), verdict.to_owned()))
    );
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let kinds: Vec<&serde_json::Value> = (1..3).map(|i| &document["properties"][i]["cause"]["kind"]).collect();
    assert_eq!(kinds, ["deadline", "deadline"], "{ran:?}");
    let parts: Vec<&serde_json::Value> = (0..2).map(|i| &document["unfinished"][i]["part"]).collect();
    assert_eq!(parts, ["hard", "harder"], "{ran:?}");
    // A pipe that brings nothing.
    let room = Room::new();
    let mut command = program(&room, "check - --language smv --deadline 500ms");
    let (input, _held) = std::io::pipe().unwrap();
    let ran = room.run(command.stdin(input), PATIENCE, |_, _| ());
    assert_clean(&ran, "a pipe");
    assert!(ran.code == Some(3) && ran.stdout.contains("deadline of 500ms reached"), "{ran:?}");
    assert!(ran.wall < SOON + BUSY, "{ran:?}");
    // A reader who does not read.
    let mut command = program(&room, "why examples/ac.smv --format html --deadline 500ms");
    let ran = room.watch(command.stdout(Stdio::piped()).stderr(Stdio::piped()), PATIENCE, |_, _| ());
    assert!(!ran.hung && ran.left.is_empty() && ran.code == Some(3), "{ran:?}");
}

/// The limit of memory counts from the start, and a front end, which does not listen, is not waited for.
#[test]
fn a_memory_limit_ends_the_reading_of_a_model() {
    let room = Room::new();
    let numbers = 0..60_000;
    let declared: String = numbers.clone().map(|i| format!("  v{i} : 0..7;\n")).collect();
    let changed: String = numbers.map(|i| format!("  next(v{i}) := (v{i} + 1) mod 8;\n")).collect();
    let model = format!("MODULE main\nVAR\n{declared}ASSIGN\n{changed}INVARSPEC v0 < 7;\n");
    std::fs::write(room.work().join("large.smv"), model).unwrap();
    let ran = room.run(&mut program(&room, "check large.smv --memory 32M"), PATIENCE, |_, _| ());
    assert!(ran.stdout.contains("memory limit of 32M reached while the model was read"), "{ran:?}");
    assert!(ran.code == Some(3) && ran.peak < 200 << 20, "{ran:?}");
}
