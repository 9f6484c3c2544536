//! Solvers that are missing, break off, talk nonsense or never answer.
//!
//! Scripts called `z3` and `cvc5` stand before the real ones on the path. Whatever they do, a verdict is the one that sound
//! solvers give, or undetermined with the cause.

use super::{PATIENCE, assert_clean, program, run, verdicts};
use crate::support::watched::{Ran, Room};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use wherefore_test::below;

/// Models that need a solver program.
const LINES: &[&str] = &[
    "check examples/account.smv --engine smt --format json",
    "check examples/ac_integer.smv --format json",
    "check examples/muv.lus --format json",
    "why examples/account.smv --format json",
];

/// Programs that are no solvers, and what each does at once.
const BROKEN: &[(&str, &str)] = &[
    ("ends", "exit 0"),
    ("fails", "echo 'no licence' >&2; exit 3"),
    ("kills itself", "kill -9 $$"),
    ("talks", "echo 'hello ) world ('; exec cat > /dev/null"),
    ("says one word", "echo sat; exit 0"),
    ("does not read", "exec sleep 600"),
    ("never ends its answer", "exec tr '\\000' x < /dev/zero"),
];

/// A folder with scripts in the place of both solvers.
struct Fakes {
    folder: PathBuf,
}

impl Fakes {
    fn new(name: &str, body: impl Fn(&str) -> String) -> Fakes {
        let folder = crate::temporary(name);
        for solver in ["z3", "cvc5"] {
            let path = folder.join(solver);
            std::fs::write(&path, format!("#!/bin/sh\n{}\n", body(solver))).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Fakes { folder }
    }

    /// Runs a line with the fakes before everything else on the path.
    fn run(&self, line: &str) -> Ran {
        let path = format!("{}:{}", self.folder.display(), std::env::var("PATH").unwrap_or_default());
        let room = Room::new();
        room.run(program(&room, line).env("PATH", path), PATIENCE, |_, _| ())
    }
}

impl Drop for Fakes {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The real solver of this name.
pub(super) fn real(solver: &str) -> PathBuf {
    let path = std::env::var("PATH").unwrap_or_default();
    let found = path.split(':').map(|folder| Path::new(folder).join(solver)).find(|p| p.is_file());
    found.unwrap_or_else(|| panic!("{solver} is not on the path"))
}

/// Every verdict is the one of sound solvers, or none.
fn assert_sound(ran: &Ran, sound: &[(String, String)], what: &str) {
    assert_clean(ran, what);
    let found = verdicts(ran, what);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let is_whole = found.len() == sound.len() || document["obligations"]["verdict"] == "undetermined";
    assert!(is_whole, "{what}: {found:?} instead of {sound:?}: {ran:?}");
    for (index, ((name, verdict), (_, right))) in found.iter().zip(sound).enumerate() {
        let is_open = verdict == "undetermined";
        assert!(is_open || verdict == right, "{what}: {name} is {verdict}, not {right}: {ran:?}");
        let cause = &document["properties"][index]["cause"]["kind"];
        assert!(!is_open || cause.is_string(), "{what}: no cause: {ran:?}");
    }
}

#[test]
fn faults_of_missing_solvers_are_named_and_nothing_holds() {
    let nowhere = crate::temporary("no-solvers");
    for line in LINES {
        let room = Room::new();
        let ran = room.run(program(&room, line).env("PATH", &nowhere), PATIENCE, |_, _| ());
        assert_clean(&ran, line);
        let found = verdicts(&ran, line);
        assert!(found.iter().all(|(_, verdict)| verdict != "holds"), "{line}: {ran:?}");
        if found.iter().any(|(_, verdict)| verdict == "undetermined") {
            assert!(ran.stdout.contains("missing-solver") && ran.stdout.contains("install"), "{line}: {ran:?}");
        }
    }
    std::fs::remove_dir_all(nowhere).unwrap();
}

#[test]
fn faults_of_broken_solvers_never_give_a_wrong_verdict() {
    let sound: Vec<_> = LINES.iter().map(|line| verdicts(&run(line), line)).collect();
    for (index, (name, body)) in BROKEN.iter().enumerate() {
        let fakes = Fakes::new(&format!("fake-{index}"), |_| (*body).to_owned());
        let turn = index % LINES.len();
        let ran = fakes.run(&format!("{} --deadline 2s", LINES[turn]));
        assert_sound(&ran, &sound[turn], &format!("{name}, {}", LINES[turn]));
    }
}

/// The real solvers, cut off after some time or after some lines of input.
#[test]
fn faults_of_solvers_that_die_on_the_way_never_give_a_wrong_verdict() {
    let mut state = wherefore_test::seed(11);
    let sound: Vec<_> = LINES.iter().map(|line| verdicts(&run(line), line)).collect();
    for turn in 0..wherefore_test::cases(4) as usize {
        let amount = 1 + below(&mut state, 200);
        let body = |solver: &str| {
            let real = real(solver);
            match turn % 2 {
                0 => format!("exec timeout --foreground -s KILL 0.{amount:03} '{}' \"$@\"", real.display()),
                _ => format!("sed -u {amount}q | exec '{}' \"$@\"", real.display()),
            }
        };
        let fakes = Fakes::new(&format!("dying-{turn}"), body);
        let line = turn / 2 % LINES.len();
        let ran = fakes.run(&format!("{} --deadline 10s", LINES[line]));
        assert_sound(&ran, &sound[line], &format!("{amount} of turn {turn}, {}", LINES[line]));
    }
}
