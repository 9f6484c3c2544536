//! The fault matrix: every fault in every phase of five examples.
//!
//! To meet a phase for certain, it is made to last: reading waits for a pipe that brings only half a model, writing for a reader
//! that does not read, and between them a solver hangs, the first of a run, the second, the middle one or the last: the
//! search, its re-check, the search for other classes, the causes. Solvers are scripts that count how many were started and become
//! the real ones, or hang. Then the fault comes, and afterwards no process is left, no file is in pieces, and the report
//! names what is not finished.
//!
//! A few of the 180 combinations by default; each of them ten times by
//! `WHEREFORE_CASES=1800 cargo test --features cadical -p wherefore --test behaviour matrix -- --nocapture`.

use super::processes::{Mark, end, wait_for};
use super::{PATIENCE, program};
use crate::support::repository;
use crate::support::watched::{Room, signal};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The examples with their languages.
const EXAMPLES: [(&str, &str); 5] = [
    ("examples/account.smv", "smv"),
    ("examples/ac_integer.smv", "smv"),
    ("examples/muv.lus", "lustre"),
    ("examples/airbag.oss", "oss"),
    ("examples/ac.smv", "smv"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Signal(&'static str),
    Deadline,
    Memory,
}

const FAULTS: [Fault; 6] = [
    Fault::Signal("INT"),
    Fault::Signal("TERM"),
    Fault::Signal("HUP"),
    Fault::Signal("KILL"),
    Fault::Deadline,
    Fault::Memory,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Reading,
    Search,
    Recheck,
    Classes,
    Causes,
    Writing,
}

const PHASES: [Phase; 6] =
    [Phase::Reading, Phase::Search, Phase::Recheck, Phase::Classes, Phase::Causes, Phase::Writing];

/// Solvers that count themselves; one of them hangs.
struct Counted {
    folder: PathBuf,
}

impl Counted {
    /// In a room; the one of this number does something else instead.
    fn new(room: &Room, number: usize, instead: &str) -> Counted {
        let folder = room.work().parent().unwrap().join("solvers");
        std::fs::create_dir_all(folder.join("started")).unwrap();
        for solver in ["z3", "cvc5"] {
            let path = std::env::var("PATH").unwrap_or_default();
            let real = path.split(':').map(|p| Path::new(p).join(solver)).find(|p| p.is_file()).unwrap();
            let started = folder.join("started");
            let script = format!(
                "#!/bin/sh\nn=1\nwhile ! mkdir '{0}'/$n 2>/dev/null; do n=$((n+1)); done\n\
                 if [ $n -eq {number} ]; then : > '{1}'; {instead}; fi\nexec '{2}' \"$@\"\n",
                started.display(),
                folder.join("hangs").display(),
                real.display()
            );
            std::fs::write(folder.join(solver), script).unwrap();
            std::fs::set_permissions(folder.join(solver), std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Counted { folder }
    }

    /// How many were started.
    fn started(&self) -> usize {
        std::fs::read_dir(self.folder.join("started")).unwrap().count()
    }

    fn hangs(&self) -> bool {
        self.folder.join("hangs").exists()
    }

    fn on<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env("PATH", format!("{}:/usr/bin:/bin", self.folder.display()))
    }
}

/// A fault in a phase of an example.
struct Case {
    example: (&'static str, &'static str),
    fault: Fault,
    phase: Phase,
    /// How many solvers an undisturbed run starts.
    solvers: usize,
}

/// Outcome of a case.
#[derive(Debug)]
struct Outcome {
    code: Option<i32>,
    /// Whether the phase was met.
    is_met: bool,
    report: Option<String>,
    left: Vec<(u32, String)>,
    files: Vec<String>,
}

impl Case {
    /// The number of the solver that hangs; none does in the other phases.
    fn hanging(&self) -> usize {
        match self.phase {
            Phase::Reading | Phase::Writing => 0,
            Phase::Search => 1,
            Phase::Recheck => 2,
            Phase::Classes => self.solvers.div_ceil(2),
            Phase::Causes => self.solvers,
        }
    }

    fn line(&self) -> String {
        let limit = match (self.fault, self.phase) {
            (Fault::Deadline, Phase::Reading) => "--deadline 500ms",
            (Fault::Deadline, _) => "--deadline 4s",
            (Fault::Memory, Phase::Reading) => "--memory 1M",
            (Fault::Memory, _) => "--memory 300M",
            (Fault::Signal(_), _) => "",
        };
        let (path, language) = self.example;
        let model = if self.phase == Phase::Reading { "-" } else { path };
        let report = if self.phase == Phase::Writing { "--format html" } else { "--format json -o report" };
        format!("why {model} --language {language} {limit} {report}")
    }

    fn run(&self) -> Outcome {
        let (room, mark) = (Room::new(), Mark::new());
        let hang = if self.fault == Fault::Memory { "exec tail -c 600000000 /dev/zero" } else { "exec sleep 600" };
        let solvers = Counted::new(&room, self.hanging(), hang);
        let temporary = room.work().parent().unwrap().join("temporary");
        let mut command = program(&room, &self.line());
        command.current_dir(room.work()).env("TMPDIR", &temporary);
        let reading = self.phase == Phase::Reading;
        command.stdin(if reading { Stdio::piped() } else { Stdio::null() });
        command.stdout(if self.phase == Phase::Writing { Stdio::piped() } else { Stdio::null() }).stderr(Stdio::null());
        let mut child = mark.on(solvers.on(&mut command)).spawn().unwrap();
        let is_met = self.meet(&mut child, &solvers);
        match self.fault {
            Fault::Signal(name) if is_met => signal(&child, name),
            // A machine that does other things as well did not come so far: there is nothing to look at.
            Fault::Signal(_) => drop(child.kill()),
            Fault::Deadline | Fault::Memory => {}
        }
        let written = child.stdout.take().map(|mut out| {
            // A reader that waits for the deadline does not read before it.
            if self.fault == Fault::Deadline {
                end(&mut child);
            }
            let mut text = Vec::new();
            out.read_to_end(&mut text).unwrap();
            String::from_utf8_lossy(&text).into_owned()
        });
        let code = end(&mut child);
        let file = std::fs::read_to_string(room.work().join("report")).ok();
        let mut files = room.left();
        files.retain(|name| !name.ends_with("/report") && !name.starts_with("process "));
        Outcome { code, is_met, report: file.or(written), left: mark.left(), files }
    }

    /// Waits until the phase is met; whether it was before the end.
    fn meet(&self, child: &mut Child, solvers: &Counted) -> bool {
        match self.phase {
            Phase::Reading => {
                let text = std::fs::read(repository().join(self.example.0)).unwrap();
                let mut pipe = child.stdin.take().unwrap();
                let is_written = pipe.write_all(&text[..text.len() / 2]).is_ok();
                std::thread::sleep(Duration::from_millis(200));
                // Held open, as long as the process runs.
                std::mem::forget(pipe);
                is_written
            }
            Phase::Writing => {
                let mut first = [0];
                let out = child.stdout.as_mut().unwrap();
                out.read_exact(&mut first).is_ok()
            }
            _ => {
                let id = child.id();
                let is_gone = || std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|s| s.contains(") Z "));
                wait_for(PATIENCE, || solvers.hangs() || is_gone());
                solvers.hangs()
            }
        }
    }

    /// Asserts what must be so afterwards.
    fn assert(&self, outcome: &Outcome) {
        let what = format!("{:?} in {:?} of {}: {outcome:?}", self.fault, self.phase, self.example.0);
        assert_eq!(outcome.left, [], "processes: {what}");
        assert!(outcome.files.is_empty(), "files: {what}");
        match (&outcome.report, outcome.code) {
            // Killed, or before the handler was set up.
            (None, None) => {}
            (Some(page), _) if self.phase == Phase::Writing => {
                let may_be_cut = matches!(self.fault, Fault::Signal("KILL") | Fault::Deadline);
                assert!(may_be_cut || page.trim_end().ends_with("</html>"), "{what}");
            }
            (Some(report), _) => assert_said(report, &what),
            (None, _) => panic!("no report: {what}"),
        }
    }
}

/// The kinds of causes that come from outside.
const FROM_OUTSIDE: [&str; 4] = ["interrupted", "deadline", "memory", "timeout"];

/// Every part that a report leaves open for a cause from outside is among those that it calls unfinished, and none of these is
/// called exhausted.
fn assert_said(report: &str, what: &str) {
    let report: Value = serde_json::from_str(report).unwrap_or_else(|e| panic!("{e}: {what}"));
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let unfinished: Vec<String> =
        list(&report["unfinished"]).iter().map(|u| u["part"].as_str().unwrap().to_owned()).collect();
    let is_outside = |cause: &Value| cause["kind"].as_str().is_some_and(|kind| FROM_OUTSIDE.contains(&kind));
    assert!(!is_outside(&report["obligations"]["cause"]) || !unfinished.is_empty(), "{what}");
    for property in list(&report["properties"]) {
        let name = property["name"].as_str().unwrap();
        let stopped = &property["enumeration"]["stopped"];
        let is_named = unfinished.iter().any(|part| part == name);
        let is_open = is_outside(&property["cause"]) || is_outside(stopped);
        assert!(!is_open || is_named, "{name} is open and not said to be: {what}");
        assert!(!is_named || stopped["kind"] != "ways-tried", "{name} is said to be exhausted: {what}");
        let missing = list(&property["missing"]).iter().any(|u| u.to_string().contains("no time"));
        assert!(!missing || is_named, "{name} lacks a part for want of time: {what}");
    }
}

/// The solvers that an undisturbed run of an example starts.
fn undisturbed(example: (&'static str, &'static str)) -> usize {
    let room = Room::new();
    let solvers = Counted::new(&room, 0, ":");
    let mut command = program(&room, &format!("why {} --format json", example.0));
    let status = solvers.on(&mut command).current_dir(room.work()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(1), "{}", example.0);
    solvers.started()
}

#[test]
fn faults_of_the_matrix_leave_nothing_and_are_said() {
    let mut numbers = BTreeMap::new();
    let (mut met, mut cut, cases) = (0, 0, wherefore_test::cases(3) as usize);
    let first = wherefore_test::seed(3) as usize;
    for turn in 0..cases {
        // Every combination once before any comes again; 37 and 180 have no common divisor.
        let number = (first + turn * 37) % (EXAMPLES.len() * FAULTS.len() * PHASES.len());
        let example = EXAMPLES[number % EXAMPLES.len()];
        let fault = FAULTS[number / EXAMPLES.len() % FAULTS.len()];
        let phase = PHASES[number / EXAMPLES.len() / FAULTS.len()];
        let is_between = !matches!(phase, Phase::Reading | Phase::Writing);
        let solvers = if is_between { *numbers.entry(example).or_insert_with(|| undisturbed(example)) } else { 0 };
        let case = Case { example, fault, phase, solvers };
        wherefore_test::say(&format!("{fault:?} in {phase:?} of {}", example.0));
        let outcome = case.run();
        case.assert(&outcome);
        met += usize::from(outcome.is_met);
        cut += usize::from(outcome.report.as_ref().is_none_or(|r| r.contains("\"unfinished\"")));
    }
    wherefore_test::say(&format!(
        "{cases} faults, {met} in the phase meant, {cut} cut something off; solvers {numbers:?}"
    ));
    assert!(met * 2 >= cases, "too few phases were met: {met} of {cases}");
}

/// A report that was interrupted says so before anything else, in whatever form and whichever lens.
#[test]
fn faults_are_said_first_in_every_form() {
    for (index, example) in [EXAMPLES[2], EXAMPLES[0], EXAMPLES[3]].into_iter().enumerate() {
        let formats: &[&str] = if index == 0 { &["text", "html", "sarif", "junit", "json"] } else { &["text"] };
        for format in formats {
            let (room, mark) = (Room::new(), Mark::new());
            let solvers = Counted::new(&room, 2, "exec sleep 600");
            let mut command = program(&room, &format!("why {} --format {format}", example.0));
            mark.on(solvers.on(&mut command)).current_dir(room.work()).stdout(Stdio::piped()).stderr(Stdio::null());
            let child = command.spawn().unwrap();
            wait_for(PATIENCE, || solvers.hangs());
            std::thread::sleep(Duration::from_millis(300));
            // To the program and to its group, as `timeout` does: that is one signal, not two.
            signal(&child, "INT");
            signal(&child, "INT");
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let what = format!("{} as {format}: {text}", example.0);
            let first = text.lines().next().unwrap_or_default();
            match *format {
                "text" => assert!(first.starts_with("unfinished: ") && first.ends_with("(interrupted)"), "{what}"),
                "json" => assert_said(&text, &what),
                "html" => assert!(text.contains("\"unfinished\":[{"), "{what}"),
                "junit" => assert!(text.contains("unfinished: ") || text.contains("not begun: "), "{what}"),
                _ => assert!(text.contains("unfinished: ") && text.contains("interrupted"), "{what}"),
            }
            assert_eq!(mark.left(), [], "{what}");
        }
    }
}
