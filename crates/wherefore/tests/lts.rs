//! Labelled transition systems from the command line: formulas, routes, formats, and what is wrong with them.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a test writes files, starts processes and waits")]

mod support;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::*;
use wherefore_lts::{GraphShape, Spec, generate};

fn temporary(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("wherefore-lts-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn resend() -> (PathBuf, PathBuf) {
    (repository().join("examples/resend.aut"), repository().join("examples/resend.mcl"))
}

/// `why MODEL -p PROPERTY` and more.
fn why(model: &Path, property: impl AsRef<std::ffi::OsStr>, more: &[&str]) -> Output {
    wherefore(&repository()).arg("why").arg(model).arg("-p").arg(property).args(more).output().unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", stdout(output), stderr(output)))
}

#[test]
fn a_formula_is_a_file_or_a_word() {
    let (model, file) = resend();
    let text = "[true* . \"DELIVER\" . (not \"SEND\")* . \"DELIVER\"] false";
    let (by_file, by_word) = (why(&model, file, &["--format", "json"]), why(&model, text, &["--format", "json"]));
    assert_eq!((by_file.status.code(), by_word.status.code()), (Some(1), Some(1)));
    let (by_file, by_word) = (json(&by_file), json(&by_word));
    let (left, right) = (&by_file["properties"][0], &by_word["properties"][0]);
    assert_eq!((left["name"].as_str(), right["name"].as_str()), (Some("resend"), Some("formula1")));
    for field in ["neighbourhoods", "counterexample_lts", "lts", "classes", "text"] {
        assert_eq!(left[field], right[field], "{field}");
    }
    assert_eq!(left["lts"]["states"], 6);
}

#[test]
fn what_holds_holds_and_what_deadlocks_is_said() {
    let (model, _) = resend();
    assert_eq!(why(&model, "[true*] <true> true", &[]).status.code(), Some(0));
    assert_eq!(why(&model, "[true* . \"ACK\" . true* . \"DELIVER\"] false", &[]).status.code(), Some(0));
    let starving = why(&model, "inevitable \"DONE\"", &["--format", "json"]);
    assert_eq!(starving.status.code(), Some(1));
    assert!(json(&starving)["properties"][0]["trace"]["loop"].is_number());
}

#[test]
fn check_gives_the_verdict_alone() {
    let (model, file) = resend();
    let output = wherefore(&repository()).arg("check").arg(&model).arg("-p").arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("violated") && !stdout(&output).contains("neighbourhood"), "{}", stdout(&output));
}

#[test]
fn every_complaint_has_a_place_and_code_two() {
    let folder = temporary("wrong");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(name), bytes).unwrap();
        folder.join(name)
    };
    let wrong = [
        (write("count.aut", b"des (0, 3, 2)\n(0, a, 1)\n"), "count.aut:1"),
        (write("range.aut", b"des (0, 1, 2)\n(0, a, 2)\n"), "range.aut:2"),
        (write("cut.aut", b"des (0, 2, 2)\n(0, a, 1)\n(1, \"b"), "cut.aut:3"),
        (write("binary.aut", b"\x7fELF\x02\x01\x00\x00\xff\xfe"), "binary.aut:1"),
        (write("empty.aut", b""), "empty.aut"),
    ];
    for (path, place) in wrong {
        let output = why(&path, "[true] false", &[]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{place}");
        assert!(stderr(&output).contains(place), "{place}: {}", stderr(&output));
    }
    let (model, _) = resend();
    for (formula, words) in [
        ("[ true* . ] false", "--property:1"),
        ("forall d: D . val(d == d)", "not known"),
        ("nothing.mcl", "cannot read"),
    ] {
        let output = why(&model, formula, &[]);
        assert_eq!(output.status.code(), Some(2), "{formula}");
        assert!(stderr(&output).contains(words), "{formula}: {}", stderr(&output));
    }
    let without = wherefore(&repository()).arg("why").arg(&model).output().unwrap();
    assert_eq!(without.status.code(), Some(2));
    assert!(stderr(&without).contains("--property"), "{}", stderr(&without));
}

