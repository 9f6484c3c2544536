//! Machines that are written out, in `tests/machines` and among the examples, held against XState and the lowered system.

use super::same::{Machine, compare, follow, prepare};
use std::path::Path;
use wherefore_test::{Random, counted, files, read, seed};

fn machines(random: &mut Random) -> Vec<Machine> {
    all(&["tests/machines", "../../examples/xstate"], random)
}

/// Machines as version 6 writes them.
pub fn machines_six(random: &mut Random) -> Vec<Machine> {
    all(&["tests/machines6"], random)
}

/// One of them, with several lists of things that happen to it.
pub fn machine_six(name: &str, random: &mut Random) -> Vec<Machine> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machines6").join(format!("{name}.json"));
    let text = read(&file);
    (0..8).map(|_| prepare(text.clone(), random).unwrap_or_else(|why| panic!("{name}: {why}"))).collect()
}

fn all(folders: &[&str], random: &mut Random) -> Vec<Machine> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in folders.iter().flat_map(|folder| files(&here.join(folder), &["json"])) {
        let text = read(&file);
        for _ in 0..4 {
            let machine = prepare(text.clone(), random);
            found.push(machine.unwrap_or_else(|why| panic!("{}: {why}", file.display())));
        }
    }
    found
}

#[test]
fn written_machines_do_what_xstate_does() {
    let machines = machines(&mut Random::new(seed(3)));
    if let Some(compared) = compare(&machines) {
        counted(compared, "steps as in XState");
    }
}

#[test]
fn written_machines_are_lowered_as_they_run() {
    let machines = machines(&mut Random::new(seed(4)));
    let compared: usize = machines.iter().map(|m| follow(m).unwrap_or_else(|why| panic!("{why}\n{}", m.text))).sum();
    counted(compared, "microsteps of lowered machines as they run");
}

#[test]
fn written_machines_of_version_six_do_what_xstate_does() {
    let machines = machines_six(&mut Random::new(seed(10)));
    if let Some(compared) = compare(&machines) {
        counted(compared, "steps as in XState");
    }
}

#[test]
fn written_machines_of_version_six_are_lowered_as_they_run() {
    let machines = machines_six(&mut Random::new(seed(11)));
    let compared: usize = machines.iter().map(|m| follow(m).unwrap_or_else(|why| panic!("{why}\n{}", m.text))).sum();
    counted(compared, "microsteps of lowered machines as they run");
}
