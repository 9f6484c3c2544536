//! Surroundings of a check: streams, files, limits, signals, solvers that are not there.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a test reads and writes files, and waits")]

#[path = "behaviour/certificates.rs"]
mod certificates;
#[path = "behaviour/circles.rs"]
mod circles;
#[path = "behaviour/expectations.rs"]
mod expectations;
#[path = "behaviour/external_trace.rs"]
mod external_trace;
#[cfg(target_os = "linux")]
mod faults;
#[path = "behaviour/first_screen.rs"]
mod first_screen;
#[path = "behaviour/fix.rs"]
mod fix;
#[path = "behaviour/mcp.rs"]
mod mcp;
#[path = "behaviour/mutation.rs"]
mod mutation;
#[path = "behaviour/sources.rs"]
mod sources;
mod support;
#[path = "behaviour/vocabulary.rs"]
mod vocabulary;
#[path = "behaviour/watch.rs"]
mod watch;

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::*;

fn temporary(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("wherefore-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_model_comes_from_the_standard_input() {
    let model = std::fs::read(models().join("violated.smv")).unwrap();
    let mut command = wherefore(&models());
    command.args(["check", "-", "--language", "smv"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&model).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = wherefore(&models());
    let mut child =
        command.args(["check", "violated.smv"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(1), ""));
}

#[test]
fn a_missing_solver_is_named_with_the_way_to_get_it() {
    let folder = temporary("path");
    let model = repository().join("examples/account.smv");
    let output =
        wherefore(&folder).env("PATH", &folder).args(["check", "--engine", "smt"]).arg(model).output().unwrap();
    let text = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("pip install z3-solver"), "{text}");
    assert!(!text.contains("holds "), "{text}");
}

/// As a Python wheel lays them out: the program and z3 in one folder, nothing on the search path.
#[test]
fn a_solver_beside_the_program_is_found() {
    let path = std::env::var_os("PATH").unwrap();
    let z3 = std::env::split_paths(&path).map(|folder| folder.join("z3")).find(|file| file.is_file());
    let z3 = z3.expect("z3 is installed: source .ci/solvers.sh");
    let (folder, empty) = (temporary("beside"), temporary("empty"));
    let (program, built) = (folder.join("wherefore"), env!("CARGO_BIN_EXE_wherefore"));
    std::fs::hard_link(built, &program).or_else(|_| std::fs::copy(built, &program).map(drop)).unwrap();
    let model = repository().join("examples/account.smv");
    let run = || {
        let mut command = std::process::Command::new(&program);
        command.env("PATH", &empty).args(["check", "-p", "never_overdrawn"]).arg(&model).output().unwrap()
    };
    assert_eq!(run().status.code(), Some(2), "{}", stdout(&run()));
    std::os::unix::fs::symlink(z3, folder.join("z3")).unwrap();
    assert_eq!(run().status.code(), Some(1), "{}", stdout(&run()));
}

#[test]
fn a_timeout_ends_the_run_soon_and_leaves_it_undetermined() {
    for engine in ["auto", "bdd", "sat"] {
        let start = Instant::now();
        let output = run_line(&format!("wherefore check hard/factor.smv --engine {engine} --timeout 500ms"), &models());
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(3), "{engine}: {text}{}", stderr(&output));
        assert!(text.contains("timeout after 500ms"), "{engine}: {text}");
        assert!(start.elapsed() < Duration::from_secs(20), "{engine}: {:?}", start.elapsed());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_memory_limit_ends_the_run() {
    let output = run_line("wherefore check hard/factor.smv --memory 1M --timeout 60s", &models());
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("memory limit of 1M reached"), "{text}");
}

#[test]
fn an_interrupt_shows_what_is_known() {
    let mut command = wherefore(&models());
    let child =
        command.args(["check", "hard/factor.smv"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("interrupted"), "{}", stdout(&output));
}

#[test]
fn files_appear_whole_or_not_at_all() {
    let folder = temporary("files");
    let output =
        wherefore(&models()).args(["check", "violated.smv", "-o"]).arg(folder.join("report.txt")).output().unwrap();
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    assert!(std::fs::read_to_string(folder.join("report.txt")).unwrap().contains("violated"));

    let blocked = folder.join("blocked");
    std::fs::create_dir(&blocked).unwrap();
    let output = wherefore(&models()).args(["check", "violated.smv", "-o"]).arg(&blocked).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "a folder cannot be written over");
    assert!(stderr(&output).contains("error[cannot-write]"), "{}", stderr(&output));
    let output = wherefore(&models()).args(["check", "violated.smv", "-o", "/nowhere/at/all"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// There are 19683 classes; those known when the time is up are reported, and the verdict stands.
#[test]
fn a_timeout_leaves_the_verdict_and_the_classes_found_so_far() {
    // A busy machine may need longer to find them.
    for seconds in [2, 8, 32] {
        let start = Instant::now();
        let line = format!("wherefore why examples/many_paths.smv --no-fix --max-classes 30000 --timeout {seconds}s");
        let output = run_line(&line, &repository());
        assert!(start.elapsed() < Duration::from_secs(seconds + 18), "{:?}", start.elapsed());
        let said = stdout(&output);
        let is_told = said.contains("19683 ways to fail");
        if !is_told && seconds < 32 {
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{said}");
        let stopped = format!("timeout after {seconds}s");
        return assert!(said.contains(&stopped) && said.contains(" t79 ") && is_told, "{said}");
    }
}

/// The class of the guard that was mended is gone, the other is still there; a file that is no report is refused.
#[test]
fn classes_are_compared_with_an_earlier_run() {
    let folder = temporary("since");
    let text = std::fs::read_to_string(models().join("thermostat.smv")).unwrap();
    let why = |model: &str, more: &[&str]| {
        std::fs::write(folder.join("model.smv"), model).unwrap();
        wherefore(&folder).args(["why", "model.smv", "-p", "heats_when_cold"]).args(more).output().unwrap()
    };
    let before = why(&text, &["--format", "json", "-o", "before.json"]);
    assert_eq!(before.status.code(), Some(1), "{}", stderr(&before));
    let after = why(&text.replace("t <= 21", "t <= 20"), &["--since", "before.json"]);
    assert!(stdout(&after).contains("since before.json: 0 new, 1 fixed, 1 unchanged"), "{}", stdout(&after));
    let moved = why(&format!("-- A comment.\n{text}"), &["--since", "before.json"]);
    assert!(stdout(&moved).contains("0 new, 0 fixed, 2 unchanged"), "{}", stdout(&moved));
    std::fs::write(folder.join("before.json"), "{").unwrap();
    let broken = why(&text, &["--since", "before.json"]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(stderr(&broken).contains("error[not-a-report]"), "{}", stderr(&broken));
}

#[test]
fn runs_are_written_in_the_formats_of_other_tools() {
    let folder = temporary("traces");
    let starts = [
        ("run.xml", "<?xml"),
        ("run.json", "{"),
        ("run.vcd", "$version"),
        ("run.txt", "-- "),
        ("run.kind2.json", "[\n {\n  \"objectType\": \"property\""),
        ("run.wit", "sat\n"),
    ];
    for (name, start) in starts {
        let path = folder.join(name);
        let output = wherefore(&models()).args(["check", "violated.smv", "--trace-out"]).arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(start), "{name}: {text}");
        assert!(stderr(&output).contains(name), "{}", stderr(&output));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_is_drawn_where_nobody_watches() {
    let output = run_line("wherefore check hard/factor.smv --timeout 1500ms --engine sat", &models());
    assert_eq!(stderr(&output), "");
}

#[test]
fn bytes_that_are_not_text_are_a_warning_in_comments() {
    let folder = temporary("latin1");
    let mut model = b"-- caf\xe9\n".to_vec();
    model.extend(std::fs::read(models().join("holds.smv")).unwrap());
    std::fs::write(folder.join("m.smv"), model).unwrap();
    let output = run_line("wherefore check m.smv", &folder);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("warning[input-not-utf8]"), "{}", stderr(&output));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn completions_and_manual_are_generated() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run_line(&format!("wherefore completions {shell}"), &models());
        assert!(output.status.success() && stdout(&output).contains("trace-out"), "{shell}");
    }
    assert!(stdout(&run_line("wherefore man", &models())).contains(".TH wherefore"));
    assert!(stdout(&run_line("wherefore man check", &models())).contains("max\\-depth"));
}

/// Mutants are written beside each other, and what is there already is not touched.
#[test]
fn mutants_are_written_to_new_files_only() {
    let folder = temporary("mutants");
    let out = folder.join("a/b");
    let model = models().join("pairs/bell.smv");
    let write = || wherefore(&folder).arg("mutate").arg(&model).arg("--write").arg(&out).output().unwrap();
    let output = write();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let names = files(&out, "smv");
    assert!(names.len() > 5 && stdout(&output).contains(&format!("{} mutants", names.len())), "{}", stdout(&output));
    let (first, original) = (std::fs::read_to_string(&names[0]).unwrap(), std::fs::read_to_string(&model).unwrap());
    assert!(first != original && first.starts_with("-- A bell that rings"), "{first}");
    std::fs::write(&names[0], "mine").unwrap();
    let output = write();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is there already"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&names[0]).unwrap(), "mine");
    std::fs::remove_dir_all(&folder).unwrap();
}