#[test]
fn graphs_are_written_for_other_tools() {
    let (model, file) = resend();
    let autx = why(&model, &file, &["--format", "autx"]);
    assert!(stdout(&autx).starts_with("des (0, ") && stdout(&autx).contains("\"ACK\":GREEN, -1)"), "{}", stdout(&autx));
    for picture in ["abstracted", "neighbourhood", "whole"] {
        let dot = why(&model, &file, &["--format", "dot", "--picture", picture]);
        assert!(stdout(&dot).starts_with("digraph"), "{picture}: {}", stdout(&dot));
    }
    let holds = why(&model, "[true*] <true> true", &["--format", "dot"]);
    assert_eq!((holds.status.code(), stdout(&holds).as_str()), (Some(0), ""));
    assert!(stderr(&holds).contains("nothing to draw"), "{}", stderr(&holds));
    let door = wherefore(&repository()).args(["why", "examples/door.smv", "--format", "autx"]).output().unwrap();
    assert_eq!(door.status.code(), Some(2), "{}", stderr(&door));
}

#[test]
fn a_run_can_be_asked_for() {
    let (model, file) = resend();
    let ask = |more: &[&str]| {
        let words: Vec<&str> = ["--format", "json"].iter().chain(more).copied().collect();
        json(&why(&model, &file, &words))["properties"][0].clone()
    };
    let steps = |property: &serde_json::Value| property["trace"]["steps"].as_array().unwrap().len() - 1;
    assert_eq!(steps(&ask(&[])), 5);
    let lost = ask(&["--pattern", "\"FRAME_LOST\"", "--pattern", "'ACK.*'"]);
    assert_eq!((steps(&lost), lost["shown"].as_str().unwrap().contains("FRAME_LOST")), (7, true));
    let none = ask(&["--pattern", "\"ACK\"", "--pattern", "\"DELIVER\""]);
    assert_eq!(steps(&none), 5);
    let near = ask(&["--to-neighbourhood", "--kind", "cin,ci"]);
    assert!(near["shown"].as_str().unwrap().contains("neighbourhood of kind"), "{near}");
}

/// A random graph with few labels, and a formula that it violates after some steps.
fn sample(folder: &Path, states: u32, transitions: u64) -> (PathBuf, &'static str) {
    let path = folder.join("sample.aut");
    let spec = Spec { states, transitions, labels: 12, seed: 7, shape: GraphShape::Random };
    generate(std::io::BufWriter::new(std::fs::File::create(&path).unwrap()), &spec).unwrap();
    (path, "[true* . 'a3' . (not 'a5')* . 'a7' . 'a9' . 'a1' . 'a2'] false")
}

/// Parts on which all routes must agree: everything but times.
fn answer(output: &Output) -> serde_json::Value {
    let mut property = json(output)["properties"][0].clone();
    for measured in ["seconds", "engine"] {
        property.as_object_mut().unwrap().remove(measured);
    }
    property
}

#[test]
fn all_routes_and_any_number_of_threads_agree() {
    let folder = temporary("routes");
    let (path, formula) = sample(&folder, 3_000, 9_000);
    let ask = |more: &[&str]| answer(&why(&path, formula, &[&["--format", "json"], more].concat()));
    let expected = ask(&["--route", "memory"]);
    assert_eq!(expected["verdict"], "violated");
    for more in [&["--route", "disk"][..], &["--workers", "1"], &["--workers", "2"]] {
        assert_eq!(ask(more), expected, "{more:?}");
    }
    let one = wherefore(&repository())
        .env("RAYON_NUM_THREADS", "1")
        .args(["why", "--format", "json", "-p", formula])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(answer(&one), expected);
}

#[test]
fn a_graph_that_does_not_fit_the_limit_is_kept_in_files() {
    let folder = temporary("limit");
    let (path, formula) = sample(&folder, 100_000, 5_000_000);
    let limited = why(&path, formula, &["--format", "json", "--memory", "84M"]);
    assert_eq!(answer(&limited), answer(&why(&path, formula, &["--format", "json"])));
    let refused = why(&path, formula, &["--memory", "20M"]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
}

/// Free ports, one for each process, as a file of hosts.
fn hosts(folder: &Path, count: usize) -> PathBuf {
    let ports: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: String = ports.iter().map(|p| format!("{}\n", p.local_addr().unwrap())).collect();
    std::fs::write(folder.join("hosts"), lines).unwrap();
    folder.join("hosts")
}

fn process(path: &Path, formula: &str, hosts: &Path, number: usize) -> Child {
    let mut command: Command = wherefore(&repository());
    command.args(["why", "--format", "json", "-p", formula, "--process", &number.to_string(), "--hosts"]);
    command.arg(hosts).arg(path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn processes_agree_and_one_reports() {
    let folder = temporary("processes");
    // On a machine with few cores, many processes mostly wait for each other: four of them are asked in `wherefore-lts`.
    let (path, formula) = sample(&folder, 1_000, 3_000);
    let expected = answer(&why(&path, formula, &["--format", "json"]));
    for count in [2] {
        let hosts = hosts(&folder, count);
        let all: Vec<Child> = (0..count).map(|number| process(&path, formula, &hosts, number)).collect();
        let outputs: Vec<Output> = all.into_iter().map(|p| p.wait_with_output().unwrap()).collect();
        assert_eq!(answer(&outputs[0]), expected);
        for (number, output) in outputs.iter().enumerate() {
            assert_eq!((output.status.code(), stderr(output).as_str()), (Some(1), ""), "process {number}");
            assert!(number == 0 || output.stdout.is_empty());
        }
    }
}

#[test]
fn a_process_that_dies_ends_the_others() {
    let folder = temporary("death");
    let (path, formula) = sample(&folder, 200_000, 1_000_000);
    let hosts = hosts(&folder, 2);
    let (survivor, mut victim) = (process(&path, formula, &hosts, 0), process(&path, formula, &hosts, 1));
    std::thread::sleep(Duration::from_millis(400));
    victim.kill().unwrap();
    victim.wait().unwrap();
    let start = Instant::now();
    let output = survivor.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    let said = format!("{}{}", stdout(&output), stderr(&output));
    assert!(said.contains("process 1 of 2") && !said.contains("panicked"), "{said}");
}

/// A model of the given transitions in a file of its own.
fn model(folder: &Path, name: &str, text: &str) -> PathBuf {
    std::fs::write(folder.join(name), text).unwrap();
    folder.join(name)
}

#[test]
fn the_smallest_models_and_formulas_have_answers() {
    let folder = temporary("small");
    let single = model(&folder, "single.aut", "des (0, 0, 1)\n");
    for (formula, code) in
        [("[true*] <true> true", 1), ("false", 1), ("true", 0), ("[true] false", 0), ("inevitable \"a\"", 1)]
    {
        let output = why(&single, formula, &[]);
        assert_eq!(output.status.code(), Some(code), "{formula}: {}{}", stdout(&output), stderr(&output));
    }
    assert!(stdout(&why(&single, "false", &[])).contains("the initial state is a violation"));
}

#[test]
fn of_liveness_nothing_is_said_that_only_safety_has() {
    let folder = temporary("liveness");
    // The run that never does A meets no neighbourhood; and a run that does what is asked for ever need not fail.
    let apart = model(&folder, "apart.aut", "des (0, 5, 4)\n(0, B, 1)\n(1, B, 0)\n(1, B, 2)\n(2, B, 0)\n(2, A, 3)\n");
    let lossy = model(&folder, "lossy.aut", "des (0, 3, 2)\n(0, REQ, 1)\n(1, ACK, 0)\n(1, LOSE, 1)\n");
    for (path, formula) in [(apart, "inevitable \"A\""), (lossy, "[true* . \"REQ\"] inevitable \"ACK\"")] {
        let output = why(&path, formula, &[]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let said = stdout(&output);
        assert!(!said.contains("point of no return") && !said.contains("every counterexample passes"), "{said}");
    }
}

#[test]
fn an_automaton_that_does_not_fit_is_said_to_be_so() {
    let (model, _) = resend();
    let formula = format!("[true* . \"ACK\"{} . \"SEND\"] false", " . true".repeat(13));
    let output = why(&model, &formula, &["--memory", "40M"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let folder = temporary("wide");
    let (path, _) = sample(&folder, 100_000, 200_000);
    let wide = format!("[true* . \"a1\"{} . \"a2\"] false", " . true".repeat(12));
    let output = why(&path, &wide, &["--memory", "200M"]);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("automaton"), "{}", stdout(&output));
    let report = json(&why(&path, &wide, &["--memory", "200M", "--format", "json"]));
    assert_eq!(report["properties"][0]["cause"]["kind"], "memory", "{}", report["properties"][0]["cause"]);
}

/// A chain with a way out of every state, all but the last by labels that repeat: as many classes as there are labels, and a
/// choice at every step.
fn chain(folder: &Path, states: usize, labels: usize) -> PathBuf {
    let mut lines = Vec::new();
    for state in 0..states {
        let (label, next) = if state + 1 < states { ("step", state + 1) } else { ("BAD", states + 1) };
        lines.push(format!("({state}, \"{label}\", {next})\n({state}, \"exit {}\", {states})\n", state % labels));
    }
    model(folder, "chain.aut", &format!("des (0, {}, {})\n{}", 2 * states, states + 2, lines.concat()))
}

#[test]
fn a_small_graph_makes_a_report_that_can_be_opened() {
    let folder = temporary("bounded");
    let path = chain(&folder, 500, 300);
    let formula = "[true* . \"BAD\"] false";
    for (format, most) in [("json", 20_000_000), ("html", 10_000_000), ("sarif", 25_000_000), ("junit", 100_000)] {
        let output = why(&path, formula, &["--format", format]);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", stderr(&output));
        assert!(output.stdout.len() < most, "{format} has {} bytes", output.stdout.len());
    }
    let report = json(&why(&path, formula, &["--format", "json"]));
    let property = &report["properties"][0];
    assert_eq!(property["enumeration"]["total"], 301, "each label, and the last state");
    assert_eq!(property["classes"].as_array().map(Vec::len), Some(200));
    let cut = |list: &str| {
        let all = property["left_out"].as_array().into_iter().flatten();
        all.filter(|c| c["kind"] == list).map(|c| c["entries"].as_u64().unwrap_or(0)).sum::<u64>()
    };
    let sum = |count: &dyn Fn(&serde_json::Value) -> u64| {
        property["classes"].as_array().into_iter().flatten().map(count).sum::<u64>()
    };
    let missing = sum(&|class| 500 - class["explanation"]["choice_points"].as_array().map_or(0, |j| j.len() as u64));
    assert_eq!(cut("choice-points"), missing, "choice points that are not listed");
    let nearest = |class: &serde_json::Value| class["explanation"]["nearest"]["trace"]["steps_left_out"].as_u64();
    let of_runs = sum(&|class| class["trace"]["steps_left_out"].as_u64().unwrap_or(0) + nearest(class).unwrap_or(0));
    assert_eq!(cut("steps"), of_runs, "steps that are not listed");
    for class in property["classes"].as_array().into_iter().flatten() {
        let (run, length) = (&class["trace"], class["length"].as_u64().unwrap_or(0));
        let listed = run["steps"].as_array().map_or(0, |s| s.len() as u64);
        assert_eq!(listed + run["steps_left_out"].as_u64().unwrap_or(0), length + 1);
    }
    let said = stdout(&why(&path, formula, &[]));
    assert!(said.contains("of 301 in all") && said.contains("left out of this report"), "{said}");
    assert!(said.contains("--max-classes") && !said.contains("--engine"), "{said}");
    let all = json(&why(&path, formula, &["--format", "json", "--max-classes", "301"]));
    assert_eq!(all["properties"][0]["enumeration"]["complete"], true);
}

#[test]
fn a_run_that_nobody_can_read_is_cut_and_its_length_is_said() {
    let folder = temporary("long");
    let states = 30_000;
    let line = |n: usize| format!("({n}, \"{}\", {})\n", if n + 1 == states { "BAD" } else { "step" }, n + 1);
    let lines: String = (0..states).map(line).collect();
    let path = model(&folder, "long.aut", &format!("des (0, {states}, {})\n{lines}", states + 1));
    let output = why(&path, "[true* . \"BAD\"] false", &["--format", "json"]);
    let report = json(&output);
    let run = &report["properties"][0]["trace"];
    assert_eq!(run["steps"].as_array().map(Vec::len), Some(10_000));
    assert_eq!(run["steps_left_out"], states + 1 - 10_000);
    let said = stdout(&why(&path, "[true* . \"BAD\"] false", &[]));
    assert!(said.contains("shortest counterexample: 30000 steps") && said.contains("20001 more states"), "{said}");
}

/// More neighbourhoods than were ever sorted, in one class.
#[test]
fn all_neighbourhoods_are_sorted_into_classes() {
    let folder = temporary("fan");
    let (states, lines) = (12_000, |n: usize| format!("(0, go, {n})\n({n}, good, 12001)\n({n}, bad, 12002)\n"));
    let text: String = (1..=states).map(lines).collect();
    let path = model(&folder, "fan.aut", &format!("des (0, {}, {})\n{text}", 3 * states, states + 3));
    let report = json(&why(&path, "[true* . bad] false", &["--format", "json"]));
    let property = &report["properties"][0];
    assert_eq!(property["enumeration"]["complete"], true, "{}", property["enumeration"]);
    assert_eq!(property["classes"].as_array().map(Vec::len), Some(1));
    assert_eq!(property["classes"][0]["count"], states);
}

#[test]
fn a_loop_is_not_said_to_be_shortest_and_is_not_long() {
    let folder = temporary("loops");
    // From 1 a long way round is the first choice; a short one leads back at once.
    let mut lines = vec!["(0, REQ, 1)".to_owned(), "(1, round, 2)".to_owned(), "(1, wait, 102)".to_owned()];
    lines.extend((2..101).map(|n| format!("({n}, round, {})", n + 1)));
    lines.extend(["(101, round, 1)".to_owned(), "(102, wait, 1)".to_owned(), "(1, ACK, 0)".to_owned()]);
    let path = model(&folder, "loops.aut", &format!("des (0, {}, 103)\n{}\n", lines.len(), lines.join("\n")));
    let formula = "[true* . \"REQ\"] inevitable \"ACK\"";
    let said = stdout(&why(&path, formula, &[]));
    assert!(said.contains("counterexample: 3 steps") && !said.contains("shortest counterexample"), "{said}");
    let report = json(&why(&path, formula, &["--format", "json"]));
    let property = &report["properties"][0];
    assert_eq!(property["trace"]["shortest"], false);
    assert!(property["classes"].as_array().into_iter().flatten().all(|c| c["trace"]["shortest"] == false));
}

#[test]
fn machines_need_a_key_that_is_a_secret() {
    use std::os::unix::fs::PermissionsExt;
    let folder = temporary("key");
    let (path, file) = resend();
    let there = model(&folder, "there", "127.0.0.1:1\n192.0.2.7:1\n");
    let here = model(&folder, "here", "127.0.0.1:1\nlocalhost:2\n");
    let key = model(&folder, "key", "0123456789abcdef0123456789abcdef\n");
    let short = model(&folder, "short", "too short\n");
    std::fs::set_permissions(&short, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
    let ask = |hosts: &Path, key: Option<&Path>| {
        let mut words = vec!["--hosts", hosts.to_str().unwrap(), "--process", "0", "--deadline", "1s"];
        words.extend(key.iter().flat_map(|key| ["--hosts-key", key.to_str().unwrap()]));
        why(&path, &file, &words)
    };
    for (key, words) in [(None, "no shared secret"), (Some(&*key), "others can read"), (Some(&*short), "is no key")] {
        let output = ask(&there, key);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        assert!(stderr(&output).contains(words), "{words}: {}", stderr(&output));
    }
    // On this machine alone it goes on, and no process answers.
    assert_eq!(ask(&here, None).status.code(), Some(3));
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(ask(&here, Some(&key)).status.code(), Some(3));
}
